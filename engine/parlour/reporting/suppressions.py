"""Comments in rulesets that ignore findings, each with its reason.

    powers:
      K: {then: up = dealer}  # parlour: ignore[hook-overwrites] because kings go before jacks

The comment is on the line of the finding, or on lines of its own above it. Comments can't ignore errors.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic, deleting_line_end, did_you_mean, has_errors
from parlour.base.source import Source, Span
from parlour.documents import document as doc

MARK = "parlour:"
FORM = "write `# parlour: ignore[CODE] because REASON`"
_COMMENT = re.compile(r"#[ \t]*parlour:[ \t]*(.*?)\s*$")
_IGNORE = re.compile(r"ignore\[([^\]]*)\](.*)$")
_REASON = re.compile(r"\s+because\s+(\S.*)")


@dataclass(frozen=True)
class Suppression:
    """A comment that ignores findings with these codes on one line."""

    span: Span
    line: int
    codes: frozenset[str]
    reason: str

    def covers(self, d: Diagnostic) -> bool:
        return d.severity != "error" and d.span is not None and d.span.line == self.line and d.code in self.codes


@dataclass(frozen=True)
class Ignored:
    """A finding, and the comment that ignores it."""

    finding: Diagnostic
    by: Suppression


@dataclass(frozen=True)
class Sifted:
    """Findings to report, and those that comments ignore."""

    reported: tuple[Diagnostic, ...]
    ignored: tuple[Ignored, ...]


def sift(findings: Sequence[Diagnostic], checked: Iterable[Source], looked_for: Collection[str]) -> Sifted:
    """Apply the comments in the sources of the findings, and check the comments of the `checked` sources.

    Reports a comment that ignores nothing only if the checks for its codes ran: after an error, later checks don't run.
    """
    reported: list[Diagnostic] = []
    ignored: list[Ignored] = []
    for d in findings:
        by = next((s for s in comments(d.span.source)[0] if s.covers(d)), None) if d.span is not None else None
        if by is None:
            reported.append(d)
        else:
            ignored.append(Ignored(d, by))
    used = {(item.by, item.finding.code) for item in ignored}
    for source in dict.fromkeys(checked):
        ignoring, problems = comments(source)
        reported += problems
        if not has_errors(findings):
            reported += (d for one in ignoring for d in _unused(one, used, looked_for))
    return Sifted(tuple(reported), tuple(ignored))


def _unused(one: Suppression, used: set[tuple[Suppression, str]], looked_for: Collection[str]) -> Iterator[Diagnostic]:
    for code in sorted(one.codes & set(looked_for)):
        if (one, code) not in used:
            message = f"this comment ignores nothing: line {one.line} has no finding `{code}`"
            fixes = deleting_line_end(one.span) if len(one.codes) == 1 else ()
            yield Diagnostic("ignore-unused", message, one.span, "note", help="delete it", fixes=fixes)


@lru_cache(maxsize=1000)
def comments(source: Source) -> tuple[tuple[Suppression, ...], tuple[Diagnostic, ...]]:
    """Return the comments of a source that ignore findings, and the errors of other comments."""
    if MARK not in source.text or source.outside:
        return (), ()
    ignoring: list[Suppression] = []
    problems: list[Diagnostic] = []
    texts = _texts(source)
    for number in range(1, len(source.line_starts) + 1):
        match = _COMMENT.search(source.line_text(number))
        if match is None:
            continue
        start = source.line_starts[number - 1]
        span = Span(source, start + match.start(), start + match.end())
        if any(text.start < span.start < text.end for text in texts):
            continue
        read = _read(span, match[1], _governed(source, number, match.start()))
        if isinstance(read, Suppression):
            ignoring.append(read)
        else:
            problems.append(read)
    return tuple(ignoring), tuple(problems)


def _read(span: Span, words: str, line: int) -> Suppression | Diagnostic:
    ignore = _IGNORE.match(words)
    if ignore is None:
        return _invalid("unknown `parlour:` comment", span)
    codes = [code.strip() for code in ignore[1].split(",") if code.strip()]
    if not codes:
        return _invalid("this comment names no code", span)
    reason = _REASON.match(ignore[2])
    if reason is None:
        return _invalid("this comment gives no reason", span)
    for code in codes:
        if code not in CODES:
            return _invalid(f"unknown code `{code}`", span, did_you_mean(code, CODES) or "`parlour explain` lists all")
        if CODES[code].severity == "error":
            return _invalid(f"`{code}` is an error, and comments can't ignore errors", span, "correct the error")
    return Suppression(span, line, frozenset(codes), reason[1])


def _invalid(message: str, span: Span, help: str = FORM) -> Diagnostic:
    return Diagnostic("ignore-invalid", message, span, "warning", help=help)


def _governed(source: Source, line: int, column: int) -> int:
    """Return the line that a comment is about: its own line, or the next one that isn't just a comment."""
    if source.line_text(line)[:column].strip():
        return line
    for below in range(line + 1, len(source.line_starts) + 1):
        text = source.line_text(below).strip()
        if text and not text.startswith("#"):
            return below
    return line


def _texts(source: Source) -> tuple[Span, ...]:
    """Return the places where `#` is part of a string: quoted, plain and folded scalars. Steps after `|` can have
    comments."""
    from parlour.documents.yaml_text import read_text  # slow to import, and few rulesets have such comments

    node = read_text(source)[0]
    nodes = [*doc.walk(node)] if node is not None else []
    keys = (entry.key for node in nodes if isinstance(node, doc.Mapping) for entry in node.entries)
    scalars = (*keys, *(node for node in nodes if isinstance(node, doc.Scalar)))
    return tuple(_content(scalar.span) for scalar in scalars if not scalar.span.text.startswith("|"))


def _content(span: Span) -> Span:
    """Return the place of a string; a comment can follow the sign of a folded one."""
    head = len(span.text.partition("\n")[0]) if span.text.startswith(">") else 0
    return Span(span.source, span.start + head, span.end)
