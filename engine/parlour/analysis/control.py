"""Finds what the code of a Program asks, calls and says, and the results that playouts gather."""

from __future__ import annotations

from parlour import program as p
from parlour.program.walking import substitute, walk
from parlour.table.layout import Layout


def asked_questions(program: p.Program) -> list[int]:
    """Return the numbers of the questions that the code asks and doesn't just test, in ascending order."""
    return sorted({instr.question for instr in program.code if isinstance(instr, p.AskOf)})


def said_lines(program: p.Program) -> list[p.Template]:
    """Return the lines that the code says, each once; code names them by their numbers."""
    rooms = (program.code, program.procedures)
    return list(dict.fromkeys(node.line for node in walk(rooms) if isinstance(node, p.Say)))


def gathered(program: p.Program) -> tuple[p.Result, ...]:
    """The results that playouts gather: numbers of 64 bits that are meaningful as numbers."""
    return tuple(result for result in program.results if result.type.kind not in ("card", "cards", "record", "zone"))


def results_of(layout: Layout, result: p.Result) -> list[p.Expr]:
    """The expressions of a result: one for each player or side in turn, or one for all."""
    if result.per is None or result.key is None:
        return [result.value]
    return [substitute(result.value, {result.key: p.Const(k)}) for k in range(layout.holders(result.per))]
