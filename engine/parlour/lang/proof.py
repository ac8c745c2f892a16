"""Proves that no routine can run itself again, that only steps inside a stage leave it, and that a given position can
continue at each `resume here`.

The steps before `resume here` don't run for a given position. So the steps after it can't use a name from a `let` or
the round of a loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from parlour.base.diagnostics import Related, did_you_mean, listing
from parlour.base.reachable import reachable
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.cost import MOST_DEPTH
from parlour.lang.flow import Code
from parlour.lang.handling import check_counts
from parlour.lang.linearity import Routine
from parlour.lang.replaced import was_replaced
from parlour.lang.symbols import Tables
from parlour.program.walking import Called, called_in

MOST_NAMED = 6  # permissions


def check_depth(tables: Tables, routines: Mapping[str, Routine]) -> None:
    """Report the first call of a chain that is too long."""
    order = TopologicalSorter({name: routine.runs for name, routine in routines.items()})
    depths: dict[str, int] = {}
    try:
        for name in order.static_order():
            depths[name] = max((depths[called] + 1 for called in routines[name].runs), default=0)
            if depths[name] > MOST_DEPTH:
                call = max(routines[name].calls, key=lambda c: depths[c.routine])
                inside, most = depths[name] - 1, MOST_DEPTH - 1
                message = f"this call contains {inside} calls within each other; the limit is {most}"
                tables.error("cost", message, call.span, help="run the inner procedures one after the other instead")
                return
    except CycleError:
        return  # `_no_recursion` reports it


def check_flow(tables: Tables, bodies: Bodies, routines: Mapping[str, Routine], main: str) -> None:
    _no_recursion(tables, routines)
    check_depth(tables, routines)
    _no_circular_questions(tables, bodies)
    _ends_are_inside(tables, routines, main)
    check_counts(tables, routines)
    _permissions_are_asked_for(tables)


def _permissions_are_asked_for(tables: Tables) -> None:
    """Report clauses of a permission that no action uses. A frame can leave the action to others."""
    if tables.composition.missing:
        return
    for name, permission in tables.permissions.items():
        if name not in tables.asked_for and not was_replaced(tables, name):
            span = permission.member.key.span
            wanted = sorted({*tables.asked_for, *tables.actions})
            rename = "rename the permission after an action, or after its `does`"
            if 0 < len(wanted) <= MOST_NAMED:
                rename += f": {listing(wanted)}"
            help_ = did_you_mean(name, wanted) or rename
            if name in tables.actions:
                help_ = f"write the parameters of the action `{name}`: the player who answers, then its choices"
            tables.error("unknown-name", f"no action uses the permission `{name}`", span, help=help_)


def _no_recursion(tables: Tables, routines: Mapping[str, Routine]) -> None:
    done: set[str] = set()

    def visit(name: str, path: list[t.Invoke]) -> None:
        running = [start, *(call.routine for call in path)]
        for call in routines[name].calls:
            if call.routine in running:
                _report_circle(tables, [*path[running.index(call.routine) :], call])
            elif call.routine not in done:
                visit(call.routine, [*path, call])
        done.add(name)

    for start in routines:
        if start not in done:
            visit(start, [])


def _report_circle(tables: Tables, calls: Sequence[t.Invoke]) -> None:
    """Report routines that run each other in a circle, at the call that an author added last to the mix."""
    ranks = [tables.order(call.span.source) for call in calls]
    last = max(range(len(calls)), key=lambda n: (ranks[n], n))
    here = calls[last]
    circle = [call.routine.partition("·")[0] for call in (here, *calls[last + 1 :], *calls[: last + 1])]
    own = len(set(ranks)) == 1
    help_ = "use a loop" if own else f"remove this step: `{circle[0]}` is still running here"
    tables.error("recursion", f"a procedure can't run itself: {' → '.join(circle)}", here.span, help=help_)


def _no_circular_questions(tables: Tables, bodies: Bodies) -> None:
    """Report functions, permissions and `possible` conditions that depend on each other in a circle."""
    after: dict[Called, list[Called]] = {}
    names: dict[Called, str] = {}
    for number, function in enumerate(bodies.functions):
        if function is not None:
            after["function", number] = [*called_in(function.body)]
            names["function", number] = function.name
    for number, permission in enumerate(bodies.permissions):
        tests = tuple(c.test for c in permission.clauses)
        after["permission", number] = [*called_in((permission.verdict, tests))]
        names["permission", number] = permission.name
    for number, asking in bodies.asked.items():
        lets = [value for _, value in asking.lets]
        arms = [(a.arm.slots, a.arm.test, a.arm.where, a.arm.may) for a in asking.arms if not a.arm.last]
        after["question", number] = [*called_in((*lets, *arms))]
        names["question", number] = asking.name
    done: set[Called] = set()

    def visit(key: Called, path: list[Called]) -> None:
        path = [*path, key]
        for other in after.get(key, []):
            if other in path:
                circle = [names.get(k, "?") for k in [*path[path.index(other) :], other]]
                span = tables.composition.subject.id_span
                for member in (tables.permissions, tables.prompts, tables.functions):
                    if circle[0] in member:
                        span = member[circle[0]].member.key.span
                tables.error("recursion", f"circular dependency: {' → '.join(circle)}", span)
                return
            if other not in done:
                visit(other, path)
        done.add(key)

    for key in after:
        if key not in done:
            visit(key, [])


def _ends_are_inside(tables: Tables, routines: Mapping[str, Routine], main: str) -> None:
    for stage in tables.stages:
        outside = _reached_without(routines, main, stage)
        for name in outside:
            routine = routines[name]
            for part in routine.parts():
                if isinstance(part, t.EndStage) and part.stage == stage:
                    message = f"`end {stage}` can run outside the stage `{stage}`"
                    tables.error("end", message, part.span)


def _reached_without(routines: Mapping[str, Routine], main: str, stage: str) -> set[str]:
    """Return the routines that the match can run without entering the stage. Hooks after a stage are outside it."""
    tail = routines[stage].tail or t.NOTHING
    after = [part.routine for part in t.walk(tail) if isinstance(part, t.Invoke)]

    def runs(name: str) -> list[str]:
        return [n for run in routines[name].runs for n in (after if run == stage else (run,))]

    return reachable(() if main == stage else (main,), runs)


def check_resumes(tables: Tables, code: Code) -> None:
    first: dict[str | None, t.ResumeLabel] = {}
    for label, wanted in code.places():
        other = first.setdefault(label.name, label)
        if other.span != label.span:
            there = (Related(other.span, "the other one"),)
            named = f"with the name `{label.name}`" if label.name else "without a name"
            message = f"duplicate `resume here` {named}"
            help_ = "name one of them differently, as in `resume here as bidding`"
            tables.error("resume", message, label.span, help=help_, related=there)
        if wanted:
            names = [tables.locals[local][0] for local in sorted(wanted)]
            ours = [*dict.fromkeys(name.rpartition(".")[2] for name in names if not name.startswith("."))]  # `turn.p`
            if ours:
                message = f"{listing(ours, 'and')} would have no value when a position continues here"
                help_ = "store it in a variable under `state`, or put `resume here` elsewhere"
            else:
                message = "a position can't continue inside this loop: the remaining rounds are unknown"
                help_ = (
                    "put `resume here` before the loop, or use `while` and count the rounds in a variable under `state`"
                )
            tables.error("resume", message, label.span, help=help_)
