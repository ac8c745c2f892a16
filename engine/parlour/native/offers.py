"""The offers of an action, as table code that counts them: every choice is an `Offer`. If all choices are cards of one
set, or sets of cards, it describes them as a whole (`OfferMember`, `OfferSubset`) without a list. Doesn't know the use
of the choices."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.splitting import split
from parlour.lowering.questions import FIRST, Offering, Questions
from parlour.lowering.unit import LoweringScope, variable
from parlour.program.walking import walk
from parlour.tablecode.build import plus
from parlour.tablecode.iteration import bounds

_K, _KEPT, _FIRST, _LISTED = t.Reg("k"), t.Reg("kept"), t.Reg("first"), t.Named("LISTED")


class Offered:
    """Describes choices, whatever code does with them."""

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        return (t.Offer(tuple(chosen)),)

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        return (t.OfferMember(cards),)


class NativeOffers(Questions):
    """Lowers what an action offers."""

    listing = False  # whether to list every choice

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        return None if self.listing else super()._set_of_cards(arm, guard)

    def _loops(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        if len(arm.slots) == 1 and arm.slots[0].form == "sets" and not self.twins and not self.listing:
            described = self._of_sets(arm.slots[0], guard, scope)
            if described is not None:
                *before, sets = described
                counted = (t.If(counting(sets), FIRST.one(arm, [])),)
                return (*before, *(counted if offering is FIRST else (sets,)))
        return super()._loops(arm, offering, guard, scope)

    def _of_sets(
        self, slot: p.Slot, guard: p.Expr | None, scope: LoweringScope
    ) -> tuple[t.OfferSubset] | tuple[t.Let, t.OfferSubset] | None:
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
        """The code that offers an action."""
        return self.adding(question.arms[number], Offered(), LoweringScope({}, question.origin))

    def narrowed(
        self, arm: p.Arm, offering: Offering, clauses: list[tuple[str, p.Expr]], scope: LoweringScope,
        inside: LoweringScope,
    ) -> t.Block:  # fmt: skip
        self.listing = True
        adding = self.adding(replace(arm, among=None), offering, scope)
        self.listing = False
        body: list[t.Stmt] = [t.Let("first", t.Load(_LISTED)), *adding]
        for _, clause in clauses:
            body += self._keeping(arm, clause, inside)
        if arm.among is not None:
            body += self._keeping(arm, self.folded(arm.among), scope, always=True)
        return (*body, t.Let("count", t.Op("-", t.Load(_LISTED), _FIRST)))

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


def counting(e: t.OfferSubset) -> t.Call:
    """Call the routine that counts sets."""
    if e.spoilt is None:
        return t.Call("subsets", bounds(e.of))
    return t.Call("mixed", (*bounds(e.of), e.spoilt))
