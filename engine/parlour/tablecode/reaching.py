"""The functions that some code calls, directly or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from parlour import tablecode as t
from parlour.base.walking import walk
from parlour.tablecode.signatures import COUNT_STEPS


def reached(
    functions: Iterable[t.Function], library: Mapping[str, t.Function], without: Collection[str] = ()
) -> list[t.Function]:
    """Return the library functions that these functions need, in the order of the library. Leaves out `without`."""
    names = set[str]()
    left = list(functions)
    while left:
        for name in called(left.pop()) - names:
            if name in library and name not in without:
                names.add(name)
                left.append(library[name])
    return [library[name] for name in library if name in names]


def called(node: object) -> set[str]:
    """The functions that code calls, except by a number."""
    found = set[str]()
    for part in walk(node):
        match part:
            case t.Call(name):
                found.add(name)
            case t.Continue(label):
                found.add(f"b_{label}")
            case t.Guises(_, faces):
                found.add(faces)
            case t.For(spent=t.Line()):
                found.add("spend")
    return found


def spending_of(functions: Iterable[t.Function]) -> frozenset[str]:
    """The functions that can count steps, directly or in functions that they call or name."""
    names = {function.name: called(function) for function in functions}
    spending: set[str] = set(COUNT_STEPS)
    while more := {name for name, of in names.items() if name not in spending and not spending.isdisjoint(of)}:
        spending |= more
    return frozenset(spending & names.keys())
