"""Messages for violations of the JSON schema, at their places in the file.

The schema itself provides most of the words: its titles name things, and its `patternErrorMessage`, which
editors show as well, describes the expected values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.base.diagnostics import Diagnostic, Fix, Related, did_you_mean, listing, nearest, respelling, writing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.schema.data import NOTHING, Fault

_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
KINDS = ("frame", "rule", "game")
OTHER_NAMES = {"rules": "uses", "name": "title", "description": "text", "base": "extends", "parent": "extends"}
"""Keys that people expect, and what they are called here."""
INSTEAD = {"uses": "write it in the games that extend the frame; a rule can have `needs`"}
"""What to do where a document can't have a key."""
STEPS_BELOW = "put `|` after the colon above, and the steps below it"
DECIDING = ("forbid", "allow")  # the keys of which a clause needs one
_MEANT = {"yes": "true", "on": "true", "no": "false", "off": "false"}


@dataclass(frozen=True)
class _Place:
    """The place of an error: the node, its key if it has one, and its name for messages."""

    node: Node
    key: Scalar | None
    name: str


class Words:
    """Explains the violations in one document."""

    def __init__(self, root: doc.Mapping, schema: Mapping[str, Any]) -> None:
        self.root = root
        self.schema = schema

    def explain(self, fault: Fault) -> Iterable[Diagnostic]:
        place = self.place(fault.path)
        match fault.keyword:
            case "additionalProperties":
                yield from self.unknown_keys(fault, place)
            case "required":
                yield from self.missing_keys(fault, place)
            case "dependentRequired":
                yield from self.dependent(fault, place)
            case "oneOf":
                if isinstance(place.node, doc.Mapping):
                    yield self.one_of(fault, place)
            case "type" if _title(fault.schema) == "clause" and self.is_part_of_clause(fault):
                yield from self.clause_without_name(place)
            case "type":
                yield self.wrong_type(fault, place)
            case "enum":
                yield self.not_among(fault, place)
            case "pattern" | "minLength" if fault.name is not None:
                yield self.wrong_name(fault, place)
            case "pattern":
                help = _as_item(fault.schema, place.node) or _respelt(fault.schema, place.node)
                help = help or _as_range(fault.schema, place.node)
                yield self.wrong_value(place, _wanted(fault.schema), help)
            case "minimum":
                yield self.wrong_value(place, f"a number of at least {fault.wanted}")
            case "uniqueItems":
                yield from self.repeated(place)
            case "minItems" | "minProperties":
                yield self.too_few(fault, place)
            case "maxProperties" if fault.wanted == 1:
                yield from self.alone(place)
            case "maxProperties":
                what = f"{fault.wanted} {_title(fault.schema)}"
                yield Diagnostic("schema-value", f"{self.named(place)} has more than {what}", _span(place))
            case "maxLength":
                what = self.named(place) if fault.name is None else f"`{_short(fault.name)}`"
                message = f"{what} has more than {fault.wanted:,} characters"
                yield Diagnostic("schema-value", message, _span(place))
            case other:
                raise AssertionError(f"no message for the schema keyword {other!r}")

    # Keys

    def unknown_keys(self, fault: Fault, place: _Place) -> Iterable[Diagnostic]:
        known = list(fault.schema.get("properties", {}))
        what = _a(_title(fault.schema))
        there = {entry.key.value for entry in doc.entries_in(place.node)}
        for entry in doc.entries_in(place.node):
            key = entry.key.value
            if key in known:
                continue
            meant = OTHER_NAMES.get(key, key)
            bar = STEPS_BELOW if "do" in known and _is_step(key) else None
            help = bar or self.elsewhere(key, known) or did_you_mean(meant, known) or _choice(known)
            message = f"unknown key `{_short(key)}` in {what}"
            fixes = respelling(key, set(known) - there, entry.key.span) if self.elsewhere(key, known) is None else ()
            yield Diagnostic("schema-unknown-key", message, entry.key.span, help=help, fixes=fixes)

    def elsewhere(self, key: str, known: Sequence[str]) -> str | None:
        """Return the right place of a misplaced key, such as `uses` in a rule or `title` in an option."""
        kinds = [kind for kind in KINDS if key in self.schema["$defs"][kind]["properties"]]
        if not kinds:
            return None
        if "in" in known and key in self.schema["$defs"]["example"]["properties"]:
            return f"write `{key}` in each example or group of cases"
        if "title" in known:  # a whole file
            only = f"only {listing([_a(kind) for kind in kinds], quote='')} can have it"
            return f"{only}; {INSTEAD[key]}" if key in INSTEAD else only
        return f"`{key}` belongs at the top level of the file: don't indent it"

    def missing_keys(self, fault: Fault, place: _Place) -> Iterable[Diagnostic]:
        there = {entry.key.value for entry in doc.entries_in(place.node)}
        known = fault.schema.get("properties", {})
        for key in fault.wanted:
            if key == "do" and any(map(_is_step, there)):
                continue  # its steps are reported as unknown keys
            if any(other not in known and nearest(other, known) == key for other in there):
                continue  # it is reported as a misspelt key
            if key not in there:
                message = f"{self.subject(fault, place)} needs `{key}`"
                help = _description(self.schema, fault.schema, key)
                yield Diagnostic("schema-missing-key", message, self.head(place), help=help)

    def dependent(self, fault: Fault, place: _Place) -> Iterable[Diagnostic]:
        entries = {entry.key.value: entry for entry in doc.entries_in(place.node)}
        for key, others in fault.wanted.items():
            lacking = [other for other in others if other not in entries]
            if key in entries and lacking:
                message = f"`{key}` also needs {listing(lacking, 'and')}"
                yield Diagnostic("schema-missing-key", message, entries[key].key.span)

    def one_of(self, fault: Fault, place: _Place) -> Diagnostic:
        choices = [key for choice in fault.wanted for key in choice["required"]]
        there = [entry.key for entry in doc.entries_in(place.node) if entry.key.value in choices]
        if there:
            related = (Related(there[0].span, "the other one"),)
            message = f"{listing(choices, 'and')} exclude each other"
            return Diagnostic("schema-value", message, there[1].span, related=related)
        message = f"{self.subject(fault, place)} needs {listing(choices)}"
        return Diagnostic("schema-missing-key", message, self.head(place))

    def alone(self, place: _Place) -> Iterable[Diagnostic]:
        others = [e.key for e in doc.entries_in(place.node) if e.key.value in ("when", "over")]
        for key in others:
            yield Diagnostic("schema-value", f"`{key.value}` and `instead` exclude each other", key.span)

    def is_part_of_clause(self, fault: Fault) -> bool:
        """True if somebody wrote the keys of a clause where its name belongs."""
        around = {entry.key.value for entry in doc.entries_in(self.place(fault.path[:-1]).node)}
        return fault.path[-1] in fault.schema["properties"] and not around.isdisjoint(DECIDING)

    def clause_without_name(self, place: _Place) -> Iterable[Diagnostic]:
        if place.key is not None and place.key.value in DECIDING:
            key = place.key.value
            value = place.node.value if isinstance(place.node, Scalar) else "…"
            help = f"write, for example, `my-clause: {{{key}: {_short(value)}}}`"
            yield Diagnostic("schema-type", f"the clause needs a name before `{key}`", place.key.span, help=help)

    def wrong_name(self, fault: Fault, place: _Place) -> Diagnostic:
        entry = next(entry for entry in doc.entries_in(place.node) if entry.key.value == fault.name)
        message = f"expected {_wanted(fault.schema)}, found `{_short(fault.name or '')}`"
        return Diagnostic("schema-value", message, entry.key.span, help=_respelt(fault.schema, fault.name))

    # Values

    def wrong_type(self, fault: Fault, place: _Place) -> Diagnostic:
        wanted = _wanted(fault.schema) or _types(fault.wanted)
        node = place.node
        help: str | None = None
        fixes: tuple[Fix, ...] = ()
        if isinstance(node, Scalar):
            if isinstance(fault.wanted, str) and fault.wanted == "boolean":
                meant = _MEANT.get(node.value.lower())
                help, fixes = (f"write `{meant}`", writing(node.span, meant)) if meant else (None, ())
            elif not node.value and node.plain:
                help = "write a value, or remove the key"
            elif node.plain and node.value in NOTHING:
                help = f'`{node.value}` means no value: remove the key, or write the string `"{node.value}"`'
            elif place.key is None and _list(fault.wanted) == ["integer"] and _RANGE.fullmatch(node.value):
                help, fixes = self.range_in_list(node, self.place(fault.path[:-1]).node)
            elif not node.plain and "integer" in _list(fault.wanted) and node.value.isdecimal():
                help, fixes = "write it without quotes", writing(node.span, node.value)
            elif "array" in _list(fault.wanted) and isinstance(
                around := self.place(fault.path[:-1]).node, doc.Sequence
            ):
                lists = ", ".join(f"[{item.span.text}]" for item in around.items)
                help = f"each item is a list: write `[{lists}]`"
            elif "array" in _list(fault.wanted):
                help = _in_list(fault.schema, node)
            elif fault.wanted == "object" and _title(fault.schema) == "option" and node.value:
                help = f"to set an option, write `set: {{{_short(place.name)}: {_short(node.value)}}}`"
            elif place.key is not None and " {" in place.key.value and node.value.endswith("}"):
                name, _, rest = place.key.value.partition(" {")
                help = f"a colon is missing after `{name}`: write `{name}: {{{rest}: {node.value}`"
            elif fault.wanted == "object" and _first_key(node, fault.schema):
                key, _, rest = node.value.partition(" ")
                help = f"write `{_short(place.name)}: {{{key}: {_short(rest)}}}`"
            elif fault.wanted == "object" and "required" in fault.schema:
                help = f"write `{_short(place.name)}: {{{', '.join(f'{key}: …' for key in fault.schema['required'])}}}`"
        elif isinstance(node, doc.Mapping) and _list(fault.wanted) == ["array"]:
            help = _as_item(_items(fault.schema), node)
        elif isinstance(node, doc.Mapping) and len(node.entries) == 1 and "string" in _list(fault.wanted):
            help = f"put a value that contains `: ` in quotes: {_in_quotes(node.span.text)}"
        elif isinstance(node, doc.Sequence) and (alone := _only_item(node, fault.schema)):
            help, fixes = f"write `{alone}` without brackets", writing(node.span, alone)
        elif isinstance(node, doc.Sequence) and "string" in _list(fault.wanted) and place.key is not None:
            help = f"write `{place.key.value}: |`, and below it one step or sentence on each line, without `-`"
        message = self.expected(place, wanted)
        return Diagnostic("schema-type", message, _span(place), help=help, fixes=fixes)

    def range_in_list(self, node: Scalar, around: Node) -> tuple[str, tuple[Fix, ...]]:
        """Return the help for `[2..4]`, where a list takes only numbers."""
        assert isinstance(around, doc.Sequence)
        if len(around.items) == 1:
            return f"write `{node.value}` without brackets", writing(around.span, node.value)
        low, high = sorted(int(end) for end in node.value.split(".."))
        numbers = [str(number) for number in range(low, high + 1)]
        many = len(numbers) > 6
        return f"a list has single numbers: {', '.join([*numbers[:2], '…', *numbers[-1:]] if many else numbers)}", ()

    def not_among(self, fault: Fault, place: _Place) -> Diagnostic:
        known = [str(each) for each in fault.wanted]
        value = place.node.value if isinstance(place.node, Scalar) else None
        help = did_you_mean(value, known) if value is not None else None
        fixes = respelling(value, known, _span(place)) if value is not None else ()
        return self.wrong_value(place, _wanted(fault.schema) or listing(known, quote=""), help, fixes)

    def wrong_value(
        self, place: _Place, wanted: str | None, help: str | None = None, fixes: tuple[Fix, ...] = ()
    ) -> Diagnostic:
        message = self.expected(place, wanted or "another value")
        return Diagnostic("schema-value", message, _span(place), help=help, fixes=fixes)

    def repeated(self, place: _Place) -> Iterable[Diagnostic]:
        seen: dict[str, Node] = {}
        for item in place.node.items if isinstance(place.node, doc.Sequence) else ():
            text = item.value if isinstance(item, Scalar) else item.span.text
            first = seen.setdefault(text, item)
            if first is not item:
                related = (Related(first.span, "the first one"),)
                yield Diagnostic("schema-value", f"duplicate `{_short(text)}` in this list", item.span, related=related)

    def too_few(self, fault: Fault, place: _Place) -> Diagnostic:
        least = fault.wanted
        node = place.node
        empty = not node.items if isinstance(node, doc.Sequence) else not doc.entries_in(node)
        if empty:
            message = f"{self.named(place)} is empty"
            return Diagnostic("schema-value", message, _span(place), help="write a value, or remove the key")
        return Diagnostic("schema-value", f"{self.named(place)} needs at least {least} items", _span(place))

    # Places

    def place(self, path: Sequence[str | int]) -> _Place:
        node: Node = self.root
        place = _Place(node, None, "")
        for step in path:
            if isinstance(step, int):
                assert isinstance(node, doc.Sequence)
                node = node.items[step]
                place = _Place(node, None, place.name)
            else:
                assert isinstance(node, doc.Mapping)
                entry = node.entry(step)
                assert entry is not None
                node = entry.value
                place = _Place(node, entry.key, step)
        return place

    def named(self, place: _Place) -> str:
        if not place.name:
            return "the document"
        name = _short(place.name)
        return f"`{name}`" if place.key is not None else f"item of `{name}`"

    def expected(self, place: _Place, wanted: str) -> str:
        return f"{self.named(place)}: expected {wanted}, found {_found(place.node)}"

    def subject(self, fault: Fault, place: _Place) -> str:
        title = _title(fault.schema)
        if place.key is not None:
            name = _short(place.key.value)
            return f"`{name}`" if title == "mapping" else f"the {title} `{name}`"
        return f"this {title}"

    def head(self, place: _Place) -> Span:
        """Return the place at which to report a missing key of a mapping."""
        if place.key is not None:
            return place.key.span
        entries = doc.entries_in(place.node)
        return entries[0].key.span if entries else place.node.span


