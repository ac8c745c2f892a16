"""Values of options that don't fit, as Python reads values, and variables that begin with them."""

from __future__ import annotations

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


WRONG = [
    ("{type: rank, default: 7 8}", "`broken`: expected a rank, found `7 8`"),
    ("{type: rank, default: 2..4}", "`broken`: expected a rank, found `2..4`"),
    ("{type: rank, default: 77}", "the deck has no rank 77"),
    ("{type: rank, default: ♠}", "expected a set of ranks, found a set of suits"),
    ("{type: rank, default: rank}", "unknown name `rank`"),
    ("{type: rank, default: none}", "expected a rank, a suit, a card or a name, found `none`"),
    ("{type: rank or none, default: 7♠}", "expected a set of ranks, found a set of cards"),
    ("{type: suit, default: 7}", "expected a set of suits, found a set of ranks"),
    ("{type: suit, default: ♠ ♥}", "`broken`: expected a suit, found `♠ ♥`"),
    ("{type: suits, default: [7]}", "expected a set of suits, found a set of ranks"),
    ("{type: ranks, default: [♠, ♥]}", "expected a set of ranks, found a set of suits"),
    ("{type: ranks, default: [7, ♥]}", "expected a set of ranks, found a set of suits"),
    ("{type: cards, default: [7]}", "expected a set of cards, found a set of ranks"),
    ("{type: ranks, default: [options.broken]}", "the value of `broken` depends on itself"),
]


@pytest.mark.parametrize(("spec", "words"), WRONG, ids=[spec for spec, _ in WRONG])
def test_a_value_that_does_not_fit_is_an_error_though_nobody_reads_it(tmp_path: Path, spec: str, words: str) -> None:
    text = f"options:\n  broken: {spec[:-1]}, text: broken}}\n"
    found = Small(tmp_path, "nothing", text).findings()
    assert [words in d.message for d in found] == [True], found


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
