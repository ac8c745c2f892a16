"""A seat's view of a state: zones, values, the question. It is built only from what the seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from parlour.playouts.policy import Policy
from parlour.states.machine import Machine
from parlour.states.moves import ManyMoves, Move, WrittenOnAccess
from parlour.states.outcomes import Outcome
from parlour.states.state import State, Table
from parlour.table.answers import Answers
from parlour.table.cards import members
from parlour.table.faults import StateError, within_reach
from parlour.table.layout import BOX, DIRECTION, PLAYING, Instance
from parlour.table.seats import seats_from
from parlour.table.texts import written, zone_name
from parlour.views.known import Known, bare, face_of
from parlour.views.onlooker import Onlooker
from parlour.views.seen_events import Spotted
from parlour.views.shown_lines import LineSeen, ShownLines


@dataclass(frozen=True)
class CardSeen:
    """A card that the seat sees or knows in a zone. `place` counts from 1; it is None in zones without places."""

    card: str
    place: int | None = None
    up: bool = False
    """Face up, in a zone where cards can be turned."""
    marks: tuple[tuple[str, str], ...] = ()
    player: int | None = None
    """The seat that played it, in a zone with `led-by`."""


@dataclass(frozen=True)
class MarkedUnseen:
    """The marks of a card that the seat doesn't see. `place` is as in `CardSeen`."""

    place: int | None
    marks: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return _marks(self.marks) if self.place is None else f"{_marks(self.marks)} at {self.place}"


def _marks(marks: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in marks)


@dataclass(frozen=True)
class ZoneSeen:
    """A zone as the seat sees it; `size` is None if the seat doesn't know the number of cards.

    `known` are cards that the seat doesn't see there, but saw go there; `marked` are unseen cards whose marks it sees.
    """

    name: str
    text: str
    size: int | None
    cards: tuple[CardSeen, ...]
    known: tuple[CardSeen, ...]
    columns: int | None
    """The number of columns, if the zone has columns."""
    filled: tuple[int, ...]
    """The columns that hold a card, if the seat sees that."""
    marked: tuple[MarkedUnseen, ...] = ()

    def lying(self) -> str:
        """Return `3♣ Q♥`, or `(6) Q♣` with the number of unseen cards in brackets, or `? - Q♣` for columns."""
        if self.columns is not None or all(card.place is not None for card in self.cards):
            words = self._by_place()
        else:
            hidden = None if self.size is None else self.size - len(self.cards)
            words = [card.card for card in self.cards] + ([f"({hidden})"] if hidden else [])
            words += ["(?)"] if hidden is None else []
        return " ".join(words) or "-"

    def written(self) -> str:
        """Return the cards and who played them, and what the seat knows about the cards that it doesn't see."""
        text = self.lying()
        players = [str(card.player) for card in self.cards if card.player is not None]
        if players:
            text += f"; from: {', '.join(players)}"
        if self.known:
            names = [f"{c.card} at {c.place}" if c.place is not None else c.card for c in self.known]
            text += f"; known: {', '.join(names)}"
        marked = [f"{_marks(card.marks)} on {card.card}" for card in self.cards if card.marks]
        if marked or self.marked:
            text += f"; marked: {'; '.join([*marked, *map(str, self.marked)])}"
        return text

    def in_places(self) -> list[str]:
        """Return the content of each column: `?` for an unseen card, `-` for an empty column."""
        at = {card.place: card.card for card in self.cards}
        return [at.get(place, "?" if place in self.filled else "-") for place in range(1, (self.columns or 0) + 1)]

    def _by_place(self) -> list[str]:
        if self.size is None:
            return [card.card for card in self.cards] + ["(?)"]
        at = {card.place: card.card for card in self.cards}
        if self.columns is not None and self.cards:
            return self.in_places()
        words: list[str] = []
        hidden = 0
        for place in range(1, self.size + 1):
            if place not in at:
                hidden += 1
                continue
            words += [f"({hidden})"] if hidden else []
            words.append(at[place])
            hidden = 0
        return words + ([f"({hidden})"] if hidden else [])


@dataclass(frozen=True)
class ValueSeen:
    """A variable with its keys: `score 1`."""

    name: str
    text: str
    value: str


