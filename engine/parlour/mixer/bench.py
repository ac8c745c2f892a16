"""A mix that somebody is putting together: its rules, its composition with all findings, and who can play it.

A mix never changes; each change makes another one, so that every change can be undone. Rules are ids or files, options
are by their full names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from parlour.base.diagnostics import Diagnostic, RulesetError
from parlour.base.printable import capitalised
from parlour.base.source import is_shipped
from parlour.checking.playable import Sizes, sizes_of
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.contents import path_of
from parlour.documents.prose import options_by_name, setting_in_words, value_text, with_rules
from parlour.library.library import Library, is_path
from parlour.mixer.game_file import one_line_of
from parlour.mixing.needs import groups_of
from parlour.mixing.recipes import Composed, Recipe
from parlour.program import Program


class MixBench:
    """Composes the mixes of one game, each once."""

    def __init__(self, subject: str, library: Library) -> None:
        """Raises RulesetError if there is no such game."""
        self.subject = subject
        self.library = library.beside(path_of(subject)) if is_path(subject) else library
        self.unchanged = Recipe(subject, library=self.library)
        self._composed: dict[Recipe, Composed] = {}
        self._programs: dict[Recipe, Program | None] = {}
        composition, findings = self.composed(self.unchanged)
        game, problems = library.find(subject, ("game",))
        if game is None or composition is None:
            raise RulesetError(problems if game is None else findings)
        self.original: Composition = composition
        """The game by itself."""

    @cached_property
    def own(self) -> Mapping[str, Document]:
        """The rules of the game by itself, by id."""
        return {use.rule.id: use.rule for use in self.original.uses}

    @cached_property
    def frames(self) -> tuple[str, ...]:
        """The frames of the game, the nearest first."""
        return tuple(frame.id for frame in self.original.frames)

    def rule(self, reference: str) -> Document | None:
        return self.own.get(reference) or self.library.find(reference, ("rule",))[0]

    def rules(self, draft: Recipe) -> dict[str, Document]:
        """Return the rules of a mix by their ids. An added rule replaces the rule of the game in its group."""
        added = [rule for reference in draft.with_ if (rule := self.rule(str(reference))) is not None]
        taken = {group for rule in added for group in groups_of(rule)}
        own = [d for id, d in self.own.items() if id not in draft.without and not taken & groups_of(d)]
        return {rule.id: rule for rule in (*own, *added)}

    def without_repeats(self, draft: Recipe) -> Recipe:
        """Return a mix of this library that doesn't add the rules that the game has by itself."""
        added = (name for name in draft.with_ if (rule := self.rule(str(name))) and rule.id not in self.own)
        return replace(draft, with_=tuple(added), library=self.library)

    def reference(self, id: str, draft: Recipe) -> str:
        """Return the name of a rule in a mix: its id, or its file."""
        rules = ((str(reference), self.rule(str(reference))) for reference in draft.with_)
        return next((name for name, rule in rules if rule is not None and rule.id == id), id)

    def with_rule(self, reference: str, draft: Recipe) -> Recipe:
        """Return the mix with a rule in place of an added rule of its group. A rule that was removed is back."""
        rule = self.rule(reference)
        for id, other in self.rules(draft).items() if rule is not None else ():
            if id not in self.own and rule is not None and groups_of(rule) & groups_of(other):
                draft = self.without_rule(id, draft)
        if rule is not None and rule.id in self.rules(draft):
            return draft
        if reference in draft.without:
            return replace(draft, without=tuple(other for other in draft.without if other != reference))
        return replace(draft, with_=tuple(dict.fromkeys((*draft.with_, reference))))

    def without_rule(self, id: str, draft: Recipe) -> Recipe:
        """Return a mix without the rule with this id, and without the options of that rule."""
        reference = self.reference(id, draft)
        options = {name: value for name, value in draft.options.items() if not name.startswith(f"{id}.")}
        if reference in draft.with_:
            return replace(draft, with_=tuple(other for other in draft.with_ if other != reference), options=options)
        return replace(draft, without=(*draft.without, id), options=options)

    def with_value(self, name: str, value: str, draft: Recipe) -> Recipe:
        """Return a mix that sets an option, unless the option has this value by itself."""
        usual = draft.without_value(name)
        setting = self.options(usual).get(name)
        return usual if setting is not None and value_text(setting) == value else usual.set_to({name: value})

    def composed(self, draft: Recipe) -> Composed:
        if draft not in self._composed:
            self._composed[draft] = draft.composed()
        return self._composed[draft]

    def options(self, draft: Recipe) -> dict[str, OptionSetting]:
        """Return the options of a mix by their names: none if its documents don't fit together."""
        composition, _ = self.composed(draft)
        return options_by_name(composition) if composition is not None else {}

    def line(self, draft: Recipe) -> str:
        """Return the shortest line for a mix."""
        composition, _ = self.composed(draft)
        return draft.in_one_line if composition is None else one_line_of(draft, composition)

    def notes(self, draft: Recipe) -> Iterator[Diagnostic]:
        """Yield the advice about a mix."""
        return (finding for finding in self.composed(draft)[1] if finding.code == "compose-advises")

    def program(self, draft: Recipe) -> Program | None:
        """Return the Program that decides who can play a mix, or None for a mix with errors."""
        if draft not in self._programs:  # that of the game itself is mostly cached
            self._programs[draft] = draft.table() if draft.changes else draft.compiled().program
        return self._programs[draft]

    def errors(self, draft: Recipe) -> tuple[Diagnostic, ...]:
        """Return the errors of a mix. With their usual options, the rules of Parlour itself that fit together can only
        disagree about who plays; only other mixes are compiled as a whole."""
        composition, findings = self.composed(draft)
        added = (rule for rule in self.rules(draft).values() if rule.id not in self.own)
        usual = not draft.options and all(is_shipped(str(rule.path)) for rule in added)
        if composition is not None:
            findings = () if usual and self.program(draft) is not None else draft.compiled().findings
        return tuple(finding for finding in findings if finding.severity == "error")

    def sizes(self, draft: Recipe) -> Sizes:
        """Return the numbers of players of a mix without errors."""
        return sizes_of(self.composed(draft)[0], lambda: self.program(draft))


