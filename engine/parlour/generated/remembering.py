"""Expressions as Python computes them with the least work: what depends on nothing but what it is given is remembered,
and what a loop asks for more than once is asked once.

Gives the same values as `expressions`. Machine code is made from that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Scope, definition
from parlour.machine.cards import members
from parlour.machine.guards import conjuncts
from parlour.machine.scans import as_set_of
from parlour.program.walking import free_locals, parts, substitute, walk

FEW = 8  # members of a fixed set that are looked at one after the other, without a loop
SHORT = 12  # parts of what is then asked of each
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
        if isinstance(e, p.ZoneEnd) and e not in scope.known and self.layout.guise is not None:
            return self._end(e, scope)
        if isinstance(e, p.Scan) and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._in_a_row(e.kind, rounds, scope)
        return super().value(e, scope)

    def truth(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        if isinstance(e, p.Scan) and e.kind in ("any", "all") and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._any_or_all(e.kind, rounds, scope)
        return super().truth(e, scope)

    def _end(self, e: p.ZoneEnd, scope: Scope) -> str:
        """The card at an end of a zone, in the guise that is remembered there."""
        named = self.cells_of(e.zone, scope)
        if named is None or named[0].form != "row" or not self.layout.remembers_guise(named[0].zone):
            return super().zone_end(e, scope)
        assert self.layout.guise is not None, "a guise is remembered"
        marks, size, card = self.layout.marks[self.layout.guise], self.layout.pack.size, self.naming.temporary()
        n, at = self.naming.temporary(), named[1]
        place = f"{at} + 1" if e.bottom else f"{at} + {n}"
        shown = f"({card} := s[{place}]) + {size} * (1 + s[{marks} + {card}])"
        return f"({shown} if ({n} := s[{at}]) else -1)"

    # ------------------------------------------------------------ short loops over what is fixed

    def _rounds(self, e: p.Scan) -> list[tuple[int, p.Expr]] | None:
        """For each member of a small fixed set: what is asked of it. Nothing where that is long, or asked of many."""
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span) else self.making.folding.folded(e.domain)
        asked = e.value if e.kind == "sum" and e.where is None else e.where
        if not isinstance(domain, p.Const) or e.kind not in ("any", "all", "those", "sum") or asked is None:
            return None
        if domain.value.bit_count() > FEW or (e.kind == "sum" and e.where is not None):
            return None
        if any(isinstance(n, p.Scan | p.First) for n in walk(asked)) or sum(1 for _ in walk(asked)) > SHORT:
            return None
        if as_set_of(self.program, self.facts, self.making.vectorise, e) is not None:
            return None
        return [(k, substitute(asked, {e.local: p.Const(k)})) for k in members(domain.value)]

    def _in_a_row(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: Scope) -> str:
        if kind in ("any", "all"):
            return f"(1 if {self._any_or_all(kind, rounds, scope)} else 0)"
        if kind == "sum":
            return "(" + (" + ".join(self.value(asked, scope) for _, asked in rounds) or "0") + ")"
        chosen = (f"({1 << k} if {self.truth(asked, scope)} else 0)" for k, asked in rounds)
        return "(" + (" | ".join(chosen) or "0") + ")"

    def _any_or_all(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: Scope) -> str:
        tests = [self.truth(asked, scope) for _, asked in rounds]
        return "(" + (f" {'or' if kind == 'any' else 'and'} ".join(tests) or str(kind == "all")) + ")"

    # ------------------------------------------------------------ functions of what they are given

    def written(
        self,
        name: str,
        params: tuple[int, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
    ) -> str:
        if not params or not free_locals(body) <= set(params) or not self._is_worth_it(body):
            return super().written(name, params, body, origin, write)

        def lines() -> str:
            known, names = f"KNOWN_{name}", {local: f"v{local}" for local in params}
            self.naming.tables[known] = "{}"
            given = ", ".join(names.values())
            key = given if len(params) == 1 else f"({given})"
            scope = Scope(names, origin)
            before, named = self.named_fields(body, scope)
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
        if not all(_apart(n) and not self._tells_twins(n) for n in nodes):
            return False
        return any(isinstance(n, p.Scan | p.Builtin) for n in nodes)

    def _tells_twins(self, node: object) -> bool:
        """Does it depend on where identical cards lie?"""
        match node:
            case p.First(cards=cards):
                return cards and self.making.order.possible
            case p.Scan(kind="first", local=local):
                return self.by_order(local)
            case _:
                return False

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
