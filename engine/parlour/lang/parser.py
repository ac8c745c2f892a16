"""Parses texts of the language to syntax nodes.

Every function takes some text and a list of problems. It returns the node, or adds to the problems and returns None.
None of them raises on bad input. The parser knows no names and no types.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar, cast

from lark import Tree

from parlour.base.diagnostics import Diagnostic
from parlour.lang import parse_cache
from parlour.lang import syntax as s
from parlour.lang.builder import Builder
from parlour.lang.failure import ParseFailure
from parlour.lang.lexer import LogicalLine, read_lines
from parlour.lang.line_parser import IN_LINES, ParseTree, TooDeepError, parse_lines
from parlour.lang.syntax import Expr, Hole, Template, Words
from parlour.lang.syntax_errors import explain
from parlour.lang.text_to_parse import Piece, Text, TextProblems

MAX_LENGTH = 20_000  # length of a text, in characters
MAX_DEPTH = 100  # depth of a parse tree: code that reads the nodes can recurse
MAX_FINDINGS = 20  # in one text

_SHARE = re.compile(r"(?P<number>\d*\.\d+|\d+(?=\s*%))\s*(?P<percent>%?)")  # a share of one: `0.5`, `50 %`

Problems = list[Diagnostic]
T = TypeVar("T")


def parse_expression(text: Text, problems: Problems) -> s.Expr | None:
    return cast("s.Expr | None", _parse("expression_text", text, problems))


def parse_statements(text: Text, problems: Problems) -> tuple[s.Stmt, ...] | None:
    return cast("tuple[s.Stmt, ...] | None", _parse("statements_text", text, problems))


def parse_actions(text: Text, problems: Problems) -> s.Actions | None:
    """Parse the actions of a prompt. No actions are fine too, because rules can add some."""
    return cast("s.Actions | None", _parse("actions_text", text, problems))


def parse_odds(text: Text, problems: Problems) -> s.Odds | None:
    share = _SHARE.fullmatch(text.value.strip())
    if share is not None:
        odds = Fraction(share["number"]) / (100 if share["percent"] else 1)
        help_ = f"write `{odds.numerator} in {odds.denominator}`"
        TextProblems(text, problems).error("syntax-number", "expected odds in whole numbers", 0, len(text.value), help_)
        return None
    return cast("s.Odds | None", _parse("odds_text", text, problems))


def parse_heading(text: Text, problems: Problems) -> s.Heading | None:
    return cast("s.Heading | None", _parse("heading", text, problems))


def parse_hook_heading(text: Text, problems: Problems) -> s.HookHeading | None:
    return cast("s.HookHeading | None", _parse("hook_heading", text, problems))


def parse_type(text: Text, problems: Problems) -> s.TypeName | None:
    return cast("s.TypeName | None", _parse("type", text, problems))


def parse_selector(text: Text, problems: Problems) -> tuple[s.Expr, ...] | None:
    """Parse the key of a power: `8`, `J Q K`, `2, 3, 8`, `4..7`, `♥`, `options.ranks`."""
    return cast("tuple[s.Expr, ...] | None", _parse("selector", text, problems))


def parse_template(text: Text, problems: Problems) -> s.Template:
    """Parse prose with holes. Reports a hole with an error, and leaves it in the prose as written."""
    return _remembered("template", text, problems, lambda errors: _read_template(text, errors, parse_expression))


# ---------------------------------------------------------------- the whole way of one text


def _parse(start: str, text: Text, problems: Problems) -> object | None:
    return _remembered(start, text, problems, lambda errors: _parse_text(start, text, errors))


def _remembered(start: str, text: Text, problems: Problems, parse: Callable[[Problems], T]) -> T:
    """Return the node, and add errors to `problems`. Parses each text of a file only once for all mixes.

    Nodes never change, so mixes can share them.
    """
    texts = parse_cache.of(text.source)
    key = start, text.place, text.value
    parsed = texts.get(key)
    if parsed is None:
        errors: Problems = []
        parsed = texts[key] = parse(errors), tuple(errors)
    problems.extend(parsed[1])
    return cast("T", parsed[0])


def _parse_text(start: str, text: Text, problems: Problems) -> object | None:
    report = TextProblems(text, problems)
    if len(text.value) > MAX_LENGTH:
        report.error("syntax-size", f"this is too long: the limit is {MAX_LENGTH} characters", 0, len(text.value))
        return None
    lines = read_lines(report, one_line=start not in IN_LINES)
    if lines is None:
        return None
    try:
        tree = _tree(start, lines, report)
    except TooDeepError:
        report.error("syntax-size", "this is too complex: shorten its chain, or use fewer brackets", 0, len(text.value))
        return None
    if tree is None or report.count:
        return None
    node = Builder(report, lambda piece: parse_template(piece, problems)).transform(tree)
    return None if report.count else node


def _tree(start: str, lines: list[LogicalLine], report: TextProblems) -> ParseTree | None:
    """Return the parse tree, or the findings. After each error the parser sets its line aside and continues."""
    if start not in IN_LINES and any(line.bad for line in lines):
        return None
    while True:
        result = parse_lines(start, lines)
        if not isinstance(result, ParseFailure):
            _check_depth(result)
            return result
        if any(line.bad for line in result.blamed):
            return None  # already reported, and setting it aside didn't help
        explain(result, report)
        if start not in IN_LINES or not result.blamed or report.count >= MAX_FINDINGS:
            return None
        for line in result.blamed:
            line.bad = True


def _check_depth(tree: ParseTree) -> None:
    rest: list[tuple[ParseTree, int]] = [(tree, 1)]
    while rest:
        node, depth = rest.pop()
        if depth > MAX_DEPTH:
            raise TooDeepError
        rest.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))


_OPENING, _CLOSING = "([", ")]"

Parse = Callable[[Text, list[Diagnostic]], Expr | None]
Part = str | Hole | Words


def _read_template(text: Text, problems: list[Diagnostic], parse: Parse) -> Template:
    """Return the parts of a template. A hole that can't be parsed is reported and stays as written."""
    parts, _ = _TemplateReader(text, problems, parse).words(0, inside=False)
    return Template(text.at(0, len(text.value)), parts)


