"""What a person has typed, as moves; and why a move can't be made.

Only the question that was put to this person is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.machine.events import Event
from parlour.machine.layout import RANDOM
from parlour.machine.moves import Move
from parlour.machine.state import State
from parlour.machine.why import Why
from parlour.views import Projector, view
from parlour.views.events import CardsShown, CardsTurned


@dataclass(frozen=True)
class Refused:
    """A text that is no move now, and what there is to say about it."""

    lines: tuple[str, ...]


def read_move(state: State, text: str) -> Move | Refused:
    """The move that a text means: its number, its text, or only what is chosen."""
    question = state.question
    moves = (*question.legal, *question.tries)
    written = next((move for move in moves if move.text == text), None)
    if written is not None:
        return written
    number = re.fullmatch(r"#?(\d{1,9})", text, re.ASCII)
    if number and (text.startswith("#") or not any(move.text.isdecimal() for move in moves)):
        if 1 <= int(number[1]) <= len(moves):
            return moves[int(number[1]) - 1]
        return Refused((f"there are {len(moves)} moves" if len(moves) > 1 else "there is one move",))
    found = state.read(text)
    if isinstance(found, Move):
        return found
    meant = [move for spoken in _spoken(state, text) if isinstance(move := state.read(spoken), Move)]
    if len(set(meant)) == 1:
        return meant[0]
    if meant:
        return Refused((f"`{text}` could mean {' or '.join(f'`{m}`' for m in dict.fromkeys(meant))}",))
    return Refused(tuple(explanation(state, text).lines()))


def explanation(state: State, text: str) -> Why:
    """Why something can be done now, or can't. A card alone will do for playing that card."""
    return _candidates(state, text)[0]


def _candidates(state: State, text: str) -> list[Why]:
    """What a text may be about, the likeliest first."""
    reasons = [state.why(spoken) for spoken in (text, *_spoken(state, text))]
    order = {"allowed": 0, "forbidden": 1, "impossible": 2}
    return sorted(reasons, key=lambda why: order.get(why.verdict, 3))


def _spoken(state: State, text: str) -> Sequence[str]:
    """A text with the words before it that each action begins with: `4♦` becomes `play 4♦`."""
    machine = state.table.machine
    code = machine.question(list(state.cells))
    found = []
    for arm in code.arms:
        notation = arm.arm.notation
        if arm.arm.slots and notation and isinstance(notation[0], str):
            beginning = notation[0].strip()
            if beginning:
                found.append(f"{beginning} {text}")
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Answer:
    """The moves that a line of text means, and what was wrong with the rest of it, if anything was."""

    moves: tuple[Move, ...]
    refused: Refused | None = None


def read_moves(state: State, text: str) -> Answer:
    """One move, or several with `;` between them for one seat: all of them, or none.

    Only where an earlier one has shown its player something new, it stands even if a later one can't be made:
    nobody looks at a card and takes that back.
    """
    whole = read_move(state, text)
    if isinstance(whole, Move):
        return Answer((whole,))
    if ";" not in text:
        return Answer((), whole)
    seat = state.question.seat
    done: list[Move] = []
    standing = 0
    for part in filter(None, (part.strip() for part in text.split(";"))):
        move: Move | Refused
        if state.over or state.question.seat != seat:
            move = Refused((f"after `{done[-1]}` it is no longer your turn",))
        else:
            move = read_move(state, part)
        if isinstance(move, Refused):
            names = ", ".join(f"`{m}`" for m in done[:standing])
            first = f"{names} stays done, since it told you something new; but:" if names else "nothing was done:"
            return Answer(tuple(done[:standing]), Refused((first, *move.lines)))
        after, events = state.apply_recorded(move)
        done.append(move)
        if _has_learnt(state, after, events, seat):
            standing = len(done)
        state = after
    return Answer(tuple(done))


def _has_learnt(before: State, after: State, events: Sequence[Event], seat: int) -> bool:
    """Has a move shown this seat cards that it didn't see before, or was chance in it?"""
    if before.cells[RANDOM] != after.cells[RANDOM]:
        return True
    known = Counter(card.card for zone in view(before, seat).zones for card in zone.cards)
    seen = Counter(card.card for zone in view(after, seat).zones for card in zone.cards)
    for event in Projector(before.table.machine, seat - 1).all(events):
        if isinstance(event, CardsTurned | CardsShown):
            seen |= Counter(spot.card for spot in event.cards if spot.card is not None)
    return bool(seen - known)
