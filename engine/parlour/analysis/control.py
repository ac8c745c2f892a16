"""The control flow of a Program's linear code: the questions that it asks, and the places that call its routines."""

from __future__ import annotations

from parlour import program as p


def asked_questions(program: p.Program) -> list[int]:
    """The numbers of the questions that are asked, not only tested, in ascending order."""
    return sorted({instr.question for instr in program.code if isinstance(instr, p.AskOf)})


def call_sites(program: p.Program) -> dict[int, list[int]]:
    """Return the numbers of the calls (`Gosub.site`) by the local that stores which call runs."""
    sites: dict[int, list[int]] = {}
    for instr in program.code:
        if isinstance(instr, p.Gosub):
            sites.setdefault(instr.back, []).append(instr.site)
    return sites
