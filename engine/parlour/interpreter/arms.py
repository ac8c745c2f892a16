"""Compiles one action of a question to closures that list its choices and put a choice into its locals.

A choice is a packed number, see `packing`. It evaluates guards with the slots' locals in scratch cells, so that the
legal moves leave the state unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.analysis.clause_verdicts import clause_verdict, conjunction, firm_verdict
from parlour.analysis.facts import simple
from parlour.analysis.guards import by_slot
from parlour.analysis.masks import PACK, narrowed
from parlour.interpreter.choices import slot_choices
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.nearness import distance
from parlour.interpreter.observing import observed
from parlour.interpreter.set_families import counted
from parlour.interpreter.templates import Unseen, filled_for
from parlour.program.set_bounds import bounds, conjuncts
from parlour.program.walking import substitute
from parlour.table.cards import members
from parlour.table.cells import Cells, Value
from parlour.table.limits import within_reach
from parlour.table.packing import Packing, digit

Offer = Callable[[Cells], Sequence[int]]


@dataclass(frozen=True)
class ClauseCode:
    """One clause of a permission for the bound choice: whether it applies, and how far it is from not applying.

    `says` needs the arguments where `bind` puts them. A clause without words can need another permission: `asked` has
    the clauses of that one, which give the reason.
    """

    clause: p.Clause
    applies: Value
    bind: Value
    says: Callable[[Cells, Unseen], str] | None
    far: Value
    asked: tuple[ClauseCode, ...]

    def text(self, s: Cells, unseen: Unseen) -> str | None:
        if self.says is None:
            return _reason(self.asked, s, unseen)
        self.bind(s)
        return self.says(s, unseen)


def _reason(codes: Sequence[ClauseCode], s: Cells, unseen: Unseen) -> str | None:
    """Return the words of the first clause that forbids the bound choice and that no other clause lifts."""
    applying = [code.clause for code in codes if code.applies(s)]
    lifted = {number for clause in applying if clause.allow for number in clause.lifts}
    forbidding = (
        code for number, code in enumerate(codes)
        if code.clause in applying and not code.clause.allow and number not in lifted
    )  # fmt: skip
    return next((text for code in forbidding if (text := code.text(s, unseen)) is not None), None)


class ArmCode:
    """`x` reads the question's locals; `cells` has the scratch cells for the locals of the slots.

    `complete` adds the offers of the action, `describe` its possible offers.
    """

    test: Value | None
    offered: Offer
    thinkable: Offer  # all that the slots can hold, ignoring conditions
    admitted: Offer

    def __init__(self, x: Expressions, arm: p.Arm, cells: dict[int, int]) -> None:
        self.arm = arm
        self.x = Expressions(x.compilation, {**x.renamed, **cells})
        self.x.origin = arm.origin
        self.layout = x.layout
        self.packing = Packing(tuple(digit(x.layout, slot) for slot in arm.slots))
        self.cells = [cells[slot.local] for slot in arm.slots]
        self.twins = x.compilation.premises.twins

    def complete(self) -> None:
        arm = self.arm
        self.test = self.x.test(arm.test) if arm.test is not None else None
        self.offered = self._tested(self._allowed)
        if self.x.compilation.traced is not None:
            self.describe()
            self.offered = observed(self, self.offered)

    def describe(self) -> None:
        self.thinkable = self._enumerated(None)
        self.admitted = self._tested(lambda: self._enumerated(self.arm.where))

    def bind(self, s: Cells, payload: int) -> None:
        """Store a choice in the cells that the guards read."""
        for cell, v in zip(self.cells, self.packing.unpack(payload), strict=True):
            s[cell] = v

    def cards_of_slots(self, payload: int) -> list[list[int]]:
        """Return the identities of the cards that each part of a choice names."""
        slots = zip(self.arm.slots, self.packing.unpack(payload), strict=True)
        cards = [(slot, v) for slot, v in slots if slot.form != "places" and slot.type.kind in ("card", "cards")]
        return [members(v) if slot.many else [v % self.layout.pack.size] for slot, v in cards]

    def named_cards(self, payload: int) -> list[int]:
        """Return the identities of the cards that a choice names."""
        return [c for cards in self.cards_of_slots(payload) for c in cards]

    @cached_property
    def said(self) -> list[tuple[int, Value]]:
        """Return the values in the text of an answer that its player didn't choose, each with its place."""
        chosen = [p.Local(slot.local) for slot in self.arm.slots]
        holes = [(n, piece.value) for n, piece in enumerate(self.arm.notation) if isinstance(piece, p.Hole)]
        return [(n, self.x.value(value)) for n, value in holes if value not in chosen]

    @cached_property
    def clauses(self) -> tuple[ClauseCode, ...]:
        """The clauses of its permission, one by one. Made at the first question why, then cached."""
        may = self.arm.may or self.arm.blind
        if may is None:
            return ()
        return self._codes(may, lambda body: body)

    def _codes(self, may: p.Permitted, within: Callable[[Value], Value]) -> tuple[ClauseCode, ...]:
        x, permission = self.x, self.x.program.permissions[may.permission]

        def bound(body: Value) -> Value:
            return within(x.with_arguments(permission.params, may.args, body))

        return tuple(
            ClauseCode(
                clause,
                bound(x.test(clause.test)),
                bound(lambda s: 0),
                None if clause.says is None else filled_for(x, clause.says),
                bound(distance(x, clause.test, False)),
                self._asked(clause, bound),
            )
            for clause in permission.clauses
        )

    def _asked(self, clause: p.Clause, within: Callable[[Value], Value]) -> tuple[ClauseCode, ...]:
        """The clauses of the permission that a clause without words of its own needs."""
        if clause.says is not None or clause.allow:
            return ()
        for item in conjuncts(clause.test):
            match item:
                case p.Not(p.Permitted() as asked):
                    return self._codes(asked, within)
        return ()

    @property
    def unconditional(self) -> bool:
        arm = self.arm
        return not arm.slots and arm.test is None and arm.where is None and arm.may is None

    # ------------------------------------------------------------ offers

    def _tested(self, make: Callable[[], Offer]) -> Offer:
        """Return offers that depend on the test of the action. They are compiled when it holds for the first time."""
        test, compilation = self.test, self.x.compilation
        if test is None:
            return make()
        offer: Offer

        def first(s: Cells) -> Sequence[int]:
            nonlocal offer
            offer = compilation.while_playing(s, make)
            return offer(s)

        compilation.scratch.used = True  # the offers may use some
        offer = first
        return lambda s: offer(s) if test(s) else ()

    def _allowed(self) -> Offer:
        """Return the choices that `where` admits and `may` allows. Clauses that yield come last: each reduces the
        choices, unless none would remain."""
        arm = self.arm
        if arm.may is None:
            return self._enumerated(arm.where if arm.among is None else conjunction([arm.where, arm.among]))
        permission = self.x.program.permissions[arm.may.permission]
        yielding = [i for i, c in enumerate(permission.clauses) if c.unless_stuck and not c.allow]
        if not yielding:
            guard = conjunction([arm.where, arm.may, arm.among])
            return self._enumerated(guard, arm.mask if arm.among is None else None)
        sets = self._allowed_sets(arm.may, permission, yielding) if arm.among is None else None
        if sets is not None:
            return self._stepwise(*sets)
        base = self._enumerated(arm.where)
        binding = self._judged(arm.may, permission, firm_verdict(permission))
        clauses = [self._judged(arm.may, permission, clause_verdict(permission, i)) for i in yielding]
        among = None if arm.among is None else self.x.test(arm.among)

        def allowed(s: Cells) -> Sequence[int]:
            left = self._those(s, base(s), binding)
            for clause in clauses:
                left = self._those(s, left, clause) or left
            return left if among is None else self._those(s, left, among)

        return allowed

    def _allowed_sets(
        self, may: p.Permitted, permission: p.Permission, yielding: list[int]
    ) -> tuple[p.Expr, list[p.Expr]] | None:
        """Return for a single slot over cards those that pass the firm clauses, and those that pass each yielding
        clause."""
        slots = self.arm.slots
        if len(slots) != 1 or not self._over_cards(slots[0]) or not all(simple(a) for a in may.args):
            return None
        given = dict(zip(permission.params, may.args, strict=True))
        folded = self.x.compilation.premises.folding.folded
        firm = folded(conjunction([self.arm.where, substitute(firm_verdict(permission), given)]))
        base = self.card_set(firm)
        if base is None:
            return None
        local, found = slots[0].local, list[p.Expr]()
        for i in yielding:
            passing = narrowed(self.x.facts, PACK, folded(substitute(clause_verdict(permission, i), given)), local)
            if passing is None:
                return None
            found.append(passing)
        return base, found

    def _stepwise(self, base: p.Expr, passing: Sequence[p.Expr]) -> Offer:
        of, clauses, twins = self.x.value(base), [self.x.value(cards) for cards in passing], self.twins

        def stepwise(s: Cells) -> Sequence[int]:
            left = of(s)
            for clause in clauses:
                if left & left - 1:  # nothing can be removed from a single card
                    left = left & clause(s) or left
            return members(twins.once(s, left) if twins.possible else left)

        return stepwise

    def _those(self, s: Cells, payloads: Sequence[int], holds: Value) -> list[int]:
        found = []
        for payload in within_reach(payloads, self.arm.origin):
            self.bind(s, payload)
            if holds(s):
                found.append(payload)
        return found

    def _judged(self, may: p.Permitted, permission: p.Permission, verdict: p.Expr) -> Value:
        with self.x.at(permission.origin):
            return self.x.with_arguments(permission.params, may.args, self.x.test(verdict))

    # ------------------------------------------------------------ enumeration

    def _enumerated(self, guard: p.Expr | None, mask: p.Expr | None = None) -> Offer:
        """Return all choices for which a guard holds, in ascending order."""
        slots = self.arm.slots
        if guard is not None:
            guard = self.x.compilation.premises.folding.folded(guard)
            if guard == p.Const(0):
                return lambda s: ()
            if guard == p.Const(1):
                guard = None
        if not slots:
            if guard is None:
                return lambda s: (0,)
            holds = self.x.test(guard)
            return lambda s: (0,) if holds(s) else ()
        if len(slots) == 1 and self._over_cards(slots[0]):
            return self._cards(slots[0], guard, mask)
        return self._any_slots(guard)

    def _over_cards(self, slot: p.Slot) -> bool:
        each = slot.form == "each" and slot.type.kind == "card"
        return each and not isinstance(slot.domain, p.SeatOrder | p.Span)

    def card_set(self, guard: p.Expr | None) -> p.Expr | None:
        """The cards to choose from as one set expression, for a single slot over cards."""
        slot = self.arm.slots[0]
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this slot is over cards"
        if guard is None:
            return slot.domain
        if not self.x.compilation.premises.vectorise:
            return None
        return narrowed(self.x.facts, slot.domain, guard, slot.local)

    def _cards(self, slot: p.Slot, guard: p.Expr | None, mask: p.Expr | None) -> Offer:
        chosen = mask or self.card_set(guard)
        twins = self.twins
        if chosen is not None:
            found = self.x.value(chosen)
            if twins.possible:
                return lambda s: members(twins.once(s, found(s)))
            return lambda s: members(found(s))
        assert guard is not None
        assert not isinstance(slot.domain, p.SeatOrder | p.Span)
        of, holds, cell = self.x.value(slot.domain), self.x.test(guard), self.cells[0]

        def one_by_one(s: Cells) -> Sequence[int]:
            cards = []
            for c in members(twins.once(s, of(s)) if twins.possible else of(s)):
                s[cell] = c
                if holds(s):
                    cards.append(c)
            return cards

        return one_by_one

    def _any_slots(self, guard: p.Expr | None) -> Offer:
        """Return a closure that lists the choices slot by slot; the first slot is the outermost loop."""
        slots = self.arm.slots
        counting = counted(self.x, slots, self.packing, guard)
        if counting is not None:
            return counting
        slots, parts = zip(*by_slot(self.x.facts, guard, slots), strict=True)
        tests = [None if part is None else self.x.test(part) for part in parts]
        sizes = [bounds(part, slot.local) for part, slot in zip(parts, slots, strict=True)]
        choices = [slot_choices(self.x, slot, size) for slot, size in zip(slots, sizes, strict=True)]
        if self.twins.possible:
            for k, slot in enumerate(slots):
                if slot.type.kind in ("card", "cards") and slot.form != "places":
                    choices[k] = self._without_twins(k, choices[k])
        digits, cells = self.packing.digits, self.cells
        if len(slots) == 1:
            return self._one_slot(choices[0], tests[0])
        last = len(slots) - 1

        def from_slot(k: int, s: Cells, payload: int, found: list[int]) -> None:
            radix, bias, holds = digits[k].radix, digits[k].bias, tests[k]
            for v in choices[k](s):
                s[cells[k]] = v
                if holds is not None and not holds(s):
                    continue
                number = payload * radix + v + bias
                if k < last:
                    from_slot(k + 1, s, number, found)
                else:
                    found.append(number)

        def any_slots(s: Cells) -> Sequence[int]:
            found: list[int] = []
            from_slot(0, s, 0, found)
            return found

        return any_slots

    def _one_slot(self, choices: Offer, holds: Value | None) -> Offer:
        cell, bias = self.cells[0], self.packing.digits[0].bias
        if holds is None:
            return lambda s: [v + bias for v in choices(s)]

        def one_slot(s: Cells) -> Sequence[int]:
            found = []
            for v in choices(s):
                s[cell] = v
                if holds(s):
                    found.append(v + bias)
            return found

        return one_slot

    def _without_twins(self, k: int, choices: Callable[[Cells], Sequence[int]]) -> Callable[[Cells], Sequence[int]]:
        """Return one of the choices that differ only in which of several twins they take."""
        slots, cells, twins = self.arm.slots, self.cells, self.twins
        slot, size = slots[k], self.layout.pack.size
        earlier = [
            (cells[j], slots[j].many)
            for j in range(k)
            if slots[j].type.kind in ("card", "cards") and slots[j].form != "places"
        ]

        def distinct(s: Cells) -> Sequence[int]:
            used = 0
            for cell, is_set in earlier:
                used |= s[cell] if is_set else 1 << s[cell] % size
            values = choices(s)
            if slot.many:
                return twins.sets_once(s, values, used)
            cards = 0
            for v in values:
                cards |= 1 << v % size
            once = twins.once(s, cards, used)
            return [v for v in values if once >> v % size & 1]

        return distinct
