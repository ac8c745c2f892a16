"""Moves single cards without a call. Does the same as `statements`, and leaves all other moves to it. Doesn't know the
callers of a procedure."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.statements import Statements
from parlour.lowering.unit import LoweringScope, Unit
from parlour.table.layout import Instance
from parlour.tablecode.build import ONE, ZERO, bit, cell, denied, inverted, minus, plus, store, times


class CardMoves(Statements):
    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        super().__init__(unit, expressions)
        self._hands = self._likely()

    def _likely(self) -> tuple[Instance, ...]:
        """Return the most frequent sources of cards: sets, one for each player, that store no facts about cards."""
        for z, zone in enumerate(self.program.zones):
            of = self.layout.of_zone(z)
            if zone.owner == "player" and all(i.form == "set" and i.turned is None and i.batch is None for i in of):
                return of
        return ()

    def put(self, e: p.Put, scope: LoweringScope) -> t.Block:
        named = self._target(e)
        if named is None:
            return super().put(e, scope)
        to, zone = named
        row, card = self._from_top(e), self.unit.register()
        before, index = self._indexed(zone, scope)
        if row is not None:
            n = self.unit.register()
            moving = (*before, *_top_taken(row, card, n), *self._on_top(card, to, index))
            return (t.Let(n.name, cell(row.at)), *self.only_if(n, moving, e.origin))
        value = self.x.value(e.what, scope)
        if isinstance(value, t.Reg):
            card = value
        moving = self.only_if_there(card, (*before, *self._taken(e, card), *self._on_top(card, to, index)), e.origin)
        if not self.facts.never_none(e.what):
            moving = self.only_if(t.Op(">=", card, ZERO), moving, e.origin)
        return moving if card is value else (t.Let(card.name, value), *moving)

    def only_if(self, test: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        """Move a card if there is one; else fail."""
        return (t.If(denied(test), (t.Do(t.Call("no_card", (self.unit.line(origin),))),)), *moving)

    def only_if_there(self, card: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        """Move a card if it is in the game; here `take` checks that."""
        return moving

    def _indexed(self, zone: p.ZoneAt | None, scope: LoweringScope) -> tuple[t.Block, t.Expr | None]:
        """Return the index of the target zone, computed before the card moves, because it can depend on the card's
        place."""
        if zone is None:
            return (), None
        index = self.x.nth_zone(zone, scope)
        if isinstance(index, t.Reg):
            return (), index
        computed = self.unit.register()
        return (t.Let(computed.name, index),), computed

    def _target(self, e: p.Put) -> tuple[Instance, p.ZoneAt | None] | None:
        """Return the zone that certainly gets the card on top: its first instance, and the zone itself if it is
        another."""
        to = self.folded(e.to)
        if e.kind != "card" or e.place is not None or not isinstance(to, p.ZoneAt):
            return None
        first, named = self.layout.of_zone(to.zone)[0], self.layout.instance(to.zone, to.keys)
        if (
            first.form == "columns"
            or self.layout.is_limited(first)
            or (first.form == "row" and self.layout.shares)
            or (e.face is not None and first.turned is not None)
        ):
            return None
        if named is not None:
            return named, None
        sizes = self.layout.zone_keys[to.zone]
        if not all(map(self.facts.below, to.keys, sizes)):
            return None
        return first, to

    def _from_top(self, e: p.Put) -> Instance | None:
        """Return the row whose top card moves, if that is known before play."""
        if self.layout.pack.guises or self.layout.shares:
            return None
        match self.folded(e.what):
            case p.Sure(p.ZoneEnd(p.ZoneAt(zone, keys), False)) | p.ZoneEnd(p.ZoneAt(zone, keys), False):
                row = self.layout.instance(zone, keys)
                return row if row is not None and row.form == "row" else None
            case _:
                return None

    def _taken(self, e: p.Put, card: t.Expr) -> t.Block:
        """The code that takes a card from its zone."""
        bare = self.bare(card)
        take = t.Do(t.Call("take", (bare, self.unit.line(e.origin))))
        if not self._hands:
            return (take,)
        first, last, zone = self._hands[0], self._hands[-1], self.unit.register()
        hand = t.Op("+", zone, t.Const(first.at - first.number))
        in_hand = t.And((t.Op("<=", t.Const(first.number), zone), t.Op("<=", zone, t.Const(last.number))))
        return (
            t.Let(zone.name, cell(plus(t.Const(self.layout.where), bare))),
            t.If(in_hand, (store(hand, t.Op("^", cell(hand), bit(card))),), (take,)),
        )

    def bare(self, card: t.Expr) -> t.Expr:
        return t.Entry("BARE", card) if self.layout.pack.guises else card

    def _on_top(self, card: t.Expr, to: Instance, index: t.Expr | None) -> t.Block:
        """The code that puts a card on top of a zone."""
        block: list[t.Stmt] = []
        step = 0 if index is None else self._step(to)
        bare = card
        if self.layout.pack.guises:
            identity = bare = self.unit.register()
            block.append(t.Let(identity.name, t.Entry("BARE", card)))
        at = _further(to.at, index, step)
        if to.form == "set":
            block.append(store(at, t.Op("|", cell(at), bit(card))))
        else:
            n, first = self.unit.register(), at
            if index is not None:
                row = first = self.unit.register()
                block.append(t.Let(row.name, at))
            block.append(store(first, t.Bind(n.name, plus(cell(first), 1))))
            block.append(store(plus(first, n), bare))
        block.append(store(plus(t.Const(self.layout.where), bare), _further(to.number, index, 1)))
        block += [
            store(plus(t.Const(mark), bare), t.Const(default)) for mark, default in self.layout.lost_marks(to.zone)
        ]
        if to.batch is not None:
            block.append(store(_further(to.batch, index, 1), bit(card)))
        if self.layout.guise is not None and self.layout.remembers_guise(to.zone):
            size, marks = t.Const(self.layout.pack.size), t.Const(self.layout.marks[self.layout.guise])
            face = minus(t.Op("//", card, size), 1)
            block.append(t.If(t.Op(">=", card, size), (store(plus(marks, bare), face),)))
        return tuple(block)

    def _step(self, to: Instance) -> int:
        """The number of cells from one of the zones to the next."""
        of = self.layout.of_zone(to.zone)
        return max((of[-1].at - to.at) // max(len(of) - 1, 1), 1)


def _further(first: int, index: t.Expr | None, step: int) -> t.Expr:
    return t.Const(first) if index is None else plus(t.Const(first), times(index, step))


def _top_taken(row: Instance, card: t.Reg, n: t.Reg) -> t.Block:
    top = plus(t.Const(row.at), n)
    notes = [noted for noted in (row.turned, row.batch) if noted is not None]
    return (
        t.Let(card.name, cell(top)),
        store(top, ZERO),
        store(row.at, t.Op("-", n, ONE)),
        *(store(noted, t.Op("&", cell(noted), inverted(bit(card)))) for noted in notes),
    )
