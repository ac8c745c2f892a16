"""`parlour.Session`: playing, what each seat knows, undo, saves."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import parlour
from scaffold.files import write
from scaffold.rulesets import write_game, write_rule
from scaffold.terminal import run

PASSING = Path(__file__).with_name("passing.yaml").read_text(encoding="utf-8")
PEOPLE = ("human", "human")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("passing"), PASSING)


@pytest.fixture(scope="module")
def game(path: Path) -> parlour.Game:
    return parlour.load(path)


def passed(game: parlour.Game, *seats: str, **more: Any) -> parlour.Session:
    """Return a session in which everybody has passed a card."""
    session = parlour.Session(game, seats or PEOPLE, **({"seed": 3} | more))
    for _ in session.seats:
        session.play(session.state.question.legal[0])
    return session


# ---------------------------------------------------------------- playing


def test_people_and_bots_play_a_whole_game() -> None:
    game = parlour.load("crazy-eights")
    session = parlour.Session(game, ["human", "bot", "random"], seed=7)
    assert session.state == game.start(3, seed=7)
    while not session.state.over:
        person = session.state.question.seat in session.people
        session.play(session.state.question.legal[-1].text if person else session.bot_move())
    assert session.people == (1,)
    assert session.seats == ("human", "bot", "random")
    again = game.start(3, seed=session.log[0][1])
    for move, seed in session.log[1:]:
        assert seed is None
        again = again.apply(str(move))
    assert again == session.state


def test_the_log_has_the_texts_of_moves(game: parlour.Game) -> None:
    session = parlour.Session(game, PEOPLE, seed=3)
    move = session.state.question.legal[1]
    session.play(f"  {move.text.upper()} ")
    assert session.log == ((None, 3), (move.text, None))
    assert [(step.seat, step.move) for step in session.steps()] == [(None, None), (1, move.text)]


def test_a_secret_game_is_replayed_from_its_log(game: parlour.Game) -> None:
    session = passed(game, secret=True, seed=None)
    session.play("toss")
    assert [seed is not None for _, seed in session.log] == [True, False, False, True]
    assert game.replay(session.log, 2) == session.state
    assert parlour.Session.from_json(session.to_json()).log == session.log


def test_a_secret_game_is_read_only_with_its_seeds(game: parlour.Game) -> None:
    session = passed(game, secret=True, seed=None)
    session.play("toss")
    data = json.loads(session.to_json())
    first, *others = data["seeds"]
    broken = {
        "its seeds are missing": {name: value for name, value in data.items() if name != "seeds"},
        "it involves chance, but the log has no seed for it": data | {"seeds": [first, *[None] * len(others)]},
        "an entry is missing or invalid": data | {"seeds": [first, *others[1:]]},
        "don't lead to its position": data | {"seeds": [first, *others[:-1], "1"]},
    }
    for words, content in broken.items():
        with pytest.raises(parlour.SaveError, match=words):
            parlour.Session.from_json(json.dumps(content))


def test_an_impossible_move_changes_nothing(game: parlour.Game) -> None:
    session = parlour.Session(game, PEOPLE, seed=3)
    with pytest.raises(parlour.IllegalMove):
        session.play("think")
    assert session.log == ((None, 3),)


def test_each_seat_knows_what_it_saw(game: parlour.Game) -> None:
    session = passed(game, "human", "bot")
    state, events = game.start_recorded(2, seed=3)
    seats = parlour.witnesses(state, events)
    for move, _ in session.log[1:]:
        state, events = state.apply_recorded(str(move))
        seats = tuple(witness.saw(events, state) for witness in seats)
    assert (session.witness(1), session.witness(2)) == seats
    assert [session.view(seat) for seat in (1, 2)] == [seats[seat - 1].view(state) for seat in (1, 2)]
    given = session.view(1).zone("hand 2")
    assert given is not None
    assert [f"pass {card.card}" for card in given.known] == [session.log[1][0]]


def test_wrong_calls(game: parlour.Game) -> None:
    for seats, error, words in [
        (["human", "bat"], ValueError, "unknown player 'bat'; did you mean `bot`?"),
        ("human", TypeError, "`seats` must be a list"),
        (2, TypeError, "`seats` must be a list"),
        (["bot"] * 4, parlour.TableError, "for 2 or 3 players, not for 4"),
    ]:
        with pytest.raises(error, match=re.escape(words)):
            parlour.Session(game, seats)  # type: ignore[arg-type]
    with pytest.raises(parlour.TableError, match="secret"):
        parlour.Session(game, PEOPLE, seed=3, secret=True)
    session = parlour.Session(game, PEOPLE, seed=3)
    for seat in (0, 3):
        with pytest.raises(parlour.StateError, match="`seat` must be from 1 to 2"):
            session.view(seat)
        with pytest.raises(parlour.StateError, match="`seat` must be from 1 to 2"):
            session.undo(seat)
    with pytest.raises(parlour.StateError, match="a person plays at seat 1"):
        session.bot_move()


# ---------------------------------------------------------------- undo


def test_a_secret_answer_can_be_undone_until_another_person_has_answered(game: parlour.Game) -> None:
    session = parlour.Session(game, PEOPLE, seed=3)
    begin, views = session.state, [session.view(1), session.view(2)]
    first, other = begin.question.legal[:2]
    session.play(first)
    session.undo()
    assert (session.state, session.log) == (begin, ((None, 3),))
    assert [session.view(1), session.view(2)] == views
    session.play(other)
    session.play(session.state.question.legal[0])
    with pytest.raises(parlour.StateError, match="since then, seat 2 has decided"):
        session.undo(1)
    assert session.log[1][0] == other.text


def test_an_answer_that_another_seat_has_seen_stays(game: parlour.Game) -> None:
    session = passed(game)
    before = session.state
    session.play(before.question.legal[0])
    with pytest.raises(parlour.StateError, match="since then, seat 2 has learned something"):
        session.undo()
    session.undo(anyway=True)
    assert session.state == before


def test_an_answer_that_nobody_has_noticed_can_be_undone(game: parlour.Game) -> None:
    session = passed(game)
    before = session.state
    session.play("think")
    session.undo(1)
    assert session.state == before


def test_nobody_learns_by_undo_whether_another_person_had_a_choice() -> None:
    reasons, choices = set(), set()
    for seed in range(20):
        session = parlour.Session(parlour.load("crazy-eights"), PEOPLE, seed=seed)
        first = session.state.question.seat
        session.play(session.state.question.legal[0])
        if session.state.question.seat != first:
            choices.add(len(session.state.question.legal) > 1)
            session.play(session.state.question.legal[0])
            with pytest.raises(parlour.StateError) as refused:
                session.undo(first)
            reasons.add(str(refused.value).replace(f"seat {3 - first}", "the other"))
    assert (choices, reasons) == ({False, True}, {"you can't undo this: since then, the other has decided"})


def test_a_card_that_its_player_has_drawn_stays(game: parlour.Game) -> None:
    """The other seat sees only that a card moves."""
    session = passed(game)
    session.play("draw")
    with pytest.raises(parlour.StateError, match="since then, seat 1 has learned something"):
        session.undo()


def test_chance_is_not_tried_twice(game: parlour.Game) -> None:
    session = passed(game)
    session.play("toss")
    with pytest.raises(parlour.StateError, match="since then, chance has decided something"):
        session.undo()


def test_a_known_card_that_moves_teaches_nothing() -> None:
    """In Klondike the cards of the waste are seen, so only new ones stay."""
    game = parlour.load("klondike")
    for seed in range(200):  # until the drawn card can be played
        session = parlour.Session(game, ["human"], seed=seed)
        before = session.play("draw")
        waste = session.view(1).zone("waste")
        assert waste is not None
        moves = [move for move in before.question.legal if move.text.startswith(f"play {waste.cards[-1].card} ")]
        if moves:
            break
    session.play(moves[0])
    session.undo()
    assert session.state == before
    with pytest.raises(parlour.StateError, match="seat 1 has learned something"):
        session.undo()


def test_undo_is_only_for_people_and_their_choices(game: parlour.Game) -> None:
    session = passed(game, "bot", "bot")
    with pytest.raises(parlour.StateError, match="there is nothing to undo"):
        session.undo(anyway=True)


def test_undo_goes_back_over_bots_and_forced_moves(home: Path) -> None:
    session = parlour.Session(parlour.load("climb", with_="bow"), ["human", "bot"], seed=1)
    while session.state.question.seat != 1:
        session.play(session.bot_move())
    before = session.state
    session.play(next(move for move in before.question.legal if move.text.startswith("lay")))
    session.play("bow")
    session.play(session.bot_move())
    session.undo(anyway=True, forced=True)
    assert [move.text for move in session.state.question.legal] == ["bow"]
    session.undo(anyway=True)
    assert session.state == before


def test_undo_is_as_fair_after_a_save(game: parlour.Game) -> None:
    session = passed(game)
    session.play("think")
    again = parlour.Session.from_json(session.to_json())
    again.undo(1)
    assert again.log == session.log[:-1]
    again.play("draw")
    with pytest.raises(parlour.StateError, match="seat 1 has learned something"):
        parlour.Session.from_json(again.to_json()).undo()


# ---------------------------------------------------------------- saves


def test_a_save_is_the_same_session(game: parlour.Game) -> None:
    session = passed(game, "human", "bot", "random")
    again = parlour.Session.from_json(session.to_json())
    assert (again.state, again.log, again.seats) == (session.state, session.log, session.seats)
    assert [again.view(seat) for seat in (1, 2, 3)] == [session.view(seat) for seat in (1, 2, 3)]
    assert json.loads(again.to_json()) == json.loads(session.to_json())


def test_a_save_names_the_changed_rules(tmp_path: Path) -> None:
    path = write_game(tmp_path, PASSING)
    session = passed(parlour.load(path))
    write_game(tmp_path, PASSING.replace("repeat 2 times", "repeat 3 times"))
    with pytest.raises(parlour.SaveError) as caught:
        parlour.Session.from_json(session.to_json(), parlour.load(path))
    assert str(caught.value) == "the rules of `passing-game` have changed since this save: `passing` differs"


def test_a_save_of_another_version_is_replayed(game: parlour.Game) -> None:
    """Another layout means other numbers in the position, so only the moves count."""
    session = passed(game)
    data = json.loads(session.to_json())
    data["position"] |= {"layout": "0" * 12, "cells": [1, 2, 3]}
    assert parlour.Session.from_json(json.dumps(data)).state == session.state
    with pytest.raises(parlour.SaveError, match="another version of Parlour made this save"):
        game.restore(json.dumps(data["position"]))
    data["moves"][1] = "dance"
    with pytest.raises(parlour.SaveError, match=r"another version of Parlour made this save.*move 2, `dance`"):
        parlour.Session.from_json(json.dumps(data))


def test_a_save_without_a_layout_is_still_read(game: parlour.Game) -> None:
    session = passed(game)
    data = json.loads(session.to_json())
    del data["position"]["layout"]
    assert parlour.Session.from_json(json.dumps(data)).state == session.state
    assert game.restore(json.dumps(data["position"])) == session.state
    data["position"]["cells"].pop()
    with pytest.raises(parlour.SaveError, match="is damaged: it doesn't have the size of this table"):
        parlour.Session.from_json(json.dumps(data))


def test_a_save_has_the_rulesets_that_do_not_come_with_parlour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rulesets that refer to each other by files and by ids, in several folders, with a rule that the mix removes."""
    (tmp_path / "cards" / "rules").mkdir(parents=True)
    write_game(tmp_path / "cards", PASSING, {"slow": "", "loud": ""})
    write_rule(tmp_path / "cards" / "rules", "late", "", "passing")
    mine = "game: mine\ntitle: Mine\nextends: cards/game.yaml\nuses: [./cards/rules/late.yaml]\n"
    write(tmp_path / "mine.yaml", mine)
    monkeypatch.chdir(tmp_path)
    session = passed(parlour.load("mine.yaml", "./cards/loud.yaml", "slow"))
    text = session.to_json()
    assert {Path(name).name for name in json.loads(text)["documents"]} >= {"mine.yaml", "late.yaml", "passing.yaml"}
    for file in tmp_path.rglob("*.yaml"):
        file.unlink()
    again = parlour.Session.from_json(text)
    assert json.loads(again.to_json()) == json.loads(text)
    assert again.play("draw").cells == session.play("draw").cells


