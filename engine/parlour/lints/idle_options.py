"""Finds options that a game sets in vain: for all numbers of its players, play never reaches a part that reads them, or
other documents replace these parts.

Only conditions on the number of players and on other options decide that, because nothing changes these during play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.source import Span
from parlour.documents.composition import Composition, Document, Member, OptionSetting
from parlour.lang import syntax as s
from parlour.lints.logic import Facts, Logic, PossibleValues, agreed
from parlour.lints.member_texts import MemberText
from parlour.lints.option_ranges import Declarations
from parlour.lints.unused_names import FOR_PEOPLE, words_in
from parlour.program import Program

_WORD = re.compile(r"[^\W\d][\w-]*")
_ASIDE = ("options", *FOR_PEOPLE)  # sections that change nothing in play
_HELP = "remove it, or change `players` or the other options"


def check_set_options(
    composition: Composition, program: Program, about: Document, texts: tuple[MemberText, ...]
) -> Iterator[Diagnostic]:
    """Yield a warning for each such option that a game sets itself."""
    for setting in composition.options.values():
        if setting.set_by is not about:
            continue
        parts = [part for text in texts for part in _reads(composition, program, setting, text)]
        mentions = sum(_mentions(m, setting.name) for m in _live(composition))
        lost = [*_replaced(composition, setting.name)] if mentions == 0 else []
        if mentions == len(parts) and all(never is not None for never in parts) and (parts or lost):
            message = f"`{setting.full_name}` changes nothing in this game: play never reaches a part that reads it"
            places = dict.fromkeys(never for never in parts if never is not None)
            related = (*(Related(place, "this condition excludes it") for place in places), *lost)
            yield Diagnostic("option-idle", message, setting.span, "warning", related, _HELP)


def _live(composition: Composition) -> Iterator[Member]:
    for section, members in composition.sections.items():
        yield from members if section not in _ASIDE else ()


def _mentions(member: Member, name: str) -> int:
    """Count the name in a member, whatever it means there."""
    return words_in(member.value)[name] + _WORD.findall(member.key.value).count(name)


def _replaced(composition: Composition, name: str) -> Iterator[Related]:
    """Yield the places where documents replace members that read the option."""
    for member in _live(composition):
        if any(_mentions(old, name) for old in member.over):
            yield Related(member.key.span, f"`{member.document.id}` replaces `{member.name}` here")


def _reads(
    composition: Composition, program: Program, setting: OptionSetting, text: MemberText
) -> Iterator[Span | None]:
    """Yield for each part of a text that reads an option the condition that is never true there, or None."""
    if setting.name in text.scalar.value:
        declared = Declarations(composition, text.member.document)
        seats = PossibleValues(only=frozenset(program.players))
        yield from _Reader(_InMix(declared, setting, seats), setting).read(text.syntax, {}, None)


@dataclass(frozen=True)
class _InMix:
    """The values of expressions in one mix, for any value of one option."""

    declared: Declarations
    free: OptionSetting
    seats: PossibleValues

    def __call__(self, node: s.Expr) -> PossibleValues | None:
        setting = self.declared.option(node)
        if setting is not None:
            return self.declared(node) if setting is self.free else _value(setting)
        match node:
            case s.Field(_, s.Name(_, "players"), "size"):
                return self.seats
            case _:
                return None


def _value(setting: OptionSetting) -> PossibleValues | None:
    match setting.value:
        case None:
            return PossibleValues(only=frozenset({"none"}))
        case bool(value):
            return PossibleValues(only=frozenset({str(value).lower()}))
        case int(value):
            return PossibleValues(only=frozenset({value}))
        case str(word):
            return PossibleValues(only=frozenset({f"word {word}"}))
        case _:
            return None


@dataclass(frozen=True)
class _Reader:
    """Follows a text to the parts that read an option."""

    values: _InMix
    setting: OptionSetting

    def read(self, node: object, facts: Facts, never: Span | None) -> Iterator[Span | None]:
        """Yield for each such part the condition around it that is never true, or None; `never` is around this node."""
        match node:
            case s.Field() if self.values.declared.option(node) is self.setting:
                yield never
            case s.Binary(_, "and" | "or" as op, left, right):
                yield from self.read(left, facts, never)
                yield from self._under(left, op == "and", right, facts, never)
            case s.Choice(_, test, then, other) | s.If(_, test, then, other):
                yield from self.read(test, facts, never)
                yield from self._under(test, True, then, facts, never)
                yield from self._under(test, False, other, facts, never)
            case s.Action(test=s.Expr() as test):
                yield from self.read(test, facts, never)
                rest = tuple(part for part in s.parts(node) if part is not test)
                yield from self._under(test, True, rest, facts, never)
            case _:
                for part in node if isinstance(node, tuple) else s.parts(node):
                    yield from self.read(part, facts, never)

    def _under(
        self, test: s.Expr, truth: bool, node: object, facts: Facts, never: Span | None
    ) -> Iterator[Span | None]:
        """Read a node where a condition is true, or where it is false."""
        for part, holds in agreed(test, truth):
            if never is None and self._is_settled(part):
                known = Logic(self.values).assume(part, holds, facts)
                never, facts = (part.span, facts) if known is None else (None, known)
        yield from self.read(node, facts, never)

    def _is_settled(self, test: s.Expr) -> bool:
        """True if only the number of players and options decide a condition."""
        parts = [*s.walk(test)]
        names = {part.id for part in parts if isinstance(part, s.Name)}
        calls = any(isinstance(p, s.Call | s.Each | s.May | s.Possible | s.Seats | s.Given | s.Chance) for p in parts)
        words = {word for option in self.values.declared.composition.options.values() for word in option.type.words}
        return not calls and names <= {"players", "options", *words}
