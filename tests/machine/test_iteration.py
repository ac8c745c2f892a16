"""Python's iterables have the same members, in the same order, as the domains of loops in table code."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import get_args

import pytest

from parlour import tablecode as t
from parlour.lowering.tables import numbers
from parlour.table.cells import Cells
from parlour.table.layout import Instance, Layout
from parlour.tablecode.iteration import Iteration
from scaffold.routines import GAMES, as_python, hand, layout_at, states, zone

X, Y, Z, M = (t.Reg(name) for name in "xyzm")
LINE = t.Line(0)
CALLS = 6  # in each state

Arguments = Callable[[Layout, Cells, Random], tuple[int, ...]]


def some_seats(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    playing = chance.randrange(1, 1 << layout.players)
    return playing, chance.choice([-1, 1]), chance.randrange(-1, layout.players)


def some_cards(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    """Yield the cards of zones, any cards, and subsets of these."""
    held = chance.choice([hand(layout, chance), *(_cards(layout, s, i) for i in layout.instances)])
    fewer = sum(1 << c for c in range(layout.pack.size) if held >> c & 1 and chance.random() < 0.3)
    return (held & ~fewer if held.bit_count() > 12 else held), fewer


def near_cards(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    """Most cards of four neighbouring ranks, up to four of one and three of each other: the runs of more are many."""
    first, found = chance.randrange(9), 0
    most = chance.sample((4, 3, 3, 3), 4)
    for rank, some in zip(layout.pack.of_rank[first : first + 4], most, strict=True):
        same = [c for c in range(layout.pack.size) if rank & layout.pack.used & 1 << c]
        found |= sum(1 << c for c in chance.sample(same, min(len(same), some)) if chance.random() < 0.9)
    return (found,)


def _cards(layout: Layout, s: Cells, of: Instance) -> int:
    return sum(1 << c for c in layout.contents(s, of))


def of_one_rank(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    return (chance.choice(layout.pack.of_rank) & layout.pack.used & chance.choice([-1, hand(layout, chance)]),)


def lying(form: str) -> Arguments:
    def first_cell(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
        fitting = [i.at for i in layout.instances if i.form == form and (form == "row" or i.room == room(layout))]
        return (chance.choice(fitting),)

    return first_cell


def room(layout: Layout) -> int:
    """The number of columns of the first zone that has any."""
    return next((i.room for i in layout.instances if i.form == "columns"), 0)


def with_places(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    number = zone(layout, chance)
    return (number if number < 0 or layout.instances[number].form != "set" else -1,)


SUBSETS = t.Subsets(X, t.Const(1), t.Absent(), None, 3, LINE)
GROUPS = t.Groups(X, 1, None, LINE)
DOMAINS: dict[str, tuple[t.Domain, Arguments]] = {
    "numbers": (t.Span(X, Y), lambda layout, s, chance: (chance.randrange(-3, 4), chance.randrange(-3, 6))),
    "members": (t.Members(X), some_cards),
    "cards": (t.Cards(X), some_cards),
    "seats": (t.Seats(X, Y, Z, after=False), some_seats),
    "seats after one": (t.Seats(X, Y, Z, after=True), some_seats),
    "sorted seats": (t.Seats(X, Y, Z, after=False, sorted=True), some_seats),
    "ranks": (t.Ranks(X, t.Const(1)), some_cards),
    "ranks with a pair": (t.Ranks(X, t.Const(2)), some_cards),
    "groups": (GROUPS, some_cards),
    "pairs": (t.Groups(X, 2, 2, LINE), some_cards),
    "melds": (t.Melds(X), some_cards),
    "runs": (t.Runs(X, 1, 2, None, LINE), near_cards),
    "long double runs": (t.Runs(X, 2, 3, 4, LINE), near_cards),
    "triple runs": (t.Runs(X, 3, 2, 2, LINE), near_cards),
    "distinct runs": (t.Distinct(t.Runs(X, 1, 3, 3, LINE), Y, True), near_cards),
    "cards of a rank": (t.Alike(X, 1, None, LINE), of_one_rank),
    "two or three of a rank": (t.Alike(X, 2, 3, LINE), of_one_rank),
    "one of a rank": (t.Alike(X, 1, 1, LINE), of_one_rank),
    "subsets": (SUBSETS, some_cards),
    "subsets of a size": (t.Subsets(X, t.Const(0), t.Const(2), 2, None, LINE), some_cards),
    "no subsets": (t.Subsets(X, t.Const(3), t.Const(2), None, None, LINE), some_cards),
    "places": (t.Places(X), with_places),
    "guises": (t.Guises(X, "faces"), some_cards),
    "distinct cards": (t.Distinct(t.Members(X), Y, False), some_cards),
    "distinct subsets": (t.Distinct(SUBSETS, Y, True), some_cards),
    "distinct groups": (t.Distinct(GROUPS, Y, True), some_cards),
}
LYING: dict[str, tuple[Callable[[Layout], t.Domain], Arguments]] = {
    "row": (lambda layout: t.Lying(X, None), lying("row")),
    "columns": (lambda layout: t.Lying(X, room(layout)), lying("columns")),
}


def compare(layout: Layout, of: t.Domain, arguments: Arguments, at: list[Cells], chance: Random) -> int:
    """Compare both, and return the number of loops with members."""
    regs = ("k", "m") if isinstance(of, t.Lying) else ("m",)
    loop = t.For(regs, of, tuple(t.Append("found", t.Reg(reg)) for reg in regs))
    names = as_python(layout, [_listing("iterable", (loop,)), _listing("rewritten", _rewritten(layout, loop))])
    names["faces"] = lambda s, c: 1 << c % 2 if c % 3 else 0
    full = 0
    for s in at:
        for _ in range(CALLS):
            given = (*arguments(layout, s, chance), 0, 0, 0)[:3]
            found = names["iterable"](s, *given)
            assert names["rewritten"](s, *given) == found
            full += bool(found)
    return full


def _rewritten(layout: Layout, loop: t.For) -> t.Block:
    unused = count()
    return Iteration(numbers(layout), lambda: f"t_{next(unused)}").rewritten(loop)


def _listing(name: str, block: t.Block) -> t.Function:
    return t.Function(name, ("x", "y", "z"), (t.Begin("found"), *block, t.Return(t.Reg("found"))))


def has_such(layout: Layout, name: str) -> bool:
    """True if the game has melds, or cards that count as others, if the domain needs them."""
    return layout.program.melding is not None if name == "melds" else name != "guises" or layout.pack.guises


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", DOMAINS)
def test_iterables_have_the_same_members(name: str) -> None:
    of, arguments = DOMAINS[name]
    tables = [(layout_at(*table), of, arguments, states(*table), Random(name)) for table in GAMES]
    full = [compare(*table) for table in tables if has_such(table[0], name)]
    assert all(full) or name == "no subsets"


@pytest.mark.parametrize("form", LYING)
def test_rows_and_columns_have_the_same_cards(form: str) -> None:
    of, arguments = LYING[form]
    tables = [(layout_at(*table), states(*table)) for table in GAMES]
    fitting = [(layout, s) for layout, s in tables if any(i.form == form for i in layout.instances)]
    assert sum(compare(layout, of(layout), arguments, s, Random(form)) for layout, s in fitting) > 0


def test_no_domain_is_forgotten() -> None:
    assert {*map(type, (of for of, _ in DOMAINS.values())), t.Lying} == {*get_args(t.Domain)}


def test_a_loop_that_was_left_leaves_out_the_rest() -> None:
    """The first number from x below 9 that y divides, or -1."""
    divided = t.If(t.Not(t.Op("%", M, Y)), (t.Append("found", M), t.Break()))
    loop = t.For(("m",), t.Span(X, t.Const(9)), (divided,), (t.Append("found", t.Const(-1)),))
    layout = layout_at(*GAMES[0])
    names = as_python(layout, [_listing("sought", _rewritten(layout, loop))])
    assert [names["sought"]([], 5, y, 0) for y in (3, 5, 7, 11)] == [[6], [5], [7], [-1]]
