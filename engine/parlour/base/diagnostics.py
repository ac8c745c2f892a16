"""Diagnostics: data that says what is wrong, where, and what to do about it, and functions that print them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from parlour.base.codes import CODES, Severity
from parlour.base.frozen import frozen
from parlour.base.printable import is_printable, printable
from parlour.base.source import Span

LONGEST = 160  # a longer line is cut
SHOWN = 140
BEFORE = 60  # what stays before the place
CUT = "…"


def excerpt(span: Span) -> list[str]:
    """Return the first line of a place and a marker below it; nothing for most text outside of files."""
    if span.source.outside and not span.source.excerpted:
        return []
    line = span.line
    text = span.source.line_text(line).removesuffix("\r")
    start = min(span.column - 1, len(text))
    end = max(start + 1, min(start + span.end - span.start, len(text)))
    if len(text) > LONGEST:
        text, start, end = _cut(text, start, end)
    gutter = f"{line:>5} | "
    before = "".join("\t" if char == "\t" else " " * _columns(char) for char in text[:start])
    marker = "^" * max(1, sum(_columns(char) for char in text[start:end]))
    return [gutter + "".join(map(_visible, text)), " " * (len(gutter) - 2) + "| " + before + marker]


def _cut(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the part of a long line around a place, and where the place is in it."""
    first = max(0, start - BEFORE)
    part = text[first : first + SHOWN]
    head, tail = CUT if first else "", CUT if first + SHOWN < len(text) else ""
    start += len(head) - first
    return head + part + tail, start, max(start + 1, min(end + len(head) - first, len(head) + len(part)))


def _columns(char: str) -> int:
    """Return the number of terminal columns that a character takes."""
    if not is_printable(char):
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _visible(char: str) -> str:
    """Return a character that is safe to print: a control character becomes a visible one."""
    return char if char == "\t" or is_printable(char) else "\N{REPLACEMENT CHARACTER}"


@frozen
class SourceEdit:
    """A change of a source: this text replaces the span."""

    span: Span
    text: str


@frozen
class Fix:
    """Edits of one source that correct a finding, and their effect in words such as ``write `draw` ``."""

    words: str
    edits: tuple[SourceEdit, ...]


def writing(span: Span, text: str) -> tuple[Fix, ...]:
    """Return the fix that writes something else in this place."""
    return (Fix(f"write `{text}`" if text else f"delete `{span.text}`", (SourceEdit(span, text),)),)


def deleting_line_end(span: Span) -> tuple[Fix, ...]:
    """Return the fix that deletes a comment with the blanks before it, and its line if nothing else is on it."""
    text, start = span.source.text, span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    alone = start == 0 or text[start - 1] == "\n"
    end = span.end
    if alone and text.startswith(("\n", "\r\n"), end):
        end = text.index("\n", end) + 1
    return (Fix("delete this comment", (SourceEdit(Span(span.source, start, end), ""),)),)


_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@frozen
class Related:
    """Another place that belongs to the problem, and a note about it."""

    span: Span
    message: str


@frozen
class Diagnostic:
    """One error, warning or note. `code` is a stable name from `codes.CODES`, such as `yaml-duplicate-key`."""

    code: str
    message: str
    span: Span | None = None
    severity: Severity = "error"
    related: tuple[Related, ...] = ()
    help: str | None = None
    fixes: tuple[Fix, ...] = ()

    def __post_init__(self) -> None:
        assert self.code in CODES, (
            f"add the code `{self.code}` to base/codes.py, and a page docs/findings/{self.code}.md"
        )


