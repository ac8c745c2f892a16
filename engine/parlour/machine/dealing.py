"""For how many players a table can be dealt: what `possible` says, before anything is made to play at it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from parlour import program as p
from parlour.machine.expressions import Expressions
from parlour.machine.layout import Layout
from parlour.machine.machine import Machine
from parlour.machine.texts import filled


def refusals(program: p.Program, players: int) -> tuple[str, ...]:
    """What stands against a table of this size, in the words of the ruleset."""
    if not program.possible:
        return ()
    machine = _bare(program, players)
    s = machine.blank(seed=0)
    x = Expressions(machine.making, {})
    broken = [r for r in program.possible if not machine.evaluate(s, r.test)]
    return tuple(filled(x, r.says)(s + machine.scratch.cells) for r in broken)


def dealable(program: p.Program) -> tuple[int, ...]:
    """The numbers of players that nothing stands against."""
    return tuple(players for players in program.players if not refusals(program, players))


def bare_layout(program: p.Program, players: int) -> Layout:
    """What lies where at a table of this size, at which nobody is going to play."""
    return _bare(program, players).layout


def _bare(program: p.Program, players: int) -> Machine:
    return Machine(_without_play(program), players)


def _without_play(program: p.Program) -> p.Program:
    """The same table without its questions and what happens there: that would take a while to make."""
    if _asks((program.possible, program.functions, program.permissions)):
        return program
    return replace(program, questions=(), code=(p.Finish(),), entry=0, procedures=(), returns=(), resumes=())


def _asks(node: object) -> bool:
    """Does this look at what a question offers?"""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, p.Offers):
            return True
        if isinstance(top, tuple):
            stack.extend(top)
        elif is_dataclass(top) and not isinstance(top, p.Origin | p.Type):
            stack.extend(getattr(top, f.name) for f in fields(top))
    return False
