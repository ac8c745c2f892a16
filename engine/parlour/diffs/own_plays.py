"""Plays that only one of two mixes has, so they need no comparison: those that a rule adds, also with other ranks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from parlour.clashes.meeting_positions import Beginning
from parlour.diffs.searching import PlayWitness, WitnessSearch, is_past, is_upheaval
from parlour.diffs.sides import MixSide
from parlour.documents.composition import Composition, Document
from parlour.documents.prose import value_text
from parlour.examples.position import Position
from parlour.library.spellings import stem
from parlour.table.layout import Layout

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
            found = [witness for each in tried for witness in self._named_of(each, names)]
            first = min([*([first] if first is not None else []), *found], key=lambda each: each[0], default=None)
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
        found = [
            PlayWitness("new", position, moves, play, scene.asked[0], is_upheaval(scene, play))
            for play in (scene.moves if plays is None else plays)
            if play in scene.moves and scene.offering(play) in self.rules and not self.lacking.could_mean(play)
            if play != scene.quiet and not scene.is_wrong(play)
        ]
        return min(found, key=self.size, default=None)

    def told(self, witness: PlayWitness) -> object:
        scene = self.side.reach(witness.position, witness.moves)
        return scene.told(witness.play) if scene is not None else None


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
