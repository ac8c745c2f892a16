"""Native code leaves games with very long lists of moves to generated Python, and the results stay the same."""

import ctypes
import mmap
import sys
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


THREE_CARDS = """
state:
  dealer: {type: player}
names: {p: player, c d e: card}
prompts:
  act(p): |
    three for c in box, d in box, e in box where c != d or d != e: nothing
    pass only if nothing else: nothing
"""
GUARD = 1 << 26  # bytes behind a buffer that nobody can read


@pytest.mark.skipif(sys.platform != "linux", reason="protects memory as Linux does")
def test_a_move_without_room_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the cells of a move that wasn't listed would end the process."""
    from parlour.native.player import NativePlayer

    areas: list[mmap.mmap] = []

    def guarded(size: int) -> ctypes.Array[ctypes.c_char]:
        pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
        areas.append(mmap.mmap(-1, pages + GUARD))
        begin = ctypes.addressof(ctypes.c_char.from_buffer(areas[-1]))
        assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(begin + pages), ctypes.c_size_t(GUARD), 0) == 0
        return (ctypes.c_char * size).from_address(begin + pages - size)

    program = Small(tmp_path, "ask act(dealer)", THREE_CARDS).program()
    native = NativePlayer(program, 2, 0, Cache(None))
    monkeypatch.setattr(ctypes, "create_string_buffer", guarded)
    assert native.play(TASK, 0, 1).lengths == PythonPlayer(program, 2).play(TASK, 0, 1).lengths
