"""Calls of what the ruleset defines: each becomes a function of the source, or a table where its values are known.

What is constant in a call becomes part of a function of its own. Knows no other expression than the ones that call.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.generated.naming import Scope, definition
from parlour.generated.tabled import values_of
from parlour.generated.writing import Writing
from parlour.machine.masks import BESIDE
from parlour.program.walking import mentions, substitute, walk


class Calls(Writing):
    def function(self, e: p.CallFunction, scope: Scope) -> str:
        of = self.program.functions[e.function]
        return self._called(f"f_{e.function}", of.params, e.args, of.body, of.origin, self.value, scope)

    def permitted(self, e: p.Permitted, scope: Scope) -> str:
        of = self.program.permissions[e.permission]
        return self._called(f"may_{e.permission}", of.params, e.args, of.verdict, of.origin, self.truth, scope)

    def named_function(self, number: int) -> str:
        of = self.program.functions[number]
        return self.written(f"f_{number}", of.params, of.body, of.origin, self.value)

    def _called(
        self,
        name: str,
        params: tuple[int, ...],
        args: tuple[p.Expr, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
        scope: Scope,
    ) -> str:
        """A call. What is constant, or not looked at, becomes part of a function of its own."""
        fixed: dict[int, p.Expr] = {}
        given: list[p.Expr] = []
        for param, arg in zip(params, args, strict=True):
            arg = self.making.folding.folded(arg)
            if self._is_fixed(arg) or not (mentions(body, param) or self.facts.may_fault(arg)):
                fixed[param] = arg
                name += f"_{_sign(arg) if mentions(body, param) else 'x'}"
            else:
                given.append(arg)
        left = tuple(param for param in params if param not in fixed)
        body = substitute(body, fixed) if fixed else body
        if len(left) == 1 and self._in_table(name.upper(), left[0], body):
            return f"{name.upper()}[{self.value(given[0], scope)}]"
        written = self.written(name, left, body, origin, write)
        return f"{written}({', '.join(['s', *(self.value(a, scope) for a in given)])})"

    def _in_table(self, name: str, param: int, body: p.Expr) -> bool:
        """Is a function of one thing, by this name, a table?"""
        if name not in self.naming.tables and name.lower() not in self.naming.written:
            values = values_of(self.making, param, body)
            if values is not None:
                self.naming.tables[name] = f"({', '.join(map(str, values))})"
        return name in self.naming.tables

    def _is_fixed(self, e: p.Expr) -> bool:
        match e:
            case p.Const():
                return True
            case p.ZoneAt(_, key):
                return key is None or isinstance(self.making.folding.folded(key), p.Const)
            case _:
                return False

    def written(
        self,
        name: str,
        params: tuple[int, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
    ) -> str:
        def lines() -> str:
            names = {local: f"v{local}" for local in params}
            scope = Scope(names, origin)
            before, known = self.named_fields(body, scope)
            text = write(body, Scope(names, origin, known))
            return definition(name, list(names.values()), [*before, f"return {text}"])

        return self.naming.function(name, lines)

    def named_fields(self, body: p.Expr, scope: Scope) -> tuple[list[str], dict[p.Expr, str]]:
        """Fields of records that are given, and looked at more than once, are taken out at the beginning."""
        counts: dict[p.Expr, int] = {}
        for node in walk(self.making.folding.folded(body)):
            if isinstance(node, p.GetField) and isinstance(node.record, p.Local) and node.record.index in scope.names:
                counts[node] = counts.get(node, 0) + 1
        lines, known = [], {}
        for node, count in counts.items():
            if count > 1:
                name = self.naming.temporary()
                lines.append(f"{name} = {self.value(node, scope)}")
                known[node] = name
        return lines, known

    def offers(self, e: p.Offers, scope: Scope) -> str:
        return self.call(f"offers_{e.question}", e.args, scope)

    def call(self, name: str, args: tuple[p.Expr, ...], scope: Scope) -> str:
        return f"{name}({', '.join(['s', *(self.value(a, scope) for a in args)])})"

    def builtin(self, e: p.Builtin, scope: Scope) -> str:
        args = ", ".join(self.value(a, scope) for a in e.args)
        return f"beside({args})" if e.name == BESIDE else f"builtin({e.name!r}, s, [{args}])"


def _sign(e: p.Expr) -> str:
    """A constant as a part of a name."""
    match e:
        case p.Const(v):
            return str(v).replace("-", "m")
        case p.ZoneAt(zone, None):
            return f"z{zone}"
        case p.ZoneAt(zone, p.Const(key)):
            return f"z{zone}_{key}"
        case _:
            return "x"
