"""The source that plays a Program, as tests read it."""

from __future__ import annotations

from parlour.analysis.premises import Premises
from parlour.program import Program
from parlour.python.code_cache import generated
from parlour.python.module import PythonModule
from parlour.table.setup import layout_of


def source_of(program: Program, players: int) -> PythonModule:
    return generated(Premises(layout_of(program, players))).source
