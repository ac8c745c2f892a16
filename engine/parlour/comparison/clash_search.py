"""The search for clashes of two rules: scenes in the positions of examples, and in random ones like them. Makes the
smallest witness of each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from parlour.base.shrinking import smallest
from parlour.comparison.detection import Sign, Tally, count, signs
from parlour.comparison.find import Beginning, Templates, UsualPlaces
from parlour.comparison.pair_results import KindName
from parlour.comparison.quartets import BOTH, LONE, NEITHER, Quartet, Scene, follow
from parlour.examples.position import Position, hands
from parlour.table.faults import RulesetFault

DEPTH = 1  # random moves after a position
MOST_GIVEN = 6  # positions of the examples of one rule
FEW_GIVEN = 3  # of them, after which we go on only if the other rule makes a difference there, or this one none
MOST_CROSSED = 4  # positions of one rule with a hand from the examples of the other one
DOUBTS = 120  # random positions in which a rule must not matter before we call it dead
UNSURE = 30  # random positions in which a rule must not matter alone before we say that it depends on the other one
PATIENCE = 3  # random positions after which we give up if one of the rules does nothing
MOST_SIGNS = 4  # of one kind that are kept: the smallest becomes the witness
ALIVE = 5  # plays in which a rule must matter elsewhere before we call it dead here


@dataclass
class PairSigns:
    """The results of the search for two rules."""

    signs: dict[tuple[KindName, tuple[int, int]], list[Sign]] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    scenes: int = 0
    failing: bool = False
    """True if the game failed somewhere with both rules, but not with one of them."""

    def add(self, sign: Sign) -> None:
        signs = self.signs.setdefault((sign.kind, sign.rules), [])
        signs.append(sign)
        signs.sort(key=size)
        del signs[MOST_SIGNS:]

    def dead(self) -> Iterator[Sign]:
        """The rules that never matter together with the other one."""
        for rule in (0, 1):
            lost = self.tally.lost[rule]
            enough = self.tally.alone[rule] >= ALIVE and self.scenes >= ALIVE
            if enough and not self.tally.beside[rule] and not self.tally.waiting and lost is not None:
                yield lost

    def idle(self) -> bool:
        """True if one of the rules hasn't mattered anywhere."""
        return any(not self.tally.alone[rule] and not self.tally.beside[rule] for rule in (0, 1))

    def depending(self) -> list[int]:
        """The rules that matter only together with the other one."""
        tally = self.tally
        return [n for n in (0, 1) if tally.beside[n] and not tally.alone[n] and not tally.offered[n]]


def size(sign: Sign) -> tuple[int, int, int]:
    """The order of witnesses: fewer moves, then fewer players, then fewer cards."""
    return len(sign.moves), sign.position.players, len(sign.position.cards)


