"""The search for what shows a change from one mix to another: the smallest position among those of examples, or a new
game that begins differently.

Tries first the plays that the examples make or judge: their authors chose them to show the rule. New games of both
mixes are dealt with the same seed, so they shuffle in the same way until one of them needs chance for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Literal, get_args

from parlour.base.printable import capitalised, closed
from parlour.base.shrinking import smallest
from parlour.comparison.compared_mixes import ComparedMix, Look, without_strangers
from parlour.comparison.find import Beginning
from parlour.documents.composition import Composition, Document
from parlour.documents.prose import value_text
from parlour.examples.position import Position, hands
from parlour.play.labels import Labels
from parlour.states.state import State, asked_in_words
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, RANDOM, Instance, Layout
from parlour.views.seen_events import count_of_cards

MOST_SEARCHED = 6  # of the smallest positions in which all plays are compared, if those of the examples show nothing
LEAST_IN_HAND = 3  # cards of the player to move: the last ones often have rules of their own
MOST_TRIES = 60  # smaller positions
MOST_LOWERED = 20  # positions with lower numbers
MOST_PLAYS = 12  # of a position whose results are compared

WitnessKind = Literal["new", "leads", "legal", "asked"]
KINDS: tuple[WitnessKind, ...] = get_args(WitnessKind)  # the most telling first


@dataclass(frozen=True)
class PlayWitness:
    """A position and a play of a seat (from 1). `new`: only one mix has such a play. `leads`: players read other
    effects. `legal`: one of them refuses it, perhaps by another rule. `asked`: another player is asked, or something
    else; then there is no play."""

    kind: WitnessKind
    position: Position
    moves: tuple[str, ...]
    play: str
    seat: int
    upheaval: bool = False  # it leads to a shuffle, a new deal or the end: such positions show less
    idle: bool = False  # it moves no card
    named: bool = False  # it has a word of the rule's id: `muggins`, `toss 5♣`

    @property
    def rank(self) -> tuple[bool, int, bool, bool]:
        """Return a sort key: the most telling first."""
        return self.upheaval, KINDS.index(self.kind), not self.named, self.idle

    @property
    def size(self) -> tuple[int, int]:
        return len(self.moves), len(self.position.cards) + len(self.position.values)


@dataclass(frozen=True)
class SidePair:
    """Two mixes that differ in one change. `rules` are those that only one of the two has."""

    one: ComparedMix
    other: ComparedMix
    rules: frozenset[str]

    @property
    def sides(self) -> tuple[ComparedMix, ComparedMix]:
        return self.one, self.other

    def witness(self, beginnings: Sequence[Beginning], preferred: Callable[[PlayWitness], bool]) -> PlayWitness | None:
        """Return the smallest difference in these positions: among equally telling ones, a preferred one if there is
        any."""
        some = self._smallest_first(beginnings)
        shown = [beginning for beginning in some if beginning.shown]
        witnesses: list[PlayWitness] = []
        for tried, of_examples in ((shown, True), (some, True), (some[:MOST_SEARCHED], False)):
            if not any(map(_is_telling, witnesses)):
                witnesses += self._witnesses_of(tried, of_examples)
        rank = min((witness.rank for witness in witnesses), default=None)
        first = sorted((witness for witness in witnesses if witness.rank == rank), key=lambda witness: witness.size)
        return next((self._shrunk(witness) for witness in [*filter(preferred, first), *first]), None)

    def _smallest_first(self, beginnings: Sequence[Beginning]) -> list[Beginning]:
        some = [replace(b, position=without_strangers(b.position, self.sides)) for b in beginnings]
        for side in [side for side in self.sides if side.has_quiet_answers]:
            some = [replace(b, moves=tuple(side.with_waits(b.position, b.moves))) for b in some]
        return sorted(dict.fromkeys(some), key=lambda beginning: len(beginning.position.cards))

    def _witnesses_of(self, beginnings: Sequence[Beginning], of_examples: bool) -> Iterator[PlayWitness]:
        """Yield the differences of these positions and of those after their moves. `of_examples`: only of the plays
        that the examples make or judge."""
        for beginning in beginnings:
            moves = tuple(move.partition(": ")[2] for move in beginning.moves)
            for number in range(len(moves) + 1):
                plays = (moves[number : number + 1] or beginning.judged) if of_examples else None
                if plays != ():
                    yield from self._differences(beginning.position, moves[:number], plays)

    def _differences(
        self, position: Position, moves: tuple[str, ...], only: Sequence[str] | None
    ) -> Iterator[PlayWitness]:
        """Yield the differences of one position, `only` of some plays if they are given. An earlier move must not have
        made the difference, except for plays that only the rules of the change offer."""
        one, other = (side.reach(position, moves) for side in self.sides)
        for scene, lacking in ((other, self.one), (one, self.other)):
            yield from self._own_plays(scene, lacking, position, moves, only) if scene is not None else ()
        if one is None or other is None:
            return
        seat = other.asked_in_words[0]
        if not moves and one.asked_in_words != other.asked_in_words:
            yield PlayWitness("asked", position, moves, "", seat, one.cells[RANDOM] != other.cells[RANDOM])
        if one.asked_in_words != other.asked_in_words or not self._is_alike(position, moves):
            return
        plays = dict.fromkeys((*other.moves, *one.moves)) if only is None else only
        for play in plays:
            if (play in one.moves) != (play in other.moves):
                refusing, offering = (one, other) if play in other.moves else (other, one)
                kind: WitnessKind = "new" if refusing.why(play).verdict == "unknown" else "legal"
                yield PlayWitness(kind, position, moves, play, seat, offering.is_upheaval(play))
        for play in [play for play in plays if play in one.moves and play in other.moves][:MOST_PLAYS]:
            if one.effects(play) != other.effects(play):
                upheaval = one.is_upheaval(play) or other.is_upheaval(play)
                yield PlayWitness("leads", position, moves, play, seat, upheaval)

    def _own_plays(
        self, scene: Look, lacking: ComparedMix, position: Position, moves: tuple[str, ...], only: Sequence[str] | None
    ) -> Iterator[PlayWitness]:
        """Yield the plays that the rules of the change offer, and that the other mix can't have anywhere."""
        for play in scene.moves if only is None else only:
            if play not in scene.moves or scene.offering(play) not in self.rules or lacking.could_mean(play):
                continue
            if play != scene.quiet and not scene.is_wrong(play) and not _is_past(scene.mix, position, moves):
                named = not {*play.split()}.isdisjoint(scene.offering(play).split("-"))
                about = scene.is_upheaval(play), scene.is_idle(play), named
                yield PlayWitness("new", position, moves, play, scene.asked_in_words[0], *about)

    def _is_alike(self, position: Position, moves: tuple[str, ...]) -> bool:
        """True if these moves have the same effects in both mixes."""
        for number, move in enumerate(moves):
            one, other = (side.reach(position, moves[:number]) for side in self.sides)
            if one is None or other is None or one.effects(move) != other.effects(move):
                return False
        return not _is_past(self.one, position, moves)

    def _words_of(self, witness: PlayWitness) -> object:
        """Return what players read about a difference, without the effects that both mixes have. A smaller position
        must say the same."""
        one, other = (side.reach(witness.position, witness.moves) for side in self.sides)
        if not witness.play:
            return [scene.asked_in_words for scene in (one, other) if scene is not None]
        was, now = (scene.words_of(witness.play) if scene is not None else frozenset() for scene in (one, other))
        return was - now, now - was

    def _shrunk(self, witness: PlayWitness) -> PlayWitness:
        """Return the smallest witness that leaving out parts one by one leads to, and lowering numbers."""
        layout = self.other.layout(witness.position.players)
        owned = hands(layout)
        movers = {str(witness.position.mover + 1), str(witness.seat)}
        words = self._words_of(witness)

        def least(name: str) -> int:
            return 0 if name not in owned else LEAST_IN_HAND if name.rpartition(" ")[2] in movers else 1

        def again(position: Position, moves: tuple[str, ...]) -> PlayWitness | None:
            for less in self._differences(position, moves, (witness.play,) if witness.play else ()):
                if (less.kind, less.play) == (witness.kind, witness.play) and self._words_of(less) == words:
                    return less
            return None

        def smaller(witness: PlayWitness) -> Iterator[PlayWitness | None]:
            position, moves = witness.position, witness.moves
            for n in range(len(moves)):
                yield again(position, (*moves[:n], *moves[n + 1 :]))
            for less in position.smaller(least):
                yield again(less, moves)

        def lower(witness: PlayWitness) -> Iterator[PlayWitness | None]:
            for position in with_lower_number(witness.position, layout):
                yield again(position, witness.moves)

        return smallest(smallest(witness, smaller, MOST_TRIES), lower, MOST_LOWERED)


