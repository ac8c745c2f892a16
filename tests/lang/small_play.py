"""A small game that is played move by move, to show what the language can say."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from parlour.states.state import State, Table
from scaffold.rulesets import program_of, write_game

BASE = """
frame: base
title: What all these games share
extends: table
functions:
  first(): the q in players
"""
FRAME = """
frame: tiny
title: Tiny
extends: base
players: 2..4
deck: {pack: 52, jokers: 1, each: game}
"""


class Play:
    """A small game: sections of a frame, with `game:` steps, and the course of its play."""

    def __init__(
        self, folder: Path, sections: str, players: int = 2, rules: tuple[str, ...] = (), four: bool = False
    ) -> None:
        (folder / "base.yaml").write_text(BASE, encoding="utf-8")
        frame = FRAME.replace("2..4", "4") if four else FRAME
        named = {f"r{number}": dedent(rule) for number, rule in enumerate(rules)}
        self.program = program_of(write_game(folder, frame + dedent(sections), named))
        self.table = Table.of(self.program, players)
        self.state: State = self.table.start(1)

    def do(self, *moves: str) -> Play:
        for move in moves:
            seat, _, text = move.partition(": ")
            assert self.state.question.seat == int(seat), f"seat {self.state.question.seat} is asked, not {seat}"
            self.state = self.state.apply(text)
        return self

    @property
    def legal(self) -> list[str]:
        return [str(move) for move in self.state.question.legal]

    def value(self, name: str, *keys: int) -> int:
        number = next(i for i, v in enumerate(self.program.variables) if v.name == name)
        return self.state.cells[self.table.machine.layout.variables[number].cell(keys)]


def steps(text: str, more: str = "") -> str:
    """A frame whose game consists of these steps, with more sections."""
    return f"stages:\n  game: |\n{indent(dedent(text).strip(), '    ')}\n{dedent(more)}"


NUMBERS = """
state:
  x: {type: int, each: match, seen: everybody, text: x}
  y: {type: int, each: match, seen: everybody, text: y}
  v(player): {type: int, each: match, seen: everybody, text: v}
"""
HANDS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: top, ordered: true}
  stock: {seen: nobody, ordered: true}
"""
