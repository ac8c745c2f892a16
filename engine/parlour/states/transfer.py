"""Carries a game in progress over into a Program with most of the same parts, such as the mix without one rule.

Parts correspond by name: zones, variables, marks, words. Questions and calls correspond by their place in the
rulesets and their order in the code. Parts that only the target has begin as at a new table; parts that only the
source has are dropped, and the cards of such zones go to the box. Rows correspond whatever their `room`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal, Protocol

from parlour import program as p
from parlour.program.operators import BOUND
from parlour.table.cells import Cells
from parlour.table.layout import BOX, DIRECTION, OVER, PLAYING, QUESTION, RANDOM, STACKED, Instance, Layout
from parlour.table.naming import saved_positions
from parlour.table.texts import zone_name


class SpreadRows:
    """Cells behind a state for rows that share a space: there each row has cells of its own, whatever the others
    contain. So the same zone of two layouts has corresponding cells, even if its cards share a space in one of them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._rows = [i for i in layout.instances if i.form == "row" and layout.shares]
        self._own: dict[int, int] = {}
        at = layout.size
        for i in self._rows:
            self._own[i.number] = at
            at += 1 + i.room

    def cells(self, i: Instance) -> range:
        """The cells that belong to a zone alone."""
        at = self._own.get(i.number)
        return range(i.at, i.at + self.layout.width(i)) if at is None else range(at, at + 1 + i.room)

    def spread(self, s: Sequence[int]) -> Cells:
        """Return a state with the rows behind it."""
        state = list(s)
        spread = state[:]
        for i in self._rows:
            lying = self.layout.contents(state, i)
            spread += [len(lying), *lying, *[0] * (i.room - len(lying))]
        return spread

    def gathered(self, s: Cells) -> Cells:
        """Return the state whose shared space has the rows behind it."""
        state = s[: self.layout.size]
        cards: Cells = []
        for i in self._rows:
            at = self._own[i.number]
            state[i.at] = s[at]
            cards += s[at + 1 : at + 1 + s[at]]
        if self._rows:
            space = self.layout.shared_space
            state[space.start : space.stop] = [*cards, *[0] * (len(space) - len(cards))]
        return state


class Translation(Protocol):
    """The values of cells in another Program; None for a value that it doesn't have."""

    def get(self, value: int, /) -> int | None: ...


@dataclass(frozen=True)
class PositionPart:
    """A part of a position by its name in the rulesets. `whereabouts` are the zones of the cards, `batch` is what was
    put into a zone last."""

    kind: Literal["players", "direction", "variable", "zone", "batch", "whereabouts", "mark"]
    name: str = ""


@dataclass(frozen=True)
class SharedCells:
    """Cells of the source, and the cells of the target with the same meaning; `values` translates different values.

    `part` is None for cells that only the code needs.
    """

    source: int
    target: int
    size: int = 1
    values: Translation | None = None
    part: PositionPart | None = None


class Copying:
    """Copies corresponding cells into a state of the target that is otherwise blank, with its rows behind it."""

    def __init__(self, source: SpreadRows, target: SpreadRows, shared: Iterable[SharedCells]) -> None:
        self._source = source
        self._blank = target.spread(target.layout.blank)
        self._copied: list[SharedCells] = []
        self._translated: list[SharedCells] = []
        for cells in sorted(shared, key=lambda cells: cells.source):
            last = self._copied[-1] if self._copied else SharedCells(0, 0, 0)
            if cells.values is not None:
                self._translated.append(cells)
            elif (last.source + last.size, last.target + last.size) == (cells.source, cells.target):
                self._copied[-1] = replace(last, size=last.size + cells.size, part=None)
            else:
                self._copied.append(cells)

    def __call__(self, s: Sequence[int]) -> Cells:
        s, copy = self._source.spread(s), self._blank[:]
        for cells in self._copied:
            copy[cells.target : cells.target + cells.size] = s[cells.source : cells.source + cells.size]
        for cells in self._translated:
            values = cells.values
            assert values is not None, "all other parts are plain copies"
            for k in range(cells.size):
                value = values.get(s[cells.source + k])
                if value is not None:
                    copy[cells.target + k] = value
        return copy


