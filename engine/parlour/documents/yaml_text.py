"""Parsing YAML text into nodes, with diagnostics for everything that is wrong as YAML.

A comma that splits a value is always reported. For any input the result is a node or None, with diagnostics,
and never an exception. This module knows nothing about rulesets or their language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from parlour.base.diagnostics import Diagnostic, Fix, Related, SourceEdit, in_order, writing
from parlour.base.source import Source, Span
from parlour.documents.contents import MARK, MAX_BYTES, SPLIT, TOO_LARGE, read_bytes
from parlour.documents.document import Findings, Mapping, Node, Pair, Scalar, Sequence
from parlour.documents.yaml_mistakes import Complaint, Mistake, Part, bad_escape, cuts, explain

MAX_DEPTH = 64
MAX_FINDINGS = 100


def read_file(path: Path, name: str | None = None) -> tuple[Source | None, Node | None, Findings]:
    """Return the source, the node and the diagnostics of a file. Messages show `name` instead of the path."""
    name = name if name is not None else str(path).encode("utf-8", "backslashreplace").decode()

    data = read_bytes(path, name)
    if isinstance(data, Diagnostic):
        return None, None, (data,)
    source = Source(name, data.removeprefix(MARK).decode("utf-8", "replace"))
    return source, *read_data(data, source)


def read_data(data: bytes, source: Source) -> tuple[Node | None, Findings]:
    """Return the node and the diagnostics of the content of a file, whose text is the source."""
    data = data.removeprefix(MARK)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = len(data[: error.start].decode("utf-8"))
        other = "UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "another encoding"
        message = f"this file is not valid UTF-8: unexpected byte {data[error.start]:02X}"
        help = f"the file probably uses {other}; save it as UTF-8"
        place = Span(source, start, start + 1)
        return None, (Diagnostic("file-encoding", message, place, help=help),)
    return read_text(source)


def read_text(source: Source, *, libyaml: bool = True) -> tuple[Node | None, Findings]:
    """Return the node of some YAML, as far as it can be parsed, and the diagnostics, sorted.

    Without `libyaml`, uses PyYAML's own parser. That one is slower, accepts tabs only in quotes and block scalars, and
    no `?` in plain scalars inside brackets. Both parse all other texts alike.
    """
    if len(source.text) > MAX_BYTES or len(source.text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return None, (Diagnostic("yaml-too-large", f"this text is {TOO_LARGE}", Span(source, 0, 0), help=SPLIT),)
    reader = _Reader(source)
    try:
        node = reader.read(libyaml)
    except _TooDeepForLibyamlError:
        reader = _Reader(source)
        node = reader.read(libyaml=False)
    return node, in_order(reader.findings)


class _TooDeepForLibyamlError(Exception):
    """libyaml gave up at its own limit of levels, before it gave the events by which the reader notices its limit.

    It looks ahead for the end of a key. PyYAML's parser looks ahead less.
    """


# Characters that no text may have: those that count as line breaks for YAML or for some editors but not
# for us, and those that cannot be seen.

_ODD = re.compile(
    r"\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]"
    r"|[\ud800-\udfff\ufffe\uffff]"
)
_SEPARATORS = {
    "\r": "a carriage return without a line feed",
    "\x0b": "a vertical tab",
    "\x0c": "a form feed",
    "\x85": "a next-line character",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
}


def _odd(char: str, span: Span) -> Diagnostic:
    code = f"U+{ord(char):04X}"
    if char in _SEPARATORS:
        message = f"found {_SEPARATORS[char]} ({code}), which only some programs treat as a line break"
        return Diagnostic("yaml-line-separator", message, span, help="replace it with a line break or a space")
    message = f"found an invisible character ({code})"
    fixes = (Fix("delete it", (SourceEdit(span, ""),)),)
    return Diagnostic("yaml-control-character", message, span, help="delete it", fixes=fixes)


def _events(text: str, libyaml: bool) -> Iterator[Event]:
    """Yield the events of some YAML one by one: both parsers take quadratic time on deep nesting.

    Only the parsers of the loaders are used.
    """
    parser = yaml.CBaseLoader(text) if libyaml and yaml.__with_libyaml__ else yaml.BaseLoader(text)
    event: Event | None = None
    try:
        while (event := parser.get_event()) is not None:
            yield event
    except (ValueError, ArithmeticError) as error:  # they fail on invalid escapes
        mark = parser.get_mark() if isinstance(parser, yaml.BaseLoader) else event and event.end_mark
        raise MarkedYAMLError(
            problem=f"found an escape: {error}",
            problem_mark=mark,  # type: ignore[arg-type]  # libyaml's marks have the same attributes
        ) from error


_LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"  # of libyaml 0.2.6 and newer
_PROPERTY = re.compile(r"(?P<anchor>&[^\s,\[\]{}]*)|(?P<tag>!(?:<[^>\n]*>|[^\s,\[\]{}]*))")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_AND_MORE = re.compile(r"[ \t]*[}\]][ \t]+[^ \t\r\n,#}\]:]")  # the end of brackets, and a text after it


@dataclass
class _Open:
    """A collection that hasn't ended yet. The nodes of a mapping are alternately keys and values."""

    event: CollectionStartEvent
    start: int
    nodes: list[Node] = field(default_factory=list)


