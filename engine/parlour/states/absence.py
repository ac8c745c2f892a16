"""Finds the reason why an input isn't a move: a card that the player doesn't have, another question, a missing end, a
misspelt word.

Mentions only facts that the player who answers may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from parlour import program as p
from parlour.base.diagnostics import did_you_mean, listing
from parlour.program.set_bounds import ranks_of_runs
from parlour.python.actions import ActionCode
from parlour.states.guessing import guessed
from parlour.states.machine import Machine
from parlour.states.moves import Notation, Unreadable
from parlour.states.unmet import zone_text
from parlour.table import card_names
from parlour.table.answers import of_actions
from parlour.table.cells import Cells
from parlour.table.layout import QUESTION

MOST = 1_000  # choices that are tried
MOST_NAMED = 3  # moves of a question that comes first

Unread = Literal["not-asked", "unfinished", "unknown", "misspelt"]


def reasons(machine: Machine, notation: Notation, s: Cells, unread: Unreadable) -> Iterator[tuple[Unread, str | None]]:
    """Yield the reasons why an input is no move at all, the most useful first."""
    text = unread.text
    yield "unknown", not_in_pack(machine, text)
    if unread.help is None:
        yield "misspelt", _misspelt(machine, s, text)
    yield "unfinished", _unfinished(machine, notation, s, text)
    yield "not-asked", _not_asked(machine, notation, s, text)
    yield "misspelt", unread.help
    yield "unknown", _beginnings(machine, notation, s, text)


def not_held(machine: Machine, s: Cells, arm: ActionCode, payload: int) -> str | None:
    """Name the cards that the player who answers lacks, as far as they know, if the action needs their own cards."""
    pack, seat = machine.layout.pack, machine.seat(s)
    own_parts = [
        named for named, possible in _named(arm, s, payload)
        if possible and all(_is_own(machine, s, seat, c) for c in possible)
    ]  # fmt: skip
    faces = Counter(pack.face[c] for named in own_parts for c in named)
    own = {face: sum(_is_own(machine, s, seat, c) for c in pack.cards_of_face(face)) for face in faces}
    lacking = [face for face in faces if not own[face]]
    if not lacking:
        few = next((face for face in faces if own[face] < faces[face]), None)
        if few is None or any(_unseen(machine, s, seat)):
            return None
        return f"seat {seat + 1} has only {own[few] if own[few] > 1 else 'one'} {pack.face_name(few)}"
    names = listing([pack.face_name(face) for face in lacking], "and", quote="")
    if any(_unseen(machine, s, seat)):
        return f"seat {seat + 1} doesn't know that it has {names}"
    elsewhere = _on_a_pile(machine, s, seat, lacking[0]) if len(lacking) == 1 else None
    if elsewhere is not None:
        return f"the only {names} in this pack is on the {elsewhere}"
    return f"seat {seat + 1} doesn't have {names}"


def not_there(machine: Machine, s: Cells, arm: ActionCode, payload: int) -> str | None:
    """Name a card that isn't in the open zone from which the action takes cards."""
    pack = machine.layout.pack
    for named, possible in _named(arm, s, payload):
        places = {s[machine.layout.where + c] for c in possible}
        faces = {pack.face[c] for c in possible}
        missing = next((c for c in named if pack.face[c] not in faces), None)
        if missing is not None and len(places) == 1 and machine.sight.always[min(places)] >> machine.seat(s) & 1:
            return f"{zone_text(machine.layout, min(places))} doesn't have {pack.name(missing)}"
    return None


def _named(arm: ActionCode, s: Cells, payload: int) -> list[tuple[list[int], set[int]]]:
    """Return the cards that each part of a choice names, and those that this part could name."""
    choices = [arm.cards_of_slots(other) for other in islice(arm.thinkable(s), MOST)]
    return [(cards, {c for other in choices for c in other[k]}) for k, cards in enumerate(arm.cards_of_slots(payload))]


def _on_a_pile(machine: Machine, s: Cells, seat: int, face: int) -> str | None:
    """Return the pile where a player sees the only card of a face; None if there are several, or for other places."""
    cards = list(machine.layout.pack.cards_of_face(face))
    if len(cards) != 1 or s[machine.layout.where + cards[0]] < 0 or not machine.sight.seers(s, cards[0]) >> seat & 1:
        return None
    zone = machine.program.zones[machine.layout.instances[s[machine.layout.where + cards[0]]].zone]
    return zone.text or None if zone.ordered and zone.owner is None and not zone.keys else None


def other_number(machine: Machine, s: Cells, arm: ActionCode, payload: int) -> str | None:
    """Return the number of cards that the action takes, if the input has another number."""
    slots, rank = [slot for slot in arm.arm.slots if slot.of_cards], machine.layout.pack.rank
    for slot, cards in zip(slots, arm.cards_of_slots(payload), strict=True):
        unlike = next((c for c in cards if rank[c] != rank[cards[0]]), None)
        if slot.form == "groups" and unlike is not None:
            names = [machine.layout.pack.name(c) for c in (cards[0], unlike)]
            return f"{listing(names, 'and', '')} have different ranks"
        if slot.form == "melds" and not machine.functions["builtin_is_meld"](_mask(cards)):
            return "these cards aren't a meld"
        if slot.width and not _are_run(machine, slot, cards):
            return f"these cards aren't a {slot.form.removesuffix('s')}"
    choices = [arm.cards_of_slots(other) for other in islice(arm.thinkable(s), MOST)]
    for k, cards in enumerate(arm.cards_of_slots(payload)):
        sizes = sorted({len(other[k]) for other in choices})
        if sizes and cards and len(cards) not in sizes:
            number = "1 card" if sizes == [1] else f"{sizes[0]} cards"
            return f"it takes {number}" if len(sizes) == 1 else f"it takes {sizes[0]} to {sizes[-1]} cards"
    return None


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << c for c in cards)


