"""Plays many games of one table: by native code where possible, otherwise by generated Python.

A policy, seed and number identify a game, which is the same in every execution. The policies of generated Python bring
games into unusual positions. They know no rule; some look one move ahead and prefer the position that scores best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from parlour.playouts.player import CUT, GameChunk, Player, PlayoutFault, Task, chooser_state, game_seed
from parlour.playouts.players import player_for
from parlour.playouts.policy import drawing
from parlour.playouts.python import PythonPlayer
from parlour.states.outcomes import outcome_of
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.chance import any_below_in, below_in
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, QUESTION, Layout
from parlour.trials.course import NOWHERE, RARE, TrialCourse, TrialTable, trouble_of
from parlour.trials.outcome_findings import OutcomeCounts, ResultColumns

LONG = 20_000  # decisions in a game of playouts; then it is cut off
SHORT = 600  # … of a policy that generated Python plays


@dataclass
class Batch:
    """The results of some games. `counts` are those of the counters, `wins` of each seat."""

    games: int = 0
    decisions: int = 0
    counts: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    outcomes: OutcomeCounts = field(default_factory=OutcomeCounts)
    asked: Counter[int] = field(default_factory=Counter)  # the decisions of each seat, where somebody watched
    troubled: list[tuple[int, TrialCourse]] = field(default_factory=list)  # by the numbers of the games


@dataclass
class Games:
    """Plays the games of one table. `native` says whether native code plays: True, False, or None for where it can."""

    table: TrialTable
    native: bool | None = None

    @cached_property
    def player(self) -> Player:
        made = player_for(self.table.counted.program, self.table.players, self.native, NOWHERE)
        if isinstance(made, PythonPlayer):
            self.table.player = made
        return made

    @property
    def is_native(self) -> bool:
        return not isinstance(self.player, PythonPlayer)

    # ------------------------------------------------------------ games by number

    def play(self, policy: str, seed: int, first: int, games: int) -> Batch:
        """Play games `first`, `first` + 1, … up to the first one that fails."""
        if policy in PLAYOUTS:
            return self._playouts(policy, seed, first, games)
        batch = Batch()
        for number in range(first, first + games):
            course = self.course(policy, seed, number, SHORT)
            self._count(batch, course)
            if course.trouble is not None:
                batch.troubled.append((number, course))
                break
        return batch

    def course(self, policy: str, seed: int, number: int, most: int) -> TrialCourse:
        """Play one game move by move, and notice its problems."""
        return self.dealt(policy, game_seed(seed, number), chooser_state(seed, number), most)

    def dealt(self, policy: str, deal: int, chance: int, most: int) -> TrialCourse:
        """Play the game of a deal; the players choose by this random state."""
        choose = POLICIES[policy]
        course = TrialCourse(self.table, deal)
        player = PolicyPlayer(self.table, [chance])
        while course.trouble is None and not course.over:
            if len(course.moves) >= most:
                course.cut()
                break
            try:
                move = choose(player, course)
            except RulesetFault as fault:  # of the policy
                course.trouble = trouble_of(fault)
            else:
                course.make(move)
        return course

    def _count(self, batch: Batch, course: TrialCourse) -> None:
        layout = self.table.layout
        batch.games += 1
        batch.decisions += len(course.moves)
        batch.asked.update(course.asked)
        batch.counts.update({n: count for n, count in enumerate(course.s[layout.size + 1 :]) if count})
        if course.over:
            outcome = outcome_of(layout, course.s[: layout.size], self.table.table.machine.evaluate)
            batch.wins.update(seat - 1 for seat in outcome.winners)

    # ------------------------------------------------------------ playouts

    def _playouts(self, policy: str, seed: int, first: int, games: int) -> Batch:
        task = Task(seed, None, policy == "ruleset", LONG, states=False)
        chunk: GameChunk | None
        try:
            chunk, failed = self.player.play(task, first, games), None
        except PlayoutFault as fault:
            before = fault.number - first
            chunk, failed = self.player.play(task, first, before) if before else None, fault.number
        batch = self._batch(chunk) if chunk is not None else Batch()
        number = failed if failed is not None else self._endless(task, chunk, first)
        if number is not None:
            course = self.course(policy, seed, number, LONG)
            if course.trouble is not None:
                batch.troubled.append((number, course))
        return batch

    def _batch(self, chunk: GameChunk) -> Batch:
        games, counters = len(chunk.lengths), len(self.table.counted.program.rules)
        sums = {n: sum(chunk.fired[n::counters]) for n in range(counters)}
        batch = Batch(games, sum(chunk.lengths), Counter({n: count for n, count in sums.items() if count}))
        columns = self._columns
        for game, ending in enumerate(chunk.endings):
            if ending != CUT:
                row = chunk.values[game * columns.width : (game + 1) * columns.width]
                batch.wins.update(columns.winners(row))
                columns.note(batch.outcomes, row)
        return batch

    @cached_property
    def _columns(self) -> ResultColumns:
        return ResultColumns.of(self.table.layout)

    def _endless(self, task: Task, chunk: GameChunk | None, first: int) -> int | None:
        """Return the first game that the search cut off in the middle of a very long part."""
        if chunk is None:
            return None
        counters, stages = len(self.table.counted.program.rules), self.table.counted.stages
        for row, ending in enumerate(chunk.endings):
            if ending == CUT and chunk.fired[row * counters + stages] * RARE <= chunk.lengths[row]:
                (cells,) = self.player.play(replace(task, states=True), first + row, 1).states
                if not self.table.loops.ends(self.table.loops.running(cells)):
                    return first + row
        return None


LOOKS = 6  # moves that are tried at a question
RARELY = 4  # one move in this number is a wrong one, at a table where those have a price


@dataclass
class PolicyPlayer:
    """Plays one game for all seats. `chance` is a generator of its own; `taken` counts the actions of this game."""

    table: TrialTable
    chance: list[int]
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)

    def one_of(self, moves: Sequence[int]) -> int:
        return moves[0] if len(moves) == 1 else moves[any_below_in(self.chance, 0, len(moves))]

    def sample(self, moves: Sequence[int], most: int) -> list[int]:
        """Return a few different moves."""
        if len(moves) <= most:
            return list(moves)
        return list(dict.fromkeys(self.one_of(moves) for _ in range(most)))


Policy = Callable[[PolicyPlayer, TrialCourse], int]
Score = Callable[[TrialTable, TrialCourse, Cells, int], int]  # of the position that a move of this seat leads to


def at_random(player: PolicyPlayer, course: TrialCourse) -> int:
    return player.one_of(course.legal)


def as_preferred(player: PolicyPlayer, course: TrialCourse) -> int:
    """Follow the policy of the ruleset."""
    return player.table.player.policy.choice(course.s, course.legal, drawing(player.chance))


def carelessly(player: PolicyPlayer, course: TrialCourse) -> int:
    """Make wrong moves now and then, where the table accepts them."""
    if course.question.has_tries and below_in(player.chance, 0, RARELY) == 0:
        size = player.table.layout.size
        tries = player.table.table.machine.tries(course.s[:size])
        if tries:
            return player.one_of(tries)
    return player.one_of(course.legal)


def curiously(player: PolicyPlayer, course: TrialCourse) -> int:
    """Choose the least frequent action of this game."""
    number, arms, legal = course.s[QUESTION], len(course.question.arms), course.legal
    offered = legal.offered if isinstance(legal, Answers) else sorted({move % arms for move in legal})
    action = min(offered, key=lambda a: player.taken[number, a])
    player.taken[number, action] += 1
    moves = legal.of([action]) if isinstance(legal, Answers) else [move for move in legal if move % arms == action]
    return player.one_of(moves)


def looking_ahead(score: Score) -> Policy:
    def choose(player: PolicyPlayer, course: TrialCourse) -> int:
        moves = player.sample(course.legal, LOOKS)
        if len(moves) == 1:
            return moves[0]
        seat = player.table.player.execution.seat(course.s)
        scored = [(_scored(score, player.table, course, move, seat), move) for move in moves]
        highest = max(value for value, _ in scored)
        return player.one_of([move for value, move in scored if value == highest])

    return choose


def _scored(score: Score, table: TrialTable, course: TrialCourse, move: int, seat: int) -> int:
    after = course.s[:]
    try:
        table.player.execution.advance(after, move)
    except RulesetFault:
        return HIGHEST  # which is what is being looked for
    return score(table, course, after, seat)


HIGHEST = 1 << 30


def quickly(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Win or end the game, and get rid of cards."""
    if after[QUESTION] < 0:
        return HIGHEST // 2 if _wins(table, after, seat) else 0
    return -cards_of(table.layout, after, seat)


