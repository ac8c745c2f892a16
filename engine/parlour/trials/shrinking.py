"""Shrinks the evidence for a finding: fewer rules and options, fewer players, a shorter game, at last a position.

Leaves out parts as long as the same trouble still occurs (delta debugging). That takes time, so it stops at a deadline
with the smallest evidence so far.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Literal

from parlour.base.shrinking import minimal
from parlour.examples.position import Position, smallest_position
from parlour.game import Game
from parlour.playouts.player import chooser_state, game_seed
from parlour.states.moves import Move
from parlour.states.positions import PositionError
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.trials import leaks
from parlour.trials.course import PlayedLine, TrialTable, Trouble, replayed, shown_steps, trouble_of
from parlour.trials.games import LONG, PLAYOUTS, SHORT, Games
from parlour.trials.plan import SearchPlan, Suspect, playable
from parlour.views import Witness

Part = tuple[Literal["option", "added rule", "rule"], str]
TRIES = 200  # playouts that look for the same trouble in a smaller mix
OWN_TRIES = 15  # … games that generated Python plays
WATCHED, QUESTIONS = 8, 50  # … games that are watched for leaks, and questions of each
REPLAYS = 1_000  # of games with fewer moves
SIMILAR = 30  # games that show the same: the shortest is kept
AT_ONCE = ("deep-fault", "deep-leak")
PATIENCE = 1.0  # seconds for these games


@dataclass
class Shrinker:
    """Shrinks the suspects of one search, each in the given seconds."""

    plan: SearchPlan
    seconds: float

    def shrunk(self, suspect: Suspect) -> Suspect:
        """Return the smallest evidence within the time limit, or without a time limit, within this number of
        replays."""
        self._until = time.monotonic() + (self.seconds if self.plan.games is None else math.inf)
        self._replays = 0
        suspect = self._fewer_parts(suspect)
        suspect = self._fewer_players(suspect)
        suspect = self._fewer_moves(self._shorter(suspect))
        memorable = self._memorable(suspect)
        return suspect if memorable is None else self._fewer_moves(memorable)

    def position(self, suspect: Suspect) -> GivenPosition | None:
        """Return the smallest position that shows the trouble, for those that show at once, with the moves from there.
        None if the rules can't continue at one."""
        if suspect.trouble.code not in AT_ONCE:
            return None
        table, tries = TrialTable(suspect.mix, suspect.players), iter(range(POSITIONS))
        until = math.inf if self.plan.games is not None else max(self._until, time.monotonic() + PATIENCE)

        def shown(position: Position, texts: Sequence[str]) -> GivenMoves | None:
            late = next(tries, None) is None or time.monotonic() > until
            return None if late else _given(table.table, suspect.trouble, position, texts)

        steps = [step for step in shown_steps(table, suspect.line) if not step[0].over]
        last = range(len(steps) - 1, max(-1, len(steps) - LAST_MOVES - 2), -1)
        ends = ((steps[at][0], [move.text for _, move in steps[at:] if move is not None]) for at in last)
        return smallest_position(ends, shown)

    @property
    def _late(self) -> bool:
        return time.monotonic() > self._until or self._replays > REPLAYS

    # ------------------------------------------------------------ the mix

    def _fewer_parts(self, suspect: Suspect) -> Suspect:
        best = suspect

        def shows(parts: Sequence[Part]) -> bool:
            nonlocal best
            mix = None if self._late else self._with_parts(suspect.mix, parts)
            line = self._found(mix, suspect.players, suspect) if mix is not None else None
            if mix is None or line is None:
                return False
            best = replace(suspect, mix=mix, line=line)
            return True

        minimal(_parts(suspect.mix), shows)
        return best

    @staticmethod
    def _with_parts(mix: Game, parts: Sequence[Part]) -> Game | None:
        """Return the mix with these of its parts."""
        left, own = set(parts), mix.recipe
        rules = tuple(rule for rule in own.with_ if ("added rule", str(rule)) in left)
        left_out = [name for kind, name in _parts(mix) if kind == "rule" and (kind, name) not in left]
        options = {name: value for name, value in own.options.items() if ("option", name) in left}
        return playable(replace(own, with_=rules, without=(*own.without, *left_out), options=options))

    def _fewer_players(self, suspect: Suspect) -> Suspect:
        for players in suspect.mix.players:
            if players >= suspect.players or self._late or self.plan.players is not None:
                break
            line = self._found(suspect.mix, players, suspect)
            if line is not None:
                return replace(suspect, players=players, line=line)
        return suspect

    # ------------------------------------------------------------ games

    def _found(self, mix: Game, players: int, suspect: Suspect) -> PlayedLine | None:
        """Return a game of another mix or table with the same trouble."""
        return next(self._similar(mix, players, suspect), None) if players in mix.players else None

    def _patience(self) -> float:
        return self._until if self.plan.games is not None else min(time.monotonic() + PATIENCE, self._until)

    def _similar(self, mix: Game, players: int, suspect: Suspect) -> Iterator[PlayedLine]:
        """Yield games with the same trouble, as long as patience lasts."""
        until, table = self._patience(), TrialTable(mix, players)
        if suspect.policy is None:
            yield from self._leaking(table, suspect, until)
            return
        games, number = Games(table, self.plan.native), 0
        at_once = 20 if suspect.policy in PLAYOUTS else 1
        most = TRIES if suspect.policy in PLAYOUTS else OWN_TRIES
        while number < most and time.monotonic() < until:
            batch = games.play(suspect.policy, self.plan.seed, number, at_once)
            number += at_once
            for failed, course in batch.troubled:
                number = failed + 1
                if suspect.shows(course.line):
                    yield course.line

    def _leaking(self, table: TrialTable, suspect: Suspect, until: float) -> Iterator[PlayedLine]:
        games = ((game_seed(self.plan.seed, n), Random(f"leaks {self.plan.seed} {n}")) for n in range(WATCHED))
        for line in (line for game in games for line in leaks.watched(table, *game, QUESTIONS)):
            if suspect.shows(line):
                yield line
            if time.monotonic() > until:
                return

    def _shorter(self, suspect: Suspect) -> Suspect:
        """Look for the shortest game that shows the same."""
        if len(suspect.line.moves) < 2 or self._late:
            return suspect
        lines = [suspect.line, *islice(self._similar(suspect.mix, suspect.players, suspect), SIMILAR)]
        return replace(suspect, line=min(lines, key=lambda line: len(line.moves)))

    def _fewer_moves(self, suspect: Suspect) -> Suspect:
        """Leave out moves of the game, and those that then aren't possible any more."""
        table, best = TrialTable(suspect.mix, suspect.players), suspect.line
        if len(best.moves) >= LONG:
            return suspect

        def shows(moves: Sequence[int]) -> bool:
            nonlocal best
            if self._late:
                return False
            self._replays += 1
            line = self._again(table, suspect, tuple(moves))
            if not suspect.shows(line):
                return False
            best = min(best, line, key=lambda line: len(line.moves))
            return True

        minimal(best.moves, shows)
        return replace(suspect, line=best)

    def _memorable(self, suspect: Suspect) -> Suspect | None:
        """Return a similar game with a short seed: people can type it, and examples take it."""
        until, table = self._patience(), TrialTable(suspect.mix, suspect.players)
        best: PlayedLine | None = None
        for seed in range(1, TRIES + 1):
            for line in filter(suspect.shows, self._of_deal(table, suspect, seed)):
                if best is None or len(line.moves) < len(best.moves):
                    best = line
            if time.monotonic() > until or (best is not None and len(best.moves) <= len(suspect.line.moves)):
                break
        return None if best is None else replace(suspect, line=best)

    def _of_deal(self, table: TrialTable, suspect: Suspect, seed: int) -> Iterator[PlayedLine]:
        if suspect.policy is None:
            yield from leaks.watched(table, seed, Random(f"leaks {seed}"), QUESTIONS)
        else:
            yield Games(table, False).dealt(suspect.policy, seed, chooser_state(self.plan.seed, seed), SHORT).line

    def _again(self, table: TrialTable, suspect: Suspect, moves: tuple[int, ...]) -> PlayedLine:
        seed = suspect.line.seed
        if suspect.policy is not None:
            return replayed(table, seed, moves)
        lines = leaks.watched(table, seed, Random(f"leaks {self.plan.seed}"), LONG, moves)
        return next(lines, PlayedLine(seed, moves, None))


