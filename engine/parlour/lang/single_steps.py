"""Lowers the steps that act at once and contain no other steps: on cards and seats, on rules that play switches, and
what players read.
"""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.lang import logs, types
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.declarations import members
from parlour.lang.expressions import Expressions
from parlour.lang.handling import needs_column, needs_count, needs_order, needs_turning
from parlour.lang.lowerer import Lowerer
from parlour.lang.questions import StepContext
from parlour.lang.switches import RULES, in_force_variable
from parlour.lang.symbols import ERROR, Scope, Tables, Typed, origin
from parlour.lang.worded_texts import lower_template
from parlour.program import Const, Expr, Local, Origin, Type, fold

SingleStep = (
    s.Move | s.Deal | s.Shuffle | s.Turn | s.Show | s.Say | s.Log | s.Reverse | s.Leave | s.CountsAs | s.Switch
)  # fmt: skip


class SingleSteps:
    """Lowers the steps of one composition that contain no others."""

    def __init__(self, tables: Tables, expressions: Expressions) -> None:
        self.tables = tables
        self.expressions = expressions

    def lower(self, node: SingleStep, place: StepContext) -> t.Tree:
        match node:
            case s.Move():
                return self._move(node, place)
            case s.Deal():
                return self._deal(node, place)
            case s.Shuffle():
                return self._shuffle(node, place)
            case s.Turn():
                return self._turn(node, place)
            case s.Show():
                return self._show(node, place)
            case s.Say():
                return _say(self.expressions, node, place.scope, self._origin(node, place))
            case s.Log():
                return t.block([t.Plain(step) for step in logs.added(self.expressions, node, place.scope)])
            case s.Reverse():
                return t.Plain(ir.Reverse())
            case s.Leave():
                return t.Plain(ir.LeaveTable(self._value(node.player, place, types.PLAYER).expr))
            case s.CountsAs():
                return self._counts_as(node, place)
            case s.Switch():
                return _switch(node, self.expressions, place, self._origin(node, place))

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

    def _move(self, node: s.Move, place: StepContext) -> t.Tree:
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
            needs_order(self.tables, things[0], node.cards.span, "run")
            return t.Plain(ir.PutRun(things[0], start.expr, to.expr, at, face, where))  # type: ignore[arg-type]  # as parsed
        return t.Plain(ir.Put(things[0], things[1], to.expr, at, face, where))  # type: ignore[arg-type]  # as parsed

    def _no_run(self, node: s.Move, start: s.Expr) -> None:
        """Report `from` after cards: they are where they are, and `from` divides a zone."""
        cards, to = node.cards.span.text, node.to.span.text
        message = f"expected an ordered zone before `from`, found `{cards}`"
        help = f"cards are moved from where they are: write `move {cards} to {to}`"
        self.tables.error("type", message, node.cards.span, help=help)

    def _deal(self, node: s.Deal, place: StepContext) -> t.Tree:
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

    def _shuffle(self, node: s.Shuffle, place: StepContext) -> t.Tree:
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

    def _turn(self, node: s.Turn, place: StepContext) -> t.Tree:
        value = self._value(node.cards, place, types.CARDS)
        if value.type != ERROR:
            needs_turning(self.tables, value.expr, node.cards.span)
        return t.Plain(ir.TurnOver(value.expr, node.up))

    def _show(self, node: s.Show, place: StepContext) -> t.Tree:
        cards = self._value(node.cards, place, types.CARDS).expr
        to = ir.Seated("everyone") if node.to is None else self._value(node.to, place, types.PLAYERS).expr
        return t.Plain(ir.ShowTo(cards, to))

    def _counts_as(self, node: s.CountsAs, place: StepContext) -> t.Tree:
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


# ---------------------------------------------------------------- what players read


def _say(e: Lowerer, node: s.Say, scope: Scope, where: ir.Origin) -> t.Tree:
    """Return the steps that compute the values, and the one that says the line."""
    steps: list[t.Tree] = []
    line: list[str | ir.Hole] = []
    for piece in lower_template(e, node.line, scope, spoken=True):
        if isinstance(piece, ir.Hole) and not isinstance(piece.value, ir.Const):
            local = e.tables.new_local("said", piece.type)
            steps.append(t.Plain(ir.Set(ir.Local(local), piece.value, where)))
            piece = replace(piece, value=ir.Local(local))
        line.append(piece)
    to = ir.Seated("everyone") if node.to is None else e.lower(node.to, scope, types.PLAYERS).expr
    return t.block([*steps, t.Plain(ir.Say(tuple(line), to, where))])