class ManyTexts(WrittenOnAccess[str]):
    """The texts of moves, if there are too many to list."""

    def __init__(self, moves: ManyMoves) -> None:
        super().__init__(moves.numbers, lambda number: moves.one(number).text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ManyTexts):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash((len(self), self[0]))

    def __deepcopy__(self, _: object) -> tuple[str, ...]:
        return tuple(self)  # plain data


@dataclass(frozen=True)
class ChanceSeen:
    """The policy takes one of these moves `chances` times in `of`."""

    chances: int
    of: int
    moves: Sequence[str]


@dataclass(frozen=True)
class QuestionSeen:
    """The asked seat and its question. Only that seat itself gets the wording and the moves.

    `preferred` are the moves that the ruleset's policy puts first; all of them if it has no policy. `chances` are moves
    that it takes now and then instead, to be tried in this order.
    """

    seat: int
    prompt: str | None
    wording: str | None
    moves: Sequence[str] | None
    """A tuple, or, if that would be too long, a sequence that writes moves on access."""
    tries: tuple[str, ...] | None
    preferred: Sequence[str] | None
    chances: tuple[ChanceSeen, ...] = ()


@dataclass(frozen=True)
class View:
    """A view: everything that one seat (counted from 1) may know."""

    seat: int
    players: int
    out: tuple[int, ...]
    clockwise: bool
    zones: tuple[ZoneSeen, ...]
    values: tuple[ValueSeen, ...]
    question: QuestionSeen | None
    outcome: Outcome | None
    lines: tuple[LineSeen, ...] = ()

    def zone(self, name: str) -> ZoneSeen | None:
        return next((zone for zone in self.zones if zone.name == name), None)

    def value(self, name: str) -> str | None:
        return next((value.value for value in self.values if value.name == name), None)

    def data(self) -> dict[str, object]:
        """Plain data, ready for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return plain text, with one line for each part."""
        lines = [f"seat {self.seat} of {self.players}"]
        lines += [f"{zone.name}: {zone.written()}" for zone in self.zones]
        lines += [f"{value.name}: {value.value}" for value in self.values]
        lines += [line.text for line in self.lines]
        if self.out:
            lines.append(f"out: {' '.join(map(str, self.out))}")
        if not self.clockwise:
            lines.append("direction: counterclockwise")
        if self.question is not None:
            prompt = f", {self.question.prompt}" if self.question.prompt else ""
            lines.append(f"to move: {self.question.seat}{prompt}")
            if self.question.moves is not None:
                lines.append(f"may: {', '.join(self.question.moves)}")
            if self.question.tries:
                lines.append(f"may try: {', '.join(self.question.tries)}")
        if self.outcome is not None:
            lines.append(f"over: {self.outcome.ending or 'ended'}")
            lines.append(f"winners: {' '.join(map(str, self.outcome.winners)) or 'none'}")
        return "\n".join(lines)


def view(state: State, seat: int, known: Known | None = None) -> View:
    """Return what a seat (from 1) sees of a state; with `known`, also what it remembers."""
    if not isinstance(state, State):
        help = "`game.state(list, players)` turns a machine's list into a state"
        raise TypeError(
            f"expected a state; {help}" if isinstance(state, list | tuple) else f"expected a state, found {state!r}"
        )
    return Viewer(state.table, seat).view(state, known)


