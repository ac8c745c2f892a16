"""What a seat can still tell about the cards that it doesn't see, from all that it saw before.

A hidden card is called by its number in the true state. For the seat this number is only a *slot*: it doesn't know
which card fills the slot, but it can follow the slot from zone to zone. `reach` has for each card the slots that it
can be in. Everything here follows the slots, so it would be the same if the true state were another one that the seat
can't tell apart, with other names for the slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from parlour import program as p
from parlour.playouts.player import NEVER, StopSign
from parlour.playouts.policy import Habits
from parlour.program.walking import walk
from parlour.states.machine import Machine
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import BOX, QUESTION, RANDOM
from parlour.views.betrayals import Betrayal, GivenAnswer, Reading
from parlour.views.dependence import Applied
from parlour.views.hidden_deals import Barred
from parlour.views.onlooker import Onlooker
from parlour.views.relabelling import Relabelling

Reach = tuple[int, ...]


@dataclass(frozen=True)
class Mixed:
    """The slots of a set were mixed: nobody, or only another player, knows which of them is which since then.

    `early`: they have not moved since the last answer. So that answer may have been chosen after the mixing.
    """

    slots: int
    reach: Reach  # before
    ranks: tuple[int, ...]  # before
    early: bool
    barred: Barred = ()  # before

    @property
    def binds(self) -> bool:
        """True if a card might have been barred from some of the slots before."""
        return any(_unmixed(slots, self.slots) != slots for slots, _ in self.barred)


Item = Mixed | Betrayal


@dataclass(frozen=True)
class Recollection:
    """`ranks` orders the slots by where they have been. Nothing that the seat saw distinguishes slots of one rank."""

    reach: Reach
    ranks: tuple[int, ...]
    barred: Barred
    readings: tuple[Reading, ...]  # the latest first
    telling: tuple[Betrayal, ...]  # the open answers to the last question, the latest first
    items: tuple[Item, ...]  # of the last moment, in their order
    before: Recollection | None


@dataclass
class SeenMoment:
    """A state, and the events that led to it from the moment before."""

    cells: Cells
    events: tuple[raw.Event, ...]
    before: SeenMoment | None = field(repr=False)
    recollection: Recollection | None = field(default=None, repr=False)  # worked out on first use


def moment(cells: Cells, events: Iterable[raw.Event], before: SeenMoment | None) -> SeenMoment:
    """Return the next moment. What was before all cards were gathered doesn't matter any more."""
    happened = tuple(events)
    return SeenMoment(cells, happened, None if any(isinstance(e, raw.Gathered) for e in happened) else before)


