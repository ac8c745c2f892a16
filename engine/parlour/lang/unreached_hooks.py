"""Warns about hooks and powers that never act, because nothing runs their target or another document replaces what runs
it.

Steps that an option leaves out count too.
"""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.lang import parser
from parlour.lang.bodies import Bodies
from parlour.lang.call_graph import Runs
from parlour.lang.symbols import Tables


@frozen
class _Act:
    """A hook or a power: its document, its target, and its place."""

    document: Document
    target: str
    when: str
    span: Span


def check_hooks_run(tables: Tables, bodies: Bodies) -> None:
    """Warn about each hook and power whose target no step runs, or only replaced steps. Targets that only other rules
    or games of the family run are ignored, because these can be missing in this mix."""
    runs, main = Runs(tables, bodies), _main(tables)
    named, reached = runs.named(main), runs.reached(main)
    by_hook: dict[Related, list[_Act]] = {}
    for act in _acts(tables, bodies):
        if act.target in reached:
            _check_own(tables, act, runs)
            continue
        related = runs.why_not(act.target)
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
        tables.problems.append(Diagnostic("hook-never", message, act.span, "warning", related, _proceed(of)))


def _report_instead(tables: Tables, of: Document, place: Related, lost: list[_Act]) -> None:
    """Report a hook because of which hooks and powers of other documents never act."""
    names = listing([f"`{name}`" for name in dict.fromkeys(act.target for act in lost)], "and", "")
    message = f"this hook never proceeds, so nothing runs {names}"
    first = {act.document.id: act for act in reversed(lost)}
    related = tuple(Related(act.span, f"so this part of `{id}` never acts") for id, act in reversed(first.items()))
    tables.problems.append(Diagnostic("proceed", message, place.span, "warning", related, _proceed(of)))


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
    tables.problems.append(Diagnostic("hook-never", message, act.span, "warning", related, mend or help_))


def _main(tables: Tables) -> str:
    node = tables.composition.single("main")
    return node.value if isinstance(node, Scalar) else ""