SEVERAL = ("steps", "statements", "actions")  # titles of which one can't say `a …`


def _span(place: _Place) -> Span:
    """Return the span of the value, or of its key if the value is empty."""
    span = place.node.span
    return place.key.span if span.start == span.end and place.key is not None else span


def _title(schema: Mapping[str, Any]) -> str:
    title = str(schema.get("title", "mapping")).lower()
    return "mapping" if title in SEVERAL else title


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _choice(known: Sequence[str]) -> str | None:
    return f"expected {'one of ' if known[1:] else ''}{listing(known)}" if 0 < len(known) <= 12 else None


def _description(root: Mapping[str, Any], schema: Mapping[str, Any], key: str) -> str | None:
    """Return the schema's description of a missing key."""
    described = schema.get("properties", {}).get(key, {})
    text = described.get("description")
    if text is None and "$ref" in described:
        text = root["$defs"].get(str(described["$ref"]).rpartition("/")[2], {}).get("description")
    return f"`{key}`: {text}" if text else None


def _wanted(schema: Mapping[str, Any]) -> str | None:
    message = schema.get("patternErrorMessage")
    return str(message).removeprefix("Expected ") if message else None


def _list(types: Any) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _types(types: Any) -> str:
    names = _list(types)
    if "string" in names:  # only editors need to know that strings can look like numbers
        names = [name for name in names if name not in ("number", "boolean")]
    return listing([_TYPES[name] for name in names], quote="")


