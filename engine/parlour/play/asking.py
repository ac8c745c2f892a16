"""What a person has typed, as moves; and why a move can't be made.

Only the question that was put to this person is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.machine.events import Event
from parlour.machine.layout import RANDOM
from parlour.machine.moves import Move
from parlour.machine.state import State
from parlour.machine.why import Why
from parlour.play.labels import Labels
from parlour.play.menu import menu
from parlour.play.words import in_signs
from parlour.views import Projector, view
from parlour.views.events import CardsShown, CardsTurned
from parlour.views.known import bare

MOST_CHOICES = 14  # that are listed for a text which could mean several
_PLAIN = re.compile(r"(?!Jk)[^\W\d_]{2,} ", re.IGNORECASE)  # two words or more, the first of which is no card
UNKNOWN = "? lists what you can do now, and h what you can type"


@dataclass(frozen=True)
class Refused:
    """A text that is no move now, and what there is to say about it."""

    lines: tuple[str, ...]
    choices: bool = False  # it could mean several moves, and these are listed


def read_move(state: State, text: str) -> Move | Refused:
    """The move that a text means: its number, its text, or only what is chosen, or how it begins or ends; or its text
    without the words that join what is chosen, if no other move is written so."""
    moves = menu(state)
    numbered = _numbered(moves, text)
    if numbered is not None:
        return numbered
    for find in (_written, _begun, _ended, _joined):
        for wording in _wordings(text):
            meant = find(state, wording)
            if len(meant) == 1:
                return meant[0]
            if meant:
                return Refused(_choices(text, meant, moves), choices=True)
    return Refused(tuple(reasons(state, text)))


def _numbered(moves: Sequence[Move], text: str) -> Move | Refused | None:
    """By its number in the list of moves; `#3` where moves are numbers themselves."""
    written = next((move for move in moves if move.text == text), None)
    if written is not None:
        return written
    number = re.fullmatch(r"#?(\d{1,9})", text, re.ASCII)
    if not number or (not text.startswith("#") and any(move.text.isdecimal() for move in moves)):
        return None
    if 1 <= int(number[1]) <= len(moves):
        return moves[int(number[1]) - 1]
    return Refused((f"there are {len(moves)} moves" if len(moves) > 1 else "there is one move",))


def _wordings(text: str) -> tuple[str, ...]:
    """As it was typed, and with signs for the words of cards and suits."""
    return tuple(dict.fromkeys((text, in_signs(text))))


def _written(state: State, text: str) -> list[Move]:
    """By their texts; what is chosen will do, without the words before it."""
    found = state.read(text)
    if isinstance(found, Move):
        return [found]
    meant = [move for spoken in _spoken(state, text) if isinstance(move := state.read(spoken), Move)]
    return list(dict.fromkeys(meant))


def _begun(state: State, text: str) -> list[Move]:
    """Those that begin like this, or whose action is called so."""
    begins = beginning(state, text)
    return [move for move in menu(state) if move.action == text.casefold() or begins.match(move.text)]


def _ended(state: State, text: str) -> list[Move]:
    """Those that end like this: `upper 3`. Not with cards alone: that is no way to call what is done with them."""
    words = " ".join(text.split())
    if not _PLAIN.match(words):
        return []
    ends = re.compile(rf"\s{re.escape(words)}$", re.IGNORECASE)
    return [move for move in menu(state) if ends.search(move.text)]


def _joined(state: State, text: str) -> list[Move]:
    """Those that are meant if joining words were left out: `knock K♦` for `knock and discard K♦`."""
    if state.why(text).verdict != "unknown":
        return []
    meant = [move for whole in _with_joining_words(state, text) if isinstance(move := state.read(whole), Move)]
    return list(dict.fromkeys(meant))


def _with_joining_words(state: State, text: str) -> list[str]:
    """A text as each action would write it of which it has the first word and what is chosen, or something like it."""
    found = []
    for arm in state.table.machine.question(list(state.cells)).arms:
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
    beginnings = "|".join(map(re.escape, (words, *_spoken(state, words)))) if words else "$."
    return re.compile(rf"({beginnings})( |[♣♦♥♠]|$)", re.IGNORECASE)


def _choices(text: str, meant: Sequence[Move], moves: Sequence[Move]) -> tuple[str, ...]:
    """Several moves, with the numbers that they have."""
    listed = MOST_CHOICES if len(meant) > MOST_CHOICES + 1 else len(meant)  # "and 1 more" is as long as that one
    numbers = [f"{moves.index(move) + 1:>3}  {move}" for move in meant[:listed]]
    more = [f"     and {len(meant) - listed} more"] if len(meant) > listed else []
    return (f"`{text}` could be", *numbers, *more)


# ---------------------------------------------------------------- why


def explanation(state: State, text: str) -> Why:
    """Why something can be done now, or can't. Its number will do, or a card alone for playing that card."""
    numbered = _numbered(menu(state), text)
    if isinstance(numbered, Move):
        return state.why(numbered)
    return _candidates(state, text)[0]


