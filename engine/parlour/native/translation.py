"""Generated source as functions of LLVM, statement by statement.

Only the forms that the emitter writes are known; anything else is an `UntranslatableError`, so that a table plays by
generated Python rather than wrongly. Knows neither the Program nor llvmlite.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.native.ir import Body, table_bits

NOTHING = -(1 << 40)  # stands for None
MELDS = 3  # that cards are laid off at


class UntranslatableError(Exception):
    """This source has a form that machine code is not made from."""


@dataclass
class Names:
    """What can be named: tables, numbers and functions; the functions that are called are noted in `wanted`."""

    width: int
    tables: dict[str, Sequence[int]]
    written: Mapping[str, str]  # tables of the source, as text
    numbers: Mapping[str, int]
    registers: Mapping[int, int]  # by cell
    settled: Sequence[int]  # cells that `settle` brings up to date
    wanted: dict[str, None] = field(default_factory=dict)  # functions, in the order in which they were called first
    looked_up: dict[str, int] = field(default_factory=dict)  # tables in use, and how wide their entries are

    def want(self, function: str) -> str:
        self.wanted.setdefault(function)
        return function

    def has_table(self, name: str) -> bool:
        if name not in self.tables and name in self.written:
            self.tables[name] = ast.literal_eval(self.written[name])
        return name in self.tables

    def bits(self, table: str) -> int:
        if table not in self.looked_up:
            self.looked_up[table] = table_bits(self.tables[table], self.width)
        return self.looked_up[table]


_OPS: dict[type, str] = {
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


# Calls of one name in the source that are several functions here, or none.
_MEANINGLESS = ("LAYOUT", "ORIGINS")


class Translator:
    """Writes source into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names = names
        self.body = body
        self.breaks: list[str] = []
        self.offered: Callable[[Translator, ast.Call], None] | None = None  # what an offer of a question becomes

    # ------------------------------------------------------------ expressions

    def value(self, e: ast.expr) -> str:
        b = self.body
        match e:
            case ast.Constant(value=bool(v)):
                return str(int(v))
            case ast.Constant(value=int(v)):
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
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPS:
                one = self.value(left)
                return b.operate(_OPS[type(op)], one, self.value(right))
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
        return self._entry(name, self.value(index))

    def _entry(self, table: str, index: str) -> str:
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
            case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _OPS for op in ops):
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
            found = b.compare(_OPS[type(op)], one, other)
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
                self.offered(self, e)
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
            case ast.Call(func=ast.Name(id="members"), args=[of]):
                kind = "set"
            case ast.Call(func=ast.Name(id="contents"), args=[_, of]):
                kind = "zone"
            case _:
                raise UntranslatableError(ast.unparse(what))
        args = [self.value(part) for part in (of, to, place, up)]
        return self.body.call(self.names.want(f"put_{kind}_anyhow"), args)

    # ------------------------------------------------------------ statements

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.body.closed:
                return
            self.statement(statement)

    def statement(self, e: ast.stmt) -> None:
        b = self.body
        match e:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=of):
                self.value(of)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="s"), slice=ast.Slice() as part)], value=of):
                self._fill(part, of)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                found = [self.value(of) for of in values]
                for target, v in zip(targets, found, strict=True):
                    b.store(v, self._address(target))
            case ast.Assign(targets=targets, value=of):
                v = self.value(of)
                for target in targets:
                    b.store(v, self._address(target))
            case ast.AnnAssign(target=target, value=of) if of is not None:
                b.store(self.value(of), self._address(target))
            case ast.AugAssign(target=target, op=op, value=of) if type(op) in _OPS:
                v = self.value(of)
                address = self._address(target)
                b.store(b.operate(_OPS[type(op)], b.load(address), v), address)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=ast.FloorDiv(), value=of):
                b.store(b.floor_divide(self._name(name), self.value(of)), self._address(target))
            case ast.If(test=test, body=then, orelse=other):
                self._if(test, then, other)
            case ast.While(test=test, body=inside, orelse=[]):
                self._while(test, inside)
            case ast.For(target=ast.Name(id=name), iter=over, body=inside, orelse=other):
                self._for(name, over, inside, other)
            case ast.For(target=ast.Tuple(elts=[ast.Name(id=place), ast.Name(id=card)]), iter=ast.Call() as over):
                self._by_place(place, card, over, e.body)
            case ast.Break():
                b.jump(self.breaks[-1])
            case ast.Return(value=of):
                b.give("0" if of is None else self.value(of))
            case _:
                raise UntranslatableError(ast.unparse(e))

    def _address(self, target: ast.expr) -> str:
        match target:
            case ast.Name(id=name):
                return self.body.variable(name)
            case ast.Subscript(value=ast.Name(id="s"), slice=index):
                return self.body.cell(self.value(index))
        raise UntranslatableError(ast.unparse(target))

    def _fill(self, part: ast.Slice, of: ast.expr) -> None:
        """Cells side by side that get the same value."""
        match part, of:
            case ast.Slice(
                lower=ast.Constant(value=int(low)), upper=ast.Constant(value=int(high)), step=None
            ), ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult()):
                v = self.value(value)
                for cell in range(low, high):
                    self.body.store(v, self.body.cell(str(cell)))
            case _:
                raise UntranslatableError(ast.unparse(of))

    def _if(self, test: ast.expr, then: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        b = self.body
        yes, no, end = b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.test(test), yes, no)
        for label, inside in ((yes, then), (no, other)):
            b.label(label)
            self.block(inside)
            if not b.closed:
                b.jump(end)
        b.label(end)

    def _while(self, test: ast.expr, inside: Sequence[ast.stmt]) -> None:
        b = self.body
        again, body, end = b.fresh("again"), b.fresh("body"), b.fresh("end")
        b.label(again)
        b.branch(self.test(test), body, end)
        b.label(body)
        self._inside(end, inside)
        if not b.closed:
            b.jump(again)
        b.label(end)

    def _inside(self, end: str, inside: Sequence[ast.stmt]) -> None:
        self.breaks.append(end)
        self.block(inside)
        self.breaks.pop()

    # ------------------------------------------------------------ loops over something

    def _for(self, name: str, over: ast.expr, inside: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        b = self.body
        target, end = b.variable(name), b.fresh("end")
        self.run_over(over, target, end, lambda: self._inside(end, inside))
        if not b.closed:
            self.block(other)
            if not b.closed:
                b.jump(end)
        b.label(end)

    def _by_place(self, place: str, card: str, over: ast.Call, inside: Sequence[ast.stmt]) -> None:
        """The cards of a row, or of columns that are taken, with their places."""
        b = self.body
        row = isinstance(over.func, ast.Name) and over.func.id == "in_row"
        first = self.value(over.args[1])
        last = b.load(b.cell(first)) if row else self.value(over.args[2])
        target, of, at, end = b.variable(place), b.variable(card), b.temporary(), b.fresh("end")
        b.store("1", at)

        def body() -> None:
            here = b.load(at)
            b.store(here, target)
            b.store(b.operate("+", here, "1"), at)
            found = b.load(b.cell(b.operate("+", first, here)))
            if not row:
                found = b.operate("-", b.load(b.cell(b.operate("+", first, b.operate("-", here, "1")))), "1")
                taken, free = b.fresh("taken"), b.fresh("free")
                b.branch(b.compare(">=", found, "0"), taken, free)
                b.label(taken)
            b.store(found, of)
            self._inside(end, inside)
            if not row:
                if not b.closed:
                    b.jump(free)
                b.label(free)

        self._loop(lambda: b.compare("<=", b.load(at), last), body, lambda: None)
        b.label(end)

    def run_over(self, over: ast.expr, target: str, stop: str, inside: Callable[[], None]) -> None:
        """The loop itself; afterwards one goes on where it has run out. `stop` is where a fault leaves it."""
        b = self.body
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args):
                bounds = [self.value(a) for a in args]
                first, last = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
                self._count_up(target, first, last, stop, inside)
            case ast.Call(func=ast.Name(id="members"), args=[of]):
                self._bits(target, self.value(of), inside)
            case ast.Call(func=ast.Name(id="sorted"), args=[ast.Call(func=ast.Name(id="seats_from")) as seats]):
                self._bits(target, self._seats(seats)[0], inside)
            case ast.Call(func=ast.Name(id="seats_from")):
                self._in_order(target, over, inside)
            case ast.Call(func=ast.Name(id="spent"), args=[_, _, of, _]):
                count = self._length(of)
                b.call(self.names.want("spend"), ["0", count, "0"])
                self.run_over(of, target, stop, inside)
            case ast.Call(func=ast.Name(id="groups"), args=[of, low, high, _]):
                self._groups(target, of, low, high, inside)
            case ast.Call(func=ast.Name(id="ranks_with"), args=[of, least]):
                self._ranks_with(target, self.value(of), self.value(least), inside)
            case ast.Call(func=ast.Name(id="alike"), args=[of, low, high, _]):
                self._subsets(target, self.value(of), self.value(low), self._highest(high), inside)
            case ast.Call(func=ast.Name(id="sets")):
                self._sets(target, over, inside)
            case ast.Call(func=ast.Name(id="places"), args=[_, zone]):
                self._places(target, self.value(zone), inside)
            case ast.Call(func=ast.Name(id="guises"), args=[_, of, ast.Name(id=faces)]):
                self._guises(target, self.value(of), faces, inside)
            case ast.Call(func=ast.Name(id="distinct"), args=[_, of, used, ast.Constant(value=bool(sets))]):
                self._distinct(target, of, self.value(used), sets, stop, inside)
            case _:
                raise UntranslatableError(ast.unparse(over))

    def _length(self, over: ast.expr) -> str:
        b = self.body
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args):
                bounds = [self.value(a) for a in args]
                first, last = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
                size = b.operate("-", last, first)
                return b.extreme("smax", size, "0")
            case ast.Call(func=ast.Name(id="members"), args=[of]):
                return b.count_bits(self.value(of))
            case ast.Call(func=ast.Name(id="seats_from")):
                return b.count_bits(self._seats(over)[0])
        raise UntranslatableError(ast.unparse(over))

    def _loop(self, test: Callable[[], str], inside: Callable[[], None], step: Callable[[], None]) -> None:
        b = self.body
        again, body, done = b.fresh("again"), b.fresh("body"), b.fresh("done")
        b.label(again)
        b.branch(test(), body, done)
        b.label(body)
        inside()
        if not b.closed:
            step()
            b.jump(again)
        b.label(done)

    def _count_up(self, target: str, first: str, last: str, stop: str, inside: Callable[[], None]) -> None:
        b = self.body
        at = b.temporary()
        b.store(first, at)

        def body() -> None:
            go = b.fresh("go")
            b.branch(b.truth(b.load(b.cell(str(self.names.numbers["FAULT"])))), stop, go)
            b.label(go)
            b.store(b.load(at), target)
            inside()

        self._loop(lambda: b.compare("<", b.load(at), last), body, lambda: b.store(b.operate("+", b.load(at), "1"), at))

    def _bits(self, target: str, of: str, inside: Callable[[], None]) -> None:
        b = self.body
        rest = b.temporary()
        b.store(of, rest)

        def body() -> None:
            left = b.load(rest)
            b.store(b.first_bit(left), target)
            b.store(b.operate("&", left, b.operate("-", left, "1")), rest)
            inside()

        self._loop(lambda: b.truth(b.load(rest)), body, lambda: None)

    def _seats(self, over: ast.expr) -> tuple[str, str, str]:
        """Those still in, as a set (empty when there is nobody to begin with), the direction, where to begin."""
        b = self.body
        assert isinstance(over, ast.Call), "seats_from is called"
        playing, direction, start, after = (self.value(a) for a in over.args)
        there = b.compare(">=", start, "0")
        seats = b.new(f"select i1 {there}, {b.type} {playing}, {b.type} 0")
        if after == "0":
            still_in = b.truth(b.operate("&", b.operate(">>", playing, self._shown(start)), "1"))
            on = b.call(self.names.want("next_after"), [playing, direction, start])
            first = b.new(f"select i1 {still_in}, {b.type} {start}, {b.type} {on}")
            return seats, direction, first
        return seats, direction, b.call(self.names.want("next_after"), [playing, direction, start])

    def _shown(self, seat: str) -> str:
        """A number that a set can be shifted by, whatever it is."""
        return self.body.extreme("smax", seat, "0")

    def _in_order(self, target: str, over: ast.expr, inside: Callable[[], None]) -> None:
        b = self.body
        seats, direction, first = self._seats(over)
        left, at = b.temporary(), b.temporary()
        b.store(b.count_bits(seats), left)
        b.store(first, at)

        def body() -> None:
            seat = b.load(at)
            b.store(seat, target)
            b.store(b.call(self.names.want("next_after"), [seats, direction, seat]), at)
            inside()

        self._loop(
            lambda: b.compare(">", b.load(left), "0"), body, lambda: b.store(b.operate("-", b.load(left), "1"), left)
        )

    # ------------------------------------------------------------ loops over choices

    def _subsets(self, target: str, of: str, low: str, high: str, inside: Callable[[], None]) -> None:
        """The subsets of so many members in ascending order."""
        b = self.body
        at = b.temporary()
        b.store(b.call(self.names.want("first_subset"), [of, low, high]), at)

        def body() -> None:
            chosen = b.load(at)
            b.store(chosen, target)
            b.store(b.call(self.names.want("next_subset"), [of, low, high, chosen]), at)
            inside()

        self._loop(lambda: b.compare(">=", b.load(at), "0"), body, lambda: None)

    def _highest(self, of: ast.expr) -> str:
        return str(self.body.width) if isinstance(of, ast.Constant) and of.value is None else self.value(of)

    def _groups(self, target: str, of: ast.expr, low: ast.expr, high: ast.expr, inside: Callable[[], None]) -> None:
        """In one pack ranks follow each other in the order of the identities, so the sets come in ascending order."""
        b = self.body
        held, least, most = self.value(of), self.value(low), self._highest(high)
        if not self.names.numbers["ONE_PACK"]:
            self._groups_of_packs(target, [held, least, most], inside)
            return
        rank = b.temporary()

        def body() -> None:
            same = b.operate("&", held, self._entry("OF_RANK", b.load(rank)))
            self._subsets(target, same, least, most, inside)

        self._ranks_with(rank, held, least, body)

    def _groups_of_packs(self, target: str, described: list[str], inside: Callable[[], None]) -> None:
        b, at = self.body, self.body.temporary()
        b.store(b.call(self.names.want("next_group"), [*described, "0"]), at)

        def body() -> None:
            chosen = b.load(at)
            b.store(chosen, target)
            b.store(b.call(self.names.want("next_group"), [*described, chosen]), at)
            inside()

        self._loop(lambda: b.compare(">=", b.load(at), "0"), body, lambda: None)

    def _ranks_with(self, target: str, held: str, least: str, inside: Callable[[], None]) -> None:
        b = self.body
        fourfold = b.temporary()

        def body() -> None:
            b.store(b.operate(">>", b.load(fourfold), "2"), target)
            inside()

        self._bits(fourfold, b.call(self.names.want("ranks_held"), [held, least]), body)

    def sets(self, call: ast.Call) -> list[str]:
        """Of what set the sets are chosen, and how few and how many members they have."""
        of, low, high, least, most = call.args[:5]
        held = self.value(of)
        lows, highs = [self.value(low), self.value(least)], [self._highest(high), self._highest(most)]
        return [held, self.body.extreme("smax", *lows), self.body.extreme("smin", *highs)]

    def _sets(self, target: str, call: ast.Call, inside: Callable[[], None]) -> None:
        described = self.sets(call)
        self.body.call(self.names.want("subsets"), described)  # too many are a fault
        self._subsets(target, described[0], described[1], described[2], inside)

    def _places(self, target: str, zone: str, inside: Callable[[], None]) -> None:
        b = self.body
        at, last = b.temporary(), b.call(self.names.want("last_place"), [zone])
        b.store("1", at)

        def body() -> None:
            place = b.load(at)
            b.store(b.operate("+", place, "1"), at)
            yes, no = b.fresh("yes"), b.fresh("no")
            b.branch(b.truth(b.call(self.names.want("is_place"), [zone, place])), yes, no)
            b.label(yes)
            b.store(place, target)
            inside()
            if not b.closed:
                b.jump(no)
            b.label(no)

        self._loop(lambda: b.compare("<=", b.load(at), last), body, lambda: None)

    def _guises(self, target: str, of: str, faces: str, inside: Callable[[], None]) -> None:
        """Ascending: the bare cards, then by faces, each with the cards that can count as it."""
        b = self.body
        self._bits(target, of, inside)
        face = b.temporary()
        card = b.temporary()
        size = str(self.names.numbers["SIZE"])
        b.store("0", face)

        def with_face() -> None:
            def one() -> None:
                c = b.load(card)
                can = b.call(self.names.want(faces), [c])
                yes, no = b.fresh("yes"), b.fresh("no")
                f = b.load(face)
                b.branch(b.truth(b.operate("&", b.operate(">>", can, f), "1")), yes, no)
                b.label(yes)
                b.store(b.operate("+", c, b.operate("*", size, b.operate("+", f, "1"))), target)
                inside()
                if not b.closed:
                    b.jump(no)
                b.label(no)

            self._bits(card, of, one)

        self._loop(
            lambda: b.compare("<", b.load(face), str(self.names.numbers["FACES"])),
            with_face,
            lambda: b.store(b.operate("+", b.load(face), "1"), face),
        )

    def _distinct(
        self, target: str, of: ast.expr, used: str, sets: bool, stop: str, inside: Callable[[], None]
    ) -> None:
        """One choice of those that differ only in which of some twins is taken."""
        b = self.body
        among = b.temporary()
        b.store("0", among)

        def gather() -> None:
            v = b.load(target)
            if not sets:
                v = b.operate(
                    "<<", "1", b.look_up("BARE", self.names.bits("BARE"), len(self.names.tables["BARE"]) + 1, v)
                )
            b.store(b.operate("|", b.load(among), v), among)

        self.run_over(of, target, stop, gather)
        if not sets:
            b.store(b.call(self.names.want("once"), [b.load(among), used]), among)

        def one() -> None:
            v = b.load(target)
            if sets:
                holds = b.truth(b.call(self.names.want("lowest"), [v, b.load(among), used]))
            else:
                holds = b.truth(b.operate("&", b.operate(">>", b.load(among), self._entry("BARE", v)), "1"))
            yes, no = b.fresh("yes"), b.fresh("no")
            b.branch(holds, yes, no)
            b.label(yes)
            inside()
            if not b.closed:
                b.jump(no)
            b.label(no)

        self.run_over(of, target, stop, one)
