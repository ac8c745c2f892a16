"""What the answers of players betray about cards that a seat doesn't see.

Somebody who plays another suit has no card of the suit that was led; somebody who draws could not play. So other cards
in hidden slots are possible only if each answer was possible with them, and had the same effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.playouts.policy import Habits, LikelyMoves
from parlour.states.machine import Machine
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.faults import RulesetFault
from parlour.table.layout import RANDOM
from parlour.views.dependence import Applied, Dependence, renew, together
from parlour.views.hidden_deals import Barred, Deal
from parlour.views.relabelling import New, Relabelling, moved

SAMPLES = 16  # deals that show whether the effect of an answer depends on hidden cards


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
    """By the odds of the policy, it may well be that these cards aren't in these slots."""

    barred: Barred
    answer: Betrayal

    def holds(self, new: New) -> bool:
        """True if the cards aren't there."""
        return not any(cards >> new.get(slot, slot) & 1 for slots, cards in self.barred for slot in members(slots))


class Betrayal:
    """Decides whether an answer was possible with other cards in hidden slots.

    `barred` are cards that it rules out for some slots. `legality` and `effect` are true if that doesn't say it all.
    `readings` are what it makes likely.
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
        self.legality = False
        self.barred: Barred = ()
        self.readings: tuple[Reading, ...] = ()
        if answer.seat != onlooker:
            self.readings = tuple(self._readings(of, given))
            demands = together(of.demands(e, True, given) for e in conditions) if self.plain else None
            self.legality = demands is None
            self.barred = tuple((slots, cards) for slots, cards in demands or () if slots and cards)
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
        return self.legality or self.effect

    def possible(self, new: New) -> bool:
        """True if the answer was possible, and had the same effect, with these cards in the slots."""
        s, move = renew(self.machine, self.answer.before.after(new)), self._move(new)
        return (not self.legality or self._allowed(s, move)) and (not self.effect or self._same_effect(s, move, new))

    def likelihood(self, new: New) -> float:
        """Return how often a player would have given this answer by the policy, with these cards in the slots."""
        try:
            moves = self.habits.sorted(renew(self.machine, self.answer.before.after(new)))
        except RulesetFault:
            return 0.0
        assert moves is not None, "the policy has odds here"
        move, share, left = self._move(new), 0.0, 1.0
        for by_chance in (*moves.chances, LikelyMoves(1, 1, moves.preferred)):
            often = left * min(by_chance.chances / by_chance.of, 1)
            share += often / len(by_chance.moves) if move in by_chance.moves else 0.0
            left -= often
        return share

    def _may_change_effect(self) -> bool:
        answer = self.answer
        if not answer.whole or answer.before.cells[RANDOM] != answer.after.cells[RANDOM]:
            return False  # other chances and choices led to the same
        deal, x = Deal(answer.slots, answer.slots, answer.reach, (*answer.barred, *self.barred)), seed_state(0)
        for _ in range(SAMPLES):
            new, x = deal.dealt(x, even=False)
            if new is not None:
                s, move = renew(self.machine, answer.before.after(new)), self._move(new)
                if (not self.legality or self._allowed(s, move)) and not self._same_effect(s, move, new):
                    return True
        return False

    def _move(self, new: New) -> int:
        move = self.answer.move
        return move if self.all_known else moved(self.machine.layout, self.question, move, new)

    def _allowed(self, s: Cells, move: int) -> bool:
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

    def _same_effect(self, s: Cells, move: int, new: New) -> bool:
        try:
            return self.machine.apply(s, move) == renew(self.machine, self.answer.after.after(new))
        except RulesetFault:
            return False
