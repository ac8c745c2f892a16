"""Reports zones that players see, but that have no `text` and an id that isn't a word: the screen shows the id."""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic
from parlour.documents.document import Mapping, Scalar
from parlour.lang.declarations import field, members
from parlour.lang.symbols import Tables


def check_labels(tables: Tables) -> None:
    """Note each zone that has an id such as `face-up` and no text, unless nobody sees its cards or their number."""
    for member in members(tables, "zones"):
        if member.name.isalpha() or not isinstance(member.value, Mapping) or member.value.get("text") is not None:
            continue
        if member.value.get("seen") is None and _said(field(member, "counted"), "") == "nobody":
            continue
        if _said(field(member, "seen"), "") == "nobody" and _said(field(member, "counted"), "") == "nobody":
            continue
        message = f"this zone has no `text`, so players read `{member.name}`"
        help = f"add the players' name for it: `text: {member.name.replace('-', ' ').replace('_', ' ')}`"
        tables.problems.append(Diagnostic("zone-text", message, member.key.span, "note", help=help))


def _said(node: Scalar | None, default: str) -> str:
    return node.value if node is not None else default
