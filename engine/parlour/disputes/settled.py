"""Finds the values that are the same in every new game of a mix, so that players needn't mention them, and those that
games have at a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

from parlour.examples.layable import ExampleGame
from parlour.program import EVERYBODY, NONE, Variable
from parlour.states.machine import Machine
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION
from parlour.table.texts import written

GAMES = 6  # new games that are compared
MOVES = 60  # random moves of a game that look for a question


def settled_values(game: ExampleGame, players: int) -> Mapping[str, str]:
    """Return the suits and the groups of players that are the same in all new games: `trump: T` where trumps are a suit
    of their own, or the players of a colour."""
    return _settled(game.table(players).machine)


@lru_cache(16)
def _settled(machine: Machine) -> Mapping[str, str]:
    return dict(_same(machine))


def _same(machine: Machine) -> Iterator[tuple[str, str]]:
    layout = machine.layout
    numbers = [n for n, variable in enumerate(layout.program.variables) if _is_fact(variable)]
    try:
        games = [machine.start(seed) for seed in range(1, GAMES + 1)] if numbers else []
    except RulesetFault:
        return
    for number in numbers:
        values = {cells[layout.variables[number].at] for cells in games}
        variable = layout.program.variables[number]
        if len(values) == 1 and values.isdisjoint({NONE} if variable.type.kind == "suit" else {0}):
            yield variable.name, written(layout, variable.type, values.pop())


@lru_cache(16)
def always_known(machine: Machine) -> tuple[int, ...]:
    """Return the variables with a card that everybody knows from the beginning of each new game."""
    layout = machine.layout
    cards = [n for n, v in enumerate(layout.program.variables) if v.type.kind == "card" and not v.keys and v.text]
    public = [n for n in cards if layout.program.variables[n].seen == EVERYBODY]
    try:
        games = [machine.start(seed) for seed in range(1, GAMES + 1)] if public else []
    except RulesetFault:
        return ()
    return tuple(n for n in public if all(cells[layout.variables[n].at] != NONE for cells in games))


@lru_cache(16)
def reached(machine: Machine, question: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of some random games where they first come to a question."""
    found, chance = [], Random(1)
    for seed in range(1, GAMES + 1):
        try:
            cells = machine.start(seed)
            for _ in range(MOVES):
                if cells[QUESTION] in (OVER, question):
                    break
                legal = machine.legal(cells)
                machine.step(cells, legal[chance.randrange(len(legal))])
        except RulesetFault:
            continue
        found += [tuple(cells)] if cells[QUESTION] == question else []
    return tuple(found)


def _is_fact(variable: Variable) -> bool:
    is_group = variable.type.kind == "players" and variable.seen == EVERYBODY and bool(variable.text)
    return not variable.keys and (variable.type.kind == "suit" or is_group)
