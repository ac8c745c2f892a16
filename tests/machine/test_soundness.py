"""Parlour reports impossible values in a state from outside before anybody continues it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hand_made import BY_RANK, FLAG, GUISE, LABEL, MARKS, NUMBER, SCORES, WHO, arm, hand, program, question, slot

from parlour import program as p
from parlour.states.machine import Machine
from parlour.table.layout import OVER, QUESTION
from parlour.table.saves import SaveError, restored, saved
from parlour.table.soundness import of_type

ASKED = replace(
    program(
        [p.AskOf(0), p.Jump(0)],
        [question("act", p.Const(0), arm("lay", 1, slot(2, "each", hand(p.Const(0)), p.Type("card"))))],
    ),
    marks=MARKS,
)
MACHINE = Machine(ASKED, 3)
LAYOUT = MACHINE.layout


def with_cell(at: int, value: int) -> list[int]:
    """Return the first question with another number in one cell, through a save."""
    s = MACHINE.start(1)
    s[at] = value
    return restored(LAYOUT, json.loads(json.dumps(saved(LAYOUT, s))))


@pytest.mark.parametrize(
    ("variable", "fine", "wrong"),
    [
        (NUMBER, [-5, (1 << 31) - 1], [1 << 31, 10**30, -(1 << 31) - 1]),
        (FLAG, [0, 1], [2, -1]),
        (WHO, [0, 2], [3, -1]),  # of three players; and it can't be none
        (SCORES, [-7], [1 << 40]),
        (BY_RANK, [1], [2]),
    ],
)
def test_variables_hold_what_their_types_allow(variable: int, fine: list[int], wrong: list[int]) -> None:
    at = LAYOUT.variables[variable].at
    for value in fine:
        assert with_cell(at, value)[at] == value
    for value in wrong:
        with pytest.raises(SaveError, match=f"`{ASKED.variables[variable].name}` has an impossible value"):
            with_cell(at, value)


def test_marks_hold_what_their_types_allow() -> None:
    assert with_cell(LAYOUT.marks[LABEL], 3)
    assert with_cell(LAYOUT.marks[GUISE], 52)  # a joker's face
    for at, value in ((LAYOUT.marks[LABEL], 1 << 31), (LAYOUT.marks[GUISE], 53), (LAYOUT.marks[GUISE], -2)):
        with pytest.raises(SaveError, match="a card has an impossible value"):
            with_cell(at, value)


def test_a_question_that_is_never_put_is_none() -> None:
    """A question that nothing asks can't be the current one."""
    spare = replace(ASKED, questions=(*ASKED.questions, ASKED.questions[0]))
    machine = Machine(spare, 3)
    s = machine.start(1)
    s[QUESTION] = 1
    with pytest.raises(SaveError, match="its question isn't in this game"):
        restored(machine.layout, saved(machine.layout, s))
    s[QUESTION] = OVER
    assert restored(machine.layout, saved(machine.layout, s)) == s


def test_types_with_none() -> None:
    player, card = of_type(LAYOUT, p.Type("player", optional=True)), of_type(LAYOUT, p.Type("card"))
    assert [v for v in range(-3, 6) if player(v)] == [-1, 0, 1, 2]
    assert card(0)
    assert not card(-1)
    assert of_type(LAYOUT, p.Type("players"))(0b111)
    assert not of_type(LAYOUT, p.Type("players"))(0b1000)
