"""Laws of views and events, for every game: they don't depend on cards that look the same to a seat, and no event names
an unseen card. The tests and the soak run the same laws."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from parlour.play.typed import reasons
from parlour.program import Type
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.layout import RANDOM, Layout
from parlour.views import Onlooker, Projector, Witness, view, witnesses
from parlour.views.relabelling import Relabelling


def exchanges_change_nothing(table: Table, seed: int, most: int, every: int = 1) -> tuple[int, int]:
    """Exchange two cards that a seat doesn't see at about `most` questions of a random game. The seat must receive the
    same, also after the next move. Return the number of exchanges, and of compared next moves."""
    exchanges = compared = 0
    for state, seats, chooser in moments(table, seed, most * every):
        left_out = chooser.random() * every >= 1  # at random, because kinds of questions can alternate
        if left_out or state.over:
            continue
        witness = seats[chooser.randrange(len(seats))]
        unseen = witness.unseen(state)
        if len(unseen) < 2:
            continue
        a, b = chooser.sample(unseen, 2)
        other = State(table, exchanged(table.machine.layout, state.cells, a, b))
        looks_the_same(state, other, witness, chooser, (a, b))
        exchanges += 1
        move = chosen(state, chooser)
        if {a, b} & named_in(state, move.number) or move not in other.question.legal:
            continue
        compared += tells_the_same(state, other, witness, {a, b}, move)
    return exchanges, compared


def exchanged(layout: Layout, cells: Sequence[int], a: int, b: int) -> list[int]:
    """Return a state after an exchange of two cards."""
    return Relabelling(layout, cells).after({a: b, b: a})


def looks_the_same(state: State, other: State, witness: Witness, chooser: Random, pair: tuple[int, int]) -> None:
    assert witness.view(other) == witness.view(state)
    assert view(other, witness.seat).text() == view(state, witness.seat).text()
    if state.question.seat == witness.seat:
        assert [m.text for m in other.question.legal] == [m.text for m in state.question.legal]
        assert other.question == state.question
        texts = tried_texts(state, chooser)
        for text in (*chooser.sample(texts, min(2, len(texts))), *typed_texts(state, chooser, pair)):
            assert other.why(text) == state.why(text), text
            assert reasons(other, text) == reasons(state, text), text


def tells_the_same(state: State, other: State, witness: Witness, cards: set[int], move: Move) -> bool:
    """Check that the events of a move are the same, unless it reveals the exchanged cards."""
    machine = state.table.machine
    after, events = state.apply_recorded(move)
    other_after, other_events = other.apply_recorded(move)
    if after.cells[RANDOM] != state.cells[RANDOM]:
        return False  # the seat can't know the other result of chance
    size = machine.layout.pack.size
    if cards & (revealed(events, witness.seat, size) | revealed(other_events, witness.seat, size)):
        return False
    if not cards <= {*witness.unseen(after)} & {*witness.unseen(other_after)}:
        return False  # the card on one of them has gone
    if asked(after) != asked(other_after):
        return False  # the rules reveal it: the holder of a card might have to begin
    projector = Projector(machine, witness.seat - 1)
    assert projector.all(other_events) == projector.all(events)
    seen, other_seen = witness.saw(events, after).view(after), witness.saw(other_events, other_after).view(other_after)
    if after.over and other_after.over:  # results can count cards that nobody saw
        seen, other_seen = replace(seen, outcome=None), replace(other_seen, outcome=None)
    assert other_seen == seen
    return True


def asked(state: State) -> tuple[int, str] | None:
    return None if state.over else (state.question.seat, state.question.prompt)


def events_name_no_unseen_card(table: Table, seed: int, most: int) -> None:
    """Check the events that a seat receives in the first moves of a random game."""
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
    """Yield the states of a random game, with the witnesses of all seats."""
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
    """Choose any action with the same chance, however many choices it has."""
    actions: dict[str, list[Move]] = {}
    for move in state.question.legal:
        actions.setdefault(move.action, []).append(move)
    return chooser.choice(chooser.choice(list(actions.values())))


def named_in(state: State, move: int) -> set[int]:
    """Return the cards that a move names."""
    machine = state.table.machine
    code = machine.question(list(state.cells))
    payload, index = divmod(move, len(code.arms))
    arm = code.arms[index]
    found: set[int] = set()
    for slot, value in zip(arm.arm.slots, arm.packing.unpack(payload), strict=True):
        if slot.type.kind in ("card", "cards") and slot.form != "places":
            found |= set(members(value)) if slot.form in ("sets", "groups") else {value % machine.layout.pack.size}
    return found


def revealed(events: tuple[raw.Event, ...], seat: int, size: int) -> set[int]:
    """Return the cards that events reveal to a seat."""
    found: set[int] = set()
    for event in events:
        match event:
            case raw.Moved() | raw.Turned():
                found |= {c % size for c, seen in zip(event.cards, event.seen, strict=True) if seen >> seat - 1 & 1}
            case raw.Shown(cards=cards, seats=seats) if seats >> seat - 1 & 1:
                found |= {c % size for c in cards}
            case _:
                pass
    return found


def tried_texts(state: State, chooser: Random) -> list[str]:
    """Yield moves for `why`: the legal ones, and those with cards from any place."""
    pack = state.table.machine.layout.pack
    texts = [m.text for m in (*state.question.legal, *state.question.tries)][:6]
    code = state.table.machine.question(list(state.cells))
    for arm in code.arms:
        first = arm.arm.notation[0]
        if isinstance(first, str):
            texts += [
                f"{first.strip()} {pack.face_name(face)}" for face in chooser.sample(range(min(52, pack.faces)), 3)
            ]
    return texts


def typed_texts(state: State, chooser: Random, cards: tuple[int, int]) -> Iterator[str]:
    """Yield a whole move of each action with one of these cards wherever it takes cards, possible or not."""
    layout = state.table.machine.layout
    for arm in state.table.machine.question(list(state.cells)).arms:
        if any(slot.type.kind in ("card", "cards") for slot in arm.arm.slots):
            yield "".join(
                piece if isinstance(piece, str) else _typed(layout, piece.type, chooser, cards)
                for piece in arm.arm.notation
            )


def _typed(layout: Layout, type_: Type, chooser: Random, cards: tuple[int, int]) -> str:
    match type_.kind:
        case "card":
            return layout.pack.name(chooser.choice(cards))
        case "cards":
            return " ".join(layout.pack.name(c) for c in chooser.sample(cards, 2))
        case "int":
            return str(chooser.randint(1, 4))
        case "player":
            return str(chooser.randint(1, layout.players))
        case "suit":
            return chooser.choice(layout.pack.design.signs)
        case _:
            return "none"


def unseen_in(event: raw.Event, seat: int, layout: Layout) -> set[str]:
    """Return the names of cards in an event that this seat saw neither there nor as another copy."""
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


def unread_values_change_nothing(table: Table, seed: int, most: int) -> int:
    """Change a mark or a variable that a seat may not know: its view must stay the same, except what the rules make of
    the value. Return the number of changes."""
    layout, changed = table.machine.layout, 0
    for state, seats, chooser in moments(table, seed, most):
        onlooker = Onlooker(table.machine.sight, chooser.randrange(len(seats)))
        cells = list(state.cells)
        marks = [
            at + c
            for at, mark in zip(layout.marks, layout.program.marks, strict=True)
            for c in members(layout.pack.used)
            if mark.type.kind in ("int", "bool") and not onlooker.reads_mark(cells, mark, c)
        ]
        variables = [
            array.cell(keys)
            for array, variable in zip(layout.variables, layout.program.variables, strict=True)
            for keys in layout.keys_of(array)
            if variable.type.kind in ("int", "bool") and not onlooker.reads(variable, keys)
        ]
        for cell in chooser.sample(marks, min(2, len(marks))) + chooser.sample(variables, min(2, len(variables))):
            cells[cell] = 1 - cells[cell] if cells[cell] in (0, 1) else cells[cell] + 1
            changed += 1
        ours, theirs = view(state, onlooker.seat + 1), view(State(table, cells), onlooker.seat + 1)
        assert (theirs.zones, theirs.values) == (ours.zones, ours.values)
    return changed
