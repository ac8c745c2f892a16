"""Deals a mix to every number of players that it claims, and plays a few moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from parlour.game import Game
from parlour.states.moves import first_of
from parlour.table.faults import RulesetFault

MOVES = 60  # of each game
PATIENCE = 2.0  # seconds for the moves of all games; each number of players is dealt in any case


def faults_by_players(game: Game) -> Iterator[tuple[int, RulesetFault]]:
    """Yield the numbers of players with whom the ruleset fails, each with the runtime error."""
    end = time.monotonic() + PATIENCE
    for players in game.players:
        try:
            _play(game, players, end)
        except RulesetFault as fault:
            yield players, fault


def _play(game: Game, players: int, end: float) -> None:
    state, chance = game.start(players, seed=players), Random(players)
    for _ in range(MOVES):
        if state.over or time.monotonic() > end:
            return
        moves = first_of(state.question.legal, MOVES)
        state = state.apply(moves[chance.randrange(len(moves))])
