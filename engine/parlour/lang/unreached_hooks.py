"""Finds hooks and powers that never act, because nothing runs their target or another document replaces what runs it.

`Runs` knows the procedures, stages and questions that steps and actions name. Steps that an option leaves out count
too. A body that another document replaces runs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.base.diagnostics import Related, listing
from parlour.base.frozen import frozen
from parlour.base.reachable import Uses, reachable
from parlour.base.source import Span
from parlour.documents.composition import Document, Member
from parlour.documents.document import Node, Scalar, inner_scalars, items_in, node_at
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import members
from parlour.lang.symbols import Tables

ANYWAY = ""  # what runs the steps that belong to no name
OFFER = "the actions of "  # prefix of a question: its actions, which another question can include


class Runs:
    """The names that each body runs, or would run if another document didn't replace the body."""

    def __init__(self, tables: Tables, bodies: Bodies) -> None:
        self.tables = tables
        self.bodies = bodies
        self.uses = Uses()
        self.instead: dict[str, tuple[Document, Related]] = {}  # hooks that never proceed, by what they replace
        self._read_hooks()
        for section in ("procedures", "stages"):
            for member in members(tables, section):
                self._read(member.name, _runs_of(member.value))
                self._read_over(member, _runs_of)
        for name in tables.prompts:
            self._read_prompt(name)
        for power in bodies.powers:
            if power.facet.kind in ("before", "after"):
                self._read(power.facet.heading.name, _runs_of(power.text))
        for member in members(tables, "misplay"):
            self.uses.by[ANYWAY] |= _runs_of(member.value)

    def reached(self, main: str) -> set[str]:
        """Return the names that can run, directly or indirectly, once the main stage runs."""
        return reachable((main, ANYWAY), self.uses.by.__getitem__)

    def named(self, main: str) -> set[str]:
        """Return the names that any body runs, even one that never runs itself."""
        return {main}.union(*self.uses.by.values())

    def includes(self, prompt: str) -> bool:
        """True if a body includes the actions of this question in another one."""
        return any(OFFER + prompt in names for user, names in self.uses.by.items() if user != prompt)

    # ------------------------------------------------------------ reading

    def _read(self, name: str, runs: set[str]) -> None:
        """Read a body of this name. If an `instead of` hook never proceeds, the body runs nothing."""
        if name in self.instead:
            self.uses.lost.append((runs, self.instead[name][1]))
        else:
            self.uses.by[name] |= runs

    def _read_hooks(self) -> None:
        hooks = list[tuple[s.HookHeading, Node]]()
        for member in members(self.tables, "when"):
            head = parser.parse_hook_heading(member.key, [])
            for node in items_in(member.value):
                if head is not None:
                    hooks.append((head, node))
                    self._read_instead(member, head, node)
        for head, node in hooks:
            if head.when == "instead of":
                self.uses.by[head.target.name] |= _runs_of(node)
            else:
                self._read(head.target.name, _runs_of(node))

    def _read_instead(self, member: Member, head: s.HookHeading, node: Node) -> None:
        steps = [part for text in _texts(node) for part in s.walk(parser.parse_statements(text, []) or ())]
        always = node_at(node, "if") is None
        if head.when == "instead of" and always and not any(isinstance(part, s.Proceed) for part in steps):
            message = f"`{member.document.id}` acts instead of `{head.target.name}` here"
            self.instead[head.target.name] = member.document, Related(member.key.span, message)

    def _read_over(self, member: Member, runs: Callable[[Node], set[str]]) -> None:
        """Read the bodies that this member replaces."""
        for old in member.over:
            self.uses.lost.append((runs(old.value), member.replacement))

    def _read_prompt(self, name: str) -> None:
        offer, actions = OFFER + name, self.bodies.actions(name)
        self._read(name, {offer})
        self.uses.by[offer] = {run for item, _ in actions for run in _runs(item)}
        if name in self.bodies.prompts.otherwise:
            self.uses.by[offer] |= _runs(self.bodies.prompts.otherwise[name][0])
        replacing = {item.id: (item, scope.document) for item, scope in actions if isinstance(item, s.Action)}
        for member in members(self.tables, "prompts"):
            if member.name != name:
                continue
            self._read_over(member, _runs_of_actions)
            for item in _actions(member.value):
                now, document = replacing.get(item.id if isinstance(item, s.Action) else "", (item, None))
                if now != item and isinstance(now, s.Action) and document is not None:
                    message = f"`{document.id}` replaces the action `{now.id}` here"
                    self.uses.lost.append((_runs(item), Related(now.id_span, message)))


def _actions(value: Node) -> Iterator[s.Action | s.Include]:
    for text in _texts(value):
        parsed = parser.parse_actions(text, [])
        yield from () if parsed is None else parsed.items


def _runs_of_actions(value: Node) -> set[str]:
    return {run for item in _actions(value) for run in _runs(item)}


def _runs_of(value: Node) -> set[str]:
    """Return the names that the steps of a member run."""
    return {run for text in _texts(value) for run in _runs(parser.parse_statements(text, []) or ())}


