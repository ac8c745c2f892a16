"""Edits that drop an entry of a document: a clause, a hook, a power, a member of a class, a rule of a game."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.mutation.edits import Edit, edit

_OPERATORS = {
    "may": "drop-clause", "when": "drop-hook", "powers": "drop-power", "classes": "drop-member", "uses": "drop-rule",
}  # fmt: skip


def dropped(node: doc.Mapping) -> Iterator[Edit]:
    """Yield an edit for each entry that the rest of the document can do without."""
    for section in node.entries:
        name, value = section.key.value, section.value
        if name == "with" and isinstance(value, doc.Mapping):
            for rule in value.entries:
                if isinstance(rule.value, doc.Mapping):
                    yield from dropped(rule.value)
        elif name in _OPERATORS:
            yield from _in_section(_OPERATORS[name], value)


def _in_section(operator: str, section: doc.Node) -> Iterator[Edit]:
    match section:
        case doc.Sequence(items=items):
            yield from (_without(operator, item.span, section) for item in items)
        case doc.Mapping(entries=entries):
            for entry in entries:
                inner = entry.value
                if operator == "drop-member" and isinstance(inner, doc.Mapping):
                    yield from _members(inner)
                elif operator != "drop-hook" and isinstance(inner, doc.Mapping) and len(inner.entries) > 1:
                    yield from (_without(operator, _whole(part), inner) for part in inner.entries)
                else:
                    yield _without(operator, _whole(entry), section)


def _members(declared: doc.Mapping) -> Iterator[Edit]:
    for entry in declared.entries:
        if isinstance(entry.value, doc.Sequence):
            yield from (_without("drop-member", item.span, entry.value) for item in entry.value.items)


def _whole(entry: doc.Pair) -> Span:
    return entry.key.span.to(entry.value.span)


def _without(operator: str, span: Span, among: doc.Mapping | doc.Sequence) -> Edit:
    """Take a stretch out of a collection, with the comma, the dash or the line that belongs to it."""
    items = among.entries if isinstance(among, doc.Mapping) else among.items
    text = span.source.text
    opening = text[among.span.start]
    if opening in "{[":
        if len(items) == 1:
            return edit(operator, among.span, "{}" if opening == "{" else "[]", span)
        return _without_comma(operator, span)
    if len(items) == 1:
        return edit(operator, among.span, "{}" if isinstance(among, doc.Mapping) else "[]", span)
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end - 1) + 1
    return Edit(operator, Span(span.source, start, end or len(text)), "", span)


def _without_comma(operator: str, span: Span) -> Edit:
    text = span.source.text
    after = len(text) - len(text[span.end :].lstrip())
    if text[after : after + 1] == ",":
        blanks = len(text[after + 1 :]) - len(text[after + 1 :].lstrip(" "))
        return Edit(operator, Span(span.source, span.start, after + 1 + blanks), "", span)
    before = len(text[: span.start].rstrip())
    start = before - 1 if text[before - 1 : before] == "," else span.start
    return Edit(operator, Span(span.source, start, span.end), "", span)
