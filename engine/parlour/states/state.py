"""A moment of a game for users of the Python API: a value that never changes.

Seats count from 1. A State contains everything; `views` restricts it to what a seat may see.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour import program as p
from parlour.python.execution import Saving
from parlour.states.machine import Machine
from parlour.states.moves import Home, Move, Notation, Unreadable, meant
from parlour.states.outcomes import Outcome, outcome_of
from parlour.states.why import Possible, Why, why
from parlour.table import saves
from parlour.table.answers import Answers
from parlour.table.cells import Cells, as_list
from parlour.table.chance import secret_seed, seed_state
from parlour.table.events import Event
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import OVER, QUESTION, RANDOM
from parlour.table.tracing import Trace


class IllegalMove(ValueError):  # noqa: N818  # a player's mistake, not an error of the program
    """The error for a move that isn't possible now; `why` has the reasons."""

    def __init__(self, text: str, reasons: Why) -> None:
        self.text = text
        self.why = reasons
        super().__init__("\n".join(reasons.lines()))


@dataclass(frozen=True, init=False)
class Question:
    """The asked seat (from 1), the name and the wording of its question, and the possible moves.

    `prompt` is None for an inline question (`ask p:` with actions), which has no name.

    `legal` is a tuple or, if that would be too long, a sequence that writes moves on access.

    `tries` are moves that a strict table accepts although they aren't allowed; they have a price.
    """

    seat: int
    prompt: str | None
    wording: str | None
    legal: Sequence[Move]
    tries: tuple[Move, ...]

    def __init__(
        self, seat: int, prompt: str | None, wording: str | None, legal: Sequence[Move], tries: tuple[Move, ...]
    ) -> None:
        fields = self.__dict__  # takes a third of the time of setting frozen fields, and every step makes one
        fields["seat"] = seat
        fields["prompt"] = prompt
        fields["wording"] = wording
        fields["legal"] = legal
        fields["tries"] = tries

    @property
    def summary(self) -> str:
        """Return `seat 2 must answer: what do you do?`; of a question without a wording, `it's seat 2's move`."""
        return asked_in_words(self.seat, self.wording)


def asked_in_words(seat: int, wording: str | None) -> str:
    return f"seat {seat} must answer: {wording}" if wording else f"it's seat {seat}'s move"


@dataclass(frozen=True)
class Table:
    """A machine and the other common parts of States, for one ruleset and one number of players.

    At a secret table, every step with chance gets a seed from the system's secret source; see `State.seed`.
    """

    machine: Machine
    notation: Notation
    secret: bool = False

    @classmethod
    def of(
        cls,
        program: p.Program,
        players: int,
        saving: Saving = "never",
        trace: Trace | None = None,
        as_written: bool = False,
    ) -> Table:
        """Make a table; `saving` says which code is saved between runs. With a `trace`, it records marks there. A table
        for a few moves is ready sooner `as_written`."""
        machine = Machine(program, players, saving, trace=trace, as_written=as_written)
        return cls(machine, Notation(machine))

    def secretly(self) -> Table:
        return replace(self, secret=True)

    def __reduce__(self) -> tuple[object, ...]:
        return table_of, (self.machine.program, self.machine.players, self.machine.saving, self.secret)

    def __deepcopy__(self, _: object) -> Table:
        return self  # immutable

    def start(self, seed: int, order: Sequence[int] | None = None) -> State:
        """Start a game. At a secret table the seed must come from `secret_seed` or from a log."""
        return State(self, self.machine.start(seed, order), seed if self.secret else None)

    def start_recorded(self, seed: int) -> tuple[State, tuple[Event, ...]]:
        cells, events = self.machine.start_recorded(seed)
        return State(self, cells, seed if self.secret else None), events

    def state(self, cells: Sequence[int]) -> State:
        """Return the state with these cells. Raises StateError if they aren't a state of this table."""
        if isinstance(cells, str | bytes) or not isinstance(cells, Sequence):
            raise TypeError(f"expected a list of numbers, found {cells!r}")
        s = list(cells)
        if not all(type(v) is int for v in s):
            raise TypeError(f"expected whole numbers, found {next(v for v in s if type(v) is not int)!r}")
        layout, where = self.machine.layout, f"{self.machine.program.id} for {self.machine.players}"
        if len(s) != layout.size:
            raise StateError(f"this is not a state of {where}: it has {len(s)} numbers, not {layout.size}")
        wrong = saves.damage(layout, s) or self._asks_nobody(s)
        if wrong is not None:
            raise StateError(f"this is not a state of {where}: {wrong}")
        return State(self, s)

    def _asks_nobody(self, s: list[int]) -> str | None:
        """Return the error of a state whose question has no player to answer it."""
        if s[QUESTION] == OVER:
            return None
        try:
            there = 0 <= self.machine.seat(s) < self.machine.players
        except RulesetFault:
            there = False
        return None if there else "its question has no player"

    def restore(self, data: object) -> State:
        """Return the state for the data (or the text) of `to_json`."""
        if isinstance(data, str | bytes):
            data = saves.parsed(data)
        players = saves.number_of_players(self.machine.program, data)
        if players != self.machine.players:
            raise saves.SaveError(f"this is a saved game of {players} players, not of {self.machine.players}")
        cells = saves.restored(self.machine.layout, data)
        wrong = self._asks_nobody(cells)
        if wrong is not None:
            raise saves.SaveError(f"the saved game is damaged: {wrong}")
        return State(self, cells)


