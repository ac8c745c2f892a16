"""One unit of table code while it is written: functions, tables, lines of the ruleset, and the names they share.

A local is a register; one that outlives a question is a cell of the state. Knows the layout; writes no code itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.table.layout import Layout
from parlour.table.packing import digit
from parlour.tablecode.build import minus, plus, times

Table = tuple[int, ...]
Write = Callable[[], t.Function]


@dataclass
class Unit:
    """`contents` names the members of a set that a table represents; `scans` has the loops by their purpose."""

    premises: Premises
    origins: dict[p.Origin | None, int] = field(default_factory=dict)
    lines: list[p.Origin | None] = field(default_factory=list)  # the places of the ruleset by number
    functions: dict[str, t.Function] = field(default_factory=dict)  # those that are written
    wanted: dict[str, Write] = field(default_factory=dict)  # what writes the others, by name
    tables: dict[str, Table] = field(default_factory=dict)
    contents: dict[str, list[str]] = field(default_factory=dict)
    scans: dict[object, str] = field(default_factory=dict)
    first: int = 0  # the number of the first function that is only named by a number
    temporaries: int = 0
    counting: bool = False  # count how often each rule fires

    @property
    def layout(self) -> Layout:
        return self.premises.layout

    @property
    def program(self) -> p.Program:
        return self.premises.program

    @property
    def steps(self) -> int:
        """The cell with the steps that are left until the next question."""
        return self.layout.size

    @property
    def counters(self) -> int:
        """The number of counting cells right behind the one with the steps: one for each document of the mix."""
        return len(self.program.rules) if self.counting else 0

    def counter(self, rule: int) -> int:
        return self.layout.size + 1 + rule

    def continue_after(self, lines: list[p.Origin | None], number: int) -> None:
        """Write code beside other code of the same table that was written before, with these lines. A function that is
        only named by a number gets this one or a higher one."""
        self.lines = lines
        self.origins = {origin: line for line, origin in enumerate(lines)}
        self.first = number

    def line(self, origin: p.Origin | None) -> t.Line:
        """The number of a line of the ruleset."""
        if origin not in self.origins:
            self.origins[origin] = len(self.lines)
            self.lines.append(origin)
        return t.Line(self.origins[origin])

    def register(self) -> t.Reg:
        """A new register."""
        self.temporaries += 1
        return t.Reg(f"t{self.temporaries}")

    def function(self, name: str, write: Write) -> str:
        """The name of a function; `written` writes it when something needs it."""
        if name not in self.functions:
            self.wanted.setdefault(name, write)
        return name

    def names(self, name: str) -> bool:
        """True if code has named this function."""
        return name in self.functions or name in self.wanted

    def next_number(self) -> int:
        """A number for the name of a function that has no other name."""
        return self.first + len(self.functions) + len(self.wanted) + len(self.scans)

    def written(self, name: str) -> t.Function | None:
        """Return a function that code has named; None if there is no such function."""
        if name in self.wanted:
            self.functions[name] = self.wanted.pop(name)()
        return self.functions.get(name)


def variable(local: int) -> t.Reg:
    """The register that holds a local."""
    return t.Reg(f"v{local}")


@dataclass(frozen=True)
class LoweringScope:
    """What is known where a part is lowered: `names` has the locals that aren't cells, with their expressions, and
    `known` the parts of expressions that were computed before."""

    names: Mapping[int, t.Expr]
    origin: p.Origin | None = None
    known: Mapping[p.Expr, t.Expr] = field(default_factory=dict)

    def with_(self, local: int) -> LoweringScope:
        return LoweringScope({**self.names, local: variable(local)}, self.origin, self.known)

    def at(self, origin: p.Origin | None) -> LoweringScope:
        return LoweringScope(self.names, origin or self.origin, self.known)


def unpacked(layout: Layout, arm: p.Arm, payload: t.Expr, assign: Callable[[int, t.Expr], t.Stmt]) -> t.Block:
    """Statements that unpack the choices of an action from their number, whose first digit is the first choice."""
    digits, block = [digit(layout, slot) for slot in arm.slots], list[t.Stmt]()
    if len(arm.slots) > 1:
        block.append(t.Let("payload", payload))
        payload = t.Reg("payload")
    for k in range(len(arm.slots) - 1, -1, -1):
        value = last_digit(payload, digits[k].radix) if k else payload
        block.append(assign(arm.slots[k].local, minus(value, digits[k].bias)))
        if k:
            block.append(t.Let("payload", without_digit(t.Reg("payload"), digits[k].radix)))
    return tuple(block)


def packed(layout: Layout, arm: p.Arm, chosen: Sequence[t.Expr]) -> t.Expr:
    """The choices of an action as one number, whose first digit is the first choice."""
    payload: t.Expr = t.Const(0)
    for slot, v in zip(arm.slots, chosen, strict=True):
        d = digit(layout, slot)
        payload = plus(times(payload, d.radix), plus(v, d.bias))
    return payload


# No processor divides more than 64 bits, but a number of choices can have more.


def without_digit(number: t.Expr, radix: int) -> t.Expr:
    return t.Call("without_digit", (number, t.Const(radix)))


def last_digit(number: t.Expr, radix: int) -> t.Expr:
    return t.Call("last_digit", (number, t.Const(radix)))
