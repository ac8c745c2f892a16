"""Lowers choices of cards of one rank: conditions on the rank run once for each rank, not for each group. In a
single pack the cards of a rank are consecutive, so the order of the groups is unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.clause_verdicts import conjunction
from parlour.analysis.facts import simple
from parlour.analysis.masks import narrowed
from parlour.lowering.expressions import Expressions
from parlour.lowering.loops import LoopHead
from parlour.lowering.unit import LoweringScope, Unit, variable
from parlour.program.set_bounds import bounds, conjuncts
from parlour.program.walking import free_locals, rebuilt, substitute

Levels = list[tuple[LoopHead, t.Expr | None]]


class GroupChoices:
    """Lowers the choices of cards of one rank in one unit."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.layout = unit.layout
        self.program = unit.program
        self.x = expressions

    def by_rank(
        self, slot: p.Slot, condition: p.Expr | None, scope: LoweringScope
    ) -> tuple[Levels, LoweringScope] | None:
        """The loops over ranks and over the groups of each rank, with the conditions to test inside. None if that
        isn't better than a loop over all groups."""
        if slot.form != "groups" or condition is None or self.layout.pack.copies > 1:
            return None
        if self.x.facts.may_count(slot.domain):  # the ranks that cards show aren't those of their groups
            return None
        rank = p.CardFact("rank", p.First(p.Local(slot.local), cards=True))
        first: list[p.Expr] = []
        rest: list[p.Expr] = []
        safe = True  # a condition that can fail must not be skipped because of a later one
        for item in self._opened(condition, rank):
            safe = safe and not self.x.facts.may_fault(item)
            (first if safe and self._of_a_rank(item, slot.local, rank) else rest).append(item)
        if not first:
            return None
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this domain is a set"
        size, line = bounds(condition, slot.local), self.unit.line(scope.origin)
        least = max(size.low or 1, 1)
        cards, r = self.unit.register(), self.unit.register()
        before: list[t.Stmt] = [t.Let(cards.name, self.x.value(slot.domain, scope))]
        fitting, first = self._of_fitting_ranks(slot.local, rank, first)
        if fitting is not None:
            inside = replace(scope, names={**scope.names, slot.local: cards})
            before.append(t.If(cards, (t.Let(cards.name, self.x.value(fitting, inside)),)))
        while rest and (size.high is None or least <= size.high) and self._of_a_rank(rest[0], slot.local, rank):
            first.append(rest.pop(0))  # each rank has a group, so this is always evaluated
        known = LoweringScope(scope.names, scope.origin, {**scope.known, rank: r}).with_(slot.local)
        groups = t.Alike(t.Op("&", cards, t.Entry("OF_RANK", r)), least, size.high, line)
        own = (slot.local,)
        of_rank, named, known = self.x.looked_up_once(conjunction(first) if first else None, own, known)
        ranks = LoopHead((*before, *named), t.For((r.name,), t.Ranks(cards, t.Const(least)), ()))
        test = None if of_rank is None else self.x.truth(of_rank, known)
        of_set, named, known = self.x.looked_up_once(conjunction(rest) if rest else None, own, known)
        sets = LoopHead(named, t.For((variable(slot.local).name,), groups, ()))
        return [(ranks, test), (sets, None if of_set is None else self.x.truth(of_set, known))], known

    def _of_a_rank(self, item: p.Expr, local: int, rank: p.Expr) -> bool:
        """True if the condition depends only on the rank of the group."""
        return local not in free_locals(_with(item, rank, p.Const(0)))

    def _of_fitting_ranks(
        self, local: int, rank: p.Expr, conditions: list[p.Expr]
    ) -> tuple[p.Expr | None, list[p.Expr]]:
        """Return the cards in a local whose ranks meet the conditions with a set expression, and the other
        conditions."""
        cards: p.Expr = p.Local(local)
        others: list[p.Expr] = []
        for item in conditions:
            of_a_card = _with(item, rank, p.CardFact("rank", p.Local(local)))
            fewer = None if of_a_card == item else narrowed(self.x.premises.folding, cards, of_a_card, local)
            if fewer is None:
                others.append(item)
            else:
                cards = fewer
        return (None if cards == p.Local(local) else cards), others

    def _opened(self, condition: p.Expr, rank: p.Expr) -> list[p.Expr]:
        """The parts of a condition, including those of a permission that it contains."""
        opened: list[p.Expr] = []
        for item in conjuncts(condition):
            if isinstance(item, p.Permitted) and all(simple(a) or a == rank for a in item.args):
                of = self.program.permissions[item.permission]
                given = dict(zip(of.params, item.args, strict=True))
                opened += conjuncts(self.x.folded(substitute(of.verdict, given)))
            else:
                opened.append(item)
        return opened


def _with(e: p.Expr, part: p.Expr, other: p.Expr) -> p.Expr:
    """Return an expression with one part replaced by another."""
    if e == part:
        return other
    replaced: p.Expr = rebuilt(e, lambda inside: _with(inside, part, other))
    return replaced
