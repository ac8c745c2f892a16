"""One of several compared mixes: the positions that it reaches, and how positions and moves look in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from parlour.examples.history import quiet_answer
from parlour.examples.layable import Interpreted
from parlour.examples.position import Position
from parlour.game import Game
from parlour.play.move_effects import EffectLine, effects
from parlour.states.guessing import can_mean
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.states.why import Why, judged
from parlour.table.cells import Cells
from parlour.table.events import Shuffled
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, Instance, Layout
from parlour.table.texts import zone_name

MOST_MOVES = 80


@dataclass
class Look:
    """A state of one mix with its moves, and the states after them."""

    table: Table
    cells: Cells
    _next: dict[str, Self | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def tried(self) -> tuple[str, ...]:
        """The moves that were made so far."""
        return tuple(self._next)

    @property
    def is_over(self) -> bool:
        return self.cells[QUESTION] == OVER

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

    def next(self, text: str) -> Self | None:
        """The look after a move, or None if it is illegal or fails."""
        if text not in self._next:
            self._next[text] = self._after(text)
        return self._next[text]

    def _after(self, text: str) -> Self | None:
        move = self.moves.get(text)
        if move is None:
            return None
        try:
            return replace(self, cells=self.table.machine.apply(self.cells, move.number))
        except RulesetFault:
            return None

    def offering(self, text: str) -> str:
        """Return the document that offers a move."""
        question = self.table.machine.program.questions[self.cells[QUESTION]]
        return question.arm_of(self.moves[text].number).origin.document


@dataclass(frozen=True, eq=False)
class MixSide:
    game: Game
    tables: Interpreted
    _reached: dict[tuple[Position, tuple[str, ...]], SideScene | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, game: Game) -> MixSide:
        return cls(game, Interpreted(game.program))

    def could_mean(self, text: str) -> bool:
        """True if a move of this mix can have such a text, in any position."""
        questions = self.tables.table().machine.questions
        return any(can_mean(arm, text) for code in questions for arm in code.arms)

    def reach(self, position: Position, moves: tuple[str, ...] = ()) -> SideScene | None:
        """Return the position after some moves, or None if this mix has no such position."""
        asked = position, moves
        if asked not in self._reached:
            self._reached[asked] = self._after(position, moves) if moves else self._begun(position)
        return self._reached[asked]

    @cached_property
    def has_quiet_answers(self) -> bool:
        return any(arm.quiet for question in self.game.program.questions for arm in question.arms)

    def without_waits(self, position: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
        """Return moves without the quiet answers, which say nothing."""
        scenes = [self.reach(position, moves[:n]) for n in range(len(moves))]
        quiet = [scene.quiet if scene is not None else None for scene in scenes]
        return tuple(move for move, answer in zip(moves, quiet, strict=True) if move != answer)

    def with_waits(self, position: Position, moves: Sequence[str]) -> Iterator[str]:
        """Yield the moves of an example, such as `3: slap`, each after the quiet answers of other seats."""
        before: list[str] = []
        for move in moves:
            seat, _, _ = move.partition(": ")
            scene = self.reach(position, tuple(before))
            while scene is not None and scene.quiet is not None and str(scene.asked[0]) != seat:
                yield f"{scene.asked[0]}: {scene.quiet}"
                before.append(scene.quiet)
                scene = self.reach(position, tuple(before))
            yield move
            before.append(move.partition(": ")[2])

    def _begun(self, position: Position) -> SideScene | None:
        if position.players not in self.game.program.players or not self._fits(position):
            return None
        table = self.tables.table(position.players)
        cells = position.started(table.machine)
        return self._answerable(SideScene(table, cells, self)) if cells is not None else None

    def _after(self, position: Position, moves: tuple[str, ...]) -> SideScene | None:
        before = self.reach(position, moves[:-1])
        return self._answerable(before.next(moves[-1])) if before is not None else None

    @staticmethod
    def _answerable(scene: SideScene | None) -> SideScene | None:
        """Return a position in which a player has moves."""
        with suppress(RulesetFault):
            return scene if scene is not None and scene.moves else None
        return None

    def _fits(self, position: Position) -> bool:
        """True if this mix has all the cards, columns for them, and the variables."""
        layout = self.tables.table(position.players).machine.layout
        rooms = {zone_name(layout, i.number): i.room for i in layout.instances if i.form == "columns"}
        if any(len(cards) > rooms.get(name, len(cards)) for name, cards in position.zones):
            return False
        known = {variable.name for variable in layout.program.variables}
        return all(_has(layout, c) for c in position.cards) and all(name in known for name, _, _ in position.values)


def without_strangers(position: Position, sides: Sequence[MixSide]) -> Position:
    """Return a position without cards in hidden piles that one of the packs doesn't have, such as jokers put aside."""
    for side in sides:
        if position.players in side.game.program.players:
            layout = side.tables.table(position.players).machine.layout
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


