"""Applying the fixes of findings to the texts of their files. Writes nothing to disk but through `save`."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Fix, SourceEdit
from parlour.base.source import Source, is_shipped
from parlour.documents.contents import MARK, is_stdin, read_bytes
from parlour.terminal.files import ANY, FileError, write

ROUNDS = 10
"""A fix can reveal another finding: after a misspelt section, everything in it."""

Texts = Mapping[str, str]
Findings = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Corrected:
    """The new text of a file, and the number of corrected findings."""

    source: Source
    text: str
    count: int


def correct(findings: Findings, again: Callable[[Texts], Findings]) -> tuple[tuple[Corrected, ...], Findings]:
    """Apply all fixes. Return the files that change, and the findings about them as they are then.

    `again` returns the findings with these texts in place of files.
    """
    sources: dict[str, Source] = {}
    texts: dict[str, str] = {}
    counts: dict[str, int] = {}
    for _ in range(ROUNDS):
        changed = corrected_once(findings)
        if not changed:
            break
        for one in changed:
            name = one.source.name
            sources.setdefault(name, one.source)
            texts[name] = one.text
            counts[name] = counts.get(name, 0) + one.count
        findings = again(texts)
    return tuple(Corrected(sources[name], texts[name], counts[name]) for name in texts), findings


def corrected_once(findings: Iterable[Diagnostic]) -> tuple[Corrected, ...]:
    """Apply the fixes that don't overlap. A finding with several possible fixes leaves the choice to a person."""
    fixes: dict[Source, list[Fix]] = {}
    for d in findings:
        if len(d.fixes) == 1 and d.fixes[0].edits:
            source = d.fixes[0].edits[0].span.source
            own = not (source.outside or is_stdin(Path(source.name)) or is_shipped(source.name))  # a file of the user
            if own and d.fixes[0] not in fixes.setdefault(source, []):
                fixes[source].append(d.fixes[0])
    return tuple(_applied(source, chosen) for source, several in fixes.items() if (chosen := _apart(several)))


def _apart(fixes: Sequence[Fix]) -> list[Fix]:
    """Return the fixes, without those that change a place that an earlier one changes."""
    chosen: list[Fix] = []
    taken: list[SourceEdit] = []
    for fix in sorted(fixes, key=lambda fix: min(edit.span.start for edit in fix.edits)):
        if not any(_meet(edit, other) for edit in fix.edits for other in taken):
            chosen.append(fix)
            taken += fix.edits
    return chosen


def _meet(one: SourceEdit, other: SourceEdit) -> bool:
    a, b = one.span, other.span
    return (a.start < b.end and b.start < a.end) or a.start == b.start


def _applied(source: Source, fixes: Sequence[Fix]) -> Corrected:
    text = source.text
    for edit in sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return Corrected(source, text, len(fixes))


def save(one: Corrected) -> None:
    """Write the file, unless it has changed since the check, or is read-only."""
    path = Path(one.source.name)
    data = read_bytes(path, one.source.name)
    if isinstance(data, Diagnostic) or data.removeprefix(MARK) != one.source.text.encode("utf-8"):
        raise FileError(f"{one.source.name} has changed since the check", "run the command again")
    if not os.stat(path).st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise FileError(f"{one.source.name} is read-only")
    mark = MARK.decode("utf-8") if data.startswith(MARK) else ""
    write(path, mark + one.text, ANY)


def difference(one: Corrected) -> Iterator[str]:
    """Yield the lines of a unified diff."""
    name = one.source.name
    before, after = one.source.text.splitlines(), one.text.splitlines()
    return difflib.unified_diff(before, after, name, f"{name} (fixed)", lineterm="")
