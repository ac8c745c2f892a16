"""The table code of a Program at one table: each function is written when something needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.control import asked_questions, gathered, results_of
from parlour.analysis.premises import Premises
from parlour.lowering.choices import KINDS, ActionWriter
from parlour.lowering.expressions import Expressions, UnrolledExpressions
from parlour.lowering.linear import LinearCode
from parlour.lowering.moving import CardMoves
from parlour.lowering.unit import LoweringScope, Unit, variable
from parlour.lowering.watching import WatchedExpressions, WatchedLinearCode, WatchedStatements
from parlour.program.walking import walk


class TableCode:
    """Writes the functions of one table by their names. `unit` knows the meaning of the names.

    With `counting`, the code counts how often each rule fires. Code that is `watched` notes events, and leaves marks.
    """

    def __init__(self, premises: Premises, counting: bool = False, watched: bool = False) -> None:
        self.unit = unit = Unit(premises, counting=counting)
        self.watched = watched
        expressions = WatchedExpressions if watched else UnrolledExpressions
        self.expressions: Expressions = expressions(unit)
        self.actions = ActionWriter(unit, self.expressions)

    @cached_property
    def statements(self) -> CardMoves:
        statements = WatchedStatements if self.watched else CardMoves
        return statements(self.unit, self.expressions)

    @cached_property
    def linear(self) -> LinearCode:
        linear = WatchedLinearCode if self.watched else LinearCode
        return linear(self.unit, self.expressions, self.statements, self.actions)

    @property
    def asked(self) -> tuple[int, ...]:
        """The questions that play can ask."""
        return tuple(asked_questions(self.unit.program))

    def function(self, name: str) -> t.Function | None:
        """Return a function; None if there is none of this name."""
        made = self.unit.written(name)
        if made is None:
            kind, _, rest = name.partition("_")
            if rest.isdecimal() and kind in _BY_NUMBER:
                made = _BY_NUMBER[kind](self, int(rest))
            elif kind in KINDS:
                made = self.actions.choices(kind, *map(int, rest.split("_")))
            elif kind == "values":
                made = self.actions.values(*map(int, rest.split("_")))
            elif name == "outcome":
                made = self.outcome()
            if made is not None:
                self.unit.functions[name] = made
        return made

    def knows_only_here(self, name: str) -> bool:
        """True for a function that code has named and that its name alone doesn't tell."""
        kind, _, rest = name.partition("_")
        by_name = kind in KINDS or kind == "values" or (kind in _BY_NUMBER and rest.isdecimal())
        return self.unit.names(name) and not by_name

    def seat(self, number: int) -> t.Function:
        """Return the function that gives the seat which a question asks."""
        question = self.unit.program.questions[number]
        seat = self.expressions.value(question.seat, LoweringScope({}, question.origin))
        return t.Function(f"seat_{number}", (), (t.Return(seat),))

    def outcome(self) -> t.Function:
        """Return the function that lists the gathered results."""
        values = [of for r in gathered(self.unit.program) for of in results_of(self.unit.layout, r)]
        listed = (t.Append("found", self.expressions.value(value, LoweringScope({}))) for value in values)
        return t.Function("outcome", (), (t.Begin("found"), *listed, t.Return(t.Reg("found"))))

    def expression(self, e: p.Expr, params: tuple[int, ...], origin: p.Origin | None) -> t.Function:
        """Return a function of these locals that gives the value of an expression."""
        scope = LoweringScope({local: variable(local) for local in params}, origin)
        regs = tuple(variable(local).name for local in params)
        return t.Function(t.VALUE, regs, (t.Return(self.expressions.value(e, scope)),))

    def act(self, e: p.Stmt) -> t.Function:
        """Return a function that does one step which sets no local."""
        return t.Function(t.VALUE, (), self.statements.lower(e, LoweringScope({})))

    def whole(self, library: Mapping[str, t.Function] = {}) -> tuple[t.Function, ...]:
        """Return all functions that play can need, those of the library included."""
        names = dict.fromkeys(self._roots())
        done: dict[str, t.Function] = {}
        while names:
            name = next(iter(names))
            del names[name]
            function = self.function(name) or library.get(name)
            if function is not None:
                done[name] = function
                names |= dict.fromkeys(sorted(called(function) - done.keys()))
        return tuple(done.values())

    def _roots(self) -> Iterator[str]:
        for number in self.asked:
            yield from (f"{kind}_{number}" for kind in ("seat", "legal", "step"))
        yield from (f"b_{pc}" for pc in self.linear.entries)
        if self.unit.counting:
            yield "outcome"

    @property
    def origins(self) -> list[p.Origin | None]:
        """The lines of the ruleset that the code names by number; the list grows with the code."""
        return self.unit.lines


_BY_NUMBER: dict[str, Callable[[TableCode, int], t.Function | None]] = {
    "legal": lambda code, number: code.actions.legal(number),
    "offers": lambda code, number: code.actions.offers(number),
    "seat": TableCode.seat,
    "step": lambda code, number: code.linear.step(number),
    "b": lambda code, number: code.linear.block(number),
    "enter": lambda code, number: code.statements.entering(number),
}


def called(node: object) -> set[str]:
    """The functions that code calls, except by a number."""
    names = set[str]()
    for part in walk(node):
        match part:
            case t.Call(name):
                names.add(name)
            case t.Continue(label):
                names.add(f"b_{label}")
            case t.Guises(_, faces):
                names.add(faces)
            case t.For(spent=t.Line()):
                names.add("spend")
    return names
