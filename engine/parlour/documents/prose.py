"""The titles and texts of a mix, with the values of options filled in.

Such a text can show options, and words that apply only with a value of an option or with a rule in the mix. `passages`
returns the words with their conditions, so that nobody reads about a missing rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, OptionSetting
from parlour.documents.document import Node, Scalar, string_at
from parlour.documents.sheet_sentences import applies, sheet_sentences

SHEET_SECTIONS = ("sheet", "chart")  # their members are texts, as on a rule sheet
SHOWN_VALUE = "{value}"  # the value of a power, in the words of its facet
MAX_KEPT = 4_000  # documents

_VALUE = re.compile(r"\{options\.([\w.-]+)\}")
_ONE = r"(?:options\.[\w.-]+(?: is (?:not )?[^\s:{}]+)?|with(?:out)? [\w-]+)"
_WORDS = re.compile(rf"\{{(?P<when>{_ONE}(?: (?:and|or) {_ONE})*):\s*(?P<words>(?:[^{{}}]|\{{options\.[\w.-]+\}})*)\}}")
_HOLE = re.compile(rf"\{{\{{|\}}\}}|{_VALUE.pattern}|{_WORDS.pattern}")
_CONDITION = re.compile(
    r"options\.(?P<name>[\w.-]+)(?: is (?P<no>not )?(?P<value>[^\s:{}]+))?|(?P<there>with|without) (?P<rule>[\w-]+)"
)
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_ESCAPED = re.compile(r"\{\{|\}\}")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_RANGE = re.compile(r"(?<=\w)\s*\.\.\s*(?=\w)")
_ANSWERS = {"true": "yes", "false": "no"}


@dataclass(frozen=True)
class Condition:
    """A condition for some words of a text, with its place: `options.tie is share`, `with RULE`.

    Either `option` or `rule` isn't None. A condition about an option has a `value`.
    """

    written: str
    start: int
    end: int
    negative: bool
    option: str | None = None
    value: str | None = None
    rule: str | None = None


@dataclass(frozen=True)
class ShownOption:
    """An option as a text shows it: its value as written, and its full name."""

    value: str
    full_name: str

    @property
    def in_words(self) -> str:
        """The value with words for its ranges: `8 to 10` for `8..10`."""
        return _RANGE.sub(" to ", self.value)


@dataclass(frozen=True)
class Passage:
    """Words that apply in a mix, the conditions that hold for them, and the options that they report.

    Words that a rule of the mix (or its absence) makes pointless are empty, and so are the options in them.
    """

    words: str
    because: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def options_by_name(composition: Composition) -> dict[str, OptionSetting]:
    """Return the options by the names that set them: `name`, or `rule.name` for an option of a rule."""
    rules = {use.rule.id for use in composition.uses}
    return {
        (f"{owner}.{name}" if owner in rules else name): setting
        for (owner, name), setting in composition.options.items()
    }


def value_text(setting: OptionSetting) -> str:
    """Return the value of an option as written."""
    return written_in(setting.span)


def written_in(span: Span) -> str:
    """Return the value of an option at a place, without the brackets of a list."""
    text = span.text.strip()
    return text[1:-1].strip() if text.startswith("[") else text


def text_of(document: Document, composition: Composition) -> str:
    """Return the text of a document on one line. Its own options win over those of others."""
    return filled(words_of(document, composition), document, composition)


def words_of(document: Document, composition: Composition) -> str:
    """Return the text of a document, then the sentences about members that it adds to the part with this text."""
    words = [document.text]
    for member in composition.sections["sheet"]:
        if member.document is document and is_in_own_part(member):
            sentences = [each for each in sheet_sentences(member.value) if each[0] is not None]
            words += [text.value for key, text in sentences if applies(key, member, composition)]
    return " ".join(words)


def is_in_own_part(member: Member) -> bool:
    """True if a rule's words for the sheet are for the part that has its text."""
    part = member.document.node.get("part")
    return isinstance(part, Scalar) and part.value == member.name


