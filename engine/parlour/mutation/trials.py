"""Tries one mutant: checks it, runs the examples, and compares its play with that of the real rules."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType

from parlour.base.diagnostics import Diagnostic
from parlour.examples import Case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.mutation.courses import Courses
from parlour.mutation.difference_search import MIXES, DifferenceSearch
from parlour.mutation.grafting import grafted
from parlour.mutation.judges import Bench, Gallery, Judge, Order
from parlour.mutation.mixes import TrialMixes
from parlour.mutation.mutants import Mutant
from parlour.mutation.sameness import same_game
from parlour.mutation.settled_edits import EditedText, SettledEdits
from parlour.mutation.verdicts import Verdict
from parlour.program import Program

SECONDS = 60  # of the processor, for one example of a mutant, and for all games that compare it
NEAREST, DIVERSE = 4, 6  # mixes whose examples are asked before anything is played
OTHER_MIXES = 8  # that are searched for a difference if no example gets to the place
OTHERS = 20  # examples of a mix that don't get to the place, from which play continues


class TooLongError(Exception):
    """An example of a mutant, or its games, take too long."""


@dataclass
class Trials:
    """Tries the mutants of one document. `games` is the number of games to compare."""

    gallery: Gallery
    bench: Bench
    games: int
    seed: int
    baseline: TrialMixes = field(init=False)
    edits: SettledEdits = field(init=False)
    courses: Courses = field(default_factory=Courses)
    failed: set[str] = field(default_factory=set)
    """The examples that fail without any mutant."""
    recent: list[int] = field(default_factory=list)
    """Judges that noticed a mutant, the last one first: they might notice the next one too."""

    def __post_init__(self) -> None:
        self.baseline = self.gallery.mixes
        self.edits = SettledEdits(self.bench.document)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        document = grafted(mutant)
        if document.document is None:
            return _refused(mutant, document.problems)
        asked = {} if mutant.operator == "drop-rule" else self.bench.asked
        mixes = TrialMixes(self.baseline.library, files=document.files(), asked=asked)
        order = self.bench.order(mutant)
        edited = self.edits.text(document.document)
        if edited is None:
            return self._judged(mutant, mixes, order)
        changing = [item for item in order if not self._settled(edited, item[0])]
        return self._judged(mutant, mixes, changing or order[:1])

    def _settled(self, edited: EditedText, mix: ExampleMix) -> bool:
        """True if the options of a mix decide everything that an edit changes, so that it is the same game."""
        composition = self.gallery.composition(mix)
        return composition is not None and edited.same_in(composition)

    def _judged(self, mutant: Mutant, mixes: TrialMixes, order: Order) -> Verdict:
        """Run the nearest examples and some that are as different as possible, then play. Run the others only if play
        shows a difference."""
        reached = [item for item in order if item[1]]
        reached.sort(key=lambda item: min(self._recency(judge) for judge in item[1]))
        different: list[ExampleMix] = []
        nearest = reached[:NEAREST]
        verdict = self._asked(mutant, mixes, nearest, different)
        if verdict is not None:
            return verdict
        diverse = self.bench.diverse(reached[NEAREST:], nearest, DIVERSE)
        verdict = self._asked(mutant, mixes, diverse, different)
        known = {mix for mix, _ in (*nearest, *diverse)}
        left = [item for item in reached if item[0] not in known]
        if verdict is None and not different:
            others = [item for item in order if not item[1]]
            verdict = self._asked_until_different(mutant, mixes, [*left, *others[:OTHER_MIXES]], different)
        if verdict is not None:
            return verdict
        if not different:
            return Verdict(mutant.id, "the same game")
        compared = self._compared(mutant, mixes, different[:MIXES], dict(order))
        if compared.status != "survived":
            return compared
        return self._asked(mutant, mixes, left, different) or self._noted(compared, bool(reached))

    def _compared(
        self, mutant: Mutant, mixes: TrialMixes, different: list[ExampleMix], order: Mapping[ExampleMix, list[Judge]]
    ) -> Verdict:
        """Play on from the examples that get to the place and from a few others, and from new deals."""
        played = []
        for mix in different:
            others = [judge for judge in self.bench.judges if judge.mix == mix and judge not in order[mix]]
            cases = [judge.case for judge in (*order[mix], *others[:OTHERS])]
            played.append((mix, [(case, self._history(case)) for case in cases]))
        self.courses.trim()
        search = DifferenceSearch(self.baseline, mixes, self.courses, self.games, self.seed)
        try:
            with at_most(SECONDS):
                return search.verdict(mutant.id, played)
        except TooLongError:
            self.courses = Courses()  # one of them stopped in the middle of a move
            return Verdict(mutant.id, "survived", note=f"games with the change take more than {SECONDS} s")

    def _noted(self, verdict: Verdict, reached: bool) -> Verdict:
        return verdict if reached else replace(verdict, note=f"no example reaches this place; {verdict.note}")

    def _asked(self, mutant: Mutant, mixes: TrialMixes, order: Order, different: list[ExampleMix]) -> Verdict | None:
        """The verdict of these examples, if one notices the mutant. Adds the mixes that it changes to `different`."""
        for mix, judges in order:
            before, after = self._program(mix), mixes.compile(mix)
            found = self._findings(mix, after.findings)
            if found:
                return _refused(mutant, found)
            if mutant.operator != "drop-rule" and before and after.program and same_game(before, after.program):
                continue
            different.append(mix)
            for judge in sorted(judges, key=self._recency):
                if not self.gallery.marks.passed(judge.case):
                    self.failed.add(f"{judge.case.document.id}: {judge.case.name}")
                    continue
                name = f"{judge.case.document.id}: {judge.case.name}"
                try:
                    with at_most(SECONDS):
                        passed = mixes.played(judge.case)[0].passed
                except TooLongError:
                    return Verdict(mutant.id, "killed", by=f"{name}, which takes more than {SECONDS} s")
                if not passed:
                    self.recent.insert(0, id(judge))
                    return Verdict(mutant.id, "killed", by=name)
        return None

    def _asked_until_different(
        self, mutant: Mutant, mixes: TrialMixes, order: Order, different: list[ExampleMix]
    ) -> Verdict | None:
        """The verdict of the examples up to the first mix that the mutant changes."""
        for item in order:
            verdict = self._asked(mutant, mixes, [item], different)
            if verdict is not None or different:
                return verdict
        return None

    def _recency(self, judge: Judge) -> int:
        return self.recent.index(id(judge)) if id(judge) in self.recent else len(self.recent)

    def _program(self, mix: ExampleMix) -> Program | None:
        return self.baseline.compile(mix).program

    def _findings(self, mix: ExampleMix, after: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """The errors and warnings that the mix doesn't have without the mutant."""
        before = {(d.code, d.message) for d in self.baseline.compile(mix).findings}
        new = tuple(d for d in after if d.severity != "note" and (d.code, d.message) not in before)
        return tuple(sorted(new, key=lambda d: d.severity != "error"))

    def _history(self, case: Case) -> History | None:
        result, history = self.baseline.played(case)
        return history if result.passed else None


def _refused(mutant: Mutant, problems: tuple[Diagnostic, ...]) -> Verdict:
    first = next((d for d in problems if d.severity == "error"), problems[0])
    return Verdict(mutant.id, "refused", by=first.code, note=first.message)


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise TooLongError after so many seconds of the processor, where the system can."""

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
