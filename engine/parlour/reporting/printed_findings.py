"""Printing of diagnostics, and the exit code that follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parlour.base.codes import OF_MIXES, Severity
from parlour.base.diagnostics import Diagnostic, has_errors, render_text
from parlour.base.printable import printable
from parlour.base.source import is_shipped
from parlour.terminal.console import Console

_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}
_HEAD = re.compile(r"^(.*?)\b(error|warning|note): (.*)( \[[a-z-]+\])$")


def print_findings(findings: Iterable[Diagnostic], console: Console, to_person: bool = False) -> None:
    """Print diagnostics with excerpts. `to_person`: to stderr, without colours."""
    for d in findings:
        text = render_text([d])
        if to_person:
            console.tell(text)
            continue
        head, _, rest = text.partition("\n")
        parts = _HEAD.match(head)
        if parts:
            severity = (f"{parts[2]}:", "bold", _COLOURS[d.severity])
            console.say_parts((parts[1],), severity, (" ",), (parts[3], "bold"), (parts[4], "dim"))
        else:
            console.say(head)
        if rest:
            console.say(rest)


def print_notes(notes: Iterable[Diagnostic], console: Console, to_author: bool = False) -> None:
    """Print the notes about a valid mix, one line each; a warning has a second line with what to do. That a rule takes
    the place of another one is news only `to_author`, who makes the mix."""
    for d in notes:
        if d.code == "compose-group-replaced" and not to_author:
            continue
        console.tell(f"{d.severity}: {printable(d.message)}")
        if d.severity == "warning" and d.help:
            console.tell(f"  {printable(d.help)}")


def for_players(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the errors of a mix without their places in Parlour's own rulesets, which players don't read. Places in
    the command line stay."""
    return tuple(_without_places(d) if d.code in OF_MIXES else d for d in findings)


def _without_places(d: Diagnostic) -> Diagnostic:
    typed = d.span is not None and d.span.source.outside
    places = [*([] if typed else [d.span]), *(related.span for related in d.related)]
    own = all(place is not None and is_shipped(place.source.name) for place in places)
    return replace(d, span=d.span if typed else None, related=()) if own else d


def exit_code(findings: Sequence[Diagnostic]) -> int:
    """Return 0 if there are only notes, 2 if the command line is wrong (such as an unknown id), else 1."""
    for d in findings:
        typed = d.span is None or d.span.source.outside
        about_it = typed and d.code.startswith(("library-", "option-", "file-", "compose-without"))
        if d.severity == "error" and (about_it or (d.span is not None and d.span.source.excerpted)):
            return 2
    return 1 if has_errors(findings) or any(d.severity == "warning" for d in findings) else 0
