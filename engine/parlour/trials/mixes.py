"""The mixes of a search: their rules and options, and their compiled games.

They aren't cached between runs: a search compiles many mixes that nobody will ask for again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from parlour import program as p
from parlour.base.diagnostics import has_errors
from parlour.base.printable import shell_word
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.lang import parser
from parlour.lang.checker import check
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.program import Program
from parlour.program.walking import walk
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

    @cached_property
    def quiet(self) -> frozenset[str]:
        """The rules whose steps change nothing that players notice."""
        return quiet_rules(self.composition, self.program)

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


def quiet_rules(composition: Composition, program: p.Program) -> frozenset[str]:
    """Return the rules of a mix with quiet steps. Others need none of them, or the mix without the rule has errors."""
    rules = {use.rule.id for use in composition.uses}
    return frozenset(rules - {*_replacing(composition), *_acting(program), *_shown(program), *_offering(program)})


def _replacing(composition: Composition) -> Iterator[str]:
    """Yield the documents that replace something: then the original doesn't happen."""
    for section, members in composition.sections.items():
        for member in members:
            heading = parser.parse_hook_heading(member.key, []) if section == "when" else None
            if member.over or (heading is not None and heading.when == "instead of"):
                yield member.document.id


def _acting(program: p.Program) -> Iterator[str]:
    """Yield the documents with a step that players can notice."""
    for part in (*program.code, *program.procedures):
        if isinstance(part, p.Gosub | p.Jump) and part.origin is not None:
            yield part.origin.document
        for node in walk(part):
            origin = p.written_at(node) if isinstance(node, p.Stmt) else None
            if origin is not None and isinstance(node, p.Stmt) and not _keeps(program, node, origin.document):
                yield origin.document


def _keeps(program: p.Program, stmt: p.Stmt, document: str) -> bool:
    """True if a step by itself only changes what its document keeps for itself."""
    match stmt:
        case p.Set(p.Local()) | p.IfDo() | p.ForEach() | p.WhileDo() | p.Attempt():
            return True
        case p.Set(p.VarAt(number)):
            variable = program.variables[number]
            return variable.seen == p.NOBODY and variable.origin is not None and variable.origin.document == document
        case p.Set(p.MarkAt(number)):
            mark = program.marks[number]
            return mark.seen == p.NOBODY and not mark.guise and mark.origin.document == document
        case p.Run(number):
            return program.procedures[number].origin.document == document
        case _:
            return False


def _shown(program: p.Program) -> Iterator[str]:
    """Yield the documents whose variables or marks are in lines, logs, wordings, texts of moves or results."""
    texts = [(question.wording, [arm.notation for arm in question.arms]) for question in program.questions]
    for part in (program.lines, program.logs, program.results, texts):
        for node in walk(part):
            if isinstance(node, p.VarAt):
                origin = program.variables[node.var].origin
                yield from () if origin is None else (origin.document,)
            elif isinstance(node, p.MarkAt):
                yield program.marks[node.mark].origin.document


def _offering(program: p.Program) -> Iterator[str]:
    """Yield the documents with questions or actions, or whose clauses allow something."""
    for question in program.questions:
        yield question.origin.document
        for arm in question.arms:
            yield arm.origin.document
            yield from (program.rules[firing.rule].document for firing in arm.fires)
