"""A position in plain words: the card on top, those under it, and hands. Zones are guessed from what they are like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from parlour import program as p
from parlour.base.diagnostics import RulesetError, listing
from parlour.disputes.argued_cards import ArguedCards, argued_cards
from parlour.disputes.readings import Reading, read
from parlour.disputes.settled import settled_values
from parlour.disputes.spoken_cards import NamedCard, UnclearError, of_rank, read_cards, suited
from parlour.disputes.spoken_zones import Zones
from parlour.disputes.usual_suits import fitted, seat_with
from parlour.examples.layable import ExampleGame, Interpreted
from parlour.examples.position import position_of
from parlour.examples.terms import variable_texts, zone_names
from parlour.play.labels import Labels
from parlour.states.machine import Machine
from parlour.states.state import State
from parlour.table.cards import Pack
from parlour.table.faults import LimitFault, RulesetFault
from parlour.table.layout import Layout
from parlour.table.texts import zone_name

Given = Mapping[str, str]
Parts = dict[str, tuple[NamedCard, ...]]
SPARE = 2  # more cards in a hand that is guessed
FIRST_MOVES = 20  # of a new game, to see which zones get several cards
MANY = 6  # cards of the others, if a move is possible only against full hands
MOST_FELLOWS = 2  # cards of the rank in question that the player might also hold


@dataclass(frozen=True)
class PlainTable:
    """A table as somebody describes it in words. `given` has more zones and variables, as under `given:` in an example.
    """

    top: str | None = None
    under: str | None = None
    hand: str | None = None
    next_hand: str | None = None
    given: Given = field(default_factory=dict)
    pile: str | None = None
    """The zone that has the cards of `top` and `under`; None for the natural one."""

    @property
    def is_said(self) -> bool:
        return bool(self.given) or any(part is not None for part in (self.top, self.under, self.hand, self.next_hand))

    def with_ids(self, program: p.Program) -> PlainTable:
        """Return the table with ids for what somebody names as players do: `cards to beat`, `hearts are broken`."""
        names = {name: zone.name for name, zone in zone_names(program).items()}
        names |= {text: program.variables[number].name for text, number in variable_texts(program, names).items()}
        return replace(self, given={_with_id(name, names): value for name, value in self.given.items()})

    def has_cards(self, program: p.Program) -> bool:
        """True if somebody describes more of the table than its variables, such as trumps."""
        parts = (self.top, self.under, self.hand, self.next_hand)
        variables = {variable.name for variable in program.variables}
        return any(part is not None for part in parts) or not {*self.given} <= variables

    def hand_of_mover(self, program: p.Program) -> str | None:
        """Return the cards of the player to move, if somebody describes them."""
        hand, seat = Zones.of(program).hand, self.given.get("to move", "1").split()[:1]
        return self.given.get(f"{hand.name} {seat[0]}", self.hand) if hand is not None and seat else self.hand


@dataclass(frozen=True)
class LaidTable:
    """A position with suits for all cards. `ranks` says which cards stand for ranks."""

    given: Given
    ranks: tuple[tuple[str, str], ...] = ()

    def renamed(self, text: str, other: LaidTable) -> str:
        """Translate the text of a move at another such table: use the cards that this table has in the same places."""
        here = {theirs: card for (_, theirs), (_, card) in zip(other.ranks, self.ranks, strict=True)}
        words = re.split(f"({'|'.join(map(re.escape, here))})", text) if here else [text]
        renamed = [here.get(word, word) for word in words]
        return text if sorted(renamed) == sorted(words) else "".join(renamed)  # the same cards in another order

    def suits(self, other: LaidTable) -> str:
        """Return `the 8 is 8♣ and the 7 is 7♦`: the rank on top, and the ranks that have other suits in `other`."""
        pairs = enumerate(zip(self.ranks, other.ranks, strict=True))
        told = [f"the {rank} is {card}" for at, ((rank, card), theirs) in pairs if not at or theirs != (rank, card)]
        return listing(told, "and", "")


def _with_id(name: str, ids: Mapping[str, str]) -> str:
    words = name.split()
    for end in range(len(words), 0, -1):
        found = ids.get(" ".join(words[:end]))
        if found is not None:
            return " ".join((found, *words[end:]))
    return name


@dataclass(frozen=True)
class Plan:
    """The cards of each zone in words, with the guessed cards, before ranks have suits."""

    zones: tuple[tuple[str, tuple[NamedCard, ...]], ...]
    given: Given
    notes: tuple[str, ...]
    guessed: tuple[str, ...] = ()  # hands that are made of the cards that the moves name
    top: int | None = None  # the place of the card on top among all cards
    argued: tuple[NamedCard, ...] = ()
    is_earlier: bool = False  # a move brings the cards to the described zones

    @property
    def ranks(self) -> set[str]:
        return {card.rank for _, cards in self.zones for card in cards}

    def ways(self, pack: Pack) -> list[LaidTable]:
        """Return the position with suits for the ranks, in several ways if there are ranks."""
        found = list(self._laid(pack))
        if not found:
            raise UnclearError(self._too_many(pack))
        return found

    def _too_many(self, pack: Pack) -> str:
        """Return a sentence that names the cards of which the pack has too few."""
        needed = Counter(card.rank for _, cards in self.zones for card in cards)
        there = {rank: cards.bit_count() for rank, cards in zip(pack.rank_names, pack.of_rank, strict=False)}
        short = [f"{needed[rank]} cards of rank {rank}, but there are {there[rank]}" for rank in needed]
        short = [told for rank, told in zip(needed, short, strict=True) if needed[rank] > there[rank]]
        single = Counter(card.text for _, cards in self.zones for card in cards if not card.is_rank)
        for name, count in single.items():
            has = _copies(name, pack)
            if count > has > 0:
                return f"you named {count} cards {name}, but the pack has only {'one' if has == 1 else has}"
        if not short:
            return "the pack doesn't have all these cards at once"
        return f"the pack doesn't have enough cards: you need {listing(short, 'and', '')}"

    def _laid(self, pack: Pack) -> Iterator[LaidTable]:
        cards = [card for _, part in self.zones for card in part]
        argued = [place for place, card in enumerate(cards) if card in self.argued]
        first = [self.top, *argued] if self.top is not None else argued
        for names in suited(cards, pack, first):
            order = dict.fromkeys((*first, *range(len(cards))))
            ranks = tuple((cards[place].text, names[place]) for place in order if cards[place].is_rank)
            left = iter(names)
            zones = {zone: " ".join(next(left) for _ in part) or "none" for zone, part in self.zones}
            yield LaidTable({**zones, **self.given}, ranks)


def plan(
    table: PlainTable,
    game: ExampleGame,
    players: int,
    move: str | None,
    after: Sequence[str],
    turns: Sequence[int] = (),
) -> Plan:
    """Return the zones that plain words describe. Without `hand`, it is made of the cards that the moves name.

    `turns` says who makes these moves, counted from the first player. By default, the next player makes the last one.
    """
    layout = game.table(players).machine.layout
    pack = layout.pack
    several = len(_on_pile(table, pack)) > 1
    zones = Zones.of(game.program, _single(game, players) if several else ())
    zones = zones.with_pile(table.pile) if table.pile is not None else zones
    mover = _mover(table, zones, game.table(players).machine, move if not after else None)
    seats = [(mover - 1 + turn) % layout.players + 1 for turn in range(layout.players)]
    hands = [f"{zones.hand.name} {seat}" for seat in seats] if zones.hand else [""] * layout.players
    hand, next_hand = hands[0], hands[1 % layout.players]
    parts: Parts = {}
    notes: list[str] = []
    if table.top is not None or table.under is not None:
        parts |= _pile(table, zones, pack, notes)
    for option, text, zone in (("--hand", table.hand, hand), ("--next", table.next_hand, next_hand)):
        if text is not None:
            parts[_needed(zone, option)] = read_cards(text, pack, option)
    guessed: tuple[str, ...] = ()
    if hand and hand not in parts and hand not in table.given and (move is not None or after):
        told = [argued_cards(game.program, pack, text) for text in (*after, move)]
        turns = turns or (*(0,) * len(after), 1 if after else 0)
        parts, guessed = _guessed_hands(parts, [hands[turn % layout.players] for turn in turns], pack, told)
        if not after:
            parts |= {zone: cards for zone, cards in told[-1].zones.items() if zone not in {*parts, *table.given}}
    overlap = [name for name in parts if name in table.given]
    if overlap:
        raise UnclearError(f"`--given` and another option both set `{overlap[0]}`")
    given = {"to move": str(mover), **settled_values(game, layout.players), **table.given}
    for name in [zone_name(layout, i.number) for i in layout.instances]:
        if name in given and _names_cards(given[name], pack):
            parts[name] = read_cards(given.pop(name), pack, "--given")
    top = len(parts[zones.pile.name]) - 1 if zones.pile and parts.get(zones.pile.name) else None
    argued = argued_cards(game.program, pack, move).all
    parts = fitted(parts, game.table(players).machine)
    return Plan(tuple(parts.items()), given, tuple(notes), guessed, top, argued)


def _names_cards(text: str, pack: Pack) -> bool:
    try:
        return bool(read_cards(text, pack, "--given"))
    except UnclearError:
        return False  # other ways to write a zone, which laying out reads


def _pile(table: PlainTable, zones: Zones, pack: Pack, notes: list[str]) -> Parts:
    """Return the cards of the pile, from the bottom up."""
    if zones.pile is None:
        raise UnclearError("this game has no pile whose top everybody sees", "use --given to say where cards are")
    if zones.others:
        also = listing([called(zone) for zone in zones.others], "and", quote="")
        notes.append(f"`--top` is on the {called(zones.pile)}; for the {also}, use `--given`")
    return {zones.pile.name: _on_pile(table, pack)}


def _single(game: ExampleGame, players: int) -> frozenset[str]:
    """Return the zones that never have two cards in the first moves of a game, such as a starter."""
    state, layout = game.table(players).start(1), game.table(players).machine.layout
    single = {zone_name(layout, i.number) for i in layout.instances}
    for _ in range(FIRST_MOVES):
        cells = list(state.cells)
        single -= {zone_name(layout, i.number) for i in layout.instances if len(layout.contents(cells, i)) > 1}
        if state.over:
            break
        state = state.apply(state.question.legal[0])
    return frozenset(single)


def _on_pile(table: PlainTable, pack: Pack) -> tuple[NamedCard, ...]:
    """Return the cards that the words put on the pile, from the bottom up."""
    top = read_cards(table.top, pack, "--top") if table.top is not None else ()
    under = read_cards(table.under, pack, "--under") if table.under is not None else ()
    return (*reversed(under), *top)


def called(zone: p.Zone) -> str:
    """Return `discard pile (`deck`)`."""
    return f"{zone.text} (`{zone.name}`)" if zone.text and zone.text != zone.name else f"`{zone.name}`"


def _needed(zone: str, option: str) -> str:
    if not zone:
        raise UnclearError(f"`{option}`: players have no hand in this game", "use --given to say where cards are")
    return zone


def _guessed_hands(
    parts: Parts, hands: Sequence[str], pack: Pack, moves: Sequence[ArguedCards]
) -> tuple[Parts, tuple[str, ...]]:
    """Add the `hands` that the moves need: one for each move, the first player's first. The last move is the disputed
    one."""
    needed: dict[str, list[NamedCard]] = {hands[0]: []}
    for told, zone in zip(moves, hands, strict=True):
        needed.setdefault(zone, []).extend(map(_itself, told.hand))
    taken = Counter(card.text for part in parts.values() for card in part if not card.is_rank)
    needed[hands[0]] = [
        card
        for card in needed[hands[0]]
        if card.is_rank or card.text not in taken or taken[card.text] < _copies(card.text, pack)
    ]
    for zone in dict.fromkeys(hands[:-1]):  # players who go out with their last card can't argue
        named = [card for cards in (*needed.values(), *parts.values()) for card in cards]
        needed[zone] += spare(named, pack)
    found = {zone: tuple(cards) for zone, cards in needed.items() if cards and zone not in parts}
    return {**parts, **found}, tuple(found)


def _copies(name: str, pack: Pack) -> int:
    face = pack.face_of_name(name)
    return pack.of_face[face].bit_count() if face is not None else 0


def _itself(card: NamedCard) -> NamedCard:
    """Return a card in hand without the rank or card as which its player plays it."""
    return replace(card, text=card.text.partition(" as ")[0])


def spare(named: Sequence[NamedCard], pack: Pack) -> list[NamedCard]:
    """Return two cards of ranks that aren't named."""
    ranks = {card.rank for card in named}
    left = [rank for rank in reversed(pack.rank_names[: pack.design.ordered]) if rank not in ranks]
    return [NamedCard(name, rank, False) for rank in left for name in of_rank(rank, pack)[:1]][:SPARE]


