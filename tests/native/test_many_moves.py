"""A list of moves that is too long for machine code is left to generated Python, game by game, and nothing changes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from agreement import compare
from parlour.playouts.player import GameChunk, Task
from parlour.playouts.python import PythonPlayer
from parlour.storage.cache import Cache
from three_ways import TASK, Small

pytestmark = pytest.mark.skipif(find_spec("llvmlite") is None, reason="there is no llvmlite")
GAMES = 3
SECTIONS = """
state:
  dealer: {{type: player}}
  x: {{type: int}}
  y: {{type: int}}
names: {{p: player, k j: int}}
prompts:
  act(p): |
    one for k in 1..20000 where k != y: x = k
    two for j in 1..{more} where j != y: x = 0 - j
    pass only if nothing else: x = 0
"""


@pytest.mark.parametrize(("moves", "in_python"), [(32_767, 0), (32_768, 0), (32_769, GAMES), (40_000, GAMES)])
def test_a_long_list_is_left_to_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int, in_python: int
) -> None:
    from parlour.native.player import NativePlayer

    program = Small(tmp_path, "ask act(dealer)", SECTIONS.format(more=moves - 20_000)).program()
    native, called, play = NativePlayer(program, 2, 0, Cache(None)), list[int](), PythonPlayer.play

    def counted(self: PythonPlayer, task: Task, first: int, games: int) -> GameChunk:
        called.append(first)
        return play(self, task, first, games)

    monkeypatch.setattr(PythonPlayer, "play", counted)
    native.play(TASK, 0, GAMES)
    assert len(called) == in_python
    monkeypatch.undo()
    compare(PythonPlayer(program, 2), native, TASK, 0, GAMES)
