"""A seat's view of a state: zones, values, the question. Everything in it was put in because the seat may know it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from parlour import program as p
from parlour.machine.layout import BOX, DIRECTION, PLAYING, Instance
from parlour.machine.reading import place_in
from parlour.machine.state import Outcome, State
from parlour.machine.texts import written, zone_name
from parlour.views.audience import Audience
from parlour.views.known import Known, bare


@dataclass(frozen=True)
class CardSeen:
    """A card that is seen, or known, in a zone. `place` counts from 1; there is none where places mean nothing."""

    card: str
    place: int | None = None
    up: bool = False
    """Turned up, where cards can be turned."""
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ZoneSeen:
    """A zone; `size` is missing where the seat doesn't know how many cards there are.

    `known` are cards that the seat doesn't see there, but saw go there.
    """

    name: str
    text: str
    size: int | None
    cards: tuple[CardSeen, ...]
    known: tuple[CardSeen, ...]
    columns: int | None
    """How many fixed places there are, if there are any."""

    def written(self) -> str:
        """`3♣ Q♥`, `(6) Q♣`: in brackets how many cards are not seen."""
        if self.columns is not None or all(card.place is not None for card in self.cards):
            words = self._by_place()
        else:
            hidden = None if self.size is None else self.size - len(self.cards)
            words = [card.card for card in self.cards] + ([f"({hidden})"] if hidden else [])
            words += ["(?)"] if hidden is None else []
        told = " ".join(words) or "-"
        if self.known:
            names = [f"{c.card} at {c.place}" if c.place is not None else c.card for c in self.known]
            told += f"; known: {', '.join(names)}"
        return told

    def _by_place(self) -> list[str]:
        if self.size is None:
            return [card.card for card in self.cards] + ["(?)"]
        at = {card.place: card.card for card in self.cards}
        if self.columns is not None and self.cards:
            return [at.get(place, "?") for place in range(1, self.columns + 1)]
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


@dataclass(frozen=True)
class QuestionSeen:
    """Who is asked what. The answers are there only for the seat itself."""

    seat: int
    prompt: str
    moves: tuple[str, ...] | None
    tries: tuple[str, ...] | None


@dataclass(frozen=True)
class View:
    """What one seat (counted from 1) may know."""

    seat: int
    players: int
    out: tuple[int, ...]
    clockwise: bool
    zones: tuple[ZoneSeen, ...]
    values: tuple[ValueSeen, ...]
    question: QuestionSeen | None
    outcome: Outcome | None

    def zone(self, name: str) -> ZoneSeen | None:
        return next((zone for zone in self.zones if zone.name == name), None)

    def value(self, name: str) -> str | None:
        return next((value.value for value in self.values if value.name == name), None)

    def data(self) -> dict[str, object]:
        """Plain data, ready for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Plain text, one line for each thing."""
        lines = [f"seat {self.seat} of {self.players}"]
        lines += [f"{zone.name}: {zone.written()}" for zone in self.zones]
        lines += [f"{value.name}: {value.value}" for value in self.values]
        if self.out:
            lines.append(f"out: {' '.join(map(str, self.out))}")
        if not self.clockwise:
            lines.append("direction: counterclockwise")
        if self.question is not None:
            lines.append(f"to move: {self.question.seat}, {self.question.prompt}")
            if self.question.moves is not None:
                lines.append(f"may: {', '.join(self.question.moves)}")
            if self.question.tries:
                lines.append(f"may try: {', '.join(self.question.tries)}")
        if self.outcome is not None:
            lines.append(f"over: {self.outcome.ending or 'ended'}")
            lines.append(f"winners: {' '.join(map(str, self.outcome.winners)) or 'none'}")
        return "\n".join(lines)


def view(state: State, seat: int, known: Known | None = None) -> View:
    """What a seat (from 1) sees of a state; with `known`, also what it knows from before."""
    return _Viewer(state, seat - 1, known).view()


class _Viewer:
    def __init__(self, state: State, seat: int, known: Known | None) -> None:
        self.state = state
        self.seat = seat
        self.known = known
        self.machine = state.table.machine
        self.layout = self.machine.layout
        self.cells = list(state.cells)
        self.audience = Audience(self.layout, seat)

    def view(self) -> View:
        playing = self.cells[PLAYING]
        return View(
            seat=self.seat + 1,
            players=self.layout.players,
            out=tuple(q + 1 for q in range(self.layout.players) if not playing >> q & 1),
            clockwise=self.cells[DIRECTION] == 1,
            zones=tuple(self._zone(i) for i in self.layout.instances if i.number != BOX),
            values=tuple(self._values()),
            question=self._question(),
            outcome=self.state.outcome if self.state.over else None,
        )

    def _zone(self, i: Instance) -> ZoneSeen:
        zone = self.layout.program.zones[i.zone]
        name = zone_name(self.layout, i.number)
        visible = self.machine.sight.seen_in(self.cells, i.number, self.seat)
        places = self.audience.places[i.number]
        lying = self.layout.contents(self.cells, i)
        cards = [self._card(i, c, places) for c in lying if visible >> c & 1]
        if i.form == "set":
            cards.sort(key=lambda card: (self._face(card.card), card.card, card.marks, card.up))
        return ZoneSeen(
            name=name,
            text=zone.text,
            size=len(lying) if self.audience.counts[i.number] else None,
            cards=tuple(cards),
            known=self._known(name, cards),
            columns=i.room if i.form == "columns" else None,
        )

    def _card(self, i: Instance, card: int, places: bool) -> CardSeen:
        value = self.layout.value_of(self.cells, card)
        place = place_in(self.layout, self.cells, card) if places else None
        up = i.turned is not None and bool(self.cells[i.turned] >> card & 1)
        return CardSeen(self.layout.pack.name(value), place, up, tuple(self._marks(i, card)))

    def _marks(self, i: Instance, card: int) -> list[tuple[str, str]]:
        """What is noted on a card that is seen; what it counts as is part of its name."""
        found = []
        for m, mark in enumerate(self.layout.program.marks):
            value = self.cells[self.layout.marks[m] + card]
            if not mark.guise and value != mark.default and self.layout.keeps(m, i.zone):
                found.append((mark.name, written(self.layout, mark.type, value)))
        return found

    def _known(self, name: str, seen: list[CardSeen]) -> tuple[CardSeen, ...]:
        if self.known is None:
            return ()
        if name in self.known.placed:
            visible = {card.place for card in seen}
            return tuple(CardSeen(c, q) for q, c in sorted(self.known.placed[name].items()) if q not in visible)
        left = Counter(dict(self.known.loose.get(name, {}))) - Counter(bare(card.card) for card in seen)
        return tuple(CardSeen(c) for c in sorted(left.elements(), key=self._face))

    def _face(self, name: str) -> int:
        face = self.layout.pack.face_of_name(bare(name))
        assert face is not None, "cards have names that can be read"
        return face

    def _values(self) -> list[ValueSeen]:
        found = []
        arrays = zip(self.layout.program.variables, self.layout.variables, strict=True)
        for number, (variable, array) in enumerate(arrays):
            for keys in self.layout.keys_of(array):
                if self.audience.reads(variable, keys):
                    value = self.cells[array.cell(keys)]
                    found.append(ValueSeen(self._named(variable, keys), variable.text, self._written(number, value)))
        return found

    def _named(self, variable: p.Variable, keys: tuple[int, ...]) -> str:
        written_ = [written(self.layout, type_, k) for type_, k in zip(variable.keys, keys, strict=True)]
        return " ".join([variable.name, *written_])

    def _written(self, variable: int, value: int) -> str:
        program = self.layout.program
        if variable == program.ending:
            return program.endings[value][0]
        return written(self.layout, program.variables[variable].type, value)

    def _question(self) -> QuestionSeen | None:
        if self.state.over:
            return None
        seat = self.machine.seat(self.cells) + 1
        prompt = self.machine.question(self.cells).question.name
        if seat != self.seat + 1:
            return QuestionSeen(seat, prompt, None, None)
        question = self.state.question
        return QuestionSeen(seat, prompt, tuple(m.text for m in question.legal), tuple(m.text for m in question.tries))