def _mover(table: PlainTable, zones: Zones, machine: Machine, move: str | None) -> int:
    """Return the seat to move: the described one, or the first one that can have the cards of the hand or the move."""
    if "to move" in table.given:
        return _seat(table.given["to move"], machine.layout.players)
    pack = machine.layout.pack
    held = read_cards(table.hand, pack, "--hand") if table.hand is not None else ()
    return seat_with(held or argued_cards(machine.layout.program, pack, move).hand, zones.hand, machine)


def _seat(text: str, players: int) -> int:
    word = text.split()[:1]
    return int(word[0]) if word and word[0].isdecimal() and 1 <= int(word[0]) <= players else 1


@dataclass(frozen=True)
class Started:
    """A position on the table. Its draw pile can be empty, so nobody can draw."""

    given: Given
    state: State
    without_rest: bool = False
    filled: tuple[str, ...] = ()
    """Hands with random cards: nobody describes them, and the game would end or deal again if they were empty."""


def start(game: ExampleGame, given: Given, players: int, seed: int | None) -> Started:
    """Lay out a position. Hands that nobody describes are empty if the game allows that."""
    try:
        started = _start(game, given, players, seed)
    except LimitFault as endless:  # without cards in hand, play never reaches a question
        filled = _with_full_hands(game, given, players, seed)
        if filled is None:
            raise endless from None
        return filled
    if _is_as_said(started):
        return started
    other = _with_full_hands(game, given, players, seed)
    return other if other is not None and _is_as_said(other) else started


