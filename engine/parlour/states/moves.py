"""Moves: small values with a text that can be read back.

Reading ignores case, blanks and the order of the cards of a set, and accepts letters for suits. The result is always a
possible move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cmp_to_key, lru_cache, partial
from itertools import islice
from typing import Any, Literal, TypeVar, overload

from parlour import program as p
from parlour.base.diagnostics import did_you_mean
from parlour.python.actions import ActionCode, QuestionCode
from parlour.states.guessing import can_mean, payloads
from parlour.states.machine import Machine
from parlour.states.outcomes import in_python
from parlour.table.answers import Answers
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION, Layout

MOST_KNOWN = 1 << 14  # moves that are cached

Chosen = str | int | bool | tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Home:
    """The question that a move answers. The number of a move has a meaning only there."""

    game: str
    digest: str
    players: int
    question: int


@dataclass(frozen=True)
class Move:
    """A move: an answer to a question. `action` is its id in the ruleset, `text` is what players type, and `chosen` has
    the choices.

    `number` is the packed form, which has a meaning only at `home`; `values` has one number for each choice.
    """

    number: int
    action: str
    values: tuple[int, ...]
    text: str = field(compare=False)
    choices: Callable[[], Mapping[str, Chosen]] = field(default=dict, compare=False, repr=False)
    home: Home | None = field(default=None, compare=False, repr=False)  # one object for each question of a table

    @property
    def chosen(self) -> Mapping[str, Chosen]:
        """The choices by their names in the ruleset. A card is `4♦`, cards are a tuple of these, and a player is the
        number of the seat. Numbers and places are numbers, and everything else is a word."""
        return self.choices()

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.number, self.action, self.values, self.text, partial(dict, dict(self.chosen)), self.home)

    def __copy__(self) -> Move:
        return self  # immutable

    def __deepcopy__(self, _: object) -> Move:
        return self


def meant(move: Move | str, home: Home) -> Move | str | Home:
    """Return a move of this question unchanged, and the text of a move of another question of this game. Return the
    home of a move of another game or mix, which can't be read here."""
    if isinstance(move, str) or move.home is home or move.home == home:
        return move
    if move.home is None or (move.home.game, move.home.digest) == (home.game, home.digest):
        return move.text
    return move.home


class WrittenOnAccess(Sequence[T]):
    """A sequence for moves that are too many to list: it writes each on access."""

    def __init__(self, numbers: Answers, one: Callable[[int], T]) -> None:
        self.numbers = numbers
        self.one = one  # returns the item for one of the numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, k: int) -> T: ...

    @overload
    def __getitem__(self, k: slice) -> tuple[T, ...]: ...

    def __getitem__(self, k: int | slice) -> T | tuple[T, ...]:
        return tuple(map(self.one, self.numbers[k])) if isinstance(k, slice) else self.one(self.numbers[k])

    def __iter__(self) -> Iterator[T]:
        return map(self.one, self.numbers)


class ManyMoves(WrittenOnAccess[Move]):
    """Moves that are too many to list. Several can have the same text."""

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.number in self.numbers and self.one(move.number) == move

    def of(self, numbers: Answers) -> ManyMoves:
        """Return some of the moves."""
        return ManyMoves(numbers, self.one)


def first_of(moves: Sequence[Move], most: int) -> Sequence[Move]:
    """Return the moves; if there are too many to list, only the first ones."""
    return tuple(islice(moves, most)) if isinstance(moves, ManyMoves) else moves


def looked_at(moves: Sequence[Move], most: int) -> Sequence[Move]:
    """Return the moves; of actions with too many to list, only the first ones."""
    if not isinstance(moves, ManyMoves):
        return moves
    many = moves.numbers.of([action for action, _ in moves.numbers.many])
    return [moves.one(number) for number in (*moves.numbers.few, *islice(many, most))]


@dataclass(frozen=True)
class Unreadable:
    """The error for an input that means no move, or more than one."""

    kind: Literal["unknown", "ambiguous"]
    text: str
    help: str | None

    @property
    def message(self) -> str:
        reason = "is not possible here" if self.kind == "unknown" else "could mean several moves"
        return f"`{self.text}` {reason}" + (f"; {self.help}" if self.help else "")


