"""Compiles statements that move cards to closures: putting, dealing, shuffling."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour import program as p
from parlour.interpreter.closures import constant, spend
from parlour.interpreter.context import StatementContext
from parlour.interpreter.looking import static_zone
from parlour.interpreter.recording import note
from parlour.table.cells import Act, Cells, Value
from parlour.table.chance import shuffle_in
from parlour.table.events import Shuffled
from parlour.table.faults import RulesetFault, fault
from parlour.table.layout import DIRECTION, PLAYING, RANDOM, STACKED, Instance
from parlour.table.seats import seats_from
from parlour.table.stacking import stack

Cards = Callable[[Cells], Iterable[int]]
Sorted = Callable[[Cells, int], Iterable[int]]  # the cards of a set, one after the other


def put(x: StatementContext, e: p.Put) -> Act:
    return _noted(x, e, x.compilation.premises.order.walk)


def _noted(x: StatementContext, e: p.Put, sorted_: Sorted) -> Act:
    return _recorded(x, _put(x, e, sorted_), _cards(x, e, sorted_))


def _recorded(x: StatementContext, act: Act, cards: Cards) -> Act:
    """Report to the witness which cards a step moves."""
    if x.witness is None:
        return act
    witness, size = x.witness, x.layout.pack.size

    def recorded(s: Cells) -> None:
        before = witness.before(s, [v % size for v in cards(s) if v >= 0])
        act(s)
        witness.moved(s, before)

    return recorded


def _put(x: StatementContext, e: p.Put, sorted_: Sorted) -> Act:
    plain = e.place is None and (e.face is None or not _may_turn(x, e.to))
    if plain and e.kind == "card":
        return _put_card(x, e)
    if plain and e.kind == "zone":
        return _put_zone(x, e, sorted_)
    return _put_anyhow(x, e, sorted_)


def _may_turn(x: StatementContext, zone: p.Expr) -> bool:
    named = static_zone(x.expressions, zone)
    return named is None or named[0].turned is not None


def _cards(x: StatementContext, e: p.Put, sorted_: Sorted) -> Cards:
    """The card values that are moved, in their order."""
    what = x.expressions.value(e.what)
    if e.kind == "set":
        return lambda s: sorted_(s, what(s))
    if e.kind == "card":
        return lambda s: [what(s)]
    return lambda s: _lying(x, s, x.layout.instances[what(s)], sorted_)


def target(x: StatementContext, zone: p.Expr, origin: p.Origin) -> Value:
    """The number of a zone that cards go to."""
    value = x.expressions.value(zone)
    if x.facts.never_none(zone):
        return value

    def checked(s: Cells) -> int:
        z = value(s)
        if z < 0:
            raise RulesetFault("expected a zone to move cards to, found none", origin)
        return z

    return checked


def _put_card(x: StatementContext, e: p.Put) -> Act:
    what, to = x.expressions.value(e.what), target(x, e.to, e.origin)
    take, laid, where, origin = x.moving.take, x.moving.put, x.layout.where, e.origin
    size, guises = x.layout.pack.size, x.layout.pack.guises
    remember = _remember_guise(x)
    fixed = x.expressions.fixed(e.to)
    from_top = _top_of(x, e.what)
    if from_top is not None and not guises:
        lay = laid[fixed] if fixed is not None else None

        row, take_top = from_top

        def put_top(s: Cells) -> None:
            if not s[row.at]:
                fault("expected a card to move, found none", origin)
            z = to(s)
            c = take_top(s)
            try:
                (lay or laid[z])(s, c)
            except RulesetFault as f:
                raise _at(f, origin) from None

        return put_top

    def put_card(s: Cells) -> None:
        v = what(s)
        if v < 0:
            fault("expected a card to move, found none", origin)
        z = to(s)
        c = v % size if guises else v
        try:
            take[s[where + c]](s, c)
            laid[z](s, c)
        except RulesetFault as f:
            raise _at(f, origin) from None
        if guises:
            remember(s, v, z)

    return put_card


def _top_of(x: StatementContext, what: p.Expr) -> tuple[Instance, Value] | None:
    """Return the row whose top card moves, if it is known before play, and the closure that takes the card."""
    match what:
        case p.Sure(p.ZoneEnd(zone, False)) | p.ZoneEnd(zone, False):
            number = x.expressions.fixed(zone)
            if number is not None and x.layout.instances[number].form == "row":
                row = x.layout.instances[number]
                return row, x.moving.take_from_top(row)
    return None


def _located(act: Act, origin: p.Origin) -> Act:
    """Add this place to runtime errors without a place."""

    def located(s: Cells) -> None:
        try:
            act(s)
        except RulesetFault as f:
            raise _at(f, origin) from None

    return located


def _at(f: RulesetFault, origin: p.Origin) -> RulesetFault:
    return f if f.origin is not None else RulesetFault(f.message, origin)


def _remember_guise(x: StatementContext) -> Callable[[Cells, int, int], None]:
    """Store the guise of a card if the game remembers guises."""
    layout = x.layout
    if layout.guise is None:
        return lambda s, value, number: None
    mark, size = layout.marks[layout.guise], layout.pack.size
    kept = [layout.remembers_guise(i.zone) for i in layout.instances]

    def remember(s: Cells, value: int, number: int) -> None:
        if value >= size and kept[number]:
            s[mark + value % size] = value // size - 1

    return remember


def _put_zone(x: StatementContext, e: p.Put, sorted_: Sorted) -> Act:
    """Move the whole content at once, in its order."""
    what, to, laid, layout, origin = (
        x.expressions.value(e.what),
        target(x, e.to, e.origin),
        x.moving.put,
        x.layout,
        e.origin,
    )

    def put_zone(s: Cells) -> None:
        source, z = what(s), to(s)
        if source == z:
            return
        if source < 0:
            fault("expected a zone to move cards from, found none", origin)
        cards = _emptied(x, s, layout.instances[source], sorted_)
        lay = laid[z]
        for c in cards:
            lay(s, c)
        batch = layout.instances[z].batch
        if batch is not None and cards:
            s[batch] = sum(1 << c for c in cards)

    return _located(put_zone, e.origin)


def _lying(x: StatementContext, s: Cells, i: Instance, sorted_: Sorted) -> Iterable[int]:
    """The cards of a zone, in their order."""
    return sorted_(s, s[i.at]) if i.form == "set" else x.layout.contents(s, i)


def _emptied(x: StatementContext, s: Cells, i: Instance, sorted_: Sorted) -> list[int]:
    """Empty a zone and return the cards that it had."""
    cards = list(_lying(x, s, i, sorted_))
    if i.form == "row":
        end = x.layout.shared_space.stop if x.layout.shares else i.at + 1 + len(cards)
        first = x.layout.foot(s, i) + 1
        s[first:end] = [*s[first + len(cards) : end], *([0] * len(cards))]
        s[i.at] = 0
    elif i.form == "set":
        s[i.at] = 0
    else:
        s[i.at : i.at + i.room] = [0] * i.room
    for cell in (i.turned, i.batch):
        if cell is not None:
            s[cell] = 0
    return cards


def _put_anyhow(x: StatementContext, e: p.Put, sorted_: Sorted) -> Act:
    """Move any number of cards, to any place, turned or not."""
    cards, to, move = _cards(x, e, sorted_), target(x, e.to, e.origin), _mover(x, e)
    place = x.expressions.value(e.place) if e.place is not None else None

    def put_anyhow(s: Cells) -> None:
        values = cards(s)
        z = to(s)
        at = place(s) if place is not None else None
        move(s, values, z, at)

    return _located(put_anyhow, e.origin)


def _mover(x: StatementContext, e: p.Put | p.PutRun) -> Callable[[Cells, Iterable[int], int, int | None], None]:
    """Return a function that moves cards to a zone, one after the other, to the top or to a place."""
    layout, moving, origin = x.layout, x.moving, e.origin
    remember, size, up = _remember_guise(x), layout.pack.size, e.face == "up"

    def move(s: Cells, values: Iterable[int], z: int, at: int | None) -> None:
        moved = 0
        for k, v in enumerate(values):
            if v < 0:
                fault("expected a card to move, found none", origin)
            c = v % size
            moving.take[s[layout.where + c]](s, c)
            if at is None:
                moving.put[z](s, c)
            else:
                moving.insert(s, c, layout.instances[z], at + k, origin)
            remember(s, v, z)
            moved |= 1 << c
        i = layout.instances[z]
        if i.batch is not None and moved:
            s[i.batch] = moved
        if up and i.turned is not None:
            s[i.turned] |= moved

    return move


def put_run(x: StatementContext, e: p.PutRun) -> Act:
    """Move a card of a row and all cards above it."""
    source, start, to = x.expressions.value(e.zone), x.expressions.value(e.start), x.expressions.value(e.to)
    place = x.expressions.value(e.place) if e.place is not None else None
    layout, move, size = x.layout, _mover(x, e), x.layout.pack.size

    def run(s: Cells, a: int, v: int) -> list[int]:
        i = layout.instances[a]
        if v < 0 or i.form != "row" or s[layout.where + v % size] != a:
            return []
        lying = layout.contents(s, i)
        return lying[lying.index(v % size) :]

    def put(s: Cells) -> None:
        a, v, z, at = source(s), start(s), to(s), place(s) if place is not None else None
        if a < 0:
            raise RulesetFault("expected a zone to move cards from, found none")
        i, cards = layout.instances[a], run(s, a, v)
        name = layout.program.zones[i.zone].name
        if v < 0:
            raise RulesetFault("expected a card to move, found none")
        if i.form != "row":
            raise RulesetFault(f"`{name}` has no order: no card is above another")
        if not cards:
            raise RulesetFault(f"this card is not in `{name}`")
        if z < 0:
            raise RulesetFault("expected a zone to move cards to, found none")
        if z == a and at is not None and at > (others := s[i.at] - len(cards)):
            raise RulesetFault(f"`{name}` has no place {at}: its size is {others}")
        move(s, cards, z, at)

    return _recorded(x, _located(put, e.origin), lambda s: run(s, source(s), start(s)))


# ---------------------------------------------------------------- dealing


def _give(x: StatementContext) -> Callable[[Cells, int, int], bool]:
    """Moves the top card of one zone to another; false when there is none."""
    layout, laid = x.layout, x.moving.put
    tops = [x.moving.take_from_top(i) if i.form == "row" else None for i in layout.instances]
    witness = x.witness

    def give(s: Cells, source: int, to: int) -> bool:
        take = tops[source]
        if take is None:
            zone = layout.program.zones[layout.instances[source].zone].name
            raise RulesetFault(f"`{zone}` has no order: there is no top card to deal")
        if witness is None:
            c = take(s)
            if c < 0:
                return False
            laid[to](s, c)
            return True
        i = layout.instances[source]
        if not s[i.at]:
            return False
        before = witness.before(s, [s[layout.foot(s, i) + s[i.at]]])
        laid[to](s, take(s))
        witness.moved(s, before)
        return True

    return give


def deal_to(x: StatementContext, e: p.DealTo) -> Act:
    count, source, to = x.expressions.value(e.count), target(x, e.source, e.origin), target(x, e.to, e.origin)
    give, steps, origin = _give(x), x.compilation.scratch.steps, e.origin

    def deal(s: Cells) -> None:
        n, a, b = count(s), source(s), to(s)
        spend(s, steps, max(n, 0), origin)
        for _ in range(n):
            if not give(s, a, b):
                break

    return _located(deal, e.origin)


def deal_round(x: StatementContext, e: p.DealRound) -> Act:
    count, source = x.expressions.value(e.count), target(x, e.source, e.origin)
    start = x.expressions.value(e.start) if e.start is not None else constant(0)
    base, give, steps, origin = x.layout.bases[e.zone], _give(x), x.compilation.scratch.steps, e.origin

    def deal(s: Cells) -> None:
        n, a = count(s), source(s)
        seats = seats_from(s[PLAYING], s[DIRECTION], start(s), False)
        spend(s, steps, max(n, 0) * len(seats), origin)
        for _ in range(n):
            for seat in seats:
                if not give(s, a, base + seat):
                    return

    return _located(deal, e.origin)


# ---------------------------------------------------------------- shuffling


def shuffle(x: StatementContext, e: p.Shuffle) -> Act:
    layout, zone = x.layout, target(x, e.zone, e.origin)
    gather = None
    if e.what is not None and e.kind is not None:
        gather = _noted(x, p.Put(e.what, e.kind, e.zone, None, None, e.origin), x.compilation.premises.order.packed)
    before = None if e.what is None else x.expressions.value(e.what)
    recorded = x.witness is not None

    def shuffle_zone(s: Cells) -> None:
        if before is not None:
            before(s)  # it is written first, so its errors come first
        number = zone(s)
        i = layout.instances[number]
        if i.form != "row":
            raise RulesetFault(f"`{layout.program.zones[i.zone].name}` has no order to shuffle")
        if gather is not None:
            gather(s)
        if s[STACKED]:
            stack(layout, s, i)
        else:
            shuffle_in(s, RANDOM, layout.foot(s, i) + 1, s[i.at])
        for cell in (i.turned, i.batch):
            if cell is not None:
                s[cell] = 0
        if recorded:
            note(Shuffled(number))

    return _located(shuffle_zone, e.origin)
