"""Measures how far a condition is from having a result, to find the refused move that is nearest to a legal one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour import program as p
from parlour.program.walking import walk
from parlour.python.functions import Function, TableFunctions
from parlour.table.cells import Cells

DIFFERENT = 1 << 16
_NUMBERS = (p.Size, p.ZoneSize, p.PlaceOf, p.Pips)
_COUNTING = ("deadwood",)  # built-ins
_ARITHMETIC = ("+", "-", "*", "//", "mod", "min", "max")
_COMPARISONS: Mapping[str, Callable[[int, int, bool], int]] = {
    "<": lambda a, b, wanted: a - b + 1 if wanted else b - a,
    "<=": lambda a, b, wanted: a - b if wanted else b - a + 1,
    ">": lambda a, b, wanted: b - a + 1 if wanted else a - b,
    ">=": lambda a, b, wanted: b - a if wanted else a - b + 1,
}
"""How much `a` must change for the comparison with `b` to have the wanted result."""


def distance(functions: TableFunctions, params: tuple[int, ...], test: p.Expr, wanted: bool) -> Function:
    """Return a function of a state and of the values of these locals: 0 if the test has the required result, else its
    distance from that, which is at least 1.

    Only numbers have distances. Any other difference counts as farther than any number. So does a number that is the
    same for every choice, and a zone with cards that should be empty. It compares conditions in the order of play, and
    stops at the first that fails, because later ones might have no value."""

    def value(e: p.Expr) -> Function:
        return functions.value(e, params)

    match test:
        case p.Not(inside):
            return distance(functions, params, inside, not wanted)
        case p.And(items) | p.Or(items):
            every = isinstance(test, p.And) == wanted  # True if all of them must change, False if one is enough
            return _of_several([(value(i), distance(functions, params, i, wanted)) for i in items], every, wanted)
        case p.CallFunction(number, args):
            function = functions.layout.program.functions[number]
            given, far = [value(a) for a in args], distance(functions, function.params, function.body, wanted)
            return lambda s, *known: far(s, *(a(s, *known) for a in given))
        case p.Op(op, left, right) if op in _COMPARISONS and not _is_settled(test):
            a, b, apart = value(left), value(right), _COMPARISONS[op]
            return lambda s, *known: max(0, apart(a(s, *known), b(s, *known), wanted))
        case p.Op("==" | "!=" as op, left, right) if (
            wanted == (op == "==") and _is_number(functions.layout.program, left) and not _is_settled(test)
        ):
            a, b = value(left), value(right)
            return lambda s, *known: abs(a(s, *known) - b(s, *known))
    holds = value(test)
    return lambda s, *known: DIFFERENT * (bool(holds(s, *known)) != wanted)


def _of_several(items: list[tuple[Function, Function]], every: bool, wanted: bool) -> Function:
    def far(s: Cells, *known: int) -> int:
        distances: list[int] = []
        for number, (holds, apart) in enumerate(items):
            if bool(holds(s, *known)) != wanted:
                distances.append(apart(s, *known))
                if every:  # the parts after it are not evaluated, and may differ just as much
                    return distances[0] + len(items) - number - 1
            elif not every:
                return 0
        return min(distances, default=0)

    return far


def _is_settled(test: p.Op) -> bool:
    """True if no other choice changes the test: it depends on no choice, or only asks whether a zone has cards."""
    empty = isinstance(test.left, p.ZoneSize) and test.right == p.Const(0)
    return empty or not any(isinstance(node, p.Local) for node in walk(test))


def _is_number(program: p.Program, e: p.Expr) -> bool:
    match e:
        case p.Op(op, _, _):
            return op in _ARITHMETIC
        case p.Builtin(name, _):
            return name in _COUNTING
        case p.VarAt(variable, _):
            return program.variables[variable].type.kind == "int"
        case p.Local(index):
            return program.locals[index][1].kind == "int"
        case _:
            return isinstance(e, _NUMBERS)
