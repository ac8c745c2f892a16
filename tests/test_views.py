"""What a seat receives: everything it may know, and nothing that depends on cards which it can't tell apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from parlour.compiler import compile_ruleset, require
from parlour.machine import events as raw
from parlour.machine.cards import members
from parlour.machine.layout import BOX, NOWHERE, RANDOM, Layout
from parlour.machine.moves import Move
from parlour.machine.state import State, Table
from parlour.views import Projector, Witness, view, witnesses

HIDING = Path(__file__).parent / "views" / "hiding.yaml"
PEER = Path(__file__).parent / "peers" / "crazy_eights.yaml"

TABLES: list[tuple[str | Path, tuple[str, ...], int]] = [
    *(("crazy-eights", (), players) for players in (2, 4, 7)),
    ("crazy-eights", ("queen-draws-four", "last-card-call", "catch-in-your-turn", "reshuffle"), 3),
    ("trevor-cut-throat", (), 2),
    ("last-one", ("strict-table",), 3),
    ("two-handed-hearts", ("renege",), 2),
    ("hearts", (), 4),
    ("gin-rummy", ("wrong-knock", "big-gin"), 2),
    ("sh", ("toss-fives", "three-reverses"), 3),
    ("ct", (), 2),
    ("ctg", (), 3),
    ("ruse", (), 4),
    ("red-and-black", ("chaos",), 2),
    ("animalball-cutthroat", (), 6),
    (PEER, (), 5),
    *((HIDING, (), players) for players in (2, 4)),
]
NAMES = [f"{Path(subject).stem}{'+' if with_ else ''}-{players}" for subject, with_, players in TABLES]
everywhere = pytest.mark.parametrize("table", TABLES, ids=NAMES)


@lru_cache(maxsize=32)
def table_of(subject: str | Path, with_: tuple[str, ...], players: int) -> Table:
    return Table.of(require(compile_ruleset(subject, with_=with_))[1], players)


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


# ---------------------------------------------------------------- exchanging two cards


class Exchange:
    """Two cards change places, in zones, marks, variables and everything else that is noted of them."""

    def __init__(self, layout: Layout, a: int, b: int) -> None:
        self.layout = layout
        self.a, self.b = a, b

    def card(self, c: int) -> int:
        """Also of a card that counts as another."""
        size = self.layout.pack.size
        bare = {self.a: self.b, self.b: self.a}.get(c % size, c % size)
        return c - c % size + bare if c >= 0 else c

    def mask(self, cards: int) -> int:
        a, b = cards >> self.a & 1, cards >> self.b & 1
        return cards ^ ((a ^ b) << self.a | (a ^ b) << self.b)

    def cells(self, cells: tuple[int, ...]) -> list[int]:
        layout, s = self.layout, list(cells)
        for i in layout.instances:
            if i.form == "set":
                s[i.at] = self.mask(s[i.at])
            elif i.form == "row":
                s[i.at + 1 : i.at + 1 + s[i.at]] = [self.card(c) for c in s[i.at + 1 : i.at + 1 + s[i.at]]]
            else:
                s[i.at : i.at + i.room] = [self.card(c - 1) + 1 if c else 0 for c in s[i.at : i.at + i.room]]
            for cell in (i.turned, i.batch):
                if cell is not None:
                    s[cell] = self.mask(s[cell])
        for at in (layout.where, *layout.marks):
            s[at + self.a], s[at + self.b] = s[at + self.b], s[at + self.a]
        for variable, array in zip(layout.program.variables, layout.variables, strict=True):
            for cell in range(array.at, array.at + array.size):
                s[cell] = self._value(variable.type.kind, s[cell])
        for local, cell in layout.kept.items():
            s[cell] = self._value(layout.program.locals[local][1].kind, s[cell])
        return s

    def _value(self, kind: str, value: int) -> int:
        return self.card(value) if kind == "card" else self.mask(value) if kind == "cards" else value


def sealed_answers_are_waiting(state: State) -> bool:
    layout = state.table.machine.layout
    sealed = [q.sealed for q in layout.program.questions if q.sealed is not None]
    arrays = [layout.variables[v] for v in sealed]
    return any(state.cells[cell] for array in arrays for cell in range(array.at, array.at + array.size))


def unseen_by(state: State, seat: int) -> list[int]:
    """The cards (in play) that a seat sees neither where they lie nor as the value of a variable that it sees."""
    machine = state.table.machine
    layout, cells = machine.layout, list(state.cells)
    seen = machine.sight.seen_by(cells, seat - 1)
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        if variable.type.kind == "card" and variable.seen != "nobody":
            for cell in range(array.at, array.at + array.size):
                seen |= layout.pack.bit[cells[cell]]
    return [c for c in members(layout.pack.used) if not seen >> c & 1 and cells[layout.where + c] != NOWHERE]


def named_in(state: State, move: int) -> set[int]:
    """The cards that a move names."""
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


@everywhere
def test_exchanging_two_unseen_cards_changes_nothing_that_a_seat_receives(
    table: tuple[str | Path, tuple[str, ...], int],
) -> None:
    at = table_of(*table)
    machine = at.machine
    layout, size = machine.layout, machine.layout.pack.size
    exchanged = compared = 0
    for seed in range(2):
        for state, seats, chooser in moments(at, seed, 100):
            if state.over or sealed_answers_are_waiting(state):
                continue
            witness = seats[chooser.randrange(len(seats))]
            unseen = unseen_by(state, witness.seat)
            if len(unseen) < 2:
                continue
            a, b = chooser.sample(unseen, 2)
            exchange = Exchange(layout, a, b)
            other = State(at, exchange.cells(state.cells))
            assert witness.view(other) == witness.view(state)
            assert view(other, witness.seat).text() == view(state, witness.seat).text()
            exchanged += 1
            mine = state.question.seat == witness.seat
            if mine:
                assert [m.text for m in other.question.legal] == [m.text for m in state.question.legal]
                assert other.question == state.question
                for text in chooser.sample(tried_texts(state, chooser), 2):
                    assert other.why(text) == state.why(text), text
            move = chosen(state, chooser)
            if {a, b} & named_in(state, move.number) or move not in other.question.legal:
                continue
            after, events = state.apply_recorded(move)
            other_after, other_events = other.apply_recorded(move)
            if after.cells[RANDOM] != state.cells[RANDOM]:
                continue  # the seat doesn't know what chance would have brought
            if {a, b} & (revealed(events, witness.seat, size) | revealed(other_events, witness.seat, size)):
                continue
            if not {a, b} <= {*unseen_by(after, witness.seat)} & {*unseen_by(other_after, witness.seat)}:
                continue  # what lay on one of them is gone
            compared += 1
            projector = Projector(machine, witness.seat - 1)
            assert projector.all(other_events) == projector.all(events)
            assert witness.saw(other_events, other_after).view(other_after) == witness.saw(events, after).view(after)
    assert exchanged > 20
    assert compared > 10


def test_which_of_two_copies_somebody_has_makes_no_difference() -> None:
    at = table_of(HIDING, (), 3)
    layout = at.machine.layout
    exchanged = 0
    for state, seats, chooser in moments(at, 7, 200):
        if state.over or sealed_answers_are_waiting(state):
            continue
        witness = seats[state.question.seat - 1]
        unseen = unseen_by(state, witness.seat)
        mine = layout.contents(list(state.cells), layout.of_zone(1)[witness.seat - 1])
        pairs = [(a, b) for a in mine for b in unseen if layout.pack.printed(a) == layout.pack.printed(b)]
        if not pairs:
            continue
        other = State(at, Exchange(layout, *chooser.choice(pairs)).cells(state.cells))
        assert witness.view(other) == witness.view(state)
        exchanged += 1
    assert exchanged > 50


def tried_texts(state: State, chooser: Random) -> list[str]:
    """Moves that might be asked about: the legal ones, and those with cards that lie anywhere."""
    pack = state.table.machine.layout.pack
    texts = [m.text for m in (*state.question.legal, *state.question.tries)][:6]
    code = state.table.machine.question(list(state.cells))
    for arm in code.arms:
        first = arm.arm.notation[0]
        if isinstance(first, str):
            texts += [f"{first.strip()} {pack.face_name(face)}" for face in chooser.sample(range(52), 3)]
    return texts


# ---------------------------------------------------------------- what is there is true


@everywhere
def test_views_are_true_and_complete(table: tuple[str | Path, tuple[str, ...], int]) -> None:
    at = table_of(*table)
    machine, layout = at.machine, at.machine.layout
    names = {i.number: zone.name for i, zone in zip(layout.instances[1:], view(at.start(1), 1).zones, strict=True)}
    for state, seats, chooser in (moment for seed in range(3) for moment in moments(at, seed, 80)):
        cells = list(state.cells)
        witness = seats[chooser.randrange(len(seats))]
        seen = witness.view(state)
        for i in layout.instances[BOX + 1 :]:
            zone = seen.zone(names[i.number])
            assert zone is not None
            lying = layout.contents(cells, i)
            visible = members(machine.sight.seen_in(cells, i.number, witness.seat - 1))
            assert Counter(c.card for c in zone.cards) == Counter(
                layout.pack.name(layout.value_of(cells, c)) for c in visible
            )
            assert zone.size in (None, len(lying))
            there = Counter(layout.pack.face_name(layout.pack.printed(c)) for c in lying)
            held = Counter(c.card.split(" as ")[0] for c in (*zone.cards, *zone.known))
            assert held <= there, f"{zone.name}: {zone.written()}, but there lie {there}"
            for card in (*zone.cards, *zone.known):
                if card.place is not None and i.form == "row":
                    assert card.card.split(" as ")[0] == layout.pack.face_name(
                        layout.pack.printed(lying[card.place - 1])
                    )
        question = seen.question
        if question is not None:
            assert (question.moves is not None) == (question.seat == witness.seat)
        assert json.loads(json.dumps(seen.data()))["seat"] == witness.seat
        assert seen.text()


@everywhere
def test_no_event_names_a_card_that_was_not_seen(table: tuple[str | Path, tuple[str, ...], int]) -> None:
    at = table_of(*table)
    chooser = Random(11)
    state, events = at.start_recorded(4)
    for _ in range(120):
        for seat in range(1, state.players + 1):
            projector = Projector(at.machine, seat - 1)
            for event in events:
                told = json.dumps(_plain(projector.project(event)), ensure_ascii=False)
                for card in unseen_in(event, seat, at.machine.layout):
                    assert card not in told, f"{seat} learns {card} from {told}"
        if state.over:
            break
        state, events = state.apply_recorded(chosen(state, chooser))


def test_of_what_an_answer_says_besides_its_choice_everybody_is_told_what_they_may_read() -> None:
    state = table_of(HIDING, (), 2).start(1)
    named, liked = [move.text.split()[1] for move in state.question.legal if move.action == "name"][:2]
    state = state.apply(f"name {named}").apply("pass").apply(f"like {liked}").apply("pass")
    told = {}
    for text in (f"recall {named}", f"think of {liked}"):
        _, events = state.apply_recorded(text)
        answered = next(event for event in events if isinstance(event, raw.Answered))
        told[text] = [Projector(state.table.machine, seat).project(answered) for seat in (0, 1)]
    assert [event.text for event in told[f"recall {named}"]] == [f"recall {named}"] * 2
    assert [event.text for event in told[f"think of {liked}"]] == [f"think of {liked}", "think of …"]


def _plain(event: object) -> object:
    return str(event)


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
