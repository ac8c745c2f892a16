"""All code of one table in LLVM's language: playouts or steps, their functions and tables, and loops over games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.control import gathered, results_of
from parlour.analysis.premises import Premises
from parlour.lowering.expressions import Expressions
from parlour.lowering.moving import CardMoves
from parlour.lowering.tables import numbers, tables
from parlour.lowering.unit import LoweringScope, Unit
from parlour.native.choosing import QuestionWriter
from parlour.native.extra_cells import ExtraCells, registers_of
from parlour.native.game_loops import GameLoops
from parlour.native.ir import DEPOSIT, DEPOSITED, Body, Definition, linked, table
from parlour.native.linear import FAULTY, BatchStep, Playout, SingleStep
from parlour.native.translation import EMPTY, NOTHING, Names, Translator, UntranslatableError
from parlour.program.operators import BOUND
from parlour.routines import routines
from parlour.table.action_numbers import ActionSpace
from parlour.table.faults import STEPS
from parlour.table.layout import QUESTION
from parlour.tablecode.build import ZERO, cell, plus, store

REACHABLE = 8 * BOUND  # sums of such numbers fit into a cell


class NativeExpressions(Expressions):
    """Abandons a game if functions make a number far too large: generated Python plays it, whose numbers have no limit.
    Within one function, the text bounds the growth of a number; only nested calls can exceed the bits of a cell."""

    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        value = super().value(e, scope)
        if isinstance(e, p.CallFunction) and e not in scope.known and self.facts.is_int(e):
            return t.Call("reached", (value,)) if self.facts.may_exceed(e, REACHABLE) else value
        return value


class NativeMoves(CardMoves):
    """Moves a card only if there is one: after an error native code continues, so the state must stay consistent."""

    def only_if(self, test: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        return (t.If(test, moving, (t.Do(t.Call("no_card", (self.unit.line(origin),))),)),)

    def only_if_there(self, card: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        there = t.Op(">=", cell(plus(t.Const(self.layout.where), self.bare(card))), ZERO)
        return self.only_if(there, moving, origin)


Use = Literal["playing", "stepping", "batching"]  # whole games, single steps and lists of moves, or steps of batches


@dataclass(frozen=True)
class Shape:
    """`width` is the number of bits of a cell, `cells` how many there are; the first `size` of them are the state. An
    action has at most so many `slots`. `results` are the numbers of a game's outcome, `rules` the counters of fired
    rules."""

    width: int
    cells: int
    size: int
    slots: int
    results: int
    rules: int


@dataclass(frozen=True)
class Module:
    text: str
    shape: Shape


@dataclass(frozen=True)
class BatchCode:
    """The code that a batch adds: functions and tables, so many `features` that a seat sees, and `most` moves of a
    question. `row` is the number of cells for a state and for what is behind it; from `begun` on, a beginning of a move
    is there."""

    functions: tuple[t.Function, ...]
    tables: Mapping[str, tuple[int, ...]]
    actions: ActionSpace
    features: int
    begun: int
    row: int
    most: int


def width_of(premises: Premises) -> int:
    """Return enough bits for a set of all cards or all ranks, for all numbers and for all records."""
    records = [max(field.shift + field.width for field in record.fields) for record in premises.program.records]
    pack = premises.layout.pack
    bits = max(pack.size, len(pack.design.ranks), *records)
    if bits <= 62:
        return 64
    if bits <= 126:
        return 128
    if bits <= 254:
        return 256
    largest = f"a pack of {bits} cards" if bits == pack.size else f"a record of {bits} bits"
    raise UntranslatableError(largest)


def module(premises: Premises, use: Use, deposits: bool = False, batch: BatchCode | None = None) -> Module:
    """Write the code for this use; steps of batches need `batch`. `deposits`: True if the processor has a fast
    instruction that spreads bits over the members of a set."""
    writer = _Writer(premises, deposits, counting=use == "playing")
    if batch is not None:
        return writer.batching(batch)
    return writer.playing() if use == "playing" else writer.stepping()


class _Writer:
    def __init__(self, premises: Premises, deposits: bool, counting: bool) -> None:
        self.premises = premises
        self.unit = unit = Unit(premises, counting=counting)
        self.cells = ExtraCells.of(unit)
        layout = premises.layout
        registers = registers_of(layout, self.cells)
        settled = [cell for part in layout.positions for cell in range(part.start, part.stop) if cell in registers]
        named = {name: values or EMPTY for name, values in tables(layout).items()}
        fixed = numbers(layout) | self.cells.named | {"NOTHING": NOTHING}
        self.names = Names(width_of(premises), named, unit.tables, fixed, registers, settled)
        self.deposits = deposits and self.names.width == 64
        self.expressions = NativeExpressions(unit)
        self.statements = NativeMoves(unit, self.expressions)
        self.results = [of for r in gathered(premises.program) for of in results_of(layout, r)]
        self.loops = GameLoops(self.names.width, layout.blank, self.cells, registers)
        self.questions = QuestionWriter(unit, self.expressions, self.names.width, self.cells)

    def playing(self) -> Module:
        linear = Playout(self.unit, self.expressions, self.statements, self.questions)
        roots = [linear.function(), self._outcome()]
        layout, program = self.premises.layout, self.premises.program
        counters = [self.unit.counter(rule) for rule in range(self.unit.counters)]
        ending = layout.variables[program.ending].at
        loop = self.loops.playing(ending, len(self.results), counters)
        return self._whole(roots, loop, len(self.results), len(counters))

    def stepping(self) -> Module:
        linear = SingleStep(self.unit, self.expressions, self.statements, self.questions)
        return self._whole([linear.function(), self._legal(linear)], self.loops.stepping(), 0, 0)

    def batching(self, batch: BatchCode) -> Module:
        self.unit.functions |= {function.name: function for function in batch.functions}
        self.unit.tables |= batch.tables
        self.most = batch.most
        linear = BatchStep(self.unit, self.expressions, self.statements, self.questions)
        known = {**routines(), **self.unit.functions}
        roots = [linear.function(), self._look(linear), self._winners(), known["take_action"], known["everything"]]
        loop = self.loops.batching(batch.actions.size, batch.features, self.unit.layout.players)
        return self._whole(roots, loop, 0, 0)

    def _whole(self, roots: Sequence[t.Function], loop: str, results: int, rules: int) -> Module:
        """Return the module with these functions, which the loop calls, and all that they need."""
        functions, done = {root.name: self._defined(root) for root in roots}, set[str]()
        while len(done) < len(self.names.wanted):
            for name in list(self.names.wanted):
                if name not in done:
                    done.add(name)
                    functions[name] = self._function(name)
        width = self.names.width
        self.names.bits("BLANK")
        data = [table(name, self.names.tables[name], bits) for name, bits in self.names.looked_up.items()]
        declared = [*intrinsics(width), *([DEPOSIT] if self.deposits else [])]
        text = "\n\n".join([*declared, *data, *linked(functions, [root.name for root in roots]), loop])
        return Module(text, Shape(width, self.cells.size, self.premises.layout.size, self.cells.slots, results, rules))

    def _legal(self, linear: SingleStep) -> t.Function:
        """`legal(s)`: list the moves of the question."""
        count = t.Reg("count")
        listed = {n: (t.Let("count", t.Call(f"list_{n}")), _unless_failed(count)) for n in linear.answerable}
        return t.Function("legal", (), self._by_question(listed))

    def _look(self, linear: BatchStep) -> t.Function:
        """`look(s)`: mark the actions of the question, and write what the asked seat sees; returns the seat."""
        looks: dict[int, t.Block] = {}
        for n in linear.answerable:
            question = self.unit.program.questions[n]
            seat = self.expressions.value(question.seat, LoweringScope({}, question.origin))
            marked = t.If(t.Call(f"marks_{n}"), (t.Return(t.Const(FAULTY)),))
            looks[n] = (marked, t.Let("seat", seat), t.Goto("seen"))
        seen = (t.Label("seen"), t.Do(t.Call("observe", (t.Reg("seat"),))), _unless_failed(t.Reg("seat")))
        return t.Function("look", (), (*self._by_question(looks), *seen))

    def _by_question(self, blocks: Mapping[int, t.Block]) -> t.Block:
        """Return the code for each question by its number, or the result of a fault. Its actions may take as many steps
        as an answer."""
        asked = (t.If(t.Op("==", cell(QUESTION), t.Const(n)), block) for n, block in blocks.items())
        return (store(self.unit.steps, t.Const(STEPS)), *asked, t.Return(t.Const(FAULTY)))

    # ------------------------------------------------------------ functions

    def _function(self, name: str) -> Definition:
        kind, _, number = name.rpartition("_")
        writers: dict[str, Callable[[int], t.Function]] = {
            "choose": self.questions.chooser, "count": self.questions.counter, "list": self.questions.lister,
            "habit": self.questions.habits, "offers": self.questions.offers.offers,
            "marks": lambda n: self.questions.marking(n, self.most),
        }  # fmt: skip
        if name == "nth_bit" and self.deposits:
            return DEPOSITED
        function = writers[kind](int(number)) if kind in writers else self.unit.written(name) or routines().get(name)
        if function is None:
            raise UntranslatableError(f"no function `{name}`")
        return self._defined(function)

    def _defined(self, of: t.Function) -> Definition:
        body = Body(self.names.width, self.names.registers)
        for param in of.params:
            body.variable(param)
        Translator(self.names, body).block(of.body)
        return body.definition(of.name, of.params)

    # ------------------------------------------------------------ the outcome

    def _outcome(self) -> t.Function:
        """`outcome(s, n)`: the n-th number of the outcome."""
        body: list[t.Stmt] = []
        for k, of in enumerate(self.results):
            value = self.expressions.value(of, LoweringScope({}, None))
            body.append(t.If(t.Op("==", t.Reg("n"), t.Const(k)), (t.Return(value),)))
        return t.Function("outcome", ("n",), (*body, t.Return(t.Const(0))))

    def _winners(self) -> t.Function:
        """`winners(s)`: the set of the seats that win."""
        value: t.Expr = t.Const(0)
        for result in self.unit.program.results:
            if result.name == "winners":
                value = self.expressions.value(result.value, LoweringScope({}, None))
                value = t.Call("members_of_sides", (value,)) if result.type.kind == "sides" else value
        return t.Function("winners", (), (t.Return(value),))


def _unless_failed(value: t.Expr) -> t.Stmt:
    return t.Return(t.Select(t.Failed(), t.Const(FAULTY), value))


def intrinsics(width: int) -> list[str]:
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
