"""Explaining the errors of a YAML parser to the person who wrote the file.

A parser reports the place where it stopped, and the token it expected there. People need their mistake and its place.
There are few usual causes: tabs, indentation, a missing space after a colon, brackets and quotes
left open, and values that need quotes. Each has a function here. The parser's message selects the function, which then
mostly looks at the file.

This module knows YAML and the messages of PyYAML and libyaml. It doesn't create diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parlour.documents.scalars import quoted


@dataclass(frozen=True)
class Complaint:
    """A parser's error, with offsets into the text."""

    text: str
    words: str
    """Its task and its obstacle: `while parsing a block mapping: did not find expected key`."""
    at: int
    """The place where the parser stopped."""
    begun: int
    """The beginning of the construct that it was parsing; `at` if the parser doesn't report it."""
    bracket: int | None = None
    """The innermost open bracket."""
    scalar: int | None = None
    """The beginning of the last complete scalar."""

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def before(self) -> str:
        """The part of the line before the place."""
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
    """Return the likely cause of a parser error, and its place."""
    for pattern, cause in _CAUSES:
        if pattern.search(complaint.words):
            return cause(complaint)
    at = complaint.at
    return Mistake(f"invalid YAML: {complaint.words}", at, at + 1)


def bad_escape(text: str, at: int) -> Mistake:
    """Return the mistake for an invalid escape in double quotes."""
    start = max(text.rfind("\\", 0, at + 1), 0)
    escape = re.compile(r"\\(?:x[^\"\n]{0,2}|u[^\"\n]{0,4}|U[^\"\n]{0,8}|.|$)").match(text, start)
    end = escape.end() if escape else at + 1
    if text[start + 1 : start + 2] in ("x", "u", "U"):
        help = "write the character itself, or `\\U` and its code in eight hexadecimal digits"
    else:
        help = "write `\\\\` for a backslash, or use single quotes, in which backslashes have no special meaning"
    return Mistake(f"invalid escape `{text[start:end]}` in double quotes", start, end, help)


_BLOCK = re.compile(r":\s+[|>][-+1-9]*\s*(?:#.*)?$")  # the end of the line above the text of a block


def _tab_or_unfit(c: Complaint) -> Mistake:
    return _tab(c) if c.char == "\t" else _unfit_beginning(c)


def _tab(c: Complaint) -> Mistake:
    return Mistake("found a tab; YAML indents with spaces", c.at, c.at + 1, "replace the tab with spaces")


def _unfit_beginning(c: Complaint) -> Mistake:
    start = c.begun
    shown = "a backtick" if c.text[start] == "`" else f"`{c.text[start]}`"
    return Mistake(f"a value without quotes can't begin with {shown}", start, start + 1, _quote(c, start))


def _open_quote(c: Complaint) -> Mistake:
    quote = c.text[c.begun]
    help = f"write `{quote}` where the quoted value ends"
    if quote == "'":
        help += "; inside single quotes, write an apostrophe twice: `''`"
    return Mistake("missing closing quote", c.begun, c.begun + 1, help)


def _escape(c: Complaint) -> Mistake:
    return bad_escape(c.text, c.at)


def _block_header(c: Complaint) -> Mistake:
    mark = c.text[c.begun]
    help = f"after `{mark}` only `-`, `+` or an indentation from 1 to 9 can follow on the line"
    return Mistake(f"the text of a `{mark}` block must begin on the next line", c.at, c.at + 1, help)


def _no_colon(c: Complaint) -> Mistake:
    line = c.text[c.begun : _line_end(c.text, c.begun)]
    if c.at - c.begun > 1000:
        return Mistake("this key is too long, or has no `:`", c.begun, c.begun + 1)
    return _missing_space(line, c.begun) or _nameless(c.text, line.rstrip(), c.begun)


