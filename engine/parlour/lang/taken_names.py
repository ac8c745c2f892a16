"""Reports declared names that already mean something else: a name of the language, or of another declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.source import Span, is_shipped
from parlour.documents.composition import Member
from parlour.lang import parser
from parlour.lang.symbols import Tables
from parlour.lang.vocabulary import FUNCTIONS, TABLE_NAMES

VALUES = ("zones", "state", "logs")  # they share their names, with brackets or without
CALLED = (*VALUES, "functions")  # these share their names with brackets
RUN = ("procedures", "stages", "prompts")  # hooks name them
PLAIN = {*TABLE_NAMES, "box", "ending", "options"}


def check_taken(tables: Tables) -> None:
    """Report such names, at the later of two documents."""
    for member in _declared(tables, CALLED):
        if member.name in FUNCTIONS:
            _report(tables, member, f"`{member.name}` is a function of the language")
    for member in _declared(tables, (*VALUES, "classes", "types")):
        if member.name in PLAIN:
            _report(tables, member, f"`{member.name}` is a name of the language")
    _check_declarations(tables, CALLED, "`{}` is already the name of something else")
    _check_declarations(tables, RUN, "two things have the name `{}`, so a hook with this name is ambiguous")


def without_consequences(tables: Tables) -> list[Diagnostic]:
    """Return the findings without those that such a name causes: in other documents, and where it is used."""
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


def _report(tables: Tables, member: Member, message: str, related: tuple[Related, ...] = ()) -> None:
    if member not in tables.taken:
        tables.error("name-twice", message, member.key.span, help="choose another name", related=related)
        tables.taken[member] = tables.problems[-1]


def _check_declarations(tables: Tables, sections: tuple[str, ...], message: str) -> None:
    """Report members of these sections that have the same name."""
    places = {document.source: number for number, document in enumerate(tables.composition.documents)}
    named: dict[str, list[Member]] = {}
    for member in _declared(tables, sections):
        named.setdefault(member.name, []).append(member)
    for name, members_ in named.items():
        members_.sort(key=lambda m: (not is_shipped(m.document.source.name), places[m.document.source]))
        for number, member in enumerate(members_):
            first = next((other for other in members_[:number] if _same_use(member, other)), None)
            if first is not None:
                related = (Related(first.key.span, "the other one"),)
                _report(tables, member, message.format(name), related)


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
