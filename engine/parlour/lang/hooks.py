"""Reads the hooks of a composition and weaves them into the routines. `hook_orders` checks their order."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from dataclasses import replace
from typing import TypeVar

from parlour import program as ir
from parlour.base.diagnostics import did_you_mean, listing
from parlour.base.source import Span
from parlour.documents.composition import Document, Member, scalars
from parlour.documents.document import Node, Scalar, items_in, node_at
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.changing import StepTests
from parlour.lang.declarations import members
from parlour.lang.effects import Effects
from parlour.lang.firing import fired, own_procedure, with_notes
from parlour.lang.hook_orders import HookOrders, HooksOfRoutine
from parlour.lang.linearity import Routine
from parlour.lang.moments import Hook, HookMoment, Instead, Wrapped, goes_before
from parlour.lang.overwriting import Overwriting
from parlour.lang.parameters import check_params, own_params
from parlour.lang.powers import Power
from parlour.lang.questions import StepContext
from parlour.lang.switches import in_force
from parlour.lang.symbols import Declared, Scope, origin
from parlour.program import Expr, fold
from parlour.program.walking import free_locals

H = TypeVar("H", Hook, Instead)


class Hooks:
    """All hooks of a composition."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.tables = bodies.tables
        self.hooks: list[Hook] = []
        self.insteads: dict[str, list[Instead]] = {}
        self.asked_instead: set[str] = set()  # the prompts that those ask
        self.noticed: dict[str, Document] = {}  # procedures that are all that a hook of their own document runs

    def target(self, name: str) -> Declared | None:
        t_ = self.tables
        return t_.procedures.get(name) or t_.stages.get(name) or t_.prompts.get(name)

    # ------------------------------------------------------------ reading

    def read(self) -> None:
        for member in members(self.tables, "when"):
            for node in items_in(member.value):
                self._read(member, node)
        for power in self.bodies.powers:
            if power.facet.kind in ("before", "after"):
                self._power(power)

    def _read(self, member: Member, node: Node) -> None:
        head = parser.parse_hook_heading(member.key, self.tables.problems)
        if head is None:
            return
        target = self._find(head)
        text = node if isinstance(node, Scalar) else node_at(node, "do")
        stmts = parser.parse_statements(text, self.tables.problems) if isinstance(text, Scalar) else None
        if target is None or stmts is None:
            return
        if not check_params(
            self.tables, target.name, target.params, head.target, member.key.span, target.member.key.span
        ):
            return
        scope = own_params(self.tables, target.params, head.target).scope(member.document)
        test = self._condition(member, node, scope)
        earlier, later = _names(node, "earlier-than"), _names(node, "later-than")
        key = member.key.span
        moment = HookMoment(head.when, target.name, member.document, test, key, earlier, later, key)
        if head.when == "instead of":
            self.asked_instead |= {node.call.name for node in s.walk(stmts) if isinstance(node, s.Ask)}
            self.insteads.setdefault(target.name, []).append(Instead(moment, scope, stmts))
        else:
            body = self._fired(member.document, self.bodies.statements.block(stmts, StepContext(scope)))
            self.hooks.append(Hook(moment, body))

    def _condition(self, member: Member, node: Node, scope: Scope) -> Expr:
        """Return the condition of a hook, lowered. One that is settled before play is noted."""
        condition = node_at(node, "if")
        tree = parser.parse_expression(condition, self.tables.problems) if isinstance(condition, Scalar) else None
        test: Expr = fold.TRUE if tree is None else self.bodies.expressions.condition(tree, scope)
        if isinstance(condition, Scalar) and isinstance(test, ir.Const):
            self.tables.settled.append(ir.Settled(origin(member.document, member.key.span), bool(test.value)))
        return fold.conjunction((in_force(self.tables, member), test))

    def _find(self, head: s.HookHeading) -> Declared | None:
        target = self.target(head.target.name)
        if target is None:
            name = head.target.name
            t_ = self.tables
            known = [*t_.procedures, *t_.stages, *t_.prompts]
            stem = max((k for k in known if len(k) > 2 and name.startswith(k)), key=len, default="")
            near = did_you_mean(name, known) or (f"did you mean `{stem}`?" if stem else None)
            help_ = near or f"hooks can be at {listing(sorted(known))}"
            t_.error("unknown-name", f"unknown procedure, stage or question `{name}`", head.target.span, help=help_)
        return target

    def _power(self, power: Power) -> None:
        head, when, document, text = power.facet.heading, power.facet.kind, power.document, power.text
        target = self.target(head.name)
        if target is None:
            self._find(s.HookHeading(head.span, when, head))
            return
        params = own_params(self.tables, target.params, head)
        frame_scope = params.scope(power.facet.member.document)
        applies = power.applies(self.bodies.expressions, frame_scope)
        stmts = parser.parse_statements(text, self.tables.problems)
        if stmts is None:
            return
        body = self.bodies.statements.block(stmts, StepContext(params.scope(document, implied=True)))
        body = self._fired(document, body)
        moment = HookMoment(when, target.name, document, applies, text.span, (), (), power.at, from_power=True)
        self.hooks.append(Hook(moment, body))

    def _fired(self, document: Document, body: t.Tree) -> t.Tree:
        """Return the steps with a note that they ran. If they only call a procedure of the document, that gets the note
        later."""
        procedure = own_procedure(self.tables, document, body)
        if procedure is None:
            return fired(self.tables, document, body)
        self.noticed[procedure] = document
        return body

    # ------------------------------------------------------------ weaving

    def weave(self, routines: dict[str, Routine], effects: Effects) -> None:
        """Add the hooks to their routines."""
        for name, document in self.noticed.items():
            routines[name] = replace(routines[name], body=fired(self.tables, document, routines[name].body))
        orders = HookOrders(self.tables, effects, Overwriting(self.tables, routines.copy(), effects))
        woven = [
            self._weave(routines, name)
            for name in dict.fromkeys([*(hook.moment.target for hook in self.hooks), *self.insteads])
        ]
        for here in woven:  # once all routines are whole, because a hook can run other hooks
            orders.check(here)
        changes = StepTests(routines.copy(), self.tables.zone_list, self.tables.variable_list)
        for name, whole in routines.items():
            rest = None if whole.tail is None else with_notes(whole.tail, changes)
            routines[name] = replace(whole, body=with_notes(whole.body, changes), tail=rest)

    def _weave(self, routines: dict[str, Routine], name: str) -> HooksOfRoutine:
        routine = plain = routines[name]
        here = [hook for hook in self.hooks if hook.moment.target == name]
        before = self._in_order([hook for hook in here if hook.moment.when == "before"])
        after = self._in_order([hook for hook in here if hook.moment.when == "after"])
        head, tail = (t.block([hook.guarded for hook in hooks]) for hooks in (before, after))
        if routine.kind == "stage":
            routine = replace(routine, body=t.block([head, routine.body]), tail=None if tail == t.NOTHING else tail)
        else:
            routine = replace(routine, body=t.block([head, routine.body, tail]))
        routines[name] = routine
        # The earlier of two surrounds the later.
        inwards = self._in_order(self.insteads.get(name, [])[::-1])
        if inwards and tail != t.NOTHING and routine.kind == "stage":
            self._divide(routines, routine, tail)
        wrapped = [self._wrap(routines, name, item) for item in reversed(inwards)]
        return HooksOfRoutine(plain, before, after, wrapped)

    def _divide(self, routines: dict[str, Routine], stage: Routine, tail: t.Tree) -> None:
        """Make routines of the steps of a stage and of the hooks after it, for an `instead of` around both. The hooks
        also run where the stage ends early, if it ends in these steps."""
        span = self.tables.stages[stage.name].member.key.span
        steps = self._inner(routines, stage, stage.body, span)
        asked = {local for part in t.walk(tail) if isinstance(part, t.Asking) for local in part.params}
        read = tuple(local for local in stage.params if local in free_locals(tail) | asked)
        after = self._inner(routines, replace(stage, params=read), tail, span)
        routines[stage.name] = replace(stage, body=t.block([steps, after]), tail=after, inside=steps.routine)

    def _wrap(self, routines: dict[str, Routine], name: str, item: Instead) -> Wrapped:
        """Make the routine an inner one, which `proceed` runs."""
        outer, moment = routines[name], item.moment
        proceed = self._inner(routines, outer, outer.body, moment.span)
        own = self.bodies.statements.block(item.stmts, StepContext(item.scope, proceed=proceed))
        steps = fired(self.tables, moment.document, own, proceed)
        whole = steps if moment.test == fold.TRUE else t.Branching(moment.test, steps, proceed, moment.origin)
        routines[name] = replace(outer, body=whole)
        return Wrapped(moment, own, proceed)

    def _inner(self, routines: dict[str, Routine], outer: Routine, body: t.Tree, span: Span) -> t.Invoke:
        """Make a routine of these steps, and return the step that runs it."""
        name = f"{outer.name}·{sum(1 for n in routines if n.startswith(outer.name + '·')) + 1}"
        kind = "procedure" if outer.kind == "stage" else outer.kind
        params = tuple(self.tables.new_local(self.tables.locals[p][0], self.tables.locals[p][1]) for p in outer.params)
        handed = [t.Plain(ir.Set(ir.Local(p), ir.Local(q))) for p, q in zip(outer.params, params, strict=True)]
        routines[name] = Routine(name, kind, params, t.block([*handed, body]), outer.origin)
        return t.Invoke(name, tuple(ir.Local(p) for p in outer.params), span)

    def _in_order(self, hooks: Seq[H]) -> list[H]:
        """Return the hooks in the order of the documents, unless `earlier-than` or `later-than` says otherwise."""
        result: list[H] = []
        waiting = list(hooks)
        while waiting:
            moments = [hook.moment for hook in waiting]
            first = next((n for n, one in enumerate(moments) if not _is_behind(one, moments)), None)
            if first is None:
                names = ", ".join(f"`{moment.document.id}`" for moment in moments)
                message = f"conflicting order: {names} must each come before the others"
                self.tables.error("hook-order", message, moments[0].span)
                return result + waiting
            result.append(waiting.pop(first))
        return result


def _is_behind(moment: HookMoment, others: Seq[HookMoment]) -> bool:
    return any(goes_before(other, moment) for other in others if other is not moment)


def _names(node: Node, key: str) -> tuple[str, ...]:
    value = node_at(node, key)
    return tuple(item.value for item in scalars(value))