@dataclass
class _TemplateReader:
    text: Text
    problems: list[Diagnostic]
    parse: Parse

    def words(self, start: int, inside: bool) -> tuple[tuple[Part, ...], int]:
        """Return the parts from a place on, and the place where they end: with `inside`, at the closing brace."""
        value, parts, at = self.text.value, list[Part](), start
        while at < len(value):
            sign = value[at]
            if sign == "}" and inside:
                return _joined(parts), at
            if sign in "{}" and value[at : at + 2] == sign * 2:
                parts.append(sign)
                at += 2
            elif sign == "{":
                part, at = self._hole(at)
                parts.append(part)
            elif sign == "}":
                self._wrong("unexpected `}`: no brace is open", at, sign)
                parts.append(sign)
                at += 1
            else:
                end = _next_brace(value, at)
                parts.append(value[at:end])
                at = end
        return _joined(parts), at

    def _hole(self, start: int) -> tuple[Part, int]:
        """Return the part that the brace at this place opens, and the place after that part."""
        value, end = self.text.value, self._end(start + 1)
        if end == len(value) or value[end] == "{":
            self._wrong("`{` is never closed", start, "{")
            return "{", start + 1
        if value[end] == "}":
            shown = self.parse(Piece(self.text, start + 1, end), self.problems)
            whole = value[start : end + 1]
            return whole if shown is None else Hole(self.text.at(start, end + 1), shown), end + 1
        test = self.parse(Piece(self.text, start + 1, end), self.problems)
        after = end + 1 + (value[end + 1 : end + 2] == " ")
        parts, close = self.words(after, inside=True)
        if close == len(value):
            self._wrong("`{` is never closed", start, "{")
        if test is None or close == len(value):
            return value[start : close + 1], close + 1
        words = Template(self.text.at(after, close), parts)
        return Words(self.text.at(start, close + 1), test, words), close + 1

    def _end(self, start: int) -> int:
        """Return the place of the brace or colon that ends the expression in a hole."""
        value, depth = self.text.value, 0
        for at in range(start, len(value)):
            depth += (value[at] in _OPENING) - (value[at] in _CLOSING)
            if value[at] in "{}" or (value[at] == ":" and depth <= 0):
                return at
        return len(value)

    def _wrong(self, fault: str, at: int, brace: str) -> None:
        help = f"for a brace in the text itself, write `{brace * 2}`"
        TextProblems(self.text, self.problems).error("syntax-brace", fault, at, at + 1, help)


def _next_brace(value: str, start: int) -> int:
    """Return the place of the next brace, or of the end."""
    places = (value.find(brace, start) for brace in "{}")
    return min((at for at in places if at >= 0), default=len(value))


def _joined(parts: list[Part]) -> tuple[Part, ...]:
    """Join neighbouring strings, and drop empty ones."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)
