"""Texts of the language to syntax nodes.

Every function here takes a text and a list of problems. It gives the node; or it adds to the problems and
gives nothing. None of them raises on bad input. What names mean, and whether types fit, is not known here.
"""

from __future__ import annotations

from copy import copy
from typing import Any, cast

from lark import Token, Tree, UnexpectedToken

from parlour.diagnostics import Diagnostic
from parlour.lang import syntax as s
from parlour.lang.builder import Builder
from parlour.lang.failure import Failure
from parlour.lang.lexer import Lexeme, Line, read_lines
from parlour.lang.mending import keeps_block, stand_in
from parlour.lang.syntax_errors import explain
from parlour.lang.tables import grammar, keywords
from parlour.lang.template import read_template
from parlour.lang.text import Report, Text

MAX_LENGTH = 20_000  # of a text, in characters
MAX_DEPTH = 100  # of a parse tree: whoever reads the nodes may recurse
MAX_STACK = 2_000  # of the parser
MAX_FINDINGS = 20  # in one text

Problems = list[Diagnostic]
ParseTree = Tree[Token]


def parse_expression(text: Text, problems: Problems) -> s.Expr | None:
    return cast("s.Expr | None", _parse("expression_text", text, problems))


def parse_statements(text: Text, problems: Problems) -> tuple[s.Stmt, ...] | None:
    return cast("tuple[s.Stmt, ...] | None", _parse("statements_text", text, problems))


def parse_actions(text: Text, problems: Problems) -> s.Actions | None:
    """The actions of a prompt. A text without any is allowed: rules may add some."""
    return cast("s.Actions | None", _parse("actions_text", text, problems))


def parse_heading(text: Text, problems: Problems) -> s.Heading | None:
    return cast("s.Heading | None", _parse("heading", text, problems))


def parse_hook_heading(text: Text, problems: Problems) -> s.HookHeading | None:
    return cast("s.HookHeading | None", _parse("hook_heading", text, problems))


def parse_params(text: Text, problems: Problems) -> tuple[s.Param, ...] | None:
    """`p, c: card`, without brackets."""
    return cast("tuple[s.Param, ...] | None", _parse("parameters", text, problems))


def parse_type(text: Text, problems: Problems) -> s.TypeName | None:
    return cast("s.TypeName | None", _parse("type", text, problems))


def parse_selector(text: Text, problems: Problems) -> tuple[s.Expr, ...] | None:
    """The key of a power: `8`, `J Q K`, `2, 3, 8`, `4..7`, `♥`, `options.ranks`."""
    return cast("tuple[s.Expr, ...] | None", _parse("selector", text, problems))


def parse_template(text: Text, problems: Problems) -> s.Template:
    """A text with holes. A hole that can't be read stays in the text as it is written, and is reported."""
    return read_template(text, problems, parse_expression)


# ---------------------------------------------------------------- the whole way of one text

_IN_LINES = ("statements_text", "actions_text")


def _parse(start: str, text: Text, problems: Problems) -> object | None:
    report = Report(text, problems)
    if len(text.value) > MAX_LENGTH:
        report.error("syntax-size", f"a text has at most {MAX_LENGTH} characters", 0, len(text.value))
        return None
    lines = read_lines(report, one_line=start not in _IN_LINES)
    if lines is None:
        return None
    try:
        tree = _tree(start, lines, report)
    except _TooDeepError:
        report.error("syntax-size", "this is nested too deep, or too long a chain", 0, len(text.value))
        return None
    if tree is None or report.count:
        return None
    node = Builder(report, lambda piece: parse_template(piece, problems)).transform(tree)
    return None if report.count else node


def _tree(start: str, lines: list[Line], report: Report) -> ParseTree | None:
    """The parse tree, or the findings: after each, its line is set aside and the others are read again."""
    if start not in _IN_LINES and any(line.bad for line in lines):
        return None
    while True:
        result = _Pass(start, lines).run()
        if not isinstance(result, Failure):
            _check_depth(result)
            return result
        if any(line.bad for line in result.blamed):
            return None  # it has been reported, and setting it aside was not enough
        explain(result, report)
        if start not in _IN_LINES or not result.blamed or report.count >= MAX_FINDINGS:
            return None
        for line in result.blamed:
            line.bad = True


class _TooDeepError(Exception):
    pass


def _check_depth(tree: ParseTree) -> None:
    rest: list[tuple[ParseTree, int]] = [(tree, 1)]
    while rest:
        node, depth = rest.pop()
        if depth > MAX_DEPTH:
            raise _TooDeepError
        rest.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))


