"""Words the condition of an action that doesn't hold: an empty zone, or a card outside a set.

Mentions only zones whose sizes everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.interpreter.arms import ArmCode
from parlour.program.set_bounds import conjuncts
from parlour.states.machine import Machine
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import Layout

Words = Callable[[Cells], str | None]


def unmet(machine: Machine, s: Cells, arm: ArmCode, payload: int) -> str | None:
    """Return a condition that keeps a choice from being offered: `the draw pile is empty`."""
    guards = [guard for guard in (arm.arm.test, arm.arm.where) if guard is not None]
    for condition in [condition for guard in guards for condition in conjuncts(guard)]:
        told, holds = _words(arm, condition), arm.x.test(condition)
        state = s + machine.interpreter.scratch.cells  # after compiling, which can add scratch cells
        arm.bind(state, payload)
        if not holds(state) and told is not None and (words := told(state)) is not None:
            return words
    return None


def _words(arm: ArmCode, condition: p.Expr) -> Words | None:
    """Return the words for when the condition is false."""
    match condition:
        case p.Not(p.Op("==", p.ZoneSize(zone), p.Const(0))):
            return _zone(arm, zone, True)
        case p.Op("==", p.ZoneSize(zone), p.Const(0)):
            return _zone(arm, zone, False)
        case p.Op("has", p.Const(faces), p.CardFact("face", card)):
            return _faces(arm, faces, card)
        case _:
            return None


def _zone(arm: ArmCode, zone: p.Expr, lacks: bool) -> Words:
    layout, value = arm.layout, arm.x.value(zone)
    return lambda s: _of_zone(layout, value(s), lacks)


def _of_zone(layout: Layout, number: int, lacks: bool) -> str | None:
    instance = layout.instances[number]
    zone = layout.program.zones[instance.zone]
    if zone.counted != p.EVERYBODY:
        return None
    name = zone.text or zone.name
    if zone.owner == "player":
        return f"seat {instance.owner + 1}'s {name} {'is empty' if lacks else 'has cards'}"
    if name.startswith("cards "):
        return f"there are {'no ' if lacks else ''}{name}"
    return f"the {name} {'is empty' if lacks else 'has cards'}"


def _faces(arm: ArmCode, faces: int, card: p.Expr) -> Words:
    pack, value = arm.layout.pack, arm.x.value(card)
    names = listing([pack.face_name(face) for face in members(faces)], "and", "")
    return lambda s: f"{pack.name(value(s))} isn't one of {names}" if value(s) >= 0 else None
