"""The reasons for choices that the condition `where` of an action excludes: `unmet-conditions.yaml` lists them."""

from pathlib import Path

import pytest

from scaffold.terminal import run
from scaffold.yaml_files import strings_of

HERE = Path(__file__).parent
FOLDER = HERE / "conditions"
RULES = [word for rule in ("twos-go", "kings-rest", "aces-climb") for word in ("--with", str(FOLDER / f"{rule}.yaml"))]


@pytest.mark.parametrize(("move", "reason"), strings_of(HERE / "unmet-conditions.yaml").items())
def test_why_names_the_condition_that_fails(move: str, reason: str) -> None:
    out = run("why", str(FOLDER / "game.yaml"), move, "--position", str(FOLDER / "position.yaml"), *RULES).out
    assert f"  {reason} [Conditions" in out, out
