"""Finds moves of examples that no action of the game can mean, and reasons that it doesn't have, without playing.

A move usually begins with the first word of an action, and a reason is the name of a clause or group. Words that no
document of the mix contains are suspicious; only then is the whole mix compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from parlour.base.diagnostics import Diagnostic
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar
from parlour.examples.permitted import NOT_THERE, REASONS, check_reason, pairs
from parlour.examples.possible_texts import action_words, unknown_move
from parlour.examples.word_check import MOVES, expectations
from parlour.examples.words import MalformedError, Word, texts
from parlour.program import Design, Program
from parlour.views.signs import in_signs

_WORD = re.compile(r"[^\W\d_][\w'-]+")
REFUSED = ("may not", "would be wrong")  # with moves and the reasons against them
_PROSE = ("examples", "bases", "title", "text", "credits", "other-words", "sheet", "chart")


def meaningless(
    example: doc.Mapping, composition: Composition, design: Design, compile: Callable[[], Program | None]
) -> Iterator[Diagnostic]:
    """Yield the moves that begin with a word which the mix doesn't have, and the reasons that it doesn't have."""
    doubtful = [move for move in _moves(example) if _is_doubtful(move.word.text, composition.documents, design)]
    named = {word for document in composition.documents for word in _vocabulary(document)}
    reasons = [reason for reason in _reasons(example) if reason.text.rpartition(".")[2].casefold() not in named]
    program = compile() if doubtful or reasons else None
    if program is None:
        return
    known = action_words(program)
    for move in doubtful:
        if move.word.text.split()[0].casefold() not in known:
            yield unknown_move(program, move.word, move.refused).diagnostic
    for reason in reasons:
        try:
            check_reason(program, reason)
        except MalformedError as error:
            yield error.diagnostic


@dataclass(frozen=True)
class _Move:
    """A move in an example. `refused`: it can't be made."""

    word: Word
    refused: bool = False


def _moves(example: doc.Mapping) -> Iterator[_Move]:
    """Yield the moves of an example, without the seats that make them."""
    moves = example.get("moves")
    for item in moves.items if isinstance(moves, doc.Sequence) else ():
        if isinstance(item, Scalar):
            for answer in re.finditer(r"[^;:]+", item.value):
                if not answer[0].strip().isdecimal():
                    start = answer.start() + len(answer[0]) - len(answer[0].lstrip())
                    text = answer[0].strip()
                    yield _Move(Word(text, item.at(start, start + len(text))))
    for said in expectations(example):
        for entry in said.entries:
            key = " ".join(entry.key.value.split())
            if key in MOVES:
                yield from (_Move(word, key in REFUSED) for word in _expected(key, entry.value))


def _expected(key: str, node: doc.Node) -> Iterable[Word]:
    if key in REFUSED:
        return [move for move, reason in pairs(node) if reason is None or reason.text not in NOT_THERE]
    return texts(node)


def _reasons(example: doc.Mapping) -> Iterator[Word]:
    """Yield the reasons against moves that an example names, except those that any game can have."""
    for said in expectations(example):
        for key in REFUSED:
            node = said.get(key)
            reasons = (reason for _, reason in pairs(node)) if node is not None else ()
            yield from (reason for reason in reasons if reason is not None and reason.text not in REASONS.values())


def _is_doubtful(text: str, documents: Iterable[Document], design: Design) -> bool:
    """True if a move begins with a word that is neither a card nor in one of the documents."""
    first = _WORD.match(text)
    if first is None or in_signs(text, design).split()[:1] != [first[0]]:
        return False
    if design.face_named(first[0]) is not None or design.rank_named(first[0]) is not None:
        return False
    return not any(first[0].casefold() in _vocabulary(document) for document in documents)


@lru_cache(1_000)
def _vocabulary(document: Document) -> frozenset[str]:
    """Return the words of a document, except those of its examples and of texts for people."""
    found: set[str] = set()
    for node in doc.walk(document.node, _PROSE):
        values = [node.value] if isinstance(node, Scalar) else []
        keys = [entry.key.value for entry in node.entries] if isinstance(node, doc.Mapping) else []
        for text in (*values, *keys):
            found.update(word.casefold() for word in _WORD.findall(text))
    return frozenset(found)
