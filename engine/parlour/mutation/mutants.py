"""The mutants of a document: each edit with an id, in the order of the document; and the verdict on each, as plain data
that processes can exchange.

Equal documents have equal mutants with equal ids, so `--only twos-draw:3` finds one again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from parlour.coverage.sites import Site, for_bots, nodes, sites
from parlour.documents.composition import Composition, Document, Member, heading_name
from parlour.documents.document import Scalar, node_at
from parlour.lang import syntax as s
from parlour.mutation.code_edits import ZoneNames, edits_of
from parlour.mutation.document_edits import OptionTypes, dropped, settings
from parlour.mutation.edits import Edit, is_inside

Status = Literal["refused", "killed", "survived", "explained", "not told apart", "the same game"]

STATUSES: tuple[Status, ...] = ("killed", "survived", "explained", "refused", "not told apart", "the same game")


@dataclass(frozen=True)
class Verdict:
    """`by` names the example that failed, or the code of the finding. `note` is a sentence about a difference, or the
    reason why no example is needed. `example` is an example to paste that would notice the mutant."""

    id: str
    status: Status
    by: str = ""
    note: str = ""
    example: str = ""
    games: int = 0


def score(verdicts: Sequence[Verdict]) -> float | None:
    """The killed mutants as a share of those that are known to matter: killed or survived. None if there are none."""
    killed = [verdict.status == "killed" for verdict in verdicts if verdict.status in ("killed", "survived")]
    return sum(killed) / len(killed) if killed else None


@dataclass(frozen=True)
class Mutant:
    """A document with one edit."""

    id: str
    document: Document
    edit: Edit

    def diff(self) -> tuple[list[str], list[str]]:
        """The lines that the edit replaces, and those that replace them; of a dropped entry only its own text."""
        text, span = self.document.source.text, self.edit.span
        if self.edit.drops_entry:
            return span.text.splitlines(), []
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", max(span.end - 1, span.start))
        end = len(text) if end < 0 else end
        new = text[start : span.start] + self.edit.new + text[span.end : max(end, span.end)]
        return text[start:end].splitlines(), new.splitlines()


@dataclass(frozen=True)
class Surroundings:
    """The declarations of a mix that the mutants of its documents can use."""

    zones: ZoneNames = field(default_factory=ZoneNames)
    options: OptionTypes = field(default_factory=dict)
    lifetimes: tuple[str, ...] = ()
    """The stages with which variables or the deck begin again."""

    @classmethod
    def of(cls, composition: Composition) -> Surroundings:
        options = {setting.full_name: setting.type for setting in composition.options.values()}
        return cls(_zone_names(composition.sections["zones"]), options, _lifetimes(composition))


def _lifetimes(composition: Composition) -> tuple[str, ...]:
    """Return these stages in the order of their declarations."""
    sections = composition.sections
    nodes = [node_at(member.value, "each") for name in ("state", "logs") for member in sections[name]]
    nodes += [member.value for member in composition.sections["deck"] if member.name == "each"]
    named = {node.value for node in nodes if isinstance(node, Scalar)}
    return tuple(dict.fromkeys(stage.name for stage in composition.sections["stages"] if stage.name in named))


def _zone_names(zones: Sequence[Member]) -> ZoneNames:
    table = [heading_name(zone.key.value) for zone in zones if "(" not in zone.key.value]
    player = [heading_name(zone.key.value) for zone in zones if "(player)" in zone.key.value.replace(" ", "")]
    return ZoneNames(tuple(table), tuple(player))


def mutants_of(document: Document, around: Surroundings) -> tuple[Mutant, ...]:
    """Return all mutants of a document in the order of its text."""
    aside = for_bots(document)
    unique: dict[tuple[int, int, str], Edit] = {}
    edits = sorted(_edits(document, around), key=lambda e: (e.span.start, -e.span.end, e.operator, e.new))
    for each in edits:
        if each.span.text != each.new and not any(is_inside(each.span, span) for span in aside):
            unique.setdefault((each.span.start, each.span.end, each.new), each)
    name = document.id or document.path.stem
    return tuple(Mutant(f"{name}:{number}", document, edit) for number, edit in enumerate(unique.values(), 1))


def _edits(document: Document, around: Surroundings) -> Iterator[Edit]:
    yield from dropped(document.node)
    code = tuple(sites(document.node))
    yield from settings(document.node, around.options, around.lifetimes, _limits(code))
    for site in code:
        yield from edits_of(site, around.zones)


def _limits(code: Sequence[Site]) -> frozenset[str]:
    """Return the options that only stop loops that would go on forever."""
    inside = [node for site in code for node in nodes(site.tree)]
    loops = [node.limit for node in inside if isinstance(node, s.While | s.RepeatUntil) and node.limit is not None]
    named = {_option_name(node) for limit in loops for node in s.walk(limit)}
    return frozenset(name for name in named - {_option_name(node) for node in inside} if name is not None)


def _option_name(node: object) -> str | None:
    """Return the name of an option: `a` for `options.a`."""
    match node:
        case s.Field(of=s.Name(id="options"), name=name):
            return name
    return None
