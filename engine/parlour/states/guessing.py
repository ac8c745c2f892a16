"""Guesses the moves that an input would mean if they were possible, to explain why they aren't.

Understands any text in the notation of an action, even if it names cards, players or numbers that can't be chosen now.
"""

from __future__ import annotations

import re

from parlour import program as p
from parlour.interpreter.arms import ArmCode
from parlour.interpreter.questions import QuestionCode
from parlour.table.layout import Layout
from parlour.table.texts import written


def guessed(layout: Layout, code: QuestionCode, text: str) -> list[int]:
    """Return the numbers of the moves with this text, legal or not: one for each action with this notation."""
    words, found = " ".join(text.split()), []
    for index, arm in enumerate(code.arms):
        values = _values(layout, arm, words)
        if values is not None:
            found.append(arm.packing.pack(values) * len(code.arms) + index)
    return found


def can_mean(arm: ArmCode, text: str) -> bool:
    """Return False if no move of an action can have this text, for any choices. A quick test."""
    design = arm.layout.pack.design
    match = arm.shape.fullmatch(" ".join(text.split()))
    if match is None:
        words = [word for piece in arm.arm.notation if isinstance(piece, str) for word in piece.split()]
        return any(character in text for character in ",;") or any(_has_names(design, word) for word in words)
    holes = [piece for piece in arm.arm.notation if not isinstance(piece, str)]
    shown = [(hole, words.split()[0]) for hole, words in zip(holes, match.groups(), strict=True)]
    return all(word.casefold() == "none" or _can_fill(design, hole, word.strip(",;")) for hole, word in shown)


def _can_fill(design: p.Design, hole: p.Hole, word: str) -> bool:
    if hole.type.kind == "int":
        return word.lstrip("-").isdecimal()
    return not _names_cards(hole) or design.face_named(word) is not None


def _has_names(design: p.Design, word: str) -> bool:
    """True if people can write a word differently, because it names a card or a suit. `as` isn't the ace of spades."""
    named = design.face_named(word) is not None or design.sign_of(word) is not None
    return named and word != "as"


def _names_cards(hole: p.Hole) -> bool:
    return hole.type.kind in ("card", "cards")


def _values(layout: Layout, arm: ArmCode, text: str) -> list[int] | None:
    """Return a value for each slot of an action, if the input has the notation of the action."""
    match = arm.shape.fullmatch(text)
    if match is None:
        return None
    slots = arm.arm.slots
    order: list[int] = []
    for piece in arm.arm.notation:
        if not isinstance(piece, str):
            named = [k for k, slot in enumerate(slots) if piece.value == p.Local(slot.local)]
            if len(named) != 1:
                return None
            order.append(named[0])
    if sorted(order) != list(range(len(slots))):
        return None
    found: dict[int, int] = {}
    for k, words in zip(order, match.groups(), strict=True):
        value = _value(layout, slots[k], words.strip())
        digit = arm.packing.digits[k]
        if value is None or not 0 <= value + digit.bias < digit.radix:
            return None
        found[k] = value
    return [found[k] for k in range(len(slots))]


def _value(layout: Layout, slot: p.Slot, text: str) -> int | None:
    if slot.form == "places" or slot.type.kind == "int":
        return int(text) if re.fullmatch(r"-?\d+", text) else None
    if slot.many:
        if slot.type.kind in ("card", "cards"):
            return _cards(layout, text.split())
        members = [_single(layout, slot.type, word) for word in text.split()]
        return None if None in members else sum(1 << m for m in set(members) if m is not None)
    if slot.form == "guises":
        card, _, face = text.partition(" as ")
        identity = _single(layout, slot.type, card)
        shown = layout.pack.face_of_name(face) if face else -1
        return None if identity is None or shown is None else layout.pack.guise(identity, shown)
    return _single(layout, slot.type, text)


def _cards(layout: Layout, names: list[str]) -> int | None:
    """Return a set of cards; each repetition of a name is another copy."""
    found = 0
    for name in names:
        face = layout.pack.face_of_name(name)
        copies = [] if face is None else [c for c in layout.pack.cards_of_face(face) if not found >> c & 1]
        if not copies:
            return None
        found |= 1 << copies[0]
    return found


def _single(layout: Layout, type_: p.Type, text: str) -> int | None:
    if type_.kind == "card":
        face = layout.pack.face_of_name(text)
        copies = () if face is None else layout.pack.cards_of_face(face)
        return copies[0] if copies else None
    for value in range(64):
        try:
            if written(layout, type_, value).casefold() == text.casefold():
                return value
        except IndexError:
            break
    return None
