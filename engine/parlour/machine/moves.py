"""Moves: small values with a text that can be read back.

Reading is tolerant: case of words, blanks, plain letters for suits, the order of the cards of a set. What is read
is always one of the moves that are possible now; nothing else is understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from parlour import program as p
from parlour.diagnostics import did_you_mean
from parlour.machine.arms import ArmCode
from parlour.machine.cards import members
from parlour.machine.closures import Cells
from parlour.machine.faults import RulesetFault
from parlour.machine.layout import Layout
from parlour.machine.machine import Machine
from parlour.machine.questions import QuestionCode
from parlour.machine.texts import filled, written

MOST_KNOWN = 1 << 14  # moves that are kept to be told again

Chosen = str | int | bool | tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """An answer. `action` is its id in the ruleset, and `text` what is typed; `chosen` tells what was chosen.

    `number` is the packed form; `values` has one number for each thing that was chosen.
    """

    number: int
    action: str
    values: tuple[int, ...]
    text: str = field(compare=False)
    told: Callable[[], Mapping[str, Chosen]] = field(default=dict, compare=False, repr=False)

    @property
    def chosen(self) -> Mapping[str, Chosen]:
        """What was chosen, by the names that the ruleset has for it: a card is `4♦`, cards are a tuple of these, a
        player is the number of the seat, numbers and places are numbers, everything else is a word."""
        return self.told()

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.number, self.action, self.values, self.text, _Kept(dict(self.chosen)))

    def __copy__(self) -> Move:
        return self  # it never changes

    def __deepcopy__(self, _: object) -> Move:
        return self


@dataclass(frozen=True)
class _Kept:
    """What was chosen by a move that has left its table."""

    chosen: Mapping[str, Chosen]

    def __call__(self) -> Mapping[str, Chosen]:
        return dict(self.chosen)


@dataclass(frozen=True)
class Unreadable:
    """A text that names no move, or more than one."""

    kind: Literal["unknown", "ambiguous"]
    text: str
    help: str | None

    @property
    def message(self) -> str:
        reason = "is not possible here" if self.kind == "unknown" else "could mean several moves"
        return f"`{self.text}` {reason}" + (f"; {self.help}" if self.help else "")


class Notation:
    """Writes and reads the moves of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._fillers: dict[int, list[Callable[[Cells], str]]] = {}
        self._wordings: dict[int, Callable[[Cells], str] | None] = {}
        # Moves whose texts say only what is chosen, by question, with the cards that they name.
        self._known: dict[tuple[int, int], tuple[Move, list[int]]] = {}

    def moves(self, s: Cells, numbers: Sequence[int]) -> tuple[Move, ...]:
        """Moves with texts that differ: of several that read alike, the later ones get a number."""
        found = []
        taken: dict[str, int] = {}
        if not numbers:
            return ()
        code = self.machine.question(s)
        fillers = self._fillers_of(code)
        s = s[:] + self.machine.scratch.cells
        seat = code.seat(s)
        for number in numbers:
            move = self._move(s, number, code, fillers, seat)
            times = taken[move.text] = taken.get(move.text, 0) + 1
            if times > 1:
                move = replace(move, text=f"{move.text} #{times}")
            found.append(move)
        return tuple(found)

    def wording(self, s: Cells) -> str | None:
        """How the question is put to the player."""
        code = self.machine.question(s)
        if code.number not in self._wordings:
            self._wordings[code.number] = self._wording(code)
        filler = self._wordings[code.number]
        return None if filler is None else " ".join(filler(s[:] + self.machine.scratch.cells).split())

    def _wording(self, code: QuestionCode) -> Callable[[Cells], str] | None:
        """Writes how a question is put; it tells no card that the player doesn't see."""
        wording, seers = code.question.wording, self.machine.sight.seers
        if wording is None:
            return None
        holes = [hole for hole in wording if isinstance(hole, p.Hole) and hole.type.kind in ("card", "cards")]
        named = [(code.x.value(hole.value), hole.type.kind == "cards") for hole in holes]
        size, fill, origin = self.machine.layout.pack.size, filled(code.x, wording), code.question.origin

        def write(s: Cells) -> str:
            for value, many in named:
                v = value(s)
                for c in members(v) if many else [v % size] if v >= 0 else []:
                    if not seers(s, c) >> code.seat(s) & 1:
                        raise RulesetFault("a question names a card that the player who is asked can't see", origin)
            return fill(s)

        return write

    def _fillers_of(self, code: QuestionCode) -> list[Callable[[Cells], str]]:
        if code.number not in self._fillers:
            self._fillers[code.number] = [filled(arm.x, arm.arm.notation) for arm in code.arms]
        return self._fillers[code.number]

    def _move(
        self, s: Cells, number: int, code: QuestionCode, fillers: list[Callable[[Cells], str]], seat: int
    ) -> Move:
        known = self._known.get((code.number, number))
        if known is not None:
            self._look(s, code, *known, seat)
            return known[0]
        payload, index = divmod(number, len(code.arms))
        arm = code.arms[index]
        values, cards = arm.packing.unpack(payload), arm.named_cards(payload)
        arm.bind(s, payload)
        text = " ".join(fillers[index](s).split())
        move = Move(number, arm.arm.id, values, text, partial(self._chosen, arm, values))
        self._look(s, code, move, cards, seat)
        if not arm.said and len(self._known) < MOST_KNOWN:
            self._known[code.number, number] = move, cards
        return move

    def _chosen(self, arm: ArmCode, values: tuple[int, ...]) -> dict[str, Chosen]:
        program, layout = self.machine.program, self.machine.layout
        slots = zip(arm.arm.slots, values, strict=True)
        return {program.locals[slot.local][0]: _told(layout, slot, value) for slot, value in slots}

    def _look(self, s: Cells, code: QuestionCode, move: Move, cards: Sequence[int], seat: int) -> None:
        """A player can't name a card that he doesn't see."""
        for c in cards:
            if not self.machine.sight.seers(s, c) >> seat & 1:
                message = f"`{move.action}` offers cards that the player who is asked can't see"
                raise RulesetFault(message, code.arms[move.number % len(code.arms)].arm.origin)

    def read(self, text: str, moves: Sequence[Move]) -> Move | Unreadable:
        """The one of these moves that a text means."""
        for move in moves:
            if move.text == text:
                return move
        for as_card, in_order in _READINGS:
            wanted = _plain(text, as_card, in_order)
            found = [move for move in moves if _plain(move.text, False, in_order) == wanted]
            if len(found) == 1:
                return found[0]
            if found:
                return Unreadable("ambiguous", text, None)
        chosen = _chosen(text)
        alike = [move.text for move in moves if _chosen(move.text) == chosen]
        return Unreadable("unknown", text, did_you_mean(text, alike))


