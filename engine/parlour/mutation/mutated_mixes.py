"""The mixes of examples with one edit: each is the Program of the same composition, in which one node is changed.

Doesn't cache mutants on disk. A trial plays without the proofs of `check`, because most mutants fail an example sooner
than those are done. `at_most` stops what takes a mutant too long: it can turn a loop into one that goes on.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.examples import Case, CaseResult, Mixes, play_case
from parlour.examples.history import History
from parlour.mixing.compiler import Compiled, program_of
from parlour.mixing.recipes import Composed, Recipe
from parlour.mutation.edits import Edit

SECONDS = 15  # of the processor, for one example of a mutant, and for all games that compare it
MOMENT = 0.2  # seconds between two looks at the clock


class TooLongError(Exception):
    """The error for a mutant whose examples or games take too long."""


@contextmanager
def at_most(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooLongError in this thread after this processor time. A signal could only stop the main thread, and the
    machines of a cluster work in others."""
    thread, until, ended = threading.get_ident(), time.process_time() + seconds, threading.Event()

    def watch() -> None:
        while not ended.wait(MOMENT):
            if time.process_time() > until:
                _raise_in(thread, TooLongError)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        _raise_in(thread, None)  # also if the error was on its way


def _raise_in(thread: int, error: type[Exception] | None) -> None:
    """Have a thread raise this error at its next step, or none."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


Played = tuple[CaseResult, History | None]


@dataclass
class TrialMixes(Mixes):
    """The mixes as they are, with what each example needs only once."""

    proved: bool = False
    asked: dict[int, Recipe] = field(default_factory=dict)
    """The mix of each example, by the identity of the case."""
    results: dict[int, Played] = field(default_factory=dict)

    def mix(self, case: Case) -> Recipe:
        return self.asked.get(id(case)) or super().mix(case)

    def played(self, case: Case) -> Played:
        """The result of an example, and its game if it began."""
        if id(case) not in self.results:
            self.results[id(case)] = play_case(case, self)
        return self.results[id(case)]


@dataclass
class MutatedMixes(TrialMixes):
    baseline: TrialMixes = field(kw_only=True)
    edit: Edit = field(kw_only=True)

    def compile(self, mix: Recipe) -> Compiled:
        if mix not in self.compiled:
            composition, problems = self._composed(mix)
            program, checked = (None, ()) if composition is None else program_of(composition, proved=False)
            self.compiled[mix] = Compiled(program, in_order((*problems, *checked)), lambda: composition)
        return self.compiled[mix]

    def _composed(self, mix: Recipe) -> Composed:
        composition = self.baseline.compile(mix).composition
        if composition is None:
            return None, ()
        if self.edit.operator != "drop-rule":
            return self.edit.applied(composition), ()
        named, file = self.edit.span.text, self.edit.span.source
        if not any(use.rule.id == named and use.by is not None and use.by.source is file for use in composition.uses):
            return composition, ()
        return replace(mix, without=(*mix.without, named)).composed()

    def proofs(self, mix: Recipe) -> tuple[Diagnostic, ...]:
        """Return all findings about a mix, those of its proofs too."""
        composition, problems = self._composed(mix)
        return in_order((*problems, *(() if composition is None else program_of(composition)[1])))
