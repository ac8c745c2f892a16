"""The numbers of players who can play: evaluates `possible` before a machine is made."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.program.walking import walk
from parlour.states.machine import Machine
from parlour.table.constants import Constants, NotConstantError
from parlour.table.layout import Layout, pack_of


def refusals(program: p.Program, players: int) -> tuple[str, ...]:
    """Return the conditions that exclude this number of players, in the words of the ruleset."""
    return tuple(text for text, _ in refused(program, players))


def refused(program: p.Program, players: int) -> tuple[tuple[str, p.Origin], ...]:
    """Return the conditions that exclude this number of players, each with its words and its place."""
    return () if _all_hold(program, players) else _refused(_without_play(program), players)


def _all_hold(program: p.Program, players: int) -> bool | None:
    """True if all conditions hold for this number of players; None if that takes a machine to find out."""
    if not program.possible:
        return True
    constants = Constants(program, players, pack=pack_of(program, players).used)
    try:
        return all(constants.value(requirement.test) for requirement in program.possible)
    except NotConstantError:
        return None


def _refused(program: p.Program, players: int) -> tuple[tuple[str, p.Origin], ...]:
    machine = Machine(program, players, as_written=True)
    s = machine.blank(seed=0)
    broken = [r for r in program.possible if not machine.evaluate(s, r.test)]
    return tuple((machine.functions.text(r.says)(s), r.origin) for r in broken)


def dealable(program: p.Program) -> tuple[int, ...]:
    """Return the numbers of players that no condition excludes."""
    known = {players: _all_hold(program, players) for players in program.players}
    bare = _without_play(program) if None in known.values() else program
    return tuple(n for n, holds in known.items() if holds or (holds is None and not _refused(bare, n)))


def bare_layout(program: p.Program, players: int) -> Layout:
    """Return the layout of a table for this number of players, without a game to play on it."""
    return Machine(_without_play(program), players).layout


def _without_play(program: p.Program) -> p.Program:
    """Return the Program without questions and their steps, which take a while to compile."""
    if _asks(*program.possible, *program.functions, *program.permissions):
        return program
    return replace(program, questions=(), code=(p.Finish(),), entry=0, procedures=(), returns=(), resumes=())


def _asks(*nodes: object) -> bool:
    """True if one of these nodes depends on what a question offers."""
    return any(isinstance(part, p.Offers) for part in walk(nodes))
