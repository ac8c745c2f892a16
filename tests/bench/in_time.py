"""Measures how long bots think for a move that has a time, and how late they are.

    python tests/bench/in_time.py [games] [--ms 50] [--seconds 30] [--busy N] [--first 1]

Bots of this time play against each other in a session, for some seconds of each game. A row has the decisions with
several moves, then the milliseconds of all `bot_move` calls: half took at most the first number, 99 of 100 the second
one, and the slowest took the third. `cpu` is the time that the processor worked in 99 of 100. With `--busy`, so many
other processes keep processors busy.
"""

import multiprocessing
import time

from checkout import options

import parlour
from parlour.base.processes import let_collections_be_short
from parlour.bots.thinker import Thinker
from parlour.session.session import is_forced

GAMES = ("crazy-eights", "hearts", "sh", "scopa", "cheat", "gin-rummy", "spades", "president")
PLAYERS = {"president": 4, "sh": 3, "hearts": 4, "spades": 4}


def decisions(id_: str, ms: int, seconds: float, first: int) -> tuple[list[float], list[float]]:
    """Return the seconds of each decision, by the clock and by the processor. The first of all is left out: it
    compiles, and finds out what scores are worth."""
    game = parlour.load(id_)
    players = PLAYERS.get(id_, min(n for n in game.players if n > 1))
    wall, cpu, until = list[float](), list[float](), time.monotonic() + seconds
    thinkers: dict[str, Thinker] = {}
    for seed in range(first, first + 1000):
        session = parlour.Session(game, [f"{ms}ms"] * players, seed)
        let_collections_be_short()  # as the processes of bots do
        session._thinkers = session._thinkers | thinkers
        while not session.state.over and time.monotonic() < until:
            forced = is_forced(session.state)
            began, worked = time.perf_counter(), time.thread_time()
            move = session.bot_move()
            if not forced:
                wall.append(time.perf_counter() - began)
                cpu.append(time.thread_time() - worked)
            session.play(move)
        thinkers = dict(session._thinkers)
        if time.monotonic() > until:
            break
    return wall[1:], cpu[1:]


def quantile(values: list[float], share: float) -> float:
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))]


def burn() -> None:
    while True:
        pass


def main() -> None:
    args = options(__doc__, "games", ms=50, seconds=30.0, busy=0, first=1)
    others = [multiprocessing.Process(target=burn, daemon=True) for _ in range(args.busy)]
    for other in others:
        other.start()
    print(f"| {'game':16} | decisions | half | 99 % | slowest | cpu 99 % |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for id_ in args.games or GAMES:
        wall, cpu = decisions(id_, args.ms, args.seconds, args.first)
        rest = [quantile(wall, 0.5), quantile(wall, 0.99), 1000 * max(wall), quantile(cpu, 0.99)]
        print(f"| {id_:16} | {len(wall)} | {' | '.join(f'{value:.0f}' for value in rest)} |", flush=True)
    for other in others:
        other.kill()


if __name__ == "__main__":
    main()