def _found(node: Node) -> str:
    if isinstance(node, doc.Mapping):
        return "a mapping"
    if isinstance(node, doc.Sequence):
        return "a list"
    if not node.value:
        return "nothing" if node.plain else "an empty string"
    text = _short(node.value)
    return f"`{text}`" if node.plain or text != node.value else f'`"{text}"`'


def _short(text: str) -> str:
    """Return the text on one line, shortened for a message."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "…"


_RANGE = re.compile(r"\d{1,4}\.\.\d{1,4}")


def _only_item(node: doc.Sequence, schema: Mapping[str, Any]) -> str | None:
    """Return the only item of a list if it is a value for this place."""
    item = node.items[0] if len(node.items) == 1 else None
    fits = isinstance(item, Scalar) and "pattern" in schema and re.search(schema["pattern"], item.value)
    return item.value if fits and isinstance(item, Scalar) else None


def _as_range(schema: Mapping[str, Any], node: Node) -> str | None:
    """Suggest `2..6` for `2-6`."""
    numbers = (
        re.fullmatch(r"(\d+) *(?:-|–|to|\.{3}) *(\d+)", node.value.strip()) if isinstance(node, Scalar) else None
    )
    text = f"{numbers[1]}..{numbers[2]}" if numbers else ""
    return f"did you mean `{text}`?" if text and re.search(schema["pattern"], text) else None


def _is_step(key: str) -> bool:
    """True if a key is the first line of a step with others below it: YAML reads `if test:` as a key."""
    return " " in key and key.split()[0] in ("if", "for", "while", "repeat", "ask")


def _first_key(node: Scalar, schema: Mapping[str, Any]) -> bool:
    """True if a value begins with a key that belongs around the rest: `forbid c.rank == J`."""
    key, _, rest = node.value.partition(" ")
    return bool(rest) and key in schema.get("properties", {})


def _in_quotes(text: str) -> str:
    quote = "'" if '"' in text else '"'
    return f"`{quote}{_short(text)}{quote}`"


def _items(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a list needs of its items, if they are strings."""
    items: Mapping[str, Any] = schema.get("items", {})
    strings: Mapping[str, Any] = items.get("then", items)
    return strings


