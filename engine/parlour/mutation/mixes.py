"""The mixes of examples, with one document replaced by a mutant.

Doesn't cache mutants on disk. The interpreter plays, because generating code takes longer than an example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.examples import Case, CaseResult, Mixes, play_case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.game import Game
from parlour.library.loading import File, as_of
from parlour.mixing.compiler import Compiled
from parlour.mixing.compose import compose
from parlour.program import Program

Played = tuple[CaseResult, History | None]


@dataclass
class TrialMixes(Mixes):
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

    def _compiled(self, mix: ExampleMix) -> Compiled:
        from parlour.lang.checker import check  # slow to import, and not needed for cached mixes

        with as_of(self.files):
            options = dict(mix.options)
            composition, found = compose(mix.library, mix.subject, mix.with_, mix.without, options)
            program: Program | None = None
            checked: Sequence[Diagnostic] = ()
            if composition is not None:
                program, checked = check(composition)
        return Compiled(program, in_order((*found, *checked)), lambda: composition)

    def played(self, case: Case) -> Played:
        """The result of an example, and its game if it began."""
        if id(case) not in self.results:
            self.results[id(case)] = play_case(case, self)
        return self.results[id(case)]

    def game(self, mix: ExampleMix) -> Game:
        return self._game(mix)
