"""Finds the checks for zones that are declared `never-empty` in a stage.

The declaration holds in the stage and in routines that only this stage runs. The zone is checked when the stage begins,
where a given position continues, and after each step that might take its last card. `presence` removes the checks that
it can prove.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from typing import Any

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.base.reachable import reachable
from parlour.base.source import Span
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.declarations import field, members
from parlour.lang.knowledge import NOTHING_KNOWN, Known
from parlour.lang.linearity import Routine, run_by
from parlour.lang.needed_values import Needed, NeededUse
from parlour.lang.presence_changes import Changes
from parlour.lang.symbols import Tables, origin
from parlour.program import NONE, Expr, Local, Origin
from parlour.program.effects import meet
from parlour.program.values import Thing
from parlour.program.walking import rebuilt

CODE = "never-empty"


@frozen
class Promise:
    """A zone that always has a card during a stage; `inside` are the routines that only this stage runs."""

    zone: int
    stage: str
    inside: frozenset[str]
    span: Span
    origin: Origin
    unused: int  # a local into which a check puts a card

    @property
    def things(self) -> frozenset[Thing]:
        return frozenset({("zone", self.zone)})

    @property
    def at(self) -> ir.ZoneAt:
        return ir.ZoneAt(self.zone)


class Promises:
    """The `never-empty` declarations of one composition."""

    def __init__(self, tables: Tables, routines: dict[str, Routine], main: str, stages: tuple[ir.Stage, ...]) -> None:
        self.tables = tables
        self.routines = routines
        self.all = tuple(self._read(main, {stage.name: stage for stage in stages}))

    def _read(self, main: str, stages: dict[str, ir.Stage]) -> Iterable[Promise]:
        for member in members(self.tables, "zones"):
            node = field(member, CODE)
            if node is None or member.name not in self.tables.zones:
                continue
            zone = self.tables.zones[member.name]
            if self.tables.zone_list[zone].keys:
                whose = f"each {self.tables.zone_list[zone].keys[0].in_words} has a `{member.name}`"
                called = self.tables.zone_list[zone].called
                help_ = f"remove it, and test `{called} has cards` where you need a card"
                self.tables.error(
                    CODE, f"{whose}, but only a zone of the whole table can be `{CODE}`", node.span, help=help_
                )
            elif stages[node.value].cards:
                message = f"`{member.name}` is empty when `{node.value}` begins, because all cards are in the box then"
                inner = sorted(n for n in run_by(self.routines, node.value) if n in stages and not stages[n].cards)
                such = f", such as `{inner[0]}`" if inner else ""
                self.tables.error(CODE, message, node.span, help=f"name a stage that begins after the deal{such}")
            else:
                inside = run_by(self.routines, node.value) - _without(self.routines, main, node.value)
                where = origin(member.document, node.span)
                unused = self.tables.new_local(CODE, types.CARD)
                yield Promise(zone, node.value, frozenset(inside), node.span, where, unused)

    def inside(self, routine: str) -> Known:
        """Return the facts that hold between the steps of a routine, and when it returns."""
        return {("size", p.at): 1 for p in self.all if routine in p.inside}

    def before(self, routine: str) -> Known:
        """Return the facts that hold before its first step."""
        return {("size", p.at): 1 for p in self.all if routine in p.inside and routine != p.stage}

    # ------------------------------------------------------------ checks

    def add_checks(self, changes: Changes) -> None:
        for promise in self.all:
            self._check_filled(promise, changes)
            for name in sorted(promise.inside):
                self.routines[name] = self._checked(promise, self.routines[name], changes)

    def _check_filled(self, promise: Promise, changes: Changes) -> None:
        """Report a zone to which no step moves a card: it is always empty."""
        steps = (p.stmt for r in self.routines.values() for p in r.parts() if isinstance(p, t.Plain))
        if not any(_fills(changes, promise, stmt) for stmt in steps):
            name = self.tables.zone_list[promise.zone].name
            message = f"`{name}` is always empty: no step moves a card to it"
            self.tables.error(CODE, message, promise.span, help=f"remove `{CODE}`, or move a card to `{name}`")

    def _checked(self, promise: Promise, routine: Routine, changes: Changes) -> Routine:
        def checked(part: t.Tree) -> t.Tree:
            where = routine.origin
            match part:
                case t.Plain(ir.EnterStage(number)) if changes.stages[number].name == promise.stage:
                    where, loses = promise.origin, True
                case t.Plain(stmt):
                    where = part.origin or where
                    loses = meet(promise.things, changes.of_statement(stmt, NOTHING_KNOWN).lost)
                    self._check_emptied(promise, stmt, where)
                case t.Invoke(called):
                    where = part.origin or where
                    loses = called not in promise.inside and meet(promise.things, changes.of_routine(called).lost)
                case t.ResumeLabel():
                    where, loses = part.origin, True
                case t.Asking():
                    return replace(part, filled=(*part.filled, promise.zone))
                case t.Block(items):
                    return t.block(list(items))
                case _:
                    return part
            return t.block([part, self._check(promise, where)]) if loses else part

        return _changed(routine, checked)

    def _check(self, promise: Promise, where: Origin) -> t.Tree:
        declared = self.tables.zone_list[promise.zone]
        message = f"`{declared.name}` is empty, although it has `{CODE}: {promise.stage}`"
        self.tables.uses[where, message] = NeededUse(promise.span, message, "", CODE)
        one: Expr = ir.ZoneEnd(promise.at, False) if declared.ordered else ir.First(ir.ZoneCards(promise.at))
        return t.Plain(ir.Set(Local(promise.unused), Needed(one, where, message=message)), where)

    def keep(self, open_: Container[tuple[Origin, str]]) -> None:
        """Remove the checks that are proved; the others run during play."""

        def kept(part: t.Tree) -> t.Tree:
            match part:
                case t.Plain(ir.Set(target, Needed() as need)) if self.is_check(need):
                    if (need.origin, need.message) not in open_:
                        return t.NOTHING
                    return replace(part, stmt=ir.Set(target, ir.Sure(need.value, need.origin, NONE, need.message)))
                case t.Block(items):
                    return t.block(list(items))
                case _:
                    return part

        for name in {name for promise in self.all for name in promise.inside}:
            self.routines[name] = _changed(self.routines[name], kept)

    def is_check(self, need: Needed) -> bool:
        return self.tables.uses[need.origin, need.message].code == CODE

    def _check_emptied(self, promise: Promise, stmt: ir.Stmt, where: Origin) -> None:
        """Report a step that takes all cards: it would always stop the game."""
        match stmt:
            case ir.Put(ir.ZoneCards(zone) | zone, _, to) if zone == promise.at and to != promise.at:
                pass
            case ir.Shuffle(to, ir.ZoneCards(zone) | zone) if zone == promise.at and to != promise.at:
                pass
            case _:
                return
        name = self.tables.zone_list[promise.zone].name
        message = f"this empties `{name}`, which has `{CODE}: {promise.stage}`"
        related = (Related(promise.span, "declared here"),)
        help_ = f"leave a card there, as in `{name} - {name}.top`"
        self.tables.error(CODE, message, _span(self.tables, where, promise.span), help=help_, related=related)


def _without(routines: dict[str, Routine], main: str, stage: str) -> set[str]:
    """Return the routines that the match runs outside a stage."""
    if main == stage:
        return set()
    return reachable((main,), lambda name: [run for run in routines[name].runs if run != stage])


def _fills(changes: Changes, promise: Promise, stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Put(_, _, to) | ir.PutRun(_, _, to) | ir.DealTo(_, _, to) | ir.Shuffle(to):
            return meet(promise.things, frozenset({changes.logic.zone_of(to)}))
        case _:
            return False


def _span(tables: Tables, where: Origin, otherwise: Span) -> Span:
    """Return the rest of the line at a place."""
    for document in tables.composition.documents:
        source = document.id_span.source
        if source.name == where.path:
            start = source.line_starts[where.line - 1] + where.column - 1
            return Span(source, start, source.line_starts[where.line - 1] + len(source.line_text(where.line).rstrip()))
    return otherwise


def _changed(routine: Routine, change: Callable[[t.Tree], t.Tree]) -> Routine:
    tail = None if routine.tail is None else _mapped(routine.tail, change)
    return replace(routine, body=_mapped(routine.body, change), tail=tail)


def _mapped(node: Any, change: Callable[[t.Tree], t.Tree]) -> Any:
    """Return a tree with each part mapped, inner parts first."""
    if not isinstance(node, t.Tree | t.ArmTree | tuple):
        return node
    made = rebuilt(node, lambda part: _mapped(part, change))
    return change(made) if isinstance(made, t.Tree) else made
