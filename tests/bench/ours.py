"""The executions of a Program, each as a runner of random games. Players follow the policy of the ruleset if it has
one."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import count
from random import Random

from parlour.game import Game
from parlour.playouts.play_out import Pace, play_out
from parlour.playouts.player import Player, PlayoutError, Task
from parlour.playouts.policy import best, preferences
from parlour.playouts.rollouts import Rollouts
from parlour.states.machine import Machine
from parlour.states.state import Table, fast_machine
from parlour.table.layout import QUESTION
from timing import Runner, in_batches, until

MOST = 1_000_000  # decisions in a game
BEST_LEVEL = 2


def generated(game: Game, players: int) -> Runner:
    return stepping(fast_machine(game.program, players))


def stepping(m: Machine) -> Runner:
    """`legal` and `step` on one state."""
    chance, seeds = Random(1).random, count()
    classes = [preferences(question) for question in m.program.questions]
    legal_of, step = m.legal, m.step

    def play() -> int:
        s, decisions = m.start(next(seeds)), 0
        while s[0] >= 0:
            legal = legal_of(s)
            step(s, legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    def play_by_policy() -> int:
        s, decisions = m.start(next(seeds)), 0
        while (question := s[QUESTION]) >= 0:
            legal = legal_of(s)
            preferred = classes[question]
            if preferred is not None:
                legal = best(legal, preferred)
            step(s, legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    assert QUESTION == 0, "the first loop looks there"
    chosen = play_by_policy if any(classes) else play
    return lambda seconds: until(seconds, chosen)


def through_api(game: Game, players: int) -> Runner:
    """`State.question` and `State.apply`: every state a value, every move an object with its text."""
    chance, seeds = Random(1).random, count()
    questions = game.program.questions
    classes = [preferences(question) for question in questions]
    by_policy = any(classes)

    def play() -> int:
        state, decisions = game.start(players, next(seeds)), 0
        while not state.over:
            legal = state.question.legal
            preferred = classes[state.cells[QUESTION]] if by_policy else None
            if preferred is not None:
                highest = min(preferred[move.number % len(preferred)] for move in legal)
                legal = tuple(move for move in legal if preferred[move.number % len(preferred)] == highest)
            state = state.apply(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return lambda seconds: until(seconds, play)


# ---------------------------------------------------------------- native code


def native_player(game: Game, players: int, level: int = BEST_LEVEL) -> Player | str:
    """Return the player of native code, or the reason why there is none."""
    try:
        module = import_module("parlour.native.player")
    except ImportError:
        return "llvmlite is not installed"
    try:
        player: Player = module.NativePlayer(game.program, players, level=level)
    except PlayoutError as reason:
        return str(reason)
    return player


def playouts(game: Game, players: int, player: Player, threads: int = 1, policy: bool = True) -> Runner:
    """Play as `Game.playouts` does, with the results of all games, at the best level from the beginning."""
    table = Table.of(game.program, players)
    seeds = count()

    def play(games: int) -> int:
        task = Task(next(seeds), None, policy, MOST, states=False)
        return sum(play_out(player, table, task, games, threads).lengths)

    return in_batches(play, threads)


def rolling_out(game: Game, players: int, player: Player) -> Runner:
    """Play on from a state, one game in each call, and read who won."""
    table, seeds = game.table(players, native=True), count()
    rollouts = Rollouts(player, table, Task(0, None, True, MOST, states=False))
    starts = [table.start(seed) for seed in range(20)]

    def play() -> int:
        rollout = rollouts.play(starts[(seed := next(seeds)) % len(starts)], seed)
        assert rollout.outcome is not None, "every game ends"
        return rollout.decisions

    return lambda seconds: until(seconds, play)


def native_code(player: Player, policy: bool = True, threads: int = 1) -> Runner:
    """Play the games alone, without collecting results."""
    seeds = count()

    def part(task: Task, first: int, games: int) -> int:
        decisions, end, pace = 0, first + games, Pace()
        while first < end:
            count = min(pace.games, end - first)
            decisions += sum(pace.play(player, task, first, count).lengths)
            first += count
        return decisions

    def play(games: int) -> int:
        task, share = Task(next(seeds), None, policy, MOST, states=False), -(-games // threads)
        if threads == 1:
            return part(task, 0, games)
        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(lambda first: part(task, first, min(share, games - first)), range(0, games, share)))

    return in_batches(play, threads)
