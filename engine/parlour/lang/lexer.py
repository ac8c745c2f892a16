"""The lexer: text of the language as lines of words and signs.

This module knows the shapes of words, the reserved words, how brackets pair, and that a new line ends a
statement. It knows nothing about the grammar: the parser decides whether a word is a keyword in its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.lang.text_to_parse import TextProblems

RESERVED = frozenset(
    {"and", "or", "not", "in", "is", "has", "mod", "as", "but", "if", "else", "true", "false", "none"}
    | {"any", "all", "no", "count", "those", "the", "sum", "most", "least", "may", "possible", "where"}
    | {"let", "elif", "for", "while", "repeat", "until", "limit", "repeated", "otherwise"}
)
# Words at the beginning of a line that continue the line above.
LINKS = frozenset({"if", "for", "where", "does", "only", "and", "or", "else", "with"})
SIGNS = ("==", "!=", "<=", ">=", "+=", "-=", "//", "..", *"+-*&=<>()[],:;.")
OPENS = {")": "(", "]": "["}
CLOSES = {opening: closing for closing, opening in OPENS.items()}

# Habits from other languages: the sign in this language, if any, and the message.
HABITS: dict[str, tuple[str | None, str]] = {
    "&&": ("and", "write `and` instead of `&&`"),
    "||": ("or", "write `or` instead of `||`"),
    "|": ("or", "write `or` instead of `|`"),
    "!": ("not", "write `not` instead of `!`"),
    "===": ("==", "write `==` instead of `===`"),
    "!==": ("!=", "write `!=` instead of `!==`"),
    "<>": ("!=", "write `!=` instead of `<>`"),
    "≠": ("!=", "write `!=` instead of `≠`"),
    "=>": (">=", "write `>=` instead of `=>`"),
    "≥": (">=", "write `>=` instead of `≥`"),
    "=<": ("<=", "write `<=` instead of `=<`"),
    "≤": ("<=", "write `<=` instead of `≤`"),
    ":=": ("=", "write `=` instead of `:=`"),
    "%": ("mod", "write `mod` instead of `%`"),
    "/": ("//", "write `//` instead of `/`: it divides and drops the remainder"),
    "÷": ("//", "write `//` instead of `÷`: it divides and drops the remainder"),
    "×": ("*", "write `*` instead of `×`"),
    "−": ("-", "write a plain `-` instead of the typographic minus"),
    "–": ("-", "write a plain `-` instead of the dash, or `..` for a range"),
    "…": ("..", "write a range with two dots, `..`"),
    "...": ("..", "write a range with two dots, `..`"),
    "**": (None, "unknown operator `**`; multiply with `*`"),
    "*=": (None, "unknown operator `*=`; set a variable with `=`, `+=` or `-=`"),
    "/=": (None, "unknown operator `/=`; set a variable with `=`, `+=` or `-=`"),
    "++": (None, "unknown operator `++`; to count up, write `+= 1`"),
    "->": (None, "unexpected `->`"),
    "{": (None, "unexpected `{`: braces only belong in texts for players; a set is `[a, b]`, and an empty one `[]`"),
    "}": (None, "unexpected `}`: braces only belong in texts for players"),
}
OMISSIONS = frozenset({"…", "..."})
CAPITALS = {"True": "true", "False": "false", "None": "none", "NOT": "not", "AND": "and", "OR": "or"}

MAX_BRACKETS = 64
MAX_DIGITS = 9


@frozen
class Lexeme:
    """A word or sign. A WORD is a name or a keyword, depending on the grammar; a RESERVED word or a SIGN is its own
    terminal; the other kinds are terminals of the grammar."""

    kind: str
    text: str
    start: int
    end: int


@dataclass
class LogicalLine:
    """A logical line, which brackets and linking words can continue over several lines of the file. Errors in a bad
    line are already reported."""

    level: int  # how many indentations deep
    lexemes: list[Lexeme] = field(default_factory=list)
    links: list[int] = field(default_factory=list)  # where it continues with a linking word
    bad: bool = False

    @property
    def start(self) -> int:
        return self.lexemes[0].start

    @property
    def end(self) -> int:
        return self.lexemes[-1].end

    def begins(self, *words: str) -> bool:
        return self.lexemes[0].text in words


_SUIT = "[\u2300-\u2bff\U0001f000-\U0001faff][\ufe0e\ufe0f]?"  # symbols and pictures: ♣ ★ 🔔


def _one_of(signs: list[str]) -> str:
    return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))


_PIECE = re.compile(
    rf"""(?P<newline>\n)
    | (?P<blank>[ \t\r\ufeff]+|\#[^\n]*)
    | (?P<card>(?:[0-9]+|[A-Z][a-z]?){_SUIT})
    | (?P<suit>{_SUIT})
    | (?P<number>[0-9]\w*)
    | (?P<word>[^\W\d]\w*(?:-[^\W\d]\w*)*)
    | (?P<string>"[^"\n]*")
    | (?P<quoted>'[^'\n]*'|[“”„][^“”\n]*[“”])
    | (?P<sign>{_one_of([*SIGNS, *HABITS])})
    | (?P<odd>.)""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z][a-z0-9_]*)*")
