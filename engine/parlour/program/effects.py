"""The effects of each node of a Program by itself: what it reads and writes. Inner nodes and calls count separately."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.program.values import CHANCE, SEATS, Thing
from parlour.program.walking import parts

ANY_ZONE: Thing = ("zone", -1)


@frozen
class Effect:
    """`adds` are numbers that are only counted up or down, and `sets` variables that get a constant. Two such changes
    can be swapped if the values are the same."""

    reads: frozenset[Thing] = frozenset()
    writes: frozenset[Thing] = frozenset()
    adds: frozenset[Thing] = frozenset()
    sets: frozenset[tuple[Thing, int]] = frozenset()

    @property
    def touched(self) -> frozenset[Thing]:
        """Return everything that changes."""
        return self.writes | self.adds | {thing for thing, _ in self.sets}

    def with_(self, other: Effect) -> Effect:
        return Effect(
            self.reads | other.reads, self.writes | other.writes, self.adds | other.adds, self.sets | other.sets
        )

    def settled(self) -> Effect:
        """The effect with `sets` counted among `writes`."""
        return Effect(self.reads, self.writes | {thing for thing, _ in self.sets}, self.adds)


def meet(one: frozenset[Thing], two: frozenset[Thing]) -> bool:
    """True if something is in both. A zone that is unknown might be any zone."""
    if one & two:
        return True
    zones = [[thing for thing in side if thing[0] == "zone"] for side in (one, two)]
    return bool(zones[0] and zones[1]) and (ANY_ZONE in zones[0] or ANY_ZONE in zones[1])


def affecting(node: object) -> list[object]:
    """Return a node and all nodes in it that can have effects. Leaves out nodes that only count what happens."""
    nodes: list[object] = []
    stack = parts((node,))
    while stack:
        top = stack.pop()
        if isinstance(top, ir.RuleFired):
            continue
        nodes.append(top)
        if isinstance(top, ir.Set) and not isinstance(top.target, ir.Local):
            stack.extend(_target_parts(top.target))
            stack.append(_counted(top) or top.value)
        else:
            stack.extend(parts(top))
    return nodes


def _target_parts(target: ir.VarAt | ir.MarkAt) -> tuple[object, ...]:
    return target.keys if isinstance(target, ir.VarAt) else (target.card,)


def _counted(stmt: ir.Set) -> ir.Expr | None:
    """Return `e` of `x += e`."""
    value = stmt.value
    if isinstance(value, ir.Op) and value.op in ("+", "-") and value.left == stmt.target:
        return value.right
    return None


def read_by(node: object) -> tuple[Thing | None, list[tuple[str, int]]]:
    """Return what an expression itself reads, and what it calls. Its parts are examined separately."""
    if isinstance(node, ir.SeatOrder):
        return SEATS, []
    return _read_by_expression(node) if isinstance(node, ir.Expr) else (None, [])


def _read_by_expression(e: ir.Expr) -> tuple[Thing | None, list[tuple[str, int]]]:
    match e:
        case ir.VarAt(var):
            return ("var", var), []
        case ir.MarkAt(mark):
            return ("mark", mark), []
        case ir.ZoneAt(zone):
            return ("zone", zone), []
        case ir.WhereIs() | ir.PlaceOf() | ir.FaceUp():
            return ANY_ZONE, []
        case ir.NextSeat():
            return SEATS, []
        case ir.Seated(what):
            return SEATS if what in ("playing", "direction") else None, []
        case ir.CallFunction(function):
            return None, [("function", function)]
        case ir.Permitted(permission):
            return None, [("permission", permission)]
        case ir.Offers(question):
            return None, [("question", question)]
        case ir.ZoneCards() | ir.ZoneSize() | ir.ZoneEnd() | ir.ZonePlace() | ir.FaceUpCards():
            return None, []
        case ir.Const() | ir.Local() | ir.Op() | ir.SameCard() | ir.Not() | ir.And() | ir.Or() | ir.If() | ir.Scan():
            return None, []
        case ir.Guised() | ir.CardFact() | ir.Pips() | ir.ColourOf() | ir.FaceCards():
            return None, []
        case ir.Single() | ir.Size() | ir.First() | ir.SideOf() | ir.Members():
            return None, []
        case ir.GetField() | ir.PutField() | ir.Sure() | ir.Builtin():
            return None, []
        case _:
            raise AssertionError(f"what {e!r} reads is unknown")


def written_by(node: object) -> Effect:
    """The effect of a step by itself. Steps inside it are examined separately."""
    return _written_by_statement(node) if isinstance(node, ir.Stmt) else Effect()


def _written_by_statement(stmt: ir.Stmt) -> Effect:
    match stmt:
        case ir.Set(ir.VarAt(var)) if _counted(stmt):
            return Effect(adds=frozenset({("var", var)}))
        case ir.Set(ir.VarAt(var, ()), ir.Const(value)):
            return Effect(sets=frozenset({(("var", var), value)}))
        case ir.Set(ir.VarAt(var)):
            return Effect(writes=frozenset({("var", var)}))
        case ir.Set(ir.MarkAt(mark)):
            return Effect(writes=frozenset({("mark", mark)}))
        case ir.Pick(target):
            kind = ("var", target.var) if isinstance(target, ir.VarAt) else CHANCE
            return Effect(writes=frozenset({CHANCE, kind}))
        case ir.Put(what, _, to):
            return Effect(writes=frozenset(_zones(what) | _zones(to)))
        case ir.PutRun(source, _, to):
            return Effect(writes=frozenset(_zones(source) | _zones(to)))
        case ir.DealRound(_, source, number):
            return Effect(writes=frozenset(_zones(source) | {("zone", number)}))
        case ir.DealTo(_, source, to):
            return Effect(writes=frozenset(_zones(source) | _zones(to)))
        case ir.Shuffle(zone, moved):
            return Effect(writes=frozenset(_zones(zone) | (set() if moved is None else _zones(moved)) | {CHANCE}))
        case ir.TurnOver(cards) | ir.ShowTo(cards):
            return Effect(writes=frozenset(_zones(cards)))
        case ir.Set():  # a local, which no other piece reads
            return Effect()
        case ir.Run():
            raise AssertionError("a piece of a ruleset calls procedures by `Invoke`")
        case _:
            return Effect(writes=stmt.touches)


def _zones(expr: ir.Expr) -> set[Thing]:
    """Return the zones that the cards of an expression come from; any zone if they are unknown."""
    zones: set[Thing] = {("zone", n.zone) for n in affecting(expr) if isinstance(n, ir.ZoneAt)}
    return zones or {ANY_ZONE}
