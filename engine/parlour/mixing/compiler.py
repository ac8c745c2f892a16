"""Compiles a name to a Program: all stages in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from parlour.base.diagnostics import Diagnostic, RulesetError, in_order
from parlour.base.source import is_shipped
from parlour.documents.composition import Composition
from parlour.library.library import Library
from parlour.library.loading import as_of, lasting_texts
from parlour.library.remembered import answer
from parlour.mixing.compose import compose
from parlour.program import Program

Options = Mapping[str, str | int | bool]
NO_OPTIONS: Options = MappingProxyType({})


@dataclass(frozen=True)
class Compiled:
    """A compiled ruleset. The Program is missing if the findings contain an error."""

    program: Program | None
    findings: tuple[Diagnostic, ...]
    compose: Callable[[], Composition | None] = field(repr=False, compare=False)
    files: Collection[str] = field(default=(), repr=False, compare=False)
    """The paths of all files that were read."""

    @cached_property
    def composition(self) -> Composition | None:
        """The composition, or None if its documents don't fit together. Composing is the slowest step of a cached mix,
        so it happens on demand."""
        return self.compose()

    @cached_property
    def own_texts(self) -> Mapping[str, str]:
        """The texts of the documents that don't come with Parlour, as `lasting_texts`."""
        if all(map(is_shipped, self.files)) or self.composition is None:
            return {}  # usually without composing
        return lasting_texts(self.composition.own)


def compile_ruleset(
    subject: str | Path,
    with_: Sequence[str | Path] = (),
    without: Sequence[str] = (),
    options: Options = NO_OPTIONS,
    library: Library | None = None,
    proved: bool = True,
) -> Compiled:
    """Compile a game (or, for a test, a frame) with other rules and options. Return it with all findings.

    `proved=False`: for a trial, in half the time. Play then tests the values that `check` proves to be present, and
    the findings are only those without which nobody could play.
    """
    library = library or Library.standard()
    question = (subject, tuple(with_), tuple(without), tuple(options.items()))
    made: list[Composition | None] = []

    def work() -> tuple[Program | None, tuple[Diagnostic, ...]]:
        from parlour.lang import parse_cache  # slow to import, and not needed for cached answers
        from parlour.mixing.plain_jokers import check_jokers

        composition, problems = compose(library, subject, with_, without, options)
        made.append(composition)
        if composition is None:
            return None, problems
        program, checked = program_of(composition, proved)
        if program is not None and proved:
            checked = (*checked, *check_jokers(composition, program, library))
        parse_cache.keep(document.source for document in composition.documents)
        return program, in_order((*problems, *checked))

    known = answer("mix" if proved else "mix for a trial", question, library, work)
    program, findings = known.value

    def composed() -> Composition | None:
        if not made:
            with as_of(known.files):
                made.append(compose(library, subject, with_, without, options)[0])
        return made[0]

    return Compiled(program, findings, composed, tuple(known.files))


def program_of(composition: Composition, proved: bool = True) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """Return the Program of a composition and the findings of its check. `proved` is as for `compile_ruleset`."""
    from parlour.lang.checker import check, unproved  # slow to import, and not needed for cached answers

    program = None if proved else unproved(composition)
    return check(composition) if program is None else (program, ())


def table_program(composition: Composition) -> Program | None:
    """Return a Program that knows who can play, or None for a composition with errors."""
    from parlour.lang.checker import check, check_table  # slow to import, and not needed for cached answers

    return check_table(composition) or check(composition)[0]


def require(compiled: Compiled) -> tuple[Composition, Program]:
    """Return the result, or raise the findings as an exception."""
    if compiled.composition is None or compiled.program is None:
        raise RulesetError(compiled.findings)
    return compiled.composition, compiled.program
