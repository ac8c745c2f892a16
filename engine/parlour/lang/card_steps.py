"""Lowers the steps that handle cards: moving, dealing, shuffling, turning, showing, and what a card counts as."""

from __future__ import annotations

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.expressions import Expressions
from parlour.lang.handling import needs_column, needs_count, needs_order, needs_turning
from parlour.lang.questions import StepContext
from parlour.lang.symbols import ERROR, Tables, Typed, origin
from parlour.program import Const, Expr, Type, fold


class CardSteps:
    """Lowers the steps of one composition that handle cards."""

    def __init__(self, tables: Tables, expressions: Expressions) -> None:
        self.tables = tables
        self.expressions = expressions

    def _origin(self, node: s.Node, place: StepContext) -> ir.Origin:
        return origin(place.scope.document, node.span)

    def _value(self, node: s.Expr, place: StepContext, want: Type | None = None) -> Typed:
        return self.expressions.lower(node, place.scope, want)

    def _things(self, node: s.Expr, place: StepContext) -> tuple[Expr, str] | None:
        """Lower the cards that a step handles. Return the expression, and whether it is a card, a set or a zone."""
        value = self.expressions.hinted(node, place.scope, types.CARDS)
        if value.type == ERROR:
            return None
        if value.type.kind == "zone":
            return self.expressions.needed(value.expr, value.type, node), "zone"
        if value.type.kind == "card" and not types.is_literal(value.type):
            return self.expressions.needed(value.expr, value.type, node), "card"
        return self.expressions.fit(value, types.CARDS, node).expr, "set"

    def move(self, node: s.Move, place: StepContext) -> t.Tree:
        things = self._things(node.cards, place)
        if node.start is not None and things is not None and things[1] != "zone":
            self._no_run(node, node.start)
            return t.NOTHING
        start = None if node.start is None else self._value(node.start, place, types.CARD)
        to = self._value(node.to, place, types.ZONE)
        if things is None or to.type == ERROR:
            return t.NOTHING
        at: Expr | None = None
        if node.end == "bottom":
            at = Const(0)
            needs_order(self.tables, to.expr, node.to.span, "bottom")
        if node.place is not None:
            at = self._value(node.place, place, types.INT).expr
            needs_order(self.tables, to.expr, node.to.span, "at", columns=True)
            needs_column(self.tables, to.expr, at, node.place.span)
        face = node.face
        if face is not None:
            needs_turning(self.tables, to.expr, node.to.span)
        where = self._origin(node, place)
        if start is not None:
            return self._run(node, things, start.expr, ir.PutRun(things[0], start.expr, to.expr, at, face, where))  # type: ignore[arg-type]  # as parsed
        return t.Plain(ir.Put(things[0], things[1], to.expr, at, face, where))  # type: ignore[arg-type]  # as parsed

    def _run(self, node: s.Move, things: tuple[Expr, str], start: Expr, step: ir.PutRun) -> t.Tree:
        needs_order(self.tables, things[0], node.cards.span, "run")
        return t.Plain(step)

    def _no_run(self, node: s.Move, start: s.Expr) -> None:
        """Report `from` after cards: they are where they are, and `from` divides a zone."""
        cards, to = node.cards.span.text, node.to.span.text
        message = f"expected an ordered zone before `from`, found `{cards}`"
        help = f"cards are moved from where they are: write `move {cards} to {to}`"
        self.tables.error("type", message, node.cards.span, help=help)

    def deal(self, node: s.Deal, place: StepContext) -> t.Tree:
        count = self._value(node.count, place, types.INT).expr
        source = self._value(node.source, place, types.ZONE)
        if source.type == ERROR:
            return t.NOTHING
        needs_count(self.tables, count, node.count.span)
        needs_order(self.tables, source.expr, node.source.span, "deal")
        where = self._origin(node, place)
        if not node.each:
            to = self._value(node.to, place, types.ZONE)
            return t.Plain(ir.DealTo(count, source.expr, to.expr, where))
        zone = self.tables.zones.get(node.to.id) if isinstance(node.to, s.Name) else None
        if zone is None and self._value(node.to, place).type == ERROR:
            return t.NOTHING
        if zone is None or [key.kind for key in self.tables.zone_list[zone].keys] != ["player"]:
            message = "expected a zone that every player has, such as `hand`, after `each`"
            self.tables.error("zone", message, node.to.span)
            return t.NOTHING
        start = None if node.start is None else self._value(node.start, place, types.PLAYER).expr
        return t.Plain(ir.DealRound(count, source.expr, zone, start, where))

    def shuffle(self, node: s.Shuffle, place: StepContext) -> t.Tree:
        where = self._origin(node, place)
        if node.into is None:
            zone = self._value(node.cards, place, types.ZONE)
            needs_order(self.tables, zone.expr, node.cards.span, "shuffle")
            return t.Plain(ir.Shuffle(zone.expr, None, None, where))
        things, into = self._things(node.cards, place), self._value(node.into, place, types.ZONE)
        if things is None or into.type == ERROR:
            return t.NOTHING
        needs_order(self.tables, into.expr, node.into.span, "into")
        what, kind = (fold.single(things[0]), "set") if things[1] == "card" else things
        return t.Plain(ir.Shuffle(into.expr, what, kind, where))  # type: ignore[arg-type]  # set or zone by now

    def turn(self, node: s.Turn, place: StepContext) -> t.Tree:
        value = self._value(node.cards, place, types.CARDS)
        if value.type != ERROR:
            needs_turning(self.tables, value.expr, node.cards.span)
        return t.Plain(ir.TurnOver(value.expr, node.up))

    def show(self, node: s.Show, place: StepContext) -> t.Tree:
        cards = self._value(node.cards, place, types.CARDS).expr
        to = ir.Seated("everyone") if node.to is None else self._value(node.to, place, types.PLAYERS).expr
        return t.Plain(ir.ShowTo(cards, to))

    def counts_as(self, node: s.CountsAs, place: StepContext) -> t.Tree:
        guise = self.tables.guise
        if guise is None:
            message = "`counts as` needs a mark with `guise: true`"
            self.tables.error("guise", message, node.span, help="declare one under `marks`")
            return t.NOTHING
        card = self._value(node.card, place, types.CARD)
        face = self.expressions.hinted(node.face, place.scope, types.CARD)
        if ERROR in (card.type, face.type):
            return t.NOTHING
        shown = face.expr if types.is_literal(face.type) else ir.CardFact("face", face.expr)
        return t.Plain(ir.Set(ir.MarkAt(guise, card.expr), shown))
