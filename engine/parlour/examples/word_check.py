"""Reads the words of an example against one table, without playing.

Compares nothing: `then` and `permitted` read the same words during a game, and find the errors that depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import ParamSpec

from parlour import program as p
from parlour.base.diagnostics import Diagnostic, did_you_mean
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.examples.beginnings import pack_from
from parlour.examples.given import direction, read_given
from parlour.examples.laying import identities
from parlour.examples.seen import ASPECTS as SEEN
from parlour.examples.seen import NOTHING
from parlour.examples.terms import LogKey, Terms, ZoneKey
from parlour.examples.then import ASPECTS, RESERVED
from parlour.examples.words import (
    MalformedError,
    Word,
    expectations,
    is_number_of_cards,
    one_word,
    steps,
    texts,
    whole_number,
    words,
)

_LISTS = ("may", "may not", "may try", "would be right", "would be wrong")  # an empty one expects nothing
MOVES = (*_LISTS, "only may")
Given = ParamSpec("Given")
_OF_SEAT = re.compile(r"(\d+) (sees|saw|does not see)|(sees) (\d+)")


@dataclass(frozen=True)
class MixNames:
    """The names of a mix that a table without play doesn't have."""

    results: Collection[str]
    lines: Collection[str]
    prompts: Collection[str]


def misread(terms: Terms, names: MixNames, example: doc.Mapping) -> Iterator[Diagnostic]:
    """Yield the errors in the words of an example, except in those of its moves."""
    yield from _errors(check_expecting, example)
    given, deal = example.get("given"), example.get("deal")
    reader = _Reader(terms, names)
    if deal is not None:
        yield from _errors(pack_from, terms, deal)
    if isinstance(given, doc.Mapping):
        yield from _misread_position(terms, given) if deal is None else reader.misread(given)
    for said in expectations(example):
        yield from reader.misread(said)
    yield from _errors(_movers, terms, example)


def _movers(terms: Terms, example: doc.Mapping) -> None:
    for step in steps(example):
        if isinstance(step, Word):
            terms.seat(Word(step.text.partition(":")[0], step.span))


def check_expecting(example: doc.Mapping) -> None:
    """Raise MalformedError if an example expects nothing, so that it can't fail."""
    if example.get("refused") is not None or any(_expects(e) for said in expectations(example) for e in said.entries):
        return
    then = example.get("then")
    if then is not None:
        help = "write what must be true in the end, for example `then: {to move: 1}`"
        raise MalformedError("`then` expects nothing, so this example can't fail", then.span, help)
    raise MalformedError("this example doesn't say what it expects", example.span, "add `then:` or `refused:`")


def _expects(entry: doc.Pair) -> bool:
    """True if a line expects something. An empty list of moves or events doesn't; an empty list of cards does."""
    said, node = " ".join(entry.key.value.split()), entry.value
    if said not in _LISTS and not _OF_SEAT.fullmatch(said):
        return True
    entries = node.entries if isinstance(node, doc.Mapping) else node.items if isinstance(node, doc.Sequence) else (1,)
    return bool(entries)


def _misread_position(terms: Terms, given: doc.Mapping) -> Iterator[Diagnostic]:
    """Yield the errors in the words of `given:`, and the cards that are in two places."""
    said, problems = read_given(terms, given)
    yield from problems
    if not problems:
        yield from _errors(identities, terms.layout.pack, said)
    if said.to_move:
        yield from _errors(terms.seat, said.to_move[0])


def _errors(read: Callable[Given, object], *args: Given.args, **kwargs: Given.kwargs) -> Iterator[Diagnostic]:
    try:
        read(*args, **kwargs)
    except MalformedError as error:
        yield error.diagnostic


class _Reader:
    """Reads expected results."""

    def __init__(self, terms: Terms, names: MixNames) -> None:
        self.terms = terms
        self.names = names
        self.marks = {mark.name: mark for mark in terms.program.marks}
        self.variables = {variable.name for variable in terms.program.variables}

    def misread(self, said: doc.Mapping) -> Iterator[Diagnostic]:
        for entry in said.entries:
            of_seat = _OF_SEAT.fullmatch(" ".join(entry.key.value.split()))
            if of_seat is None:
                yield from _errors(self._line, entry)
            else:
                seat = Word(of_seat[1] or of_seat[4], entry.key.span)
                yield from _errors(self.terms.seat, seat)
                yield from self._of_seat(of_seat[2] or of_seat[3], entry.value)

    def _of_seat(self, verb: str, node: Node) -> Iterator[Diagnostic]:
        if verb == "saw":
            yield from _errors(texts, node)
        elif verb == "does not see":
            yield from _errors(self.terms.cards, node)
        elif isinstance(node, doc.Mapping):
            for entry in node.entries:
                yield from _errors(self._seen, entry)

    def _line(self, entry: doc.Pair) -> None:
        said, node = " ".join(entry.key.value.split()), entry.value
        if said == "to move":
            self.terms.seat(one_word(node, "the number of a seat"))
        elif said == "asked":
            self._asked(one_word(node, "the name of a question"))
        elif said in ("winners", "out"):
            for word in words(node):
                if word.text != "none":
                    self.terms.seat(word)
        elif said == "direction":
            direction(node)
        elif said in self.marks:
            self._marks(self.marks[said], node)
        elif said not in ("over", *MOVES) and not self._is_result(said):
            self._named(entry, ASPECTS, (*RESERVED, *self.marks, *self.names.results))

    def _is_result(self, said: str) -> bool:
        name = said.partition(" ")[0]
        return name in self.names.results and name not in self.variables

    def _asked(self, word: Word) -> None:
        if word.text not in self.names.prompts:
            help = did_you_mean(word.text, self.names.prompts)
            raise MalformedError(f"there is no question `{word.text}`", word.span, help)

    def _seen(self, entry: doc.Pair) -> None:
        """Read what a seat sees: a line, a log in words, a mark, a zone or a variable."""
        said = entry.key.value
        if said in self.marks:
            if self.marks[said].guise:
                message = f"a seat reads `{said}` on the card itself"
                raise MalformedError(message, entry.key.span, "name the zone of the card, as in `pile: Jk as 8♦`")
            self._marks(self.marks[said], entry.value)
        elif said not in self.names.lines:
            self._named(entry, SEEN, self.marks, seen=True)

    def _named(self, entry: doc.Pair, aspects: Collection[str], others: Collection[str], seen: bool = False) -> None:
        """Read the cards of a zone, the entries of a log or the value of a variable."""
        key, node = self.terms.key(entry.key, aspects, others), entry.value
        if isinstance(key, ZoneKey):
            self._cards(key, node, seen)
        elif isinstance(key, LogKey):
            if not seen and not isinstance(node, Scalar):
                self.terms.entries(key, node)
        elif not _is_unseen(node) if seen else self.terms.placed(key.type, node) is None:
            self.terms.value(key.type, node)

    def _cards(self, key: ZoneKey, node: Node, seen: bool) -> None:
        if key.aspect == "size":
            whole_number(node, "a number of cards")
        elif key.aspect != "from" and not (seen and is_number_of_cards(words(node))):
            self.terms.cards(node)

    def _marks(self, mark: p.Mark, node: Node) -> None:
        for entry in self.terms.marked(mark.name, node):
            self.terms.copy(entry.key)
            if not mark.guise and not _is_unseen(entry.value):
                self.terms.value(mark.type, entry.value)


def _is_unseen(node: Node) -> bool:
    return isinstance(node, Scalar) and " ".join(node.value.split()) == NOTHING
