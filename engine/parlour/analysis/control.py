"""Finds what the code of a Program asks, calls and says, and the results that playouts gather."""

from __future__ import annotations

from parlour import program as p
from parlour.program.walking import substitute, walk
from parlour.table.layout import Layout


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


def gathered(program: p.Program) -> tuple[p.Result, ...]:
    """The results that playouts gather: numbers of 64 bits that are meaningful as numbers."""
    return tuple(result for result in program.results if result.type.kind not in ("card", "cards", "record", "zone"))


def results_of(layout: Layout, result: p.Result) -> list[p.Expr]:
    """The expressions of a result: one for each player or side in turn, or one for all."""
    if result.per is None or result.key is None:
        return [result.value]
    return [substitute(result.value, {result.key: p.Const(k)}) for k in range(layout.holders(result.per))]
