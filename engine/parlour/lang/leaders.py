"""Declares who leads to a zone: with `led-by`, its cards come from the players in turn order."""

from __future__ import annotations

from dataclasses import replace

from parlour.documents.composition import Member
from parlour.documents.document import Scalar, node_at
from parlour.lang import types
from parlour.lang.declarations import heading, members, truth
from parlour.lang.symbols import Tables


def declare_leaders(tables: Tables) -> None:
    """Give each zone with `led-by` the number of its variable."""
    for member in members(tables, "zones"):
        node = node_at(member.value, "led-by")
        head = heading(tables, member.key) if isinstance(node, Scalar) else None
        if isinstance(node, Scalar) and head is not None and _is_leader(tables, member, node):
            number = tables.zones[head.name]
            tables.zone_list[number] = replace(tables.zone_list[number], led_by=tables.variables[node.value])


def _is_leader(tables: Tables, member: Member, node: Scalar) -> bool:
    """Report a zone without an order, and everything but a single variable of type player."""
    if not truth(member, "ordered"):
        message = f"`{member.name}` has no order, so nobody leads to it"
        tables.error("zone", message, node.span, help="remove `led-by`, or add `ordered: true`")
        return False
    if node.value not in tables.variables:
        message, known = f"unknown variable `{node.value}`", list(tables.variables)
        tables.unknown("unknown-name", message, node.value, node.span, known)
        return False
    variable = tables.variable_list[tables.variables[node.value]]
    if variable.type != types.PLAYER or variable.keys:
        what = "has keys" if variable.keys else f"is {types.in_words(variable.type)}"
        message = f"`led-by` expects a variable of type player, without keys; `{node.value}` {what}"
        help = "declare one under `state`: `leader: {type: player}`, and write `led-by: leader`"
        tables.error("zone", message, node.span, help=help)
        return False
    return True
