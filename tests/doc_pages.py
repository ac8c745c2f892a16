"""Replays the pages of the documentation: every command and every Python snippet, in order, in one folder.

A page is a session. What it shows is written as Markdown fences:

* `yaml` whose first line is `# name.yaml` saves this file;
* `console` has commands after `$ ` and below each of them what it prints. `...` on a line of its own stands for any
  lines. What a person types follows a prompt that ends with `> `;
* `sh` has commands that can be copied; those of `parlour` are run, and must succeed;
* `python` is run, with the names of the snippets before it. A `text` fence directly below shows what it prints. An
  expression with a comment `# → …` has this `repr`.

Run as a script, this writes what is printed now into the pages: `python tests/doc_pages.py [PAGE …]`.
"""

import ast
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from parlour.cli.main import OUR_MISTAKE, main
from parlour.terminal.console import Console
from scaffold.terminal import Typing

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w-]+\.yaml)\n")
TYPED = re.compile(r"^(?:[^>$\n]*[^>$ \n] )?> (.+)$", re.MULTILINE)
SHOWN = re.compile(r"  # → (.*)$")
ANY = "..."
ASKING = ("parlour play", "parlour mix")
FEW = ("--games", "2", "--sample", "20")  # of commands without an output on the page
UNSAMPLED = (*FEW[:3], "0")  # of games of bots that think, and of two mixes


@dataclass
class Fence:
    """A fenced block of a page. `start` and `end` bound its text; `real` is the text that it should have."""

    kind: str
    text: str
    start: int
    end: int
    real: str = field(init=False)

    def __post_init__(self) -> None:
        self.real = self.text


def fences(page: str) -> list[Fence]:
    return [Fence(m[1], m[2], m.start(2), m.end(2)) for m in FENCE.finditer(page)]


class _Keyboard(Typing):
    """The input of a command, which notices where it ends."""

    def __init__(self, lines: list[str], screen: StringIO) -> None:
        super().__init__(lines)
        self.screen = screen
        self.last: int | None = None
        """Where the first question begins that nobody answers."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # the stubs disagree about bytes
        line = super().readline(size)
        if not line and self.last is None:
            self.last = self.screen.getvalue().rfind("\n") + 1
        return line


def printed(command: str, typed: list[str]) -> tuple[int, str]:
    """Return the exit code of a command, and the screen at its end or when it waits for more input."""
    words = shlex.split(command, comments=True)
    screen = StringIO()
    keyboard = _Keyboard(typed, screen)
    code = main(words[1:], Console(keyboard, screen, screen, {"TERM": "dumb"}))
    shown = screen.getvalue()[: keyboard.last]
    return code, "".join(f"{line.rstrip()}\n" for line in shown.rstrip().splitlines())


def fits(shown: str, real: str) -> bool:
    """True if the text shown is the real one, where `...` stands for any lines."""
    lines = [r"(?:.*\n)*?" if line == ANY else re.escape(line) + r"\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines), real) is not None


def refreshed(shown: str, real: str) -> str:
    """Return the text to show: `shown` if it fits, else the same number of lines at both ends of the real one."""
    if fits(shown, real):
        return shown
    lines, new = shown.splitlines(keepends=True), real.splitlines(keepends=True)
    if lines.count(f"{ANY}\n") != 1:
        return real
    head = lines.index(f"{ANY}\n")
    tail = len(lines) - head - 1
    return "".join([*new[:head], f"{ANY}\n", *new[len(new) - tail :]])


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a `console` fence, and what the page shows below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def replay(page: str) -> list[Fence]:
    """The fences of a page, each with the text that it should have, run in the working directory."""
    found = fences(page)
    names: dict[str, object] = {"__name__": "__main__"}
    for number, fence in enumerate(found):
        if fence.kind == "yaml" and (saved := FILE.match(fence.text)):
            Path(saved[1]).write_text(fence.text, encoding="utf-8")
        elif fence.kind == "console":
            fence.real = "".join(_console(command, shown) for command, shown in commands(fence.text))
        elif fence.kind == "sh":
            fence.real = "".join(_copied(line) for line in fence.text.splitlines())
        elif fence.kind == "python":
            below = found[number + 1] if number + 1 < len(found) else None
            follows = below is not None and below.kind == "text" and page[fence.end : below.start] == "```\n\n```text\n"
            fence.real, output = _python(fence.text, names)
            if below is not None and follows:
                below.real = refreshed(below.text, output)
            elif output:
                fence.real += f"# prints:\n{output}"
    return found


def _console(command: str, shown: str) -> str:
    code, real = printed(command, TYPED.findall(shown) if any(name in command for name in ASKING) else [])
    assert code != OUR_MISTAKE, f"{command}\n{real}"
    return f"$ {command}\n{refreshed(shown, real)}"


def _copied(line: str) -> str:
    if not line.startswith("parlour "):
        return f"{line}\n"
    command, _, _ = line.partition("  #")
    if command.startswith("parlour compare"):
        command += " --games 100"
    unsampled = "--level" in command or "--against" in command
    few = f" {shlex.join(UNSAMPLED if unsampled else FEW)}" if command.startswith("parlour measure") else ""
    code, real = printed(command + few, [])
    return f"{line}\n" if code == 0 and real else f"{line}\n# ends with {code}:\n{real}"


def _python(text: str, names: dict[str, object]) -> tuple[str, str]:
    """The snippet with the values that its expressions have, and what it prints."""
    lines = text.splitlines()
    output = StringIO()
    with redirect_stdout(output):
        for statement in ast.parse(text).body:
            last = (statement.end_lineno or statement.lineno) - 1
            said = SHOWN.search(lines[last])
            if said is None or not isinstance(statement, ast.Expr):
                exec(compile(ast.Module([statement], []), "<snippet>", "exec"), names)
                continue
            value = eval(compile(ast.Expression(statement.value), "<snippet>", "eval"), names)
            lines[last] = f"{lines[last][: said.start()]}  # → {value!r}"
    return "".join(f"{line}\n" for line in lines), output.getvalue()


def rewritten(page: str, found: list[Fence]) -> str:
    parts, at = [], 0
    for fence in found:
        parts += [page[at : fence.start], fence.real]
        at = fence.end
    return "".join(parts) + page[at:]


def surroundings(folder: Path) -> Mapping[str, str]:
    """The environment of somebody who has just installed Parlour."""
    return {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}


@contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, surroundings(folder)):
            yield
    finally:
        os.chdir(before)


def update(paths: list[Path], tell: Callable[[str], object] = print) -> None:
    for path in paths:
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, _in(Path(folder).resolve()):
            new = rewritten(page, replay(page))
        tell(f"{path.name}: {'as it was' if new == page else 'changed'}")
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    update([Path(name).resolve() for name in sys.argv[1:]] or list(PAGES))
