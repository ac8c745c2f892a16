"""Computes a value once that is needed again: later occurrences read a register, until something changes the value.

Follows the order in which code is run. A value that is computed only under a condition isn't used outside of it. A
stored value is read from its register too. Works on the code of one function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from parlour import tablecode as t
from parlour.tablecode.effects import Regions
from parlour.tablecode.signatures import HARMLESS
from parlour.tablecode.walk import children, plain_parts, rebuilt, walk

WORTH = 2  # what a value must cost, times the number of later uses

_CANDIDATES = (t.Load, t.Entry, t.Op, t.Unary, t.Lowest, t.Select, t.Call)
_UNTOUCHED = (t.Narrow, t.Offer, t.OfferMember, t.OfferSubset)  # statements whose expressions are left alone
_LEAVING = (t.Return, t.Continue, t.Finish, t.Break, t.Fail)


@dataclass(frozen=True)
class KnownValues:
    """A value that can be read again: `held` has it. `number` counts the values that can get a register for that.

    `regs` and `cells` are what it depends on: registers; a "cell", a "region", "any" cell that isn't plain, or "all".
    """

    number: int | None
    held: t.Expr
    regs: frozenset[str]
    cells: frozenset[tuple[str, int]]


def reused(function: t.Function, regions: Regions, unchanging: Collection[str]) -> t.Function:
    """Return an equal function that stores repeated values in registers. `unchanging` are the functions that change
    nothing."""
    values = _Values(regions, unchanging, *_registers(function))
    first = _Pass(values, {})
    first.block(function.body)
    names = {n: f"r{k}" for k, n in enumerate(sorted(n for n in first.costs if first.is_worth_it(n)))}
    if not names and not first.replaced:
        return function
    return replace(function, body=_Pass(values, names).block(function.body))


def _registers(function: t.Function) -> tuple[dict[str, int], frozenset[str]]:
    """Find the registers bound once, inside an expression, with the number of reads, and those set at one place."""
    sets, reads, bound = Counter[str](function.params), Counter[str](), list[str]()
    for node in walk(function.body):
        match node:
            case t.Reg(name):
                reads[name] += 1
            case t.Bind(reg):
                sets[reg] += 1
                bound.append(reg)
            case t.Let(reg):
                sets[reg] += 1
            case t.For(regs):
                sets.update(regs)
            case t.ForBits(reg, rest, _, _, first):
                sets.update((reg, rest, first))
    once = frozenset(reg for reg, count in sets.items() if count == 1).difference(function.params)
    return {reg: reads[reg] for reg in bound if reg in once}, once


@dataclass(frozen=True, slots=True)
class _Value:
    """Whether and how code can reuse an expression. `pure`: it changes nothing but registers. `key` is the same for the
    same values, and None where it can't be used again; `cost` is about how many steps it takes. `regs` and `cells`
    are as in `KnownValues`; `binds` are the registers that it sets."""

    pure: bool
    key: int | None
    cost: int
    regs: frozenset[str]
    cells: frozenset[tuple[str, int]]
    binds: frozenset[str]


_NOTHING = _Value(False, None, 0, frozenset(), frozenset(), frozenset())


class _Values:
    """The expressions of one function, each examined once."""

    def __init__(
        self, regions: Regions, unchanging: Collection[str], inner: Mapping[str, int], once: Collection[str]
    ) -> None:
        self.regions = regions
        self.unchanging = unchanging
        self.inner = inner
        self.once = once
        self._known: dict[int, tuple[object, _Value]] = {}  # by identity, with the expression, so that it stays one
        self._keys: dict[object, int] = {}

    def of(self, e: t.Expr) -> _Value:
        known = self._known.get(id(e))
        if known is None:
            known = self._known[id(e)] = (e, self._made(e))
        return known[1]

    def _made(self, e: t.Expr) -> _Value:
        parts = [self.of(part) for part in children(e)]
        binds = frozenset[str]().union(*(part.binds for part in parts), *([(e.reg,)] if isinstance(e, t.Bind) else []))
        regs = frozenset[str]().union(*(part.regs for part in parts), *([(e.name,)] if isinstance(e, t.Reg) else []))
        cells = frozenset[tuple[str, int]]().union(*(part.cells for part in parts), self._cells(e))
        cost = sum(part.cost for part in parts) + isinstance(e, _CANDIDATES)
        pure = self._is_pure(e) and all(part.pure for part in parts)
        key = self._key(e, parts, binds) if pure else None
        return _Value(pure, key, cost, regs - binds, cells, binds)

    def _is_pure(self, e: t.Expr) -> bool:
        if isinstance(e, t.Call):
            return e.function in self.unchanging
        return not isinstance(e, t.CallBy | t.Moves | t.In | t.Length)

    def _cells(self, e: t.Expr) -> Iterator[tuple[str, int]]:
        """The parts of the state that a value depends on by itself."""
        match e:
            case t.Load(t.Const(cell)):
                yield "cell", cell
            case t.Load(at):
                region = self.regions.of(at)
                yield ("any", 0) if region is None else ("region", region)
            case t.Call():
                yield "all", 0

    def _key(self, e: t.Expr, parts: list[_Value], binds: Collection[str]) -> int | None:
        key: object = (type(e), *plain_parts(e), *(part.key for part in parts)) if parts else e
        if binds:
            key = _canonical(e, self.inner)
        return None if key is None else self._keys.setdefault(key, len(self._keys))


class _Pass:
    """The known values on one path through a function. `names` has the registers of the values that are worth one,
    by their numbers."""

    def __init__(self, values: _Values, names: dict[int, str]) -> None:
        self.values = values
        self.regions = values.regions
        self.unchanging = values.unchanging
        self.names = names
        self.known: dict[int, KnownValues] = {}
        self.costs: dict[int, int] = {}  # of each value that was computed
        self.uses = Counter[int]()
        self.replaced = 0  # occurrences that were replaced by what holds the value anyway

    def is_worth_it(self, number: int) -> bool:
        return self.uses[number] * self.costs[number] >= WORTH

    # ------------------------------------------------------------ expressions

    def value(self, e: t.Expr) -> t.Expr:
        of = self.values.of(e) if isinstance(e, _CANDIDATES) else _NOTHING
        if of.key is None:
            other: t.Expr = self._inside(e)
            return other
        known = self.known.get(of.key)
        if known is not None:
            return self._again(e, known)
        new = self._inside(e)
        number = len(self.costs)
        self.costs[number] = of.cost
        held = t.Reg(self.names.get(number, f"?{number}"))
        self.known[of.key] = KnownValues(number, held, of.regs, of.cells)
        return t.Bind(held.name, new) if number in self.names else new

    def _again(self, e: t.Expr, known: KnownValues) -> t.Expr:
        if known.number is None:
            self.replaced += 1
            return known.held
        self.uses[known.number] += 1
        return known.held if known.number in self.names else e

    def _inside(self, e: Any) -> Any:
        """Return the expression with its parts examined in the order in which play computes them."""
        match e:
            case t.Select(test, then, other):
                holds = self.value(test)
                return t.Select(holds, *self._branches(then, other))
            case t.And((first, *rest)) | t.Or((first, *rest)):
                begin = self.value(first)
                return type(e)((begin, *self._maybe(rest)))
            case t.Bind(reg, of):
                return t.Bind(reg, self._assigned(reg, of))
            case t.CallBy() | t.Moves():
                self._forget_all()
                return e
            case t.Call(name, args):
                found = t.Call(name, tuple(map(self.value, args)))
                self._after_call(name)
                return found
            case t.Do(call):
                return t.Do(self._inside(call))
            case t.In(of, among):
                return t.In(self.value(of), among)
        return rebuilt(e, self.value)

    def _branches(self, *branches: t.Expr) -> list[t.Expr]:
        """Examine expressions of which play computes only one."""
        before, after, found = self.known, list[dict[int, KnownValues]](), list[t.Expr]()
        for branch in branches:
            self.known = dict(before)
            found.append(self.value(branch))
            after.append(self.known)
        self.known = _common(after)
        return found

    def _maybe(self, items: list[t.Expr]) -> list[t.Expr]:
        """Examine expressions that play computes in order, as long as that matters."""
        before, found = self.known, list[t.Expr]()
        self.known = dict(before)
        for item in items:
            found.append(self.value(item))
        self.known = _common([before, self.known])
        return found

    def _assigned(self, reg: str, of: t.Expr) -> t.Expr:
        """Return the value of a register."""
        key = self.values.of(of).key
        is_new = key not in self.known
        new = self.value(of)
        self._set(reg)
        if key is not None and is_new and reg in self.values.once:  # no other register is needed for it
            self.known.pop(key, None)
        self._hold(of, t.Reg(reg), reg)
        return new

    def _hold(self, of: t.Expr, held: t.Expr, reg: str = "") -> None:
        """Record that an expression already has a value."""
        value = self.values.of(of) if isinstance(of, _CANDIDATES) else _NOTHING
        if value.key is not None and value.key not in self.known and reg not in value.regs:
            self.known[value.key] = KnownValues(None, held, value.regs | ({reg} if reg else frozenset()), value.cells)

    # ------------------------------------------------------------ what changes

    def _set(self, *regs: str) -> None:
        """Forget values that depend on registers with new values."""
        self.known = {key: of for key, of in self.known.items() if of.regs.isdisjoint(regs)}

    def _forget_all(self) -> None:
        self.known = {key: of for key, of in self.known.items() if not of.cells}

    def _after_call(self, name: str) -> None:
        if name in self.unchanging:
            return
        if name in HARMLESS:
            self._stored(t.Reg(""))
        else:
            self._forget_all()

    def _stored(self, at: t.Expr) -> None:
        """Forget values that depend on an overwritten cell."""
        region = self.regions.of(at)

        def changed(kind: str, number: int) -> bool:
            if kind == "all":
                return True
            if isinstance(at, t.Const) and (kind == "cell" or at.value in self.regions.plain):
                return (kind, number) == ("cell", at.value)
            if kind == "cell":
                return number not in self.regions.plain and region in (None, self.regions.of(t.Const(number)))
            return kind == "any" or region in (None, number)

        self.known = {key: of for key, of in self.known.items() if not any(changed(*cell) for cell in of.cells)}

    def _forget_changed_in(self, body: object) -> None:
        """Forget the values that repeated code changes."""
        regs = set[str]()
        for node in walk(body):
            match node:
                case t.Let(reg) | t.Bind(reg):
                    regs.add(reg)
                case t.For(names, spent=spent):
                    regs.update(names)
                    if spent is not None:
                        self._forget_all()
                case t.ForBits(reg, rest, _, _, first):
                    regs.update((reg, rest, first))
                case t.Store(cells):
                    for at in cells:
                        self._stored(at)
                case t.Fill(first, count):
                    for cell in range(first, first + count):
                        self._stored(t.Const(cell))
                case t.Call(name):
                    self._after_call(name)
                case t.Continue() | t.Finish() | t.CallBy():
                    self._forget_all()
        self._set(*regs)

    # ------------------------------------------------------------ statements

    def block(self, block: t.Block) -> t.Block:
        return tuple(map(self._statement, block))

    def _statement(self, e: t.Stmt) -> t.Stmt:
        match e:
            case t.Let(reg, value):
                return t.Let(reg, self._assigned(reg, value))
            case t.Store():
                return self._store(e)
            case t.Fill(first, count, value):
                new = self.value(value)
                for cell in range(first, first + count):
                    self._stored(t.Const(cell))
                return t.Fill(first, count, new)
            case t.If(test, then, other):
                holds = self.value(test)
                return t.If(holds, *self._ways(then, other))
            case t.While() | t.ForBits() | t.For():
                return self._loop(e)
            case t.Counted(body, instead):
                before = self.known
                self.known = dict(before)
                found = t.Counted(self.block(body), instead)
                self.known = before
                self._forget_changed_in(body)
                return found
        return e if isinstance(e, _UNTOUCHED) else self._inside(e)

    def _store(self, e: t.Store) -> t.Store:
        match e:
            case t.Store((at,), t.Op(op, t.Load(own), right)) if own == at:  # `s[at] += …`
                address = rebuilt(at, self.value)
                value: t.Expr = t.Op(op, t.Load(address), self.value(right))
                cells: tuple[t.Expr, ...] = (address,)
            case _:
                value = self.value(e.value)
                cells = tuple(rebuilt(at, self.value) for at in e.cells)
        for at in e.cells:
            self._stored(at)
        kept = t.Reg(value.reg) if isinstance(value, t.Bind) else value
        if isinstance(kept, t.Reg | t.Const):
            for at in e.cells:
                self._hold(t.Load(at), kept, kept.name if isinstance(kept, t.Reg) else "")
        return t.Store(cells, value)

    def _ways(self, *blocks: t.Block) -> list[t.Block]:
        """Examine blocks of which play runs only one."""
        before, after, found = self.known, list[dict[int, KnownValues]](), list[t.Block]()
        for block in blocks:
            self.known = dict(before)
            found.append(self.block(block))
            if not (block and isinstance(block[-1], _LEAVING)):
                after.append(self.known)
        self.known = _common(after)
        return found

    def _loop(self, e: t.While | t.ForBits | t.For) -> t.Stmt:
        if isinstance(e, t.While):
            self._forget_changed_in(e)
            before = dict(self.known)
            test, body = self.value(e.test), self.block(e.body)
            self.known = dict(before)
            found: t.Stmt = t.While(test, body, self.block(e.otherwise))
        elif isinstance(e, t.ForBits):
            of = self.value(e.of)
            self._forget_changed_in(e)
            before = dict(self.known)
            found = replace(e, of=of, body=self.block(e.body))
        else:
            domain = rebuilt(e.of, self._of_domain)
            self._forget_changed_in(replace(e, of=t.Members(t.Const(0))))
            before = dict(self.known)
            body = self.block(e.body)
            self.known = dict(before)
            found = replace(e, of=domain, body=body, otherwise=self.block(e.otherwise))
        self.known = before
        return found

    def _of_domain(self, part: Any) -> Any:
        if isinstance(part, _NESTED):
            return rebuilt(part, self._of_domain)
        return self.value(part)


_NESTED = (
    t.Span, t.Members, t.Groups, t.Melds, t.Runs, t.Alike, t.Subsets, t.Places, t.Guises, t.Distinct,
)  # fmt: skip
"""Domains with expressions that are computed each time."""


def _common(ways: list[dict[int, KnownValues]]) -> dict[int, KnownValues]:
    """Return the values that are known on all paths."""
    if not ways:
        return {}
    first, *others = ways
    return {key: of for key, of in first.items() if all(way.get(key) is of for way in others)}


def _canonical(e: t.Expr, inner: Mapping[str, int]) -> object:
    """Return the expression with its own registers numbered; None if it binds other registers too."""
    own = [n.reg for n in walk(e) if isinstance(n, t.Bind)]
    if not own:
        return e
    reads = Counter(n.name for n in walk(e) if isinstance(n, t.Reg))
    if any(inner.get(reg) != reads[reg] for reg in own):
        return None
    numbers = {reg: f"#{k}" for k, reg in enumerate(own)}

    def plain(part: Any) -> Any:
        match part:
            case t.Reg(name) if name in numbers:
                return t.Reg(numbers[name])
            case t.Bind(name, value):
                return t.Bind(numbers[name], plain(value))
        return rebuilt(part, plain)

    return plain(e)