def _is_past(side: ComparedMix, position: Position, moves: tuple[str, ...]) -> bool:
    """True if cards have been shuffled on the way, as for another deal, so the position shows little."""
    scenes = [side.reach(position, moves[:n]) for n in range(len(moves))]
    return any(scene is None or scene.shuffles(move) for scene, move in zip(scenes, moves, strict=True))


def _is_telling(witness: PlayWitness) -> bool:
    return witness.kind in ("new", "leads") and not witness.upheaval and not witness.idle


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
    moves, judged = (
        tuple(" ".join(names.get(word, word) for word in play.split()) for play in plays)
        for plays in (beginning.moves, beginning.judged)
    )
    return Beginning(replace(position, zones=zones, up=up, marks=marks), moves, judged, beginning.shown)


MOST_COUNTS = 3  # numbers of players that are tried
MOST_SEEDS = 40  # deals that are tried
MOST_FOUND = 8  # deals with a difference, of which the simplest is shown
MOST_SHOWN = 3  # cards of a pile that are named

ZoneWords = dict[str, str]  # what is said about each part of a deal


@dataclass(frozen=True)
class DealWitness:
    """A new game that begins differently: the common facts of both mixes, and those of each alone. `slight`: only the
    number of cards in one pile differs."""

    position: str
    was: str
    now: str
    slight: bool