def _as_item(schema: Mapping[str, Any], node: Node) -> str | None:
    """Return how to write a mapping as an item of a list, where it is in quotes or not in a list."""
    if "object" not in _list(schema.get("type", ())):
        return None
    if isinstance(node, Scalar):
        text = node.value if not node.plain and ": " in node.value else None
    else:
        text = next((f"{entry.key.value}: {entry.value.span.text}" for entry in doc.entries_in(node)), None)
    return f"write each on a line of its own: `- {_short(text)}`" if text is not None else None


def _in_list(schema: Mapping[str, Any], node: Scalar) -> str:
    """Return how to write a string where a list belongs."""
    items = _items(schema)
    if "pattern" in items and not re.search(items["pattern"], node.value):
        return _as_item(items, node) or f"write a list; each item is {_wanted(items)}"
    return f"write `[{node.value if node.plain else node.span.text}]`"


def _respelt(schema: Mapping[str, Any], word: str | Node | None) -> str | None:
    """Suggest a valid spelling: `eight-is-wild` for `Eight is wild`."""
    text = word.value if isinstance(word, Scalar) else word
    if not isinstance(text, str) or "pattern" not in schema:
        return None
    lower = text.strip().lower()
    if lower.startswith("set of "):
        return f"write `{lower.removeprefix('set of ')}`"
    for candidate in (lower, re.sub(r"[\s_]+", "-", lower), re.sub(r"[\s-]+", "_", lower)):
        if candidate != text and re.search(schema["pattern"], candidate):
            return f"did you mean `{candidate}`?"
    return None
