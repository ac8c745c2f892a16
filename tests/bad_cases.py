"""Broken rulesets of one or several files, and the findings that are written on their lines.

`#! code` or `#! code: words` at the end of a line says that this finding, with these words in its message or its
help, is expected there; another `#!` on the line expects another one. Every error must be expected, and the other
way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from parlour.diagnostics import Diagnostic

Place = tuple[str, int, str]


def expected(path: Path) -> list[tuple[Place, str]]:
    """Place and words of each finding that the files of a case ask for."""
    found = []
    for file in sorted(path.rglob("*.yaml")) if path.is_dir() else [path]:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for text in line.split("#!")[1:]:
                code, _, words = text.partition(":")
                found.append(((file.name, number, code.strip()), words.strip()))
    assert found, f"{path} expects nothing"
    return found


def compare(path: Path, findings: Iterable[Diagnostic]) -> list[str]:
    """What differs from the expectation, in words."""
    wanted = expected(path)
    met: set[tuple[Place, str]] = set()
    differences = []
    for d in findings:
        said = f"{d.message} {d.help or ''} {' '.join(r.message for r in d.related)}"
        place = (Path(d.span.source.name).name, d.span.line, d.code) if d.span else ("", 0, d.code)
        hits = {w for w in wanted if w[0] == place and w[1] in said}
        met |= hits
        if not hits and d.severity == "error":
            differences.append(f"not expected: {place}: {said}")
    return differences + [f"missing: {place}: {words}" for place, words in wanted if (place, words) not in met]
