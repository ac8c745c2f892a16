"""Prepared entries only save time: the answers are the same without them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour.base.diagnostics import render_json
from parlour.base.resources import shipped
from parlour.building import preparing
from parlour.cli.arguments import Mix
from parlour.commands.check import findings_of
from parlour.lang import checker, parse_cache
from parlour.library import loading
from parlour.library.library import Library
from parlour.library.shelves import Folder
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.program import Program
from parlour.python.functions import TableFunctions
from parlour.states.state import fast_machine
from parlour.storage import prepared

GAME = "cheat"
RULE = "rule: mine\ntitle: Mine\nfor: doubting\ntext: x\nwhen:\n  after take(p): settle(p)\n"
PLAIN = Mix((), (), {})


def fresh() -> None:
    """Forget everything in memory, as in a new process."""
    loading._loaded.clear()
    parse_cache._parsed.clear()
    prepared._rows.cache_clear()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the prepared entries of one game."""
    file = tmp_path_factory.mktemp("prepared") / "prepared"
    fresh()
    library = Library([Folder(shipped("rulesets"))])
    with pytest.MonkeyPatch.context() as patch, prepared.collecting() as entries:
        patch.setenv("XDG_CACHE_HOME", os.devnull)
        document, _ = library.find(GAME, ("game",))
        assert document is not None
        findings_of(document, GAME, library, PLAIN, named=True, strict=False)
        program = compile_ruleset(GAME, library=library).program
        assert program is not None
        fast_machine(program, 3)
    prepared.write(file, entries)
    return file


