"""Each broken rule in tests/bad/check, added to Crazy Eights, gets the findings written on its lines."""

from pathlib import Path

import pytest

from bad_cases import compare
from parlour.compiler import compile_ruleset

CASES = sorted((Path(__file__).parent / "bad" / "check").glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_broken_rule(path: Path) -> None:
    compiled = compile_ruleset("crazy-eights", with_=[path])
    differences = compare(path, compiled.findings)
    assert not differences, "\n".join(differences)
