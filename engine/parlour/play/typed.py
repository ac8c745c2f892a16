"""Parses a person's input into moves, and explains input that isn't a legal move.

Looks only at the current question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.play.labels import Labels
from parlour.play.menu import menu
from parlour.play.reasons import in_brief
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.states.why import Why
from parlour.table.events import Event
from parlour.table.layout import RANDOM
from parlour.views import Projector, ZoneSeen, view
from parlour.views.known import bare
from parlour.views.move_texts import (
    every_wording,
    listed,
    meanings,
    sign_of,
    with_card,
    with_first_words,
    with_joining_words,
    with_rank,
)
from parlour.views.signs import design_of, in_signs
from parlour.views.witnessed import sees_cards

MOST_CHOICES = 14  # moves listed for an ambiguous text
UNKNOWN = "type ? to list your moves, or h for help"


@dataclass(frozen=True)
class Refused:
    """Input that isn't a legal move, and the message about it."""

    lines: tuple[str, ...]
    choices: bool = False  # the text is ambiguous, and the lines list the moves
    number: bool = False  # the text is the number of a move or a rank; typed again it is the number


def read_move(state: State, text: str) -> Move | Refused:
    """Return the move that an input means: its number in the menu, or any other way to write it.

    A number that is also a rank is ambiguous unless both mean the same move.
    """
    moves = menu(state)
    numbered = _numbered(state, moves, text)
    if numbered is not None:
        return numbered
    meant = _in_order(meanings(state, text), moves)
    if len(meant) == 1:
        return meant[0]
    if meant:
        return Refused(_choices(text, meant, moves), choices=True)
    begun = _begun(state, text)
    return begun[0] if len(begun) == 1 else Refused(tuple(reasons(state, text)))


def _begun(state: State, text: str) -> list[Move]:
    """Return the moves that begin with these letters, unless they name a rank or a suit: `d` for `draw`."""
    letters = text.casefold()
    is_sign = sign_of(in_signs(text, design_of(state)), design_of(state)) is not None
    known = {word for question in state.table.machine.program.questions for word in _actions(question)}
    if not letters.isalpha() or is_sign or letters in known:
        return []
    return [move for move in listed(state) if move.text.casefold().startswith(letters)]


def _numbered(state: State, moves: Sequence[Move], text: str) -> Move | Refused | None:
    """Return the move with a number; `#3` is always a number. If moves are numbers themselves, only `#3` is."""
    written = next((move for move in moves if move.text == text), None)
    if written is not None:
        return written
    number = re.fullmatch(r"#?(\d{1,9})", text, re.ASCII)
    alone = not text.startswith("#")
    if not number or (alone and any(move.text.isdecimal() for move in moves)):
        return None
    place = int(number[1])
    numbered = moves[place - 1] if 1 <= place <= len(moves) else None
    others = [move for move in with_rank(state, text) if move != numbered] if alone else []
    if others and numbered is not None:
        meant = _in_order([numbered, *others], moves)
        help = f"  type {text} again, or #{text}, for move {text}: `{numbered}`"
        return Refused((*_choices(text, meant, moves), help), choices=True, number=True)
    if others or numbered is not None:
        return numbered
    count = "there is only one move: 1" if len(moves) == 1 else f"choose {numbers(len(moves))}"
    ranks = state.table.machine.layout.pack.rank_names
    if not alone or text not in ranks:
        return Refused((count,))
    return Refused((f"{_nothing_with(state, text)}; {count}",))


def numbers(count: int) -> str:
    """Return the numbers of a menu: `1`, `1 or 2`, `1 to 3`."""
    return "1" if count == 1 else f"1 {'or' if count == 2 else 'to'} {count}"


def _in_order(meant: Iterable[Move], moves: Sequence[Move]) -> list[Move]:
    """Return moves in the order of the menu, those that it doesn't list last."""
    places = {move: place for place, move in enumerate(moves)}
    return sorted(meant, key=lambda move: places.get(move, len(moves)))


def _choices(text: str, meant: Sequence[Move], moves: Sequence[Move]) -> tuple[str, ...]:
    """List several moves with their numbers."""
    listed = MOST_CHOICES if len(meant) > MOST_CHOICES + 1 else len(meant)  # "and 1 more" is as long as that one
    places = {move: f"{number:>3}" for number, move in enumerate(moves, 1)}
    numbers = [f"{places.get(move, '   ')}  {move}" for move in meant[:listed]]
    more = [f"     and {len(meant) - listed} more"] if len(meant) > listed else []
    return (f"`{text}` could mean", *numbers, *more)


# ---------------------------------------------------------------- why


