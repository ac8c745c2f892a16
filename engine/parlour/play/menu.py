"""The moves of a question in the order in which a person reads them; their numbers count in this order.

The machine counts cards by rank, and sets of cards as numbers: a pair of jacks stands between two single ones. Here
single cards come as they are sorted in a hand; of groups the jacks come first, then the pairs of them, then three and
four. Knows nothing of what a move does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, groupby

from parlour import program as p
from parlour.play.sorting import Sorting
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.table.cards import members

MOST_SHOWN = 60  # moves of a question that has too many to list


def legal(state: State) -> tuple[Move, ...]:
    """The moves that are allowed; of too many to list the first ones."""
    moves = state.question.legal
    return _in_order(state, moves.first(MOST_SHOWN) if isinstance(moves, ManyMoves) else moves)


def tries(state: State) -> tuple[Move, ...]:
    """Those that a strict table accepts all the same."""
    return _in_order(state, state.question.tries)


def menu(state: State) -> tuple[Move, ...]:
    """The allowed moves, then those that can be tried. The first has the number 1."""
    return (*legal(state), *tries(state))


def _in_order(state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Actions stay where they are; only what is chosen for each of them is put in order."""
    arms = state.table.machine.asked(list(state.cells)).arms
    sorting = Sorting.of(state.table.machine.layout)
    found: list[Move] = []
    for number, stretch in groupby(moves, key=lambda move: move.number % len(arms)):
        slots, same = arms[number].slots, list(stretch)
        if any(slot.type.kind in ("card", "cards") for slot in slots):
            same.sort(key=partial(_place, slots, sorting))
        found += same
    return tuple(found)


def _place(slots: Sequence[p.Slot], sorting: Sorting, move: Move) -> list[tuple[int, ...]]:
    """For each thing that is chosen: of cards of one rank the lowest rank first, then the fewest cards."""
    pack, place = sorting.pack, list[tuple[int, ...]]()
    for slot, value in zip(slots, move.values, strict=True):
        match slot.type.kind:
            case "cards":
                shown = sorted(sorting.place(pack.face[card]) for card in members(value))
                rank = shown[0][0] if slot.form == "groups" else 0  # a game with groups is sorted by rank
                place.append((rank, len(shown), *chain.from_iterable(shown)))
            case "card" if value >= 0:
                itself, counts_as = pack.face[pack.bare[value]], pack.face[value]
                place.append((*sorting.place(itself), value >= pack.size, *sorting.place(counts_as)))
            case _:
                place.append((value,))
    return place
