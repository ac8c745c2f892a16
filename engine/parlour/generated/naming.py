"""What the parts of one source share: names of locals, places in the ruleset, functions still to be written.

A local is a Python variable inside the function that binds it; in the linear code, where it must outlive a block, it
is a cell behind the state. Knows the layout; writes no code itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from parlour import program as p
from parlour.machine.closures import Making
from parlour.machine.layout import Layout
from parlour.machine.packing import digit


@dataclass
class Naming:
    """One source while it is written."""

    making: Making
    origins: dict[p.Origin | None, int] = field(default_factory=dict)
    scratch: dict[int, int] = field(default_factory=dict)  # cells of locals behind the state, by local
    written: dict[str, str] = field(default_factory=dict)  # functions, by name; in the order of their writing
    tables: dict[str, str] = field(default_factory=dict)  # constants
    held: dict[str, list[str]] = field(default_factory=dict)  # what is in a set that a table stands for, by its name
    scans: dict[object, str] = field(default_factory=dict)  # names of functions with loops, by what they do
    temporaries: int = 0
    counting: bool = False  # is it counted how often each rule fires?

    @property
    def layout(self) -> Layout:
        return self.making.layout

    @property
    def program(self) -> p.Program:
        return self.making.program

    @property
    def steps(self) -> int:
        """The cell with the steps that are left until the next question."""
        return self.layout.size

    @property
    def counters(self) -> int:
        """How many cells count, right behind the one with the steps: one for each document of the mix."""
        return len(self.program.rules) if self.counting else 0

    def counter(self, rule: int) -> int:
        return self.layout.size + 1 + rule

    def origin(self, origin: p.Origin | None) -> int:
        """The number of a place in the ruleset."""
        return self.origins.setdefault(origin, len(self.origins))

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def cell(self, local: int) -> int:
        """Where a local stands in the linear code: kept in the state, or behind it."""
        kept = self.layout.kept.get(local)
        if kept is not None:
            return kept
        return self.scratch.setdefault(local, self.layout.size + 1 + self.counters + len(self.scratch))

    def function(self, name: str, write: Callable[[], str]) -> str:
        """A function of the source; it is written when it is first asked for."""
        if name not in self.written:
            self.written[name] = ""  # asked for again meanwhile, it is called by its name
            self.written[name] = write()
        return name


@dataclass(frozen=True)
class Scope:
    """The locals that are Python variables here; all others are cells. `known` are parts that have a name already."""

    names: Mapping[int, str]
    origin: p.Origin | None = None
    known: Mapping[p.Expr, str] = field(default_factory=dict)

    def with_(self, local: int) -> Scope:
        return Scope({**self.names, local: f"v{local}"}, self.origin, self.known)

    def at(self, origin: p.Origin | None) -> Scope:
        return Scope(self.names, origin or self.origin, self.known)


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def definition(name: str, params: list[str], lines: list[str]) -> str:
    return "\n".join([f"def {name}({', '.join(['s', *params])}):", *indented(lines)])


def unpacked(layout: Layout, arm: p.Arm, payload: str, target: Callable[[int], str]) -> list[str]:
    """Takes the choices of an action out of their number, in which the first one is the most significant digit."""
    digits, lines = [digit(layout, slot) for slot in arm.slots], list[str]()
    if len(arm.slots) > 1:
        lines.append(f"payload = {payload}")
        payload = "payload"
    for k in range(len(arm.slots) - 1, -1, -1):
        value = f"{payload} % {digits[k].radix}" if k else payload
        lines.append(f"{target(arm.slots[k].local)} = {value}" + (f" - {digits[k].bias}" if digits[k].bias else ""))
        if k:
            lines.append(f"payload //= {digits[k].radix}")
    return lines
