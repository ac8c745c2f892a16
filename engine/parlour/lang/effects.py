"""Finds what parts of a ruleset read and write, to decide whether two of them can change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.linearity import Routine
from parlour.program.effects import Effect, affecting, meet, read_by, written_by
from parlour.program.values import ASK, CHANCE, FLOW, Thing


def commute(first: Effect, second: Effect) -> bool:
    """True if the order of the two makes no difference."""
    alike = _set_alike(first, second)
    one = Effect(first.reads, first.writes, first.adds, first.sets - alike).settled()
    two = Effect(second.reads, second.writes, second.adds, second.sets - alike).settled()
    if {thing for thing, _ in alike} & (first.reads | second.reads):
        return False
    return _unhurt(one, two) and _unhurt(two, one)


def _set_alike(first: Effect, second: Effect) -> frozenset[tuple[Thing, int]]:
    """Return the things that both set to the same value and change in no other way."""
    values: dict[Thing, set[int]] = {}
    for thing, value in first.sets | second.sets:
        values.setdefault(thing, set()).add(value)
    otherwise = first.writes | first.adds | second.writes | second.adds
    return frozenset(
        (thing, value)
        for thing, value in first.sets & second.sets
        if len(values[thing]) == 1 and thing not in otherwise
    )


def _unhurt(first: Effect, second: Effect) -> bool:
    touched = second.writes | second.adds
    if FLOW in first.writes and (touched - {FLOW}):
        return False
    if meet(first.writes, second.reads | touched):
        return False
    return not meet(first.adds, second.reads | second.writes)


@dataclass
class Effects:
    """The effects of trees, expressions and everything that they call."""

    routines: Mapping[str, Routine]
    functions: Sequence[ir.Function | None]
    permissions: Sequence[ir.Permission]
    questions: Mapping[int, t.Asking]
    guise: int | None = None  # the mark that says what a card shows
    known: dict[str, Effect] = field(default_factory=dict)
    open_: set[str] = field(default_factory=set)

    def of(self, tree: t.Tree, but: t.Tree | None = None) -> Effect:
        """Return the effect of steps, without that of the step `but`."""
        total = Effect()
        for part in t.walk(tree):
            if part != but:
                total = total.with_(self._part(part))
        return total

    def _part(self, part: t.Tree) -> Effect:
        match part:
            case t.Plain(stmt):
                return self._stmt(stmt)
            case t.Invoke(routine, args):
                return self._routine(routine).with_(self._expr(args))
            case t.EndStage():
                return Effect(writes=frozenset({FLOW}))
            case t.Asking():
                asked = Effect(reads=frozenset({ASK}), writes=frozenset({ASK}))
                arms = tuple(a.arm for a in part.arms)
                return asked.with_(self._expr((part.seat, tuple(e for _, e in part.lets), arms)))
            case t.Branching(test):
                return self._expr(test)
            case t.Attempt(_, keep):
                return self._expr(keep)
            case t.Loop():
                chance = Effect(writes=frozenset({CHANCE})) if part.by_chance else Effect()
                return chance.with_(self._expr((part.domain, part.where)))
            case t.Rounds():
                return self._expr((part.test, part.limit))
            case t.Together():
                return self._expr((part.domain, part.where))
            case _:
                return Effect()

    def _routine(self, name: str) -> Effect:
        if name not in self.known and name not in self.open_:
            self.open_.add(name)
            routine = self.routines[name]
            effect = self.of(routine.body)
            if routine.tail is not None:
                effect = effect.with_(self.of(routine.tail))
            self.known[name] = effect
            self.open_.discard(name)
        return self.known.get(name, Effect())

    def _stmt(self, stmt: object) -> Effect:
        effect = self._expr(stmt)
        for node in affecting(stmt):
            effect = effect.with_(written_by(node))
        return effect

    def reads(self, node: object) -> frozenset[Thing]:
        return self._expr(node).reads

    def _expr(self, node: object) -> Effect:
        """Return the things that an expression reads, also through functions, permissions and questions."""
        reads: set[Thing] = set()
        stack: list[object] = [node]
        done: set[tuple[str, int]] = set()
        while stack:
            for part in affecting(stack.pop()):
                thing, inner = read_by(part)
                if thing is not None:
                    reads.add(thing)
                if self.guise is not None and isinstance(part, ir.CardFact | ir.ZoneEnd | ir.ZonePlace):
                    reads.add(("mark", self.guise))
                for key in inner:
                    if key not in done:
                        done.add(key)
                        stack.append(self._inside(key))
        return Effect(reads=frozenset(reads))

    def _inside(self, key: tuple[str, int]) -> object:
        kind, number = key
        if kind == "function":
            function = self.functions[number]
            return () if function is None else function.body
        if kind == "permission":
            return self.permissions[number].verdict if number < len(self.permissions) else ()
        asking = self.questions.get(number)
        return () if asking is None else (*(e for _, e in asking.lets), *(a.arm for a in asking.arms))
