"""A law of bots that think, for every game: they choose by what their seat may know, and by nothing else. A test and
`bench/blind.py` run it."""

from random import Random

from laws_of_views import chosen
from parlour import Game
from parlour.bots import Seat
from parlour.bots.thinker import Thinker
from parlour.states.state import State
from parlour.table.faults import RulesetFault, StateError
from parlour.views import Witness, witnesses


def thoughts_are_blind(game: Game, players: int, seed: int, positions: int, thinker: Thinker, most: int = 2000) -> int:
    """Play two games at once that one seat can't tell apart by all that it saw, and compare what it thinks at its
    decisions. Where it can tell them apart, continue from a new pair. Return the number of compared decisions."""
    chooser, compared, seat = Random(seed), 0, 0
    pair: Pair | None = None
    state, events = game.start_recorded(players, seed)
    seats = witnesses(state, events)
    while not state.over and compared < positions and most > 0:
        if pair is None:
            seat = chooser.randrange(players)
            pair = _pair(state, seats[seat], chooser.randrange(1 << 30))
        if pair is not None and state.question.seat == seat + 1 and len(state.question.legal) > 1:
            assert len({_thought(thinker, *one) for one in pair}) == 1, f"seat {seat + 1} sees {state}"
            compared += state.cells != pair[1][0].cells
        move, most = chosen(state, chooser).text, most - 1
        pair = None if pair is None else _later(pair, move)
        state, events = state.apply_recorded(move)
        seats = tuple(witness.saw(events, state) for witness in seats)
    return compared


Pair = tuple[tuple[State, Witness], tuple[State, Witness]]


def _pair(state: State, witness: Witness, seed: int) -> Pair | None:
    """Return a state and one that the seat can't tell from it, as if nothing had happened before."""
    try:
        world = witness.worlds(1, seed)[0]
    except StateError:
        return None
    return (state, witnesses(state)[witness.seat - 1]), (world, witnesses(world)[witness.seat - 1])


def _later(pair: Pair, move: str) -> Pair | None:
    """Make a move in both; return None if it isn't possible in the world, or the seat sees something else."""
    (state, witness), (world, other) = pair
    try:
        possible = not world.over and move in [each.text for each in world.question.legal]
    except RulesetFault:  # the other seat could not have come here with these cards, as only its history says
        possible = False
    if not possible:
        return None
    after, events = state.apply_recorded(move)
    there, others = world.apply_recorded(move)
    witness, other = witness.saw(events, after), other.saw(others, there)
    same = witness.history == other.history and witness.view(after) == other.view(there)
    same = same and witness.unseen(after) == other.unseen(there)  # which of identical cards it sees is arbitrary
    return ((after, witness), (there, other)) if same else None


def _thought(thinker: Thinker, state: State, witness: Witness) -> tuple[object, ...]:
    """Return the move, and all that a hint says."""
    seat = Seat(witness.view(state), witness.near_worlds)
    return thinker.choose(seat, Random(1)), *thinker.expectations(seat, Random(1))
