"""Findings as GitHub annotations: workflow commands that an action prints, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.base.codes import Severity
from parlour.base.diagnostics import Diagnostic

_KINDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}


def workflow_commands(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield one line for each finding."""
    for d in findings:
        properties = ",".join(f"{key}={_escaped(value, also=':,')}" for key, value in _properties(d))
        words = [d.message, *(f"{r.span.place}: {r.message}" for r in d.related)]
        if d.help:
            words.append(f"help: {d.help}")
        yield f"::{_KINDS[d.severity]} {properties}::{_escaped(chr(10).join(words))}"


def _properties(d: Diagnostic) -> Iterator[tuple[str, str]]:
    if d.span is not None and not d.span.source.outside:
        end = d.span.end_place
        yield "file", d.span.source.name
        yield "line", str(d.span.line)
        yield "endLine", str(end[0])
        if end[0] == d.span.line:  # GitHub takes columns only for one line
            yield "col", str(d.span.column)
            yield "endColumn", str(end[1])
    yield "title", d.code


def _escaped(text: str, also: str = "") -> str:
    for sign in f"%\r\n{also}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