def _parts(mix: Game) -> list[Part]:
    """Return the removable parts of a mix."""
    options: list[Part] = [("option", name) for name in mix.recipe.options]
    added: list[Part] = [("added rule", str(rule)) for rule in mix.recipe.with_]
    own: list[Part] = [("rule", use.rule.id) for use in mix.composition.uses if use.by is not None]
    return [*options, *added, *own]


LAST_MOVES = 6  # positions to start from
POSITIONS = 400  # that are laid out
LEAK_TRIES = 5  # exchanges of cards that look for a leak at a position


GivenMoves = tuple[tuple[int, str], ...]
"""Moves as in an example: seats with their moves."""
GivenPosition = tuple[Position, GivenMoves]


def _given(table: Table, trouble: Trouble, position: Position, texts: Sequence[str]) -> GivenMoves | None:
    """Return the moves from a position, if it is possible and they show the same trouble."""
    moves: list[tuple[int, str]] = []
    try:
        state = position.lay(table)
        for text in texts:
            move = state.read(text)
            if state.over or not isinstance(move, Move):
                return None
            moves.append((state.question.seat, move.text))
            state = state.apply(move)
        there = None if state.over else _trouble_at(state, trouble.code)
    except RulesetFault as fault:
        there = trouble_of(fault)
    except (PositionError, ValueError):
        return None  # there is no such position
    return tuple(moves) if there is not None and there.key == trouble.key else None


def _trouble_at(state: State, code: str) -> Trouble | None:
    """Return a leak at a state, or raise the runtime error of its question."""
    if code != "deep-leak":
        _ = state.question
        return None
    return leaks.leak_at(state, Witness.at(state.table, state.question.seat), Random("leaks"), LEAK_TRIES)
