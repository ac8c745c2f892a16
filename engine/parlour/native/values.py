"""Expressions of generated source as values of LLVM, and tests as its truths: numbers, cells, tables and calls.

Knows the forms in which expressions are written, and no statement or loop. Any other form is an `UntranslatableError`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from parlour.native.ir import Body
from parlour.native.names import NOTHING, Names, UntranslatableError

MELDS = 3  # that cards are laid off at

OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip

_HARMLESS = (ast.Name, ast.Constant, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp, ast.Attribute)
_HARMLESS_OPS = (ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context)


def harmless(e: ast.expr) -> bool:
    """Can this be worked out even where its value is not wanted, cheaply and without doing anything? A cell that
    another one tells is there in any case: it tells a place, or nothing, which is one less than the first."""
    return all(map(_harmless, ast.walk(e)))


def _harmless(node: ast.AST) -> bool:
    match node:
        case ast.Subscript(value=ast.Name(id="s"), slice=index):
            return isinstance(index, ast.Constant) or _beside(index)
        case ast.BinOp(op=op):
            return not isinstance(op, ast.FloorDiv | ast.Mod)
        case ast.Call(func=ast.Attribute(attr="bit_count")):
            return True
    return isinstance(node, (*_HARMLESS, *_HARMLESS_OPS))


def _beside(index: ast.expr) -> bool:
    """A fixed place, and so many further as a cell or a name says."""
    match index:
        case ast.BinOp(left=ast.Constant(), op=ast.Add(), right=ast.Name()):
            return True
        case ast.BinOp(left=ast.Constant(), op=ast.Add(), right=ast.Subscript(value=ast.Name(id="s"), slice=of)):
            return isinstance(of, ast.Constant)
    return False


# Names in the source that say nothing here.
_MEANINGLESS = ("LAYOUT", "ORIGINS")


class Values:
    """Writes expressions into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names = names
        self.body = body
        self.offered: Callable[[ast.Call], None] | None = None  # what an offer of a question becomes

    def value(self, e: ast.expr) -> str:
        b = self.body
        match e:
            case ast.Constant(value=bool(v)):
                return str(int(v))
            case ast.Constant(value=int(v)):
                if v.bit_length() >= b.width:
                    raise UntranslatableError(f"a number of {v.bit_length()} bits")
                return str(v)
            case ast.Constant(value=None):
                return str(NOTHING)
            case ast.Constant(value=str()):
                return "0"
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(v))):
                return str(-v)
            case ast.UnaryOp(op=ast.USub(), operand=of):
                return b.operate("-", "0", self.value(of))
            case ast.UnaryOp(op=ast.Invert(), operand=of):
                return b.operate("^", self.value(of), "-1")
            case ast.UnaryOp(op=ast.Not()) | ast.Compare() | ast.BoolOp():
                return b.number(self.test(e))
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return b.floor_divide(self.value(left), self.value(right))
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                return b.floor_rest(self.value(left), self.value(right))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                one = self.value(left)
                return b.operate(OPERATORS[type(op)], one, self.value(right))
            case ast.IfExp(test=test, body=then, orelse=other):
                return self._choice(test, then, other)
            case ast.NamedExpr(target=ast.Name(id=name), value=of):
                found = self.value(of)
                b.store(found, b.variable(name))
                return found
            case ast.Subscript(value=ast.Name(id="s"), slice=index):
                return b.load(b.cell(self.value(index)))
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return self._look_up(name, index)
            case ast.Call():
                return self._call(e)
        raise UntranslatableError(ast.unparse(e))

    def _name(self, name: str) -> str:
        if name in self.body.variables:
            return self.body.load(self.body.variables[name])
        if name in self.names.numbers:
            return str(self.names.numbers[name])
        if name in _MEANINGLESS:
            return "0"
        raise UntranslatableError(f"no value `{name}`")

    def _look_up(self, name: str, index: ast.expr) -> str:
        if name in _MEANINGLESS:
            return "0"
        if not self.names.has_table(name):
            raise UntranslatableError(f"no table `{name}`")
        return self.entry(name, self.value(index))

    def entry(self, table: str, index: str) -> str:
        return self.body.look_up(table, self.names.bits(table), len(self.names.tables[table]) + 1, index)

    def _choice(self, test: ast.expr, then: ast.expr, other: ast.expr) -> str:
        b = self.body
        if harmless(then) and harmless(other):
            holds = self.test(test)
            a = self.value(then)
            return b.new(f"select i1 {holds}, {b.type} {a}, {b.type} {self.value(other)}")
        found, yes, no, end = b.temporary(), b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.test(test), yes, no)
        for label, of in ((yes, then), (no, other)):
            b.label(label)
            b.store(self.value(of), found)
            b.jump(end)
        b.label(end)
        return b.load(found)

    def test(self, e: ast.expr) -> str:
        b = self.body
        match e:
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return b.new(f"xor i1 {self.test(of)}, true")
            case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in OPERATORS for op in ops):
                return self._compared(self.value(left), ops, others)
            case ast.BoolOp(op=op, values=items):
                return self._in_turn(isinstance(op, ast.And), items)
            case ast.Constant(value=bool(v)) | ast.Constant(value=int(v)):
                return "true" if v else "false"
            case ast.Compare():
                raise UntranslatableError(ast.unparse(e))
        return b.truth(self.value(e))

    def _compared(self, one: str, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> str:
        """One comparison, or several in a row."""
        b, holds = self.body, ""
        for op, right in zip(ops, others, strict=True):
            other = self.value(right)
            found = b.compare(OPERATORS[type(op)], one, other)
            holds = b.new(f"and i1 {holds}, {found}") if holds else found
            one = other
        return holds

    def _in_turn(self, all_: bool, items: Sequence[ast.expr]) -> str:
        """`and`, `or`: what comes later is looked at only where it matters."""
        b = self.body
        if all(map(harmless, items[1:])):
            holds = self.test(items[0])
            for item in items[1:]:
                found = self.test(item)
                holds = b.new(f"select i1 {holds}, i1 {found if all_ else 'true'}, i1 {'false' if all_ else found}")
            return holds
        found, end = b.temporary(), b.fresh("end")
        for k, item in enumerate(items):
            holds = self.test(item)
            b.store(b.number(holds) if holds.startswith("%") else str(int(holds == "true")), found)
            if k < len(items) - 1:
                more = b.fresh("more")
                b.branch(holds, *((more, end) if all_ else (end, more)))
                b.label(more)
        b.label(end)
        return b.truth(b.load(found))

    # ------------------------------------------------------------ calls

    def _call(self, e: ast.Call) -> str:
        b = self.body
        match e.func:
            case ast.Attribute(value=of, attr="bit_count"):
                return b.count_bits(self.value(of))
            case ast.Attribute(value=of, attr="bit_length"):
                return b.bit_length(self.value(of))
            case ast.Name(id="offered" | "offered_set" | "offered_sets") if self.offered is not None:
                self.offered(e)
                return "0"
            case ast.Name(id=name):
                return self._named_call(name, e.args)
        raise UntranslatableError(ast.unparse(e))

    def _named_call(self, name: str, args: list[ast.expr]) -> str:
        b = self.body
        match name, args:
            case (("min" | "max"), [one, other]):
                return b.extreme(f"s{name}", self.value(one), self.value(other))
            case "first_bit", [of]:
                return b.first_bit(self.value(of))
            case "last_bit", [of]:
                return b.operate("-", b.bit_length(self.value(of)), "1")
            case (("quick_div" | "quick_mod"), [one, other]):
                return b.narrow("udiv" if name == "quick_div" else "urem", self.value(one), self.value(other), 32)
            case "showing", [ast.Constant(value=str(fact)), of]:
                return b.call(self.names.want(f"showing_{fact}"), [self.value(of)])
            case "builtin", [ast.Constant(value=str(which)), _, ast.List(elts=given)]:
                values = [self.value(a) for a in given]
                if which == "lay_off":
                    if len(values) > MELDS + 1:
                        raise UntranslatableError("many melds to lay off at")
                    values += ["0"] * (MELDS + 1 - len(values))
                return b.call(self.names.want(f"builtin_{which}"), values)
            case "put_anyhow", [_, what, to, place, up, _]:
                return self._put_anyhow(what, to, place, up)
            case "settle", _:
                for cell in self.names.settled:
                    b.store(b.load(b.cell(str(cell))), b.memory(str(cell)))
                return "0"
            case "once", [_, cards, *used]:
                return b.call(self.names.want(name), [self.value(cards), *map(self.value, used)] + ["0"] * (not used))
        given = [a for a in args if not (isinstance(a, ast.Name) and a.id == "s")]
        return b.call(self.names.want(name), [self.value(a) for a in given])

    def _put_anyhow(self, what: ast.expr, to: ast.expr, place: ast.expr, up: ast.expr) -> str:
        match what:
            case ast.List(elts=[of]):
                kind = "card"
            case ast.Call(func=ast.Name(id="members"), args=[of]) | ast.Call(
                func=ast.Name(id="in_order"), args=[_, of]
            ):
                kind = "set"
            case ast.Call(func=ast.Name(id="contents"), args=[_, of]):
                kind = "zone"
            case _:
                raise UntranslatableError(ast.unparse(what))
        args = [self.value(part) for part in (of, to, place, up)]
        return self.body.call(self.names.want(f"put_{kind}_anyhow"), args)
