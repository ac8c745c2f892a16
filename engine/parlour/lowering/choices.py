"""Lowers the choices of single actions: those that an action offers, those that it admits, and all that its slots can
hold.
"""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.clause_verdicts import yielding
from parlour.analysis.splitting import split
from parlour.lowering.questions import Listing, Offering, Questions, or_counted
from parlour.lowering.unit import LoweringScope, variable
from parlour.program.policies import sorting

# The choices of an action, in the order of the numbers that the code calls them by:
#   offered_n_i   those that question n offers by its action i
#   admitted_n_i  those that the conditions of the action admit, whether a permission forbids them or not
#   thinkable_n_i all that its slots can hold
#   habit_n_i     those of a portion of the policy
# and the first three for given values of the question's own parameters and names.
GIVEN = "given"
KINDS = ("offered", "admitted", "thinkable", "habit", "givenoffered", "givenadmitted", "giventhinkable")


def action(program: p.Program, kind: str, question: int, index: int) -> p.Arm:
    """Return the action whose offers are the choices of this kind."""
    asked = program.questions[question]
    if kind == "habit":
        portions = sorting(asked)
        assert portions is not None, "a question without habits has no portions"
        return portions.question.arms[index]
    arm = asked.arms[index]
    if kind.endswith("offered"):
        return arm
    admitted = replace(arm, may=None, among=None)
    return admitted if kind.endswith("admitted") else replace(admitted, where=None, test=None)


def outer_locals(program: p.Program, kind: str, question: int) -> tuple[int, ...]:
    """Return the locals whose values choices of this kind are given: parameters and names of the question."""
    asked = program.questions[question]
    return (*asked.params, *(local for local, _ in asked.lets)) if kind.startswith(GIVEN) else ()


class ActionWriter(Questions):
    """Lowers the questions of one unit, and single actions. More sets than are worth listing are counted."""

    _few = False  # whether the sets of the current action can be counted

    def _loops(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        self._few = split(self.x.facts, guard, arm.slots, self.twins) is not None
        return super()._loops(arm, offering, guard, scope)

    def sets(self, slot: p.Slot, part: p.Expr | None, scope: LoweringScope) -> t.Domain:
        domain = super().sets(slot, part, scope)
        return replace(domain, few=self._few) if isinstance(domain, t.Subsets) else domain

    # ------------------------------------------------------------ single actions

    def choices(self, kind: str, question: int, index: int) -> t.Function:
        """Return `kind_n_i`, which lists choices as packed numbers."""
        arm, outer = action(self.program, kind, question, index), outer_locals(self.program, kind, question)
        if yielding(self.program, arm.may):
            arm = replace(arm, among=None)  # tested after all others, see `Habits`
        scope = LoweringScope({local: variable(local) for local in outer}, arm.origin)
        body = (t.Begin("found"), *self.adding(arm, Listing(self.x), scope), t.Return(t.Reg("found")))
        code = t.Function(f"{kind}_{question}_{index}", tuple(variable(local).name for local in outer), body)
        numbers = (t.Const(KINDS.index(kind)), t.Const(question), t.Const(index))
        return or_counted(code, t.Call("family", (*numbers, *map(variable, outer))))

    def values(self, kind: int, question: int, index: int, slot: int) -> t.Function:
        """Return `values_kind_n_i_k`, which lists the values of one slot for values of the slots before it."""
        arm = action(self.program, KINDS[kind], question, index)
        outer = (*outer_locals(self.program, KINDS[kind], question), *(s.local for s in arm.slots[:slot]))
        scope = LoweringScope({local: variable(local) for local in outer}, arm.origin)
        listed = self._head(arm.slots[slot], None, scope).around((t.Append("found", variable(arm.slots[slot].local)),))
        body = (t.Begin("found"), *listed, t.Return(t.Reg("found")))
        name = f"values_{kind}_{question}_{index}_{slot}"
        return t.Function(name, tuple(variable(local).name for local in outer), body)