def filled(text: str, document: Document, composition: Composition) -> str:
    """Return a text of a document on one line, as it reads in this mix."""
    return " ".join("".join(passage.words for passage in passages(text, document, composition)).split())


def passages(text: str, document: Document, composition: Composition) -> Iterator[Passage]:
    """Yield the words of a text that apply in this mix, each with its conditions."""
    settings = settings_of(document, composition)
    known = {name: ShownOption(value_text(setting), setting.full_name) for name, setting in settings.items()}
    there = {other.id for other in composition.documents if composition.holds_at_start(other)}
    return applying(text, known, there)


def applying(text: str, known: Mapping[str, ShownOption], ids: Collection[str]) -> Iterator[Passage]:
    """Yield the words of a text that apply with these options and documents."""
    text = " ".join(text.split())
    end = 0
    for hole in _HOLE.finditer(text):
        if hole.start() > end:
            yield Passage(text[end : hole.start()])
        end = hole.end()
        if hole["words"] is None:
            yield _shown(hole[0], hole[1], known)
            continue
        yield _conditional(hole, known, ids)
    if end < len(text):
        yield Passage(text[end:])


def _conditional(hole: re.Match[str], known: Mapping[str, ShownOption], ids: Collection[str]) -> Passage:
    """Return the words of a hole if one of its alternatives holds."""
    idle: tuple[str, ...] = ()
    unknown = False
    for conditions in _alternatives(hole["when"]):
        if any(c.rule is not None and not _holds(c, known, ids) for c in conditions):
            idle += _applying(hole["words"], conditions, known).options  # the rules make them mean nothing
        elif any(c.option is not None and c.option not in known for c in conditions):
            unknown = True
        elif all(_holds(condition, known, ids) for condition in conditions):
            return _applying(hole["words"], conditions, known)
        else:  # the options that differ make the others mean nothing
            idle += _applying("", tuple(c for c in conditions if _holds(c, known, ids)), known).options
    return Passage(hole[0]) if unknown else Passage("", (), idle)


def _shown(hole: str, name: str | None, known: Mapping[str, ShownOption]) -> Passage:
    """Return the value of an option, or a single brace for a double one."""
    if name is None:
        return Passage(hole[0])
    return Passage(known[name].in_words, (), (known[name].full_name,)) if name in known else Passage(hole)


def _applying(words: str, conditions: tuple[Condition, ...], known: Mapping[str, ShownOption]) -> Passage:
    shown = [name for name in _VALUE.findall(words) if name in known]
    names = [*shown, *(c.option for c in conditions if c.option in known)]
    words = _VALUE.sub(lambda match: known[match[1]].in_words if match[1] in known else match[0], words)
    return Passage(words, tuple(c.written for c in conditions), tuple(known[name].full_name for name in names))


def _alternatives(written: str) -> list[tuple[Condition, ...]]:
    """Return the groups of conditions before the colon of some words. All of one group have to hold: `or` is weaker."""
    return [conditions_of(group) for group in written.split(" or ")]


def conditions_of(written: str, start: int = 0) -> tuple[Condition, ...]:
    """Return the conditions before the colon of some words, with their places."""
    return tuple(
        Condition(
            match[0],
            start + match.start(),
            start + match.end(),
            bool(match["no"]) or match["there"] == "without",
            match["name"],
            None if match["name"] is None else match["value"] or "true",
            match["rule"],
        )
        for match in _CONDITION.finditer(written)
    )


def all_conditions(text: str) -> tuple[Condition, ...]:
    """Return all conditions in a text, whether they hold or not."""
    return tuple(c for match in _WORDS.finditer(text) for c in conditions_of(match["when"], match.start("when")))


@lru_cache(MAX_KEPT)
def rules_mentioned(document: Document) -> tuple[tuple[Scalar, Condition], ...]:
    """Return the conditions about rules in the texts of a document, each with its text."""
    texts = [document.node.get("text"), *_sheet_texts(document.node)]
    for entry in doc.entries_in(document.node.get("with")):
        texts += _sheet_texts(entry.value)
    scalars = [text for text in texts if isinstance(text, Scalar)]
    return tuple((text, c) for text in scalars for c in all_conditions(text.value) if c.rule is not None)


