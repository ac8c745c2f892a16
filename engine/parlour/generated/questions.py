"""Questions as Python source: for each a function that lists what may be answered.

A question with copies of one card to choose from, or with clauses that yield when nothing is left, is not written:
the machine's own answer is asked for then.
"""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Loop, Naming, Scope, definition, indented
from parlour.machine.arms import conjunction
from parlour.machine.guards import bounds, by_slot
from parlour.machine.masks import narrowed
from parlour.machine.packing import digit


class Questions:
    """Writes the questions of one source."""

    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        self.naming = naming
        self.layout = naming.layout
        self.program = naming.program
        self.x = expressions

    def legal(self, number: int) -> str:
        """`legal_n(s)`: the packed moves, by arms, then ascending."""
        question = self.program.questions[number]
        if not self._writable(question):
            return definition(f"legal_{number}", [], [f"return legal_of(s, {number})"])
        scope = Scope({}, question.origin)
        count = len(question.arms)
        first = [line for i, a in enumerate(question.arms) if not a.last for line in self._adding(a, i, count, scope)]
        last = [line for i, a in enumerate(question.arms) if a.last for line in self._adding(a, i, count, scope)]
        if last:
            last = ["if not found:", *indented(last)]
        return definition(f"legal_{number}", [], ["found = []", *first, *last, "return found"])

    def offers(self, number: int) -> str:
        """`offers_n(s, …)`: is there anything besides actions of last resort?"""
        question = self.program.questions[number]
        names = {local: f"v{local}" for local in question.params}
        params = list(names.values())
        scope = Scope(names, question.origin)
        lines = []
        for local, value in question.lets:
            lines.append(f"v{local} = {self.x.value(value, scope)}")
            scope = scope.with_(local)
        lines.append("found = []")
        for i, arm in enumerate(question.arms):
            if not arm.last:
                lines += [*self._adding(arm, i, len(question.arms), scope), "if found:", "    return True"]
        return definition(f"offers_{number}", params, [*lines, "return False"])

    def _writable(self, question: p.Question) -> bool:
        pack = self.layout.pack
        twins = pack.copies > 1 or pack.jokers > 1
        for arm in question.arms:
            if twins and any(slot.type.kind in ("card", "cards") and slot.form != "places" for slot in arm.slots):
                return False
            if arm.may is not None:
                clauses = self.program.permissions[arm.may.permission].clauses
                if any(c.unless_stuck and not c.allow for c in clauses):
                    return False
        return True

    # ------------------------------------------------------------ one action

    def _adding(self, arm: p.Arm, number: int, count: int, scope: Scope) -> list[str]:
        """Adds what an action offers to `found`."""
        scope = scope.at(arm.origin)
        conditions = [c for c in (arm.where, arm.may) if c is not None]
        guard = self.x.making.folding.folded(conjunction(conditions)) if conditions else None
        if guard == p.Const(0):
            return []
        if guard == p.Const(1):
            guard = None
        if not arm.slots:
            lines = [f"found.append({number})"]
            if guard is not None:
                lines = [f"if {self.x.truth(guard, scope)}:", *indented(lines)]
        else:
            lines = self._choices(arm, number, count, guard, scope)
        if arm.test is not None:
            lines = [f"if {self.x.truth(arm.test, scope)}:", *indented(lines)]
        return lines

    def _choices(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        """A loop for each slot, the first one outermost."""
        chosen = self._set_of_cards(arm, guard)
        if chosen is not None:
            cards = self.x.value(chosen, scope)
            return self.x.over_set(cards, "c").around([f"found.append(c * {count} + {number})"])
        parts = by_slot(guard, arm.slots) if guard is not None else [None for _ in arm.slots]
        digits = [digit(self.layout, slot) for slot in arm.slots]
        payload = ""
        levels: list[tuple[Loop, str | None]] = []
        for slot, part, d in zip(arm.slots, parts, digits, strict=True):
            head = self._head(slot, part, scope)
            scope = scope.with_(slot.local)
            v = scope.names[slot.local]
            shown = v if not d.bias else f"({v} + {d.bias})"
            payload = shown if not payload else f"({payload} * {d.radix} + {shown})"
            levels.append((head, None if part is None else self.x.truth(part, scope)))
        lines = [f"found.append({payload} * {count} + {number})"]
        for loop, test in reversed(levels):
            lines = loop.around(lines if test is None else [f"if {test}:", *indented(lines)])
        return lines

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        """The cards to choose from as one set, for a single slot over cards."""
        slot = arm.slots[0]
        if len(arm.slots) > 1 or slot.form != "each" or slot.type.kind != "card":
            return None
        if isinstance(slot.domain, p.SeatOrder | p.Span):
            return None
        if guard is None:
            return slot.domain
        return narrowed(self.x.facts, slot.domain, guard, slot.local) if self.x.making.vectorise else None

    def _head(self, slot: p.Slot, part: p.Expr | None, scope: Scope) -> Loop:
        v = f"v{slot.local}"
        if slot.form == "each":
            if isinstance(slot.domain, p.SeatOrder):
                return Loop((), f"for {v} in sorted({self.x.order(slot.domain, scope)}):", ())
            return self.x.run_over(slot.domain, v, scope)
        return Loop((), f"for {v} in {self._sets(slot, part, scope)}:", ())

    def _sets(self, slot: p.Slot, part: p.Expr | None, scope: Scope) -> str:
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "one chooses from a set"
        of = self.x.value(slot.domain, scope)
        if slot.form == "places":
            return f"places(s, {of})"
        if slot.form == "guises":
            assert slot.faces is not None, "a choice of guises says which"
            return f"guises(s, {of}, {self.x.named_function(slot.faces)})"
        size = bounds(part, slot.local)
        at = self.naming.origin(scope.origin)
        if slot.form == "groups":
            return f"groups({of}, {max(size.low or 1, 1)}, {size.high}, {at})"
        low = "1" if slot.low is None else self.x.value(slot.low, scope)
        high = "None" if slot.high is None else self.x.value(slot.high, scope)
        return f"sets({of}, {low}, {high}, {size.low}, {size.high}, {at})"
