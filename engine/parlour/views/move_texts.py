"""The ways to write a move, apart from its full text: its beginning or its end, only the choices, fewer words.

Examples, `parlour why` and the terminal all read moves in this way. Knows no menu and no numbers of moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from parlour.program import Design
from parlour.states.guessing import can_mean
from parlour.states.moves import Move, looked_at
from parlour.states.state import State
from parlour.states.why import Why
from parlour.views.signs import design_of, in_signs

MOST_LOOKED_AT = 1_000  # moves of the actions with too many to list

_PLAIN = re.compile(r"(?!Jk)[^\W\d_]{2,} ", re.IGNORECASE)  # two or more words, the first of which isn't a card


def meanings(state: State, text: str) -> list[Move]:
    """Return the moves of the question that an input can mean, in the strictest reading that has any.

    The exact text of a move that isn't possible now means only that move, so the result is empty.
    """
    named = with_card(state, text) if not isinstance(state.read(text), Move) else []
    if named:
        return named
    for wording in every_wording(state, text):
        found = _written(state, wording)
        if found:
            return found
    if any(state.why(wording).verdict in ("forbidden", "impossible") for wording in every_wording(state, text)):
        return []
    for find in (_begun, _naming, _ended, _joined):
        for wording in every_wording(state, text):
            found = find(state, wording)
            if found:
                return found
    return []


def clear(state: State, text: str) -> Move | str:
    """Return the move that an input clearly means; otherwise the input, so that `State.apply` raises the error."""
    found = meanings(state, text) if not state.over else []
    return found[0] if len(found) == 1 else text


def explained(state: State, text: str) -> Why:
    """Explain the illegal move that an input means, as people abbreviate legal ones; otherwise the input as written."""
    why = state.why(text)
    if why.verdict != "unknown":
        return why
    found = [state.why(whole) for whole in with_first_words(state, text)]
    if all(other.verdict == "unknown" for other in found):
        every = every_wording(state, text)
        found = [state.why(whole) for wording in every for whole in with_joining_words(state, wording)]
    nearest = [other for verdict in ("forbidden", "impossible") for other in found if other.verdict == verdict]
    if nearest:
        return nearest[0]
    of_rank = [other for whole in _with_cards(state, text) if (other := state.why(whole)).verdict == "forbidden"]
    return of_rank[0] if len(of_rank) == 1 else why


def with_card(state: State, card: str) -> list[Move]:
    """Return the moves in which the player chooses this single card, if the input is only a card: `8♣` for `beat 6♦
    with 8♣`. A move that begins with the card is meant too."""
    design = design_of(state)
    faces = {design.face_named(wording.strip()) for wording in wordings(card, design)}
    names = {design.faces[face].name for face in faces if face is not None}
    if not names:
        return []
    return [move for move in listed(state) if not names.isdisjoint(_named_first(move))]


def _named_first(move: Move) -> set[str | None]:
    """Return what the player chooses in a move, and its first word."""
    return {move.text.partition(" ")[0], *map(_shown, move.chosen.values())}


def with_rank(state: State, rank: str) -> list[Move]:
    """Return the moves that a rank alone can mean: `7` for `play 7♦`, or for `ask seat 2 for 7`.

    A number that is one of several choices isn't meant: `7` isn't `move 6♣ to pile 7`.
    """
    cards = _cards_of_rank(rank, design_of(state))
    return _begun(state, rank) or [
        move for move in _naming(state, rank) if _is_chosen(move, rank) or not cards.isdisjoint(move.text.split())
    ]


def _is_chosen(move: Move, rank: str) -> bool:
    """True if a number is the only choice of a move, or a rank among its choices."""
    return len(move.chosen) <= 1 or any(value == rank for value in map(_shown, move.chosen.values()))


def _shown(value: object) -> str | None:
    return value if isinstance(value, str) else None


def wordings(text: str, design: Design) -> tuple[str, ...]:
    """Return the input as typed, and with signs for the words of cards and suits."""
    return tuple(dict.fromkeys((text, in_signs(text, design))))


def every_wording(state: State, text: str) -> tuple[str, ...]:
    """Return the wordings of an input, and those with the zone names that moves use: `deck` for `discard pile`."""
    found = wordings(text, design_of(state))
    if "the " not in text.casefold():
        return found
    names = {
        name.casefold(): zone.name
        for zone in state.table.machine.program.zones
        for name in (zone.text, *zone.also_called)
        if name
    }
    if not names:
        return found
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"\bthe ({longest_first})(?!\w)", re.IGNORECASE)
    renamed = (pattern.sub(lambda match: f"the {names[match[1].casefold()]}", wording) for wording in found)
    return tuple(dict.fromkeys((*found, *renamed)))


def can_be_move(state: State, text: str) -> bool:
    """Return False if no action of the question has such texts. A quick test."""
    return any(can_mean(arm, text) for arm in state.table.machine.question(list(state.cells)).arms)


def with_first_words(state: State, text: str) -> tuple[str, ...]:
    """Return the wordings of an input, as typed and with the first words of an action in front."""
    every = every_wording(state, text)
    texts = (whole for wording in every for whole in (wording, *spoken(state, wording)))
    return tuple(dict.fromkeys(whole for whole in texts if whole in every or can_be_move(state, whole)))


def _written(state: State, text: str) -> list[Move]:
    """Return the moves with this text; the choices are enough, without the words in front."""
    found = state.read(text)
    if isinstance(found, Move):
        return [found]
    meant = [move for whole in spoken(state, text) if isinstance(move := state.read(whole), Move)]
    return list(dict.fromkeys(meant))


def listed(state: State) -> tuple[Move, ...]:
    """Return the moves of the question; of actions with too many to list, only the first ones."""
    question = state.question
    return (*looked_at(question.legal, MOST_LOOKED_AT), *question.tries)


def _begun(state: State, text: str) -> list[Move]:
    """Return the moves that begin with this text. The cards of a set have no order: `4♦` begins `play 3♦ 4♦`."""
    begins, design = beginning(state, text), design_of(state)
    faces = [design.face_named(word) for word in text.split()]
    cards = Counter(design.faces[face].name for face in faces if face is not None)
    is_cards = bool(faces) and None not in faces
    return [
        move
        for move in listed(state)
        if begins.match(move.text) or (is_cards and any(cards <= each for each in _sets(move)))
    ]


def _sets(move: Move) -> list[Counter[str]]:
    return [Counter(value) for value in move.chosen.values() if isinstance(value, tuple)]


def _naming(state: State, text: str) -> list[Move]:
    """Return the moves with this rank, suit or number as a word of its own: `7` for `ask seat 2 for 7`. If there are
    none, return those with a card of the suit, or of the rank if that ends its name: `♥` for `play 4♥`."""
    design = design_of(state)
    known = sign_of(text, design)
    if known is None and not text.strip().isdecimal():
        return []
    sign = known or text.strip()
    found = [move for move in listed(state) if sign in move.text.split()]
    card, cards = of_suit(text, design), _cards_of_rank(sign, design)
    return found or [
        move
        for move in listed(state)
        if (card is not None and card.search(move.text)) or not cards.isdisjoint(move.text.split())
    ]


def sign_of(text: str, design: Design) -> str | None:
    """Return the sign of the rank or suit in an input: `Q` for `q`, `♥`."""
    signs = {name.casefold(): name for name in (*design.rank_names, *design.signs)}
    return signs.get(text.strip().casefold())


def of_suit(text: str, design: Design) -> re.Pattern[str] | None:
    """Return a pattern for cards of the suit in the input; None if the input isn't a suit."""
    sign = text.strip().casefold()
    numbers = [u for u, suit in enumerate(design.suits) if suit.sign.casefold() == sign]
    names = [re.escape(face.name) for face in design.faces if face.suit in numbers]
    return re.compile(rf"(?<!\S)(?:{'|'.join(names)})(?!\S)") if names else None