def _sheet_texts(node: Node) -> Iterator[Node | None]:
    for section in SHEET_SECTIONS:
        for entry in doc.entries_in(doc.node_at(node, section)):
            yield from (text for _, text in sheet_sentences(entry.value))


def texts_for_people(composition: Composition) -> Iterator[tuple[Document, Scalar]]:
    """Yield the texts of documents, and those for the rule sheet and the card chart, each with its document."""
    for document in composition.documents:
        text = document.node.get("text")
        if isinstance(text, Scalar):
            yield document, text
    for member in (member for section in SHEET_SECTIONS for member in composition.sections[section]):
        yield from ((member.document, text) for _, text in sheet_sentences(member.value))


def _holds(condition: Condition, known: Mapping[str, ShownOption], ids: Collection[str]) -> bool:
    if condition.rule is not None:
        return (condition.rule in ids) != condition.negative
    return (known[condition.option or ""].value == condition.value) != condition.negative


def settings_of(document: Document, composition: Composition) -> dict[str, OptionSetting]:
    """Return the options by the names that a text of this document has for them. Its own options win."""
    own = {name: setting for (owner, name), setting in composition.options.items() if owner == document.id}
    return options_by_name(composition) | own


def values_of(document: Document, composition: Composition) -> dict[str, str]:
    """Return the values of options by the names that a text of this document has for them."""
    return {name: value_text(setting) for name, setting in settings_of(document, composition).items()}


def unfilled(document: Document, composition: Composition, text: str) -> list[tuple[int, int]]:
    """Return where braces begin and end in a document's text, for those that `filled` would print unchanged."""
    values = values_of(document, composition)

    def value(match: re.Match[str]) -> str:
        return " " * len(match[0]) if match[1] in values else match[0]

    def applies(match: re.Match[str]) -> str:
        known = all(_is_known(conditions, values) for conditions in _alternatives(match["when"]))
        return " " * len(match[0]) if known else match[0]

    text = _WORDS.sub(applies, _VALUE.sub(value, text))
    return braces_in(_ESCAPED.sub(lambda match: " " * len(match[0]), text))


def _is_known(conditions: Sequence[Condition], options: Collection[str]) -> bool:
    """True if this mix has all options that these conditions of a text mention. Options of a rule that must be in the
    mix don't count."""
    needed = {c.rule for c in conditions if c.rule is not None and not c.negative}
    return all(c.option is None or c.option in options or c.option.partition(".")[0] in needed for c in conditions)


def braces_in(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each pair of braces in a text, and of each single brace."""
    return [match.span() for match in _BRACES.finditer(text)]


def label_of(setting: OptionSetting) -> str:
    """Return the text of an option, or its name if it has none."""
    return string_at(setting.spec, "text") or setting.full_name


def setting_in_words(setting: OptionSetting) -> str:
    """Return the text of an option, or its name, and its value in words."""
    value = value_text(setting)
    return f"{label_of(setting)}: {setting.type.meaning(value) or value_in_words(value)}"


def title_of(mix: Composition, varied: Collection[str] = ()) -> str:
    """Return the title of a game, and what the command line changes in it. It has these options in any case."""
    left_out = [use.rule.title for use in mix.left_out if use.by is None]
    options = options_by_name(mix).items()
    settings = [setting_in_words(of) for name, of in options if of.set_by == "command line" or name in varied]
    return "; ".join([with_rules(mix.title, [rule.title for rule in mix.added], left_out), *settings])


def with_rules(title: str, added: Sequence[str], left_out: Sequence[str]) -> str:
    """Return the title of a game with those of the rules that are added and left out. Many of them are sentences, so
    this has the form of a mix in one line."""
    return " ".join([title, *(f"+ {rule}" for rule in added), *(f"− {rule}" for rule in left_out)])


def value_in_words(value: str) -> str:
    """Return the value of an option as players say it: `yes` for `true`, `none` for an empty list, no hyphens."""
    return _ANSWERS.get(value) or _RANGE.sub(" to ", _HYPHEN.sub(" ", value)) or "none"
