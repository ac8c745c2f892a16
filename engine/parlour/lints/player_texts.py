"""Lints texts for players: numbers that an option decides, and rules without a text or examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Span
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Scalar
from parlour.documents.prose import SHEET_SECTIONS
from parlour.documents.sheet_sentences import sheet_sentences
from parlour.lang import syntax as s
from parlour.library.subjects import examples_of
from parlour.lints.member_texts import MemberText

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
LEAST = 2  # "one" and "a" have too many other meanings
_WORD = re.compile(r"[^\W_]+")
BEFORE_RANKS = frozenset({"a", "an", "the", "every", "each", "this", "that", "of"})
_OF_WHAT = frozenset({
    "after", "at", "before", "by", "for", "from", "if", "in", "is", "of", "on", "per", "that", "to", "when", "which",
    "who", "with", "without",
})  # fmt: skip


@dataclass(frozen=True)
class _Number:
    """A number in a text, and the word after it."""

    value: int
    noun: str
    start: int
    end: int


def check_numbers(composition: Composition, texts: tuple[MemberText, ...]) -> Iterator[Diagnostic]:
    """Yield a warning for each number in a text that is the default of an option the text doesn't show.

    The next word must say what the option counts: "draws two cards" for an option "cards to draw".
    """
    own: dict[str, list[OptionSetting]] = {}
    for setting in composition.options.values():
        if setting.type.kind == "int":
            own.setdefault(setting.document.id, []).append(setting)
    for document in {text.member.document for text in texts}:
        written = document.node.get("text")
        if document.id in own and isinstance(written, Scalar):
            yield from _compare(document, written, written.value, own[document.id])
    for document, words in _on_the_sheet(composition, {text.member.document.id for text in texts} & set(own)):
        yield from _compare(document, words, words.value, own[document.id])
    for text in texts:
        if text.member.document.id in own:
            for template in _templates(text):
                yield from _in_template(text, template, own[text.member.document.id])


def _on_the_sheet(composition: Composition, ids: set[str]) -> Iterator[tuple[Document, Scalar]]:
    """Yield the texts that these documents have for the rule sheet."""
    for section in SHEET_SECTIONS:
        for member in composition.sections[section]:
            if member.document.id in ids:
                yield from ((member.document, words) for _, words in sheet_sentences(member.value))


def check_described(rule: Document) -> Iterator[Diagnostic]:
    """Yield a note for a rule without a text for players, or without examples."""
    if rule.kind != "rule":
        return
    if not rule.text.strip():
        help_ = "add `text:` with one or two sentences, as a host would explain the rule at the table"
        yield Diagnostic("rule-without-text", "this rule has no `text`", rule.id_span, "note", help=help_)
    if rule.node.get("examples") is None and examples_of(rule)[0] is None:
        help_ = "add `examples:` with a position, moves and the expected result"
        yield Diagnostic("rule-without-examples", "this rule has no `examples`", rule.id_span, "note", help=help_)


def _templates(text: MemberText) -> Iterator[s.Template]:
    for node in s.walk(text.syntax):
        if isinstance(node, s.Template):
            yield node


def _in_template(text: MemberText, template: s.Template, options: list[OptionSetting]) -> Iterator[Diagnostic]:
    shown = template.span.text
    for setting in options:
        for number in _numbers(shown):
            if _is_about(number, setting) and f"options.{setting.name}" not in shown:
                start = template.span.start + number.start
                yield _report(setting, number, Span(template.span.source, start, start + number.end - number.start))


def _compare(document: Document, scalar: Scalar, value: str, options: list[OptionSetting]) -> Iterator[Diagnostic]:
    for setting in options:
        if f"options.{setting.name}" in value or f"options.{document.id}.{setting.name}" in value:
            continue
        for number in _numbers(value):
            if _is_about(number, setting):
                yield _report(setting, number, scalar.at(number.start, number.end))


def _report(setting: OptionSetting, number: _Number, span: Span) -> Diagnostic:
    message = f"this number is the default of the option `{setting.name}`, but the text doesn't show the option"
    help_ = f"write `{{options.{setting.name}}}` if the option decides this number"
    return Diagnostic("text-constant", message, span, "warning", help=help_)


def _numbers(text: str) -> Iterator[_Number]:
    """Yield the numbers of a text that don't name a rank ("a two", "the seven of clubs")."""
    words = list(_WORD.finditer(text))
    for number, word in enumerate(words[:-1]):
        value = _value(word[0].lower())
        before = words[number - 1][0].lower() if number else ""
        between = text[words[number - 1].end() : word.start()] if number else " "
        is_rank = before in BEFORE_RANKS and between == " "
        if value is not None and not is_rank and text[word.end() : words[number + 1].start()] == " ":
            yield _Number(value, words[number + 1][0].lower(), word.start(), word.end())


def _value(word: str) -> int | None:
    if word in NUMBERS:
        return NUMBERS.index(word) + LEAST
    return int(word) if word.isdecimal() and len(word) < 5 and int(word) >= LEAST else None


def _is_about(number: _Number, setting: OptionSetting) -> bool:
    default, text = setting.spec.get("default"), setting.spec.get("text")
    if not isinstance(default, Scalar) or default.value != str(number.value):
        return False
    words = text.value if isinstance(text, Scalar) else setting.name
    return _stem(number.noun) in {_stem(word) for word in _counted(words.lower())}


def _counted(text: str) -> Iterator[str]:
    """Yield the words for what an option counts: of "cards to draw", "cards"."""
    for word in _WORD.findall(text):
        if word in _OF_WHAT:
            return
        yield word


def _stem(word: str) -> str:
    return word.removesuffix("s")
