"""Lints texts for players: numbers and ranks that an option decides, ranks that differ from those of the powers, and
rules without a text or examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, OptionSetting, scalars
from parlour.documents.document import Scalar
from parlour.documents.prose import texts_for_people
from parlour.lang import syntax as s
from parlour.lang.rule_ranks import own_ranks, ranks_named
from parlour.library.subjects import examples_of
from parlour.lints.member_texts import MemberText
from parlour.program import Design

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
    read = {text.member.document.id for text in texts} & own.keys()
    for document, words in texts_for_people(composition):
        if document.id in read:
            yield from _compare(document, words, own[document.id])
    for text in texts:
        if text.member.document.id in own:
            for template in _templates(text):
                yield from _in_template(text, template, own[text.member.document.id])


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


def _compare(document: Document, scalar: Scalar, options: list[OptionSetting]) -> Iterator[Diagnostic]:
    value = scalar.value
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


# ---------------------------------------------------------------- ranks


def check_ranks(rule: Document, design: Design) -> Iterator[Diagnostic]:
    """Yield a warning for a rule whose text names ranks, but none of those with its powers; and for each rank in the
    text that an option decides.

    A rule with classes can speak of its cards by the name of the class.
    """
    own, optional, text = own_ranks(rule, design), _ranks_of_options(rule, design), rule.node.get("text")
    if rule.kind != "rule" or not isinstance(text, Scalar):
        return
    named = [*_named(text.value, _ranks_by_word(design))]
    for option, ranks in optional.items():
        place = next((word.span() for rank, word in named if rank in ranks - own), None)
        if place is not None and f"options.{option}" not in text.value:
            message = f"this rank is the default of the option `{option}`, but the text doesn't show the option"
            help_ = f"write `{{options.{option}}}`"
            yield Diagnostic("text-constant", message, text.at(*place), "warning", help=help_)
    everything = own.union(*optional.values())
    if everything and all(optional.values()) and rule.node.get("classes") is None:
        yield from _other_ranks(rule, text, everything, design)


def _other_ranks(rule: Document, text: Scalar, own: frozenset[str], design: Design) -> Iterator[Diagnostic]:
    ranks = _ranks_by_word(design)
    if own & {ranks.get(word.casefold()) for word in _WORD.findall(f"{rule.title} {text.value}")}:
        return
    for named, word in _named(text.value, ranks):
        there = listing([rank for rank in design.rank_names if rank in own], "and")
        help_ = f"write `{named}: …` under `powers`, or correct the text"
        message = f"the text is about `{named}`, but the powers of this rule are for {there}"
        yield Diagnostic("text-rank", message, text.at(*word.span()), "warning", help=help_)
        return


def _named(text: str, ranks: Mapping[str, str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the ranks that a text certainly names, each with its word."""
    words = [*_WORD.finditer(text)]
    for number, word in enumerate(words):
        named = ranks.get(word[0].casefold())
        if named is not None and _is_rank(words[number - 1][0] if number else "", word[0], named):
            yield named, word


def _ranks_of_options(rule: Document, design: Design) -> dict[str, frozenset[str]]:
    """Return the options of powers, each with the ranks of its default: none if another document declares it."""
    ranks: dict[str, frozenset[str]] = {}
    for entry in doc.entries_in(rule.node.get("powers")):
        for word in entry.key.value.split():
            if word.startswith("options."):
                name = word.removeprefix("options.")
                default = doc.node_at(doc.node_at(rule.node.get("options"), name), "default")
                ranks[name] = ranks_named([item.value for item in scalars(default)], design)
    return ranks


def _ranks_by_word(design: Design) -> dict[str, str]:
    """Return the ranks by the words for them: `six`, `sixes`, `6` and `6s`. A letter can be another word."""
    by_word = {word.casefold(): rank.name for rank in design.ranks for word in rank.words}
    digits = [rank.name for rank in design.ranks if rank.name.isdecimal()]
    return by_word | {word: name for name in digits for word in (name, f"{name}s")}


def _is_rank(before: str, word: str, rank: str) -> bool:
    """True if a word certainly names a rank: "queen", "sevens", "a seven", but not "seven cards"."""
    return not rank.isdecimal() or word.endswith("s") or before.lower() in BEFORE_RANKS
