"""A mix in one line, such as `sh + three-reverses - tens-clear, jokers=2`: reads it, writes it, finds places in it.

Knows nothing about the rules and options that it names. The composition reports what is wrong with those, in the words
of `--with`, `--without` and `--set`; `MixLine.placed` moves its findings into the line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NoReturn, TypeGuard

from parlour.base.diagnostics import Diagnostic, Related, RulesetError
from parlour.base.source import Source, Span

NAME = "mix"
"""The name of the line in messages."""

_SIGN = re.compile(r"(?P<sign>\+|,|(?<=\s)[-\u2212\u2013](?=\s)|(?<=\s)[-\u2212\u2013]$)")
_VALUE_FOLLOWS = re.compile(r"=\s*$")
_ATTACHED = re.compile(r"\s([-\u2212\u2013])(?=\S)")  # the sign of a rule to leave out, without a space after it
_SPOKEN_SIGN = re.compile(r"\s(plus|with|and|minus|without)\s")
_OPTION = re.compile(r"([^\s=]+)\s*=\s*(.*)", re.DOTALL)
_ADDING, _SETTING = "+", ","


@dataclass(frozen=True)
class MixPart:
    """A rule or an option of the line, and the option of the command line that means the same."""

    option: str
    text: str
    span: Span
    value: Span | None = None
    """The value of an option."""

    @property
    def name(self) -> str:
        return self.text.partition("=")[0] if self.option == "set" else self.text

    @property
    def sign(self) -> str:
        return "-" if self.option == "without" else _ADDING

    @property
    def source_name(self) -> str:
        """Return the source that findings about this part name if they don't know the line."""
        return f"--{self.option} {self.text}"


