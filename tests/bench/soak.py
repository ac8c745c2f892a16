"""Plays every shipped game many times at every number of players and checks all laws.

    python tests/bench/soak.py [--games 2000] [--only GAME ...] [--players N] [--again 0.05] [--checked 0.01]
                               [--views 2] [--questions 300] [--seed 1]

All games are those of `Game.playouts` with the policy `random` and this seed (docs/playouts.md). Native code plays them
if llvmlite is installed. At the end of each game the script counts the cards, and the game must be over. Generated
Python repeats the share `--again`, and must reach the same state, length, ending, results and fired rules. It also
repeats the share `--checked`: the script examines every state, makes every move also on a copy and with a recording,
and reaches the same end again from the seed and the moves. Then it tests the laws of views at `--questions` questions
of `--views` other games.

Prints one line for each table, and stops at the first law that is broken, with the game.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import ceil

from checkout import options

import laws
from laws_of_views import events_name_no_unseen_card, exchanges_change_nothing
from parlour.library.library import Library
from parlour.playouts.player import CUT, GameChunk, Task, chooser_state, game_seed
from parlour.playouts.players import player_for
from parlour.playouts.python import PythonPlayer
from parlour.states.state import Table
from parlour.table.chance import below_in

MOST = 500_000  # decisions; every game must be shorter
AT_ONCE = 50  # games whose final states are in memory at a time


@dataclass(frozen=True)
class Plan:
    games: int
    again: float
    checked: float
    views: int
    questions: int
    seed: int


@dataclass
class Soak:
    """The results of the games at one table so far."""

    game: str
    players: int
    plan: Plan
    endings: Counter[str] = field(default_factory=Counter)
    won: int = 0
    decisions: int = 0
    again: int = 0
    checked: int = 0
    exchanged: int = 0
    by: str = ""
    began: float = field(default_factory=time.perf_counter)

    def run(self) -> None:
        program, plan = laws.program(self.game), self.plan
        player, python = player_for(program, self.players, None), PythonPlayer(program, self.players)
        self.by = "generated Python" if isinstance(player, PythonPlayer) else "native code"
        task = Task(plan.seed, None, policy=False, most=MOST, states=True)
        for first in range(0, plan.games, AT_ONCE):
            chunk = player.play(task, first, min(AT_ONCE, plan.games - first))
            for row in range(len(chunk.lengths)):
                number = first + row
                with at(f"{self.game}, {self.players} players, seed {plan.seed}, game {number}"):
                    self.look_at_the_end(chunk, row)
                    if is_among(number, plan.again):
                        assert told(python.play(task, number, 1), 0) == told(chunk, row), "another execution differs"
                        self.again += 1
                    if is_among(number, plan.checked):
                        self.follow(number, chunk, row)
                        self.checked += 1
        self.look_at_views()

    def look_at_the_end(self, chunk: GameChunk, row: int) -> None:
        m, end = laws.machine(self.game, self.players), chunk.states[row]
        assert chunk.endings[row] != CUT, "the game does not end"
        assert m.over(end)
        laws.cards_are_conserved(m, end)
        self.endings[laws.ending(m, end)] += 1
        self.won += laws.is_won(m, end)
        self.decisions += chunk.lengths[row]

    def follow(self, number: int, chunk: GameChunk, row: int) -> None:
        """Check every state of a game."""
        m, seed = laws.machine(self.game, self.players), self.plan.seed
        played = laws.play(m, game_seed(seed, number), Chooser(seed, number), copied=1, saved=1, most=MOST)
        assert played.end == chunk.states[row], "its repetition differs"
        assert len(played.moves) == chunk.lengths[row]
        laws.replay(m, played)

    def look_at_views(self) -> None:
        """Test the laws of views at questions throughout other games."""
        table, plan = Table.of(laws.program(self.game), self.players), self.plan
        for k in range(plan.views):
            seed, most = plan.seed + k, ceil(plan.questions / plan.views)
            with at(f"{self.game}, {self.players} players, what seats receive, seed {seed}"):
                every = max(1, self.decisions // self.games // most)
                self.exchanged += exchanges_change_nothing(table, seed, most, every)[0]
                events_name_no_unseen_card(table, seed, most)

    @property
    def games(self) -> int:
        return self.endings.total()

    def __str__(self) -> str:
        shares = ", ".join(f"{word} {100 * n / self.games:.1f} %" for word, n in self.endings.most_common())
        return (
            f"{self.game:30}{self.players:2} players {self.games:6} games {self.decisions:10} decisions by {self.by}, "
            f"{self.again:4} again, {self.checked:4} checked, {self.exchanged:4} exchanges, "
            f"{time.perf_counter() - self.began:5.0f} s   {shares}; won {100 * self.won / max(1, self.games):.1f} %"
        )


class Chooser:
    """The players of a playout."""

    def __init__(self, seed: int, number: int) -> None:
        self._state = [chooser_state(seed, number)]

    def choice(self, moves: list[int]) -> int:
        return moves[0] if len(moves) == 1 else moves[below_in(self._state, 0, len(moves))]


def told(chunk: GameChunk, row: int) -> tuple[object, ...]:
    """Return all results of one game."""
    columns = (chunk.lengths, chunk.endings, chunk.values, chunk.fired)
    games = len(chunk.lengths)
    widths = [len(column) // games for column in columns]
    rows = [list(c[row * width : (row + 1) * width]) for c, width in zip(columns, widths, strict=True)]
    return (*rows, chunk.states[row])


def is_among(number: int, share: float) -> bool:
    """True if this game belongs to an evenly spread share of all games, which includes the first one."""
    return ceil(number * share) < ceil((number + 1) * share)


@contextmanager
def at(place: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        error.add_note(place)
        raise


def main() -> int:
    args = options(
        __doc__, games=2_000, only=[str], players=int, again=0.05, checked=0.01, views=2, questions=300, seed=1,
    )  # fmt: skip
    plan = Plan(args.games, args.again, args.checked, args.views, args.questions, args.seed)
    if find_spec("llvmlite") is None:
        print("llvmlite is not installed, so generated Python plays all games", flush=True)
    tables = [(game, n) for game in args.only or Library.standard().ids("game") for n in laws.sizes(game)]
    tables = [(game, n) for game, n in tables if args.players in (None, n)]
    for done, (game, players) in enumerate(tables):
        soak = Soak(game, players, plan)
        try:
            soak.run()
        except KeyboardInterrupt:
            print(f"stopped in:\n{soak}\n{done} of {len(tables)} tables are done; no law was broken")
            return 130
        print(soak, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