class Transfer:
    """Carries states of one Program over into another one at a table of the same size."""

    def __init__(self, source: Layout, target: Layout) -> None:
        if source.players != target.players:
            raise ValueError("both tables must have the same number of players")
        self.source, self.target = source, target
        self.source_rows, self.target_rows = SpreadRows(source), SpreadRows(target)
        self.zones = _zones(source, target)

    @cached_property
    def _code(self) -> _Aligned:
        return _Aligned(self.source.program, self.target.program)

    @cached_property
    def questions(self) -> dict[int, int]:
        """Return the target's numbers of the questions that both have, and of the end."""
        return {OVER: OVER, **self._code.questions}

    @cached_property
    def same_pack(self) -> bool:
        """True if both have the same cards; otherwise no state can be carried over."""
        one, other = self.source.pack, self.target.pack
        return one.same_cards(other)

    def carry(self, s: Sequence[int]) -> Cells | None:
        """Return the state in the target, or None where the target has no such question, or no room for the cards."""
        question = self.questions.get(s[QUESTION])
        if question is None or any(len(self.source.contents([*s], i)) > room for i, room in self._narrower):
            return None
        carried = self.target_rows.gathered(self.put_away(s, self._all(s)))
        carried[QUESTION] = question
        return carried

    @cached_property
    def _narrower(self) -> tuple[tuple[Instance, int], ...]:
        """The zones that have less room in the target, with that room."""
        pairs = ((self.source.instances[one], self.target.instances[other]) for one, other in self.zones.items())
        return tuple((one, other.room) for one, other in pairs if other.room < one.room)

    @cached_property
    def _dropped(self) -> frozenset[int]:
        """The zones that only the source has."""
        return frozenset(i.number for i in self.source.instances if i.number not in self.zones)

    def put_away(self, s: Sequence[int], spread: Cells) -> Cells:
        """Put the cards of dropped zones into the box of a copy, so that each card is in exactly one zone."""
        cards = [c for c in range(self.source.pack.size) if s[self.source.where + c] in self._dropped]
        box = self.target.instances[BOX]
        at = self.target_rows.cells(box).start
        if box.form == "row":
            spread[at + 1 + spread[at] : at + 1 + spread[at] + len(cards)] = cards
            spread[at] += len(cards)
        else:
            spread[at] |= sum(1 << card for card in cards)
        return spread

    @cached_property
    def position(self) -> tuple[SharedCells, ...]:
        """The cells of the position that correspond."""
        return tuple(self._position())

    @cached_property
    def _all(self) -> Copying:
        return Copying(self.source_rows, self.target_rows, self._shared_cells())

    # ------------------------------------------------------------ the cells that correspond

    def _shared_cells(self) -> Iterator[SharedCells]:
        yield SharedCells(RANDOM, RANDOM)
        yield SharedCells(STACKED, STACKED)
        yield from self.position
        yield from self._locals()
        yield from self._checkpoints()

    def _position(self) -> Iterator[SharedCells]:
        yield SharedCells(PLAYING, PLAYING, part=PositionPart("players"))
        yield SharedCells(DIRECTION, DIRECTION, part=PositionPart("direction"))
        yield from self._variables()
        for number, other in self.zones.items():
            name = zone_name(self.source, number)
            yield from self._zone_cells(name, self.source.instances[number], self.target.instances[other])
        same = not self._dropped and all(a == b for a, b in self.zones.items())
        places = None if same else {-1: -1, **self.zones}
        size = self.source.pack.size
        yield SharedCells(self.source.where, self.target.where, size, places, PositionPart("whereabouts"))
        yield from self._marks()

    def _zone_cells(self, name: str, one: Instance, other: Instance) -> Iterator[SharedCells]:
        ours, theirs = self.source_rows.cells(one), self.target_rows.cells(other)
        size = min(len(ours), len(theirs))
        yield SharedCells(ours.start, theirs.start, size, part=PositionPart("zone", name))
        if one.turned is not None and other.turned is not None:
            yield SharedCells(one.turned, other.turned, part=PositionPart("zone", name))
        if one.batch is not None and other.batch is not None:
            yield SharedCells(one.batch, other.batch, part=PositionPart("batch", name))

    def _variables(self) -> Iterator[SharedCells]:
        target = self.target
        there = {v.name: (v, array) for v, array in zip(target.program.variables, target.variables, strict=True)}
        for variable, array in zip(self.source.program.variables, self.source.variables, strict=True):
            other, other_array = there.get(variable.name, (None, None))
            if other is None or other_array is None or (array.keys, variable.keys) != (other_array.keys, other.keys):
                continue
            values = self.translation(variable.type, other.type)
            if values is not NOT_ALIKE:
                yield SharedCells(array.at, other_array.at, array.size, values, PositionPart("variable", variable.name))

    def _marks(self) -> Iterator[SharedCells]:
        there = {mark.name: (mark, at) for mark, at in zip(self.target.program.marks, self.target.marks, strict=True)}
        for mark, at in zip(self.source.program.marks, self.source.marks, strict=True):
            other, to = there.get(mark.name, (None, 0))
            if other is None or mark.guise != other.guise:
                continue
            values = self.translation(mark.type, other.type)
            if values is not NOT_ALIKE:
                yield SharedCells(at, to, self.source.pack.size, values, PositionPart("mark", mark.name))

    def _locals(self) -> Iterator[SharedCells]:
        """Match locals that outlive a question; a local that stores a call gets the call's number in the target."""
        source, target = self.source.program, self.target.program
        calls = {i.back for i in source.code if isinstance(i, p.Gosub)}
        for one, other in self._aligned_locals():
            if one not in self.source.kept or other not in self.target.kept:
                continue
            values = (
                self._code.sites if one in calls else self.translation(source.locals[one][1], target.locals[other][1])
            )
            if values is not NOT_ALIKE:
                yield SharedCells(self.source.kept[one], self.target.kept[other], values=values)

    def _aligned_locals(self) -> Iterator[tuple[int, int]]:
        one, other = ([(name, type_.kind) for name, type_ in x.program.locals] for x in (self.source, self.target))
        for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            yield from ((block.a + k, block.b + k) for k in range(block.size))

    def _checkpoints(self) -> Iterator[SharedCells]:
        for ours, theirs in zip(saved_positions(self.source), saved_positions(self.target), strict=False):
            for cells in self.position:
                if cells.source in ours and cells.target in theirs:  # a shared space isn't carried over
                    yield replace(cells, source=ours[cells.source], target=theirs[cells.target], part=None)

    def translation(self, one: p.Type, other: p.Type) -> Translation | None:
        """The translation of the values of a type; None if both have the same values."""
        if (one.kind, one.optional) != (other.kind, other.optional):
            return NOT_ALIKE
        if one.kind == "zone":
            return {p.NONE: p.NONE, **self.zones}
        if one.kind in ("enum", "values"):
            return _words(self._words_of(self.source, one), self._words_of(self.target, other), one.kind == "values")
        if one.kind == "record":
            return None if _record(self.source, one) == _record(self.target, other) else NOT_ALIKE
        return None

    @staticmethod
    def _words_of(layout: Layout, type_: p.Type) -> tuple[str, ...]:
        return dict(layout.program.enums)[type_.name]


