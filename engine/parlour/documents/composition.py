"""The parts of a mix as data: documents, their members, and their composition.

Every member keeps its document and place. Nothing is checked here, and the expressions and steps inside
the members are not parsed: the language does that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.frozen import frozen
from parlour.base.printable import value_word
from parlour.base.source import Source, Span, is_shipped
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar

Kind = Literal["frame", "rule", "game", "deck", "examples"]

KINDS: tuple[Kind, ...] = ("frame", "rule", "game", "deck")


@dataclass(frozen=True, eq=False)
class Contents:
    """The content of a file, whatever its path. A file with only examples has the kind `examples` and no id."""

    kind: Kind
    id: str
    title: str
    text: str
    node: doc.Mapping
    source: Source
    id_span: Span

    def strings(self, key: str) -> tuple[str, ...]:
        """Return the strings under a key: those of a list, or a lone string as a list of one."""
        return tuple(item.value for item in scalars(self.node.get(key)))


@dataclass(frozen=True, eq=False)
class Document(Contents):
    """One file of a ruleset."""

    path: Path


@dataclass(frozen=True, eq=False)
class Member:
    """One named part of a section, such as the procedure `draw`.

    `name` is the key without its parameters. The key of a list item is that of its section, and its name is its
    text or its position in the list.
    """

    section: str
    name: str
    key: Scalar
    value: Node
    document: Document
    over: tuple[Member, ...] = ()
    """The members that this one replaces, oldest first."""
    mixed: tuple[Member, ...] = ()
    """The members of other rules with changes that this one has too."""
    only_with: str | None = None
    """The rule that this member depends on (`with:`)."""

    @property
    def span(self) -> Span:
        return self.key.span.to(self.value.span)

    @property
    def is_case(self) -> bool:
        """True if it adds a case to a function instead of declaring it."""
        return self.section == "functions" and not {"is", "union"}.isdisjoint(doc.keys_in(self.value))

    @property
    def replacement(self) -> Related:
        """The place where it replaces another member, as part of a finding."""
        return Related(self.key.span, f"`{self.document.id}` replaces `{self.name}` here")


@frozen
class OptionType:
    """The type of an option. `words` are the values of a choice; `low` and `high` bound a number.

    `meanings` has what each word means to players; it is empty if the option doesn't say.
    """

    kind: Literal["bool", "int", "rank", "suit", "ranks", "suits", "cards", "word"]
    words: tuple[str, ...] = ()
    optional: bool = False
    low: int | None = None
    high: int | None = None
    meanings: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of a choice, or of a boolean."""
        return ("true", "false") if self.kind == "bool" else self.words

    def meaning(self, word: str) -> str:
        """Return the meaning of a value for players, or "" if the option gives none."""
        return dict(zip(self.words, self.meanings, strict=False)).get(word, "")


OptionValue = bool | int | str | None | Node
OptionData = bool | int | str | None | list[str]


