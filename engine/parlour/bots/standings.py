"""What the end of a hand is worth: the chance of each side to win the match from there.

A match of several hands takes long to play out, and most of what happens later is luck. So roll-outs end with the hand,
and a table turns the numbers that count on after it, such as scores, into chances. It comes from whole matches that are
played from many positions, and from the one that a bot thinks about. It knows no game: it learns whether many points
are good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import exp, inf, sqrt
from operator import mul
from threading import Lock

from parlour import program as p
from parlour.playouts.player import NEVER, StopSign
from parlour.playouts.rollouts import Rollout, Rollouts, dealing
from parlour.states.outcomes import Outcome
from parlour.states.state import State
from parlour.table.cells import Cells
from parlour.table.layout import OVER, QUESTION, Layout

BEGINNINGS, STAGES = 40, 6  # positions from which whole matches are played: deals, and stages of each match
WORK = {True: 400_000, False: 60_000}  # decisions in these matches, by native code or generated Python
FITTED_AFTER = (20, 60)  # matches, and after all of them
WHOLE = 16  # times the work for one decision
LONGEST = 20_000  # decisions in a game; then it is too long to play out
STEPS = 8  # of Newton's method
OWN_WEIGHT, FIRST_WEIGHT = 16.0, 0.5  # of what is known before, in matches

Numbers = list[list[float]]  # of each side: one for each thing that counts on
Pair = tuple[Numbers, list[float]]  # the numbers after a hand, and the share of the match that each side won


@dataclass(frozen=True)
class Scored:
    """What a side gets of something in a hand, on average, and what each of the `rivals` other sides gets."""

    name: str
    own: float
    others: float
    rivals: int


@dataclass(frozen=True)
class Standing:
    """The weights of the numbers, each divided by its `scale` first. `known` has how surely they are known: the inverse
    of their covariances."""

    scale: tuple[float, ...]
    weights: tuple[float, ...]
    known: Sequence[Sequence[float]] = ()

    @cached_property
    def unscaled(self) -> list[float]:
        """The weights of the numbers as they are."""
        return [w / s for w, s in zip(self.weights, self.scale, strict=True)]

    def chances(self, numbers: Numbers) -> list[float]:
        """Return the chance of each side."""
        return _chances(numbers, self.unscaled)

    def off(self, slopes: Sequence[Sequence[float]]) -> float:
        """Return how far a mean of values with these slopes by the weights may be off (one standard deviation)."""
        slope = [sum(of) / len(slopes) for of in zip(*slopes, strict=True)]
        solution = _solved([[*row] for row in self.known], [*slope])
        return sqrt(sum(x * y for x, y in zip(slope, solution, strict=True)))


class Standings:
    """Values of ends of roll-outs at one table, for each side."""

    def __init__(self, rollouts: Rollouts) -> None:
        self.layout: Layout = rollouts.table.machine.layout
        self.sides = len(self.layout.sides)
        self._matches = rollouts.with_states(LONGEST)
        hands = rollouts.of_hands()
        self._hands = hands and hands.with_states(LONGEST)
        self.rollouts = self._hands or self._matches
        results = self.rollouts.table.machine.program.results
        self.ranked = self.sides > 2 and any(result.name == p.PLACE for result in results)
        self.apply = self.rollouts.table.machine.apply
        counting = list(_counting_on(self.layout)) if self._hands else []
        self._names = [name for name, _ in counting]
        self._cells = [cells for _, cells in counting]
        self._usual: Standing | None = None
        self._learning = Lock()
        self._known: list[Pair] = []
        self._missing: Iterator[list[Pair]] | None = self._played() if self._cells else None
        self._length = 1  # decisions in a match

    def matches_of(self, most: int) -> int:
        """Return how many matches can be played at a moment, up to a number."""
        return max(1, min(most, WORK[self._matches.fast] // WHOLE // self._length))

    def usual(self, stopped: StopSign = NEVER) -> Standing | None:
        """Return what the numbers mean in general; None if a match is one hand, or nothing counts on. If it is stopped,
        it learns more the next time."""
        with self._learning:
            while self._missing is not None and not stopped.is_set():
                pairs = next(self._missing, None)
                self._known += pairs or ()
                if pairs is None:
                    self._missing = None
                    self._cells = self._cells if self._known else []  # every match is one hand
                if self._cells and (pairs is None or (pairs and len(self._known) in FITTED_AFTER)):
                    scale = tuple(_scale([numbers for numbers, _ in self._known], n) for n in range(len(self._cells)))
                    self._usual = _fitted(Standing(scale, (0.0,) * len(scale)), self._known, FIRST_WEIGHT)
        return self._usual

    def here(self, states: Iterable[State], seed: int, stopped: StopSign) -> Standing | None:
        """Return what the numbers mean in a match that is played on from these states, one after the other until it is
        stopped."""
        usual, pairs = self._usual, list[Pair]()
        for n, state in enumerate(states):
            pairs += self._pairs([list(state.cells)], seed + n, stopped)
            if stopped.is_set():
                break
        return usual and _fitted(usual, pairs, OWN_WEIGHT)

    def value(self, end: Rollout, side: int, standing: Standing | None, lost: bool = False) -> float:
        """Return the share of the match that a side wins, or can expect to. Alone, nobody wins a game that is cut. If
        it has `lost`, return 1 unless it is last."""
        outcome = end.outcome
        if outcome is not None:
            return float(self._is_ahead(outcome, side)) if lost else self._shares(outcome.winners)[side]
        if standing is None:
            return 1 / self.sides if self.sides > 1 else 0.0
        return standing.chances(self.numbers(end.cells))[side]

    def slope(self, end: Rollout, side: int, standing: Standing | None) -> list[float]:
        """Return how much the value changes by each weight."""
        if standing is None or end.outcome is not None:
            return [0.0] * len(self._cells)
        numbers = self.numbers(end.cells)
        chances = standing.chances(numbers)
        means = [sum(map(mul, chances, of)) for of in zip(*numbers, strict=True)]
        return [chances[side] * (x - y) / s for x, y, s in zip(numbers[side], means, standing.scale, strict=True)]

    def scored(self, ends: Sequence[Rollout], before: Sequence[int], side: int) -> Scored | None:
        """Return what sides get between a state and these ends, of the number that decides most and changes often."""
        if self._usual is None or not ends:
            return None
        many, usual, then, now = len(ends), self._usual, [self.numbers(e.cells) for e in ends], self.numbers(before)
        gains = [
            [sum(end[number][n] for end in then) / many - at for n, at in enumerate(of)]
            for number, of in enumerate(now)
        ]
        often = [
            sum(any(x[n] != y[n] for x, y in zip(end, now, strict=True)) for end in then)
            for n in range(len(usual.scale))
        ]
        worth = [
            abs(w / s) * sum(map(abs, of)) * times
            for w, s, times, *of in zip(usual.weights, usual.scale, often, *gains, strict=True)
        ]
        n = worth.index(max(worth))
        others = (sum(of[n] for of in gains) - gains[side][n]) / max(self.sides - 1, 1)
        return Scored(self._names[n], gains[side][n], others, self.sides - 1)

    def numbers(self, s: Sequence[int]) -> Numbers:
        return [[sum([s[cell] for cell in of[side]]) for of in self._cells] for side in range(self.sides)]

    def _is_ahead(self, outcome: Outcome, side: int) -> bool:
        """True if others finish after a side, by the places of the players."""
        of = outcome.values.get(p.PLACE)
        places = {seat: place for seat, place in of.items() if place} if isinstance(of, Mapping) else {}
        last = max(places.values(), default=0)
        return any(places.get(seat + 1, inf) < last for seat in self.layout.sides[side])

    def _shares(self, winners: Sequence[int]) -> list[float]:
        won = [any(seat + 1 in winners for seat in members) for members in self.layout.sides]
        return [one / max(sum(won), 1) for one in won]

    def _pairs(self, states: Sequence[Cells], seed: int, stopped: StopSign = NEVER) -> Iterator[Pair]:
        """Play the hand and the whole match by the same chance; yield the numbers after the hand, and who won. A match
        that nobody wins doesn't show which side's numbers are better."""
        assert self._hands is not None, "only matches of several hands have pairs"
        hands, matches = (of.until(stopped).play_all(states, seed) for of in (self._hands, self._matches))
        for hand, match in zip(hands, matches, strict=True):
            outcome = match.outcome
            if hand.outcome is None and not hand.was_cut and outcome is not None and outcome.winners:
                yield self.numbers(hand.cells), self._shares(outcome.winners)

    def _played(self) -> Iterator[list[Pair]]:
        """Play matches on from positions at different stages, all by other chance: the same deals would favour one side
        in all of them. Yield what each shows."""
        work = WORK[self._matches.fast]
        for number in range(BEGINNINGS):
            start = self._matches.table.start(number)
            length = self._matches.play(start, number).decisions
            work, self._length = work - length, max(self._length, length)
            for stage in range(STAGES):
                seed = BEGINNINGS + number * STAGES + stage
                some = self._matches.with_states(max(1, length * stage // STAGES)).play(start, seed)
                going_on = some.cells[QUESTION] != OVER
                work -= 2 * length if going_on else 0
                yield list(self._pairs([some.cells], seed)) if going_on else []
            if work < 0:
                return


def _counting_on(layout: Layout) -> Iterator[tuple[str, list[list[int]]]]:
    """Yield the numbers of players or sides that are still there after the cards are dealt: name, and cells by side."""
    program = layout.program
    gone = {variable for stage in dealing(program) for variable in program.stages[stage].resets}
    for number, (variable, array) in enumerate(zip(program.variables, layout.variables, strict=True)):
        counts = variable.type.kind == "int" and not variable.type.optional and len(array.keys) == 1
        if number in gone or not counts or variable.owner is None:
            continue
        of_side = layout.sides if variable.owner == "player" else [(side,) for side in range(len(layout.sides))]
        yield variable.text, [[array.at + key for key in keys] for keys in of_side]


def _scale(samples: Sequence[Numbers], n: int) -> float:
    """Return how far the sides usually differ in a number."""
    differences = [own[n] - other[n] for sides in samples for own, other in pairwise(sides)]
    return sqrt(sum(x * x for x in differences) / max(len(differences), 1)) or 1.0


def _fitted(before: Standing, pairs: Sequence[Pair], weight: float) -> Standing:
    """Return the weights with which the sides that won are likeliest to win (a conditional logit), and which aren't far
    from those before."""
    size = range(len(before.weights))
    scaled = [([[x / s for x, s in zip(own, before.scale, strict=True)] for own in of], won) for of, won in pairs]
    weights = list(before.weights)
    for _ in range(STEPS):
        slope = [weight * (before.weights[i] - weights[i]) for i in size]
        curve = [[weight * (i == j) for j in size] for i in size]
        for numbers, won in scaled:
            chances = _chances(numbers, weights)
            means = [sum(chance * own[i] for chance, own in zip(chances, numbers, strict=True)) for i in size]
            for chance, share, own in zip(chances, won, numbers, strict=True):
                apart = [own[i] - means[i] for i in size]
                for i in size:
                    slope[i] += (share - chance) * own[i]
                    for j in size:
                        curve[i][j] += chance * apart[i] * apart[j]
        known = [[*row] for row in curve]
        weights = [x + step for x, step in zip(weights, _solved(curve, slope), strict=True)]
    return Standing(before.scale, tuple(weights), known)


def _chances(numbers: Numbers, weights: Sequence[float]) -> list[float]:
    sums = [sum(map(mul, weights, own)) for own in numbers]
    high = max(sums)
    powers = [exp(max(x - high, -700)) for x in sums]
    every = sum(powers)
    return [power / every for power in powers]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations whose matrix is positive definite."""
    for i in range(len(right)):
        for j in range(i + 1, len(right)):
            times = matrix[j][i] / matrix[i][i]
            right[j] -= times * right[i]
            matrix[j] = [x - times * y for x, y in zip(matrix[j], matrix[i], strict=True)]
    solution = [0.0] * len(right)
    for i in reversed(range(len(right))):
        rest = sum(matrix[i][j] * solution[j] for j in range(i + 1, len(right)))
        solution[i] = (right[i] - rest) / matrix[i][i]
    return solution
