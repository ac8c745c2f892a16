"""One Program at one table, and the facts that are known about both before play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.analysis.facts import Facts
from parlour.analysis.folding import Folding, WrittenFolding
from parlour.program.walking import classes_in
from parlour.table.layout import Layout
from parlour.table.tracing import Trace
from parlour.table.traits import node_classes


@dataclass(frozen=True)
class Premises:
    layout: Layout
    vectorise: bool = True  # guards over sets of cards as set expressions; the result is the same either way
    as_written: bool = False  # calls and choices between values stay where the ruleset has them
    trace: Trace | None = None  # watched code leaves marks there

    @property
    def program(self) -> p.Program:
        return self.layout.program

    @cached_property
    def facts(self) -> Facts:
        return Facts(self.program)

    @cached_property
    def folding(self) -> Folding:
        return (WrittenFolding if self.as_written else Folding)(self.layout, self.facts)

    @cached_property
    def everybody_plays(self) -> bool:
        """True if nobody is ever out."""
        return p.LeaveTable not in node_classes(self.program)

    @cached_property
    def one_direction(self) -> bool:
        """True if the direction of play never changes."""
        return p.Reverse not in node_classes(self.program)

    @cached_property
    def looks_count_steps(self) -> bool:
        """True if a look at a question can count steps against the limit."""
        return counts_steps((self.program.functions, self.program.permissions, self.program.questions))


def counts_steps(node: object) -> bool:
    """True if an expression has loops whose rounds are counted: those over numbers or sets of cards."""
    return not classes_in(node).isdisjoint((p.Span, p.Subsets))
