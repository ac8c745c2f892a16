"""The results of comparing two rules. Imports nothing that compares, so that cached results are read quickly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KindName = Literal["refused", "two-uses", "undone", "overridden", "both-ask", "dead", "incompatible"]


@dataclass(frozen=True)
class Kind:
    """`letter` is its sign in a matrix."""

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


Status = Literal["compared", "needed", "group", "no-game", "other-table", "no-mix", "no-positions"]
"""`group`: a mix can have only one of the two. `no-game`: a mix without one of the two has errors. `other-table`: one
changes the pack or the numbers of players. `no-mix`: one of the two works in none of the mixes that can be compared."""


@dataclass(frozen=True)
class Clash:
    """`rules` begins with the rule that loses, or that asks first. `plays` are moves of the witness. `remedy` is the
    help of the error, for two rules whose mix has errors."""

    kind: KindName
    rules: tuple[str, str]
    message: str
    plays: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    witness: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class PairResult:
    """`depends` has the rules that matter only together with the other rule. `scenes` is the number of positions
    compared. `hindering` has the rules that make a comparison impossible."""

    rules: tuple[str, str]
    status: Status
    clashes: tuple[Clash, ...] = ()
    depends: tuple[str, ...] = ()
    scenes: int = 0
    subject: str = ""
    hindering: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[KindName, ...]:
        """The kinds of its clashes, the gravest first."""
        there = {clash.kind for clash in self.clashes}
        return tuple(kind for kind in KINDS if kind in there)
