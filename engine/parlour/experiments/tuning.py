"""Looks for the mix that comes nearest to some aims, by changing one rule or option at a time.

Each round tries all changes of the best mix so far, or some of them by chance, with a few games; the better half gets
more games, and so on. A mix that `check` refuses is never played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random

from parlour.base.diagnostics import RulesetError
from parlour.experiments.arms import OFF, ON, Arm, Factor, SweepError, changed
from parlour.experiments.ledger import Ledger
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.running import Experiment, Plan, Players
from parlour.experiments.series_of_mixes import ArmNumber
from parlour.game import Game

TRIED, HALVINGS, ROUNDS = 150, 3, 4  # mixes of a round, how often the worse half of them leaves, and rounds
FIRST_GAMES = 100
_AIM = re.compile(r"\s*([a-z]+)\s*(?:(<|>)\s*([\d.]+)|=\s*([\d.]+)\s*\.\.\s*([\d.]+))\s*(%?)\s*")


@dataclass(frozen=True)
class Aim:
    """A measure that should lie between two numbers."""

    measure: str
    low: float
    high: float
    text: str

    def missed_by(self, value: float) -> float:
        """How far a value is outside, as a share of the nearest bound."""
        over = max(self.low - value, value - self.high, 0.0)
        near = self.low if value < self.low else self.high
        return over / (near or 1.0)


def read_aim(text: str, shares: frozenset[str], known: Sequence[str]) -> Aim:
    """Read `minutes=15..20`, `seats<5%` or `choices>60%`."""
    match = _AIM.fullmatch(text)
    if match is None:
        raise SweepError(f"`--aim {text}`: expected a measure with bounds", "write `minutes=15..20` or `seats<5%`")
    name, sign, bound, low, high, percent = match.groups()
    if name not in known:
        raise SweepError(f"`--aim {text}`: nothing measures `{name}`", f"aims are about {', '.join(known)}")
    if bool(percent) != (name in shares):
        help = f"write `{name}` with a % sign" if name in shares else f"`{name}` is a number, not a share"
        raise SweepError(f"`--aim {text}`: wrong unit", help)
    scale = 100 if percent else 1
    bounds = (float(low) / scale, float(high) / scale) if sign is None else (
        (-inf, float(bound) / scale) if sign == "<" else (float(bound) / scale, inf)
    )  # fmt: skip
    if bounds[0] > bounds[1]:
        raise SweepError(f"`--aim {text}`: the first number is above the second")
    return Aim(name, *bounds, text.strip())


@dataclass(frozen=True)
class TriedMix:
    """A mix with its values of the measures that the aims are about."""

    levels: Mapping[str, str]
    arm: Arm
    numbers: Mapping[str, ArmNumber]
    missed: float


@dataclass
class Tuning:
    """A search. `tried` has every mix that was played, `refused` those that `check` doesn't accept."""

    game: Game
    factors: Sequence[Factor]
    aims: Sequence[Aim]
    plan: Plan
    pace: float
    ledger: Ledger = field(default_factory=Ledger)
    tried: dict[str, TriedMix] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def search(self, players: Players, progress: Callable[[int], object] = lambda tried: None) -> TriedMix:
        """Return the best mix. Ctrl-C ends the search with the best one so far."""
        chance = Random(self.plan.playing.seed)
        usual = {factor.name: self._usual(factor) for factor in self.factors}
        best = self._race([usual], players)[0]
        for _ in range(ROUNDS):
            following = [levels for levels in self._changes(best.levels) if self._key(levels) not in self.tried]
            chance.shuffle(following)
            raced = self._race(following[:TRIED], players)
            progress(len(self.tried))
            if not raced or raced[0].missed >= best.missed:
                break
            best = raced[0]
            if not best.missed:
                break
        return self._confirmed(best, players)

    def _confirmed(self, best: TriedMix, players: Players) -> TriedMix:
        """Measure a mix again on other deals: of many mixes, the best one has been lucky too."""
        playing = self.plan.playing
        plan = replace(self.plan, playing=replace(playing, seed=playing.seed + 1))
        (numbers,) = self._measured([best.arm], plan, players)
        confirmed = self.tried[self._key(best.levels)] = self._judged(best.levels, best.arm, numbers)
        return confirmed

    def _usual(self, factor: Factor) -> str:
        if factor.is_rule:
            return ON if factor.name in {use.rule.id for use in self.game.composition.uses} else OFF
        return self.game.options[factor.name]

    def _changes(self, levels: Mapping[str, str]) -> Iterator[dict[str, str]]:
        for factor in self.factors:
            for value in factor.values:
                if value != levels[factor.name]:
                    yield {**levels, factor.name: value}

    def _key(self, levels: Mapping[str, str]) -> str:
        return ", ".join(f"{name}={value}" for name, value in levels.items())

    def _race(self, candidates: Sequence[Mapping[str, str]], players: Players) -> list[TriedMix]:
        """Return the mixes from the best on; the better half of them has been played more often."""
        arms: list[tuple[Mapping[str, str], Arm]] = []
        for levels in candidates:
            try:
                game = changed(self.game, self.factors, levels)
                if self.plan.playing.players not in game.players:
                    self.refused[self._key(levels)] = f"{self.plan.playing.players} players can't play it"
                else:
                    arms.append((levels, Arm(self._key(levels), game, levels)))
            except RulesetError as error:
                first = next((d for d in error.diagnostics if d.severity == "error"), error.diagnostics[0])
                self.refused[self._key(levels)] = first.message
        games = min(FIRST_GAMES, self.plan.games)
        ranked: list[TriedMix] = []
        for turn in range(HALVINGS + 1):
            if not arms:
                break
            measured = self._measured([arm for _, arm in arms], replace(self.plan, games=games), players)
            now = [self._judged(levels, arm, one) for (levels, arm), one in zip(arms, measured, strict=True)]
            now.sort(key=lambda tried: tried.missed)
            self.tried.update((self._key(tried.levels), tried) for tried in now)
            ranked = [*now, *(tried for tried in ranked if all(tried.arm is not one.arm for one in now))]
            if games >= self.plan.games or turn == HALVINGS:
                break
            arms = [(tried.levels, tried.arm) for tried in now[: (len(now) + 1) // 2]]
            games = min(games * 3, self.plan.games)
        return ranked

    def _measured(self, arms: Sequence[Arm], plan: Plan, players: Players) -> list[dict[str, ArmNumber]]:
        results = Experiment(arms, replace(plan, early=False), self.ledger).run(players)
        if results.stopped:
            raise KeyboardInterrupt
        rows = ExperimentReport("", results, plan, self.pace).rows
        return [{of.id: one for of, numbers in rows if (one := numbers[at]) is not None} for at in range(len(arms))]

    def _judged(self, levels: Mapping[str, str], arm: Arm, numbers: Mapping[str, ArmNumber]) -> TriedMix:
        return TriedMix(levels, arm, numbers, sum(
            aim.missed_by(numbers[aim.measure].value) if aim.measure in numbers else 1.0 for aim in self.aims
        ))  # fmt: skip