def _colon(c: Complaint) -> Mistake:
    inner = re.search(r":\s+(?=\S)", c.before)
    if inner and re.fullmatch(r"\s*[^\s(){}'\"]+\([^()]*\)", c.before):
        return _colon_in_key(c)
    if inner:
        return _colon_in_text(c, c.at - len(c.before) + inner.end())
    if len(c.before) > 1000:
        return Mistake("the key before this `:` is too long", c.at, c.at + 1)
    # The line itself is correct, so the mistake is in the line that it seems to continue.
    key = c.at - len(c.before.lstrip())
    above = c.text[: c.at - len(c.before)].rstrip()
    start = above.rfind("\n") + 1
    line = above[start:]
    start += len(line) - len(line.lstrip(" "))
    line = line.strip()
    if re.search(r":\s", line):
        help = "indent it like the line above; if it belongs to the value above, put that whole value in quotes"
        return Mistake("the indentation is too deep, so this line continues the value above", key, c.at, help)
    return _missing_space(line, start) or _nameless(c.text, line, start)


def _colon_in_key(c: Complaint) -> Mistake:
    """Return the mistake for a `:` in a key, as in `power(i: int): …`"""
    key = c.before.strip()
    rest = re.split(r"\s#", c.text[c.at : _line_end(c.text, c.at)], maxsplit=1)[0].rstrip()
    colon = c.at - len(key) + key.index(":")
    return Mistake("this key contains a `:`", colon, colon + 1, f'put the key in quotes: `"{key}"{rest}`')


def _colon_in_text(c: Complaint, start: int) -> Mistake:
    return Mistake("this value contains a `:` and needs quotes", c.at, c.at + 1, _quote(c, start))


def _missing_space(line: str, offset: int) -> Mistake | None:
    colon = re.match(r"(?:- +)*[^\s:\"'#]+(?P<mark>:)(?=[^\s:])|(?P<dash>-)(?=[^\s-])", line)
    if not colon:
        return None
    at = offset + (colon.end() - 1)
    mark = line[colon.end() - 1]
    return Mistake(f"missing space after `{mark}`", at, at + 1)


def _nameless(text: str, line: str, offset: int) -> Mistake:
    above = text[:offset].rstrip().rpartition("\n")[2]
    if above.endswith(":") and len(above) - len(above.lstrip()) < _column(text, offset) - 1:
        help = "for steps or a text over several lines, end the line above with `: |`; otherwise write `key: value`"
    else:
        help = "write `key: value`; indent a value of several lines further than its key"
    return Mistake("expected `key: value`, found no `:`", offset, offset + len(line), help)


def _line_above(c: Complaint) -> Mistake | None:
    """Return the mistake in the line above if its value begins in the same column as the failing line."""
    if c.scalar is None or _column(c.text, c.scalar) != _column(c.text, c.at):
        return None
    if c.line(c.scalar)[: _column(c.text, c.scalar) - 1].strip():
        return None
    line = re.split(r"\s#", c.text[c.scalar : _line_end(c.text, c.scalar)], maxsplit=1)[0].rstrip()
    return _missing_space(line, c.scalar) or _nameless(c.text, line, c.scalar)


def _dash(c: Complaint) -> Mistake:
    help = "put each `- ` on a line of its own, or write `[one, two]`; if it isn't a list, put it in quotes"
    return Mistake("a list with `- ` can't begin here", c.at, c.at + 1, help)


def _question(c: Complaint) -> Mistake:
    return Mistake("a value without quotes can't begin with `? `", c.at, c.at + 1, _quote(c, c.at))


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
    help = "a value that contains brackets, commas or `: ` needs quotes here"
    related = (c.begun, "the opening bracket")
    return Mistake(f"expected `,` or `{closing}`", c.at, c.at + 1, help, related)


def _open_bracket(c: Complaint, bracket: int) -> Mistake:
    return Mistake(f"`{c.text[bracket]}` is never closed", bracket, bracket + 1)


def _wrong_bracket(c: Complaint, bracket: int) -> Mistake:
    opening = c.text[bracket]
    closing = "]" if opening == "[" else "}"
    related = (bracket, f"the opening `{opening}`")
    return Mistake(f"expected `{closing}`, found `{c.char}`", c.at, c.at + 1, related=related)