class Viewer:
    """Makes the views of one seat (from 1) at one table. Looks up everything constant once."""

    def __init__(self, table: Table, seat: int) -> None:
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise TypeError(f"`seat` must be a whole number, found {seat!r}")
        if not 1 <= seat <= table.machine.players:
            raise StateError(f"`seat` must be from 1 to {table.machine.players}, found {seat!r}")
        self.machine = table.machine
        self.layout = table.machine.layout
        self.seat = seat - 1
        self.onlooker = Onlooker(self.machine.sight, self.seat)
        self.zones = [_ZoneLook(self.machine, self.onlooker, i) for i in self.layout.instances if i.number != BOX]
        self.values = [(cell, name, v.text, v.type) for cell, name, v in self.onlooker.readable]
        variables = self.layout.program.variables
        self.shown = ShownLines(self.machine)
        self.logs = [
            (log, variables[log.entries].text)
            for log in self.layout.program.logs
            if self.onlooker.reads(variables[log.length], ())
        ]
        self.policy = Policy(table.machine.functions)

    def view(self, state: State, known: Known | None = None) -> View:
        cells = list(state.cells)
        playing = cells[PLAYING]
        return View(
            seat=self.seat + 1,
            players=self.layout.players,
            out=tuple(q + 1 for q in range(self.layout.players) if not playing >> q & 1),
            clockwise=cells[DIRECTION] == 1,
            zones=tuple(zone.seen(cells, known) for zone in self.zones),
            values=self.variables(state)
            + tuple(ValueSeen(log.name, text, self.shown.entries(cells, log)) for log, text in self.logs),
            question=self._question(state, cells),
            outcome=state.outcome if state.over else None,
            lines=tuple(self.shown.lines(cells, self.seat)),
        )

    def variables(self, state: State) -> tuple[ValueSeen, ...]:
        """Return the variables that the seat may read."""
        cells = state.cells
        return tuple(
            ValueSeen(name, text, written(self.layout, type_, cells[cell])) for cell, name, text, type_ in self.values
        )

    def spotted(self, state: State) -> list[Spotted]:
        """Return all cards that the seat sees, by their places."""
        cells = list(state.cells)
        return [Spotted(card.card, zone.name, card.place) for zone in self.zones for card in zone.cards(cells)]

    def sizes(self, state: State) -> dict[str, int]:
        """Return the number of cards in each zone where the seat can count them."""
        cells = list(state.cells)
        return {zone.name: size for zone in self.zones if (size := zone.size(cells)) is not None}

    def _question(self, state: State, cells: list[int]) -> QuestionSeen | None:
        if state.over:
            return None
        seat = self.machine.seat(cells) + 1
        prompt = self.machine.asked(cells).prompt
        if seat != self.seat + 1:
            return QuestionSeen(seat, prompt, None, None, None, None)
        question = state.question
        legal, tries = self._texts(cells, question.legal), self._texts(cells, question.tries)
        moves = question.legal
        numbers = moves.numbers if isinstance(moves, ManyMoves) else [move.number for move in moves]
        sorted_ = self.policy.sorted(cells, numbers)
        chances = tuple(
            ChanceSeen(chance.chances, chance.of, self._those(cells, moves, chance.moves)) for chance in sorted_.chances
        )
        preferred = legal if sorted_.preferred is numbers else self._those(cells, moves, sorted_.preferred)
        return QuestionSeen(seat, prompt, question.wording, legal, tuple(tries), preferred, chances)

    def _those(self, cells: list[int], moves: Sequence[Move], numbers: Sequence[int]) -> Sequence[str]:
        """Return the texts of the moves with these numbers."""
        if isinstance(moves, ManyMoves) and isinstance(numbers, Answers):
            return self._texts(cells, moves.of(numbers))
        if isinstance(moves, ManyMoves):
            return self._texts(cells, [moves.one(number) for number in numbers])
        chosen = set(numbers)
        return self._texts(cells, [move for move in moves if move.number in chosen])

    def _texts(self, cells: list[int], moves: Sequence[Move]) -> Sequence[str]:
        """Return the texts of moves in an order that doesn't reveal which of several copies a player holds."""
        identical = self.layout.pack.doubles
        if isinstance(moves, ManyMoves):
            if not identical:
                return ManyTexts(moves)
            within_reach(moves.numbers, self.machine.asked(cells).origin)
        if not identical:
            return tuple(move.text for move in moves)
        asked = self.machine.asked(cells)
        face, size = self.layout.pack.face, self.layout.pack.size

        def key(move: Move) -> tuple[int, list[list[int]], int, str]:
            number = asked.place_of(move.number)
            parts = []
            for slot, value in zip(asked.arms[number].slots, move.values, strict=True):
                if not slot.of_cards:
                    parts.append([value])
                elif slot.many:
                    parts.append(sorted(face[c] for c in members(value)))
                else:
                    parts.append([face[value % size], value // size])
            return number, parts, len(move.text), move.text  # `play 8♦ #2` after `play 8♦`

        return tuple(move.text for move in sorted(moves, key=key))


class _ZoneLook:
    """The view of one seat of one zone."""

    def __init__(self, machine: Machine, onlooker: Onlooker, i: Instance) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.onlooker = onlooker
        self.seat = onlooker.seat
        self.i = i
        self.name = zone_name(self.layout, i.number)
        self.text = self.layout.program.zones[i.zone].text
        self.counts = onlooker.counts[i.number]
        self.places = onlooker.places[i.number]
        self.sees_all = bool(machine.sight.always[i.number] >> self.seat & 1)
        shows_some = self.layout.program.zones[i.zone].shows is not None or i.turned is not None
        self.sees_none = not self.sees_all and not shows_some
        marks = enumerate(self.layout.program.marks)
        of_zone = [mark for m, mark in marks if not mark.guise and self.layout.keeps(m, i.zone)]
        self.marks = bool(of_zone)
        led_by = self.layout.program.zones[i.zone].led_by
        self.leader = None if led_by is None else self.layout.variables[led_by].at
        self.identical = bool(self.layout.pack.doubles)
        self.marks_unseen = not self.sees_all and any(mark.seen is not None for mark in of_zone)

    def seen(self, cells: list[int], known: Known | None) -> ZoneSeen:
        cards = self.cards(cells)
        return ZoneSeen(
            name=self.name,
            text=self.text,
            size=self.size(cells),
            cards=tuple(cards),
            known=() if known is None else self._known(known, cards),
            columns=self.i.room if self.i.form == "columns" else None,
            filled=self._filled(cells) if self.i.form == "columns" and self.places else (),
            marked=tuple(self._marked(cells)) if self.marks_unseen else (),
        )

    def size(self, cells: list[int]) -> int | None:
        return len(self.layout.contents(cells, self.i)) if self.counts else None

    def _filled(self, cells: list[int]) -> tuple[int, ...]:
        return tuple(k for k in range(1, self.i.room + 1) if cells[self.i.at + k - 1])

    def cards(self, cells: list[int]) -> list[CardSeen]:
        """Return the cards that the seat sees: in their order, or by face in a zone without an order."""
        if self.sees_none:
            return []
        lying = self.layout.contents(cells, self.i)
        if not self.sees_all:
            visible = self.machine.sight.seen_in(cells, self.i.number, self.seat)
            lying = [c for c in lying if visible >> c & 1]
        pack = self.layout.pack
        if self.i.form == "set" and not self.identical and not self.marks and self.i.turned is None:
            return [CardSeen(pack.name(self.layout.value_of(cells, c))) for c in lying]
        cards = [self._card(cells, c) for c in lying]
        if self.i.form == "set":
            cards.sort(key=lambda card: (face_of(self.layout.pack, card.card), card.card, card.marks, card.up))
        return cards

    def _card(self, cells: list[int], card: int) -> CardSeen:
        turned = self.i.turned
        name = self.layout.pack.name(self.layout.value_of(cells, card))
        place = self.machine.functions["place_of"](cells, card) if self.places else None
        up = turned is not None and bool(cells[turned] >> card & 1)
        return CardSeen(name, place, up, self._marks_of(cells, card), self._player_of(cells, place))

    def _player_of(self, cells: list[int], place: int | None) -> int | None:
        """Return the seat (from 1) that played the card at a place, in a zone that names its leader."""
        if self.leader is None or place is None:
            return None
        seats = seats_from(cells[PLAYING], cells[DIRECTION], cells[self.leader], after=False)
        return seats[place - 1] + 1 if place <= len(seats) else None

    def _marks_of(self, cells: list[int], card: int) -> tuple[tuple[str, str], ...]:
        """Return the marks of a card that the seat may know, with their values."""
        return tuple(
            (mark.name, written(self.layout, mark.type, value)) for mark, value in self.onlooker.marks(cells, card)
        )

    def _marked(self, cells: list[int]) -> Iterator[MarkedUnseen]:
        """Yield the marks of the unseen cards: by their places, or in an order that doesn't reveal the cards."""
        lying = self.layout.contents(cells, self.i)
        unseen = [c for c in lying if not self.machine.sight.seers(cells, c) >> self.seat & 1]
        marked = [
            MarkedUnseen(self.machine.functions["place_of"](cells, c) if self.places else None, marks)
            for c in unseen
            if (marks := self._marks_of(cells, c))
        ]
        yield from marked if self.places else sorted(marked, key=lambda each: each.marks)

    def _known(self, known: Known, seen: list[CardSeen]) -> tuple[CardSeen, ...]:
        if self.name in known.placed:
            visible = {card.place for card in seen}
            return tuple(CardSeen(c, q) for q, c in sorted(known.placed[self.name].items()) if q not in visible)
        loose = known.loose.get(self.name)
        if not loose:
            return ()
        left = Counter(dict(loose)) - Counter(bare(card.card) for card in seen)
        return tuple(CardSeen(c) for c in sorted(left.elements(), key=partial(face_of, self.layout.pack)))
