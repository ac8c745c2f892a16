"""What one seat has seen happen, in lines for a person who sits there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from parlour.views import SeenEvent
from parlour.views.events import (
    AnswerSealed,
    CardsMoved,
    MatchEnded,
    PlayerAnswered,
    PlayerAsked,
    PlayerLeft,
    lines,
)


def told(events: Sequence[SeenEvent], reader: int | None) -> list[str]:
    """A line for each thing that happened; what follows from an answer is indented under it.

    `reader` is the seat that reads: `you`.
    """
    found: list[str] = []
    chunk: list[SeenEvent] = []
    answer: PlayerAnswered | None = None

    def flush() -> None:
        indent = "    " if answer is not None else "  "
        for stretch in _stretches(_news(chunk, answer)):
            for line in lines(stretch):
                if indent + line not in found[-1:]:
                    found.append(indent + line)
        chunk.clear()

    for event in events:
        match event:
            case PlayerAnswered(seat, _, _, text, misplay):
                flush()
                answer = event
                found.append(f"  {name(seat, reader)}: {text}" + (" (which is not allowed)" if misplay else ""))
            case AnswerSealed(seat, _, text):
                flush()
                answer = None
                found.append(f"  {name(seat, reader)}: {text if text is not None else 'has answered in secret'}")
            case PlayerLeft(seat):
                flush()
                answer = None
                found.append(f"  {name(seat, reader)} {'are' if seat == reader else 'is'} out")
            case PlayerAsked() | MatchEnded():
                pass
            case _:
                chunk.append(event)
    flush()
    return found


def name(seat: int, reader: int | None) -> str:
    return "you" if seat == reader else f"seat {seat}"


def _stretches(events: Sequence[SeenEvent]) -> Iterator[tuple[SeenEvent, ...]]:
    """Parts in which movements may share lines: a zone that has taken cards begins a new one when it gives some."""
    stretch: list[SeenEvent] = []
    targets: set[str] = set()
    for event in events:
        if isinstance(event, CardsMoved):
            if targets & {*event.more, *(card.source for card in event.cards)}:
                yield tuple(stretch)
                stretch, targets = [], set()
            targets.add(event.target)
        stretch.append(event)
    yield tuple(stretch)


def _news(events: Iterable[SeenEvent], answer: PlayerAnswered | None) -> list[SeenEvent]:
    """Without the movement that an answer has told already: `play 4♦`, and 4♦ goes to the pile."""
    found = list(events)
    if answer is not None and found and isinstance(found[0], CardsMoved):
        words = answer.text.split()
        moved = found[0]
        if not moved.more and all(card.card is not None and card.card.split()[0] in words for card in moved.cards):
            return found[1:]
    return found
