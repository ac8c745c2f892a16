"""Table code as LLVM text: statements, expressions as values of LLVM, and tests as its truths.

A node without a translation raises `UntranslatableError`, so generated Python plays the table. Rewrites loops over
domains (`tablecode.iteration`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from parlour import program as p
from parlour import tablecode as t
from parlour.base.walking import walk
from parlour.native.ir import Body, table_bits
from parlour.playouts.player import PlayoutError
from parlour.table.layout import Layout
from parlour.table.packing import choices_of
from parlour.tablecode import COMPARISONS
from parlour.tablecode.iteration import Iteration

NOTHING = -(1 << 40)  # represents None
EMPTY = (0,)  # in place of a table without entries: LLVM needs one


class UntranslatableError(PlayoutError):
    """The error if native code can't express some table code."""

    def __init__(self, what: str) -> None:
        super().__init__(f"native code doesn't support {what}")


@dataclass
class Names:
    """The available names of tables, numbers and functions; a call adds its function to `wanted`."""

    width: int
    tables: dict[str, Sequence[int]]
    written: Mapping[str, Sequence[int]]  # tables of the unit
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
            self.tables[name] = self.written[name]
        return name in self.tables

    def bits(self, table: str) -> int:
        if table not in self.looked_up:
            self.looked_up[table] = table_bits(self.tables[table], self.width)
        return self.looked_up[table]


MELDS = 3  # melds that take cards


def harmless(e: t.Expr) -> bool:
    """True if the expression is cheap and without effects, so code can compute it even where it isn't needed. An
    address that is a place or none is safe too, as the cell before the first one exists."""
    return all(map(_harmless, walk(e)))


def _harmless(node: object) -> bool:
    match node:
        case t.Load(t.Const()) | t.Load(t.Op("+", t.Const(), t.Reg() | t.Load(t.Const()))):
            return True
        case t.Op(op):
            return op not in ("//", "%", "min", "max")
        case t.Unary(op):
            return op != "length"
    return isinstance(node, t.Const | t.Truth | t.Named | t.Reg | t.Not | t.And | t.Or | t.Select)


