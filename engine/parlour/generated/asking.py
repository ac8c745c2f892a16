"""Questions as Python asks them fastest: whether there is anything to answer is told without listing it, and conditions
that several actions share are judged once. Does the same as `questions`.
"""

from __future__ import annotations

import re

from parlour import program as p
from parlour.generated.naming import Scope, definition, indented
from parlour.generated.questions import Questions
from parlour.machine.arms import conjunction, firm_verdict
from parlour.machine.guards import conjuncts
from parlour.machine.splitting import split
from parlour.program.walking import substitute

_FEW = re.compile(r"\bsets\((?!s,)")

# what must hold, the lines that then offer something, and what is known where that is asked
Choice = tuple[list[p.Expr], list[str], Scope]


class Asking(Questions):
    """Writes the questions of one source that Python runs."""

    # ------------------------------------------------------------ more sets than are worth listing

    def legal(self, number: int) -> str:
        return self._or_counted(number, super().legal(number), f"counted(s, {number})")

    def offers(self, number: int) -> str:
        params = "".join(f"v{local}, " for local in self.program.questions[number].params)
        return self._or_counted(number, super().offers(number), f"offers_any(s, {number}, ({params}))")

    def tries(self, number: int) -> str | None:
        text = super().tries(number)
        return text and self._or_counted(number, text, f"tried(s, {number})")

    def _or_counted(self, number: int, text: str, counted: str) -> str:
        """Where sets can be counted, many of them are left to the closures, which do that."""
        if "few_sets(" not in text:
            return text
        head, *body = text.split("\n")
        lines = ["    try:", *indented(body), "    except Many:", f"        return {counted}"]
        return "\n".join([head, *lines])

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        lines = super()._loops(arm, number, count, guard, scope)
        if split(self.x.facts, guard, arm.slots, self.twins) is None:
            return lines
        return [_FEW.sub("few_sets(", line) for line in lines]

    # ------------------------------------------------------------ actions that exclude each other

    def _offering(self, arms: list[tuple[int, p.Arm]], count: int, scope: Scope) -> list[str]:
        lines: list[str] = []
        together: list[Choice] = []
        for number, arm in arms:
            guard = self._plain_guard(arm)
            if guard is None:
                lines += [*self._tree(together), *self.told(arm, self._adding(arm, number, count, scope))]
                together = []
            elif guard != p.Const(0):
                holds = [] if guard == p.Const(1) else conjuncts(guard)
                together.append((holds, self.told(arm, self.offer(arm, number, count, [])), scope.at(arm.origin)))
        return [*lines, *self._tree(together)]

    def _plain_guard(self, arm: p.Arm) -> p.Expr | None:
        """What decides on an action in which nothing is chosen."""
        if arm.slots or (arm.may is not None and self._stuck(arm.may)):
            return None
        conditions = [c for c in (arm.test, arm.where, arm.may) if c is not None]
        return self._folded(conjunction(conditions)) if conditions else p.Const(1)

    def _tree(self, choices: list[Choice]) -> list[str]:
        """What the first one asks first, and those after it ask too or just deny, is judged once, where the first one
        asks it."""
        if not choices:
            return []
        (holds, lines, scope), rest = choices[0], choices[1:]
        if not holds:
            return [*lines, *self._tree(rest)]
        whole = conjunction(holds)
        if rest and self._is_one(rest[0][0], p.Not(whole), scope):
            found = [f"if {self.x.truth(whole, scope)}:", *indented(lines), "else:", *indented(rest[0][1])]
            return [*found, *self._tree(rest[1:])]
        yes: list[Choice] = [(holds[1:], lines, scope)]
        no: list[Choice] = []
        for of, added, there in rest:
            if self._is_one(of[:1], holds[0], scope):
                yes.append((of[1:], added, there))
            elif self._is_one(of[:1], p.Not(holds[0]), scope):
                no.append((of[1:], added, there))
            else:
                break
        found = [f"if {self.x.truth(holds[0], scope)}:", *indented(self._tree(yes))]
        if no:
            found += ["else:", *indented(self._tree(no))]
        return [*found, *self._tree(choices[len(yes) + len(no) :])]

    def _is_one(self, holds: list[p.Expr], asked: p.Expr, scope: Scope) -> bool:
        """Do they ask just this? What is written in the same way is the same."""
        return len(holds) == 1 and self.x.truth(holds[0], scope) == self.x.truth(asked, scope)

    # ------------------------------------------------------------ is there anything to answer?

    def some(self, number: int) -> str | None:
        """`some_n(s)`: the truth of `legal_n(s)`, with nothing left out that could go wrong; nothing where it takes as
        long."""
        question = self.program.questions[number]
        scope, count, lines = Scope({}, question.origin), len(question.arms), list[str]()
        arms = [*(a for a in question.arms if not a.last), *(a for a in question.arms if a.last)]
        for k, arm in enumerate(arms):
            test = self._some_of(arm, scope.at(arm.origin))
            if test is None or (k and self._may_fault(arm)):
                return None
            lines += [f"if {test}:", "    return True"] if k < count - 1 else [f"return {test}"]
        return definition(f"some_{number}", [], lines or ["return False"])

    def _some_of(self, arm: p.Arm, scope: Scope) -> str | None:
        """Something that is true if an action offers anything. Clauses that yield always leave something."""
        permission = None if arm.may is None else self.program.permissions[arm.may.permission]
        may: p.Expr | None = arm.may
        if arm.may is not None and permission is not None and self._stuck(arm.may):
            may = substitute(firm_verdict(permission), dict(zip(permission.params, arm.may.args, strict=True)))
            if self._may_fault(arm):
                return None
        conditions = [c for c in (arm.where, may) if c is not None]
        guard = self._folded(conjunction(conditions)) if conditions else None
        if guard == p.Const(0):
            return "False"
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

    def _folded(self, e: p.Expr) -> p.Expr:
        return self.x.making.folding.folded(e)
