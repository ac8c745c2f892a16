"""The instructions that can follow each one: the control flow of linear code, for all who follow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.program.code import AskOf, Branch, Do, Gosub, Instr, Jump, Return, Unseal
from parlour.program.declarations import Program
from parlour.program.questions import Arm, Question


def targets(question: Question) -> list[int]:
    """The places where the answers to a question lead."""
    return [to for arm in question.arms for to in targets_of(arm)]


def targets_of(arm: Arm) -> list[int]:
    return [arm.target] if arm.misplay is None else [arm.target, arm.misplay]


def inside(code: Sequence[Instr], questions: Sequence[Question] | Mapping[int, Question]) -> list[list[int]]:
    """The instructions that can follow each one in the same routine: a call is one step."""

    def following(at: int, instr: Instr) -> list[int]:
        match instr:
            case Do() | Gosub():
                return [at + 1]
            case Branch(_, otherwise):
                return [at + 1, otherwise]
            case Jump(to):
                return [to]
            case Unseal(number):
                return targets(questions[number])
            case AskOf(number):
                asked = questions[number]
                others = (asked.otherwise, asked.sealed_next)
                return [*targets(asked), *(to for to in others if to is not None)]
            case _:
                return []

    return [following(at, instr) for at, instr in enumerate(code)]


def call_sites(program: Program) -> dict[int, list[int]]:
    """Return the numbers of the calls (`Gosub.site`) by the local that stores which call runs."""
    sites: dict[int, list[int]] = {}
    for instr in program.code:
        if isinstance(instr, Gosub):
            sites.setdefault(instr.back, []).append(instr.site)
    return sites


def ways(program: Program) -> list[list[int]]:
    """The places where play can continue after each instruction without an answer in between."""
    onward, sites = inside(program.code, program.questions), call_sites(program)
    for at, instr in enumerate(program.code):
        match instr:
            case Gosub(to):
                onward[at] = [to]
            case Return(back):
                onward[at] = [program.returns[site - 1] for site in sites.get(back, [])]
            case AskOf(number):
                other = program.questions[number].otherwise
                onward[at] = [] if other is None else [other]
            case _:
                pass
    return onward


def after_answers(program: Program, number: int) -> list[int]:
    """The places where the code continues after an answer to a question."""
    question = program.questions[number]
    return targets(question) if question.sealed_next is None else [question.sealed_next]


def after_questions(program: Program) -> set[int]:
    """Return the places of the code that play can reach after a question."""
    onward, places = ways(program), set[int]()
    ahead = [to for question in program.questions for to in targets(question)]
    while ahead:
        pc = ahead.pop()
        if pc not in places:
            places.add(pc)
            ahead += onward[pc]
    return places
