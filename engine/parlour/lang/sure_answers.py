"""Reports questions that might have no answer, at the clause or action of a rule that is the cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.needed_values import Needed, NeededUse
from parlour.lang.symbols import Tables, written
from parlour.lang.tautology import one_always_holds
from parlour.program import And, Const, Expr, Not, Op, Or, Origin, fold
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import free_locals, mentions, named_locals, substitute

_FOLLOWED = (s.AskHere, s.Nothing)  # questions whose steps before `presence` follows; a prompt has the second
_HELP = "add an action with `only if nothing else`, or an `else:` with what happens then"
_TOGETHER = "add an action that is always possible: `pass only if nothing else`"
_IN_TURN = "add an action that is always possible: `pass only if nothing else: next`"  # its `else:` comes after all


class Clauses(Protocol):
    """The clauses of all permissions."""

    def obstacles(self, permission: int) -> Sequence[ir.Clause]: ...


class SureAnswers:
    """Finds out whether each question of one composition always has an answer."""

    def __init__(self, tables: Tables, clauses: Clauses) -> None:
        self.tables = tables
        self.clauses = clauses

    def ensured(self, asking: t.Asking, node: s.Node, replacing: Mapping[Origin, Span]) -> t.Asking:
        """Report a question that might have no answer; return it with a choice that the steps before it must ensure.
        Some of its actions replace others."""
        if asking.otherwise is not None or self._answered(asking, ()):
            return asking
        what = f"`{asking.name}`" if asking.name else "this question"
        message = f"{what} might have no possible answer"
        arms = asking.arms if isinstance(node, _FOLLOWED) else ()
        choice = self._sure_choice(arms, ())
        if choice is not None:
            first = "or first make sure that there is an answer, for example with `if hand(p) has cards:`"
            help_ = f"{_way_out(node)}, {first}"
            need = Needed(choice, asking.origin, message=message)
            use = NeededUse(node.span, message, help_, "no-answer")
            return replace(asking, answer=self.tables.needed(need, lambda: use))
        replaced = next((replacing[arm.arm.origin] for arm in asking.arms if arm.arm.origin in replacing), None)
        if replaced is not None:
            related = (Related(node.span, "the question"),)
            self.tables.error("no-answer", message, replaced, help=_way_out(node), related=related)
        elif not self._blames_clauses(asking, arms, message, node):
            self.tables.error("no-answer", message, node.span, help=_way_out(node))
        return asking

    def _answered(self, asking: t.Asking, lifted: Sequence[ir.Clause]) -> bool:
        """True if one of the actions is always possible, without these clauses."""
        return one_always_holds([a.arm.test or fold.TRUE for a in asking.arms if self._choosable(a.arm, lifted)])

    def _sure_choice(self, arms: Sequence[t.ArmTree], lifted: Sequence[ir.Clause]) -> Expr | None:
        return next((choice for arm in arms if (choice := self._choice(arm.arm, lifted)) is not None), None)

    def _blames_clauses(self, asking: t.Asking, arms: Sequence[t.ArmTree], message: str, node: s.Node) -> bool:
        """Report the clauses without which the question has an answer: at their own place if they were added to it."""
        numbers = {document.id: n for n, document in enumerate(self.tables.composition.documents)}
        asker = numbers[asking.origin.document]
        by_arm = [(arm.arm, self._obstacles(arm.arm)) for arm in reversed(asking.arms)]
        added = [(arm, [c for c in clauses if numbers[c.origin.document] > asker]) for arm, clauses in by_arm]
        for arm, clauses in (*added, *by_arm):
            sure = (arm, clauses) in added and self._sure_choice(arms, clauses) is not None
            if not clauses or not (sure or self._answered(asking, clauses)):
                continue
            places = [(c, written(self.tables.composition, c.origin) or node.span) for c in clauses]
            notes = [Related(span, f"`{clause.id}` can forbid `{arm.id}`") for clause, span in places]
            at = node.span
            if (arm, clauses) in added:
                message, at = f"`{clauses[0].id}` can forbid `{arm.id}`, and then {message}", places[0][1]
                notes = [*notes[1:], Related(node.span, "the question")]
            self.tables.error("no-answer", message, at, help=_way_past(arm, node), related=tuple(notes))
            return True
        return False

    def _choice(self, arm: ir.Arm, lifted: Sequence[ir.Clause]) -> Expr | None:
        """Return a choice that makes an action possible if there is one; None for actions with further conditions.
        The action's other choices must always leave something to choose."""
        conditions = self._conditions(arm, lifted)
        if arm.test is not None or conditions is None:
            return None
        unsure = [slot for slot in arm.slots if not _is_sure(slot, conditions)]
        if len(unsure) != 1 or unsure[0].local in conditions or isinstance(unsure[0].domain, ir.Span | ir.SeatOrder):
            return None
        domain = unsure[0].domain
        return None if free_locals(domain) & {slot.local for slot in arm.slots} else ir.First(domain)

    def _choosable(self, arm: ir.Arm, lifted: Sequence[ir.Clause]) -> bool:
        """True if there is something to choose whenever the test of this action holds."""
        conditions = self._conditions(arm, lifted)
        return conditions is not None and all(_is_sure(slot, conditions) for slot in arm.slots)

    def _conditions(self, arm: ir.Arm, lifted: Sequence[ir.Clause]) -> ByChoice | None:
        """Return the conditions on each choice by itself; None if anything else could exclude choices. The clauses in
        `lifted` don't count."""
        plain = all(slot.form == "each" for slot in arm.slots) and self._is_unforbidden(arm, lifted)
        return _by_choice(arm.where, [slot.local for slot in arm.slots]) if plain else None

    def _is_unforbidden(self, arm: ir.Arm, lifted: Sequence[ir.Clause]) -> bool:
        return all(clause in lifted for clause in self._obstacles(arm))

    def _obstacles(self, arm: ir.Arm) -> Sequence[ir.Clause]:
        return () if arm.may is None else self.clauses.obstacles(arm.may.permission)


