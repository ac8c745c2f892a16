"""A machine that makes steps and lists moves by native code. It leaves to generated Python what native code can't do,
call by call, and everything else.

Its games are arrays of 64-bit integers, which native code reads and writes in place. It also takes lists, and makes
lists of games that don't fit into such an array. Generated Python only gets lists.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from parlour import program as p
from parlour.native.cell_memory import CellMemory
from parlour.native.code_cache import CompiledCode
from parlour.native.extra_cells import MOVES
from parlour.native.levels import LeveledCode
from parlour.native.module import Use
from parlour.native.translation import fits
from parlour.python.execution import Looks
from parlour.states.machine import Machine
from parlour.states.outcomes import Outcome
from parlour.storage.cache import Cache
from parlour.table.cells import Cells, as_list
from parlour.table.chance import new_seed
from parlour.table.events import Event
from parlour.table.faults import StateError
from parlour.table.layout import QUESTION
from parlour.table.packing import Packing, choices_of

T = TypeVar("T")


class NativeSteps(LeveledCode):
    """Steps and lists of moves of states that are stored one after the other: `game_loops` has the arguments."""

    use: Use = "stepping"

    def _take(self, level: int, code: CompiledCode) -> None:
        super()._take(level, code)
        self.steps = self._timed(code.compiled.function("steps", "pppnp"))
        self.listed = self._timed(code.compiled.function("listed", "ppnpnp"))


class _Memory(threading.local):
    """The memory of one thread for one call."""

    def __init__(self, code: NativeSteps) -> None:
        shape = code.shape
        self.state = CellMemory(shape.width, shape.size)
        self.answer = CellMemory(shape.width, 1 + shape.slots)
        self.moves = CellMemory(shape.width, MOVES)
        self.room = CellMemory(shape.width, shape.cells)
        self.result = array("q", [0])
        self.cells, self.given, self.listed = self.room.address, self.answer.address, self.moves.address
        self.outcome = self.result.buffer_info()[0]


class NativeMachine(Machine):
    def __init__(self, program: p.Program, players: int, level: int | None = None, cache: Cache | None = None) -> None:
        super().__init__(program, players, "called")
        self.code = NativeSteps(program, players, level, cache)
        self._memory = _Memory(self.code)
        self._choices = [[choices_of(self.layout, arm) for arm in question.arms] for question in program.questions]
        self._packings = [self._packing(question) for question in program.questions]
        self._python_legal, self._python_step = self.legal, self.step
        self.legal, self.step, self.apply = self._list_legal, self._step, self._apply

    def _packing(self, question: p.Question) -> list[Packing] | None:
        """Return how the moves of a question are packed, action by action; None if native code does that."""
        if fits(self.layout, question, self.code.shape.width):
            return None
        return [Packing.of(self.layout, arm) for arm in question.arms]

    # ------------------------------------------------------------ moves

    def _listed(self, s: Cells) -> list[int]:
        """Return the legal moves; none if generated Python must list them."""
        memory, address = self._memory, self._address(s)
        if address is None:
            return []
        self.code.listed(memory.cells, address, 1, memory.listed, MOVES, memory.outcome)
        count = memory.result[0]
        moves = memory.moves.cells(count) if count > 0 else []
        packings = self._packings[s[QUESTION]] if moves else None
        return moves if packings is None else self._packed(moves, packings)

    def _packed(self, rows: list[int], packings: list[Packing]) -> list[int]:
        """Return the moves of rows with an action and its choices."""
        actions, width = len(packings), 1 + self.code.shape.slots
        return [
            packings[rows[k]].pack(rows[k + 1 : k + 1 + len(packings[rows[k]].digits)]) * actions + rows[k]
            for k in range(0, len(rows), width)
        ]

    def _address(self, s: Cells) -> int | None:
        """Return the address of a state, or of its copy in the memory of this thread; None if a cell is too large."""
        size = self.layout.size
        if isinstance(s, list):
            memory = self._memory
            return memory.state.address if len(s) == size and memory.state.put(s) else None
        if not isinstance(s, array) or s.typecode != "q" or len(s) != size:  # native code would write beyond it
            raise StateError(f"a state of this table is a list or an array of {size} 64-bit integers")
        return s.buffer_info()[0]

    def _list_legal(self, s: Cells) -> Sequence[int]:
        return self._listed(s) or self._python_legal(as_list(s))

    def looks(self, number: int) -> Looks:
        looks = super().looks(number)
        tries = None if looks.tries is None else _of_lists(looks.tries)
        return Looks(_of_lists(looks.seat), lambda s: self._listed(s) or looks.legal(as_list(s)), tries)

    # ------------------------------------------------------------ steps

    def _stepped(self, address: int, answer: tuple[int, ...]) -> bool:
        """Make a step in place; return False if generated Python must make it."""
        memory = self._memory
        if not memory.answer.put(answer):
            return False
        self.code.steps(memory.cells, address, memory.given, 1, memory.outcome)
        return memory.result[0] == 0

    def _answer(self, s: Cells, move: int) -> tuple[int, ...]:
        """Return a move as native code takes it, which says whether it is a misplay; a negative number if it isn't one
        of this question."""
        question = s[QUESTION]
        if question < 0:
            return (-1,)
        arms, packings = self.program.questions[question].arms, self._packings[question]
        payload, action = divmod(move, len(arms))
        if not 0 <= payload < self._choices[question][action]:
            return (-1,)
        misplay = arms[action].misplay is not None and move not in self._list_legal(s)
        if packings is None:
            return (1 + 2 * move + misplay,)
        return (1 + 2 * action + misplay, *packings[action].unpack(payload))

    # ------------------------------------------------------------ one state

    def start(self, seed: int | None = None, order: Sequence[int] | None = None) -> Cells:
        s, memory = self._before(new_seed() if seed is None else seed, order), self._memory
        if memory.state.put(s) and self._stepped(memory.state.address, (0,)):
            s = memory.state.cells(self.layout.size)
        else:
            self.run_from(s, self.program.entry, {})
        return self._array(s)

    def _step(self, s: Cells, move: int) -> None:
        answer = self._answer(s, move)
        address = self._address(s)
        if address is None or not self._stepped(address, answer):
            cells = as_list(s)
            self._python_step(cells, move)
            if cells is not s:
                s[:] = self._array(cells)
        elif isinstance(s, list):
            s[:] = self._memory.state.cells(self.layout.size)

    def _apply(self, s: Cells, move: int) -> Cells:
        after = self._array(s[:])
        self._step(after, move)
        return after

    def _array(self, s: Cells) -> Cells:
        """Return a state as an array, if that can hold it."""
        if self.code.shape.width > 64:
            return s
        try:
            return cast(Cells, array("q", s))
        except OverflowError:
            return s

    # ------------------------------------------------------------ what only generated Python does

    def seat(self, s: Cells) -> int:
        return super().seat(as_list(s))

    def tries(self, s: Cells) -> list[int]:
        return super().tries(as_list(s))

    def evaluate(self, s: Cells, e: p.Expr, known: Mapping[int, int] | None = None) -> int:
        return super().evaluate(as_list(s), e, known)

    def apply_recorded(self, s: Cells, move: int) -> tuple[Cells, tuple[Event, ...]]:
        after, events = super().apply_recorded(as_list(s), move)
        return self._array(after), events

    def outcome(self, s: Cells) -> Outcome:
        return super().outcome(as_list(s))


def _of_lists(function: Callable[[Cells], T]) -> Callable[[Cells], T]:
    """Return the same function also for arrays."""
    return lambda s: function(as_list(s))
