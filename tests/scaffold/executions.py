"""The source that plays a Program, as tests read it."""

from __future__ import annotations

from parlour.interpreter.interpreter import Interpreter
from parlour.program import Program
from parlour.python.execution import GeneratedPython
from parlour.python.module import PythonModule


def source_of(program: Program, players: int) -> PythonModule:
    return GeneratedPython(Interpreter(program, players)).source