def _with_full_hands(game: ExampleGame, given: Given, players: int, seed: int | None) -> Started | None:
    """Lay out a position with random cards in the hands that nobody describes; None if the game doesn't allow that."""
    hand = Zones.of(game.program).hand or next((z for z in game.program.zones if z.owner == "player"), None)
    names = [f"{hand.name} {seat}" for seat in range(1, players + 1)] if hand is not None else []
    unsaid = tuple(name for name in names if not _describes(given, name))
    more = {**given, **{f"{name} size": str(SPARE) for name in unsaid}}
    try:
        return replace(_start(game, more, players, seed), filled=unsaid)
    except (RulesetFault, RulesetError):
        return None


def _describes(given: Given, hand: str) -> bool:
    return any(key == hand or key.startswith(f"{hand} ") for key in given)


def _is_as_said(started: Started) -> bool:
    """True if the described zones are so at the first question. They aren't if the game ended or dealt again."""
    layout, cells = started.state.table.machine.layout, list(started.state.cells)
    return not started.state.over and all(
        Counter(said.split()) == Counter(layout.pack.face_name(layout.pack.face[c]) for c in layout.contents(cells, i))
        for i in layout.instances
        if (said := started.given.get(zone_name(layout, i.number))) is not None
        and all(layout.pack.face_of_name(word) is not None for word in said.split())
    )


