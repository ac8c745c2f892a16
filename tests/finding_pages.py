"""Runs the examples of the pages about findings, `docs/findings/CODE.md`.

    # CODE: what it means, as in `codes.CODES`

    Why it matters.

    ## Wrong

    (a `yaml` fence; `# error: CODE` is written on the line to which the finding must point)

    ## Right

    (a `yaml` fence)

    See [section 5](../language.md#5-expressions).

A part can have several files: a fence whose first line is `# name.yaml` saves that file. Without a name, the first file
is `wrong.yaml` or `right.yaml`. A `sh` fence has the commands to run; those of `parlour` run in this process.
Without one, a rule for `eights` is checked in Crazy Eights, and anything else by itself.

Run as a script, this writes the tables of docs/findings.md: `python tests/finding_pages.py`.
"""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from doc_pages import FILE, fences, printed
from parlour.base.codes import CHAPTERS, CODES

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "findings"
INDEX = ROOT / "docs" / "findings.md"
MARK = re.compile(r"#\s*(?:error|warning|note): ([a-z-]+)\s*$")
REPORTED = re.compile(
    r"^\s*(?:(?P<file>[^:\s]+):(?P<line>\d+):\d+: )?.*\b(?P<kind>error|warning|note): .* \[(?P<code>[a-z-]+)\]$"
)
TABLE = re.compile(r"(?<=^\| code \| meaning \|\n\| --- \| --- \|\n)(?:\|.*\n)*", re.MULTILINE)


@dataclass(frozen=True)
class Reported:
    """A finding as a command prints it."""

    kind: str
    code: str
    file: str | None
    line: int


@dataclass(frozen=True)
class Part:
    """An example of a page: the files that it saves, and the commands that run it."""

    files: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]

    @property
    def marks(self) -> list[tuple[str, int, str]]:
        """Return the file, line and code of each expected finding."""
        return [
            (name, number, mark[1])
            for name, text in self.files
            for number, line in enumerate(text.splitlines(), 1)
            if (mark := MARK.search(line))
        ]

    def run(self, code_of_page: str) -> tuple[int, list[Reported]]:
        """Save the files in the working directory, and return the last exit code and all findings. Compares rules
        only for the page about that, because it takes most of the time."""
        for name, text in self.files:
            Path(name).write_text(text, encoding="utf-8")
        code, findings = 0, []
        for command in self.commands:
            if command.startswith("parlour check ") and code_of_page != "rules-clash":
                command += " --ignore rules-clash"
            if command.startswith("parlour "):
                code, output = printed(command, [])
                findings += [_reported(m) for line in output.splitlines() if (m := REPORTED.match(line))]
            else:
                subprocess.run(["sh", "-c", command], check=True)
        return code, findings


def _reported(found: re.Match[str]) -> Reported:
    return Reported(found["kind"], found["code"], found["file"], int(found["line"] or 0))


def parts(page: str) -> tuple[Part, Part]:
    """The wrong and the right example of a page."""
    _, wrong, right = re.split(r"^## (?:Wrong|Right)$", page, flags=re.MULTILINE)
    return _part(wrong, "wrong.yaml"), _part(right, "right.yaml")


def _part(text: str, name: str) -> Part:
    found = fences(text)
    files = [_named(fence.text, name) for fence in found if fence.kind == "yaml"]
    commands = [line for fence in found if fence.kind == "sh" for line in fence.text.splitlines()]
    return Part(tuple(files), tuple(commands or _commands(files)))


def _named(text: str, name: str) -> tuple[str, str]:
    said = FILE.match(text)
    return (said[1], text[said.end() :]) if said else (name, text)


def _commands(files: Sequence[tuple[str, str]]) -> list[str]:
    name, text = files[0]
    if text.startswith("rule:") and "\nfor: eights\n" in text:
        return [f"parlour check crazy-eights --with ./{name}"]
    return [f"parlour check ./{name}"]


def index(page: str) -> str:
    """docs/findings.md with tables that have the codes of each chapter."""
    tables = iter(CHAPTERS.values())
    return TABLE.sub(lambda _: "".join(map(_row, next(tables)[1])), page)


def _row(code: str) -> str:
    return f"| [`{code}`](findings/{code}.md) | {CODES[code].meaning} |\n"


if __name__ == "__main__":
    INDEX.write_text(index(INDEX.read_text(encoding="utf-8")), encoding="utf-8")
