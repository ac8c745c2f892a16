"""Writing files: an old file is replaced whole or not at all, and only by a file of its kind."""

import ast
import os
import stat
import threading
from pathlib import Path

import pytest

import parlour
from scaffold.syntax_trees import nodes
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

MINE = "rule: mine\ntitle: Mine\nfor: ladder\ntext: Years of work.\nwhen:\n  after lay(p, c): nothing\n"


def test_a_pipe_is_written_to_and_stays_a_pipe() -> None:
    pipe = Path("pipe")
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert run("new", "rule", "mine", "--for", "ladder", "-o", "pipe").code == 0
    reader.join(timeout=30)
    assert read[0].startswith("rule: mine\n")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_a_link_and_its_target_is_written_with_its_permissions() -> None:
    target, link = Path("target.yaml"), Path("link.yaml")
    target.write_text(MINE.replace("title: Mine", "title:   Mine"), encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to("target.yaml")
    assert run("fmt", "link.yaml").code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == MINE
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


# ---------------------------------------------------------------- files of other kinds

PAGES = (
    "clashes ladder sevens-wish fives-pay --html {}", "diff climb cellar --html {}",
    "diff climb --with sevens-wish --html {}", "test climb --coverage --html {}", "compare climb cellar --html {}",
)  # fmt: skip
TABLE = "compare climb --sweep cards=3,4 --games 1 --jobs 1 --csv {}"
KINDS = {**dict.fromkeys(PAGES, "an HTML page"), TABLE: "a table of `parlour compare`"}


@pytest.mark.parametrize("command", KINDS)
def test_a_page_or_table_replaces_only_its_kind(command: str) -> None:
    mine = Path("mine.yaml")
    mine.write_text(MINE, encoding="utf-8")
    printed = run(*command.format("mine.yaml").split())
    assert (printed.code, printed.out) == (2, "")
    assert printed.err == f"parlour: mine.yaml already exists and isn't {KINDS[command]}\n  choose another name\n"
    assert mine.read_text(encoding="utf-8") == MINE


@pytest.mark.parametrize("command", KINDS)
def test_an_empty_name_is_refused_before_any_work(command: str) -> None:
    printed = run(*(word.format("") for word in command.split()))
    assert (printed.code, printed.out) == (2, "")
    assert printed.err == "parlour: expected the name of a file, found an empty one\n"


@pytest.mark.parametrize("command", KINDS)
def test_a_page_in_a_missing_folder_is_refused_before_any_work(command: str) -> None:
    printed = run(*command.format("gone/page.html").split())
    assert (printed.code, printed.out) == (2, "")
    assert printed.err == "parlour: there is no folder gone\n  create it first: mkdir -p gone\n"


def test_a_page_replaces_a_page() -> None:
    page = Path("page.html")
    page.write_text("\n<!DOCTYPE HTML><title>Old</title>", encoding="utf-8")
    printed = run("diff", "climb", "--with", "sevens-wish", "--html", "page.html")
    assert (printed.code, printed.err) == (0, "Wrote page.html.\n")
    assert "Old" not in page.read_text(encoding="utf-8")


def test_a_table_replaces_a_table_or_an_empty_file() -> None:
    table = Path("table.csv")
    table.touch()
    for times in (1, 2):
        printed = run(*TABLE.format(table).replace("games 1", f"games {times}").split())
        assert (printed.code, printed.err.splitlines()[-1]) == (0, "Wrote table.csv.")
        assert f",{times}," in table.read_text(encoding="utf-8").splitlines()[1]


def test_a_saved_game_replaces_only_a_saved_game() -> None:
    mine = Path("mine.yaml")
    mine.write_text(MINE, encoding="utf-8")
    started = run("play", "climb", "--level", "0", "--seed", "1", "--save", "mine.yaml")
    assert (started.code, started.err) == (2, "parlour: mine.yaml already exists\n  choose another name\n")
    typed = run("play", "climb", "--level", "0", "--seed", "1", typed=["save mine.yaml", "save game.json", "quit", "y"])
    assert typed.err == "(can't save the game: mine.yaml already exists and isn't a saved game)\n"
    assert "Saved. Continue later:\n  parlour play --resume game.json\n" in typed.out
    resumed = run("play", "--resume", "game.json", "--save", "mine.yaml")
    assert (resumed.code, resumed.err) == (2, "parlour: mine.yaml already exists\n  choose another name\n")
    assert mine.read_text(encoding="utf-8") == MINE


# ---------------------------------------------------------------- halfway

WRITING = (
    "mix climb --id mine -o there --force", "new rule mine --for ladder -o there --force",
    "rules climb --examples 0 -o there.md --force", "fmt there.yaml", "diff climb --with sevens-wish --html there.html",
    "play climb --auto --seed 1 --save new.json",
)  # fmt: skip


@pytest.mark.parametrize("command", WRITING)
def test_no_file_is_left_half_written(command: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the last moment leaves the old file, and no other."""
    before = {"there": "x", "there.yaml": MINE.replace(": Mine", ":  Mine"), "there.md": "x", "there.html": ""}
    for name, text in before.items():
        Path(name).write_text(text, encoding="utf-8")
    own = os.replace

    def stopped(one: Path, other: Path) -> None:
        if Path(other).resolve().parent == home.resolve():
            raise KeyboardInterrupt
        own(one, other)

    monkeypatch.setattr(os, "replace", stopped)
    assert run(*command.split()).code == 130
    assert {path.name: path.read_text(encoding="utf-8") for path in home.iterdir() if path.is_file()} == before


def test_one_function_writes_files() -> None:
    """All others would have to replace files atomically, and to ask whether they may."""
    engine = Path(parlour.__file__).parent
    always, of_os = ("write_text", "write_bytes", "NamedTemporaryFile", "mkstemp"), ("os.replace", "os.rename")
    writers = {
        path.relative_to(engine).as_posix()
        for path in engine.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and (ast.unparse(node.func) in of_os or (isinstance(node.func, ast.Attribute) and node.func.attr in always))
    }
    assert writers == {"base/whole_files.py", "terminal/files.py"}  # the latter writes to devices
