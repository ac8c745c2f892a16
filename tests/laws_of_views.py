"""Laws of what seats receive, for every game: nothing of it depends on cards that a seat can't tell apart, and no event
names a card that was not seen. The tests and the soak run the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.layout import RANDOM, Layout
from parlour.views import Projector, Witness, view, witnesses
from parlour.views.exchanges import Exchange, sealed_answers_are_waiting, unseen_by


def exchanges_change_nothing(table: Table, seed: int, most: int, every: int = 1) -> tuple[int, int]:
    """At about `most` questions of a random game, every so many-th: two cards that a seat doesn't see change places,
    and it receives the same; so it does after the next move. Gives how often cards were exchanged, and how often the
    next move was compared too."""
    exchanged = compared = 0
    for state, seats, chooser in moments(table, seed, most * every):
        left_out = chooser.random() * every >= 1  # by chance, as kinds of questions may alternate
        if left_out or state.over or sealed_answers_are_waiting(state):
            continue
        witness = seats[chooser.randrange(len(seats))]
        unseen = unseen_by(state, witness.seat)
        if len(unseen) < 2:
            continue
        a, b = chooser.sample(unseen, 2)
        other = State(table, Exchange(table.machine.layout, a, b).cells(state.cells))
        looks_the_same(state, other, witness, chooser)
        exchanged += 1
        move = chosen(state, chooser)
        if {a, b} & named_in(state, move.number) or move not in other.question.legal:
            continue
        compared += tells_the_same(state, other, witness, {a, b}, move)
    return exchanged, compared


def looks_the_same(state: State, other: State, witness: Witness, chooser: Random) -> None:
    assert witness.view(other) == witness.view(state)
    assert view(other, witness.seat).text() == view(state, witness.seat).text()
    if state.question.seat == witness.seat:
        assert [m.text for m in other.question.legal] == [m.text for m in state.question.legal]
        assert other.question == state.question
        texts = tried_texts(state, chooser)
        for text in chooser.sample(texts, min(2, len(texts))):
            assert other.why(text) == state.why(text), text


def tells_the_same(state: State, other: State, witness: Witness, exchanged: set[int], move: Move) -> bool:
    """What happens at a move is told alike, unless it brings the exchanged cards into sight."""
    machine = state.table.machine
    after, events = state.apply_recorded(move)
    other_after, other_events = other.apply_recorded(move)
    if after.cells[RANDOM] != state.cells[RANDOM]:
        return False  # the seat doesn't know what chance would have brought
    size = machine.layout.pack.size
    if exchanged & (revealed(events, witness.seat, size) | revealed(other_events, witness.seat, size)):
        return False
    if not exchanged <= {*unseen_by(after, witness.seat)} & {*unseen_by(other_after, witness.seat)}:
        return False  # what lay on one of them is gone
    if asked(after) != asked(other_after):
        return False  # by the rules themselves: it may be for the holder of a card to begin
    projector = Projector(machine, witness.seat - 1)
    assert projector.all(other_events) == projector.all(events)
    seen, other_seen = witness.saw(events, after).view(after), witness.saw(other_events, other_after).view(other_after)
    if after.over and other_after.over:  # the results may count cards that were never seen
        seen, other_seen = replace(seen, outcome=None), replace(other_seen, outcome=None)
    assert other_seen == seen
    return True


def asked(state: State) -> tuple[int, str] | None:
    return None if state.over else (state.question.seat, state.question.prompt)


def events_name_no_unseen_card(table: Table, seed: int, most: int) -> None:
    """What a seat is told of the first moves of a random game."""
    chooser = Random(seed)
    state, events = table.start_recorded(seed)
    for _ in range(most):
        nothing_unseen_is_named(table, events)
        if state.over:
            return
        state, events = state.apply_recorded(chosen(state, chooser))


def nothing_unseen_is_named(table: Table, events: tuple[raw.Event, ...]) -> None:
    layout = table.machine.layout
    for seat in range(1, table.machine.players + 1):
        projector = Projector(table.machine, seat - 1)
        for event in events:
            told = str(projector.project(event))
            for card in unseen_in(event, seat, layout):
                assert card not in told, f"seat {seat} learns {card} from {told}"


def moments(table: Table, seed: int, most: int) -> Iterator[tuple[State, tuple[Witness, ...], Random]]:
    """The states of a random game, with what everybody has witnessed."""
    chooser = Random(seed)
    state, events = table.start_recorded(seed)
    seats = witnesses(state, events)
    for _ in range(most):
        yield state, seats, chooser
        if state.over:
            return
        state, events = state.apply_recorded(chosen(state, chooser))
        seats = tuple(seat.saw(events, state) for seat in seats)


def chosen(state: State, chooser: Random) -> Move:
    """Any action, whatever the number of choices that it has."""
    actions: dict[str, list[Move]] = {}
    for move in state.question.legal:
        actions.setdefault(move.action, []).append(move)
    return chooser.choice(chooser.choice(list(actions.values())))


def named_in(state: State, move: int) -> set[int]:
    """The cards that a move names."""
    machine = state.table.machine
    code = machine.interpreter.question(list(state.cells))
    payload, index = divmod(move, len(code.arms))
    arm = code.arms[index]
    found: set[int] = set()
    for slot, value in zip(arm.arm.slots, arm.packing.unpack(payload), strict=True):
        if slot.type.kind in ("card", "cards") and slot.form != "places":
            found |= set(members(value)) if slot.form in ("sets", "groups") else {value % machine.layout.pack.size}
    return found


def revealed(events: tuple[raw.Event, ...], seat: int, size: int) -> set[int]:
    """The cards that a seat comes to see through what happens."""
    found: set[int] = set()
    for event in events:
        match event:
            case raw.Moved() | raw.Turned():
                found |= {c % size for c, seen in zip(event.cards, event.seen, strict=True) if seen >> seat - 1 & 1}
            case raw.Shown(cards=cards, seats=seats) if seats >> seat - 1 & 1:
                found |= set(cards)
            case _:
                pass
    return found


def tried_texts(state: State, chooser: Random) -> list[str]:
    """Moves that might be asked about: the legal ones, and those with cards that lie anywhere."""
    pack = state.table.machine.layout.pack
    texts = [m.text for m in (*state.question.legal, *state.question.tries)][:6]
    code = state.table.machine.interpreter.question(list(state.cells))
    for arm in code.arms:
        first = arm.arm.notation[0]
        if isinstance(first, str):
            texts += [f"{first.strip()} {pack.face_name(face)}" for face in chooser.sample(range(52), 3)]
    return texts


def unseen_in(event: raw.Event, seat: int, layout: Layout) -> set[str]:
    """Names of cards in an event that this seat didn't see there, and of which it saw no copy either."""
    pairs: list[tuple[int, bool]] = []
    match event:
        case raw.Moved() | raw.Turned():
            pairs = [(c, bool(seen >> seat - 1 & 1)) for c, seen in zip(event.cards, event.seen, strict=True)]
        case raw.Shown(cards=cards, seats=seats):
            pairs = [(c, bool(seats >> seat - 1 & 1)) for c in cards]
        case raw.Answered(seat=who, seen=seen) if who != seat - 1:
            pairs = [(c, bool(mask >> seat - 1 & 1)) for c, mask in seen]
        case _:
            pass
    names = [(layout.pack.face_name(layout.pack.printed(c % layout.pack.size)), seen) for c, seen in pairs]
    return {name for name, seen in names if not seen} - {name for name, seen in names if seen}
