"""The report about a stopped run, and about shares."""

from __future__ import annotations

from pathlib import Path

from parlour.mutation.report import Tried, percent, summary, survivors
from parlour.mutation.verdicts import Verdict
from parlour.mutation.work import MutationPlan, Work
from scaffold.counting import write_counting


def test_a_run_that_was_stopped_counts_what_was_tried(tmp_path: Path) -> None:
    work = Work.of(MutationPlan((write_counting(tmp_path),), (), (), None, 10, 1, trace=False))
    (target,) = work.targets
    assert list(summary([Tried(target, ())])) == ["counter: no mutants tried"]
    one = Verdict(target.mutants[0].id, "killed")
    assert list(summary([Tried(target, ((target.mutants[0], one),))])) == ["counter: 1 mutant: 1 killed"]
    same = Verdict(target.mutants[0].id, "not told apart", games=10)
    both = Tried(target, ((target.mutants[0], one), (target.mutants[0], same)))
    counts = "1 killed, 1 not told apart (killed: 100 % of those known to matter)"
    assert list(summary([both])) == [f"counter: 2 mutants: {counts}"]
    long = Verdict(target.mutants[0].id, "survived", note="n", example="\n".join(["- name: …", *["  - 1: one"] * 40]))
    lines = list(survivors(Tried(target, ((target.mutants[0], long),))))
    assert "  an example that notices it has 41 lines: `--json` shows it" in lines
    assert "- 1: one" not in "\n".join(lines)


def test_a_share_is_never_rounded_up_to_all() -> None:
    assert percent(1) == "100 %"
    assert percent(0.999) == "99 %"
