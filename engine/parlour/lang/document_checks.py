"""Checks of the documents of a mix as they are written: their names, and braces in their texts.

Looks at all members, even those that options leave out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, Fix, Related, did_you_mean, in_order, listing, nearest
from parlour.base.source import Span
from parlour.documents.composition import Document, Member
from parlour.documents.document import Scalar, entries_in, keys_in, node_at, walk
from parlour.documents.prose import (
    SHOWN_VALUE,
    all_conditions,
    braces_in,
    settings_of,
    texts_for_people,
    unfilled,
    values_of,
)  # fmt: skip
from parlour.documents.replaced_members import called, is_known
from parlour.documents.sheet_sentences import changes, owners, sheet_sentences
from parlour.lang import parser
from parlour.lang.declarations import members
from parlour.lang.symbols import Tables
from parlour.lang.vocabulary import FUNCTIONS, TABLE_NAMES

# ---------------------------------------------------------------- names that are taken

VALUES = ("zones", "state", "logs")  # they share their names, with brackets or without
CALLED = (*VALUES, "functions")  # these share their names with brackets
RUN = ("procedures", "stages", "prompts")  # hooks name them
PLAIN = {*TABLE_NAMES, "box", "ending", "options"}


def check_taken(tables: Tables) -> None:
    """Report declared names that already mean something else: a name of the language, or of another declaration. It is
    at the later of two documents."""
    for member in _declared(tables, CALLED):
        if member.name in FUNCTIONS:
            _report_taken(tables, member, f"`{member.name}` is a function of the language")
    for member in _declared(tables, (*VALUES, "classes", "types")):
        if member.name in PLAIN:
            _report_taken(tables, member, f"`{member.name}` is a name of the language")
    _check_declarations(tables, CALLED, "`{}` is already the name of something else")
    _check_declarations(tables, RUN, "two things have the name `{}`, so a hook with this name is ambiguous")


def _without_consequences(tables: Tables) -> list[Diagnostic]:
    """Return the findings without those that a taken name causes: in other documents, and where it is used."""
    if not tables.taken:
        return tables.problems
    sources = {member.document.source for member in tables.taken}
    names = "|".join(re.escape(member.name) for member in tables.taken)
    used = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    own = [*tables.taken.values()]
    others = (d for d in tables.problems if d not in own and d.span is not None and d.span.source in sources)
    return own + [d for d in others if d.span is not None and not used.search(_line(d.span))]


def _line(span: Span) -> str:
    """Return the line of a span, and the lines up to its end."""
    end = span.source.text.find("\n", span.end)
    return span.source.text[span.source.line_starts[span.line - 1] : None if end < 0 else end]


def _report_taken(tables: Tables, member: Member, message: str, related: tuple[Related, ...] = ()) -> None:
    if member not in tables.taken:
        tables.error("name-twice", message, member.key.span, help="choose another name", related=related)
        tables.taken[member] = tables.problems[-1]


def _check_declarations(tables: Tables, sections: tuple[str, ...], message: str) -> None:
    """Report members of these sections that have the same name."""
    named: dict[str, list[Member]] = {}
    for member in _declared(tables, sections):
        named.setdefault(member.name, []).append(member)
    for name, members_ in named.items():
        members_.sort(key=lambda m: tables.order(m.document.source))
        for number, member in enumerate(members_):
            first = next((other for other in members_[:number] if _same_use(member, other)), None)
            if first is not None:
                related = (Related(first.key.span, "the other one"),)
                _report_taken(tables, member, message.format(name), related)


def _same_use(member: Member, other: Member) -> bool:
    """True if texts could mean either. Beside a function, this needs brackets."""
    return "functions" not in (member.section, other.section) or (_has_brackets(member) and _has_brackets(other))


def _declared(tables: Tables, sections: tuple[str, ...]) -> Iterator[Member]:
    """Yield the members that declare a name, not those that change what another document declares."""
    for section in sections:
        first: dict[str, Member] = {}
        for member in tables.composition.sections.get(section, ()):
            first.setdefault(member.name, member)
        yield from first.values()


def _has_brackets(member: Member) -> bool:
    head = parser.parse_heading(member.key, [])
    return head is not None and head.params is not None


# ---------------------------------------------------------------- one finding for each unknown name

_NAMES = ("unknown-name", "unknown-option", "unknown-type")


def reported(tables: Tables) -> tuple[Diagnostic, ...]:
    """Return the findings as users read them. Those about the same unknown name are one at its first use, in the order
    of the documents, because a misspelt declaration makes all its uses unknown; the other uses are related places."""
    named: dict[tuple[str, str], list[Diagnostic]] = {}
    unique: list[Diagnostic] = []
    for d in _without_consequences(tables):
        if d.code in _NAMES and d.span is not None:
            named.setdefault((d.code, d.span.text), []).append(d)
        else:
            unique.append(d)

    def place(d: Diagnostic) -> tuple[int, int]:
        assert d.span is not None, "only findings with a place are grouped"
        return tables.order(d.span.source)[1], d.span.start

    return in_order([*unique, *(_merged(sorted(group, key=place)) for group in named.values())])


def _merged(group: Sequence[Diagnostic]) -> Diagnostic:
    first, spans = group[0], dict.fromkeys(d.span for d in group)
    others = tuple(Related(span, "it is also used here") for span in spans if span is not None and span != first.span)
    return replace(first, related=(*first.related, *others), fixes=_fixes(group))


def _fixes(group: Sequence[Diagnostic]) -> tuple[Fix, ...]:
    """Return one fix for all places in the file of the first, if all have the same fix."""
    fixes = [d.fixes[0] if len(d.fixes) == 1 else None for d in group]
    first = fixes[0]
    if first is None or any(fix is None or fix.words != first.words for fix in fixes):
        return group[0].fixes if len(group) == 1 else ()
    edits = dict.fromkeys(edit for fix in fixes if fix is not None for edit in fix.edits)
    here = tuple(edit for edit in edits if edit.span.source == first.edits[0].span.source)
    return (replace(first, edits=here),)


# ---------------------------------------------------------------- names that nothing uses

_UNREAD = ("classes", "examples")  # sections in which a name doesn't count as a use
_WORD = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]+)*")


def check_unread(tables: Tables) -> None:
    """Warn about unused classes that a rule or game adds to, and about its unused options and marks, most often because
    of a misspelt name. A frame can declare what only some games use."""
    words = {word for text in _reading(tables) for word in _WORD.findall(text)}
    names = {part for word in words for part in word.split(".")}
    classes = members(tables, "classes")
    declared = {m.name for m in classes if m.document.kind == "frame" or {"of", "starts"} & {*keys_in(m.value)}}
    for member in classes:
        if member.document.kind != "frame" and member.name not in names | declared:
            help_ = did_you_mean(member.name, declared | (names & set(tables.classes)))
            help_ = help_ or f"use it, as in `c.rank in {member.name}`, or remove it"
            tables.warn("unread", f"nothing uses the class `{member.name}`", member.key.span, help_)
    for member in members(tables, "options"):
        own = {f"options.{member.name}", f"options.{member.document.id}.{member.name}"}
        if member.document.kind != "frame" and not own & words:
            help_ = f"use it, as in `options.{member.name}`, or remove it"
            tables.warn("unread", f"nothing uses the option `{member.name}`", member.key.span, help_)
    _check_marks(tables)


def _check_marks(tables: Tables) -> None:
    """Report unused marks, except the one by which a card counts as another."""
    marks = [m for m in members(tables, "marks") if m.document.kind != "frame" and node_at(m.value, "guise") is None]
    texts = _reading(tables, (*_UNREAD, "marks")) if marks else ()
    names = {part for text in texts for word in _WORD.findall(text) for part in word.split(".")}
    for mark in marks:
        if mark.name not in names:
            help_ = f"use it, as in `c.{mark.name}`, or remove it"
            tables.warn("unread", f"nothing uses the mark `{mark.name}`", mark.key.span, help_)


def _reading(tables: Tables, without: tuple[str, ...] = _UNREAD) -> Iterator[str]:
    """Yield the scalars of the documents of a mix, except for some sections. Includes replaced members, and those for
    other mixes (`with:`)."""
    for document in tables.composition.documents:
        for other in (document.node, *(entry.value for entry in entries_in(document.node.get("with")))):
            for entry in entries_in(other):
                if entry.key.value in tables.composition.sections and entry.key.value not in without:
                    for node in walk(entry.value, without=("text",)):
                        yield from [node.value] if isinstance(node, Scalar) else keys_in(node)


# ---------------------------------------------------------------- braces in texts

_OF_TEXTS = ("endings", "groups")  # sections whose members can be texts
_HOLES = "a rule text can show `{options.NAME}`, and words that depend on a value: `{options.NAME is VALUE: …}`"
_PLAIN = "write the value itself: only the texts of whole games, rules and frames can show the values of options"


def check_braces(tables: Tables) -> None:
    """Report braces that people would read in the texts of the documents and of their members, such as
    `{options.high + 1}`. Templates of the language aren't among these: the parser reports their braces."""
    composition = tables.composition
    for document in composition.documents:
        title = document.node.get("title")
        if isinstance(title, Scalar):
            _report_all(tables, title)
    for document, text, words in _told(tables):
        for start, end in unfilled(document, composition, words):
            _report_braces(tables, text, start, end, _braces_help(words[start:end], values_of(document, composition)))
        _check_values(tables, document, text)
    for scalar in _member_texts(tables):
        _report_all(tables, scalar)
    _check_owners(tables)


