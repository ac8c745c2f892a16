"""A search by play finds flaws with the smallest evidence, and reports nothing in a game without flaws."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

import parlour
from parlour.base.diagnostics import Diagnostic
from parlour.game import Game
from parlour.trials.conclusions import ENOUGH, conclusions
from parlour.trials.findings import search
from parlour.trials.plan import Searched, SearchPlan
from parlour.trials.search import Search
from scaffold.shedding import LAST, WAITS_AND_PASSES, again, shedding
from scaffold.terminal import run

PLAN = SearchPlan(games=40, native=False)  # each table plays too few games for native code to pay
FOR_TWO = replace(PLAN, options=False, players=2)
BONUS = "|\n    if options.bonus and pile.size == 4: worth = 12 // (hand(p).size - 1)"


@dataclass(frozen=True)
class Found:
    """The findings of a search, with their evidence written."""

    findings: tuple[Diagnostic, ...]
    searched: Searched


def searched(folder: Path, game: Game, plan: SearchPlan = PLAN) -> Found:
    result = search(game, plan, folder / "found")
    return Found(tuple(finding.written() for finding in result.findings), result.searched)


def only(found: Found) -> Diagnostic:
    (finding,) = found.findings
    return finding


@pytest.fixture(autouse=True, scope="module")
def _few_games_watched() -> Iterator[None]:
    """Watch few games for leaks, which takes most of the time of a short search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.trials.search.WATCHED", 2)
        yield


@pytest.fixture(scope="module")
def bonus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Found]:
    """The result for a game with an error, and the folder with its evidence."""
    folder = tmp_path_factory.mktemp("bonus")
    return folder / "found", searched(folder, shedding(folder, BONUS))


def test_a_game_without_flaws_has_no_findings(tmp_path: Path) -> None:
    found = searched(tmp_path, shedding(tmp_path))
    assert found.findings == ()
    assert found.searched.sizes == {2, 3, 4}


def test_an_error_is_found_with_the_option_players_and_moves_that_it_needs(bonus: tuple[Path, Found]) -> None:
    """With three cards each, the fourth card on the pile leaves one player of two with a single card."""
    finding = only(bonus[1])
    assert (finding.code, finding.severity) == ("deep-fault", "error")
    assert finding.message.startswith("division by zero; after 4 moves with 2 players in ")
    assert finding.message.endswith("game.yaml --set bonus=true")
    assert finding.span is not None
    assert finding.span.text == "12 // (hand(p).size - 1)"


def test_a_rule_that_causes_an_error_is_kept_and_the_others_are_left_out(tmp_path: Path) -> None:
    rules = {
        "bad": "when:\n  after laid(p): worth = 6 // hand(p).size\n",
        "good": "when:\n  after act(p): worth = worth\n",
    }
    finding = only(searched(tmp_path, shedding(tmp_path, rules=rules)))
    assert finding.message.endswith("--without good")
    assert "after 5 moves with 2 players" in finding.message  # the first player has played three cards


def test_the_evidence_can_be_replayed_and_tested(bonus: tuple[Path, Found]) -> None:
    game, example = bonus[0] / "shedding-game-fault.json", bonus[0] / "shedding-game-fault.yaml"
    saved = parlour.Session.from_json(game.read_text(encoding="utf-8"))
    assert saved.game.options["bonus"] == "true"
    assert (len(saved.seats), saved.state.over) == (2, False)
    replayed = run("replay", str(game), "--moves")
    assert len([line for line in replayed.out.splitlines() if line.startswith("  seat ")]) == 3
    assert replayed.out.splitlines()[-1].endswith(": division by zero [deep-fault]")
    tested = run("test", str(example))
    assert tested.code == 1
    assert "division by zero" in tested.out


@pytest.mark.long
@pytest.mark.skipif(find_spec("llvmlite") is None, reason="needs llvmlite")
def test_native_code_and_python_find_the_same(tmp_path: Path) -> None:
    made = shedding(tmp_path, BONUS, f"wait: nothing\n{LAST}")
    native, python = (searched(tmp_path, made, replace(PLAN, native=native, players=2)) for native in (True, False))
    assert [d.code for d in native.findings] == ["deep-fault", "deep-repeats"]
    assert native.findings == python.findings
    assert (native.searched.native, python.searched.native) == (True, False)
    ours, theirs = (replace(found.searched, native=False, suspects={}) for found in (native, python))
    assert ours == theirs


