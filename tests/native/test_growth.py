"""Functions of functions, eight deep, whose numbers exceed every stored value and every cell of native code: all
executions give the same value or the same runtime error."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.program.operators import BOUND
from three_ways import Cases

DEPTH = 8
LARGE = 999_999_999  # the largest literal
# Each function applies the one before it twice, so the last one is the first one 2 ** (DEPTH - 1) times.
FIRST = {"twice(n)": "n + n", "less(n)": "n - 999999999", "even(n)": "(n + n) // 1", "rest(n)": "(n + n) mod 7"}
SIZES = (1, -1, LARGE, -LARGE)


def functions() -> str:
    lines = []
    for head, body in FIRST.items():
        name = head.partition("(")[0]
        lines.append(f"  {name}_1(n): {body}")
        lines += [f"  {name}_{k}(n): {name}_{k - 1}({name}_{k - 1}(n))" for k in range(2, DEPTH + 1)]
    return "\n".join(lines)


SECTIONS = f"""
state:
  dealer: {{type: player}}
  x: {{type: int}}
{chr(10).join(f"  size_{k}: {{type: int, starts: {size}}}" for k, size in enumerate(SIZES))}
names: {{n: int}}
functions:
{functions()}
"""


def grown(name: str, depth: int, n: int) -> int:
    """The same by loops."""
    for _ in range(2 ** (depth - 1)):
        n = {"twice": n + n, "less": n - LARGE, "even": n + n, "rest": (n + n) % 7}[name]
    return n


USES: dict[str, Callable[[int], int]] = {  # the expression with the large number, and its value
    "{} > 5": lambda v: int(v > 5),
    "{} == 0": lambda v: int(v == 0),
    "{} mod 1000": lambda v: v % 1000,
    "{} // 1000": lambda v: v // 1000,
    "min({}, 5)": lambda v: min(v, 5),
    "{} * 0": lambda v: 0,
    "0 - {}": lambda v: -v,
}


def cases() -> dict[str, tuple[str, int]]:
    found = {}
    for k, size in enumerate(SIZES):
        for name in ("twice", "less", "even", "rest"):
            for depth in (3, 8):
                for use, meaning in USES.items():
                    text = use.format(f"{name}_{depth}(size_{k})")
                    step = f"if {text}: x = 1" if ">" in use or "==" in use else f"x = {text}"
                    found[step] = (text, meaning(grown(name, depth, size)))
        found[f"x = twice_8(size_{k}) * twice_8(size_{k})"] = ("", grown("twice", 8, size) ** 2)
    return found


@pytest.fixture(scope="module")
def grows(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    return Cases(tmp_path_factory.mktemp("growth"), {step: step for step in cases()}, SECTIONS)


def test_numbers_grow_alike_in_all_generated_python(grows: Cases) -> None:
    for step, (_, value) in cases().items():
        ended = grows.end(step)
        if isinstance(ended, str):
            assert "too large" in ended
            assert not -BOUND <= value < BOUND, step
        else:
            assert ended["x"] == value, step


def test_native_code_gives_up_if_its_cells_are_too_small(grows: Cases) -> None:
    grows.play_natively(250)
