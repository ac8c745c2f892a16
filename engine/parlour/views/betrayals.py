"""What the answers of players betray about cards that a seat doesn't see.

Somebody who plays another suit has no card of the suit that was led; somebody who draws could not play. So other cards
in hidden slots are possible only if each answer was possible with them, and had the same effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.playouts.policy import Habits, LikelyMoves
from parlour.states.machine import Machine
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.faults import RulesetFault
from parlour.table.layout import RANDOM
from parlour.views.dependence import Applied, Dependence, renew
from parlour.views.hidden_deals import Barred, Deal
from parlour.views.relabelling import New, Relabelling, moved

SAMPLES = 16  # deals that show whether the effect of an answer depends on hidden cards
REASONS = 8  # deals that show whether the policy has a reason for it
UNUSUAL = 0.05  # how often somebody has a reason for an answer that the policy doesn't know
MOST = 1 + UNUSUAL  # the likelihood of an answer can't be more
NEARLY = 1 / 3  # as often, for each step between a number and the one that the policy prefers


@dataclass(frozen=True)
class GivenAnswer:
    """A player (counted from 0) answered: the states before and after, the slots that were hidden then, where cards
    could be, and the cards that the seat knows by now."""

    seat: int
    question: int
    move: int
    misplay: bool
    before: Relabelling
    after: Relabelling
    slots: Sequence[int]
    reach: Sequence[int]
    barred: Barred
    known: int
    whole: bool  # nothing was mixed in between


@dataclass(frozen=True)
class Reading:
    """Cards that may well not be in some slots, by the odds of the policy."""

    barred: Barred
    answer: Betrayal


def apart(barred: Barred, new: New) -> bool:
    """True if none of the cards is in its slots."""
    return not any(cards >> new.get(slot, slot) & 1 for slots, cards in barred for slot in members(slots))


class Betrayal:
    """Decides whether an answer was possible with other cards in hidden slots.

    `barred` has cards that can't be in some slots, and each item of `needed` has cards of which one is in some slots.
    `legality` and `effect` are true if `possible` must also try the answer. `readings` are what it makes likely. It is
    `open` if it names no hidden card, so that only the reasons for it can tell something.
    """

    def __init__(self, machine: Machine, bodies: Applied, habits: Habits, answer: GivenAnswer, onlooker: int) -> None:
        self.machine = machine
        self.habits = habits
        self.answer = answer
        code = machine.questions[answer.question]
        action, payload = code.chosen(answer.move)
        self.action = action
        self.arm = arm = action.arm
        self.question = code.question
        self.values = action.unpacked(payload)
        self.all_known = not sum({1 << c for c in action.named_cards(payload)}) & ~answer.known
        hidden = sum(1 << slot for slot in answer.slots) & ~answer.known
        given = {
            slot.local: value for slot, value in zip(arm.slots, self.values, strict=True)
            if self.all_known or slot.type.kind not in ("card", "cards")
        }  # fmt: skip
        of = Dependence(machine, bodies, code.question, answer.before, hidden)
        conditions = [e for e in (arm.test, arm.where, arm.may) if e is not None]
        self.conditions = [action.value(e) for e in conditions]
        self.plain = not (arm.last or answer.misplay or arm.unnoticed or arm.among) and of.same_choices(arm, given)
        self.legality = self.effect = False
        self.barred: Barred = ()
        self.needed: tuple[Barred, ...] = ()
        self.readings: tuple[Reading, ...] = ()
        self.open = False
        if answer.seat != onlooker:
            self.readings = tuple(self._readings(of, given))
            named = {*action.named_cards(payload)} & {*answer.slots}
            self.open = not named and not answer.misplay and habits.sorts(answer.question)
            demands = [of.demands(e, True, given) if self.plain else None for e in conditions]
            anew = Dependence(machine, bodies, code.question, answer.before, hidden)  # without the demands so far
            unmet = [e for e, each in zip(conditions, demands, strict=True) if each is None]
            opposites = [anew.demands(e, False, given) for e in unmet if self.plain]
            self.legality = not (self.plain and all(opposites))
            if not self.legality:
                self.needed = tuple(opposite for opposite in opposites if opposite)
                self.barred = tuple(pair for each in demands for pair in each or () if all(pair))
        self.effect = self._may_change_effect()

    def _readings(self, of: Dependence, given: Mapping[int, int]) -> Iterator[Reading]:
        """Yield what the odds of the policy say about the cards that were chosen."""
        sorting = of.bodies.policy(self.answer.question)
        if sorting is None or self.answer.misplay:
            return
        chosen = zip(self.arm.slots, self.values, strict=True)
        of.chosen = {slot.local: value for slot, value in chosen if slot.type.kind == "cards"}
        number = self.answer.move % len(self.question.arms)
        for portion, arm in zip(sorting.portions, sorting.question.arms, strict=True):
            if portion.action == number and portion.odds is not None and arm.among is not None:
                barred = of.demands(arm.among, True, given)
                if barred:
                    yield Reading(barred, self)
                return

    @property
    def matters(self) -> bool:
        return self.legality or self.effect or bool(self.needed)

    def possible(self, new: New) -> bool:
        """True if the answer was possible, and had the same effect, with these cards in the slots."""
        if any(apart(barred, new) for barred in self.needed) or (self.legality and not self._allowed(new)):
            return False
        return not self.effect or self._same_effect(new)

    def likelihood(self, new: New) -> float:
        """Return how often a player would have given this answer by the policy, with these cards in the slots."""
        try:
            moves = self.habits.sorted(self._before(new))
        except RulesetFault:
            return 0.0
        assert moves is not None, "the policy has conditions or odds here"
        move, share, left = self._move(new), 0.0, 1.0
        for by_chance in (*moves.chances, LikelyMoves(1, 1, moves.preferred)):
            often = left * min(by_chance.chances / by_chance.of, 1)
            share += often * self._nearness(move, by_chance.moves) / len(by_chance.moves)
            left -= often
        return UNUSUAL + share if self.open else share

    def _nearness(self, move: int, moves: Sequence[int]) -> float:
        """Return 1 for one of the moves, and less for a number near to that of one."""
        if move in moves or not self.open or all(slot.type.kind != "int" for slot in self.arm.slots):
            return float(move in moves)
        arms, nearest = len(self.question.arms), 0.0
        for other in moves:
            its = self.action.unpacked(other // arms) if other % arms == move % arms else ()
            off = [(slot.type.kind, abs(x - y)) for slot, x, y in zip(self.arm.slots, self.values, its, strict=False)]
            if off and all(kind == "int" or not steps for kind, steps in off):
                nearest = max(nearest, NEARLY ** sum(steps for _, steps in off))
        return nearest

    @cached_property
    def tells(self) -> float:
        """How much likelier the policy makes it with the cards of some deals than with those of others. What has no
        reason in any of these deals has a rare one."""
        likely = [self.likelihood(new) for new in self._deals(REASONS, self.answer.barred)]
        most, least = max(likely, default=1.0), min(likely, default=1.0)
        return (1 if most == UNUSUAL else most) / (least or 1)

    def _deals(self, n: int, barred: Barred) -> Iterator[New]:
        """Yield up to so many ways to fill the hidden slots, some likelier than others."""
        deal, x = Deal(self.answer.slots, self.answer.slots, self.answer.reach, barred), seed_state(0)
        for _ in range(n):
            new, x = deal.dealt(x, even=False)
            if new is not None:
                yield new

    def _may_change_effect(self) -> bool:
        answer = self.answer
        if not answer.whole or answer.before.cells[RANDOM] != answer.after.cells[RANDOM]:
            return False  # other chances and choices led to the same
        deals = self._deals(SAMPLES, (*answer.barred, *self.barred))
        return any(self.possible(new) and not self._same_effect(new) for new in deals)

    def _before(self, new: New) -> Cells:
        return renew(self.machine, self.answer.before.after(new))

    def _move(self, new: New) -> int:
        move = self.answer.move
        return move if self.all_known else moved(self.machine.layout, self.question, move, new)

    def _allowed(self, new: New) -> bool:
        s, move = self._before(new), self._move(new)
        values = self.values if self.all_known else self.action.unpacked(move // len(self.question.arms))
        try:
            if self.plain and all(condition(s, *values) for condition in self.conditions):
                return True
            legal = self.machine.legal(s)
            if self.answer.misplay and not self.arm.unnoticed:
                return move not in legal and move in self.machine.tries(s)
            return move in legal or (self.arm.unnoticed and move in self.machine.tries(s))
        except RulesetFault:
            return False

    def _same_effect(self, new: New) -> bool:
        try:
            after = renew(self.machine, self.answer.after.after(new))
            applied = self.machine.apply(self._before(new), self._move(new))
            return self.machine.layout.without_checkpoints(applied) == after
        except RulesetFault:
            return False