def _start(game: ExampleGame, given: Given, players: int, seed: int | None) -> Started:
    """Lay out a position. Nobody draws cards before the first question: if they would, the draw pile is empty."""
    if "rest" in given:
        return Started(given, position_of(given, game, players, seed))
    bare_table = {**given, "rest": "none"}
    try:
        state = position_of(given, game, players, seed)
    except (RulesetFault, RulesetError):
        return Started(bare_table, position_of(bare_table, game, players, seed), True)
    if state.over or not _has_drawn(state, given):
        return Started(given, state)
    try:
        alone = position_of(bare_table, game, players, seed)
    except (RulesetFault, RulesetError):
        return Started(given, state)
    if alone.over or _has_drawn(alone, given):
        return Started(given, state)
    return Started(bare_table, alone, True)


def filled(plan: Plan, given: Given, layout: Layout, others: int = SPARE, own: int = SPARE) -> Given:
    """Return the position with some cards in the hands that the words leave open, so that play can continue. `own`: how
    many cards a player holds besides those of the moves."""
    hand = Zones.of(layout.program).hand
    found = dict(given)
    for name in [f"{hand.name} {seat}" for seat in range(1, layout.players + 1)] if hand is not None else []:
        if name in plan.guessed:
            cards = found.pop(name)
            found |= {f"{name} has": cards, f"{name} size": str(len(cards.split()) + own)}
        elif not _describes(given, name):
            found[f"{name} size"] = str(others)
    return found