class Remembering:
    """Works out what one seat remembers (counted from 0)."""

    def __init__(self, machine: Machine, onlooker: Onlooker) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.onlooker = onlooker
        self.bodies = Applied(machine.program)
        self.habits = Habits(machine.functions)
        self.used = members(machine.layout.pack.used)

    @cached_property
    def picks(self) -> bool:
        """True if chance can choose a card."""
        program = self.layout.program
        nodes = (node for room in (*program.code, *program.procedures) for node in walk(room))
        return any(isinstance(node, p.Pick) and _kind(program, node.target) == "card" for node in nodes)

    def recollection(self, moment: SeenMoment, stopped: StopSign = NEVER) -> Recollection:
        """Return what the seat remembers at a moment. If it is stopped before the last one, return what it sees now."""
        missing = []
        at: SeenMoment | None = moment
        while at is not None and at.recollection is None:
            missing.append(at)
            at = at.before
        for each in reversed(missing):
            if stopped.is_set():
                return self._after(SeenMoment(moment.cells, (), None))
            each.recollection = self._after(each)
        assert moment.recollection is not None, "it was missing, and is known now"
        return moment.recollection

    def _after(self, moment: SeenMoment) -> Recollection:
        before = None if moment.before is None else moment.before.recollection
        trail = _Trail(self, moment)
        for event in trail.events:
            trail.take(event)
        trail.identify(self.onlooker.identified(moment.cells))
        now = Relabelling(self.layout, moment.cells)
        betrayal = None if before is None else self._betrayal(moment, before, trail, now)
        barred, readings, telling = ((), (), ()) if before is None else (before.barred, before.readings, before.telling)
        items: list[Item] = []
        answered = False
        for mixed in (*trail.mixed, None):
            if betrayal is not None and not answered and (mixed is None or not mixed.early):
                answered = True
                barred += betrayal.barred
                readings = (*betrayal.readings, *readings)
                alike = (each for each in telling if each.question is betrayal.question)
                telling = (*((betrayal,) if betrayal.open else ()), *alike)
                items += [betrayal] if betrayal.matters or betrayal.readings or betrayal.open else []
            if mixed is not None:
                items.append(replace(mixed, barred=barred))
                barred = _barred_after(barred, mixed)
                readings = tuple(replace(each, barred=_barred_after(each.barred, mixed)) for each in readings)
        readings = tuple(each for each in readings if any(slots for slots, _ in each.barred))
        ranks = self._ranks(trail, now)
        return Recollection(tuple(trail.reach), ranks, barred, readings, telling, tuple(items), before)

    def _ranks(self, trail: _Trail, now: Relabelling) -> tuple[int, ...]:
        keys = {slot: repr((trail.ranks[slot], now.place(slot))) for slot in self.used}
        order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
        return tuple(order[keys[slot]] if slot in keys else 0 for slot in range(self.layout.pack.size))

    def slots(self, cells: Cells, memory: Recollection) -> list[int]:
        """Return the hidden slots of a state in their order."""
        return sorted(self.onlooker.unseen(cells), key=memory.ranks.__getitem__)

    def _betrayal(self, moment: SeenMoment, memory: Recollection, trail: _Trail, now: Relabelling) -> Betrayal | None:
        """Return what the answer that led from the moment before to this one betrays, if anything."""
        assert moment.before is not None, "an answer follows a moment"
        cells = moment.before.cells
        event = next((e for e in trail.events if isinstance(e, raw.Answered | raw.Sealed)), None)
        if event is None or event.question != cells[QUESTION]:
            return None
        if isinstance(event, raw.Answered) and self.layout.program.questions[event.question].sealed is not None:
            return None  # it is opened now, and was given earlier
        known = list(memory.reach)
        for slot in members(trail.identified):
            known[slot] = 1 << slot
        answer = GivenAnswer(
            event.seat, event.question, event.move, isinstance(event, raw.Answered) and event.misplay,
            Relabelling(self.layout, cells), now, self.slots(cells, memory), known, memory.barred,
            trail.identified | self.onlooker.identified(cells), all(mixed.early for mixed in trail.mixed),
        )  # fmt: skip
        return Betrayal(self.machine, self.bodies, self.habits, answer, self.onlooker.seat)


def _barred_after(barred: Barred, mixed: Mixed) -> Barred:
    return tuple((_unmixed(slots, mixed.slots), cards) for slots, cards in barred)


def _unmixed(slots: int, mixed: int) -> int:
    """Return the slots that were not mixed with others."""
    return slots & ~mixed if slots & mixed and mixed & ~slots else slots


def _kind(program: p.Program, target: p.Local | p.VarAt | p.MarkAt) -> str:
    match target:
        case p.Local(index):
            return program.locals[index][1].kind
        case p.VarAt(number):
            return program.variables[number].type.kind
        case p.MarkAt(number):
            return program.marks[number].type.kind


