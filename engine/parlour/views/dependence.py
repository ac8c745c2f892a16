"""Finds out whether a condition depends on hidden cards, and which cards it rules out where.

Exchanging hidden cards changes nothing but the cards in their slots. So everything else has one value in all states
that a seat can't tell apart, even if the seat doesn't know this value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from parlour import program as p
from parlour.program.policies import Sorting, sorting
from parlour.program.walking import parts, substitute
from parlour.states.machine import Machine
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION
from parlour.table.naming import cards_named, naming_cells
from parlour.views.hidden_deals import Barred
from parlour.views.relabelling import Relabelling

Given = Mapping[int, int]  # values of locals
Free = Mapping[int, bool]

_NONE: Free = {}


class Applied:
    """The bodies of functions, with arguments. The same objects come again, because code is made once for each."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self._made: dict[tuple[int, ...], tuple[tuple[p.Expr, ...], object]] = {}
        self._locals: dict[int, tuple[object, tuple[int, ...]]] = {}
        self._sortings: dict[int, Sorting | None] = {}

    def policy(self, question: int) -> Sorting | None:
        """Return the choices of a question by their odds, if it has any."""
        if question not in self._sortings:
            self._sortings[question] = sorting(self.program.questions[question])
        return self._sortings[question]

    def function(self, e: p.CallFunction) -> p.Expr:
        function = self.program.functions[e.function]
        body: p.Expr = self._with(0, e.function, function.params, e.args, function.body)
        return body

    def tests(self, e: p.Permitted) -> tuple[p.Expr, ...]:
        """Return the conditions of the clauses of a permission."""
        permission = self.program.permissions[e.permission]
        conditions = tuple(clause.test for clause in permission.clauses)
        tests: tuple[p.Expr, ...] = self._with(1, e.permission, permission.params, e.args, conditions)
        return tests

    def locals_of(self, e: object) -> tuple[int, ...]:
        """Return the locals in an expression."""
        if id(e) not in self._locals:
            own = {e.index} if isinstance(e, p.Local) else set()
            self._locals[id(e)] = e, tuple(own.union(*map(self.locals_of, parts(e))))
        return self._locals[id(e)][1]

    def _with(self, kind: int, number: int, params: tuple[int, ...], args: tuple[p.Expr, ...], body: Any) -> Any:
        key = (kind, number, *map(id, args))
        if key not in self._made:
            self._made[key] = args, substitute(body, dict(zip(params, args, strict=True)))
        return self._made[key][1]