def _is_sure(slot: ir.Slot, conditions: ByChoice) -> bool:
    """True if these conditions always leave something to choose."""
    if slot.local not in conditions:
        return _filled(slot.domain)
    return _one_remains(_constant_members(slot.domain), slot.local, conditions[slot.local])


def _way_out(node: s.Node) -> str:
    """Return the help for a question without a sure answer."""
    match node:
        case s.AskTogether():
            return _TOGETHER
        case s.Poll() | s.AskFirst():
            return _IN_TURN
        case _:
            return _HELP


def _way_past(arm: ir.Arm, node: s.Node) -> str:
    """Return the help for an action that a clause can exclude."""
    first = "add `unless-stuck: true` to each such clause" if arm.slots else f"always allow `{arm.id}`"
    return f"{first}, or {_way_out(node)}"


def _filled(domain: Expr | ir.Span | ir.SeatOrder) -> bool:
    seated = isinstance(domain, ir.Seated) and domain.what in ("everyone", "sides", "pack")
    return seated or bool(_constant_members(domain))


# ---------------------------------------------------------------- choices that conditions leave, whatever the position


ByChoice = Mapping[int, Sequence[Expr]]
"""The conditions on each choice by itself, by its local; without the choices that have none."""

MOST = 1_000  # members of a range that are looked at: the first and the last ones


def _by_choice(where: Expr | None, locals_: Sequence[int]) -> ByChoice | None:
    """Return the conditions of an action by the choice that each is about; None if one is about several, or none."""
    conditions: dict[int, list[Expr]] = {}
    for part in [] if where is None else conjuncts(where):
        about = named_locals(part) & set(locals_)
        if len(about) != 1:
            return None
        conditions.setdefault(about.pop(), []).append(part)
    return conditions


def _constant_members(domain: Expr | ir.Span | ir.SeatOrder) -> Sequence[int]:
    """Return the members of a constant set or range; none for others."""
    match domain:
        case ir.Span(Const(low), Const(high)):
            every = range(low, high + 1)
            return every if len(every) <= MOST else [*every[: MOST // 2], *every[-MOST // 2 :]]
        case Const(members):
            return [number for number in range(members.bit_length()) if members >> number & 1]
        case _:
            return ()


def _one_remains(members: Sequence[int], local: int, conditions: Sequence[Expr]) -> bool:
    """True if conditions on the choice in a local hold for one of these members in every position: there are more
    members than values that they could exclude."""
    excluded = 0
    for part in conditions:
        if _excludes_one(part, local):
            excluded += 1
        else:
            members = [member for member in members if _holds(part, local, member)]
    return len(members) > excluded


def _excludes_one(part: Expr, local: int) -> bool:
    """True for `x != E` where only the position decides what E is."""
    match part:
        case Not(Op("==", left, right)) | Op("!=", left, right):
            choice = ir.Local(local)
            other = right if left == choice else left
            return choice in (left, right) and not isinstance(other, Const) and not mentions(other, local)
        case _:
            return False


def _holds(test: Expr, local: int, member: int) -> bool:
    """True if a condition holds for a member in every position."""
    match test:
        case And(items):
            return all(_holds(item, local, member) for item in items)
        case Or(items):
            return any(_holds(item, local, member) for item in items)
        case Not(Op(op, left, right)):
            return _compared(op, left, right, local, member) == fold.FALSE
        case Op(op, left, right):
            return _compared(op, left, right, local, member) == fold.TRUE
        case _:
            return test == fold.TRUE


def _compared(op: ir.BinOp, left: Expr, right: Expr, local: int, member: int) -> Expr:
    given = {local: Const(member)}
    return fold.op(op, substitute(left, given), substitute(right, given))
