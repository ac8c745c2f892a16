"""Lowers questions to table code: for each question a function that lists the legal answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.clause_verdicts import clause_verdict, conjunction, firm_verdict, yielding
from parlour.analysis.facts import Facts
from parlour.analysis.masks import PACK, narrowed
from parlour.lowering.expressions import Expressions
from parlour.lowering.groups import GroupChoices
from parlour.lowering.loops import LoopHead
from parlour.lowering.unit import LoweringScope, Unit, packed, unpacked, variable, without_digit
from parlour.program.operators import TURNED
from parlour.program.set_bounds import bounds, conjuncts, ranks_of_runs
from parlour.program.walking import free_locals, substitute, walk
from parlour.tablecode.build import ONE, ZERO, bit, plus, times, union

_ONE = p.Const(1)
_PLAIN = (p.Const, p.Local, p.And, p.Or, p.Op)


def by_slot(facts: Facts, guard: p.Expr | None, slots: Sequence[p.Slot]) -> list[tuple[p.Slot, p.Expr | None]]:
    """Return each slot with the conditions that can be evaluated once it is filled, in the order of the source. So a
    choice that leads nowhere is dropped before the choices after it are considered. Numbers are only those between the
    bounds that the condition sets, which are computed once."""
    conditions: list[list[p.Expr]] = [[] for _ in slots]
    for item in [] if guard is None else conjuncts(guard):
        inside = free_locals(item)
        last = max((k for k, slot in enumerate(slots) if slot.local in inside), default=0)
        conditions[last].append(item)
    return [_bounded(facts, slot, items) for slot, items in zip(slots, conditions, strict=True)]


def _bounded(facts: Facts, slot: p.Slot, items: list[p.Expr]) -> tuple[p.Slot, p.Expr | None]:
    """Move comparisons of a number with other values into the range that it is chosen from. The first condition of
    another kind ends this, because it can be what makes the others possible."""
    rest: list[p.Expr] = []
    for at, item in enumerate(items):
        parts = conjuncts(facts.inlined(item) or item)
        spans = list(_narrower(facts, slot, parts))
        if spans:
            slot = replace(slot, domain=spans[-1])
        if len(spans) == len(parts):
            continue
        rest.append(item)
        if free_locals(item) - {slot.local} or not all(isinstance(node, _PLAIN) for node in walk(item)):
            rest += items[at + 1 :]
            break
    return slot, conjunction(rest) if rest else None


def _narrower(facts: Facts, slot: p.Slot, parts: Sequence[p.Expr]) -> Iterator[p.Span]:
    """Yield the range of a slot for numbers, narrowed by one more of the first conditions."""
    for part in parts:
        span = _within(facts, slot, part)
        if span is None:
            return
        yield span
        slot = replace(slot, domain=span)


def _within(facts: Facts, slot: p.Slot, item: p.Expr) -> p.Span | None:
    """Return the range of a slot for numbers, narrowed by a comparison with a value that needs no test."""
    if not isinstance(slot.domain, p.Span) or slot.type.kind != "int" or not isinstance(item, p.Op):
        return None
    op, number, value = item.op, item.left, item.right
    if value == p.Local(slot.local):
        op, number, value = TURNED.get(op, op), value, number
    type_ = facts.typing.type_of(value)
    if number != p.Local(slot.local) or slot.local in free_locals(value) or (type_ is not None and type_.optional):
        return None
    if op not in TURNED or op == "!=" or facts.may_be_wrong(value):
        return None
    low, high = slot.domain.low, slot.domain.high
    if op in ("==", ">=", ">"):
        low = p.Op("max", low, value if op != ">" else p.Op("+", value, _ONE))
    if op in ("==", "<=", "<"):
        high = p.Op("min", high, value if op != "<" else p.Op("-", value, _ONE))
    return p.Span(low, high)


_SAYS = {False: "  perhaps forbidden", True: "  perhaps allowed anyway"}
_NOTHING = t.Return(t.Truth(False))
_FOUND, _MOVE, _CARD = t.Reg("found"), t.Reg("move"), t.Reg("c")


class Offering(Protocol):
    """What code does with the choices of an action."""

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        """The code for one choice."""

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        """The code for each card of a set."""


@dataclass(frozen=True)
class Listing:
    """Adds moves to `found`, packed as the choices of an action with this number among so many actions."""

    x: Expressions
    number: int = 0
    count: int = 1

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        payload = packed(self.x.layout, arm, chosen)
        return (t.Append("found", plus(times(payload, self.count), self.number)),)

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        return self.x.over_set(cards, "c").around(self.one(arm, [_CARD]))


class Finding:
    """Ends at the first choice."""

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        return (t.Return(t.Truth(True)),)

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        return (t.If(cards, self.one(arm, [])),)


FIRST = Finding()


class Questions:
    """Lowers the questions of one unit."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.layout = unit.layout
        self.program = unit.program
        self.folding = unit.premises.folding
        self.x = expressions
        self.groups = GroupChoices(unit, expressions)
        self.twins = bool(self.layout.pack.doubles)

    def folded(self, e: p.Expr) -> p.Expr:
        return self.folding.folded(e)

    def legal(self, number: int) -> t.Function:
        """Return `legal_n`, which lists the packed moves by action, then in ascending order."""
        question = self.program.questions[number]
        scope = LoweringScope({}, question.origin)
        count = len(question.arms)
        arms = list(enumerate(question.arms))
        first = self._offering([(i, arm) for i, arm in arms if not arm.last], count, scope)
        last = self._offering([(i, arm) for i, arm in arms if arm.last], count, scope)
        if last:
            last = (t.If(t.Not(_FOUND), last),)
        code = t.Function(f"legal_{number}", (), (t.Begin("found"), *first, *last, t.Return(_FOUND)))
        return or_counted(code, t.Call("counted", (t.Const(number),)))

    def _offering(self, arms: list[tuple[int, p.Arm]], count: int, scope: LoweringScope) -> t.Block:
        """Add the offers of some of the actions, in their order."""
        return tuple(
            statement
            for number, arm in arms
            for statement in self.noted(arm, self.adding(arm, Listing(self.x, number, count), scope))
        )

    def noted(self, arm: p.Arm, offered: t.Block) -> t.Block:
        """Return the code that offers an action, after comments with its line and the lines of its clauses."""
        if not offered:
            return ()
        clauses = () if arm.may is None else self.program.permissions[arm.may.permission].clauses
        about = [t.Note(arm.id, self.unit.line(arm.origin))]
        about += [t.Note(f"{_SAYS[c.allow]} by {c.id}", self.unit.line(c.origin)) for c in clauses]
        return (*about, *offered)

    def offers(self, number: int) -> t.Function:
        """Return `offers_n`, which is true if there are actions other than those of last resort."""
        question = self.program.questions[number]
        names: dict[int, t.Expr] = {local: variable(local) for local in question.params}
        scope = LoweringScope(names, question.origin)
        body: list[t.Stmt] = []
        for local, value in question.lets:
            body.append(t.Let(variable(local).name, self.x.value(value, scope)))
            scope = scope.with_(local)
        body += (e for arm in question.arms if not arm.last for e in self.adding(arm, FIRST, scope))
        params = tuple(variable(local) for local in question.params)
        code = t.Function(f"offers_{number}", tuple(reg.name for reg in params), (*body, _NOTHING))
        return or_counted(code, t.Call("offers_any", (t.Const(number), *params)))

    def some(self, number: int, hiding: bool) -> t.Function | None:
        """Return `some_n`, which is true if `legal_n` has a move; None if it could hide an error, unless `hiding`."""
        question = self.program.questions[number]
        if not hiding and any(self.may_fault(arm) for arm in question.arms):
            return None
        scope = LoweringScope({}, question.origin)
        arms = sorted(question.arms, key=lambda arm: arm.last)
        body = (e for arm in arms for e in self.adding(arm, FIRST, scope))
        return or_counted(t.Function(f"some_{number}", (), (*body, _NOTHING)), t.Call("counted", (t.Const(number),)))

    def may_fault(self, arm: p.Arm) -> bool:
        parts = (arm.test, arm.where, arm.may, arm.among, *arm.slots)
        return any(self.x.facts.may_fault(e) for e in parts if e is not None)

    # ------------------------------------------------------------ one action

    def adding(self, arm: p.Arm, offering: Offering, scope: LoweringScope) -> t.Block:
        """Offer the choices of an action."""
        scope = scope.at(arm.origin)
        if arm.may is not None and yielding(self.program, arm.may):
            return self._adding_what_is_left(arm, arm.may, offering, scope)
        conditions = [c for c in (arm.where, arm.may, arm.among) if c is not None]
        guard = self.folded(conjunction(conditions)) if conditions else None
        if guard == p.Const(0):
            return ()
        if guard == p.Const(1):
            guard = None
        if not arm.slots:
            offered = offering.one(arm, [])
            if guard is not None:
                offered = (t.If(self.x.truth(guard, scope), offered),)
        else:
            offered = self._choices(arm, offering, guard, scope)
        return self._tested(arm, offered, scope)

    # ------------------------------------------------------------ clauses that yield when nothing else is left

    def _adding_what_is_left(self, arm: p.Arm, may: p.Permitted, offering: Offering, scope: LoweringScope) -> t.Block:
        """Apply the clauses that yield last: each narrows the choices, unless that would leave none."""
        permission = self.program.permissions[may.permission]
        given = dict(zip(permission.params, may.args, strict=True))
        conditions = [c for c in (arm.where, substitute(firm_verdict(permission), given)) if c is not None]
        firm = replace(arm, where=conjunction(conditions), may=None)
        if isinstance(offering, Finding) or not arm.slots:  # something is always left
            return self.adding(firm, offering, scope)
        numbers = yielding(self.program, may)
        verdicts = [self.folded(substitute(clause_verdict(permission, i), given)) for i in numbers]
        sets = self._sets_left(arm, self.folded(conjunction(conditions)), verdicts)
        if sets is None:
            names = [f"passes_{may.permission}_{i}" for i in numbers]
            clauses = list(zip(names, verdicts, strict=True))
            return self.narrowed(firm, offering, clauses, scope, scope.at(permission.origin))
        base, passing, chosen = sets
        left, some = self.unit.register(), self.unit.register()
        body: list[t.Stmt] = [t.Let(left.name, self.x.value(base, scope))]
        for cards in passing:
            body.append(t.Let(some.name, t.Op("&", left, self.x.value(cards, scope))))
            body.append(t.If(some, (t.Let(left.name, some),)))
        if chosen is not None:
            body.append(t.If(left, (t.Let(left.name, t.Op("&", left, self.x.value(chosen, scope))),)))
        return self._tested(arm, (*body, *offering.members(arm, self._once(left))), scope)

    def narrowed(
        self, arm: p.Arm, offering: Offering, clauses: list[tuple[str, p.Expr]], scope: LoweringScope,
        inside: LoweringScope,
    ) -> t.Block:  # fmt: skip
        """Offer the choices of an action that these clauses leave, each with the name of its test."""
        assert isinstance(offering, Listing), "choices are listed before they are narrowed"
        adding = self.adding(arm, offering, scope)
        tests = [self._judging(arm, clause, name, offering.count, inside) for name, clause in clauses if adding]
        narrowing = (t.Narrow("found", "first", "move", test) for test in tests)
        return (t.Let("first", t.Length("found")), *adding, *narrowing) if adding else ()

    def _once(self, cards: t.Expr) -> t.Expr:
        """A set of cards with one of several that nothing distinguishes."""
        return t.Call("once", (cards, ZERO)) if self.twins else cards

    def _sets_left(
        self, arm: p.Arm, firm: p.Expr, verdicts: list[p.Expr]
    ) -> tuple[p.Expr, list[p.Expr], p.Expr | None] | None:
        """Return for a single slot over cards those that pass the firm clauses, those that pass each yielding clause,
        and those that are chosen among the rest."""
        base = self._set_of_cards(arm, firm) if arm.slots else None
        if base is None:
            return None
        chosen = [] if arm.among is None else [self.folded(arm.among)]
        sets = [narrowed(self.folding, PACK, clause, arm.slots[0].local) for clause in (*verdicts, *chosen)]
        passing = [cards for cards in sets if cards is not None]
        if len(passing) < len(sets):
            return None
        return base, passing[: len(verdicts)], passing[-1] if chosen else None

    def _judging(self, arm: p.Arm, holds: p.Expr, name: str, count: int, scope: LoweringScope) -> t.Call:
        """Call a test of one of the remaining choices; it unpacks the choice from its number."""
        outside = sorted(free_locals(holds) & set(scope.names))
        given = tuple(scope.names[local] for local in outside)
        for slot in arm.slots:
            scope = scope.with_(slot.local)
        names: dict[int, t.Expr] = {**scope.names, **{local: variable(local) for local in outside}}
        payload = without_digit(_MOVE, count)
        body = unpacked(self.layout, arm, payload, lambda local, value: t.Let(variable(local).name, value))
        test = t.Return(self.x.truth(holds, LoweringScope(names, scope.origin)))
        name = f"{name}_{self.unit.next_number()}"
        params = ("move", *(variable(local).name for local in outside))
        self.unit.function(name, lambda: t.Function(name, params, (*body, test)))
        return t.Call(name, (_MOVE, *given))

    # ------------------------------------------------------------ what can be chosen

    def _tested(self, arm: p.Arm, offered: t.Block, scope: LoweringScope) -> t.Block:
        return offered if arm.test is None else (t.If(self.x.truth(arm.test, scope), offered),)

    def _choices(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        """Return a loop for each slot, the first one outermost."""
        before, guard = self._before(guard, arm.slots)
        offered = self._loops(arm, offering, guard, scope)
        return offered if before is None else (t.If(self.x.truth(before, scope), offered),)

    def _before(self, guard: p.Expr | None, slots: tuple[p.Slot, ...]) -> tuple[p.Expr | None, p.Expr | None]:
        """Split a guard into a part that doesn't depend on the choices and can't fail, and the rest."""
        own = {slot.local for slot in slots}
        before: list[p.Expr] = []
        after: list[p.Expr] = []
        safe = True  # a condition that can fail must not be skipped because of a later one
        for item in [] if guard is None else conjuncts(guard):
            safe = safe and not self.x.facts.may_fault(item)
            (before if safe and not free_locals(item) & own else after).append(item)
        return conjunction(before) if before else None, conjunction(after) if after else None

    def _loops(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        chosen = self._set_of_cards(arm, guard)
        if chosen is not None:
            return offering.members(arm, self._once(self.x.value(chosen, scope)))
        levels: list[tuple[LoopHead, t.Expr | None]] = []
        for k, (full, condition) in enumerate(by_slot(self.x.facts, guard, arm.slots)):
            by_rank = None if self.twins else self.groups.by_rank(full, condition, scope)
            if by_rank is not None:
                more, scope = by_rank
                levels += more
                continue
            slot, part = self._narrowed(full, condition)
            head = self._head(slot, part, scope)
            if self.twins and slot.of_cards:
                head = self._distinct(head, slot, arm.slots[:k])
            part, once, scope = self.x.looked_up_once(part, (slot.local,), scope.with_(slot.local))
            head = replace(head, before=(*once, *head.before))
            levels.append((head, None if part is None else self.x.truth(part, scope)))
        block = offering.one(arm, [scope.names[slot.local] for slot in arm.slots])
        for loop, test in reversed(levels):
            block = loop.around(block if test is None else (t.If(test, block),))
        return block

    def _narrowed(self, slot: p.Slot, part: p.Expr | None) -> tuple[p.Slot, p.Expr | None]:
        """Move conditions on one card into the set to choose from; the rest of the condition remains."""
        if part is None or slot.form != "each" or slot.type.kind != "card" or self.x.premises.as_written:
            return slot, part
        if isinstance(slot.domain, p.SeatOrder | p.Span):
            return slot, part
        domain, rest = slot.domain, list[p.Expr]()
        for item in conjuncts(part):
            fewer = None if rest else narrowed(self.folding, domain, item, slot.local)
            if fewer is None:
                rest.append(item)
            else:
                domain = fewer
        return replace(slot, domain=domain), conjunction(rest) if rest else None

    def _distinct(self, loop: LoopHead, slot: p.Slot, earlier: tuple[p.Slot, ...]) -> LoopHead:
        """Offer one of the choices that differ only in which of several twins they take."""
        used = union([_cards_of(e) for e in earlier if e.of_cards])
        if isinstance(loop.head, t.ForBits):
            return replace(loop, head=replace(loop.head, of=t.Call("once", (loop.head.of, used))))
        return replace(loop, head=replace(loop.head, of=t.Distinct(loop.head.of, used, slot.many)))

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        """The cards to choose from as one set, for a single slot over cards."""
        slot = arm.slots[0]
        if len(arm.slots) > 1 or slot.form != "each" or slot.type.kind != "card":
            return None
        if isinstance(slot.domain, p.SeatOrder | p.Span):
            return None
        if guard is None:
            return slot.domain
        return None if self.x.premises.as_written else narrowed(self.folding, slot.domain, guard, slot.local)

    def _head(self, slot: p.Slot, part: p.Expr | None, scope: LoweringScope) -> LoopHead:
        v = variable(slot.local).name
        if slot.form == "each":
            if isinstance(slot.domain, p.SeatOrder):
                return LoopHead((), t.For((v,), replace(self.x.order(slot.domain, scope), sorted=True), ()))
            return self.x.run_over(slot.domain, v, scope)
        sets = self.sets(slot, part, scope)
        if isinstance(sets, t.Melds) and self.twins:
            among, meld = self.unit.register(), self.unit.register()
            cards = t.Call("meld_in_order", (among, meld))
            return LoopHead((t.Let(among.name, sets.of),), t.For((meld.name,), t.Melds(among), ()), (t.Let(v, cards),))
        return LoopHead((), t.For((v,), sets, ()))

    def sets(self, slot: p.Slot, part: p.Expr | None, scope: LoweringScope) -> t.Domain:
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this domain is a set"
        of = self.x.value(slot.domain, scope)
        if slot.form == "places":
            return t.Places(of)
        if slot.form == "guises":
            assert slot.faces is not None, "a choice of guises lists its faces"
            return t.Guises(of, self.x.named_function(slot.faces))
        if slot.form == "melds":
            return t.Melds(of)
        size, line = bounds(part, slot.local), self.unit.line(scope.origin)
        if slot.width:
            return t.Runs(of, slot.width, *ranks_of_runs(slot.width, size.low, size.high), line)
        if slot.form == "groups":
            return t.Groups(of, max(size.low or 1, 1), size.high, line)
        low = ONE if slot.low is None else self.x.value(slot.low, scope)
        high = t.Absent() if slot.high is None else self.x.value(slot.high, scope)
        return t.Subsets(of, low, high, size.low, size.high, line)


def _cards_of(slot: p.Slot) -> t.Expr:
    return variable(slot.local) if slot.many else bit(variable(slot.local))


def or_counted(function: t.Function, instead: t.Call) -> t.Function:
    """Leave choices with many countable sets to the function that counts them."""
    if not any(isinstance(node, t.Subsets) and node.few for node in walk(function)):
        return function
    return replace(function, body=(t.Counted(function.body, instead),))
