"""The texts of a mix as syntax trees, each with the member that contains it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Member
from parlour.documents.document import Node, Scalar, Sequence, entries_in, items_in, node_at
from parlour.lang import parser

Kind = Literal["expression", "condition", "steps", "actions", "template", "odds"]

KEYS: dict[str, dict[str, Kind]] = {
    "functions": {"": "expression", "instead": "expression", "when": "condition", "is": "expression",
                  "union": "expression"},
    "procedures": {"": "steps", "instead": "steps"},
    "stages": {"": "steps", "instead": "steps"},
    "prompts": {"": "actions", "instead": "actions"},
    "misplay": {"": "steps"},
    "when": {"": "steps", "do": "steps", "if": "condition"},
    "may": {"forbid": "condition", "allow": "condition", "says": "template"},
    "facets": {"forbid": "condition", "allow": "condition", "says": "template", "by": "expression"},
    "possible": {"require": "condition", "says": "template"},
    "outcome": {"": "expression", "instead": "expression"},
    "deck": {"jokers": "expression", "copies": "expression", "use": "condition"},
    "melding": dict.fromkeys(("sets", "runs", "corner", "worth", "wild", "most-wild", "twins"), "expression"),
    "state": {"starts": "expression"},
    "logs": {"room": "expression", "shows": "template"},
    "shows": {"if": "condition", "line": "template"},
    "zones": {"columns": "expression", "room": "expression", "sorted-by": "expression"},
}  # fmt: skip
"""The keys whose values are texts of the language, by section. The key "" means that the member is a text itself."""

_OF_PARTS = ("deck", "melding")  # their members are the keys themselves

TAKES: dict[str, Kind] = {"condition": "condition", "value": "expression", "steps": "steps"}
"""The kind of text that a power has, by the kind that its facet takes."""


@dataclass(frozen=True)
class MemberText:
    """A text of a member: its kind and its syntax."""

    member: Member
    kind: Kind
    scalar: Scalar
    syntax: object
    clause: str | None = None  # the key of the clause that contains it


def texts(composition: Composition) -> tuple[MemberText, ...]:
    """Return all texts of a mix, without those of replaced members."""
    takes = dict(_takes(composition))
    return tuple(text for member in composition.members for text in _of_member(member, takes))


def texts_of(composition: Composition, member: Member) -> Iterator[MemberText]:
    """Yield the texts of one member, which another member can replace."""
    return _of_member(member, dict(_takes(composition)))


def _of_member(member: Member, takes: dict[str, Kind]) -> Iterator[MemberText]:
    if member.section == "powers":
        yield from _powers(member, takes)
    elif member.section == "policy":
        yield from _policy(member)
    elif member.section in KEYS:
        key = member.name if member.section in _OF_PARTS else ""
        yield from _under(member, member.value, KEYS[member.section], key)


def _takes(composition: Composition) -> Iterator[tuple[str, Kind]]:
    for facet in composition.sections["facets"]:
        node = node_at(facet.value, "takes")
        if isinstance(node, Scalar) and node.value in TAKES:
            yield facet.name, TAKES[node.value]


def _powers(member: Member, takes: dict[str, Kind]) -> Iterator[MemberText]:
    for entry in entries_in(member.value):
        if entry.key.value in takes and isinstance(entry.value, Scalar):
            yield from _text(member, entry.value, takes[entry.key.value], None)


def _policy(member: Member) -> Iterator[MemberText]:
    kind: Kind = "odds" if member.name == "odds" else "condition"
    for node in items_in(member.value):
        for entry in entries_in(node):
            for text in items_in(entry.value):
                if isinstance(text, Scalar):
                    yield from _text(member, text, kind, None)


def _under(
    member: Member, node: Node, keys: dict[str, Kind], key: str, clause: str | None = None
) -> Iterator[MemberText]:
    if isinstance(node, Scalar):
        if key in keys:
            yield from _text(member, node, keys[key], clause)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _under(member, item, keys, key, clause)
    else:
        for entry in node.entries:
            inside = clause if entry.key.value in keys or clause is not None else entry.key.value
            yield from _under(member, entry.value, keys, entry.key.value, inside)


def _text(member: Member, scalar: Scalar, kind: Kind, clause: str | None) -> Iterator[MemberText]:
    problems: list[Diagnostic] = []
    syntax: object
    match kind:
        case "expression" | "condition":
            syntax = parser.parse_expression(scalar, problems)
        case "steps":
            syntax = parser.parse_statements(scalar, problems)
        case "actions":
            syntax = parser.parse_actions(scalar, problems)
        case "odds":
            syntax = parser.parse_odds(scalar, problems)
        case "template":
            syntax = parser.parse_template(scalar, problems)
    if syntax is not None:
        yield MemberText(member, kind, scalar, syntax, clause)
