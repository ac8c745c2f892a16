"""Finds leaks: moves or views of a seat that depend on cards which it can't see.

At a question, exchanges two cards that the asked seat neither sees nor knows. To the seat, the two states look the
same, so its moves and views must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from parlour.base.diagnostics import listing
from parlour.program import Origin
from parlour.states.moves import ManyMoves
from parlour.states.state import State
from parlour.table.faults import LimitFault, RulesetFault
from parlour.table.texts import zone_name
from parlour.trials.course import PlayedLine, TrialTable, Trouble, trouble_of
from parlour.views import View, Witness, view, witnesses
from parlour.views.relabelling import Relabelling

CODE = "deep-leak"
OFFER = "always offer it, and test the cards in its steps"
FORBID = "let the clause test only what this player knows; the steps of the action can test the cards"
WRITE = "write only what this player knows"
PAIRS = 12  # that are exchanged at once
SHOWN = 3  # moves that a message names
GIVEN_TRIES = 10  # exchanges at the end of given moves


def leak_at(state: State, seat: Witness, chance: Random, tries: int = 1) -> Trouble | None:
    """Return a leak at a state, if exchanges of cards show one. The seat is the asked one.

    Exchange several pairs at once, then each of them alone, because a finding names one pair.
    """
    seen, cards = view(state, seat.seat), list(_unknown(state, seat))
    for _ in range(tries):
        pairs = _pairs(state, cards, chance)
        if _differs(state, seen, pairs) is not None:
            leaks = ((pair, _differs(state, seen, [pair])) for pair in pairs)
            return next((_leak(state, *pair, what) for pair, what in leaks if what is not None), None)
    return None


def _pairs(state: State, cards: list[int], chance: Random) -> list[tuple[int, int]]:
    """Return some pairs of cards that are in different zones."""
    where = state.table.machine.layout.where
    mixed = chance.sample(cards, len(cards))
    pairs = zip(mixed[::2], mixed[1::2], strict=False)
    return [(a, b) for a, b in pairs if state.cells[where + a] != state.cells[where + b]][:PAIRS]


def _differs(state: State, seen: View, pairs: list[tuple[int, int]]) -> Trouble | None:
    """Return the difference for the seat after these exchanges, and the place that decides it."""
    new = {card: then for a, b in pairs for card, then in ((a, b), (b, a))}
    other = State(state.table, Relabelling(state.table.machine.layout, state.cells).after(new))
    try:
        return _difference(state, other, seen, view(other, seen.seat))
    except RulesetFault:
        return None  # the exchange may have made a state that can't be


def _leak(state: State, a: int, b: int, what: Trouble) -> Trouble:
    names = f"{_placed(state, a)} and {_placed(state, b)}"
    message = f"{what.message} cards that the player who chooses doesn't see; exchanging {names} makes a difference"
    return replace(what, message=message)


def _placed(state: State, card: int) -> str:
    layout = state.table.machine.layout
    return f"{layout.pack.name(card)} in `{zone_name(layout, state.cells[layout.where + card])}`"


def _unknown(state: State, seat: Witness) -> Iterator[int]:
    """Yield the cards that a seat neither sees nor remembers anywhere."""
    pack = state.table.machine.layout.pack
    known = {card.card for zone in seat.view(state).zones for card in (*zone.known, *zone.cards)}
    return (c for c in seat.unseen(state) if pack.name(c) not in known)


def _difference(state: State, exchanged: State, seen: View, other: View) -> Trouble | None:
    """Return what differs between two views of one question, without the cards, and the place that decides it."""
    question = state.table.machine.asked(list(state.cells))
    if seen.question is None or other.question is None or seen.question.seat != other.question.seat:
        return None
    ours, theirs = seen.question.moves, other.question.moves
    if ours != theirs and ours is not None and theirs is not None:
        if isinstance(state.question.legal, ManyMoves):
            return Trouble(CODE, "the moves depend on", question.origin, OFFER)
        both = (*state.question.legal, *exchanged.question.legal)
        differ = [text for text in (*ours, *theirs) if (text in ours) != (text in theirs)]
        numbers = {move.text: move.number for move in both}
        number = next(numbers[text] for text in differ if text in numbers)
        clause = _clause(state, exchanged, number)
        more = " and others" if len(differ) > SHOWN else ""
        verb = "depend" if len(differ) > 1 else "depends"
        words = f"{listing(differ[:SHOWN], 'and')}{more} {verb} on"
        if clause is not None:
            return Trouble(CODE, words, clause, FORBID)
        return Trouble(CODE, words, question.arm_of(number).origin, OFFER)
    if seen.question.wording != other.question.wording:
        return Trouble(CODE, "the wording of the question depends on", question.origin, WRITE)
    for mine, yours in zip(seen.values, other.values, strict=True):
        if mine != yours:
            return Trouble(CODE, f"`{mine.name}` depends on", question.origin, WRITE)
    return None


def _clause(one: State, other: State, number: int) -> Origin | None:
    """Return the place of the clause that decides differently about a move in two states."""
    states = [list(state.cells) for state in (one, other)]
    arm, payload = one.table.machine.question(states[0]).chosen(number)
    values = arm.unpacked(payload)
    for each in arm.clauses:
        with suppress(RulesetFault):  # a clause can need a value that only real choices have
            if each.applies(states[0], *values) != each.applies(states[1], *values):
                return each.clause.origin
    return None


def watched(
    table: TrialTable, seed: int, chance: Random, most: int, given: Sequence[int] | None = None
) -> Iterator[PlayedLine]:
    """Play a random game, and yield after each question the game so far, with a leak or a runtime error if it has one.
    The game ends with the first one. With `given` moves, make those that are possible, and yield only the end."""
    made: list[int] = []
    left = iter(given or ())
    try:
        state, events = table.table.start_recorded(seed)
        seats = witnesses(state, events)
        while not state.over and len(made) < most:
            legal = state.question.legal
            move = next((move for number in left for move in legal if move.number == number), None)
            if move is None:
                tries = 1 if given is None else GIVEN_TRIES
                trouble = leak_at(state, seats[state.question.seat - 1], chance, tries)
                yield PlayedLine(seed, tuple(made), trouble)
                if trouble is not None or given is not None:
                    return
                move = chance.choice(legal)
            made.append(move.number)
            state, events = state.apply_recorded(move)
            seats = tuple(seat.saw(events, state) for seat in seats)
    except LimitFault:
        return  # the games that nobody watches show that
    except RulesetFault as fault:
        yield PlayedLine(seed, tuple(made), trouble_of(fault))