class _Trail:
    """Follows the slots through the events of one moment."""

    def __init__(self, of: Remembering, moment: SeenMoment) -> None:
        self.of = of
        self.layout = layout = of.layout
        self.seat = of.onlooker.seat
        self.size = layout.pack.size
        self.events = _since_gathering(moment.events)
        self.mixed: list[Mixed] = []
        self.identified = 0
        self.moving = 0  # slots that moved in these events
        before = moment.before
        self.where = self._beginning(moment)
        self.ranks: list[int]
        self.barred: Barred
        if before is not None and before.recollection is not None:
            self.reach, self.ranks = list(before.recollection.reach), list(before.recollection.ranks)
            self.barred = before.recollection.barred
            self.seen = of.onlooker.sight.seen_by(before.cells, self.seat)
            chance = before.cells[RANDOM] != moment.cells[RANDOM]
        else:
            in_box = all(self.where[c] == BOX for c in of.used)
            self.reach = [1 << c if in_box else layout.pack.used for c in range(self.size)]
            self.ranks, self.barred = [0] * self.size, ()
            self.seen, chance = 0, True
        self.any_card = chance and of.picks  # a card can leave any place by chance
        self.named = 0  # by the answer

    def _beginning(self, moment: SeenMoment) -> list[int]:
        """Return the zone of each slot before the events."""
        if len(self.events) < len(moment.events):
            return [BOX] * self.size
        where = moment.cells[self.layout.where : self.layout.where + self.size]
        for event in reversed(self.events):
            if isinstance(event, raw.Moved):
                for card, source in zip(event.cards, event.sources, strict=True):
                    where[card % self.size] = source
        return where

    def identify(self, cards: int) -> None:
        """Note that the seat knows these cards. In a set, it doesn't know which of the slots they were in before."""
        for card in members(cards):
            zone, known = self.where[card], self.reach[card] == 1 << card
            if not known and self.events and zone >= 0 and self.layout.instances[zone].form == "set":
                alike = sum(1 << slot for slot in self.of.used if self._could_be(card, slot, zone))
                if any(self._path(slot) != self._path(card) for slot in members(alike)):
                    self._mix(alike)
            self.reach[card] = 1 << card
        self.identified |= cards

    def _could_be(self, card: int, slot: int, zone: int) -> bool:
        if slot == card:
            return True
        open_ = self.where[slot] == zone and self.reach[card] >> slot & 1 and self.reach[slot] != 1 << slot
        return bool(open_) and not any(slots >> slot & cards >> card & 1 for slots, cards in self.barred)

    def _path(self, slot: int) -> tuple[int, int]:
        """Slots in one zone with one path have always been together."""
        return (self.ranks[slot], 0) if not self.moving >> slot & 1 else (-1, slot)

    def take(self, event: raw.Event) -> None:
        match event:
            case raw.Moved():
                self._moved(event)
            case raw.Shuffled(zone):
                self._mix(sum(1 << c for c in self.of.used if self.where[c] == zone))
            case raw.Turned(cards=cards, seen=seen):
                self.identify(self._set(c for c, by in zip(cards, seen, strict=True) if self._sees(by)))
            case raw.Shown(cards=cards, seats=seats) if self._sees(seats):
                self.identify(self._set(cards))
            case raw.Answered(seen=seen):
                self.named |= self._set(c for c, _ in seen)
            case _:
                pass

    def _sees(self, seats: int) -> bool:
        return bool(seats >> self.seat & 1)

    def _set(self, cards: Iterable[int]) -> int:
        return sum({1 << c % self.size for c in cards})

    def _moved(self, event: raw.Moved) -> None:
        moved = self._set(event.cards)
        seen = self._set(c for c, by in zip(event.cards, event.seen, strict=True) if self._sees(by))
        self.identify(seen)
        hidden = members(moved & ~seen)
        into_set = self.layout.instances[event.target].form == "set"
        for zone in sorted({self.where[c] for c in hidden}):
            leaving = sum(1 << c for c in hidden if self.where[c] == zone)
            there = sum(1 << c for c in self.of.used if self.where[c] == zone) & ~seen & ~(self.seen & ~self.moving)
            if self._chosen(zone, leaving) and (there & ~leaving or not into_set):
                self._mix(there, early=into_set)  # the cards themselves can decide their order
        for c in members(moved):
            self.where[c] = event.target
        self.moving |= moved

    def _chosen(self, zone: int, cards: int) -> bool:
        """True if other cards of a zone might have left it instead, without a difference to the seat."""
        if zone < 0 or self.of.onlooker.places[zone]:
            return False
        return self.layout.instances[zone].form == "set" or self.any_card or bool(self.named & cards)

    def _mix(self, slots: int, early: bool = True) -> None:
        if slots & slots - 1:
            early = early and not slots & self.moving and all(mixed.early for mixed in self.mixed)
            self.mixed.append(Mixed(slots, tuple(self.reach), tuple(self.ranks), early))
            self.reach = [reach | slots if reach & slots else reach for reach in self.reach]
            lowest = min(self.ranks[slot] for slot in members(slots))
            for slot in members(slots):
                self.ranks[slot] = lowest  # nothing distinguishes them any more


def _since_gathering(events: tuple[raw.Event, ...]) -> tuple[raw.Event, ...]:
    """Return the events after all cards were gathered for the last time."""
    places = [place for place, event in enumerate(events) if isinstance(event, raw.Gathered)]
    return events[places[-1] + 1 :] if places else events