# ---------------------------------------------------------------- rules that play switches


def _switch(node: s.Switch, expressions: Expressions, place: StepContext, where: Origin) -> t.Tree:
    """Lower a step that switches a rule, or several, on or off."""
    tables = expressions.tables
    if not expressions.switches_known(node):
        return t.NOTHING
    chosen = expressions.lower(node.rules, place.scope, RULES).expr
    now = in_force_variable(tables)
    if node.state == "off":
        return t.Plain(ir.Set(now, fold.op("-set", now, chosen), where))
    tables.switched_on |= chosen.value if isinstance(chosen, Const) else -1
    switched = t.Plain(ir.Set(now, fold.op("|", now, chosen), where))
    first = _first_values(tables, fold.op("-set", chosen, now), where)
    return switched if first is None else t.block([first, switched])


def _first_values(tables: Tables, rules: Expr, where: Origin) -> t.Tree | None:
    """Return steps that set the variables and marks of these rules to their first values."""
    rule = tables.new_local("rule", types.member(RULES))
    steps: list[t.Tree] = []
    for number, id in enumerate(tables.composition.switchable):
        first = [_reset(tables, number, where) for number in _declared(tables, id, "state", tables.variables)]
        first += [_reset_mark(tables, number, where) for number in _declared(tables, id, "marks", tables.marks)]
        own: list[t.Tree] = [t.Plain(step, where) for step in first]
        if own:
            steps.append(t.Branching(fold.op("==", Local(rule), Const(number)), t.block(own), t.NOTHING, where))
    return t.Loop(rule, rules, None, t.block(steps), where) if steps else None


def _declared(tables: Tables, id: str, section: str, numbers: dict[str, int]) -> list[int]:
    """Return the variables or marks that a rule declares."""
    return [numbers[m.name] for m in members(tables, section) if m.document.id == id and m.name in numbers]


def _reset(tables: Tables, number: int, where: Origin) -> ir.Stmt:
    variable = tables.variable_list[number]
    locals_ = [tables.new_local(key.in_words, key.type) for key in variable.keys]
    places = (_place(key, local) for key, local in zip(variable.keys, locals_, strict=True))
    value = Const(_zero(tables, variable.type)) if variable.starts is None else variable.starts
    step: ir.Stmt = ir.Set(ir.VarAt(number, tuple(places)), value, where)
    for key, local in zip(reversed(variable.keys), reversed(locals_), strict=True):
        step = ir.ForEach(local, _all(tables, key), None, step, where)
    return step


def _zero(tables: Tables, type_: Type) -> int:
    """Return the first value of a variable of this type if its ruleset gives none."""
    if type_.kind == "record" and not type_.optional:
        return sum(f.default + f.bias << f.shift for f in tables.records[type_.name].fields)
    return type_.default


def _place(key: ir.Key, local: int) -> Expr:
    return fold.op("-", Local(local), Const(key.low)) if key.kind == "int" else Local(local)


def _all(tables: Tables, key: ir.Key) -> Expr | ir.Span:
    """Return the values of a key: a variable has one value for each."""
    match key.kind:
        case "player":
            return ir.Seated("everyone")
        case "side":
            return ir.Seated("sides")
        case "int":
            return ir.Span(Const(key.low), key.high or Const(key.low))
        case "rank":
            count = len(tables.design.ranks)
        case "suit":
            count = len(tables.design.suits)
        case _:
            count = len(tables.enums[key.type.name])
    return Const((1 << count) - 1)


def _reset_mark(tables: Tables, number: int, where: Origin) -> ir.Stmt:
    card = tables.new_local("card", types.CARD)
    first = ir.Set(ir.MarkAt(number, Local(card)), Const(tables.mark_list[number].default), where)
    return ir.ForEach(card, ir.Seated("pack"), None, first, where)