class Values:
    """Writes expressions into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names = names
        self.body = body

    @property
    def fault(self) -> str:
        """The cell that is 1 after an error."""
        return str(self.names.numbers["FAULT"])

    def value(self, e: t.Expr) -> str:
        b = self.body
        match e:
            case t.Const(value):
                if not -1 << b.width - 1 <= value < 1 << b.width - 1:
                    raise UntranslatableError(f"a number of {value.bit_length()} bits")
                return str(value)
            case t.Truth(value):
                return str(int(value))
            case t.Absent():
                return str(NOTHING)
            case t.Message() | t.Line():
                return "0"  # generated Python reports the error
            case t.Reg(name):
                return b.load(b.variables[name])
            case t.Named(name):
                return str(self.names.numbers[name])
            case t.Bind(reg, of):
                result = self.value(of)
                b.store(result, b.variable(reg))
                return result
            case t.Load(at):
                return b.load(b.cell(self.value(at)))
            case t.Entry(table, index):
                if not self.names.has_table(table):
                    raise UntranslatableError(f"no table `{table}`")
                return self.entry(table, self.value(index))
            case t.Op(op) if op not in COMPARISONS:
                return self._operation(e)
            case t.Unary():
                return self._unary(e)
            case t.Lowest(of):
                return b.first_bit(self.value(of))
            case t.Not() | t.Failed() | t.And() | t.Or() | t.Op():
                return b.number(self.test(e))
            case t.Select(test, then, other):
                return self._choice(test, then, other)
            case t.Call(name, args):
                return self._call(name, args)
        raise UntranslatableError(f"no LLVM text for {type(e).__name__}")

    def entry(self, table: str, index: str) -> str:
        return self.body.look_up(table, self.names.bits(table), len(self.names.tables[table]) + 1, index)

    def _operation(self, e: t.Op) -> str:
        b = self.body
        left, right = self.value(e.left), self.value(e.right)
        match e.op:
            case "//":
                return b.floor_divide(left, right)
            case "%":
                return b.floor_rest(left, right)
            case "min" | "max":
                return b.extreme(f"s{e.op}", left, right)
        return b.operate(e.op, left, right)

    def _unary(self, e: t.Unary) -> str:
        b, of = self.body, self.value(e.of)
        match e.op:
            case "-":
                return b.operate("-", "0", of)
            case "~":
                return b.operate("^", of, "-1")
            case "size":
                return b.count_bits(of)
            case "length":
                return b.bit_length(of)

    def _choice(self, test: t.Expr, then: t.Expr, other: t.Expr) -> str:
        b = self.body
        if harmless(then) and harmless(other):
            holds = self.test(test)
            a = self.value(then)
            return b.new(f"select i1 {holds}, {b.type} {a}, {b.type} {self.value(other)}")
        result, yes, no, end = b.temporary(), b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.test(test), yes, no)
        for label, of in ((yes, then), (no, other)):
            b.label(label)
            b.store(self.value(of), result)
            b.jump(end)
        b.label(end)
        return b.load(result)

    def test(self, e: t.Expr) -> str:
        b = self.body
        match e:
            case t.Not(of):
                return b.new(f"xor i1 {self.test(of)}, true")
            case t.Op(op, left, right) if op in COMPARISONS:
                one = self.value(left)
                return b.compare(op, one, self.value(right))
            case t.And(items):
                return self._in_turn(True, items)
            case t.Or(items):
                return self._in_turn(False, items)
            case t.Const(value) | t.Truth(value):
                return "true" if value else "false"
            case t.Failed():
                return b.truth(b.load(b.cell(self.fault)))
        return b.truth(self.value(e))

    def _in_turn(self, all_: bool, items: tuple[t.Expr, ...]) -> str:
        """`and`, `or`: later parts are computed only if needed."""
        b = self.body
        if all(map(harmless, items[1:])):
            holds = self.test(items[0])
            for item in items[1:]:
                truth = self.test(item)
                holds = b.new(f"select i1 {holds}, i1 {truth if all_ else 'true'}, i1 {'false' if all_ else truth}")
            return holds
        result, end = b.temporary(), b.fresh("end")
        for k, item in enumerate(items):
            holds = self.test(item)
            b.store(b.number(holds) if holds.startswith("%") else str(int(holds == "true")), result)
            if k < len(items) - 1:
                more = b.fresh("more")
                b.branch(holds, *((more, end) if all_ else (end, more)))
                b.label(more)
        b.label(end)
        return b.truth(b.load(result))

    # ------------------------------------------------------------ calls

    def _call(self, name: str, args: tuple[t.Expr, ...]) -> str:
        if name == "settle":
            for cell in self.names.settled:
                self.body.store(self.body.load(self.body.cell(str(cell))), self.body.memory(str(cell)))
            return "0"
        given = [self.value(a) for a in args]
        if name in _INSTRUCTIONS:
            return _INSTRUCTIONS[name](self.body, *given)
        if name in _ROWS:
            row, bits, value = _ROWS[name]
            self.body.write(str(self.names.numbers[row]), bits, given[0], value or given[-1])
            return "0"
        if name == "builtin_lay_off":
            if len(given) > MELDS + 1:
                raise UntranslatableError(f"more than {MELDS} melds to lay off cards on")
            given += ["0"] * (MELDS + 1 - len(given))
        return self.body.call(self.names.want(name), given)


def fits(layout: Layout, question: p.Question, width: int) -> bool:
    """True if a cell can hold any answer to a question, with a sign and a bit for a misplay."""
    most = max((choices_of(layout, arm) for arm in question.arms), default=1)
    return (2 * len(question.arms) * most).bit_length() <= width - 2


def _split_off(b: Body, number: str, radix: int) -> tuple[str, str]:
    """A number without its last digit, and that digit. No instruction divides more than 64 bits. A shift cuts off a
    digit that is a set of cards, and division handles all other digits 32 bits at a time."""
    if b.width == 64:
        return b.narrow("udiv", number, str(radix), 64), b.narrow("urem", number, str(radix), 64)
    if radix & radix - 1 == 0:
        return b.operate(">>", number, str(radix.bit_length() - 1)), b.operate("&", number, str(radix - 1))
    result, rest = "0", "0"
    for at in reversed(range(0, b.width, 32)):
        part = b.operate("&", b.operate(">>", number, str(at)), str((1 << 32) - 1))
        part = b.operate("|", b.operate("<<", rest, "32"), part)
        result = b.operate("|", result, b.operate("<<", b.narrow("udiv", part, str(radix), 64), str(at)))
        rest = b.narrow("urem", part, str(radix), 64)
    return result, rest


# Calls that are a few instructions of a processor.
_INSTRUCTIONS: dict[str, Callable[..., str]] = {
    "quick_mod": lambda b, one, other: b.narrow("urem", one, other, 32),
    "without_digit": lambda b, number, radix: _split_off(b, number, int(radix))[0],
    "last_digit": lambda b, number, radix: _split_off(b, number, int(radix))[1],
}

# Calls that write into an array of the caller: the cell with its address, the bits of its numbers, the value to store.
_ROWS = {"mark": ("MASK_ROW", 8, "1"), "see": ("SEEN_ROW", 32, ""), "see_card": ("SEEN_ROW", 32, "+1")}


class Translator:
    """Writes code into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names = names
        self.body = body
        self.values = Values(names, body)
        self.iteration = Iteration(names.numbers, lambda: body.fresh("t_"))
        self.breaks: list[str] = []

    def block(self, statements: t.Block) -> None:
        for statement in statements:
            if not self.body.closed or isinstance(statement, t.Label):
                self.statement(statement)

    def statement(self, e: t.Stmt) -> None:
        b, value = self.body, self.values.value
        match e:
            case t.Note():
                pass
            case t.Do(call):
                value(call)
            case t.Let(reg, of):
                b.store(value(of), b.variable(reg))
            case t.Store(cells, of):
                result = value(of)
                for at in cells:
                    b.store(result, b.cell(value(at)))
            case t.If(test, then, other):
                self._if(test, then, other)
            case t.While():
                self._while(e)
            case t.For() | t.ForBits():
                self.block(self.iteration.rewritten(e))
            case t.Break():
                b.jump(self.breaks[-1])
            case t.Goto(label):
                b.jump(label)
            case t.Label(name):
                b.label(name)
            case t.Return(of):
                b.give("0" if of is None else value(of))
            case t.Fail() | t.Abandon():
                b.store("1", b.cell(self.values.fault))
            case _:
                raise UntranslatableError(f"no LLVM text for {type(e).__name__}")

    def _if(self, test: t.Expr, then: t.Block, other: t.Block) -> None:
        b = self.body
        yes, no, end = b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.values.test(test), yes, no)
        for label, inside in ((yes, then), (no, other)):
            b.label(label)
            self.block(inside)
            if not b.closed:
                b.jump(end)
        b.label(end)

    def _while(self, e: t.While) -> None:
        b = self.body
        again, body, done, end = b.fresh("again"), b.fresh("body"), b.fresh("done"), b.fresh("end")
        b.label(again)
        b.branch(self.values.test(e.test), body, done)
        b.label(body)
        self.breaks.append(end)
        self.block(e.body)
        self.breaks.pop()
        if not b.closed:
            b.jump(again)
        b.label(done)
        self.block(e.otherwise)
        b.label(end)
