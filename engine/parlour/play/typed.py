"""Parses a person's input into moves, and explains input that isn't a legal move.

Looks only at the current question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.game import numbers
from parlour.play.labels import Labels
from parlour.play.menu import menu
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.layout import RANDOM
from parlour.views import Projector, view
from parlour.views.known import bare
from parlour.views.move_texts import explained, faces_of, fitting, listed, meanings, sign_of
from parlour.views.signs import design_of, in_signs
from parlour.views.witnessed import sees_cards

MOST_CHOICES = 14  # moves listed for an ambiguous text


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
    return Refused(tuple(reasons(state, text)))


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
    others = [move for move in _with_rank(state, text) if move != numbered] if alone else []
    if others and numbered is not None:
        meant = _in_order([numbered, *others], moves)
        help = f"  type {text} again, or #{text}, for move {text}: `{numbered}`"
        return Refused((*_choices(text, meant, moves), help), choices=True, number=True)
    if others or numbered is not None:
        return numbered
    count = "there is only one move: 1" if len(moves) == 1 else f"choose {numbers(range(1, len(moves) + 1))}"
    lacking = next(iter(_lacking(state, text)), None) if alone else None
    return Refused((f"{lacking}; {count}" if lacking else count,))


def _with_rank(state: State, rank: str) -> list[Move]:
    """Return the moves that a number alone can mean. Of several choices, only one that is a rank: `7` isn't `move 6♣ to
    pile 7`."""
    design = design_of(state)
    cards = {face.name for face in design.faces if design.rank_names[face.rank] == rank}
    return [
        move
        for move in fitting(state, rank, listed(state), str)
        if len(move.chosen) <= 1 or rank in move.chosen.values() or not cards.isdisjoint(move.text.split())
    ]


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


def reasons(state: State, text: str) -> list[str]:
    """Explain in lines for a person why an input isn't a legal move."""
    why = explained(state, text)
    if why.verdict == "unknown" or any(reason.kind == "not-a-choice" for reason in why.others):
        lacking = _lacking(state, text)
        if lacking:
            return lacking if is_cards(state, text) else [why.heading, *(f"  {line}" for line in lacking)]
    lines = why.lines(state.table.machine.program.house_rules)
    return [line.replace(f"seat {state.question.seat} must", "you must") for line in lines]


def is_cards(state: State, text: str) -> bool:
    """True if an input has only cards, ranks and suits."""
    design = design_of(state)
    return all(sign_of(w, design) or design.face_named(w) is not None for w in in_signs(text, design).split())


def _lacking(state: State, text: str) -> list[str]:
    """Name the cards, ranks and suits in an input that the player who answers doesn't have, and where a card lies."""
    layout, seat = state.table.machine.layout, state.question.seat
    pack, labels, design = layout.pack, Labels(layout, seat), layout.pack.design
    zones = [(zone, {pack.face_of_name(bare(card.card)) for card in zone.cards}) for zone in view(state, seat).zones]
    own = [zone for zone, _ in zones if labels.is_of(zone.name, seat)]
    owned = {face for zone, faces in zones if zone in own for face in faces}
    lines = []
    for word in in_signs(text, design).split():
        face, sign = pack.face_of_name(word), sign_of(word, design)
        faces = {face} if face is not None else {*faces_of(sign, design)}
        if not faces or not own or faces & owned:
            continue
        if face is not None and not pack.of_face[face]:
            lines.append(f"there is no {pack.face_name(face)} in this pack")
            continue
        what = pack.face_name(face) if face is not None else f"any {sign}"
        others = [zone.name for zone, there in zones if face is not None and face in there]
        unseen = any(zone.size is None or zone.size > len(zone.cards) for zone in own)
        lacking = f"you don't see {what} among your cards" if unseen else f"you don't have {what}"
        lines.append(lacking + (f"; it is in {labels.zones(others)}" if others else ""))
    return lines


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
        move = read_move(state, parts[0]) if not state.over and state.question.seat == seat else None
        if isinstance(move, Move):
            del parts[0]
        elif move is None:
            move = Refused((f"after `{done[-1]}` it isn't your turn any more",))
        elif done and len(moves := menu(state)) == 1:  # a forced one
            move = moves[0]
        if isinstance(move, Refused):
            names = ", ".join(f"`{m}`" for m in done[:standing])
            stands = f"you can't take back {names}, because you saw something new. Parlour made no other move:"
            first = stands if names else "Parlour made none of these moves:"
            return TypedLine(tuple(done[:standing]), Refused((first, *move.lines)))
        after, events = state.apply_recorded(move)
        done.append(move)
        if after.seed is not None and parts:  # chance decides what follows, and only when the move is made
            return TypedLine((*done,), Refused((f"`{move}` involves chance: type the rest when you see the result",)))
        by_chance = state.cells[RANDOM] != after.cells[RANDOM]
        seen = Projector(state.table.machine, seat - 1).all(events)
        if by_chance or sees_cards(view(state, seat), view(after, seat), seen):
            standing = len(done)
        state = after
    return TypedLine(tuple(done))
