"""The offers of an action, as table code that counts and lists them. If all choices are cards of one set, or sets of
cards, it describes them as a whole, without a list. Doesn't know the use of the choices."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.splitting import split
from parlour.lowering.questions import FIRST, Offering, Questions
from parlour.lowering.unit import LoweringScope, variable
from parlour.native.extra_cells import ROOM, ExtraCells
from parlour.tablecode.build import ZERO, plus, store
from parlour.tablecode.iteration import bounds

_K, _KEPT, _FIRST, _COUNT, _LISTED = t.Reg("k"), t.Reg("kept"), t.Reg("first"), t.Reg("count"), t.Named("LISTED")


class Offered:
    """What a function does with the choices of an action: it lists them behind the state, or describes them there, and
    counts them. If they are the cards of one set, the set takes the place of the number. `form` says which it is."""

    def __init__(self, cells: ExtraCells) -> None:
        self.cells = cells
        self.form = "list"

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        counted = t.Let("count", plus(_COUNT, 1))
        if not chosen:
            return (counted,)
        full = t.If(t.Op(">=", t.Load(_LISTED), t.Const(ROOM)), (t.Abandon(), t.Return(ZERO)))
        first = t.Let("at", _listed(t.Load(_LISTED), 0))
        stored = (t.Store((plus(t.Reg("at"), j),), v) for j, v in enumerate(chosen))
        return (counted, full, first, *stored, t.Store((_LISTED,), plus(t.Load(_LISTED), 1)))

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        self.form = "set"
        return (t.Let("count", cards),)

    def subsets(self, described: t.Call) -> t.Block:
        """The choices are sets of cards, which this call counts."""
        self.form = "sets" if described.function == "subsets" else "mixed"
        names = [t.Reg(f"part_{k}") for k in range(len(described.args))]
        parts = [t.Let(reg.name, of) for reg, of in zip(names, described.args, strict=True)]
        stores = (store(self.cells.subsets + k, reg) for k, reg in enumerate(names))
        return (*parts, *stores, t.Let("count", t.Call(described.function, tuple(names))))


class NativeOffers(Questions):
    """Lowers what an action offers."""

    listing = False  # whether to list every choice

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        return None if self.listing else super()._set_of_cards(arm, guard)

    def _loops(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        if len(arm.slots) == 1 and arm.slots[0].form == "sets" and not self.twins and not self.listing:
            described = self._of_sets(arm.slots[0], guard, scope)
            if described is not None:
                before, sets = described
                loop = offering.subsets(sets) if isinstance(offering, Offered) else (t.If(sets, FIRST.one(arm, [])),)
                return (*before, *loop)
        return super()._loops(arm, offering, guard, scope)

    def _of_sets(self, slot: p.Slot, guard: p.Expr | None, scope: LoweringScope) -> tuple[t.Block, t.Call] | None:
        """Return a call that counts the sets that a condition admits, with the code before it; None unless the
        condition consists of conditions on single cards."""
        sets = self.sets(slot, None, scope)
        assert isinstance(sets, t.Subsets), "sets are subsets of a set"
        if guard is None:
            return (), t.Call("subsets", bounds(sets))
        parts = split(self.x.facts, guard, (slot,), twins=False)
        if parts is None or parts.tests != (None,) or parts.sizes or len(parts.needed) > 1:
            return None
        chosen = self.unit.register()
        inside = replace(scope, names={**scope.names, slot.local: chosen})
        within = self.x.value(parts.within, inside)
        spoilt = [self.x.value(cards, inside) for cards in parts.needed]
        counted = t.Call("mixed" if spoilt else "subsets", (within, *bounds(sets)[1:], *spoilt))
        return (t.Let(chosen.name, sets.of),), counted

    def arm(self, question: p.Question, number: int, offered: Offered) -> t.Block:
        """The code that offers an action."""
        return self.adding(question.arms[number], offered, LoweringScope({}, question.origin))

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
        keep = t.If(self.x.truth(holds, scope), (*keeps, t.Let("kept", plus(_KEPT, 1))))
        one_by_one = t.While(t.Op("<", _K, t.Load(_LISTED)), (*takes, keep, t.Let("k", plus(_K, 1))))
        stored = t.Store((_LISTED,), _KEPT)
        enough = stored if always else t.If(t.Op(">", _KEPT, _FIRST), (stored,))
        return (t.Let("k", _FIRST), t.Let("kept", _FIRST), one_by_one, enough)


def _listed(number: t.Expr, slot: int) -> t.Expr:
    """The cell of a choice of an action among the listed ones."""
    return plus(t.Op("+", t.Load(t.Named("LIST_AT")), t.Op("*", number, t.Named("SLOTS"))), slot)