def test_the_example_has_only_the_cards_that_are_needed(bonus: tuple[Path, Found]) -> None:
    """Three cards are on the pile, and the player who plays the fourth keeps one. The other player has a card."""
    text = (bonus[0] / "shedding-game-fault.yaml").read_text(encoding="utf-8")
    (example,) = yaml.safe_load(text)["examples"]
    mover = example["given"]["to move"]
    assert "seed" not in example
    assert len(example["moves"]) == 1
    sizes = {key: len(cards.split()) for key, cards in example["given"].items() if isinstance(cards, str)}
    assert sizes == {"pile": 3, f"hand {mover}": 2, f"hand {3 - mover}": 1}


WAITS = WAITS_AND_PASSES
PEEKS = f"peek if any c in hand(next(p)) where c.rank == A: worth += 1\n{LAST}"


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("laid", "actions", "code", "moves"),
    [
        ("nothing", WAITS, "deep-repeats", 2),  # both players of two wait
        ("nothing", PEEKS, "deep-leak", 0),  # the first player is already asked whether to peek
        ("move pile to hand(p)", LAST, "deep-repeats", 2),  # played cards come back
    ],
)
def test_flaws_in_the_course_of_play(tmp_path: Path, laid: str, actions: str, code: str, moves: int) -> None:
    found = searched(tmp_path, shedding(tmp_path, laid, actions), replace(PLAN, options=False))
    finding = next(d for d in found.findings if d.code == code)
    words = {0: "at the beginning", 2: "after 2 moves"}[moves]
    assert f"; {words} with 2 players" in finding.message
    mend = {"deep-repeats": "end such play: add `repeated:` or `otherwise:`", "deep-leak": "always offer it"}[code]
    assert (finding.help or "").startswith(mend)
    file = f"{tmp_path}/found/shedding-game-{code.removeprefix('deep-')}.json"
    assert finding.help.endswith(f"see it: parlour replay {file}")


def test_a_clause_that_reveals_hidden_cards(tmp_path: Path) -> None:
    test = "forbid: any d in hand(next(p)) where d.suit == c.suit, says: no, unless-stuck: true"
    made = shedding(tmp_path, rules={"nosy": f"may:\n  play(p, c):\n    nosy: {{{test}}}\n"})
    finding = next(d for d in searched(tmp_path, made, FOR_TWO).findings if d.code == "deep-leak")
    assert finding.span is not None
    assert (Path(finding.span.source.name).name, finding.span.text.split(":")[0]) == ("nosy.yaml", "nosy")
    assert (finding.help or "").startswith("let the clause test only what this player knows")


def test_an_example_of_an_earlier_search_that_would_pass_is_removed(tmp_path: Path) -> None:
    made = shedding(tmp_path, actions=WAITS)
    old = tmp_path / "found" / "shedding-game-repeats.yaml"
    old.parent.mkdir()
    old.write_text("# An example from `parlour check --deep`.\nexamples: []\n", encoding="utf-8")
    searched(tmp_path, made, FOR_TWO)
    assert not old.exists()


def test_a_file_that_no_search_has_written_stays(tmp_path: Path) -> None:
    made = shedding(tmp_path, actions=WAITS)
    own = tmp_path / "found" / "shedding-game-repeats.yaml"
    own.parent.mkdir()
    own.write_text("examples: []\n", encoding="utf-8")
    searched(tmp_path, made, FOR_TWO)
    assert own.read_text(encoding="utf-8") == "examples: []\n"


def test_a_position_in_which_nobody_has_a_choice(tmp_path: Path) -> None:
    """Nobody can play on the card of another suit, and nobody can draw."""
    game = shedding(tmp_path, actions=LAST)
    frame = tmp_path / "shedding.yaml"
    text = frame.read_text(encoding="utf-8")
    stuck = text.replace("play for c in hand(p):", "play for c in hand(p) where pile is empty or c.suit == ♣:")
    frame.write_text(stuck, encoding="utf-8")
    finding = only(searched(tmp_path, again(game), FOR_TWO))
    assert finding.code == "deep-stuck"
    assert "the same position returns after 2 decisions" in finding.message


def test_a_loop_that_says_what_happens_at_its_limit_may_go_round(tmp_path: Path) -> None:
    frame = tmp_path / "shedding.yaml"
    game = shedding(tmp_path, actions=WAITS)
    text = frame.read_text(encoding="utf-8")
    ends = "    otherwise: end game\n    champions"
    frame.write_text(text.replace("    champions", ends).replace("end game", "champions = players"), encoding="utf-8")
    assert searched(tmp_path, again(game), FOR_TWO).findings == ()


