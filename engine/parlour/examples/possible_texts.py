"""The texts that moves of a game can have, in any position.

An example expects that a player may not make a move. If no move of the game can have this text, it proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from parlour.base.diagnostics import did_you_mean, listing
from parlour.examples.words import MalformedError, Word
from parlour.program import Design, Program
from parlour.states.guessing import divided
from parlour.states.state import Table

MOST_NAMED = 8  # beginnings of moves in a help
_WORD = re.compile(r"[^\s;,]+")


def action_words(program: Program) -> frozenset[str]:
    """Return the words of all notations in small letters, and the words that players can choose."""
    notations = [piece for q in program.questions for arm in q.arms for piece in arm.notation]
    words = {word for piece in notations if isinstance(piece, str) for word in piece.split()}
    words |= {word for _, names in program.enums for word in names}
    return frozenset(word.casefold() for word in words)


def unknown_move(program: Program, word: Word, refused: bool) -> MalformedError:
    """Return the error of a move that begins like no action. `refused`: the example expects that it can't be made."""
    first = word.text.split()[0] if word.text.split() else ""
    known = first_words(program)
    others = f"moves begin with {listing(known[:MOST_NAMED])}" if known else None
    help = did_you_mean(first, known) or (_absent(word) if refused else others)
    return MalformedError(_no_action(word), word.span, help)


def first_words(program: Program) -> list[str]:
    """Return the words with which the moves of a game begin, in the order of its questions."""
    beginnings = [piece for q in program.questions for arm in q.arms for piece in arm.notation[:1]]
    return [*dict.fromkeys(piece.split()[0] for piece in beginnings if isinstance(piece, str) and piece.strip())]


def _no_action(word: Word) -> str:
    return f"no action of this game has the text `{word.text}`"


def _absent(word: Word) -> str:
    return f"write `{word.text}: not-there` if the game has no such move"


def check_text(table: Table, word: Word) -> None:
    """Report a move that can't exist in the game: it is probably misspelt, so `may not` would prove nothing."""
    program = table.machine.program
    text = word.text.casefold()
    if text.split()[:1] not in [[each.casefold()] for each in first_words(program)]:
        raise unknown_move(program, word, refused=True)
    words = action_words(program)
    strange = next((each for each in _WORD.findall(text) if not _is_sayable(each, program.deck.design, words)), None)
    if strange is not None:
        help = did_you_mean(strange, words) or f"`{strange}` is no card and no word of an action; {_absent(word)}"
        raise MalformedError(_no_action(word), word.span, help)
    seat = next(_missing_seats(table, text), None)
    if seat is not None:
        raise MalformedError(f"there is no seat {seat} in `{word.text}`", word.span, _absent(word))


def _is_sayable(word: str, design: Design, words: Collection[str]) -> bool:
    """True if a word can stand in a move: a word of an action, a card, a rank, a suit or a number."""
    if word in words or word in ("as", "none") or word.lstrip("-").isdecimal():
        return True
    return any(named(word) is not None for named in (design.face_named, design.rank_named, design.suit_named))


def _missing_seats(table: Table, text: str) -> Iterator[int]:
    """Yield the seats that a move names, if the table doesn't have them."""
    for code in table.machine.questions:
        for arm in code.arms:
            for parts in divided(arm.arm.notation, " ".join(text.split())):
                for hole, said in parts:
                    if hole.type.kind == "player" and said.isdecimal() and not 1 <= int(said) <= table.machine.players:
                        yield int(said)