def _check_owners(tables: Tables) -> None:
    """Report unknown members with sentences of the sheet, or changes to them."""
    composition = tables.composition
    keys = [key for member in composition.sections["sheet"] for key, _ in sheet_sentences(member.value) if key]
    for key in (*keys, *(name for _, name in changes(composition))):
        for name in [name for name, _ in owners(key) if not is_known(name, composition)]:
            message = f"this mix has no member `{name}` for a sentence of its sheet"
            tables.error("unknown-name", message, key.span, did_you_mean(name, called(composition)))


def _told(tables: Tables) -> Iterator[tuple[Document, Scalar, str]]:
    """Yield the texts that can show options, each with its words: those of documents, of the sheet, of the card chart
    and of facets."""
    yield from ((document, text, text.value) for document, text in texts_for_people(tables.composition))
    for member in tables.composition.sections["facets"]:
        text = node_at(member.value, "words")
        if isinstance(text, Scalar):
            yield member.document, text, text.value.replace(SHOWN_VALUE, "_" * len(SHOWN_VALUE))


def _check_values(tables: Tables, document: Document, text: Scalar) -> None:
    """Report words for a value that the option can't have."""
    settings = settings_of(document, tables.composition)
    for condition in all_conditions(text.value):
        setting = settings.get(condition.option or "")
        words = () if setting is None else setting.type.choices
        if not words or condition.value in words or condition.value is None:
            continue
        near = nearest(condition.value, words)
        help = f"did you mean `{near}`?" if near is not None else f"it can be {listing(words)}"
        message = f"the option `{condition.option}` is never `{condition.value}`"
        tables.error("text-condition", message, text.at(condition.start, condition.end), help)