def test_a_limit_that_is_too_small(tmp_path: Path) -> None:
    """Two players need more than two rounds to get rid of three cards."""
    game = shedding(tmp_path)
    frame = tmp_path / "shedding.yaml"
    frame.write_text(frame.read_text(encoding="utf-8").replace("limit 300", "limit 2"), encoding="utf-8")
    finding = only(searched(tmp_path, again(game), FOR_TWO))
    assert finding.code == "deep-endless"
    assert finding.message.startswith("this loop has reached its limit before it ended; ")
    assert (finding.help or "").startswith("raise the limit if the loop ends later")


def test_ctrl_c_leaves_what_was_found(tmp_path: Path) -> None:
    game = shedding(tmp_path, actions=WAITS)

    def stop(_: str) -> None:
        raise KeyboardInterrupt

    found = search(game, PLAN, tmp_path / "found", stop)
    assert found.searched.stopped
    assert found.searched.games > 0
    assert "deep-repeats" in [finding.diagnostic.code for finding in found.findings]


def test_an_error_of_the_policy_is_a_finding(tmp_path: Path) -> None:
    rules = {"careful": 'policy:\n  first:\n    - "play(p, c)": 6 // (pile.size - 1) > 0\n'}
    finding = only(searched(tmp_path, shedding(tmp_path, rules=rules)))
    assert finding.code == "deep-fault"
    assert finding.message.startswith("division by zero; after 1 move")


def test_a_rule_can_matter_only_to_some_numbers_of_players(tmp_path: Path) -> None:
    forbid = "forbid: players.size == 3 and c.colour == red, says: not yet, unless-stuck: true"
    rules = {
        "with-three": f"may:\n  play(p, c):\n    red: {{{forbid}}}\n",
        "with-nine": f"may:\n  play(p, c):\n    nine: {{{forbid.replace('3', '9')}}}\n",
        "tidy": "",
    }
    game = shedding(tmp_path, rules=rules)
    found = [finding for finding in conclusions(game, Searched(games=ENOUGH)) if finding.code == "deep-dead-rule"]
    assert [finding.message.split()[0] for finding in found] == ["`with-nine`"]


@pytest.mark.parametrize(("more", "dead"), [("", False), (" and pile.size > 52", True)])
def test_a_rule_can_matter_only_in_a_few_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str, dead: bool
) -> None:
    """A player whose last card is the ace of spades draws another one, which ten decisions are too few to show."""
    monkeypatch.setattr("parlour.trials.conclusions.LOOKED_AT", 10)
    test = f"hand(p) is empty and stock has cards and pile has cards and pile.top == A♠{more}"
    hook = f"when:\n  after laid(p):\n    if: {test}\n    do: move stock.top to hand(p)\n"
    game = shedding(tmp_path, rules={"last-ace": hook})
    found = [finding.code for finding in conclusions(game, Searched(games=ENOUGH))]
    assert ("deep-dead-rule" in found) == dead


def test_games_that_fail_at_once_show_no_dead_action(tmp_path: Path) -> None:
    fails = "procedures:\n  begin(): {instead: worth = 1 // hand(players.first).size}\n"
    game = shedding(tmp_path, actions=BOAST, more=fails)
    played = Search(game, FOR_TWO).run()
    assert played.decisions == 0
    assert played.failed >= played.games > 0
    many = replace(played, games=ENOUGH * played.games, failed=ENOUGH * played.failed)
    assert list(conclusions(game, many)) == []


def test_a_late_comparison_is_of_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shedding(tmp_path, rules={"nine": "may:\n  play(p, c):\n    no: {forbid: worth > 9, says: no}\n"})
    compared: list[int] = []
    monkeypatch.setattr("parlour.trials.conclusions._matters_to", lambda players, *_: bool(compared.append(players)))
    for until in (0.0, math.inf):
        found = [finding.code for finding in conclusions(game, Searched(games=ENOUGH), until)]
        assert "deep-dead-rule" in found
    assert compared == [2, 2, 3, 4]


BOAST = "boast if pile.size > 40: nothing\nbrag if pile.size > 40: nothing\n" + LAST
BOASTS = """examples:
  - name: a high pile
    players: 2
    given: {hand 1: 3♦ 4♦, hand 2: 5♦, rest: pile, to move: 1}
    moves: ['1: boast']
    then: {to move: 2}
"""


def dead_actions(game: Game, of: Iterable[str]) -> list[str]:
    """Return those actions of some that nobody could ever choose, after a search that saw none of them."""
    found = [each for each in conclusions(game, Searched(games=ENOUGH)) if each.code == "deep-dead-action"]
    return [name for name in of if any(each.message.startswith(f"nobody could ever choose `{name}`") for each in found)]


def test_an_action_that_an_example_shows_is_not_dead(tmp_path: Path) -> None:
    game = shedding(tmp_path, actions=BOAST, more=BOASTS)
    assert dead_actions(game, ("boast", "brag")) == ["brag"]