class Prompt:
    """One question for its player: writes its moves and its wording."""

    def __init__(self, machine: Machine, code: QuestionCode, prompts: _Prompts) -> None:
        self.machine = machine
        self.code = code
        self.prompt = code.question.prompt
        program = machine.program
        self.home = Home(program.id, program.digest, machine.players, code.number)
        looks = machine.looks(code.number)
        self.seat, self.legal, self.tries = looks.seat, looks.legal, looks.tries
        self._open = machine.sight.open
        self.wording = self._wording()
        self._fillers = [arm.text(arm.arm.notation) for arm in code.arms]
        self._prompts = prompts
        # Moves whose texts depend only on the choices, by number, and the sets of cards that they name.
        self._known: dict[int, Move] = {}
        self._named: dict[int, int] = {}
        self._texts: set[str] = set()
        self._alike = False  # True if two of them have the same text

    def moves(self, s: Cells, numbers: Sequence[int], seat: int) -> tuple[Move, ...]:
        """Return moves with distinct texts: of several with the same text, all except the first in the order of cards
        get a number."""
        moves, named = [], 0
        known, cards = self._known, self._named
        try:
            for number in numbers:
                moves.append(known[number])
                named |= cards[number]
        except KeyError:
            return self._written(s, numbers, seat)
        for cell in self._open[seat]:  # begins like `hidden`, without the call: most players hold all their cards
            if not named:
                break
            named &= ~s[cell]
        if named:
            self._look(s, zip(moves, map(cards.__getitem__, numbers), strict=True), named, seat)
        return self._told_apart(s, moves) if self._alike else tuple(moves)

    def sequence(self, s: Cells, numbers: Sequence[int], seat: int) -> Sequence[Move]:
        """Return the moves; if there are too many to list, as a sequence that writes moves on access."""
        if isinstance(numbers, Answers):
            return ManyMoves(numbers, lambda number: self.moves(s, [number], seat)[0])
        return self.moves(s, numbers, seat)

    def _written(self, s: Cells, numbers: Sequence[int], seat: int) -> tuple[Move, ...]:
        """Return moves that are written for the first time, or whose texts depend on the state."""
        written = [self._move(s, number) for number in numbers]
        named = 0
        for _, cards in written:
            named |= cards
        self._look(s, written, named, seat)
        return self._told_apart(s, [move for move, _ in written])

    def _told_apart(self, s: Cells, moves: Sequence[Move]) -> tuple[Move, ...]:
        alike: dict[str, list[int]] = {}
        for at, move in enumerate(moves):
            alike.setdefault(move.text, []).append(at)
        numbered = list(moves)
        for text, places in alike.items() if len(alike) < len(moves) else ():
            places.sort(key=lambda at: self._order(s, moves[at].number))
            for times, at in enumerate(places[1:], 2):
                numbered[at] = replace(moves[at], text=f"{text} #{times}")
        return tuple(numbered)

    def _order(self, s: Cells, number: int) -> tuple[int, list[list[Any]]]:
        """Return the place of a move among those that name cards with the same faces."""
        payload, index = divmod(number, len(self.code.arms))
        place = cmp_to_key(partial(self.machine.functions["compared"], s))
        return index, [sorted(map(place, cards)) for cards in self.code.arms[index].cards_of_slots(payload)]

    def copies(self, s: Cells, moves: Iterable[Move], legal: Container[int]) -> list[Move]:
        """Return moves with the same text in the order of their numbers: `play 4♦`, `play 4♦ #2`. The legal ones come
        first. Identical cards that don't differ make one move."""
        copies: list[Move] = []
        for move in sorted(moves, key=lambda move: (move.number not in legal, self._order(s, move.number))):
            if all(self._order(s, move.number) != self._order(s, other.number) for other in copies):
                copies.append(move)
        return copies

    def unchecked(self, s: Cells, number: int) -> Sequence[Move]:
        """Return a move that might be impossible, or might name hidden cards."""
        return [self._move(s, number)[0]]

    def _move(self, s: Cells, number: int) -> tuple[Move, int]:
        """Return a move and the set of the cards that it names."""
        known = self._known.get(number)
        if known is not None:
            return known, self._named[number]
        payload, index = divmod(number, len(self.code.arms))
        arm = self.code.arms[index]
        values, cards = arm.packing.unpack(payload), 0
        for c in arm.named_cards(payload):
            cards |= 1 << c
        text = self._fillers[index](s, values)
        move = Move(number, arm.arm.id, values, text, partial(self._chosen, arm, values), self.home)
        if not arm.unchosen and self._prompts.room > 0:
            self._prompts.room -= 1
            self._alike = self._alike or text in self._texts
            self._texts.add(text)
            self._named[number] = cards
            self._known[number] = move  # last, because another thread may read it
        return move, cards

    def _chosen(self, arm: ActionCode, values: tuple[int, ...]) -> dict[str, Chosen]:
        program, layout = self.machine.program, self.machine.layout
        slots = zip(arm.arm.slots, values, strict=True)
        return {program.locals[slot.local][0]: _told(layout, slot, value) for slot, value in slots}

    def _look(self, s: Cells, moves: Iterable[tuple[Move, int]], named: int, seat: int) -> None:
        """Raise a runtime error if a move names a card that the player doesn't see."""
        hidden = self.machine.sight.hidden(s, named, seat)
        if hidden:
            move = next(move for move, cards in moves if cards & hidden)
            message = f"`{move.action}` offers cards that the player who chooses can't see"
            raise RulesetFault(message, self.code.chosen(move.number)[0].arm.origin)

    def _wording(self) -> Callable[[Cells, int], str] | None:
        """Return the function that writes the question for a seat, which doesn't read the names of unseen cards."""
        code, sight, functions = self.code, self.machine.sight, self.machine.functions
        wording = code.question.wording
        if wording is None:
            return None
        fill = functions.text(wording, (), code.question.origin)
        if not any(isinstance(piece, p.Hole) for piece in wording):
            always = fill([])
            return lambda s, seat: always
        return lambda s, seat: fill(s, (), lambda cards: sight.hidden(s, cards, seat))


