"""Positions in which two mixes differ because of one change.

A difference counts if rules that only one mix has decide it alone, or if it disappears without only this change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.diffs.searching import PlayWitness, WitnessKind, WitnessSearch, is_past, is_upheaval
from parlour.diffs.sides import CommonParts, MixSide, SideScene, snapshot
from parlour.examples.position import Position
from parlour.table.layout import RANDOM

MOST_PLAYS = 12  # of a position whose results are compared


@dataclass(frozen=True)
class SidePair(WitnessSearch):
    """Two mixes, and one of them without the change, if anybody can play that. `changed` is the mix that lost the
    change. `own`: one of the two is the mix without the change."""

    one: MixSide
    other: MixSide
    reverted: MixSide | None
    changed: MixSide
    own: bool = False
    rules: frozenset[str] = frozenset()
    """The rules that the change is about. They must decide if the change can't be taken back."""
    alone: bool = False
    """Count only plays that these rules decide alone: this needs no mix without the change."""
    strangers: frozenset[str] = frozenset()
    """The documents of other changes: they must have no part in such a play."""

    @property
    def sides(self) -> tuple[MixSide, ...]:
        return self.one, self.other

    @property
    def kinds(self) -> tuple[WitnessKind, ...]:
        """Other rules can rely on a rule that makes all the difference, so what they refuse tells less."""
        return ("new", "leads", "legal", "asked") if self.own else ("new", "legal", "leads", "asked")

    @property
    def telling(self) -> frozenset[WitnessKind]:
        return frozenset(self.kinds[: 2 if self.own else 3])

    @property
    def learns(self) -> bool:
        return self.alone

    def difference(
        self, position: Position, moves: tuple[str, ...], plays: Sequence[str] | None = None,
        like: PlayWitness | None = None,
    ) -> PlayWitness | None:
        scenes = [side.reach(position, moves) for side in (self.one, self.other)]
        if None in scenes:
            return None
        one, other = (scene for scene in scenes if scene is not None)
        if is_past(position, moves, self.one):
            return None
        found = [
            witness
            for witness in self._differences(position, moves, one, other, plays)
            if like is None or (witness.kind, witness.play) == (like.kind, like.play)
        ]
        if not found:
            return None
        before = self.reverted.reach(position, moves) if self.reverted is not None else None
        if self.reverted is not None and before is None:
            return None
        counting = [witness for witness in found if self._counts(witness, one, other, before)]
        return min(counting, key=self.size, default=None)

    def told(self, witness: PlayWitness) -> object:
        """Return the two answers, without the effects that both mixes have."""
        scenes = [side.reach(witness.position, witness.moves) for side in self.sides]
        if not witness.play:
            return [scene.asked for scene in scenes if scene is not None]
        was, now = (scene.told(witness.play) if scene is not None else frozenset() for scene in scenes)
        return was - now, now - was

    def _counts(self, witness: PlayWitness, one: SideScene, other: SideScene, before: SideScene | None) -> bool:
        """True if the change alone makes the difference."""
        if self.alone and witness.kind == "leads":
            passed = one.passed(witness.play) | other.passed(witness.play)
            return bool(passed & self.rules) and not passed & self.strangers
        if self.alone:
            return witness.kind in ("new", "legal") and _decide_alone(self.rules, witness.play, one, other)
        if before is not None:
            changed, unchanged = (one, other) if self.changed is self.one else (other, one)
            return self._differs(witness, before, changed) and not self._differs(witness, before, unchanged)
        return self.own or (witness.kind in ("new", "legal") and bool(self.rules & _deciding(witness.play, one, other)))

    def _differences(
        self, position: Position, moves: tuple[str, ...], one: SideScene, other: SideScene, only: Sequence[str] | None
    ) -> Iterator[PlayWitness]:
        """Yield the differences of two scenes, `only` of some plays if they are given."""
        seat = other.asked[0]
        if one.asked != other.asked:
            shuffled = one.state.cells[RANDOM] != other.state.cells[RANDOM]
            yield PlayWitness("asked", position, moves, "", seat, shuffled)
            return
        plays = dict.fromkeys((*other.moves, *one.moves)) if only is None else only
        for play in plays:
            if (play in one.moves) != (play in other.moves):
                refusing = one if play in other.moves else other
                known = refusing.why(play).verdict != "unknown"
                upheaval = is_upheaval(other if refusing is one else one, play)
                yield PlayWitness("legal" if known else "new", position, moves, play, seat, upheaval)
        common = CommonParts.of(self.one, self.other, position.players)
        if moves and snapshot(one.state, common) != snapshot(other.state, common):
            return  # an earlier move has made the difference
        for play in [play for play in plays if play in one.moves and play in other.moves][:MOST_PLAYS]:
            if _leads_elsewhere(play, one, other, common):
                upheaval = is_upheaval(one, play) or is_upheaval(other, play)
                yield PlayWitness("leads", position, moves, play, seat, upheaval)
            elif self.alone:
                for scene in (one, other):
                    scene.side.agreeing(scene, play)

    @staticmethod
    def _differs(witness: PlayWitness, one: SideScene, other: SideScene) -> bool:
        """True if two mixes differ in the same way as a witness says."""
        if witness.kind == "asked" or one.asked != other.asked:
            return one.asked != other.asked
        play = witness.play
        if witness.kind in ("new", "legal") or play not in one.moves or play not in other.moves:
            return (play in one.moves) != (play in other.moves)
        return _leads_elsewhere(play, one, other, CommonParts.of(one.side, other.side, witness.position.players))


def _leads_elsewhere(play: str, one: SideScene, other: SideScene, common: CommonParts) -> bool:
    ends = [scene.after(play) for scene in (one, other)]
    told = [snapshot(end, common) if end is not None else None for end in ends]
    return told[0] != told[1]


def _deciding(play: str, one: SideScene, other: SideScene) -> set[str]:
    """Return the documents that offer or refuse a play, where one mix has it and the other doesn't."""
    found: set[str] = set()
    for scene in (one, other):
        why = scene.why(play)
        found |= {clause.origin.document for clause in why.clauses if clause.applies}
        if play in scene.moves:
            found.add(scene.offering(play))
    return found


def _decide_alone(rules: frozenset[str], play: str, one: SideScene, other: SideScene) -> bool:
    """True if only these rules offer a play, refuse it, or override what refuses it, where only one mix has it."""
    refusing, offering = (one, other) if play in other.moves else (other, one)
    why = refusing.why(play)
    if why.verdict == "unknown":
        return offering.offering(play) in rules
    standing = why.standing()
    others = [reason.origin.document if reason.origin is not None else None for reason in why.others]
    if any(document not in rules for document in others) or not (standing or others):
        return False
    if all(clause.origin.document in rules for clause in standing):
        return True
    clauses = {clause.id: clause for clause in offering.why(play).clauses if clause.applies}
    lifting = [clauses[clause.id].lifted_by if clause.id in clauses else () for clause in standing]
    return all(ids and all(id in clauses and clauses[id].origin.document in rules for id in ids) for ids in lifting)
