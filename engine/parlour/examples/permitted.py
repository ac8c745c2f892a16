"""Compares the moves of a position, and the verdicts about blind moves, with those that an example expects."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from parlour.base.diagnostics import did_you_mean, listing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.words import MalformedError, Word, texts
from parlour.program import Clause, Design, Program
from parlour.states.guessing import divided
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.states.why import Why, judged
from parlour.views.move_texts import explained, meanings

MOST_NAMED = 5  # of several possible moves for a text
MOST_BEGINNINGS = 8  # of moves, in a help
NOTHING_ELSE = "nothing-else"
NOT_THERE = ("not-offered", "not-there", "not-possible")  # reasons against moves that a game may not have at all
REASONS = {
    "last-resort": NOTHING_ELSE,  # a last resort
    "not-offered": "not-offered",  # the condition of the action doesn't hold
    "not-a-choice": "not-there",  # there is no such choice
    "unknown": "not-there",
    "not-possible": "not-possible",  # `where` excludes it
    "over": "over",
}

_WORD = re.compile(r"[^\s;,]+")

Moves = list[tuple[Word, Word | None]]
"""Moves that can't be made, each with the expected reason, if any."""


def check_may(state: State, moves: Sequence[Word]) -> Iterator[Failure]:
    for word in moves:
        if _offered(state, word) is None:
            yield Failure("`may`", f"`{word.text}`", _may(state), word.span, _because(state, word.text))


def check_may_try(state: State, moves: Sequence[Word]) -> Iterator[Failure]:
    """Compare the moves that a strict table accepts at a price."""
    tries = () if state.over else state.question.tries
    for word in moves:
        if not isinstance(state.table.notation.read(word.text, tries), Move):
            offered = ", ".join(move.text for move in tries) or "nothing"
            yield Failure("`may try`", f"`{word.text}`", offered, word.span, _because(state, word.text))


def check_only_may(state: State, moves: Sequence[Word], span: Span) -> Iterator[Failure]:
    failures = [*check_may(state, moves)]
    yield from failures
    numbers = {move.number for word in moves if (move := _offered(state, word)) is not None}
    more = [] if state.over or failures else [m.text for m in state.question.legal if m.number not in numbers]
    if more:
        expected = ", ".join(word.text for word in moves) or "nothing"
        yield Failure("`only may`", expected, _may(state), span, (f"more than expected: {', '.join(more)}",))


def check_may_not(state: State, moves: Moves) -> Iterator[Failure]:
    program = state.table.machine.program
    for word, reason in moves:
        if reason is not None:
            check_reason(program, reason)
        why = explained(state, word.text)
        if _offered(state, word) is not None:
            details = _because(state, word.text)
            yield Failure("`may not`", f"not `{word.text}`", _may(state), word.span, details)
        elif reason is None and why.verdict == "unknown":
            check_text(state.table, word)
        elif reason is not None and not _names_reason(reason.text, why):
            actual = listing(reasons) if (reasons := _reasons(why)) else "no reason"
            details = (*why.lines(), *_elsewhere(program, reason))
            yield Failure(f"`may not` {word.text}", f"`{reason.text}`", actual, reason.span, details)


def check_right(state: State, moves: Sequence[Word]) -> Iterator[Failure]:
    """Compare the blind moves that would be right."""
    return _check_blind(state, [(word, None) for word in moves], "right")


def check_wrong(state: State, moves: Moves) -> Iterator[Failure]:
    """Compare the blind moves that would be wrong, and the reasons."""
    return _check_blind(state, moves, "wrong")


def _check_blind(state: State, moves: Moves, wanted: Literal["right", "wrong"]) -> Iterator[Failure]:
    what, machine = f"`would be {wanted}`", state.table.machine
    for word, reason in moves:
        if reason is not None:
            check_reason(machine.program, reason)
        move = _offered(state, word)
        why = None if move is None else judged(machine, list(state.cells), move)
        actual = "wrong" if why is not None and why.standing() else "right"
        if why is None:  # the question doesn't offer it, or not blindly
            yield Failure(what, f"`{word.text}`", _blind(state), word.span)
        elif actual != wanted:
            details = tuple(why.lines()[1:]) if actual == "wrong" else ()
            yield Failure(what, f"`{word.text}`", f"`{word.text}` is {actual}", word.span, details)
        elif reason is not None and not _names_reason(reason.text, why):
            yield Failure(f"{what} {word.text}", f"`{reason.text}`", listing(_reasons(why)), reason.span)