def _member_texts(tables: Tables) -> Iterator[Scalar]:
    """Yield the texts of all members."""
    for member in tables.composition.members:
        alone = member.section in _OF_TEXTS and isinstance(member.value, Scalar)
        text = member.value if alone else node_at(member.value, "text")
        if isinstance(text, Scalar) and member.section != "examples":
            yield text


def _report_all(tables: Tables, scalar: Scalar) -> None:
    for start, end in braces_in(scalar.value):
        _report_braces(tables, scalar, start, end, _PLAIN)


def _report_braces(tables: Tables, scalar: Scalar, start: int, end: int, help: str) -> None:
    shown = scalar.value[start:end]
    tables.error("text-braces", f"players would read the braces of `{shown}`", scalar.at(start, end), help)


def _braces_help(hole: str, options: Collection[str]) -> str:
    """Return a suggestion for braces about an option or a misspelt one, or else what braces in a text can hold."""
    if len(hole) == 1:
        return f"for a brace in the text itself, write `{hole * 2}`"
    name = hole.strip("{ }").removeprefix("not ").removeprefix("options.").replace(":", " ").partition(" ")[0]
    if name in options:
        shown = f"`{{options.{name}}}`"
        return f"a text can show {shown}, and words that depend on it: `{{options.{name} is VALUE: …}}`, or `is not`"
    near = nearest(name, options) if hole == f"{{options.{name}}}" else None
    return f"did you mean `{{options.{near}}}`?" if near is not None else _HOLES
