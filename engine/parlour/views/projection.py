"""Reduces recorded events to the parts that one seat saw.

An event for a seat is built from the parts that this seat saw; nothing is copied and then blanked out. The order of
unseen cards in an event reveals nothing: they are ordered by face, not by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from parlour import program as p
from parlour.states.machine import Machine
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.layout import HEADER, NOWHERE
from parlour.table.texts import UNTOLD, worded, written, zone_name
from parlour.views import seen_events
from parlour.views.common_knowledge import CommonKnowledge
from parlour.views.known import face_of
from parlour.views.onlooker import Onlooker


class Projector:
    """The view of one seat (counted from 0) of the events at one table."""

    def __init__(self, machine: Machine, seat: int) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.pack = machine.layout.pack
        self.onlooker = Onlooker(machine.sight, seat)
        self.common = CommonKnowledge(machine.program)
        self.seat = seat

    def project(self, event: raw.Event) -> seen_events.SeenEvent:
        match event:
            case raw.Moved():
                return self._moved(event)
            case raw.Gathered():
                return seen_events.CardsGathered()
            case raw.Begun():
                return self._began(event)
            case raw.Worded(ending):
                return seen_events.EndingSaid(self._ended_with(ending), self._ending(ending))
            case raw.Shuffled(zone):
                return seen_events.ZoneShuffled(self._zone(zone))
            case raw.Turned(cards, zones, places, up, seen):
                sees = [self._sees(mask) for mask in seen]
                return seen_events.CardsTurned(up, self._spotted(cards, zones, places, sees))
            case raw.Shown(cards, zones, places, seats):
                sees = [self._sees(seats)] * len(cards)
                shown = self._spotted(cards, zones, places, sees)
                return seen_events.CardsShown(tuple(s + 1 for s in members(seats)), shown)
            case raw.Said(pieces, seats):
                line = " ".join("".join(text if self._sees(seers) else UNTOLD for text, seers in pieces).split())
                public = seats.bit_count() == self.layout.players
                return seen_events.LineSaid(line if self._sees(seats) else None, public)
            case raw.Asked(seat, question):
                return seen_events.PlayerAsked(seat + 1, self._question(question).prompt)
            case raw.Answered(seat, question, move, misplay, seen, unchosen):
                arm, values = self._answer(question, move)
                mine, asked = seat == self.seat, self._asked(question)
                text = self.answer_text(arm, values, dict(seen), mine, dict(unchosen), asked)
                broken = misplay and (mine or not arm.unnoticed)
                return seen_events.PlayerAnswered(seat + 1, self._question(question).prompt, arm.id, text, broken)
            case raw.Sealed(seat, question, move, unchosen):
                own = None
                if seat == self.seat:
                    arm, values = self._answer(question, move)
                    own = self.answer_text(arm, values, {}, True, dict(unchosen))
                return seen_events.AnswerSealed(seat + 1, self._question(question).prompt, own)
            case raw.Left(player):
                return seen_events.PlayerLeft(player + 1)
            case raw.Ended():
                return seen_events.MatchEnded()

    def all(self, events: Iterable[raw.Event]) -> tuple[seen_events.SeenEvent, ...]:
        """Return several events. Merge moves of cards that can't be counted; leave out lines for others."""
        shown: list[seen_events.SeenEvent] = []
        for event in events:
            seen = self.project(event)
            if isinstance(seen, seen_events.CardsMoved) and not seen.cards and shown and shown[-1] == seen:
                continue
            if seen != seen_events.LineSaid(None):
                shown.append(seen)
        return tuple(shown)

    def _sees(self, mask: int) -> bool:
        return bool(mask >> self.seat & 1)

    def _zone(self, number: int) -> str:
        return zone_name(self.layout, number)

    def _question(self, number: int) -> p.Question:
        return self.machine.program.questions[number]

    # ------------------------------------------------------------ stages

    def _began(self, event: raw.Begun) -> seen_events.SeenEvent:
        program = self.machine.program
        ending = event.before[self.layout.variables[program.ending].at - HEADER]
        return seen_events.StageBegan(
            program.stages[event.stage].name,
            self._ending(ending),
            self._numbers(event.before),
            self._numbers(event.after),
        )

    def _ending(self, number: int) -> str:
        word, text = self.machine.program.endings[number]
        return text or word if number else ""

    def _ended_with(self, ending: int) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.machine.program.stages if ending in stage.endings)

    def _numbers(self, variables: tuple[int, ...]) -> seen_events.Numbers:
        return tuple((name, variables[place]) for name, place in self._counters)

    @cached_property
    def _counters(self) -> tuple[tuple[str, int], ...]:
        """Return the numbers that the seat may see: their names, and their positions among the variables."""
        return tuple(
            (name, cell - HEADER)
            for cell, name, variable in self.onlooker.readable
            if variable.type.kind == "int" and not variable.type.optional
        )

    # ------------------------------------------------------------ cards

    def _moved(self, event: raw.Moved) -> seen_events.SeenEvent:
        cards: list[seen_events.Travelled] = []
        more: set[str] = set()
        places, counts = self.onlooker.places, self.onlooker.counts
        every = zip(event.cards, event.sources, event.source_places, event.places, event.seen, strict=True)
        for value, source, from_place, to_place, seen in every:
            name = self._zone(source) if source != NOWHERE else "nowhere"
            known = self._sees(seen)
            if not known and not counts[source] and not counts[event.target]:
                more.add(name)
                continue
            cards.append(
                seen_events.Travelled(
                    card=self.pack.name(value) if known else None,
                    source=name,
                    from_place=from_place if places[source] else None,
                    to_place=to_place if places[event.target] else None,
                )
            )
        cards.sort(
            key=lambda c: (c.source, c.from_place or 0, c.to_place or 0, c.card is None, face_of(self.pack, c.card))
        )
        return seen_events.CardsMoved(self._zone(event.target), tuple(cards), tuple(sorted(more)))

    def _spotted(
        self, cards: Sequence[int], zones: Sequence[int], places: Sequence[int], seen: Sequence[bool]
    ) -> tuple[seen_events.Spotted, ...]:
        spots = [
            seen_events.Spotted(
                self.pack.name(card) if known else None, self._zone(zone), place if self.onlooker.places[zone] else None
            )
            for card, zone, place, known in zip(cards, zones, places, seen, strict=True)
        ]
        return tuple(sorted(spots, key=lambda x: (x.zone, x.place or 0, x.card is None, face_of(self.pack, x.card))))

    # ------------------------------------------------------------ answers

    def _answer(self, question: int, move: int) -> tuple[p.Arm, tuple[int, ...]]:
        action, payload = self.machine.questions[question].chosen(move)
        return action.arm, action.packing.unpack(payload)

    def _asked(self, question: int) -> int | None:
        """Return the local that holds the player who answers, as in `{p}`: everybody knows this player."""
        seat = self.machine.questions[question].question.seat
        return seat.index if isinstance(seat, p.Local) else None

    def answer_text(
        self,
        arm: p.Arm,
        values: Sequence[int],
        seen: Mapping[int, int],
        own: bool,
        unchosen: Mapping[int, int],
        asked: int | None = None,
    ) -> str:
        """Return an answer in words, as far as the seat saw the cards.

        Words beyond the choices are for the player who answered, and for a seat that may read the variable that they
        show. They are for everybody if they follow from common knowledge.
        """
        chosen = {slot.local: (slot, v) for slot, v in zip(arm.slots, values, strict=True)}
        known = frozenset(slot.local for slot in arm.slots if slot.form == "each" and not slot.of_cards)
        known |= frozenset[int]() if asked is None else {asked}
        parts = []
        for place, piece in enumerate(arm.notation):
            if isinstance(piece, str):
                parts.append(piece)
            elif isinstance(piece.value, p.Local) and piece.value.index in chosen:
                parts.append(self._choice(*chosen[piece.value.index], piece.type, seen, own))
            elif place in unchosen and (own or self._reads(piece.value) or self.common.has(piece.value, known)):
                parts.append(worded(self.layout, piece, unchosen[place]))
            else:
                parts.append(UNTOLD)
        return " ".join("".join(parts).split())

    def _reads(self, value: p.Expr) -> bool:
        """True if this is a variable of the table that the seat may read."""
        if not isinstance(value, p.VarAt) or value.keys:
            return False
        return self.onlooker.reads(self.machine.program.variables[value.var], ())

    def _choice(self, slot: p.Slot, value: int, type_: p.Type, seen: Mapping[int, int], own: bool) -> str:
        if not slot.of_cards:
            return written(self.layout, type_, value)
        cards = members(value) if slot.many else [value]
        known = [c for c in cards if own or self._sees(seen.get(c % self.pack.size, 0))]
        untold = len(cards) - len(known)
        names = " ".join(self.pack.name(c) for c in sorted(known, key=lambda c: self.pack.face[c]))
        if not untold:
            return names or written(self.layout, type_, value)
        return f"{names} and {seen_events.count_of_cards(untold)}" if names else seen_events.count_of_cards(untold)