@dataclass(frozen=True, eq=False)
class OptionSetting:
    """An option and its value.

    `value` is None for `none`; ranks, suits and cards stay as written. `span` is the place of the value,
    and `set_by` is the document that sets it, or `command line` or `default`.
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
        """Return the full name: `hand-size`, or `last-card-call.penalty` for a rule."""
        return f"{self.document.id}.{self.name}" if self.document.kind == "rule" else self.name

    @property
    def data(self) -> OptionData:
        """The value as plain data."""
        value = self.value
        if isinstance(value, doc.Sequence):
            return [item.value for item in value.items if isinstance(item, Scalar)]
        if isinstance(value, doc.Mapping):
            return None  # no option has such a value
        if isinstance(value, Scalar):
            return value.value if self.type.kind in ("rank", "suit") else [value.value]
        return value

    @property
    def written(self) -> str:
        """The value as `--set` takes it."""
        value = self.data
        return " ".join(value) if isinstance(value, list) else value_word(value)


@dataclass(frozen=True, eq=False)
class Use:
    """A rule in a mix, and the place where a game, or the command line (None), includes it."""

    rule: Document
    by: Document | None
    span: Span
    listed_by: Document | None = None
    """The game or rule with this rule under `switchable`, if the mix has it only so that play can switch it on."""

    @property
    def switchable(self) -> bool:
        return self.listed_by is not None


@dataclass(frozen=True, eq=False)
class Composition:
    """A frame with its rules and options: all parts of one game, each with its origin."""

    id: str
    title: str
    text: str
    documents: tuple[Document, ...]
    """Frames from the root down, then games from the root down, then rules in the order of `needs.ordered`."""
    uses: tuple[Use, ...]
    sections: Map[str, tuple[Member, ...]]
    """All sections, including empty ones; members in the order of the documents."""
    options: Map[tuple[str, str], OptionSetting]
    """By the id of the document that declares the option, and its name."""
    missing: tuple[Member, ...]
    """Members declared `required` that no document defines. A game has none."""
    digest: str
    digests: Map[str, str]
    """By id, the digest of what each document adds to this mix, without the values of options."""
    notes: tuple[Diagnostic, ...]
    deck: Document
    """The deck that the cards are from."""
    left_out: tuple[Use, ...] = ()
    """The rules that a game, or the command line (None), removes from those that it inherits: `by` removes them."""
    switchable: Map[str, bool] = field(default_factory=dict)
    """The rules that play switches on and off, by id: true if they are on at the start."""
    listed_by: Map[str, frozenset[str]] = field(default_factory=dict)
    """The ids of the games and rules that list each of these."""

    def __getstate__(self) -> dict[str, object]:
        return {name: dict(value) if isinstance(value, Map) else value for name, value in vars(self).items()}

    def __setstate__(self, state: Map[str, object]) -> None:
        vars(self).update({name: MappingProxyType(v) if isinstance(v, dict) else v for name, v in state.items()})

    @property
    def subject(self) -> Document:
        """The game, or the frame if there is no game."""
        return [d for d in self.documents if d.kind != "rule"][-1]

    @property
    def frames(self) -> tuple[Document, ...]:
        """The frames, the nearest first."""
        return tuple(d for d in reversed(self.documents) if d.kind == "frame")

    @property
    def games(self) -> tuple[Document, ...]:
        """The games, the nearest last."""
        return tuple(d for d in self.documents if d.kind == "game")

    @property
    def rules(self) -> tuple[Document, ...]:
        return tuple(d for d in self.documents if d.kind == "rule")

    @property
    def frame(self) -> Document:
        """The nearest frame."""
        return self.frames[0]

    @property
    def own(self) -> tuple[Document, ...]:
        """The documents that don't come with Parlour, also the rules that the mix removes."""
        documents = (*self.documents, *(use.rule for use in self.left_out), self.deck)
        return tuple(document for document in documents if not is_shipped(str(document.path)))

    @property
    def members(self) -> Iterator[Member]:
        """The members of all sections."""
        return (member for members in self.sections.values() for member in members)

    def option(self, document: Document, name: str) -> OptionSetting | None:
        """Return the option that a text of a document means by a name: `name`, or `rule.name`. Its own options win."""
        owner, dot, rest = name.partition(".")
        if dot or (document.id, name) in self.options:
            return self.options.get((owner, rest) if dot else (document.id, name))
        shared = [o for (_, other), o in self.options.items() if other == name and o.document.kind != "rule"]
        return shared[-1] if shared else None

    def holds_at_start(self, document: Document) -> bool:
        """False for a rule that play must switch on first."""
        return self.switchable.get(document.id, True)

    def is_listed(self, rule: str, without: Sequence[str]) -> bool:
        """True if a game or rule lists a rule under `switchable`, apart from the rules `without`."""
        return not self.listed_by.get(rule, frozenset()) <= {*without}

    @property
    def added(self) -> tuple[Document, ...]:
        """The rules that somebody added to the game on the command line, without those that these list for play."""
        return tuple(use.rule for use in self.uses if use.by is None and not use.switchable)

    @property
    def playable(self) -> bool:
        return self.subject.kind == "game" and not self.missing

    @property
    def players(self) -> Node | None:
        return self.single("players")

    def single(self, section: str, name: str | None = None) -> Node | None:
        """Return the value of a unique part: `players`, `sides`, `main`; a key of `deck`, `seats`, `melding`."""
        for member in self.sections[section]:
            if member.name == (name or section):
                return member.value
        return None


_HEADING = re.compile(r"\s*([^()]*?)\s*(?:\(.*)?", re.DOTALL)


def heading_name(key: str) -> str:
    """Return the name in a heading: `draw` for `draw(p, n)`."""
    match = _HEADING.fullmatch(key)
    return match[1] if match else key


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """Return the scalars of a list, or a lone scalar as a list of one."""
    return tuple(item for item in doc.items_in(node) if isinstance(item, Scalar))


def text_node(member: Member) -> Scalar | None:
    """Return the steps or the expression of a member; None if another document must define it."""
    node = member.value.get("instead") if isinstance(member.value, doc.Mapping) else member.value
    return node if isinstance(node, Scalar) and not doc.is_required(node) else None
