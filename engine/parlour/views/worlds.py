"""Makes states that a seat can't tell from the true one: only the cards that it doesn't see may lie otherwise.

Worlds follow from what the seat saw, and from a seed. They would be the same if one of them were the true state. If the
seat saw something so unlikely that chance doesn't find it, a bot takes worlds that fit as well as possible.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass
from functools import cached_property

from parlour.playouts.player import NEVER, StopSign
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import BASE, below, seed_state
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import RANDOM, STACKED
from parlour.views.betrayals import MOST, Betrayal, Reading, apart
from parlour.views.dependence import renew
from parlour.views.hidden_deals import Barred, Deal
from parlour.views.memory import Item, Mixed, Recollection, Remembering, SeenMoment
from parlour.views.relabelling import Relabelling

New = dict[int, int]  # the card in each slot
Course = list[tuple[New, int]]  # the cards between two mixes, the latest first, and how much doesn't fit there

DEALS = 300  # that are tried for one world, before exchanges of pairs
EXCHANGES = 3000  # that are tried then
FEW_DEALS, FEW_EXCHANGES = 32, 240  # the same for worlds that need not fit
FIRST_PROPOSALS, PROPOSALS = 6, 2  # for a world, if the policy makes some likelier
FIRST_TELLING, TELLING = 24, 3  # the same if answers that name no card tell something
WEIGHED = 3  # answers, the latest ones, of which it counts how likely the policy made them
OPEN = 4  # answers to the last question that it looks at, if they name no hidden card
SAMPLES = 4  # deals that show how likely it makes what one answer means
AGAIN = 2  # exchanges for each slot, at least, between two worlds
FEWER = 4  # times fewer deals are tried for the next one of these after exchanges


@dataclass(frozen=True)
class _Unmixing:
    """Goes back to the time before some slots, which are in their order then, were mixed."""

    mixed: Mixed
    slots: list[int]

    def before(self, new: New, x: int) -> tuple[New | None, int]:
        """Return the card of each slot before; None if there is no way."""
        cards = [new.get(slot, slot) for slot in self.slots]
        before, x = Deal(self.slots, cards, self.mixed.reach, self.mixed.barred).dealt(x)
        return (None if before is None else new | before), x

    @cached_property
    def deal(self) -> Deal:
        """The ways for all cards before."""
        return Deal(self.slots, range(len(self.mixed.reach)), self.mixed.reach, self.mixed.barred)


class World(State):
    """A state that a seat can't tell from the true one. If it doesn't fit, the seat has seen something else happen."""

    def __init__(self, table: Table, cells: Cells, fits: bool) -> None:
        super().__init__(table, cells)
        self.fits = fits


class Worlds:
    """The worlds at one moment of a game, for one seat (counted from 0)."""

    def __init__(
        self, table: Table, remembering: Remembering, moment: SeenMoment, exact: bool = True, stopped: StopSign = NEVER
    ) -> None:
        """Without `exact`, only what the seat sees must be the same in all worlds. If it is stopped, the seat remembers
        nothing this time."""
        self.table = Table(table.machine, table.notation)  # not a secret one: chance follows from the seed
        self.machine = table.machine
        self.seat = remembering.onlooker.seat
        recollection = remembering.recollection(moment, stopped)
        slots = remembering.slots(moment.cells, recollection)
        self.reach, self.barred = recollection.reach, recollection.barred
        self.deal = Deal(slots, slots, self.reach, self.barred)
        self.deals_without: dict[Barred, Deal] = {(): self.deal}
        self.state = Relabelling(table.machine.layout, moment.cells)
        readings = () if exact else recollection.readings[:WEIGHED]
        telling = [] if exact else [each for each in recollection.telling[:OPEN] if each.tells > 1]
        self.weighed = {*(reading.answer for reading in readings), *telling}
        self.proposals = (FIRST_TELLING, TELLING) if telling else (FIRST_PROPOSALS, PROPOSALS)
        self.past = tuple(_past(recollection, self.weighed))
        self.mixes = [item for item in self.past if isinstance(item, _Unmixing)]
        self.answers: list[list[Betrayal]] = [[]]  # between two mixes, the latest first
        for item in self.past:
            self.answers += [] if isinstance(item, Betrayal) else [[]]
            self.answers[-1] += [item] if isinstance(item, Betrayal) else []
        self.readings = [(each, self._often(each)) for each in readings if not stopped.is_set()]  # how often to propose
        self.unlike = 1 if exact else len(self.past) + 1  # what another question counts for
        self.question = self._question(moment.cells)
        self.exact = exact
        self.made: tuple[New, Cells] | None = None  # the last cards that were put into the slots, and the state
        self.deals = 0  # that are still tried for a world
        self.last: Course = []  # to the world before, if exchanges led to it
        self.chosen: tuple[New, float] | None = None  # the proposal that was taken, and its weight
        self.exchanges = EXCHANGES if exact else FEW_EXCHANGES

    def worlds(self, n: int, seed: int, stopped: StopSign = NEVER) -> Iterator[World]:
        x = seed_state(seed)
        self.deals, self.last, self.chosen = DEALS if self.exact else FEW_DEALS, [], None
        for number in range(n):
            if number and stopped.is_set():
                return
            new, fits, x = self._weighed(x, stopped)
            high, x = below(x, BASE)
            low, x = below(x, BASE)
            cells = self._cells(new)[:]
            cells[RANDOM] = seed_state(high * BASE + low)
            cells[STACKED] = 0
            yield World(self.table, cells, fits)

    def _weighed(self, x: int, stopped: StopSign) -> tuple[New, bool, int]:
        """Return cards for the hidden slots, as often as the policy makes them likely, and whether they fit everything
        the seat saw. A proposal replaces the one before as often as it is likelier (Metropolis, Hastings)."""
        for _ in range(self.proposals[self.chosen is not None]):
            new, fits, weight, x = self._fitting(x, stopped)
            if weight is None or not self.weighed:
                return new, fits, x
            number, x = below(x, BASE)
            least = 0.0 if self.chosen is None else number / BASE * self.chosen[1]
            if weight:
                likelihood, x = self._likelihood(new, x, self.weighed, least / weight)
                weight *= likelihood
            if self.chosen is None or weight >= least:
                self.chosen = new, weight
            if stopped.is_set():
                break
        assert self.chosen is not None, "the first proposal was chosen"
        return self.chosen[0], True, x

    def _fitting(self, x: int, stopped: StopSign) -> tuple[New, bool, float | None, int]:
        """Return cards for the hidden slots, whether they fit everything the seat saw, and the weight of this proposal;
        None if exchanges led to it."""
        new: New | None = None
        for _ in range(self.deals):
            new, weight, x = self._proposed(x)
            if new is not None:
                course, x = self._course(new, x, 0)
                if course:
                    return new, True, weight, x
                if stopped.is_set():
                    break
        fits = False
        if new is not None:
            self.deals = self.deals if self.exact else max(1, self.deals // FEWER)
            new, fits, x = self._mended(new, x, stopped)
        if new is None:
            raise StateError(
                f"seat {self.seat + 1} can tell all states from the true one that {DEALS} deals and {EXCHANGES} "
                "exchanges of cards led to"
            )
        return new, fits, None, x

    def _proposed(self, x: int) -> tuple[New | None, float, int]:
        """Return cards for the slots, mostly as the policy makes them likely, and the weight that makes up for that.
        What one answer makes likely is left out if it can't be so after a later one."""
        barred: Barred = ()
        others = list[Reading]()
        share = 1.0
        for reading, often in self.readings:
            number, x = below(x, BASE)
            both = (*barred, *reading.barred)
            if not self._deal(both).ways:
                continue
            if number < often * BASE:
                barred, share = both, share * often
            else:
                share *= 1 - often
                others.append(reading)
        deal = self._deal(barred)
        new, x = deal.dealt(x)
        if new is None or any(apart(reading.barred, new) for reading in others):
            return new, 0.0, x  # other proposals are like this
        return new, deal.ways / max(self.deal.ways, 1) / share, x

    def _deal(self, barred: Barred) -> Deal:
        """Return the ways that are left if some more cards can't be in some slots."""
        if barred not in self.deals_without:
            self.deals_without[barred] = Deal(self.deal.slots, self.deal.slots, self.reach, (*self.barred, *barred))
        return self.deals_without[barred]

    def _often(self, reading: Reading) -> float:
        """Return how often to propose what a reading says: as likely as it is if nothing else is known."""
        parts = []
        for barred in (reading.barred, ()):
            deal, x, total = self._deal(barred), seed_state(0), 0.0
            for _ in range(SAMPLES):
                new, x = deal.dealt(x)
                if new is not None and (barred or not apart(reading.barred, new)):
                    likelihood, x = self._likelihood(new, x, {reading.answer})
                    total += likelihood
            parts.append(total * (deal.ways / max(self.deal.ways, 1)))
        share = parts[0] / (sum(parts) or 1.0)
        return min(max(share, 1 / SAMPLES), 1 - 1 / SAMPLES)

    def _likelihood(self, new: New, x: int, answers: Collection[Betrayal], least: float = 0.0) -> tuple[float, int]:
        """Return how likely the policy made these answers, if these cards are in the slots; 0 for less than `least`."""
        likelihood, left = 1.0, len(answers)
        for item in self.past:
            if isinstance(item, Betrayal):
                if item in answers:
                    likelihood, left = likelihood * item.likelihood(new), left - 1
                    if likelihood * MOST**left < least:
                        return 0.0, x
                continue
            before, x = item.before(new, x)
            if before is None:
                return 0.0, x
            new = before
        return likelihood, x

    def _mended(self, new: New | None, x: int, stopped: StopSign) -> tuple[New | None, bool, int]:
        """Exchange pairs of cards until everything fits; no exchange may make it fit less. Return whether all fits.
        Exchanges have no preference, so a few more of them lead from the world before to the next one."""
        course, least = self.last, AGAIN * len(self.deal.slots) if self.last else 0
        for _ in range(FEW_DEALS):
            if new is not None and not course:
                course, x = self._course(new, x, 2 * len(self.past) + 2)
                new, x = self.deal.dealt(x)
        wrong = sum(missed for _, missed in course)
        for number in range(self.exchanges):
            if (not wrong and number >= least) or (wrong < self.unlike and stopped.is_set()):
                break
            first, x = below(x, len(course))
            later, x = self._exchanged(course, first, x)
            if later:
                course, wrong = later, sum(missed for _, missed in later)
        if not course or (wrong and (self.exact or wrong >= self.unlike)):
            return None, False, x
        self.last = course
        return course[0][0], not wrong, x

    def _course(self, new: New, x: int, most: int) -> tuple[Course, int]:
        """Return the cards of each slot at all times, the latest first, and how much doesn't fit at each; nothing if
        there is no way back, or if more than a number doesn't fit."""
        course: Course = []
        for time in range(len(self.answers)):
            if time:
                before, x = self.mixes[time - 1].before(new, x)
                if before is None:
                    return [], x
                new = before
            most = self._added(course, new, most)
            if most < 0:
                return [], x
        return course, x

    def _exchanged(self, course: Course, first: int, x: int) -> tuple[Course, int]:
        """Return a course with two cards exchanged from one time back; nothing if one of them can't be there, or if
        more doesn't fit."""
        slots = self.mixes[first - 1].slots if first else self.deal.slots
        if len(slots) < 2:
            return [], x
        k, x = below(x, len(slots))
        further, x = below(x, len(slots) - 1)
        a, b = slots[k], slots[k - 1 - further]
        one, two = course[first][0][a], course[first][0][b]
        later, most = course[:first], sum(missed for _, missed in course[first:])
        for time, (cards, _) in enumerate(course[first:], start=first):
            deal = self.mixes[time - 1].deal if time else self.deal
            a, b = (next((s for s in deal.slots if cards[s] == c), at) for c, at in ((one, a), (two, b)))
            if any(at in deal.slots and not deal.reach[card] >> at & 1 for card, at in ((two, a), (one, b))):
                return [], x
            most = self._added(later, {**cards, a: two, b: one}, most)
            if most < 0:
                return [], x
        return later, x

    def _added(self, course: Course, new: New, most: int) -> int:
        """Add the cards of each slot one time further back. Return how much more may not fit."""
        missed = self._wrong_at(len(course), new, most + 1)
        course.append((new, missed))
        return most - missed

    def _wrong_at(self, time: int, new: New, most: int) -> int:
        """Count what doesn't fit between two mixes, up to a number, with these cards in the slots then."""
        wrong = 0 if time or self.question is None or self._same_question(new) else self.unlike
        for item in self.answers[time]:
            wrong += wrong < most and not item.possible(new)
        return wrong

    # ------------------------------------------------------------ what the seat sees now

    def _question(self, cells: Cells) -> tuple[object, ...] | None:
        """Return what the seat sees that can depend on hidden cards: its moves, or how the game ended."""
        state = State(self.table, cells)
        if state.over:
            return (state.outcome,)
        if self.machine.seat(cells) != self.seat:
            return None
        return self.machine.legal(cells), self.machine.tries(cells), state.asked

    def _same_question(self, new: New) -> bool:
        try:
            return self._question(self._cells(new)) == self.question
        except RulesetFault:
            return False

    def _cells(self, new: New) -> Cells:
        """Return the state with these cards in the slots; the question of a world needs it, and then the world."""
        if self.made is None or self.made[0] is not new:
            self.made = new, renew(self.machine, self.state.after(new))
        return self.made[1]


def _past(recollection: Recollection, weighed: Container[Item]) -> Iterator[Betrayal | _Unmixing]:
    """Yield what might not fit or is weighed, the latest first, and what was mixed between these."""
    mixes: list[_Unmixing] = []
    later = [recollection.ranks]
    at: Recollection | None = recollection
    while at is not None:
        for item in reversed(at.items):
            if isinstance(item, Mixed):
                later.insert(0, item.ranks)
                order = {slot: [ranks[slot] for ranks in later] for slot in members(item.slots)}
                mixes.append(_Unmixing(item, sorted(order, key=order.__getitem__)))
            counts = item.matters or item in weighed if isinstance(item, Betrayal) else item.binds
            if counts:
                yield from mixes
                mixes.clear()
            if counts and isinstance(item, Betrayal):
                yield item
        at = at.before
