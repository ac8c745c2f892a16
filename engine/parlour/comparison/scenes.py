"""Compares one position in four mixes: the same moves lead there, and each mix has its plays and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.comparison.mix_sides import Look
from parlour.comparison.quartets import ComparedTable, Quartet, Seen
from parlour.examples.position import Position
from parlour.states.counterparts import asked
from parlour.states.moves import Move
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import RANDOM

MOST_TRIED = 6
NEITHER, FIRST, SECOND, BOTH = range(4)
LONE = (FIRST, SECOND)

Results = tuple["Seen | None", ...]
"""The visible results of a move in each of the four mixes; None if a mix doesn't allow it."""


@dataclass
class ComparedLook(Look):
    """A state of one of the four mixes."""

    compared: ComparedTable

    @cached_property
    def seen(self) -> Seen:
        return self.compared.seen(self.cells)

    @cached_property
    def asked(self) -> tuple[object, ...]:
        return () if self.is_over else asked(self.table.machine, self.cells)

    def fails(self, text: str | None = None) -> bool:
        """True if a move leads to an error, or without a move the question itself."""
        try:
            return text in self.moves and self.next(text) is None
        except RulesetFault:
            return True

    def after(self, text: str) -> Cells | None:
        """The state after a move, or None if it is illegal or fails."""
        look = self.next(text)
        return None if look is None else look.cells

    def goes_on(self, text: str) -> bool:
        """True if a new deal or an end follows a move: the effect of another rule might come later."""
        look = self.next(text)
        return look is not None and (look.is_over or look.cells[RANDOM] != self.cells[RANDOM])

    def cards(self, move: Move) -> tuple[int, ...]:
        """The cards that a move names, ascending."""
        arm, payload = self.table.machine.question(self.cells).chosen(move.number)
        return tuple(sorted(arm.named_cards(payload)))


@dataclass
class FirstLooks:
    """Looks at the positions of examples. Those that several pairs of rules need are made once."""

    known: dict[tuple[int, Position], ComparedLook | None] = field(default_factory=dict)

    def at(self, quartet: Quartet, number: int, position: Position, owner: int | None) -> ComparedLook | None:
        """Return the first look of one of the mixes. `owner` is the rule whose example has the position: other pairs
        need its mix without the other rule."""
        if owner is None or number not in (NEITHER, LONE[owner]):
            return _first_look(quartet, number, position)
        key = id(quartet.mixes[number]), position
        if key not in self.known:
            self.known[key] = _first_look(quartet, number, position)
        return self.known[key]


def _first_look(quartet: Quartet, number: int, position: Position) -> ComparedLook | None:
    s = position.started(quartet.mixes[number].table(position.players).machine)
    return None if s is None else _look(quartet.compared(number, position.players), s)


def _look(compared: ComparedTable, cells: Cells) -> ComparedLook:
    return ComparedLook(compared.table, cells, compared)