def _misplaced(c: Complaint) -> Mistake:
    if not c.char.strip() and c.bracket is not None:
        return _open_bracket(c, c.bracket)
    if c.char and c.char in "]}":
        return _wrong_bracket(c, c.bracket) if c.bracket is not None else _stray(c)
    if c.char == "," and c.bracket is not None:
        return Mistake("expected a value before the comma", c.at, c.at + 1)
    if not c.char.strip():
        return Mistake("expected a value, found the end of the file", c.at, c.at)
    return Mistake(f"a value without quotes can't begin with `{c.char}`", c.at, c.at + 1, _quote(c, c.at))


def _stray(c: Complaint) -> Mistake:
    return Mistake(f"unexpected `{c.char}`: no bracket is open", c.at, c.at + 1)


def _after_quote(c: Complaint) -> Mistake:
    quote = c.before.rstrip()[-1]
    twice = "`''`" if quote == "'" else '`\\"`'
    help = f"put the whole value in quotes; inside them, write {twice} for `{quote}`"
    related = None
    if c.scalar is not None and c.text[c.scalar] == quote:
        related = (c.scalar, "the quoted value begins here")
    return Mistake("unexpected text after the closing quote", c.at, c.at + 1, help, related)


def _after_value(c: Complaint) -> Mistake | None:
    """Return the mistake for text after a value on the same line."""
    before = c.before.rstrip()
    if not before.strip("-? "):
        return None
    sign = re.search(r"(?<!\S)[*&!]\S*$", before)
    if sign:
        start = c.at - len(c.before) + sign.start()
        return Mistake(f"a value without quotes can't begin with `{sign[0][0]}`", start, start + 1, _quote(c, start))
    if c.char in ("]", "}"):
        return _stray(c)
    if before[-1] in "\"'":
        return _after_quote(c)
    bracket = re.search(r"(?<!\S)[{\[][^{}\[\]]*[}\]]$", before)
    if bracket:
        start = c.at - len(c.before) + bracket.start()
        return Mistake(f"a text that begins with `{bracket[0][0]}` needs quotes", start, start + 1, _quote(c, start))
    help = "if it belongs to the value before it, put the whole value in quotes"
    return Mistake("unexpected text after the value", c.at, c.at + 1, help)


def _after_document(c: Complaint) -> Mistake:
    directive = re.search(r"^%", c.text[: c.at], re.MULTILINE)
    if directive:
        return _directive(c)
    first = re.search(r"^ *(?=[^\s#])", c.text, re.MULTILINE)
    if first and len(first[0]) > len(c.before) and not c.before.strip():
        return _misfit(c)
    help = "a file is one document: its keys all begin in the same column"
    mistake = Mistake("unexpected text after the end of the document", c.at, c.at + 1, help)
    return _after_value(c) or _line_above(c) or mistake


def _directive(c: Complaint) -> Mistake:
    directive = re.search(r"^%.*", c.text[: c.at + 1], re.MULTILINE)
    start = directive.start() if directive else c.at
    help = "delete the line; if it belongs to a value, put that value in quotes"
    return Mistake(
        "a line that begins with `%` is a YAML directive, which Parlour doesn't support", start, start + 1, help
    )


def _in_block(c: Complaint) -> Mistake:
    return _after_value(c) or _line_above(c) or _misfit(c)


def _misfit(c: Complaint) -> Mistake:
    """Return the mistake for a line that doesn't fit the lines around it."""
    in_list = "block collection" in c.words
    same_column = _column(c.text, c.at) == _column(c.text, c.begun)
    related = (c.begun, "the lines it belongs to begin here") if c.begun != c.at else None
    if c.char in ("]", "}", ","):
        return _stray(c)
    if same_column and in_list:
        return Mistake(
            "expected `- ` before this item, as before the other items of the list", c.at, c.at + 1, None, related
        )
    if c.char == "-" and same_column:
        return Mistake("expected `key: value`, found a list item `- `", c.at, c.at + 1, None, related)
    text = _block_above(c)
    if text is not None:
        message, help = "this line is indented less than the text above it", "indent it like the first line of the text"
        return Mistake(message, c.at, c.at + 1, help, (text, "the text begins here"))
    help = "begin lines that belong together in the same column; indent what belongs to a line further"
    return Mistake("this line and the lines it belongs to differ in their indentation", c.at, c.at + 1, help, related)


