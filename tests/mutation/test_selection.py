"""A trial of a mutant runs only examples that reach the changed place. These notice everything that all examples
notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.coverage import marks
from parlour.coverage.marks import Group, MixMarks, played
from parlour.library.remembered import cached
from parlour.mutation.work import MutationPlan, Target, Work
from scaffold.counting import EXAMPLE, write_counting

MORE = """\
  - name: the hundred is left out after three
    in: counting
    moves: ["1: one", "1: one", "1: one"]
    then: {only may: [one], 2 sees: {tally: 3}}
  - name: it ends after four
    in: counting
    players: 3
    moves: ["1: one", "1: one", "1: one", "1: one"]
    then: {over: true, ending: done, winners: 1}
"""


def noticed(work: Work, target: Target) -> set[str]:
    """Return the mutants with which any example fails."""
    trials, ids = work.trials_of(0), set()
    for mutant in target.mutants:
        mixes = trials.mutated(mutant)
        if any(not mixes.played(each.case)[0].passed for each in target.pool.all):
            ids.add(mutant.id)
    return ids


def agree(work: Work) -> None:
    (target,) = work.targets
    trials = work.trials_of(0)
    verdicts = {mutant.id: trials.try_mutant(mutant).status for mutant in target.mutants}
    killed = {id for id, status in verdicts.items() if status == "killed"}
    assert killed == {id for id in noticed(work, target) if verdicts[id] != "refused"}


def test_nothing_is_lost_in_a_small_frame(tmp_path: Path) -> None:
    file = write_counting(tmp_path, EXAMPLE + MORE)
    agree(Work.of(MutationPlan((file,), (), (), None, 10, 1)))


@pytest.mark.long
def test_nothing_is_lost_in_a_rule_of_several_mixes() -> None:
    agree(Work.of(MutationPlan(("breaking-hearts",), (), (), None, 10, 1)))


def test_marks_are_the_same_from_processes_and_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "FEW", 0)
    work = Work.of(MutationPlan((write_counting(tmp_path, EXAMPLE + MORE),), (), (), None, 10, 1, trace=False))
    examples = work.targets[0].pool.all
    groups = [Group(each.mix, (each.case,)) for each in examples]

    def found(cache: str, jobs: int) -> dict[tuple[object, ...], MixMarks]:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / cache))
        return {tuple(group.question): left for group, left in played(groups, work.gallery.mixes, jobs)}

    alone = found("one", 1)
    assert len(alone) == 3
    assert all(left.marks and left.passed == (True,) for left in alone.values())
    assert found("two", 2) == alone
    monkeypatch.setattr(marks, "play_case", None)
    assert found("two", 1) == alone


def test_marks_of_a_mix_that_is_compiled_already_depend_on_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = write_counting(tmp_path, EXAMPLE + MORE)
    work = Work.of(MutationPlan((path,), (), (), None, 10, 1, trace=False))
    each = work.targets[0].pool.all[0]
    group, mixes = Group(each.mix, (each.case,)), work.gallery.mixes
    mixes.compile(each.mix)
    list(played([group], mixes, 1))
    assert cached("marks", group.question, each.mix.library) is not None
    path.write_text(path.read_text(encoding="utf-8") + "\n# another file\n", encoding="utf-8")
    assert cached("marks", group.question, each.mix.library) is None