@dataclass
class Scene:
    """A position after the same moves in the four mixes. A mix that can't get there has no look. `make` returns the
    look of a mix, on demand: a mix that isn't needed isn't played."""

    quartet: Quartet
    position: Position
    moves: tuple[str, ...]
    make: Callable[[int], ComparedLook | None]
    _looks: dict[int, ComparedLook | None] = field(default_factory=dict)
    _acting: dict[int, bool] = field(default_factory=dict)

    def look(self, number: int) -> ComparedLook | None:
        if number not in self._looks:
            self._looks[number] = self.make(number)
        return self._looks[number]

    @property
    def exists(self) -> bool:
        """True if the mix with both rules has this position, and play goes on there."""
        if self.quiet:
            return True
        both = self.look(BOTH)
        return both is not None and not both.is_over

    @cached_property
    def quiet(self) -> bool:
        """True if neither rule makes a difference here. Then both rules together make none."""
        neither = self.look(NEITHER)
        if neither is None or not neither.asked or self.quartet.can_refuse:
            return False
        return not any(self.acts(rule) for rule in (0, 1))

    def acts(self, rule: int) -> bool:
        """True if a rule makes a difference here without the other one."""
        if rule not in self._acting:
            neither, look = self.look(NEITHER), self.look(LONE[rule])
            if neither is None or look is None:
                self._acting[rule] = neither is not look
            else:
                self._acting[rule] = not _same(look, neither, self.some([*neither.moves]))
        return self._acting[rule]

    @property
    def looks(self) -> tuple[ComparedLook | None, ...]:
        return tuple(self.look(number) for number in (NEITHER, *LONE, BOTH))

    @property
    def both(self) -> ComparedLook:
        look = self.look(BOTH)
        assert look is not None, "a scene is a position of the mix with both rules"
        return look

    @property
    def usual(self) -> ComparedLook:
        """A look with the moves of the scene, which needs no other mix than those already played."""
        look = self.look(NEITHER) if self.quiet else self.both
        assert look is not None, "the mix with neither rule has a quiet scene too"
        return look

    @property
    def all_looks(self) -> tuple[ComparedLook, ...]:
        """The looks of a scene that all four mixes have."""
        return tuple(look for look in self.looks if look is not None)

    @cached_property
    def alike(self) -> bool:
        """True if players notice the same in all four mixes: the same table, and the same question."""
        if None in self.looks:
            return False
        return bool(self.both.asked) and all(look.seen == self.both.seen for look in self.all_looks)

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
        if any(look is not None and look.goes_on(text) for look in self.looks):
            return (None,) * len(self.looks)
        return tuple(_seen_after(look, text) for look in self.looks)

    def matters_alone(self, text: str) -> bool:
        """True if the result of a move might differ between the mixes with at most one of the rules."""
        neither = _seen_after(self.look(NEITHER), text)
        return any(_seen_after(self.look(lone), text) != neither for lone in LONE)

    @property
    def fails_together(self) -> bool:
        """True if the question or a play leads to an error, but only with both rules."""
        both = self._looks.get(BOTH)
        others = [look for look in (self.look(number) for number in (NEITHER, *LONE)) if look is not None]
        failed = [] if both is None else [text for text in (None, *both.tried) if both.fails(text)]
        return any(not any(look.fails(text) for look in others) for text in failed)

    def then(self, text: str) -> Scene | None:
        """The scene after a move that the mix with both rules allows."""

        def make(number: int) -> ComparedLook | None:
            look = self.look(number)
            return None if look is None else look.next(text)

        scene = Scene(self.quartet, self.position, (*self.moves, f"{self.seat + 1}: {text}"), make)
        return scene if scene.exists else None

    @property
    def seat(self) -> int:
        return self.usual.table.machine.seat(self.usual.cells)


def _same(look: ComparedLook, neither: ComparedLook, tried: Sequence[str]) -> bool:
    """True if a position has the same moves with one of the rules, with the same results."""
    if look.seen != neither.seen or look.moves.keys() != neither.moves.keys():
        return False
    return all(_seen_after(look, text) == _seen_after(neither, text) for text in tried)


def _seen_after(look: ComparedLook | None, text: str) -> Seen | None:
    after = None if look is None else look.next(text)
    return None if after is None else after.seen


def follow(
    quartet: Quartet, position: Position, moves: Sequence[str], first: FirstLooks | None = None,
    owner: int | None = None,
) -> Iterator[Scene]:
    """The scene at the beginning and after each of these moves, as long as they are possible. `first` has the known
    looks at examples of the rule `owner`."""
    looks = first or FirstLooks()
    scene = Scene(quartet, position, (), lambda number: looks.at(quartet, number, position, owner))
    current = scene if scene.exists else None
    for move in moves:
        if current is None:
            return
        yield current
        current = current.then(move.partition(": ")[2] or move)
    if current is not None:
        yield current
