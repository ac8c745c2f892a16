"""The meaning of a draft: its rules, its composition with all findings, and the possible numbers of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from parlour.base.diagnostics import Diagnostic, RulesetError
from parlour.base.source import is_shipped
from parlour.commands.sizes import Sizes, sizes_of
from parlour.documents.composition import Composition, Document
from parlour.documents.contents import path_of
from parlour.documents.prose import options_by_name, value_text
from parlour.library.library import Library, is_path
from parlour.mixer.draft import MixDraft
from parlour.mixing.compiler import compile_ruleset, compile_table
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of
from parlour.program import Program

Composed = tuple[Composition | None, tuple[Diagnostic, ...]]


class MixBench:
    """Composes drafts of one game, each once."""

    def __init__(self, subject: str, library: Library) -> None:
        """Raises RulesetError if there is no such game."""
        self.subject = subject
        self.library = library.beside(path_of(subject)) if is_path(subject) else library
        self._composed: dict[MixDraft, Composed] = {}
        self._programs: dict[MixDraft, Program | None] = {}
        composition, findings = self.composed(MixDraft(subject))
        game, problems = library.find(subject, ("game",))
        if game is None:
            raise RulesetError(problems)
        if composition is None:
            raise RulesetError(findings)
        self.plain: Composition = composition
        """The game by itself."""

    @cached_property
    def own(self) -> Mapping[str, Document]:
        """The rules of the game by itself, by id."""
        return {use.rule.id: use.rule for use in self.plain.uses}

    @cached_property
    def frames(self) -> tuple[str, ...]:
        """The frames of the game, the nearest first."""
        return tuple(d.id for d in reversed(self.plain.documents) if d.kind == "frame")

    def rule(self, reference: str) -> Document | None:
        return self.own.get(reference) or self.library.find(reference, ("rule",))[0]

    def rules(self, draft: MixDraft) -> dict[str, Document]:
        """Return the rules of a draft by their ids. An added rule replaces the rule of the game in its group."""
        added = [rule for reference in draft.with_ if (rule := self.rule(reference)) is not None]
        taken = {group for rule in added for group in groups_of(rule)}
        kept = [d for id, d in self.own.items() if id not in draft.without and not taken & groups_of(d)]
        return {rule.id: rule for rule in (*kept, *added)}

    def without_repeats(self, draft: MixDraft) -> MixDraft:
        """Return a draft that doesn't add the rules that the game has by itself."""
        added = (reference for reference in draft.with_ if (rule := self.rule(reference)) and rule.id not in self.own)
        return replace(draft, with_=tuple(added))

    def reference(self, id: str, draft: MixDraft) -> str:
        """Return the name of a rule in a draft: its id, or its file."""
        for reference in draft.with_:
            rule = self.rule(reference)
            if rule is not None and rule.id == id:
                return reference
        return id

    def with_rule(self, reference: str, draft: MixDraft) -> MixDraft:
        """Return the draft with a rule in place of an added rule of its group."""
        rule = self.rule(reference)
        for id, other in self.rules(draft).items() if rule is not None else ():
            if id not in self.own and rule is not None and groups_of(rule) & groups_of(other):
                draft = self.without_rule(id, draft)
        there = rule is not None and rule.id in self.rules(draft)
        return draft if there else draft.adding(reference)

    def without_rule(self, id: str, draft: MixDraft) -> MixDraft:
        """Return a draft without the rule with this id."""
        return draft.removing(self.reference(id, draft), id)

    def with_value(self, name: str, value: str, draft: MixDraft) -> MixDraft:
        """Return a draft that sets an option, unless the option has this value by itself."""
        usual = draft.setting(name, None)
        composition, _ = self.composed(usual)
        setting = options_by_name(composition).get(name) if composition is not None else None
        return usual if setting is not None and value_text(setting) == value else draft.setting(name, value)

    def composed(self, draft: MixDraft) -> Composed:
        if draft not in self._composed:
            mix = draft.mix
            self._composed[draft] = compose(self.library, draft.subject, mix.with_, mix.without, mix.options)
        return self._composed[draft]

    def notes(self, draft: MixDraft) -> Iterator[Diagnostic]:
        """Yield the advice about a draft."""
        yield from (d for d in self.composed(draft)[1] if d.code == "compose-advises")

    def program(self, draft: MixDraft) -> Program | None:
        """Return the Program that decides who can play a draft, or None for a draft with errors."""
        if draft not in self._programs:
            mix = draft.mix
            self._programs[draft] = (
                compile_table(draft.subject, mix.with_, mix.without, mix.options, self.library)
                if draft.changes
                else compile_ruleset(draft.subject, library=self.library).program  # mostly cached
            )
        return self._programs[draft]

    def errors(self, draft: MixDraft) -> tuple[Diagnostic, ...]:
        """Return the errors of a draft whose documents fit together. With their usual options, the rules of Parlour
        itself can only disagree about who plays; only other drafts are compiled as a whole."""
        added = (rule for rule in self.rules(draft).values() if rule.id not in self.own)
        usual = not draft.options and all(is_shipped(str(rule.path)) for rule in added)
        if usual and self.program(draft) is not None:
            return ()
        mix = draft.mix
        compiled = compile_ruleset(draft.subject, mix.with_, mix.without, mix.options, self.library)
        return tuple(finding for finding in compiled.findings if finding.severity == "error")

    def sizes(self, draft: MixDraft) -> Sizes:
        """Return the numbers of players of a draft without errors."""
        composition, _ = self.composed(draft)
        return sizes_of(composition, lambda: self.program(draft)) if composition is not None else Sizes("")
