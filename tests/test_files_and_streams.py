"""Names of files that can't be, and standard input and output in the place of files."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import parlour
from parlour.cli.main import main
from parlour.terminal.console import Console
from scaffold.home import RULESETS
from scaffold.terminal import Printed, Screen, Typing, run

CLIMB = (RULESETS / "climb.yaml").read_text(encoding="utf-8")
RULE = "rule: mine\ntitle: Mine\nfor: ladder\ntext: Nothing.\nwhen:\n  after lay(p, c): nothing\n"
LONG = "x" * 300


pytestmark = pytest.mark.usefixtures("home")


# ---------------------------------------------------------------- odd names

ODD = {
    "too long": LONG, "too long, as a file": f"./{LONG}.yaml", "in a folder that is too long": f"{LONG}/x.yaml",
    "NUL": "a\0b", "NUL, as a file": "./a\0b.yaml", "a folder": "folder", "as a folder": "folder/",
    "in a file": "plain.txt/x.yaml", "a link to nowhere": "./dangling.yaml", "links in a circle": "./circle.yaml",
    "not UTF-8": "./\udcff.yaml", "nothing": "", "a blank": " ", "nobody's home": "~nobody-at-all/x.yaml",
    "a device": "/dev/null", "two lines": "x\ny", "decomposed": "e\u0301",
}  # fmt: skip

READING = (
    "check {}", "test {}", "show {}", "play {} --auto", "measure {}", "why {}", "mix {}", "new rule abc --for {}",
    "replay {}", "play --resume {}", "why climb --save {}", "why climb --position {}", "measure --save {}",
    "check climb --with {}", "check climb --without {}", "check climb --set {}=1", "measure climb --position {}",
)  # fmt: skip
WRITING = (
    "mix climb --id mine -o {}", "new rule abc --for ladder -o {}", "play climb --auto --save {}",
    "new rule {} --for ladder",
)  # fmt: skip


def odd_files() -> None:
    Path("folder").mkdir()
    Path("plain.txt").write_text("x", encoding="utf-8")
    Path("dangling.yaml").symlink_to("gone")
    Path("circle.yaml").symlink_to("circle.yaml")


def called(command: str, name: str) -> list[str]:
    return [word.replace("{}", name) for word in command.split()]


@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
def test_what_can_not_be_read_gets_a_sentence(name: str) -> None:
    odd_files()
    for command in READING if name.strip() else READING[:8]:  # an option without a word is as if it was left out
        printed = run(*called(command, name))
        assert printed.code in (1, 2), (command, printed)
        assert "bug in Parlour" not in printed.err, (command, printed)
        assert printed.err + printed.out != ""


@pytest.mark.parametrize("name", [n for what, n in ODD.items() if "long" in what or "NUL" in what or "folder" in what])
def test_what_can_not_be_written_gets_a_sentence(name: str, home: Path) -> None:
    odd_files()
    before = sorted(os.listdir(home))
    for command in WRITING:
        if (command, name) == ("new rule {} --for ladder", "folder"):
            continue  # a good id
        printed = run(*called(command, name))
        assert "bug in Parlour" not in printed.err, (command, printed)
        told = printed.err + printed.out
        reasons = ("can't write", "is a folder", "there is no folder", "is not a valid id")
        assert any(words in told for words in reasons), (command, printed)
    assert [f for f in sorted(os.listdir(home)) if f not in ("folder", "state", *before)] == []


def test_a_name_that_just_fits_is_written(home: Path) -> None:
    name = "y" * 250 + ".yaml"
    assert run("mix", "climb", "--id", "mine", "-o", name).code == 0
    assert (home / name).exists()


def test_a_game_with_the_longest_id_is_kept() -> None:
    Path("long.yaml").write_text(CLIMB.replace("game: climb", f"game: {'x' * 100}"), encoding="utf-8")
    printed = run("play", "./long.yaml", "--level", "0", "--seed", "1", typed=["1"])
    assert "Saved." in printed.out
    assert printed.err == ""


# ---------------------------------------------------------------- data for programs


def test_a_replay_for_programs() -> None:
    assert run("play", "climb", "--auto", "--seed", "1", "--save", "game.json", "--set", "cards=2").code == 0
    data = json.loads(run("replay", "game.json", "--json").out)
    assert (data["game"], data["set"], data["players"], data["seed"]) == ("climb", {"cards": "2"}, 2, 1)
    lines = [f"  seat {move['seat']}: {move['move']}" for move in data["moves"]]
    assert "\n".join(lines) in run("replay", "game.json", "--moves").out
    assert (data["over"], data["asked"]) == (True, None)
    assert set(data["outcome"]["winners"]) <= {1, 2}
    assert data["outcome"]["ending"] in ("out-first", "worn-out")
    assert run("replay", "game.json", "--json", "--moves").code == 2


DOCS = Path(__file__).parent.parent / "docs" / "cli.md"


def documented() -> dict[str, list[str]]:
    """The keys that the docs name for each command, in their order."""
    rows = re.findall(r"^\| `(\w+)` \| (.*`\w+`.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {command: re.findall(r"`(\w+)`", keys) for command, keys in rows}


@pytest.mark.parametrize(("command", "arguments"), [
    ("list", ""), ("check", "odd.yaml"), ("test", "climb"), ("show", "climb"), ("show", "sevens-wish"),
    ("why", "climb draw"),
    ("replay", "game.json"),
])  # fmt: skip
def test_what_programs_get_has_the_documented_keys(command: str, arguments: str) -> None:
    Path("odd.yaml").write_text(RULE.replace("nothing", "nothin(p)"), encoding="utf-8")
    if command == "replay":
        run("play", "climb", "--auto", "--seed", "1", "--save", "game.json")
    data = json.loads(run(command, *arguments.split(), "--json").out)
    assert list(data[0] if isinstance(data, list) else data) == documented()[command]


def test_json_is_one_flag_everywhere() -> None:
    assert run("test", "climb", "--json") == run("test", "climb", "--format", "json")
    assert run("check", "climb", "--json").out == run("check", "climb", "--format", "json").out == "[]\n"


# ---------------------------------------------------------------- what a terminal obeys

UNSAFE = {"a line end": "x\ny", "an escape": "x\x1b]0;y", "another direction": "x\u202ey"}
SHOWING = (
    "fmt {}", "list {}", "explain {}", "completion {}", "diff climb {}", "mutate {}", "rules {}", "{}", "play --{}",
)  # fmt: skip


@pytest.mark.parametrize("name", UNSAFE.values(), ids=UNSAFE.keys())
def test_names_are_printed_as_escapes(name: str) -> None:
    """A name of a file can neither begin a new line of a message, nor control the terminal."""
    for path in (name, f"{name}.yaml", f"./{name}.yaml"):
        Path("odd.yaml").write_text(RULE.replace("nothing", "nothin(p)"), encoding="utf-8")
        if not path.startswith("."):
            Path(path).write_text(RULE.replace("nothing", "nothin(p)"), encoding="utf-8")
        for command in (*READING, *WRITING, *SHOWING):
            printed = run(*called(command, path))
            assert "bug in Parlour" not in printed.err, (command, printed)
            assert name not in printed.out + printed.err, (command, printed)
    assert r"""x\ny.yaml:6:20: error""".replace(r"\n", json.dumps(name)[2:-2]) in run("check", f"./{name}.yaml").out


def test_a_command_with_an_odd_name_can_be_copied() -> None:
    printed = run("play", "climb", "--level", "0", "--seed", "1", "--save", "it's\n1.json", typed=["q", "y"])
    assert printed.out.endswith("Saved. Continue later:\n  parlour play --resume $'it\\'s\\n1.json'\n")


@pytest.mark.parametrize("char", ["\u202e", "\u2066", "\u200b", "\x9b"])
def test_texts_that_look_different_are_refused(char: str) -> None:
    Path("odd.yaml").write_text(RULE.replace("Mine", f"Mi{char}ne"), encoding="utf-8")
    printed = run("check", "./odd.yaml")
    assert printed.out.startswith(f"odd.yaml:2:10: error: found an invisible character (U+{ord(char):04X})")
    assert char not in printed.out
    Path("odd.yaml").write_text(RULE.replace("title: Mine", f'title: "Mi\\u{ord(char):04x}ne"'), encoding="utf-8")
    assert "odd.yaml:2:11: error: found an invisible character" in run("check", "./odd.yaml").out
    assert char not in run("list", "mine").out + run("show", "climb", "--with", "./odd.yaml").err


# ---------------------------------------------------------------- output that can't be written

COMMANDS = (
    "list", "check climb", "test climb", "show climb", "show climb --code", "why climb draw", "mix climb",
    "rules climb", "play climb --auto --seed 1", "measure climb --games 3 --json", "diff climb cellar",
    "explain", "completion bash", "fmt --check odd.yaml",
    "clashes ladder sevens-wish fives-pay", "mutate climb --list", "--help", "list --help",
    "--version", "replay game.json", "new rule x --for ladder -o -", "play climb --seed 1",
)  # fmt: skip


class Full(Screen):
    """A stream of a full disk."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_gets_a_sentence(command: str) -> None:
    Path("odd.yaml").write_text(RULE, encoding="utf-8")
    run("play", "climb", "--auto", "--seed", "1", "--save", "game.json")
    err = Screen()
    assert main(command.split(), Console(Typing(["1"]), Full(), err)) == 2
    assert err.getvalue().endswith("parlour: can't write the output: No space left on device\n")
    assert main(command.split(), Console(Typing(["1"]), Screen(), Full())) in (0, 1, 2)


