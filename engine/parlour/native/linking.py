"""Combines functions: decides which of them need the registers, and which are inlined.

Registers are the cells of the state that only constants address. LLVM keeps them in the processor's registers until it
calls a function that needs them in memory. So functions that don't touch them don't get them. Doesn't know the purpose
of the functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.native.ir import Definition

SMALL = 30  # lines of a function that is always inlined
WHOLE = 6_000  # lines of a game up to which every function that touches registers is inlined


def linked(functions: Mapping[str, Definition], roots: Sequence[str]) -> list[str]:
    """Return the source of all functions; `roots` are called from outside, and get the registers."""
    called = {name: of.calls for name, of in functions.items()}
    needing = _reaching({name for name, of in functions.items() if of.touches} | {*roots}, called)
    lines = {name: of.length for name, of in functions.items()}
    inside = {name for name in functions if lines[name] <= SMALL and name not in called[name]}
    if all(_expanded(root, called, needing, lines) <= WHOLE for root in roots):
        inside |= needing
    return [of.text(needing, name in inside) for name, of in functions.items()]


def _reaching(names: set[str], called: Mapping[str, Sequence[str]]) -> set[str]:
    """Return these functions, and all functions that call one of them, directly or not."""
    result: set[str] = set()
    while result != names:
        result, names = names, names | {name for name, calls in called.items() if not names.isdisjoint(calls)}
    return result


def _expanded(root: str, called: Mapping[str, Sequence[str]], inside: set[str], lines: Mapping[str, int]) -> int:
    """The number of lines of a function when all of these are inlined."""
    known: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in known:
            known[name] = WHOLE + 1  # for a recursive function
            known[name] = lines[name] + sum(size(other) for other in called[name] if other in inside)
        return known[name]

    return size(root)
