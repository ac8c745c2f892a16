"""Describes a played example for people: pictures of the table, the moves, and the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from parlour.base.diagnostics import listing
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.examples import Case
from parlour.examples.history import Checkpoint, History, is_quiet
from parlour.examples.terms import Key, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, steps, texts
from parlour.program import NOBODY, Program
from parlour.sheets.model import Moment, Place
from parlour.states.state import State
from parlour.table.texts import written, written_keys, zone_keys
from parlour.views.shown_lines import ShownLines

PILE = "pile"  # in the names of zones that are piles; other zones with an order, such as a trick, have no top
_MOST_NAMED = 6  # moves in a list of all that a player may do
_OUTCOMES = ("over", "winners", "ending")
_ASIDE = ("to move", "rest", "out", "direction")
_OWNED = re.compile(r"(?:seat|side) \d+")
_YES = {"true": "yes", "false": "no"}


def tell(case: Case, history: History) -> tuple[Moment, ...]:
    """Return the moments of a played example."""
    given, then = case.node.get("given"), case.node.get("then")
    first, last = history.states[0], history.state
    names = Terms(first.table.machine.layout)
    if not isinstance(given, doc.Mapping) or not isinstance(then, doc.Mapping):
        return ()
    before = tuple(sorted(_places(names, given, first), key=_seat))
    after = tuple(sorted(_places(names, then, last), key=_seat))
    lines = tuple(dict.fromkeys((*_refused(case, last), *_result(then, last))))
    course = tuple(_course(names, before, history))
    played = any(moment.lines for moment in course)
    if not lines and not (played and after):
        return ()
    if not played:
        return (Moment(before, lines),)
    last_shown = course[-1]
    if not last_shown.lines and _agree(last_shown.places, after):
        return *course[:-1], Moment(_together(last_shown.places, after), lines)
    return *course, Moment(after, lines)


def _course(names: Terms, before: tuple[Place, ...], history: History) -> Iterator[Moment]:
    """Yield the pictures up to the last move. A check that names zones or variables begins another picture."""
    places, at = before, 0
    lines: list[str] = []
    for check in history.checks:
        seen = tuple(sorted(_places(names, check.expected, check.state), key=_seat))
        checks = tuple(_checked(check))
        if seen or checks:
            lines += _played(history, at, check.moves)
            at = check.moves
        if seen and not lines and _agree(places, seen):
            places = _together(places, seen)
        elif seen:
            yield Moment(places, tuple(lines))
            places, lines = seen, []
        lines += checks
    lines += _played(history, at, len(history.moves))
    yield Moment(places, tuple(lines))


def _agree(places: Sequence[Place], others: Sequence[Place]) -> bool:
    """True if no place has other cards in `others`."""
    shown = {place.name: place for place in places}
    return all(shown.get(place.name, place) == place for place in others)


def _together(places: Sequence[Place], others: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(dict.fromkeys((*places, *others)), key=_seat))


def _checked(check: Checkpoint) -> Iterator[str]:
    """Yield sentences about what a player may do between two moves, and what they may not do for a reason."""
    if not check.state.over:
        expected = _by_key(check.expected)
        yield from _allowed(expected, check.state, " choose:")
        denied = [text for text in _names(expected.get("may not")) if _reason(check.state, text)]
        yield from _denied(check.state, denied)


# ---------------------------------------------------------------- the table


def _places(names: Terms, given: doc.Mapping, state: State) -> Iterator[Place]:
    """Yield the zones, variables and logs that an example mentions."""
    for entry in given.entries:
        key = _key(names, entry)
        if key is None:
            continue
        if isinstance(key, ZoneKey) and key.aspect in ("", "top", "size"):
            yield _place(names, key, entry.value, state)
        if isinstance(key, LogKey) and names.program.variables[key.log.length].seen != NOBODY:
            entries = ShownLines(state.table.machine).entries(list(state.cells), key.log)
            yield Place(names.program.variables[key.log.entries].text or key.name, (entries,), -1)
        if isinstance(key, VariableKey) and isinstance(entry.value, Scalar) and _is_public(names, key):
            value = state.cells[names.layout.variables[key.variable].cell(key.keys)]
            variable = names.program.variables[key.variable]
            label = " ".join([f"{_owner(names, key)}{variable.text or variable.name}", *_further_keys(names, key)])
            shown = _with_seats(written(names.layout, key.type, value), names, key.type.kind)
            yield Place(label, (_YES.get(shown) or with_titles(shown, names.program),), -1)


def _with_seats(shown: str, names: Terms, kind: str) -> str:
    """Return `seat 2` for the value `2` of a player, and `seats 2 and 4` for players."""
    numbers = shown.split()
    if kind not in ("player", "players", "side") or not numbers or not all(map(str.isdecimal, numbers)):
        return shown
    holder = _holder(names, kind.removesuffix("s"))
    return f"{holder}{'s' if numbers[1:] else ''} {listing(numbers, 'and', quote='')}"


def with_titles(text: str, program: Program) -> str:
    """Return a text with the titles of the rules that players switch on and off, instead of their ids."""
    switched = dict(program.enums).get("rule", ())
    for rule in program.rules:
        if rule.document in switched:
            text = re.sub(rf"(?<![\w-]){re.escape(rule.document)}(?![\w-])", f'"{rule.title}"', text)
    return text


def _seat(place: Place) -> tuple[bool, str]:
    """Return a key that puts what belongs to the table first, then what belongs to each seat."""
    owner = _OWNED.match(place.name)
    return owner is not None, owner[0] if owner is not None else ""


def _place(names: Terms, key: ZoneKey, node: Node, state: State) -> Place:
    label = _label(names, key)
    lying = names.layout.contents(list(state.cells), key.instance)
    if key.aspect == "size":
        return Place(label, (), len(lying))
    if key.aspect == "top":
        written = _still_on_top(tuple(card.text for card in names.cards(node)), names, lying)
        owner, _, zone = label.rpartition(": ")
        top = f"{owner}: top of the {zone}" if owner else f"top of the {zone}"
        return Place(f"{label}, from the top" if len(written) > 1 else top, written)
    cells, i = list(state.cells), key.instance
    cards = [c - 1 for c in cells[i.at : i.at + i.room]] if i.form == "columns" and lying else lying
    if len(cards) > 1 and names.program.zones[i.zone].ordered and label.endswith(PILE):
        label += ", top last"
    return Place(label, tuple("-" if c < 0 else names.layout.pack.name(names.layout.value_of(cells, c)) for c in cards))


def _still_on_top(cards: tuple[str, ...], names: Terms, lying: Sequence[int]) -> tuple[str, ...]:
    """Return the named cards, from the top, without those that have left the zone before the picture."""
    there = [names.layout.pack.name(card) for card in reversed(lying)]
    return next((rest for n in range(len(cards)) if (rest := cards[n:]) == tuple(there[: len(cards) - n])), cards)


def _is_public(names: Terms, key: VariableKey) -> bool:
    """True if players know the value of a variable, so the sheet can mention it."""
    return names.program.variables[key.variable].seen != NOBODY


def _owner(names: Terms, key: VariableKey) -> str:
    """Return whose value a variable has here: `seat 1: `, or nothing."""
    first = _owner_key(names, key)
    return "" if first is None else f"{_holder(names, first)} {key.keys[0] + 1}: "


def _further_keys(names: Terms, key: VariableKey) -> list[str]:
    """Return the keys of a value beside its owner, in words: `4` for what seat 1 asked with a four."""
    keys, first = names.program.variables[key.variable].keys, 0 if _owner_key(names, key) is None else 1
    return written_keys(names.layout, keys[first:], key.keys[first:])


def _owner_key(names: Terms, key: VariableKey) -> str | None:
    """Return the kind of the first key if that is an owner."""
    keys = names.program.variables[key.variable].keys
    return keys[0].kind if keys and keys[0].kind in ("player", "side") else None


def _holder(names: Terms, kind: str) -> str:
    """Return `seat`, or `side` if players are partners."""
    alone = len(names.layout.sides) == names.layout.players
    return "seat" if kind == "player" or alone else "side"


def _label(names: Terms, key: ZoneKey) -> str:
    zone = names.program.zones[key.instance.zone]
    label = zone.text or zone.name
    parts = list(zip(zone.keys, zone_keys(names.layout, key.instance), strict=True))
    owner = next((f"{_holder(names, of.kind)} {k}: " for of, k in parts if of.kind == zone.owner), "")
    return owner + " ".join((label, *(k for of, k in parts if of.kind != zone.owner)))


def _key(names: Terms, entry: doc.Pair) -> Key | None:
    words = entry.key.value.split()
    if " ".join(words) in _ASIDE or (words and words[0] in _OUTCOMES):
        return None
    try:
        return names.key(entry.key)
    except MalformedError:
        return None  # what may be done, who is asked, a result


# ---------------------------------------------------------------- moves and results


def _played(history: History, first: int, end: int) -> Iterator[str]:
    """Yield a line for these moves, with a sentence for each player in turn: `Seat 1: play 8♦; call ♥. Seat 2: pass.`
    """
    turns: list[tuple[int, list[str]]] = []
    for state, move in zip(history.states[first:end], history.moves[first:end], strict=True):
        if is_quiet(state, move):
            continue
        seat = state.question.seat
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        turns[-1][1].append(with_titles(move.text, history.state.table.machine.program))
    if turns:
        yield " ".join(f"Seat {seat}: {'; '.join(moves)}." for seat, moves in turns)


def _refused(case: Case, state: State) -> Iterator[str]:
    """Yield the words to a player whose last move is refused."""
    moves = [step for step in steps(case.node) if isinstance(step, Word)]
    if case.node.get("refused") is not None and moves:
        yield from _denied(state, [moves[-1].text.partition(": ")[2]])


def _result(then: doc.Mapping, state: State) -> Iterator[str]:
    """Yield sentences about what an example expects, apart from zones and variables."""
    expected = _by_key(then)
    if state.over:
        yield from _outcome(state)
        return
    if "to move" in expected and not {"only may", "may", "may not"} & set(expected):
        yield f"It is seat {state.question.seat}'s turn."
    yield from _allowed(expected, state)
    yield from _denied(state, _names(expected.get("may not")))


def _by_key(mapping: doc.Mapping) -> dict[str, Node]:
    return {" ".join(entry.key.value.split()): entry.value for entry in mapping.entries}


def _allowed(expected: Mapping[str, Node], state: State, choose: str = "") -> Iterator[str]:
    """Yield a sentence about the moves that a player has: `Seat 1 may knock.`"""
    only, may = expected.get("only may"), expected.get("may")
    moves: Sequence[str] = ()
    if only is not None:
        moves = [move.text for move in state.question.legal]
    elif may is not None:
        moves = [word.text for word in texts(may)]
    if moves and (only is None or len(moves) <= _MOST_NAMED):
        program = state.table.machine.program
        allowed = listing([with_titles(move, program) for move in moves], "or", quote="")
        yield f"Seat {state.question.seat} {'may' if only is None else 'can only'}{choose} {allowed}."


def _names(node: Node | None) -> Sequence[str]:
    if isinstance(node, doc.Mapping):
        return [entry.key.value.strip() for entry in node.entries]
    return [word.text for word in texts(node)] if node is not None else []


def _denied(state: State, texts: Sequence[str]) -> Iterator[str]:
    """Yield why the player who answers can't make these moves: a sentence for each reason."""
    by_reason: dict[str, list[str]] = {}
    for text in texts:
        by_reason.setdefault(_reason(state, text), []).append(with_titles(text, state.table.machine.program))
    for reason, moves in by_reason.items():
        denied = listing(moves, "or", quote="")
        yield f"Seat {state.question.seat} can't {denied}{': ' if reason else ''}{reason}."


def _reason(state: State, text: str) -> str:
    """Return the words of the first clause that forbids a move to the player who answers."""
    return next((clause.says for clause in state.why(text).standing() if clause.says), "")


def _outcome(state: State) -> Iterator[str]:
    winners = sorted(state.outcome.winners)
    who = listing([str(winner) for winner in winners], "and", quote="")
    if winners:
        plural = len(winners) > 1
        yield f"The match is over. Seat{'s' if plural else ''} {who} win{'' if plural else 's'}."
    else:
        yield "The match is over. Nobody wins."