_RANK = re.compile(r"[A-Z][a-z]?")
_PLAIN_CARD = re.compile(r"(?:0|[1-9][0-9]*|[A-Z])[A-Z]|[A-Z][1-9][0-9]*")
_CARD = re.compile(rf"(?:0|[1-9][0-9]{{0,2}}|[A-Z])(?:{_SUIT}|[A-Z])|[A-Z][a-z]{_SUIT}|[A-Z][1-9][0-9]{{0,2}}")
_WORD_CARD = re.compile(r"[a-z]+-[A-Z][A-Za-z]?")  # a suit and a rank: `acorns-Q`
_RECORD = re.compile(r"[A-Z][a-z][A-Za-z]*")
_NUMBER = re.compile(r"0|[1-9][0-9]*")


def is_name(word: str) -> bool:
    """True if this word would be read as a name."""
    return word not in RESERVED and _NAME.fullmatch(word) is not None


def read_lines(report: TextProblems, one_line: bool) -> list[LogicalLine] | None:
    """Return the logical lines, or None if they can't be separated. In an expression, line breaks are blanks, unless it
    begins with `let`."""
    reader = _Reader(report, one_line and not _begins_with_let(report.text.value))
    lines = reader.read()
    return None if reader.lost else lines


def _begins_with_let(text: str) -> bool:
    first = next((piece for piece in _PIECE.finditer(text) if piece.lastgroup not in ("newline", "blank")), None)
    return first is not None and first.group() == "let"