ENGINE = Path(parlour.__file__).resolve().parents[1]


def shell(command: str) -> tuple[int, str, str]:
    """Run a command of the shell, in which `parlour` is the command."""
    python = f'parlour() {{ PYTHONPATH="{ENGINE}" "{sys.executable}" -m parlour "$@"; }}\n'
    found = subprocess.run(["bash", "-c", python + command], capture_output=True, text=True, timeout=60)
    return found.returncode, found.stdout, found.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the streams of Linux")
@pytest.mark.parametrize(("command", "code", "err"), [
    ("parlour --version >/dev/full", 2, "parlour: can't write the output: No space left on device\n"),
    ("parlour --version >&-", 2, "parlour: can't write the output: Bad file descriptor\n"),
    ("parlour --version >&- 2>&- <&-", 2, ""), ("parlour --version >/dev/null 2>&-", 0, ""),
    ("parlour nonsense >/dev/full", 2, "parlour: unknown command `nonsense`\n  `parlour --help` lists all commands\n"),
    ("parlour nonsense >&- 2>/dev/full", 2, ""),
])  # fmt: skip
def test_streams_of_the_shell(command: str, code: int, err: str) -> None:
    assert shell(command) == (code, "", err)


def test_standard_input_that_is_closed() -> None:
    code, out, _ = shell("parlour check - <&-")
    assert (code, out.splitlines()[0]) == (2, "error: can't read <stdin>: Bad file descriptor [file-unreadable]")


def test_a_lack_of_the_system_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, words in (
        (MemoryError(), "out of memory"), (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (RuntimeError("can't start new thread"), "out of memory: can't start another thread"),
    ):  # fmt: skip
        def lacking(*_: object, error: Exception = error) -> NoReturn:
            raise error

        monkeypatch.setattr("parlour.commands.list.Library.standard", lacking)
        assert run("list") == Printed(2, "", f"parlour: {words}\n")


STARVING = """
import runpy, sys
class Starving:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "parlour.commands":
            raise MemoryError
sys.meta_path.insert(0, Starving)
runpy.run_module("parlour", run_name="__main__")
"""


def test_too_little_memory_to_begin() -> None:
    env = {**os.environ, "PYTHONPATH": str(ENGINE)}
    found = subprocess.run([sys.executable, "-c", STARVING], capture_output=True, text=True, env=env, timeout=60)
    assert (found.returncode, found.stdout, found.stderr) == (2, "", "parlour: out of memory\n")
