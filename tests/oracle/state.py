"""Everything that changes during play (docs/language.md, section 4): zones, variables, logs, marks, seats, chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from oracle.chance import Chance
from oracle.things import Card, Colour, Face, Guised, Player, Rank, Record, Side, Stopped, Suit, Zone

Key = tuple[object, ...]


class State:
    """The state of one game. Plain dictionaries and lists; a copy of all of it is `snapshot`."""

    def __init__(self, players: int, sides: list[tuple[int, ...]], seed: int) -> None:
        self.players = [Player(seat) for seat in range(1, players + 1)]
        self.sides = [Side(number, seats) for number, seats in enumerate(sides, start=1)]
        self.playing = list(self.players)
        self.direction = 1
        self.chance = Chance(seed)
        self.pack: list[Card] = []
        self.copies: dict[Face, int] = {}  # how many cards of the pack have each face
        self.alike: Counter[tuple[int, int]] = Counter()  # cards by rank and suit
        self.zones: dict[tuple[str, Key], Zone] = {}
        self.zone_names: set[str] = set()
        self.never_empty: dict[str, str] = {}  # the zones that always have a card, by the stage in which they do
        self.inside: list[str] = []  # the stages that play is in
        self.variables: dict[tuple[str, Key], object] = {}
        self.variable_types: dict[str, object] = {}
        self.logs: dict[str, list[object]] = {}
        self.log_rooms: dict[str, int] = {}
        self.marks: dict[str, MarkKind] = {}
        self.marked: dict[tuple[str, Card], object] = {}
        self.word_lists: list[tuple[str, ...]] = []  # with those that have no name of their own
        self.words: dict[str, tuple[str, ...]] = {}
        self.records: dict[str, dict[str, tuple[object, object]]] = {}
        self.options: dict[tuple[str, str], object] = {}
        self.frames: set[str] = set()
        self.needs: dict[str, set[str]] = {}
        self.key_kinds: dict[str, tuple[str, ...]] = {}
        self.audiences: dict[str, tuple[str, ...]] = {"ending": ("everybody",), "in-force": ("everybody",)}
        self.ranks: list[Rank] = []
        self.switchable: dict[str, set[str]] = {}  # each rule with all rules that it needs

    # ------------------------------------------------------------ seats

    def side(self, player: Player) -> Side:
        return next(side for side in self.sides if player.seat in side.seats)

    def neighbour(self, player: Player, step: int) -> Player:
        """Return the next player still in, in the direction of play; the player if nobody else is."""
        seat = player.seat
        for _ in self.players:
            seat = (seat - 1 + step * self.direction) % len(self.players) + 1
            if Player(seat) in self.playing:
                return Player(seat)
        return player

    def seats_from(self, player: Player, after: bool = False) -> tuple[Player, ...]:
        """Return the players still in, in turn order, beginning with a seat or after it."""
        count = len(self.players)
        turns = [Player((player.seat - 1 + k * self.direction) % count + 1) for k in range(count)]
        if after:
            turns = [*turns[1:], turns[0]]
        return tuple(p for p in turns if p in self.playing)

    # ------------------------------------------------------------ rules that play switches

    def is_on(self, rule: str) -> bool:
        return rule not in self.switchable or rule in self.variables["in-force", ()]

    def holds(self, document: str, only_with: str | None = None) -> bool:
        """True if a member of a document holds: its rule is on, and so are those that it needs."""
        return all(
            self.is_on(needed) for rule in (document, only_with or document) for needed in self.needs.get(rule, {rule})
        )

    # ------------------------------------------------------------ keys

    def key(self, name: str, args: Iterable[object]) -> Key:
        kinds = self.key_kinds[name]
        return tuple(self.as_key(kind, arg) for kind, arg in zip(kinds, args, strict=True))

    def as_key(self, kind: str, value: object) -> object:
        if kind == "side" and isinstance(value, Player):
            return self.side(value)
        if kind == "rank" and isinstance(value, int):
            return next(r for r in self.ranks if r.name == str(value))
        return value

    # ------------------------------------------------------------ cards

    def zone_of(self, card: Card) -> Zone:
        return next(zone for zone in self.zones.values() if card in zone.places)

    def check_never_empty(self) -> None:
        for zone in self.zones.values():
            if self.never_empty.get(zone.name) in self.inside and not zone.cards:
                raise Stopped(f"{zone} is empty")

    def guise(self, card: Card) -> Face | None:
        for name, mark in self.marks.items():
            if mark.guise and (name, card) in self.marked:
                value = self.marked[name, card]
                return value.face if isinstance(value, Card | Guised) else value
        return None

    def mark(self, name: str, card: Card) -> object:
        return self.marked.get((name, card), self.marks[name].default)

    def set_mark(self, name: str, card: Card, value: object) -> None:
        """Set a mark, if the card is where it can have this mark."""
        if self.zone_of(card).name in self.marks[name].inside:
            self.marked[name, card] = value
            if value == self.marks[name].default:
                del self.marked[name, card]

    def difference(self, card: Card) -> tuple[object, ...]:
        """Return what distinguishes a card from the others."""
        if not self.copies:
            self.copies.update(Counter(other.face for other in self.pack))
        return self.order(card)[:-1] if self.copies[card.face] > 1 else (card.number,)

    def order(self, card: Card) -> tuple[object, ...]:
        """Return the place of a card in the order of cards: by rank and suit, identical ones by their differences."""
        face = card.face
        rank, suit = _place(face)
        if not self.alike:
            self.alike.update(Counter(_place(other.face) for other in self.pack))
        if self.alike[rank, suit] == 1:
            return rank, suit  # nothing else can matter
        zone = self.zone_of(card)
        where = zone.places.index(card) if zone.has_places else 0
        marks = tuple(self._low(self.mark(name, card)) for name in self.marks)
        entries = (entry for log in self.logs.values() for entry in log)
        named = tuple(flag for value in (*self.variables.values(), *entries) for flag in _names(value, card))
        return rank, suit, zone.place, where, card in zone.up, card in zone.batch, marks, named, card.number

    def _low(self, value: object) -> tuple[int, object]:
        match value:
            case None:
                return -1, 0
            case bool() | int():
                return 0, int(value)
            case Player(n) | Side(n) | Rank(_, n) | Suit(_, n) | Card(n):
                return 0, n
            case Face(_, rank, suit):
                return 0, (rank.place, -1 if suit is None else suit.place)
            case Colour():
                return 0, value.name
            case str():
                return 0, self.word_place(value)
        return 0, 0

    def word_place(self, word: str) -> int:
        return next((words.index(word) for words in self.words.values() if word in words), 0)

    def take(self, card: Card) -> None:
        zone = self.zone_of(card)
        if zone.columns is not None:
            zone.places[zone.places.index(card)] = None
        else:
            zone.places.remove(card)
        zone.up.discard(card)
        zone.batch.discard(card)

    def put(self, card: Card, zone: Zone, at: int | None = None) -> None:
        """Put a card in a zone: on top, above `at` cards, or in column `at`."""
        if zone.columns is not None:
            free = [i for i, c in enumerate(zone.places) if c is None]
            column = at - 1 if at is not None else free[0] if free else -1
            if column not in free:
                raise Stopped("no free column")
            zone.places[column] = card
        else:
            if zone.room is not None and len(zone.places) >= zone.room:
                raise Stopped("the zone is full")
            if at is not None and not 0 <= at <= len(zone.places):
                raise Stopped("no such place")
            zone.places.insert(len(zone.places) if at is None else at, card)
        for name, mark in self.marks.items():
            if zone.name not in mark.inside:
                self.marked.pop((name, card), None)

    # ------------------------------------------------------------ the whole

    def snapshot(self) -> tuple[object, ...]:
        return (
            {key: (list(z.places), set(z.up), set(z.batch)) for key, z in self.zones.items()},
            dict(self.variables), {name: list(log) for name, log in self.logs.items()}, dict(self.marked),
            list(self.playing), self.direction,
        )  # fmt: skip

    def restore(self, snapshot: tuple[object, ...]) -> None:
        zones, variables, logs, marked, playing, direction = snapshot
        for key, (places, up, batch) in zones.items():
            self.zones[key].places, self.zones[key].up, self.zones[key].batch = list(places), set(up), set(batch)
        self.variables = dict(variables)
        self.logs = {name: list(log) for name, log in logs.items()}
        self.marked = dict(marked)
        self.playing = list(playing)
        self.direction = direction


def _place(face: Face) -> tuple[int, int]:
    return face.rank.place, -1 if face.suit is None else face.suit.place


def _names(value: object, card: Card) -> tuple[bool, ...]:
    """True if a value of a variable or a log names a card; of a record, for each of its fields."""
    match value:
        case Record(_, fields):
            return tuple(flag for _, field in fields for flag in _names(field, card))
        case Guised(other):
            return (other == card,)
        case frozenset():
            return (card in value,)
    return (value == card,)


class MarkKind:
    def __init__(self, inside: frozenset[str], default: object, guise: bool, seen: tuple[str, ...]) -> None:
        self.inside = inside
        self.default = default
        self.guise = guise
        self.seen = seen  # nothing: those who see the card
