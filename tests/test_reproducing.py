"""Results don't depend on the order of Python's sets, which differs from process to process."""

import os
import subprocess
import sys

import pytest

MADE = """
from hashlib import sha256
from parlour.mixing.compiler import compile_ruleset
from parlour.base.diagnostics import render_text
from scaffold.executions import source_of
from parlour.library.library import Library
from random_mixes import random_mix

LIBRARY = Library.standard()

def told(name, *texts):
    print(name, *(sha256(text.encode()).hexdigest()[:12] for text in texts))

for game, rules in (
    ("gin-rummy", ["winner-deals", "next-game-deal"]),  # two that act instead of something
    ("trevor-cut-throat", ["next-game-deal"]),
):
    found = compile_ruleset(game, rules, library=LIBRARY)
    assert found.program is not None, render_text(found.findings)
    source = source_of(found.program, min(found.program.players))
    told(game, repr(found.program), render_text(found.findings), source.text)
refused = compile_ruleset("crazy-eights", ["queen-draws-for", "winner-deals"], (), {"hand-sise": 3}, library=LIBRARY)
told("refused", render_text(refused.findings))
for number in range(2):
    mix = random_mix(3, number)
    told("random", str(mix), repr(mix.program))
"""


def made(hash_seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", MADE], env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def first() -> str:
    return made(0)


@pytest.mark.long
@pytest.mark.parametrize("hash_seed", [1, 2])
def test_a_mix_is_the_same_program_whatever_the_order_of_sets(first: str, hash_seed: int) -> None:
    """The numbers of its locals, its findings and its generated source (which Parlour caches) are the same too."""
    assert made(hash_seed).splitlines() == first.splitlines()
