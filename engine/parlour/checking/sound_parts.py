"""Checks the sound parts of a file with errors in its structure.

Removes the parts with errors from a copy of the text, keeping all places, and checks that copy in its mix. Reports
only errors in members that don't depend on a removed name, directly or through other members of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, nearest
from parlour.base.source import Source, Span
from parlour.documents.document import Node, Pair, Sequence, entries_in, walk
from parlour.documents.yaml_text import read_data
from parlour.library.loading import file, in_place_of
from parlour.schema.declared import SECTIONS as NAMED
from parlour.schema.validation import KINDS, check_structure, ruleset_schema

Findings = tuple[Diagnostic, ...]
DECLARING = (*NAMED, "records", "groups", "facets", "names")  # sections whose members other members can mention
PLAYING = ("may", "when", "powers", "possible", "policy", "main")
FOR_READERS = ("examples", "sheet", "chart", "text", "because", "also-called", "topics")
REMOVABLE = frozenset((*DECLARING, *PLAYING, *FOR_READERS))
ROUNDS = 8  # a removed part can leave an error around it


@dataclass(frozen=True)
class _Removed:
    """A pair with an error, inside these other pairs, from the outside in."""

    pair: Pair
    around: tuple[Pair, ...]

    @property
    def section(self) -> str:
        return (*self.around, self.pair)[0].key.value


def sound_findings(path: Path, check: Callable[[], Findings]) -> Findings:
    """Return the errors in the sound parts of a file. `check` checks the file as it is loaded at that time."""
    known = file(path)
    if isinstance(known.data, Diagnostic):
        return ()
    node, _ = read_data(known.data, known.source)
    text, removed = _without_errors(known.source, node) if node is not None else ("", [])
    if node is None or not removed:
        return ()
    with in_place_of({path: text.encode("utf-8")}):
        errors = [d for d in check() if d.severity == "error" and d.span and d.span.source.name == known.source.name]
    sound = list(_sound_members(node, removed))
    return tuple(_moved(d, known.source) for d in errors if any(_within(d.span, member) for member in sound))


def _without_errors(source: Source, node: Node) -> tuple[str, list[_Removed]]:
    """Return the text without the parts that have errors, and these parts: none if too little would be left."""
    text, removed = source.text, list[_Removed]()
    for _ in range(ROUNDS):
        errors = [d for d in check_structure(node) if d.severity == "error"]
        if not errors:
            return text, removed
        parts = [_part_at(node, d.span) for d in errors if d.span is not None]
        for part in parts:
            if part is None or not _is_removable(part):
                return text, []
            removed.append(part)
            text = _blanked(text, part.pair)
        again, _ = read_data(text.encode("utf-8"), replace(source, text=text))
        if again is None:
            break
        node = again
    return text, []


def _part_at(node: Node, span: Span, around: tuple[Pair, ...] = ()) -> _Removed | None:
    """Return the innermost pair at a place."""
    if isinstance(node, Sequence):
        parts = (_part_at(item, span, around) for item in node.items)
        return next((part for part in parts if part is not None), None)
    for pair in entries_in(node):
        if _within(span, pair):
            return _part_at(pair.value, span, (*around, pair)) or _Removed(pair, around)
    return None


def _is_removable(part: _Removed) -> bool:
    """True if a mix stands without this part: it isn't about the frame, the rules or the deck."""
    if part.around or part.section in REMOVABLE:
        return part.section in REMOVABLE
    known = {key for kind in KINDS for key in ruleset_schema()["$defs"][kind]["properties"]}
    return part.section not in known and nearest(part.section, known) in REMOVABLE


def _blanked(text: str, pair: Pair) -> str:
    """Return the text with blanks in place of a pair, and of the comma beside it."""
    start, end = pair.key.span.start, _end(pair)
    after, before = re.compile(r"\s*,").match(text, end), re.compile(r",\s*\Z").search(text, 0, start)
    if after is not None:
        end = after.end()
    elif before is not None:
        start = before.start()
    elif (colon := re.compile(r"[ \t]*:").match(text, end)) is not None:
        end = colon.end()
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _sound_members(node: Node, removed: Iterable[_Removed]) -> Iterator[Pair]:
    """Yield the members that don't mention a removed name, directly or through others."""
    parts = list(removed)
    names = {name for part in parts for name in _declared_by(part)}
    places = {part.pair.key.span.start for part in parts}
    left = [(section, member) for section in entries_in(node) for member in entries_in(section.value)]
    while True:
        unsound = [(s, m) for s, m in left if _has(m, places) or not names.isdisjoint(_words(m))]
        if not unsound:
            break
        left = [each for each in left if each not in unsound]
        names |= {_name(member) for section, member in unsound if section.key.value in DECLARING}
    yield from (member for section, member in left if section.key.value in REMOVABLE - set(FOR_READERS))


def _declared_by(part: _Removed) -> Iterator[str]:
    """Yield the names that a removed part can have declared: those of its member or clause, and its keys."""
    yield from map(_name, (*part.around, part.pair)[1 if part.section in DECLARING else 2 :])
    for node in walk(part.pair.value):
        yield from map(_name, entries_in(node))


def _name(pair: Pair) -> str:
    return pair.key.value.partition("(")[0].strip()


def _words(pair: Pair) -> set[str]:
    text = pair.key.span.source.text[pair.key.span.start : _end(pair)]
    words = set(re.findall(r"[^\W\d][\w-]*", text))
    return words | {part for word in words for part in word.split("-")}


def _has(member: Pair, places: set[int]) -> bool:
    return any(member.key.span.start <= place < _end(member) for place in places)


def _end(pair: Pair) -> int:
    return max(pair.key.span.end, pair.value.span.end)


def _within(span: Span | None, member: Pair) -> bool:
    return span is not None and member.key.span.start <= span.start and span.end <= _end(member)


def _moved(d: Diagnostic, source: Source) -> Diagnostic:
    """Return a finding in the copy at the same place of the original."""

    def there(span: Span) -> Span:
        return replace(span, source=source) if span.source.name == source.name else span

    related = tuple(replace(r, span=there(r.span)) for r in d.related)
    return replace(d, span=None if d.span is None else there(d.span), related=related, fixes=())
