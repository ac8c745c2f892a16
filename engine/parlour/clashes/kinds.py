"""The ways in which two rules can clash. docs/clashes.md defines each of them; the names are stable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KindName = Literal["refused", "two-uses", "undone", "overridden", "both-ask", "dead", "incompatible"]


@dataclass(frozen=True)
class Kind:
    """`letter` is its sign in a matrix; `heavy` kinds take something away from a player."""

    name: KindName
    letter: str
    title: str
    meaning: str


KINDS: dict[KindName, Kind] = {
    kind.name: kind
    for kind in (
        Kind("incompatible", "!", "no game", "the two rules can't be in the same game"),
        Kind("dead", "D", "dead rule", "one rule never acts together with the other"),
        Kind("undone", "X", "undone", "the effects of the rules cancel each other"),
        Kind("overridden", "O", "overridden", "both act on one play, and only one takes effect"),
        Kind("both-ask", "Q", "both ask", "both wait for an answer to the same play"),
        Kind("refused", "F", "refused", "one rule allows a play, and the other forbids it"),
        Kind("two-uses", "U", "two uses", "players can play the same cards in two ways"),
    )
}
"""The gravest first."""