class _Pass:
    """The parser going once over the lines."""

    def __init__(self, start: str, lines: list[Line]) -> None:
        self.start = start
        self.lines = lines
        self.parser: Any = grammar().parse_interactive(start=start)  # lark has no types for most of it
        self.dry = copy(self.parser.parser_state.parse_conf)  # to try things out without building anything
        self.dry.callbacks = {}
        self.beginning = self.parser  # as it was where the line begins
        self.stacks: tuple[list[Any], list[Any]] = ([], [])  # as they were before the last token
        self.level = 0
        self.number = 0  # of the line being read
        self.index = 0  # of the lexeme in it

    def run(self) -> ParseTree | Failure:
        try:
            following = 0
            while following < len(self.lines):
                self.number, self.index = following, 0
                following = self._line(self.lines[following])
            self._end(following)
            return cast(ParseTree, self._feed("$END", self._last()))
        except UnexpectedToken:
            return self._failure()

    def _end(self, number: int) -> None:
        """Goes to the end of the text; in a text of one line that is the end of the line."""
        if self.start in _IN_LINES:
            self.number, self.index = number, 0
            self._go_to(0)

    def _line(self, line: Line) -> int:
        """Reads a line, and gives the number of the next to be read."""
        self._go_to(line.level)
        self.beginning = self.parser.copy(deepcopy_values=False)
        following = self.number + 1
        if line.bad:
            lexemes, following = self._instead_of(line)
        else:
            lexemes = line.lexemes
        for lexeme in lexemes:
            self._feed(self._terminal(lexeme), lexeme)
            self.index += 1
        if self.start in _IN_LINES:
            self._feed("_NEWLINE", Lexeme("NEWLINE", "", line.end, line.end))
        return following

    def _instead_of(self, line: Line) -> tuple[list[Lexeme], int]:
        """What to read in the place of a bad line, and the number of the next; that is after its block if nobody
        knows what is in it."""
        possible = self._possible(self.parser)
        after = following = self.number + 1
        while after < len(self.lines) and self.lines[after].level > line.level:
            after += 1
        keeps = after > following and keeps_block(line, "include" in possible)
        first_after = self.lines[after].lexemes[0].text if after < len(self.lines) else ""
        return stand_in(line, keeps, first_after, possible), following if keeps else after

    def _go_to(self, level: int) -> None:
        edge = self._edge()
        while self.level > level:
            self._feed("_DEDENT", edge)
            self.level -= 1
        if self.level < level:
            self._feed("_INDENT", self.lines[self.number].lexemes[0])
            self.level += 1

    def _edge(self) -> Lexeme:
        """The end of the line above, where blocks end."""
        end = self.lines[self.number - 1].end if self.number else 0
        return Lexeme("EDGE", "", end, end)

    def _last(self) -> Lexeme:
        end = self.lines[-1].end if self.lines else 0
        return Lexeme("END", "", end, end)

    def _terminal(self, lexeme: Lexeme) -> str:
        """A word is a keyword where it can be one, and a name elsewhere."""
        if lexeme.kind in ("SIGN", "RESERVED"):
            return keywords()[lexeme.text]
        if lexeme.kind == "WORD":
            keyword = keywords().get(lexeme.text)
            return keyword if keyword is not None and self._takes(keyword) else "NAME"
        return lexeme.kind

    def _takes(self, terminal: str) -> bool:
        """Can the grammar go on with this? The table alone is not exact: it knows what follows a rule anywhere."""
        if terminal not in self.parser.choices():
            return False
        trial = self.parser.copy(deepcopy_values=False)
        trial.parser_state.parse_conf = self.dry
        try:
            trial.feed_token(Token(terminal, ""))
        except UnexpectedToken:
            return False
        return True

    def _feed(self, terminal: str, lexeme: Lexeme) -> object:
        self.lexeme, self.terminal = lexeme, terminal
        state = self.parser.parser_state
        if len(state.state_stack) > MAX_STACK:
            raise _TooDeepError
        self.stacks = (list(state.state_stack), list(state.value_stack))
        token = Token(terminal, lexeme.text, start_pos=lexeme.start, end_pos=lexeme.end)
        return self.parser.feed_token(token)

    # ---------------------------------------------------------------- where it can't go on

    def _possible(self, parser: Any) -> frozenset[str]:
        """What may come next: words and signs as they are written, other terminals by name."""
        written = {terminal: text for text, terminal in keywords().items()}
        return frozenset(written.get(terminal, terminal) for terminal in parser.accepts())

    def _failure(self) -> Failure:
        state = self.parser.parser_state  # it may have gone on a little before it stopped
        state.state_stack, state.value_stack = self.stacks
        return Failure(
            kind=self.start,
            terminal=self.terminal,
            lexeme=self.lexeme,
            possible=self._possible(self.parser),
            beginnings=self._possible(self.beginning),
            line=self.lines[self.number] if self.number < len(self.lines) else None,
            index=self.index,
            above=self.lines[self.number - 1] if self.number else None,
        )