def _blind(state: State) -> str:
    legal = () if state.over else state.question.legal
    blind = [m.text for m in legal if judged(state.table.machine, list(state.cells), m) is not None]
    return f"the blind moves are {listing(blind)}" if blind else "no blind move"


def pairs(node: Node) -> Moves:
    """Return the moves, each with its expected reason, if any."""
    if not isinstance(node, doc.Mapping):
        return [(word, None) for word in texts(node)]
    pairs: Moves = []
    for entry in node.entries:
        reasons = texts(entry.value)
        reason = reasons[0] if reasons and reasons[0].text not in ("~", "null") else None
        pairs.append((Word(entry.key.value.strip(), entry.key.span), reason))
    return pairs


def _offered(state: State, word: Word) -> Move | None:
    """Return the legal move for some words."""
    if state.over:
        return None
    moves = [move for move in meanings(state, word.text) if move in state.question.legal]
    if len(moves) > 1:
        raise ambiguous(word.text, moves, word.span)
    return moves[0] if moves else None


def ambiguous(text: str, meant: Sequence[Move], at: Span) -> MalformedError:
    help = f"write the whole move: {listing([str(move) for move in meant[:MOST_NAMED]])}"
    return MalformedError(f"`{text}` could mean {len(meant)} moves", at, help)


def _may(state: State) -> str:
    if state.over:
        return "nothing: the match is over"
    return ", ".join(move.text for move in state.question.legal)


def _because(state: State, text: str) -> tuple[str, ...]:
    return tuple(explained(state, text).lines())


# ---------------------------------------------------------------- reasons


def _reasons(why: Why) -> list[str]:
    """Return the names of all reasons against a move."""
    return [*(REASONS.get(o.kind, o.kind) for o in why.others), *(clause.id for clause in why.standing())]


def _names_reason(name: str, why: Why) -> bool:
    """True if these words name the reason: the id of the clause, its last part, or the group of the clause."""
    if name in _reasons(why):
        return True
    return any(name in (clause.group, clause.id.rpartition(".")[2]) for clause in why.standing())


def check_reason(program: Program, reason: Word) -> None:
    """Raise MalformedError if no move can be refused for this reason."""
    clauses = {name for permission in program.permissions for clause in permission.clauses for name in _names(clause)}
    general = [*dict.fromkeys(REASONS.values())]
    if reason.text not in (*clauses, *general):
        here = f"the clauses are {listing(sorted(clauses), 'and')}; " if 0 < len(clauses) <= MOST_NAMED else ""
        others = f"{here}reasons without a clause are {listing(general, 'and')}"
        help = did_you_mean(reason.text, (*clauses, *general)) or others
        raise MalformedError(f"{program.title} has no clause or group `{reason.text}`", reason.span, help)


def _names(clause: Clause) -> tuple[str, ...]:
    """Return the names of a clause in examples: its id, its last part, and its group."""
    return (clause.id, clause.id.rpartition(".")[2], *([clause.group] if clause.group else []))


def _elsewhere(program: Program, reason: Word) -> tuple[str, ...]:
    """Return the actions to which a clause belongs, as a detail of a failure."""
    owners = [each.name for each in program.permissions if any(reason.text in _names(c) for c in each.clauses)]
    return (f"`{reason.text}` is a clause of {listing(owners, 'and')}",) if owners else ()


# ---------------------------------------------------------------- texts that moves can have, in any position


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
    others = f"moves begin with {listing(known[:MOST_BEGINNINGS])}" if known else None
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
    players = table.machine.players
    for code in table.machine.questions:
        for arm in code.arms:
            for parts in divided(arm.arm.notation, " ".join(text.split())):
                for hole, number in parts:
                    if hole.type.kind == "player" and number.isdecimal() and not 1 <= int(number) <= players:
                        yield int(number)
