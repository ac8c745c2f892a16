"""The mixes of examples with one edit: each is the Program of the same composition, in which one node is changed.

Doesn't cache mutants on disk. A trial plays without the proofs of `check`, because most mutants fail an example sooner
than those are done.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.examples import Case, CaseResult, Mixes, play_case
from parlour.examples.history import History
from parlour.mixing.compiler import Compiled, program_of
from parlour.mixing.recipes import Composed, Recipe
from parlour.mutation.edits import Edit

Played = tuple[CaseResult, History | None]


@dataclass
class TrialMixes(Mixes):
    """The mixes as they are, with what each example needs only once."""

    proved: bool = False
    asked: dict[int, Recipe] = field(default_factory=dict)
    """The mix of each example, by the identity of the case."""
    results: dict[int, Played] = field(default_factory=dict)

    def mix(self, case: Case) -> Recipe:
        return self.asked.get(id(case)) or super().mix(case)

    def played(self, case: Case) -> Played:
        """The result of an example, and its game if it began."""
        if id(case) not in self.results:
            self.results[id(case)] = play_case(case, self)
        return self.results[id(case)]


@dataclass
class MutatedMixes(TrialMixes):
    baseline: TrialMixes = field(kw_only=True)
    edit: Edit = field(kw_only=True)

    def compile(self, mix: Recipe) -> Compiled:
        if mix not in self.compiled:
            composition, problems = self._composed(mix)
            program, checked = (None, ()) if composition is None else program_of(composition, proved=False)
            self.compiled[mix] = Compiled(program, in_order((*problems, *checked)), lambda: composition)
        return self.compiled[mix]

    def _composed(self, mix: Recipe) -> Composed:
        composition = self.baseline.compile(mix).composition
        if composition is None:
            return None, ()
        if self.edit.operator != "drop-rule":
            return self.edit.applied(composition), ()
        named, file = self.edit.span.text, self.edit.span.source
        if not any(use.rule.id == named and use.by is not None and use.by.source is file for use in composition.uses):
            return composition, ()
        return replace(mix, without=(*mix.without, named)).composed()

    def proofs(self, mix: Recipe) -> tuple[Diagnostic, ...]:
        """Return all findings about a mix, those of its proofs too."""
        composition, problems = self._composed(mix)
        return in_order((*problems, *(() if composition is None else program_of(composition)[1])))