@dataclass(frozen=True)
class Searcher:
    """Searches one quartet. `usual` has the usual places in the mixes with one of the rules."""

    quartet: Quartet
    usual: tuple[UsualPlaces, UsualPlaces]

    def search(self, templates: Templates, positions: int, seed: int) -> PairSigns:
        """Look at the positions of the examples, then at `positions` random ones."""
        evidence, chance = PairSigns(), random.Random(seed)
        if not templates.beginnings:
            return evidence
        for owner in (0, 1):
            self._look_at_examples(templates, chance, evidence, owner)
        for _ in range(PATIENCE):
            if not any(evidence.tally.open):
                break
            self._look(templates.random(chance), chance, evidence)
        if not evidence.idle():
            for beginning in (*templates.crossed(MOST_CROSSED), *(templates.random(chance) for _ in range(positions))):
                self._look(beginning, chance, evidence)
        for _ in range(DOUBTS):
            if not [*evidence.dead()]:
                break
            self._look(templates.random(chance), chance, evidence, alone=False)
        for _ in range(UNSURE):
            if not evidence.depending():
                break
            self._look(templates.random(chance), chance, evidence)
        for sign in evidence.dead():
            evidence.add(sign)
        return evidence

    def _look_at_examples(self, templates: Templates, chance: random.Random, evidence: PairSigns, owner: int) -> None:
        """Look at the examples of a rule, first at those with the other rule's cards."""
        given = templates.given_of(owner, MOST_GIVEN)
        other_acts = self.quartet.can_refuse
        for beginning in given[:FEW_GIVEN]:
            other_acts = self._look(beginning, chance, evidence, owner) or other_acts
        for beginning in given[FEW_GIVEN:] if other_acts or not evidence.tally.alone[owner] else ():
            self._look(beginning, chance, evidence, owner)

    def _look(
        self, beginning: Beginning, chance: random.Random, evidence: PairSigns, owner: int | None = None,
        alone: bool = True,
    ) -> bool:
        """Look at everything that follows from a position. `owner` is the rule whose example it is; without `alone`,
        only the rules together count. Return True if the other rule makes a difference there."""
        other_acts = False
        for position, counted in self._reachable(beginning.position, evidence.tally.open if alone else (False, False)):
            depth = DEPTH if any(evidence.tally.open) else 0
            for number in (NEITHER, LONE[owner]) if owner is not None else ():
                self.quartet.mixes[number].lasting.add(position)  # other pairs have these mixes, and the rule
            for scene in self._scenes(replace(beginning, position=position), chance, depth):
                try:
                    count(scene, evidence.tally, counted)
                    some = [*signs(scene)] if all(counted) else []
                except RulesetFault:
                    evidence.failing = evidence.failing or scene.fails_together
                    break  # mostly a position that no game would reach
                evidence.failing = evidence.failing or scene.fails_together
                evidence.scenes += all(counted)
                other_acts = other_acts or (owner is not None and scene.acts(1 - owner))
                for sign in some:
                    evidence.add(sign)
        return other_acts

    def _reachable(self, position: Position, wanted: tuple[bool, bool]) -> Iterator[tuple[Position, tuple[bool, bool]]]:
        """The rest of a position in the usual places of both rules, and in those of each `wanted` rule alone if that
        differs. Each comes with the rules that it can judge.
        """
        if not self.quartet.comparable(position.players):
            return
        layout = self.quartet.neither.layout(position.players)
        one, other = (usual.filtered(layout, position) for usual in self.usual)
        both = other if one is position else self.usual[1].filtered(layout, one)
        yield both, (True, True)
        if wanted[0] and one != both:
            yield one, (True, False)
        if wanted[1] and other != both:
            yield other, (False, True)

    def _scenes(self, beginning: Beginning, chance: random.Random, depth: int) -> Iterator[Scene]:
        """The scenes along the moves of a beginning, and after random moves from there."""
        scene: Scene | None = None
        try:
            for scene in follow(self.quartet, beginning.position, beginning.moves):
                yield scene
            for _ in range(depth - len(beginning.moves)):
                if scene is None or not scene.usual.moves:
                    return
                scene = scene.then(chance.choice([*scene.usual.moves]))
                if scene is not None:
                    yield scene
        except RulesetFault:
            return  # a position that no game would reach


MOST_TRIES = 80


def shrunk(quartet: Quartet, sign: Sign) -> Sign:
    """The smallest sign of the same clash after leaving out parts, one after another."""
    owned = hands(quartet.both.layout(sign.position.players))

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
    results = scene.results(sign.plays[0])
    mix = LONE[sign.rules[0]]
    return results[mix] is not None and results[mix] != results[NEITHER]


def is_lost(scene: Scene, sign: Sign) -> bool:
    """True if a play matters without the other rule, but not with it."""
    if not scene.alike:
        return False
    rule, text = sign.rules[0], sign.plays[0]
    results = scene.results(text)
    return results[LONE[rule]] != results[NEITHER] and results[BOTH] == results[LONE[1 - rule]]
