"""Compiles expressions about zones, marks, the table and the places of cards to closures.

It reads a named zone directly, and finds a computed one in a table of closures, one for each zone at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour import program as p
from parlour.interpreter.closures import constant
from parlour.interpreter.expression_compiler import ExpressionCompiler
from parlour.table.cells import Cells, Value
from parlour.table.layout import DIRECTION, NOWHERE, PLAYING, Instance, Layout
from parlour.table.places import place_in
from parlour.table.seats import next_after, seats_from

# ---------------------------------------------------------------- zones


def static_zone(x: ExpressionCompiler, zone: p.Expr) -> tuple[Instance, Value | None] | None:
    """The zone that an expression certainly names: an instance, and the key to count from there."""
    match zone:
        case p.ZoneAt(z, keys):
            named = x.layout.instance(z, keys)
            return (x.layout.of_zone(z)[0], x.nth_zone(zone)) if named is None else (named, None)
    return None


def by_instance(x: ExpressionCompiler, zone: p.Expr, one: Callable[[Instance], Value], nothing: int) -> Value:
    """Reads a zone that is only known at run time. For no zone it gives `nothing`."""
    closures = [*(one(i) for i in x.layout.instances), constant(nothing)]
    which = x.value(zone)
    return lambda s: closures[which(s)](s)


def _cards_in(layout: Layout, i: Instance) -> Value:
    at, room = i.at, i.room
    if i.form == "set":
        return lambda s: s[at]
    if i.form == "row" and layout.shares:
        return lambda s: sum(1 << c for c in layout.contents(s, i))
    if i.form == "row":

        def in_row(s: Cells) -> int:
            found = 0
            for c in s[at + 1 : at + 1 + s[at]]:
                found |= 1 << c
            return found

        return in_row

    def in_columns(s: Cells) -> int:
        found = 0
        for c in s[at : at + room]:
            if c:
                found |= 1 << c - 1
        return found

    return in_columns


def zone_cards(x: ExpressionCompiler, e: p.ZoneCards) -> Value:
    named = static_zone(x, e.zone)
    if named is None:
        return by_instance(x, e.zone, lambda i: _cards_in(x.layout, i), 0)
    first, key = named
    if key is None:
        return _cards_in(x.layout, first)
    if first.form == "set":
        at, cell = first.at, x.sure_cell(e.zone)
        if cell is not None:
            return lambda s: s[at + s[cell]]
        return lambda s: s[at + key(s)]
    closures = [_cards_in(x.layout, i) for i in x.layout.of_zone(first.zone)]
    return lambda s: closures[key(s)](s)


def _size_of(i: Instance) -> Value:
    at, room = i.at, i.room
    if i.form == "set":
        return lambda s: s[at].bit_count()
    if i.form == "row":
        return lambda s: s[at]
    return lambda s: room - s[at : at + room].count(0)


def zone_size(x: ExpressionCompiler, e: p.ZoneSize) -> Value:
    named = static_zone(x, e.zone)
    if named is None:
        return by_instance(x, e.zone, _size_of, 0)
    first, key = named
    if key is None:
        return _size_of(first)
    at, cell = first.at, x.sure_cell(e.zone)
    if first.form == "set" and cell is not None:
        return lambda s: s[at + s[cell]].bit_count()
    if first.form == "set":
        return lambda s: s[at + key(s)].bit_count()
    closures = [_size_of(i) for i in x.layout.of_zone(first.zone)]
    return lambda s: closures[key(s)](s)


def _end_of(layout: Layout, i: Instance, bottom: bool) -> Value:
    """The outermost card, with what it counts as."""
    at, room = i.at, i.room
    assert i.form != "set", "a zone without an order has no top"
    if i.form == "row":
        if layout.remembers_guise(i.zone):
            return _guised(layout, _bare_end(layout, i, bottom))
        return _bare_end(layout, i, bottom)
    columns = range(at, at + room) if bottom else range(at + room - 1, at - 1, -1)

    def outermost(s: Cells) -> int:
        for cell in columns:
            if s[cell]:
                return s[cell] - 1
        return p.NONE

    return _guised(layout, outermost) if layout.remembers_guise(i.zone) else outermost


def _bare_end(layout: Layout, i: Instance, bottom: bool) -> Value:
    at = i.at
    if layout.shares:
        return lambda s: s[layout.foot(s, i) + (1 if bottom else s[at])] if s[at] else -1
    if bottom:
        return lambda s: s[at + 1] if s[at] else -1

    def top(s: Cells) -> int:
        n = s[at]
        return s[at + n] if n else -1

    return top


def _guised(layout: Layout, card: Value) -> Value:
    assert layout.guise is not None
    mark, size = layout.marks[layout.guise], layout.pack.size

    def guised(s: Cells) -> int:
        c = card(s)
        return c + size * (1 + s[mark + c]) if c >= 0 else c

    return guised


def zone_end(x: ExpressionCompiler, e: p.ZoneEnd) -> Value:
    named = static_zone(x, e.zone)
    if named is None:
        return by_instance(x, e.zone, lambda i: _end_or_none(x.layout, i, e.bottom), p.NONE)
    first, key = named
    if key is None:
        return _end_of(x.layout, first, e.bottom)
    closures = [_end_of(x.layout, i, e.bottom) for i in x.layout.of_zone(first.zone)]
    return lambda s: closures[key(s)](s)


def _end_or_none(layout: Layout, i: Instance, bottom: bool) -> Value:
    return constant(p.NONE) if i.form == "set" else _end_of(layout, i, bottom)


def zone_place(x: ExpressionCompiler, e: p.ZonePlace) -> Value:
    place, layout = x.value(e.place), x.layout

    def one(i: Instance) -> Value:
        at, room = i.at, i.room
        if i.form == "set":
            return constant(p.NONE)
        if i.form == "row":

            def card(s: Cells) -> int:
                k = place(s)
                return s[layout.foot(s, i) + k] if 0 < k <= s[at] else p.NONE
        else:

            def card(s: Cells) -> int:
                k = place(s)
                return s[at + k - 1] - 1 if 0 < k <= room else p.NONE

        return _guised(layout, card) if layout.remembers_guise(i.zone) else card

    named = static_zone(x, e.zone)
    if named is None:
        return by_instance(x, e.zone, one, p.NONE)
    first, key = named
    if key is None:
        return one(first)
    closures = [one(i) for i in x.layout.of_zone(first.zone)]
    return lambda s: closures[key(s)](s)


# ---------------------------------------------------------------- cards where they lie


def bare_card(x: ExpressionCompiler, card: p.Expr) -> Value:
    """The identity of a card value, or none."""
    value = x.value(card)
    if not x.layout.pack.guises:
        return value
    bare = x.layout.pack.bare
    return lambda s: bare[value(s)]


def mark(x: ExpressionCompiler, e: p.MarkAt) -> Value:
    at, card, default = x.layout.marks[e.mark], bare_card(x, e.card), x.program.marks[e.mark].default
    if x.facts.never_none(e.card):
        return lambda s: s[at + card(s)]

    def of(s: Cells) -> int:
        c = card(s)
        return s[at + c] if c >= 0 else default

    return of


def where_is(x: ExpressionCompiler, e: p.WhereIs) -> Value:
    at, card = x.layout.where, bare_card(x, e.card)
    if x.facts.never_none(e.card):
        return lambda s: s[at + card(s)]

    def where(s: Cells) -> int:
        c = card(s)
        return s[at + c] if c >= 0 else NOWHERE

    return where


def place_of(x: ExpressionCompiler, e: p.PlaceOf) -> Value:
    layout, card = x.layout, bare_card(x, e.card)

    def place(s: Cells) -> int:
        c = card(s)
        return place_in(layout, s, c) if c >= 0 else 0

    return place


def face_up_cards(x: ExpressionCompiler, _: p.FaceUpCards) -> Value:
    cells = [i.turned for i in x.layout.instances if i.turned is not None]

    def up(s: Cells) -> int:
        found = 0
        for cell in cells:
            found |= s[cell]
        return found

    return up


def face_up(x: ExpressionCompiler, e: p.FaceUp) -> Value:
    """Return a closure that tests whether a card is face up; in a zone that turns no cards, none is."""
    where, card = x.layout.where, bare_card(x, e.card)
    turned = [i.turned for i in x.layout.instances]

    def up(s: Cells) -> int:
        c = card(s)
        if c < 0 or s[where + c] < 0:
            return 0
        cell = turned[s[where + c]]
        return 0 if cell is None else s[cell] >> c & 1

    return up


# ---------------------------------------------------------------- players


def seat_order(x: ExpressionCompiler, e: p.SeatOrder) -> Callable[[Cells], Sequence[int]]:
    start, after = x.value(e.start), e.after
    if x.compilation.premises.everybody_plays and x.compilation.premises.one_direction:
        orders = [seats_from(x.layout.everyone, 1, seat, after) for seat in range(x.layout.players)] + [()]
        return lambda s: orders[start(s)]
    return lambda s: seats_from(s[PLAYING], s[DIRECTION], start(s), after)


def next_seat(x: ExpressionCompiler, e: p.NextSeat) -> Value:
    everybody, direction = x.compilation.premises.everybody_plays, x.compilation.premises.one_direction
    player, sign = x.value(e.player), -1 if e.before else 1
    if everybody and direction:
        table = (*(next_after(x.layout.everyone, sign, seat) for seat in range(x.layout.players)), p.NONE)
        cell = x.cell_of(e.player)
        if cell is not None:
            return lambda s: table[s[cell]]
        return lambda s: table[player(s)]
    return lambda s: next_after(s[PLAYING], sign * s[DIRECTION], player(s))
