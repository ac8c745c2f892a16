"""Lowers questions to the form that is fastest in Python. They find out whether there is an answer without listing
the answers, and evaluate conditions that several actions share once. Does the same as `questions`.
"""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.clause_verdicts import conjunction, firm_verdict, yielding
from parlour.analysis.splitting import split
from parlour.lowering.questions import Questions
from parlour.lowering.unit import LoweringScope, variable
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import substitute
from parlour.tablecode.walk import walk

# the condition, the code with its offers, and the facts known there
Choice = tuple[list[p.Expr], t.Block, LoweringScope]


class SharedQuestions(Questions):
    """Lowers the questions of one unit that Python runs."""

    _few = False  # whether the sets of the current action can be counted

    # ------------------------------------------------------------ more sets than are worth listing

    def legal(self, number: int) -> t.Function:
        return or_counted(super().legal(number), t.Call("counted", (t.Const(number),)))

    def offers(self, number: int) -> t.Function:
        given = tuple(variable(local) for local in self.program.questions[number].params)
        return or_counted(super().offers(number), t.Call("offers_any", (t.Const(number), *given)))

    def tries(self, number: int) -> t.Function | None:
        function = super().tries(number)
        return None if function is None else or_counted(function, t.Call("tried", (t.Const(number),)))

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        self._few = split(self.x.facts, guard, arm.slots, self.twins) is not None
        return super()._loops(arm, number, count, guard, scope)

    def sets(self, slot: p.Slot, part: p.Expr | None, scope: LoweringScope) -> t.Domain:
        domain = super().sets(slot, part, scope)
        return replace(domain, few=self._few) if isinstance(domain, t.Subsets) else domain

    # ------------------------------------------------------------ actions that exclude each other

    def _offering(self, arms: list[tuple[int, p.Arm]], count: int, scope: LoweringScope) -> t.Block:
        block: list[t.Stmt] = []
        together: list[Choice] = []
        for number, arm in arms:
            guard = self._plain_guard(arm)
            if guard is None:
                block += [*self._tree(together), *self.noted(arm, self._adding(arm, number, count, scope))]
                together = []
            elif guard != p.Const(0):
                holds = [] if guard == p.Const(1) else conjuncts(guard)
                together.append((holds, self.noted(arm, self.offer(arm, number, count, [])), scope.at(arm.origin)))
        return (*block, *self._tree(together))

    def _plain_guard(self, arm: p.Arm) -> p.Expr | None:
        """The condition of an action in which nothing is chosen."""
        if arm.slots or yielding(self.program, arm.may):
            return None
        conditions = [c for c in (arm.test, arm.where, arm.may) if c is not None]
        return self.folded(conjunction(conditions)) if conditions else p.Const(1)

    def _tree(self, choices: list[Choice]) -> t.Block:
        """Test the first action's first condition once for all following actions that test or negate it."""
        if not choices:
            return ()
        (holds, block, scope), rest = choices[0], choices[1:]
        if not holds:
            return (*block, *self._tree(rest))
        whole = conjunction(holds)
        if rest and self._is_one(rest[0][0], p.Not(whole), scope):
            return (t.If(self.x.truth(whole, scope), block, rest[0][1]), *self._tree(rest[1:]))
        yes: list[Choice] = [(holds[1:], block, scope)]
        no: list[Choice] = []
        for of, added, there in rest:
            if self._is_one(of[:1], holds[0], scope):
                yes.append((of[1:], added, there))
            elif self._is_one(of[:1], p.Not(holds[0]), scope):
                no.append((of[1:], added, there))
            else:
                break
        judged = t.If(self.x.truth(holds[0], scope), self._tree(yes), self._tree(no))
        return (judged, *self._tree(choices[len(yes) + len(no) :]))

    def _is_one(self, holds: list[p.Expr], asked: p.Expr, scope: LoweringScope) -> bool:
        """True if this is the only condition, so that the same code can test it."""
        return len(holds) == 1 and self.x.truth(holds[0], scope) == self.x.truth(asked, scope)

    # ------------------------------------------------------------ is there anything to answer?

    def some(self, number: int) -> t.Function | None:
        """Return `some_n`, which is true if `legal_n` has a move; None if it can't be faster or could hide an error."""
        question = self.program.questions[number]
        scope, count, body = LoweringScope({}, question.origin), len(question.arms), list[t.Stmt]()
        arms = [*(a for a in question.arms if not a.last), *(a for a in question.arms if a.last)]
        for k, arm in enumerate(arms):
            test = self._some_of(arm, scope.at(arm.origin))
            if test is None or (k and self._may_fault(arm)):
                return None
            body.append(t.If(test, (t.Return(t.Truth(True)),)) if k < count - 1 else t.Return(test))
        return t.Function(f"some_{number}", (), tuple(body) or (t.Return(t.Truth(False)),))

    def _some_of(self, arm: p.Arm, scope: LoweringScope) -> t.Expr | None:
        """A test that is true if an action offers anything. Clauses that yield always leave something."""
        permission = None if arm.may is None else self.program.permissions[arm.may.permission]
        may: p.Expr | None = arm.may
        if arm.may is not None and permission is not None and yielding(self.program, arm.may):
            may = substitute(firm_verdict(permission), dict(zip(permission.params, arm.may.args, strict=True)))
            if self._may_fault(arm):
                return None
        conditions = [c for c in (arm.where, may) if c is not None]
        guard = self.folded(conjunction(conditions)) if conditions else None
        if guard == p.Const(0):
            return t.Truth(False)
        if guard == p.Const(1):
            guard = None
        if not arm.slots:
            offered = p.Const(1) if guard is None else guard
        else:
            cards = self._set_of_cards(arm, guard)
            if cards is None:
                return None
            offered = cards
        return self.x.truth(offered if arm.test is None else conjunction([arm.test, offered]), scope)

    def _may_fault(self, arm: p.Arm) -> bool:
        return any(self.x.facts.may_fault(e) for e in (arm.test, arm.where, arm.may, *arm.slots) if e is not None)


def or_counted(function: t.Function, instead: t.Call) -> t.Function:
    """Leave choices with many countable sets to the function that counts them."""
    if not any(isinstance(node, t.Subsets) and node.few for node in walk(function)):
        return function
    return replace(function, body=(t.Counted(function.body, instead),))
