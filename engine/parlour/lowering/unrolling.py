"""Lowers expressions to the form that is fastest in Python: short loops over what is fixed have no loop. Gives the same
values as `expressions`. Native code uses only `expressions`.
"""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import as_set_of
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope
from parlour.program.walking import substitute, walk
from parlour.table.cards import members
from parlour.tablecode.build import ZERO, either, every, number, plus, union

FEW = 8  # members of a fixed set to test one by one, without a loop
SHORT = 12  # parts of the test of each


class UnrolledExpressions(Expressions):
    """Lowers the expressions of one unit that Python runs."""

    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if isinstance(e, p.Scan) and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._in_a_row(e.kind, rounds, scope)
        return super().value(e, scope)

    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if isinstance(e, p.Scan) and e.kind in ("any", "all") and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._any_or_all(e.kind, rounds, scope)
        return super().truth(e, scope)

    def _rounds(self, e: p.Scan) -> list[tuple[int, p.Expr]] | None:
        """The tests of the members of a small fixed set, one for each. None where the tests are long or the set is
        large."""
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span | p.Subsets) else self.folded(e.domain)
        asked = e.value if e.kind == "sum" and e.where is None else e.where
        if not isinstance(domain, p.Const) or e.kind not in ("any", "all", "those", "sum") or asked is None:
            return None
        if domain.value.bit_count() > FEW or (e.kind == "sum" and e.where is not None):
            return None
        if any(isinstance(n, p.Scan | p.First) for n in walk(asked)) or sum(1 for _ in walk(asked)) > SHORT:
            return None
        if as_set_of(self.premises, e) is not None:
            return None
        return [(k, substitute(asked, {e.local: p.Const(k)})) for k in members(domain.value)]

    def _in_a_row(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: LoweringScope) -> t.Expr:
        if kind in ("any", "all"):
            return number(self._any_or_all(kind, rounds, scope))
        if kind == "sum":
            total: t.Expr = ZERO
            for _, asked in rounds:
                total = plus(total, self.value(asked, scope))
            return total
        return union([t.Select(self.truth(asked, scope), t.Const(1 << k), ZERO) for k, asked in rounds])

    def _any_or_all(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: LoweringScope) -> t.Expr:
        tests = [self.truth(asked, scope) for _, asked in rounds]
        return either(tests) if kind == "any" else every(tests)
