"""LLVM's language as text: values of one width, cells of the state, tables, and the bodies of functions.

Every value is a signed integer of `width` bits, which is enough for a set of all cards. Variables are cells of the
stack; LLVM makes registers of them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

OPERATIONS = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "ashr"}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


@dataclass(frozen=True)
class CallLine:
    """A line that calls a function of the module, which might need the registers."""

    result: str
    type: str
    name: str
    args: tuple[str, ...]

    def text(self, registers: bool) -> str:
        given = "".join(f", {self.type} {a}" for a in self.args)
        return f"  {self.result} = call {self.type} @{self.name}(ptr %s{', ptr %r' * registers}{given})"


@dataclass(frozen=True)
class Definition:
    """A function. `touches`: it uses registers itself."""

    name: str
    type: str
    params: tuple[str, ...]
    entry: tuple[str, ...]
    lines: tuple[str | CallLine, ...]
    touches: bool

    @property
    def calls(self) -> list[str]:
        return [line.name for line in self.lines if isinstance(line, CallLine)]

    @property
    def length(self) -> int:
        return len(self.entry) + len(self.lines) + 4

    def text(self, needing: Container[str], inside: bool) -> str:
        """`needing` are the functions that take the registers; `inside`: it is inlined."""
        given = "".join(f", {self.type} %a_{p}" for p in self.params)
        registers = ", ptr noalias %r" * (self.name in needing)
        inlined = " alwaysinline" * inside
        head = f"define internal {self.type} @{self.name}(ptr noalias %s{registers}{given}){inlined} nounwind {{"
        body = [line.text(line.name in needing) if isinstance(line, CallLine) else line for line in self.lines]
        return "\n".join([head, "entry:", *self.entry, "  br label %begin", "begin:", *body, "}"])


class Body:
    """The lines of one function while they are written."""

    def __init__(self, width: int, registers: Mapping[int, int]) -> None:
        self.width = width
        self.registers = registers  # by cell
        self.type = f"i{width}"
        self.lines: list[str | CallLine] = []
        self.touches = False
        self.entry: list[str] = []  # the allocation of variables
        self.variables: dict[str, str] = {}
        self.numbers = 0
        self.closed = False  # True if this block of instructions has ended

    # ------------------------------------------------------------ names and lines

    def fresh(self, what: str = "r") -> str:
        self.numbers += 1
        return f"{what}{self.numbers}"

    def line(self, text: str) -> None:
        if not self.closed:
            self.lines.append("  " + text)

    def new(self, text: str) -> str:
        name = "%" + self.fresh()
        self.line(f"{name} = {text}")
        return name

    def label(self, name: str) -> None:
        """Begin a block; the code before continues there."""
        if not self.closed:
            self.lines.append(f"  br label %{name}")
        self.lines.append(f"{name}:")
        self.closed = False

    def jump(self, label: str) -> None:
        self.line(f"br label %{label}")
        self.closed = True

    def branch(self, test: str, then: str, other: str) -> None:
        self.line(f"br i1 {test}, label %{then}, label %{other}")
        self.closed = True

    def give(self, value: str) -> None:
        self.line(f"ret {self.type} {value}")
        self.closed = True

    # ------------------------------------------------------------ values

    def operate(self, op: str, a: str, b: str) -> str:
        if op == "+" and (is_number(a) and is_number(b)):
            return str(int(a) + int(b))
        return self.new(f"{OPERATIONS[op]} {self.type} {a}, {b}")

    def compare(self, op: str, a: str, b: str) -> str:
        return self.new(f"icmp {COMPARISONS[op]} {self.type} {a}, {b}")

    def number(self, truth: str) -> str:
        return self.new(f"zext i1 {truth} to {self.type}")

    def truth(self, value: str) -> str:
        return self.compare("!=", value, "0")

    def narrow(self, op: str, a: str, b: str, width: int) -> str:
        """Emit an operation that LLVM does better, or only, with fewer bits."""
        if width == self.width:
            return self.new(f"{op} {self.type} {a}, {b}")
        parts = [self.new(f"trunc {self.type} {v} to i{width}") for v in (a, b)]
        result = self.new(f"{op} i{width} {parts[0]}, {parts[1]}")
        return self.new(f"{'zext' if op.startswith('u') else 'sext'} i{width} {result} to {self.type}")

    def floor_divide(self, a: str, b: str) -> str:
        """Divide, and round towards minus infinity."""
        quotient = self.narrow("sdiv", a, b, 64)
        rest = self.operate("-", a, self.operate("*", quotient, b))
        apart = self.compare("<", self.operate("^", a, b), "0")
        uneven = self.compare("!=", rest, "0")
        less = self.number(self.new(f"and i1 {apart}, {uneven}"))
        return self.operate("-", quotient, less)

    def floor_rest(self, a: str, b: str) -> str:
        return self.operate("-", a, self.operate("*", self.floor_divide(a, b), b))

    def extreme(self, which: str, a: str, b: str) -> str:
        """The lesser (`smin`) or greater (`smax`) of two."""
        return self.new(f"call {self.type} @llvm.{which}.{self.type}({self.type} {a}, {self.type} {b})")

    def count_bits(self, a: str) -> str:
        return self.new(f"call {self.type} @llvm.ctpop.{self.type}({self.type} {a})")

    def bit_length(self, a: str) -> str:
        zeros = self.new(f"call {self.type} @llvm.ctlz.{self.type}({self.type} {a}, i1 false)")
        return self.operate("-", str(self.width), zeros)

    def first_bit(self, a: str) -> str:
        """Return the lowest member of a set that isn't empty."""
        return self.new(f"call {self.type} @llvm.cttz.{self.type}({self.type} {a}, i1 true)")

    def call(self, name: str, args: Sequence[str]) -> str:
        result = "%" + self.fresh()
        if not self.closed:
            self.lines.append(CallLine(result, self.type, name, tuple(args)))
        return result

    # ------------------------------------------------------------ memory

    def variable(self, name: str) -> str:
        if name not in self.variables:
            self.variables[name] = f"%v_{name}"
            self.entry.append(f"  %v_{name} = alloca {self.type}")
        return self.variables[name]

    def temporary(self) -> str:
        return self.variable(self.fresh("t_"))

    def load(self, address: str) -> str:
        return self.new(f"load {self.type}, ptr {address}")

    def store(self, value: str, address: str) -> None:
        self.line(f"store {self.type} {value}, ptr {address}")

    def cell(self, index: str) -> str:
        """The address of a cell of the state, or of its register."""
        if is_number(index) and int(index) in self.registers:
            self.touches = True
            return self.new(f"getelementptr {self.type}, ptr %r, i64 {self.registers[int(index)]}")
        return self.memory(index)

    def memory(self, index: str) -> str:
        """The address of a cell of the state in memory, even if it is a register."""
        if self.width > 64 and not is_number(index):
            index = self.new(f"trunc {self.type} {index} to i64")
        return self.new(f"getelementptr {self.type}, ptr %s, i64 {index}")

    def write(self, row: str, bits: int, index: str, value: str) -> None:
        """Store a number in memory outside, at an index behind the address in a cell; `+1` adds one to the number."""
        address, at = self.load(self.cell(row)), index
        if self.width > 64:
            address = self.new(f"trunc {self.type} {address} to i64")
            at = at if is_number(at) else self.new(f"trunc {self.type} {at} to i64")
        start = self.new(f"inttoptr i64 {address} to ptr")
        place = self.new(f"getelementptr i{bits}, ptr {start}, i64 {at}")
        if value == "+1":
            value = self.new(f"add i{bits} {self.new(f'load i{bits}, ptr {place}')}, 1")
        elif not is_number(value):
            value = self.new(f"trunc {self.type} {value} to i{bits}")
        self.line(f"store i{bits} {value}, ptr {place}")

    def look_up(self, table: str, bits: int, size: int, index: str) -> str:
        """Read an entry of a table; -1 reads the last entry, which is stored first."""
        at = self.operate("+", index, "1")
        if self.width > 64:
            at = self.new(f"trunc {self.type} {at} to i64")
        address = self.new(f"getelementptr [{size} x i{bits}], ptr @{table}, i64 0, i64 {at}")
        entry = self.new(f"load i{bits}, ptr {address}")
        return entry if bits == self.width else self.new(f"sext i{bits} {entry} to {self.type}")

    # ------------------------------------------------------------ the whole

    def definition(self, name: str, params: tuple[str, ...]) -> Definition:
        if not self.closed:
            self.give("0")
        stores = [f"  store {self.type} %a_{p}, ptr {self.variables[p]}" for p in params]
        return Definition(name, self.type, params, (*self.entry, *stores), tuple(self.lines), self.touches)


