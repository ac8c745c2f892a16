"""A new function of the language is checked and played once it has its name and types, and its routine."""

from pathlib import Path

import pytest

from parlour import program as ir
from parlour.lang import types, vocabulary
from parlour.lang.vocabulary import simple_function
from parlour.routines import routines
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.tablecode.lifting import lifted
from three_ways import Small, played

TWICE = """
def builtin_twice(s: Cells, n: int) -> int:
    return 2 * n
"""


def test_a_new_function_that_can_be_none_needs_a_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker believes its type: nothing else has to be added."""
    some = types.optional(types.INT)
    made = simple_function("half", (types.INT,), some, lambda n: ir.Builtin("half", (n,), some))
    monkeypatch.setitem(vocabulary.FUNCTIONS, "half", made)
    state = "state:\n  x: {type: int, starts: 0, text: a number}\n"
    findings = Small(tmp_path, "x = half(20) + 2\n", state).findings()
    assert [d.code for d in findings if d.severity == "error"] == ["none"]
    tested = "let h = half(20)\nif h is some: x = h + 2\n"
    assert Small(tmp_path, tested, state).findings() == ()


def test_a_new_function_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = simple_function("twice", (types.INT,), types.INT, lambda n: ir.Builtin("twice", (n,), types.INT))
    monkeypatch.setitem(vocabulary.FUNCTIONS, "twice", made)
    (routine,) = lifted(TWICE)
    monkeypatch.setitem(routines(), routine.name, routine)  # type: ignore[arg-type]  # a dictionary, which tests change
    state = "state:\n  x: {type: int, starts: 0, text: a number}\n"
    program = Small(tmp_path, "x = twice(20) + 2\n", state).program()
    x = next(v for v, variable in enumerate(program.variables) if variable.name == "x")
    for machine in (Machine(program, 2), fast_machine(program, 2)):
        assert machine.start(1)[machine.layout.variables[x].cell(())] == 42
    assert played(program, 2)["x"] == 42
