"""One block of an experiment: some games of one mix, and for each of them the numbers that are measured.

A block depends only on its task, so any process of any machine plays it with the same result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from parlour.game import MOST_DECISIONS, Game
from parlour.playouts.played import ALONE, Playouts, noticeable, results_of
from parlour.playouts.player import PlayoutFault
from parlour.playouts.rollouts import Rollouts
from parlour.session.packed_game import PackedGame
from parlour.states.state import State
from parlour.table.faults import RulesetFault

Columns = dict[str, list[float | None]]
"""For each measure, a number of each game; None where a game has none."""

SEAT, RESULT, NAMED, ENDED, RULE = "seat ", "result ", "named ", "ended ", "rule "  # of measures with a name
GAMES, WATCHED = 100, 10  # games of a block, and those of them that are looked at on their way
THOUGHT = 10  # games of a block with bots that think
CONTINUED = 32  # games that go on from a position, to see who wins them
TRIED = 6  # moves of a decision that are compared
MOMENTS = (0.0, 0.25, 0.5, 0.75)  # of a game, by its decisions


@dataclass(frozen=True)
class Playing:
    """Who plays, and how. `levels` are those of the bots at the seats, or nothing if all follow the policy. With
    `skill`, a bot that thinks also plays against the others, at each seat in turn. Some games of each block are
    `watched` on their way, which takes long without native code. A game ends after `most` decisions."""

    players: int
    seed: int
    policy: str = "ruleset"
    levels: tuple[int, ...] = ()
    skill: bool = False
    watched: int = WATCHED
    most: int = MOST_DECISIONS

    @property
    def block(self) -> int:
        """The number of games of a block."""
        return THOUGHT if self.levels else GAMES


@dataclass(frozen=True)
class BlockTask:
    """What a block plays. `arm` is the number of its mix in the experiment, and `begin` has the cells of the position
    from which all games continue, if they do. `games` are the numbers of its games among those of the seed, so that
    all mixes share their deals."""

    arm: int
    rules: PackedGame
    begin: tuple[int, ...] | None
    playing: Playing
    games: range

    @property
    def game(self) -> Game:
        return self.rules.game

    @property
    def begun(self) -> State | None:
        return None if self.begin is None else self.game.state(self.begin, self.playing.players)

    @property
    def key(self) -> str:
        """The name of the block in a ledger: equal for equal work."""
        work = (self.game.program.digest, self.begin, self.playing, self.games)
        return hashlib.sha256(repr(work).encode()).hexdigest()[:32]


class BlockFault(PlayoutFault):
    """A ruleset has failed in a game of a mix."""

    def __init__(self, fault: PlayoutFault, arm: int, mix: str = "") -> None:
        super().__init__(fault.fault, fault.seed, fault.number)
        self.playout_fault = fault
        self.arm = arm
        self.message = f"with `{mix}`, {self.message}" if mix else self.message

    def __reduce__(self) -> tuple[object, ...]:
        return BlockFault, (self.playout_fault, self.arm)


def play_block(task: BlockTask) -> Columns:
    try:
        return _columns(task)
    except PlayoutFault as fault:
        raise BlockFault(fault, task.arm) from None


def _columns(task: BlockTask) -> Columns:
    game, how = task.game, task.playing
    played = game.playouts(
        len(task.games), how.players, how.seed, task.begun, how.policy, levels=how.levels or None, most=how.most,
        threads=1, first=task.games.start,
    )  # fmt: skip
    columns, watched = columns_of(played), []
    for number in task.games[: how.watched]:
        try:
            watched.append(_watched(task, number))
        except RulesetFault as fault:  # in a game that continues from there
            raise PlayoutFault(fault, how.seed, number) from None
    for measure in dict.fromkeys(name for one in watched for name in one):
        columns[measure] = [one.get(measure) for one in watched]
    if how.skill:
        columns["skill"] = list(_skill(task))
    return columns


def columns_of(played: Playouts) -> Columns:
    """Return the numbers that these games end with."""
    columns: Columns = {"decisions": list(map(float, played.lengths))}
    for seat in range(played.players):
        columns[f"{SEAT}{seat + 1}"] = [_share(winners, seat) for winners in played.winners]
    for (name, whose), column in results_of(played):
        of = f"{NAMED if column.kind == 'share' else RESULT}{name}" + (f", {whose}" if whose != ALONE else "")
        columns[of] = [None if value is None else float(value) for value in column.values]
    for word in sorted(played.ended):
        number = played.words.index(word)
        columns[f"{ENDED}{word}"] = [float(ending == number) for ending in played.endings]
    for rule in sorted(noticeable(played.program)):
        name = played.rules[rule]
        columns[f"{RULE}{name}"] = [float(times > 0) for times in played.fired_by(name)]
    return columns


def _share(winners: int, seat: int) -> float:
    """The share of a seat in a game that several can win together."""
    return 1 / winners.bit_count() if winners >> seat & 1 else 0.0


def _watched(task: BlockTask, number: int) -> dict[str, float]:
    """Look at a game on its way: who is likely to win it at a quarter of it, at its half and so on."""
    how, begun = task.playing, task.begun
    chance = Random(f"{how.seed} {number}")
    states = [state for _, state in task.game.playout(
        number, how.players, how.seed, begun, how.policy, levels=how.levels or None, most=how.most
    )]  # fmt: skip
    asked, end = states[:-1], states[-1]
    if not asked or not end.over:
        return {}
    open_ = [state for state in asked if len(state.question.legal) > 1]
    rollouts = task.game.rollouts(how.players, how.policy)
    chances = [_chances(asked[int(part * len(asked))], rollouts, chance) for part in MOMENTS]
    seen = {"choices": len(open_) / len(asked), "starter": _won(end, [asked[0].question.seat - 1])}
    if how.players > 1 and end.outcome.winners:
        seen |= _drama(chances, [_won(end, side) for side in _sides(end)])
        if begun is None:
            seen["deal"] = _luck(chances[0])
    if open_:
        gain = _gain(chance.choice(open_), rollouts, chance)
        if gain is not None:
            seen["matters"] = gain
    return seen


def _sides(state: State) -> Sequence[Sequence[int]]:
    """The seats, from 0, of each side: partners win and lose together."""
    return state.table.machine.layout.sides


def _won(end: State, side: Sequence[int]) -> float:
    """The share of a side in a game that several can win together."""
    winners = end.outcome.winners
    return sum(seat + 1 in winners for seat in side) / len(winners) if winners else 0.0


def _chances(state: State, rollouts: Rollouts, chance: Random, count: int = CONTINUED) -> list[float]:
    """The share of games from a state that each side wins."""
    sides = _sides(state)
    shares = [0.0] * len(sides)
    for game in rollouts.play_all([state] * count, chance.getrandbits(62)):
        winners = () if game.outcome is None else game.outcome.winners
        for at, side in enumerate(sides if winners else ()):
            shares[at] += sum(seat + 1 in winners for seat in side) / len(winners) / count
    return shares


def _drama(chances: Sequence[Sequence[float]], won: Sequence[float]) -> dict[str, float]:
    """How open the game is at its half, whether it is decided or the favourite there loses, and how late the favourite
    changes."""
    half = chances[MOMENTS.index(0.5)]
    favourites = [[side for side, p in enumerate(each) if p == max(each)] for each in chances]
    lost = [sum(not won[side] for side in each) / len(each) for each in favourites]
    late = max((part for part, share in zip(MOMENTS, lost, strict=True) if share), default=0.0)
    evenly = 1 - 1 / len(won)
    blowout = float(max(half) > 1 - 0.5 / CONTINUED)
    return {"open": (1 - max(half)) / evenly, "blowout": blowout, "comeback": lost[MOMENTS.index(0.5)], "late": late}


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
    side = state.table.machine.layout.side_of[question.seat - 1]
    halves: list[tuple[float, float]] = []
    for move in moves:
        after = state.apply(move)
        if after.over:
            halves.append((won := _won(after, _sides(after)[side]), won))
        else:
            one, other = (_chances(after, rollouts, chance, CONTINUED // 2)[side] for _ in range(2))
            halves.append((one, other))
    best = max(range(len(moves)), key=lambda at: halves[at][0])
    return halves[best][1] - sum(second for _, second in halves) / len(halves)


def _skill(task: BlockTask) -> Iterator[float]:
    """The shares of a bot of level 1 against others that follow the policy, in games with the same deal."""
    how = task.playing
    for seat in range(how.players):
        levels = [int(seat == other) for other in range(how.players)]
        played = task.game.playouts(
            1, how.players, how.seed, task.begun, how.policy, levels=levels, most=how.most, threads=1,
            first=task.games.start,
        )  # fmt: skip
        yield _share(played.winners[0], seat) * how.players