# ---------------------------------------------------------------- in the words of players


_QUOTED = re.compile(r"`([^`]+)`")


def titled(title: str) -> str:
    """Return the title of a rule as it appears in a sentence."""
    return f'"{title}"' if '"' not in title else title


def in_titles(message: str, titles: Mapping[str, str]) -> str:
    """Return a message with the titles of rules in place of their ids."""
    return _QUOTED.sub(lambda id: titled(titles[id[1]]) if id[1] in titles else id[0], message)


def mix_in_words(draft: Recipe, bench: MixBench, whole: bool = False) -> Iterator[str]:
    """Yield sentences: the rules that are added and removed, the options, who can play. If `whole`, also why others
    can't."""
    composition, _ = bench.composed(draft)
    if composition is None:
        return
    rules = bench.rules(draft)
    added = [rule.title for id, rule in rules.items() if id not in bench.own]
    removed = [rule.title for id, rule in bench.own.items() if id not in rules]
    words = with_rules(bench.original.title, added, removed)
    yield f"{words}." if draft.changes else f"{words}, with only its own rules."
    named = bench.options(draft)
    for name in draft.options:
        setting = named.get(name) or next((s for s in named.values() if s.name == name), None)
        if setting is not None:
            yield f"{option_sentence(setting)}."
    sizes = bench.sizes(draft)
    if sizes.words == "no":
        yield "Nobody can play it like this."
        return
    yield f"For {sizes.words} players; {sizes.not_for}." if whole and sizes.not_for else f"For {sizes.words} players."


def option_sentence(setting: OptionSetting) -> str:
    """Return an option and its value. An option of a rule has the title of the rule."""
    words = setting_in_words(setting)
    return f"{setting.document.title}, {words}" if setting.document.kind == "rule" else capitalised(words)