def _are_run(machine: Machine, slot: p.Slot, cards: Sequence[int]) -> bool:
    return _mask(cards) in machine.functions["runs"](_mask(cards), slot.width, *ranks_of_runs(slot.width), 0)


def not_in_pack(machine: Machine, text: str) -> str | None:
    """Name a card in the input that this pack doesn't have."""
    pack = machine.layout.pack
    faces = [pack.face_of_name(word) for word in text.split() if word.casefold() != "as"]
    missing = next((face for face in faces if face is not None and not pack.of_face[face]), None)
    return f"there is no {pack.face_name(missing)} in this pack" if missing is not None else None


def _not_asked(machine: Machine, notation: Notation, s: Cells, text: str) -> str | None:
    """Name the current question, if an input answers a different one."""
    now = machine.question(s)
    others = [code for code in machine.questions if code is not now]
    other = next((code for code in others if guessed(machine.layout, code, text)), None)
    other = other or next((code for code in others if any(_begins(arm, text) for arm in code.arms)), None)
    first = text.split()[0] if text.split() else ""
    other = other or next((code for code in others if any(_begins(arm, first) for arm in code.arms)), None)
    if other is None or any(_begins(arm, text) or _begins(arm, first) for arm in now.arms):
        return None
    return f"seat {machine.seat(s) + 1} must first {_to_answer(machine, notation, s)}"


def _to_answer(machine: Machine, notation: Notation, s: Cells) -> str:
    """Return the expected answers to a question: its moves if they are few, or its wording."""
    numbers, prompt = machine.legal(s), notation.prompts[s[QUESTION]]
    if len(numbers) <= MOST_NAMED:
        moves = listing([move.text for move in notation.moves(s, numbers)])
        return f"choose {moves}" if len(numbers) > 1 else moves
    if prompt.wording is not None:
        return f"answer: {prompt.wording(s, machine.seat(s))}"
    return "make another move"


def _unfinished(machine: Machine, notation: Notation, s: Cells, text: str) -> str | None:
    """Report that an input is only the beginning of a move."""
    code = machine.question(s)
    begun = [index for index, arm in enumerate(code.arms) if arm.arm.slots and _begins(arm, text)]
    if not begun:
        return None
    legal = next(iter(of_actions(machine.legal(s), len(code.arms), begun)), None)
    if legal is None:
        return "this has no choices now"
    return f"write the whole move, as in `{notation.moves(s, [legal])[0].text}`"


def _misspelt(machine: Machine, s: Cells, text: str) -> str | None:
    """Name a word in the input that is probably a misspelt card, or a misspelt first word of a move."""
    words, design = text.split(), machine.layout.pack.design
    message = next((message for word in words if (message := card_names.misspelt(word, design))), None)
    known = _first_words(machine, s)
    if message is not None or not words or words[0].casefold() in map(str.casefold, known):
        return message
    return did_you_mean(words[0], known)


def _beginnings(machine: Machine, notation: Notation, s: Cells, text: str) -> str:
    """Name a move that begins like the input, or the words with which the moves of this question begin."""
    arms, first = machine.question(s).arms, text.casefold().split()[:1]
    alike = [index for index, arm in enumerate(arms) if first and _begins(arm, first[0])]
    legal = next(iter(of_actions(machine.legal(s), len(arms), alike)), None)
    if legal is not None:
        return f"write a move like `{notation.moves(s, [legal])[0].text}`"
    words = _first_words(machine, s)
    return f"the moves here begin with {listing(words)}" if words else "this question has no such move"


def _first_words(machine: Machine, s: Cells) -> list[str]:
    """Return the words with which the moves of this question begin; not cards or numbers."""
    return list(dict.fromkeys(word for arm in machine.question(s).arms for word in _first(arm)[:1]))


def _first(arm: ActionCode) -> list[str]:
    """Return the words before the first choice."""
    pieces = arm.arm.notation
    return pieces[0].split() if pieces and isinstance(pieces[0], str) else []


def _begins(arm: ActionCode, text: str) -> bool:
    """True if the moves of an action begin with this text: `knock` for `knock and discard K♦`."""
    first = _first(arm)
    words = text.casefold().split()
    return bool(words) and [word.casefold() for word in first[: len(words)]] == words


def _is_own(machine: Machine, s: Cells, seat: int, card: int) -> bool:
    number = s[machine.layout.where + card]
    return number >= 0 and _belongs(machine, number, seat) and bool(machine.sight.seers(s, card) >> seat & 1)


def _unseen(machine: Machine, s: Cells, seat: int) -> Iterator[bool]:
    """Yield for each card of the player whether it is hidden from that player."""
    for i in machine.layout.instances:
        if _belongs(machine, i.number, seat):
            for card in machine.layout.contents(s, i):
                yield not machine.sight.seers(s, card) >> seat & 1


def _belongs(machine: Machine, number: int, seat: int) -> bool:
    i = machine.layout.instances[number]
    return machine.layout.owns(seat, i)