# The n-th member of a set by one instruction that spreads bits over the members, and its declaration.
DEPOSIT = "declare i64 @llvm.x86.bmi.pdep.64(i64, i64)"
DEPOSITED = Definition(
    "nth_bit",
    "i64",
    ("of", "n"),
    (),
    (
        "  %bit = shl i64 1, %a_n",
        "  %member = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %a_of)",
        "  %result = call i64 @llvm.cttz.i64(i64 %member, i1 true)",
        "  ret i64 %result",
    ),
    False,
)


def is_number(value: str) -> bool:
    return not value.startswith("%")


def table_bits(values: Sequence[int], width: int) -> int:
    """The width of the entries of a table."""
    low, high = min(values), max(values)
    return next((bits for bits in (8, 16, 32, 64) if -(1 << bits - 1) <= low and high < 1 << bits - 1), width)


def table(name: str, values: Sequence[int], bits: int) -> str:
    """A constant table, the last entry also before the first."""
    entries = ", ".join(f"i{bits} {v}" for v in (values[-1], *values))
    return f"@{name} = internal unnamed_addr constant [{len(values) + 1} x i{bits}] [{entries}]"


# ---------------------------------------------------------------- all functions together

SMALL = 30  # lines of a function that is always inlined
WHOLE = 6_000  # lines of a game up to which every function that touches registers is inlined