def explanation(state: State, text: str) -> Why:
    """Explain why a move is possible or not. The input can be its number, or just a card."""
    numbered = _numbered(state, menu(state), text)
    if isinstance(numbered, Move):
        return state.why(numbered)
    return _candidates(state, text)[0]


def reasons(state: State, text: str) -> list[str]:
    """Return the explanation in lines for a person."""
    numbered = _numbered(state, menu(state), text)
    if isinstance(numbered, Refused):
        return list(numbered.lines)
    sign = in_signs(text, design_of(state))
    if sign != text and sign in design_of(state).rank_names and not with_rank(state, sign):  # `four` is no place
        return [_nothing_with(state, sign), f"  {UNKNOWN}"]
    why = explanation(state, text)
    missing = _missing(state, why)
    if missing:
        return [f"`{why.text}` is not possible", *(f"  {line}" for line in missing)]
    if why.verdict == "unknown":
        return _not_understood(state, text, why)
    return list(in_brief(why, state.table.machine.program.house_rules))


def _not_understood(state: State, text: str, why: Why) -> list[str]:
    machine, words = state.table.machine, " ".join(text.casefold().split())
    now = machine.asked(list(state.cells))
    if words in _actions(now):
        return [f"you can't {words} now", "  type ? to see why"]
    if any(words in _actions(question) for question in machine.program.questions):
        asked = state.question
        but = f"; the question is: {asked.wording}" if asked.wording else ""
        return [f"you can't {words} now{but}", f"  {UNKNOWN}"]
    action, _, word = in_signs(text, design_of(state)).rpartition(" ")
    sign = sign_of(word, design_of(state))
    if sign is not None and not action:
        return [_nothing_with(state, sign), f"  {UNKNOWN}"]
    if sign is not None and action.casefold() in _actions(now):
        return [_lacks(state, sign) or f"there is no {sign} to {action.casefold()} now", f"  {UNKNOWN}"]
    begun = [move.text for move in listed(state) if move.text.casefold().startswith(words)]
    if len(begun) == 1:
        return [why.heading, f"  did you mean `{begun[0]}`?"]
    help = [reason.message for reason in why.others if reason.kind == "misspelt"]
    return [why.heading, f"  {help[0] if help else UNKNOWN}"]


def other_card(state: State, text: str, move: Move) -> str | None:
    """Return `you don't have a 4` if an input is a rank as well as the number of a move with other cards."""
    pack = state.table.machine.layout.pack
    names_cards = any(pack.face_of_name(word) is not None for word in move.text.split())
    if text not in pack.rank_names or not names_cards or move in with_rank(state, text):
        return None
    return _nothing_with(state, text)


def _nothing_with(state: State, sign: str) -> str:
    return _lacks(state, sign) or f"you can't do anything with {sign} now"


def _lacks(state: State, sign: str) -> str | None:
    """Return `you don't have a K` if the player who answers has no card of this rank or suit."""
    pack, seat = state.table.machine.layout.pack, state.question.seat
    labels, design = Labels(state.table.machine.layout, seat), pack.design
    own = [zone for zone in view(state, seat).zones if labels.is_own(zone.name)]
    cards = [bare(card.card) for zone in own for card in zone.cards]
    faces = [face for card in cards if (face := pack.face_of_name(card)) is not None]
    signs = {design.ranks[design.rank_of(face)].name for face in faces}
    signs |= {design.suits[suit].sign for face in faces if (suit := design.suit_of(face)) != p.NONE}
    if not own or sign in signs:
        return None
    what = f"{_article(sign)} {sign}" if sign in design.rank_names else f"any {sign}"
    return f"you don't see {what} among your cards" if _has_unseen(own) else f"you don't have {what}"


def _article(rank: str) -> str:
    """Return the article of a rank read aloud: `an 8`, `an N`, `an ace`, `a K`."""
    spelt = len(rank) == 1 and rank in "AEFHILMNORSX"
    return "an" if spelt or rank in ("8", "11", "18") or rank[:1] in "aeiou" else "a"


def _actions(question: p.Question) -> set[str]:
    """Return the beginnings of moves, up to the first choice: `knock`, `knock and`, `knock and discard`."""
    begins = [arm.notation[0].split() for arm in question.arms if arm.notation and isinstance(arm.notation[0], str)]
    return {" ".join(words[: n + 1]).casefold() for words in begins for n in range(len(words))}


def _missing(state: State, why: Why) -> list[str]:
    """Name the cards in the input that the player can't choose."""
    if why.verdict != "unknown" and not any(reason.kind == "not-a-choice" for reason in why.others):
        return []
    pack = state.table.machine.layout.pack
    faces = [pack.face_of_name(word) for word in in_signs(why.text, pack.design).split()]
    return [line for face in faces if face is not None and (line := _lacking(state, face))]


