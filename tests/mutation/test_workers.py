"""The processes that try mutants: a mutant that ends its process is noticed, and the others get their verdicts."""

import os
import sys
from pathlib import Path

import pytest

from parlour.mutation.mutants import Mutant, Verdict
from parlour.mutation.trials import Trials
from parlour.mutation.work import MutationPlan, Work, results
from scaffold.counting import write_counting


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start processes without this change to `Trials`")
def test_a_mutant_that_ends_its_process_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = os.getpid()

    def try_mutant(self: Trials, mutant: Mutant) -> Verdict:
        if mutant.id == "counter:9":
            assert os.getpid() != tests
            os._exit(1)
        return Verdict(mutant.id, "survived")

    monkeypatch.setattr(Trials, "try_mutant", try_mutant)
    work = Work.of(MutationPlan((write_counting(tmp_path),), (), (), None, 10, 1, trace=False))
    verdicts = {verdict.id: verdict for _, (done, _) in results(work, 2) for verdict in done}
    assert verdicts.keys() == {mutant.id for mutant in work.targets[0].mutants}
    assert {id: verdict.status for id, verdict in verdicts.items() if verdict.status != "survived"} == {
        "counter:9": "killed"
    }
