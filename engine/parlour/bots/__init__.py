"""Bots: players that aren't people. They choose from what their seat may know, never from the whole state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Protocol

from parlour.playouts.player import NEVER, PlayoutError, StopSign
from parlour.states.state import State
from parlour.views import View


@dataclass(frozen=True)
class Seat:
    """What a bot may know: what its seat sees, and (by a number, a seed and a sign to make no more) worlds that it
    can't tell apart. It should decide soon when `stopped` is set."""

    view: View
    worlds: Callable[[int, int, StopSign], Sequence[State]]
    stopped: StopSign = NEVER


def no_worlds(n: int, seed: int, stopped: StopSign) -> Sequence[State]:
    return ()  # for a bot that doesn't think


class Bot(Protocol):
    """Answers the questions to its seat. `chance` is the bot's own generator, not the game's."""

    def choose(self, seat: Seat, chance: Random) -> str:
        """Return one of the moves of the seat's question."""


class RandomBot:
    """A bot without a plan: it picks one of the legal moves at random."""

    def choose(self, seat: Seat, chance: Random) -> str:
        question = seat.view.question
        return _one_of(None if question is None else question.moves, chance)


class PolicyBot:
    """A bot that follows the ruleset's policy: it tries its chances, then picks one of the preferred moves at random.
    """

    def choose(self, seat: Seat, chance: Random) -> str:
        question = seat.view.question
        if question is None:
            return _one_of(None, chance)
        for by_chance in question.chances:
            if int(chance.random() * by_chance.of) < by_chance.chances:
                return _one_of(by_chance.moves, chance)
        return _one_of(question.preferred, chance)


def _one_of(moves: Sequence[str] | None, chance: Random) -> str:
    assert moves, "only the seat to move can choose"
    return moves[int(chance.random() * len(moves))]


@dataclass(frozen=True)
class Level:
    """How much a bot thinks: the games that it plays for a move, the most seconds for them, and the share of its moves
    that it makes without a thought, unless it sees a win."""

    games: int
    seconds: float
    slips: float = 0.0


# The names of bots in `--seats` and in saved games. A bot that thinks (`Thinker`) has its level as a name, or a time.
BOT, RANDOM = "bot", "random"
BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({BOT: PolicyBot, RANDOM: RandomBot})
LEVELS: Mapping[int, Level] = MappingProxyType(
    {1: Level(100, 0.1, 0.4), 2: Level(400, 0.25, 0.15), 3: Level(2000, 0.5), 4: Level(8000, 1.5), 5: Level(30_000, 5)}
)
USUAL = "3"  # the opponent of a person
BOT_NAMES = (*BOTS, *map(str, LEVELS))
LONGEST = 600  # seconds for a move
_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s)", re.ASCII)


def seconds_of(name: str) -> float | None:
    """Return the seconds for a move in the name of a bot, such as `200ms` or `1.5s`; None if that is no time."""
    time = _TIME.fullmatch(name)
    seconds = 0.0 if time is None else float(time[1]) / (1000 if time[2] == "ms" else 1)
    return seconds if 0 < seconds <= LONGEST else None


def is_bot(name: str) -> bool:
    return name in BOT_NAMES or seconds_of(name) is not None


def in_words(name: str) -> str:
    """Return `bot`, `bot of level 3` or `bot that thinks for 200ms`."""
    if name in BOTS:
        return name
    return f"bot of level {name}" if name in BOT_NAMES else f"bot that thinks for {name}"


def levels_for(levels: object, players: int) -> tuple[int, ...]:
    """Return the level of each seat, from one for all or one for each. Without a bot that thinks, return nothing."""
    every = [levels] * players if levels is None or isinstance(levels, int) else levels
    if not isinstance(every, Sequence) or isinstance(every, str):
        raise TypeError(f"`levels` must be a level, or one for each seat, found {levels!r}")
    for level in every:
        if level is not None and (type(level) is not int or level not in (0, *LEVELS)):
            raise PlayoutError(f"a level must be from {min(LEVELS)} to {max(LEVELS)}, or 0, found {level!r}")
    if len(every) != players:
        raise PlayoutError(f"`levels` must have one for each of {players} seats, found {len(every)}")
    return tuple(every) if any(every) else ()


def chance_for(seed: int, seat: int, decision: int) -> Random:
    """Return the generator for one decision of a bot; the same decision always gets the same one."""
    return Random(f"{seed}/{seat}/{decision}")
