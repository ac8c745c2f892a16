"""The results of comparing two rules. Imports nothing that compares, so that cached results are read quickly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour.clashes.kinds import KINDS, KindName

Status = Literal["compared", "needed", "group", "no-game", "other-table", "no-mix", "no-positions"]
"""`group`: a mix can have only one of the two. `no-game`: a mix without one of the two has errors. `other-table`: one
changes the pack or the numbers of players. `no-mix`: one of the two works in none of the mixes that can be compared."""


@dataclass(frozen=True)
class Clash:
    """`rules` begins with the rule that loses, or that asks first. `plays` are moves of the witness. `remedy` is the
    help of the error, for two rules whose mix has errors."""

    kind: KindName
    rules: tuple[str, str]
    told: str
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
