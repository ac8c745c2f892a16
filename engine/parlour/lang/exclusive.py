"""Decides whether two conditions are known never to hold at the same time.

It compares tests of one value against constants, and a test with its opposite. So `2 or Q` excludes `K`, and `n <= 2`
excludes `n > 2`. If it can't tell, the answer is no.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import inf
from operator import or_

from parlour.lang.tautology import one_always_holds
from parlour.program import And, CardFact, Const, Design, Expr, Not, Op, Or, fold
from parlour.program.operators import OPPOSITE, TURNED

VALUES = 256  # that are compared one by one: two packs have fewer cards
ALL = (1 << VALUES) - 1
_LAST = 1 << VALUES - 1


def allowed(test: Expr) -> dict[Expr, int]:
    """Return, for each expression that the test compares with constants, the values with which the test can hold."""
    return _combined(test, _compared)


def _combined(test: Expr, of_one: Callable[[Expr], dict[Expr, int]]) -> dict[Expr, int]:
    """Return what `of_one` says about the parts of a test: of `and` the values for all, of `or` those for any."""
    match test:
        case And(items):
            values_of: dict[Expr, int] = {}
            for item in items:
                for key, values in _combined(item, of_one).items():
                    values_of[key] = values_of.get(key, ALL) & values
            return values_of
        case Or(items):
            parts = [_combined(item, of_one) for item in items]
            shared = set(parts[0]).intersection(*parts[1:])
            return {key: reduce(or_, (part[key] for part in parts)) for key in shared}
        case _:
            return of_one(test)


def _compared(test: Expr) -> dict[Expr, int]:
    match test:
        case Op("has", Const(mask), value):
            return {value: mask & ALL}
        case Op("==", value, Const(number)) | Op("==", Const(number), value) if 0 <= number < VALUES:
            return {value: 1 << number}
        case Not(Op("==", value, Const(number))) | Op("!=", value, Const(number)) if 0 <= number < VALUES:
            return {value: ALL & ~(1 << number)}
        case Not(Op("has", Const(mask), value)):
            return {value: ALL & ~mask}
        case _:
            return {}


def _never(test: Expr) -> bool:
    return test == Const(0) or (isinstance(test, And) and Const(0) in test.items)


def within(test: Expr) -> dict[Expr, tuple[float, float]]:
    """Return, for each expression that the test compares with numbers, the smallest and the largest that pass."""
    match test:
        case And(items):
            ranges: dict[Expr, tuple[float, float]] = {}
            for item in items:
                for key, (low, high) in within(item).items():
                    before = ranges.get(key, (-inf, inf))
                    ranges[key] = max(before[0], low), min(before[1], high)
            return ranges
        case Not(Op(op, left, right)) if op in OPPOSITE:
            return within(Op(OPPOSITE[op], left, right))
        case Op(op, Const(number), value) if op in TURNED:
            return within(Op(TURNED[op], value, Const(number)))
        case Op("<", value, Const(number)):
            return {value: (-inf, number - 1)}
        case Op("<=", value, Const(number)):
            return {value: (-inf, number)}
        case Op(">", value, Const(number)):
            return {value: (number + 1, inf)}
        case Op(">=", value, Const(number)):
            return {value: (number, inf)}
        case Op("==", value, Const(number)):
            return {value: (number, number)}
        case _:
            return {}


def exclusive(first: Expr, second: Expr, design: Design | None = None) -> bool:
    """True if the two are known never to hold at the same time. With the design of a deck, `red-7` excludes
    `skip`."""
    if _never(first) or _never(second):
        return True
    one, two = allowed(first), allowed(second)
    if any(key in two and values & two[key] == 0 for key, values in one.items()):
        return True
    if design is not None:
        shown, others = _shown(first, design), _shown(second, design)
        if any(card in others and faces & others[card] == 0 for card, faces in shown.items()):
            return True
    if any(low > high for low, high in within(And((first, second))).values()):
        return True
    return one_always_holds([Not(And((first, second)))])


def shared_faces(first: Expr, second: Expr, design: Design) -> int:
    """Return the faces that a card can show while both conditions hold; none if the two don't test the same card."""
    one, two = _shown(first, design), _shown(second, design)
    every = (1 << len(design.faces)) - 1
    tested = (one[card] & two[card] & every for card in one if card in two)
    return next((faces for faces in tested if faces != every), 0)


def _shown(test: Expr, design: Design) -> dict[Expr, int]:
    """Return, for each tested card, the faces that it can show. The last bit means that it can be missing."""
    return _combined(test, lambda part: _faces(_compared(part), design))


def _faces(tests: dict[Expr, int], design: Design) -> dict[Expr, int]:
    """Return the faces that tests of facts allow, by the compared expression."""
    faces: dict[Expr, int] = {}
    for key, values in tests.items():
        if isinstance(key, CardFact) and len(design.faces) < VALUES:
            numbers = [design.fact(key.fact, face) for face in range(len(design.faces))]
            without = values & _LAST  # a fact that a card lacks isn't in any set
            fitting = (values >> n & 1 if 0 <= n < VALUES else without for n in numbers)
            mask = without | sum(1 << face for face, fits in enumerate(fitting) if fits)
            faces[key.card] = faces.get(key.card, ALL) & mask
    return faces


def lasting(test: Expr, stays: Callable[[Expr], bool]) -> Expr:
    """Return the part of a test about values that stay the same. `stays` says whether a test depends on no other
    values."""
    if stays(test):
        return test
    match test:
        case And(items):
            return fold.conjunction([lasting(item, stays) for item in items])
        case Or(items):
            return fold.disjunction([lasting(item, stays) for item in items])
        case Not(And(items)):
            return fold.disjunction([lasting(fold.negation(item), stays) for item in items])
        case Not(Or(items)):
            return fold.conjunction([lasting(fold.negation(item), stays) for item in items])
        case _:
            return fold.TRUE


def excludes(op: str, value: int, members: int) -> bool:
    """True if a comparison with a value, or with a set of values, holds for no member of a set."""
    lowest, highest = (members & -members).bit_length() - 1, members.bit_length() - 1
    match op:
        case "==":
            return value >= 0 and not members >> value & 1
        case "!=":
            return value >= 0 and members == 1 << value
        case "<":
            return value <= lowest
        case "<=":
            return value < lowest
        case ">":
            return value >= highest
        case ">=":
            return value > highest
        case "has":
            return value >= 0 and not value & members
        case "has not":
            return value >= 0 and not members & ~value
        case _:
            return False
