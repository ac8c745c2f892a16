"""States in the Python API, and saved games."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest
from eights import RULES
from hand_made import HAND, HERE, INT, arm, hand, op, program, question, slot

from parlour import program as p
from parlour.python.execution import Saving
from parlour.states.state import IllegalMove, State, Table
from parlour.table.layout import DIRECTION, OVER, PLAYING, QUESTION, RANDOM, STACKED
from parlour.table.saves import SaveError

TABLE = Table.of(RULES, 3)


@pytest.fixture
def state() -> State:
    return TABLE.start(5)


def test_a_question(state: State) -> None:
    q = state.question
    assert q.prompt == "act"
    assert 1 <= q.seat <= 3
    assert q.tries == ()
    assert not state.over
    assert state.players == 3
    assert {m.action for m in q.legal} <= {"play", "draw", "pass"}


def test_a_question_is_a_value_that_never_changes(state: State) -> None:
    q = state.question
    assert q == TABLE.start(5).question
    assert q is state.question
    with pytest.raises(FrozenInstanceError):
        q.seat = 3  # type: ignore[misc]
    assert replace(q, seat=q.seat % 3 + 1) != q
    assert hash(replace(q, wording="what now?", tries=q.legal)) != hash(q)
    assert repr(q).startswith(f"Question(seat={q.seat}, prompt='act', wording=None, legal=(Move(number=")


class Untouched(list[int]):
    """Cells that tests can read and copy, but that nobody may change, even for a moment."""

    def _touched(self, *_: object) -> None:
        raise AssertionError("somebody else may be looking at these cells")

    append = extend = insert = pop = __setitem__ = __delitem__ = __iadd__ = _touched  # type: ignore[assignment]


@pytest.mark.parametrize("saving", ["never", "all"])
def test_several_can_look_at_one_state_at_once(saving: Saving) -> None:
    """Choosing counts steps in a cell behind the state, so it must work on a copy."""
    odd = op("==", op("mod", p.Local(7), p.Const(2)), p.Const(1))
    numbers = p.Span(p.Const(1), p.Size(hand(p.Const(0))))
    guess = arm("guess", 1, slot(7, "each", numbers, INT), where=odd)
    table = Table.of(program([p.AskOf(0), p.Jump(0)], [question("act", p.Const(0), guess)]), 2, saving)
    cells = table.machine.start(1)
    for c in range(5):
        table.machine.move(cells, c, table.machine.layout.bases[HAND])
    state = State(table, Untouched(cells))
    assert [m.text for m in state.question.legal] == ["guess 1", "guess 3", "guess 5"]
    assert state.apply(state.question.legal[0]) == State(table, cells)


def test_apply_gives_a_new_state(state: State) -> None:
    before = state.cells
    after = state.apply("DRAW")
    assert state.cells == before
    assert after != state
    assert after == state.apply(next(m for m in state.question.legal if m.text == "draw"))
    recorded, events = state.apply_recorded("draw")
    assert recorded == after
    assert events


def test_illegal_moves_say_why(state: State) -> None:
    with pytest.raises(IllegalMove, match="`pass` is not possible") as caught:
        state.apply("pass")
    assert caught.value.why.verdict == "impossible"
    other = next(m for m in state.apply("draw").question.legal if m.action == "draw")
    assert state.apply(other) == state.apply("draw")  # the same move in another state is the same value


def test_states_of_one_game_are_equal_however_they_came_to_be(state: State) -> None:
    assert Table.of(RULES, 3).start(5) == state
    assert TABLE.start(6) != state
    assert Table.of(RULES, 2).start(5) != state
    assert state != "something else"
    assert "act" in repr(state)


def test_a_save_is_plain_data(state: State) -> None:
    data = json.loads(state.to_json())
    assert data["game"] == "test"
    assert data["players"] == 3
    assert State.from_json(TABLE, state.to_json()) == state
    assert TABLE.restore(data) == state
    assert TABLE.restore(state.to_json().encode()) == state
    assert all(abs(v) < 1 << 53 for v in data["cells"] if isinstance(v, int))


def test_saves_of_other_games_are_refused_in_words(state: State) -> None:
    data = json.loads(state.to_json())
    option = p.Option("hand-size", "7", "5", "", HERE)
    cases = [
        ({**data, "parlour": 99}, "format 99"),
        ({**data, "language": 99}, "language version 99"),
        ({**data, "game": "other"}, "of `other`, not of `test`"),
        ({**data, "options": {"hand-size": "5"}}, "`hand-size` is 5 there and missing here"),
        ({**data, "digest": "1"}, "the rules of `test` have changed"),
        ({**data, "players": 77}, "not for 77 players"),
        ({**data, "players": 2}, "of 2 players, not of 3"),
        ([1], "not a saved game"),
        ("{", "not a saved game"),
        ("{}", "not a saved game"),
    ]
    for bad, message in cases:
        with pytest.raises(SaveError, match=message):
            TABLE.restore(bad)
    with pytest.raises(SaveError, match="`hand-size` is missing there and 7 here"):
        Table.of(replace(RULES, options=(option,)), 3).restore(data)


def test_damaged_saves_are_refused(state: State) -> None:
    data = json.loads(state.to_json())
    layout = TABLE.machine.layout

    def damaged(at: int, value: object) -> dict[str, object]:
        cells = list(data["cells"])
        cells[at] = value
        return {**data, "cells": cells}

    hand = next(i for i in layout.instances if i.zone == 1)
    stock = next(i for i in layout.instances if i.zone == 2)
    cases = [
        {**data, "cells": data["cells"][:-1]},
        {**data, "cells": "x"},
        damaged(QUESTION, 7),
        damaged(QUESTION, -1),
        damaged(RANDOM, 0),
        damaged(RANDOM, "x"),
        damaged(RANDOM, None),
        damaged(hand.at, 0),
        damaged(hand.at, -1),
        damaged(hand.at, 1 << 70),
        damaged(stock.at, 99),
        damaged(stock.at + 1, 99),
        damaged(layout.where, 3 if data["cells"][layout.where] != 3 else 2),
        damaged(PLAYING, 8),  # a fourth player
        damaged(DIRECTION, 0),
        damaged(STACKED, 5 * (layout.pack.size + 1) + 5),  # a pack with one card twice
        damaged(PLAYING, True),
        damaged(stock.at + stock.room, 1),  # beyond the topmost card
    ]
    for bad in cases:
        with pytest.raises(SaveError, match="damaged"):
            TABLE.restore(bad)


def test_a_finished_game_can_be_saved() -> None:
    table = Table.of(program([p.Finish()], [question("never", p.Const(0))]), 2)
    state = table.start(1)
    assert state.over
    assert state.cells[QUESTION] == OVER
    assert table.restore(state.to_json()) == state
    assert "over" in repr(state)
    assert state.outcome.winners == ()
