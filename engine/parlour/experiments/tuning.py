"""Looks for the mix that comes nearest to some aims, by changing one rule or option at a time. An aim is a measure
between two bounds; the games so far say whether it is certainly there.

Each step tries all changes of the best mix so far, or some of them by chance, with a few games; the better half gets
more games, and so on. A mix that `check` refuses is never played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isinf
from random import Random
from typing import Literal

from parlour.base.diagnostics import RulesetError, did_you_mean, first_error
from parlour.documents.composition import OptionType
from parlour.documents.prose import label_of
from parlour.experiments.arms import OFF, ON, Arm, Factor, FactorChange, SweepError, changed, read_factor
from parlour.experiments.blocks import BlockFault, Playing
from parlour.experiments.measures import AIMS, DERIVED, RIVALRY, Measure, measure
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.running import Experiment, Ledger, Plan, Players
from parlour.experiments.sequences import LEAST, advised, count_for, rounded
from parlour.experiments.series_of_mixes import ArmNumber, Results
from parlour.experiments.several_mixes import Rivals
from parlour.game import Game, players_in_words
from parlour.mixing.families import rules_of

Answer = Literal["yes", "no", "unknown"]
EXAMPLE = "`minutes=15..20` or `seats<5%`"
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_AIM = re.compile(rf"\s*([a-z]+)\s*(?:(<|>)=?\s*{_NUMBER}|=\s*{_NUMBER}\s*%?\s*\.\.\s*{_NUMBER})\s*(%?)\s*")


@dataclass(frozen=True)
class Aim:
    """A measure that should lie between two numbers."""

    measure: Measure
    low: float
    high: float
    text: str

    def missed_by(self, number: ArmNumber, certainly: bool = False) -> float:
        """How far a value is outside, as a share of the nearest bound; or, to be certain, the far end of its interval.
        """
        low, high = self._interval(number) if certainly else (number.value, number.value)
        over, near = max((self.low - low, self.low), (high - self.high, self.high), (0.0, 1.0))
        return over / (near or 1.0)

    def answer(self, number: ArmNumber | None) -> Answer:
        """Say whether the value is certainly there."""
        if number is None:
            return "unknown"
        low, high = self._interval(number)
        if self.low <= low and high <= self.high:
            return "yes"
        return "no" if high < self.low or low > self.high else "unknown"

    def games_to_decide(self, number: ArmNumber) -> float:
        """Return after how many games like those of this number its interval would have no bound in it, if the value
        stays as it is."""
        if isinf(number.margin):
            return LEAST
        least, most = self._possible
        distances = (abs(number.value - bound) for bound in (self.low, self.high) if least < bound < most)
        return count_for(number.games, number.margin, min(distances))

    @property
    def _possible(self) -> tuple[float, float]:
        return 0.0, 1.0 if self.measure.unit == "share" else inf

    def _interval(self, number: ArmNumber) -> tuple[float, float]:
        least, most = self._possible
        return max(number.value - number.margin, least), min(number.value + number.margin, most)


def read_aims(texts: Sequence[str], players: int) -> list[Aim]:
    """Read aims such as `minutes=15..20`, `seats<5%` or `choices>60%`, or raise SweepError."""
    if not texts:
        raise SweepError("missing aim", f"say what the game should be like: {EXAMPLE}")
    aims = [_read(text, players) for text in texts]
    for number, aim in enumerate(aims):
        for other in aims[:number]:
            if aim.measure == other.measure and max(aim.low, other.low) > min(aim.high, other.high):
                raise SweepError(f"no game has both `{other.text}` and `{aim.text}`", "leave one of them out")
    return aims


def _read(text: str, players: int) -> Aim:
    text = text.strip()
    match = _AIM.fullmatch(text)
    if match is None:
        raise SweepError(f"the aim `{text}`: expected a measure with bounds", f"write {EXAMPLE}")
    name, sign, bound, low, high, percent = match.groups()
    measures = [known for known in AIMS if players > 1 or known not in (*RIVALRY, "seats", "skill")]
    if name in AIMS and name not in measures:
        raise SweepError(f"the aim `{text}`: one player has no rivals", f"aims are about {', '.join(measures)}")
    if name not in measures:
        help = did_you_mean(name, measures) or f"aims are about {', '.join(measures)}"
        raise SweepError(f"the aim `{text}`: nothing measures `{name}`", help)
    of = measure(name)
    if bool(percent) != (of.unit == "share"):
        help = f"`{name}` is a number, not a share" if percent else f"write `{name}` with a % sign"
        raise SweepError(f"the aim `{text}`: wrong unit", help)
    scale = 100 if percent else 1
    bounds = (float(low) / scale, float(high) / scale) if sign is None else (
        (-inf, float(bound) / scale) if sign == "<" else (float(bound) / scale, inf)
    )  # fmt: skip
    if bounds[0] > bounds[1]:
        raise SweepError(f"the aim `{text}`: the first number is above the second",
                         f"did you mean `{name}={high}..{low}{percent}`?")  # fmt: skip
    aim = Aim(of, *bounds, text)
    least, most = aim._possible
    if aim.high <= least or aim.low >= most:
        raise SweepError(f"the aim `{text}`: no game has that", f"`{name}` is always {_place(of)}")
    if aim.low <= least and aim.high >= most:
        raise SweepError(f"the aim `{text}`: every game has that", f"`{name}` is always {_place(of)}")
    return aim


def _place(of: Measure) -> str:
    return "between 0 % and 100 %" if of.unit == "share" else "above 0"


TRIED, STEPS = 150, 4  # changes of a mix that a step tries, and steps
EACH = (100, 300, 900)  # games of a mix, before the worse half leaves; the rest gets all games
MOST, SURE = 2000, 50_000  # games of a mix, and those that can make sure of the best one
Changes = Sequence[tuple[FactorChange, Mapping[str, str]]]  # with all levels of the mix
Progress = Callable[[str, bool], object]
"""Sees what is going on, and whether that is a new round."""


@dataclass(frozen=True)
class TriedMix:
    """A mix with its measures, and beside those of the mix that it changes. `change` is None for the game itself."""

    aims: Sequence[Aim]
    arm: Arm
    change: FactorChange | None
    numbers: Mapping[str, ArmNumber]

    @property
    def line(self) -> str:
        """The mix as a line that `play` takes."""
        return str(self.arm.game.recipe.in_one_line)

    @property
    def games(self) -> int:
        return self.numbers["decisions"].games

    def number(self, aim: Aim) -> ArmNumber | None:
        return self.numbers.get(aim.measure.id)

    @property
    def missed(self) -> float:
        """How far the values are from the aims."""
        return self._missed(False)

    @property
    def rank(self) -> tuple[float, float]:
        """A mix is the better, the nearer even the far end of its intervals is to the aims."""
        return self._missed(True), self.missed

    def _missed(self, certainly: bool) -> float:
        numbers = ((aim, self.number(aim)) for aim in self.aims)
        return sum(1.0 if number is None else aim.missed_by(number, certainly) for aim, number in numbers)

    @property
    def answer(self) -> Answer:
        """Say whether the mix has all that the aims want."""
        answers = {aim.answer(self.number(aim)) for aim in self.aims}
        return "no" if "no" in answers else "unknown" if "unknown" in answers else "yes"

    def games_to_decide(self, aim: Aim, block: int) -> int | None:
        """Return about how many games decide an aim, in whole blocks and two digits. None if it is too near a bound, or
        never measured."""
        return advised(self._needed(aim), block, self.games)

    def needed(self, block: int) -> list[int | None]:
        """Return about how many games decide each aim that is open, however many."""
        return [rounded(self._needed(aim), block) for aim in self.open_aims]

    @property
    def open_aims(self) -> list[Aim]:
        return [aim for aim in self.aims if aim.answer(self.number(aim)) == "unknown"]

    def _needed(self, aim: Aim) -> float:
        number = self.number(aim)
        return inf if number is None else aim.games_to_decide(number) * self.games / max(number.games, 1)


@dataclass
class TuningStep:
    """The changes of one mix that were played."""

    base: TriedMix
    tried: dict[FactorChange, TriedMix] = field(default_factory=dict)

    @property
    def ranked(self) -> list[TriedMix]:
        """The mixes that got the most games first, of equals the nearest."""
        return sorted(self.tried.values(), key=lambda tried: (-tried.games, tried.rank))


@dataclass
class Tuning:
    """A search. `refused` has the mixes that `check` doesn't accept, with the reasons, and `failed` those whose ruleset
    failed during play. `best` is the mix that counts:
    at the end, it has been played again, with as many games as decide the aims, up to `sure`."""

    game: Game
    factors: Sequence[Factor]
    aims: Sequence[Aim]
    plan: Plan
    pace: float
    sure: int
    ledger: Ledger = field(default_factory=Ledger)
    best: TriedMix | None = None
    steps: list[TuningStep] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    round: int = 0
    stopped: bool = False
    confirmed: bool = False
    _counts: dict[tuple[str, int], int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self._counts.values())

    # ------------------------------------------------------------ before it begins

    @property
    def turns(self) -> list[int]:
        """The games of a mix in each round of a step."""
        return [*(games for games in EACH if games < self.plan.games), self.plan.games]

    @property
    def changes(self) -> int:
        """The number of changes of one mix that a step tries at most."""
        return min(sum(len({*factor.values} - {self._usual(factor)}) for factor in self.factors), TRIED)

    @property
    def most_games(self) -> int:
        mixes, before, games = self.changes, 0, 0
        for turn in self.turns:
            games += mixes * (turn - before)
            mixes, before = (mixes + 1) // 2, turn
        return STEPS * games + self.plan.games

    @property
    def most_rounds(self) -> int:
        """The number of rounds, without those that only make sure of the best mix."""
        return 2 + STEPS * len(self.turns)

    def announced(self) -> str:
        """Say how much work it is at most."""
        most = f"at most {1 + STEPS * self.changes:,} mixes in {self.most_rounds} rounds, {self.most_games:,} games"
        return f"{most}, and {self.sure:,} to make sure of the nearest one"

    # ------------------------------------------------------------ the search

    def search(self, players: Players, progress: Progress = lambda text, new: None) -> None:
        """Look for the best mix. Ctrl-C ends that with the best one so far."""
        try:
            self._search(players, progress)
        except KeyboardInterrupt:
            self.stopped = True

    def _search(self, players: Players, progress: Progress) -> None:
        chance = Random(self.plan.playing.seed)
        usual = {factor.name: self._usual(factor) for factor in self.factors}
        whole = Arm(self.game.id, self.game, usual)
        (numbers,) = self._played([whole], self.plan, players, progress)
        self.best = best = TriedMix(self.aims, whole, None, numbers)
        known = {str(usual)}
        for _ in range(STEPS):
            if not best.missed:
                break
            following = [each for each in self._changes(best.arm.levels) if str(each[1]) not in known]
            chance.shuffle(following)
            known |= {str(levels) for _, levels in following[:TRIED]}
            nearest = self._raced(best, following[:TRIED], players, progress)
            if nearest is None or nearest.rank >= best.rank:
                break
            self.best = best = nearest
        self._confirm(best, players, progress)

    def _confirm(self, best: TriedMix, players: Players, progress: Progress) -> None:
        """Measure a mix again on other deals: of many mixes, the best one has been lucky too."""
        plan = replace(self.plan, playing=replace(self.plan.playing, seed=self.plan.playing.seed + 1))
        block = plan.playing.block
        while True:
            (numbers,) = self._played([best.arm], plan, players, progress)
            self.best, self.confirmed = replace(best, numbers=numbers), True
            if plan.games >= self.sure or self.best.answer != "unknown":
                break
            needed = (self.sure if games is None else games for games in self.best.needed(block))
            plan = replace(plan, games=min(max(self.best.games + block, *needed), self.sure))

    def _usual(self, factor: Factor) -> str:
        if factor.is_rule:
            return ON if factor.name in {use.rule.id for use in self.game.composition.uses} else OFF
        return self.game.options[factor.name]

    def _changes(self, levels: Mapping[str, str]) -> Iterator[tuple[FactorChange, dict[str, str]]]:
        for factor in self.factors:
            for value in factor.values:
                if value != levels[factor.name]:
                    yield FactorChange(factor, value), {**levels, factor.name: value}

    def _raced(self, base: TriedMix, changes: Changes, players: Players, progress: Progress) -> TriedMix | None:
        """Play the changes of a mix, and return the nearest; the better half of them gets more games."""
        arms = list(self._arms(base, changes))
        if not arms:
            return None
        step = TuningStep(base)
        for turn, games in enumerate(self.turns):
            plan = replace(self.plan, games=games)
            measured = self._measured(step, arms, plan, players, progress)
            if not arms:
                return None
            for (change, arm), numbers in zip(arms, measured, strict=True):
                step.tried[change] = TriedMix(self.aims, arm, change, numbers)
            if turn == 0:
                self.steps.append(step)
            arms.sort(key=lambda each: step.tried[each[0]].rank)
            nearest = step.tried[arms[0][0]]
            arms = arms[: (len(arms) + 1) // 2]
        return nearest

    def _measured(
        self, step: TuningStep, arms: list[tuple[FactorChange, Arm]], plan: Plan, players: Players, progress: Progress
    ) -> list[dict[str, ArmNumber]]:
        """Play a round, and return the numbers of each change. Changes that fail during play leave it."""
        while arms:
            try:
                return self._played([step.base.arm, *(arm for _, arm in arms)], plan, players, progress)[1:]
            except BlockFault as fault:
                if fault.arm == 0:
                    raise
                change, arm = arms.pop(fault.arm - 1)
                step.tried.pop(change, None)
                self.failed[arm.game.recipe.in_one_line] = str(fault.playout_fault)
                self.round -= 1
        return []

    def _arms(self, base: TriedMix, changes: Changes) -> Iterator[tuple[FactorChange, Arm]]:
        """Yield the mixes that can be played, each with its change."""
        for change, levels in changes:
            name = f"{change} in {base.line}"
            try:
                game = changed(self.game, self.factors, levels)
            except RulesetError as error:
                first = first_error(error.diagnostics)
                self.refused[name] = first.message
                continue
            if self.plan.playing.players in game.players:
                yield change, Arm(str(change), game, levels)
            else:
                self.refused[name] = f"{players_in_words([self.plan.playing.players])} can't play it"

    # ------------------------------------------------------------ a round

    def _played(
        self, arms: Sequence[Arm], plan: Plan, players: Players, progress: Progress
    ) -> list[dict[str, ArmNumber]]:
        """Play a round, and return the numbers of each mix. In a step, the first mix has been played before."""
        self.round += 1
        mixes, nearest = max(len(arms) - 1, 1), self._nearest()
        what = f"round {self.round}: {mixes} mix{'es' if mixes > 1 else ''}, "
        progress(f"{what}{plan.games:,} games{' each' if mixes > 1 else ''}{nearest}", True)

        def show(results: Results) -> None:
            progress(f"{what}{sum(results.games):,} of {len(arms) * plan.games:,} games{nearest}", False)

        results = Experiment(arms, replace(plan, early=False), self.ledger).run(players, show)
        for arm, games in zip(arms, results.games, strict=True):
            of = arm.game.program.digest, plan.playing.seed
            self._counts[of] = max(self._counts.get(of, 0), games)
        if results.stopped:
            raise KeyboardInterrupt
        rows = ExperimentReport("", results, plan, self.pace).rows
        return [{of.id: one for of, numbers in rows if (one := numbers[at]) is not None} for at in range(len(arms))]

    def _nearest(self) -> str:
        if self.best is None:
            return ""
        step = self.steps[-1].ranked if self.steps else []
        best = min([self.best, *step], key=lambda tried: tried.rank)
        numbers = {aim.measure: number for aim in self.aims if (number := best.number(aim)) is not None}
        missed = {aim.measure for aim in self.aims if aim.measure in numbers and aim.missed_by(numbers[aim.measure])}
        values = ", ".join(f"{of.about(n.value)}{' (not yet)' * (of in missed)}" for of, n in numbers.items())
        return f"; nearest so far `{best.line}`: {values}"


# ---------------------------------------------------------------- the mixes near a game

OF_ALL_GAMES = {"decisions", "skill", *(of.id for of in DERIVED)}  # measures that need no look at a game on its way


def tuning_of(
    game: Game, aims: Sequence[str], tries: Sequence[str], playing: Playing, players: int | None, games: int | None,
    level: int | None, pace: float,
) -> Tuning:  # fmt: skip
    """Return a search for the mix that comes nearest to these aims, or raise SweepError. Looks at games on their way
    only if an aim needs that."""
    plan = Rivals.of({game.id: game}).plan(playing, players, games, level, SURE)
    read = read_aims(aims, plan.playing.players)
    asked = {aim.measure.id for aim in read}
    watched = plan.playing.watched if asked - OF_ALL_GAMES else 0
    sure = plan.games
    plan = replace(plan, games=min(sure, MOST), playing=replace(plan.playing, watched=watched, skill="skill" in asked))
    factors = [read_factor(text, game) for text in tries] or list(factors_of(game))
    if not factors:
        raise SweepError(f"no rule or option changes {game.title}", "write one, or name another game")
    return Tuning(game, factors, read, plan, pace, sure)


def factors_of(game: Game) -> Iterator[Factor]:
    """Yield the options of a game with other values near, and the rules of its family."""
    for setting in game.composition.options.values():
        if setting.full_name in game.options:
            values = tuple(_values(setting.type, game.options[setting.full_name]))
            if len(values) > 1:
                yield Factor(setting.full_name, values, False, label_of(setting))
    frame = next(document for document in reversed(game.composition.documents) if document.kind == "frame")
    for rule in rules_of(frame, game.recipe.home):
        yield Factor(rule.id, (OFF, ON), True, rule.title)


def _values(type_: OptionType, value: str) -> Iterator[str]:
    yield from type_.choices
    if type_.kind == "int" and value.lstrip("-").isdecimal():
        low, high = type_.low if type_.low is not None else 0, type_.high if type_.high is not None else 1000
        n = int(value)
        near = {n // 2, n * 3 // 4, n - 1, n, n + 1, n * 3 // 2, 2 * n}
        yield from map(str, sorted(m for m in near if low <= m <= high))