@dataclass(frozen=True)
class MixLine:
    subject: str
    at: Span
    parts: tuple[MixPart, ...]

    @property
    def with_(self) -> tuple[str, ...]:
        return tuple(part.text for part in self.parts if part.option == "with")

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(part.text for part in self.parts if part.option == "without")

    @property
    def options(self) -> dict[str, str]:
        return {part.name: part.text.partition("=")[2] for part in self.parts if part.option == "set"}

    @contextmanager
    def places(self) -> Iterator[None]:
        """Give the findings of a RulesetError their places in this line."""
        try:
            yield
        except RulesetError as error:
            raise RulesetError(self.placed(error.diagnostics)) from None

    def placed(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the findings; those about this line get their places in it."""
        return tuple(self._placed(finding) for finding in findings)

    def _placed(self, finding: Diagnostic) -> Diagnostic:
        related = tuple(Related(self._place(r.span), r.message) for r in finding.related)
        span = finding.span
        part = self._part_at(span) if span is not None else None
        if part is not None and finding.code == "library-unknown" and finding.help is None and " " in part.text:
            spaced = _ATTACHED.sub(r" \1 ", part.text)
            plain = f" {part.sign} ".join(part.text.split())
            finding = replace(finding, help=f"write `{part.sign} {plain if spaced == part.text else spaced}`")
        if span is None and self.subject and f"`{self.subject}`" in finding.message:
            return replace(finding, span=self.at, related=related)
        return replace(finding, span=self._place(span) if span is not None else None, related=related)

    def _part_at(self, span: Span) -> MixPart | None:
        """Return the part of the line that a finding about the command line is about."""
        return next((p for p in self.parts if span.source.outside and p.source_name == span.source.name), None)

    def _place(self, span: Span) -> Span:
        part = self._part_at(span)
        if part is None:
            return span
        name = len(part.name)
        if part.value is None or (span.start == 0 and span.end > name):
            return part.span
        if span.start <= name:
            return Span(part.span.source, part.span.start + span.start, part.span.start + span.end)
        shift = part.value.start - name - 1
        return Span(part.span.source, span.start + shift, span.end + shift)


NO_CHANGES = MixLine("", Span(Source(NAME, ""), 0, 0), ())
"""Stands for the line where a game has its id or file instead."""


def is_line(text: object) -> TypeGuard[str]:
    """True if a string is a mix in one line, not the id or the file of a game."""
    if not isinstance(text, str) or not (_SIGN.search(text) or "=" in text):
        return False
    return not os.path.exists(os.path.expanduser(text))


def read_line(text: str) -> MixLine:
    """Read a mix in one line. Raises RulesetError with a place in the line if that is impossible."""
    source = Source(NAME, text, outside=True, excerpted=True)
    signs = [m for m in _SIGN.finditer(text) if not _VALUE_FOLLOWS.search(text, 0, m.start())]
    signs = [m for m in signs if m[0] != _SETTING or not _continues(text, m, signs)]
    ends = [*(m.start() for m in signs), len(text)]
    at = _stripped(source, 0, ends[0])
    if not at.text:
        _refuse(Span(source, 0, 1), "expected a game at the beginning of the mix", "write `GAME + RULE, OPTION=VALUE`")
    if "=" in at.text:
        _refuse(at, f"expected a game, found `{at.text}`", "write `GAME, OPTION=VALUE`")
    parts: list[MixPart] = []
    for sign, end in zip(signs, ends[1:], strict=True):
        part = _part(sign[0], Span(source, sign.start(), sign.end()), _stripped(source, sign.end(), end))
        _check_new(part, parts)
        parts.append(part)
    return MixLine(at.text, at, tuple(parts))


def with_signs(text: str) -> tuple[str, str | None]:
    """Return the game of a mix that somebody spells in words, and the line with signs: `sh + bounce` for `sh plus
    bounce`. Without such words there is no line."""
    game, *parts = _SPOKEN_SIGN.split(text)
    signs = ["-" if word.endswith(("minus", "out")) else _ADDING for word in parts[::2]]
    rules = [part.strip() for part in parts[1::2]]
    line = " ".join([game.strip(), *(f"{sign} {rule}" for sign, rule in zip(signs, rules, strict=True))])
    return game.strip(), line if parts else None


def write_line(
    subject: str, with_: Iterable[str] = (), without: Iterable[str] = (), options: Mapping[str, object] | None = None
) -> str:
    """Return the line of a mix."""
    rules = "".join([*(f" + {rule}" for rule in with_), *(f" - {rule}" for rule in without)])
    return subject + rules + "".join(f", {name}={value}" for name, value in (options or {}).items())


def _continues(text: str, comma: re.Match[str], signs: Sequence[re.Match[str]]) -> bool:
    """True for a comma inside a value, as in `starters=2, J, Q`: an option precedes it, and none follows it."""
    start = max((m.end() for m in signs if m.start() < comma.start() and m[0] != _SETTING), default=0)
    end = min((m.start() for m in signs if m.start() > comma.start()), default=len(text))
    part = text[comma.end() : end]
    return "=" in text[start : comma.start()] and "=" not in part and bool(part.strip())


def _part(sign: str, at: Span, part: Span) -> MixPart:
    expected = "an option" if sign == _SETTING else "a rule"
    if not part.text:
        _refuse(at, f"expected {expected} after `{sign}`", f"remove the `{sign}`, or write {expected} after it")
    option = _OPTION.fullmatch(part.text)
    if sign == _SETTING:
        if option is None:
            name, _, given = part.text.partition("=")
            hyphened = f"the name of an option has no spaces: `, {'-'.join(name.split())}={given.strip()}`"
            plain = f"to add a rule, write `+ {part.text}`; to set an option, `, {part.text}=VALUE`"
            help = hyphened if "=" in part.text else plain
            _refuse(part, f"expected OPTION=VALUE after the comma, found `{part.text}`", help)
        if not option[2]:
            _refuse(part, f"expected a value for the option `{option[1]}`", f"write `{option[1]}=VALUE`")
        value = Span(part.source, part.start + option.start(2), part.end)
        return MixPart("set", f"{option[1]}={option[2]}", part, value)
    if option is not None:
        _refuse(part, f"expected a rule after `{sign}`, found an option", f"write `, {option[1]}={option[2]}`")
    return MixPart("with" if sign == _ADDING else "without", part.text, part)


def _check_new(part: MixPart, others: Sequence[MixPart]) -> None:
    """Refuse a rule or an option that the line already has."""
    for other in others:
        if other.name == part.name and (other.option == "set") == (part.option == "set"):
            what = "sets the option" if part.option == "set" else "names the rule"
            message = f"the mix {what} `{part.name}` twice"
            first = (Related(other.span, "the first time"),)
            raise RulesetError(
                (Diagnostic("mix-line", message, part.span, related=first, help="leave one of them out"),)
            )


def _stripped(source: Source, start: int, end: int) -> Span:
    text = source.text[start:end]
    start += len(text) - len(text.lstrip())
    return Span(source, start, start + len(text.strip()))


def _refuse(span: Span, message: str, help: str) -> NoReturn:
    raise RulesetError((Diagnostic("mix-line", message, span, help=help),))
