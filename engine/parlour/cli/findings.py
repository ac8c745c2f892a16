"""Showing findings, and what they mean for how a command ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from parlour.base.diagnostics import Diagnostic, Severity, has_errors, render_json, render_text
from parlour.cli.console import Console

_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}
_HEAD = re.compile(r"^(.*?)\b(error|warning|note): (.*)( \[[a-z-]+\])$")


def print_findings(findings: Iterable[Diagnostic], console: Console, to_person: bool = False) -> None:
    """All of them, with their lines. `to_person`: on the stream for messages, uncoloured."""
    for d in findings:
        text = render_text([d])
        if to_person:
            console.tell(text)
            continue
        head, _, rest = text.partition("\n")
        found = _HEAD.match(head)
        if found and console.colour:
            severity = console.styled(f"{found[2]}:", "bold", _COLOURS[d.severity])
            head = f"{found[1]}{severity} {console.styled(found[3], 'bold')}{console.styled(found[4], 'dim')}"
        console.say(head)
        if rest:
            console.say(rest)


def print_notes(notes: Iterable[Diagnostic], console: Console) -> None:
    """What is worth knowing about a mix that works: one line each."""
    for d in notes:
        console.tell(f"{d.severity}: {d.message}")


def diagnostic_data(d: Diagnostic) -> object:
    """One finding for JSON."""
    return json.loads(render_json([d]))[0]


def exit_code(findings: Sequence[Diagnostic]) -> int:
    """0 when there is nothing but notes, 2 when it is the call that is wrong (there is no such thing), else 1."""
    if any(_is_input(d) for d in findings if d.severity == "error"):
        return 2
    return 1 if has_errors(findings) or any(d.severity == "warning" for d in findings) else 0


def _is_input(d: Diagnostic) -> bool:
    """Is this about what was typed, rather than about a ruleset?"""
    typed = d.span is None or d.span.source.outside
    return typed and d.code.startswith(("library-", "option-", "file-", "compose-without"))
