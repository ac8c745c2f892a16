"""Finds the changes of steps, as far as they affect which values are known to be present."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.knowledge import NOTHING_KNOWN, Change, Known
from parlour.lang.linearity import Routine
from parlour.lang.reasoning import Reasoning
from parlour.program import Local
from parlour.program.effects import ANY_ZONE
from parlour.program.values import SEATS, Thing

_NOTHING: frozenset[Thing] = frozenset()


class Changes:
    """The changes that each step and each routine makes."""

    def __init__(self, logic: Reasoning, routines: Mapping[str, Routine], stages: Sequence[ir.Stage]) -> None:
        self.logic = logic
        self.routines = routines
        self.stages = stages
        self.known: dict[str, Change] = {}
        variables = {("var", i) for i in range(len(logic.tables.variable_list))}
        self.marks = frozenset[Thing](("mark", i) for i in range(len(logic.tables.mark_list)))
        self.everything = Change(frozenset({ANY_ZONE, SEATS, *variables, *self.marks}), frozenset({ANY_ZONE}))

    def of_routine(self, name: str) -> Change:
        if name not in self.known:
            routine = self.routines[name]
            if routine.kind == "stage":
                self.known[name] = self.everything
            else:
                self.known[name] = Change(_NOTHING)  # it can't call itself: `proof` has checked that
                self.known[name] = self.of_tree(routine.body)
        return self.known[name]

    def of_tree(self, tree: t.Tree) -> Change:
        changed, lost = set[Thing](), set[Thing]()
        for part in t.walk(tree):
            for change in self._part(part):
                changed |= change.changed
                lost |= change.lost
        return Change(frozenset(changed), frozenset(lost))

    def _part(self, part: t.Tree) -> Iterator[Change]:
        match part:
            case t.Plain(stmt):
                yield self.of_statement(stmt, NOTHING_KNOWN)
            case t.Invoke(routine):
                yield self.of_routine(routine)
                yield Change(frozenset(("local", p) for p in self.routines[routine].params))
            case t.Loop(local=local) | t.Together(local=local):
                yield Change(frozenset({("local", local)}))
            case t.Asking():
                chosen = [slot.local for arm in part.arms for slot in arm.arm.slots]
                yield Change(frozenset(("local", i) for i in (*chosen, *(local for local, _ in part.lets))))
            case t.ResumeLabel():
                yield self.everything
            case _:
                return

    def of_statement(self, stmt: ir.Stmt, known: Known) -> Change:
        """Return the changes of a statement, from the facts known before it."""
        logic = self.logic
        match stmt:
            case ir.Set(target) | ir.Pick(target):
                return Change(frozenset({_cell(target)}))
            case ir.Put(what, kind, to):
                lost = logic.sources(known, what)
                most = 1 if kind == "card" or isinstance(what, ir.Single) else None
                if self._leaves_top(what):
                    lost = _NOTHING
                changed = logic.sources(known, what) | {logic.zone_of(to)} | self.marks
                return Change(frozenset(changed), lost, most)
            case ir.PutRun(source, _, to):
                zone = logic.zone_of(source)
                return Change(frozenset({zone, logic.zone_of(to)}) | self.marks, frozenset({zone}))
            case ir.DealTo(count, source, to):
                most = logic.dealing.most(count)
                zone = logic.zone_of(source)
                return Change(frozenset({zone, logic.zone_of(to)}) | self.marks, frozenset({zone}), most)
            case ir.DealRound(count, source, to):
                zone, most = logic.zone_of(source), logic.dealing.most(count, each=True)
                return Change(frozenset({zone, ("zone", to)}) | self.marks, frozenset({zone}), most)
            case ir.Shuffle(zone, what):
                if what is None:
                    return Change(frozenset({logic.zone_of(zone)}))
                lost = _NOTHING if self._leaves_top(what) else logic.sources(known, what)
                return Change(lost | {logic.zone_of(zone)} | logic.sources(known, what) | self.marks, lost)
            case ir.EnterStage(number):
                return self._entered(self.stages[number])
            case ir.TurnOver():
                return Change(frozenset({ANY_ZONE}))
            case ir.ShowTo() | ir.Run():
                return Change(_NOTHING)
            case _:
                return Change(stmt.touches)

    def _entered(self, stage: ir.Stage) -> Change:
        """Return the change on entering a stage: variables get their starting values, and the cards go back into the
        box."""
        changed = {SEATS, *(("var", i) for i in stage.resets)}
        return Change(frozenset(changed | {ANY_ZONE} | self.marks), frozenset({ANY_ZONE})) if stage.cards else Change(
            frozenset(changed)
        )  # fmt: skip

    def _leaves_top(self, what: ir.Expr) -> bool:
        """True for all cards of a zone except the top or bottom one: the zone can't become empty."""
        match self.logic.bare(what):
            case ir.Op("-set", ir.ZoneCards(zone), ir.Single(ir.ZoneEnd(same))):
                return zone == same
            case _:
                return False


def _cell(target: ir.Local | ir.VarAt | ir.MarkAt) -> Thing:
    match target:
        case Local(i):
            return ("local", i)
        case ir.VarAt(v):
            return ("var", v)
        case ir.MarkAt(m):
            return ("mark", m)
