"""The parts of a mix as data: documents, their members, and what they make together.

Every member keeps the document and the place that it comes from. Nothing is judged here, and the texts
inside the members are not read: they belong to the language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source, Span
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar

Kind = Literal["frame", "rule", "game", "examples"]

KINDS: tuple[Kind, ...] = ("frame", "rule", "game")


@dataclass(frozen=True, eq=False)
class Said:
    """What the content of a file says, wherever it lies. A file that holds only examples has the kind `examples` and no
    id."""

    kind: Kind
    id: str
    title: str
    text: str
    node: doc.Mapping
    source: Source
    id_span: Span


@dataclass(frozen=True, eq=False)
class Document(Said):
    """One file of a ruleset."""

    path: Path


@dataclass(frozen=True, eq=False)
class Member:
    """One named part of a section, such as the procedure `draw`.

    `name` is the key without its parameters. Items of lists stand under the key of their section and are named
    by their text, or by their place in the list.
    """

    section: str
    name: str
    key: Scalar
    value: Node
    document: Document
    over: tuple[Member, ...] = ()
    """What this one stands instead of, oldest first."""
    only_with: str | None = None
    """The rule without which this member would not be there (`with:`)."""


@dataclass(frozen=True)
class OptionType:
    """What an option takes. `words` are those of a choice; `low` and `high` bound a number."""

    kind: Literal["bool", "int", "rank", "suit", "ranks", "suits", "cards", "word"]
    words: tuple[str, ...] = ()
    optional: bool = False
    low: int | None = None
    high: int | None = None


OptionValue = bool | int | str | None | Node
OptionData = bool | int | str | None | list[str]


@dataclass(frozen=True, eq=False)
class OptionSetting:
    """An option and what it is set to.

    `value` is None for `none`; ranks, suits and cards are left as they were written. `span` is where
    the value stands, and `set_by` is the document that says so, or `command line` or `default`.
    """

    document: Document
    name: str
    spec: doc.Mapping
    type: OptionType
    value: OptionValue
    span: Span
    set_by: Document | Literal["command line", "default"]

    @property
    def full_name(self) -> str:
        """`hand-size`, or `last-card-call.penalty` of a rule."""
        return f"{self.document.id}.{self.name}" if self.document.kind == "rule" else self.name

    @property
    def data(self) -> OptionData:
        """The value as a program wants it."""
        value = self.value
        if isinstance(value, doc.Sequence):
            return [item.value for item in value.items if isinstance(item, Scalar)]
        if isinstance(value, doc.Mapping):
            return None  # no option takes one
        if isinstance(value, Scalar):
            return value.value if self.type.kind in ("rank", "suit") else [value.value]
        return value


@dataclass(frozen=True, eq=False)
class Use:
    """A rule in a mix, and the place where a game (or the command line: no document) asks for it."""

    rule: Document
    by: Document | None
    span: Span


@dataclass(frozen=True, eq=False)
class Composition:
    """A frame with its rules and options: everything that makes one game, each part with its origin."""

    id: str
    title: str
    text: str
    documents: tuple[Document, ...]
    """Frames from the root down, then games from the root down, then rules in the order of `rule_order`."""
    uses: tuple[Use, ...]
    sections: Map[str, tuple[Member, ...]]
    """All sections, also the empty ones; members in the order of the documents."""
    options: Map[tuple[str, str], OptionSetting]
    """By the id of the document that declares the option, and its name."""
    missing: tuple[Member, ...]
    """Members that say `required` and that nothing defines. A game has none."""
    digest: str
    digests: Map[str, str]
    """The same of each document by itself, by its id: of what it adds to this mix, without the values of options."""
    notes: tuple[Diagnostic, ...]
    left_out: tuple[str, ...] = ()
    """The rules that the game has by itself and this mix has not."""

    def __getstate__(self) -> dict[str, object]:
        return {name: dict(value) if isinstance(value, Map) else value for name, value in vars(self).items()}

    def __setstate__(self, state: Map[str, object]) -> None:
        vars(self).update({name: MappingProxyType(v) if isinstance(v, dict) else v for name, v in state.items()})

    @property
    def subject(self) -> Document:
        """The game, or the frame when there is no game."""
        return [d for d in self.documents if d.kind != "rule"][-1]

    @property
    def playable(self) -> bool:
        return self.subject.kind == "game" and not self.missing

    @property
    def players(self) -> Node | None:
        return self.single("players")

    def single(self, section: str, name: str | None = None) -> Node | None:
        """The value of a part that there is once: `players`, `sides`, `main`; a key of `deck`, `seats`, `melding`."""
        for member in self.sections[section]:
            if member.name == (name or section):
                return member.value
        return None


_HEADING = re.compile(r"\s*([^()]*?)\s*(?:\(.*)?", re.DOTALL)


def heading_name(key: str) -> str:
    """`draw` for `draw(p, n)`."""
    found = _HEADING.fullmatch(key)
    return found[1] if found else key


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """The texts of a list, or the one text that stands for a list of one."""
    if isinstance(node, Scalar):
        return (node,)
    if isinstance(node, doc.Sequence):
        return tuple(item for item in node.items if isinstance(item, Scalar))
    return ()
