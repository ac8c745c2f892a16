"""The items of a document that examples can exercise, and the event that shows each exercised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from parlour.base.source import Span
from parlour.table.tracing import Sign

Kind = Literal["actions", "clauses", "hooks", "powers", "steps", "functions", "cases", "branches", "endings", "values"]
KINDS: tuple[Kind, ...] = get_args(Kind)

STEPS: frozenset[Sign] = frozenset({"ran", "true", "false"})
"""The signs of a step that play passed."""

DEFAULT = ""
"""The word of a need that is about the default of an option, for any default."""

EXPLAINED: dict[Kind, str] = {
    "actions": "a player chose the action",
    "clauses": "only this clause forbade a choice, or made an exception; one with `unless-stuck` must also give way",
    "hooks": "the hook ran; if it has a condition, the condition must also be false once",
    "powers": "the power took effect: its steps ran, its clause decided, or its value counted",
    "steps": "the steps of a procedure, stage, penalty or `else:` ran",
    "functions": "something used the value of the function",
    "cases": "the case gave the value of its function, or added to it",
    "branches": "an `if` was true in one position and false in another; the steps at the limit of a loop ran",
    "endings": "a stage ended with this word",
    "values": "an example used this value of the option; of numbers and cards, the default and one other value",
}


@dataclass(frozen=True, eq=False)
class Need:
    """An event that must happen: one of these signs at one of these offsets, or a step inside the item.

    An ending needs its `word`. An option needs a value: this `word`, or with `other` any but this one.
    """

    missing: str
    """The report if it doesn't happen, such as `never false`."""
    signs: frozenset[Sign] = frozenset()
    at: tuple[int, ...] = ()
    inside: Span | None = None
    word: str | None = None
    other: bool = False
    decides: Span | None = None
    """The code that play never gets to unless it happens."""


@dataclass(frozen=True, eq=False)
class Item:
    """Something that examples can exercise."""

    kind: Kind
    document: str
    name: str
    span: Span
    """The place to show."""
    extent: Span
    """Everything that belongs to it, such as an action with its steps."""
    needs: tuple[Need, ...]
