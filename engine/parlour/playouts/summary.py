"""What many games tell, in words for people and as data for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.playouts.result import Playouts

SEATS = ("player", "side")
NUMBERS = ("int", "bool")

Cell = tuple[str, str]  # a word and a number


def quantiles(lengths: Sequence[int]) -> dict[str, int]:
    """The shortest and the longest, and those below which a twentieth, a quarter … of all are."""
    ordered, last = sorted(lengths), len(lengths) - 1
    places = {"least": 0.0, "5 %": 0.05, "25 %": 0.25, "50 %": 0.5, "75 %": 0.75, "95 %": 0.95, "most": 1.0}
    return {name: ordered[round(place * last)] for name, place in places.items()}


def data(played: Playouts) -> dict[str, object]:
    return {
        "game": played.program.id,
        "digest": played.program.digest,
        "rules": list(played.rules),
        "options": {option.name: option.value for option in played.program.options},
        "players": played.players,
        "games": len(played),
        "seed": played.seed,
        "policy": played.policy,
        "from_state": played.from_state,
        "wins": list(played.wins),
        "ended": played.ended,
        "decisions": {"mean": played.length, **quantiles(played.lengths)},
        "means": {name: _plain(played.mean(name)) for name in _of_kind(played, NUMBERS)},
        "shares": {name: played.shares(name) for name in _of_kind(played, SEATS)},
        "fired": {rule: {"times": fired.times, "games": fired.games} for rule, fired in played.firing.items()},
    }


def _of_kind(played: Playouts, kinds: Sequence[str]) -> list[str]:
    return [r.name for r in played.program.results if r.name in played.values and r.type.kind in kinds]


def _plain(mean: float | tuple[float, ...]) -> object:
    """JSON knows no number that is none."""
    if isinstance(mean, tuple):
        return [_plain(each) for each in mean]
    return None if math.isnan(mean) else mean


# ---------------------------------------------------------------- for people


def lines(played: Playouts) -> Iterator[str]:
    games = len(played)
    of = "one game" if games == 1 else f"{games:,} games"
    how = "by the policy of the ruleset" if played.policy == "ruleset" else "by any legal move"
    yield f"{played.program.title} for {played.players}: {of} of seed {played.seed}, at random {how}"
    yield ""
    nobody = sum(1 for winners in played.winners if not winners) / games
    yield from _row("won by", [*_seats(played.wins), *([("nobody", _share(nobody))] if nobody else [])])
    yield from _row("ended", [(_ending(word), _share(count / games)) for word, count in played.ended.items()])
    middle = [(word, f"{length:,}") for word, length in quantiles(played.lengths).items()]
    yield from _row("decisions", [("mean", f"{played.length:,.1f}"), *middle])
    for name in _of_kind(played, NUMBERS):
        yield from _row(name, _means(played, name))
    for name in _of_kind(played, SEATS):
        yield from _row(name, _shares(played, name))
    if played.firing:
        yield ""
        yield "How often each rule fired"
        width = max(map(len, played.firing))
        for rule, fired in played.firing.items():
            often = f"{fired.times / games:>9,.3f} a game"
            yield f"  {rule:<{width}}  {often}, in {100 * fired.games / games:5.1f} % of the games"
    if played.cut_off:
        yield ""
        yield f"{played.cut_off:,} of the games were cut off after {played.most:,} decisions; nobody has won them."


def _ending(word: str) -> str:
    return "in no named way" if word == "undecided" else word


def _means(played: Playouts, name: str) -> list[Cell]:
    mean = played.mean(name)
    if isinstance(mean, float):
        return [("mean", _number(mean))]
    result = next(result for result in played.program.results if result.name == name)
    word = "side" if result.per == "side" and len(mean) != played.players else "seat"
    return [(f"{word} {n}", _number(v)) for n, v in enumerate(mean, 1)]


def _shares(played: Playouts, name: str) -> list[Cell]:
    shares = played.shares(name)
    if isinstance(shares, tuple):
        return []  # who is whose: too much for a line
    return [(f"seat {seat}" if seat else "nobody", _share(share)) for seat, share in shares.items()]


def _seats(shares: Sequence[float]) -> list[Cell]:
    return [(f"seat {n}", _share(share)) for n, share in enumerate(shares, 1)]


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:,.2f}"


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"


def _row(name: str, cells: Sequence[Cell]) -> Iterator[str]:
    """A few numbers in a line."""
    for start in range(0, len(cells), 8):
        row = "   ".join(f"{word} {number}" for word, number in cells[start : start + 8])
        yield f"  {name if not start else '':<10}  {row}"
