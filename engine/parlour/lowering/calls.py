"""Lowers calls of functions: each function of the ruleset becomes one of the unit, or a table of constant values.

A call with constant arguments gets a function of its own. Knows no other expression than calls.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import BESIDE
from parlour.lowering.unit import LoweringScope, variable
from parlour.lowering.variables import ExpressionWriter
from parlour.program.walking import mentions, substitute
from parlour.table.constants import Constants, NotConstantError

Write = Callable[[p.Expr, LoweringScope], t.Expr]


class CallWriter(ExpressionWriter):
    def function(self, e: p.CallFunction, scope: LoweringScope) -> t.Expr:
        of = self.program.functions[e.function]
        return self._called(f"f_{e.function}", of.params, e.args, of.body, of.origin, self.value, scope)

    def permitted(self, e: p.Permitted, scope: LoweringScope) -> t.Expr:
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
        write: Write,
        scope: LoweringScope,
    ) -> t.Expr:
        """A call. Constant and unevaluated arguments become part of a function of its own."""
        fixed: dict[int, p.Expr] = {}
        given: list[p.Expr] = []
        for param, arg in zip(params, args, strict=True):
            arg = self.folded(arg)
            if self._is_fixed(arg) or not (mentions(body, param) or self.facts.may_fault(arg)):
                fixed[param] = arg
                name += f"_{_sign(arg) if mentions(body, param) else 'x'}"
            else:
                given.append(arg)
        left = tuple(param for param in params if param not in fixed)
        body = substitute(body, fixed) if fixed else body
        if len(left) == 1 and self._in_table(name.upper(), left[0], body):
            of_card = self.program.locals[left[0]][1].kind == "card"
            return t.Entry(name.upper(), self.counting(given[0], scope) if of_card else self.value(given[0], scope))
        written = self.written(name, left, body, origin, write)
        return t.Call(written, tuple(self.value(a, scope) for a in given))

    def _in_table(self, name: str, param: int, body: p.Expr) -> bool:
        """True if the function of one argument with this name is a table."""
        if name not in self.unit.tables and not self.unit.names(name.lower()):
            values = self._values_of(param, body)
            if values is not None:
                self.unit.tables[name] = values
        return name in self.unit.tables

    def _values_of(self, param: int, body: p.Expr) -> tuple[int, ...] | None:
        """The value for each card, rank or suit, then an unused entry; None if the values aren't constant."""
        type_, pack = self.program.locals[param][1], self.layout.pack
        design = pack.design
        count = {"card": pack.values, "rank": len(design.ranks), "suit": len(design.suits)}.get(type_.kind, 0)
        if type_.optional or not count or isinstance(body, p.Const):
            return None
        values = []
        try:
            for v in range(count):
                faces = {param: pack.face[v]} if type_.kind == "card" else {}
                known = {} if type_.kind == "card" and pack.guises else {param: v}
                values.append(Constants(self.program, self.layout.players, known, faces).value(body))
        except NotConstantError:
            return None
        return (*values, 0)

    def _is_fixed(self, e: p.Expr) -> bool:
        match e:
            case p.Const():
                return True
            case p.ZoneAt(_, keys):
                return all(isinstance(self.folded(key), p.Const) for key in keys)
            case _:
                return False

    def written(self, name: str, params: tuple[int, ...], body: p.Expr, origin: p.Origin, write: Write) -> str:
        return self.unit.function(name, lambda: self.definition(name, params, body, origin, write))

    def definition(
        self, name: str, params: tuple[int, ...], body: p.Expr, origin: p.Origin, write: Write
    ) -> t.Function:
        scope = LoweringScope({local: variable(local) for local in params}, origin)
        regs = tuple(variable(local).name for local in params)
        return t.Function(name, regs, (t.Return(write(body, scope)),))

    def offers(self, e: p.Offers, scope: LoweringScope) -> t.Call:
        return self.call(f"offers_{e.question}", e.args, scope)

    def call(self, name: str, args: tuple[p.Expr, ...], scope: LoweringScope) -> t.Call:
        return t.Call(name, tuple(self.value(a, scope) for a in args))

    def builtin(self, e: p.Builtin, scope: LoweringScope) -> t.Call:
        return self.call("beside" if e.name == BESIDE else f"builtin_{e.name}", e.args, scope)


def _sign(e: p.Expr) -> str:
    """A constant as a part of a name."""
    match e:
        case p.Const(v):
            return str(v).replace("-", "m")
        case p.ZoneAt(zone, keys) if all(isinstance(key, p.Const) for key in keys):
            return "_".join((f"z{zone}", *map(_sign, keys)))
        case _:
            return "x"
