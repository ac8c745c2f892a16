"""Functions put together: which of them need the registers, and which are put in place of their calls.

Registers are the cells of the state that only constants reach. LLVM keeps them in a processor's registers for as long
as no function is called that has to find them in memory, so functions that don't touch them are not given them. Knows
nothing but texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

SMALL = 30  # lines of a function that is always put in place of its calls
WHOLE = 6_000  # lines of a game in which every function that touches registers is

_CALL = re.compile(r"@(\w+)\(ptr (?:noalias )?%s, ptr (?:noalias )?%r")
_TOUCHED = re.compile(r"getelementptr \w+, ptr %r,")


def linked(functions: Mapping[str, str], roots: Sequence[str]) -> list[str]:
    """The texts of all functions by their names; `roots` are called from outside, and are given the registers."""
    called = {name: _CALL.findall(text)[1:] for name, text in functions.items()}
    needing = _reaching({name for name, text in functions.items() if _TOUCHED.search(text)} | {*roots}, called)
    lines = {name: text.count("\n") for name, text in functions.items()}
    inside = {name for name in functions if lines[name] <= SMALL and name not in called[name]}
    if all(_expanded(root, called, needing, lines) <= WHOLE for root in roots):
        inside |= needing

    def given(found: re.Match[str]) -> str:
        return found[0] if found[1] in needing else found[0][: found[0].rindex(",")]

    return [
        _CALL.sub(given, text).replace(
            " nounwind {", " alwaysinline nounwind {" if name in inside else " nounwind {", 1
        )
        for name, text in functions.items()
    ]


def _reaching(names: set[str], called: Mapping[str, Sequence[str]]) -> set[str]:
    """These functions, and all that call one of them, over however many others."""
    found: set[str] = set()
    while found != names:
        found, names = names, names | {name for name, calls in called.items() if not names.isdisjoint(calls)}
    return found


def _expanded(root: str, called: Mapping[str, Sequence[str]], inside: set[str], lines: Mapping[str, int]) -> int:
    """How long a function gets when all of these are put in place of their calls."""
    known: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in known:
            known[name] = WHOLE + 1  # of one that comes to call itself
            known[name] = lines[name] + sum(size(other) for other in called[name] if other in inside)
        return known[name]

    return size(root)
