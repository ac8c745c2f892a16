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


def targets(arm: p.Arm) -> list[int]:
    """The places where an answer can lead."""
    return [arm.target] if arm.misplay is None else [arm.target, arm.misplay]


def answered(question: p.Question) -> list[int]:
    """The places where the code continues after an answer."""
    if question.sealed_next is not None:
        return [question.sealed_next]
    return [to for arm in question.arms for to in targets(arm)]


def ways(program: p.Program) -> list[list[int]]:
    """The places where play can continue after each instruction without an answer in between."""
    sites = call_sites(program)

    def following(pc: int) -> list[int]:
        match program.code[pc]:
            case p.Do():
                return [pc + 1]
            case p.Branch(_, otherwise, _):
                return [pc + 1, otherwise]
            case p.Jump(to, _) | p.Gosub(to, _, _, _):
                return [to]
            case p.Return(back, _):
                return [program.returns[site - 1] for site in sites.get(back, [])]
            case p.AskOf(question):
                to_go = program.questions[question].otherwise
                return [] if to_go is None else [to_go]
            case p.Unseal(question, _):
                return [to for arm in program.questions[question].arms for to in targets(arm)]
        return []

    return [following(pc) for pc in range(len(program.code))]


def after_questions(program: p.Program) -> set[int]:
    """Return the places of the code that play can reach after a question."""
    onward, places = ways(program), set[int]()
    ahead = [to for question in program.questions for arm in question.arms for to in targets(arm)]
    while ahead:
        pc = ahead.pop()
        if pc not in places:
            places.add(pc)
            ahead += onward[pc]
    return places


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
