"""A machine that plays by generated source. What happens with an audience (events) is left to the machine that it
extends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

from parlour import program as p
from parlour.generated.keeping import generated
from parlour.generated.runtime.names import names_of
from parlour.machine.closures import STEPS, Cells
from parlour.machine.code import origin_near
from parlour.machine.faults import RulesetFault, StateError
from parlour.machine.layout import NOT_BEGUN, OVER, QUESTION
from parlour.machine.machine import Looks, Machine
from parlour.machine.random import new_seed

Onward = tuple[int, ...] | None  # the place of the code to go on from, and the locals that its function is given
Block = Callable[..., Onward]


class GeneratedMachine(Machine):
    def __init__(self, program: p.Program, players: int, vectorise: bool = True, counting: bool = False) -> None:
        super().__init__(program, players, vectorise)
        made = generated(self.making, counting)
        self.source = made.source
        names = names_of(self.layout, self.source.origins)
        self._names = names
        self._offering: dict[int, Callable[[Cells, Sequence[int]], int]] = {}
        exec(made.code, names)
        self._size = self.layout.size
        self._blocks: dict[int, Block] = {pc: names[f"b_{pc}"] for pc in self.source.places}
        self._legal: list[Callable[[Cells], Sequence[int]]] = self._by_question("legal")
        self._steps: list[Callable[[Cells, int], Onward]] = self._by_question("step")
        self._tries: list[Callable[[Cells], list[int]]] = self._by_question("tries")
        # called for every decision: faster than methods
        vars(self).update(legal=self._lister(), step=self._stepper(), apply=self._applier())
        names.update(counted=self._counted, offers_any=self._offers_any, tried=self._tried)
        names.update(answers=self._legal, steps=self._steps, unanswerable=self._unanswerable, go_on=self._finish)
        vars(self).update({name: names[name] for name in ("legal", "step") if name in names})
        self._seats: list[Callable[[Cells], int]] = self._by_question("seat")

    def _by_question(self, name: str) -> list[Callable[..., Any]]:
        """The functions of that name for each question; the last two are for games that are over or have not begun."""
        found: list[Callable[..., Any]] = [_nobody_is_asked for _ in self.program.questions]
        for number in self.source.asked:
            function = self._names.get(f"{name}_{number}", _nothing)
            if name != "step" and f"{name}_{number}" in self.source.spending and not self.source.counters:
                function = _tidied(function, self._size)
            found[number] = function
        found += [_nobody_is_asked, _nobody_is_asked]
        assert (OVER, NOT_BEGUN) == (-2, -1), "they are looked up from the end of the list"
        return found

    def listing(self) -> str:
        """The source, to be read."""
        from parlour.generated.listing import listing  # slow to import, and only `show --code` lists source
        from parlour.lowering.source import lowered

        return listing(lowered(self.making, self.source.counters > 0))

    # ------------------------------------------------------------ questions

    def seat(self, s: Cells) -> int:
        return self._seats[s[QUESTION]](s)

    def _lister(self) -> Callable[[Cells], Sequence[int]]:
        by_question, unanswerable = self._legal, self._unanswerable

        def legal(s: Cells) -> Sequence[int]:
            return by_question[s[0]](s) or unanswerable(s)

        return legal

    def _unanswerable(self, s: Cells) -> list[int]:
        raise self.question(s).unanswerable()

    def _counted(self, s: Cells, number: int) -> Sequence[int]:
        """What the closures answer where there is too much to list."""
        code = self.questions.all[number]
        return code.legal(s[: self._size] + self.scratch.cells)

    def _tried(self, s: Cells, number: int) -> list[int]:
        code = self.questions.all[number]
        return code.tries(s[: self._size] + self.scratch.cells)

    def _offers_any(self, s: Cells, number: int, *given: int) -> int:
        if number not in self._offering:
            self._offering[number] = self.questions.offers(number)
        return self._offering[number](s[: self._size] + self.scratch.cells, given)

    def tries(self, s: Cells) -> list[int]:
        return self._tries[s[QUESTION]](s)

    def looks(self, number: int) -> Looks:
        tries = self._apart("tries", number, self._tries) if self._has_tries(number) else None
        return Looks(self._apart("seat", number, self._seats), self._apart("legal", number, self._legal), tries)

    def _apart(self, name: str, number: int, found: Sequence[Callable[[Cells], Any]]) -> Callable[[Cells], Any]:
        """One of these functions, on a copy if it counts steps behind the state."""
        function = found[number]
        return (lambda s: function(s[:])) if f"{name}_{number}" in self.source.spending else function

    # ------------------------------------------------------------ going on

    def _finish(self, s: Cells, onward: Onward) -> None:
        """Does what a step has left to be done."""
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

    def start(self, seed: int | None = None) -> Cells:
        s = self.blank(new_seed() if seed is None else seed)
        self.run_from(s, self.program.entry, {})
        return s

    def start_from(self, order: Sequence[int], seed: int) -> Cells:
        s = self.stacked(order, seed)
        self.run_from(s, self.program.entry, {})
        return s

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
        raise RulesetFault(f"more than {STEPS} steps without a question", origin_near(self.program, place))

    # ------------------------------------------------------------ games that are counted

    def extend(self, s: Cells) -> None:
        """Puts the cells behind a state that `advance` counts in: the steps, then one for each document."""
        s.append(STEPS)
        s.extend([0] * self.source.counters)

    def advance(self, s: Cells, move: int | None = None) -> None:
        """A step of an extended state, or its beginning; the cells stay."""
        s[self._size] = STEPS
        self._go_on(s, (self.program.entry,) if move is None else self._steps[s[QUESTION]](s, move))


def _tidied(function: Callable[..., Any], size: int) -> Callable[..., Any]:
    """Afterwards the cell in which steps were counted is gone again."""

    def tidied(s: Cells, *args: int) -> Any:
        try:
            return function(s, *args)
        finally:
            del s[size:]

    return tidied


def _nothing(s: Cells) -> list[int]:
    return []


def _nobody_is_asked(s: Cells, *_: int) -> Any:
    raise StateError("nobody is asked anything: the game is over, or has not begun")
