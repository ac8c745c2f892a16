"""The mutants of a document: each edit with an id, in the order of the document.

Equal documents have equal mutants with equal ids, so `--only twos-draw:3` finds one again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.base.source import Span, told
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, heading_name
from parlour.documents.document import Mapping, Scalar
from parlour.lang import syntax as s
from parlour.mixing.bot_functions import bot_functions
from parlour.mixing.members import all_members
from parlour.mutation.edits import Edit, edit
from parlour.mutation.remaining import option_name, option_names
from parlour.mutation.setting_edits import OptionTypes, settings
from parlour.mutation.sites import Site, nodes, sites
from parlour.mutation.syntax_edits import ZoneNames, edits_of


@dataclass(frozen=True)
class Mutant:
    """A document with one edit."""

    id: str
    document: Document
    edit: Edit

    @property
    def operator(self) -> str:
        return self.edit.operator

    @property
    def sentence(self) -> str:
        return self.edit.sentence

    @property
    def place(self) -> Span:
        """The stretch to show with it; for an edit that takes a whole line, the entry in the line."""
        return self.edit.around if self.edit.new == "" else self.edit.span

    @property
    def text(self) -> str:
        """The whole document with the edit."""
        text, span = self.document.source.text, self.edit.span
        return text[: span.start] + self.edit.new + text[span.end :]

    def diff(self) -> tuple[list[str], list[str]]:
        """The lines that the edit replaces, and those that replace them."""
        text, span = self.document.source.text, self.edit.span
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", max(span.end - 1, span.start))
        end = len(text) if end < 0 else end
        new = text[start : span.start] + self.edit.new + text[span.end : max(end, span.end)]
        return text[start:end].splitlines(), new.splitlines()

    @property
    def file(self) -> str:
        return told(self.document.source.name)


@dataclass(frozen=True)
class Surroundings:
    """The declarations of a mix that the mutants of its documents can use."""

    zones: ZoneNames
    options: OptionTypes
    lifetimes: tuple[str, ...]
    """The stages with which variables or the deck begin again."""

    @classmethod
    def of(cls, composition: Composition) -> Surroundings:
        options = {setting.full_name: setting.type for setting in composition.options.values()}
        return cls(_zone_names(composition.sections["zones"]), options, _lifetimes(composition))


def _lifetimes(composition: Composition) -> tuple[str, ...]:
    """Return these stages in the order of their declarations."""
    nodes = [member.value.get("each") for section in ("state", "logs") for member in composition.sections[section]
             if isinstance(member.value, Mapping)]  # fmt: skip
    nodes += [member.value for member in composition.sections["deck"] if member.name == "each"]
    named = {node.value for node in nodes if isinstance(node, Scalar)}
    return tuple(dict.fromkeys(stage.name for stage in composition.sections["stages"] if stage.name in named))


def _zone_names(zones: Sequence[Member]) -> ZoneNames:
    table = [heading_name(zone.key.value) for zone in zones if "(" not in zone.key.value]
    player = [heading_name(zone.key.value) for zone in zones if "(player)" in zone.key.value.replace(" ", "")]
    return ZoneNames(tuple(table), tuple(player))


def mutants_of(document: Document, around: Surroundings) -> tuple[Mutant, ...]:
    """Return all mutants of a document in the order of its text."""
    aside = _for_bots(document)
    edits = dict.fromkeys(
        edit for edit in _edits(document, around)
        if edit.span.text != edit.new and not any(s.start <= edit.span.start and edit.span.end <= s.end for s in aside)
    )  # fmt: skip
    ordered = sorted(edits, key=lambda each: (each.span.start, -each.span.end, each.operator, each.new))
    unique: dict[tuple[int, int, str], Edit] = {}
    for each in ordered:
        unique.setdefault((each.span.start, each.span.end, each.new), each)
    name = document.id or document.path.stem
    return tuple(Mutant(f"{name}:{number}", document, edit) for number, edit in enumerate(unique.values(), 1))


def _for_bots(document: Document) -> list[Span]:
    """Return the functions that no example can notice, because only the policy calls them."""
    names = bot_functions(document)
    functions = [member for member in all_members(document) if member.section == "functions" and member.name in names]
    return [member.key.span.to(member.value.span) for member in functions]


def _edits(document: Document, around: Surroundings) -> Iterator[Edit]:
    yield from dropped(document.node)
    found = tuple(sites(document.node))
    yield from settings(document.node, around.options, around.lifetimes, _limits(found))
    for site in found:
        yield from edits_of(site, around.zones)


def _limits(found: Sequence[Site]) -> frozenset[str]:
    """Return the options that only stop loops that would go on forever."""
    inside = [node for site in found for node in nodes(site.tree)]
    loops = [node.limit for node in inside if isinstance(node, s.While | s.RepeatUntil) and node.limit is not None]
    return option_names(tuple(loops)) - {option_name(node) for node in inside}


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
