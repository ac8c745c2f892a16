"""Checks the order of hooks: Parlour never chooses an order that matters silently.

The checker reports two hooks that act at the same moment, might both apply and don't commute. To settle it, one of them
says `earlier-than` or `later-than` the other. It also reports hooks that never run, and changes that are lost.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from parlour import program as ir
from parlour.base.diagnostics import Related, listing
from parlour.base.frozen import frozen
from parlour.base.source import is_shipped
from parlour.documents.composition import OptionSetting
from parlour.lang import tree as t
from parlour.lang.effects import Effects, commute
from parlour.lang.exclusive import exclusive, lasting, shared_faces
from parlour.lang.linearity import Routine
from parlour.lang.moments import Hook, HookMoment, Wrapped, unordered
from parlour.lang.overwriting import Overwriting
from parlour.lang.symbols import Tables
from parlour.program import Expr, fold
from parlour.program.effects import meet
from parlour.program.values import Thing

_CARDS = ("rank", "ranks", "cards")  # kinds of options
_FEW = 3  # ranks and cards that a message names


@frozen
class HooksOfRoutine:
    """The hooks of one routine, and the routine without them. `wrapped`: the innermost comes first."""

    routine: Routine
    before: Sequence[Hook]
    after: Sequence[Hook]
    wrapped: Sequence[Wrapped]


@frozen
class HookOrders:
    """Checks the hooks of each routine. `effects` are those of all routines with their hooks."""

    tables: Tables
    effects: Effects
    written: Overwriting

    def check(self, here: HooksOfRoutine) -> None:
        """Report all problems with these hooks."""
        for hooks in (here.before, here.after):
            self._check_beside(hooks)
        self._check_around(here)
        self._check_wrapped(here)

    def _check_beside(self, hooks: Sequence[Hook]) -> None:
        """Check hooks of one moment."""
        for first, second in itertools.combinations(hooks, 2):
            if not unordered(first.moment, second.moment):
                continue
            if exclusive(first.moment.test, second.moment.test, self.tables.design):
                self._check_overwriting(first, second)
                self._check_enabling(first, second)
            elif not commute(self.effects.of(first.guarded), self.effects.of(second.guarded)):
                self._clash(first.moment, second.moment)

    def _check_wrapped(self, here: HooksOfRoutine) -> None:
        """Report `instead of` hooks whose nesting matters, and hooks that they keep from running."""
        inside = [*here.before, *here.after]
        lost = [(hook.moment, False) for hook in inside if hook.moment.document.kind == "rule"]
        for i, one in enumerate(here.wrapped):
            for other in here.wrapped[i + 1 :]:
                if not unordered(one.moment, other.moment):
                    continue
                if exclusive(one.moment.test, other.moment.test, self.tables.design):
                    self._check_enabling_around(one, other)
                elif not self._interchangeable(one, other):
                    self._clash(one.moment, other.moment)
            if not one.proceeds():
                for moment, nested in lost:
                    if not nested or not unordered(moment, one.moment):
                        self._never(moment, one.moment)
                lost = []
            lost.append((one.moment, True))

    def _interchangeable(self, one: Wrapped, other: Wrapped) -> bool:
        """True if it makes no difference which of two `instead of` hooks surrounds the other."""
        first, second = one.around(), other.around()
        if first is None or second is None:
            return False
        return commute(self.effects.of(first), self.effects.of(second))

    def _never(self, lost: HookMoment, item: HookMoment) -> None:
        if lost.document is item.document:
            return
        message = f"this never runs: `{item.document.id}` acts instead of `{item.target}` without `proceed`"
        related = (Related(item.span, f"the hook of `{item.document.id}`"),)
        help_ = f"remove one of the two, or add `proceed` to the hook of `{item.document.id}`"
        self.tables.warn("hook-never", message, lost.span, help_, related)

    def _check_around(self, here: HooksOfRoutine) -> None:
        """Check hooks before a routine against hooks after it. Hooks of different cards can run in any order; between
        hooks of the same card the routine runs."""
        if not here.before or not here.after:
            return
        inside = self.effects.of(t.block([here.routine.body, here.routine.tail or t.NOTHING])).reads
        for first, second in itertools.product(here.before, here.after):
            if not unordered(first.moment, second.moment):
                continue
            if exclusive(first.moment.test, second.moment.test, self.tables.design):
                self._check_overwriting(first, second)
            else:
                self._overwrites(second, first, inside)

    def _check_overwriting(self, first: Hook, second: Hook) -> None:
        """Check the powers of different cards, which can apply one after the other in one turn."""
        self._overwrites(first, second)
        self._overwrites(second, first)

    def _check_enabling(self, first: Hook, second: Hook) -> None:
        """Report two hooks of which one decides whether the other one runs."""
        for one, other in ((first, second), (second, first)):
            if can_enable(self.tables, self.effects, one.moment.test, one.body, other.moment.test):
                self._clash(first.moment, second.moment, (one.moment, other.moment))
                return

    def _check_enabling_around(self, first: Wrapped, second: Wrapped) -> None:
        """Report two hooks around one routine if one of them can make the other one run or not run."""
        for one, other in ((first, second), (second, first)):
            tests = one.moment.test, other.moment.test
            if can_enable(self.tables, self.effects, tests[0], one.before, tests[1], one.proceed):
                self._clash(first.moment, second.moment, (one.moment, other.moment))
                return

    def _overwrites(self, one: Hook, other: Hook, between: frozenset[Thing] = frozenset()) -> None:
        """Report a value that `other` sets and `one` overwrites before anything reads it."""
        ours, theirs = one.moment.document, other.moment.document
        for number in self.written.lost(one.body, ours, other.body, theirs):
            if ("var", number) in between:
                continue
            variable = self.tables.variable_list[number].name
            message = f"`{ours.id}` overwrites `{variable}`, which `{theirs.id}` changes earlier in the turn"
            related = (Related(other.moment.span, f"`{theirs.id}` changes `{variable}` here"),)
            help_ = f"use a separate variable, or compute the new value of `{variable}` from its old one"
            self.tables.warn("hook-overwrites", message, one.moment.span, help_, related)

    def _clash(
        self, first: HookMoment, second: HookMoment, enabling: tuple[HookMoment, HookMoment] | None = None
    ) -> None:
        """Report two hooks without an order. `enabling`: the first one can make the condition of the second true."""
        both = f"`{first.document.id}` and `{second.document.id}`"
        related = (Related(first.span, f"the hook of `{first.document.id}`"),)
        given = all(is_shipped(moment.span.source.name) for moment in (first, second))
        shared = self._shared(first, second) if given else []
        what = f"both say what {listing(shared, 'and', '')} do" if shared else f"both act {first.when} `{first.target}`"
        message = f"{both} {what}, and their order matters"
        if enabling is not None:
            message += f": `{enabling[0].document.id}` can make the condition of `{enabling[1].document.id}` true"
        help_ = self._way_out(first, second) if given else _order_to_add(first, second)
        self.tables.error("hook-order", message, second.span, help=help_, related=related)

    def _shared(self, first: HookMoment, second: HookMoment) -> list[str]:
        """Return words for the cards with which both hooks can act, if these are few."""
        cards = [*self.tables.design.in_words(shared_faces(first.test, second.test, self.tables.design))]
        return cards if len(cards) <= _FEW else []

    def _way_out(self, first: HookMoment, second: HookMoment) -> str:
        """Return what can be done about two rules that nobody here can change."""
        ids = (first.document.id, second.document.id)
        shared = shared_faces(first.test, second.test, self.tables.design)
        options = (s for s in self.tables.composition.options.values() if s.document.id in ids)
        names = [f"`{s.full_name}`" for s in options if s.type.kind in _CARDS and self._has(s, shared)]
        cards = f", or choose other cards with {listing(names, quote='')}" if names else ""
        return f"leave one of these two rules out{cards}"

    def _has(self, setting: OptionSetting, faces: int) -> bool:
        """True if the cards of an option include one of these faces."""
        design = self.tables.design
        shown = [face for number, face in enumerate(design.faces) if faces >> number & 1]
        names = {name for face in shown for name in (face.name, design.rank_names[face.rank])}
        chosen = setting.data if isinstance(setting.data, list) else [setting.data]
        return not names.isdisjoint(map(str, chosen))


def _order_to_add(first: HookMoment, second: HookMoment) -> str:
    """Return what the author of one of two rules can write to say which comes first."""
    sayer, other = (second, first) if _should_say(second, first) else (first, second)
    order = f"`earlier-than: [{other.document.id}]` or `later-than: [{other.document.id}]`"
    if not sayer.from_power:
        return f"add {order} in `{sayer.document.id}`"
    hook = f"`{sayer.when} {sayer.target}: {{if: …, do: …}}` under `when`"
    return f"a power can't have an order: in `{sayer.document.id}`, write it as {hook}, and add {order}"


def _should_say(one: HookMoment, other: HookMoment) -> bool:
    """True if the first of two documents should state the order. Users can't change the rulesets that come with
    Parlour."""
    shipped, other_shipped = (is_shipped(moment.span.source.name) for moment in (one, other))
    if shipped != other_shipped:
        return other_shipped
    return other.from_power or not one.from_power


def can_enable(
    tables: Tables, effects: Effects, test: Expr, steps: t.Tree, other: Expr, but: t.Tree | None = None
) -> bool:
    """True if `other` might hold after steps that run where `test` holds. Ignores the step `but`."""
    changed = effects.of(steps, but).touched
    if not meet(changed, effects.reads(other)):
        return False
    facts = _facts(tables, effects, steps, but)

    def untouched(known: frozenset[Thing]) -> Callable[[Expr], bool]:
        return lambda e: not meet(changed - known, effects.reads(e))

    before = lasting(test, untouched(frozenset()))
    known = frozenset(facts)
    return not exclusive(fold.conjunction([before, *facts.values()]), lasting(other, untouched(known)), tables.design)


def _facts(tables: Tables, effects: Effects, steps: t.Tree, but: t.Tree | None) -> dict[Thing, Expr]:
    """Return tests for the values that steps leave in the variables of the table that they always set last."""
    facts: dict[Thing, Expr] = {}
    for step in steps.items if isinstance(steps, t.Block) else (steps,):
        changed = effects.of(step, but).touched
        facts = {thing: fact for thing, fact in facts.items() if not meet(changed, effects.reads(fact))}
        match step:
            case t.Noted(_, inner):
                facts |= _facts(tables, effects, inner, but)
            case t.Plain(ir.Set(ir.VarAt(number, ()) as variable, value)) if not meet(changed, effects.reads(value)):
                facts[("var", number)] = _fact(tables, variable, value)
    return facts


def _fact(tables: Tables, variable: ir.VarAt, value: Expr) -> Expr:
    if tables.variable_list[variable.var].type.kind != "bool":
        return fold.op("==", variable, value)
    if isinstance(value, ir.Const):
        return variable if value.value else fold.negation(variable)
    return fold.TRUE
