"""The Python API: games, states, moves, and the errors of wrong calls."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

import parlour
from parlour.base.place import shipped as folder
from parlour.base.source import short_path
from scaffold.files import write
from scaffold.home import search_in
from scaffold.terminal import run

E = TypeVar("E", bound=Exception)
pytestmark = pytest.mark.usefixtures("home")


def test_the_games_of_the_python_api() -> None:
    game = parlour.load("climb", with_=["sevens-wish"], options={"cards": 2})
    assert game.id == "climb"
    assert game.title == "Climb"
    assert game.text == game.program.text
    assert game.players == (2, 3)
    assert game.options["cards"] == "2"
    state = game.start(players=3, seed=7)
    while not state.over:
        state = state.apply(state.question.legal[0])
    assert state.outcome.winners
    assert game.restore(state.to_json()) == state
    assert game.start(seed=3) == game.start(players=2, seed=3)
    assert parlour.view(state, 2).outcome == state.outcome


def test_a_pack_in_a_given_order() -> None:
    game = parlour.load("climb")
    pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in range(2, 8)]
    shown = parlour.view(game.start(seed=1, pack=pack), 1).zone("hand 1")
    assert shown is not None
    assert [c.card for c in shown.cards] == ["2♣", "4♣", "6♣"] or [c.card for c in shown.cards] == ["2♣", "3♣", "4♣"]
    assert game.start(seed=1, pack=" ".join(pack)) == game.start(seed=1, pack=pack)
    wrongs = ((pack[1:], "1 are missing, such as 2♣"), ([*pack, "2♣"], "too often"), (["9♣"], "no card `9♣`"))
    for wrong, words in wrongs:
        with pytest.raises(parlour.TableError, match=words):
            game.start(pack=wrong)


def test_what_the_python_api_refuses() -> None:
    with pytest.raises(parlour.RulesetError) as error:
        parlour.load("clmb")
    assert error.value.diagnostics[0].code == "library-unknown"
    game = parlour.load("climb")
    with pytest.raises(parlour.TableError):
        game.start(players=4)
    with pytest.raises(parlour.IllegalMove, match="is lower than"):
        game.start(seed=1).apply("lay 5♥")
    with pytest.raises(parlour.SaveError, match="other options"):
        parlour.load("climb", options={"cards": 2}).restore(game.start().to_json())
    with pytest.raises(parlour.SaveError, match="not a saved game"):
        game.restore("[")


def test_games_states_and_moves_can_be_sent_and_copied() -> None:
    write("mine.yaml", "rule: mine\ntitle: M\nfor: ladder\ntext: x\npowers:\n  7: {then: draw(p)}\n")
    game = parlour.load("climb", with_="./mine.yaml", options={"cards": 2})
    state = game.start(seed=1)
    move = state.question.legal[0]
    sent_game, sent_state, sent_move = pickle.loads(pickle.dumps((game, state, move)))
    Path("mine.yaml").unlink()  # whoever gets it doesn't have our files
    assert sent_game.start(seed=1) == sent_state == state
    assert sent_game.options == game.options
    assert sent_game.composition.title == "Climb"
    assert sent_state.apply(sent_move) == state.apply(move)
    assert (sent_move.text, sent_move.chosen) == (move.text, move.chosen)
    assert copy.deepcopy({"now": state, "then": [state.apply(move)]}) == {"now": state, "then": [state.apply(move)]}
    assert copy.copy(state) == copy.deepcopy(state) == state
    assert copy.deepcopy(game).start(seed=1) == state
    assert copy.deepcopy(move) == move


def test_what_python_said_wrongly_is_reported_in_its_words() -> None:
    def short_path(**said: object) -> str:
        return str(refusal(lambda: parlour.load("climb", **said), parlour.RulesetError))  # type: ignore[arg-type]

    begin = "options['cards']: error: `cards`: expected a whole number from 1 to 8, found `90` "
    assert short_path(options={"cards": 90}).startswith(begin)
    assert short_path(with_="sevens-wsh").startswith("with_='sevens-wsh': error: no rule `sevens-wsh` ")
    assert "`parlour list` shows all rulesets of the library" in short_path(with_="nosuch")
    assert short_path(without=["strict"]).startswith("without='strict': error: can't remove `strict`")
    assert run("play", "climb", "--set", "cards=90").err.startswith("--set cards=90: error: `cards`: expected ")
    assert "this is a rule, not an option: add `with_=['sevens-wish']`" in short_path(options={"sevens-wish": True})
    assert "add `--with sevens-wish`" in run("play", "climb", "--set", "sevens-wish=true").err


def test_a_mix_that_nobody_can_play_names_options_as_python_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, folder("rulesets"))
    error = refusal(lambda: parlour.load("ctg", with_=["partners"]), parlour.RulesetError)
    assert "help: add `options={'jokers': 2}`, add `options={'packs': 2}` or" in str(error)
    assert "--set" not in str(error)


def test_files_are_reported_as_shortly_as_they_can_be(home: Path) -> None:
    shipped = short_path(str(folder("rulesets") / "common" / "table.yaml"))
    assert shipped == "common/table.yaml"
    assert short_path(str(home / "rules" / "x.yaml")) == "rules/x.yaml"
    assert short_path(str(home.parent / "x.yaml")) == str(home.parent / "x.yaml")
    assert short_path("own/x.yaml") == "own/x.yaml"
    write("wrong.yaml", "rule: wrong\ntitle: W\nfor: ladder\ntext: x\nprocedures:\n  settle_match(): nothing\n")
    printed = run("check", "wrong.yaml")
    assert "\n  common/table.yaml:" in printed.out
    (finding,) = json.loads(run("check", "wrong.yaml", "--format", "json").out)
    assert Path(finding["related"][0]["at"]["file"]).is_file()  # for programs, all of it


def test_a_save_of_other_rules_says_which_are_others() -> None:
    head = "title: M\nfor: ladder\ntext: x\n"
    write("mine.yaml", f"rule: mine\n{head}powers:\n  7: {{then: draw(p)}}\n")
    write("yours.yaml", f"rule: yours\n{head}")
    saved = parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"]).start(seed=1).to_json()
    write("mine.yaml", f"rule: mine\n{head}powers:\n  6: {{then: draw(p)}}\n")
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "strict"]).restore(saved)
    assert str(found.value) == (
        "this save is from another mix: this mix adds `strict`, this mix lacks `yours`; "
        "its rules have changed too: `mine` differs"
    )
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"]).restore(saved)
    assert str(found.value) == ("the rules of `climb` have changed since this save: `mine` differs")
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"], options={"cards": 2}).restore(saved)
    assert str(found.value) == (
        "this save has other options: `cards` is 3 there and 2 here; its rules have changed too: `mine` differs"
    )
    old = json.loads(saved)
    del old["rules"]  # as it was saved before saves told
    with pytest.raises(parlour.SaveError, match=r"have changed since this save$"):
        parlour.load("climb").restore(json.dumps(old))


def test_a_state_of_another_mix_is_reported_what_differs() -> None:
    state = parlour.load("climb", with_=["strict"], options={"cards": 2}).start(seed=1)
    told = refusal(lambda: parlour.load("climb").playouts(2, from_state=state), parlour.PlayoutError)
    assert str(told) == "this state belongs to another mix: this mix lacks `strict`, `cards` is 2 there and 3 here"
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb").restore(state.to_json())
    assert str(found.value) == ("this save is from another mix: this mix lacks `strict`, `cards` is 2 there and 3 here")


def test_a_single_rule_need_not_stand_in_a_list() -> None:
    game = parlour.load("climb", with_="sevens-wish")
    assert game.program.digest == parlour.load("climb", with_=["sevens-wish"]).program.digest
    assert game.program.digest != parlour.load("climb").program.digest
    path = write("mine.yaml", "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\n")
    assert "mine" in {use.rule.id for use in parlour.load("climb", with_=path).composition.uses}
    (found,) = refusal(lambda: parlour.load("climb", without="sevens-wish"), parlour.RulesetError).diagnostics
    assert found.message == "can't remove `sevens-wish`: this mix doesn't use it"


@pytest.mark.parametrize("text", ["strict,sevens-wish", "strict, sevens-wish", "strict sevens-wish"])
def test_several_rules_in_one_text_should_be_a_list(text: str) -> None:
    for call, argument in ((lambda: parlour.load("climb", with_=text), "with_"),
                           (lambda: parlour.load("climb", without=text), "without")):  # fmt: skip
        (found,) = refusal(call, parlour.RulesetError).diagnostics
        assert found.help == f"pass several rules as a list: `{argument}=['strict', 'sevens-wish']`"
    (found,) = refusal(lambda: parlour.load("climb", with_="./a b.yaml"), parlour.RulesetError).diagnostics
    assert "list:" not in (found.help or "")  # a file


def test_options_as_python_writes_them() -> None:
    write(
        "mine.yaml",
        "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\noptions:\n"
        "  high: {type: ranks, default: [2], text: the high ones}\n"
        "  peak: {type: int or none, in: 1..9, default: 3, text: the peak}\n"
        "  loud: {type: bool, default: false, text: loud}\n",
    )

    def options(**values: object) -> dict[str, str]:
        named = {f"mine.{name}": value for name, value in values.items()}
        return dict(parlour.load("climb", with_="./mine.yaml", options=named).options)  # type: ignore[arg-type]

    assert options(high=[3, "4"])["mine.high"] == options(high="3 4")["mine.high"] == "3, 4"
    assert options(peak=None)["mine.peak"] == "none"
    assert options(peak=5, loud=True)["mine.loud"] == "true"
    for wrong in (2.5, {"a": 1}, [None]):
        assert "option `mine.peak`: expected a number, a bool" in str(refusal(lambda w=wrong: options(peak=w)))


def refusal(call: Callable[[], object], kind: type[E] = TypeError) -> E:  # type: ignore[assignment]
    with pytest.raises(kind) as error:
        call()
    return error.value


def test_what_is_no_name_no_number_and_no_move_is_refused_in_words() -> None:
    game = parlour.load("climb")
    state = game.start(seed=1)
    wrongs: dict[str, list[Callable[[], object]]] = {
        "expected the id or file of a game, found None": [lambda: parlour.load(None)],  # type: ignore[arg-type]
        "`with_` must be ids or files of rules, found None": [
            lambda: parlour.load("climb", with_=None),  # type: ignore[arg-type]
            lambda: parlour.load("climb", with_=[None]),  # type: ignore[list-item]
        ],
        "`without` must be ids or files of rules, found 3": [
            lambda: parlour.load("climb", without=3),  # type: ignore[arg-type]
        ],
        "`options` must be a mapping such as {'hand-size': 7}, found [('cards', 2)]": [
            lambda: parlour.load("climb", options=[("cards", 2)]),  # type: ignore[arg-type]
        ],
        "`players` must be a whole number, found '2'": [lambda: game.start("2")],  # type: ignore[arg-type]
        "`seed` must be a whole number, found 1.5": [lambda: game.start(seed=1.5)],  # type: ignore[arg-type]
        "expected the name of a card, such as `A♠`, found 7": [
            lambda: game.start(pack=[7]),  # type: ignore[list-item]
            lambda: game.start(pack=7),  # type: ignore[arg-type]
        ],
        "expected a saved game from `to_json`, found None": [
            lambda: game.restore(None),  # type: ignore[arg-type]
        ],
        "a move is one of `question.legal`, or its text; found None": [
            lambda: state.apply(None),  # type: ignore[arg-type]
            lambda: state.apply_recorded(None),  # type: ignore[arg-type]
            lambda: state.read(None),  # type: ignore[arg-type]
            lambda: state.why(None),  # type: ignore[arg-type]
        ],
    }
    for words, calls in wrongs.items():
        for call in calls:
            assert str(refusal(call)) == words


def test_a_question_after_the_end_and_an_outcome_before_it() -> None:
    state = parlour.load("climb").start(seed=1)
    words = "the game is not over, so it has no outcome yet; it's seat 1's move"
    assert str(refusal(lambda: state.outcome, parlour.StateError)) == words
    while not state.over:
        state = state.apply(state.question.legal[0])
    assert "it has no question" in str(refusal(lambda: state.question, parlour.StateError))
    assert "the game is over" in str(refusal(lambda: state.apply("draw"), parlour.IllegalMove))
    assert issubclass(parlour.StateError, ValueError)


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    table = parlour.load("climb").table(2)
    for seat in (0, 3, -1):
        words = f"`seat` must be from 1 to 2, found {seat!r}"
        assert str(refusal(lambda s=seat: parlour.view(table.start(1), s), parlour.StateError)) == words
        assert str(refusal(lambda s=seat: parlour.Witness.at(table, s), parlour.StateError)) == words
    for no_seat in (True, "1", 1.0, None):
        words = f"`seat` must be a whole number, found {no_seat!r}"
        assert str(refusal(lambda s=no_seat: parlour.view(table.start(1), s))) == words  # type: ignore[misc]
        assert str(refusal(lambda s=no_seat: parlour.Witness.at(table, s))) == words  # type: ignore[misc]
    words = "expected a state; `game.state(list, players)` turns a machine's list into a state"
    assert str(refusal(lambda: parlour.view(table.machine.start(1), 1))) == words  # type: ignore[arg-type]
    assert str(refusal(lambda: parlour.view("x", 1))) == "expected a state, found 'x'"  # type: ignore[arg-type]


def test_every_name_of_the_package_is_there() -> None:
    assert dir(parlour) == parlour.__all__
    assert all(getattr(parlour, name) is not None for name in parlour.__all__)
    with pytest.raises(AttributeError, match="has no `loaf`"):
        parlour.loaf  # type: ignore[attr-defined]  # noqa: B018
