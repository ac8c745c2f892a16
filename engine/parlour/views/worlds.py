"""Makes states that a seat can't tell from the true one: only the cards that it doesn't see may lie otherwise.

Worlds follow from what the seat saw, and from a seed. They would be the same if one of them were the true state. If the
seat saw something so unlikely that chance doesn't find it, a bot takes worlds that fit as well as possible.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from parlour.playouts.player import NEVER, StopSign
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import BASE, below, seed_state
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import RANDOM, STACKED
from parlour.views.betrayals import Betrayal, Reading
from parlour.views.dependence import renew
from parlour.views.hidden_deals import Barred, Deal
from parlour.views.memory import Item, Mixed, Recollection, Remembering, SeenMoment
from parlour.views.relabelling import Relabelling

New = dict[int, int]  # the card in each slot

DEALS = 300  # that are tried for one world, before exchanges of pairs
EXCHANGES = 3000  # that are tried then
FEW_DEALS, FEW_EXCHANGES = 32, 240  # the same for worlds that need not fit
FIRST_PROPOSALS, PROPOSALS = 6, 2  # for a world, if the policy makes some likelier
WEIGHED = 3  # answers, the latest ones, of which it counts how likely the policy made them
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
        self.weighed = {reading.answer for reading in readings}
        self.past = tuple(_past(recollection, self.weighed))
        self.readings = [(reading, self._often(reading)) for reading in readings]  # and how often to propose them
        self.unlike = 1 if exact else len(self.past) + 1  # what another question counts for
        self.most = len(self.past) + 1 if exact else 2 * len(self.past) + 2
        self.question = self._question(moment.cells)
        self.exact = exact
        self.made: tuple[New, Cells] | None = None  # the last cards that were put into the slots, and the state
        self.deals = 0  # that are still tried for a world
        self.last: tuple[New, int] | None = None  # the world before, if exchanges led to it, and what doesn't fit
        self.chosen: tuple[New, float] | None = None  # the proposal that was taken, and its weight
        self.exchanges = EXCHANGES if exact else FEW_EXCHANGES

    def worlds(self, n: int, seed: int, stopped: StopSign = NEVER) -> Iterator[World]:
        x = seed_state(seed)
        self.deals, self.last, self.chosen = DEALS if self.exact else FEW_DEALS, None, None
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
        the seat saw. Proposals take the place of the ones before as often as they are likelier (Metropolis, Hastings).
        """
        for _ in range(FIRST_PROPOSALS if self.chosen is None else PROPOSALS):
            new, fits, weight, x = self._fitting(x, stopped)
            if weight is None or not self.readings:
                return new, fits, x
            if weight:
                likelihood, x = self._likelihood(new, x, self.weighed)
                weight *= likelihood
            number, x = below(x, BASE)
            if self.chosen is None or number * self.chosen[1] <= BASE * weight:
                self.chosen = new, weight
            if stopped.is_set():
                break
        assert self.chosen is not None, "the first proposal was chosen"
        return self.chosen[0], True, x

    def _fitting(self, x: int, stopped: StopSign) -> tuple[New, bool, float | None, int]:
        """Return cards for the hidden slots, whether they fit everything the seat saw, and how much oftener they should
        be proposed than they are; None if exchanges led to them."""
        new: New | None = None
        for _ in range(self.deals):
            new, weight, x = self._proposed(x)
            if new is not None:
                wrong, x = self._wrong(new, x, 1)
                if not wrong:
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
        """Return cards for the slots, which often have what the answers of others mean by the policy, and how much
        oftener they should be proposed. What can't be so yields to what was later."""
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
        if new is None or any(reading.holds(new) for reading in others):
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
                if new is not None and (barred or not reading.holds(new)):
                    likelihood, x = self._likelihood(new, x, {reading.answer})
                    total += likelihood
            parts.append(total * (deal.ways / max(self.deal.ways, 1)))
        share = parts[0] / (sum(parts) or 1.0)
        return min(max(share, 1 / SAMPLES), 1 - 1 / SAMPLES)

    def _likelihood(self, new: New, x: int, answers: Container[Betrayal]) -> tuple[float, int]:
        """Return how likely the policy made these answers, if these cards are in the slots."""
        likelihood = 1.0
        for item in self.past:
            if isinstance(item, Betrayal):
                likelihood *= item.likelihood(new) if item in answers else 1.0
                continue
            before, x = item.before(new, x)
            if before is None:
                return 0.0, x
            new = before
        return likelihood, x

    def _mended(self, new: New, x: int, stopped: StopSign) -> tuple[New | None, bool, int]:
        """Exchange pairs of cards until everything fits, never for the worse. Return whether it does. These exchanges
        prefer no way, so some more lead from the world before to another one."""
        least = 0
        if self.last is None:
            wrong, x = self._wrong(new, x, self.most)
        else:
            least, (new, wrong) = AGAIN * len(self.deal.slots), self.last
        for number in range(self.exchanges):
            if (not wrong and number >= least) or (wrong < self.unlike and stopped.is_set()):
                break
            other, x = self.deal.mixed(dict(new), 1, x)
            if other != new:
                other_wrong, x = self._wrong(other, x, wrong + 1)
                if other_wrong <= wrong:
                    new, wrong = other, other_wrong
        if wrong and (self.exact or wrong >= self.unlike):
            return None, False, x
        self.last = new, wrong
        return new, not wrong, x

    def _wrong(self, new: New, x: int, most: int) -> tuple[int, int]:
        """Count what doesn't fit, up to a number: what the seat sees now, then what it saw, the latest first."""
        wrong = 0 if self.question is None or self._same_question(new) else self.unlike
        for item in self.past:
            if wrong >= most:
                break
            if isinstance(item, Betrayal):
                wrong += item.matters and not item.possible(new)
                continue
            before, x = item.before(new, x)
            if before is None:
                return most, x
            new = before
        return wrong, x

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
