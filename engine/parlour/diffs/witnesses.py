"""The smallest positions in which two mixes differ because of one change.

Positions come from the examples of the rules that the change is about. A difference counts if it disappears without
only this change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parlour.base.shrinking import smallest
from parlour.clashes.laid import Laid, hands, laid_with_less
from parlour.clashes.meeting_positions import Beginning
from parlour.diffs.sides import CommonParts, MixSide, SideScene, cards_in, snapshot, without_strangers
from parlour.table.layout import RANDOM

MOST_BEGINNINGS = 24  # positions of examples that are compared, the smallest first
MOST_PLAYS = 12  # of a position whose results are compared
ENOUGH = 3  # differences of the most telling kinds: then the others aren't compared
MOST_SHRUNK = 2  # differences that are made smaller
LEAST_IN_HAND = 3  # cards of the player to move: the last ones often have rules of their own
MOST_TRIES = 50  # smaller positions for each

WitnessKind = Literal["new", "legal", "leads", "asked"]
_KINDS: tuple[WitnessKind, ...] = ("new", "legal", "leads", "asked")
_OWN_KINDS: tuple[WitnessKind, ...] = ("new", "leads", "legal", "asked")  # for a rule that other rules rely on


@dataclass(frozen=True)
class PlayWitness:
    """A position and a play of a seat (from 1). `new`: only one mix has such a play. `legal`: one of them refuses it.
    `leads`: it leads elsewhere. `asked`: another player is asked, or something else; then there is no play."""

    kind: WitnessKind
    laid: Laid
    moves: tuple[str, ...]
    play: str
    seat: int
    upheaval: bool = False  # it leads to a shuffle, a new deal or the end: such positions show less


@dataclass(frozen=True)
class SidePair:
    """Two mixes, and one of them without the change, if anybody can play that. `changed` is the mix that lost the
    change. `own`: one of the two is the mix without the change."""

    one: MixSide
    other: MixSide
    reverted: MixSide | None
    changed: MixSide
    own: bool = False
    about: frozenset[str] = frozenset()
    """The rules that the change is about. They must decide if the change can't be taken back."""
    alone: bool = False
    """Count only plays that clauses of these rules decide alone: this needs no mix without the change."""

    def witness(self, beginnings: Sequence[Beginning]) -> PlayWitness | None:
        """Return the smallest difference found in these positions."""
        ordered = sorted(beginnings, key=lambda beginning: (len(beginning.moves), cards_in(beginning.laid)))
        some = [replace(b, laid=without_strangers(b.laid, (self.one, self.other))) for b in ordered[:MOST_BEGINNINGS]]
        smallest_first = sorted(dict.fromkeys(some), key=lambda beginning: cards_in(beginning.laid))
        found = sorted(self._found(smallest_first), key=self._size)
        return min((self._shrunk(witness) for witness in found[:MOST_SHRUNK]), key=self._size, default=None)

    def _found(self, beginnings: Sequence[Beginning]) -> Sequence[PlayWitness]:
        """Return differences: those after the fewest moves first, until there are enough that tell much."""
        found: list[PlayWitness] = []
        kinds = _OWN_KINDS if self.own else _KINDS
        for number in range(1 + max((len(beginning.moves) for beginning in beginnings), default=0)):
            for beginning in beginnings:
                moves = tuple(move.partition(": ")[2] for move in beginning.moves[:number])
                witness = self.difference(beginning.laid, moves) if len(moves) == number else None
                found += [] if witness is None else [witness]
                if sum(each.kind in kinds[:2] and not each.upheaval for each in found) >= ENOUGH:
                    return found
        return found

    def _size(self, witness: PlayWitness) -> tuple[bool, int, int, int]:
        """Return a sort key: the most telling and smallest first."""
        size = cards_in(witness.laid) + len(witness.laid.values)
        if self.own:
            return witness.upheaval, len(witness.moves), _OWN_KINDS.index(witness.kind), size
        return witness.upheaval, _KINDS.index(witness.kind), len(witness.moves), size

    def difference(self, laid: Laid, moves: tuple[str, ...], like: PlayWitness | None = None) -> PlayWitness | None:
        """Return a difference of one position: one like another, or the most telling."""
        scenes = [side.reach(laid, moves) for side in (self.one, self.other)]
        if None in scenes:
            return None
        one, other = (scene for scene in scenes if scene is not None)
        if moves and self._is_past(laid, one):
            return None
        found = [
            witness
            for witness in self._differences(laid, moves, one, other, like.play if like else None)
            if like is None or (witness.kind, witness.play) == (like.kind, like.play)
        ]
        if not found:
            return None
        before = self.reverted.reach(laid, moves) if self.reverted is not None else None
        if self.reverted is not None and before is None:
            return None
        counting = [witness for witness in found if self._counts(witness, one, other, before)]
        return min(counting, key=self._size, default=None)

    def _is_past(self, laid: Laid, scene: SideScene) -> bool:
        """True if chance has decided something on the way, such as another deal, so the position shows little."""
        beginning = scene.side.reach(laid)
        return beginning is None or beginning.state.cells[RANDOM] != scene.state.cells[RANDOM]

    def _counts(self, witness: PlayWitness, one: SideScene, other: SideScene, before: SideScene | None) -> bool:
        """True if the change alone makes the difference."""
        if self.alone:
            return witness.kind in ("new", "legal") and _decide_alone(self.about, witness.play, one, other)
        if before is not None:
            changed, unchanged = (one, other) if self.changed is self.one else (other, one)
            return self._differs(witness, before, changed) and not self._differs(witness, before, unchanged)
        return self.own or (witness.kind in ("new", "legal") and bool(self.about & _deciding(witness.play, one, other)))

    def _differences(
        self, laid: Laid, moves: tuple[str, ...], one: SideScene, other: SideScene, only: str | None
    ) -> Iterator[PlayWitness]:
        """Yield the differences of two scenes, `only` of one play if it is given."""
        seat = other.asked[0]
        if one.asked != other.asked:
            yield PlayWitness("asked", laid, moves, "", seat)
            return
        plays = dict.fromkeys((*other.moves, *one.moves)) if only is None else (only,)
        for play in plays:
            if (play in one.moves) != (play in other.moves):
                refusing = one if play in other.moves else other
                known = refusing.state.why(play).verdict != "unknown"
                upheaval = _is_upheaval(other if refusing is one else one, play)
                yield PlayWitness("legal" if known else "new", laid, moves, play, seat, upheaval)
        if self.alone:
            return
        common = CommonParts.of(self.one, self.other, laid.players)
        if snapshot(one.state, common) != snapshot(other.state, common):
            return  # an earlier move has made the difference
        for play in [play for play in plays if play in one.moves and play in other.moves][:MOST_PLAYS]:
            if _leads_elsewhere(play, one, other, common):
                upheaval = _is_upheaval(one, play) or _is_upheaval(other, play)
                yield PlayWitness("leads", laid, moves, play, seat, upheaval)

    @staticmethod
    def _differs(witness: PlayWitness, one: SideScene, other: SideScene) -> bool:
        """True if two mixes differ in the same way as a witness says."""
        if witness.kind == "asked" or one.asked != other.asked:
            return one.asked != other.asked
        play = witness.play
        if witness.kind in ("new", "legal") or play not in one.moves or play not in other.moves:
            return (play in one.moves) != (play in other.moves)
        return _leads_elsewhere(play, one, other, CommonParts.of(one.side, other.side, witness.laid.players))

    def _shrunk(self, witness: PlayWitness) -> PlayWitness:
        """Return the smallest witness that leaving out parts one by one leads to."""
        owned = hands(self.one.tables.table(witness.laid.players).machine.layout)
        movers = {str(witness.laid.mover + 1), str(witness.seat)}

        def least(name: str) -> int:
            return 0 if name not in owned else LEAST_IN_HAND if name.rpartition(" ")[2] in movers else 1

        def smaller(witness: PlayWitness) -> Iterator[PlayWitness | None]:
            laid, moves = witness.laid, witness.moves
            for n in range(len(moves)):
                yield self._again(witness, laid, (*moves[:n], *moves[n + 1 :]))
            for less in laid_with_less(laid, least):
                yield self._again(witness, less, moves)

        return smallest(witness, smaller, MOST_TRIES)

    def _again(self, witness: PlayWitness, laid: Laid, moves: tuple[str, ...]) -> PlayWitness | None:
        """Return the difference in another position. None if only that position also shows bigger changes."""
        again = self.difference(laid, moves, witness)
        return again if again is not None and again.upheaval <= witness.upheaval else None