@dataclass
class SideScene(Look):
    side: MixSide
    _shuffles: dict[str, bool] = field(default_factory=dict, init=False, repr=False)
    _effects: dict[str, tuple[EffectLine, ...]] = field(default_factory=dict, init=False, repr=False)
    _reasons: dict[str, Why] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def state(self) -> State:
        return State(self.table, self.cells)

    @property
    def asked(self) -> tuple[int, str | None]:
        """Return the asked player and the question, as players read it."""
        seat, prompt, wording = self.state.asked
        return seat, wording or prompt

    def shuffles(self, text: str) -> bool:
        """True if a legal move shuffles cards, even a single one, which needs no chance."""
        if text not in self._shuffles:
            _, events = self.state.apply_recorded(self.moves[text])
            self._shuffles[text] = any(isinstance(event, Shuffled) for event in events)
        return self._shuffles[text]

    def effects(self, text: str) -> tuple[EffectLine, ...]:
        """Return the effects of a legal move."""
        if text not in self._effects:
            self._effects[text] = effects(self.state, text)
        return self._effects[text]

    def is_upheaval(self, text: str) -> bool:
        """True if a legal move fails, ends the game, or shuffles cards."""
        after = self.next(text)
        return after is None or after.is_over or self.shuffles(text)

    @cached_property
    def quiet(self) -> str | None:
        """Return the answer that leaves no event, such as `wait`, if there is one."""
        answer = quiet_answer(self.state)
        return answer.text if answer is not None else None

    def is_idle(self, text: str) -> bool:
        """True for a legal move that leaves all cards where they are."""
        layout, after = self.table.machine.layout, self.next(text)
        cells = after.cells if after is not None else self.cells
        return all(layout.contents(self.cells, i) == layout.contents(cells, i) for i in layout.instances)

    def is_wrong(self, text: str) -> bool:
        """True for a legal move that turns out to be wrong, such as a slap at the wrong time."""
        why = judged(self.state.table.machine, list(self.state.cells), self.moves[text])
        return why is not None and bool(why.standing())

    def words_of(self, text: str) -> frozenset[object]:
        """Return what players read about a move: its effects, or the reasons against it."""
        if text in self.moves:
            return frozenset(self.effects(text))
        why = self.why(text)
        return frozenset((*(clause.id for clause in why.standing()), *(other.message for other in why.others)))

    def why(self, text: str) -> Why:
        if text not in self._reasons:
            self._reasons[text] = self.state.why(text)
        return self._reasons[text]


def for_players(position: Position, players: int) -> Position:
    """Return a position without the zones of players beyond this number."""
    zones = tuple(part for part in position.zones if _is_of(part[0], players))
    up = tuple(part for part in position.up if _is_of(part[0], players))
    return replace(position, players=players, zones=zones, up=up, values=(), out=0)


def _is_of(zone: str, players: int) -> bool:
    owner = zone.rpartition(" ")[2]
    return not owner.isdecimal() or int(owner) <= players