NOT_ALIKE: Translation = {BOUND: BOUND}  # a mark for values that can't be translated, compared by identity


def _record(layout: Layout, type_: p.Type) -> p.Record:
    return next(record for record in layout.program.records if record.name == type_.name)


def _words(ours: tuple[str, ...], theirs: tuple[str, ...], sets: bool) -> Translation | None:
    if ours == theirs:
        return None
    numbers = {k: theirs.index(word) for k, word in enumerate(ours) if word in theirs}
    return _WordSets(numbers) if sets else {p.NONE: p.NONE, **numbers}


@dataclass(frozen=True)
class _WordSets:
    """Sets of words, without those that the other list doesn't have."""

    numbers: Mapping[int, int]

    def get(self, value: int, /) -> int:
        return sum(1 << number for word, number in self.numbers.items() if value >> word & 1)


def _zones(source: Layout, target: Layout) -> dict[int, int]:
    """The numbers of the zones that both have."""
    there = {zone_name(target, i.number): i for i in target.instances}
    zones = {}
    for i in source.instances:
        other = there.get(zone_name(source, i.number))
        if other is not None and other.form == i.form and (other.room == i.room or i.form == "row"):
            zones[i.number] = other.number
    return zones


class _Aligned:
    """The pairs of equal questions and calls of two Programs."""

    def __init__(self, source: p.Program, target: p.Program) -> None:
        one, other = [*_landmarks(source)], [*_landmarks(target)]
        blocks = SequenceMatcher(None, [key for key, _ in one], [key for key, _ in other], autojunk=False)
        self.questions: dict[int, int] = {}
        self.sites: dict[int, int] = {0: 0}
        for block in blocks.get_matching_blocks():
            for k in range(block.size):
                ours, theirs = one[block.a + k][1], other[block.b + k][1]
                if isinstance(ours, p.AskOf) and isinstance(theirs, p.AskOf):
                    self.questions[ours.question] = theirs.question
                elif isinstance(ours, p.Gosub) and isinstance(theirs, p.Gosub):
                    self.sites[ours.site] = theirs.site
        self.questions |= _moved(self.questions, *(_questions(marks) for marks in (one, other)))


