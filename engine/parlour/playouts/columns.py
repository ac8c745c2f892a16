"""Computes the numbers that a comparison uses, each with its value for every single game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from parlour import program as p
from parlour.playouts.played import NUMBERS, SEATS, Played
from parlour.playouts.report import of_kind
from parlour.playouts.rows import Rows

Key = tuple[str, str]  # the kind of number, and the player, ending or rule that it belongs to


@dataclass(frozen=True)
class Column:
    """A number for each game, or None. A share has 1 for a game that counts and 0 for one that doesn't."""

    kind: Literal["share", "mean"]
    values: Sequence[int | None]


def columns(played: Played) -> Iterator[tuple[Key, Column]]:
    for seat in range(played.players):
        yield ("won by", f"seat {seat + 1}"), Column("share", [w >> seat & 1 for w in played.winners])
    yield ("won by", "nobody"), Column("share", [int(not w) for w in played.winners])
    for number, word in enumerate(played.words):
        if word in played.ended:
            yield ("ended", word), Column("share", [int(e == number) for e in played.endings])
    yield ("decisions", "mean"), Column("mean", played.lengths)
    for name in of_kind(played, NUMBERS):
        for whose, values in _results(played, name):
            yield (name, whose), Column("mean", values)
    for name in of_kind(played, SEATS):
        for whose, values in _results(played, name):
            if whose == "mean":
                for seat in range(played.players + 1):
                    is_it = [None if v is None else int(v == seat) for v in values]
                    if any(is_it):
                        yield (name, f"seat {seat}" if seat else "nobody"), Column("share", is_it)
    yield from _rules(played)


def _rules(played: Played) -> Iterator[tuple[Key, Column]]:
    """Count how often each rule mattered in the games of the sample; without a sample, how often its steps ran in
    all games."""
    if played.influence is not None:
        games = len(played)
        for rule in played.influence.rules:
            known = played.influence.times(rule)
            yield ("mattered", rule), Column("mean", [*known, *[None] * (games - len(known))])
        return
    for rule in played.firing:
        times = played.fired_by(rule)
        yield ("fired", rule), Column("mean", times)
        yield ("fired in", rule), Column("share", [int(n > 0) for n in times])


def _results(played: Played, name: str) -> Iterator[tuple[str, Sequence[int | None]]]:
    """A result for each player or side, or one; None for games that were cut off, and for a result that is none."""
    result = next(result for result in played.program.results if result.name == name)
    found = played.values[name]
    given = [found.column(at) for at in range(found.shape[1])] if isinstance(found, Rows) else [found]
    none = p.NO_INT if result.type.kind == "int" and result.type.optional else None
    cut = len(played.words) - 1
    word = "side" if result.per == "side" and len(given) != played.players else "seat"
    for number, column in enumerate(given, 1):
        values = [None if e == cut or v == none else v for v, e in zip(column, played.endings, strict=True)]
        yield f"{word} {number}" if isinstance(found, Rows) else "mean", values
