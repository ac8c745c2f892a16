"""Reads what an example expects of a position, and compares it: zones, variables, the player who answers, the moves
with the reasons, and what seats see.

Reading needs only a table, so `example_check` finds errors in the words before play. Each difference becomes a Failure
at its place in the example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from parlour import program as p
from parlour.base.diagnostics import Diagnostic, did_you_mean
from parlour.base.printable import value_word
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node, typed
from parlour.examples import permitted
from parlour.examples.given import direction
from parlour.examples.results import Failure
from parlour.examples.terms import ASPECTS, Copy, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, expectations, one_word, texts, words
from parlour.examples.zone_comparison import (
    NOTHING,
    cards_of,
    check_hidden,
    check_saw,
    check_words,
    check_zone,
    read_seen,
)
from parlour.states.state import Question, State
from parlour.table.layout import DIRECTION, PLAYING
from parlour.table.texts import named, written, zone_name
from parlour.views import Onlooker, View, Witness, view
from parlour.views.shown_lines import ShownLines

_PLAIN = {"may": permitted.check_may, "may try": permitted.check_may_try, "would be right": permitted.check_right}
_WITH_REASONS = {"may not": permitted.check_may_not, "would be wrong": permitted.check_wrong}
_LISTS = (*_PLAIN, *_WITH_REASONS)  # an empty one expects nothing
MOVES = (*_LISTS, "only may")
RESERVED = (
    *MOVES, "to move", "asked", "over", "winners", "out", "direction", "1 sees", "1 does not see", "1 saw",
)  # fmt: skip
_OF_SEAT = re.compile(r"(\d+) (sees|saw|does not see)|(sees) (\d+)")


def check_expecting(example: doc.Mapping) -> None:
    """Raise MalformedError if an example expects nothing, so that it can't fail."""
    if example.get("refused") is not None or any(_expects(e) for part in expectations(example) for e in part.entries):
        return
    then = example.get("then")
    if then is not None:
        help = "write what must be true in the end, for example `then: {to move: 1}`"
        raise MalformedError("`then` expects nothing, so this example can't fail", then.span, help)
    raise MalformedError("this example doesn't say what it expects", example.span, "add `then:` or `refused:`")


def _expects(entry: doc.Pair) -> bool:
    """True if a line expects something. An empty list of moves or events doesn't; an empty list of cards does."""
    text, node = _words(entry), entry.value
    if text not in _LISTS and not _OF_SEAT.fullmatch(text):
        return True
    entries = node.entries if isinstance(node, doc.Mapping) else node.items if isinstance(node, doc.Sequence) else (1,)
    return bool(entries)


def _words(entry: doc.Pair) -> str:
    return " ".join(entry.key.value.split())


@dataclass(frozen=True)
class MixNames:
    """The names of a mix that a table without play doesn't have."""

    results: Collection[str]
    lines: Collection[str]
    prompts: Collection[str]

    @classmethod
    def of(cls, program: p.Program) -> MixNames:
        prompts = [question.name for question in program.questions if question.name and question.prompt]
        return cls([result.name for result in program.results], [line.name for line in program.lines], prompts)


class Then:
    """Compares one state with an example. `witness` returns what a seat has seen so far."""

    def __init__(self, terms: Terms, state: State, witness: Callable[[int], Witness] | None = None) -> None:
        self.terms = terms
        self.state = state
        self.cells = list(state.cells)
        self.witness = witness
        self.failures: list[Failure] = []
        self.problems: list[Diagnostic] = []

    def check(self, node: doc.Mapping) -> None:
        reader = Expectations(self.terms, MixNames.of(self.terms.program))
        for check in reader.read(node):
            try:
                self.failures += check(self)
            except MalformedError as error:
                self.problems.append(error.diagnostic)
        self.problems += reader.problems

    @property
    def holds(self) -> bool:
        return not self.failures and not self.problems

    def asks(self, what: str, expected: str, holds: Callable[[Question], bool], at: Span) -> Iterable[Failure]:
        """Compare the player who is asked, or the question."""
        question = None if self.state.over else self.state.question
        if question is None:
            yield Failure(what, expected, "nobody: the match is over", at)
        elif not holds(question):
            prompt = f" (`{question.prompt}`)" if question.prompt else ""
            yield Failure(what, expected, f"{question.seat}{prompt}", at)

    def view(self, seat: int) -> View:
        """Return the view of a seat, counted from 0."""
        if self.witness is None:
            return view(self.state, seat + 1)
        return self.witness(seat + 1).view(self.state)

    def saw(self, seat: int) -> Sequence[str]:
        return self.witness(seat + 1).lines() if self.witness is not None else ()


