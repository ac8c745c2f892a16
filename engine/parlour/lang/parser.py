"""Parses texts of the language to syntax nodes.

Every function takes some text and a list of problems. It returns the node, or adds to the problems and returns None.
None of them raises on bad input. The parser knows no names and no types.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
from parlour.lang.syntax_errors import explain
from parlour.lang.template import read_template
from parlour.lang.text_to_parse import Text, TextProblems

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
    return _remembered("template", text, problems, lambda errors: read_template(text, errors, parse_expression))


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
