"""Compares `then:` with a state: zones, variables, the player who answers, and the moves with the reasons.

Each difference becomes a Failure at its place in the example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from parlour import program as p
from parlour.base.diagnostics import Diagnostic, did_you_mean
from parlour.base.printable import value_word
from parlour.documents import document as doc
from parlour.documents.document import Node, typed
from parlour.examples.given import direction
from parlour.examples.permitted import (
    check_may,
    check_may_not,
    check_may_try,
    check_only_may,
    check_right,
    check_wrong,
)
from parlour.examples.results import Failure
from parlour.examples.seen import MarkSeen, check_hidden, check_saw, check_seen
from parlour.examples.terms import Copy, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, one_word, texts, words
from parlour.examples.zone_comparison import check_zone
from parlour.states.state import State
from parlour.table.layout import DIRECTION, PLAYING
from parlour.table.texts import named, written, zone_name
from parlour.views import Onlooker, View, Witness, view
from parlour.views.shown_lines import ShownLines

RESERVED = (
    "may", "only may", "may not", "may try", "would be right", "would be wrong", "to move", "asked", "over", "winners",
    "out", "direction", "1 sees", "1 does not see", "1 saw",
)  # fmt: skip
ASPECTS = ("top", "bottom", "has", "lacks", "size", "up")
_SEES = re.compile(r"(?:(\d+) sees|sees (\d+))")
_SAW = re.compile(r"(\d+) saw")
_BLIND = re.compile(r"(\d+) does not see")


class Then:
    """Compares one state with an example. `witness` returns what a seat has seen so far."""

    def __init__(self, names: Terms, state: State, witness: Callable[[int], Witness] | None = None) -> None:
        self.names = names
        self.layout = names.layout
        self.state = state
        self.cells = list(state.cells)
        self.witness = witness
        self.failures: list[Failure] = []
        self.problems: list[Diagnostic] = []

    def check(self, node: doc.Mapping) -> None:
        for entry in node.entries:
            try:
                self._check(entry)
            except MalformedError as error:
                self.problems.append(error.diagnostic)

    @property
    def holds(self) -> bool:
        return not self.failures and not self.problems

    def fail(self, what: str, expected: str, actual: str, node: Node) -> None:
        self.failures.append(Failure(what, expected or "nothing", actual or "nothing", node.span))

    def _check(self, entry: doc.Pair) -> None:
        said, node = " ".join(entry.key.value.split()), entry.value
        if parts := _SEES.fullmatch(said):
            seat = self.names.seat(Word(parts[1] or parts[2], entry.key.span))
            self.failures += check_seen(self.names, self._view(seat), node, self._mark_seen(seat))
            return
        if parts := _SAW.fullmatch(said):
            seat = self.names.seat(Word(parts[1], entry.key.span))
            lines = self.witness(seat + 1).lines() if self.witness is not None else ()
            self.failures += check_saw(seat + 1, lines, texts(node))
            return
        if parts := _BLIND.fullmatch(said):
            seat = self.names.seat(Word(parts[1], entry.key.span))
            self.failures += check_hidden(self.names, self._view(seat), node)
            return
        match said:
            case "may":
                self.failures += check_may(self.state, texts(node))
            case "only may":
                self.failures += check_only_may(self.state, texts(node), node.span)
            case "may try":
                self.failures += check_may_try(self.state, texts(node))
            case "would be right":
                self.failures += check_right(self.state, texts(node))
            case "would be wrong":
                self.failures += check_wrong(self.state, node)
            case "may not":
                self.failures += check_may_not(self.state, node)
            case "to move":
                self._to_move(node)
            case "asked":
                self._asked(node)
            case "over":
                self._over(node)
            case "winners":
                self._winners(node)
            case "out":
                self._out(node)
            case "direction":
                way = "clockwise" if self.cells[DIRECTION] == 1 else "counterclockwise"
                if direction(node) != self.cells[DIRECTION]:
                    self.fail("`direction`", one_word(node, "a direction").text, way, node)
            case _:
                self._named(said, entry)

    def _view(self, seat: int) -> View:
        """Return the view of a seat, counted from 0."""
        if self.witness is None:
            return view(self.state, seat + 1)
        return self.witness(seat + 1).view(self.state)

    # ------------------------------------------------------------ the question and the end

    @property
    def _asked_now(self) -> str:
        if self.state.over:
            return "nobody: the match is over"
        question = self.state.question
        return f"{question.seat}" + (f" (`{question.prompt}`)" if question.prompt else "")

    def _to_move(self, node: Node) -> None:
        seat = self.names.seat(one_word(node, "the number of a seat")) + 1
        if self.state.over or self.state.question.seat != seat:
            self.fail("`to move`", str(seat), self._asked_now, node)

    def _asked(self, node: Node) -> None:
        word = one_word(node, "the name of a question")
        known = [q.name for q in self.names.program.questions if q.prompt]
        if word.text not in known:
            raise MalformedError(f"there is no question `{word.text}`", word.span, did_you_mean(word.text, known))
        if self.state.over or self.state.question.prompt != word.text:
            self.fail("`asked`", f"`{word.text}`", self._asked_now, node)

    def _over(self, node: Node) -> None:
        wanted = typed(node) if isinstance(node, doc.Scalar) else None
        if not isinstance(wanted, bool):
            raise MalformedError("expected `true` or `false`", node.span)
        if wanted != self.state.over:
            self.fail("`over`", str(wanted).lower(), str(self.state.over).lower(), node)

    def _winners(self, node: Node) -> None:
        said = [] if [w.text for w in words(node)] == ["none"] else words(node)
        wanted = sorted(self.names.seat(word) + 1 for word in said)
        expected = " ".join(map(str, wanted)) or "none"
        if not self.state.over:
            self.fail("`winners`", expected, "the match is not over", node)
        elif list(self.state.outcome.winners) != wanted:
            self.fail("`winners`", expected, " ".join(map(str, self.state.outcome.winners)) or "none", node)

    def _out(self, node: Node) -> None:
        said = [] if [w.text for w in words(node)] == ["none"] else words(node)
        wanted = {self.names.seat(word) + 1 for word in said}
        actual = {seat + 1 for seat in range(self.layout.players) if not self.cells[PLAYING] >> seat & 1}
        if wanted != actual:
            pair = [" ".join(map(str, sorted(seats))) or "none" for seats in (wanted, actual)]
            self.fail("`out`", pair[0], pair[1], node)

    # ------------------------------------------------------------ zones, variables, the outcome

    def _mark_seen(self, seat: int) -> MarkSeen:
        """Return a function for the mark of a card, or of several copies, as this seat sees it."""
        onlooker = Onlooker(self.state.table.machine.sight, seat)

        def seen(mark: int, copy: Copy) -> list[str]:
            declared, at = self.names.program.marks[mark], self.layout.marks[mark]
            copies = copy.among(self.layout, self.cells)
            readable = [c for c in copies if onlooker.reads_mark(self.cells, declared, c)]
            return [written(self.layout, declared.type, self.cells[at + c]) for c in readable]

        return seen

    def _named(self, said: str, entry: doc.Pair) -> None:
        parts = said.split()
        results = {r.name: r for r in self.names.program.results}
        variables = {v.name for v in self.names.program.variables}
        if parts and parts[0] in results and parts[0] not in variables:
            self._result(results[parts[0]], entry)
            return
        marks = [mark.name for mark in self.names.program.marks]
        if said in marks:
            self._marks(marks.index(said), entry.value)
            return
        key = self.names.key(entry.key, ASPECTS, (*RESERVED, *marks, *results))
        if isinstance(key, ZoneKey):
            self.failures += check_zone(self.names, self.cells, key, entry.value)
        elif isinstance(key, LogKey):
            self._entries(key, entry.value)
        else:
            self._variable(key, entry.value)

    def _entries(self, key: LogKey, node: Node) -> None:
        """Compare a log with a list of entries, or with the words that players read."""
        shown = ShownLines(self.state.table.machine)
        actual = shown.entries(self.cells, key.log)
        if isinstance(node, doc.Scalar):
            wanted = " ".join(node.value.split())
        else:
            wanted = shown.in_words(self.names.entries(key, node), key.log)
        if wanted != actual:
            self.failures.append(Failure(f"`{key.name}`", wanted, actual, node.span))

    def _variable(self, key: VariableKey, node: Node) -> None:
        actual = self.cells[self.layout.variables[key.variable].cell(key.keys)]
        placed = self.names.placed(key.type, node)
        if placed is not None:
            self._placed(key, placed, actual, node)
            return
        wanted = self.names.value(key.type, node, actual)
        self._same(f"`{key.name}`", key.type, wanted, actual, node)

    def _placed(self, key: VariableKey, wanted: Sequence[Copy], actual: int, node: Node) -> None:
        """Compare the cards of a variable with names of cards and their zones."""
        cards = named(self.layout, key.type, actual)

        def among(copy: Copy) -> Sequence[int]:
            return [c for c in copy.among(self.layout, self.cells) if c in cards]

        try:
            same = self.names.set_of(wanted, among)
        except MalformedError:
            same = -1  # a card that the variable doesn't have
        if same != sum(1 << c for c in cards):
            expected = " ".join(word.text for word in words(node))
            faces = sorted(cards, key=lambda c: self.layout.pack.face[c])
            self.fail(f"`{key.name}`", expected, " ".join(map(self._copy_text, faces)) or "none", node)

    def _copy_text(self, card: int) -> str:
        where = zone_name(self.layout, self.cells[self.layout.where + card])
        return f"{self.layout.pack.name(card)} in {where}"

    def _same(self, what: str, type_: p.Type, wanted: int, actual: int, node: Node) -> None:
        pair = [written(self.layout, type_, value) for value in (wanted, actual)]
        same = sorted(pair[0].split()) == sorted(pair[1].split()) if type_.kind == "cards" else pair[0] == pair[1]
        if not same:
            self.fail(what, pair[0], pair[1], node)

    def _marks(self, mark: int, node: Node) -> None:
        declared = self.names.program.marks[mark]
        for entry in self.names.marked(declared.name, node):
            copy = self.names.copy(entry.key)
            copies = copy.among(self.layout, self.cells)
            if not copies:
                self.fail(f"`{declared.name}` of {entry.key.value}", "a card", "it isn't there", entry.key)
                continue
            type_ = p.Type("card", optional=True) if declared.guise else declared.type
            values = [self.cells[self.layout.marks[mark] + c] for c in copies]
            if declared.guise:
                word = one_word(entry.value, "a card")
                wanted = [p.NONE if word.text == "none" else self.names.face(word, in_pack=False)] * len(values)
            else:
                wanted = [self.names.value(type_, entry.value, value) for value in values]
            if not any(one == value for one, value in zip(wanted, values, strict=True)):
                what = f"`{declared.name}` of {entry.key.value}"
                pair = [self._mark_text(declared, type_, v) for v in (wanted[0], values[0])]
                self.fail(what, pair[0], pair[1], entry.value)

    def _mark_text(self, mark: p.Mark, type_: p.Type, value: int) -> str:
        if mark.guise:
            return "none" if value < 0 else self.layout.pack.face_name(value)
        return written(self.layout, type_, value)

    def _result(self, result: p.Result, entry: doc.Pair) -> None:
        parts, node = words(entry.key), entry.value
        if not self.state.over:
            self.fail(f"`{entry.key.value}`", " ".join(w.text for w in words(node)), "the match is not over", node)
            return
        value = self.state.outcome.values[result.name]
        if isinstance(value, dict):
            if len(parts) != 2:
                message = f"`{result.name}` is one value for each {result.per}"
                raise MalformedError(message, entry.key.span, f"write `{result.name} 1`")
            number = self.names.seat(parts[1]) + 1
            value = value.get(number)
        elif len(parts) != 1:
            raise MalformedError(f"`{result.name}` is one value for the whole table", entry.key.span)
        actual = value_word(value)
        wanted = " ".join(word.text for word in words(node))
        if wanted != actual:
            self.fail(f"`{entry.key.value}`", wanted, actual, node)