_tables: dict[tuple[str, int, Saving], Table] = {}
_MOST_TABLES = 32


def table_of(program: p.Program, players: int, saving: Saving, secret: bool) -> Table:
    """Return the table for a ruleset that was loaded elsewhere. Tables are cached, because making one takes a while."""
    key = program.digest, players, saving
    known = _tables.get(key)
    if known is None or known.machine.program != program:
        if len(_tables) >= _MOST_TABLES:
            _tables.clear()
        known = _tables[key] = Table.of(program, players, saving)
    return known.secretly() if secret else known


class State:
    """A moment of a game. States come from `Table.start`, `apply` and `Table.restore`."""

    def __init__(self, table: Table, cells: Cells, seed: int | None = None) -> None:
        self._table = table
        self._cells = cells
        self._seed = seed
        self._question: Question | None = None  # computed on first use, like the moves
        self._numbers: tuple[Sequence[int], Sequence[int], Home] | None = None

    @property
    def table(self) -> Table:
        return self._table

    @property
    def seed(self) -> int | None:
        """The seed of the step that led here, if it involved chance at a secret table. Log it with the move to replay
        the game later, and keep it secret until the game is over."""
        return self._seed

    @property
    def cells(self) -> tuple[int, ...]:
        """The state as numbers; see `layout`."""
        return tuple(self._cells)

    @property
    def players(self) -> int:
        return self._table.machine.players

    @property
    def over(self) -> bool:
        return self._cells[QUESTION] == OVER

    @property
    def question(self) -> Question:
        """The current question. Raise StateError if the game is over."""
        known = self._question
        if known is not None:
            return known
        cells = as_list(self._cells)
        if cells[QUESTION] == OVER:
            raise StateError("the game is over, so it has no question; `outcome` has the result")
        prompt = self._table.notation.prompts[cells[QUESTION]]
        legal, tries, _ = self._numbers or self._possible()
        seat = prompt.seat(cells)
        if isinstance(legal, Answers):
            moves: Sequence[Move] = prompt.sequence(cells, legal, seat)
            tried = prompt.moves(cells, tries, seat)
        else:
            both = prompt.moves(cells, [*legal, *tries] if tries else legal, seat)
            moves, tried = (both[: len(legal)], both[len(legal) :]) if tries else (both, ())
        wording = None if prompt.wording is None else prompt.wording(cells, seat)
        known = self._question = Question(seat + 1, prompt.prompt, wording, moves, tried)
        return known

    @property
    def asked(self) -> tuple[int, str | None, str | None]:
        """The seat that must answer, and the name and the wording of the question. It doesn't look for moves."""
        cells = as_list(self._cells)
        prompt = self._table.notation.prompts[cells[QUESTION]]
        seat = prompt.seat(cells)
        return seat + 1, prompt.prompt, None if prompt.wording is None else prompt.wording(cells, seat)

    def _possible(self) -> tuple[Sequence[int], Sequence[int], Home]:
        """Return the numbers of the legal moves and of the moves that can be tried, and the home of both."""
        if self._numbers is None:
            prompt = self._table.notation.prompts[self._cells[QUESTION]]
            legal = prompt.legal(self._cells)
            if not legal:
                raise prompt.code.unanswerable()
            self._numbers = legal, () if prompt.tries is None else prompt.tries(self._cells), prompt.home
        return self._numbers

    # ------------------------------------------------------------ going on

    def apply(self, move: Move | str) -> State:
        table, known = self._table, self._numbers
        if known is not None and isinstance(move, Move) and move.home is known[2] and move.number in known[0]:
            number = move.number
        else:
            number = self._number(move)
        after = table.machine.apply(self._cells, number)
        if not table.secret or after[RANDOM] == self._cells[RANDOM]:
            return State(table, after)
        seed = secret_seed()
        return State(table, table.machine.apply(self._reseeded(seed), number), seed)

    def apply_recorded(self, move: Move | str, seed: int | None = None) -> tuple[State, tuple[Event, ...]]:
        """Return the next state, and all events in between. At a secret table `seed` decides chance, if it isn't to
        come from the system's secret source."""
        number, table = self._number(move), self._table
        after, events = table.machine.apply_recorded(self._cells, number)
        if not table.secret or after[RANDOM] == self._cells[RANDOM]:
            return State(table, after), events
        seed = secret_seed() if seed is None else seed
        after, events = table.machine.apply_recorded(self._reseeded(seed), number)
        return State(table, after, seed), events

    def again(self, move: Move | str, seed: int | None) -> tuple[State, tuple[Event, ...]]:
        """Repeat a step of a secret table; `seed` was logged with the move."""
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise TypeError(f"`seed` must be the seed from the log, a whole number or None; found {seed!r}")
        number, table = self._number(move), self._table
        before = self._cells if seed is None else self._reseeded(seed)
        after, events = table.machine.apply_recorded(before, number)
        if seed is None and after[RANDOM] != before[RANDOM]:
            raise StateError(f"can't replay `{move}`: it involves chance, but the log has no seed for it")
        if seed is not None and after[RANDOM] == before[RANDOM]:
            raise StateError(
                f"`{move}` involves no chance, but the log has a seed for it: the log belongs to another game"
            )
        return State(table, after, seed), events

    def _reseeded(self, seed: int) -> Cells:
        cells = self._cells[:]
        cells[RANDOM] = seed_state(seed)
        return cells

    def secretly(self) -> State:
        """Return this state at a secret table: from here on nobody can compute future random numbers."""
        return State(self._table.secretly(), self._cells, self._seed)

    def read(self, text: str) -> Move | Unreadable:
        """Return the move that an input means, or the reason why it means none."""
        if not isinstance(text, str):
            raise _no_move(text)
        return self._table.notation.meant(text, self.question.legal, self.question.tries)

    def _number(self, move: Move | str) -> int:
        if self.over or not isinstance(move, Move | str):
            raise IllegalMove(str(move), self.why(move))
        legal, tries, home = self._possible()
        given = meant(move, home)
        known = self.read(given) if isinstance(given, str) else given
        if isinstance(known, Move) and (known.number in legal or known.number in tries):
            return known.number
        raise IllegalMove(str(move), self.why(move))

    def why(self, move: Move | str) -> Why:
        """Return the rules that decide whether a move is allowed."""
        if not isinstance(move, Move | str):
            raise _no_move(move)
        legal, tries = ((), ()) if self.over else self._possible()[:2]
        return why(self._table.machine, self._table.notation, list(self._cells), move, Possible(legal, tries))

    # ------------------------------------------------------------ the end

    @cached_property
    def outcome(self) -> Outcome:
        if not self.over:
            raise StateError(f"the game is not over, so it has no outcome yet; {self.question.summary}")
        machine = self._table.machine
        return outcome_of(machine.layout, as_list(self._cells), machine.evaluate)

    # ------------------------------------------------------------ as a value

    def _same_table(self, other: State) -> bool:
        a, b = self._table.machine, other._table.machine
        return a is b or (a.players == b.players and a.program.digest == b.program.digest and a.program == b.program)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return as_list(self._cells) == as_list(other._cells) and self._same_table(other)

    def __hash__(self) -> int:
        return hash(tuple(self._cells))

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self._table, as_list(self._cells), self._seed)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _: object) -> State:
        return self

    def __repr__(self) -> str:
        now = "over" if self.over else self._table.machine.asked(self._cells).prompt or "asked on the spot"
        return f"<State of {self._table.machine.program.id}: {now}>"

    def to_json(self) -> str:
        return json.dumps(saves.saved(self._table.machine.layout, as_list(self._cells)), ensure_ascii=False)

    @staticmethod
    def from_json(table: Table, text: str) -> State:
        return table.restore(text)


def _no_move(given: object) -> TypeError:
    return TypeError(f"a move is one of `question.legal`, or its text; found {given!r}")


FEW = 1000  # steps, for which it doesn't pay to generate all code


def fast_machine(program: p.Program, players: int) -> Machine:
    """Return a machine for many games: all its code is generated at once."""
    return Machine(program, players, "all")


def machine_for(steps: int, program: p.Program, players: int) -> Machine:
    """Return a machine for about so many steps."""
    return Machine(program, players, "called" if steps < FEW else "all")


def saved_table(program: p.Program, players: int) -> Table:
    return Table.of(program, players, "called")
