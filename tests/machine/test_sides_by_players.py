"""Sides that depend on the number of players."""

from pathlib import Path

from three_ways import Small


def test_each_table_needs_each_seat_once(tmp_path: Path) -> None:
    found = Small(tmp_path, "nothing", "sides: {3: [[1, 3]], 7: [[1]]}\n").findings()
    assert [(finding.code, finding.message) for finding in found if finding.severity == "error"] == [
        ("sides", "with 3 players, `sides` must contain each seat from 1 to 3 exactly once"),
        ("sides", "`sides` are for 7 players, but no table has that many players"),
    ]
