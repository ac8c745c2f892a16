"""Compares one position in four mixes: the same moves lead there, and each mix has its plays and their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.clashes.laid import Laid, started
from parlour.clashes.mixes import Quartet, Seen
from parlour.states.counterparts import asked
from parlour.states.moves import Move
from parlour.states.state import Table
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM

MOST_MOVES = 80
MOST_TRIED = 6
NEITHER, FIRST, SECOND, BOTH = range(4)

Results = tuple["Seen | None", ...]
"""The visible results of a move in each of the four mixes; None if a mix doesn't allow it."""


@dataclass
class Look:
    """A state of one mix with its moves."""

    table: Table
    cells: Cells

    @cached_property
    def moves(self) -> dict[str, Move]:
        if self.cells[QUESTION] == OVER:
            return {}
        prompt = self.table.notation.prompts[self.cells[QUESTION]]
        legal = prompt.legal(self.cells)
        if not legal:
            raise prompt.code.unanswerable()
        return {move.text: move for move in prompt.moves(self.cells, legal[:MOST_MOVES], prompt.seat(self.cells))}

    @cached_property
    def asked(self) -> tuple[object, ...]:
        return () if self.cells[QUESTION] == OVER else asked(self.table.machine, self.cells)

    def fails(self, text: str | None = None) -> bool:
        """True if a move leads to an error, or without a move the question itself."""
        try:
            return text in self.moves and self.after(text) is None
        except RulesetFault:
            return True

    def after(self, text: str) -> Cells | None:
        """The state after a move, or None if it is illegal or fails."""
        move = self.moves.get(text)
        if move is None:
            return None
        try:
            return self.table.machine.apply(self.cells, move.number)
        except RulesetFault:
            return None

    def rule_of(self, move: Move) -> str:
        """Return the document that adds the action of a move."""
        question = self.table.machine.program.questions[self.cells[QUESTION]]
        return question.arms[move.number % len(question.arms)].origin.document

    def cards(self, move: Move) -> tuple[int, ...]:
        """The cards that a move names, ascending."""
        code = self.table.machine.interpreter.questions.asked(self.cells)
        payload, arm = divmod(move.number, len(code.arms))
        return tuple(sorted(code.arms[arm].named_cards(payload)))


@dataclass
class Scene:
    """A position after the same moves in the four mixes. A mix that can't get there has no look."""

    quartet: Quartet
    laid: Laid
    moves: tuple[str, ...]
    looks: tuple[Look | None, ...]
    _states: dict[tuple[int, str], Cells | None] = field(default_factory=dict)
    _views: dict[tuple[int, str], Seen | None] = field(default_factory=dict)

    @classmethod
    def of(cls, quartet: Quartet, laid: Laid) -> Scene | None:
        """The beginning; None if the mix with both rules has no such position."""
        looks: list[Look | None] = []
        for mix in reversed(quartet.mixes):
            table = mix.table(laid.players)
            s = started(table.machine, laid)
            looks.insert(0, None if s is None else Look(table, s))
            if looks[-1] is None:
                return None
        return cls(quartet, laid, (), tuple(looks))

    @property
    def both(self) -> Look:
        look = self.looks[BOTH]
        assert look is not None, "a scene is a position of the mix with both rules"
        return look

    @property
    def all_looks(self) -> tuple[Look, ...]:
        """The looks of a scene that all four mixes have."""
        return tuple(look for look in self.looks if look is not None)

    @cached_property
    def alike(self) -> bool:
        """True if players notice the same in all four mixes: the same table, and the same question."""
        if None in self.looks:
            return False
        views = [self.quartet.seen(n, self.laid.players, look.cells) for n, look in enumerate(self.all_looks)]
        return bool(self.both.asked) and all(view == views[0] for view in views[1:])

    @cached_property
    def tried(self) -> tuple[str, ...]:
        """The moves whose effects Parlour compares."""
        return self.some([*self.both.moves])

    def some(self, texts: Sequence[str]) -> tuple[str, ...]:
        """A sample of these moves, if there are many."""
        step = max(1, len(texts) // MOST_TRIED)
        return tuple(texts[::step][:MOST_TRIED])

    def is_about(self, rule: int, cards: tuple[int, ...]) -> bool:
        """True if the rule gives all these cards a power."""
        pack = self.both.table.machine.layout.pack
        own = self.quartet.own_ranks[rule]
        return all(pack.rank_names[pack.rank[c]] in own for c in cards)

    def results(self, text: str) -> Results:
        """The visible results of a move in each mix; None if the move is impossible or Parlour can't compare its
        results."""
        if any(self._goes_on(number, self._after(number, text)) for number in range(len(self.looks))):
            return (None,) * len(self.looks)
        return tuple(self._seen_after(number, text) for number in range(len(self.looks)))

    def matters_alone(self, text: str) -> bool:
        """True if the result of a move might differ between the mixes with at most one of the rules."""
        neither = self._seen_after(NEITHER, text)
        return any(self._seen_after(lone, text) != neither for lone in (FIRST, SECOND))

    @property
    def fails_together(self) -> bool:
        """True if the question or a play leads to an error, but only with both rules."""
        failed = {None, *(text for (number, text), after in self._states.items() if number == BOTH and after is None)}
        others = [look for look in self.looks[:BOTH] if look is not None]
        return any(self.both.fails(text) and not any(look.fails(text) for look in others) for text in failed)

    def _after(self, number: int, text: str) -> Cells | None:
        key = number, text
        if key not in self._states:
            look = self.looks[number]
            self._states[key] = None if look is None else look.after(text)
        return self._states[key]

    def _seen_after(self, number: int, text: str) -> Seen | None:
        key = number, text
        if key not in self._views:
            after = self._after(number, text)
            self._views[key] = None if after is None else self.quartet.seen(number, self.laid.players, after)
        return self._views[key]

    def _goes_on(self, number: int, after: Cells | None) -> bool:
        """True if a mix has a new deal or an end after a play: the effect of another rule might come later."""
        before = self.looks[number]
        if after is None or before is None:
            return False
        return after[QUESTION] == OVER or after[RANDOM] != before.cells[RANDOM]

    def then(self, text: str) -> Scene | None:
        """The scene after a move that the mix with both rules allows."""
        looks: list[Look | None] = []
        for look in self.looks:
            after = look.after(text) if look is not None else None
            looks.append(None if look is None or after is None else Look(look.table, after))
        last = looks[BOTH]
        if last is None or last.cells[QUESTION] == OVER:
            return None
        return Scene(self.quartet, self.laid, (*self.moves, f"{self.seat + 1}: {text}"), tuple(looks))

    @property
    def seat(self) -> int:
        return self.both.table.machine.seat(self.both.cells)


def follow(quartet: Quartet, laid: Laid, moves: Sequence[str]) -> Iterator[Scene]:
    """The scene at the beginning and after each of these moves, as long as they are possible."""
    scene = Scene.of(quartet, laid)
    if scene is None:
        return
    yield scene
    for move in moves:
        scene = scene.then(move.partition(": ")[2] or move)
        if scene is None:
            return
        yield scene
