"""Rulesets with typical mistakes or changes of authors: mixes of shipped documents, one of them mutated.

A mutation replaces a part of a parsed expression, step or action by another that could be there, or drops an entry of
the document. Many mutants don't check. One number of one seed is always the same mutant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias, cast

from mutations import EXPRESSIONS, brief, mutated, parts, put
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar
from parlour.lang import syntax as s
from parlour.mutation.sites import sites
from random_mixes import Mix
from unparse import unparse, unparse_actions, unparse_statements

Parsed: TypeAlias = "s.Expr | tuple[s.Stmt, ...] | s.Actions"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DROPPED_FROM = words("may when powers classes policy with functions groups zones state")
SETTINGS = words("players default in jokers copies pack ace each seen ordered starts counted columns")
NO_SETTINGS = words("examples text title credits")


@dataclass(frozen=True)
class Mutant:
    """A mutated document of a mix, in words and as a text."""

    mix: Mix
    document: Document
    changes: tuple[str, ...]
    text: str

    def write(self, folder: Path) -> Path:
        """Write the mutated document and a game that uses it; return the path of the game."""
        folder.mkdir(parents=True, exist_ok=True)
        notes = [f"# {note}" for note in (str(self.mix), *self.changes) for note in note.splitlines()]
        (folder / f"{self.document.id}.yaml").write_text(self.text, encoding="utf-8")
        lines = [*notes, "game: mutant", "title: Mutant", f"extends: {self.mix.game}"]
        rules = {"uses": self.mix.rules, "without": self.mix.without}
        lines += [f"{key}: [{', '.join(ids)}]" for key, ids in rules.items() if ids]
        if self.mix.options:
            lines += ["set:", *(f"  {name}: {_set(value)}" for name, value in self.mix.options.items())]
        path = folder / "mutant.yaml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path


def _set(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool | int) else json.dumps(value, ensure_ascii=False)


def mutant(chance: Random, mix: Mix, composition: Composition) -> Mutant | None:
    """Return a mutant of a mix, or None if the chosen document has no part of the kind to change."""
    documents = [d for d in composition.documents if d.kind != "game" or d.node.get("may") or d.node.get("procedures")]
    document = chance.choice(documents)
    editing = _Editing(document)
    changes = list[str]()
    for _ in range(chance.choice((1, 1, 2, 3, 4))):
        note = editing.entry(chance) if chance.random() < 0.2 else editing.part(chance)
        if note:
            changes.append(note)
    text = editing.text()
    return Mutant(mix, document, tuple(changes), text) if changes and text != document.node.span.source.text else None


# ---------------------------------------------------------------- a document


class _Editing:
    """Replaces stretches of one document's file."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.source = document.node.span.source
        self.edits: dict[tuple[int, int], str] = {}
        self.parsed = [(site, cast(Parsed, site.tree)) for site in sites(document.node)]
        self.pool = [e for _, node in self.parsed for path, e in parts(node) if isinstance(e, EXPRESSIONS)]

    def text(self) -> str:
        found = self.source.text
        for (start, end), new in sorted(self.edits.items(), reverse=True):
            found = found[:start] + new + found[end:]
        return found

    def part(self, chance: Random) -> str | None:
        """Changes a part of one expression, step or action."""
        if not self.parsed:
            return None
        place, node = chance.choice(self.parsed)
        if self._touched(place.scalar.span):
            return None
        sites = list(parts(node))
        chance.shuffle(sites)
        own = [e for _, e in sites if isinstance(e, EXPRESSIONS)]
        for path, old in sites[:12]:
            new = mutated(chance, old, own if chance.random() < 0.6 else self.pool)
            if new is None or new == old:
                continue
            changed = put(node, path, new)
            written = _unparse(place.form, changed)
            self.edits[place.scalar.span.start, place.scalar.span.end] = self._quoted(place.scalar, written)
            return f"{place.scalar.span.place}: `{brief(old)}` became `{brief(new)}`"
        return None

    def entry(self, chance: Random) -> str | None:
        """Drops an entry of a section, or changes what a plain scalar says."""
        entries = list(_droppable(self.document.node))
        if chance.random() < 0.5 and entries:
            entry = chance.choice(entries)
            span = entry.key.span.to(entry.value.span)
            if self._touched(span):
                return None
            self.edits[self._with_comma(span)] = ""
            return f"{span.place}: `{entry.key.value}` was dropped"
        scalars = list(_settings(self.document.node))
        if not scalars:
            return None
        key, scalar = chance.choice(scalars)
        if self._touched(scalar.span):
            return None
        new = _setting(chance, key, scalar.value)
        if new is None or new == scalar.value:
            return None
        self.edits[scalar.span.start, scalar.span.end] = new
        return f"{scalar.span.place}: `{key}` was `{scalar.value}` and became `{new}`"

    def _touched(self, span: Span) -> bool:
        return any(start < span.end and span.start < end for start, end in self.edits)

    def _with_comma(self, span: Span) -> tuple[int, int]:
        """Remove the comma of an entry in braces with the entry."""
        text = self.source.text
        after = re.compile(r"\s*,\s*").match(text, span.end)
        return (span.start, after.end()) if after else (span.start, span.end)

    def _quoted(self, scalar: Scalar, text: str) -> str:
        if "\n" not in text or not self.source.text.startswith("|", scalar.span.start):
            return json.dumps(text, ensure_ascii=False)
        line = self.source.line_text(scalar.span.line + 1)
        indent = line[: len(line) - len(line.lstrip())]
        return "|\n" + "\n".join(indent + row for row in text.split("\n"))


def _unparse(form: str, node: object) -> str:
    match form:
        case "expression":
            return unparse(node)  # type: ignore[arg-type]  # the form says what it is
        case "steps":
            return unparse_statements(node)  # type: ignore[arg-type]
        case _:
            return unparse_actions(node)  # type: ignore[arg-type]


def _droppable(node: doc.Mapping) -> Iterator[doc.Pair]:
    for section in node.entries:
        if section.key.value in DROPPED_FROM and isinstance(section.value, doc.Mapping):
            yield from (section,) if len(section.value.entries) == 1 else section.value.entries
            for member in section.value.entries:
                if isinstance(member.value, doc.Mapping) and len(member.value.entries) > 1:
                    yield from member.value.entries


def _settings(node: doc.Node, key: str = "") -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, doc.Mapping):
        for entry in node.entries:
            if entry.key.value not in NO_SETTINGS:
                yield from _settings(entry.value, entry.key.value)
    elif isinstance(node, Scalar) and key in SETTINGS:
        yield key, node


def _setting(chance: Random, key: str, value: str) -> str | None:
    match key:
        case "players":
            return chance.choice(("2..4", "2", "3..6", "1..3", "4", "2..10"))
        case "seen":
            return chance.choice(("nobody", "owner", "everybody", "top"))
        case "counted":
            return chance.choice(("nobody", "owner", "everybody"))
        case "ordered":
            return "false" if value == "true" else "true"
        case "ace":
            return "low" if value == "high" else "high"
        case "each":
            return chance.choice(("hand", "game", "turn", "match"))
        case _ if re.fullmatch(r"-?\d+", value):
            return str(chance.choice((0, 1, 2, int(value) + 1, int(value) - 1, 52)))
        case _ if value in ("true", "false"):
            return "false" if value == "true" else "true"
        case _ if key in ("default", "starts"):
            return chance.choice(("none", "0", "A", "true"))
        case _:
            return None
