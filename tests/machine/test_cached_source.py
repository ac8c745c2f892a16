"""The cache of generated source only saves time, and Parlour never runs code that somebody else put there."""

import marshal
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread

import pytest

import laws
from parlour.program import Program
from parlour.python.functions import TableFunctions
from parlour.python.listing import code_of
from parlour.states.state import Table, fast_machine
from parlour.storage import cache as caches
from parlour.storage.cache import Cache

GAME = laws.program("two-handed-hearts")
SIZE = GAME.players[0]
ran: list[str] = []  # code that must not run leaves this trace


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "parlour" / "code"


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name != "key")


def play(program: Program = GAME) -> list[int]:
    """Play a few moves with a new machine, which reads the folder again."""
    machine = fast_machine(program, SIZE)
    s = machine.start(1)
    for _ in range(5):
        machine.step(s, machine.legal(s)[0])
    return s


def never(*_: object) -> None:
    raise AssertionError("source was generated again")


def test_what_is_kept_is_not_generated_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, text = play(), code_of(GAME, SIZE)
    assert len(entries(folder)) == 1
    monkeypatch.setattr(TableFunctions, "_compiled", never)
    assert play() == played
    assert code_of(GAME, SIZE) == text


def test_only_its_user_reads_it(folder: Path) -> None:
    play()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


@pytest.mark.parametrize("place", [0, 31, 32, 40, -1])
def test_a_damaged_entry_is_made_anew(folder: Path, place: int) -> None:
    played = play()
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    damaged = bytearray(whole)
    damaged[place] ^= 1
    entry.write_bytes(damaged)
    assert play() == played
    assert entry.read_bytes() == whole


def foreign(name: str, key: bytes) -> bytes:
    """Write an entry that leaves a trace when it runs, signed with some key."""
    code = compile("from test_cached_source import ran\nran.append('foreign')\n", "foreign", "exec")
    data = marshal.dumps(({"seat_0": code}, {}, {}, [], 0, True))
    return caches._signature(key, name, data) + data


def test_the_code_of_others_is_never_run(folder: Path) -> None:
    played = play()
    (entry,) = entries(folder)
    for forged in (foreign(entry.name, b"k" * 32), foreign("another name", (folder / "key").read_bytes())):
        entry.write_bytes(forged)
        assert play() == played
        assert ran == []


def test_a_key_that_others_can_read_signs_nothing(folder: Path) -> None:
    played = play()
    (entry,) = entries(folder)
    entry.write_bytes(foreign(entry.name, (folder / "key").read_bytes()))
    (folder / "key").chmod(0o644)
    assert play() == played
    assert ran == []
    entry.unlink()
    assert play() == played
    assert entries(folder) == []


def test_a_key_is_no_link(folder: Path, tmp_path: Path) -> None:
    played = play()
    (folder / "key").rename(tmp_path / "elsewhere")
    (folder / "key").symlink_to(tmp_path / "elsewhere")
    before = [entry.stat().st_mtime_ns for entry in entries(folder)]
    assert play() == played
    assert [entry.stat().st_mtime_ns for entry in entries(folder)] == before


def test_several_write_at_once(tmp_path: Path) -> None:
    """Readers see no entry or a whole one; all agree on one key."""
    texts = [bytes([n]) * 200_000 for n in range(8)]
    seen: list[bytes | None] = []

    def work(data: bytes) -> None:
        cache = Cache(tmp_path / "code")
        for _ in range(20):
            cache.write("name", lambda: data)
            seen.append(cache.read("name"))

    threads = [Thread(target=work, args=(data,)) for data in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(seen) <= set(texts)
    assert sorted(path.name for path in (tmp_path / "code").iterdir()) == ["key", "name"]


def test_the_oldest_entries_make_room(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "code", most=3500)
    for k, name in enumerate(("a", "b", "c")):
        cache.write(name, lambda: bytes(1000))
        os.utime(tmp_path / "code" / name, (k + 1, k + 1))
    assert cache.read("a") == bytes(1000)  # used just now: no longer the oldest
    cache.write("d", lambda: bytes(1000))
    assert [path.name for path in entries(tmp_path / "code")] == ["a", "c", "d"]
    cache.write("large", lambda: bytes(3000))
    assert cache.read("d") is None
    assert cache.read("large") == bytes(3000)


def test_a_table_saves_what_it_called(
    folder: Path, monkeypatch: pytest.MonkeyPatch, collect: Callable[[], object]
) -> None:
    """When it is gone, or at the end of the process."""

    def opened() -> tuple[str, ...]:
        state = Table.of(GAME, SIZE, "called").start(1)
        return tuple(move.text for move in state.question.legal)

    first = opened()
    collect()
    assert len(entries(folder)) == 1
    monkeypatch.setattr(TableFunctions, "_compiled", never)
    assert opened() == first


def test_saved_code_is_complete(folder: Path, collect: Callable[[], object]) -> None:
    """A function that was called can name another one that wasn't. A later process plays on where that one is."""
    program, chance = laws.program("gin-rummy"), Random(1)
    state = Table.of(program, 2, "called").start(1)
    state = state.apply(chance.choice(state.question.legal))
    del state
    collect()
    assert len(entries(folder)) == 1
    machine = fast_machine(program, 2)
    for seed in range(3):
        s = machine.start(seed)
        while not machine.over(s):
            s = machine.apply(s, chance.choice(machine.legal(s)))