def slowly(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Avoid the end, and collect cards."""
    return -HIGHEST if after[QUESTION] < 0 else sum(cards_of(table.layout, after, s) for s in range(table.players))


def humbly(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Avoid winning."""
    if after[QUESTION] < 0:
        return -HIGHEST if _wins(table, after, seat) else HIGHEST // 2
    return cards_of(table.layout, after, seat)


def emptying(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Empty as many zones as possible, then make the smallest one smaller."""
    layout = table.layout
    sizes = [len(layout.contents(after, i)) for i in layout.instances if i.number != BOX]
    left = min((n for n in sizes if n), default=0)
    return sizes.count(0) * 1_000 - left


def repeating(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Return to an earlier position."""
    return int(after[QUESTION] >= 0 and table.loops.position(after) in course.positions)


def cards_of(layout: Layout, s: Cells, seat: int) -> int:
    """Return the number of cards in the zones of a player."""
    owned = [i for i in layout.instances if layout.program.zones[i.zone].owner == "player" and i.owner == seat]
    return sum(len(layout.contents(s, i)) for i in owned)


def _wins(table: TrialTable, s: Cells, seat: int) -> bool:
    layout = table.layout
    return seat + 1 in outcome_of(layout, s[: layout.size], table.table.machine.evaluate).winners


# The first two are those of playouts, which native code plays too.
POLICIES: dict[str, Policy] = {
    "random": at_random,
    "ruleset": as_preferred,
    "careless": carelessly,
    "curious": curiously,
    "quick": looking_ahead(quickly),
    "slow": looking_ahead(slowly),
    "humble": looking_ahead(humbly),
    "emptying": looking_ahead(emptying),
    "repeating": looking_ahead(repeating),
}
PLAYOUTS = ("random", "ruleset")
