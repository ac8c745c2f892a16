"""Hooks: what rules do before, after and instead of a procedure, a stage or a question, woven into one routine.

An order that matters is never chosen silently. If two hooks act at the same moment, might both apply and don't commute,
the checker reports them until one says `earlier-than` or `later-than` the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence as Seq
from dataclasses import dataclass, replace
from typing import TypeVar

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic, Related, did_you_mean
from parlour.base.source import Span, is_shipped
from parlour.documents.composition import Document, Member
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.lang import fold, parser
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.changing import StepTests
from parlour.lang.declarations import members, own_names
from parlour.lang.effects import Effects, commute
from parlour.lang.exclusive import exclusive
from parlour.lang.firing import fired, own_procedure, with_notes
from parlour.lang.flow import Routine
from parlour.lang.overwriting import Overwriting
from parlour.lang.powers import Power
from parlour.lang.questions import StepContext
from parlour.lang.symbols import Declared, Scope, origin
from parlour.program import Expr
from parlour.program.values import Thing


@dataclass(frozen=True)
class HookMoment:
    """When a document acts: its condition, lowered, and the documents that it acts before or after."""

    when: str  # "before", "after", "instead of"
    target: str
    document: Document
    test: Expr
    span: Span
    earlier_than: tuple[str, ...]
    later_than: tuple[str, ...]
    at: Span  # where its condition is written: the key of the hook, or the facet of a power
    from_power: bool = False

    @property
    def origin(self) -> ir.Origin:
        return origin(self.document, self.at)


@dataclass(frozen=True)
class Hook:
    """Steps before or after a routine, lowered."""

    moment: HookMoment
    body: t.Tree

    @property
    def guarded(self) -> t.Tree:
        return _guarded(self.moment.test, self.body, self.moment.origin)


@dataclass(frozen=True)
class Instead:
    """An `instead of`, not lowered yet: its `proceed` needs the steps inside."""

    moment: HookMoment
    scope: Scope
    stmts: tuple[s.Stmt, ...]


@dataclass(frozen=True)
class Wrapped:
    """The steps of an `instead of`, lowered, and the step that `proceed` stands for."""

    moment: HookMoment
    steps: t.Tree
    proceed: t.Tree

    def around(self) -> t.Tree | None:
        """Return the steps around `proceed`, if `proceed` always runs exactly once."""
        items = self.steps.items if isinstance(self.steps, t.Block) else (self.steps,)
        if items.count(self.proceed) != 1 or sum(part == self.proceed for part in t.walk(self.steps)) != 1:
            return None
        return _guarded(self.moment.test, t.block([part for part in items if part != self.proceed]))

    def proceeds(self) -> bool:
        """True if the steps inside can still run."""
        return self.moment.test != fold.TRUE or any(part == self.proceed for part in t.walk(self.steps))


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
            for node in member.value.items if isinstance(member.value, Sequence) else (member.value,):
                self._read(member, node)
        for power in self.bodies.powers:
            if power.facet.kind in ("before", "after"):
                self._power(power)

    def _read(self, member: Member, node: Node) -> None:
        head = parser.parse_hook_heading(member.key, self.tables.problems)
        if head is None:
            return
        target = self._find(head)
        text = node if isinstance(node, Scalar) else node.get("do") if isinstance(node, Mapping) else None
        stmts = parser.parse_statements(text, self.tables.problems) if isinstance(text, Scalar) else None
        if target is None or stmts is None:
            return
        if not self._fits(head, target, member.key):
            return
        scope = target.params.scope(member.document, own_names(self.tables, target.params, head.target))
        test = self._condition(member, node, scope)
        earlier, later = _names(node, "earlier-than"), _names(node, "later-than")
        key = member.key.span
        moment = HookMoment(head.when, target.name, member.document, test, key, earlier, later, key)
        if head.when == "instead of":
            self.asked_instead |= s.asked_in(stmts)
            self.insteads.setdefault(target.name, []).append(Instead(moment, scope, stmts))
        else:
            body = self._fired(member.document, self.bodies.statements.block(stmts, StepContext(scope)))
            self.hooks.append(Hook(moment, body))

    def _condition(self, member: Member, node: Node, scope: Scope) -> Expr:
        """Return the condition of a hook, lowered. One that is settled before play is noted."""
        condition = node.get("if") if isinstance(node, Mapping) else None
        tree = parser.parse_expression(condition, self.tables.problems) if isinstance(condition, Scalar) else None
        test: Expr = fold.TRUE if tree is None else self.bodies.expressions.condition(tree, scope)
        if isinstance(condition, Scalar) and isinstance(test, ir.Const):
            self.tables.settled.append(ir.Settled(origin(member.document, member.key.span), bool(test.value)))
        return test

    def _find(self, head: s.HookHeading) -> Declared | None:
        target = self.target(head.target.name)
        if target is None:
            name = head.target.name
            t_ = self.tables
            known = [*t_.procedures, *t_.stages, *t_.prompts]
            stem = max((k for k in known if len(k) > 2 and name.startswith(k)), key=len, default="")
            help_ = did_you_mean(name, known) or (f"did you mean `{stem}`?" if stem else None)
            t_.error("unknown-name", f"unknown procedure, stage or question `{name}`", head.target.span, help=help_)
        return target

    def _fits(self, head: s.HookHeading, target: Declared, key: Scalar) -> bool:
        params = head.target.params
        if params is None or len(params) == len(target.params.names):
            return True
        wanted = f"{target.name}({', '.join(target.params.names)})"
        related = (Related(target.member.key.span, "declared here"),)
        message = f"the parameters of `{target.name}` differ from its declaration `{wanted}`"
        help_ = f"write `{wanted}`, or remove the brackets"
        self.tables.error("arity", message, key.span, help=help_, related=related)
        return False

    def _power(self, power: Power) -> None:
        head, when, document, text = power.facet.heading, power.facet.kind, power.document, power.text
        target = self.target(head.name)
        if target is None:
            self._find(s.HookHeading(head.span, when, head))
            return
        names = own_names(self.tables, target.params, head)
        frame_scope = target.params.scope(power.facet.member.document, names)
        applies = power.applies(self.bodies.expressions, frame_scope)
        stmts = parser.parse_statements(text, self.tables.problems)
        if stmts is None:
            return
        body = self.bodies.statements.block(stmts, StepContext(target.params.scope(document, names, implied=True)))
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
        written = Overwriting(self.tables, routines.copy(), effects)
        for name in dict.fromkeys([*(h.moment.target for h in self.hooks), *self.insteads]):
            routine = routines[name]
            here = [hook for hook in self.hooks if hook.moment.target == name]
            before = self._ordered([hook for hook in here if hook.moment.when == "before"], effects, written)
            after = self._ordered([hook for hook in here if hook.moment.when == "after"], effects, written)
            self._check_around(before, after, routine, effects, written)
            head, tail = (t.block([hook.guarded for hook in hooks]) for hooks in (before, after))
            if routine.kind == "stage":
                routine = replace(routine, body=t.block([head, routine.body]), tail=tail)
            else:
                routine = replace(routine, body=t.block([head, routine.body, tail]))
            routines[name] = routine
            # The earlier of two surrounds the later.
            inwards = self._in_order(self.insteads.get(name, [])[::-1])
            wrapped = [self._wrap(routines, name, item) for item in reversed(inwards)]
            self._check_wrapped(wrapped, [*before, *after], effects)
        changes = StepTests(routines.copy(), self.tables.zone_list, self.tables.variable_list)
        for name, whole in routines.items():
            rest = None if whole.tail is None else with_notes(whole.tail, changes)
            routines[name] = replace(whole, body=with_notes(whole.body, changes), tail=rest)

    def _wrap(self, routines: dict[str, Routine], name: str, item: Instead) -> Wrapped:
        """Make the routine an inner one, which `proceed` runs."""
        outer = routines[name]
        inner_name = f"{name}·{sum(1 for n in routines if n.startswith(name + '·')) + 1}"
        kind = "procedure" if outer.kind == "stage" else outer.kind
        body = t.block([outer.body, outer.tail or t.NOTHING]) if outer.kind == "stage" else outer.body
        params = tuple(self.tables.new_local(self.tables.locals[p][0], self.tables.locals[p][1]) for p in outer.params)
        handed = [t.Plain(ir.Set(ir.Local(p), ir.Local(q))) for p, q in zip(outer.params, params, strict=True)]
        routines[inner_name] = Routine(inner_name, kind, params, t.block([*handed, body]), outer.origin)
        moment = item.moment
        proceed = t.Invoke(inner_name, tuple(ir.Local(p) for p in outer.params), moment.span)
        own = self.bodies.statements.block(item.stmts, StepContext(item.scope, proceed=proceed))
        steps = fired(self.tables, moment.document, own, proceed)
        whole = steps if moment.test == fold.TRUE else t.Branching(moment.test, steps, proceed, moment.origin)
        routines[name] = replace(outer, body=whole, tail=None)
        return Wrapped(moment, own, proceed)

    def _check_wrapped(self, wrapped: list[Wrapped], hooks: list[Hook], effects: Effects) -> None:
        """Report `instead of` hooks whose nesting matters, and hooks that never run because of them."""
        lost = [(hook.moment, False) for hook in hooks if hook.moment.document.kind == "rule"]
        for i, one in enumerate(wrapped):
            for other in wrapped[i + 1 :]:
                if _unordered(one.moment, other.moment) and not _interchangeable(one, other, effects):
                    self._clash(one.moment, other.moment)
            if not one.proceeds():
                for moment, nested in lost:
                    if not nested or not _unordered(moment, one.moment):
                        self._never(moment, one.moment)
                lost = []
            lost.append((one.moment, True))

    def _never(self, lost: HookMoment, item: HookMoment) -> None:
        if lost.document is item.document:
            return
        message = f"this never runs: `{item.document.id}` acts instead of `{item.target}` without `proceed`"
        related = (Related(item.span, f"the hook of `{item.document.id}`"),)
        help_ = f"remove one of the two, or add `proceed` to the hook of `{item.document.id}`"
        self.tables.problems.append(Diagnostic("hook-never", message, lost.span, "warning", related, help_))

    def _ordered(self, hooks: list[Hook], effects: Effects, written: Overwriting) -> list[Hook]:
        """Return the hooks in the order of the documents, unless `earlier-than` or `later-than` says otherwise."""
        for i, first in enumerate(hooks):
            for second in hooks[i + 1 :]:
                if not _unordered(first.moment, second.moment):
                    continue
                if exclusive(first.moment.test, second.moment.test):
                    self._check_overwriting(first, second, written)
                elif not commute(effects.of(first.guarded), effects.of(second.guarded)):
                    self._clash(first.moment, second.moment)
        return self._in_order(hooks)

    def _check_around(
        self, before: list[Hook], after: list[Hook], routine: Routine, effects: Effects, written: Overwriting
    ) -> None:
        """Check hooks before a routine against hooks after it. Hooks of different cards can run in any order; between
        hooks of the same card the routine runs."""
        inside = effects.of(t.block([routine.body, routine.tail or t.NOTHING])).reads
        for first, second in itertools.product(before, after):
            if not _unordered(first.moment, second.moment):
                continue
            if exclusive(first.moment.test, second.moment.test):
                self._check_overwriting(first, second, written)
            else:
                self._overwrites(second, first, written, inside)

    def _check_overwriting(self, first: Hook, second: Hook, written: Overwriting) -> None:
        """Check the powers of different cards: both can apply in one turn, one after the other."""
        self._overwrites(first, second, written)
        self._overwrites(second, first, written)

    def _overwrites(
        self, one: Hook, other: Hook, written: Overwriting, between: frozenset[Thing] = frozenset()
    ) -> None:
        """Report a value that `other` sets, nothing in between reads, and `one` then overwrites."""
        ours, theirs = one.moment.document, other.moment.document
        for number in written.lost(one.body, ours, other.body, theirs):
            if ("var", number) in between:
                continue
            variable = self.tables.variable_list[number].name
            message = f"`{ours.id}` overwrites `{variable}`, which `{theirs.id}` changes earlier in the turn"
            related = (Related(other.moment.span, f"`{theirs.id}` changes `{variable}` here"),)
            help_ = f"use a separate variable, or compute the new value of `{variable}` from its old one"
            problem = Diagnostic("hook-overwrites", message, one.moment.span, "warning", related, help_)
            self.tables.problems.append(problem)

    def _in_order(self, hooks: Seq[H]) -> list[H]:
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

    def _clash(self, first: HookMoment, second: HookMoment) -> None:
        both = f"`{first.document.id}` and `{second.document.id}`"
        message = f"{both} both act {first.when} `{first.target}`, and their order matters"
        related = (Related(first.span, f"the hook of `{first.document.id}`"),)
        sayer, other = (second, first) if _should_say(second, first) else (first, second)
        order = f"`earlier-than: [{other.document.id}]` or `later-than: [{other.document.id}]`"
        help_ = f"add {order} in `{sayer.document.id}`"
        if sayer.from_power:
            hook = f"`{sayer.when} {sayer.target}: {{if: …, do: …}}` under `when`"
            help_ = f"a power can't have an order: in `{sayer.document.id}`, write it as {hook}, and add {order}"
        self.tables.error("hook-order", message, second.span, help=help_, related=related)


def _should_say(one: HookMoment, other: HookMoment) -> bool:
    """True if the first of two documents should state the order. Users can't change the rulesets that come with
    Parlour."""
    shipped, other_shipped = (is_shipped(moment.span.source.name) for moment in (one, other))
    if shipped != other_shipped:
        return other_shipped
    return other.from_power or not one.from_power


def _guarded(test: Expr, body: t.Tree, where: ir.Origin | None = None) -> t.Tree:
    if test == fold.TRUE:
        return body
    return t.NOTHING if test == fold.FALSE else t.Branching(test, body, t.NOTHING, where)


def _unordered(first: HookMoment, second: HookMoment) -> bool:
    """True if neither of two documents states which comes first."""
    return first.document is not second.document and not (_goes_before(first, second) or _goes_before(second, first))


def _interchangeable(one: Wrapped, other: Wrapped, effects: Effects) -> bool:
    """True if it makes no difference which of two surrounds the other."""
    if exclusive(one.moment.test, other.moment.test):
        return True
    first, second = one.around(), other.around()
    return first is not None and second is not None and commute(effects.of(first), effects.of(second))


def _goes_before(first: HookMoment, second: HookMoment) -> bool:
    return second.document.id in first.earlier_than or first.document.id in second.later_than


def _is_behind(moment: HookMoment, others: Seq[HookMoment]) -> bool:
    return any(_goes_before(other, moment) for other in others if other is not moment)


def _names(node: Node, key: str) -> tuple[str, ...]:
    value = node.get(key) if isinstance(node, Mapping) else None
    items = value.items if isinstance(value, Sequence) else (value,) if value is not None else ()
    return tuple(item.value for item in items if isinstance(item, Scalar))
