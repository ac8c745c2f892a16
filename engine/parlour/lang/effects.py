"""What a piece of a ruleset reads and writes, so that one can tell whether two pieces may change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.flow import Routine
from parlour.program.walking import parts

Thing = tuple[str, int]

FLOW: Thing = ("flow", 0)  # leaving a stage
ASK: Thing = ("ask", 0)  # putting questions
CHANCE: Thing = ("chance", 0)
SEATS: Thing = ("seats", 0)  # who is in, and the direction
ANY_ZONE = -1


@dataclass(frozen=True)
class Effect:
    """`adds` are numbers that are only counted up or down, `sets` variables that get a value written out: two such
    changes may change places, if the values are the same."""

    reads: frozenset[Thing] = frozenset()
    writes: frozenset[Thing] = frozenset()
    adds: frozenset[Thing] = frozenset()
    sets: frozenset[tuple[Thing, int]] = frozenset()

    def with_(self, other: Effect) -> Effect:
        return Effect(
            self.reads | other.reads, self.writes | other.writes, self.adds | other.adds, self.sets | other.sets
        )

    def settled(self) -> Effect:
        """The same with `sets` counted among `writes`."""
        return Effect(self.reads, self.writes | {thing for thing, _ in self.sets}, self.adds)


def commute(first: Effect, second: Effect) -> bool:
    """Is it all the same which comes first?"""
    alike = _set_alike(first, second)
    one = Effect(first.reads, first.writes, first.adds, first.sets - alike).settled()
    two = Effect(second.reads, second.writes, second.adds, second.sets - alike).settled()
    if {thing for thing, _ in alike} & (first.reads | second.reads):
        return False
    return _unhurt(one, two) and _unhurt(two, one)


def _set_alike(first: Effect, second: Effect) -> frozenset[tuple[Thing, int]]:
    """What both set to the same value, and change in no other way."""
    values: dict[Thing, set[int]] = {}
    for thing, value in first.sets | second.sets:
        values.setdefault(thing, set()).add(value)
    otherwise = first.writes | first.adds | second.writes | second.adds
    return frozenset(
        (thing, value)
        for thing, value in first.sets & second.sets
        if len(values[thing]) == 1 and thing not in otherwise
    )


def _unhurt(first: Effect, second: Effect) -> bool:
    touched = second.writes | second.adds
    if FLOW in first.writes and (touched - {FLOW}):
        return False
    if _meet(first.writes, second.reads | touched):
        return False
    return not _meet(first.adds, second.reads | second.writes)


def _meet(one: frozenset[Thing], two: frozenset[Thing]) -> bool:
    if one & two:
        return True
    zones = {kind for kind, number in one | two if kind == "zone" and number == ANY_ZONE}
    return bool(zones) and any(k == "zone" for k, _ in one) and any(k == "zone" for k, _ in two)


@dataclass
class Effects:
    """Effects of trees, expressions and everything that they call."""

    routines: Mapping[str, Routine]
    functions: Sequence[ir.Function | None]
    permissions: Sequence[ir.Permission]
    questions: Mapping[int, t.Asking]
    known: dict[str, Effect] = field(default_factory=dict)
    open_: set[str] = field(default_factory=set)

    def of(self, tree: t.Tree) -> Effect:
        total = Effect()
        for part in t.walk(tree):
            total = total.with_(self._part(part))
        return total

    def _part(self, part: t.Tree) -> Effect:
        match part:
            case t.Plain(stmt):
                return self._stmt(stmt)
            case t.Invoke(routine, args):
                return self._routine(routine).with_(self._expr(args))
            case t.EndStage():
                return Effect(writes=frozenset({FLOW}))
            case t.Asking():
                asked = Effect(reads=frozenset({ASK}), writes=frozenset({ASK}))
                arms = tuple(a.arm for a in part.arms)
                return asked.with_(self._expr((part.seat, tuple(e for _, e in part.lets), arms)))
            case t.Branching(test):
                return self._expr(test)
            case t.Loop():
                return self._expr((part.domain, part.where))
            case t.Rounds():
                return self._expr((part.test, part.limit))
            case t.Together():
                return self._expr((part.domain, part.where))
            case _:
                return Effect()

    def _routine(self, name: str) -> Effect:
        if name not in self.known and name not in self.open_:
            self.open_.add(name)
            routine = self.routines[name]
            effect = self.of(routine.body)
            if routine.tail is not None:
                effect = effect.with_(self.of(routine.tail))
            self.known[name] = effect
            self.open_.discard(name)
        return self.known.get(name, Effect())

    def _stmt(self, stmt: object) -> Effect:
        effect = self._expr(stmt)
        for node in _nodes(stmt):
            effect = effect.with_(_writes(node))
        return effect

    def reads(self, node: object) -> frozenset[Thing]:
        return self._expr(node).reads

    def _expr(self, node: object) -> Effect:
        """What an expression reads, through functions, permissions and questions too."""
        reads: set[Thing] = set()
        stack: list[object] = [node]
        done: set[tuple[str, int]] = set()
        while stack:
            for part in _nodes(stack.pop()):
                thing, inner = _read(part)
                if thing is not None:
                    reads.add(thing)
                for key in inner:
                    if key not in done:
                        done.add(key)
                        stack.append(self._inside(key))
        return Effect(reads=frozenset(reads))

    def _inside(self, key: tuple[str, int]) -> object:
        kind, number = key
        if kind == "function":
            function = self.functions[number]
            return () if function is None else function.body
        if kind == "permission":
            return self.permissions[number].verdict if number < len(self.permissions) else ()
        asking = self.questions.get(number)
        return () if asking is None else (*(e for _, e in asking.lets), *(a.arm for a in asking.arms))


def _nodes(node: object) -> list[object]:
    """A node and all below it that has effects: not the tests of what is only counted."""
    found: list[object] = []
    stack = parts((node,))
    while stack:
        top = stack.pop()
        if isinstance(top, ir.Fired):
            continue
        found.append(top)
        if isinstance(top, ir.Set) and not isinstance(top.target, ir.Local):
            stack.extend(_target_parts(top.target))
            stack.append(_counted(top) or top.value)
        else:
            stack.extend(parts(top))
    return found


def _target_parts(target: ir.VarAt | ir.MarkAt) -> tuple[object, ...]:
    return target.keys if isinstance(target, ir.VarAt) else (target.card,)


def _counted(stmt: ir.Set) -> ir.Expr | None:
    """For `x += e`: e."""
    value = stmt.value
    if isinstance(value, ir.Op) and value.op in ("+", "-") and value.left == stmt.target:
        return value.right
    return None


def _read(node: object) -> tuple[Thing | None, list[tuple[str, int]]]:
    """What an expression reads by itself, and what it calls. Parts inside it are looked at by themselves."""
    if isinstance(node, ir.SeatOrder):
        return SEATS, []
    return _read_by(node) if isinstance(node, ir.Expr) else (None, [])


def _read_by(e: ir.Expr) -> tuple[Thing | None, list[tuple[str, int]]]:
    match e:
        case ir.VarAt(var):
            return ("var", var), []
        case ir.MarkAt(mark):
            return ("mark", mark), []
        case ir.ZoneAt(zone):
            return ("zone", zone), []
        case ir.WhereIs() | ir.PlaceOf() | ir.FaceUp():
            return ("zone", ANY_ZONE), []
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
            assert_never(e)


def _writes(node: object) -> Effect:
    """What a step writes by itself. Steps inside it are looked at by themselves."""
    return _written_by(node) if isinstance(node, ir.Stmt) else Effect()


def _written_by(stmt: ir.Stmt) -> Effect:
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
        case ir.DealRound(_, source, number):
            return Effect(writes=frozenset(_zones(source) | {("zone", number)}))
        case ir.DealTo(_, source, to):
            return Effect(writes=frozenset(_zones(source) | _zones(to)))
        case ir.Shuffle(zone, moved):
            return Effect(writes=frozenset(_zones(zone) | (set() if moved is None else _zones(moved)) | {CHANCE}))
        case ir.TurnOver(cards) | ir.ShowTo(cards):
            return Effect(writes=frozenset(_zones(cards)))
        case ir.Reverse() | ir.LeaveTable():
            return Effect(writes=frozenset({SEATS}))
        case ir.EnterStage():
            return Effect(writes=frozenset({FLOW}))
        case ir.Set() | ir.Watch():  # locals, which no other piece reads
            return Effect()
        case ir.IfDo() | ir.ForEach() | ir.WhileDo() | ir.Seq() | ir.Fired():
            return Effect()
        case ir.Run():
            raise AssertionError("a piece of a ruleset calls procedures by `Invoke`")
        case _:
            assert_never(stmt)


def _zones(expr: ir.Expr) -> set[Thing]:
    """The zones that cards in an expression come from; any zone when it does not say."""
    found: set[Thing] = {("zone", n.zone) for n in _nodes(expr) if isinstance(n, ir.ZoneAt)}
    return found or {("zone", ANY_ZONE)}