@pytest.fixture(autouse=True)
def here(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Set up a working directory, no cache, and prepared entries."""
    for name in ("XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("PARLOUR_PATH", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    monkeypatch.setattr(prepared, "FILE", made)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fresh()
    yield folder
    fresh()


def never(*_: object, **__: object) -> None:
    raise AssertionError("it was worked out again")


def nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.schema.document_text.read_document", never)
    monkeypatch.setattr("parlour.lang.parser._parse_text", never)
    monkeypatch.setattr(checker, "check", never)
    monkeypatch.setattr(TableFunctions, "_compiled", never)


def compiled() -> Compiled:
    fresh()
    return compile_ruleset(GAME, library=Library.standard())


def program() -> Program:
    known = compiled().program
    assert known is not None
    return known


def said(compiled: Compiled) -> tuple[str, str]:
    return repr(compiled.program), render_json(compiled.findings)


def alone() -> tuple[str, str]:
    """Return the answer without prepared entries."""
    file, prepared.FILE = prepared.FILE, Path(os.devnull)
    try:
        return said(compiled())
    finally:
        prepared.FILE = file


def copied() -> None:
    shutil.copytree(shipped("rulesets"), "rulesets")


@pytest.mark.parametrize("prepare", [lambda: None, copied], ids=["shipped", "a copy that comes first"])
def test_nothing_is_worked_out_again(prepare: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    expected = alone()
    nothing_is_worked_out(monkeypatch)
    assert said(compiled()) == expected
    library = Library.standard()
    document, _ = library.find(GAME, ("game",))
    assert document is not None
    assert findings_of(document, GAME, library, PLAIN, named=True, strict=False) == ()
    composition = compiled().composition
    assert composition is not None
    assert composition.digest == program().digest


def test_source_points_into_the_files_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    copied()
    nothing_is_worked_out(monkeypatch)
    places = {x.place.partition(":")[0] for x in fast_machine(program(), 3).functions.code.origins if x is not None}
    assert "doubting/frame.yaml" in places
    assert all(Path("rulesets", place).is_file() for place in places)


def test_what_is_not_prepared_is_made_of_documents_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.schema.document_text.read_document", never)
    fresh()
    mix = compile_ruleset(GAME, options={"at-once": 3}, library=Library.standard())
    assert mix.program is not None


def write(path: str, text: str) -> Callable[[], None]:
    def change() -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")

    return change


def edited(name: str, old: str, new: str) -> Callable[[], None]:
    def change() -> None:
        copied()
        path = Path("rulesets") / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return change


HIDING = "game: cheat\ntitle: Mine\nextends: doubting\nplayers: 4\n"
CHANGES = {
    "the game is edited": edited("doubting/cheat.yaml", "title: Cheat", "title: Liar"),
    "its frame is edited": edited("doubting/frame.yaml", "frame: doubting", "# a line more\nframe: doubting"),
    "a game hides it": write("rulesets/mine.yaml", HIDING),
    "a game hides it in the user's folder": write("../XDG_CONFIG_HOME/parlour/rulesets/mine.yaml", HIDING),
    "a folder on the path hides its frame": lambda: (
        write("../path/frame.yaml", "frame: doubting\ntitle: D\n")(),
        os.environ.update(PARLOUR_PATH=str(Path("../path").resolve())),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_seen(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_PATH", "")
    before = said(compiled())
    CHANGES[what]()  # type: ignore[no-untyped-call]
    after = said(compiled())
    assert after == alone()
    assert after != before


def test_a_rule_more_is_no_obstacle() -> None:
    write("rules/mine.yaml", RULE)()
    assert said(compiled()) == alone()


@pytest.mark.parametrize("place", range(0, 30_000, 2_997))
def test_a_damaged_entry_is_worked_out_again(place: int, made: Path, tmp_path: Path) -> None:
    data = bytearray(made.read_bytes())
    data[place % len(data)] ^= 1
    prepared.FILE = tmp_path / "damaged"
    prepared.FILE.write_bytes(data)
    damaged = said(compiled())
    prepared.FILE = made
    assert damaged == said(compiled())


def test_an_entry_is_found_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "prepared"
    prepared.write(file, {"one": b"1", "two": b"22", "empty": b""})
    prepared.FILE = file
    assert [prepared.read(name) for name in ("one", "two", "empty", "three")] == [b"1", b"22", b"", None]


@pytest.mark.parametrize("size", [0, 5, 19, 20, 60, 75, 131, 132, 140])
def test_a_cut_file_has_no_wrong_entries(size: int, tmp_path: Path) -> None:
    file = tmp_path / "prepared"
    prepared.write(file, {"one": b"1", "two": b"22"})
    file.write_bytes(file.read_bytes()[:size])
    prepared.FILE = file
    assert prepared.read("one") in (None, b"1")
    assert prepared.read("two") in (None, b"22")


def test_the_same_entries_make_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    prepared.write(one, {"a": b"1", "b": b"2"})
    prepared.write(other, {"b": b"2", "a": b"1"})
    assert one.read_bytes() == other.read_bytes()


def test_installing_again_prepares_only_what_has_changed(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, worked = tmp_path / "here too" / "prepared", list[int]()
    copied()
    monkeypatch.setattr(preparing, "shipped", lambda _: here / "rulesets")
    monkeypatch.setattr(preparing, "entries", lambda _: worked.append(1) or {"one": b"1"})

    def times(*games: str) -> int:
        preparing.main(file, games)
        return len(worked)

    assert [times(), times()] == [1, 1]
    ruleset = here / "rulesets" / "eights" / "frame.yaml"
    ruleset.write_text(ruleset.read_text(encoding="utf-8") + "# a line more\n", encoding="utf-8")
    assert [times(), times()] == [2, 2]
    file.write_bytes(file.read_bytes()[:-1])
    assert [times(), times()] == [3, 3]
    file.unlink()
    assert times() == 4
    assert [times("ct"), times("ct"), times("ct", "sh"), times()] == [5, 5, 6, 7]


def test_games_to_prepare_are_games() -> None:
    with pytest.raises(SystemExit, match="“crazy-nines” is no game of Parlour's"):
        preparing.entries(["crazy-nines"])
