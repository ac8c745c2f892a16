"""Reads options as constants, and finds the option that a document means by a name.

Each is read once. `option_types` has already checked bounds and words; ranks, suits and cards belong to the language
and are read here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parlour.documents.composition import Member, OptionSetting
from parlour.documents.document import Node, Scalar, Sequence
from parlour.documents.option_types import takes
from parlour.lang import types
from parlour.lang.classes import member_set
from parlour.lang.expressions import Expressions
from parlour.lang.symbols import ERROR, Scope, Tables, Typed
from parlour.program import Const, Type


@dataclass
class Settings:
    """Reads the options of one composition."""

    tables: Tables
    expressions: Expressions
    values: dict[tuple[str, str], Typed] = field(default_factory=dict)
    open: set[tuple[str, str]] = field(default_factory=set)  # that are being read
    _names: dict[str, list[str]] = field(default_factory=dict)  # by document

    def read_all(self) -> None:
        """Read all options, even unused ones, so that all wrong values are reported."""
        for setting in self.tables.composition.options.values():
            self._value(setting)

    def option(self, scope: Scope, name: str) -> Typed | None:
        setting = self.tables.composition.option(scope.document, name)
        return None if setting is None else self._value(setting)

    def names(self, scope: Scope) -> list[str]:
        id, options = scope.document.id, self.tables.composition.options
        if id not in self._names:
            own = [name for document, name in options if document == id]
            self._names[id] = own + [s.full_name for (document, _), s in options.items() if document != id]
        return self._names[id]

    def _value(self, setting: OptionSetting) -> Typed:
        key = setting.document.id, setting.name
        if key in self.open:
            self.tables.error("option-value", f"the value of `{setting.name}` depends on itself", setting.span)
            return Typed(Const(0), ERROR)
        if key not in self.values:
            self.open.add(key)
            self.values[key] = self._read(setting)
            self.open.remove(key)
        return self.values[key]

    def _read(self, setting: OptionSetting) -> Typed:
        kind, value = setting.type.kind, setting.value
        type_ = self._type(setting)
        if value is None:
            return Typed(Const(type_.none), type_)
        if kind == "word":
            return Typed(Const(setting.type.words.index(str(value))), type_)
        if isinstance(value, bool | int):
            return Typed(Const(int(value)), type_)
        assert not isinstance(value, str), "only a word is a string"
        return self._written(setting, value, type_)

    def _type(self, setting: OptionSetting) -> Type:
        kind, optional = setting.type.kind, setting.type.optional
        if kind == "word":
            name = f"{setting.document.id}.{setting.name}"
            self.tables.enums.setdefault(name, setting.type.words)
            return Type("enum", name, optional)
        if kind == "cards":
            return types.FACES
        return Type(kind, "", optional)

    def _written(self, setting: OptionSetting, node: Node, type_: Type) -> Typed:
        """Read ranks, suits or cards; if the type is a single one, exactly one."""
        single = not types.is_set(type_)
        whole = types.set_of(types.plain(type_)) if single else type_
        if not (node.value.strip(" []") if isinstance(node, Scalar) else isinstance(node, Sequence) and node.items):
            return Typed(Const(0), type_)
        key = node if isinstance(node, Scalar) else Scalar("", True, node.span)
        owner = Member("options", setting.name, key, node, setting.document)
        before = len(self.tables.problems)
        value = member_set(self.tables, self.expressions, node, owner, whole)
        self._suggest_setting(setting, before)
        if value is None:
            return Typed(Const(0), ERROR)
        if not isinstance(value.expr, Const) or (single and value.expr.value.bit_count() != 1):
            text = node.span.text.strip()
            message = f"`{setting.name}`: expected {takes(setting.type)}, found `{text}`"
            self.tables.error("option-value", message, node.span)
            return Typed(Const(0), ERROR)
        return Typed(Const(value.expr.value.bit_length() - 1 if single else value.expr.value), type_)

    def _suggest_setting(self, setting: OptionSetting, before: int) -> None:
        """Suggest another value in the errors about a default that doesn't fit the deck of the mix."""
        if setting.set_by == "default" and setting.document.kind == "rule":
            help = f"with another deck, set it to other cards: `--set {setting.full_name}=…`"
            new = self.tables.problems[before:]
            self.tables.problems[before:] = [d if d.help or d.code != "type" else replace(d, help=help) for d in new]
