"""An edit: one small change to a ruleset, with the operator that makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour.base.printable import shortened
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Member, OptionSetting, OptionValue
from parlour.documents.document import Node, Scalar


@dataclass(frozen=True)
class Edit:
    """Replaces a stretch of a document by another text, or drops a whole entry of a mapping or item of a list.

    `around` is the stretch to show with the edit: `a == b`, if the edit replaces only `==`.
    """

    operator: str
    span: Span
    new: str
    around: Span
    drops_entry: bool = False

    @property
    def place(self) -> Span:
        """The stretch to show with it."""
        return self.around if self.new == "" else self.span

    @property
    def sentence(self) -> str:
        """The edit in a few words: "drops `draw(p, 2)`", "`a == b` becomes `a != b`"."""
        old = shortened(self.around.text)
        if self.operator.startswith("drop-") and self.new in DROPPED:
            return f"drops `{old}`"
        before = self.around.text[: self.span.start - self.around.start]
        after = self.around.text[self.span.end - self.around.start :]
        return f"`{old}` becomes `{shortened(before + self.new + after)}`"

    # ------------------------------------------------------------ what it changes in a mix

    def applied(self, composition: Composition) -> Composition:
        """Return a composition with the edit. Everything else in it stays the same object."""
        edited = {name: map(self._member, members) for name, members in composition.sections.items()}
        sections = {name: tuple(member for member in some if member is not None) for name, some in edited.items()}
        options = {
            key: replace(setting, value=_value(setting, self.new)) if setting.span == self.span else setting
            for key, setting in composition.options.items()
        }
        return replace(composition, sections=sections, options=options)

    def _member(self, member: Member) -> Member | None:
        if all(part.document.source.name != self.span.source.name for part in (member, *member.mixed)):
            return member
        if self._drops(member.span):
            return None
        value = self._node(member.value)
        return None if value is None else member if value is member.value else replace(member, value=value)

    def _node(self, node: Node) -> Node | None:
        """Return a node with the edit; None if that drops it."""
        if not is_inside(self.span, node.span):
            return node
        if self._drops(node.span):
            return None
        match node:
            case Scalar():
                return node if self.drops_entry else node.edited(self.span, self.new)
            case doc.Sequence(items=items):
                edited = [self._node(item) for item in items]
                return replace(node, items=tuple(item for item in edited if item is not None))
            case doc.Mapping(entries=entries):
                pairs = [(entry, self._node(entry.value)) for entry in entries if not self._drops(entry.span)]
                return replace(node, entries=tuple(replace(e, value=v) for e, v in pairs if v is not None))

    def _drops(self, span: Span) -> bool:
        return self.drops_entry and span == self.span


def is_inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and inner.source.name == outer.source.name


def _value(setting: OptionSetting, text: str) -> OptionValue:
    return text == "true" if setting.type.kind == "bool" else int(text) if setting.type.kind == "int" else text


DROPPED = ("", "nothing", "true")


def edit(operator: str, span: Span, new: str, around: Span | None = None) -> Edit:
    return Edit(operator, span, new, around or span)


def without(operator: str, span: Span) -> Edit:
    """Drop a whole entry or item."""
    return Edit(operator, span, "", span, drops_entry=True)


OPERATORS = {
    "and-or": "swaps `and` and `or`",
    "arithmetic": "swaps `+` and `-`, and replaces `&` by `-`",
    "boundary": "swaps `<` and `<=`, `>` and `>=`",
    "branch": "always takes the same side of `a if test else b`",
    "compare": "swaps `==` and `!=`, `in` and `not in`",
    "drop-action": "drops an action of a question",
    "drop-clause": "drops a clause that forbids or allows something",
    "drop-condition": "drops a condition: `if`, `where` or `only if nothing else`",
    "drop-hook": "drops a hook",
    "drop-item": "drops an item of a list, or a change to a record",
    "drop-member": "drops a member of a class",
    "drop-operand": "drops one side of `and` or `or`",
    "drop-power": "drops the power of a card",
    "drop-rule": "drops a rule that the game uses",
    "drop-step": "drops a step",
    "lifetime": "lets a variable or the deck begin again with another stage (`each`)",
    "negate": "negates a condition",
    "number": "makes a number greater or smaller by one",
    "option": "changes the default of an option, or the value that a game sets",
    "other-end": "swaps `top` and `bottom`",
    "other-player": "swaps a player and the next one",
    "other-zone": "replaces a zone with another one of the same kind",
    "quantifier": "swaps `any` and `all`, `no` and `any`, `most` and `least`",
    "setting": "changes the players, the pack, or the players who see a zone or variable",
    "truth": "swaps `true` and `false`",
}
"""The operators, with what each does."""
