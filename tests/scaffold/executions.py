"""The source that plays a Program, as tests read it."""

from __future__ import annotations

from parlour.interpreter.interpreter import Interpreter
from parlour.program import Program
from parlour.python.execution import GeneratedPython
from parlour.python.source import Source


def source_of(program: Program, players: int) -> Source:
    return GeneratedPython(Interpreter(program, players)).source