@dataclass(frozen=True)
class Opening:
    """A new game at its first question: the sizes of zones, the cards for everybody, the cards that only their players
    see, and the question. `chance` is the next state of chance."""

    sizes: ZoneWords
    shown: ZoneWords
    hands: ZoneWords
    asked: str
    seat: int
    question: str | None
    chance: int

    @classmethod
    @lru_cache(1024)
    def of(cls, side: ComparedMix, players: int, seed: int) -> Opening | None:
        try:
            state = side.table(players).start(seed)
        except RulesetFault:
            return None
        if state.over:
            return None
        (seat, prompt, wording), shown = state.asked, dict(_cards(state, own=False))
        return cls(
            {name: words for name, words in _sizes(state).items() if name not in shown},
            shown, dict(_cards(state, own=True)), asked_in_words(seat, wording), seat, prompt, state.cells[RANDOM],
        )  # fmt: skip


@dataclass(frozen=True)
class DealDifference:
    """What one of two deals has, and the other one doesn't: its zones, and its question unless both ask the same."""

    zones: list[str]
    asked: str

    def __len__(self) -> int:
        return len(self.zones) + bool(self.asked)

    @property
    def sentence(self) -> str:
        zones = ", ".join(self.zones)
        return closed(capitalised("; ".join(filter(None, (zones, self.asked))) or "none of them"))


def deal_witness(one: ComparedMix, other: ComparedMix) -> DealWitness | None:
    """Return the simplest of some new games that begin differently, for the fewest players."""
    for players in sorted({*one.game.players} & {*other.game.players})[:MOST_COUNTS]:
        first = min(islice(_witnesses(one, other, players), MOST_FOUND), key=lambda each: each[0], default=None)
        if first is not None:
            return first[1]
    return None


def _witnesses(one: ComparedMix, other: ComparedMix, players: int) -> Iterator[tuple[int, DealWitness]]:
    """Yield new games that begin differently, each with the number of its differences."""
    for seed in range(1, MOST_SEEDS + 1):
        was, now = Opening.of(one, players, seed), Opening.of(other, players, seed)
        if was is not None and now is not None and any(both := _compared(was, now)):
            yield sum(map(len, both)), _witness(players, was, now, *both)


def _witness(players: int, was: Opening, now: Opening, here: DealDifference, there: DealDifference) -> DealWitness:
    common = [words for name, words in was.shown.items() if now.shown.get(name) == words]
    position = ", ".join([f"a new game for {players} players", *common])
    piles = [(was.sizes[name], now.sizes.get(name)) for name in was.sizes]
    slight = len(here) == len(there) == 1 and (*here.zones, *there.zones) in piles
    return DealWitness(position, here.sentence, there.sentence, slight)


def _compared(was: Opening, now: Opening) -> tuple[DealDifference, DealDifference]:
    """Return the differences in words, for both. Cards and players count only if both have shuffled in the same way."""
    same_hands, same_chance = was.hands == now.hands, was.chance == now.chance
    here, there = ({**deal.sizes, **(deal.shown if same_hands else {})} for deal in (was, now))
    if here == there and same_chance:
        here, there = {**was.hands}, {**now.hands}
    other_seat = was.seat != now.seat and was.sizes == now.sizes and same_chance
    asks = was.asked != now.asked and (was.question != now.question or other_seat or same_hands)
    names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    return (
        DealDifference([here[name] for name in names if name in here], was.asked if asks else ""),
        DealDifference([there[name] for name in names if name in there], now.asked if asks else ""),
    )


def _sizes(state: State) -> ZoneWords:
    """Return `each hand: 5 cards` and `draw pile: 41 cards` by the zones."""
    layout, cells = state.table.machine.layout, list(state.cells)
    labels, sizes = Labels(layout, None), dict[int, list[tuple[Instance, int]]]()
    for i in layout.instances[BOX + 1 :]:
        sizes.setdefault(i.zone, []).append((i, len(layout.contents(cells, i))))
    words: ZoneWords = {}
    for of in sizes.values():
        (i, first), *others = of
        if others and first and all(size == first for _, size in others):
            words[labels.what(i)] = f"each {labels.what(i)}: {count_of_cards(first)}"
        else:
            words |= {labels.instance(i): f"{labels.instance(i)}: {count_of_cards(size)}" for i, size in of if size}
    return words


def _cards(state: State, own: bool) -> Iterator[tuple[str, str]]:
    """Yield the zones with cards that everybody sees, or that their owners see, with a few of the cards."""
    layout, cells = state.table.machine.layout, list(state.cells)
    labels = Labels(layout, None)
    for i in layout.instances[BOX + 1 :]:
        zone, cards = layout.program.zones[i.zone], layout.contents(cells, i)
        if cards and (zone.private if own else zone.public):
            some = " ".join(layout.pack.name(c) for c in (cards if own else cards[-MOST_SHOWN:]))
            yield labels.instance(i), f"{labels.instance(i)}: {some}"
