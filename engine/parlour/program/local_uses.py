"""The locals that statements read and write, and those that are live at each place of linear code."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from parlour.program.code import Branch, Do, Gosub, Instr, Return, Unseal
from parlour.program.declarations import Program
from parlour.program.expressions import Local
from parlour.program.following import ways
from parlour.program.questions import Question
from parlour.program.statements import Attempt, ForEach, IfDo, Pick, Seq, Set, Stmt, Watch, WhileDo
from parlour.program.walking import free_locals

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


def passed_on(program: Program, lasting: Container[int]) -> list[list[int]]:
    """The live locals at each place of the code, without those that are `kept` in the state, in a fixed order."""

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

    before = live(ways(program), [uses(instr) for instr in program.code])
    return [sorted(local for local in here if local not in lasting) for here in before]
