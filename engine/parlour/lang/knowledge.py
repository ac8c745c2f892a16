"""The facts that are known at one point of some steps, and those that remain known after a step. `reasoning` draws the
conclusions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.lang.by_expression import ByExpression
from parlour.lang.card_counts import CardCounts
from parlour.lang.company import Company
from parlour.lang.effects import Effects
from parlour.lang.needed_values import Needed
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, Local
from parlour.program.effects import ANY_ZONE, meet
from parlour.program.values import SEATS, Thing
from parlour.program.walking import named_locals, rebuilt, substitute

Kind = Literal["some", "size", "number", "any", "is", "from"]
"""`some`: the value isn't none. `size`: at least this number of cards or members. `number`: it is at least this.
`any`: a quantifier holds. `is`: the local has the value of this expression. `from`: the zones that the card or cards
in the local are in."""
Fact = tuple[Kind, Expr]
Known = Mapping[Fact, object]

DEPTH = 6  # of functions within functions
NOTHING_KNOWN: Known = {}


def shared(ways: Iterable[Known | None]) -> Known | None:
    """Return the facts that are known on all paths to this point; None if no path leads here."""
    common: dict[Fact, object] | None = None
    for way in ways:
        if way is None:
            continue
        if common is None:
            common = dict(way)
            continue
        both: dict[Fact, object] = {}
        for fact, value in common.items():
            if fact not in way:
                continue
            other = way[fact]
            if isinstance(value, int) and isinstance(other, int):
                both[fact] = min(value, other)
            elif value == other:
                both[fact] = value
        common = both
    return common


def stronger(known: Known, more: Known) -> Known:
    """Return the facts of two sources together."""
    both = dict(known)
    for fact, value in more.items():
        before = both.get(fact, 0)
        both[fact] = max(value, before) if isinstance(value, int) and isinstance(before, int) else value
    return both


def widened(before: Known, after: Known) -> Known:
    """Return the facts that survive while numbers shrink in a loop: at least one card or member can remain."""
    wider: dict[Fact, object] = {}
    for fact, value in after.items():
        if before.get(fact) == value:
            wider[fact] = value
        elif fact[0] == "size":
            wider[fact] = 1
    return wider


@frozen
class Change:
    """The changes that a step makes. `lost` has the zones that can lose cards by it, and `most` is the largest
    number of cards."""

    changed: frozenset[Thing]
    lost: frozenset[Thing] = frozenset()
    most: int | None = None


class Memory:
    """The subjects of the facts of one composition, and the changes that make them outdated."""

    def __init__(self, tables: Tables, effects: Effects, company: Company) -> None:
        self.tables = tables
        self.effects = effects
        self.dealing = CardCounts(company, self.body)
        self.bare = ByExpression(self._bare)
        """Returns an expression without marks of needed values, with zones in place of functions that only name
        them."""
        self.deps = ByExpression(self._deps)
        """Returns the things that can change the value of an expression."""
        self.locals_of: ByExpression[Expr, set[int]] = ByExpression(named_locals)
        self._bodies: dict[ir.CallFunction, Expr] = {}
        self.always = 0 if company.deck.use is not None else _in_every_pack(company.deck.amounts)

    # ------------------------------------------------------------ expressions

    def _bare(self, e: Expr) -> Expr:
        if isinstance(e, Needed):
            return self.bare(e.value)
        inner: Expr = rebuilt(e, self._bare_part)
        if isinstance(inner, ir.CallFunction):
            body = self.body(inner)
            if isinstance(body, ir.ZoneAt | Const | Local | ir.Seated):
                return self.bare(body)
        return inner

    def _bare_part(self, part: object) -> object:
        return self.bare(part) if isinstance(part, ir.Sure | ir.CallFunction) else rebuilt(part, self._bare_part)

    def body(self, call: ir.CallFunction) -> Expr | None:
        """Return the expression that a function computes for these arguments."""
        function = self.effects.functions[call.function]
        if function is None:
            return None
        if call not in self._bodies:
            self._bodies[call] = substitute(function.body, dict(zip(function.params, call.args, strict=True)))
        return self._bodies[call]

    def _deps(self, e: Expr) -> frozenset[Thing]:
        things = set(self.effects.reads(e))
        for local in self.locals_of(e):
            things.add(("local", local))
            if self.tables.locals[local][1].kind == "zone":
                things.add(ANY_ZONE)
        return frozenset(things)

    def deps_of(self, domain: Expr | ir.SeatOrder | ir.Span | ir.Subsets) -> frozenset[Thing]:
        match domain:
            case ir.SeatOrder(start):
                return self.deps(start) | {SEATS}
            case ir.Span(low, high):
                return self.deps(low) | self.deps(high)
            case ir.Subsets(of, low, high):
                return self.deps(of) | self.deps(low) | self.deps(high)
            case _:
                return self.deps(domain)

    def zone_of(self, zone: Expr) -> Thing:
        zone = self.bare(zone)
        return ("zone", zone.zone) if isinstance(zone, ir.ZoneAt) else ANY_ZONE

    def is_zone(self, e: Expr) -> bool:
        match e:
            case ir.ZoneAt() | ir.WhereIs():
                return True
            case Local(i):
                return self.tables.locals[i][1].kind == "zone"
            case _:
                return False

    def sources(self, known: Known, e: Expr, depth: int = DEPTH) -> frozenset[Thing]:
        """Return the zones that a card or cards come from; `ANY_ZONE` if they are unknown."""
        e = self.bare(e)
        if self.is_zone(e):
            return frozenset({self.zone_of(e)})
        match e:
            case ir.ZoneEnd(zone) | ir.ZonePlace(zone) | ir.ZoneCards(zone):
                return frozenset({self.zone_of(zone)})
            case ir.First(of) | ir.Single(of) | ir.Sure(of) | ir.Guised(of, _) | ir.Op("-set", of, _):
                return self.sources(known, of, depth)
            case ir.Op("|", left, right):
                return self.sources(known, left, depth) | self.sources(known, right, depth)
            case ir.If(_, then, other):
                return self.sources(known, then, depth) | self.sources(known, other, depth)
            case ir.Scan(kind, _, domain) if kind in ("those", "most", "least", "first"):
                return self.sources(known, domain, depth) if isinstance(domain, Expr) else frozenset()
            case Const(0):
                return frozenset()
            case Local():
                sources = known.get(("from", e), frozenset({ANY_ZONE}))
                assert isinstance(sources, frozenset)
                return sources
            case ir.CallFunction() if depth:
                body = self.body(e)
                return frozenset({ANY_ZONE}) if body is None else self.sources(known, body, depth - 1)
            case _:
                return frozenset({ANY_ZONE})

    def counted(self, e: Expr) -> Expr | ir.Scan | None:
        """Return the zone or set whose size a number is."""
        e = self.bare(e)
        match e:
            case ir.ZoneSize(of) | ir.Size(of):
                return of
            case ir.Scan("count"):
                return e
            case _:
                return None

    def is_count(self, e: Expr) -> bool:
        """True if the number is known to be 0 or more."""
        return self.counted(e) is not None or (isinstance(e, Const) and e.value >= 0)

    def is_int(self, e: Expr) -> bool:
        e = self.bare(e)
        match e:
            case Local(i):
                return self.tables.locals[i][1].kind == "int"
            case ir.VarAt(v):
                return self.tables.variable_list[v].type.kind == "int"
            case ir.MarkAt(m):
                return self.tables.mark_list[m].type.kind == "int"
            case ir.GetField():
                return e.bias > 1
            case ir.CallFunction():
                body = self.body(e)
                return body is None or self.is_int(body)
            case ir.If(_, then, other):
                return self.is_int(then) or self.is_int(other)
            case ir.ZoneSize() | ir.Size() | ir.Scan("count" | "sum" | "max" | "min") | ir.PlaceOf() | ir.Pips():
                return True
            case ir.Op(op):
                return op in ("+", "-", "*", "//", "mod", "min", "max")
            case _:
                return False

    # ------------------------------------------------------------ forgetting

    def after(self, known: Known, change: Change) -> Known:
        """Return the facts that are still known after a change."""
        later: dict[Fact, object] = {}
        for fact, value in known.items():
            survivor = self._survivor(fact, value, change)
            if survivor is not None:
                later[fact] = survivor
        return later

    def _survivor(self, fact: Fact, value: object, change: Change) -> object | None:
        kind, e = fact
        if kind == "from":
            assert isinstance(value, frozenset)
            gone = ("local", e.index) in change.changed if isinstance(e, Local) else True
            return None if gone or meet(value, change.lost) else value
        if kind == "size" and self.is_zone(e):
            inside = frozenset(d for d in self.deps(e) if d[0] != "zone")
            if inside & change.changed:
                return None
            zone = self.zone_of(e)
            if not meet(frozenset({zone}), change.lost):
                return value
            assert isinstance(value, int)
            return value - change.most if change.most is not None and value > change.most else None
        deps = self.deps(e)
        if kind == "is":
            assert isinstance(value, ir.Expr)
            deps |= self.deps(value)
        return None if meet(deps, change.changed) else value


def _in_every_pack(amounts: tuple[Expr, ...]) -> int:
    """Return the faces that some card certainly shows."""
    return sum(1 << face for face, amount in enumerate(amounts) if isinstance(amount, ir.Const) and amount.value > 0)
