"""Lowers expressions to the form that is fastest in Python: functions cache results, and short loops have no loop.
Gives the same values as `expressions`. Native code uses only `expressions`.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import as_set_of
from parlour.lowering.calls import Write
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope
from parlour.program.walking import free_locals, substitute, walk
from parlour.table.cards import members
from parlour.tablecode.build import ZERO, either, every, number, plus, union

FEW = 8  # members of a fixed set to test one by one, without a loop
SHORT = 12  # parts of the test of each
MOST_KNOWN = 4096  # results of a function that are cached
SURE = ("deadwood", "is_meld", "melded")  # the built-ins that depend on given cards alone, and can't fail

_APART = (  # nodes that depend only on their parts
    p.Const, p.Local, p.Op, p.SameCard, p.Not, p.And, p.Or, p.If, p.CardFact, p.Pips, p.ColourOf, p.FaceCards,
    p.Single, p.Size, p.First, p.GetField, p.Guised, p.Sure, p.CallFunction, p.Permitted, p.Scan, p.Builtin,
)  # fmt: skip


class RememberedExpressions(Expressions):
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

    # ------------------------------------------------------------ short loops over what is fixed

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
        if as_set_of(self.program, self.facts, self.premises.vectorise, e) is not None:
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

    # ------------------------------------------------------------ functions of their arguments

    def written(self, name: str, params: tuple[int, ...], body: p.Expr, origin: p.Origin, write: Write) -> str:
        if not params or not free_locals(body) <= set(params) or not self._is_worth_it(body):
            return super().written(name, params, body, origin, write)
        return self.unit.function(name, lambda: self.definition(name, params, body, origin, write, MOST_KNOWN))

    def _is_worth_it(self, body: p.Expr) -> bool:
        """True if a function has a loop or divides cards into melds, and depends only on its arguments."""
        nodes = list(self._all_of(body, set()))
        if not all(self._apart(n) and not self._tells_twins(n) for n in nodes):
            return False
        return any(isinstance(n, p.Scan | p.Builtin) for n in nodes)

    def _apart(self, node: object) -> bool:
        match node:
            case p.Builtin(name):
                return name in SURE
            case p.CardFact(_, card):
                return not self.facts.may_count(card)
            case _:
                return isinstance(node, _APART)

    def _tells_twins(self, node: object) -> bool:
        """True if the result depends on the places of identical cards."""
        match node:
            case p.First(cards=True) | p.Builtin("melded"):
                return bool(self.layout.pack.doubles)
            case p.Scan(kind="first", local=local):
                return self.by_order(local)
            case _:
                return False

    def _all_of(self, body: p.Expr, passed: set[tuple[str, int]]) -> Iterator[object]:
        """Yield all nodes, including those of called functions."""
        for node in walk(self.folded(body)):
            yield node
            match node:
                case p.CallFunction(number) if ("function", number) not in passed:
                    passed.add(("function", number))
                    yield from self._all_of(self.program.functions[number].body, passed)
                case p.Permitted(number) if ("permission", number) not in passed:
                    passed.add(("permission", number))
                    yield from self._all_of(self.program.permissions[number].verdict, passed)
