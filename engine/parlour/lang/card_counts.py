"""Computes how many cards there are at least, and how many a step deals at most, for each possible number of
players."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from parlour import program as ir
from parlour.lang.company import Company
from parlour.program import Expr
from parlour.program.operators import computed

DEPTH = 12  # of functions within functions


class CardCounts:
    """Computes numbers that depend only on the options and the number of players."""

    def __init__(self, company: Company, body: Callable[[ir.CallFunction], Expr | None]) -> None:
        self.company = company
        self.body = body

    @cached_property
    def cards(self) -> int:
        """Return the smallest number of cards in the pack; 0 if it is unknown."""
        return min((self._pack(n) or 0 for n in self.players), default=0)

    def most(self, count: Expr, each: bool = False) -> int | None:
        """Return how many cards a step deals at most, to one zone or to each player; None if that is unknown."""
        counts = []
        for n in self.players:
            number = self.number(count, n)
            if number is None:
                return None
            counts.append(max(number, 0) * (n if each else 1))
        return max(counts, default=None)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players that `possible` allows."""
        tests = [requirement.test for requirement in self.company.possible]
        return tuple(n for n in self.company.players if all(self.number(test, n) != 0 for test in tests))

    @cached_property
    def most_cards(self) -> int:
        """Return the largest number of cards in the pack, unused ones included, as far as it is known."""
        return max((self._whole(n) or 0 for n in self.players), default=0)

    def _pack(self, n: int) -> int | None:
        return None if self.company.deck.use is not None else self._whole(n)

    def _whole(self, n: int) -> int | None:
        deck = self.company.deck
        numbers = [self.number(e, n) for e in (deck.copies, *deck.amounts)]
        known = [number for number in numbers if number is not None]
        return known[0] * sum(known[1:]) if len(known) == len(numbers) else None

    def number(self, e: Expr, n: int, depth: int = DEPTH) -> int | None:
        """Return the value of an expression at a table with this many players; None if it depends on play."""
        match e:
            case ir.Const(value):
                return value
            case ir.Seated("seats"):
                return n
            case ir.Size(ir.Seated("pack")):
                return self._pack(n)
            case ir.Sure(value):
                return self.number(value, n, depth)
            case ir.Not(inner):
                holds = self.number(inner, n, depth)
                return None if holds is None else int(not holds)
            case ir.And(items) | ir.Or(items):
                return self._both([self.number(item, n, depth) for item in items], isinstance(e, ir.And))
            case ir.If(test, then, other):
                holds = self.number(test, n, depth)
                return None if holds is None else self.number(then if holds else other, n, depth)
            case ir.Op(op, left, right):
                a, b = self.number(left, n, depth), self.number(right, n, depth)
                return None if a is None or b is None else computed(op, a, b)
            case ir.CallFunction() if depth:
                inside = self.body(e)
                return None if inside is None else self.number(inside, n, depth - 1)
            case _:
                return None

    def _both(self, values: list[int | None], all_: bool) -> int | None:
        if any(value is not None and bool(value) != all_ for value in values):
            return int(not all_)
        return None if None in values else int(all_)
