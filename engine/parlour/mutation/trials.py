"""Tries one mutant: runs the examples, checks it, and compares its play with that of the real rules.

The cheap steps come first. Most mutants fail one of a few examples, and need neither proofs nor other examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Diagnostic
from parlour.examples import Case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.mutation.asked_examples import SECONDS, AskedExamples, Hearing, TooLongError, at_most, refused
from parlour.mutation.compared_members import changed_section
from parlour.mutation.courses import Courses
from parlour.mutation.difference_search import MIXES, DifferenceSearch
from parlour.mutation.grafting import grafted
from parlour.mutation.judges import Bench, Gallery, Judge, Order
from parlour.mutation.mutants import Mutant
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.seating import about_seating, seats_otherwise
from parlour.mutation.settled_edits import EditedText, SettledEdits
from parlour.mutation.verdicts import Verdict

FEW = 60  # examples that are all asked
ENOUGH = 60  # examples that pass before a mutant counts as not told apart
NEAREST, DIVERSE = 3, 5  # mixes whose examples are asked before anything is played
FIRST, MORE = 6, 12  # examples of each of them
OTHER_MIXES = 8  # that are searched for a difference if no example gets to the place
OTHERS = 4  # examples of a mix that don't get to the place, from which play continues
PROVED = 3  # mixes with all checks


@dataclass
class Trials:
    """Tries the mutants of one document. `games` is the number of games to compare."""

    gallery: Gallery
    bench: Bench
    games: int
    seed: int
    baseline: MutatedMixes = field(init=False)
    edits: SettledEdits = field(init=False)
    hearing: Hearing = field(init=False)
    courses: Courses = field(default_factory=Courses)

    def __post_init__(self) -> None:
        self.baseline = self.gallery.unproved
        self.edits = SettledEdits(self.bench.document)
        self.hearing = Hearing(self.baseline, self.gallery.marks)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        document = grafted(mutant)
        if document.document is None:
            return refused(mutant, document.problems)
        asked = {} if mutant.operator == "drop-rule" else self.bench.asked
        mixes = MutatedMixes(self.baseline.library, proved=False, files=document.files(), asked=asked)
        section = changed_section(mutant.document, document.document)
        examples = AskedExamples(mutant, mixes, self.hearing, section)
        order = self.bench.order(mutant)
        edited = self.edits.text(document.document)
        if edited is None:
            return self._judged(examples, order)
        changing = [item for item in order if not self._settled(edited, item[0])]
        return self._judged(examples, changing or order[:1])

    def _settled(self, edited: EditedText, mix: ExampleMix) -> bool:
        """True if the options of a mix decide everything that an edit changes, so that it is the same game."""
        composition = self.gallery.composition(mix)
        return composition is not None and edited.same_in(composition)

    def _judged(self, asked: AskedExamples, order: Order) -> Verdict:
        """Run a few examples, then check and play. Run the others only if play shows a difference."""
        reached = [item for item in order if item[1]]
        reached.sort(key=lambda item: min(self.hearing.recency(judge) for judge in item[1]))
        for few in self._first(reached):
            verdict = asked.verdict(few)
            if verdict is not None:
                return verdict
        if not asked.different:
            others = sorted((item for item in order if not item[1]), key=lambda item: item[0].changes)
            verdict = asked.until_different([*reached, *others[:OTHER_MIXES]])
            if verdict is not None:
                return verdict
        verdict = asked.verdict(self._about_seating(asked, order))
        if verdict is not None:
            return verdict
        simplest = [(mix, list[Judge]()) for mix, _ in sorted(order, key=lambda item: item[0].changes)[:1]]
        verdict = asked.verdict(simplest)
        if verdict is not None:
            return verdict
        findings = self._findings(asked)
        if findings:
            return refused(asked.mutant, findings)
        if not asked.different:
            return Verdict(asked.mutant.id, "the same game")
        return self._compared(asked, reached, simplest[0][0])

    def _first(self, reached: Order) -> Iterator[Order]:
        """Yield the nearest examples of the nearest mixes, more of them, and those of the most different mixes; all
        examples if they are few."""
        if sum(len(judges) for _, judges in reached) <= FEW:
            yield reached
            return
        nearest = reached[:NEAREST]
        yield [(mix, judges[:FIRST]) for mix, judges in nearest]
        yield [(mix, judges[FIRST : FIRST + MORE]) for mix, judges in nearest]
        yield [(mix, judges[:FIRST]) for mix, judges in self.bench.diverse(reached[NEAREST:], nearest, DIVERSE)]

    def _about_seating(self, asked: AskedExamples, order: Order) -> Order:
        """Return the examples about who can play, if a mutant changes nothing else."""
        for mix in asked.different:
            one, other = (mixes.compile(mix).program for mixes in (self.baseline, asked.mixes))
            if one is not None and other is not None:
                return about_seating(order, one, other) if seats_otherwise(one, other) else ()
        return ()

    def _compared(self, asked: AskedExamples, reached: Order, simplest: ExampleMix) -> Verdict:
        """Play both games: in the simplest mix, if it differs, and others. If they differ, ask all examples that are
        left."""
        different = sorted(asked.different, key=lambda mix: mix != simplest)
        self.courses.trim()
        document = self.bench.document
        search = DifferenceSearch(document, self.baseline, asked.mixes, self.courses, self.games, self.seed)
        played = [(mix, list(self._cases(asked, mix))) for mix in different[:MIXES]]
        try:
            with at_most(SECONDS):
                found = search.verdict(asked.mutant.id, played)
        except TooLongError:
            self.courses = Courses()  # one of them stopped in the middle of a move
            found = Verdict(asked.mutant.id, "survived", note=f"games with the change take more than {SECONDS} s")
        if found.status != "survived":
            return asked.verdict(list(_spread(reached))) or found
        return asked.verdict(reached) or self._noted(search.described(found), bool(reached))

    def _cases(self, asked: AskedExamples, mix: ExampleMix) -> Iterator[tuple[Case, History | None]]:
        """Yield examples with their games: those that get to the place, and a few others."""
        judges = asked.different[mix]
        known = {id(judge) for judge in judges}
        others = [judge for judge in self.bench.judges if judge.mix == mix and id(judge) not in known]
        for judge in (*judges, *others[:OTHERS]):
            result, history = self.baseline.played(judge.case)
            yield judge.case, history if result.passed else None

    def _noted(self, verdict: Verdict, reached: bool) -> Verdict:
        return verdict if reached else replace(verdict, note=f"no example reaches this place; {verdict.note}")

    def _findings(self, asked: AskedExamples) -> tuple[Diagnostic, ...]:
        """The errors and warnings that a mix doesn't have without the mutant."""
        for mix in [*asked.different, *asked.same][:PROVED]:
            before = {(d.code, d.message) for d in self.gallery.mixes.compile(mix).findings}
            found = [d for d in asked.mixes.findings_of(mix) if d.severity != "note"]
            new = tuple(d for d in found if (d.code, d.message) not in before)
            if new:
                return new
        return ()


def _spread(reached: Order) -> Iterator[tuple[ExampleMix, list[Judge]]]:
    """Yield the first examples of each mix, until they are enough."""
    number = 0
    for mix, judges in reached:
        if number >= ENOUGH:
            return
        yield mix, judges[:FIRST]
        number += len(judges[:FIRST])
