"""All table code of a Program for one table, as Python runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.lowering.counting import outcome
from parlour.lowering.fast_questions import SharedQuestions
from parlour.lowering.inlining import InlinedProcedures
from parlour.lowering.linear import LinearCode
from parlour.lowering.remembering import RememberedExpressions
from parlour.lowering.unit import Unit
from parlour.tablecode.dispatching import dispatching, spending_of
from parlour.tablecode.effects import Regions, unchanging
from parlour.tablecode.reuse import reused
from parlour.tablecode.signatures import UNCHANGING
from parlour.tablecode.walk import walk


@dataclass(frozen=True)
class TableCode:
    """`places` has the parameters of the functions of the linear code, by the place of the code. `asked` are the
    questions of the code, and `spending` the functions that can count steps. `unit` knows the meaning of the names.
    """

    unit: Unit
    functions: tuple[t.Function, ...]
    places: dict[int, tuple[int, ...]]
    asked: tuple[int, ...]
    spending: frozenset[str]

    @property
    def origins(self) -> tuple[p.Origin | None, ...]:
        return tuple(self.unit.origins)


def lowered(premises: Premises, counting: bool) -> TableCode:
    """With `counting`, the code counts how often each rule fires, and has the function `outcome` with the results."""
    unit = Unit(premises, counting=counting)
    expressions = RememberedExpressions(unit)
    statements = InlinedProcedures(unit, expressions)
    questions = SharedQuestions(unit, expressions)
    linear = LinearCode(unit, expressions, statements, questions)
    for number in linear.asked:
        unit.function(f"legal_{number}", lambda n=number: questions.legal(n))  # type: ignore[misc]  # each its own
        tries = questions.tries(number)
        if tries is not None:
            unit.functions[tries.name] = tries
    linear.write()
    if counting:
        unit.functions["outcome"] = outcome(unit, expressions)
    done: set[int] = set()
    while wanted := set(_offers(unit)) - done:
        for number in sorted(wanted):
            unit.function(f"offers_{number}", lambda n=number: questions.offers(n))  # type: ignore[misc]  # as above
        done |= wanted
    regions = Regions(unit.layout.regions, linear.plain)
    still = unchanging(unit.functions.values(), UNCHANGING)
    unit.functions = {name: reused(function, regions, still) for name, function in unit.functions.items()}
    spending = spending_of(unit.functions)
    both = [] if counting else dispatching(unit.functions, linear.asked, spending)
    places = {pc: tuple(linear.lifetimes.at(pc)) for pc in linear.functions}
    return TableCode(unit, (*unit.functions.values(), *both), places, tuple(linear.asked), spending)


def _offers(unit: Unit) -> Iterator[int]:
    """The questions that the code tests for having any offer."""
    for function in unit.functions.values():
        for node in walk(function):
            if isinstance(node, t.Call) and node.function.startswith("offers_") and node.function != "offers_any":
                yield int(node.function.removeprefix("offers_"))
