"""Counts the choices of an action that are too many to list: sets of cards, with all that is chosen besides.

Conditions that judge each card alone need no list of sets. If an action has other conditions, or clauses that yield
when nothing else is left, its choices are examined one by one, as far as that is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from parlour import program as p
from parlour.analysis.clause_verdicts import clause_verdict, conjunction, firm_verdict, yielding
from parlour.analysis.splitting import split
from parlour.lowering.choices import KINDS
from parlour.program.walking import substitute
from parlour.python.actions import ActionCode, Choices
from parlour.python.functions import Function, TableFunctions
from parlour.table.cells import Cells
from parlour.table.faults import too_many_moves, within_reach
from parlour.table.subsets import MOST, Family, Subsets, several

LISTED = 512  # choices of an action; more aren't listed


class Families:
    """The counted choices of one table."""

    def __init__(self, functions: TableFunctions) -> None:
        self.functions = functions
        self._made: dict[tuple[int, int, int], _CountedAction] = {}

    def choices(self, s: Cells, kind: int, question: int, index: int, *outer: int) -> Choices:
        key = kind, question, index
        if key not in self._made:
            self._made[key] = _CountedAction(ActionCode(self.functions, question, index, KINDS[kind]))
        return self._made[key].choices(s[: self.functions.layout.size], outer)


class _CountedAction:
    """One kind of choices of an action: goes through all values of the slots, except those of the set."""

    def __init__(self, action: ActionCode) -> None:
        functions, arm, outer = action.functions, action.arm, len(action.outer)
        params = (*action.outer, *action.params)

        def value(e: p.Expr, known: int) -> Function:
            """Return the function of the values of the first slots."""
            return functions.value(e, params[: outer + known], arm.origin)

        self.action = action
        tests, clauses = self._tests(action)
        self.yielding = [functions.value(clause, params, origin) for clause, origin in clauses]
        guard = functions.premises.folding.folded(conjunction(tests)) if tests else None
        parts = split(functions.premises.facts, guard, arm.slots, bool(functions.layout.pack.doubles))
        assert parts is not None, "an action is counted if its condition can be split"
        slot = arm.slots[parts.place]
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this domain is a set"
        self.place = parts.place
        self.twins = functions["twins"]
        self.digits = action.packing.digits
        kind = KINDS.index(action.kind)
        self.values = [functions[f"values_{kind}_{action.question}_{action.index}_{k}"] for k in range(len(arm.slots))]
        self.tests = [None if test is None else value(test, k + 1) for k, test in enumerate(parts.tests)]
        self.of = value(slot.domain, parts.place)
        self.low = None if slot.low is None else value(slot.low, parts.place)
        self.high = None if slot.high is None else value(slot.high, parts.place)
        whole = len(arm.slots)
        self.within = value(parts.within, whole)
        self.needed = [value(cards, whole) for cards in parts.needed]
        self.limits = [(size.op, value(size.value, whole)) for size in parts.sizes]
        self.after = prod(digit.radix for digit in self.digits[parts.place + 1 :])

    def _tests(self, action: ActionCode) -> tuple[list[p.Expr], list[tuple[p.Expr, p.Origin]]]:
        """Return the conditions of all choices, and those that come after each other and can yield, with their place.
        """
        arm, program = action.arm, action.layout.program
        stuck = yielding(program, arm.may)
        if arm.may is None or not stuck:
            return [e for e in (arm.where, arm.may, arm.among) if e is not None], []
        permission = program.permissions[arm.may.permission]
        given = dict(zip(permission.params, arm.may.args, strict=True))
        firm = substitute(firm_verdict(permission), given)
        clauses = [(substitute(clause_verdict(permission, i), given), permission.origin) for i in stuck]
        return [e for e in (arm.where, firm) if e is not None], clauses

    def choices(self, s: Cells, outer: tuple[int, ...]) -> Choices:
        action = self.action
        if action.test is not None and not action.test(s, *outer):
            return ()
        offered = self._counted(s, outer)
        if self.yielding:
            offered = within_reach(offered, action.arm.origin)
        for holds in self.yielding:
            left = [payload for payload in offered if holds(s, *outer, *action.unpacked(payload))]
            offered = left or offered
        return offered

    def _counted(self, s: Cells, outer: tuple[int, ...]) -> Choices:
        families: list[Family] = []
        self._fill(s, outer, (), families)
        choices = Subsets(families, self.digits[self.place].radix, self.after)
        if choices.total > MOST:
            raise too_many_moves(choices.total, self.action.arm.origin)
        return choices if choices.total > LISTED else list(choices)

    def _fill(self, s: Cells, outer: tuple[int, ...], chosen: tuple[int, ...], families: list[Family]) -> None:
        k = len(chosen)
        if k == len(self.values):
            families.append(self._family(s, outer, chosen))
            return
        holds = self.tests[k]
        for v in self._whole(s, *outer, *chosen) if k == self.place else self.values[k](s, *outer, *chosen):
            if holds is None or holds(s, *outer, *chosen, v):
                self._fill(s, outer, (*chosen, v), families)

    def _whole(self, s: Cells, *known: int) -> Choices:
        """The cards that the sets are chosen from, if there are any."""
        of = self.of(s, *known)
        return [of] if several(of.bit_count(), *self._sizes(s, of, known)) else []

    def _sizes(self, s: Cells, of: int, known: Sequence[int]) -> tuple[int, int]:
        low = 1 if self.low is None else self.low(s, *known)
        return low, of.bit_count() if self.high is None else self.high(s, *known)

    def _family(self, s: Cells, outer: tuple[int, ...], chosen: tuple[int, ...]) -> Family:
        of, known = chosen[self.place], (*outer, *chosen)
        low, high = self._sizes(s, of, (*outer, *chosen[: self.place]))
        for op, limit in self.limits:
            low, high = _limited(op, limit(s, *known), low, high)
        parts = [(1, of & self.within(s, *known))]
        for spoilt in self.needed:
            cards = spoilt(s, *known)
            parts += [(-sign, other & cards) for sign, other in parts]
        before = self._packed(chosen, range(self.place))
        after = self._packed(chosen, range(self.place + 1, len(chosen)))
        return Family(before, after, tuple(parts), low, high, self.twins(s, of))

    def _packed(self, chosen: Sequence[int], places: Iterable[int]) -> int:
        number = 0
        for k in places:
            number = number * self.digits[k].radix + chosen[k] + self.digits[k].bias
        return number


def _limited(op: str, n: int, low: int, high: int) -> tuple[int, int]:
    match op:
        case "<":
            return low, min(high, n - 1)
        case "<=":
            return low, min(high, n)
        case ">":
            return max(low, n + 1), high
        case ">=":
            return max(low, n), high
        case _:
            return max(low, n), min(high, n)
