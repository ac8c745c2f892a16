"""The order of the moves on the screen, which gives their numbers.

Single cards come in the order of a sorted hand. Groups come by rank: single jacks, then pairs, then three and four.
(The machine's order puts a pair of jacks between two single ones.) This module doesn't know the effects of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, groupby

from parlour import program as p
from parlour.play.hand_sorting import TableSorting
from parlour.states.moves import Move, first_of
from parlour.states.state import State
from parlour.table.cards import members

MOST_SHOWN = 60  # moves listed for a question with too many
MOST_ON_SCREEN = 100  # moves that a screen lists all; of more, it lists only some of each action
FEWEST = 4  # moves of each action, however small the screen
EACH = 30  # moves of each action on a screen that doesn't list all


def legal(state: State) -> tuple[Move, ...]:
    """Return the legal moves; if there are too many to list, the first ones."""
    return _in_order(state, first_of(state.question.legal, MOST_SHOWN))


def tries(state: State) -> tuple[Move, ...]:
    """Return the illegal moves that a strict table accepts at a price."""
    return _in_order(state, state.question.tries)


def menu(state: State) -> tuple[Move, ...]:
    """Return the legal moves, then those that can be tried. The first has the number 1."""
    return (*legal(state), *tries(state))


def on_screen(state: State, moves: Sequence[Move], most: int = MOST_ON_SCREEN) -> list[tuple[int, Move]]:
    """Return the legal moves to list on a screen, each with its number; of more than it lists, only the first of each
    action."""
    numbered = [*enumerate(moves, 1)]
    if len(numbered) <= most and len(numbered) == len(state.question.legal):
        return numbered
    asked, counted, shown = state.table.machine.asked(list(state.cells)), Counter[int](), list[tuple[int, Move]]()
    each = min(EACH, max(most // len({asked.place_of(move.number) for move in moves}), FEWEST))
    for number, move in numbered:
        action = asked.place_of(move.number)
        counted[action] += 1
        if counted[action] <= each:
            shown.append((number, move))
    return shown


def _in_order(state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Sort the choices within each action; the order of actions stays."""
    asked = state.table.machine.asked(list(state.cells))
    sorting = TableSorting(state)
    ordered: list[Move] = []
    for number, stretch in groupby(moves, key=lambda move: asked.place_of(move.number)):
        slots, same = asked.arms[number].slots, list(stretch)
        if any(slot.type.kind in ("card", "cards") for slot in slots):
            same.sort(key=lambda move: (len(move.text), move.text))  # `play 8♦ #2` after `play 8♦`
            same.sort(key=partial(_place, slots, sorting))
        ordered += same
    return tuple(ordered)


def _place(slots: Sequence[p.Slot], sorting: TableSorting, move: Move) -> list[tuple[int, ...]]:
    """Return a sort key for the choices of a move: groups by rank, then by the number of cards."""
    pack, place = sorting.otherwise.pack, list[tuple[int, ...]]()
    for slot, value in zip(slots, move.values, strict=True):
        match slot.type.kind:
            case "cards":
                shown = sorted(map(sorting.place, members(value)))
                rank = shown[0][0] if slot.form == "groups" else 0  # a game with groups is sorted by rank
                place.append((rank, len(shown), *chain.from_iterable(shown)))
            case "card" if value >= 0:
                itself, counts_as = sorting.place(value % pack.size), sorting.otherwise.place(pack.face[value])
                place.append((*itself, value >= pack.size, *counts_as))
            case _:
                place.append((value,))
    return place
