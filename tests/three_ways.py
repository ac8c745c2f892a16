"""A small game that code as written, generated Python and native code play: all must end with the same variables,
or with the same fault."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent, indent

import pytest

from agreement import Pair, compare
from parlour.base.diagnostics import Diagnostic, render_text
from parlour.mixing.compiler import NO_OPTIONS, compile_ruleset
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.storage.cache import Cache
from parlour.table.faults import RulesetFault
from scaffold.rulesets import write_game

TASK = Task(seed=1, begin=None, policy=False, most=200, states=True)
FRAME = """\
frame: small
title: A small game
extends: table
text: It shows one thing.
players: 2..4
"""
DECK = "deck: {pack: 52, jokers: 2, ace: high, each: game}\n"


class Small:
    """A frame of these steps and sections, with a game that extends it."""

    def __init__(self, folder: Path, steps: str, sections: str = "", deck: str = DECK, stages: str = "") -> None:
        stage = f"stages:\n  game: |\n{indent(dedent(steps).strip(), '    ')}\n    champions = players\n{stages}"
        self.path = write_game(folder, FRAME + deck + stage + dedent(sections), file="small-game.yaml")

    def findings(self, options: Mapping[str, str | int | bool] = NO_OPTIONS) -> tuple[Diagnostic, ...]:
        return compile_ruleset(self.path, options=options).findings

    def program(self, options: Mapping[str, str | int | bool] = NO_OPTIONS) -> Program:
        compiled = compile_ruleset(self.path, options=options)
        assert compiled.program is not None, render_text(compiled.findings)
        return compiled.program

    def ends(self, options: Mapping[str, str | int | bool] = NO_OPTIONS, players: int = 2) -> dict[str, int] | str:
        """Return the variables of the table at the end of the first game, or the error."""
        return played(self.program(options), players)


def played(program: Program, players: int) -> dict[str, int] | str:
    """Return the end of a game in all executions. Raises an error if they disagree."""
    pair = Pair(program, players)
    walked = pair.walk(TASK, 0)
    python = PythonPlayer(program, players)
    if find_spec("llvmlite") is not None:
        from parlour.native.machine import NativeMachine
        from parlour.native.player import NativePlayer

        compare(python, NativePlayer(program, players, 0, Cache(None)), TASK, 0, 1)
        Pair(program, players, pair.generated, NativeMachine(program, players, 0, Cache(None))).walk(TASK, 0)
    if walked.fault is not None:
        with pytest.raises(RulesetFault) as found:
            python.play(TASK, 0, 1)
        assert str(found.value).replace("in game 0 of seed 1: ", "") == walked.fault
        return walked.fault
    variables = zip(program.variables, pair.layout.variables, strict=True)
    return {variable.name: walked.end[array.cell(())] for variable, array in variables if not variable.keys}


class Cases:
    """Many short games in one frame, which code as written, generated Python and native code play: each is an action of
    one question, with its own steps. Compiles them once, because that is the slowest part."""

    def __init__(
        self, folder: Path, steps: Mapping[str, str], sections: str, players: int = 2, deck: str = DECK
    ) -> None:
        offers = "".join(
            f"    case_{number}:\n{indent(dedent(text).strip(), '      ')}\n"
            for number, text in enumerate(steps.values())
        )
        prompts = f"prompts:\n  act(p): |\n{offers}"
        small = Small(folder, "ask act(dealer)", prompts + dedent(sections), deck)
        self.names = list(steps)
        self.program = small.program()
        self.pair = Pair(self.program, players)
        self.players = players

    def end(self, name: str) -> dict[str, int] | str:
        """Return the variables of the table after a case, or the runtime error, which must be the same everywhere."""
        number, ends = self.names.index(name), list[tuple[str, list[int]]]()
        for machine in (self.pair.plain, self.pair.generated):
            cells, fault = machine.start(5), ""
            try:
                machine.step(cells, machine.legal(cells)[number])
            except RulesetFault as found:
                fault = f"{found.origin.line if found.origin else 'nowhere'}: {found.message}"
            ends.append((fault, [] if fault else cells))
        assert ends[0] == ends[1]
        fault, cells = ends[0]
        assert not fault.startswith("nowhere")
        assert all(type(cell) is int for cell in cells), "a truth is 1 or 0 where it is kept"
        if fault:
            return fault.partition(": ")[2]
        variables = zip(self.program.variables, self.pair.layout.variables, strict=True)
        return {variable.name: cells[array.cell(())] for variable, array in variables if not variable.keys}

    def value(self, name: str, variable: str) -> int | str:
        """Return one variable of the table after a case, or the runtime error."""
        end = self.end(name)
        return end if isinstance(end, str) else end[variable]

    def play_natively(self, games: int) -> None:
        """Play games that draw the case by lot, in generated Python and native code. Raises an error if they
        disagree."""
        if find_spec("llvmlite") is not None:
            from parlour.native.player import NativePlayer

            python, native = (
                PythonPlayer(self.program, self.players),
                NativePlayer(self.program, self.players, 0, Cache(None)),
            )
            for game in range(games):
                compare(python, native, TASK, game, 1)


def sharing(sections: str) -> str:
    """Add so many ordered zones that all of them share a space in the state."""
    return sections.replace("zones:\n", "zones:\n  attic(1..14): {ordered: true}\n")
