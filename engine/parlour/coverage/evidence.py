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
from parlour.base.source import Span
from parlour.coverage.items import DEFAULT, STEPS, Item, Need
from parlour.program.walking import walk
from parlour.table.cards import members
from parlour.table.constants import Constants, NotConstantError
from parlour.table.layout import pack_of
from parlour.table.tracing import TraceMark

Evidence = frozenset[Item | Need]
"""The needs that an event satisfies, and the items that it reaches."""

ItemNeed = tuple[Item, Need]


@cache
def real(path: str) -> str:
    """Return the canonical path of a file."""
    return os.path.realpath(path)


@dataclass
class _Text:
    """The items of one file with their needs, ready for look-ups by offset."""

    at: dict[int, list[ItemNeed]] = field(default_factory=dict)
    inside: list[tuple[Span, ItemNeed]] = field(default_factory=list)
    words: dict[str, list[ItemNeed]] = field(default_factory=dict)
    options: dict[str, list[ItemNeed]] = field(default_factory=dict)
    line_starts: Sequence[int] = ()

    def add(self, item: Item, need: Need) -> None:
        for offset in need.at:
            self.at.setdefault(offset, []).append((item, need))
        if need.inside is not None:
            self.inside.append((need.inside, (item, need)))
        if item.kind == "values":
            self.options.setdefault(item.name, []).append((item, need))
        elif need.word is not None:
            self.words.setdefault(need.word, []).append((item, need))

    def of_mark(self, mark: TraceMark) -> Evidence:
        if mark.sign == "ended":
            return _all(self.words.get(mark.word, ()))
        offset = self.line_starts[mark.origin.line - 1] + mark.origin.column - 1
        here = self.at.get(offset, [])
        satisfied = [pair for pair in here if mark.sign in pair[1].signs]
        if mark.sign in STEPS:
            satisfied += [pair for span, pair in self.inside if span.start <= offset < span.end]
        return _all(satisfied).union(item for item, _ in here)


class EvidenceIndex:
    """Looks up the evidence of a mark, an option or a settled condition for some items."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._texts: dict[str, _Text] = {}
        self._of_marks: dict[TraceMark, Evidence] = {}
        for item in items:
            text = self._texts.setdefault(real(item.span.source.name), _Text(line_starts=item.span.source.line_starts))
            for need in item.needs:
                text.add(item, need)

    def of_marks(self, marks: Iterable[TraceMark]) -> Evidence:
        evidence: set[Item | Need] = set()
        for mark in marks:
            if mark not in self._of_marks:
                text = self._texts.get(real(mark.origin.path))
                self._of_marks[mark] = frozenset() if text is None else text.of_mark(mark)
            evidence |= self._of_marks[mark]
        return frozenset(evidence)

    def of_mix(self, program: p.Program) -> Evidence:
        """The evidence of an example's mix before play: the values of its options, conditions that they decide,
        functions that decide the numbers of players, and what the cards of its pack count in melds."""
        evidence: set[Item | Need] = set()
        paths = {rule.document: real(rule.path) for rule in program.rules}
        for option in program.options:
            text = self._texts.get(paths.get(option.origin.document, ""))
            name = option.name.removeprefix(f"{option.origin.document}.")
            for item, need in text.options.get(name, []) if text is not None else ():
                evidence |= {item, need} if _is_value(need, option) else {item}
        settled = (TraceMark(s.origin, "settled-true" if s.holds else "settled-false") for s in program.settled)
        called = (TraceMark(f.origin, "called") for f in _at_setup(program))
        return self.of_marks((*settled, *called, *meld_marks(program))).union(evidence)


def _at_setup(program: p.Program) -> list[p.Function]:
    """The functions that Parlour computes before play: for the pack, the zones, the conditions on the table."""
    zones = tuple((zone.columns, zone.room) for zone in program.zones)
    left: list[object] = [program.possible, program.deck, zones, program.variables, program.melding]
    called: dict[int, p.Function] = {}
    while left:
        here = left.pop()
        for node in walk(here) if here is not None else ():
            if isinstance(node, p.CallFunction) and node.function not in called:
                called[node.function] = program.functions[node.function]
                left.append(called[node.function].body)
    return list(called.values())


def _is_value(need: Need, option: p.Option) -> bool:
    if need.word == DEFAULT:
        return (option.value != option.default) == need.other
    return option.value == need.word


def _all(pairs: Iterable[ItemNeed]) -> Evidence:
    return frozenset(part for pair in pairs for part in pair)


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
