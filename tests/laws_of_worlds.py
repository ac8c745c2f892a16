"""Laws of worlds, for every game: a seat can't tell a world from the true state, and they don't depend on what it can't
see."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import thread_time

from laws_of_views import chosen
from parlour.states.state import State, Table
from parlour.views import Witness, witnesses


@dataclass
class Count:
    """What was compared, and how long it took to make it."""

    positions: int = 0
    worlds: int = 0
    different: int = 0  # worlds that aren't the true state
    seconds: float = 0.0
    first: float = 0.0  # seconds for the first worlds of the positions: these work out the memory


def worlds_look_the_same(table: Table, seed: int, positions: int, n: int, every: int = 1) -> Count:
    """Compare the worlds of a seat with the true state in random games: views, with memory, and legal moves."""
    count, chooser = Count(), Random(seed)
    while count.positions < positions:
        for state, seats in _moments(table, chooser.randrange(1 << 30), chooser, positions * every):
            if count.positions == positions:
                break
            if chooser.random() * every < 1:
                look_the_same(state, chooser.choice(seats), chooser.randrange(1 << 30), n, count)
    return count


def look_the_same(state: State, witness: Witness, seed: int, n: int, count: Count) -> None:
    began = thread_time()
    witness.worlds(1, seed)
    middle = thread_time()
    worlds = witness.worlds(n, seed)
    count.seconds += thread_time() - middle
    count.first += middle - began
    count.positions += 1
    true = witness.view(state)
    for world in worlds:
        assert witness.view(world) == true
        count.worlds += 1
        count.different += cards_of(world) != cards_of(state)
        if not state.over and state.question.seat == witness.seat:
            assert [move.text for move in world.question.legal] == [move.text for move in state.question.legal]


def cards_of(state: State) -> tuple[int, ...]:
    """The zones of all cards, and what follows these cells."""
    return state.cells[state.table.machine.layout.first_cell_of_zones :]


def _moments(table: Table, seed: int, chooser: Random, most: int) -> Iterator[tuple[State, tuple[Witness, ...]]]:
    state, events = table.start_recorded(seed)
    seats = witnesses(state, events)
    for _ in range(most):
        yield state, seats
        if state.over:
            return
        state, events = state.apply_recorded(chosen(state, chooser))
        seats = tuple(seat.saw(events, state) for seat in seats)
