"""The routines of both fast executions: the passes' knowledge about them is correct."""

import ast
from importlib.resources import files

import pytest

from parlour import tablecode as t
from parlour.base.walking import walk
from parlour.lowering.table_code import called
from parlour.lowering.tables import NUMBERS, TABLES
from parlour.python.printer import STATELESS
from parlour.routines import names, routines
from parlour.tablecode.lifting import UnliftableError, lifted

ROUTINES = routines()
# cells that native code has behind the state
NATIVE = {"FAULT", "CHOOSER", "NOTES", "BEGUN", "SLOT", "PARTS", "SO_FAR", "TAKEN"}
PYTHON = {"ZONE_NAME"}


def reaching(names: set[str]) -> set[str]:
    """Return these routines, and all that call one of them, directly or not."""
    while more := {name for name, of in ROUTINES.items() if name not in names and called(of) & names}:
        names = names | more
    return names


def test_routines_without_the_state_are_those_that_look_at_no_cell() -> None:
    touching = {
        name
        for name, of in ROUTINES.items()
        if called(of) & {"settle", "mark"}
        or any(isinstance(n, t.Load | t.Store | t.Cards | t.Failed | t.Abandon) for n in walk(of))
    }
    assert ROUTINES.keys() - reaching(touching) == STATELESS


def test_each_name_in_capitals_is_declared_and_has_a_value() -> None:
    written = {n.name for of in ROUTINES.values() for n in walk(of) if isinstance(n, t.Named)}
    written |= {n.table for of in ROUTINES.values() for n in walk(of) if isinstance(n, t.Entry)}
    declared = {name for name in names.__annotations__ if name.isupper()}
    assert written - {"NOTHING"} <= {*TABLES, *NUMBERS} | NATIVE | PYTHON
    assert declared == written


def test_no_register_hides_a_routine() -> None:
    for of in ROUTINES.values():
        own = {*of.params, *(n.reg for n in walk(of) if isinstance(n, t.Let))}
        assert own.isdisjoint(ROUTINES), of.name


def test_each_routine_is_written_once() -> None:
    found = [
        node.name
        for path in files("parlour.routines").iterdir()
        if path.name.endswith(".py") and path.name != "__init__.py"
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert sorted(found) == sorted(ROUTINES)


@pytest.mark.parametrize(
    "text",
    [
        "x = [1]", "with s: pass", "x = s.pop()", "x = s[1:2]", "x: int = 3", "while x: pass\nelse: x = 1",
        "x = 1 < 2 < 3",
    ],
)  # fmt: skip
def test_other_python_is_refused(text: str) -> None:
    body = "\n".join(f"    {line}" for line in text.splitlines())
    with pytest.raises(UnliftableError):
        lifted(f"def f(s, x):\n{body}\n")
