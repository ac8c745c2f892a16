"""What the models of games in plain Python share: they read the deal, and then know nothing but the moves."""

from __future__ import annotations

from parlour.states.state import State

Places = dict[str, list[str]]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def value(state: State, name: str) -> list[int]:
    layout = state.table.machine.layout
    number = next(i for i, v in enumerate(layout.program.variables) if v.name == name)
    array = layout.variables[number]
    return list(state.cells[array.at : array.at + array.size])


def hands(places: Places, zone: str = "hand") -> list[list[str]]:
    return [sorted(places[f"{zone} {number}"]) for number in range(1, 10) if f"{zone} {number}" in places]


def rank(card: str) -> int:
    return RANKS.index(card[:-1])