def _leads_elsewhere(play: str, one: SideScene, other: SideScene, common: CommonParts) -> bool:
    ends = [scene.after(play) for scene in (one, other)]
    told = [snapshot(end, common) if end is not None else None for end in ends]
    return told[0] != told[1]


def _is_upheaval(scene: SideScene, play: str) -> bool:
    after = scene.after(play)
    return after is None or after.over or after.cells[RANDOM] != scene.state.cells[RANDOM]


def _deciding(play: str, one: SideScene, other: SideScene) -> set[str]:
    """Return the documents that offer or refuse a play, where one mix has it and the other doesn't."""
    found: set[str] = set()
    for scene in (one, other):
        why = scene.state.why(play)
        found |= {clause.origin.document for clause in why.clauses if clause.applies}
        if play in scene.moves:
            found.add(_offering(play, scene))
    return found


def _decide_alone(rules: frozenset[str], play: str, one: SideScene, other: SideScene) -> bool:
    """True if only these rules offer a play, refuse it, or override what refuses it, where only one mix has it."""
    refusing, offering = (one, other) if play in other.moves else (other, one)
    why = refusing.state.why(play)
    if why.verdict == "unknown":
        return _offering(play, offering) in rules
    standing = why.standing()
    if why.others or not standing:
        return False
    if all(clause.origin.document in rules for clause in standing):
        return True
    clauses = {clause.id: clause for clause in offering.state.why(play).clauses if clause.applies}
    lifting = [clauses[clause.id].lifted_by if clause.id in clauses else () for clause in standing]
    return all(ids and all(id in clauses and clauses[id].origin.document in rules for id in ids) for ids in lifting)


def _offering(play: str, scene: SideScene) -> str:
    """Return the document that offers a legal play."""
    question = scene.state.table.machine.asked(list(scene.state.cells))
    return question.arm_of(scene.moves[play].number).origin.document