class Dependence:
    """The conditions of one question in one state, with these hidden slots."""

    def __init__(
        self, machine: Machine, bodies: Applied, question: p.Question, state: Relabelling, hidden: int
    ) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.program = machine.program
        self.bodies = bodies
        self.lets = dict(question.lets)
        self.question = question
        self.state = state
        self.s = state.cells
        self.hidden = hidden
        self.barred: Barred = ()  # by demands so far
        self.chosen: Given = {}  # slots that locals name
        self._fixed: dict[tuple[object, ...], bool] = {}

    # ------------------------------------------------------------ one value in all states

    def fixed(self, e: object, given: Given, free: Free = _NONE) -> bool:
        """True if a value is the same in all states.

        `given` are values of locals that don't depend on hidden cards. Neither do those of `free` locals, which aren't
        given; a free local that is False can be a hidden card, and where that lies differs.
        """
        if not isinstance(e, p.CallFunction | p.Scan | p.And | p.Or):
            return self._is_fixed(e, given, free)
        key = (id(e), *((given.get(local), free.get(local)) for local in self.bodies.locals_of(e)))
        if key not in self._fixed:
            self._fixed[key] = self._is_fixed(e, given, free)
        return self._fixed[key]

    def _is_fixed(self, e: object, given: Given, free: Free) -> bool:
        match e:
            case p.Const():
                return True
            case p.Local(index):
                if index in given or index in free:
                    return True
                if index in self.lets:
                    return self.fixed(self.lets[index], given, free)
                return not naming_cells(self.program, self.program.locals[index][1])
            case p.VarAt(number, keys):
                type_ = self.program.variables[number].type
                return self._all(keys, given, free) and (
                    not naming_cells(self.program, type_) or self._open(type_, e, given, free)
                )
            case p.ZoneSize(p.ZoneAt(_, keys)):
                return self._all(keys, given, free)
            case p.ZoneCards(zone):
                return self.fixed(zone, given, free) and not self._lying(zone, given, free) & self.hidden
            case p.ZoneEnd() | p.ZonePlace() | p.FaceUpCards():
                kind: Literal["card", "cards"] = "cards" if isinstance(e, p.FaceUpCards) else "card"
                return self._all(parts(e), given, free) and self._open(p.Type(kind), e, given, free)
            case p.WhereIs(card) | p.PlaceOf(card) | p.FaceUp(card) | p.MarkAt(_, card):
                return self._seen(card, given, free)
            case p.Op("==" | "!=", p.ZonePlace() | p.ZoneEnd() as at, p.Const(p.NONE)):
                return self._all(parts(at), given, free)
            case p.Op("has", p.ZoneCards(zone), card):
                return self.fixed(zone, given, free) and self._seen(card, given, free)
            case p.Scan(_, local, domain, where, value):
                if not self.fixed(domain, given, free):
                    return False
                seen = isinstance(domain, p.Expr) and self._open(p.Type("cards"), domain, given, free)
                return self._all((where, value), given, {**free, local: seen})
            case p.CallFunction():
                return self._all(e.args, given, free) and self.fixed(self.bodies.function(e), given, free)
            case p.Permitted() | p.Offers():
                return False
            case _:
                return self._all(parts(e), given, free)

    def _all(self, values: Iterable[object], given: Given, free: Free) -> bool:
        return all(self.fixed(value, given, free) for value in values if value is not None)

    def _seen(self, card: p.Expr, given: Given, free: Free) -> bool:
        """True if a value is the same card in all states, and lies in the same place."""
        if isinstance(card, p.Local) and free.get(card.index):
            return True
        return self.fixed(card, given, free) and self._open(p.Type("card"), card, given, free)

    def _open(self, type_: p.Type, e: p.Expr, given: Given, free: Free) -> bool:
        """True if a value is certain to name no hidden card."""
        value = None if _depends(e, free) else self.evaluate(e, given)
        return value is not None and not cards_named(self.layout, type_, value) & self.hidden

    def _lying(self, zone: p.Expr, given: Given, free: Free = _NONE) -> int:
        """Return the cards in a zone; if it isn't certain which zone that is, those in all that it can be."""
        number = None if _depends(zone, free) else self.evaluate(zone, given)
        instances = self.layout.instances
        if number is not None:
            instances = (instances[number],)
        elif isinstance(zone, p.ZoneAt):
            instances = self.layout.of_zone(zone.zone)
        return sum(1 << c for i in instances for c in self.layout.contents(self.s, i))

    def evaluate(self, e: p.Expr, given: Given) -> int | None:
        """Return a value, or None if it can't be computed here."""
        try:
            return self.machine.evaluate(self.s, e, given)
        except (RulesetFault, LookupError):  # other conditions decide before this one
            return None

    # ------------------------------------------------------------ conditions

    def holds(self, e: p.Expr, given: Given) -> bool | None:
        """Return whether a condition holds, or None if that depends on hidden cards."""
        if self.fixed(e, given):
            known = self.evaluate(e, given)
            return None if known is None else bool(known)
        match e:
            case p.Local(index) if index in self.lets:
                return self.holds(self.lets[index], given)
            case p.Not(value):
                of = self.holds(value, given)
                return None if of is None else not of
            case p.And(items) | p.Or(items):
                decides = isinstance(e, p.Or)
                values = [self.holds(item, given) for item in items]
                if decides in values:
                    return decides
                return None if None in values else not decides
            case p.If(test, then, other):
                of = self.holds(test, given)
                return None if of is None else self.holds(then if of else other, given)
            case p.CallFunction():
                return self.holds(self.bodies.function(e), given)
            case p.Scan("any" | "all", local, p.Expr(), _, None) if self.program.locals[local][1].kind == "card":
                return self._of_lying(e, given)
            case p.Permitted():
                return self._permitted(e, given)
            case _:
                return None

    def _of_lying(self, e: p.Scan, given: Given) -> bool | None:
        """Return whether a condition for any or all of some cards holds, if known cards decide it, or if the others
        that would decide it are barred."""
        decides = e.kind == "any"
        assert not isinstance(e.domain, p.SeatOrder | p.Span | p.Subsets), "the condition is about cards"
        lying = self._chosen_from(e.domain, given)
        if lying is None or e.where is None:
            return None
        if any(self.holds(e.where, {**given, e.local: card}) == decides for card in members(lying & ~self.hidden)):
            return decides
        ruled_out = self.demands(e, not decides, given)
        if ruled_out is None or any(not self._is_barred(slots, cards) for slots, cards in ruled_out):
            return None
        return not decides

    def _chosen_from(self, domain: p.Expr, given: Given) -> int | None:
        """Return the slots of a set of cards, if the same slots are in it whichever cards they have."""
        return self.evaluate(domain, {**self.chosen, **given}) if self._lies(domain, given) else None

    def _is_barred(self, slots: int, cards: int) -> bool:
        for barred_slots, barred_cards in self.barred:
            cards &= ~barred_cards if not slots & ~barred_slots else -1
        return not cards

    def demands(self, e: p.Expr, wanted: bool, given: Given) -> Barred | None:
        """Return the cards that lie elsewhere exactly if a condition has this value, or None if it isn't as simple."""
        simple = isinstance(e, p.Permitted) or (isinstance(e, p.Scan) and wanted == (e.kind == "all"))
        truth = None if simple else self.holds(e, given)
        if truth is not None:
            return () if truth == wanted else None
        match e:
            case p.Local(index) if index in self.lets:
                return self.demands(self.lets[index], wanted, given)
            case p.Not(part):
                return self.demands(part, not wanted, given)
            case p.And(items) | p.Or(items):
                open_ = [item for item in items if self.holds(item, given) is None]
                if len(open_) > 1 and wanted == isinstance(e, p.Or):
                    return None
                return together(self.demands(item, wanted, given) for item in open_)
            case p.If(test, then, other):
                value = self.holds(test, given)
                return None if value is None else self.demands(then if value else other, wanted, given)
            case p.CallFunction():
                return self.demands(self.bodies.function(e), wanted, given)
            case p.Permitted() if wanted:
                return self._permits(e, given)
            case p.Scan("any" | "all", local, p.Expr() as domain, where, None) if wanted == (e.kind == "all"):
                return self._none_of(domain, local, where, wanted, given)
            case p.Op("==", p.Op("&", p.ZoneCards(zone), cards), p.Const(0)) if wanted and self.fixed(cards, given):
                ruled_out, lying = self.evaluate(cards, given), self._lying(zone, given)
                if ruled_out is None or ruled_out & lying & ~self.hidden:
                    return None
                return ((lying & self.hidden, ruled_out & self.hidden),)
            case _:
                return None

    def _none_of(self, domain: p.Expr, local: int, where: p.Expr | None, wanted: bool, given: Given) -> Barred | None:
        """Return the hidden cards that can't be in some slots, because the condition for cards there has another
        value."""
        lying = self._chosen_from(domain, given) if self.program.locals[local][1].kind == "card" else None
        if lying is None or where is None:
            return None
        if any(self.holds(where, {**given, local: card}) != wanted for card in members(lying & ~self.hidden)):
            return None
        every: Barred = ()
        anywhere = self.fixed(where, given, {local: False})  # wherever the card lies
        for i in self.layout.instances:
            slots = sum(1 << c for c in self.layout.contents(self.s, i)) & lying & self.hidden
            if slots:
                cards = 0
                for card in members(self.hidden):
                    there = self if anywhere else self._with(card, (slots & -slots).bit_length() - 1)
                    value = there.holds(where, {**given, local: card})
                    if value is None:
                        return None
                    cards |= (value != wanted) << card
                every += ((slots, cards),)
        return every

    def _with(self, card: int, slot: int) -> Dependence:
        """Return the state in which this card fills a slot."""
        state = self.state.exchanged(card, slot)
        return Dependence(self.machine, self.bodies, self.question, state, self.hidden & ~(1 << card))

    def _permitted(self, e: p.Permitted, given: Given) -> bool | None:
        """Return whether a permission holds, with clauses that yield elsewhere."""
        clauses = self.program.permissions[e.permission].clauses
        values = [self.holds(test, given) for test in self.bodies.tests(e)]
        verdict: bool | None = True
        for number, (clause, value) in enumerate(zip(clauses, values, strict=True)):
            lifts = {v for c, v in zip(clauses, values, strict=True) if c.allow and number in c.lifts}
            if not clause.allow and value is not False and True not in lifts:
                if value and None not in lifts:
                    return False
                verdict = None
        return verdict

    def _permits(self, e: p.Permitted, given: Given) -> Barred | None:
        permission, tests = self.program.permissions[e.permission], self.bodies.tests(e)
        values = [self.holds(test, given) for test in tests]
        lifting = [(c.lifts, value) for c, value in zip(permission.clauses, values, strict=True) if c.allow]
        every: Barred = ()
        for number, (clause, test, value) in enumerate(zip(permission.clauses, tests, values, strict=True)):
            lifts = [lifted for lifted_numbers, lifted in lifting if number in lifted_numbers]
            if clause.allow or value is False or True in lifts:
                continue
            if clause.unless_stuck or None in lifts:
                return None
            demands = self.demands(test, False, given)
            if demands is None:
                return None
            self.barred += demands
            every += demands
        return every

    # ------------------------------------------------------------ choices

    def same_choices(self, arm: p.Arm, given: Given) -> bool:
        """True if what can be chosen doesn't depend on hidden cards, except as they lie in the zone that is chosen
        from."""
        return all(
            self._lies(slot.domain, given) and all(self.fixed(e, given) for e in (slot.low, slot.high) if e is not None)
            for slot in arm.slots
        )

    def _lies(self, domain: object, given: Given) -> bool:
        """True if the same slots can be chosen, whichever cards they have."""
        match domain:
            case p.Local(index) if index in self.chosen:
                return True
            case p.Local(index) if index in self.lets:
                return self._lies(self.lets[index], given)
            case p.CallFunction():
                return self._lies(self.bodies.function(domain), given)
            case p.If(test, then, other):
                value = self.holds(test, given)
                return value is not None and self._lies(then if value else other, given)
            case p.Op("|" | "&" | "-set", left, right):
                return self._lies(left, given) and self._lies(right, given)
            case p.ZoneCards(zone):
                return self.fixed(zone, given)
            case p.FaceUpCards():
                return True
            case p.Scan("those", local, among, where, None):
                return self._lies(among, given) and self._of_slot(where, local, given)
            case _:
                return self.fixed(domain, given)

    def _of_slot(self, e: object, local: int, given: Given) -> bool:
        """True if a condition depends only on the place of a card, and its side."""
        match e:
            case p.FaceUp(p.Local(index)) | p.PlaceOf(p.Local(index)) | p.WhereIs(p.Local(index)) if index == local:
                return True
            case p.Local(index) if index == local:
                return False
            case p.CallFunction():
                return self._of_slot(self.bodies.function(e), local, given)
            case p.Op("==" | "!=", p.ZonePlace() | p.ZoneEnd() as at, p.Const(p.NONE)):
                return all(self._of_slot(part, local, given) for part in parts(at))
            case _ if _depends(e, {local: False}):
                return all(self._of_slot(part, local, given) for part in parts(e))
            case _:
                return self.fixed(e, given)


def _depends(e: object, free: Free) -> bool:
    """True if a value depends on one of these locals."""
    if isinstance(e, p.Local):
        return e.index in free
    return any(_depends(part, free) for part in parts(e))


def renew(machine: Machine, s: Cells) -> Cells:
    """Compute the names of a question again, in place: their values can depend on cards."""
    for local, value in machine.program.questions[s[QUESTION]].lets if s[QUESTION] >= 0 else ():
        if local in machine.layout.kept:
            s[machine.layout.kept[local]] = machine.evaluate(s, value)
    return s


def together(several: Iterable[Barred | None]) -> Barred | None:
    """Return all demands, or None if one of them isn't simple."""
    every: Barred = ()
    for each in several:
        if each is None:
            return None
        every += each
    return every
