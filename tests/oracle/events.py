"""What a step makes happen, as each seat sees it: the history of a seat, and its view (docs/language.md, sections 4, 6
and 7). An event for a seat is a tuple: its kind, then what the seat knows of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from oracle.mix import Part, params, scalar
from oracle.places import Move
from oracle.seeing import Names, Seats, Seeing
from oracle.things import Card, Guised, Player, Zone
from oracle.values import Scope
from parlour.documents.composition import Composition, Member, text_node
from parlour.documents.document import Mapping
from parlour.lang import parser
from parlour.lang import syntax as s

Seen = tuple[object, ...]
Glimpses = dict[Card, Seats]  # cards, and the seats that saw each of them


@dataclass(eq=False)
class Event:
    """Something that happened. `to` returns what a seat knows of it, None if that is nothing."""

    to: Callable[[int], Seen | None]
    glimpses: Glimpses = field(default_factory=dict)
    mixes: bool = False  # nobody can follow a card beyond it
    answer: bool = False


@dataclass(frozen=True)
class Before:
    """A card where it was before a step."""

    card: Card
    zone: Zone
    place: int
    seers: Seats


class Watching(Seeing):
    """Notes the events of the steps since the last question."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        super().__init__(composition, players, seed)
        self.events: list[Event] = []
        self._titles: dict[tuple[object, ...], str] = {}

    def note(self, *words: object, mixes: bool = False) -> None:
        """Note an event that everybody sees."""
        self.events.append(Event(lambda seat: words, mixes=mixes))

    def latest(self) -> list[Event]:
        """Return the events since the last question. Whoever sees what first happens to a card of an answer knows what
        the answer was."""
        events, self.events = self.events, []
        for number, event in enumerate(events):
            waiting = set(event.glimpses) if event.answer else set()
            for later in events[number + 1 :]:
                if later.mixes:
                    break
                for card in waiting & set() if later.answer else waiting & later.glimpses.keys():
                    event.glimpses[card] |= later.glimpses[card]
                    waiting.remove(card)
        return events

    @staticmethod
    def history(events: list[Event], seat: int) -> list[Seen]:
        """Return what a seat knows of events. It can't tell how often cards moved that it can't count."""
        history: list[Seen] = []
        for seen in (event.to(seat) for event in events):
            uncounted = seen is not None and seen[0] == "moved" and not seen[2]
            if seen is not None and not (uncounted and history and history[-1] == seen):
                history.append(seen)
        return history

    def title(self, name: str, keys: Iterable[object]) -> str:
        """Return the name of a zone or variable with its keys: `hand 1`."""
        words = name, *keys
        if words not in self._titles:
            self._titles[words] = " ".join(map(self.plain, words))
        return self._titles[words]

    def place(self, zone: Zone, card: Card) -> int:
        return zone.places.index(card) + 1 if zone.has_places else 0

    # ------------------------------------------------------------ cards

    def before(self, cards: Iterable[Card]) -> list[Before]:
        zones = [(card, self.state.zone_of(card)) for card in cards]
        return [Before(card, zone, self.place(zone, card), self.seers(card, zone)) for card, zone in zones]

    def note_moved(self, before: list[Before], zone: Zone) -> None:
        """Note that cards have come into a zone. Those see a card who saw it before, or see it there."""
        if not before:
            return
        glimpses = {old.card: old.seers | self.seers(old.card, zone) for old in before}
        cards = [(self.spoken(old.card), self.place(zone, old.card), old) for old in before]

        def to(seat: int) -> Seen:
            known: list[Seen] = []
            more: set[str] = set()
            for name, place, old in cards:
                source = self.title(old.zone.name, old.zone.keys)
                sees = seat in glimpses[old.card]
                if sees or seat in self.counters(old.zone) | self.counters(zone):
                    start = old.place if seat in self.placers(old.zone) else None
                    end = place if seat in self.placers(zone) else None
                    known.append((name if sees else None, source, start, end))
                else:
                    more.add(source)
            return "moved", self.title(zone.name, zone.keys), sorted(known, key=repr), sorted(more)

        self.events.append(Event(to, glimpses))

    def note_spots(self, kind: str, what: object, cards: list[Before], glimpses: Glimpses) -> None:
        """Note cards that were turned or shown where they are."""
        names = [(self.spoken(spot.card), spot) for spot in cards]

        def to(seat: int) -> Seen:
            spots = [
                (name if seat in glimpses[spot.card] else None, self.title(spot.zone.name, spot.zone.keys),
                 spot.place if seat in self.placers(spot.zone) else None)
                for name, spot in names
            ]  # fmt: skip
            return kind, what, sorted(spots, key=repr)

        self.events.append(Event(to, glimpses))

    # ------------------------------------------------------------ lines and stages

    def note_said(self, line: s.Template, scope: Scope, seats: Seats) -> None:
        pieces = self.pieces(line, scope)
        seers = {card: self.seers(card) for _, cards in pieces for card in cards}
        texts = {seat: self.read(pieces, lambda card, seat=seat: seat in seers[card]) for seat in seats}
        self.events.append(Event(lambda seat: ("said", texts[seat]) if seat in seats else None))

    def numbers(self) -> dict[str, tuple[Seats, object]]:
        """Return the number of each variable, with the seats that see it."""
        return {
            self.title(name, keys): (self.readers(name, keys), value)
            for (name, keys), value in self.state.variables.items()
            if getattr(self.state.variable_types[name], "name", None) == "int"
            and not self.state.variable_types[name].optional
        }

    def note_begun(self, stage: str, ending: str, before: dict[str, tuple[Seats, object]]) -> None:
        after = self.numbers()

        def to(seat: int) -> Seen:
            old, new = ({name: n for name, (seers, n) in ns.items() if seat in seers} for ns in (before, after))
            return "began", stage, ending, old, new

        self.events.append(Event(to))

    def ending_text(self, ending: object) -> str:
        members = [m for m in self.composition.sections["endings"] if m.name == ending]
        return "" if not members else getattr(text_node(members[0]), "value", None) or members[0].name

    # ------------------------------------------------------------ answers

    def note_answer(self, player: Player, prompt: str | None, move: Move) -> None:
        """Note an answer. Its cards have names for those who see them, before or as the next thing happens to them."""
        if move.node.quiet:
            return
        pieces = self.words_of(player, move)
        cards = {card for words, _ in pieces if isinstance(words, list) for _, card in words}
        glimpses = {card: self.seers(card) for card in cards}
        proceeds = move.misplay is not None and any(isinstance(n, s.Proceed) for n in s.walk(move.misplay.tree))

        def to(seat: int) -> Seen:
            own = seat == player.seat
            wrong = move.misplay is not None and (own or not proceeds)
            text = _read(pieces, seat, own, glimpses)
            return "answered", player.seat, prompt, move.id, text, wrong

        self.events.append(Event(to, glimpses, answer=True))

    def note_sealed(self, player: Player, prompt: str | None, move: Move) -> None:
        pieces = self.words_of(player, move)

        def to(seat: int) -> Seen:
            own = seat == player.seat
            return "sealed", player.seat, prompt, _read(pieces, seat, True, {}) if own else None

        self.events.append(Event(to))

    def words_of(self, player: Player, move: Move) -> list[tuple[str | list[tuple[str, Card]], Seats]]:
        """Return the words of a move with the seats that read them. Chosen cards are a list of names and cards."""
        node, scope = move.node, move.place.scope
        chosen = {slot.var: scope.names[slot.var] for slot in node.slots}
        names: Names = {}
        outer: Scope | None = scope
        while outer is not None:
            names |= {name: "hidden" for name in outer.names if name not in names}
            outer = outer.outer
        asked = {} if move.asked is None else {move.asked: "known"}
        names |= asked | {name: "known" for name, value in chosen.items() if not self.named_cards(value)}
        span = node.id_span
        holes = [(" ", s.Hole(span, s.Name(span, slot.var))) for slot in node.slots]
        template = node.notation or s.Template(span, (node.id, *(part for hole in holes for part in hole)))
        pieces: list[tuple[str | list[tuple[str, Card]], Seats]] = []
        for part in template.parts:
            value = part.value if isinstance(part, s.Hole) else None
            name = value.id if isinstance(value, s.Name) else None
            if name in chosen and self.named_cards(chosen[name]):
                cards = self.in_order(chosen[name])
                pieces.append(([(self.plain(c), c.card if isinstance(c, Guised) else c) for c in cards], self.everyone))
                continue
            before = "".join(words for words, _ in pieces if isinstance(words, str))
            if isinstance(part, s.Hole):
                told = self.value(value, scope)
                text = self.plain(told) if node.notation is None else self._filled(told, True, False, before)
            else:
                text = "".join(words for words, _ in self.pieces(s.Template(span, (part,)), scope, typed=True))
            readers = frozenset([player.seat])
            if isinstance(part, str) or name in chosen or self.common(part, names):
                readers = self.everyone
            elif name is not None and name not in names and (name, ()) in self.state.variables:
                readers |= self.readers(name)
            pieces.append((text, readers))
        return pieces

    # ------------------------------------------------------------ views

    def view(self, seat: int) -> dict[str, object]:
        """Return everything that a seat sees at this moment, except its question."""
        state = self.state
        view: dict[str, object] = {
            "out": [player.seat for player in state.players if player not in state.playing],
            "clockwise": state.direction == 1,
        }
        for zone in state.zones.values():
            if zone.name != "box":
                view[f"zone {self.title(zone.name, zone.keys)}"] = self._zone_seen(zone, seat)
        for (name, keys), value in state.variables.items():
            if seat in self.readers(name, keys):
                view[self.title(name, keys)] = self.plain(value)
        for member in self.composition.sections["logs"]:
            if seat in self.readers(member.name):
                entries = [self._entry(member, entry) for entry in state.logs[member.name]]
                view[member.name] = ", ".join(entries) or "none"
        view["lines"] = [line for m in self.composition.sections["shows"] if (line := self._line(m, seat)) is not None]
        return view

    def _zone_seen(self, zone: Zone, seat: int) -> tuple[object, ...]:
        seen: list[object] = []
        marked: list[object] = []
        for card in zone.cards:
            place = self.place(zone, card) if seat in self.placers(zone) else None
            marks = self.marks_seen(zone, card, seat)
            if seat in self.seers(card, zone):
                leader = self.leader(zone, self.place(zone, card)) if place is not None else None
                seen.append((self.spoken(card), place, card in zone.up, marks, leader))
            elif marks:
                marked.append((place, marks))
        size = len(zone.cards) if seat in self.counters(zone) else None
        columns = zone.columns is not None and seat in self.placers(zone)
        filled = [n for n, card in enumerate(zone.places, start=1) if card is not None] if columns else []
        return size, sorted(seen, key=repr), filled, sorted(marked, key=repr)

    def _entry(self, member: Member, entry: object) -> str:
        """Return an entry of a log as players read it: in the words of `shows`, or the values of all fields."""
        shows = scalar(member.value, "shows")
        fields = dict(getattr(entry, "fields", [("", entry)]))
        if shows is None:
            return " ".join(self.spoken(value) for value in fields.values() if value not in (None, frozenset()))
        part = self.shown_part(parser.parse_template, shows, member)
        return self.template(part.tree, Scope(part, fields))

    def _line(self, member: Member, seat: int) -> tuple[str, str] | None:
        """Return a line of `shows` for a seat, with `…` for the values that it can't know."""
        node = member.value
        text, test = scalar(node, "line") if isinstance(node, Mapping) else text_node(member), scalar(node, "if")
        assert text is not None
        reader = [param.name for param in params(self.mix.heading(member.key))]
        scope = Scope(Part(None, (), member.document, member.only_with), {name: Player(seat) for name in reader})
        names: Names = dict.fromkeys(reader, "own")
        condition = None if test is None else self.shown_part(parser.parse_expression, test, member).tree
        if not self.state.holds(member.document.id, member.only_with):
            return None
        if condition is not None and not (self.common(condition, names) and self.true(condition, scope)):
            return None
        template = self.shown_part(parser.parse_template, text, member).tree
        return member.name, self.read(self._open_pieces(template, scope, names))

    def _open_pieces(self, template: s.Template, scope: Scope, names: Names) -> list[tuple[str, frozenset[Card]]]:
        pieces: list[tuple[str, frozenset[Card]]] = []
        for part in template.parts:
            if isinstance(part, str) or self.common(part, names):
                before = "".join(words for words, _ in pieces)
                pieces += self.pieces(s.Template(template.span, (before, part)), scope)[1:]
            else:
                pieces.append(("…", frozenset()))
        return pieces


def _read(pieces: list[tuple[str | list[tuple[str, Card]], Seats]], seat: int, own: bool, glimpses: Glimpses) -> str:
    """Return an answer as a seat reads it: `play 4♦ and 2 cards`."""
    text = ""
    for words, seats in pieces:
        if isinstance(words, str):
            text += words if seat in seats else "…"
            continue
        named = [name for name, card in words if own or seat in glimpses[card]]
        left = len(words) - len(named)
        unseen = [] if not left else ["a card" if left == 1 else f"{left} cards"]
        text += " and ".join([*filter(None, [" ".join(named)]), *unseen])
    return " ".join(text.split())
