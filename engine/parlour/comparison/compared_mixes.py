"""A mix and the positions that it reaches: how positions and moves look in it, and what players notice. Several mixes
with the same cards are compared at the same position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar, cast

from parlour.documents.composition import Composition
from parlour.examples.history import quiet_answer
from parlour.examples.position import Position
from parlour.game import Game
from parlour.play.move_effects import EffectLine, effects
from parlour.program import Program
from parlour.states.counterparts import Counterparts, asked
from parlour.states.guessing import can_mean
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.states.why import Why, judged
from parlour.table.cards import Pack
from parlour.table.cells import Cells
from parlour.table.events import Shuffled
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, OVER, QUESTION, RANDOM, Instance, Layout
from parlour.table.texts import zone_name

MOST_MOVES = 80
T = TypeVar("T")

Seen = tuple[object, ...]
"""The cards, the players still in, variables and marks, and the player who is asked."""


@dataclass(eq=False)
class ComparedMix:
    """A mix, with its tables for a few moves. `common` is the part of several mixes that players compare: the mix with
    none of the rules in question."""

    game: Game
    common: ComparedMix | None = None
    _tables: dict[int, Table] = field(default_factory=dict, repr=False)
    _noticed: dict[int, Counterparts] = field(default_factory=dict, repr=False)
    lasting: set[Position] = field(default_factory=set, repr=False)
    """Positions that several comparisons look at."""
    _first: dict[Position, Look | None] = field(default_factory=dict, repr=False)
    _reached: dict[tuple[Position, tuple[str, ...]], Look | None] = field(default_factory=dict, repr=False)

    @property
    def program(self) -> Program:
        return self.game.program

    @property
    def composition(self) -> Composition:
        return self.game.composition

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the rules name; a condition can exclude some of them."""
        return self.program.players

    def table(self, players: int | None = None) -> Table:
        """Return a table that is quick to set up."""
        number = players or self.players[0]
        if number not in self._tables:
            self._tables[number] = Table.of(self.program, number, as_written=True)
        return self._tables[number]

    def layout(self, players: int | None = None) -> Layout:
        return self.table(players).machine.layout

    @property
    def pack(self) -> Pack:
        return self.layout().pack

    def could_mean(self, text: str) -> bool:
        """True if a move of this mix can have such a text, in any position."""
        return any(can_mean(arm, text) for code in self.table().machine.questions for arm in code.arms)

    # ------------------------------------------------------------ positions

    def at(self, position: Position, moves: Sequence[str] = ()) -> Look | None:
        """Return the position after some moves, or None if this mix has no such position. Raises RulesetFault."""
        if position not in self._first:
            table = self.table(position.players)
            cells = position.started(table.machine)
            self._first[position] = None if cells is None else Look(self, table, cells)
        look = self._first[position]
        for move in moves:
            look = None if look is None else look.next(move)
        return look

    def forget(self) -> None:
        """Drop the positions that nobody looks at again."""
        self._first = {position: look for position, look in self._first.items() if position in self.lasting}

    def reach(self, position: Position, moves: tuple[str, ...] = ()) -> Look | None:
        """Return the position after some moves, if a player has moves there, and the mix has all that is in it."""
        key = position, moves
        if key not in self._reached:
            self._reached[key] = None
            with suppress(RulesetFault):
                look = self.at(position, moves) if self._fits(position) else None
                self._reached[key] = look if look is not None and look.moves else None
        return self._reached[key]

    def _fits(self, position: Position) -> bool:
        """True if this mix has the players, all the cards, columns for them, and the variables."""
        if position.players not in self.players:
            return False
        layout = self.layout(position.players)
        rooms = {zone_name(layout, i.number): i.room for i in layout.instances if i.form == "columns"}
        if any(len(cards) > rooms.get(name, len(cards)) for name, cards in position.zones):
            return False
        known = {variable.name for variable in layout.program.variables}
        return all(_has(layout, c) for c in position.cards) and all(name in known for name, _, _ in position.values)

    # ------------------------------------------------------------ quiet answers

    @cached_property
    def has_quiet_answers(self) -> bool:
        return any(arm.quiet for question in self.program.questions for arm in question.arms)

    def without_waits(self, position: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
        """Return moves without the quiet answers, which say nothing."""
        looks = [self.reach(position, moves[:n]) for n in range(len(moves))]
        return tuple(m for m, look in zip(moves, looks, strict=True) if look is None or m != look.quiet)

    def with_waits(self, position: Position, moves: Sequence[str]) -> Iterator[str]:
        """Yield the moves of an example, such as `3: slap`, each after the quiet answers of other seats."""
        before: list[str] = []
        for move in moves:
            seat, _, text = move.partition(": ")
            while (look := self.reach(position, tuple(before))) and look.quiet and str(look.asked_in_words[0]) != seat:
                yield f"{look.asked_in_words[0]}: {look.quiet}"
                before.append(look.quiet)
            yield move
            before.append(text)

    # ------------------------------------------------------------ what players notice

    def noticed(self, s: Cells, players: int) -> Cells:
        """Return what players notice of a state at a table of this size, in cells of the common mix. Leaves out the
        cards in the box, and data that only the code needs."""
        common = (self.common or self).layout(players)
        if players not in self._noticed:
            names = {v.name for v in common.program.variables if v.origin is not None}
            box = PositionPart("zone", zone_name(common, BOX))

            def counts(part: PositionPart) -> bool:
                if part.kind == "variable":
                    return part.name in names
                return part.kind not in ("batch", "whereabouts") and part != box

            machines = self.table(players).machine, (self.common or self).table(players).machine
            self._noticed[players] = Counterparts(*machines, counts)
        parts = self._noticed[players]
        seen, where = parts.seen(s), parts.ours.layout.where
        for at in common.marks:
            marks = seen[at : at + common.pack.size]
            for c, mark in enumerate(marks) if any(marks) else ():  # not of cards in the box, or where others have none
                if mark and ((zone := s[where + c]) == BOX or zone not in parts.transfer.zones):
                    seen[at + c] = 0
        return seen


@dataclass(eq=False)
class Look:
    """A state of one mix with its moves, and the states after them."""

    mix: ComparedMix
    table: Table
    cells: Cells
    _next: dict[str, Look | None] = field(default_factory=dict, repr=False)
    _known: dict[tuple[str, str], object] = field(default_factory=dict, repr=False)

    def _once(self, what: str, text: str, compute: Callable[[str], T]) -> T:
        """Return what is known about a move. Computes it once."""
        if (what, text) not in self._known:
            self._known[what, text] = compute(text)
        return cast("T", self._known[what, text])

    @property
    def is_over(self) -> bool:
        return self.cells[QUESTION] == OVER

    @cached_property
    def state(self) -> State:
        return State(self.table, self.cells)

    @cached_property
    def moves(self) -> dict[str, Move]:
        """The legal moves by their texts; if there are too many, only the first ones."""
        if self.is_over:
            return {}
        prompt = self.table.notation.prompts[self.cells[QUESTION]]
        legal = prompt.legal(self.cells)
        if not legal:
            raise prompt.code.unanswerable()
        return {move.text: move for move in prompt.moves(self.cells, legal[:MOST_MOVES], prompt.seat(self.cells))}

    @cached_property
    def seen(self) -> Seen:
        """What players notice in this state."""
        return self.mix.noticed(self.cells, self.table.machine.players), self.asked or None

    @cached_property
    def asked(self) -> tuple[object, ...]:
        """The asked seat and its question; nothing at the end."""
        return () if self.is_over else asked(self.table.machine, self.cells)

    @property
    def asked_in_words(self) -> tuple[int, str | None]:
        """The asked player and the question, as players read it."""
        seat, prompt, wording = self.state.asked
        return seat, wording or prompt

    @cached_property
    def quiet(self) -> str | None:
        """The answer that leaves no event, such as `wait`, if there is one."""
        answer = quiet_answer(self.state)
        return answer.text if answer is not None else None

    # ------------------------------------------------------------ a move

    def next(self, text: str) -> Look | None:
        """Return the state after a move, or None if it is illegal or fails."""
        if text not in self._next:
            move, self._next[text] = self.moves.get(text), None
            if move is not None:
                with suppress(RulesetFault):
                    self._next[text] = Look(self.mix, self.table, self.table.machine.apply(self.cells, move.number))
        return self._next[text]

    @property
    def tried(self) -> tuple[str, ...]:
        """The moves that were made so far."""
        return tuple(self._next)

    def fails(self, text: str | None = None) -> bool:
        """True if a move leads to an error, or without a move the question itself."""
        try:
            return text in self.moves and self.next(text) is None
        except RulesetFault:
            return True

    def goes_on(self, text: str) -> bool:
        """True if a new deal or an end follows a move: the effect of another rule might come later."""
        look = self.next(text)
        return look is not None and (look.is_over or look.cells[RANDOM] != self.cells[RANDOM])

    def cards(self, move: Move) -> tuple[int, ...]:
        """Return the cards that a move names, ascending."""
        arm, payload = self.table.machine.question(self.cells).chosen(move.number)
        return tuple(sorted(arm.named_cards(payload)))

    def offering(self, text: str) -> str:
        """Return the document that offers a move."""
        question = self.table.machine.program.questions[self.cells[QUESTION]]
        return question.arm_of(self.moves[text].number).origin.document

    def shuffles(self, text: str) -> bool:
        """True if a legal move shuffles cards, even a single one, which needs no chance."""
        events = self._once("events", text, lambda text: self.state.apply_recorded(self.moves[text])[1])
        return any(isinstance(event, Shuffled) for event in events)

    def is_upheaval(self, text: str) -> bool:
        """True if a legal move fails, ends the game, or shuffles cards."""
        after = self.next(text)
        return after is None or after.is_over or self.shuffles(text)

    def is_idle(self, text: str) -> bool:
        """True for a legal move that leaves all cards where they are."""
        layout, after = self.table.machine.layout, self.next(text)
        cells = after.cells if after is not None else self.cells
        return all(layout.contents(self.cells, i) == layout.contents(cells, i) for i in layout.instances)

    def is_wrong(self, text: str) -> bool:
        """True for a legal move that turns out to be wrong, such as a slap at the wrong time."""
        why = judged(self.table.machine, list(self.cells), self.moves[text])
        return why is not None and bool(why.standing())

    def effects(self, text: str) -> tuple[EffectLine, ...]:
        """Return the effects of a legal move."""
        return self._once("effects", text, lambda text: effects(self.state, text))

    def why(self, text: str) -> Why:
        return self._once("why", text, self.state.why)

    def words_of(self, text: str) -> frozenset[object]:
        """Return what players read about a move: its effects, or the reasons against it."""
        if text in self.moves:
            return frozenset(self.effects(text))
        why = self.why(text)
        return frozenset((*(clause.id for clause in why.standing()), *(other.message for other in why.others)))


# ---------------------------------------------------------------- positions for several mixes


def without_strangers(position: Position, mixes: Sequence[ComparedMix]) -> Position:
    """Return a position without cards in hidden piles that one of the packs doesn't have, such as jokers put aside."""
    for layout in [mix.layout(position.players) for mix in mixes if position.players in mix.players]:
        hidden = {zone_name(layout, i.number) for i in layout.instances if _is_hidden(layout, i)}
        for name, cards in position.zones if hidden else ():
            if name in hidden:
                position = position.with_zone(name, tuple(c for c in cards if _has(layout, c)))
    return position


def _has(layout: Layout, card: int) -> bool:
    return card < layout.pack.size and bool(layout.pack.used >> card & 1)


def _is_hidden(layout: Layout, i: Instance) -> bool:
    zone = layout.program.zones[i.zone]
    return zone.closed and not zone.keys and i.form != "columns"


def for_players(position: Position, players: int) -> Position:
    """Return a position without the zones of players beyond this number."""
    zones, up = (
        tuple(part for part in parts if not (owner := part[0].rpartition(" ")[2]).isdecimal() or int(owner) <= players)
        for parts in (position.zones, position.up)
    )
    return replace(position, players=players, zones=zones, up=up, values=(), out=0)
