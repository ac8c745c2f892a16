"""Making a witness smaller while it still shows the same clash: fewer cards, fewer variables, fewer moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.base.shrinking import smallest
from parlour.clashes.detection import Sign, signs
from parlour.clashes.quartets import Quartet
from parlour.clashes.scenes import BOTH, LONE, NEITHER, Scene, follow
from parlour.examples.position import hands
from parlour.table.faults import RulesetFault

MOST_TRIES = 80


def shrunk(quartet: Quartet, sign: Sign) -> Sign:
    """The smallest sign of the same clash after leaving out parts, one after another."""
    owned = hands(quartet.both.table(sign.position.players).machine.layout)

    def smaller(sign: Sign) -> Iterator[Sign | None]:
        for n in range(len(sign.moves)):
            yield _still(quartet, sign, replace(sign, moves=sign.moves[:n] + sign.moves[n + 1 :]))
        for position in sign.position.smaller(lambda name: int(name in owned)):
            yield _still(quartet, sign, replace(sign, position=position))

    return smallest(sign, smaller, MOST_TRIES)


def _still(quartet: Quartet, sign: Sign, candidate: Sign) -> Sign | None:
    """The clash in a smaller position, if that still shows it with the same play."""
    try:
        scenes = [*follow(quartet, candidate.position, candidate.moves)]
        if len(scenes) != len(candidate.moves) + 1:
            return None
        if sign.kind == "dead":
            return candidate if _is_dead(quartet, scenes[-1], sign) else None
        for other in signs(scenes[-1]):
            if (other.kind, other.rules, other.plays) == (sign.kind, sign.rules, sign.plays):
                return other
    except RulesetFault:
        pass
    return None


def _is_dead(quartet: Quartet, scene: Scene, sign: Sign) -> bool:
    if is_lost(scene, sign):
        return True
    first = [*follow(quartet, sign.position, sign.moves)][-1]
    return not is_lost(first, sign) and scene.alike and matters_alone(scene, sign)


def matters_alone(scene: Scene, sign: Sign) -> bool:
    """True if a play is possible without the other rule, and matters there."""
    found = scene.results(sign.plays[0])
    mix = LONE[sign.rules[0]]
    return found[mix] is not None and found[mix] != found[NEITHER]


def is_lost(scene: Scene, sign: Sign) -> bool:
    """True if a play matters without the other rule, but not with it."""
    if not scene.alike:
        return False
    rule, text = sign.rules[0], sign.plays[0]
    found = scene.results(text)
    return found[LONE[rule]] != found[NEITHER] and found[BOTH] == found[LONE[1 - rule]]
