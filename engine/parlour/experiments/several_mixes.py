"""A whole experiment: chooses the mixes and the number of players, plays, and reports.

The command line and `parlour.compare` share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.base.diagnostics import listing
from parlour.bots import levels_for
from parlour.experiments import outcome_report as report
from parlour.experiments import report_lines
from parlour.experiments.arms import Arm, Factor, SweepError, read_factor, swept
from parlour.experiments.blocks import Playing
from parlour.experiments.factors import effects
from parlour.experiments.outcome_report import COLUMNS, ExperimentReport
from parlour.experiments.running import Experiment, Ledger, Plan, Players
from parlour.experiments.series_of_mixes import Results
from parlour.game import POLICIES, Game, players_in_words, whole

FEW = 3  # rules and options that a title names
GAMES, THOUGHT, PACE = 4000, 200, 5.0  # most games of a mix, also with bots that think; seconds for a decision
LONGEST = 3600  # seconds for a decision


@dataclass(frozen=True)
class Rivals:
    """The mixes to compare, what a sweep changes, and the mixes of the sweep that `check` refuses."""

    arms: Sequence[Arm]
    factors: Sequence[Factor] = ()
    refused: Sequence[str] = ()

    @classmethod
    def of(
        cls, games: Mapping[str, Game], sweep: Sequence[str] = (), against: tuple[str, Game] | None = None
    ) -> Rivals:
        """Return these games, or those of a sweep over one game. `against` is what the others are compared with: one of
        them or one more. Raises SweepError if that makes no sense."""
        if against is not None and not sweep:
            known = [name for name, game in games.items() if game.program.digest == against[1].program.digest]
            if known and len(games) == 1:
                raise SweepError(f"`{known[0]}` and `{against[0]}` are the same mix", "name another one to compare")
            games = {known[0] if known else against[0]: against[1], **games}
        if not sweep:
            first: dict[str, str] = {}
            for name, game in games.items():
                if (same := first.setdefault(game.program.digest, name)) != name:
                    raise SweepError(f"`{name}` has the same rules and options as `{same}`", "leave one of them out")
            return cls([Arm(name, game) for name, game in games.items()])
        if len(games) != 1:
            raise SweepError("a sweep needs one game, not several", "name one game, and sweep what you want to vary")
        (game,) = games.values()
        factors = [read_factor(text, game) for text in sweep]
        arms, refused = swept(game, factors)
        if against is not None:
            digests = [arm.game.program.digest for arm in arms]
            if against[1].program.digest not in digests:
                raise SweepError(f"`{against[0]}` isn't a mix of this sweep", "add its values to the sweep")
            arms.insert(0, arms.pop(digests.index(against[1].program.digest)))
        return cls(arms, factors, refused)

    def players(self, asked: int | None) -> int:
        """Return a number of players that fits all mixes, or raise SweepError."""
        common = [n for n in self.arms[0].game.players if all(n in arm.game.players for arm in self.arms)]
        if asked is None and common:
            return common[0]
        for arm in self.arms:
            if asked not in arm.game.players:
                what = "no number of players fits all mixes"
                what = what if asked is None else f"{players_in_words([asked])} can't play `{arm.name}`"
                raise SweepError(what, f"`{arm.name}` is for {players_in_words(arm.game.players)}")
        assert asked is not None, "without a common number, a mix above has no such number"
        return asked

    def plan(
        self, playing: Playing, players: int | None, games: int | None, level: int | None = None, usual: int = GAMES
    ) -> Plan:
        """Return who plays and how often, by default with fewer games if bots think. Raises SweepError for what can't
        be played."""
        most = (THOUGHT if level else usual) if games is None else whole("games", games, 1)
        seats = self.players(players)
        seed = whole("seed", playing.seed, 0)
        return Plan(replace(playing, players=seats, seed=seed, levels=levels_for(level, seats)), most)

    @property
    def is_design(self) -> bool:
        """True if all mixes together show the effect of each factor, so that all of them need as many games."""
        return bool(self.factors) and all(len(factor.values) == 2 for factor in self.factors)

    def title(self, plan: Plan) -> str:
        subjects = {arm.game.composition.subject.title for arm in self.arms}
        what = f"{len(self.arms)} mixes{f' of {subjects.pop()}' if len(subjects) == 1 else ''}"
        if len(self.arms) == 1 or self.factors:
            what = self.arms[0].game.title if self.factors else self.arms[0].title
        playing = plan.playing
        any_ = "who follow the policy" if playing.policy == POLICIES[0] else "who make any move"
        who = seated(playing.levels, f"players {any_}")
        names = [factor.title for factor in self.factors]
        several = listing(names, "and", quote="") if len(names) <= FEW else f"{len(names)} rules or options"
        varied = f", varying {several}" if names else ""
        where = f"games of seed {playing.seed} {plan.begun}" if plan.begun else f"deals of seed {playing.seed}"
        return f"{what} for {playing.players}{varied}: {who}, {where}"


def seated(levels: Sequence[int], others: str) -> str:
    """Return who plays, if bots of these levels think: one for each seat, where 0 is one of the others."""
    if len(set(levels)) == 1:
        return f"bots of level {levels[0]}"
    bots = [f"seat {seat}: bot of level {level}" for seat, level in enumerate(levels, 1) if level]
    if all(levels):
        return "; ".join(bots) or others
    return "; ".join([*bots, f"others: {others}"])


def pace_of(given: object, name: str = "pace") -> float:
    """Return the seconds for a decision, or raise SweepError."""
    try:
        pace = float(str(given))
    except ValueError:
        pace = 0.0
    if not 0 < pace <= LONGEST:
        raise SweepError(f"`{name} {given}`: expected the seconds for a decision, such as {PACE:g}")
    return pace


@dataclass(frozen=True)
class ComparedMixes:
    """The results of `parlour.compare`."""

    report: ExperimentReport

    @property
    def columns(self) -> Mapping[str, list[object]]:
        """The results by columns, a measure of a mix in each row: `pandas.DataFrame(result.columns)` is a table."""
        rows = report.table(self.report)
        return {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}

    def data(self) -> dict[str, object]:
        """Everything, as data for JSON."""
        return report.data(self.report)

    def __str__(self) -> str:
        return "\n".join(report_lines.lines(self.report))

    def __repr__(self) -> str:
        return f"<ComparedMixes of {len(self.report.results.arms)} mixes>"


def compared(
    mixes: Rivals, plan: Plan, players: Players, pace: float = PACE, ledger: Ledger | None = None,
    progress: Callable[[Results], object] = lambda results: None,
) -> ComparedMixes:  # fmt: skip
    """Play the mixes, and report. Ctrl-C ends that with what there is."""
    plan = replace(plan, early=len(mixes.arms) > 1 and not mixes.is_design)
    results = Experiment(mixes.arms, plan, ledger or Ledger()).run(players, progress)
    changes = effects(results, mixes.factors) if all(results.games) else []
    return ComparedMixes(ExperimentReport(mixes.title(plan), results, plan, pace, changes, mixes.refused))
