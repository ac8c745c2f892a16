"""A new function of the language needs two changes: its name and types, and its value."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour import program as ir
from parlour.analysis.premises import Premises
from parlour.lang import types, vocabulary
from parlour.lang.vocabulary import simple_function
from parlour.native.module import module
from parlour.native.names import UntranslatableError
from parlour.python.machines import fast_machine
from parlour.states.machine import Machine
from parlour.table import builtins
from parlour.table.cells import Cells, Value
from parlour.table.layout import Layout
from parlour.table.setup import layout_of
from three_ways import Small


def twice(layout: Layout, args: list[Value]) -> Value:
    (number,) = args

    def doubled(s: Cells) -> int:
        return 2 * number(s)

    return doubled


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
    """By the interpreter and generated Python. Native code refuses the table until its library has the function."""
    made = simple_function("twice", (types.INT,), types.INT, lambda n: ir.Builtin("twice", (n,), types.INT))
    monkeypatch.setitem(vocabulary.FUNCTIONS, "twice", made)
    monkeypatch.setitem(builtins.BUILTINS, "twice", twice)
    state = "state:\n  x: {type: int, starts: 0, text: a number}\n"
    program = Small(tmp_path, "x = twice(20) + 2\n", state).program()
    x = next(v for v, variable in enumerate(program.variables) if variable.name == "x")
    for machine in (Machine(program, 2), fast_machine(program, 2)):
        assert machine.start(1)[machine.layout.variables[x].cell(())] == 42
    if find_spec("llvmlite") is not None:
        with pytest.raises(UntranslatableError, match="builtin_twice"):
            module(Premises(layout_of(program, 2)))
