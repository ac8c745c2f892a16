"""Games at the terminal: the arguments of one, what it has printed, and where it is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.play import folders as places
from scaffold.terminal import Printed

ALONE = ("play", "climb", "--seed", "1")


def kept(home: Path) -> list[Path]:
    """The games that wait for their players."""
    return sorted(p for p in (home / "state" / "parlour").glob("*.json") if p != places.last_game())


def tables(printed: Printed) -> list[str]:
    """What was shown before each question."""
    return [text.rpartition("\n\n")[2] for text in printed.out.split("it's your move")[:-1]]


def always(text: str) -> Iterator[str]:
    """The same answer, more often than it can be wanted."""
    for _ in range(500):
        yield text