class _Prompts(dict[int, Prompt]):
    """All questions by number. Their writers are made on first use. `room` more moves can be cached."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self._machine = machine
        self.room = MOST_KNOWN

    def __missing__(self, number: int) -> Prompt:
        prompt = self[number] = Prompt(self._machine, self._machine.questions[number], self)
        return prompt


class Notation:
    """Writes and reads the moves of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.prompts: Mapping[int, Prompt] = _Prompts(machine)
        design = machine.layout.pack.design
        self.plain = lru_cache(1 << 12)(partial(_plain, design))  # comparing two designs costs more than a text
        self.fitting = lru_cache(1 << 10)(partial(_fitting, machine))

    def moves(self, s: Cells, numbers: Sequence[int]) -> Sequence[Move]:
        """Return the moves with these numbers for the current question."""
        if not numbers:
            return ()
        return self.prompts[s[QUESTION]].sequence(s, numbers, self.machine.seat(s))

    def each(self, s: Cells, numbers: Iterable[int]) -> list[Move]:
        """Return these moves without added numbers, so that several can have the same text."""
        return [move for number in numbers for move in self.moves(s, [number])]

    def alike(self, text: str, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that an input can mean, in the strictest reading that has any."""
        matches = [move for move in moves if move.text == text]
        near = [] if matches else self._near(text, moves)
        for as_card, in_order in READINGS if near else ():
            wanted = self.plain(text, as_card, in_order)
            matches = [move for move in near if self.plain(move.text, False, in_order) == wanted]
            if matches:
                break
        return matches

    def _near(self, text: str, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of the actions that an input can mean."""
        home = moves[0].home if moves else None
        if home is None:
            return moves
        count = len(self.machine.questions[home.question].arms)
        fitting = self.fitting(home.question, text)
        return [move for move in moves if move.number % count in fitting]

    def meant(self, text: str, legal: Sequence[Move], tries: Sequence[Move]) -> Move | Unreadable:
        """Return the move that an input means: a legal one, or else one that can be tried. Suggestions name only legal
        moves."""
        if isinstance(legal, ManyMoves):
            legal = self._candidates(text, legal)
        answer = self.read(text, legal)
        if not tries or isinstance(answer, Move) or answer.kind == "ambiguous":
            return answer
        tried = self.read(text, tries)
        return tried if isinstance(tried, Move) or tried.kind == "ambiguous" else answer

    def _candidates(self, text: str, legal: ManyMoves) -> Sequence[Move]:
        """Return candidates out of too many moves to list: those of actions with few moves, and those that the input
        names."""
        home = legal[0].home
        assert home is not None, "every legal move has a home"
        layout, code = self.machine.layout, self.machine.questions[home.question]
        count, named = len(code.arms), dict[int, None]()
        for index, offered in legal.numbers.many:
            for payload in payloads(layout, code.arms[index], text, offered.others()):
                named |= {twin * count + index: None for twin in offered.alike(payload, layout.pack.of_face)}
        return [legal.one(number) for number in (*legal.numbers.few, *named)]

    def fits(self, s: Cells, number: int, text: str) -> bool:
        """True if a guessed move has the values in the text that its player doesn't choose."""
        code = self.machine.questions[s[QUESTION]]
        if not code.chosen(number)[0].unchosen:
            return True
        try:
            return bool(self.alike(text, self.prompts[code.number].unchecked(s, number)))
        except RulesetFault:
            return False  # a value that only possible choices have

    def read(self, text: str, moves: Sequence[Move]) -> Move | Unreadable:
        """Return the move among these that an input means."""
        matches = self.alike(text, moves)
        if len(matches) == 1:
            return matches[0]
        if matches:
            return Unreadable("ambiguous", text, None)
        design = self.machine.layout.pack.design
        chosen = _chosen(text, design)
        alike = [move.text for move in moves if _chosen(move.text, design) == chosen]
        return Unreadable("unknown", text, did_you_mean(text, alike))


def _fitting(machine: Machine, question: int, text: str) -> frozenset[int]:
    """Return the actions of a question that an input can mean."""
    arms = machine.questions[question].arms
    return frozenset(index for index, arm in enumerate(arms) if can_mean(arm, text))


def _told(layout: Layout, slot: p.Slot, value: int) -> Chosen:
    """Return a value in the form for Python programs."""
    if slot.many or slot.type.kind == "cards":
        return tuple(layout.pack.name(c) for c in sorted(members(value), key=lambda c: layout.pack.face[c]))
    return value if slot.form == "places" else in_python(layout, slot.type, value)


# ---------------------------------------------------------------- plain forms

# In turn: whether `as` is the ace of spades (not the word), and whether the order of cards matters.
READINGS = ((False, True), (True, True), (False, False), (True, False))


def _chosen(text: str, design: p.Design) -> list[int | str]:
    """Return the cards, suits and numbers in an input. An input with other ones is a different move, not a typing
    error.
    """
    chosen: list[int | str] = []
    for token in text.casefold().split():
        face = design.face_named(token)
        if face is not None:
            chosen.append(face)
        elif len(token) == 1 or any(map(str.isdecimal, token)):
            chosen.append(design.sign_of(token) or token)
    return chosen


def _plain(design: p.Design, text: str, as_card: bool, in_order: bool) -> tuple[str, ...]:
    """Return the words of an input in a standard form: lower case, signs for suits, and `Jk as 5♠` as one card.
    Adjacent cards are sorted if their order doesn't matter."""
    words: list[str] = []
    run: list[str] = []  # adjacent cards
    guise = False
    for token in [*re.sub(r"([;,])", r" \1 ", text).casefold().split(), ""]:
        face = design.face_named(token)
        if face is not None and (token != "as" or as_card):
            name = design.faces[face].name
            if guise:
                run[-1] += f"={name}"
            else:
                run.append(name)
            guise = False
        elif token == "as" and run and not guise:
            guise = True
        else:
            words += [*(run if in_order else sorted(run)), *(["as"] if guise else []), design.sign_of(token) or token]
            run, guise = [], False
    return tuple(words[:-1])