def cards_meant(text: str, design: Design) -> re.Pattern[str] | None:
    """Return a pattern for the cards that a suit, a rank or a card alone means; None for any other input."""
    written = text.strip()
    face, rank = design.face_named(written), design.rank_named(written)
    if face is None and rank is None:
        return of_suit(text, design)
    faces = design.faces if face is None else [design.faces[face]]
    names = [re.escape(each.name) for each in faces if face is not None or each.rank == rank]
    return re.compile(rf"(?<!\S)(?:{'|'.join(names)})(?!\S)")


def _ended(state: State, text: str) -> list[Move]:
    """Return the moves that end with this text: `upper 3`. An input of cards alone doesn't count, because it doesn't
    say what to do with them."""
    words = " ".join(text.split())
    if not _PLAIN.match(words):
        return []
    ends = re.compile(rf"\s{re.escape(words)}$", re.IGNORECASE)
    return [move for move in listed(state) if ends.search(move.text)]


def _joined(state: State, text: str) -> list[Move]:
    """Return the moves that an input means with its joining words added: `knock K♦` for `knock and discard K♦`."""
    if state.why(text).verdict != "unknown":
        return []
    meant = [move for whole in with_joining_words(state, text) if isinstance(move := state.read(whole), Move)]
    return list(dict.fromkeys(meant))


