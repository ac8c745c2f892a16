"""Making a witness smaller while it still shows the same clash: fewer cards, fewer variables, fewer moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.clashes.detection import LONE, Sign, signs
from parlour.clashes.laid import GAP
from parlour.clashes.looking import BOTH, NEITHER, Scene, follow
from parlour.clashes.mixes import Quartet
from parlour.table.faults import RulesetFault
from parlour.table.texts import zone_name

MOST_TRIES = 80


def shrunk(quartet: Quartet, sign: Sign) -> Sign:
    """The smallest sign of the same clash after leaving out parts, one after another."""
    tries, smaller = MOST_TRIES, True
    layout = quartet.both.table(sign.laid.players).machine.layout
    owned = [i.number for i in layout.instances if layout.program.zones[i.zone].seen == "owner"]
    hands = frozenset(zone_name(layout, number) for number in owned)
    while smaller and tries:
        smaller = False
        for candidate in _smaller(sign, hands):
            tries -= 1
            again = _still(quartet, sign, candidate)
            if again is not None:
                sign, smaller = again, True
                break
            if not tries:
                break
    return sign


def _smaller(sign: Sign, hands: frozenset[str]) -> Iterator[Sign]:
    """The same with one part less. Players keep a card in their `hands`: one without cards has usually won."""
    laid = sign.laid
    for n in range(len(sign.moves)):
        yield replace(sign, moves=sign.moves[:n] + sign.moves[n + 1 :])
    for name, cards in laid.zones:
        if len(cards) > 1 and GAP not in cards and name not in hands:
            yield replace(sign, laid=laid.with_zone(name, ()))
    for name, cards in laid.zones:
        for n in range(len(cards) if GAP not in cards and (name not in hands or len(cards) > 1) else 0):
            yield replace(sign, laid=laid.with_zone(name, cards[:n] + cards[n + 1 :]))
    for n in range(len(laid.values)):
        yield replace(sign, laid=replace(laid, values=laid.values[:n] + laid.values[n + 1 :]))


def _still(quartet: Quartet, sign: Sign, candidate: Sign) -> Sign | None:
    """The clash in a smaller position, if that still shows it with the same play."""
    try:
        scenes = [*follow(quartet, candidate.laid, candidate.moves)]
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
    first = [*follow(quartet, sign.laid, sign.moves)][-1]
    return not is_lost(first, sign) and scene.alike and matters_alone(scene, sign)


def matters_alone(scene: Scene, sign: Sign) -> bool:
    """True if a play is possible without the other rule, and matters there."""
    found = scene.results(sign.plays[0])
    mix = LONE[sign.rules[0]]
    return found[mix] is not None and found[mix] != found[NEITHER]


def is_lost(scene: Scene, sign: Sign) -> bool:
    """True if a play matters without the other rule, but not beside it."""
    if not scene.alike:
        return False
    rule, text = sign.rules[0], sign.plays[0]
    found = scene.results(text)
    return found[LONE[rule]] != found[NEITHER] and found[BOTH] == found[LONE[1 - rule]]
