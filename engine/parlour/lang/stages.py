"""Finds what each stage resets when it begins."""

from __future__ import annotations

from parlour import program as ir
from parlour.documents.document import Mapping, Node, Scalar, node_at
from parlour.lang.declarations import members
from parlour.lang.linearity import Routine, run_by
from parlour.lang.symbols import Tables


def stages_of(tables: Tables, routines: dict[str, Routine]) -> tuple[ir.Stage, ...]:
    """Return all stages. Each resets its own variables and those of the stages inside it."""
    seats = {m.name: m.value for m in members(tables, "seats")}
    deck = {m.name: m.value for m in members(tables, "deck")}
    by_stage: dict[str, list[int]] = {name: [] for name in tables.stages}
    main = tables.composition.single("main")
    for member in members(tables, "state"):
        if not isinstance(member.value, Mapping) or member.name not in tables.variables:
            continue
        node = member.value.get("each") or (main if member.value.get("starts") else None)
        if isinstance(node, Scalar):
            by_stage[node.value].append(tables.variables[member.name])
    if ir.IN_FORCE in tables.variables and isinstance(main, Scalar):
        by_stage[main.value].append(tables.variables[ir.IN_FORCE])
    for name, log in tables.logs.items():
        node = node_at(log.member.value, "each")
        if isinstance(node, Scalar):
            by_stage[node.value] += [tables.variables[name], log.length]
    stages = []
    for name in tables.stages:
        within = run_by(routines, name)
        inside = [n for n in tables.stages if n in within]
        resets = sorted(v for n in inside for v in by_stage[n])
        words = tables.worded_ends.get(name, set())
        if words:
            resets.append(tables.variables["ending"])

        def resets_with(node: Node | None, inside: list[str] = inside) -> bool:
            return isinstance(node, Scalar) and node.value in inside

        whole = isinstance(main, Scalar) and main.value == name
        deals = deck.get("each")
        stages.append(
            ir.Stage(
                name,
                tuple(resets),
                whole or resets_with(seats.get("out")),
                whole or resets_with(seats.get("direction")),
                whole or (isinstance(deals, Scalar) and deals.value == name),
                routines[name].origin,
                tuple(sorted(words)),
            )
        )
    return tuple(stages)
