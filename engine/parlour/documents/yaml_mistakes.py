"""What a YAML parser's complaint means to the person who wrote the file.

A parser says where it gave up and what it had hoped for; people want to hear what they did wrong and
where. The usual causes are few: tabs, indentation, a missing space after a colon, brackets and quotes
left open, and texts that should have been in quotes. Each has a function here, which looks at the
parser's words to tell which kind it is and then mostly at the file itself.

This module knows YAML and the wordings of PyYAML and libyaml, as text. It makes no diagnostics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from parlour.documents.scalars import quoted


@dataclass(frozen=True)
class Complaint:
    """What a parser had to say about a text, with offsets into it."""

    text: str
    words: str
    """What it was doing and what it found: `while parsing a block mapping: did not find expected key`."""
    at: int
    """Where it gave up."""
    begun: int
    """Where the thing begins that it was reading; `at` when it doesn't say."""
    bracket: int | None = None
    """The innermost bracket that is open."""
    scalar: int | None = None
    """Where the last complete scalar begins."""

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def before(self) -> str:
        """What stands before the place on its line."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    def line(self, offset: int) -> str:
        start = self.text.rfind("\n", 0, offset) + 1
        return self.text[start : _line_end(self.text, offset)]


class Mistake(NamedTuple):
    message: str
    start: int
    end: int
    help: str | None = None
    related: tuple[int, str] | None = None


def explain(complaint: Complaint) -> Mistake:
    """The likely cause of a complaint, and its place."""
    for pattern, cause in _CAUSES:
        if pattern.search(complaint.words):
            return cause(complaint)
    at = complaint.at
    return Mistake(f"this can't be read as YAML ({complaint.words})", at, at + 1)


def bad_escape(text: str, at: int) -> Mistake:
    """An escape in double quotes that stands for nothing."""
    start = max(text.rfind("\\", 0, at + 1), 0)
    escape = re.compile(r"\\(?:x[^\"\n]{0,2}|u[^\"\n]{0,4}|U[^\"\n]{0,8}|.|$)").match(text, start)
    end = escape.end() if escape else at + 1
    if text[start + 1 : start + 2] in ("x", "u", "U"):
        help = "write the character itself, or `\\U` and its number in eight hexadecimal digits"
    else:
        help = "write `\\\\` for a backslash, or use single quotes, where a backslash is just a backslash"
    return Mistake(f"`{text[start:end]}` is an escape that stands for no character", start, end, help)


def _tab_or_unfit(c: Complaint) -> Mistake:
    return _tab(c) if c.char == "\t" else _unfit_beginning(c)


def _tab(c: Complaint) -> Mistake:
    return Mistake("there is a tab here, and YAML wants spaces", c.at, c.at + 1, "use spaces instead")


def _unfit_beginning(c: Complaint) -> Mistake:
    start = c.begun
    shown = "a backtick" if c.text[start] == "`" else f"`{c.text[start]}`"
    return Mistake(f"a text can't begin with {shown}", start, start + 1, _quote(c, start))


def _open_quote(c: Complaint) -> Mistake:
    quote = c.text[c.begun]
    help = f"write `{quote}` where the text ends"
    if quote == "'":
        help += "; an apostrophe inside single quotes is written twice"
    return Mistake("this quote is never closed", c.begun, c.begun + 1, help)


def _escape(c: Complaint) -> Mistake:
    return bad_escape(c.text, c.at)


def _block_header(c: Complaint) -> Mistake:
    mark = c.text[c.begun]
    help = f"only `-`, `+` and an indentation from 1 to 9 may follow the `{mark}`"
    return Mistake(f"after `{mark}` the text begins on the next line", c.at, c.at + 1, help)


def _no_colon(c: Complaint) -> Mistake:
    line = c.text[c.begun : _line_end(c.text, c.begun)]
    if c.at - c.begun > 1000:
        return Mistake("this name is too long, or its `:` is missing", c.begun, c.begun + 1)
    return _missing_space(line, c.begun) or _nameless(line.rstrip(), c.begun)


def _colon(c: Complaint) -> Mistake:
    inner = re.search(r":\s+(?=\S)", c.before)
    if inner and re.fullmatch(r"\s*[^\s(){}'\"]+\([^()]*\)", c.before):
        return _colon_in_key(c)
    if inner:
        return _colon_in_text(c, c.at - len(c.before) + inner.end())
    if len(c.before) > 1000:
        return Mistake("the name before this `:` is too long", c.at, c.at + 1)
    # The line itself is in order, so what YAML took it to continue is not.
    key = c.at - len(c.before.lstrip())
    above = c.text[: c.at - len(c.before)].rstrip()
    start = above.rfind("\n") + 1
    line = above[start:]
    start += len(line) - len(line.lstrip(" "))
    line = line.strip()
    if re.search(r":\s", line):
        help = "indent it like the line above; if it belongs to the text above, put that text in quotes"
        return Mistake("this line is indented too deep: it continues the text above", key, c.at, help)
    return _missing_space(line, start) or _nameless(line, start)


def _colon_in_key(c: Complaint) -> Mistake:
    """`power(i: int): …`"""
    key = c.before.strip()
    rest = re.split(r"\s#", c.text[c.at : _line_end(c.text, c.at)], maxsplit=1)[0].rstrip()
    colon = c.at - len(key) + key.index(":")
    return Mistake("there is a `:` inside this name", colon, colon + 1, f'put the name in quotes: `"{key}"{rest}`')


def _colon_in_text(c: Complaint, start: int) -> Mistake:
    return Mistake("there is a `:` inside this text", c.at, c.at + 1, _quote(c, start))


def _missing_space(line: str, offset: int) -> Mistake | None:
    colon = re.match(r"(?:- +)*[^\s:\"'#]+(?P<mark>:)(?=[^\s:])|(?P<dash>-)(?=[^\s-])", line)
    if not colon:
        return None
    at = offset + (colon.end() - 1)
    mark = line[colon.end() - 1]
    return Mistake(f"a space is missing after this `{mark}`", at, at + 1)


def _nameless(line: str, offset: int) -> Mistake:
    help = "write `name: value`; a text over several lines is indented deeper than its name"
    return Mistake("this line has no `:` after a name", offset, offset + len(line), help)


def _line_above(c: Complaint) -> Mistake | None:
    """The text above, when it has a line of its own, side by side with the one where it went wrong."""
    if c.scalar is None or _column(c.text, c.scalar) != _column(c.text, c.at):
        return None
    if c.line(c.scalar)[: _column(c.text, c.scalar) - 1].strip():
        return None
    line = re.split(r"\s#", c.text[c.scalar : _line_end(c.text, c.scalar)], maxsplit=1)[0].rstrip()
    return _missing_space(line, c.scalar) or _nameless(line, c.scalar)


def _dash(c: Complaint) -> Mistake:
    help = "put each `- ` on a line of its own, or write `[one, two]`; if it is text, put it in quotes"
    return Mistake("a list can't begin here with `-`", c.at, c.at + 1, help)


def _question(c: Complaint) -> Mistake:
    return Mistake("a text can't begin with `? `", c.at, c.at + 1, _quote(c, c.at))


def _in_brackets(c: Complaint) -> Mistake:
    bracket = c.text[c.begun]
    closing = "]" if bracket == "[" else "}"
    if not c.char or ("\n" in c.text[c.begun : c.at] and _indent(c.line(c.at)) <= _indent(c.line(c.begun))):
        return _open_bracket(c, c.begun)
    if c.char in "]}":
        return _wrong_bracket(c, c.begun)
    if c.char == ":":
        return _colon_in_text(c, c.at)
    if c.before.rstrip()[-1:] in ("'", '"'):
        return _after_quote(c)
    help = "a text with brackets, commas or `: ` in it needs quotes here; put all of it in quotes"
    related = (c.begun, "the bracket was opened here")
    return Mistake(f"`,` or `{closing}` is missing here", c.at, c.at + 1, help, related)


def _open_bracket(c: Complaint, bracket: int) -> Mistake:
    return Mistake(f"this `{c.text[bracket]}` is never closed", bracket, bracket + 1)


def _wrong_bracket(c: Complaint, bracket: int) -> Mistake:
    opening = c.text[bracket]
    closing = "]" if opening == "[" else "}"
    related = (bracket, f"`{opening}` was opened here")
    return Mistake(f"`{c.char}` stands where `{closing}` should", c.at, c.at + 1, related=related)


def _misplaced(c: Complaint) -> Mistake:
    if not c.char.strip() and c.bracket is not None:
        return _open_bracket(c, c.bracket)
    if c.char and c.char in "]}":
        return _wrong_bracket(c, c.bracket) if c.bracket is not None else _stray(c)
    if c.char == "," and c.bracket is not None:
        return Mistake("nothing stands before this comma", c.at, c.at + 1)
    if not c.char.strip():
        return Mistake("the file ends where a value should stand", c.at, c.at)
    return Mistake(f"a text can't begin with `{c.char}`", c.at, c.at + 1, _quote(c, c.at))


def _stray(c: Complaint) -> Mistake:
    return Mistake(f"this `{c.char}` closes nothing", c.at, c.at + 1)


def _after_quote(c: Complaint) -> Mistake:
    quote = c.before.rstrip()[-1]
    twice = "`''`" if quote == "'" else '`\\"`'
    help = f"put all of the text in quotes; inside them, write {twice} for `{quote}`"
    related = None
    if c.scalar is not None and c.text[c.scalar] == quote:
        related = (c.scalar, "the quoted text begins here")
    return Mistake("the quotes are closed before this", c.at, c.at + 1, help, related)


def _after_value(c: Complaint) -> Mistake | None:
    """Something behind a value on its line."""
    before = c.before.rstrip()
    if not before.strip("-? "):
        return None
    sign = re.search(r"(?<!\S)[*&!]\S*$", before)
    if sign:
        start = c.at - len(c.before) + sign.start()
        return Mistake(f"a text can't begin with `{sign[0][0]}`", start, start + 1, _quote(c, start))
    if c.char in ("]", "}"):
        return _stray(c)
    if before[-1] in "\"'":
        return _after_quote(c)
    help = "if it belongs to the text before it, put all of that in quotes"
    return Mistake("nothing may follow here", c.at, c.at + 1, help)


def _after_document(c: Complaint) -> Mistake:
    directive = re.search(r"^%", c.text[: c.at], re.MULTILINE)
    if directive:
        return _directive(c)
    first = re.search(r"^ *(?=[^\s#])", c.text, re.MULTILINE)
    if first and len(first[0]) > len(c.before) and not c.before.strip():
        return _misfit(c)
    help = "everything in a file is one document: entries side by side, in the same column"
    mistake = Mistake("this stands after the end of the document", c.at, c.at + 1, help)
    return _after_value(c) or _line_above(c) or mistake


def _directive(c: Complaint) -> Mistake:
    directive = re.search(r"^%.*", c.text[: c.at + 1], re.MULTILINE)
    start = directive.start() if directive else c.at
    help = "delete the line; if it is text, put it in quotes"
    return Mistake("a line that begins with `%` is an instruction to YAML", start, start + 1, help)


def _in_block(c: Complaint) -> Mistake:
    return _after_value(c) or _line_above(c) or _misfit(c)


def _misfit(c: Complaint) -> Mistake:
    """A line that doesn't go with the lines around it."""
    in_list = "block collection" in c.words
    same_column = _column(c.text, c.at) == _column(c.text, c.begun)
    related = (c.begun, "they begin here") if c.begun != c.at else None
    if c.char in ("]", "}", ","):
        return _stray(c)
    if same_column and in_list:
        return Mistake("this line needs a `- ` like the others of its list", c.at, c.at + 1, None, related)
    if c.char == "-" and same_column:
        return Mistake("a `- ` stands among lines of the form `name: value`", c.at, c.at + 1, None, related)
    help = "lines that belong together begin in the same column; what belongs to a line is deeper"
    return Mistake("this line isn't indented like the lines it belongs to", c.at, c.at + 1, help, related)


def _quote(c: Complaint, start: int) -> str:
    """The advice to put a text in quotes; in brackets nobody knows where it ends."""
    rest = re.split(r"\s#", c.text[start : _line_end(c.text, start)], maxsplit=1)[0].strip()
    if c.bracket is not None or not rest or len(rest) > 200:
        return "put the text in quotes"
    return f"put the text in quotes: {quoted(rest)}"


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def _column(text: str, offset: int) -> int:
    return offset - text.rfind("\n", 0, offset)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


_CAUSES = [
    (re.compile(words), cause)
    for words, cause in (
        ("cannot start any token", _tab_or_unfit),
        ("found a tab", _tab),
        ("a quoted scalar: found unexpected", _open_quote),
        ("escape|hexdecimal|hexadecimal", _escape),
        ("an alias|an anchor|a tag|tag handle", _unfit_beginning),
        ("a block scalar", _block_header),
        ("expected ':'", _no_colon),
        ("mapping values", _colon),
        ("sequence entries", _dash),
        ("mapping keys", _question),
        ("expected ',' or", _in_brackets),
        ("node content", _misplaced),
        ("document start", _after_document),
        ("directive|YAML document", _directive),
        ("block mapping|block collection", _in_block),
    )
]