class _Reader:
    def __init__(self, report: TextProblems, one_line: bool) -> None:
        self.report = report
        self.value = report.text.value
        self.one_line = one_line
        self.lines: list[LogicalLine] = []
        self.line = LogicalLine(0)
        self.line_start = 0  # of the line in the file, not of the logical line
        self.margins: list[int] = []
        self.open: list[Lexeme] = []
        self.lost = False

    def read(self) -> list[LogicalLine]:
        for piece in _PIECE.finditer(self.value):
            self._take(piece.lastgroup or "odd", piece.group(), piece.start())
            if self.lost:
                return []
        if self.open:
            self._error("syntax-bracket", f"`{self.open[-1].text}` is never closed", self.open[-1])
        self._end_line()
        return self.lines

    def _take(self, group: str, text: str, start: int) -> None:
        if group == "newline":
            self.line_start = start + 1
            if not self.open and not self.one_line:
                self._end_line()
        elif group != "blank":
            if not self.line.lexemes and not self._goes_on(text, start):
                self._indent(start)
            self.line.lexemes.append(self._lexeme(group, Lexeme("SIGN", text, start, start + len(text))))

    def _goes_on(self, word: str, start: int) -> bool:
        """True if this line continues the one before: it begins with a linking word, is indented further, and begins no
        block."""
        if self.one_line or word not in LINKS or not self.lines or not self.margins:
            return False
        if start - self.line_start <= self.margins[-1] or self.lines[-1].lexemes[-1].text == ":":
            return False
        self.line = self.lines.pop()
        self.line.links.append(start)
        return True

    def _end_line(self) -> None:
        if self.line.lexemes:
            self.lines.append(self.line)
        self.line = LogicalLine(0)

    def _indent(self, start: int) -> None:
        """Set the level of a line by the margin before its first lexeme."""
        if self.one_line:
            return
        margin = self.value[self.line_start : start]
        if "\t" in margin:
            self._lost("syntax-indent", "found a tab; indent with spaces", self.line_start + margin.index("\t"))
        while self.margins and self.margins[-1] > len(margin):
            self.margins.pop()
            if not self.margins or self.margins[-1] < len(margin):
                self._lost("syntax-indent", "the indentation of this line matches no line above", start)
        if not self.margins or self.margins[-1] < len(margin):
            self.margins.append(len(margin))
        self.line.level = len(self.margins) - 1

    def _lost(self, code: str, message: str, at: int) -> None:
        """Report that the lines can't be separated from here on."""
        if not self.lost:
            self.report.error(code, message, at, at + 1)
        self.lost = True

    def _error(
        self, code: str, message: str, at: Lexeme, help: str | None = None, other: Related | None = None
    ) -> None:
        """Report the first lexeme that makes the line unusable."""
        if not self.line.bad:
            self.report.error(code, message, at.start, at.end, help, other)
        self.line.bad = True

    # ---------------------------------------------------------------- kinds of lexemes

    def _lexeme(self, group: str, lexeme: Lexeme) -> Lexeme:
        match group:
            case "word":
                return self._word(lexeme)
            case "number":
                return self._number(lexeme)
            case "card":
                return self._card(lexeme)
            case "suit":
                return replace(lexeme, kind="SUIT")
            case "string":
                return replace(lexeme, kind="STRING")
            case "sign":
                return self._sign(lexeme)
            case "quoted":
                message = 'use plain double quotes, `"`, or none around the name of a card, rank or suit'
                self._error("syntax-character", message, lexeme)
            case _:
                self._odd(lexeme)
        return lexeme

    def _word(self, lexeme: Lexeme) -> Lexeme:
        text = lexeme.text
        if text in RESERVED:
            return replace(lexeme, kind="RESERVED")
        if _NAME.fullmatch(text):
            called = self.value.startswith("(", lexeme.end)
            return replace(lexeme, kind="CALLEE" if called else "WORD")
        if text in CAPITALS:
            return self._habit(lexeme, CAPITALS[text], f"write `{CAPITALS[text]}` instead of `{text}`")
        if _RANK.fullmatch(text) and not self.value.startswith("(", lexeme.end):
            return replace(lexeme, kind="RANK")
        if _CARD.fullmatch(text):
            return replace(lexeme, kind="CARD")
        if _RECORD.fullmatch(text):
            return replace(lexeme, kind="RECORD")
        self._error("syntax-name", f"`{text}` is not a valid name", lexeme, _better_name(text))
        return lexeme

    def _number(self, lexeme: Lexeme) -> Lexeme:
        text = lexeme.text
        if _PLAIN_CARD.fullmatch(text):
            return self._card(lexeme)
        if not _NUMBER.fullmatch(text):
            zeros = text.isdecimal() and text.startswith("0")
            message = "a number can't have leading zeros" if zeros else f"`{text}` is neither a number nor a name"
            self._error("syntax-number", message, lexeme)
        elif len(text) > MAX_DIGITS:
            self._error("syntax-number", f"this number is too large: the limit is {MAX_DIGITS} digits", lexeme)
        return replace(lexeme, kind="NUMBER")

    def _card(self, lexeme: Lexeme) -> Lexeme:
        if not _CARD.fullmatch(lexeme.text):
            self._error("syntax-number", f"unknown card `{lexeme.text}`", lexeme)
        return replace(lexeme, kind="CARD")

    def _sign(self, lexeme: Lexeme) -> Lexeme:
        text = lexeme.text
        if text in OMISSIONS and not self._is_range(lexeme):
            help = "in examples it stands for something you choose: write your own value or steps here"
            self._error("syntax-word", f"`{text}` isn't a word of the language", lexeme, help)
            return lexeme
        if text in HABITS:
            return self._habit(lexeme, *HABITS[text])
        if text in CLOSES:
            self._opening(lexeme)
        elif text in OPENS:
            self._closing(lexeme)
        return lexeme

    def _is_range(self, dots: Lexeme) -> bool:
        """True if dots stand between two values: directly after one, or after a number."""
        before = self.line.lexemes[-1] if self.line.lexemes else None
        if before is None or before.text in CLOSES or not self.value[dots.end :].lstrip(" ")[:1].isalnum():
            return False
        return before.end == dots.start or before.kind in ("NUMBER", "RANK")

    def _habit(self, word: Lexeme, intended: str | None, message: str) -> Lexeme:
        """Report a habit and continue with the intended sign, so that the rest of the line is still parsed."""
        if intended is None:
            said = word.text == "{" and any(lexeme.text == "say" for lexeme in self.line.lexemes)
            self._error("syntax-word", message, word, 'put the words in quotes: `say "{p} plays"`' if said else None)
            return word
        self.report.error("syntax-word", message, word.start, word.end)
        return replace(word, kind="RESERVED" if intended in RESERVED else "SIGN", text=intended)

    def _odd(self, lexeme: Lexeme) -> None:
        if lexeme.text == '"':
            self._error("syntax-character", "missing closing quote on this line", lexeme)
        elif lexeme.text == "\u00a0":
            self._error("syntax-character", "found a no-break space; write a plain space", lexeme)
        else:
            self._error("syntax-character", f"unexpected character `{lexeme.text}`", lexeme)

    # ---------------------------------------------------------------- brackets

    def _opening(self, lexeme: Lexeme) -> None:
        self.open.append(lexeme)
        if len(self.open) > MAX_BRACKETS:
            self._lost("syntax-size", f"too many nested brackets: the limit is {MAX_BRACKETS} levels", lexeme.start)

    def _closing(self, lexeme: Lexeme) -> None:
        if not self.open:
            self._error("syntax-bracket", f"unexpected `{lexeme.text}`: no bracket is open", lexeme)
            return
        opening = self.open.pop()
        if opening.text != OPENS[lexeme.text]:
            message = f"expected `{CLOSES[opening.text]}`, found `{lexeme.text}`"
            here = self.report.related(f"the opening `{opening.text}`", opening.start, opening.end)
            self._error("syntax-bracket", message, lexeme, other=here)


def _better_name(text: str) -> str:
    lower = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()
    if _WORD_CARD.fullmatch(text):
        return f'if you mean the card, write it in quotes: `"{text}"`; other names are lower-case: `{lower}`'
    if _NAME.fullmatch(lower) and lower not in RESERVED:
        return f"write `{lower}`: names are lower-case"
    return "a name begins with a letter from a to z and has only lower-case letters, digits, `_` and `-`"
