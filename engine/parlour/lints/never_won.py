"""Finds games that all players always win together, because the numbers that decide never change.

Only certain cases count: a comparison of numbers that no step changes decides who wins, and nothing else does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.base.diagnostics import Diagnostic, listing
from parlour.documents.composition import Composition
from parlour.documents.document import Mapping, Scalar
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText, texts

_WINNERS = "winners"  # the result that names them


@dataclass(frozen=True)
class Undecided:
    """The variables that should decide who wins a game, and those that no step changes: `compared` are among these."""

    compared: tuple[str, ...]
    unchanged: frozenset[str]

    @property
    def message(self) -> str:
        return f"all players always win together, because nothing changes {listing(self.compared, 'and')}"


def check_won(composition: Composition, read: Sequence[MemberText]) -> Iterator[Diagnostic]:
    """Yield a warning at a game that all players always win."""
    problem = undecided(composition, read)
    if problem is not None and composition.subject.kind == "game":
        help = f"add a rule or a step that changes {listing(sorted(problem.unchanged))}"
        yield Diagnostic("never-won", problem.message, composition.subject.id_span, "warning", help=help)


def changes_all(composition: Composition, counters: Collection[str]) -> bool:
    """True if steps of a mix change all of these counters."""
    return _Reader(composition, texts(composition)).unchanged.isdisjoint(counters)


def undecided(composition: Composition, read: Sequence[MemberText] | None = None) -> Undecided | None:
    """Return what should decide who wins, if it can't; `read` are the texts of the mix."""
    return _Reader(composition, texts(composition) if read is None else read).undecided()


@dataclass
class _Reader:
    composition: Composition
    read: Sequence[MemberText]
    compared: dict[str, None] = field(default_factory=dict)
    following: set[str] = field(default_factory=set)  # names whose values are being followed

    def __post_init__(self) -> None:
        self.assigned: dict[str, list[s.Assign]] = defaultdict(list)
        resumed: set[str] = set()
        for node in (node for text in self.read for node in s.walk(text.syntax)):
            match node:
                case s.Assign(target=s.Name(id=name) | s.Call(name=name)):
                    self.assigned[name].append(node)
                case s.ResumeHere(mover=s.Name(id=name)):
                    resumed.add(name)
        self.bodies: dict[str, list[object]] = defaultdict(list)
        for text in self.read:
            if text.member.section in ("functions", "outcome"):
                self.bodies[text.member.name].append(text.syntax)
        counters = {m.name for m in self.composition.sections["state"] if _starts_at_zero(m.value)} - resumed
        self.unchanged = counters
        while changed := {name for name in self.unchanged if not self._only_adds_nothing(name)}:
            self.unchanged = self.unchanged - changed

    def _only_adds_nothing(self, name: str) -> bool:
        """True if no step changes a counter. A step that adds an unchanged counter to it changes nothing."""
        return all(self._is_zero(step.value) for step in self.assigned[name])

    def undecided(self) -> Undecided | None:
        winners = self.bodies[_WINNERS]
        if len(winners) == 1 and self._is_everybody(winners[0]) and self.compared:
            return Undecided(tuple(self.compared), frozenset(self.unchanged & self._told))
        return None

    @property
    def _told(self) -> set[str]:
        """The compared counters, and those that steps add to them."""
        names = set(self.compared)
        for name in self.compared:
            names |= {node.name for a in self.assigned[name] for node in s.walk(a.value) if isinstance(node, s.Call)}
        return names

    def _is_everybody(self, value: object) -> bool:
        """True if an expression is certainly the set of all sides, and compares counters to find them."""
        match value:
            case s.Name(id=name) if self.assigned[name] and name not in self.following:
                self.following.add(name)
                return all(step.op == "=" and self._is_everybody(step.value) for step in self.assigned[name])
            case s.Call(name=name, args=()) if len(self.bodies[name]) == 1 and name not in self.following:
                self.following.add(name)
                return self._is_everybody(self.bodies[name][0])
            case s.Quantified(kind="those", each=s.Each(domain=s.Name(id="sides"), where=None, order=str(), by=by)):
                return self._is_zero(by, compared=True)
            case _:
                return False

    def _is_zero(self, value: object, compared: bool = False) -> bool:
        """True if an expression is certainly 0. Its counters are noted if it is `compared`."""
        match value:
            case s.Number(value=0):
                return True
            case s.Name(id=name) | s.Call(name=name) if name in self.unchanged:
                self.compared |= {name: None} if compared else {}
                return True
            case s.Minus(value=of) | s.Total(kind="sum", value=of):
                return self._is_zero(of, compared)
            case s.Choice(then=one, other=other) | s.Binary(op="+" | "-", left=one, right=other):
                return self._is_zero(one, compared) and self._is_zero(other, compared)
            case _:
                return False


def _starts_at_zero(value: object) -> bool:
    """True for the declaration of a number without a first value."""
    if not isinstance(value, Mapping) or value.get("starts") is not None:
        return False
    written = value.get("type")
    return isinstance(written, Scalar) and written.value == "int"
