"""The search for the smallest position that shows a change, among the positions of examples.

Tries first the plays that the examples make or judge: their authors chose them to show the rule.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from parlour.base.shrinking import smallest
from parlour.comparison.find import Beginning
from parlour.comparison.looks import CommonParts, MixSide, SideScene, snapshot, without_strangers
from parlour.documents.composition import Composition, Document
from parlour.documents.prose import value_text
from parlour.examples.position import Position, hands
from parlour.library.spellings import stem
from parlour.table.layout import RANDOM, Layout

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
    def words_of(self, witness: PlayWitness) -> object:
        """Return what players read about a difference. A smaller position must say the same."""

    def witness(self, beginnings: Sequence[Beginning]) -> PlayWitness | None:
        """Return the smallest difference found in these positions."""
        some = self.smallest_first(beginnings)
        witnesses: list[PlayWitness] = []
        shown = [beginning for beginning in some if beginning.shown]
        tries = [(shown, True), (some, True), (some[:MOST_SEARCHED], False)]
        for tried, of_examples in (*tries, *([(some, True)] if self.learns else [])):
            if not any(map(self._is_telling, witnesses)):
                witnesses += self._witnesses_of(tried, of_examples)
        witnesses.sort(key=self.size)
        return min((self.shrunk(witness) for witness in witnesses[:MOST_SHRUNK]), key=self.size, default=None)

    def smallest_first(self, beginnings: Sequence[Beginning]) -> list[Beginning]:
        some = [replace(b, position=without_strangers(b.position, self.sides)) for b in beginnings]
        for side in [side for side in self.sides if side.has_quiet_answers]:
            some = [replace(b, moves=tuple(side.with_waits(b.position, b.moves))) for b in some]
        return sorted(dict.fromkeys(some), key=lambda beginning: len(beginning.position.cards))

    def _witnesses_of(self, beginnings: Sequence[Beginning], of_examples: bool) -> list[PlayWitness]:
        """Return differences: those after the fewest moves first, until there are enough that tell much. `of_examples`:
        only of the plays that the examples make or judge."""
        witnesses: list[PlayWitness] = []
        for number in range(1 + max((len(beginning.moves) for beginning in beginnings), default=0)):
            for beginning in beginnings:
                moves = tuple(move.partition(": ")[2] for move in beginning.moves)
                plays = (moves[number : number + 1] or beginning.judged) if of_examples else None
                if len(moves) < number or plays == ():
                    continue
                witness = self.difference(beginning.position, moves[:number], plays)
                witnesses += [] if witness is None else [witness]
                if sum(map(self._is_telling, witnesses)) >= ENOUGH:
                    return witnesses
        return witnesses

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
        if again is None or again.upheaval > witness.upheaval or self.words_of(again) != self.words_of(witness):
            return None
        return again


def is_upheaval(scene: SideScene, play: str) -> bool:
    after = scene.next(play)
    return after is None or after.is_over or scene.shuffles(play)


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
        witnesses = [
            witness
            for witness in self._differences(position, moves, one, other, plays)
            if like is None or (witness.kind, witness.play) == (like.kind, like.play)
        ]
        if not witnesses:
            return None
        before = self.reverted.reach(position, moves) if self.reverted is not None else None
        if self.reverted is not None and before is None:
            return None
        counting = [witness for witness in witnesses if self._counts(witness, one, other, before)]
        return min(counting, key=self.size, default=None)

    def words_of(self, witness: PlayWitness) -> object:
        """Return the two answers, without the effects that both mixes have."""
        scenes = [side.reach(witness.position, witness.moves) for side in self.sides]
        if not witness.play:
            return [scene.asked for scene in scenes if scene is not None]
        was, now = (scene.words_of(witness.play) if scene is not None else frozenset() for scene in scenes)
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
            shuffled = one.cells[RANDOM] != other.cells[RANDOM]
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
        if moves and snapshot(one, common) != snapshot(other, common):
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
    ends = [scene.next(play) for scene in (one, other)]
    seen = [snapshot(end, common) if end is not None else None for end in ends]
    return seen[0] != seen[1]


def _deciding(play: str, one: SideScene, other: SideScene) -> set[str]:
    """Return the documents that offer or refuse a play, where one mix has it and the other doesn't."""
    documents: set[str] = set()
    for scene in (one, other):
        why = scene.why(play)
        documents |= {clause.origin.document for clause in why.clauses if clause.applies}
        if play in scene.moves:
            documents.add(scene.offering(play))
    return documents


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


_WORD = re.compile(r"(?<![\w-])[A-Za-z]{3,}(?![\w-])")


