"""Broken documents, of one or several files, with the expected findings on their lines.

    title: 'The dealer's choice'   #! yaml-syntax: unexpected text after the closing quote
    #! line 7 column 3: yaml-duplicate-key

`#! code` is on the line to which the finding must point. `#! line 7 column 3: code` can be anywhere in the file, for
lines without room for a comment, or if the column matters. Words behind `code:` must occur in the message, the help or
a related place. Several on a line expect several findings, or more words of one. Everything listed must be found,
and no error may be found that isn't listed. Below `compile`, `lint` and `comments`, neither may a warning or a note.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.diagnostics import Diagnostic

MARK = re.compile(r"(?:line (?P<line>\d+) column (?P<column>\d+):\s*)?(?P<code>[a-z0-9-]+)(?::\s*(?P<words>.*))?")


@dataclass(frozen=True)
class Expected:
    code: str
    line: int
    column: int | None
    words: str
    file: str

    def meets(self, d: Diagnostic) -> bool:
        if d.span is None or (d.code, d.span.line, Path(d.span.source.name).name) != (self.code, self.line, self.file):
            return False
        said = f"{d.message} {d.help or ''} {' '.join(r.message for r in d.related)}"
        return self.column in (None, d.span.column) and self.words in said


def marks(text: str, file: str) -> list[Expected]:
    """Return the marks in a file."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        for comment in line.split("#!")[1:]:
            mark = MARK.fullmatch(comment.strip())
            assert mark, f"{file}:{number}: this is no expectation: {comment!r}"
            column = int(mark["column"]) if mark["column"] else None
            found.append(Expected(mark["code"], int(mark["line"] or number), column, mark["words"] or "", file))
    return found


def expected(path: Path) -> list[Expected]:
    """Return the marks in the file of a case, or in the files of its folder."""
    files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    found = [mark for file in files for mark in marks(file.read_bytes().decode("utf-8", "replace"), file.name)]
    assert found, f"{path} doesn't say what is wrong with it"
    return found


def disagreements(wanted: Sequence[Expected], findings: Iterable[Diagnostic], whole: bool = False) -> list[str]:
    """Return the missing findings, and the unexpected errors (`whole`: all unexpected findings)."""
    found = list(findings)
    met: list[list[Expected]] = [[] for _ in found]
    problems = []
    for one in sorted(wanted, key=lambda e: (e.column is None, -len(e.words))):  # the most specific first
        fitting = [by for d, by in zip(found, met, strict=True) if one.meets(d) and one not in by]
        if fitting:
            min(fitting, key=len).append(one)
        else:
            problems.append(f"not found: {one}")
    errors = (d for d, by in zip(found, met, strict=True) if not by and (whole or d.severity == "error"))
    return problems + [f"not expected: {d.message} [{d.code}]" for d in errors]
