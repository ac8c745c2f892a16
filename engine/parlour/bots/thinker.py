"""A bot that thinks: it plays each of its moves on, in worlds that its seat can't tell apart.

All moves meet the same worlds and the same chance, so that luck doesn't decide between them. It knows no game, and
reaches no state but those worlds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil, hypot, inf, log, log2, sqrt
from operator import eq
from random import Random

from parlour.bots import LEVELS, PolicyBot, Seat
from parlour.bots.endgame import Endgame
from parlour.bots.move_choice import MOST, Menu
from parlour.bots.standings import Scored, Standing, Standings
from parlour.playouts.margins import Z, of_share
from parlour.playouts.player import StopSign
from parlour.playouts.policy import Policy
from parlour.playouts.rollouts import Rollout, Rollouts
from parlour.states.state import State
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import RANDOM
from parlour.views.worlds import World

Timer = Callable[[], float]

MOST_GAMES = 100_000
LEAST = 8  # moves that are compared, if there are more
GAMES, FEW = 10, 5  # for each of them, and at least
DESCRIBED = 256  # ends of each move
TOGETHER, SOME = 32, 8  # worlds that are played between two looks at the clock, at most, and that matches begin with
ENOUGH, ALIKE = 24, 64  # worlds before moves can differ clearly, and before moves count as equal
CLEARLY = 1.6  # a move is dropped if it is behind by so many margins
OFTEN = 0.1  # of the games: a rule that applies so much more often after a move can explain a difference
MATCHES, PART = 48, 32  # matches that show what scores are worth: at most, and one in so many games
IN_TIME = 0.9  # of the time; the rest is for what can't be stopped
PREPARING, LEARNING, VALUING = 0.5, 0.2, 0.2  # of what is left, at most: for the first world, scores in general, here
SAME, SOLVING, STATES = 8, 0.4, 8  # equal worlds are the only one; of what is left, to solve it; states for each game


@dataclass(frozen=True)
class RuleApplied:
    """A rule that makes a move worse than the best one: it applies more or less often, in these shares of the games."""

    title: str
    share: float
    best: float


@dataclass(frozen=True)
class Expectation:
    """What a move is expected to bring: the share of the matches that its side wins, alone or with others, and how far
    that may be off (95 %), by chance or because it isn't known better what scores are worth."""

    move: str
    share: float
    margin: float
    games: int
    behind: float = 0.0
    """The best move is expected to bring so much more, where a win that sides share counts in parts."""
    behind_margin: float = 0.0
    """The same for all moves at once: the best of many looks better than one of few."""
    same: bool = False
    """True if it brought the same as the best one in each game."""
    score: Scored | None = None
    """What counts in the match, and how much of it sides get in this hand."""
    rule: RuleApplied | None = None
    """The rule that makes most of the difference to the best move, if that is clear."""
    fits: bool = True
    """False if some worlds disagree with something that the seat saw, as nearly all do."""
    together: bool = False
    """True if its side shares some of the wins with others."""
    usual: bool = False
    """True if the policy prefers it."""
    sure: bool = False
    """True if its side knows all cards: this is what it brings if every side plays its best."""
    lost: bool = False
    """True if its side won none of its first games: all shares are those of games in which it isn't last."""

    @property
    def worse(self) -> bool:
        """True if the best move is clearly better."""
        return self.behind > self.behind_margin


Slopes = Mapping["_Candidate", list[list[float]]]  # how much the value of each end changes by the weights of scores


