"""Options: what they take, and what they are set to.

Ranks, suits and cards are not read here; they belong to the language. Only numbers, choices and true or false are
judged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from parlour import document as doc
from parlour.composition import Document, Member, OptionSetting, OptionType, OptionValue
from parlour.diagnostics import Diagnostic, Related, did_you_mean, listing
from parlour.document import Node, Scalar, typed
from parlour.selection import Layer, Selection, given
from parlour.source import Span

Key = tuple[str, str]
Settings = tuple[dict[Key, OptionSetting], tuple[Diagnostic, ...]]

COMMAND_LINE: Literal["command line"] = "command line"


def settle(selection: Selection, members: Sequence[Member], asked: Mapping[str, str | int | bool]) -> Settings:
    """Every option of a mix with its value: the default, what a game sets, or what the command line says."""
    settler = _Settler(selection)
    for member in members:
        settler.declare(member)
    for layer in settler.layers():
        if layer.game is not None:
            settler.set_in(layer.game, layer)
    settler.set_from_outside(asked)
    return settler.settings, tuple(settler.findings)


_TYPE = re.compile(r"(bool|int|ranks?|suits?|cards)( or none)?")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_KINDS: dict[str, Literal["bool", "int", "rank", "suit", "ranks", "suits", "cards"]] = {
    "bool": "bool", "int": "int", "rank": "rank", "suit": "suit", "ranks": "ranks", "suits": "suits", "cards": "cards",
}  # fmt: skip


def option_type(spec: doc.Mapping) -> OptionType | None:
    """What an option takes, or nothing where its description makes no sense."""
    written = spec.get("type")
    if isinstance(written, doc.Sequence):
        return OptionType("word", tuple(item.value for item in written.items if isinstance(item, Scalar)))
    found = _TYPE.fullmatch(written.value) if isinstance(written, Scalar) else None
    if not found:
        return None
    low, high = bounds(spec.get("in")) or (None, None)
    return OptionType(_KINDS[found[1]], (), bool(found[2]), low, high)


def bounds(node: Node | None) -> tuple[int, int] | None:
    """`1..5`"""
    found = _RANGE.fullmatch(node.value) if isinstance(node, Scalar) else None
    return (int(found[1]), int(found[2])) if found else None


def takes(type_: OptionType) -> str:
    """What an option takes, in words."""
    words = {
        "bool": "`true` or `false`",
        "int": "a whole number",
        "rank": "a rank",
        "suit": "a suit",
        "ranks": "ranks",
        "suits": "suits",
        "cards": "cards",
        "word": listing(type_.words),
    }[type_.kind]
    if type_.low is not None and type_.high is not None:
        words += f" from {type_.low} to {type_.high}"
    return words + (" or `none`" if type_.optional else "")


class Unfit(Exception):  # noqa: N818 - it says what a value is, and never leaves this module
    """A value that an option does not take, and what may have been meant."""

    def __init__(self, help: str | None = None) -> None:
        super().__init__(help)
        self.help = help


def read_value(type_: OptionType, node: Node) -> OptionValue:
    if type_.kind in ("ranks", "suits", "cards"):
        if isinstance(node, doc.Mapping) or (isinstance(node, Scalar) and not node.value):
            raise Unfit
        if isinstance(node, doc.Sequence) and not all(isinstance(item, Scalar) for item in node.items):
            raise Unfit
        return node
    if not isinstance(node, Scalar):
        raise Unfit("write a single value" if isinstance(node, doc.Sequence) else None)
    if type_.optional and node.value == "none":
        return None
    value = typed(node)
    match type_.kind:
        case "bool":
            if isinstance(value, bool):
                return value
            meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(node.value.lower())
            raise Unfit(f"write `{meant}`" if meant else None)
        case "int":
            if isinstance(value, int) and not isinstance(value, bool):
                if (type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high):
                    return value
                raise Unfit
            raise Unfit("write it without quotes" if not node.plain and node.value.isdecimal() else None)
        case "word":
            if node.value in type_.words:
                return node.value
            raise Unfit(did_you_mean(node.value, type_.words))
        case _:
            if not node.value:
                raise Unfit
            return node.value


@dataclass
class _Settler:
    selection: Selection
    settings: dict[Key, OptionSetting] = field(default_factory=dict)
    broken: set[Key] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, message: str, span: Span, *related: Related, help: str | None = None) -> None:
        self.findings.append(Diagnostic(code, message, span, related=related, help=help))

    # What options there are

    def declare(self, member: Member) -> None:
        spec = member.value
        key = (member.over[0].document if member.over else member.document).id, member.name
        type_ = option_type(spec) if isinstance(spec, doc.Mapping) else None
        default = spec.get("default") if isinstance(spec, doc.Mapping) else None
        if type_ is None or default is None or not isinstance(spec, doc.Mapping) or not self.sensible(type_, spec):
            self.broken.add(key)
            return
        value = self.fitting(member.name, type_, default)
        if value is _UNFIT:
            self.broken.add(key)
            return
        assert not isinstance(value, _Unfit)
        setting = OptionSetting(member.document, member.name, spec, type_, value, default.span, "default")
        self.settings[key] = setting

    def sensible(self, type_: OptionType, spec: doc.Mapping) -> bool:
        within = spec.entry("in")
        if type_.kind == "int" and (type_.low is None or type_.high is None):
            return False
        if within is not None and type_.kind != "int":
            self.report("option-bounds", "only numbers have bounds", within.key.span, help="leave `in` out")
        elif within is not None and type_.low is not None and type_.high is not None and type_.low > type_.high:
            words = f"nothing lies between {type_.low} and {type_.high}"
            self.report("option-bounds", words, within.value.span, help="write the smaller number first")
        elif type_.kind in ("bool", "word", "ranks", "suits", "cards") and type_.optional:
            written = spec.get("type")
            help = "an empty list is none" if type_.kind != "bool" else None
            message = f"`{flat_type(written)}` is not a type that an option can have"
            self.report("option-type", message, (written or spec).span, help=help)
        else:
            return True
        return False

    def fitting(self, name: str, type_: OptionType, node: Node) -> OptionValue | _Unfit:
        try:
            return read_value(type_, node)
        except Unfit as unfit:
            found = f"`{node.value}`" if isinstance(node, Scalar) and node.value else _shape(node)
            message = f"`{name}` takes {takes(type_)}; found {found}"
            self.report("option-value", message, node.span, help=unfit.help)
            return _UNFIT

    # What they are set to

    def layers(self) -> list[Layer]:
        frames = [Layer(frame, ()) for frame in self.selection.frames]
        return frames + [layer for layer in self.selection.layers if layer.game is not None]

    def set_in(self, document: Document, layer: Layer) -> None:
        """What a document sets; it knows the options of the rules in use as far as there."""
        node = document.node.get("set")
        before: dict[Key, Scalar] = {}
        line = (*self.selection.frames, *self.selection.games)
        common = line[: line.index(document) + 1]
        for entry in node.entries if isinstance(node, doc.Mapping) else ():
            rules = tuple(use.rule for use in layer.uses)
            key = self.option(entry.key.value, entry.key.span, common, rules)
            if key is None:
                continue
            other = before.setdefault(key, entry.key)
            if other is not entry.key:
                there = Related(other.span, "it is set here already")
                self.report("option-set-twice", f"`{key[1]}` is set twice", entry.key.span, there)
                continue
            if key[0] not in {d.id for d in self.selection.documents}:
                message = f"`{entry.key.value}` has no effect, since `{key[0]}` is not in this mix"
                self.findings.append(Diagnostic("option-without-rule", message, entry.key.span, "note"))
                continue
            self.put(key, entry.value, document)

    def set_from_outside(self, asked: Mapping[str, str | int | bool]) -> None:
        line = (*self.selection.frames, *self.selection.games)
        rules = tuple(use.rule for use in self.selection.uses)
        before: dict[Key, str] = {}
        for name, value in asked.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            whole = f"{name}={text}"
            place = given("set", text, whole)
            key = self.option(name, Span(place.source, 0, len(name)), line, rules)
            if key is None:
                continue
            if key in before:
                message = f"`{name}` and `{before[key]}` are the same option"
                self.report("option-set-twice", message, Span(place.source, 0, len(name)))
                continue
            before[key] = name
            setting = self.settings.get(key)
            many = setting is not None and setting.type.kind in ("ranks", "suits", "cards")
            self.put(key, _listed(text, place) if many else Scalar(text, True, place), COMMAND_LINE)

    def put(self, key: Key, node: Node, by: Document | Literal["command line"]) -> None:
        setting = self.settings.get(key)
        if setting is None:
            return
        value = self.fitting(key[1], setting.type, node)
        if value is _UNFIT:
            return
        assert not isinstance(value, _Unfit)
        s = setting
        self.settings[key] = OptionSetting(s.document, s.name, s.spec, s.type, value, node.span, by)

    # Names

    def option(self, name: str, at: Span, common: Sequence[Document], rules: Sequence[Document]) -> Key | None:
        """The option that a name means: one of the frames and games, `rule.name`, or one that only one rule has."""
        shared = {option: key for d in common for option, key in self.declared(d)}
        own = [key for rule in rules for _, key in self.declared(rule)]
        qualified = {f"{id}.{option}": (id, option) for id, option in (*shared.values(), *own)}
        if name in shared:
            return shared[name]
        if name in qualified:
            return qualified[name]
        meant = [key for key in own if key[1] == name]
        if len(meant) == 1:
            return meant[0]
        if meant:
            names = [f"{id}.{option}" for id, option in meant]
            message = f"{len(meant)} rules have an option `{name}`"
            self.report("option-ambiguous", message, at, help=f"write {listing(names)}")
            return None
        rule, _, _ = name.rpartition(".")
        ids = [document.id for document in (*common, *rules)]
        help: str | None
        if rule and rule not in ids:
            message = f"`{rule}` is not in this mix, so its options can't be set"
            help = did_you_mean(rule, ids)
        else:
            message = f"there is no option `{name}`"
            known = [*shared, *(f"{id}.{option}" for id, option in own), *(option for _, option in own)]
            if rule:
                known = [n for n in qualified if n.startswith(rule + ".")]
            elif len(set(known)) > 30:
                known = [*shared]
            help = did_you_mean(name, (*known, *qualified)) or _there_are(known)
        self.report("option-unknown", message, at, help=help)
        return None

    def declared(self, document: Document) -> list[tuple[str, Key]]:
        """The options that stand in a document, also those that only exist together with another rule."""
        found = []
        for (owner, name), setting in self.settings.items():
            if setting.document is document or owner == document.id:
                found.append((name, (owner, name)))
        found.extend((name, (owner, name)) for owner, name in self.broken if owner == document.id)
        if not found:
            node = document.node.get("options")
            names = node.keys() if isinstance(node, doc.Mapping) else ()
            in_mix = document in self.selection.documents
            found.extend((name, (document.id, name)) for name in names if not in_mix)
        return found


class _Unfit:
    """Stands for a value that has been reported."""


_UNFIT = _Unfit()


def _listed(text: str, place: Span) -> Node:
    """`2, J, Q` from outside of any file as a list."""
    inner = re.sub(r"[\[\],]", " ", text)
    items = [
        Scalar(found[0], True, Span(place.source, place.start + found.start(), place.start + found.end()))
        for found in re.finditer(r"\S+", inner)
    ]
    return doc.Sequence(tuple(items), place)


def _shape(node: Node) -> str:
    if isinstance(node, Scalar):
        return "nothing"
    return "a list" if isinstance(node, doc.Sequence) else "a map"


def _there_are(known: Sequence[str]) -> str | None:
    names = list(dict.fromkeys(known))
    return f"there are {listing(names, 'and')}" if names else "this mix has no options"


def flat_type(node: Node | None) -> str:
    return node.value if isinstance(node, Scalar) else ""
