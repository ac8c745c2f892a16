"""The search for the smallest position that shows a change, among the positions of examples.

Tries first the plays that the examples make or judge: their authors chose them to show the rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parlour.base.shrinking import smallest
from parlour.clashes.meeting_positions import Beginning
from parlour.diffs.sides import MixSide, SideScene, without_strangers
from parlour.examples.position import Position, hands
from parlour.table.layout import Layout

MOST_SEARCHED = 6  # of the smallest positions in which all plays are compared, if those of the examples show nothing
ENOUGH = 2  # differences of the most telling kinds: then the others aren't compared
MOST_SHRUNK = 1  # differences that are made smaller
LEAST_IN_HAND = 3  # cards of the player to move: the last ones often have rules of their own
MOST_TRIES = 60  # smaller positions for each
MOST_LOWERED = 20  # positions with lower numbers for each

WitnessKind = Literal["new", "legal", "leads", "asked"]


@dataclass(frozen=True)
class PlayWitness:
    """A position and a play of a seat (from 1). `new`: only one mix has such a play. `legal`: one of them refuses it.
    `leads`: it leads elsewhere. `asked`: another player is asked, or something else; then there is no play."""

    kind: WitnessKind
    position: Position
    moves: tuple[str, ...]
    play: str
    seat: int
    upheaval: bool = False  # it leads to a shuffle, a new deal or the end: such positions show less


@dataclass(frozen=True)
class WitnessSearch(ABC):
    """A search in positions of mixes."""

    @property
    @abstractmethod
    def sides(self) -> tuple[MixSide, ...]:
        """Return the mixes."""

    @property
    def kinds(self) -> tuple[WitnessKind, ...]:
        """Return the kinds of differences, the most telling first."""
        return "new", "legal", "leads", "asked"

    @property
    def telling(self) -> frozenset[WitnessKind]:
        """Return the kinds after which the search can end."""
        return frozenset(self.kinds[:3])

    @property
    def learns(self) -> bool:
        """True if the plays that have been looked at can decide what counts, so that another look can find more."""
        return False

    @abstractmethod
    def difference(
        self, position: Position, moves: tuple[str, ...], plays: Sequence[str] | None = None,
        like: PlayWitness | None = None,
    ) -> PlayWitness | None:
        """Return a difference of one position: of one of these `plays` if given, like another one, or the most telling.
        """

    @abstractmethod
    def told(self, witness: PlayWitness) -> object:
        """Return what a player is told about a difference. A smaller position must say the same."""

    def witness(self, beginnings: Sequence[Beginning]) -> PlayWitness | None:
        """Return the smallest difference found in these positions."""
        some = self.smallest_first(beginnings)
        found: list[PlayWitness] = []
        shown = [beginning for beginning in some if beginning.shown]
        tries = [(shown, True), (some, True), (some[:MOST_SEARCHED], False)]
        for tried, of_examples in (*tries, *([(some, True)] if self.learns else [])):
            if not any(map(self._is_telling, found)):
                found += self._found(tried, of_examples)
        found.sort(key=self.size)
        return min((self.shrunk(witness) for witness in found[:MOST_SHRUNK]), key=self.size, default=None)

    def smallest_first(self, beginnings: Sequence[Beginning]) -> list[Beginning]:
        some = [replace(b, position=without_strangers(b.position, self.sides)) for b in beginnings]
        for side in [side for side in self.sides if side.has_quiet_answers]:
            some = [replace(b, moves=tuple(side.with_waits(b.position, b.moves))) for b in some]
        return sorted(dict.fromkeys(some), key=lambda beginning: len(beginning.position.cards))

    def _found(self, beginnings: Sequence[Beginning], of_examples: bool) -> list[PlayWitness]:
        """Return differences: those after the fewest moves first, until there are enough that tell much. `of_examples`:
        only of the plays that the examples make or judge."""
        found: list[PlayWitness] = []
        for number in range(1 + max((len(beginning.moves) for beginning in beginnings), default=0)):
            for beginning in beginnings:
                moves = tuple(move.partition(": ")[2] for move in beginning.moves)
                plays = (moves[number : number + 1] or beginning.judged) if of_examples else None
                if len(moves) < number or plays == ():
                    continue
                witness = self.difference(beginning.position, moves[:number], plays)
                found += [] if witness is None else [witness]
                if sum(map(self._is_telling, found)) >= ENOUGH:
                    return found
        return found

    def _is_telling(self, witness: PlayWitness) -> bool:
        return witness.kind in self.telling and not witness.upheaval

    def size(self, witness: PlayWitness) -> tuple[bool, int, int, int]:
        """Return a sort key: the most telling and smallest first."""
        size = len(witness.position.cards) + len(witness.position.values)
        return witness.upheaval, self.kinds.index(witness.kind), len(witness.moves), size

    def shrunk(self, witness: PlayWitness) -> PlayWitness:
        """Return the smallest witness that leaving out parts one by one leads to, and lowering numbers."""
        layout = self.sides[0].tables.table(witness.position.players).machine.layout
        owned = hands(layout)
        movers = {str(witness.position.mover + 1), str(witness.seat)}

        def least(name: str) -> int:
            return 0 if name not in owned else LEAST_IN_HAND if name.rpartition(" ")[2] in movers else 1

        def smaller(witness: PlayWitness) -> Iterator[PlayWitness | None]:
            position, moves = witness.position, witness.moves
            for n in range(len(moves)):
                yield self._again(witness, position, (*moves[:n], *moves[n + 1 :]))
            for less in position.smaller(least):
                yield self._again(witness, less, moves)

        def lower(witness: PlayWitness) -> Iterator[PlayWitness | None]:
            for position in with_lower_number(witness.position, layout):
                yield self._again(witness, position, witness.moves)

        return smallest(smallest(witness, smaller, MOST_TRIES), lower, MOST_LOWERED)

    def _again(self, witness: PlayWitness, position: Position, moves: tuple[str, ...]) -> PlayWitness | None:
        """Return the difference in another position. None if that position shows something else, or bigger changes."""
        again = self.difference(position, moves, (witness.play,), witness)
        if again is None or again.upheaval > witness.upheaval or self.told(again) != self.told(witness):
            return None
        return again


def is_upheaval(scene: SideScene, play: str) -> bool:
    after = scene.after(play)
    return after is None or after.over or scene.shuffles(play)


def is_past(position: Position, moves: tuple[str, ...], side: MixSide) -> bool:
    """True if cards have been shuffled on the way, as for another deal, so the position shows little."""
    scenes = [side.reach(position, moves[:n]) for n in range(len(moves))]
    return any(scene is None or scene.shuffles(move) for scene, move in zip(scenes, moves, strict=True))


_FURTHER = (10, 1)


def with_lower_number(position: Position, layout: Layout) -> Iterator[Position]:
    """Yield the position with one number lowered, a few times. Numbers that a new deal resets stay, because the cards
    must agree with them."""
    lasting = _lasting(layout)
    for at, (name, keys, value) in enumerate(position.values):
        if value > 0 and name in lasting:
            for lower in (value // 2, *(value - less for less in _FURTHER if less < value)):
                yield replace(position, values=(*position.values[:at], (name, keys, lower), *position.values[at + 1 :]))


def _lasting(layout: Layout) -> set[str]:
    """Return the numbers that stay from deal to deal."""
    dealing = [stage.resets for stage in layout.program.stages if stage.cards]
    reset = min(dealing, key=len, default=())  # of the innermost stage that deals
    variables = enumerate(layout.program.variables)
    return {variable.name for n, variable in variables if n not in reset and variable.type.kind == "int"}
