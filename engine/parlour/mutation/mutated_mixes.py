"""The mixes of examples, with one document replaced by a mutant.

Doesn't cache mutants on disk. A trial plays without the proofs of `check`, because most mutants fail an example sooner
than those are done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.documents.composition import Composition
from parlour.examples import Case, CaseResult, Mixes, play_case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.library.loading import File, as_of
from parlour.mixing.compiler import Compiled, program_of
from parlour.mixing.compose import compose

Played = tuple[CaseResult, History | None]


@dataclass
class MutatedMixes(Mixes):
    """Compiles with the `files` of a mutant; without any, the mixes as they are."""

    files: Mapping[str, File] = field(default_factory=dict)
    asked: Mapping[int, ExampleMix] = field(default_factory=dict)
    """The mix of each example, by the identity of the case, where the mutant can't change it."""
    results: dict[int, Played] = field(default_factory=dict)

    def mix(self, case: Case) -> ExampleMix:
        known = self.asked.get(id(case))
        if known is not None:
            return known
        with as_of(self.files):
            return super().mix(case)

    def compile(self, mix: ExampleMix) -> Compiled:
        if mix not in self.compiled:
            self.compiled[mix] = self._compiled(mix) if self.files else super().compile(mix)
        return self.compiled[mix]

    def composition(self, mix: ExampleMix) -> Composition | None:
        return self._composed(mix)[0]

    def _composed(self, mix: ExampleMix) -> tuple[Composition | None, tuple[Diagnostic, ...]]:
        with as_of(self.files):
            options = dict(mix.options)
            composition, found = compose(mix.library, mix.subject, mix.with_, mix.without, options)
        return composition, found

    def _compiled(self, mix: ExampleMix) -> Compiled:
        composition, found = self._composed(mix)
        with as_of(self.files):
            program, checked = (None, ()) if composition is None else program_of(composition, self.proved)
        return Compiled(program, in_order((*found, *checked)), lambda: composition)

    def findings_of(self, mix: ExampleMix) -> tuple[Diagnostic, ...]:
        """Return all findings about a mix, those of its proofs too."""
        from parlour.lang.checker import check  # slow to import, and not needed for cached mixes

        composition, found = self._composed(mix)
        with as_of(self.files):
            return in_order((*found, *(() if composition is None else check(composition)[1])))

    def played(self, case: Case) -> Played:
        """The result of an example, and its game if it began."""
        if id(case) not in self.results:
            self.results[id(case)] = play_case(case, self)
        return self.results[id(case)]
