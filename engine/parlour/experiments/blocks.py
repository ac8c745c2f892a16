"""One block of an experiment: some games of one mix, and for each of them the numbers that are measured.

A block depends only on its task, so any process of any machine plays it with the same result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from parlour.game import MOST_DECISIONS, Game
from parlour.playouts.played import noticeable
from parlour.playouts.rollouts import Rollouts
from parlour.session.packed_game import PackedGame
from parlour.states.state import State

Columns = dict[str, list[float | None]]
"""For each measure, a number of each game; None where a game has none."""

SEAT, ENDED, RULE = "seat ", "ended ", "rule "  # of measures with a name
GAMES, WATCHED = 100, 10  # games of a block, and those of them that are looked at on their way
THOUGHT = 10  # games of a block with bots that think
CONTINUED = 32  # games that go on from a position, to see who wins them
TRIED = 6  # moves of a decision that are compared
MOMENTS = (0.0, 0.25, 0.5, 0.75)  # of a game, by its decisions
SEED_STEP = 1_000_003


@dataclass(frozen=True)
class BlockTask:
    """What a block plays. `arm` is the number of its mix in the experiment. `level` is that of the bots at all seats, 0
    for those that follow the policy. With `skill`, a bot that thinks also plays against the others, at each seat in
    turn."""

    arm: int
    rules: PackedGame
    players: int
    seed: int
    number: int
    policy: str = "ruleset"
    level: int = 0
    skill: bool = False
    watched: int = WATCHED

    @property
    def game(self) -> Game:
        return self.rules.unpacked()

    @property
    def key(self) -> str:
        """The name of the block in a ledger: equal for equal work."""
        program = self.game.program.digest
        work = (program, self.players, self.seed, self.number, self.policy, self.level, self.skill, GAMES, self.watched)
        return hashlib.sha256(repr(work).encode()).hexdigest()[:32]

    @property
    def games(self) -> int:
        return THOUGHT if self.level else GAMES

    @property
    def games_seed(self) -> int:
        """The seed of its games, which all mixes share."""
        return (self.seed * SEED_STEP + self.number) % (1 << 63)


def play_block(task: BlockTask) -> Columns:
    game, levels = task.game, task.level or None
    played = game.playouts(task.games, task.players, task.games_seed, policy=task.policy, levels=levels, threads=1)
    columns: Columns = {"decisions": list(map(float, played.lengths))}
    for seat in range(task.players):
        columns[f"{SEAT}{seat + 1}"] = [_share(winners, seat) for winners in played.winners]
    for word in sorted(played.ended):
        number = played.words.index(word)
        columns[f"{ENDED}{word}"] = [float(ending == number) for ending in played.endings]
    for rule in sorted(noticeable(game.program)):
        name = played.rules[rule]
        columns[f"{RULE}{name}"] = [float(times > 0) for times in played.fired_by(name)]
    watched = [_watched(task, number) for number in range(min(task.watched, task.games))]
    for measure in dict.fromkeys(name for one in watched for name in one):
        columns[measure] = [one.get(measure) for one in watched]
    if task.skill:
        columns["skill"] = list(_skill(task))
    return columns


def _share(winners: int, seat: int) -> float:
    """The share of a seat in a game that several can win together."""
    return 1 / winners.bit_count() if winners >> seat & 1 else 0.0


def _watched(task: BlockTask, number: int) -> dict[str, float]:
    """Look at a game on its way: who is likely to win it at a quarter of it, at its half and so on."""
    chance = Random(f"{task.games_seed} {number}")
    states = [state for _, state in task.game.playout(
        number, task.players, task.games_seed, policy=task.policy, levels=task.level or None, most=MOST_DECISIONS
    )]  # fmt: skip
    asked, end = states[:-1], states[-1]
    if not asked or not end.over:
        return {}
    open_ = [state for state in asked if len(state.question.legal) > 1]
    rollouts = task.game.rollouts(task.players, task.policy)
    chances = [_chances(asked[int(part * len(asked))], rollouts, chance) for part in MOMENTS]
    seen = {"choices": len(open_) / len(asked), "starter": _won(end, asked[0].question.seat)}
    if task.players > 1 and end.outcome.winners:
        seen |= _drama(chances, [_won(end, seat + 1) for seat in range(task.players)])
        seen["deal"] = _luck(chances[0])
    if open_:
        gain = _gain(chance.choice(open_), rollouts, chance)
        if gain is not None:
            seen["matters"] = gain
    return seen


def _won(end: State, seat: int) -> float:
    winners = end.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def _chances(state: State, rollouts: Rollouts, chance: Random, count: int = CONTINUED) -> list[float]:
    """The share of games from a state that each seat wins."""
    shares = [0.0] * state.players
    for game in rollouts.play_all([state] * count, chance.getrandbits(62)):
        outcome = game.outcome
        for seat in outcome.winners if outcome is not None else ():
            shares[seat - 1] += 1 / len(outcome.winners) / count if outcome is not None else 0.0
    return shares


def _drama(chances: Sequence[Sequence[float]], won: Sequence[float]) -> dict[str, float]:
    """How open the game is at its half, whether the favourite there loses, and how late the favourite changes."""
    half = chances[MOMENTS.index(0.5)]
    favourites = [[seat for seat, p in enumerate(each) if p == max(each)] for each in chances]
    lost = [sum(not won[seat] for seat in each) / len(each) for each in favourites]
    late = max((part for part, share in zip(MOMENTS, lost, strict=True) if share), default=0.0)
    evenly = 1 - 1 / len(won)
    return {"open": (1 - max(half)) / evenly, "comeback": lost[MOMENTS.index(0.5)], "late": late}


def _luck(dealt: Sequence[float]) -> float:
    """The share of the variance of winning that the deal explains, without the part that chance adds to it."""
    even = 1 / len(dealt)
    explained = sum((p - even) ** 2 - p * (1 - p) / (CONTINUED - 1) for p in dealt)
    return explained / (len(dealt) * even * (1 - even))


def _gain(state: State, rollouts: Rollouts, chance: Random) -> float | None:
    """What the best of some moves brings beside an average one. One half of the games chooses the move, and the other
    half says what it is worth, so that luck isn't taken for a difference."""
    question = state.question
    count = len(question.legal)
    moves = [question.legal[at] for at in sorted(chance.sample(range(count), min(count, TRIED)))]
    seat = question.seat - 1
    halves: list[tuple[float, float]] = []
    for move in moves:
        after = state.apply(move)
        if after.over:
            halves.append((_won(after, seat + 1), _won(after, seat + 1)))
        else:
            one, other = (_chances(after, rollouts, chance, CONTINUED // 2)[seat] for _ in range(2))
            halves.append((one, other))
    best = max(range(len(moves)), key=lambda at: halves[at][0])
    return halves[best][1] - sum(second for _, second in halves) / len(halves)


def _skill(task: BlockTask) -> Iterator[float]:
    """The shares of a bot of level 1 against others that follow the policy, in games with the same deal."""
    for seat in range(task.players):
        levels = [int(seat == other) for other in range(task.players)]
        played = task.game.playouts(1, task.players, task.games_seed, policy=task.policy, levels=levels, threads=1)
        yield _share(played.winners[0], seat) * task.players