def _texts(value: Node) -> Iterator[Scalar]:
    """Yield everything that can hold steps: the value itself, and the values of keys such as `instead` and `do`."""
    return inner_scalars(value, without=("if",))


def _runs(root: object) -> set[str]:
    """Return the procedures, stages and questions that steps and actions name."""
    return set().union(*(_named_by(node) for node in s.walk(root)))


def _named_by(node: object) -> set[str]:
    match node:
        case s.Do(call=call) | s.Ask(call=call):
            return {call.name}
        case s.PlayStage(name=name):
            return {name}
        case s.Include(call=call):
            return {OFFER + call.name}
        case s.Action(does=does, id=id, body=None):
            return {id if does is None else does.name}
        case _:
            return set()


@frozen
class _Act:
    """A hook or a power: its document, its target, and its place."""

    document: Document
    target: str
    when: str
    span: Span


def check_hooks_run(tables: Tables, bodies: Bodies, main: str) -> None:
    """Warn about each hook and power whose target no step runs, or only replaced steps. Targets that only other rules
    or games of the family run are ignored, because these can be missing in this mix."""
    runs = Runs(tables, bodies)
    named, reached = runs.named(main), runs.reached(main)
    by_hook: dict[Related, list[_Act]] = {}
    for act in _acts(tables, bodies):
        if act.target in reached:
            _check_own(tables, act, runs)
            continue
        related = runs.uses.why_not(act.target)
        if act.target not in named or (related and act.document.kind != "frame"):
            hooks = [(of, place) for of, place in runs.instead.values() if place in related]
            proceed = _proceed(hooks[0][0]) if len(hooks) == len(related) == 1 else None
            own = () if related else _with_own_steps(bodies, act.target)
            _report(tables, act, runs.includes(act.target), related or own, proceed or _call(act.target, own))
            for of, place in hooks if proceed is not None else ():
                if of is not act.document:
                    by_hook.setdefault(place, []).append(act)
    for of, place in runs.instead.values():
        if place in by_hook:
            _report_instead(tables, of, place, by_hook[place])


def _with_own_steps(bodies: Bodies, name: str) -> tuple[Related, ...]:
    """Return the actions of this name: as nothing runs the procedure, they have steps of their own."""
    arms = (arm for asking in bodies.asked.values() for arm in asking.arms if arm.arm.id == name)
    message = "the steps of this action replace the procedure of the same name"
    return tuple(dict.fromkeys(Related(arm.span, message) for arm in arms))


def _call(name: str, own: tuple[Related, ...]) -> str | None:
    return f"run `{name}(…)` in the steps of the action, or remove these steps" if own else None


def _proceed(document: Document) -> str:
    return f"add `proceed` in `{document.id}`"


def _check_own(tables: Tables, act: _Act, runs: Runs) -> None:
    """Report a hook beside another hook of its document that acts instead of the same thing, and never proceeds."""
    of, place = runs.instead.get(act.target, (None, None))
    if of is act.document and place is not None and act.when != "instead of":
        message = f"this never runs: `{of.id}` acts instead of `{act.target}` without `proceed`"
        related = (Related(place.span, "the hook that acts instead"),)
        tables.warn("hook-never", message, act.span, _proceed(of), related)


def _report_instead(tables: Tables, of: Document, place: Related, lost: list[_Act]) -> None:
    """Report a hook because of which hooks and powers of other documents never act."""
    names = listing([f"`{name}`" for name in dict.fromkeys(act.target for act in lost)], "and", "")
    message = f"this hook never proceeds, so nothing runs {names}"
    first = {act.document.id: act for act in reversed(lost)}
    related = tuple(Related(act.span, f"so this part of `{id}` never acts") for id, act in reversed(first.items()))
    tables.warn("proceed", message, place.span, _proceed(of), related)


def _acts(tables: Tables, bodies: Bodies) -> list[_Act]:
    acts = []
    for member in tables.composition.sections.get("when", ()):
        head = parser.parse_hook_heading(member.key, [])
        if head is not None:
            acts.append(_Act(member.document, head.target.name, head.when, member.key.span))
    for power in bodies.powers:
        if power.facet.kind in ("before", "after") and power.document.kind != "frame":
            acts.append(_Act(power.document, power.facet.heading.name, power.facet.kind, power.text.span))
    return acts


def _report(
    tables: Tables, act: _Act, included: bool, related: tuple[Related, ...], mend: str | None
) -> None:
    name = act.target
    if name in tables.prompts and included:
        message = f"this never runs: only other questions include `{name}`, and nothing asks it"
        help_ = "hook into a question that includes it, or into a procedure that its actions run"
    elif name in tables.prompts:
        message, help_ = f"this never runs: nothing asks `{name}`", f"ask it with `ask {name}(…)`"
    elif name in tables.stages:
        message, help_ = f"this never runs: nothing plays `{name}`", f"play it with `play {name}`"
    elif name in tables.procedures:
        message, help_ = f"this never runs: nothing runs `{name}`", f"run it with `{name}(…)`"
    else:
        return  # unknown target, already reported
    tables.warn("hook-never", message, act.span, mend or help_, related)