def reasons(state: State, text: str) -> list[str]:
    """The same in words."""
    numbered = _numbered(menu(state), text)
    if isinstance(numbered, Refused):
        return list(numbered.lines)
    why = explanation(state, text)
    missing = _missing(state, why)
    if missing:
        return [f"`{why.text}` is not possible", *(f"  {line}" for line in missing)]
    if why.verdict == "unknown":
        return _not_understood(state, text, why)
    return why.lines()


def _not_understood(state: State, text: str, why: Why) -> list[str]:
    machine, words = state.table.machine, " ".join(text.casefold().split())
    now = machine.question(list(state.cells)).question
    if words in _actions(now):
        return [f"there is nothing to {words} now", "  ? says why"]
    if any(words in _actions(question) for question in machine.program.questions):
        asked = state.question
        prompt = (asked.prompt or "").replace("_", " ").replace("-", " ")
        but = f", but: {asked.wording}" if asked.wording else f", but to {prompt}" if prompt else ""
        return [f"you are not asked to {words} now{but}", f"  {UNKNOWN}"]
    help = [reason.message for reason in why.others if reason.message.startswith("did you mean")]
    return [f"`{text}` is not understood", f"  {help[0] if help else UNKNOWN}"]


def _actions(question: p.Question) -> set[str]:
    """What the actions of a question are called, and how their moves begin."""
    begins = [arm.notation[0].strip() for arm in question.arms if arm.notation and isinstance(arm.notation[0], str)]
    return {*(arm.id for arm in question.arms), *begins}


def _missing(state: State, why: Why) -> list[str]:
    """Cards that were named, but that aren't there to be chosen by the one who is asked."""
    if why.verdict != "unknown" and not any(reason.kind == "not-a-choice" for reason in why.others):
        return []
    pack = state.table.machine.layout.pack
    faces = [pack.face_of_name(word) for word in in_signs(why.text).split()]
    return [line for face in faces if face is not None and (line := _lacking(state, face))]


def _lacking(state: State, face: int) -> str | None:
    layout, seat = state.table.machine.layout, state.question.seat
    card, labels = layout.pack.face_name(face), Labels(layout, seat)
    if not layout.pack.of_face[face]:
        return f"there is no {card} in this pack"
    lying = [zone.name for zone in view(state, seat).zones if any(bare(c.card) == card for c in zone.cards)]
    if any(labels.is_own(zone) for zone in lying):
        return None
    return f"you don't have {card}" + (f": it lies in {labels.zones(lying)}" if lying else "")


def _candidates(state: State, text: str) -> list[Why]:
    """What a text may be about, the likeliest first."""
    wordings = _wordings(text)
    spoken = dict.fromkeys(w for wording in wordings for w in (wording, *_spoken(state, wording)))
    found = [state.why(move) for move in _plain_moves(state) if move.text in spoken]
    found += [state.why(words) for words in spoken]
    if all(why.verdict == "unknown" for why in found):
        found += [state.why(whole) for wording in wordings for whole in _with_joining_words(state, wording)]
    order = {"allowed": 0, "forbidden": 1, "impossible": 2}
    return sorted(found, key=lambda why: order.get(why.verdict, 3))


def _plain_moves(state: State) -> Sequence[Move]:
    """The actions where nothing is chosen, possible or not. Several of them may be called the same."""
    code = state.table.machine.question(list(state.cells))
    plain = [index for index, arm in enumerate(code.arms) if not arm.arm.slots]
    return [move for index in plain for move in state.table.notation.moves(list(state.cells), [index])]


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

    What nobody would be asked, since nothing else is possible, need not be typed in between. Only where an earlier
    move has shown its player something new, it stands even if a later one can't be made: nobody looks at a card and
    takes that back.
    """
    whole = read_move(state, text)
    if isinstance(whole, Move):
        return Answer((whole,))
    if ";" not in text:
        return Answer((), whole)
    seat = state.question.seat
    done: list[Move] = []
    standing = 0
    parts = [part for part in map(str.strip, text.split(";")) if part]
    while parts:
        move = _next_move(state, seat, parts[0], done)
        if isinstance(move, Refused):
            names = ", ".join(f"`{m}`" for m in done[:standing])
            first = f"{names} stays done, since it told you something new; but:" if names else "nothing was done:"
            return Answer(tuple(done[:standing]), Refused((first, *move.lines)))
        meant, typed = move
        if typed:
            del parts[0]
        after, events = state.apply_recorded(meant)
        done.append(meant)
        if after.seed is not None and parts:  # what follows it is not settled before it is done
            return Answer(tuple(done), Refused((f"what comes after `{meant}` is up to chance: type the rest then",)))
        if _has_learnt(state, after, events, seat):
            standing = len(done)
        state = after
    return Answer(tuple(done))


def _next_move(state: State, seat: int, part: str, done: Sequence[Move]) -> tuple[Move, bool] | Refused:
    """The next of several moves, and whether it is the one that was typed: else it is the only one there is."""
    if state.over or state.question.seat != seat:
        return Refused((f"after `{done[-1]}` it is no longer your turn",))
    move = read_move(state, part)
    if isinstance(move, Move):
        return move, True
    moves = menu(state)
    return (moves[0], False) if len(moves) == 1 and done else move


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
