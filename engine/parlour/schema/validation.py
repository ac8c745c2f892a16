"""Checking that a document has the structure of a frame, a rule, a game or a file of examples.

`schema/ruleset.schema.json` describes the structure, for editors too; here each violation becomes a diagnostic
at its place. Nothing here knows what documents mean together.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from parlour.base.diagnostics import Diagnostic, Related, did_you_mean, has_errors, in_order, writing
from parlour.base.place import shipped
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.schema.declared import check_names
from parlour.schema.messages import Words

if TYPE_CHECKING:
    from parlour.schema.conformance import SchemaCheck

NO_KIND = "expected a frame, a rule, a game or a deck"
KINDS: tuple[Literal["frame", "rule", "game"], ...] = ("frame", "rule", "game")
DECK: Literal["deck"] = "deck"  # a section of the others, too


def check_structure(node: Node) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with the structure of a document, by place."""
    if not isinstance(node, doc.Mapping) or not node.entries:
        message = "expected a ruleset, which begins with `frame:`, `rule:`, `game:` or `deck:` and its id"
        return (Diagnostic("schema-kind", message, node.span),)
    problems = _check_kind(node)
    if problems:
        return problems
    words = Words(node, ruleset_schema())
    faults = [d for fault in _check().faults(node) for d in words.explain(fault)]
    if not has_errors(faults):
        faults.extend(_check_players(node))
        faults.extend(check_names(node))
    return in_order(faults)


def kind_of(node: doc.Mapping) -> Literal["frame", "rule", "game", "deck", "examples"]:
    """Return the kind of a document whose structure has been checked."""
    kind = next((kind for kind in KINDS if node.entry(kind) is not None), None)
    return kind or (DECK if node.entry(DECK) is not None else "examples")


@cache
def ruleset_schema() -> dict[str, Any]:
    path = shipped("schema") / "ruleset.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(schema, dict)
    return schema


@cache
def _check() -> SchemaCheck:
    from parlour.schema.conformance import SchemaCheck  # slow to import, and not needed for lists and help

    return SchemaCheck(ruleset_schema())


def _check_kind(node: doc.Mapping) -> tuple[Diagnostic, ...]:
    kinds = [entry for entry in node.entries if entry.key.value in KINDS]
    if len(kinds) > 1:
        first, second = kinds[:2]
        there = Related(first.key.span, f"here it is a {first.key.value}")
        message = f"a document can't be a {first.key.value} and a {second.key.value} at once"
        help = "put each of them in a file of its own"
        return (Diagnostic("schema-kind", message, second.key.span, related=(there,), help=help),)
    if kinds or node.get("examples") is not None or isinstance(node.get(DECK), Scalar):
        return ()
    given = next((e for e in node.entries if e.key.value == "given"), None)
    if given is not None:
        help = "run `parlour why … --position` with it, or make it an example: put it under `examples:` with a name"
        return (Diagnostic("schema-kind", NO_KIND, given.key.span, help=help),)
    entry = next((e for e in node.entries if did_you_mean(e.key.value, KINDS)), node.entries[0])
    help = did_you_mean(entry.key.value, KINDS) or "begin with `frame:`, `rule:`, `game:` or `deck:` and its id"
    return (Diagnostic("schema-kind", NO_KIND, entry.key.span, help=help),)


def _check_players(node: doc.Mapping) -> tuple[Diagnostic, ...]:
    """Report an empty range, such as `7..2`, and numbers below 1."""
    players = node.get("players")
    if not isinstance(players, Scalar):
        return ()
    low, dots, high = players.value.partition("..")
    if int(low) < 1:
        return (Diagnostic("schema-value", "expected at least one player", players.span),)
    if dots and int(low) > int(high):
        message = f"the range {low}..{high} is empty"
        right = f"{high}..{low}"
        fixes = writing(players.span, right) if players.plain else ()
        return (Diagnostic("schema-value", message, players.span, help=f"write `{right}`", fixes=fixes),)
    return ()