class _Reader:
    """Builds the node of one file, without recursion, and collects its errors."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []
        self.stack: list[_Open] = []
        self.roots: list[Node] = []
        self.last: int | None = None  # where the last scalar began
        self.shift = int(source.text.startswith("\ufeff"))  # a byte order mark doesn't belong to the text
        # The text as it is parsed. It has the length of the source, so that offsets are the same.
        self.text = self.shift * " " + _ODD.sub(self._screen, source.text[self.shift :])

    def _screen(self, match: re.Match[str]) -> str:
        start = match.start() + self.shift
        self._note(_odd(match[0], self._span(start, start + 1)))
        return "\n" if match[0] == "\r" else " "

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _report(self, code: str, message: str, at: Span, help: str | None = None, *related: Related) -> None:
        self._note(Diagnostic(code, message, at, related=related, help=help))

    def _note(self, finding: Diagnostic) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding)

    # The stream

    def read(self, libyaml: bool) -> Node | None:
        odd = bool(self.findings)
        try:
            complete = self._consume(_events(self.text[self.shift :], libyaml))
        except YAMLError as error:
            if libyaml and getattr(error, "problem", None) == _LIBYAML_TOO_DEEP:
                raise _TooDeepForLibyamlError from error
            if not odd:  # otherwise the odd character may be the cause
                self._syntax(error)
            return None
        if not complete:
            return None
        root = self.roots[0] if self.roots else None
        if root is None or (isinstance(root, Scalar) and root.plain and not root.value):
            if not odd:
                self._report("yaml-empty", "this file is empty", self._span(0, 0))
            return None
        return root

    def _consume(self, events: Iterator[Event]) -> bool:
        """Build the nodes; return False if parsing stopped early."""
        documents = 0
        for event in events:
            start, end = self._offset(event.start_mark), self._offset(event.end_mark)
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    help = "put each document in a file of its own, or delete this line"
                    place = self._span(start, max(end, start + 1))
                    self._report("yaml-several-documents", "a second document begins here", place, help)
                    return False
            elif isinstance(event, CollectionStartEvent):
                if len(self.stack) == MAX_DEPTH:
                    message = f"nested too deeply: the limit is {MAX_DEPTH} levels"
                    self._report("yaml-too-deep", message, self._span(start, start + 1))
                    return False
                count = (event.anchor is not None) + (event.tag is not None)
                self.stack.append(_Open(event, self._properties(start, len(self.text), count)))
            elif isinstance(event, CollectionEndEvent):
                self._add(self._collection(self.stack.pop(), end))
            elif isinstance(event, ScalarEvent):
                self._add(self._scalar(event, start, end))
            elif isinstance(event, AliasEvent):
                self._add(self._alias(start, end))
        return True

    def _add(self, node: Node) -> None:
        (self.stack[-1].nodes if self.stack else self.roots).append(node)

    def _offset(self, mark: object) -> int:
        index = getattr(mark, "index", 0)
        assert isinstance(index, int)
        return min(index + self.shift, len(self.text))

    def _syntax(self, error: YAMLError) -> None:
        problem = getattr(error, "problem", None) or str(error)
        context = getattr(error, "context", None)
        at = self._offset(getattr(error, "problem_mark", None))
        begun = getattr(error, "context_mark", None)
        bracket = next((o.start for o in reversed(self.stack) if o.event.flow_style), None)
        words = f"{context}: {problem}" if context else problem
        complaint = Complaint(self.text, words, at, self._offset(begun) if begun else at, bracket, self.last)
        mistake = explain(complaint)
        if all(f.span is None or f.span.start != mistake.start for f in self.findings):
            self._mistake(mistake)

    def _mistake(self, mistake: Mistake) -> None:
        related = []
        if mistake.related is not None:
            start, message = mistake.related
            related.append(Related(self._span(start, start + 1), message))
        end = min(mistake.end, len(self.text))
        place = self._span(min(mistake.start, end), end)
        self._report("yaml-syntax", mistake.message, place, mistake.help, *related)

    # Nodes

    def _properties(self, start: int, end: int, count: int) -> int:
        """Report the anchor and the tag before a node; return where the node itself begins."""
        for _ in range(count):
            match = _PROPERTY.match(self.text, start, end)
            if not match:
                break
            place = self._span(start, match.end())
            if match["anchor"]:
                self._no_anchors(place, match[0])
            else:
                message = f"`{match[0]}` is a YAML tag, which Parlour doesn't support"
                help = "delete it; if it is part of the value, put the whole value in quotes"
                self._report("yaml-tag", message, place, help)
            blank = _BLANK.match(self.text, match.end(), end)
            start = blank.end() if blank else match.end()
        return start

    def _no_anchors(self, place: Span, shown: str) -> None:
        message = f"`{shown}` is a YAML {'anchor' if shown[0] == '&' else 'alias'}, which Parlour doesn't support"
        help = "repeat the value wherever you need it; if this is part of a value, put the whole value in quotes"
        self._report("yaml-anchor", message, place, help)

    def _alias(self, start: int, end: int) -> Scalar:
        self._no_anchors(self._span(start, end), self.text[start:end])
        return Scalar(self.text[start:end], True, self._span(start, end))

    def _scalar(self, event: ScalarEvent, start: int, end: int) -> Scalar:
        self.last = start = self._properties(start, end, 2)
        style = event.style or ""
        if start == end and not style:  # an empty value; libyaml places it where the next token begins
            start = end = start - _blanks_before(self.text, start)
        column, last = -1, end
        if style in ("|", ">"):
            around = self.stack[-1].start if self.stack else -1
            column = around - (self.text.rfind("\n", 0, around) + 1) if self.stack else -1
            end = start + len(self.text[start:end].rstrip())
        scalar = Scalar(event.value, not style, self._span(start, end), (last, style, column))
        for odd in _ODD.finditer(event.value) if style == '"' else ():  # these were written as escapes
            place = scalar.at(odd.start(), odd.end())
            if "\ud800" <= odd[0] <= "\udfff":
                self._mistake(bad_escape(self.text, place.start))
                break  # the other half is probably the next one
            self._note(_odd(odd[0], place))
        return scalar

    def _collection(self, opened: _Open, end: int) -> Mapping | Sequence:
        nodes = opened.nodes
        flow = bool(opened.event.flow_style)
        if not (flow and self.text[opened.start] in "[{"):
            end = nodes[-1].span.end if nodes else opened.start
        place = self._span(opened.start, end)
        if isinstance(opened.event, MappingStartEvent):
            if flow:
                self._commas(nodes, in_mapping=True)
            return Mapping(self._entries(nodes), place)
        if flow:
            self._commas(nodes, in_mapping=False)
        return Sequence(tuple(nodes), place)

    def _entries(self, nodes: list[Node]) -> tuple[Pair, ...]:
        entries: dict[str, Pair] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                message = "expected a key, found a list or a mapping"
                help = "if it is part of a value, put the whole value in quotes"
                self._report("yaml-complex-key", message, key.span, help)
            elif key.plain and key.value == "<<":
                message = "`<<` is a YAML merge key, which Parlour doesn't support"
                self._report("yaml-merge-key", message, key.span, "write the entries themselves")
            elif key.value in entries:
                first = Related(entries[key.value].key.span, "the first one")
                help = "delete one of the two, or rename it"
                message = f"duplicate key `{key.value}`"
                self._report("yaml-duplicate-key", message, key.span, help, first)
            else:
                entries[key.value] = Pair(key, value)
        return tuple(entries.values())

    def _commas(self, nodes: list[Node], in_mapping: bool) -> None:
        parts: list[Part] = []
        pairs = zip(nodes[::2], nodes[1::2], strict=True) if in_mapping else ()
        for key, value in pairs:
            blank = _BLANK.match(self.text, key.span.end, value.span.end)
            colon = blank is not None and blank.end() < value.span.end
            parts += [_part(key), _part(value)] if colon else [_part(key, lone=isinstance(key, Scalar))]
        for item in () if in_mapping else nodes:
            if isinstance(item, Mapping) and self.text[item.span.start] != "{":
                parts += (_part(node) for entry in item.entries for node in (entry.key, entry.value))
            else:
                parts.append(_part(item))
        if parts and _AND_MORE.match(self.text, parts[-1].end):
            return  # no brackets at all, but the beginning of a text
        for cut in cuts(self.text, parts, "`{ }`" if in_mapping else "`[ ]`"):
            span = self._span(cut.start, cut.end)
            fixes = writing(span, cut.right) if cut.right is not None else ()
            self._note(Diagnostic("yaml-comma-in-flow-text", cut.message, span, help=cut.help, fixes=fixes))


def _blanks_before(text: str, end: int) -> int:
    start = end
    while start > 0 and text[start - 1] in " \t\r\n":
        start -= 1
    return end - start


def _part(node: Node, lone: bool = False) -> Part:
    plain = isinstance(node, Scalar) and node.plain and bool(node.value)
    return Part(node.span.start, node.span.end, plain, lone)