class RulesetError(Exception):
    """A ruleset with errors. `diagnostics` holds them; the exception's text shows them all."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = in_order(diagnostics)
        super().__init__(render_text(self.diagnostics))


def first_error(diagnostics: Sequence[Diagnostic]) -> Diagnostic:
    """Return the first error, or the first finding if there are no errors."""
    return next((d for d in diagnostics if d.severity == "error"), diagnostics[0])


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics sorted by place, each of them once.

    Several mixes can have the same finding, with different severities and related places. The most severe one with the
    fewest related places counts.
    """
    unique: dict[tuple[str, str, Span | None], Diagnostic] = {}
    for d in diagnostics:
        known = unique.setdefault((d.code, d.message, d.span), d)
        if (_SEVERITIES.index(d.severity), len(d.related)) < (_SEVERITIES.index(known.severity), len(known.related)):
            unique[d.code, d.message, d.span] = d

    def key(d: Diagnostic) -> tuple[str, int, int, str, str]:
        if d.span is None:
            return ("", 0, 0, d.code, d.message)
        return (d.span.source.name, d.span.start, d.span.end, d.code, d.message)

    return tuple(sorted(unique.values(), key=key))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity == "error" for d in diagnostics)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a help text that suggests the known word nearest to a misspelt one, or None if none is near."""
    known = tuple(known)
    near = nearest(word, known) or _jumbled(word, known)
    return f"did you mean `{near}`?" if near is not None else None


def containing(word: str, known: Iterable[str], most: int = 6) -> str | None:
    """Return a help text that lists the known words containing what was typed; None for no or too many words."""
    folded = _folded(word)
    longer = [other for other in sorted(set(known)) if folded in _folded(other)] if len(folded) > 2 else []
    return f"did you mean {listing(longer)}?" if 0 < len(longer) <= most else None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant: one with at most one typo in three letters, or a longer one.

    Ignores case, and the difference between `_` and `-`.
    """
    folded, candidates = _folded(word), sorted(set(known))
    best: tuple[int, str] | None = None
    for candidate in candidates:
        other = _folded(candidate)
        length = max(len(folded), len(other))
        limit = max(1, length // 3)
        slips = _slips(folded, other, limit)
        if slips <= limit and slips < length and (best is None or slips < best[0]):
            best = slips, candidate
    return best[1] if best is not None else _longer(folded, candidates)


def respelling(word: str, known: Iterable[str], span: Span) -> tuple[Fix, ...]:
    """Return the fix of a misspelt word if exactly one known word is near."""
    near = _certain(word, known)
    if near is None or not span.text.endswith(word):
        return ()
    return writing(Span(span.source, span.end - len(word), span.end), near)


def _certain(word: str, known: Iterable[str]) -> str | None:
    folded = _folded(word)
    limit = max(1, len(folded) // 4)
    near = [other for other in set(known) if _slips(folded, _folded(other), limit) <= limit]
    return near[0] if len(near) == 1 and len(near[0]) > 3 else None


def _jumbled(word: str, known: Iterable[str]) -> str | None:
    """Return the only known word with the same ends, of which at most one other letter is wrong and some moved."""
    folded = _folded(word)
    ends = [other for other in set(known) if len(other) == len(word) and _ends(_folded(other)) == _ends(folded)]
    near = [other for other in ends if (Counter(_folded(other)) - Counter(folded)).total() <= 1]
    return near[0] if len(near) == 1 and len(word) > 3 else None


def _ends(word: str) -> tuple[str, str]:
    return word[:1], word[-1:]


def _folded(word: str) -> str:
    return word.casefold().replace("_", "-")


def _slips(one: str, other: str, limit: int) -> int:
    """Return the edit distance (with transpositions) between two words; not exact beyond the limit."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(other, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                least = min(least, above[j - 2] + 1)
            row.append(least)
    return row[-1]


def _longer(word: str, known: Sequence[str]) -> str | None:
    """Return the only word that begins with this one or contains its parts.

    `draw-until` and `until-draw` both give `draw-until-you-can`.
    """
    words = [part for part in re.split(r"[\W_]+", word) if part]
    if len(word) < 4 or not words:
        return None
    longer = [
        candidate
        for candidate in known
        if _folded(candidate).startswith(word) or set(words) <= set(re.split(r"[\W_]+", _folded(candidate)))
    ]
    return longer[0] if len(longer) == 1 else None


def listing(words: Sequence[str], last: str = "or", quote: str = "`") -> str:
    """Return the words as a list in a sentence: `a`, `b` or `c`."""
    quoted = [f"{quote}{printable(w)}{quote}" for w in words]
    if len(quoted) <= 1:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"


def render_text(diagnostics: Iterable[Diagnostic]) -> str:
    """Return diagnostics for people: place, message, the line with a marker, and help."""
    lines: list[str] = []
    for d in diagnostics:
        place = f"{d.span.place}: " if d.span is not None else ""
        lines.append(f"{place}{d.severity}: {printable(d.message)} [{d.code}]")
        if d.span is not None:
            lines.extend(excerpt(d.span))
        for related in d.related:
            lines.append(f"  {related.span.place}: {printable(related.message)}")
            lines.extend(excerpt(related.span))
        if d.help:
            lines.append(f"  help: {printable(d.help)}")
    return "\n".join(lines)


def _span_data(span: Span) -> dict[str, object]:
    end_line, end_column = span.end_place
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
        "text": span.text,
    }


def _fix_data(fix: Fix) -> dict[str, object]:
    edits = [{"at": _span_data(edit.span), "text": edit.text} for edit in fix.edits]
    return {"message": fix.words, "edits": edits}


def diagnostic_data(d: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as data for programs."""
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        "at": _span_data(d.span) if d.span is not None else None,
        "related": [{"message": r.message, "at": _span_data(r.span)} for r in d.related],
        "help": d.help,
        "fixes": [_fix_data(fix) for fix in d.fixes],
    }


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return diagnostics for programs: a JSON list with one object for each."""
    return json.dumps([diagnostic_data(d) for d in diagnostics], ensure_ascii=False, indent=2)
