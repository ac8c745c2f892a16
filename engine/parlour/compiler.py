"""The stages from a name to a Program, in order, on one screen.

    find and read the documents     library, document, schema
    make one ruleset of them        compose
    read and check its texts        lang

Each stage returns what it made and its findings; the next one is not run on a broken input.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from parlour.compose import compose
from parlour.composition import Composition
from parlour.diagnostics import Diagnostic, RulesetError, in_order
from parlour.lang import readings
from parlour.lang.checker import check, check_table
from parlour.library import Library
from parlour.program import Program

Options = Mapping[str, str | int | bool]
NO_OPTIONS: Options = MappingProxyType({})


@dataclass(frozen=True)
class Compiled:
    """A ruleset as far as it got: the Program is missing when the findings hold an error."""

    composition: Composition | None
    program: Program | None
    findings: tuple[Diagnostic, ...]


def compile_ruleset(
    subject: str | Path,
    with_: Sequence[str | Path] = (),
    without: Sequence[str] = (),
    options: Options = NO_OPTIONS,
    library: Library | None = None,
) -> Compiled:
    """A game (or a frame, for a test) with other rules and options, and everything that is to be said about it."""
    composition, found = compose(library or Library.standard(), subject, with_, without, options)
    if composition is None:
        return Compiled(None, None, found)
    program, checked = check(composition)
    readings.keep(document.source for document in composition.documents)
    return Compiled(composition, program, in_order((*found, *checked)))


def compile_table(
    subject: str | Path,
    with_: Sequence[str | Path] = (),
    without: Sequence[str] = (),
    options: Options = NO_OPTIONS,
    library: Library | None = None,
) -> Program | None:
    """What decides who can be dealt to in a mix, without its play where that is enough; None for a broken mix."""
    composition, _ = compose(library or Library.standard(), subject, with_, without, options)
    if composition is None:
        return None
    return check_table(composition) or check(composition)[0]


def require(compiled: Compiled) -> tuple[Composition, Program]:
    """What was made, or the findings as an exception."""
    if compiled.composition is None or compiled.program is None:
        raise RulesetError(compiled.findings)
    return compiled.composition, compiled.program
