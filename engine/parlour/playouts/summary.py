"""What many games tell, in words for people and as data for programs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parlour.playouts import margins

if TYPE_CHECKING:
    from parlour.playouts.result import Playouts

SEATS = ("player", "side")
NUMBERS = ("int", "bool")
WIDTH = 100

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
        "margins": {
            "wins": [margins.of_share(round(share * len(played)), len(played)) for share in played.wins],
            "decisions": _plain(margins.of_mean(played.lengths)),
            "means": {name: _plain(played.margin(name)) for name in _of_kind(played, NUMBERS)},
        },
        "fired": {rule: {"times": fired.times, "games": fired.games} for rule, fired in played.firing.items()},
        "never_fire": list(played.silent),
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
    winning = Counter(played.winners)
    nobody = winning[0]
    won = [(f"seat {n}", _share(round(share * games), games)) for n, share in enumerate(played.wins, 1)]
    yield from _row("won by", [*won, *([("nobody", _share(nobody, games))] if nobody else [])])
    shared = sum(count for winners, count in winning.items() if winners & winners - 1)
    if shared:
        yield f"  {'':<10}  (each of several who won together counts: {100 * shared / games:.1f} % of the games)"
    yield from _row("ended", [(_ending(word), _share(count, games)) for word, count in played.ended.items()])
    middle = [(word, f"{length:,}") for word, length in quantiles(played.lengths).items()]
    mean = f"{played.length:,.1f}{_off(margins.of_mean(played.lengths), 1)}"
    yield from _row("decisions", [("mean", mean), *middle])
    for name in _of_kind(played, NUMBERS):
        yield from _row(name, _means(played, name))
    for name in _of_kind(played, SEATS):
        yield from _row(name, _shares(played, name))
    yield from _firing(played)
    if games > 1:
        yield ""
        yield "± says how far off a number may be by chance: of 100 numbers, 95 are not farther from the true ones."
    if played.cut_off:
        yield ""
        yield f"{played.cut_off:,} of the games were cut off after {played.most:,} decisions; nobody has won them."


def _firing(played: Playouts) -> Iterator[str]:
    games = len(played)
    rules = [rule for rule in played.rules if rule in played.firing or rule in played.silent]
    if not rules:
        return
    yield ""
    yield "How often each rule fired"
    width = max(map(len, rules))
    for rule in rules:
        fired = played.firing.get(rule)
        if fired is None:
            often = f"{'–':>9}"
        elif not fired.times:
            often = f"{'never':>9}"
        else:
            off = _off(margins.of_mean(played.fired_by(rule)), 3)
            often = f"{fired.times / games:>9,.3f}{off} a game, in {_share(fired.games, games)} of the games"
        yield f"  {rule:<{width}}  {often}"
    if played.silent:
        yield "  (– never fires: it only sets values, or forbids)"


def _ending(word: str) -> str:
    return "in no named way" if word == "undecided" else word


def _means(played: Playouts, name: str) -> list[Cell]:
    mean, margin = played.mean(name), played.margin(name)
    if isinstance(mean, float):
        assert isinstance(margin, float), "it has the form of the mean"
        return [("mean", _number(mean, margin))]
    assert isinstance(margin, tuple), "it has the form of the mean"
    result = next(result for result in played.program.results if result.name == name)
    word = "side" if result.per == "side" and len(mean) != played.players else "seat"
    return [(f"{word} {n}", _number(v, off)) for n, (v, off) in enumerate(zip(mean, margin, strict=True), 1)]


def _shares(played: Playouts, name: str) -> list[Cell]:
    shares, games = played.shares(name), len(played) - played.cut_off
    if isinstance(shares, tuple):
        return []  # who is whose: too much for a line
    return [
        (f"seat {seat}" if seat else "nobody", _share(round(share * games), games)) for seat, share in shares.items()
    ]


def _number(value: float, margin: float) -> str:
    return "–" if math.isnan(value) else f"{value:,.2f}{_off(margin, 2)}"


def _share(count: int, games: int) -> str:
    off = _off(100 * margins.of_share(count, games), 1) if games > 1 else ""
    return f"{100 * count / games:.1f} %{off}"


def _off(margin: float, places: int) -> str:
    return "" if math.isnan(margin) else f" ± {margin:,.{places}f}"


def _row(name: str, cells: Sequence[Cell]) -> Iterator[str]:
    """A few numbers in a line, as many as there is room for."""
    row, first = "", True
    for word, number in cells:
        cell = f"{word} {number}"
        if row and len(row) + len(cell) > WIDTH:
            yield f"  {name if first else '':<10}  {row}"
            row, first = "", False
        row = f"{row}   {cell}" if row else cell
    if row:
        yield f"  {name if first else '':<10}  {row}"
