"""Finds the questions that the linear code of a Program asks, and the places that call its routines."""

from __future__ import annotations

from parlour import program as p
from parlour.program.walking import walk


def asked_questions(program: p.Program) -> list[int]:
    """Return the numbers of the questions that the code asks and doesn't just test, in ascending order."""
    return sorted({instr.question for instr in program.code if isinstance(instr, p.AskOf)})


def call_sites(program: p.Program) -> dict[int, list[int]]:
    """Return the numbers of the calls (`Gosub.site`) by the local that stores which call runs."""
    sites: dict[int, list[int]] = {}
    for instr in program.code:
        if isinstance(instr, p.Gosub):
            sites.setdefault(instr.back, []).append(instr.site)
    return sites


def said_lines(program: p.Program) -> list[p.Template]:
    """Return the lines that the code says, each once; code names them by their numbers."""
    rooms = (program.code, program.procedures)
    return list(dict.fromkeys(node.line for node in walk(rooms) if isinstance(node, p.Say)))