@dataclass(frozen=True)
class FullerTable:
    """A position in which players hold more cards than somebody described. `told` says which."""

    given: Given
    told: str


def fuller(plan: Plan, given: Given, layout: Layout) -> Iterator[FullerTable]:
    """Yield positions in which more moves are possible: everybody else holds many cards, and then the player also holds
    another card of the rank in question."""
    others = f"everybody else holds {MANY} cards"
    more = filled(plan, given, layout, MANY)
    yield FullerTable(more, others)
    for name in plan.guessed:
        cards = more[f"{name} has"].split()
        of_ranks = [card for named in plan.argued for card in of_rank(named.rank, layout.pack)]
        fellows = (card for card in dict.fromkeys(of_ranks) if card not in " ".join(given.values()))
        for card in islice(fellows, MOST_FELLOWS):
            both = {f"{name} has": " ".join((*cards, card)), f"{name} size": str(len(cards) + 1)}
            yield FullerTable({**more, **both}, f"{name} also has {card}, and {others}")


def in_words(plan: Plan, laid: LaidTable, started: Started) -> str:
    """Return `seat 1 to move, discard pile 8♥ 3♣, hand 1 7♠ (for the moves); the draw pile is empty, …`."""
    layout = started.state.table.machine.layout
    labels = Labels(layout, None)
    needed = dict.fromkeys(plan.guessed, " (for the moves)")
    told = [f"{labels.zone(name)} {laid.given[name]}{needed.get(name, '')}" for name, _ in plan.zones]
    told += [_value_in_words(labels, name, value) for name, value in plan.given.items() if name != "to move"]
    seat = plan.given["to move"].split()[0]
    told += _unsaid(started, seat)
    told += [
        f"{labels.zone(name)} with {SPARE} random cards" for name in started.filled if not name.endswith(f" {seat}")
    ]
    end = "; the draw pile is empty, so nobody can draw" if started.without_rest else ""
    return ", ".join([f"seat {seat} to move", *told]) + end


def _value_in_words(labels: Labels, name: str, value: str) -> str:
    """Return `seat 1's score: 30`, the text of a variable that is true, or `draw pile: none`."""
    known, _, keys = name.partition(" ")
    if any(zone_name(labels.layout, i.number) == name for i in labels.layout.instances):
        return f"{labels.zone(name)}: {value}"
    variable = labels.variables.get(known)
    is_whole = variable is not None and len(keys.split()) == len(variable.keys)
    return labels.told(variable, keys, value) if variable is not None and is_whole else f"{name} {value}"


def _unsaid(started: Started, seat: str) -> list[str]:
    """Return the hand of a player who holds only the drawn cards, because the words leave it open."""
    layout, cells = started.state.table.machine.layout, list(started.state.cells)
    hand = Zones.of(layout.program).hand
    name = f"{hand.name} {seat}" if hand is not None else ""
    held = next((layout.contents(cells, i) for i in layout.instances if zone_name(layout, i.number) == name), [])
    if not held or (_describes(started.given, name) and name not in started.filled):
        return []
    return [
        f"{Labels(layout, None).zone(name)} {' '.join(map(layout.pack.name, held))} "
        "(drawn at random; choose another with --hand)"
    ]


def _has_drawn(state: State, given: Given) -> bool:
    """True if a hand holds other cards than the position says."""
    layout, cells = state.table.machine.layout, list(state.cells)
    for i in layout.instances:
        said = given.get(zone_name(layout, i.number))
        if said is not None and layout.program.zones[i.zone].private:
            held = Counter(layout.pack.face_name(layout.pack.face[c]) for c in layout.contents(cells, i))
            if held != Counter(said.split()) and said != "none":
                return True
    return False


def attempt(mix: Interpreted, players: int, planned: Plan, move: str) -> tuple[State, Reading] | None:
    """Return the state at the beginning, and the reading of the move; None if Parlour can't set up the table."""
    try:
        given = planned.ways(mix.table(players).machine.layout.pack)[0].given
        state = start(mix, given, players, None).state
        return state, read(state, move)
    except (RulesetError, RulesetFault, ValueError):
        return None
