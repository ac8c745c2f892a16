"""Finds the routines that need linear code because they ask questions. `flow` writes the code."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from parlour.base.frozen import frozen
from parlour.base.reachable import reachable
from parlour.lang import tree as t
from parlour.program import Origin


@frozen
class Routine:
    """A procedure, stage or prompt, lowered and with its hooks. `tail` follows the body of a stage, also when the stage
    ends early. If `inside` names a routine that the body runs, the tail runs only if that one ends the stage."""

    name: str
    kind: str  # "procedure", "stage", "prompt"
    params: tuple[int, ...]
    body: t.Tree
    origin: Origin
    tail: t.Tree | None = None
    inside: str | None = None

    @cached_property
    def runs(self) -> tuple[str, ...]:
        """Return the routines that the routine calls directly, in source order."""
        return tuple(dict.fromkeys(call.routine for call in self.calls))

    @cached_property
    def calls(self) -> tuple[t.Invoke, ...]:
        """Return the calls of routines, in source order."""
        return tuple(part for part in self.parts() if isinstance(part, t.Invoke))

    def parts(self) -> Iterator[t.Tree]:
        """Yield all trees of the routine's body, in source order."""
        yield from t.walk(self.body)
        if self.tail is not None:
            yield from t.walk(self.tail)


def is_linear(tree: t.Tree, linear: Container[str]) -> bool:
    """True if a tree needs instructions of its own."""
    return any(_is_linear_itself(part, linear) for part in t.walk(tree))


def _is_linear_itself(tree: t.Tree, linear: Container[str]) -> bool:
    match tree:
        case t.Asking() | t.Together() | t.EndStage() | t.StopLoop() | t.NextRound() | t.ResumeLabel():
            return True
        case t.Loop():
            return tree.exhausted is not None
        case t.Rounds():
            return tree.repeated is not None
        case t.Invoke():
            return tree.routine in linear
        case _:
            return False


@dataclass
class LinearTrees:
    """Tells which trees need instructions of their own. Looks at each tree once, however deep it is."""

    routines: Container[str]
    _known: dict[int, tuple[t.Tree, bool]] = field(default_factory=dict)  # by id: trees, which this keeps alive

    def __contains__(self, tree: t.Tree) -> bool:
        known = self._known.get(id(tree))
        if known is None:
            inside = [part in self for part in t.parts(tree)]
            known = self._known[id(tree)] = tree, _is_linear_itself(tree, self.routines) or any(inside)
        return known[1]


def linear_routines(routines: Mapping[str, Routine]) -> set[str]:
    """Return the routines that ask a question, directly or through others."""
    linear = {name for name, r in routines.items() if r.kind != "procedure" or is_linear(r.body, set())}
    runs = {name: {*r.runs} for name, r in routines.items() if name not in linear}
    grew = True
    while grew:
        more = {name for name, others in runs.items() if name not in linear and others & linear}
        linear |= more
        grew = bool(more)
    return linear


def run_by(routines: Mapping[str, Routine], start: str) -> set[str]:
    """Return all routines that a routine can run, itself included."""
    return reachable((start,), lambda name: routines[name].runs if name in routines else ())