class _Candidate:
    def __init__(self, move: int, preferred: bool = False) -> None:
        self.move = move
        self.preferred = preferred  # by the policy, before others
        self.values: list[float] = []
        self.runs: list[int] = []  # of each value: games of one run share their world
        self.won: list[float] = []  # the same, but 1 for a win that sides share
        self.wins = True  # at once, so far
        self.fits = True  # so do all its worlds
        self.sure = False  # that it brings this, if everybody plays their best
        self.ends: list[Rollout] = []  # to describe them

    def add(self, ends: Sequence[Rollout], runs: Sequence[int], thought: _Thought) -> None:
        for end in ends:
            value = thought.standings.value(end, thought.side, thought.standing, thought.lost)
            self.values.append(value)
            self.won.append(value if end.outcome is None else float(value > 0))
            self.wins = self.wins and value == 1 and not end.decisions and end.outcome is not None
        self.runs += runs
        self.ends += ends[: max(DESCRIBED - len(self.ends), 0)]

    def add_again(self, thought: _Thought) -> None:
        """Value its ends again, because the aim has changed."""
        ends, runs = self.ends, self.runs[: len(self.ends)]
        self.values, self.won, self.runs, self.ends, self.wins = [], [], [], [], True
        self.add(ends, runs, thought)

    def behind(self, best: _Candidate) -> tuple[float, float]:
        """Return how much less it brings than the best one in the same worlds, and the margin."""
        if self.sure:
            return best.values[0] - self.values[0], 0.0
        n = min(len(self.values), len(best.values))
        return _mean([other - own for own, other in zip(self.values[:n], best.values[:n], strict=True)], self.runs)

    def expectation(self, text: str, ranked: Sequence[_Candidate], thought: _Thought, slopes: Slopes) -> Expectation:
        best, standings, standing = ranked[0], thought.standings, thought.standing
        share, margin = (self.won[0], 0.0) if self.sure else _mean(self.won, self.runs)
        if set(self.won) <= {0, 1} and not self.sure:
            margin = max(margin, of_share(sum(self.won), len(self.won)))
        behind, behind_margin = (0.0, 0.0) if self is best else self.behind(best)
        behind_margin *= _for_all(ranked)
        if standing is not None:
            own, other = slopes[self], slopes[best]
            apart = [[x - y for x, y in zip(*both, strict=True)] for both in zip(own, other, strict=False)]
            margin, behind_margin = hypot(margin, Z * standing.off(own)), hypot(behind_margin, Z * standing.off(apart))
        score = standings.scored(self.ends, thought.world.cells, thought.side)
        rule = self._rule(best, standings) if behind > behind_margin else None
        of = share, margin, len(self.won), behind, behind_margin, all(map(eq, self.values, best.values)), score, rule
        return Expectation(text, *of, self.fits, self.won != self.values, self.preferred, self.sure, thought.lost)

    def _rule(self, best: _Candidate, standings: Standings) -> RuleApplied | None:
        """Return the rule that explains most of what it is behind: how much more often the rule applies, times what
        that brings in games of one move. A rule that always applies after a move says nothing but the move itself, and
        one that applies about as often after both explains nothing."""
        program = standings.layout.program
        n = min(len(self.ends), len(best.ends))
        explaining, most = None, self.behind(best)[0] / 2
        for number, rule in enumerate(program.rules):
            own, other = ([float(end.fired[number] > 0) for end in one.ends[:n]] for one in (self, best))
            more = (sum(own) - sum(other)) / n
            explained = -more * _slope([(own, self.values[:n]), (other, best.values[:n])])
            tells = max(sum(own), sum(other)) < n and abs(more) >= OFTEN
            if rule.document in program.house_rules and tells and explained > most:
                explaining, most = RuleApplied(rule.title, sum(own) / n, sum(other) / n), explained
        return explaining


def _slope(parts: Iterable[tuple[Sequence[float], Sequence[float]]]) -> float:
    """Return how much the second numbers change with the first ones, within each part."""
    both = alone = 0.0
    for xs, ys in parts:
        x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
        both += sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
        alone += sum((x - x_mean) ** 2 for x in xs)
    return both / alone if alone else 0.0


