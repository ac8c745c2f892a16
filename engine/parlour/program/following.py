"""The control flow of linear code: the instructions that can follow each one, the locals that statements read and
write, and those that are live at each place."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from parlour.program.code import AskOf, Branch, Do, Gosub, Instr, Jump, Return, Unseal
from parlour.program.declarations import Program
from parlour.program.expressions import Local
from parlour.program.questions import Arm, Question
from parlour.program.statements import Attempt, ForEach, IfDo, Pick, Seq, Set, Stmt, Watch, WhileDo
from parlour.program.walking import free_locals


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


Uses = tuple[set[int], set[int]]  # the locals that something can read, and those that it certainly writes before that


def reads(stmt: Stmt) -> Uses:
    if isinstance(stmt, Set | Pick) and isinstance(stmt.target, Local):
        rest = stmt.value if isinstance(stmt, Set) else stmt.of
        return free_locals(rest), {stmt.target.index}
    if isinstance(stmt, Watch):
        return free_locals(stmt.round), {stmt.target.index}
    if isinstance(stmt, Seq):
        return _in_turn(stmt, reads)
    return free_locals(stmt), set()


def exact(stmt: Stmt) -> Uses:
    """Return the exact sets: a local that branches or loops write before they read it doesn't count as read."""
    match stmt:
        case Seq():
            return _in_turn(stmt, exact)
        case IfDo(test, then, other):
            (r1, w1), (r2, w2) = exact(then), exact(other) if other is not None else (set(), set())
            return free_locals(test) | r1 | r2, w1 & w2
        case Attempt(body, keep, other, locals_):
            (r1, w1), (r2, _) = exact(body), exact(other) if other is not None else (set(), set())
            return r1 | (free_locals(keep) - w1) | r2 | set(locals_), set()
        case ForEach(local, domain, where, body):
            r, _ = exact(body)
            return free_locals(domain) | ((free_locals(where) | r) - {local}), set()
        case WhileDo(test, until, limit, body, otherwise):
            r, w = exact(body)
            last = exact(otherwise)[0] if otherwise is not None else set()
            return free_locals(limit) | r | last | (free_locals(test) - (w if until else set())), set()
        case _:
            return reads(stmt)


def _in_turn(steps: Seq, uses: Callable[[Stmt], Uses]) -> Uses:
    read, written = set[int](), set[int]()
    for step in steps.items:
        r, w = uses(step)
        read |= r - written
        written |= w
    return read, written


def chosen(question: Question) -> set[int]:
    """The locals that an answer sets."""
    return {slot.local for arm in question.arms for slot in arm.slots}


def live(onward: Sequence[Sequence[int]], uses: Sequence[Uses]) -> list[set[int]]:
    """Return the locals that something reads later, before each instruction: those that can follow, and its own."""
    earlier: list[list[int]] = [[] for _ in uses]
    for at, following in enumerate(onward):
        for to in following:
            earlier[to].append(at)
    before = [set(read) for read, _ in uses]
    left = [(at, local) for at, here in enumerate(before) for local in here]
    while left:
        at, local = left.pop()
        for back in earlier[at]:
            if local not in before[back] and local not in uses[back][1]:
                before[back].add(local)
                left.append((back, local))
    return before


def passed_on(program: Program, onward: Sequence[Sequence[int]], lasting: Container[int]) -> list[list[int]]:
    """The live locals at each place of the code, given its `ways`, without those that are `kept` in the state, in a
    fixed order."""

    def uses(instr: Instr) -> Uses:
        match instr:
            case Do(stmt):
                return exact(stmt)
            case Branch(test):
                return free_locals(test), set()
            case Gosub(_, back):
                return set(), {back}
            case Return(back):
                return {back}, set()
            case Unseal(number, player):
                return free_locals(player), chosen(program.questions[number])
            case _:
                return set(), set()

    before = live(onward, [uses(instr) for instr in program.code])
    return [sorted(local for local in here if local not in lasting) for here in before]
