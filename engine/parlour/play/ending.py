"""Writes the lines about the end of a match: why it is over, who wins, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.base.printable import value_word
from parlour.cli.console import broken
from parlour.play.labels import Labels, name
from parlour.states.outcomes import Outcome
from parlour.table.layout import Layout


def outcome_lines(outcome: Outcome, reason: str, layout: Layout, reader: int | None) -> Iterator[str]:
    yield from broken("The match is over" + (f": {reason}." if reason else "."), 2)
    yield _winners(outcome.winners, reader)
    for result in layout.program.results:
        if result.name not in outcome.values:
            continue
        value, labels = outcome.values[result.name], Labels(layout, reader)
        what = labels.result(result.name)
        if not isinstance(value, Mapping):
            yield f"  {what}: {labels.value(result.type, value_word(value))}"
            continue
        holder = labels.side if result.per == "side" else labels.seat
        if result.type.kind == "int" and result.type.optional:
            told = labels.ranked(what, {holder(key): value[key] for key in value})
        else:
            told = f"{what}: {', '.join(labels.number(holder(key), value_word(value[key])) for key in value)}"
        yield from broken(f"  {told}") if told else ()


def _winners(winners: tuple[int, ...], reader: int | None) -> str:
    if not winners:
        return "Nobody wins."
    names = [name(seat, reader) for seat in winners]
    told = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    one = len(names) == 1 and names[0] != "you"
    return f"{told[0].upper()}{told[1:]} {'wins' if one else 'win'}."
