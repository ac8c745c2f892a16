"""Ways to choose moves that bring games into unusual positions. They know no rule, only what every game has.

Some look one move ahead: they try a few moves and prefer the position that scores best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.playouts.policy import drawing
from parlour.states.outcomes import outcome_of
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.chance import any_below_in, below_in
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, QUESTION, Instance, Layout
from parlour.trials.course import TrialCourse, TrialTable

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
    return -held(table.layout, after, seat)


def slowly(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Avoid the end, and collect cards."""
    return -HIGHEST if after[QUESTION] < 0 else sum(held(table.layout, after, s) for s in range(table.players))


def humbly(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Avoid winning."""
    if after[QUESTION] < 0:
        return -HIGHEST if _wins(table, after, seat) else HIGHEST // 2
    return held(table.layout, after, seat)


def emptying(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Empty as many zones as possible, then make the smallest one smaller."""
    layout = table.layout
    sizes = [size(after, i) for i in layout.instances if i.number != BOX]
    left = min((n for n in sizes if n), default=0)
    return sizes.count(0) * 1_000 - left


def repeating(table: TrialTable, course: TrialCourse, after: Cells, seat: int) -> int:
    """Return to an earlier position."""
    return int(after[QUESTION] >= 0 and table.loops.position(after) in course.positions)


def held(layout: Layout, s: Cells, seat: int) -> int:
    """Return the number of cards in the zones of a player."""
    zones = layout.program.zones
    return sum(size(s, i) for i in layout.instances if zones[i.zone].owner == "player" and i.owner == seat)


def size(s: Cells, i: Instance) -> int:
    match i.form:
        case "set":
            return s[i.at].bit_count()
        case "row":
            return s[i.at]
        case _:
            return sum(1 for c in s[i.at : i.at + i.room] if c)


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