def _block_above(c: Complaint) -> int | None:
    """Return where the text of a block begins, if a line ends it that is indented less than the text, but more than the
    key."""
    column, start = _column(c.text, c.at), c.text.rfind("\n", 0, c.at) + 1
    begin = None
    for line in reversed(c.text[:start].splitlines(keepends=True)):
        start -= len(line)
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip():
            continue
        if indent < column:
            return begin if _BLOCK.search(line) else None
        begin = start + indent
    return None


def _quote(c: Complaint, start: int) -> str:
    """Return the advice to quote a value, without the value itself inside brackets, where its end is unknown."""
    rest = re.split(r"\s#", c.text[start : _line_end(c.text, start)], maxsplit=1)[0].strip()
    if c.bracket is not None or not rest or len(rest) > 200:
        return "put the whole value in quotes"
    return f"put the whole value in quotes: {quoted(rest)}"


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


class Part(NamedTuple):
    """A key, a value or an item."""

    start: int
    end: int
    plain: bool
    """A string without quotes."""
    lone: bool
    """A key without a `:` after it."""


class Cut(NamedTuple):
    message: str
    start: int
    end: int
    help: str
    right: str | None = None
    """The correction, if there is only one."""


def cuts(text: str, parts: Sequence[Part], brackets: str) -> Iterator[Cut]:
    """Return the parts that belong together, and the keys without a value, between one pair of brackets."""
    depths = _depths(text, parts)
    index = 0
    while index < len(parts):
        part = parts[index]
        reach, left_open = _reach(parts, depths, index)
        written = text[part.start : parts[reach].end]
        if reach > index or (left_open and brackets == "`[ ]`" and index + 1 < len(parts)):
            message = f"the comma splits this value: inside {brackets} a comma ends a value"
            help, right = "put the whole value in quotes", None
            if reach > index and len(written) <= 200:
                right = quoted(written)
                help += f": {right}"
            yield Cut(message, part.start, parts[reach].end, help, right)
        elif part.lone:
            message = f"`{written}` has no value: inside {brackets} every key needs a `:` and a value"
            help = "put a value that contains a comma in quotes; write a list as `[one, two]`"
            yield Cut(message, part.start, part.end, help)
        index = reach + 1


class _Depth(NamedTuple):
    """The number of open `(` before and after a part, counted from the first part."""

    before: int
    behind: int


def _depths(text: str, parts: Sequence[Part]) -> list[_Depth]:
    depths: list[_Depth] = []
    depth = end = 0
    for part in parts:
        before = depth + _opened(text[end : part.start]) if end else 0
        depth = before + _opened(text[part.start : part.end])
        depths.append(_Depth(before, depth))
        end = part.end
    return depths


_STRING = re.compile(r'"[^"]*"')


def _opened(text: str) -> int:
    if '"' in text:
        text = _STRING.sub("", text)
    return text.count("(") - text.count(")")


def _reach(parts: Sequence[Part], depths: Sequence[_Depth], index: int) -> tuple[int, bool]:
    """Return the last part of the text that begins at `index`, and whether a bracket stays open in it."""
    part, level = parts[index], depths[index].before
    left_open = depths[index].behind > level
    if not part.plain or (part.lone and not left_open):
        return index, False
    reach, still_open = index, left_open
    for i in range(index + 1, min(len(parts), index + _MOST_PARTS)):
        if not still_open and not parts[i].lone:
            break
        still_open = depths[i].behind > level
        if not still_open or parts[i].lone:
            reach, left_open = i, still_open
    return reach, left_open


_MOST_PARTS = 50  # a call has fewer arguments, and the search stays linear
