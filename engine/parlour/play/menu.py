"""The moves of a question in the order in which a person reads them; their numbers count in this order.

The machine counts sets of cards as numbers: a pair of jacks stands between two single ones. Here the jacks come
first, then the pairs of them, then three and four. Knows nothing of what a move does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from parlour import program as p
from parlour.machine.cards import face_rank, members
from parlour.machine.moves import Move
from parlour.machine.state import State


def legal(state: State) -> tuple[Move, ...]:
    """The moves that are allowed."""
    return _in_order(state, state.question.legal)


def tries(state: State) -> tuple[Move, ...]:
    """Those that a strict table accepts all the same."""
    return _in_order(state, state.question.tries)


def menu(state: State) -> tuple[Move, ...]:
    """All that can be done: the allowed moves, then the others. The first has the number 1."""
    return (*legal(state), *tries(state))


def _in_order(state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Actions stay where they are; only what is chosen for each of them is put in order."""
    arms = state.table.machine.question(list(state.cells)).arms
    faces = state.table.machine.layout.pack.face
    found: list[Move] = []
    for number, stretch in groupby(moves, key=lambda move: move.number % len(arms)):
        slots, same = arms[number].arm.slots, list(stretch)
        if any(slot.form in ("groups", "sets") for slot in slots):
            same.sort(key=partial(_place, slots, faces))
        found += same
    return tuple(found)


def _place(slots: Sequence[p.Slot], faces: Sequence[int], move: Move) -> list[tuple[int, ...]]:
    """For each thing that is chosen: of cards of one rank the lowest rank first, then the fewest cards."""
    place: list[tuple[int, ...]] = []
    for slot, value in zip(slots, move.values, strict=True):
        if slot.form not in ("groups", "sets"):
            place.append((value,))
            continue
        shown = sorted(faces[card] for card in members(value))
        rank = face_rank(shown[0]) if slot.form == "groups" else 0
        place.append((rank, len(shown), *shown))
    return place
