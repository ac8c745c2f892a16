"""The options of a mix: their declarations, their values, and who sets them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from parlour.base.diagnostics import Diagnostic, Fix, Related, did_you_mean, listing, respelling, writing
from parlour.base.printable import value_word
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Document, Member, OptionSetting, OptionType, scalars
from parlour.documents.document import Node, Scalar, flat
from parlour.documents.option_types import Unfit, meant_value, option_type, read_value, takes
from parlour.library.library import Library
from parlour.mixing.selection import Layer, Selection, given

Key = tuple[str, str]
Settings = tuple[dict[Key, OptionSetting], tuple[Diagnostic, ...]]


@dataclass(frozen=True)
class DeclaredOption:
    """An option without a value."""

    document: Document
    name: str
    spec: doc.Mapping
    type: OptionType


def settle(
    selection: Selection, members: Sequence[Member], asked: Mapping[str, str | int | bool], library: Library
) -> Settings:
    """Return every option of a mix with its value: the default, or what a rule, a game or the command line sets."""
    settler = _Settler(selection, OptionRules(selection, library))
    for member in members:
        settler.declare(member)
    settler.set_by_rules()
    for layer in settler.layers():
        if layer.game is not None:
            settler.set_in(layer.game, layer)
    settler.set_from_outside(asked)
    return settler.settings, tuple(settler.findings)


@dataclass
class _Settler:
    selection: Selection
    elsewhere: OptionRules
    settings: dict[Key, OptionSetting] = field(default_factory=dict)
    broken: set[Key] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, message: str, span: Span, *related: Related, help: str | None = None) -> None:
        self.findings.append(Diagnostic(code, message, span, related=related, help=help))

    # Declarations

    def declare(self, member: Member) -> None:
        spec = member.value
        key = (member.over[0].document if member.over else member.document).id, member.name
        assert isinstance(spec, doc.Mapping), "the schema checks this"
        type_, default = option_type(spec), spec.get("default")
        assert type_ is not None, "the schema checks this"
        assert default is not None, "the schema requires this"
        if self.sensible(type_, spec):
            self.put(key, DeclaredOption(member.document, member.name, spec, type_), default, "default")
        if key not in self.settings:
            self.broken.add(key)

    def sensible(self, type_: OptionType, spec: doc.Mapping) -> bool:
        within = spec.entry("in")
        if within is not None and type_.kind != "int":
            self.report(
                "option-bounds", "only an option of type `int` can have bounds", within.key.span, help="remove `in`"
            )
        elif within is not None and type_.low is not None and type_.high is not None and type_.low > type_.high:
            words = f"the range {type_.low}..{type_.high} is empty"
            right = f"{type_.high}..{type_.low}"
            place, fixes = within.value.span, writing(within.value.span, right)
            self.findings.append(Diagnostic("option-bounds", words, place, help=f"write `{right}`", fixes=fixes))
        else:
            return self.describes_values(type_, spec)
        return False

    def describes_values(self, type_: OptionType, spec: doc.Mapping) -> bool:
        """Report descriptions of values that the option can't have, and values without a description."""
        within = spec.entry("values")
        described = () if within is None else doc.entries_in(within.value)
        strange = [entry.key for entry in described if entry.key.value not in type_.words]
        missing = [word for word in type_.words if word not in {entry.key.value for entry in described}]
        for key in strange:
            message = f"`values` describes `{key.value}`, which isn't a value of this option"
            self.report("option-value", message, key.span, help=did_you_mean(key.value, missing))
        if within is not None and missing and not strange:
            message = f"`values` doesn't say what {listing(missing, 'and')} means"
            self.report("option-value", message, within.key.span, help=f"add `{missing[0]}: …`")
        return not strange and (within is None or not missing)

    def put(
        self, key: Key, option: DeclaredOption, node: Node, by: Document | Literal["command line", "default"]
    ) -> None:
        try:
            value = read_value(option.type, node)
        except Unfit as unfit:
            written = f"`{node.value}`" if isinstance(node, Scalar) and node.value else _shape(node)
            message = f"`{option.name}`: expected {takes(option.type)}, found {written}"
            fixes = () if node.span.source.outside else unfit.fixes
            self.findings.append(Diagnostic("option-value", message, node.span, help=unfit.help, fixes=fixes))
        else:
            o = option
            self.settings[key] = OptionSetting(o.document, o.name, o.spec, o.type, value, node.span, by)

    # Values

    def layers(self) -> list[Layer]:
        frames = [Layer(frame, ()) for frame in self.selection.frames]
        return frames + [layer for layer in self.selection.layers if layer.game is not None]

    def set_by_rules(self) -> None:
        """Apply what rules set; games override it. Report two rules that set one option to different values."""
        line = (*self.selection.frames, *self.selection.games)
        rules = tuple(use.rule for use in self.selection.uses)
        before: dict[Key, tuple[Document, Scalar]] = {}
        for rule in rules:
            for entry in doc.entries_in(rule.node.get("set")):
                key = self.option(entry.key.value, entry.key.span, line, rules)
                if key is None:
                    continue
                self.change(key, entry.value, rule)
                other, at = before.setdefault(key, (rule, entry.key))
                if at is not entry.key:
                    self.set_alike(key, other, at, rule, entry)

    def set_alike(self, key: Key, other: Document, at: Scalar, rule: Document, entry: doc.Pair) -> None:
        node = other.node.get("set")
        assert isinstance(node, doc.Mapping), "it sets an option"
        if flat(node.get(at.value) or at) != flat(entry.value):
            there = Related(at.span, f"`{other.id}` sets it here")
            message = f"`{other.id}` and `{rule.id}` set `{key[1]}` to different values"
            help_ = "leave one of them out, or set it in the game"
            self.report("option-set-twice", message, entry.key.span, there, help=help_)

    def set_in(self, document: Document, layer: Layer) -> None:
        """Apply what a document sets; it can set options of the rules in use up to its layer."""
        before: dict[Key, Scalar] = {}
        line = (*self.selection.frames, *self.selection.games)
        common = line[: line.index(document) + 1]
        for entry in doc.entries_in(document.node.get("set")):
            rules = tuple(use.rule for use in layer.uses)
            key = self.option(entry.key.value, entry.key.span, common, rules)
            if key is None:
                continue
            other = before.setdefault(key, entry.key)
            if other is not entry.key:
                there = Related(other.span, "the first one")
                self.report("option-set-twice", f"two values for `{key[1]}`", entry.key.span, there)
                continue
            if key[0] not in {d.id for d in self.selection.documents}:
                message = f"`{entry.key.value}` has no effect: `{key[0]}` is not in this mix"
                self.findings.append(Diagnostic("option-without-rule", message, entry.key.span, "note"))
                continue
            self.change(key, entry.value, document)

    def set_from_outside(self, asked: Mapping[str, str | int | bool]) -> None:
        line = (*self.selection.frames, *self.selection.games)
        rules = tuple(use.rule for use in self.selection.uses)
        before: dict[Key, str] = {}
        for name, value in asked.items():
            text = value_word(value)
            place = given("set", text, f"{name}={text}")
            key = self.option(name, Span(place.source, 0, len(name)), line, rules)
            if key is None:
                continue
            if key in before:
                message = f"`{name}` and `{before[key]}` are the same option; set it once"
                self.report("option-set-twice", message, Span(place.source, 0, len(name)))
                continue
            before[key] = name
            setting = self.settings.get(key)
            if setting is not None and setting.type.kind == "word":
                text = meant_value(setting.type, text)
                place = given("set", text, f"{name}={text}")
            many = setting is not None and setting.type.kind in ("ranks", "suits", "cards")
            self.change(key, _listed(text, place) if many else Scalar(text, True, place), "command line")

    def change(self, key: Key, node: Node, by: Document | Literal["command line"]) -> None:
        setting = self.settings.get(key)
        if setting is not None:  # otherwise its declaration is invalid, which is already reported
            self.put(key, DeclaredOption(setting.document, setting.name, setting.spec, setting.type), node, by)

    # Names

    def option(self, name: str, at: Span, common: Sequence[Document], rules: Sequence[Document]) -> Key | None:
        """Return the option that a name refers to: one of a frame or game, `rule.name`, or that of a single rule."""
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
            message = f"`{name}` is ambiguous: {len(meant)} rules have this option"
            self.report("option-ambiguous", message, at, help=f"write {listing(names)}")
            return None
        rule, _, _ = name.rpartition(".")
        ids = [document.id for document in (*common, *rules)]
        help: str | None
        fixes: tuple[Fix, ...] = ()
        if rule and rule not in ids:
            message = f"can't set `{name}`: `{rule}` is not in this mix"
            help = did_you_mean(rule, ids)
        else:
            message = f"no option `{name}`"
            known = [*shared, *(f"{id}.{option}" for id, option in own)]
            short = [option for _, option in own]
            if rule:
                known, short = [n for n in qualified if n.startswith(rule + ".")], []
            elif len(set(known)) > 30:
                known = [*shared]
            help = None if rule else self.elsewhere.exact(name, at.source.outside)
            if name == "players" and at.source.outside:
                help = "people choose their number when they play: `parlour play GAME --players NUMBER`"
            if help is None:
                fixes = () if at.source.outside else respelling(name, (*known, *short, *qualified), at)
                help = did_you_mean(name, (*known, *short, *qualified))
                help = help or self.elsewhere.similar(name, at.source.outside) or _there_are(known)
        self.findings.append(Diagnostic("option-unknown", message, at, help=help, fixes=fixes))
        return None

    def declared(self, document: Document) -> list[tuple[str, Key]]:
        """Return the options of a document, including those that only exist together with another rule."""
        options = []
        for (owner, name), setting in self.settings.items():
            if setting.document is document or owner == document.id:
                options.append((name, (owner, name)))
        options.extend((name, (owner, name)) for owner, name in self.broken if owner == document.id)
        if not options:
            names = () if document in self.selection.documents else doc.keys_in(document.node.get("options"))
            options.extend((name, (document.id, name)) for name in names)
        return options


