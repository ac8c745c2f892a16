"""Plays a Program at one table, and answers everything that can be asked about a state: what is legal, what happened,
the value of an expression.

A game is a list of ints (see `layout`), and belongs to one thread at a time; threads can share the execution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import repeat
from typing import Any, Literal

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.python.actions import QuestionCode
from parlour.python.code_cache import CodeEntry
from parlour.python.counted_sets import Families
from parlour.python.functions import TableFunctions, on_a_copy
from parlour.python.observing import Observer
from parlour.python.runtime.recorder import Recorder, note, recording, with_later_sight
from parlour.storage.cache import Cache
from parlour.table.cells import Cells
from parlour.table.events import Answered, Event, Sealed
from parlour.table.faults import STEPS, LimitFault, StateError, origin_near, within_reach
from parlour.table.layout import QUESTION, layout_of
from parlour.table.sight import Sight
from parlour.table.subsets import Subsets
from parlour.table.tracing import Trace

Saving = Literal["never", "called", "all"]  # the code to save: that which was called, or everything that play can need
Onward = tuple[int, ...] | None  # the place of the code to continue from, and the arguments of its function
Run = Callable[..., Any]


@dataclass(frozen=True)
class Looks:
    """Queries about one question that never change the state, even for a moment: several threads can use one state."""

    seat: Callable[[Cells], int]
    legal: Callable[[Cells], Sequence[int]]
    tries: Callable[[Cells], list[int]] | None  # None if every illegal move is impossible


class Running:
    """The functions that change the states of one table."""

    def __init__(self, functions: TableFunctions) -> None:
        self.functions = functions
        self.layout = functions.layout
        program = functions.layout.program
        self.steps = _by_number(functions, "step", len(program.questions))
        self._blocks = _by_number(functions, "b", len(program.code))
        self.step = self._stepper()

    def _stepper(self) -> Callable[[Cells, int], None]:
        by_question, go_on, size = self.steps, self.go_on, self.layout.size

        def step(s: Cells, move: int) -> None:
            onward = by_question[s[0]](s, move)
            if onward:
                go_on(s, onward)
            if len(s) > size:  # steps were counted
                del s[size:]

        return step

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        """Run the code from a place on, with these values of locals, up to the next question."""
        for local, v in known.items():
            if local in self.layout.kept:
                s[self.layout.kept[local]] = v
        try:
            self.go_on(s, self.onward(pc, known))
        finally:
            del s[self.layout.size :]

    def onward(self, pc: int, known: Mapping[int, int]) -> Onward:
        """Return a place of the code with the values of its locals; those without a value are 0."""
        block = self.functions.made(f"b_{pc}")
        names = block.__code__.co_varnames[1 : block.__code__.co_argcount]
        return (pc, *(known.get(int(name.removeprefix("v")), 0) for name in names))

    def go_on(self, s: Cells, onward: Onward) -> None:
        blocks, place = self._blocks, 0
        for _ in repeat(None, STEPS):
            if not onward:
                return
            place = onward[0]
            onward = blocks[place](s, *onward[1:])
        raise LimitFault(f"more than {STEPS} steps without a question", origin_near(self.layout.program, place))


def _by_number(functions: TableFunctions, name: str, count: int) -> list[Run]:
    """Return the functions of questions, or of places of the code, each of which is made when it is first called. The
    last two belong to the numbers -1 and -2, of games that are over or not begun."""
    runs: list[Run] = [_nobody_is_asked] * (count + 2)

    def first_call(number: int) -> Run:
        def run(*given: Any) -> Any:
            runs[number] = functions.made(f"{name}_{number}")
            return runs[number](*given)

        return run

    runs[:count] = map(first_call, range(count))
    return runs


def _nobody_is_asked(s: Cells, *_: int) -> Any:
    raise StateError("the game has no question: it is over, or hasn't begun")


class Execution:
    def __init__(
        self,
        program: p.Program,
        players: int,
        saving: Saving = "never",
        *,
        counting: bool = False,
        trace: Trace | None = None,
        as_written: bool = False,
        cache: Cache | None = None,
    ) -> None:
        """With `counting`, the code counts how often each rule fires (see `extend`). With a `trace`, everything that is
        played and looked at leaves marks there. `as_written` is for a few moves: less is simplified before play.
        `saving` says which code is saved between runs, in this cache or by default in that of the user."""
        if players not in program.players:
            raise ValueError(f"{program.title} is not for {players} players")
        self.program = program
        self.players = players
        self.layout = layout_of(program, players)
        self.saving = saving
        self.trace = trace
        self.premises = Premises(self.layout, as_written)
        self.sight = Sight(self.layout)
        self._entry = partial(CodeEntry.of, self.premises, cache=cache) if saving != "never" else None
        entry = None if self._entry is None else self._entry("counting" if counting else "plain")
        self.functions = TableFunctions(self.premises, counting=counting, entry=entry)
        if saving == "all":
            self.functions.make_all()
        self.questions = [QuestionCode(self.functions, number) for number in range(len(program.questions))]
        self.counters = len(program.rules) if counting else 0
        names = self.functions.names
        names.update(counted=self._counted, offers_any=self._offers_any, family=Families(self.functions).choices)
        self._legal = _by_number(self.functions, "legal", len(program.questions))
        self._seats = _by_number(self.functions, "seat", len(program.questions))
        self._observer = None if trace is None else Observer(trace, self._watched, self.questions)
        self._runs = Running(self.functions) if self._observer is None else self._watched_runs
        self.legal = self._lister()
        self.step = self._runs.step if trace is None else self._noted_step
        self.apply = self._applier()
        self.run_from = self._runs.run_from

    # ------------------------------------------------------------ questions

    def question(self, s: Cells) -> QuestionCode:
        """Return the current question."""
        if s[QUESTION] < 0:
            _nobody_is_asked(s)
        return self.questions[s[QUESTION]]

    def seat(self, s: Cells) -> int:
        """Return the seat that must answer."""
        return self._tidied(self._seats[s[QUESTION]], s)  # type: ignore[no-any-return]  # a seat

    def tries(self, s: Cells) -> list[int]:
        """Return the moves that can be made but are not allowed, and carry a penalty. Leaves the state alone."""
        moves: list[int] = []
        actions = self.question(s).arms
        for index, action in enumerate(actions):
            if action.arm.misplay is not None:
                offered = action.offered(s)
                allowed = offered if isinstance(offered, Subsets) else set(offered)
                admitted = within_reach(action.admitted(s), action.arm.origin)
                moves += [payload * len(actions) + index for payload in admitted if payload not in allowed]
        return moves

    def _tidied(self, function: Run, s: Cells) -> Any:
        """Call a function that can count steps behind the state."""
        try:
            return function(s)
        finally:
            if not self.counters:  # otherwise the state is an extended one
                del s[self.layout.size :]

    def _lister(self) -> Callable[[Cells], Sequence[int]]:
        observer = self._observer
        if observer is not None:
            return lambda s: observer.legal(s, self.question(s)) or self._unanswerable(s)
        by_question, size = self._legal, self.layout.size
        if not self.premises.looks_count_steps:
            return lambda s: by_question[s[0]](s) or self._unanswerable(s)

        def legal(s: Cells) -> Sequence[int]:
            try:
                moves: Sequence[int] = by_question[s[0]](s)
            finally:
                if len(s) > size:  # steps were counted
                    del s[size:]
            return moves or self._unanswerable(s)

        return legal

    def _unanswerable(self, s: Cells) -> list[int]:
        raise self.question(s).unanswerable()

    def looks(self, number: int) -> Looks:
        """Return the queries for one question, for several threads that use one state."""
        tries = self.tries if self.program.questions[number].has_tries else None
        legal = self._apart("legal", number) if self.trace is None else lambda s: self.legal(s[:])
        return Looks(self._apart("seat", number), legal, tries)

    def _apart(self, name: str, number: int) -> Run:
        function = self.functions.made(f"{name}_{number}")
        return on_a_copy(function) if self.premises.looks_count_steps else function

    # ------------------------------------------------------------ more choices than are listed

    def _counted(self, s: Cells, number: int) -> Sequence[int]:
        """Return the answers to a question if some action has too many to list."""
        return self.questions[number].listed(lambda action: action.offered(s))

    def _offers_any(self, s: Cells, number: int, *given: int) -> int:
        """True if there are actions other than those of last resort, for these values of the parameters."""
        code, s = self.questions[number], s[: self.layout.size]
        values = code.named(self.functions, s, given)
        return int(any(action.offered(s, *values) for action in code.given))

    # ------------------------------------------------------------ going on

    def _applier(self) -> Callable[[Cells, int], Cells]:
        step = self.step

        def apply(s: Cells, move: int) -> Cells:
            after = s[:]
            step(after, move)
            return after

        return apply

    # ------------------------------------------------------------ what is noted

    @cached_property
    def _watched(self) -> TableFunctions:
        """The functions that note events, and leave marks if there is a trace."""
        premises = self.premises
        if self.trace is not None:
            premises = Premises(self.layout, as_written=True, trace=self.trace)
        entry = None if self._entry is None or self.trace is not None else self._entry("watched")
        watched = TableFunctions(premises, watched=True, entry=entry)
        recorder = Recorder(premises, self.sight, watched)
        watched.names |= recorder.names
        watched.names.update(noted_opened=self._note_opened, counted=self._counted)
        watched.names.update(family=self.functions["family"], offers_any=self._offers_any)
        return watched

    @cached_property
    def _watched_runs(self) -> Running:
        return Running(self._watched)

    def begin_recorded(self, s: Cells) -> tuple[Event, ...]:
        """Begin the game in place, and return the events up to the first question."""
        with recording() as events:
            self._watched_runs.run_from(s, self.program.entry, {})
        return with_later_sight(events, self.layout.pack.size)

    def apply_recorded(self, s: Cells, move: int) -> tuple[Cells, tuple[Event, ...]]:
        """Return the state after a move, and the events up to the next question."""
        after = s[:]
        with recording() as events:
            self._noted_step(after, move)
        return after, with_later_sight(events, self.layout.pack.size)

    def _noted_step(self, s: Cells, move: int) -> None:
        """Make a step, and note the answer."""
        code = self.question(s)
        index, seat = move % len(code.arms), self.seat(s)
        arm = code.arms[index].arm
        misplay = arm.misplay is not None and move not in self.legal(s)
        if self.trace is not None and not misplay:
            self.trace.mark(arm.origin, "taken")
        if code.question.sealed is not None:
            note(Sealed(seat, code.number, move, self._said(s, code, move)))
        elif not arm.quiet:
            note(self._answered(s, seat, code, move, misplay))
        self._watched_runs.step(s, move)

    def _note_opened(self, s: Cells, number: int, seat: int, answer: int) -> None:
        note(self._answered(s, seat, self.questions[number], answer >> 1, bool(answer & 1)))

    def _answered(self, s: Cells, seat: int, code: QuestionCode, move: int, misplay: bool) -> Answered:
        """Return the event of an answer, the seats that already see its cards, and the other values in its text."""
        action, payload = code.chosen(move)
        seen = tuple((c, self.sight.seers(s, c)) for c in action.named_cards(payload))
        return Answered(seat, code.number, move, misplay, seen, self._said(s, code, move))

    def _said(self, s: Cells, code: QuestionCode, move: int) -> tuple[tuple[int, int], ...]:
        """Return the values in the text of an answer that were not chosen, by their places there."""
        action, payload = code.chosen(move)
        values = action.unpacked(payload)
        return tuple((place, value(s, *values)) for place, value in action.unchosen)

    # ------------------------------------------------------------ positions set up by hand

    def enter(self, s: Cells, stage: int) -> None:
        """Enter a stage as at its beginning: reset its variables, and gather the cards if the stage does that."""
        self._tidied(self.functions[f"enter_{stage}"], s)

    @cached_property
    def move(self) -> Callable[[Cells, int, int], None]:
        """Put a card on top of a zone, wherever it was."""
        put_card, nowhere = self.functions.made("put_card"), self.functions.line(None)
        return lambda s, card, zone: put_card(s, card, zone, nowhere)

    # ------------------------------------------------------------ looking

    def evaluate(self, s: Cells, e: p.Expr, known: Mapping[int, int] | None = None) -> int:
        """The value of an expression in a state; `known` gives values of locals. For everything except play."""
        functions = self._watched if self.trace is not None else self.functions
        bound = known or {}
        return int(functions.value(e, tuple(bound))(s[: self.layout.size], *bound.values()))

    # ------------------------------------------------------------ games that are counted

    def results(self, s: Cells) -> list[int]:
        """The results of a game that is over, in the order of the columns of a chunk."""
        values: list[int] = self.functions["outcome"](s)
        return values

    def answers(self, s: Cells) -> Sequence[int]:
        """The legal moves in an extended state."""
        return self._legal[s[QUESTION]](s) or self._unanswerable(s)

    def extend(self, s: Cells) -> None:
        """Append to a state the cells that `advance` counts in: the steps, then one for each document."""
        s.append(STEPS)
        s.extend([0] * self.counters)

    def advance(self, s: Cells, move: int | None = None) -> None:
        """Make a step of an extended state, or begin its game; the extra cells stay."""
        s[self.layout.size] = STEPS
        begin = move is None
        onward = self._runs.onward(self.program.entry, {}) if begin else self._runs.steps[s[QUESTION]](s, move)
        self._runs.go_on(s, onward)
