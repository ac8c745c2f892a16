"""The ways to write a move, apart from its full text: its beginning, or some of its words, such as the cards alone.

Examples, `parlour why` and the terminal all read moves in this way. Knows no menu and no numbers of moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from parlour.program import Design
from parlour.states.moves import READINGS, Move, looked_at
from parlour.states.state import State
from parlour.states.why import VERDICTS, Why
from parlour.table.faults import RulesetFault
from parlour.views.signs import design_of, in_signs

MOST_LOOKED_AT = 1_000  # moves of the actions with too many to list
MOST_CHOICES = 60  # of an action that are looked at to explain an illegal one

T = TypeVar("T")
Words = tuple[str, ...]
Typed = Sequence[tuple[frozenset[str], bool]]
"""For each word that somebody typed, the words that it can mean, and whether it is a card, a rank or a suit."""


def meanings(state: State, text: str) -> list[Move]:
    """Return the moves of the question that an input can mean, in the strictest reading that has any.

    The exact text of a move that isn't possible now means only that move, so the result is empty.
    """
    every = every_wording(state, text)
    for wording in every:
        move = state.read(wording)
        if isinstance(move, Move):
            return [move]
    if any(state.why(wording).verdict in ("forbidden", "impossible") for wording in every):
        return []
    return fitting(state, text, listed(state), str)


def clear(state: State, text: str) -> Move | str:
    """Return the move that an input clearly means; otherwise the input, so that `State.apply` raises the error."""
    moves = meanings(state, text) if not state.over else []
    return moves[0] if len(moves) == 1 else text


def explained(state: State, text: str) -> Why:
    """Explain the move that an input means, legal or not; of several, the one that is nearest to being legal."""
    reasons = [state.why(wording) for wording in every_wording(state, text)]
    if all(why.verdict == "unknown" for why in reasons):
        reasons += [state.why(move) for move in fitting(state, text, [*thinkable(state)], str)]
    return min(reasons, key=lambda why: (VERDICTS.index(why.verdict), not why.standing()))


def fitting(state: State, text: str, items: Sequence[T], written: Callable[[T], str]) -> list[T]:
    """Return the items that an input can mean by their texts: those that begin with its letters or words, or else those
    with just its cards, or else those with its words, in their order, among others. The order of adjacent cards matters
    only if there is an item in this order. A rank or a suit stands for a card."""
    design, plain = design_of(state), state.table.notation.plain
    if text.isalpha() and sign_of(in_signs(text, design), design) is None:
        matches = [item for item in items if written(item).casefold().startswith(text.casefold())]
        if matches:
            return matches
    for fits in (_begins, _has_only, _has):
        for wording in every_wording(state, text):
            for as_card, in_order in READINGS:
                typed = plain(wording, as_card, in_order)
                meant = [(_meant(word, design), _is_sign(word, design)) for word in typed]
                texts = [(item, plain(written(item), False, in_order)) for item in items if typed]
                matches = [item for item, words in texts if fits(meant, words, design)]
                if matches:
                    return matches
    return []


def _meant(word: str, design: Design) -> frozenset[str]:
    """Return a word, and the names of the cards of the rank or suit that it is."""
    sign = sign_of(word, design)
    return frozenset({word, sign or word, *(design.faces[face].name for face in faces_of(sign, design))})


def _begins(typed: Typed, words: Words, design: Design) -> bool:
    """True if a text begins with these words. Cards and signs alone are no beginning: they can be anywhere."""
    begun = zip(typed, words, strict=False)
    return len(typed) <= len(words) and not all(sign for _, sign in typed) and all(_bare(w) in m for (m, _), w in begun)


def _has_only(typed: Typed, words: Words, design: Design) -> bool:
    """True if these words are the cards of a text."""
    cards = [_bare(word) for word in words if design.face_named(_bare(word)) is not None]
    return len(cards) == len(typed) and all(
        sign and card in meant for (meant, sign), card in zip(typed, cards, strict=True)
    )


def _has(typed: Typed, words: Words, design: Design) -> bool:
    """True if a text has these words in their order. A single word must be a card, a sign or a number."""
    if len(typed) == 1 and not typed[0][1] and not any(map(str.isdecimal, typed[0][0])):
        return False
    rest = iter(words)
    return all(any(word in meant or _bare(word) in meant for word in rest) for meant, _ in typed)


def _bare(word: str) -> str:
    """Return the card itself for one that counts as another."""
    return word.partition("=")[0]


def _is_sign(word: str, design: Design) -> bool:
    return sign_of(word, design) is not None or design.face_named(_bare(word)) is not None


def sign_of(text: str, design: Design) -> str | None:
    """Return the sign of the rank or suit in an input: `Q` for `q`, `♥`."""
    signs = {name.casefold(): name for name in (*design.rank_names, *design.signs)}
    return signs.get(text.strip().casefold())


def faces_of(sign: str | None, design: Design) -> list[int]:
    """Return the faces of a rank or a suit; nothing without a sign."""
    signs = [(design.rank_names[f.rank], design.signs[f.suit] if f.suit >= 0 else None) for f in design.faces]
    return [face for face, known in enumerate(signs) if sign is not None and sign in known]


def every_wording(state: State, text: str) -> tuple[str, ...]:
    """Return an input as typed, with signs for the words of cards, and with the zone names that moves use: `deck` for
    `discard pile`."""
    wordings = tuple(dict.fromkeys((text, in_signs(text, design_of(state)))))
    if "the " not in text.casefold():
        return wordings
    names = {
        name.casefold(): zone.name
        for zone in state.table.machine.program.zones
        for name in (zone.text, *zone.also_called)
        if name
    }
    if not names:
        return wordings
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"\bthe ({longest_first})(?!\w)", re.IGNORECASE)
    renamed = (pattern.sub(lambda match: f"the {names[match[1].casefold()]}", wording) for wording in wordings)
    return tuple(dict.fromkeys((*wordings, *renamed)))


def listed(state: State) -> tuple[Move, ...]:
    """Return the moves of the question; of actions with too many to list, only the first ones."""
    question = state.question
    return (*looked_at(question.legal, MOST_LOOKED_AT), *question.tries)


def thinkable(state: State) -> Iterator[Move]:
    """Yield the moves of each action, possible or not; of an action with many choices, only the first ones."""
    cells, notation = list(state.cells), state.table.notation
    arms = state.table.machine.question(cells).arms
    for index, arm in enumerate(arms):
        numbers = [choice * len(arms) + index for choice in islice(arm.thinkable(cells), MOST_CHOICES)]
        try:  # one by one: written together, moves with the same text would get numbers
            yield from notation.each(cells, numbers)
        except RulesetFault:
            continue  # the choices include cards that this seat doesn't see