def with_joining_words(state: State, text: str) -> list[str]:
    """Return the input in the form of each action that begins with the same word and has as many choices."""
    found = []
    for arm in state.table.machine.question(list(state.cells)).arms:
        pieces: list[str | None] = []  # words, and None for each choice
        for piece in arm.arm.notation:
            pieces += piece.split() if isinstance(piece, str) else [None]
        first, *others = pieces or [None]
        if first is None or not any(others) or all(others):
            continue
        rest = "".join(r"\s+(.+?)" if word is None else rf"(?:\s+{re.escape(word)})?" for word in others)
        match = re.fullmatch(re.escape(first) + rest, " ".join(text.split()), re.IGNORECASE)
        if match:
            chosen = iter(match.groups())
            whole = " ".join([first, *(next(chosen) if word is None else word for word in others)])
            found.append(re.sub(r" (?=[:;,.])", "", whole))
    return list(dict.fromkeys(whole for whole in found if whole.casefold() != text.casefold()))


def beginning(state: State, text: str) -> re.Pattern[str]:
    """Return a pattern for the texts of moves that begin like this: `call`, `play Q`, or only `Q`."""
    words = " ".join(text.split())
    action, _, last = words.rpartition(" ")
    ways = [words, *(f"{action} {card}".strip() for card in sorted(_cards_of_rank(last, design_of(state))))]
    begun = [whole for way in ways for whole in (way, *spoken(state, way))]
    beginnings = "|".join(map(re.escape, begun)) if words else "$."
    signs = "|".join(re.escape(sign) for sign in state.table.machine.layout.pack.design.signs if not sign.isalnum())
    ends = "|".join((" ", "[:;,.]", *([signs] if signs else []), "$"))
    return re.compile(rf"({beginnings})({ends})", re.IGNORECASE)


def _with_cards(state: State, text: str) -> list[str]:
    """Return the input with each card of the rank at its end: `play Q♦` for `play Q`."""
    action, _, last = " ".join(text.split()).rpartition(" ")
    design = design_of(state)
    rank = design.rank_named(last) if action else None
    names = {face.name for face in design.faces if rank is not None and face.rank == rank}
    return [f"{action} {name}" for name in sorted(names)]


def _cards_of_rank(rank: str, design: Design) -> frozenset[str]:
    """Return the names of cards that end with this rank: `coins-7` for `7`, but not `7♦`."""
    number, end = design.rank_named(rank), f"-{rank.casefold()}"
    return frozenset(f.name for f in design.faces if f.rank == number and f.name.casefold().endswith(end))


def spoken(state: State, text: str) -> Sequence[str]:
    """Return the input with the first words of each action in front: `4♦` becomes `play 4♦`."""
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
