"""Finds the needs that marks of play satisfy, and the items that they reach.

Play reaches an item when it looks at it: it judges a clause, considers an action, or tests a condition. Only examples
that reach an item can notice a change inside it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from parlour import program as p
from parlour.coverage.items import DEFAULT, STEPS, Item, Need
from parlour.program.walking import walk
from parlour.table.cards import members
from parlour.table.constants import Constants, NotConstantError
from parlour.table.layout import pack_of
from parlour.table.tracing import TraceMark


@dataclass(frozen=True)
class Point:
    """A need, by the number of its item and its place among the needs of that item."""

    item: int
    need: int


@dataclass(frozen=True)
class ItemEvidence:
    """The needs that an event satisfies, and the items that it reaches."""

    points: frozenset[Point] = frozenset()
    items: frozenset[int] = frozenset()

    def __or__(self, other: ItemEvidence) -> ItemEvidence:
        return ItemEvidence(self.points | other.points, self.items | other.items)


NOTHING = ItemEvidence()


@cache
def real(path: str) -> str:
    """Return the canonical path of a file."""
    return os.path.realpath(path)


@dataclass
class _Text:
    """The items of one file, ready for look-ups by offset."""

    at: dict[int, list[tuple[Point, Need]]] = field(default_factory=dict)
    inside: list[tuple[int, int, Point]] = field(default_factory=list)
    words: dict[str, list[tuple[Point, Need]]] = field(default_factory=dict)
    options: dict[str, list[tuple[Point, Need]]] = field(default_factory=dict)
    line_starts: Sequence[int] = ()


class EvidenceIndex:
    """Looks up the evidence of a mark, an option or a settled condition for some items."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._texts: dict[str, _Text] = {}
        self._of_marks: dict[TraceMark, ItemEvidence] = {}
        for number, item in enumerate(items):
            text = self._texts.setdefault(real(item.span.source.name), _Text(line_starts=item.span.source.line_starts))
            for place, need in enumerate(item.needs):
                self._add(text, item, Point(number, place), need)

    def _add(self, text: _Text, item: Item, point: Point, need: Need) -> None:
        for offset in need.at:
            text.at.setdefault(offset, []).append((point, need))
        if need.inside is not None:
            text.inside.append((need.inside.start, need.inside.end, point))
        if item.kind == "values":
            text.options.setdefault(item.name, []).append((point, need))
        elif need.word is not None:
            text.words.setdefault(need.word, []).append((point, need))

    # ------------------------------------------------------------ what happened

    def of_marks(self, marks: Iterable[TraceMark]) -> ItemEvidence:
        points: set[Point] = set()
        items: set[int] = set()
        for mark in marks:
            if mark not in self._of_marks:
                self._of_marks[mark] = self._of_mark(mark)
            found = self._of_marks[mark]
            points |= found.points
            items |= found.items
        return ItemEvidence(frozenset(points), frozenset(items))

    def _of_mark(self, mark: TraceMark) -> ItemEvidence:
        text = self._texts.get(real(mark.origin.path))
        if text is None:
            return NOTHING
        if mark.sign == "ended":
            return _found(text.words.get(mark.word, ()))
        offset = _offset(text, mark.origin)
        here = text.at.get(offset, [])
        points = {point for point, need in here if mark.sign in need.signs}
        if mark.sign in STEPS:
            points |= {point for start, end, point in text.inside if start <= offset < end}
        return ItemEvidence(
            frozenset(points), frozenset(point.item for point in (*points, *(point for point, _ in here)))
        )

    def of_mix(self, program: p.Program) -> ItemEvidence:
        """The evidence of an example's mix before play: the values of its options, conditions that they decide,
        functions that decide the numbers of players, and what the cards of its pack count in melds."""
        found = NOTHING
        paths = {rule.document: real(rule.path) for rule in program.rules}
        for option in program.options:
            text = self._texts.get(paths.get(option.origin.document, ""))
            name = option.name.removeprefix(f"{option.origin.document}.")
            if text is not None:
                known = text.options.get(name, [])
                points = frozenset(point for point, need in known if _is_value(need, option))
                found |= ItemEvidence(points, frozenset(point.item for point, _ in known))
        settled = (TraceMark(s.origin, "settled-true" if s.holds else "settled-false") for s in program.settled)
        called = (TraceMark(f.origin, "called") for f in _at_setup(program))
        return found | self.of_marks((*settled, *called, *meld_marks(program)))


def _at_setup(program: p.Program) -> list[p.Function]:
    """The functions that Parlour computes before play: for the pack, the zones, the conditions on the table."""
    zones = tuple((zone.columns, zone.room) for zone in program.zones)
    left: list[object] = [program.possible, program.deck, zones, program.variables, program.melding]
    found: dict[int, p.Function] = {}
    while left:
        here = left.pop()
        for node in walk(here) if here is not None else ():
            if isinstance(node, p.CallFunction) and node.function not in found:
                found[node.function] = program.functions[node.function]
                left.append(found[node.function].body)
    return list(found.values())


def _is_value(need: Need, option: p.Option) -> bool:
    if need.word == DEFAULT:
        return (option.value != option.default) == need.other
    return option.value == need.word


def _found(known: Iterable[tuple[Point, Need]]) -> ItemEvidence:
    points = frozenset(point for point, _ in known)
    return ItemEvidence(points, frozenset(point.item for point in points))


def _offset(text: _Text, origin: p.Origin) -> int:
    return text.line_starts[origin.line - 1] + origin.column - 1


def meld_marks(program: p.Program) -> frozenset[TraceMark]:
    """Return the marks for the cards in the pack of the smallest table."""
    melding, marks = program.melding, set[TraceMark]()
    if melding is None:
        return frozenset()
    pack = pack_of(program, min(program.players))
    for face in {pack.printed(card) for card in members(pack.used)}:
        constants = _Marked(program, faces={melding.card: face}, marks=marks)
        for expression in (melding.worth, melding.wild):
            constants.value(expression)
    return frozenset(marks)


@dataclass(frozen=True)
class _Marked(Constants):
    """Leaves the marks that play leaves when it uses a function."""

    marks: set[TraceMark] = field(default_factory=set)

    def result(self, function: p.Function) -> int:
        self.marks.add(TraceMark(function.origin, "called"))
        decided = False
        for case in function.cases[::-1]:  # the last that applies decides
            self.marks.add(TraceMark(case.origin, "tried"))
            if (case.union or not decided) and self._holds(case.when):
                self.marks.add(TraceMark(case.origin, "applied"))
                decided = decided or not case.union
        return super().result(function)

    def _holds(self, test: p.Expr) -> bool:
        """True if a condition holds. The function might never compute it for this card, so it can lack a value."""
        try:
            return bool(self.value(test))
        except NotConstantError:
            return False
