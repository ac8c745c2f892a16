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


def after_questions(program: p.Program) -> set[int]:
    """Return the places of the code that play can reach after a question."""
    sites = call_sites(program)
    places: set[int] = set()
    for question in program.questions:
        for arm in question.arms:
            _reach(program, sites, places, [arm.target] if arm.misplay is None else [arm.target, arm.misplay])
    return places


def _reach(program: p.Program, sites: dict[int, list[int]], places: set[int], ahead: list[int]) -> None:
    while ahead:
        pc = ahead.pop()
        if pc in places:
            continue
        places.add(pc)
        match program.code[pc]:
            case p.Do():
                ahead.append(pc + 1)
            case p.Branch(_, otherwise):
                ahead += pc + 1, otherwise
            case p.Jump(to) | p.Gosub(to):
                ahead.append(to)
            case p.Return(back):
                ahead += (program.returns[site - 1] for site in sites.get(back, ()))
            case p.AskOf(question):
                other = program.questions[question].otherwise
                ahead += () if other is None else (other,)
            case _:
                pass


def said_lines(program: p.Program) -> list[p.Template]:
    """Return the lines that the code says, each once; code names them by their numbers."""
    rooms = (program.code, program.procedures)
    return list(dict.fromkeys(node.line for node in walk(rooms) if isinstance(node, p.Say)))
