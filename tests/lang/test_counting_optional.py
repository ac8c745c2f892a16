"""Steps can add to an optional number where the checker proves that it is present."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

STATE = "state:\n  best: {type: int or none}\n  x: {type: int}\n"


@pytest.mark.parametrize(
    ("steps", "best"),
    [
        ("best = 3\nbest += 2", 5),
        ("best = 3\nbest -= 2", 1),
        ("best = 4\nx = 1\nif best is some: best += x", 5),
        ("let y = best\nif y is none: y = 7\nelse: y += 1\nbest = y", 7),
    ],
)
def test_it_is_counted_where_it_is_there(tmp_path: Path, steps: str, best: int) -> None:
    end = Small(tmp_path, steps, STATE).ends()
    assert isinstance(end, dict), end
    assert end["best"] == best


def test_it_must_be_there(tmp_path: Path) -> None:
    (found,) = Small(tmp_path, "best += 1", STATE).findings()
    assert (found.code, found.severity, found.span and found.span.text) == ("none", "error", "best")
