"""Many rules take time in proportion to their number, and many games no more memory than a few."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from scaffold.files import write
from scaffold.terminal import run


def rule(number: int) -> str:
    """Return a rule that counts the cards of one rank, in a variable of its own."""
    name = "".join(chr(97 + int(digit)) for digit in f"{number:03}")
    return f"""
rule: counts-{name}
title: Count {name}
for: eights
text: Somebody counts the cards.
state:
  count-{name}: {{type: int, each: hand, seen: everybody, text: counter {name}}}
when:
  after effect(p, c):
    if: c.rank == {("2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K", "A")[number % 12]}
    do: count-{name} += 1
shows:
  line-{name}: "counted {{count-{name}}}"
"""


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def test_checking_takes_time_in_proportion_to_the_rules_of_a_mix() -> None:
    """Eight times as many rules take far less than the 64 times of a comparison of each rule with each other one."""

    def check(count: int) -> None:
        documents = {f"rules/counts-{n}.yaml": rule(n) for n in range(count)}
        ids = [text.split()[1] for text in documents.values()]
        game = f"game: ours\ntitle: Ours\nextends: crazy-eights\nuses: [{', '.join(ids)}]\n"
        assert not [f for f in parlour.check(game, documents=documents) if f.severity == "error"]

    check(2)  # imports, and reads the family
    assert seconds(lambda: check(80)) < 24 * max(seconds(lambda: check(10)), 0.05)


@pytest.mark.usefixtures("home")
def test_listing_takes_time_in_proportion_to_the_rules_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_PATH", str(tmp_path))

    def listed(first: int, after: int) -> None:
        for number in range(first, after):
            write(tmp_path / f"counts-{number}.yaml", rule(number))
        assert run("list", "--kind", "rule").out.count("Count ") == after

    listed(0, 2)
    few = seconds(lambda: listed(2, 50))
    assert seconds(lambda: listed(50, 400)) < 24 * max(few, 0.05)


ROUNDS = """
import gc, resource, sys
import parlour
game = parlour.load("crazy-eights")
def play(round):
    game.playouts(1000, players=4, seed=round, native=True)
    for n in range(10):
        state = game.start(players=2, seed=10 * round + n)
        for move in range(40):
            state = state if state.over else state.apply(state.question.legal[0])
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
first = [play(n) for n in range(6)][-1]
print([play(n) for n in range(6, 14)][-1] / first)
"""


def test_many_games_take_no_more_memory_than_a_few() -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(2):  # the first process might compile native code
        printed = subprocess.run([sys.executable, "-c", ROUNDS], env=env, capture_output=True, text=True, check=True)
    assert float(printed.stdout) < 1.05
