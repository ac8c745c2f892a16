"""The offers of an action, as table code that counts them: every choice is an `Offer`. If all choices are cards of one
set, or sets of cards, it describes them as a whole (`OfferMember`, `OfferSubset`) without a list. Doesn't know the use
of the choices."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.clause_verdicts import clause_verdict, conjunction, firm_verdict, yielding
from parlour.analysis.splitting import split
from parlour.lowering.questions import Questions
from parlour.lowering.unit import LoweringScope, variable
from parlour.program.walking import substitute, walk
from parlour.tablecode.build import ZERO, plus

_K, _KEPT, _FIRST, _LISTED = t.Reg("k"), t.Reg("kept"), t.Reg("first"), t.Named("LISTED")


class NativeOffers(Questions):
    """Lowers what an action offers."""

    listing = False  # whether to list every choice

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        return None if self.listing else super()._set_of_cards(arm, guard)

    def offer(self, arm: p.Arm, number: int, count: int, chosen: list[t.Expr]) -> t.Block:
        return (t.Offer(tuple(chosen)),)

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        chosen = self._set_of_cards(arm, guard)
        if chosen is not None:
            cards = self.x.value(chosen, scope)
            return (t.OfferMember(t.Call("once", (cards, ZERO)) if self.twins else cards),)
        if len(arm.slots) == 1 and arm.slots[0].form == "sets" and not self.twins and not self.listing:
            offered = self._of_sets(arm.slots[0], guard, scope)
            if offered is not None:
                return offered
        return super()._loops(arm, number, count, guard, scope)

    def _of_sets(self, slot: p.Slot, guard: p.Expr | None, scope: LoweringScope) -> t.Block | None:
        """Describe the sets that a condition admits; None unless it consists of conditions on single cards."""
        sets = self.sets(slot, None, scope)
        assert isinstance(sets, t.Subsets), "sets are subsets of a set"
        if guard is None:
            return (t.OfferSubset(sets),)
        parts = split(self.x.facts, guard, (slot,), twins=False)
        if parts is None or parts.tests != (None,) or parts.sizes or len(parts.needed) > 1:
            return None
        held = self.unit.register()
        inside = replace(scope, names={**scope.names, slot.local: held})
        within = self.x.value(parts.within, inside)
        spoilt = [self.x.value(cards, inside) for cards in parts.needed]
        return t.Let(held.name, sets.of), t.OfferSubset(replace(sets, of=within), *spoilt)

    def arm(self, question: p.Question, number: int) -> t.Block:
        """The code that offers an action. Clauses that yield come last: each keeps those choices that it lets pass,
        unless there are none."""
        arm, scope = question.arms[number], LoweringScope({}, question.origin)
        permission, numbers = self._yielding(arm)
        if permission is None or arm.may is None:
            return self._adding(arm, number, len(question.arms), scope)
        given = dict(zip(permission.params, arm.may.args, strict=True))
        body: list[t.Stmt] = [t.Let("first", t.Load(_LISTED)), *self.some(question, number, scope)]
        for i in numbers:
            clause = self.folded(substitute(clause_verdict(permission, i), given))
            body += self._keeping(arm, clause, scope.at(permission.origin))
        if arm.among is not None:
            body += self._keeping(arm, self.folded(arm.among), scope.at(arm.origin), always=True)
        return (*body, t.Let("count", t.Op("-", t.Load(_LISTED), _FIRST)))

    def some(self, question: p.Question, number: int, scope: LoweringScope) -> t.Block:
        """The code that offers the actions without the clauses that yield, which always leave something."""
        arm, count = question.arms[number], len(question.arms)
        permission, _ = self._yielding(arm)
        if permission is None or arm.may is None:
            return self._adding(arm, number, count, scope)
        given = dict(zip(permission.params, arm.may.args, strict=True))
        conditions = [c for c in (arm.where, substitute(firm_verdict(permission), given)) if c is not None]
        self.listing = True
        try:
            return self._adding(replace(arm, where=conjunction(conditions), may=None, among=None), number, count, scope)
        finally:
            self.listing = False

    def _yielding(self, arm: p.Arm) -> tuple[p.Permission | None, list[int]]:
        """The clauses that yield when nothing else is left; no permission if there are none."""
        if arm.may is None:
            return None, []
        permission = self.program.permissions[arm.may.permission]
        numbers = yielding(self.program, arm.may)
        return (permission, numbers) if numbers else (None, [])

    def _keeping(self, arm: p.Arm, holds: p.Expr, scope: LoweringScope, always: bool = False) -> t.Block:
        """Keep the listed choices for which this holds. Without `always`, keep all if it holds for none."""
        for slot in arm.slots:
            scope = scope.with_(slot.local)
        regs = [variable(slot.local) for slot in arm.slots]
        takes = [t.Let(reg.name, t.Load(_listed(_K, j))) for j, reg in enumerate(regs)]
        keeps = [t.Store((_listed(_KEPT, j),), reg) for j, reg in enumerate(regs)]
        kept = t.If(self.x.truth(holds, scope), (*keeps, t.Let("kept", plus(_KEPT, 1))))
        one_by_one = t.While(t.Op("<", _K, t.Load(_LISTED)), (*takes, kept, t.Let("k", plus(_K, 1))))
        stored = t.Store((_LISTED,), _KEPT)
        enough = stored if always else t.If(t.Op(">", _KEPT, _FIRST), (stored,))
        return (t.Let("k", _FIRST), t.Let("kept", _FIRST), one_by_one, enough)

    def first_arms(self, number: int) -> tuple[tuple[str, ...], t.Block, list[t.Block]]:
        """The parts of a question that code tests: its parameters, values computed first, and the offers of its
        ordinary actions."""
        question = self.program.questions[number]
        names: dict[int, t.Expr] = {local: variable(local) for local in question.params}
        scope, before = LoweringScope(names, question.origin), list[t.Stmt]()
        for local, value in question.lets:
            before.append(t.Let(variable(local).name, self.x.value(value, scope)))
            scope = scope.with_(local)
        arms = [self.some(question, i, scope) for i, arm in enumerate(question.arms) if not arm.last]
        return tuple(variable(local).name for local in question.params), tuple(before), arms


def _listed(number: t.Expr, slot: int) -> t.Expr:
    """The cell of a choice of an action among the listed ones."""
    return plus(t.Op("+", t.Load(t.Named("LIST_AT")), t.Op("*", number, t.Named("SLOTS"))), slot)


def kind_of(block: t.Block) -> str:
    """The form in which an action offers its choices."""
    nodes = list(walk(block))
    if any(isinstance(node, t.OfferMember) for node in nodes):
        return "set"
    sets = [node for node in nodes if isinstance(node, t.OfferSubset)]
    return "list" if not sets else "sets" if sets[0].spoilt is None else "mixed"
