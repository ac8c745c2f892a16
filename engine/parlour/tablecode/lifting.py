"""Translates functions in restricted Python into table code. All routines are written this way.

They are read, never run. The supported forms are those of table code: numbers, the cells `s[…]`, tables and numbers
by their capital names, calls, `if`, `while`, and `for` over `members(…)`, `in_order(…)` or `range(…)`; `fail(…)`,
`failed()` and `abandon()`. Anything else is an `UnliftableError`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour import tablecode as t
from parlour.tablecode.build import highest

_OPERATORS: dict[type, t.Operator] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


MOST_KNOWN = 1 << 16  # results of a remembered function


class UnliftableError(Exception):
    """The error for a form that table code doesn't have."""


def lifted(source: str) -> list[t.Function]:
    """Return all functions of a module."""
    return [_Function(node).function() for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


class _Function:
    def __init__(self, node: ast.FunctionDef) -> None:
        self.node = node
        self.params = [a.arg for a in node.args.args[1:]]
        names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
        self.registers = {*self.params, *(n.id for n in names if isinstance(n.ctx, ast.Store))}

    def function(self) -> t.Function:
        known = MOST_KNOWN if self.node.decorator_list else 0  # only `remembered` is a decorator
        return t.Function(self.node.name, tuple(self.params), self.block(self.node.body), known)

    def block(self, body: Sequence[ast.stmt]) -> t.Block:
        return tuple(statement for node in body for statement in self.statement(node))

    def statement(self, e: ast.stmt) -> t.Block:
        match e:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ()
            case ast.Expr(value=ast.Call(func=ast.Name(id="fail"), args=[message, at])):
                return (t.Fail(self._message(message), self.value(at)),)
            case ast.Expr(value=ast.Call(func=ast.Name(id="abandon"), args=[])):
                return (t.Abandon(),)
            case ast.Expr(value=ast.Call() as call):
                called = self.value(call)
                assert isinstance(called, t.Call), "a call becomes a call"
                return (t.Do(called),)
            case ast.Assign(targets=[target], value=value):
                return (self._assigned(target, self.value(value)),)
            case ast.AugAssign(target=target, op=op, value=value):
                return (self._assigned(target, t.Op(_OPERATORS[type(op)], self.value(target), self.value(value))),)
            case ast.If(test=test, body=then, orelse=other):
                return (t.If(self.value(test), self.block(then), self.block(other)),)
            case ast.While(test=test, body=body, orelse=[]):
                return (t.While(self.value(test), self.block(body)),)
            case ast.For(target=ast.Name(id=name), iter=ast.Call() as over, body=body, orelse=[]):
                return (t.For((name,), self._domain(over), self.block(body)),)
            case ast.Break():
                return (t.Break(),)
            case ast.Return(value=value):
                return (t.Return(None if value is None else self.value(value)),)
        raise UnliftableError(ast.unparse(e))

    def _message(self, e: ast.expr) -> tuple[t.Expr, ...]:
        match e:
            case ast.JoinedStr(values=parts):
                return tuple(part for value in parts for part in self._message(value))
            case ast.FormattedValue(value=value):
                return (self.value(value),)
            case ast.Constant(value=str(text)):
                return (t.Message(text),)
        return (self.value(e),)

    def _assigned(self, target: ast.expr, value: t.Expr) -> t.Stmt:
        match target:
            case ast.Name(id=name):
                return t.Let(name, value)
            case ast.Subscript(value=ast.Name(id="s"), slice=at):
                return t.Store((self.value(at),), value)
        raise UnliftableError(ast.unparse(target))

    def _domain(self, over: ast.Call) -> t.Domain:
        match over:
            case ast.Call(func=ast.Name(id="members"), args=[of]):
                return t.Members(self.value(of))
            case ast.Call(func=ast.Name(id="in_order"), args=[_, of]):
                return t.Cards(self.value(of))
            case ast.Call(func=ast.Name(id="range"), args=[stop]):
                return t.Span(t.Const(0), self.value(stop))
        raise UnliftableError(ast.unparse(over))

    def value(self, e: ast.expr) -> t.Expr:
        match e:
            case ast.Constant(value=bool(value)):
                return t.Truth(value)
            case ast.Constant(value=int(value)):
                return t.Const(value)
            case ast.Name(id=name):
                return t.Reg(name) if name in self.registers else t.Named(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return t.Const(-value)
            case ast.UnaryOp(op=ast.USub(), operand=of):
                return t.Unary("-", self.value(of))
            case ast.UnaryOp(op=ast.Invert(), operand=of):
                return t.Unary("~", self.value(of))
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return t.Not(self.value(of))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return t.Op(_OPERATORS[type(op)], self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
                return t.Op(_OPERATORS[type(op)], self.value(left), self.value(right))
            case ast.BoolOp(op=op, values=items):
                operands = tuple(map(self.value, items))
                return t.And(operands) if isinstance(op, ast.And) else t.Or(operands)
            case ast.Subscript(value=ast.Name(id="s"), slice=at):
                return t.Load(self.value(at))
            case ast.Subscript(value=ast.Name(id=table), slice=index):
                return t.Entry(table, self.value(index))
            case ast.Call():
                return self._call(e)
        raise UnliftableError(ast.unparse(e))

    def _call(self, e: ast.Call) -> t.Expr:
        match e:
            case ast.Call(func=ast.Attribute(value=of, attr="bit_count")):
                return t.Unary("size", self.value(of))
            case ast.Call(func=ast.Attribute(value=of, attr="bit_length")):
                return t.Unary("length", self.value(of))
            case ast.Call(func=ast.Name(id="first_bit"), args=[ast.Name() as of]):
                register = self.value(of)
                assert isinstance(register, t.Reg), "the set is in a register"
                return t.Lowest(register)
            case ast.Call(func=ast.Name(id="last_bit"), args=[of]):
                return highest(self.value(of))
            case ast.Call(func=ast.Name(id="failed"), args=[]):
                return t.Failed()
            case ast.Call(func=ast.Name(id="min" | "max" as op), args=[one, other]):
                return t.Op("min" if op == "min" else "max", self.value(one), self.value(other))
            case ast.Call(func=ast.Name(id=name), args=args):
                given = [a for a in args if not (isinstance(a, ast.Name) and a.id == "s")]
                return t.Call(name, tuple(map(self.value, given)))
        raise UnliftableError(ast.unparse(e))
