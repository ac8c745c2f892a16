"""Tries one mutant: runs the examples, checks it, and compares its play with that of the real rules.

The cheap steps come first. Most mutants fail one of a few examples, and need neither proofs nor other examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Diagnostic
from parlour.coverage.marks import ExampleMarks
from parlour.examples import Case, Mixes
from parlour.examples.history import History
from parlour.mixing.recipes import Recipe
from parlour.mutation.differences import DifferenceSearch
from parlour.mutation.example_pool import ExamplePool, MixedExample
from parlour.mutation.in_step import same
from parlour.mutation.mutants import Mutant, Verdict
from parlour.mutation.mutated_mixes import SECONDS, MutatedMixes, TooLongError, TrialMixes, at_most

FIRST, FIRST_MIXES = 60, 12  # examples that a mutant meets before anything is played, and their mixes
OTHER_MIXES = 8  # that are searched for a difference if no example gets to the place
MIXES = 4  # that are played
OTHERS = 4  # examples of a mix that don't get to the place, from which play continues
PROVED = 3  # mixes with all checks


@dataclass
class Trials:
    """Tries the mutants of one document. `games` is the number of games to compare."""

    mixes: TrialMixes
    marks: ExampleMarks
    pool: ExamplePool
    games: int
    seed: int
    failed: set[str] = field(default_factory=set)
    """The examples that fail without any mutant."""
    recent: list[int] = field(default_factory=list)
    """The examples that noticed a mutant, the last one first: they might notice the next one too."""
    checked: Mixes = field(init=False)
    """The mixes as they are, with all findings of `check`."""

    def __post_init__(self) -> None:
        self.checked = Mixes(self.mixes.library)

    def mutated(self, mutant: Mutant) -> MutatedMixes:
        return MutatedMixes(self.mixes.library, asked=self.mixes.asked, baseline=self.mixes, edit=mutant.edit)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        return Trial(self, mutant, self.mutated(mutant)).verdict()


@dataclass
class Trial:
    """One mutant. `different` has the mixes that it changes, with the examples that passed; `same` has others."""

    trials: Trials
    mutant: Mutant
    mixes: MutatedMixes
    different: dict[Recipe, list[MixedExample]] = field(default_factory=dict)
    same: set[Recipe] = field(default_factory=set)

    def verdict(self) -> Verdict:
        reaching = self.trials.pool.reaching(self.mutant.edit)
        near = {*[*dict.fromkeys(each.mix for each in reaching)][:FIRST_MIXES]}
        first = sorted((each for each in reaching if each.mix in near), key=self._recency)[:FIRST]
        return self._asked(first) or self._other_mixes() or self._checked() or self._compared(reaching)

    def _recency(self, each: MixedExample) -> int:
        recent = self.trials.recent
        return recent.index(id(each)) if id(each) in recent else len(recent)

    # ------------------------------------------------------------ examples

    def _asked(self, examples: Iterable[MixedExample]) -> Verdict | None:
        """Run these examples too. Return the verdict if one notices the mutant, or if nobody can play it."""
        for each in examples:
            refused = self._met(each.mix)
            if refused is not None:
                return refused
            by = self._noticed(each)
            if by is not None:
                return Verdict(self.mutant.id, "killed", by=by)
        return None

    def _met(self, mix: Recipe) -> Verdict | None:
        """Decide if the mutant changes a mix. Return a verdict if nobody can play it then."""
        if mix in self.different or mix in self.same:
            return None
        before, after = self.trials.mixes.compile(mix).program, self.mixes.compile(mix)
        if after.program is None:
            return self._refused(after.findings)
        if before is not None and same(before, after.program):
            self.same.add(mix)
        else:
            self.different[mix] = []
        return None

    def _noticed(self, each: MixedExample) -> str | None:
        """Return the name of the example if it notices the mutant."""
        passed = self.different.get(each.mix)
        if passed is None or each in passed:
            return None
        if not self.trials.marks.passed(each.case):
            self.trials.failed.add(each.name)
            return None
        try:
            with at_most():
                result, _ = self.mixes.played(each.case)
        except TooLongError:
            return f"{each.name}, which takes more than {SECONDS} s"
        if result.passed:
            passed.append(each)
            return None
        self.trials.recent.insert(0, id(each))
        return each.name

    def _other_mixes(self) -> Verdict | None:
        """Look for a mix that the mutant changes, if it changes none of the examples that reach its place."""
        mixes = self.trials.pool.mixes
        for mix in [*mixes[:1], *(mixes[1:OTHER_MIXES] if not self.different else ())]:
            refused = self._met(mix)
            if refused is not None:
                return refused
        return None if self.different else Verdict(self.mutant.id, "the same game")

    # ------------------------------------------------------------ checks and games

    def _checked(self) -> Verdict | None:
        """Return a verdict if `check` reports errors or warnings that a mix doesn't have without the mutant."""
        for mix in [*self.different][:PROVED]:
            before = {(d.code, d.message) for d in self.trials.checked.compile(mix).findings}
            new = [d for d in self.mixes.proofs(mix) if d.severity != "note" and (d.code, d.message) not in before]
            if new:
                return self._refused(new)
        return None

    def _refused(self, problems: Sequence[Diagnostic]) -> Verdict:
        first = next((d for d in problems if d.severity == "error"), problems[0])
        return Verdict(self.mutant.id, "refused", by=first.code, note=first.message)

    def _compared(self, reaching: Sequence[MixedExample]) -> Verdict:
        """Play both games. If they differ, ask all examples that are left."""
        trials, id = self.trials, self.mutant.id
        search = DifferenceSearch(trials.pool.document, trials.mixes, self.mixes, trials.games, trials.seed)
        mixes = sorted(self.different, key=lambda mix: mix.changes)[:MIXES]
        try:
            with at_most():
                verdict = search.verdict(id, [(mix, list(self._begun(mix))) for mix in mixes])
        except TooLongError:
            verdict = Verdict(id, "survived", note=f"games with the change take more than {SECONDS} s")
        if verdict.status != "survived":
            return verdict
        killed = self._asked(reaching)
        if killed is not None:
            return killed
        described = search.described(verdict)
        return described if reaching else replace(described, note=f"no example reaches this place; {described.note}")

    def _begun(self, mix: Recipe) -> Iterator[tuple[Case, History]]:
        """Yield examples with their games: those that get to the place, and a few others."""
        passed = self.different[mix]
        others = [each for each in self.trials.pool.all if each.mix == mix and each not in passed]
        for each in (*passed, *others[:OTHERS]):
            result, history = self.trials.mixes.played(each.case)
            if result.passed and history is not None:
                yield each.case, history
