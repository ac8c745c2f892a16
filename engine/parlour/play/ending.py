"""Writes the lines about the end of a match: why it is over, who wins, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.base.printable import capitalised, value_word
from parlour.play.labels import Labels
from parlour.states.outcomes import Outcome


def outcome_lines(outcome: Outcome, reason: str, labels: Labels) -> Iterator[str]:
    """Yield the lines, however long."""
    yield "The match is over" + (f": {reason}." if reason else ".")
    yield winners(outcome.winners, labels)
    for result in labels.layout.program.results:
        if result.name not in outcome.values:
            continue
        value, what = outcome.values[result.name], labels.result(result.name)
        if not isinstance(value, Mapping):
            yield f"  {what}: {labels.value(result.type, value_word(value))}"
            continue
        holder = labels.side if result.per == "side" else labels.seat
        if result.type.kind == "int" and result.type.optional:
            line = labels.ranked(what, {holder(key): value[key] for key in value})
        else:
            line = f"{what}: {', '.join(labels.number(holder(key), value_word(value[key])) for key in value)}"
        yield from [f"  {line}"] if line else []


def winners(seats: tuple[int, ...], labels: Labels) -> str:
    if not seats:
        return "Nobody wins."
    one = len(seats) == 1 and labels.reader not in seats
    return f"{capitalised(labels.seats(seats))} {'wins' if one else 'win'}."
