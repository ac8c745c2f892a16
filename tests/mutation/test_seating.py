"""A change of who can play alone is a matter of few examples: those that nobody can play, or of the changed numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.mutation.trials import about_seating, seats_otherwise
from parlour.mutation.work import MutationPlan, Work
from scaffold.counting import EXAMPLE, changed, write_counting

MORE = EXAMPLE + """\
  - name: four are too many
    in: counting
    players: 4
    refused: 4 players
  - name: three can play
    in: counting
    players: 3
    then: {tally: 0}
  - name: two can play
    in: counting
    players: 2
    then: {tally: 0}
"""


@pytest.mark.parametrize(
    ("old", "new", "alone"),
    [
        ("players: 2..3", "players: 2..4", True),
        ("endings:", "possible:\n  - {require: players.size > 2, says: too few}\nendings:", True),
        ("tally < 3", "tally < 4", False),
        ("pack: 52", "pack: 52, jokers: 1", False),
    ],
)
def test_a_change_of_seating_changes_nothing_else(old: str, new: str, alone: bool, tmp_path: Path) -> None:
    one = changed(tmp_path / "a", old, old)
    assert seats_otherwise(one, changed(tmp_path / "b", old, new)) is alone


def test_examples_about_seating_are_refused_or_have_a_changed_number(tmp_path: Path) -> None:
    (target,) = Work.of(MutationPlan((write_counting(tmp_path, MORE),), (), (), None, 1, 1, trace=False)).targets
    order = [(target.bench.judges[0].mix, list(target.bench.judges))]
    one, other = (changed(tmp_path / name, "players: 2..3", f"players: {name}") for name in ("2..3", "2..2"))
    ((_, chosen),) = about_seating(order, one, other)
    assert {judge.case.name for judge in chosen} == {"four are too many", "three can play"}
