"""Runs examples against one mutant, mix by mix, until one of them notices it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.examples.mixing import ExampleMix
from parlour.library.loading import shown
from parlour.mutation.compared_members import ComparedMembers
from parlour.mutation.judges import Judge, Order
from parlour.mutation.marks import ExampleMarks
from parlour.mutation.mutants import Mutant
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.sameness import same_game
from parlour.mutation.verdicts import Verdict

SECONDS = 15  # of the processor, for one example of a mutant, and for all games that compare it


class TooLongError(Exception):
    """The error for a mutant whose examples or games take too long."""


@dataclass
class Hearing:
    """The results of the examples so far, for all mutants of a run."""

    baseline: MutatedMixes
    marks: ExampleMarks
    failed: set[str] = field(default_factory=set)
    """The examples that fail without any mutant."""
    recent: list[int] = field(default_factory=list)
    """Judges that noticed a mutant, the last one first: they might notice the next one too."""

    members: ComparedMembers = field(default_factory=ComparedMembers)

    def recency(self, judge: Judge) -> int:
        return self.recent.index(id(judge)) if id(judge) in self.recent else len(self.recent)


@dataclass
class AskedExamples:
    """The examples that have met a mutant without noticing it."""

    mutant: Mutant
    mixes: MutatedMixes
    hearing: Hearing
    section: str | None = None
    """The only section that the mutant changes; None if it changes several."""
    different: dict[ExampleMix, list[Judge]] = field(default_factory=dict)
    """The mixes that the mutant changes, with the examples that passed."""
    same: set[ExampleMix] = field(default_factory=set)

    def verdict(self, order: Order) -> Verdict | None:
        """Ask these examples too. Return the verdict if one notices the mutant, or if nobody can play it."""
        for mix, judges in order:
            if mix not in self.different and mix not in self.same:
                after = self.mixes.compile(mix)
                if after.program is None or has_errors(after.findings):
                    return refused(self.mutant, after.findings)
                if self._same_game(mix):
                    self.same.add(mix)
                else:
                    self.different[mix] = []
            if mix in self.same:
                continue
            for judge in sorted(judges, key=self.hearing.recency):
                name = self._noticing(judge)
                if name is not None:
                    return Verdict(self.mutant.id, "killed", by=name)
        return None

    def until_different(self, order: Order) -> Verdict | None:
        """Ask the examples up to the first mix that the mutant changes. Doesn't compile mixes in which the changed
        member becomes the same code."""
        for item in order:
            mix = item[0]
            if mix not in self.different and mix not in self.same and self._same_member(mix):
                self.same.add(mix)
            verdict = self.verdict([item])
            if verdict is not None or self.different:
                return verdict
        return None

    def _same_game(self, mix: ExampleMix) -> bool:
        before, after = self.hearing.baseline.compile(mix).program, self.mixes.compile(mix).program
        if self.mutant.operator == "drop-rule" or before is None or after is None:
            return False
        return same_game(before, after)

    def _same_member(self, mix: ExampleMix) -> bool:
        if self.section is None:
            return False
        before, after = self.hearing.baseline.composition(mix), self.mixes.composition(mix)
        return before is not None and after is not None and self.hearing.members.same(before, after, self.section)

    def _noticing(self, judge: Judge) -> str | None:
        """Return the name of an example that notices the mutant."""
        document = judge.case.document
        name = f"{document.id or shown(document.path)}: {judge.case.name}"
        if any(other is judge for other in self.different[judge.mix]):
            return None
        if not self.hearing.marks.passed(judge.case):
            self.hearing.failed.add(name)
            return None
        try:
            with at_most(SECONDS):
                passed = self.mixes.played(judge.case)[0].passed
        except TooLongError:
            return f"{name}, which takes more than {SECONDS} s"
        if not passed:
            self.hearing.recent.insert(0, id(judge))
            return name
        self.different[judge.mix].append(judge)
        return None


def refused(mutant: Mutant, problems: tuple[Diagnostic, ...]) -> Verdict:
    first = next((d for d in problems if d.severity == "error"), problems[0])
    return Verdict(mutant.id, "refused", by=first.code, note=first.message)


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise TooLongError after this processor time, if the system can measure it."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
