"""Values of options that don't fit, as Python reads values, and variables that begin with them."""

from pathlib import Path

import pytest

from parlour.game import load
from three_ways import Small

OPTIONS = """
options:
  rank: {type: rank, default: 7, text: rank}
  face: {type: rank, default: A, text: face}
  either: {type: rank or none, default: none, text: either}
  suit: {type: suit, default: ♠, text: suit}
  ranks: {type: ranks, default: [7, J], text: ranks}
"""


@pytest.fixture
def game(tmp_path: Path) -> Small:
    return Small(tmp_path, "nothing", OPTIONS)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("rank", "Zebra", "Zebra"),
        ("rank", "7 8", "`rank`: expected a rank, found `7 8`"),
        ("suit", "7", "expected a set of suits"),
        ("ranks", "♠", "expected a set of ranks"),
        ("either", "♠", "expected a set of ranks"),
    ],
)
def test_a_value_from_the_command_line_is_checked_too(game: Small, option: str, value: str, words: str) -> None:
    (found,) = game.findings({option: value})
    assert words in found.message


def test_python_reads_a_rank_as_its_name(game: Small) -> None:
    settings = {s.name: s.data for s in load(game.path, options={"rank": "K"}).composition.options.values()}
    assert [settings[name] for name in ("rank", "face", "either", "suit", "ranks")] == ["K", "A", None, "♠", ["7", "J"]]


def test_a_variable_that_lasts_begins_with_what_it_starts_with(tmp_path: Path) -> None:
    state = "state:\n  total: {type: int, starts: 12, seen: everybody}\n  seen: {type: int}\n"
    end = Small(tmp_path, "seen = total\ntotal += 1", state).ends()
    assert (end["seen"], end["total"]) == (12, 13)
