"""Splits the condition of an action that chooses a set of cards, so that Parlour can count the sets.

`all c in cs where T` gives the cards that the set comes from. `any c in cs where T` excludes sets without such a card,
and `cs.size == 3` fixes the number of cards. All other parts must depend on the other choices alone. Knows expressions
only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.analysis.clause_verdicts import conjunction
from parlour.analysis.facts import Facts
from parlour.program.fold import negation
from parlour.program.operators import TURNED
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import free_locals, mentions

MOST_NEEDED = 4  # conditions `any c in cs`: each doubles the work
_TURNED = {op: turned for op, turned in TURNED.items() if op != "!="}  # bounds no size


@dataclass(frozen=True)
class SizeTest:
    """A comparison of the number of members of the set with a value."""

    op: str
    value: p.Expr


@dataclass(frozen=True)
class SetSplit:
    """The set in `slots[place]` has only members of `within`, and some member outside each of `needed`. Both read a set
    of cards from the local of the slot, and give a part of it."""

    place: int
    tests: tuple[p.Expr | None, ...]  # for each slot what must hold once it and those before it are filled
    within: p.Expr
    needed: tuple[p.Expr, ...]
    sizes: tuple[SizeTest, ...]


def split(facts: Facts, guard: p.Expr | None, slots: Sequence[p.Slot], twins: bool) -> SetSplit | None:
    """Return the parts of the condition; None if one has another form, or can fail for some sets only."""
    places = [k for k, slot in enumerate(slots) if slot.form == "sets" and slot.of_cards]
    if len(places) != 1:
        return None
    place, local = places[0], slots[places[0]].local
    others = [slot for k, slot in enumerate(slots) if k != place]
    if any(mentions(slot, local) for slot in others):
        return None
    if twins and any(slot.of_cards for slot in others):
        return None
    return _Splitting(facts, slots, place).split([] if guard is None else conjuncts(guard))


class _Splitting:
    def __init__(self, facts: Facts, slots: Sequence[p.Slot], place: int) -> None:
        self.facts = facts
        self.slots = slots
        self.place = place
        self.set = p.Local(slots[place].local)
        self.tests: list[list[p.Expr]] = [[] for _ in slots]
        self.within: p.Expr = self.set
        self.needed: list[p.Expr] = []
        self.sizes: list[SizeTest] = []
        self.early = False  # True if a part depends on the set but is evaluated before all is chosen
        self.judged = False  # True if any part depends on the set

    def split(self, items: list[p.Expr]) -> SetSplit | None:
        if not all(self._takes(item) for item in items) or len(self.needed) > MOST_NEEDED:
            return None
        later = range(self.place + 1, len(self.slots))
        if self.early and any(self.facts.may_fault(e) for k in later for e in (self.slots[k], *self.tests[k])):
            return None
        tests = tuple(conjunction(of) if of else None for of in self.tests)
        return SetSplit(self.place, tests, self.within, tuple(self.needed), tuple(self.sizes))

    def _takes(self, item: p.Expr) -> bool:
        """Record a part of the condition; False where that isn't possible."""
        inside = free_locals(item)
        last = max((k for k, slot in enumerate(self.slots) if slot.local in inside), default=0)
        if self.set.index not in inside:
            self.tests[last].append(item)
            return not (self.judged and self.facts.may_fault(item))
        self.early = self.early or last < len(self.slots) - 1
        self.judged = True
        return not self.facts.may_fault(item) and self._of_the_set(item)

    def _of_the_set(self, item: p.Expr) -> bool:
        match item:
            case p.Not(p.Scan(("any" | "all") as kind, local, domain, where, value)) if where is not None:
                turned = "all" if kind == "any" else "any"
                return self._of_the_set(p.Scan(turned, local, domain, negation(where), value))  # type: ignore[arg-type]  # any or all
            case p.Scan("all", local, self.set, where, None) if self._of_a_card(where):
                self.within = p.Scan("those", local, self.within, where, None)
            case p.Scan("any", local, self.set, where, None) if where is not None and self._of_a_card(where):
                self.needed.append(p.Scan("those", local, self.set, negation(where), None))
            case p.Op(op, p.Size(self.set), n) if op in _TURNED and not mentions(n, self.set.index):
                self.sizes.append(SizeTest(op, n))
            case p.Op(op, n, p.Size(self.set)) if op in _TURNED and not mentions(n, self.set.index):
                self.sizes.append(SizeTest(_TURNED[op], n))
            case p.CallFunction() | p.Permitted():
                body = self.facts.inlined(item)
                return body is not None and all(self._of_the_set(part) for part in conjuncts(body))
            case _:
                return False
        return True

    def _of_a_card(self, where: p.Expr | None) -> bool:
        """True if a condition concerns one card, whatever the other chosen cards are."""
        return where is not None and not mentions(where, self.set.index)