def test_a_save_of_shipped_rulesets_has_no_documents() -> None:
    assert "documents" not in json.loads(parlour.Session(parlour.load("sh", "three-reverses"), PEOPLE).to_json())


def test_a_save_does_not_let_its_rulesets_read_files(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.yaml", "game: secret\ntitle: Secret\nextends: crazy-eights\n")
    mine = str(tmp_path / "mine.yaml")
    text = f"game: mine\ntitle: Mine\nextends: {secret}\n"
    data = json.loads(parlour.Session(parlour.load("crazy-eights"), PEOPLE, seed=3).to_json())
    data |= {"game": mine, "documents": {mine: text}}
    with pytest.raises(parlour.RulesetError, match="no such file: "):
        parlour.Session.from_json(json.dumps(data))


def test_a_mix_from_strings_comes_with_its_save() -> None:
    rule = "rule: mine\ntitle: Mine\nfor: eights\ntext: None.\npowers:\n  7: {then: 'draw(next(p), 1)'}\n"
    game = parlour.load("crazy-eights", "mine", options={"hand-size": 4}, documents={"mine.yaml": rule})
    session = parlour.Session(game, PEOPLE, seed=3)
    assert parlour.Session.from_json(session.to_json(), game).state == session.state
    text = session.to_json()
    assert parlour.Session.from_json(text).state == session.state
    with pytest.raises(parlour.SaveError, match=r"the rules of `crazy-eights` have changed .*: `mine` differs"):
        parlour.Session.from_json(text.replace("next(p), 1", "next(p), 2"))
    with pytest.raises(parlour.SaveError, match="this mix lacks `mine`"):
        parlour.Session.from_json(session.to_json(), parlour.load("crazy-eights"))


# ---------------------------------------------------------------- at the terminal


def test_the_terminal_plays_on_the_session_of_a_program(path: Path, home: Path) -> None:
    session = passed(parlour.load(path), "human", "bot")
    Path("saved.json").write_text(session.to_json(), encoding="utf-8")
    assert run("play", "--resume", "saved.json", typed=["think"]).code == 0
    moves = parlour.Session.from_json(Path("saved.json").read_text(encoding="utf-8")).log
    assert moves == (*session.log, ("think", None))


def test_several_people_undo_only_before_anybody_has_learned_something(path: Path, home: Path) -> None:
    typed = ["", "1", "", "", "1", "", "", "think", "u", "h", "draw", "u", "q", "y"]
    printed = run("play", str(path), "--seats", "human,human", "--seed", "3", "--save", "saved.json", typed=typed)
    assert "Back to your last decision.\n" in printed.out
    assert "undo your last decision, if nobody has learned anything since\n" in printed.out
    assert "You can't undo this: since then, seat 1 has learned something.\n" in printed.out
    moves = parlour.Session.from_json(Path("saved.json").read_text(encoding="utf-8")).log
    assert [move for move, _ in moves[3:]] == ["draw"]
