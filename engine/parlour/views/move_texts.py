"""What people write for a move, besides its text: how it begins or ends, only what is chosen, fewer words.

Examples, `parlour why` and the terminal read moves by this one rule. Knows no menu and no numbers of moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.table.cards import SUIT_NAMES
from parlour.views.signs import in_signs

MOST_LOOKED_AT = 1_000  # of moves that are too many to list

_PLAIN = re.compile(r"(?!Jk)[^\W\d_]{2,} ", re.IGNORECASE)  # two words or more, the first of which is no card


def meanings(state: State, text: str) -> list[Move]:
    """The moves of the question that a text can mean, in the strictest reading that has any.

    A text that is written like a move which can't be made now means only that one, so nothing.
    """
    for wording in wordings(text):
        found = _written(state, wording)
        if found:
            return found
    if any(state.why(wording).verdict in ("forbidden", "impossible") for wording in wordings(text)):
        return []
    for find in (_begun, _naming, _ended, _joined):
        for wording in wordings(text):
            found = find(state, wording)
            if found:
                return found
    return []


def clear(state: State, text: str) -> Move | str:
    """The move that a text means, where it is clear; else the text, of which `State.apply` says what is wrong."""
    found = meanings(state, text) if not state.over else []
    return found[0] if len(found) == 1 else text


def with_rank(state: State, rank: str) -> list[Move]:
    """The moves that a rank alone can mean: `7` for `play 7♦`, or for `ask seat 2 for 7`."""
    return _begun(state, rank) or _naming(state, rank)


def wordings(text: str) -> tuple[str, ...]:
    """As it was typed, and with signs for the words of cards and suits."""
    return tuple(dict.fromkeys((text, in_signs(text))))


def _written(state: State, text: str) -> list[Move]:
    """By their texts; what is chosen will do, without the words before it."""
    found = state.read(text)
    if isinstance(found, Move):
        return [found]
    meant = [move for whole in spoken(state, text) if isinstance(move := state.read(whole), Move)]
    return list(dict.fromkeys(meant))


def _listed(state: State) -> tuple[Move, ...]:
    """Of too many moves to list only the first ones."""
    question = state.question
    legal = question.legal.first(MOST_LOOKED_AT) if isinstance(question.legal, ManyMoves) else question.legal
    return (*legal, *question.tries)


def _begun(state: State, text: str) -> list[Move]:
    """Those that begin like this."""
    begins = beginning(state, text)
    return [move for move in _listed(state) if begins.match(move.text)]


def _naming(state: State, text: str) -> list[Move]:
    """Those in which a rank, a suit or a number is a word of its own: `7` for `ask seat 2 for 7`. If there are
    none, those with a card of the suit: `♥` for `play 4♥`."""
    sign = text.strip().upper()
    if sign not in (*SUIT_NAMES, *state.table.machine.layout.pack.rank_names) and not sign.isdecimal():
        return []
    found = [move for move in _listed(state) if sign in move.text.split()]
    card = of_suit(text)
    return found or [move for move in _listed(state) if card is not None and card.search(move.text)]


def of_suit(text: str) -> re.Pattern[str] | None:
    """What a card looks like of the suit that a text is."""
    sign = text.strip().upper()
    return re.compile(rf"(?<!\S)\w+{sign}(?!\S)") if sign in SUIT_NAMES else None


def _ended(state: State, text: str) -> list[Move]:
    """Those that end like this: `upper 3`. Not with cards alone: that is no way to call what is done with them."""
    words = " ".join(text.split())
    if not _PLAIN.match(words):
        return []
    ends = re.compile(rf"\s{re.escape(words)}$", re.IGNORECASE)
    return [move for move in _listed(state) if ends.search(move.text)]


def _joined(state: State, text: str) -> list[Move]:
    """Those that are meant if joining words were left out: `knock K♦` for `knock and discard K♦`."""
    if state.why(text).verdict != "unknown":
        return []
    meant = [move for whole in with_joining_words(state, text) if isinstance(move := state.read(whole), Move)]
    return list(dict.fromkeys(meant))


def with_joining_words(state: State, text: str) -> list[str]:
    """A text as each action would write it of which it has the first word and what is chosen, or something like it."""
    found = []
    for arm in state.table.machine.interpreter.question(list(state.cells)).arms:
        pieces: list[str | None] = []  # words, and nothing for what is chosen
        for piece in arm.arm.notation:
            pieces += piece.split() if isinstance(piece, str) else [None]
        first, *others = pieces or [None]
        if first is None or not any(others) or all(others):
            continue
        rest = "".join(r"\s+(.+?)" if word is None else rf"(?:\s+{re.escape(word)})?" for word in others)
        match = re.fullmatch(re.escape(first) + rest, " ".join(text.split()), re.IGNORECASE)
        if match:
            chosen = iter(match.groups())
            found.append(" ".join([first, *(next(chosen) if word is None else word for word in others)]))
    return list(dict.fromkeys(whole for whole in found if whole.casefold() != text.casefold()))


def beginning(state: State, text: str) -> re.Pattern[str]:
    """What the texts of moves look like that begin like this: `call`, `play Q`, or only `Q`."""
    words = " ".join(text.split())
    beginnings = "|".join(map(re.escape, (words, *spoken(state, words)))) if words else "$."
    return re.compile(rf"({beginnings})( |[♣♦♥♠]|$)", re.IGNORECASE)


def spoken(state: State, text: str) -> Sequence[str]:
    """A text with the words before it that each action begins with: `4♦` becomes `play 4♦`."""
    machine = state.table.machine
    code = machine.interpreter.question(list(state.cells))
    found = []
    for arm in code.arms:
        notation = arm.arm.notation
        if arm.arm.slots and notation and isinstance(notation[0], str):
            beginning = notation[0].strip()
            if beginning:
                found.append(f"{beginning} {text}")
    return tuple(dict.fromkeys(found))
