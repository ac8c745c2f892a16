"""Generated Python as an execution: a sibling of the interpreter.

The interpreter handles questions with too many answers to list, which the source doesn't contain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

from parlour.interpreter.interpreter import Interpreter
from parlour.python.code_cache import Generated, generated
from parlour.python.runtime.names import run
from parlour.storage.cache import Cache
from parlour.table.cells import Cells
from parlour.table.execution import Looks
from parlour.table.faults import LimitFault, StateError, origin_near
from parlour.table.layout import NOT_BEGUN, OVER, QUESTION
from parlour.table.limits import STEPS

Onward = tuple[int, ...] | None  # the place of the code to continue from, and the arguments of its function
Block = Callable[..., Onward]


class GeneratedPython:
    def __init__(
        self,
        interpreter: Interpreter,
        counting: bool = False,
        cache: Cache | None = None,
        made: Generated | None = None,
    ) -> None:
        """With `counting` the source counts how often each rule fires (see `extend`). Unless it was made before, it is
        saved in this cache, by default in that of the user."""
        self.program, self.layout = interpreter.program, interpreter.layout
        self._interpreter = interpreter
        made = made or generated(interpreter.premises, counting, cache)
        self.source = made.source
        names = run(made.code, self.layout, self.source.origins)
        self.names = names
        self._offering: dict[int, Callable[[Cells, Sequence[int]], int]] = {}
        self._size = self.layout.size
        self._blocks: dict[int, Block] = {pc: names[f"b_{pc}"] for pc in self.source.places}
        self._legal: list[Callable[[Cells], Sequence[int]]] = self._by_question("legal")
        self._steps: list[Callable[[Cells, int], Onward]] = self._by_question("step")
        self._tries: list[Callable[[Cells], list[int]]] = self._by_question("tries")
        # called for every decision: faster than methods
        self.legal, self.step, self.apply = self._lister(), self._stepper(), self._applier()
        names.update(counted=self._counted, offers_any=self._offers_any, tried=self._tried)
        names.update(answers=self._legal, steps=self._steps, unanswerable=self._unanswerable, go_on=self._finish)
        self.legal, self.step = names.get("legal", self.legal), names.get("step", self.step)
        self._seats: list[Callable[[Cells], int]] = self._by_question("seat")

    def _by_question(self, name: str) -> list[Callable[..., Any]]:
        """Return the functions with this name, one a question; the last two are for games that are over or not
        begun."""
        found: list[Callable[..., Any]] = [_nobody_is_asked for _ in self.program.questions]
        for number in self.source.asked:
            function = self.names.get(f"{name}_{number}", _nothing)
            if name != "step" and f"{name}_{number}" in self.source.spending and not self.source.counters:
                function = _tidied(function, self._size)
            found[number] = function
        found += [_nobody_is_asked, _nobody_is_asked]
        assert (OVER, NOT_BEGUN) == (-2, -1), "the list ends with these places"
        return found

    # ------------------------------------------------------------ questions

    def seat(self, s: Cells) -> int:
        return self._seats[s[QUESTION]](s)

    def _lister(self) -> Callable[[Cells], Sequence[int]]:
        by_question, unanswerable = self._legal, self._unanswerable

        def legal(s: Cells) -> Sequence[int]:
            return by_question[s[0]](s) or unanswerable(s)

        return legal

    def _unanswerable(self, s: Cells) -> list[int]:
        raise self._interpreter.questions.asked(s).unanswerable()

    def _counted(self, s: Cells, number: int) -> Sequence[int]:
        """Return the interpreter's answers where there are too many to list."""
        code = self._interpreter.questions.all[number]
        return code.legal(s[: self._size] + self._interpreter.scratch.cells)

    def _tried(self, s: Cells, number: int) -> list[int]:
        code = self._interpreter.questions.all[number]
        return code.tries(s[: self._size] + self._interpreter.scratch.cells)

    def _offers_any(self, s: Cells, number: int, *given: int) -> int:
        if number not in self._offering:
            self._offering[number] = self._interpreter.questions.offers(number)
        return self._offering[number](s[: self._size] + self._interpreter.scratch.cells, given)

    def tries(self, s: Cells) -> list[int]:
        return self._tries[s[QUESTION]](s)

    def looks(self, number: int) -> Looks:
        tries = self._apart("tries", number, self._tries) if self.program.questions[number].has_tries else None
        return Looks(self._apart("seat", number, self._seats), self._apart("legal", number, self._legal), tries)

    def _apart(self, name: str, number: int, found: Sequence[Callable[[Cells], Any]]) -> Callable[[Cells], Any]:
        """Return one of these functions; if it counts steps behind the state, it works on a copy."""
        function = found[number]
        return (lambda s: function(s[:])) if f"{name}_{number}" in self.source.spending else function

    # ------------------------------------------------------------ continuing

    def _finish(self, s: Cells, onward: Onward) -> None:
        """Run the functions that a step names as its continuation."""
        if onward:
            self._go_on(s, onward)
        if len(s) > self._size:  # steps were counted
            del s[self._size :]

    def _stepper(self) -> Callable[[Cells, int], None]:
        by_question, go_on, size = self._steps, self._go_on, self._size

        def step(s: Cells, move: int) -> None:
            onward = by_question[s[0]](s, move)
            if onward:
                go_on(s, onward)
            if len(s) > size:  # steps were counted
                del s[size:]

        return step

    def _applier(self) -> Callable[[Cells, int], Cells]:
        by_question, go_on, size = self._steps, self._go_on, self._size

        def apply(s: Cells, move: int) -> Cells:
            after = s[:]
            onward = by_question[s[0]](after, move)
            if onward:
                go_on(after, onward)
            if len(after) > size:  # steps were counted
                del after[size:]
            return after

        return apply

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        for local, v in known.items():
            if local in self.layout.kept:
                s[self.layout.kept[local]] = v
        self._go_on(s, (pc, *(known.get(local, 0) for local in self.source.places[pc])))
        del s[self._size :]

    def _go_on(self, s: Cells, onward: Onward) -> None:
        blocks, place = self._blocks, 0
        for _ in repeat(None, STEPS):
            if not onward:
                return
            place = onward[0]
            onward = blocks[place](s, *onward[1:])
        raise LimitFault(f"more than {STEPS} steps without a question", origin_near(self.program, place))

    # ------------------------------------------------------------ games that are counted

    def results(self, s: Cells) -> list[int]:
        """The results of a game that is over, in the order of the columns of a chunk."""
        found: list[int] = self.names["outcome"](s)
        return found

    def answers(self, s: Cells) -> Sequence[int]:
        """The legal moves in an extended state."""
        return self._legal[s[QUESTION]](s) or self._unanswerable(s)

    def extend(self, s: Cells) -> None:
        """Append to a state the cells that `advance` counts in: the steps, then one for each document."""
        s.append(STEPS)
        s.extend([0] * self.source.counters)

    def advance(self, s: Cells, move: int | None = None) -> None:
        """Make a step of an extended state, or begin its game; the extra cells stay."""
        s[self._size] = STEPS
        self._go_on(s, (self.program.entry,) if move is None else self._steps[s[QUESTION]](s, move))


def _tidied(function: Callable[..., Any], size: int) -> Callable[..., Any]:
    """Wrap a function so that it removes the cell in which it counted steps."""

    def tidied(s: Cells, *args: int) -> Any:
        try:
            return function(s, *args)
        finally:
            del s[size:]

    return tidied


def _nothing(s: Cells) -> list[int]:
    return []


def _nobody_is_asked(s: Cells, *_: int) -> Any:
    raise StateError("the game has no question: it is over, or hasn't begun")