def linked(functions: Mapping[str, Definition], roots: Sequence[str]) -> list[str]:
    """Return the source of all functions; `roots` are called from outside, and get the registers.

    Registers are the cells of the state that only constants address. LLVM keeps them in the processor's registers until
    it calls a function that needs them in memory. So functions that don't touch them don't get them.
    """
    called = {name: of.calls for name, of in functions.items()}
    needing = _reaching({name for name, of in functions.items() if of.touches} | {*roots}, called)
    lines = {name: of.length for name, of in functions.items()}
    inside = {name for name in functions if lines[name] <= SMALL and name not in called[name]}
    if all(_expanded(root, called, needing, lines) <= WHOLE for root in roots):
        inside |= needing
    return [of.text(needing, name in inside) for name, of in functions.items()]


def _reaching(names: set[str], called: Mapping[str, Sequence[str]]) -> set[str]:
    """Return these functions, and all functions that call one of them, directly or not."""
    result: set[str] = set()
    while result != names:
        result, names = names, names | {name for name, calls in called.items() if not names.isdisjoint(calls)}
    return result


def _expanded(root: str, called: Mapping[str, Sequence[str]], inside: set[str], lines: Mapping[str, int]) -> int:
    """The number of lines of a function when all of these are inlined."""
    known: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in known:
            known[name] = WHOLE + 1  # for a recursive function
            known[name] = lines[name] + sum(size(other) for other in called[name] if other in inside)
        return known[name]

    return size(root)
