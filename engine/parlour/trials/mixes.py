"""The mixes of a search: their rules and options, and their compiled games.

They aren't cached between runs: a search compiles many mixes that nobody will ask for again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from parlour.base.diagnostics import has_errors
from parlour.base.printable import shell_word
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.lang.checker import check
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.program import Program
from parlour.states.table_sizes import dealable


@dataclass(frozen=True, eq=False)
class TrialMix:
    """A playable mix."""

    subject: str | Path
    mix: Mix
    composition: Composition
    program: Program

    @cached_property
    def players(self) -> tuple[int, ...]:
        return dealable(self.program)

    @property
    def words(self) -> str:
        """The mix as arguments of a command."""
        words = [str(self.subject)]
        words += [f"--with {shell_word(str(rule))}" for rule in self.mix.with_]
        words += [f"--without {','.join(self.mix.without)}"] if self.mix.without else []
        words += [f"--set {shell_word(f'{name}={value}')}" for name, value in self.mix.options.items()]
        return " ".join(words)


class MixCompiler:
    """Compiles mixes with the rulesets of one library. Compiles each mix once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._known: dict[str, TrialMix | None] = {}

    def compiled(self, subject: str | Path, mix: Mix) -> TrialMix | None:
        """Return a mix, or None if it has errors or nobody can play it."""
        name = repr((subject, mix.with_, mix.without, sorted(mix.options.items())))
        if name not in self._known:
            self._known[name] = self._compile(subject, mix)
        return self._known[name]

    def _compile(self, subject: str | Path, mix: Mix) -> TrialMix | None:
        composition, problems = compose(self.library, subject, mix.with_, mix.without, mix.options)
        if composition is None or has_errors(problems):
            return None
        program, _ = check(composition)
        if program is None:
            return None
        made = TrialMix(subject, mix, composition, program)
        return made if made.players else None

    def without_rule(self, base: TrialMix, rule: Document) -> TrialMix | None:
        """Return a mix without one of its rules and without the options of that rule."""
        own = base.mix
        with_ = tuple(
            name for name in own.with_ if name != rule.id and os.path.abspath(name) != os.path.abspath(rule.path)
        )
        options = {name: value for name, value in own.options.items() if not name.startswith(f"{rule.id}.")}
        left_out = own.without if len(with_) < len(own.with_) else (*own.without, rule.id)
        return self.compiled(base.subject, Mix(with_, left_out, options))

    def with_options(self, base: TrialMix, options: Mapping[str, str]) -> TrialMix | None:
        """Return a mix with these additional options."""
        if not options:
            return base
        return self.compiled(base.subject, replace(base.mix, options={**base.mix.options, **options}))
