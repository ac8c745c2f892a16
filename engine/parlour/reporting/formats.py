"""Findings for other programs: as SARIF 2.1.0, the format in which tools exchange results of static analysis, and as
annotations for GitHub, the workflow commands that an action prints."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from parlour.base.codes import CODES, Severity
from parlour.base.diagnostics import Diagnostic, Fix
from parlour.base.source import Span
from parlour.reporting.pages import body, page
from parlour.reporting.suppressions import Ignored

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(findings: Sequence[Diagnostic], ignored: Sequence[Ignored], version: str) -> dict[str, object]:
    """Return a log with one run. Findings that a comment ignores are results with a suppression."""
    everything = [*findings, *(item.finding for item in ignored)]
    rules = [code for code in CODES if code in {d.code for d in everything}]
    results = [_result(d, rules) for d in findings]
    results += [_result(i.finding, rules) | {"suppressions": [_suppression(i)]} for i in ignored]
    driver = {"name": "Parlour", "version": version, "rules": [_rule(code) for code in rules]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _rule(code: str) -> dict[str, object]:
    text = page(code)
    rule: dict[str, object] = {"id": code, "shortDescription": {"text": CODES[code].meaning}}
    if text is not None:
        rule["help"] = {"text": f"parlour explain {code}", "markdown": body(text)}
    return rule | {"defaultConfiguration": {"level": CODES[code].severity}}


def _result(d: Diagnostic, rules: Sequence[str]) -> dict[str, object]:
    text = f"{d.message}\nhelp: {d.help}" if d.help else d.message
    result: dict[str, object] = {"ruleId": d.code, "ruleIndex": rules.index(d.code), "level": d.severity}
    result["message"] = {"text": text}
    if d.span is not None and not d.span.source.outside:
        result["locations"] = [{"physicalLocation": _physical(d.span)}]
    related = [r for r in dict.fromkeys(d.related) if not r.span.source.outside]
    if related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": r.message}, "physicalLocation": _physical(r.span)}
            for number, r in enumerate(related)
        ]
    if d.fixes:
        result["fixes"] = [_fix(fix) for fix in dict.fromkeys(d.fixes)]
    return result


def _physical(span: Span) -> dict[str, object]:
    return {"artifactLocation": {"uri": _uri(span.source.name)}, "region": _region(span)}


def _region(span: Span) -> dict[str, object]:
    line, column = span.end_place
    return {"startLine": span.line, "startColumn": span.column, "endLine": line, "endColumn": column}


def _uri(name: str) -> str:
    """Return the name of a source as a URI; files inside the working directory have relative names."""
    return Path(name).as_uri() if os.path.isabs(name) else quote(name.replace(os.sep, "/"))


def _fix(fix: Fix) -> dict[str, object]:
    changes: dict[str, list[dict[str, object]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        changes.setdefault(_uri(edit.span.source.name), []).append(replacement)
    return {
        "description": {"text": fix.words},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri}, "replacements": replacements} for uri, replacements in changes.items()
        ],
    }


def _suppression(item: Ignored) -> dict[str, object]:
    return {
        "kind": "inSource",
        "status": "accepted",
        "justification": item.by.reason,
        "location": {"physicalLocation": _physical(item.by.span)},
    }


# ---------------------------------------------------------------- GitHub annotations


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