class Thinker:
    """`rollouts` are those of the table. Give a `level`, or the `seconds` or `games` for a move, or both. A bot of a
    level without a `clock` takes all the time that its games need. `timer` tells the seconds that count."""

    def __init__(
        self, rollouts: Rollouts, level: int = 3, *, games: int | None = None, seconds: float | None = None,
        clock: bool = True, timer: Timer = time.perf_counter,
    ) -> None:  # fmt: skip
        if level not in LEVELS:
            raise ValueError(f"`level` must be from {min(LEVELS)} to {max(LEVELS)}, found {level!r}")
        own = games is None and seconds is None
        self._games = LEVELS[level].games if own else MOST_GAMES if games is None else games
        self._seconds = LEVELS[level].seconds if own and clock else inf if seconds is None else seconds
        self._slips = LEVELS[level].slips if own else 0.0
        self._timer = timer
        self.standings = Standings(rollouts)
        self._policy = Policy(rollouts.table.machine.functions)

    def choose(self, seat: Seat, chance: Random) -> str:
        """Return the move that is expected to bring most, unless the level lets the bot slip: then, or if it can't
        think (what the seat saw rules nearly all worlds out, or the ruleset fails in one), it follows the policy."""
        if only := self._only(seat):
            return only
        with suppress(StateError, RulesetFault):
            _, menu, ranked = self._thoughts(seat, chance)
            if ranked[0].wins or not self._slips or chance.random() >= self._slips:
                return menu.text(ranked[0].move)
        return PolicyBot().choose(seat, chance)

    def expectations(self, seat: Seat, chance: Random) -> list[Expectation]:
        """Return the moves that were compared, the best first. A move without an alternative takes no time."""
        if only := self._only(seat):
            return [Expectation(only, 1 / self.standings.sides, 1.0, 0)]
        thought, menu, ranked = self._thoughts(seat, chance)
        slope = partial(self.standings.slope, side=thought.side, standing=thought.standing)
        slopes = {one: [*map(slope, one.ends)] for one in ranked}
        return [one.expectation(menu.text(one.move), ranked, thought, slopes) for one in ranked]

    def _only(self, seat: Seat) -> str | None:
        """Return the only move, if there is no choice."""
        moves = seat.view.question and seat.view.question.moves
        assert moves, "only the seat to move can choose, before the end of the game"
        return moves[0] if len(moves) == 1 else None

    def _thoughts(self, seat: Seat, chance: Random) -> tuple[_Thought, Menu, list[_Candidate]]:
        """Return the moves that were compared, the best first, and where."""
        thought = _Thought(self.standings, seat, self._seconds, self._timer, chance)
        thought.value_scores(min(MATCHES, self._games // PART))
        menu = Menu(seat.view, thought.world, self._policy)
        games, ranked = self._games, list[_Candidate]()
        most = max(LEAST, min(MOST, games // GAMES))
        waves = 1 + int(log2(max(1, games // (most * FEW))))  # each has half of the games that are left
        waves = min(waves, -(-len(menu.moves) // most)) if len(menu.moves) > MOST else 1
        sure = thought.solved(menu, STATES * games)
        best = [one.move for one in sure if one.values == sure[0].values]
        for number, wave in enumerate([best] if best else menu.waves(most, waves, chance), 1):
            some = games if number == waves else games // 2
            again = [_Candidate(one.move, one.preferred) for one in ranked[:1]]  # in the worlds of the others
            every = [*again, *(_Candidate(move, move in menu.preferred) for move in wave)]
            if ranked and (ranked[0].wins or not thought.has_time(len(every))):
                break
            thought.begin(last=number == waves)
            ranked, games = [*_ranked(thought, every, some), *ranked[1:]], games - some
        ranked = _usual_first(ranked)
        places = [one.move for one in ranked]
        sure.sort(key=lambda one: places.index(one.move) if one.move in places else MOST)
        return thought, menu, sure or ranked


def _ranked(thought: _Thought, every: list[_Candidate], games: int) -> list[_Candidate]:
    """Play the moves on until half of them are left, and again; return all that were played, the best first."""
    left, dropped = every, list[_Candidate]()
    rounds = max(1, ceil(log2(len(every))))
    for _ in range(rounds):
        after = _with_usual(thought.race(left, games // rounds), -(-len(left) // 2))
        dropped = [*sorted((one for one in left if one.values and one not in after), key=_by_share), *dropped]
        left = after
        if thought.over or len(left) == 1:
            break
    return [*left, *dropped]


@dataclass(frozen=True)
class _Clock:
    """Is set when the time is over, or the bot was stopped."""

    until: float
    timer: Timer
    stopped: StopSign

    def is_set(self) -> bool:
        return self.timer() > self.until or self.stopped.is_set()


class _Thought:
    """The roll-outs of one decision."""

    def __init__(self, standings: Standings, seat: Seat, seconds: float, timer: Timer, chance: Random) -> None:
        self.standings = standings
        self.timer, self.stopped = timer, seat.stopped
        self.until = timer() + IN_TIME * seconds
        self.world = seat.worlds(1, 0, self._clock(PREPARING))[0]  # for its moves; this prepares the others
        self.begin()
        self.side = standings.layout.side_of[seat.view.seat - 1]
        self.worlds = seat.worlds
        self.chance = chance
        self.standing: Standing | None = None
        self.lost = False  # nothing wins: now its side plays not to be last
        self._pace = self._game = 0.0  # seconds for a world, and for one move in it
        self._run, self._last = 0, list[int]()  # the number of the last world, and its cells

    def _clock(self, share: float) -> _Clock:
        """Return the clock that is set after a share of the time that is left."""
        now = self.timer()
        return _Clock(now + share * (self.until - now), self.timer, self.stopped)

    def begin(self, last: bool = True) -> None:
        """Think to the end, or for half of the time that is left."""
        self.clock = _Clock(self.until if last else (self.timer() + self.until) / 2, self.timer, self.stopped)
        self.rollouts = self.standings.rollouts.until(self.clock)
        self.over = False

    def has_time(self, moves: int) -> bool:
        """Return True if so many moves can be played on a few times."""
        now = self.timer()
        return not self.stopped.is_set() and now + FEW * moves * self._game < self.until

    def value_scores(self, matches: int) -> None:
        """Find out what the scores after this hand are worth."""
        self.standing = self.standings.usual(self._clock(LEARNING))
        if self.standing is not None and matches:
            stopped = self._clock(VALUING)
            worlds = self._worlds_until(stopped, self.standings.matches_of(matches))
            self.standing = self.standings.here(worlds, self.chance.getrandbits(63), stopped)

    def solved(self, menu: Menu, most: int) -> list[_Candidate]:
        """Return the moves with what they surely bring, the best first, if the seat knows all cards, the hand ends
        soon, and some moves bring less than others."""
        first = self._run_of(self.world)
        worlds = (self.worlds(1, number, self.clock)[0] for number in range(1, SAME))
        if len(menu.moves) > MOST or any(self._run_of(world) != first for world in worlds):
            return []
        endgame, sure = Endgame(self.standings, self.standing, most, self._clock(SOLVING)), []
        ends = endgame.ends(list(self.world.cells), menu.moves, self.side)
        for move, end in zip(menu.moves, ends, strict=False):
            one = _Candidate(move, move in menu.preferred)
            one.add([end], [first], self)
            one.sure = True
            sure.append(one)
        sure.sort(key=_by_share)
        return sure if sure and sure[0].values > sure[-1].values else []

    def _worlds_until(self, stopped: StopSign, most: int) -> Iterator[State]:
        for number in range(0, most, SOME):
            yield from self.worlds(min(SOME, most - number), self.chance.getrandbits(48), stopped)
            if stopped.is_set():
                return

    def race(self, left: list[_Candidate], games: int) -> list[_Candidate]:
        """Play the moves on, and drop those that are clearly worse; return the others, the best first. What the policy
        prefers stays until one move is left, because that must be surely better. At first, those drop out that there
        is no time for."""
        together = 1
        while True:
            worlds = min(together, max(1, games // len(left)))
            if not self._play(left, worlds):
                break
            left = [one for one in left if one.values]
            won = [value for one in left for value in one.won]
            if self.standings.ranked and not self.lost and len(won) >= ALIKE and not any(won):
                self.lost = True
                for one in left:
                    one.add_again(self)
            games -= worlds * len(left)
            together = min(2 * together, TOGETHER)
            left = sorted(left, key=_by_share)
            best, seen = left[0], len(left[0].values)
            if seen >= ENOUGH:
                near = [one for one in left if not _is_behind(one, best)]
                behind = [one for one in left if one not in near]
                left = _apart(_with_usual([*near, *behind], len(near)) if len(near) > 1 else near)
                self.over = self.over or best.wins or len(left) == 1
            if self.over or games < len(left):
                break
        return left

    def _play(self, moves: Sequence[_Candidate], n: int) -> bool:
        """Play each move on in the same worlds, in fewer if there is little time, unless there is too little."""
        began = self.timer()
        first = not moves[0].values
        if self._pace and began + 2 * n * self._pace > self.clock.until:
            n = int((self.clock.until - began) / 2 / self._pace)
        if not first and (n < 1 or self.clock.is_set()):
            self.over = True
            return False
        worlds = self.worlds(max(n, 1), self.chance.getrandbits(48), self.clock)
        n = len(worlds)
        fits = all(world.fits for world in worlds if isinstance(world, World))
        seed = self.chance.getrandbits(63)
        apply = self.standings.apply
        played = []
        for one in moves:
            states = [apply(list(world.cells), one.move) for world in worlds]
            played.append(self.rollouts.play_all(states, seed))
            if self.clock.is_set():
                self.over = True
                if not first:
                    return False
                break
        runs = [self._run_of(world) for world in worlds]
        for one, ends in zip(moves, played, strict=False):
            one.add(ends, runs, self)
            one.fits = one.fits and fits
        self._pace = (self.timer() - began) / n
        self._game = self._pace / len(played)
        self.over = self.clock.is_set()
        return True

    def _run_of(self, world: State) -> int:
        """Return a new number, unless this is the world before with other chance: there are few, or few that fit."""
        cells = list(world.cells)
        cells[RANDOM] = 0
        self._run, self._last = self._run + (cells != self._last), cells
        return self._run


def _by_share(one: _Candidate) -> tuple[float, bool]:
    """Return a sort key: the best first, and of these one that wins at once."""
    return -sum(one.values) / len(one.values), not one.wins


def _is_behind(one: _Candidate, best: _Candidate) -> bool:
    behind, margin = one.behind(best)
    return behind > CLEARLY * margin


def _with_usual(ranked: list[_Candidate], n: int) -> list[_Candidate]:
    """Return the best ones, and the best of those that the policy prefers."""
    return [*ranked[:n], *[one for one in ranked[n:] if one.preferred][: not any(one.preferred for one in ranked[:n])]]


def _usual_first(ranked: list[_Candidate]) -> list[_Candidate]:
    """Put the best move that the policy prefers first, unless another wins at once or is surely better: a series of
    moves that look a little better by chance would be worse than the policy."""
    usual = next((one for one in ranked if one.preferred), ranked[0])
    behind, margin = usual.behind(ranked[0])
    enough = min(len(usual.values), len(ranked[0].values)) >= ENOUGH
    if (ranked[0].wins and not usual.wins) or (enough and behind > margin * _for_all(ranked)):
        return ranked
    return [usual, *(one for one in ranked if one is not usual)]


def _for_all(ranked: Sequence[_Candidate]) -> float:
    """Return by how much margins grow for all of these at once: the best of many looks better than one of few."""
    return sqrt(1 + log(max(len(ranked) - 1, 1)) / 2)


def _apart(left: Sequence[_Candidate]) -> list[_Candidate]:
    """Leave out moves that brought the same as one before in all worlds, as cards of other suits often do: they would
    only take games from the others. Where a game is just won or lost, that takes more worlds."""
    different: dict[object, _Candidate] = {}
    for one in left:
        sure = len(one.values) >= ALIKE or len(set(one.values)) > 2
        different.setdefault(tuple(one.values) if sure else one.move, one)
    return list(different.values())


def _mean(values: Sequence[float], runs: Sequence[int]) -> tuple[float, float]:
    """Return the mean and its margin, which isn't 0 even if all values are the same. Values of one run count together,
    if that makes the margin wider."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values)
    if 1 < (worlds := runs[n - 1] - runs[0] + 1) < n:
        together = dict.fromkeys(runs[:n], 0.0)
        for value, run in zip(values, runs, strict=False):
            together[run] += value - mean
        spread = max(spread, sum(x * x for x in together.values()) * worlds / (worlds - 1))
    return mean, Z * sqrt((spread + 0.1) / n / n)