def _questions(landmarks: Sequence[tuple[tuple[object, ...], p.Instr]]) -> dict[int, tuple[object, ...]]:
    """The questions of a Program, by number, with their identifying parts."""
    return {instr.question: key for key, instr in landmarks if isinstance(instr, p.AskOf)}


def _moved(
    known: Mapping[int, int], ours: Mapping[int, tuple[object, ...]], theirs: Mapping[int, tuple[object, ...]]
) -> dict[int, int]:
    """Return the questions that both have in another order. A question must be unique in each Program."""
    left = {number: key for number, key in ours.items() if number not in known}
    there: dict[tuple[object, ...], list[int]] = {}
    for number, key in theirs.items():
        if number not in known.values():
            there.setdefault(key, []).append(number)
    alone = [key for key, times in Counter(left.values()).items() if times == 1 and len(there.get(key, ())) == 1]
    return {number: there[key][0] for number, key in left.items() if key in alone}


def _landmarks(program: p.Program) -> Iterator[tuple[tuple[object, ...], p.Instr]]:
    """The instructions that a state can refer to, with their identifying parts, in the order of the code."""
    for instr in program.code:
        match instr:
            case p.AskOf(question):
                asked = program.questions[question]
                yield ("ask", asked.name, asked.origin), instr
            case p.Gosub(to=to):
                yield ("call", _place(program, to)), instr
            case p.Return():
                yield ("return",), instr
            case _:
                pass


def _place(program: p.Program, at: int) -> object:
    """The first place in the rulesets that the code from here on comes from."""
    for instr in program.code[at:]:
        match instr:
            case p.Do(stmt, origin) if origin or p.written_at(stmt):
                return origin or p.written_at(stmt)
            case p.Branch(origin=p.Origin() as origin):
                return origin
            case p.AskOf(question):
                return program.questions[question].origin
            case _:
                pass
    return None
