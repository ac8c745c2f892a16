"""Runs the LALR parser once over lines of code, to a parse tree or to the place of an error.

Decides which words are keywords, and where blocks begin and end. Replaces a bad line by one that the parser can read,
so that it finds the errors of the following lines too; code with a bad line has no tree. Doesn't know the meaning of a
tree, or the words of errors.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Any, cast

from lark import Token, Tree, UnexpectedToken

from parlour.lang.failure import ParseFailure
from parlour.lang.grammar import grammar, keywords
from parlour.lang.lexer import RESERVED, Lexeme, LogicalLine

ParseTree = Tree[Token]

IN_LINES = ("statements_text", "actions_text")  # the kinds of text that have lines; others only after `let`
MAX_STACK = 2_000  # of the parser


class TooDeepError(Exception):
    """The tree of some code is too deep for recursion, because of nesting or of a long chain."""


def parse_lines(start: str, lines: list[LogicalLine]) -> ParseTree | ParseFailure:
    return _Pass(start, lines).run()


class _Pass:
    def __init__(self, start: str, lines: list[LogicalLine]) -> None:
        self.start = start
        self.lines = lines
        self.by_line = start in IN_LINES or any(line.begins("let") for line in lines[:1])
        self.parser: Any = grammar().parse_interactive(start=start)  # lark has no types for most of it
        self.dry = copy(self.parser.parser_state.parse_conf)  # to try something without building a tree
        self.dry.callbacks = {}
        self.beginning = self.parser  # its state at the beginning of the line
        self.stacks: tuple[list[Any], list[Any]] = ([], [])  # its states before the last token
        self.level = 0
        self.number = 0  # of the current line
        self.index = 0  # of the lexeme in it
        self.lexeme = Lexeme("END", "", 0, 0)
        self.terminal = "$END"  # the terminal that the last lexeme was fed as

    def run(self) -> ParseTree | ParseFailure:
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
        """Feed the end of the text; for an expression that is the end of the line."""
        if self.by_line:
            self.number, self.index = number, 0
            self._go_to(0)

    def _line(self, line: LogicalLine) -> int:
        """Read a line, and return the number of the next line to read."""
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
        if self.by_line:
            self._feed("_NEWLINE", Lexeme("NEWLINE", "", line.end, line.end))
        return following

    def _instead_of(self, line: LogicalLine) -> tuple[list[Lexeme], int]:
        """Return the lexemes to read in place of a bad line, and the number of the next line. That is the line after
        its block if the kind of the block is unknown."""
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
        """Feed the end of the line above, where blocks end."""
        end = self.lines[self.number - 1].end if self.number else 0
        return Lexeme("EDGE", "", end, end)

    def _last(self) -> Lexeme:
        end = self.lines[-1].end if self.lines else 0
        return Lexeme("END", "", end, end)

    def _terminal(self, lexeme: Lexeme) -> str:
        """Return the terminal of a word: a keyword where one can be, otherwise a name."""
        if lexeme.kind in ("SIGN", "RESERVED"):
            return keywords()[lexeme.text]
        if lexeme.kind == "WORD":
            keyword = keywords().get(lexeme.text)
            return keyword if keyword is not None and self._takes(keyword) else "NAME"
        return lexeme.kind

    def _takes(self, terminal: str) -> bool:
        """True if the grammar can continue with this terminal. The LALR table alone isn't exact."""
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
            raise TooDeepError
        self.stacks = (list(state.state_stack), list(state.value_stack))
        token = Token(terminal, lexeme.text, start_pos=lexeme.start, end_pos=lexeme.end)
        return self.parser.feed_token(token)

    # ---------------------------------------------------------------- where it can't go on

    def _possible(self, parser: Any) -> frozenset[str]:
        """Return the possible next lexemes: words and signs as written, other terminals by name."""
        written = {terminal: text for text, terminal in keywords().items()}
        return frozenset(written.get(terminal, terminal) for terminal in parser.accepts())

    def _failure(self) -> ParseFailure:
        state = self.parser.parser_state  # it may have read a little more before it failed
        state.state_stack, state.value_stack = self.stacks
        return ParseFailure(
            kind=self.start,
            terminal=self.terminal,
            lexeme=self.lexeme,
            possible=self._possible(self.parser),
            beginnings=self._possible(self.beginning),
            line=self.lines[self.number] if self.number < len(self.lines) else None,
            index=self.index,
            above=self.lines[self.number - 1] if self.number else None,
        )


_HEADS = ("if", "elif", "else", "for", "while", "repeated", "otherwise", "repeat")
_HEADS_OF_ACTIONS = ("ask", "poll")
_SECOND_PARTS = {"elif": "elif true", "else": "else", "repeated": "repeated", "otherwise": "otherwise"}
_LOOP = "while true limit 0"
_FIRST_PARTS = {"elif": "if true", "else": "if true", "repeated": _LOOP, "otherwise": _LOOP, "until": "repeat"}


def stand_in(line: LogicalLine, has_block: bool, following: str, possible: Collection[str]) -> list[Lexeme]:
    """Return lexemes for a bad line: `following` is the first word after it and its block, `possible` what can begin
    it."""
    words = _words(line.lexemes[0].text, has_block, following, possible)
    return [_lexeme(word, line.start) for word in words.split()]


def keeps_block(line: LogicalLine, in_actions: bool) -> bool:
    """True if the kind of the block below a bad line is known."""
    if line.lexemes[-1].text != ":":
        return False
    if in_actions:
        return not line.begins(*_HEADS_OF_ACTIONS)
    return line.begins(*_HEADS, *_HEADS_OF_ACTIONS)


def _words(first: str, has_block: bool, following: str, possible: Collection[str]) -> str:
    body = " :" if has_block else " : nothing"
    if "until" in possible:
        return "until true limit 0"
    if first in _SECOND_PARTS and first in possible:
        return _SECOND_PARTS[first] + body
    if "include" in possible:
        return "x" + body
    if following in _FIRST_PARTS:
        return _FIRST_PARTS[following] + body
    if first in _HEADS_OF_ACTIONS and has_block:
        return "ask x :"
    return "if true :" if has_block else "nothing"


def _lexeme(word: str, start: int) -> Lexeme:
    kind = "NUMBER" if word == "0" else "SIGN" if word == ":" else "RESERVED" if word in RESERVED else "WORD"
    return Lexeme(kind, word, start, start)
