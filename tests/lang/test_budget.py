"""Between two questions a game has a budget of steps, which everything that can repeat takes from."""

from pathlib import Path
from textwrap import indent

import pytest

import parlour
from three_ways import Small

OUT_OF_STEPS = "more than 200000 steps without a question"
RULE = "rule: deep-calls\ntitle: Deep calls\nfor: eights\ntext: A seven takes its time.\npowers:\n  7: {{then: {}}}\n"
STATE = """
names: {p: player, q: player, k: int}
state:
  n: {type: int, each: game, seen: everybody}
  dealer: {type: player}
"""


def doubling(levels: int, first: str, call: str = "{}()", step: str = "n = 1 - n") -> str:
    """Return procedures that each call the next one twice: the last one runs 2 ** levels times."""
    lines = [f"  {first}0x{call.format('')}: {step}\n"]
    for level in range(levels):
        inner = call.format(f"{first}{level}x")
        lines.append(f"  {first}{level + 1}x{call.format('')}: |\n    {inner}\n    {inner}\n")
    return "procedures:\n" + "".join(lines)


def chain(length: int) -> str:
    """Return procedures of which each calls the one before."""
    calls = "".join(f"  step{n + 1}x(): step{n}x()\n" for n in range(length))
    return f"procedures:\n  step0x(): passes += 1\n{calls}"


def test_check_takes_no_longer_for_each_level_of_calls() -> None:
    """Twice as long for each level would take years."""
    rule = RULE.format("g30x()") + doubling(30, "g", step="passes += 1")
    (error,) = parlour.check(rule, "deep-calls.yaml")
    assert error.code == "cost"
    assert error.message.endswith("steps each time")


@pytest.mark.parametrize("length", [40, 1_100])
def test_check_limits_the_calls_within_each_other(length: int) -> None:
    (error,) = parlour.check(RULE.format(f"step{length}x()") + chain(length), "deep-calls.yaml")
    assert error.code == "cost"
    assert "calls within each other" in error.message


# Games for four that would take hours or years. Each loop is within its limits.
ENDLESS = {
    "a call in a loop with a question": (
        "repeat 100000 times:\n  g14x()\n  if n == 2:\n    ask dealer:\n      go: nothing\n",
        doubling(14, "g"),
    ),
    "functions in loops": (
        "repeat 199999 times: n = slow(n)",
        "functions:\n  slow(k): (count c in pack where any d in pack where any e in pack where c.rank == e.rank and "
        "d.rank != e.rank and pips(d.rank) > k + 20)\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("steps", "sections"), ENDLESS.values(), ids=ENDLESS)
def test_work_that_repeats_takes_from_the_budget(tmp_path: Path, steps: str, sections: str) -> None:
    assert str(Small(tmp_path, steps, STATE + sections).ends(players=4)).endswith(OUT_OF_STEPS)


def over_players(loops: int) -> str:
    """Return loops over all players within each other."""
    return "".join("  " * n + f"for p{n} in seats from dealer:\n" for n in range(loops)) + "  " * loops + "n = 7 - n"


def test_a_loop_over_players_costs_what_its_steps_cost(tmp_path: Path) -> None:
    """Three players: 3 ** 6 = 729 rounds in each of 1,000 rounds, and a step for each 100 of them."""
    steps = "repeat 1000 times:\n" + indent(over_players(6), "  ")
    end = Small(tmp_path, steps, STATE).ends(players=3)
    assert isinstance(end, dict)
    assert end["n"] == 0


def test_loops_over_players_within_each_other_have_a_limit(tmp_path: Path) -> None:
    (error,) = Small(tmp_path, over_players(12), STATE).findings()
    assert error.code == "cost"
