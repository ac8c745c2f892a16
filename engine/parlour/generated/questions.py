"""Questions as Python source: for each a function that lists what may be answered."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.groups import Groups
from parlour.generated.loops import Loop
from parlour.generated.naming import Naming, Scope, definition, indented, unpacked
from parlour.machine.arms import clause_verdict, conjunction, firm_verdict
from parlour.machine.guards import bounds, by_slot, conjuncts
from parlour.machine.masks import PACK, narrowed
from parlour.machine.packing import digit
from parlour.program.walking import free_locals, substitute, walk

_SETS = ("sets", "groups")
_SAYS = {False: "perhaps forbidden", True: "perhaps allowed all the same"}
QUICK = 24  # parts of a condition that is looked up at once


def _of_cards(slot: p.Slot) -> bool:
    return slot.type.kind in ("card", "cards") and slot.form != "places"


class Questions:
    """Writes the questions of one source."""

    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        self.naming = naming
        self.layout = naming.layout
        self.program = naming.program
        self.x = expressions
        self.groups = Groups(naming, expressions)
        self.twins = self.layout.pack.copies > 1 or self.layout.pack.jokers > 1

    def legal(self, number: int) -> str:
        """`legal_n(s)`: the packed moves, by arms, then ascending."""
        question = self.program.questions[number]
        scope = Scope({}, question.origin)
        count = len(question.arms)
        arms = list(enumerate(question.arms))
        first = self._offering([(i, arm) for i, arm in arms if not arm.last], count, scope)
        last = self._offering([(i, arm) for i, arm in arms if arm.last], count, scope)
        if last:
            last = ["if not found:", *indented(last)]
        return definition(f"legal_{number}", [], ["found = []", *first, *last, "return found"])

    def _offering(self, arms: list[tuple[int, p.Arm]], count: int, scope: Scope) -> list[str]:
        """Adds what some of the actions offer, in their order."""
        return [line for number, arm in arms for line in self.told(arm, self._adding(arm, number, count, scope))]

    def told(self, arm: p.Arm, lines: list[str]) -> list[str]:
        """The lines that offer an action, after the places that it and the clauses about it come from."""
        if not lines or arm.may is None:
            clauses: tuple[p.Clause, ...] = ()
        else:
            clauses = self.program.permissions[arm.may.permission].clauses
        about = [f"# {arm.id} @{self.naming.origin(arm.origin)}"] if lines else []
        about += [f"#   {_SAYS[c.allow]} by {c.id} @{self.naming.origin(c.origin)}" for c in clauses]
        return [*about, *lines]

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

    def tries(self, number: int) -> str | None:
        """`tries_n(s)`: what is not allowed but has a price; nothing where nothing has."""
        question = self.program.questions[number]
        scope, lines = Scope({}, question.origin), list[str]()
        for i, arm in enumerate(question.arms):
            if arm.misplay is not None:
                lines += ["found = []", *self._adding(arm, i, len(question.arms), scope), "allowed = set(found)"]
                lines += ["found = []", *self._adding(replace(arm, may=None), i, len(question.arms), scope)]
                lines += ["tries += [move for move in found if move not in allowed]"]
        return definition(f"tries_{number}", [], ["tries = []", *lines, "return tries"]) if lines else None

    # ------------------------------------------------------------ one action

    def _adding(self, arm: p.Arm, number: int, count: int, scope: Scope) -> list[str]:
        """Adds what an action offers to `found`."""
        scope = scope.at(arm.origin)
        if arm.may is not None and self._stuck(arm.may):
            return self._adding_what_is_left(arm, arm.may, number, count, scope)
        conditions = [c for c in (arm.where, arm.may) if c is not None]
        guard = self.x.making.folding.folded(conjunction(conditions)) if conditions else None
        if guard == p.Const(0):
            return []
        if guard == p.Const(1):
            guard = None
        if not arm.slots:
            lines = self.offer(arm, number, count, [])
            if guard is not None:
                lines = [f"if {self.x.truth(guard, scope)}:", *indented(lines)]
        else:
            lines = self._choices(arm, number, count, guard, scope)
        return self._tested(arm, lines, scope)

    # ------------------------------------------------------------ clauses that yield when nothing else is left

    def _stuck(self, may: p.Permitted) -> list[int]:
        clauses = self.program.permissions[may.permission].clauses
        return [i for i, c in enumerate(clauses) if c.unless_stuck and not c.allow]

    def _adding_what_is_left(self, arm: p.Arm, may: p.Permitted, number: int, count: int, scope: Scope) -> list[str]:
        """Clauses that yield come last: each narrows down what is left, unless nothing would be left."""
        permission, folded = self.program.permissions[may.permission], self.x.making.folding.folded
        given = dict(zip(permission.params, may.args, strict=True))
        conditions = [c for c in (arm.where, substitute(firm_verdict(permission), given)) if c is not None]
        firm = replace(arm, where=conjunction(conditions), may=None)
        yielding = [folded(substitute(clause_verdict(permission, i), given)) for i in self._stuck(may)]
        sets = self._sets_left(arm, folded(conjunction(conditions)), yielding)
        if sets is None:
            adding = self._adding(firm, number, count, scope)
            if not arm.slots or not adding:
                return adding
            lines = ["first = len(found)", *adding]
            for i, clause in zip(self._stuck(may), yielding, strict=True):
                test = self._judging(arm, clause, f"passes_{may.permission}_{i}", count, scope.at(permission.origin))
                lines += [f"kept = [move for move in found[first:] if {test}]", "if kept:", "    found[first:] = kept"]
            return lines
        base, passing = sets
        left, some = self.naming.temporary(), self.naming.temporary()
        lines = [f"{left} = {self.x.value(base, scope)}"]
        for cards in passing:
            lines += [f"{some} = {left} & {self.x.value(cards, scope)}", f"if {some}:", f"    {left} = {some}"]
        cards_left = f"once(s, {left})" if self.twins else left
        return self._tested(
            arm, [*lines, *self.x.over_set(cards_left, "c").around(self.offer(arm, number, count, ["c"]))], scope
        )

    def _sets_left(self, arm: p.Arm, firm: p.Expr, yielding: list[p.Expr]) -> tuple[p.Expr, list[p.Expr]] | None:
        """For a single slot over cards: those on which nothing firm stands, and those that each clause lets pass."""
        base = self._set_of_cards(arm, firm) if arm.slots else None
        local = arm.slots[0].local if arm.slots else -1
        passing = [narrowed(self.x.facts, PACK, clause, local) for clause in yielding] if base is not None else [None]
        found = [cards for cards in passing if cards is not None]
        return (base, found) if base is not None and len(found) == len(yielding) else None

    def _judging(self, arm: p.Arm, holds: p.Expr, name: str, count: int, scope: Scope) -> str:
        """A call that judges a choice among those that are left; it takes the choice out of its number."""
        outside = sorted(free_locals(holds) & set(scope.names))
        given = [scope.names[local] for local in outside]
        for slot in arm.slots:
            scope = scope.with_(slot.local)
        names = {**scope.names, **{local: f"v{local}" for local in outside}}
        lines = unpacked(self.layout, arm, f"move // {count}", lambda local: names[local])
        lines.append(f"return {self.x.truth(holds, Scope(names, scope.origin))}")
        name = f"{name}_{len(self.naming.written)}"
        self.naming.function(name, lambda: definition(name, ["move", *(f"v{local}" for local in outside)], lines))
        return f"{name}({', '.join(['s', 'move', *given])})"

    # ------------------------------------------------------------ what can be chosen

    def _tested(self, arm: p.Arm, lines: list[str], scope: Scope) -> list[str]:
        return lines if arm.test is None else [f"if {self.x.truth(arm.test, scope)}:", *indented(lines)]

    def offer(self, arm: p.Arm, number: int, count: int, chosen: list[str]) -> list[str]:
        """Notes one answer as a packed move: the choices of its slots, the first one being the most significant."""
        if not chosen:
            return [f"found.append({number})"]
        payload = ""
        for slot, v in zip(arm.slots, chosen, strict=True):
            d = digit(self.layout, slot)
            shown = v if not d.bias else f"({v} + {d.bias})"
            payload = shown if not payload else f"({payload} * {d.radix} + {shown})"
        move = payload if count == 1 else f"{payload} * {count}"
        return [f"found.append({move} + {number})" if number else f"found.append({move})"]

    def _choices(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        """A loop for each slot, the first one outermost."""
        before, guard = self._before(guard, arm.slots)
        lines = self._quick_first(arm, number, count, guard, scope)
        return lines if before is None else [f"if {self.x.truth(before, scope)}:", *indented(lines)]

    def _before(self, guard: p.Expr | None, slots: tuple[p.Slot, ...]) -> tuple[p.Expr | None, p.Expr | None]:
        """The part of a guard that has nothing to do with what is chosen and can't go wrong, and the rest of it."""
        own = {slot.local for slot in slots}
        before: list[p.Expr] = []
        after: list[p.Expr] = []
        safe = True  # what stands behind something that can go wrong must not keep it from doing so
        for item in [] if guard is None else conjuncts(guard):
            safe = safe and not self.x.facts.may_fault(item)
            (before if safe and not free_locals(item) & own else after).append(item)
        return conjunction(before) if before else None, conjunction(after) if after else None

    def _quick_first(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        """Where the set of cards to choose from is dear to work out: what the cards themselves tell, and only if that
        leaves any, the rest."""
        chosen, slot = self._set_of_cards(arm, guard), arm.slots[0]
        if chosen is None or guard is None or isinstance(slot.domain, p.SeatOrder | p.Span):
            return self._loops(arm, number, count, guard, scope)
        items = [item for part in conjuncts(guard) for item in conjuncts(self.x.facts.inlined(part) or part)]
        quick = [item for item in items if _quick(item)]
        slow = [item for item in items if item not in quick]
        first = narrowed(self.x.facts, slot.domain, conjunction(quick), slot.local) if quick and slow else None
        if first is None:
            return self._loops(arm, number, count, guard, scope)
        held = self.naming.temporary()
        inside = replace(arm, slots=(replace(slot, domain=p.Local(slot.local)),))
        names = replace(scope, names={**scope.names, slot.local: held})
        rest = self._loops(inside, number, count, conjunction(slow), names)
        return [f"{held} = {self.x.value(first, scope)}", f"if {held}:", *indented(rest)]

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        chosen = self._set_of_cards(arm, guard)
        if chosen is not None:
            cards = self.x.value(chosen, scope)
            if self.twins:
                cards = f"once(s, {cards})"
            if number:
                return self.x.over_set(cards, "c").around(self.offer(arm, number, count, ["c"]))
            rest = self.naming.temporary()  # nothing was found before: from the highest card down is faster
            taking = [f"c = {rest}.bit_length() - 1", f"{rest} ^= BIT[c]", *self.offer(arm, number, count, ["c"])]
            return [f"{rest} = {cards}", f"while {rest}:", *indented(taking), "found.reverse()"]
        parts = by_slot(guard, arm.slots) if guard is not None else [None for _ in arm.slots]
        levels: list[tuple[Loop, str | None]] = []
        for k, (full, condition) in enumerate(zip(arm.slots, parts, strict=True)):
            by_rank = None if self.twins else self.groups.by_rank(full, condition, scope)
            if by_rank is not None:
                more, scope = by_rank
                levels += more
                continue
            slot, part = self._narrowed(full, condition)
            head = self._head(slot, part, scope)
            if self.twins and _of_cards(slot):
                head = self._distinct(head, slot, arm.slots[:k])
            scope = scope.with_(slot.local)
            levels.append((head, None if part is None else self.x.truth(part, scope)))
        lines = self.offer(arm, number, count, [scope.names[slot.local] for slot in arm.slots])
        for loop, test in reversed(levels):
            lines = loop.around(lines if test is None else [f"if {test}:", *indented(lines)])
        return lines

    def _narrowed(self, slot: p.Slot, part: p.Expr | None) -> tuple[p.Slot, p.Expr | None]:
        """What a condition says of one card makes the set to choose from smaller; the rest is still to be judged."""
        if part is None or slot.form != "each" or slot.type.kind != "card" or not self.x.making.vectorise:
            return slot, part
        if isinstance(slot.domain, p.SeatOrder | p.Span):
            return slot, part
        domain, rest = slot.domain, list[p.Expr]()
        for item in conjuncts(part):
            fewer = None if rest else narrowed(self.x.facts, domain, item, slot.local)
            if fewer is None:
                rest.append(item)
            else:
                domain = fewer
        return replace(slot, domain=domain), conjunction(rest) if rest else None

    def _distinct(self, loop: Loop, slot: p.Slot, earlier: tuple[p.Slot, ...]) -> Loop:
        """One choice of those that differ only in which of some twins is taken."""
        used = " | ".join(f"v{e.local}" if e.form in _SETS else f"BIT[v{e.local}]" for e in earlier if _of_cards(e))
        v = f"v{slot.local}"
        if loop.before:  # a set of cards, bit by bit
            rest, _, cards = loop.before[0].partition(" = ")
            return Loop((f"{rest} = once(s, {cards}, {used or 0})",), loop.opening, loop.first)
        values = loop.opening.removeprefix(f"for {v} in ").removesuffix(":")
        return Loop((), f"for {v} in distinct(s, {values}, {used or 0}, {slot.form in _SETS}):", ())

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


def _quick(e: p.Expr) -> bool:
    nodes = list(walk(e))
    return len(nodes) <= QUICK and not any(isinstance(n, p.CallFunction | p.Permitted | p.Scan) for n in nodes)
