"""Names a playout and the part of it that a result describes, since stages of a ruleset can repeat.

Knows what a ruleset can do, not what was played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from parlour import program as p
from parlour.program.design import plural
from parlour.program.following import inside
from parlour.program.walking import walk

GAME = "game"


@lru_cache(maxsize=32)
def repeated(program: p.Program) -> frozenset[int]:
    """The stages that can be played several times in a playout."""
    calls = [(at, instr.to) for at, instr in enumerate(program.code) if isinstance(instr, p.Gosub)]
    entries = sorted({program.entry, *(to for _, to in calls)})  # of routines; the code of each is one stretch
    onward = inside(program.code, program.questions)
    again: set[int] = set()  # the routines that can run several times
    changed = True
    while changed:
        before = len(again)
        for entry in entries:
            callers = [at for at, to in calls if to == entry]
            if len(callers) > 1 or any(_routine(entries, at) in again or _loops(onward, entries, at) for at in callers):
                again.add(entry)
        changed = len(again) > before
    repeating = set()
    for at, instr in enumerate(program.code):
        if isinstance(instr, p.Do):
            stages = {node.stage for node in walk(instr.stmt) if isinstance(node, p.EnterStage)}
            if stages and (_routine(entries, at) in again or _loops(onward, entries, at)):
                repeating |= stages
    return frozenset(repeating)


def _routine(entries: list[int], at: int) -> int:
    return entries[bisect_right(entries, at) - 1]


def _loops(onward: list[list[int]], entries: list[int], at: int) -> bool:
    """True if an instruction can be reached again within its routine."""
    seen, waiting = set[int](), [at]
    while waiting:
        inside = [to for to in onward[waiting.pop()] if _routine(entries, to) == _routine(entries, at)]
        waiting += set(inside) - seen
        seen.update(inside)
    return at in seen


def whole(program: p.Program) -> str:
    """Return the name of a playout: a game, unless it can contain several of what the ruleset calls a game."""
    several = any(program.stages[stage].name == GAME for stage in repeated(program))
    return program.stages[_main(program)].name if several else GAME


def counted(program: p.Program, playouts: int) -> str:
    """Return a number of playouts in words: `one match`, `50 games`."""
    word = whole(program)
    return f"one {word}" if playouts == 1 else f"{playouts:,} {plural(word)}"


def _main(program: p.Program) -> int:
    return next(
        (
            node.stage
            for instr in program.code[program.entry :]
            for node in walk(instr)
            if isinstance(node, p.EnterStage)
        ),
        0,
    )


def told_last(program: p.Program, result: p.Result) -> str | None:
    """The stage that a result describes, if that stage repeats: then it describes the last one."""
    stages = [stage for node in with_functions(program, result.value) for stage in _reset_at(program, node)]
    return _innermost(program, stages)


def ended_last(program: p.Program, word: str) -> str | None:
    """The repeated stage that ends with a word."""
    number = next(at for at, (known, _) in enumerate(program.endings) if known == word)
    stages = [at for at, stage in enumerate(program.stages) if number in stage.endings]
    return None if set(stages) - repeated(program) else _innermost(program, stages)


def _innermost(program: p.Program, stages: list[int]) -> str | None:
    again = [program.stages[at] for at in stages if at in repeated(program)]
    return min(again, key=lambda stage: len(stage.resets)).name if again else None


def with_functions(program: p.Program, value: p.Expr) -> Iterator[object]:
    """An expression and the functions that it uses."""
    seen: set[int] = set()
    waiting: list[object] = [value]
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, p.CallFunction) and node.function not in seen:
                seen.add(node.function)
                waiting.append(program.functions[node.function].body)


def _reset_at(program: p.Program, node: object) -> list[int]:
    """The stages that reset something: a variable, or the places of the cards."""
    match node:
        case p.VarAt(var):
            return [at for at, stage in enumerate(program.stages) if var in stage.resets]
        case p.ZoneAt():
            return [at for at, stage in enumerate(program.stages) if stage.cards]
        case _:
            return []
