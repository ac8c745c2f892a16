"""Expressions as Python computes them with the least work: what depends on nothing but what it is given is remembered,
and what a loop asks for more than once is asked once.

Gives the same values as `expressions`. Machine code is made from that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Scope, definition
from parlour.machine.facts import free_locals, parts, walk
from parlour.machine.guards import conjuncts

MOST_KNOWN = 4096  # values of a function that are remembered
SURE = ("deadwood", "is_meld", "melded")  # of the built-ins: those that look at given cards alone, and can't go wrong

_APART = (  # nodes that look at nothing but their parts
    p.Const, p.Local, p.Op, p.SameCard, p.Not, p.And, p.Or, p.If, p.CardFact, p.Pips, p.ColourOf, p.FaceCards,
    p.Single, p.Size, p.First, p.GetField, p.Guised, p.Sure, p.CallFunction, p.Permitted, p.Scan, p.Builtin,
)  # fmt: skip


class Remembering(Expressions):
    """Writes the expressions of one source that Python runs."""

    def value(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        if isinstance(e, p.Builtin) and e.name in SURE and e not in scope.known:
            return f"{e.name}({', '.join(self.value(a, scope) for a in e.args)})"
        return super().value(e, scope)

    # ------------------------------------------------------------ functions of what they are given

    def _written(
        self,
        name: str,
        params: tuple[int, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
    ) -> str:
        if not params or not free_locals(body) <= set(params) or not self._is_worth_it(body):
            return super()._written(name, params, body, origin, write)

        def lines() -> str:
            known, names = f"KNOWN_{name}", {local: f"v{local}" for local in params}
            self.naming.tables[known] = "{}"
            given = ", ".join(names.values())
            key = given if len(params) == 1 else f"({given})"
            scope = Scope(names, origin)
            before, named = self._named_fields(body, scope)
            text = write(body, Scope(names, origin, named))
            return definition(name, list(names.values()), [
                f"known = {known}.get({key})",
                "if known is None:",
                f"    if len({known}) >= {MOST_KNOWN}:",
                f"        {known}.clear()",
                *(f"    {line}" for line in before),
                f"    known = {known}[{key}] = {text}",
                "return known",
            ])  # fmt: skip

        return self.naming.function(name, lines)

    def _is_worth_it(self, body: p.Expr) -> bool:
        """Does it loop, or ask for a division into melds, and look at nothing but what it is given?"""
        nodes = list(self._all_of(body, set()))
        return all(map(_apart, nodes)) and any(isinstance(n, p.Scan | p.Builtin) for n in nodes)

    def _all_of(self, body: p.Expr, passed: set[tuple[str, int]]) -> Iterator[object]:
        """All nodes, those of functions that are called among them."""
        for node in walk(self.making.folding.folded(body)):
            yield node
            match node:
                case p.CallFunction(number) if ("function", number) not in passed:
                    passed.add(("function", number))
                    yield from self._all_of(self.program.functions[number].body, passed)
                case p.Permitted(number) if ("permission", number) not in passed:
                    passed.add(("permission", number))
                    yield from self._all_of(self.program.permissions[number].verdict, passed)

    # ------------------------------------------------------------ parts of loops

    def named_parts(self, e: p.Scan, scope: Scope) -> tuple[list[str], list[str], Scope]:
        """Divisions into melds that each round surely asks for: once before the loop if they are always the same, once
        a round if they are asked for again."""
        ahead, first, scope = super().named_parts(e, scope)
        if e.where is None:
            return ahead, first, scope
        where = self.making.folding.folded(e.where)
        known = dict(scope.known)
        for node in dict.fromkeys(_surely_in(conjuncts(where)[0])):
            if node in known:
                continue
            inside = e.local in free_locals(node)
            again = node in set(walk(self.making.folding.folded(e.value))) if e.value is not None else False
            if not inside or again:
                name = self.naming.temporary()
                (first if inside else ahead).append(f"{name} = {self.value(node, scope)}")
                known[node] = name
        return ahead, first, Scope(scope.names, scope.origin, known)


def _apart(node: object) -> bool:
    return isinstance(node, _APART) and (not isinstance(node, p.Builtin) or node.name in SURE)


def _surely_in(e: object) -> Iterator[p.Builtin]:
    """The divisions into melds that are asked for whenever an expression is computed."""
    match e:
        case p.Builtin(name=name) if name in SURE:
            yield e
        case p.Op():
            for part in parts(e):
                yield from _surely_in(part)
