"""The search itself: chooses mixes, tables and times, and collects notes about the games.

The order of the jobs depends on the seed alone. Time only decides how far the search gets.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from random import Random

from parlour.checking.extremes import limits_of
from parlour.documents.composition import OptionSetting
from parlour.game import Game
from parlour.playouts.player import game_seed
from parlour.program import Design
from parlour.trials.course import TrialTable
from parlour.trials.games import PLAYOUTS, POLICIES, Batch, Games
from parlour.trials.leaks import watched
from parlour.trials.plan import GAMES_OF_OURS, Searched, SearchPlan, Suspect, playable

SLICE = 0.15  # seconds of playouts of one kind at a table
OWN_SLICE = 0.06  # … of games of one policy that generated Python plays
SELDOM = 3  # other options: our policies also play one in this number
FAILURES = 2  # games of one kind that fail, until the next kind begins
WATCHED, QUESTIONS = 6, 50  # games that are watched for leaks, and questions of each


@dataclass
class Search:
    """Searches one mix. Calls `progress` from time to time with the extent so far."""

    base: Game
    plan: SearchPlan
    progress: Callable[[Searched], object] = lambda _: None
    searched: Searched = field(default_factory=Searched)

    def __post_init__(self) -> None:
        self._began = time.monotonic()
        self._tables: dict[int, Games] = {}
        self._pairs: set[Pair] = set()
        self._choices = self._of_options()
        self.searched.all_pairs = len(all_pairs(self._choices))
        self.searched.all_values = sum(map(len, self._choices.values()))

    def run(self) -> Searched:
        """Search until the time is up, or until all jobs with a number of games are complete. After Ctrl-C, return the
        findings so far."""
        try:
            for job, mix, players in self._jobs():
                if self._is_over():
                    break
                self._play(mix, players, job)
                self.progress(self.searched)
        except KeyboardInterrupt:
            self.searched.stopped = True
        return self.searched

    def _is_over(self) -> bool:
        return self.plan.games is None and time.monotonic() - self._began > self.plan.seconds

    def _of_options(self) -> dict[str, list[str]]:
        """Return the values to try of each option, its own first. Options that the user has set keep their values."""
        fixed = self.base.recipe.options
        choices: dict[str, list[str]] = {}
        for setting in self.base.composition.options.values() if self.plan.options else ():
            values = values_to_try(setting, self.base.program.deck.design)
            if setting.full_name not in fixed and setting.name not in fixed and values:
                choices[setting.full_name] = values
        return choices

    # ------------------------------------------------------------ jobs

    def _jobs(self) -> Iterator[tuple[int, Game, int]]:
        """Yield mixes and numbers of players, each time with the number of the round. The mix itself comes between the
        others, so that all numbers of players have their turn."""
        sizes = self._sizes(self.base)
        default = {name: values[0] for name, values in self._choices.items()}
        self._covers(default)
        own, others = iter(sizes), self._others(default)
        for turn in count():
            size = next(own, None)
            if size is not None:
                yield 0, self.base, size
            other = next(others, None)
            possible = self._sizes(other) if other is not None else []
            if other is not None and possible:
                yield 0, other, possible[turn % len(possible)]
            if size is None and other is None:
                break
        for again in count(1) if self.plan.games is None else ():
            for size in sizes:
                yield again, self.base, size

    def _sizes(self, mix: Game) -> list[int]:
        return [n for n in mix.players if self.plan.players in (None, n)]

    def _others(self, default: Mapping[str, str]) -> Iterator[Game]:
        """Yield the mix with other options. If some of these conflict, yield each half of them."""
        for row in covering(self._choices, default, self.plan.seed):
            waiting = [{name: value for name, value in row.items() if value != default[name]}]
            while waiting:
                options = waiting.pop()
                mix = playable(self.base.recipe.set_to(options)) if options else self.base
                if mix is not None:
                    self.searched.mixes += 1
                    self._covers({**default, **options})
                    yield mix
                elif len(options) > 1:
                    items, half = list(options.items()), len(options) // 2
                    waiting += [dict(items[half:]), dict(items[:half])]

    def _covers(self, values: Mapping[str, str]) -> None:
        self._pairs |= pairs_of(values)
        self.searched.pairs = len(self._pairs)
        self.searched.values |= set(values.items())

    # ------------------------------------------------------------ one job

    def _play(self, mix: Game, players: int, job: int) -> None:
        games = self._tables.get(players) if mix is self.base else None
        if games is None:
            games = Games(TrialTable(mix, players), self.plan.native)
            if mix is self.base:
                self._tables[players] = games
        self.searched.sizes.add(players)
        self.searched.native = self.searched.native or games.is_native
        own = self._own_policies(mix)
        for policy in (*PLAYOUTS, *own):
            self._play_by(games, policy, job)
            if self._is_over():
                return
        if own:
            self._watch(games.table, job)

    def _own_policies(self, mix: Game) -> list[str]:
        """Return the policies that generated Python plays: all in the mix itself, a few now and then with other
        options. Generating Python for a mix takes longer than native code for it."""
        own = [policy for policy in POLICIES if policy not in PLAYOUTS]
        if mix is self.base:
            return own
        turn, rest = divmod(self.searched.mixes, SELDOM)
        return [own[n % len(own)] for n in (2 * turn, 2 * turn + 1)] if rest == 0 else []

    def _play_by(self, games: Games, policy: str, job: int) -> None:
        playouts = policy in PLAYOUTS
        until = time.monotonic() + (SLICE if playouts else OWN_SLICE)
        most = self.plan.games if playouts or self.plan.games is None else max(1, self.plan.games // GAMES_OF_OURS)
        played, first, failures, size = 0, job << 32, 0, 4 if playouts else 1
        while failures < FAILURES and (played < most if most is not None else time.monotonic() < until):
            at_once = min(size, most - played) if most is not None else size
            batch = games.play(policy, self.plan.seed, first + played, at_once)
            self._note(games, policy, batch)
            failures += len(batch.troubled)
            played = batch.troubled[-1][0] - first + 1 if batch.troubled else played + at_once
            size = min(size * 4, 4096) if playouts else 1

    def _note(self, games: Games, policy: str, batch: Batch) -> None:
        searched, table = self.searched, games.table
        searched.games += batch.games
        searched.failed += len(batch.troubled)
        searched.decisions += batch.decisions
        self._note_counts(table, batch)
        if table.mix is self.base and policy in PLAYOUTS:
            searched.wins.setdefault(table.players, Counter()).update(batch.wins)
            searched.won[table.players] += batch.games
            searched.outcomes.add(batch.outcomes)
        elif table.mix is self.base:
            searched.asked.setdefault(table.players, Counter()).update(batch.asked)
            searched.watched[table.players] += batch.games
        for _, course in batch.troubled:
            searched.suspect(Suspect(table.mix, table.players, policy, course.line))

    def _note_counts(self, table: TrialTable, batch: Batch) -> None:
        counted = table.counted
        for place, times in batch.counts.items():
            if place < len(counted.rules):
                self.searched.fired[counted.rules[place].document] += times
            elif place < counted.stages:
                self.searched.taken[counted.actions[place - len(counted.rules)]] += times

    def _watch(self, table: TrialTable, job: int) -> None:
        """Watch the beginning of a few games for leaks."""
        until = time.monotonic() + 2 * SLICE
        for number in range(job << 32, (job << 32) + WATCHED):
            chance = Random(f"leaks {self.plan.seed} {number} {table.players}")
            for line in watched(table, game_seed(self.plan.seed, number), chance, QUESTIONS):
                self.searched.compared += 1
                if line.trouble is not None:
                    self.searched.suspect(Suspect(table.mix, table.players, None, line))
                if self.plan.games is None and time.monotonic() > until:
                    return


Values = Mapping[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]


def pairs_of(values: Values) -> set[Pair]:
    """Return every pair of values in a set."""
    return set(combinations(sorted(values.items()), 2))


def all_pairs(choices: Mapping[str, Sequence[str]]) -> set[Pair]:
    """Return every pair of values of different options."""
    pairs: set[Pair] = set()
    for one, other in combinations(sorted(choices), 2):
        pairs |= {((one, a), (other, b)) for a in choices[one] for b in choices[other]}
    return pairs


def covering(choices: Mapping[str, Sequence[str]], default: Values, seed: int) -> Iterator[dict[str, str]]:
    """Yield sets of values until every pair has occurred, those first that bring many new pairs. The default values
    have occurred before. It is the same sequence for a seed."""
    chance = Random(f"coverings {seed}")
    left = all_pairs(choices) - pairs_of(default)
    while left:
        row = max((_row(choices, left, chance) for _ in range(TRIES)), key=lambda row: len(pairs_of(row) & left))
        left -= pairs_of(row)
        yield row
    if len(choices) == 1:  # has no pairs
        ((name, values),) = choices.items()
        yield from ({name: value} for value in values if value != default.get(name))


TRIES = 3


def _row(choices: Mapping[str, Sequence[str]], left: set[Pair], chance: Random) -> dict[str, str]:
    """Build a set one option at a time, each with the value that completes the most remaining pairs."""
    first = chance.choice(sorted(left))
    row = dict(first)
    names = [name for name in choices if name not in row]
    chance.shuffle(names)
    for name in names:
        values = list(choices[name])
        chance.shuffle(values)
        row[name] = max(values, key=lambda value: _new((name, value), row, left))
    return row


def _new(item: tuple[str, str], row: Values, left: set[Pair]) -> int:
    return sum(((item, other) if item < other else (other, item)) in left for other in row.items())


def values_to_try(setting: OptionSetting, design: Design) -> list[str]:
    """Return values of an option as `--set` takes them, its own first; nothing if there is nothing to choose."""
    values = [*_of_cards(setting.type.kind, design), *limits_of(setting)]
    return list(dict.fromkeys([setting.written, *values])) if values else []


def _of_cards(kind: str, design: Design) -> list[str]:
    """Return two values for an option about cards, which has no limits. Values at the ends and in the middle of a deck
    differ from most defaults, so they show what depends on them."""
    ranks, suits = range(design.ordered), range(len(design.suits))
    some_ranks = [*ranks[:-2][len(ranks) // 2 - 1 :][:1], *ranks[-2:]]
    some_suits = [*suits[len(suits) // 2 :][:1], *suits[1:2], *suits[-1:]]
    match kind:
        case "rank":
            return [design.rank_names[r] for r in dict.fromkeys((*ranks[:1], *ranks[-1:]))]
        case "suit":
            return [design.signs[u] for u in dict.fromkeys((*suits[:1], *suits[len(suits) // 2 :][:1]))]
        case "ranks":
            return [" ".join(design.rank_names[r] for r in some) for some in (ranks[:1], some_ranks) if some]
        case "suits":
            return [" ".join(design.signs[u] for u in some) for some in (suits[:1], suits[len(suits) // 2 :]) if some]
        case "cards":
            high = zip(some_ranks, some_suits, strict=False)
            names = ([f.name for f in design.faces if (f.rank, f.suit) in some] for some in ([(0, 0)], [*high]))
            return [" ".join(some) for some in names if some]
        case _:
            return []
