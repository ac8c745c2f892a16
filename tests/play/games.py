"""Games at the terminal: their arguments, their output, and their saves."""

from collections.abc import Iterator
from pathlib import Path

from parlour.terminal import files as places
from scaffold.terminal import Printed

ALONE = ("play", "climb", "--level", "0", "--seed", "1")


def kept(home: Path) -> list[Path]:
    """Return the saved games that aren't over."""
    return sorted(p for p in (home / "state" / "parlour").glob("*.json") if p != places.last_game())


def tables(printed: Printed) -> list[str]:
    """Return the table shown before each question."""
    return [text.rpartition("\n\n")[2] for text in printed.out.split("it's your move")[:-1]]


def always(text: str) -> Iterator[str]:
    """Return the same answer, more often than play can ask."""
    for _ in range(500):
        yield text