_Ranked = tuple[tuple[bool, bool, bool, int], PlayWitness]


def _stems(text: str) -> set[str]:
    """Return the words of a title or a play, without cards and endings: `Slaps` is the same as `slap`."""
    return {stem(word.lower()) for word in _WORD.findall(text)}


@dataclass(frozen=True)
class OwnPlays(WitnessSearch):
    """A mix, the rules that must offer the play, and another mix that has no such play."""

    side: MixSide
    lacking: MixSide
    rules: frozenset[str]

    @property
    def sides(self) -> tuple[MixSide, ...]:
        return (self.side,)

    def named(self, beginnings: Sequence[Beginning]) -> PlayWitness | None:
        """Return a play with the name of the rule, such as `muggins`."""
        names = {word for title in self.side.titles(self.rules) for word in _stems(title)}
        some = self.smallest_first(beginnings)
        first: _Ranked | None = None
        for tried in ([b for b in some if b.shown], [b for b in some if not b.shown]):
            witnesses = [witness for each in tried for witness in self._named_of(each, names)]
            first = min([*([first] if first is not None else []), *witnesses], key=lambda each: each[0], default=None)
            if first is not None and not any(first[0][:2]):
                break  # no other example can be better
        return self.shrunk(first[1]) if first is not None else None

    def _named_of(self, beginning: Beginning, names: Set[str]) -> Iterator[_Ranked]:
        """Yield such plays of one example, with a sort key: the most telling and shortest first."""
        moves = tuple(move.partition(": ")[2] for move in beginning.moves)
        for number in range(len(moves) + 1):
            plays = [play for play in moves[number : number + 1] or beginning.judged if names & _stems(play)]
            witness = self.difference(beginning.position, moves[:number], plays) if plays else None
            if witness is not None:
                scene = self.side.reach(witness.position, witness.moves)
                idle = scene is None or scene.moves_no_card(witness.play)  # such as `toss nothing`
                yield (witness.upheaval, idle, not beginning.shown, number), witness

    def difference(
        self, position: Position, moves: tuple[str, ...], plays: Sequence[str] | None = None,
        like: PlayWitness | None = None,
    ) -> PlayWitness | None:
        scene = self.side.reach(position, moves)
        if scene is None or is_past(position, moves, self.side):
            return None
        witnesses = [
            PlayWitness("new", position, moves, play, scene.asked[0], is_upheaval(scene, play))
            for play in (scene.moves if plays is None else plays)
            if play in scene.moves and scene.offering(play) in self.rules and not self.lacking.could_mean(play)
            if play != scene.quiet and not scene.is_wrong(play)
        ]
        return min(witnesses, key=self.size, default=None)

    def words_of(self, witness: PlayWitness) -> object:
        scene = self.side.reach(witness.position, witness.moves)
        return scene.words_of(witness.play) if scene is not None else None


def chosen_ranks(rule: Document, composition: Composition) -> Iterator[str]:
    """Yield a rank for each option of the rule that somebody has set to some ranks."""
    for setting in composition.options.values():
        if setting.document.id == rule.id and setting.type.kind in ("rank", "ranks") and setting.set_by != "default":
            yield from value_text(setting).replace(",", " ").split()[:1]


def with_rank(beginning: Beginning, rank: str, layout: Layout) -> Beginning | None:
    """Return a position in which the first card played has this rank, and cards of this rank have the other one.

    None if no card is played, or the position has such a card to play.
    """
    pack = layout.pack
    numbers = {pack.name(c): c for c in reversed(range(pack.size))}
    wanted = pack.design.rank_named(rank)
    words = [word for play in (*beginning.moves, *beginning.judged) for word in play.split()]
    played = [pack.rank[numbers[word]] for word in words if word in numbers]
    if wanted is None or not played or wanted in played:
        return None
    ranked = [[c for c in range(pack.size) if pack.rank[c] == each] for each in (played[0], wanted)]
    pairs = list(zip(*ranked, strict=False))
    other = dict(pairs) | {there: here for here, there in pairs}
    names = {pack.name(c): pack.name(there) for c, there in other.items()}
    position = beginning.position
    zones, up = (
        tuple((zone, tuple(other.get(c, c) for c in cards)) for zone, cards in part)
        for part in (position.zones, position.up)
    )
    marks = tuple((name, other.get(c, c), value) for name, c, value in position.marks)
    moves, judged = (_renamed(plays, names) for plays in (beginning.moves, beginning.judged))
    return Beginning(replace(position, zones=zones, up=up, marks=marks), moves, judged, beginning.shown)


def _renamed(plays: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(" ".join(names.get(word, word) for word in play.split()) for play in plays)