Check = Callable[[Then], Iterable[Failure]]
"""Compares a state with a line that was read."""


def _different(what: str, expected: str, actual: str, node: Node) -> Iterable[Failure]:
    if expected != actual:
        yield Failure(what, expected or "nothing", actual or "nothing", node.span)


def _winners(state: State) -> str:
    return " ".join(map(str, state.outcome.winners)) or "none" if state.over else "the match is not over"


def _out(state: State) -> str:
    return " ".join(str(seat + 1) for seat in range(state.players) if not state.cells[PLAYING] >> seat & 1) or "none"


def _line_seen(view: View, name: str) -> str | None:
    return next((line.text for line in view.lines if line.name == name), None)


class Expectations:
    """Reads expected results. Errors go to `problems`."""

    def __init__(self, terms: Terms, names: MixNames) -> None:
        self.terms = terms
        self.layout = terms.layout
        self.names = names
        self.marks = {mark.name: number for number, mark in enumerate(terms.program.marks)}
        self.variables = {variable.name for variable in terms.program.variables}
        self.problems: list[Diagnostic] = []

    def read(self, node: doc.Mapping) -> list[Check]:
        return self._lines(node, self._line)

    def _lines(self, node: doc.Mapping, read: Callable[[doc.Pair], Check]) -> list[Check]:
        checks: list[Check] = []
        for entry in node.entries:
            try:
                checks.append(read(entry))
            except MalformedError as error:
                self.problems.append(error.diagnostic)
        return checks

    def _line(self, entry: doc.Pair) -> Check:
        text, node = _words(entry), entry.value
        if of_seat := _OF_SEAT.fullmatch(text):
            seat = self.terms.seat(Word(of_seat[1] or of_seat[4], entry.key.span))
            return self._of_seat(of_seat[2] or of_seat[3], seat, node)
        if text in MOVES:
            return self._moves(text, node)
        match text:
            case "to move":
                seat = self.terms.seat(one_word(node, "the number of a seat")) + 1
                return lambda now: now.asks("`to move`", str(seat), lambda question: question.seat == seat, node.span)
            case "asked":
                name, at = (word := one_word(node, "the name of a question")).text, word.span
                if name not in self.names.prompts:
                    help = did_you_mean(name, self.names.prompts)
                    raise MalformedError(f"there is no question `{name}`", at, help)
                return lambda now: now.asks("`asked`", f"`{name}`", lambda question: question.prompt == name, at)
            case "over":
                over = typed(node) if isinstance(node, doc.Scalar) else None
                if not isinstance(over, bool):
                    raise MalformedError("expected `true` or `false`", node.span)
                return lambda now: _different("`over`", str(over).lower(), str(now.state.over).lower(), node)
            case "winners" | "out":
                seats, actual = self._seats(node), _winners if text == "winners" else _out
                return lambda now: _different(f"`{text}`", seats, actual(now.state), node)
            case "direction":
                ways = {1: "clockwise", -1: "counterclockwise"}
                way = ways[direction(node)]
                return lambda now: _different("`direction`", way, ways[now.cells[DIRECTION]], node)
        return self._named(text, entry)

    # ------------------------------------------------------------ moves, and what seats see

    def _moves(self, kind: str, node: Node) -> Check:
        if kind in _WITH_REASONS:
            reasons = permitted.pairs(node)
            return lambda now: _WITH_REASONS[kind](now.state, reasons)
        moves = texts(node)
        if kind == "only may":
            return lambda now: permitted.check_only_may(now.state, moves, node.span)
        return lambda now: _PLAIN[kind](now.state, moves)

    def _of_seat(self, verb: str, seat: int, node: Node) -> Check:
        if verb == "saw":
            wanted = texts(node)
            return lambda now: check_saw(seat + 1, now.saw(seat), wanted)
        if verb == "does not see":
            cards = self.terms.cards(node)
            return lambda now: check_hidden(self.layout, now.view(seat), cards)
        if not isinstance(node, doc.Mapping):
            raise MalformedError("expected zones and variables", node.span, "write `1 sees: {hand 1: 3♣, …}`")
        lines = self._lines(node, partial(self._seen, seat))
        return lambda now: [failure for line in lines for failure in line(now)]

    def _seen(self, seat: int, entry: doc.Pair) -> Check:
        """Read what a seat sees: a line, a log in words, a mark, a zone or a variable."""
        name, node = entry.key.value, entry.value
        if name in self.marks:
            return self._seen_marks(seat, self.marks[name], entry)
        read = partial(check_words, name, node, _line_seen) if name in self.names.lines else None
        check = read or read_seen(self.terms, entry, self.marks)
        return lambda now: check(now.view(seat))

    def _seen_marks(self, seat: int, number: int, entry: doc.Pair) -> Check:
        """Read the marks of cards, as far as the seat may know them. Of several copies of a card, any can have it."""
        mark, at = self.terms.program.marks[number], self.layout.marks[number]
        if mark.guise:
            help = "name the zone of the card, as in `pile: Jk as 8♦`"
            raise MalformedError(f"a seat reads `{mark.name}` on the card itself", entry.key.span, help)
        wanted = []
        for each in self.terms.marked(mark.name, entry.value):
            text = " ".join(word.text for word in words(each.value))
            if text != NOTHING:
                text = written(self.layout, mark.type, self.terms.value(mark.type, each.value))
            wanted.append((each, self.terms.copy(each.key), text))

        def check(now: Then) -> Iterable[Failure]:
            onlooker = Onlooker(now.state.table.machine.sight, seat)
            for each, copy, text in wanted:
                cards = [c for c in copy.among(self.layout, now.cells) if onlooker.reads_mark(now.cells, mark, c)]
                values = [written(self.layout, mark.type, now.cells[at + c]) for c in cards] or [NOTHING]
                if text not in values:
                    what = f"seat {seat + 1} sees `{mark.name}` of {each.key.value}"
                    yield Failure(what, text, values[0], each.value.span)

        return check

    def _seats(self, node: Node) -> str:
        """Read some seats; return them in order, as reports name them."""
        parts = [] if [word.text for word in words(node)] == ["none"] else words(node)
        return " ".join(map(str, sorted({self.terms.seat(word) + 1 for word in parts}))) or "none"

    # ------------------------------------------------------------ zones, variables, the outcome

    def _named(self, text: str, entry: doc.Pair) -> Check:
        name, node = text.partition(" ")[0], entry.value
        if name in self.names.results and name not in self.variables:
            return partial(self._result, name, entry)
        if text in self.marks:
            return self._marked(self.marks[text], node)
        key = self.terms.key(entry.key, ASPECTS, (*RESERVED, *self.marks, *self.names.results))
        if isinstance(key, ZoneKey):
            cards = cards_of(self.terms, key, node)
            return lambda now: check_zone(self.layout, now.cells, key, cards, node)
        return self._entries(key, node) if isinstance(key, LogKey) else self._variable(key, node)

    def _entries(self, key: LogKey, node: Node) -> Check:
        """Compare a log with a list of entries, or with the words that players read."""
        entries = None if isinstance(node, doc.Scalar) else self.terms.entries(key, node)

        def check(now: Then) -> Iterable[Failure]:
            shown = ShownLines(now.state.table.machine)
            in_words = " ".join(node.value.split()) if isinstance(node, doc.Scalar) else ""
            wanted = in_words if entries is None else shown.in_words(entries, key.log)
            return _different(f"`{key.name}`", wanted, shown.entries(now.cells, key.log), node)

        return check

    def _variable(self, key: VariableKey, node: Node) -> Check:
        at, placed = self.layout.variables[key.variable].cell(key.keys), self.terms.placed(key.type, node)
        if placed is not None:
            return lambda now: self._placed(key, placed, now.cells[at], now.cells, node)
        wanted = self._value(key.type, node)

        def check(now: Then) -> Iterable[Failure]:
            pair = [written(self.layout, key.type, value) for value in (wanted(now.cells[at]), now.cells[at])]
            same = key.type.kind == "cards" and sorted(pair[0].split()) == sorted(pair[1].split())
            return () if same else _different(f"`{key.name}`", pair[0], pair[1], node)

        return check

    def _value(self, type_: p.Type, node: Node) -> Callable[[int], int]:
        """Read a value. The fields that a record omits are as in the actual value."""
        value = self.terms.value(type_, node)
        return (lambda actual: self.terms.value(type_, node, actual)) if type_.kind == "record" else lambda _: value

    def _placed(
        self, key: VariableKey, wanted: Sequence[Copy], actual: int, cells: list[int], node: Node
    ) -> Iterable[Failure]:
        """Compare the cards of a variable with names of cards and their zones."""
        pack, cards = self.layout.pack, named(self.layout, key.type, actual)
        try:
            same = self.terms.set_of(wanted, lambda copy: [c for c in copy.among(self.layout, cells) if c in cards])
        except MalformedError:
            same = -1  # a card that the variable doesn't have
        if same != sum(1 << c for c in cards):
            there = [
                f"{pack.name(c)} in {zone_name(self.layout, cells[self.layout.where + c])}"
                for c in sorted(cards, key=lambda c: pack.face[c])
            ]
            expected = " ".join(word.text for word in words(node))
            yield Failure(f"`{key.name}`", expected, " ".join(there) or "none", node.span)

    def _marked(self, number: int, node: Node) -> Check:
        mark, at = self.terms.program.marks[number], self.layout.marks[number]
        read = self._face if mark.guise else partial(self._value, mark.type)
        entries = [(e, self.terms.copy(e.key), read(e.value)) for e in self.terms.marked(mark.name, node)]

        def check(now: Then) -> Iterable[Failure]:
            for entry, copy, wanted in entries:
                what, values = f"`{mark.name}` of {entry.key.value}", []
                for c in copy.among(self.layout, now.cells):
                    value = now.cells[at + c]
                    values.append((wanted(value), value))
                if not values:
                    yield Failure(what, "a card", "it isn't there", entry.key.span)
                elif all(one != other for one, other in values):
                    one, other = (self._mark_text(mark, value) for value in values[0])
                    yield from _different(what, one, other, entry.value)

        return check

    def _face(self, node: Node) -> Callable[[int], int]:
        word = one_word(node, "a card")
        face = p.NONE if word.text == "none" else self.terms.face(word, in_pack=False)
        return lambda _: face

    def _mark_text(self, mark: p.Mark, value: int) -> str:
        if mark.guise:
            return "none" if value < 0 else self.layout.pack.face_name(value)
        return written(self.layout, mark.type, value)

    def _result(self, name: str, entry: doc.Pair, now: Then) -> Iterable[Failure]:
        parts, node = words(entry.key), entry.value
        wanted = " ".join(word.text for word in words(node))
        if not now.state.over:
            return [Failure(f"`{entry.key.value}`", wanted, "the match is not over", node.span)]
        value = now.state.outcome.values[name]
        if isinstance(value, dict):
            if len(parts) != 2:
                per = next(result.per for result in self.terms.program.results if result.name == name)
                message = f"`{name}` is one value for each {per}"
                raise MalformedError(message, entry.key.span, f"write `{name} 1`")
            value = value.get(self.terms.seat(parts[1]) + 1)
        elif len(parts) != 1:
            raise MalformedError(f"`{name}` is one value for the whole table", entry.key.span)
        return _different(f"`{entry.key.value}`", wanted, value_word(value), node)