def _lacking(state: State, face: int) -> str | None:
    layout, seat = state.table.machine.layout, state.question.seat
    card, labels = layout.pack.face_name(face), Labels(layout, seat)
    if not layout.pack.of_face[face]:
        return f"there is no {card} in this pack"
    zones = view(state, seat).zones
    lying = [zone.name for zone in zones if any(bare(c.card) == card for c in zone.cards)]
    own = [zone for zone in zones if labels.is_own(zone.name)]
    if any(zone.name in lying for zone in own):
        return None
    if not own:
        return None if lying else f"you don't see {card}"
    if _has_unseen(own):
        return f"you don't see {card} among your cards" + (f"; you see it in {labels.zones(lying)}" if lying else "")
    return f"you don't have {card}" + (f"; it is in {labels.zones(lying)}" if lying else "")


def _has_unseen(zones: Iterable[ZoneSeen]) -> bool:
    return any(zone.size is None or zone.size > len(zone.cards) for zone in zones)


def _candidates(state: State, text: str) -> list[Why]:
    """Explain all moves that an input can mean, the likeliest first."""
    every, whole = every_wording(state, text), with_first_words(state, text)
    found = [state.why(move) for move in _plain_moves(state) if move.text in whole]
    found += [state.why(move) for move in with_card(state, text)]
    found += [state.why(words) for words in whole]
    if all(why.verdict == "unknown" for why in found):
        found += [state.why(words) for wording in every for words in with_joining_words(state, wording)]
    order = {"allowed": 0, "forbidden": 1, "impossible": 2}
    return sorted(found, key=lambda why: (order.get(why.verdict, 3), not why.standing()))


def _plain_moves(state: State) -> Sequence[Move]:
    """Return the actions without choices, both possible and impossible. Several can have the same text."""
    asked = state.table.machine.asked(list(state.cells))
    plain = [index for index, arm in enumerate(asked.arms) if not arm.slots]
    return [move for index in plain for move in state.table.notation.moves(list(state.cells), [index])]


@dataclass(frozen=True)
class TypedLine:
    """The moves that a line of text means, and the error in the rest of the line, if any."""

    moves: tuple[Move, ...]
    refused: Refused | None = None


def read_moves(state: State, text: str) -> TypedLine:
    """Read one move, or several of one seat separated by `;`; an error in one rejects all.

    Forced moves in between can be omitted. A move that has shown its player something new stays even if a later one is
    illegal. Nobody may look at a card and take that back.
    """
    whole = read_move(state, text)
    if isinstance(whole, Move):
        return TypedLine((whole,))
    if ";" not in text:
        return TypedLine((), whole)
    seat = state.question.seat
    done: list[Move] = []
    standing = 0
    parts = [part for part in map(str.strip, text.split(";")) if part]
    while parts:
        move = _next_move(state, seat, parts[0], done)
        if isinstance(move, Refused):
            names = ", ".join(f"`{m}`" for m in done[:standing])
            stands = f"you can't take back {names}, because you saw something new. Parlour made no other move:"
            first = stands if names else "Parlour made none of these moves:"
            return TypedLine(tuple(done[:standing]), Refused((first, *move.lines)))
        meant, typed = move
        if typed:
            del parts[0]
        after, events = state.apply_recorded(meant)
        done.append(meant)
        if after.seed is not None and parts:  # chance decides what follows, and only when the move is made
            return TypedLine(
                tuple(done), Refused((f"`{meant}` involves chance: type the rest when you see the result",))
            )
        if _has_learnt(state, after, events, seat):
            standing = len(done)
        state = after
    return TypedLine(tuple(done))


def _next_move(state: State, seat: int, part: str, done: Sequence[Move]) -> tuple[Move, bool] | Refused:
    """Return the next of several moves, and whether it was typed (if not, it is forced)."""
    if state.over or state.question.seat != seat:
        return Refused((f"after `{done[-1]}` it isn't your turn any more",))
    move = read_move(state, part)
    if isinstance(move, Move):
        return move, True
    moves = menu(state)
    return (moves[0], False) if len(moves) == 1 and done else move


def _has_learnt(before: State, after: State, events: Sequence[Event], seat: int) -> bool:
    """Return True if a move has shown this seat new cards, or involved chance."""
    if before.cells[RANDOM] != after.cells[RANDOM]:
        return True
    seen = Projector(before.table.machine, seat - 1).all(events)
    return sees_cards(view(before, seat), view(after, seat), seen)