def _told(layout: Layout, slot: p.Slot, value: int) -> Chosen:
    """A value for people who write programs."""
    kind = slot.type.kind
    if slot.form == "places" or kind == "int":
        return value
    if slot.form in ("sets", "groups") or kind == "cards":
        return tuple(layout.pack.name(c) for c in sorted(members(value), key=lambda c: layout.pack.face[c]))
    if kind in ("player", "side"):
        return value + 1
    return bool(value) if kind == "bool" else written(layout, slot.type, value)


# ---------------------------------------------------------------- plain forms

_SUITS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "\ufe0f": None})
_CARD = re.compile(r"(10|t|[2-9jqka])([cdhs])|jk|joker")


# In turn: is `as` the ace of spades (or the word), and does the order of cards matter?
_READINGS = ((False, True), (True, True), (False, False), (True, False))


def _chosen(text: str) -> list[str]:
    """The cards, suits and numbers that a text names. Another one is no slip of the pen but another move."""
    tokens = [token.translate(_SUITS) for token in text.casefold().split()]
    return [t for t in tokens if _CARD.fullmatch(t) or len(t) == 1 or any(map(str.isdecimal, t))]


def _plain(text: str, as_card: bool, in_order: bool) -> tuple[str, ...]:
    """Small letters, cards in plain letters; cards side by side may be sorted; `Jk as 5♠` is one card."""
    tokens = [(t, t.translate(_SUITS)) for t in re.sub(r"([;,])", r" \1 ", text).casefold().split()]
    words: list[str] = []
    run: list[str] = []  # cards side by side
    guise = False
    for original, token in [*tokens, ("", "")]:
        if _CARD.fullmatch(token) and (original != "as" or as_card):
            name = "jk" if token == "joker" else token.replace("t", "10")
            if guise:
                run[-1] += f"={name}"
            else:
                run.append(name)
            guise = False
        elif original == "as" and run and not guise:
            guise = True
        else:
            words += [*(run if in_order else sorted(run)), *(["as"] if guise else []), token]
            run, guise = [], False
    return tuple(words[:-1])
