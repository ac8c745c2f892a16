"""Warns about classes, options and marks that nothing uses, most often because of a misspelt name.

Looks at the words of all members, even those that options leave out. A frame can declare what only some games use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, did_you_mean
from parlour.documents.composition import Member
from parlour.documents.document import Mapping, Node, Scalar, entries_in, keys_in, node_at, walk
from parlour.lang.declarations import members
from parlour.lang.symbols import Tables

_UNREAD = ("classes", "examples")  # sections in which a name doesn't count as a use
_WORD = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]+)*")


def check_unread(tables: Tables) -> None:
    """Warn about unused classes that a rule or game adds to, and about its unused options and marks."""
    words = {word for text in _reading(tables) for word in _WORD.findall(text)}
    names = {part for word in words for part in word.split(".")}
    declared = {m.name for m in members(tables, "classes") if m.document.kind == "frame" or _declares(m)}
    for member in members(tables, "classes"):
        if member.document.kind != "frame" and member.name not in names | declared:
            help_ = did_you_mean(member.name, declared | (names & set(tables.classes)))
            help_ = help_ or f"use it, as in `c.rank in {member.name}`, or remove it"
            _report(tables, member, f"nothing uses the class `{member.name}`", help_)
    for member in members(tables, "options"):
        own = {f"options.{member.name}", f"options.{member.document.id}.{member.name}"}
        if member.document.kind != "frame" and not own & words:
            help_ = f"use it, as in `options.{member.name}`, or remove it"
            _report(tables, member, f"nothing uses the option `{member.name}`", help_)
    _check_marks(tables)


def _check_marks(tables: Tables) -> None:
    marks = [m for m in members(tables, "marks") if m.document.kind != "frame" and not _is_guise(m)]
    texts = _reading(tables, (*_UNREAD, "marks")) if marks else ()
    names = {part for text in texts for word in _WORD.findall(text) for part in word.split(".")}
    for mark in marks:
        if mark.name not in names:
            _report(
                tables, mark, f"nothing uses the mark `{mark.name}`", f"use it, as in `c.{mark.name}`, or remove it"
            )


def _is_guise(member: Member) -> bool:
    """True if the engine itself uses the mark, because a card counts as its value."""
    return node_at(member.value, "guise") is not None


def _declares(member: Member) -> bool:
    return not {"of", "starts"}.isdisjoint(keys_in(member.value))


def _report(tables: Tables, member: Member, message: str, help_: str) -> None:
    tables.problems.append(Diagnostic("unread", message, member.key.span, "warning", help=help_))


def _reading(tables: Tables, without: tuple[str, ...] = _UNREAD) -> Iterator[str]:
    """Yield the scalars of the documents of a mix, except for some sections. Includes replaced members, and those for
    other mixes (`with:`)."""
    for document in tables.composition.documents:
        for other in (document.node, *_values(document.node.get("with"))):
            for entry in entries_in(other):
                if entry.key.value in tables.composition.sections and entry.key.value not in without:
                    yield from _texts(entry.value, keys=True)


def _values(node: Node | None) -> Iterator[Node]:
    yield from (entry.value for entry in entries_in(node))


def _texts(value: Node, keys: bool = False) -> Iterator[str]:
    for node in walk(value, without=("text",)):
        if isinstance(node, Scalar):
            yield node.value
        elif isinstance(node, Mapping) and keys:
            yield from (entry.key.value for entry in node.entries)
