"""A rule sheet as data. Every paragraph names the document that says it, and the conditions that make it true."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.program import Design

PARTS = {
    "aim": "Aim",
    "need": "What you need",
    "deal": "The deal",
    "before": "Before play",
    "turn": "Your turn",
    "chart": "The cards",
    "rules": "More rules",
    "added": "House rules",
    "switched": "Rules that players can make and repeal",
    "gone": "Not in this game",
    "end": "The end",
    "scoring": "Scoring",
    "settings": "Also agreed",
    "examples": "Examples",
}
"""The parts of a sheet in order, with their headings."""


@dataclass(frozen=True)
class Paragraph:
    """Some sentences. A paragraph of a house rule has the title of the rule."""

    text: str
    document: str
    because: tuple[str, ...] = ()
    title: str | None = None


@dataclass(frozen=True)
class Row:
    """A row of the card chart: cards such as `8`, `J` or `Q♠`, their effects, and the documents that define these.

    `place` is the line of the first effect.
    """

    cards: tuple[str, ...]
    words: tuple[Paragraph, ...]
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Place:
    """A zone in the picture of an example, or the cards of a player: `discard pile`, and the names of cards.

    `-` is an empty place. `hidden` is the number of cards that nobody names.
    """

    name: str
    cards: tuple[str, ...]
    hidden: int = 0


@dataclass(frozen=True)
class Moment:
    """A picture of the table, and its caption."""

    places: tuple[Place, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Worked:
    """A worked example: its name, its document, and its pictures."""

    name: str
    document: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class Sheet:
    """Everything on a rule sheet. `players` and `cards` are in words. `parts` have their paragraphs by name."""

    id: str
    title: str
    text: str
    credits: str
    players: str
    cards: str
    parts: dict[str, tuple[Paragraph, ...]]
    chart: tuple[Row, ...]
    kinds: tuple[Paragraph, ...]
    """The cards of each kind that the rules speak of: `Power cards: 2 3 8.`"""
    settings: tuple[Paragraph, ...]
    examples: tuple[Worked, ...]
    design: Design
    opening: str | None = None
    """A sentence before everything else: which rules were added, or what the reader has to know."""
    tiers: tuple[Sheet, ...] = ()
    """For somebody who knows another game: the sheets of the steps from there, which say only what changes."""
