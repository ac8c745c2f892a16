"""The interpreter: plays a Program at one table by closures. The only execution that records and explains.

A game is a list of ints (see `layout`) and belongs to one thread at a time; threads can share the interpreter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.interpreter.closures import Compilation
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.questions import QuestionCode, Questions
from parlour.interpreter.recording import Recorder, recording, with_later_sight
from parlour.interpreter.scratch import Scratch
from parlour.interpreter.stepping import Running
from parlour.interpreter.tracing import Trace
from parlour.table.cells import Act, Cells, Value
from parlour.table.events import Event
from parlour.table.execution import Looks
from parlour.table.limits import STEPS
from parlour.table.moving import Moving
from parlour.table.setup import layout_of
from parlour.table.sight import Sight


class Interpreter:
    def __init__(
        self,
        program: p.Program,
        players: int,
        vectorise: bool = True,
        counting: bool = False,
        trace: Trace | None = None,
        as_written: bool = False,
    ) -> None:
        """With `counting`, `compilation.fired` counts how often each rule has fired since. With a `trace`,
        everything that is played and looked at leaves marks there. `as_written` is for a few moves: less is simplified
        before play."""
        if players not in program.players:
            raise ValueError(f"{program.title} is not for {players} players")
        self.program = program
        self.players = players
        self.layout = layout_of(program, players)
        self.premises = Premises(self.layout, vectorise, as_written)
        self.sight = Sight(self.layout)
        self.scratch = Scratch(self.layout, STEPS)
        self.compilation = Compilation(self.premises, self.scratch)
        if counting:
            self.compilation.fired = [0] * len(program.rules)
        if trace is not None:
            written = Premises(self.layout, vectorise=False, as_written=True)
            self.compilation.traced = Compilation(written, self.scratch, trace=trace)
        self.questions = Questions(self.compilation)
        self.seat, self.legal, self.tries = self.questions.seat, self.questions.legal, self.questions.tries
        self._moving = Moving(self.layout)
        self._entering: dict[int, Act] = {}
        self._looks: dict[tuple[int, ...], tuple[p.Expr, Value]] = {}  # by id of the expression, which this keeps alive

    @property
    def _playing(self) -> Compilation:
        """Return the closures that play: those that leave marks, if there is a trace."""
        return self.compilation.traced or self.compilation

    @cached_property
    def _quiet(self) -> Running:
        return Running(self._playing, self.questions, self._moving, None)

    @cached_property
    def _recording(self) -> Running:
        return Running(self._playing, self.questions, self._moving, Recorder(self.layout, self.sight))

    # ------------------------------------------------------------ questions

    def question(self, s: Cells) -> QuestionCode:
        """Return the closures of the current question."""
        return self.questions.asked(s).described()

    def looks(self, number: int) -> Looks:
        tries = (lambda s: self.tries(s[:])) if self.program.questions[number].has_tries else None
        return Looks(lambda s: self.seat(s[:]), lambda s: self.legal(s[:]), tries)

    # ------------------------------------------------------------ playing

    def step(self, s: Cells, move: int) -> None:
        self._quiet.step(s, move)

    def apply(self, s: Cells, move: int) -> Cells:
        after = s[:]
        self._quiet.step(after, move)
        return after

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        self._quiet.run_from(s, pc, known)

    def begin_recorded(self, s: Cells) -> tuple[Event, ...]:
        """Begin the game in place, and return the events up to the first question."""
        with recording() as events:
            self._recording.run_from(s, self.program.entry, {})
        return with_later_sight(events, self.layout.pack.size)

    def apply_recorded(self, s: Cells, move: int) -> tuple[Cells, tuple[Event, ...]]:
        """Return the state after a move, and the events up to the next question."""
        after = s[:]
        with recording() as events:
            self._recording.step(after, move)
        return after, with_later_sight(events, self.layout.pack.size)

    # ------------------------------------------------------------ positions set up by hand

    def enter(self, s: Cells, stage: int) -> None:
        """Enter a stage as at its beginning: reset its variables, and gather the cards if the stage does that."""
        if stage not in self._entering:
            self._entering[stage] = self._quiet.statements.act(p.EnterStage(stage))
        self._quiet.within(s, self._entering[stage])

    def move(self, s: Cells, card: int, zone: int) -> None:
        """Put a card on top of a zone, wherever it was."""
        self._moving.take[s[self.layout.where + card]](s, card)
        self._moving.put[zone](s, card)

    # ------------------------------------------------------------ looking

    def evaluate(self, s: Cells, e: p.Expr, known: Mapping[int, int] | None = None) -> int:
        """The value of an expression in a state; `known` gives values of locals. For everything except play."""
        bound = known or {}
        key = (id(e), *bound)
        if key not in self._looks:
            cells = {local: self.scratch.cell(("looked at", local)) for local in bound}
            self._looks[key] = (e, Expressions(self._playing, cells).value(e))
        _, value = self._looks[key]
        copy = s[: self.layout.size] + self.scratch.cells
        for local, v in bound.items():
            copy[self.scratch.cell(("looked at", local))] = v
        return int(value(copy))
