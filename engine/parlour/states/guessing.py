"""Guesses the moves that an input can mean, to find them among many, or to explain why they aren't possible.

Understands any text in the notation of an action, even if it names cards, players or numbers that can't be chosen now.
Values in the text that the player doesn't choose can be any words here: the caller compares the texts of the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parlour import program as p
from parlour.python.actions import ActionCode, QuestionCode
from parlour.table.layout import Layout
from parlour.table.packing import members_of
from parlour.table.texts import written


def guessed(layout: Layout, code: QuestionCode, text: str) -> list[int]:
    """Return the numbers of the moves that this text can mean, legal or not."""
    arms = enumerate(code.arms)
    return [payload * len(code.arms) + index for index, arm in arms for payload in payloads(layout, arm, text)]


def payloads(layout: Layout, arm: ActionCode, text: str, others: Iterable[int] = ()) -> Iterator[int]:
    """Yield the choices of an action that a text can mean. What the notation leaves out is as in one of the `others`;
    without these, nothing can be left out."""
    slots, notation = arm.arm.slots, arm.arm.notation
    values = [piece.value for piece in notation if not isinstance(piece, str)]
    in_text = [p.Local(slot.local) in values for slot in slots]
    left_out = {
        tuple(None if shown else v for shown, v in zip(in_text, arm.packing.unpack(other), strict=True))
        for other in others
    }
    for parts in divided(notation, " ".join(text.split())):
        words = {hole.value: part for hole, part in parts}
        pairs = zip(slots, in_text, strict=True)
        read = [_value(layout, slot, words[p.Local(slot.local)]) if shown else None for slot, shown in pairs]
        for known in left_out or [(None,) * len(slots)]:
            chosen = [v for pair in zip(read, known, strict=True) for v in pair if v is not None]
            if len(chosen) == len(slots) and arm.packing.fits(chosen):
                yield arm.packing.pack(chosen)


def divided(notation: p.Template, text: str, at: int = 0) -> Iterator[tuple[tuple[p.Hole, str], ...]]:
    """Yield the words of each hole of a notation, in each way to divide a text from this place on."""
    if not notation:
        if at == len(text):
            yield ()
        return
    piece, rest = notation[0], notation[1:]
    if isinstance(piece, str):
        words = re.sub(r"\s+", " ", piece)
        words = words.lstrip() if not at or text[at - 1] == " " else words
        words = words if len(text) - at > len(words.rstrip()) else words.rstrip()
        if text[at : at + len(words)].casefold() == words.casefold():
            yield from divided(rest, text, at + len(words))
        return
    for end in range(len(text), at - piece.blank, -1):
        for others in divided(rest, text, end):
            yield (piece, text[at:end].strip()), *others


def can_mean(arm: ActionCode, text: str) -> bool:
    """Return False if no move of an action can have this text, for any choices. A quick test."""
    design = arm.layout.pack.design
    ways = list(divided(arm.arm.notation, " ".join(text.split())))
    if not ways:
        words = [word for piece in arm.arm.notation if isinstance(piece, str) for word in piece.split()]
        return any(character in text for character in ",;") or any(_has_names(design, word) for word in words)
    return any(all(_can_fill(design, hole, words) for hole, words in parts) for parts in ways)


def _can_fill(design: p.Design, hole: p.Hole, words: str) -> bool:
    word = (words.split() or ["none"])[0].strip(",;")
    if word.casefold() == "none":
        return True
    if hole.type.kind == "int":
        return word.lstrip("-").isdecimal()
    return not _names_cards(hole) or design.face_named(word) is not None


def _has_names(design: p.Design, word: str) -> bool:
    """True if people can write a word differently, because it names a card or a suit. `as` isn't the ace of spades."""
    named = design.face_named(word) is not None or design.sign_of(word) is not None
    return named and word != "as"


def _names_cards(hole: p.Hole) -> bool:
    return hole.type.kind in ("card", "cards")


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
    cards = 0
    for name in names if names != ["none"] else []:
        face = layout.pack.face_of_name(name)
        copies = [] if face is None else [c for c in layout.pack.cards_of_face(face) if not cards >> c & 1]
        if not copies:
            return None
        cards |= 1 << copies[0]
    return cards


def _single(layout: Layout, type_: p.Type, text: str) -> int | None:
    if type_.kind == "card":
        face = layout.pack.face_of_name(text)
        copies = () if face is None else layout.pack.cards_of_face(face)
        return copies[0] if copies else None
    values = range(members_of(layout, type_.kind, type_.name))
    return next((value for value in values if written(layout, type_, value).casefold() == text.casefold()), None)
