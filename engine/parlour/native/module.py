"""All of one table as LLVM's language: the playout, what it calls, its tables, and the loop over many games."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from parlour.generated.counting import gathered, results_of
from parlour.generated.naming import Naming, Scope, definition
from parlour.machine.closures import Making
from parlour.native.batch import batch
from parlour.native.cells import Cells
from parlour.native.choosing import Choosing
from parlour.native.expressions import Reaching
from parlour.native.ir import DEPOSITED, Body, table
from parlour.native.linear import Linear
from parlour.native.linking import linked
from parlour.native.names import Names, UntranslatableError
from parlour.native.registers import registers_of
from parlour.native.statements import Bearing
from parlour.native.tables import numbers, tables
from parlour.native.translation import Translator


@dataclass(frozen=True)
class Shape:
    """`width` is the number of bits of a cell, `cells` how many there are; the first `size` of them are the state.
    `results` are the numbers of a game's outcome, `rules` those whose firing is counted."""

    width: int
    cells: int
    size: int
    results: int
    rules: int


@dataclass(frozen=True)
class Module:
    text: str
    shape: Shape


def width_of(making: Making) -> int:
    """Enough bits for a set of all cards, and for all numbers."""
    size = making.layout.pack.size
    if size <= 62:
        return 64
    if size <= 126:
        return 128
    raise UntranslatableError(f"a pack of {size} cards")


def module(making: Making, deposits: bool = False) -> Module:
    """`deposits`: has the processor an instruction that spreads bits over the members of a set, and is it fast?"""
    return _Writer(making, deposits).module()


class _Writer:
    def __init__(self, making: Making, deposits: bool) -> None:
        self.making = making
        self.deposits = deposits
        self.naming = naming = Naming(making, counting=True)
        self.cells = Cells.of(naming)
        layout = making.layout
        registers = registers_of(layout, self.cells)
        settled = [cell for part in layout.positions for cell in range(part.start, part.stop) if cell in registers]
        self.names = Names(
            width_of(making), dict(tables(layout)), naming.tables, numbers(layout, self.cells), registers, settled
        )
        self.expressions = Reaching(naming)
        self.statements = Bearing(naming, self.expressions)
        self.results = [of for r in gathered(making.program) for of in results_of(layout, r)]
        self.choosing = Choosing(naming, self.expressions, self.names, self.cells)

    def module(self) -> Module:
        linear = Linear(self.naming, self.expressions, self.statements, self.names, self.cells)
        functions = {"playout": linear.function(), "outcome": self._outcome()}
        done: set[str] = set()
        while len(done) < len(self.names.wanted):
            for name in list(self.names.wanted):
                if name not in done:
                    done.add(name)
                    functions[name] = self._function(name)
        layout, width = self.making.layout, self.names.width
        self.names.bits("BLANK")
        data = [table(name, self.names.tables[name], bits) for name, bits in self.names.looked_up.items()]
        program, results = self.making.program, len(self.results)
        counters = [self.naming.counter(rule) for rule in range(self.naming.counters)]
        ending = layout.variables[program.ending].at
        loop = batch(width, layout.blank, self.cells, self.names.registers, ending, results, counters)
        together = linked(functions, ("playout", "outcome"))
        text = "\n\n".join([*_intrinsics(width), *data, *together, loop])
        return Module(text, Shape(width, self.cells.size, layout.size, results, len(counters)))

    # ------------------------------------------------------------ functions

    def _function(self, name: str) -> str:
        kind, _, number = name.rpartition("_")
        if kind == "choose":
            return self.choosing.chooser(int(number))
        if kind == "offers_some":
            return self.choosing.offering(int(number))
        if kind == "offers":
            return self.choosing.asking(int(number))
        if kind in ("arm", "some"):
            return self.choosing.function(name)
        if name == "nth_bit" and self.deposits and self.names.width == 64:
            return DEPOSITED
        if name in self.naming.written:
            return self._translated(name, self.naming.written[name])
        if name in library():
            return self._defined(name, library()[name])
        raise UntranslatableError(f"no function `{name}`")

    def _translated(self, name: str, text: str) -> str:
        (found,) = ast.parse(text).body
        assert isinstance(found, ast.FunctionDef), "one function was written"
        return self._defined(name, found)

    def _defined(self, name: str, of: ast.FunctionDef) -> str:
        body = Body(self.names.width, self.names.registers)
        params = [a.arg for a in of.args.args[1:]]
        for param in params:
            body.variable(param)
        Translator(self.names, body).block(of.body)
        return body.function(name, params)

    # ------------------------------------------------------------ the outcome

    def _outcome(self) -> str:
        """`outcome(s, n)`: the n-th number of the outcome."""
        scope, lines = Scope({}, None), list[str]()
        for k, of in enumerate(self.results):
            lines += [f"if n == {k}:", f"    return {self.expressions.value(of, scope)}"]
        return self._translated("outcome", definition("outcome", ["n"], [*lines, "return 0"]))


@cache
def library() -> dict[str, ast.FunctionDef]:
    """The functions of the library, by name."""
    found: dict[str, ast.FunctionDef] = {}
    for path in files("parlour.native.library").iterdir():
        if path.name.endswith(".py"):
            nodes = ast.parse(path.read_text(encoding="utf-8")).body
            found |= {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    return found


def _intrinsics(width: int) -> list[str]:
    t = f"i{width}"
    return [
        f"declare {t} @llvm.ctpop.{t}({t})",
        f"declare {t} @llvm.ctlz.{t}({t}, i1)",
        f"declare {t} @llvm.cttz.{t}({t}, i1)",
        f"declare {t} @llvm.smin.{t}({t}, {t})",
        f"declare {t} @llvm.smax.{t}({t}, {t})",
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    ]
