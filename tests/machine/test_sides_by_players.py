"""Sides that depend on the number of players."""

from pathlib import Path

from parlour.table.layout import layout_of
from three_ways import Small

SIDES = "sides: {4: [[1, 3], [2, 4]]}\nstate:\n  x: {type: int}\n"


def test_sides_for_some_numbers_of_players(tmp_path: Path) -> None:
    small = Small(tmp_path, "x = sides.size", SIDES)
    program = small.program()
    assert layout_of(program, 4).sides == ((0, 2), (1, 3))
    assert layout_of(program, 3).sides == ((0,), (1,), (2,))
    for players, sides in ((2, 2), (3, 3), (4, 2)):
        end = small.ends(players=players)
        assert isinstance(end, dict)
        assert end["x"] == sides


def test_each_table_needs_each_seat_once(tmp_path: Path) -> None:
    found = Small(tmp_path, "nothing", "sides: {3: [[1, 3]], 7: [[1]]}\n").findings()
    assert [(finding.code, finding.message) for finding in found if finding.severity == "error"] == [
        ("sides", "with 3 players, `sides` must contain each seat from 1 to 3 exactly once"),
        ("sides", "`sides` are for 7 players, but no table has that many players"),
    ]