def _listed(text: str, place: Span) -> Node:
    """Return an argument such as `2, J, Q` as a list."""
    inner = re.sub(r"[\[\],]", " ", text)
    items = [
        Scalar(match[0], True, Span(place.source, place.start + match.start(), place.start + match.end()))
        for match in re.finditer(r"\S+", inner)
    ]
    return doc.Sequence(tuple(items), place)


def _shape(node: Node) -> str:
    if isinstance(node, Scalar):
        return "nothing"
    return "a list" if isinstance(node, doc.Sequence) else "a mapping"


def _there_are(known: Sequence[str]) -> str | None:
    names = list(dict.fromkeys(known))
    return f"the options are {listing(names, 'and')}" if names else "this mix has no options"


class OptionRules:
    def __init__(self, selection: Selection, library: Library) -> None:
        self._frames = {frame.id for frame in selection.frames}
        self._mixed = {document.id for document in selection.documents}
        self._library = library

    def exact(self, option: str, typed: bool) -> str | None:
        """Return help that names the rules with this option, or with this name; None without such a rule. `typed`: the
        option comes from the command line."""
        rules = tuple(self._library.rules_for(self._frames))
        having = [rule.id for rule in rules if option in _options(rule) and rule.id not in self._mixed]
        named = [rule.id for rule in rules if option in _names(rule)]
        mixed = [id for id in named if id in self._mixed]
        if mixed:
            options = [f"{rule.id}.{name}" for rule in rules if rule.id == mixed[0] for name in _options(rule)]
            own = f" with {listing(options, 'and')}" if options else ""
            return f"the mix has the rule `{mixed[0]}`{own}; to remove it, add {_way('without', mixed[:1], typed)}"
        if having:
            setting = f" --set {having[0]}.{option}=…" if typed and len(having) == 1 else ""
            return f"a rule has this option: add {_way('with', having, typed, setting)}"
        return f"this is a rule, not an option: add {_way('with', named, typed)}" if named else None

    def similar(self, option: str, typed: bool) -> str | None:
        """Return help that names rules whose ids end with the words of an option."""
        others = [rule.id for rule in self._library.rules_for(self._frames) if rule.id not in self._mixed]
        named = [id for id in others if id.endswith(f"-{option}")]
        return f"did you mean a rule? Add {_way('with', named, typed)}" if named else None


def _options(rule: Document) -> tuple[str, ...]:
    return doc.keys_in(rule.node.get("options"))


def _names(rule: Document) -> set[str]:
    """The id of a rule, its group and its other names, written as ids."""
    others = (item.value for key in ("group", "also-called") for item in scalars(rule.node.get(key)))
    return {rule.id, *("-".join(name.casefold().split()) for name in others)}


def _way(what: str, rules: Sequence[str], typed: bool, rest: str = "") -> str:
    """The words that put rules into a mix or remove them, on the command line or in a ruleset."""
    key = "uses" if what == "with" else what
    return listing([f"--{what} {rule}{rest}" if typed else f"{key}: [{rule}]" for rule in rules], "or")
