"""What an action of a question offers, as source that counts it: every choice is a call of `offered`.

Where all choices are cards of one set, or sets of cards, they are described by one call (`offered_set`, `offered_sets`)
and not gone through. Knows how actions are written in generated source, and not what becomes of the calls.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from parlour import program as p
from parlour.generated.naming import Scope, indented
from parlour.generated.questions import Questions
from parlour.machine.arms import clause_verdict, conjunction, firm_verdict
from parlour.program.walking import substitute


class Offers(Questions):
    """Writes what an action offers as calls that count it."""

    listing = False  # is every choice to be listed?

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        return None if self.listing else super()._set_of_cards(arm, guard)

    def offer(self, arm: p.Arm, number: int, count: int, chosen: list[str]) -> list[str]:
        return [f"offered({', '.join(chosen)})"]

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        chosen = self._set_of_cards(arm, guard)
        if chosen is not None:
            cards = self.x.value(chosen, scope)
            return [f"offered_set({f'once(s, {cards})' if self.twins else cards})"]
        slot = arm.slots[0]
        if len(arm.slots) == 1 and slot.form == "sets" and guard is None and not self.twins and not self.listing:
            call = self._sets(slot, None, scope)
            return [f"offered_{call}"]
        return super()._loops(arm, number, count, guard, scope)

    def arm(self, question: p.Question, number: int) -> list[str]:
        """What an action offers. Clauses that yield come last: each keeps those choices that it lets pass, unless there
        are none."""
        arm, scope = question.arms[number], Scope({}, question.origin)
        permission, yielding = self._yielding(arm)
        if permission is None or arm.may is None:
            return self._adding(arm, number, len(question.arms), scope)
        given = dict(zip(permission.params, arm.may.args, strict=True))
        lines = ["first = s[LISTED]", *self.some(question, number, scope)]
        for i in yielding:
            clause = self.x.making.folding.folded(substitute(clause_verdict(permission, i), given))
            lines += self._keeping(arm, clause, scope.at(permission.origin))
        return [*lines, "count = s[LISTED] - first"]

    def some(self, question: p.Question, number: int, scope: Scope) -> list[str]:
        """The same but for the clauses that yield, which leave something if there is anything."""
        arm, count = question.arms[number], len(question.arms)
        permission, _ = self._yielding(arm)
        if permission is None or arm.may is None:
            return self._adding(arm, number, count, scope)
        given = dict(zip(permission.params, arm.may.args, strict=True))
        conditions = [c for c in (arm.where, substitute(firm_verdict(permission), given)) if c is not None]
        self.listing = True
        try:
            return self._adding(replace(arm, where=conjunction(conditions), may=None), number, count, scope)
        finally:
            self.listing = False

    def _yielding(self, arm: p.Arm) -> tuple[p.Permission | None, list[int]]:
        """The clauses that yield when nothing else is left; no permission if there are none."""
        if arm.may is None:
            return None, []
        permission = self.program.permissions[arm.may.permission]
        found = [i for i, clause in enumerate(permission.clauses) if clause.unless_stuck and not clause.allow]
        return (permission, found) if found else (None, [])

    def _keeping(self, arm: p.Arm, holds: p.Expr, scope: Scope) -> list[str]:
        for slot in arm.slots:
            scope = scope.with_(slot.local)
        names = [scope.names[slot.local] for slot in arm.slots]
        takes = [f"{name} = s[LIST + k * SLOTS + {j}]" for j, name in enumerate(names)]
        keeps = [f"s[LIST + kept * SLOTS + {j}] = {name}" for j, name in enumerate(names)]
        inside = [*takes, f"if {self.x.truth(holds, scope)}:", *indented([*keeps, "kept += 1"]), "k += 1"]
        enough = ["if kept > first:", "    s[LISTED] = kept"]
        return ["k = first", "kept = first", "while k < s[LISTED]:", *indented(inside), *enough]

    def first_arms(self, number: int) -> tuple[list[str], list[str], list[list[str]]]:
        """Of a question that is asked about with arguments: these, what is worked out first, and what each action
        offers but for those of last resort."""
        question = self.program.questions[number]
        names = {local: f"v{local}" for local in question.params}
        scope, lines = Scope(names, question.origin), list[str]()
        for local, value in question.lets:
            lines.append(f"v{local} = {self.x.value(value, scope)}")
            scope = scope.with_(local)
        arms = [self.some(question, i, scope) for i, arm in enumerate(question.arms) if not arm.last]
        return list(names.values()), lines, arms


def entrance(lines: list[str]) -> str | None:
    """What must hold, or not be empty, or else an action offers nothing; if that is said first and quickly known."""
    match ast.parse("\n".join(lines)).body:
        case [ast.If(test=test, orelse=[])]:
            pass
        case [ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() as test), *rest] if _only_of(name, rest):
            pass
        case _:
            return None
    return None if any(isinstance(node, ast.Call) for node in ast.walk(test)) else ast.unparse(test)


def _only_of(name: str, body: list[ast.stmt]) -> bool:
    """Is nothing done but what is done for members of this set?"""
    for line in body:
        match line:
            case ast.While(test=ast.Name(id=of)) | ast.If(test=ast.Name(id=of), orelse=[]) if of == name:
                pass
            case ast.For(iter=ast.Call(func=ast.Name(id="ranks_with"), args=[ast.Name(id=of), _])) if of == name:
                pass
            case _:
                return False
    return True


def kind_of(lines: list[str]) -> str:
    """How an action offers its choices."""
    text = "\n".join(lines)
    return next((kind for kind in ("set", "sets") if f"offered_{kind}(" in text), "list")
