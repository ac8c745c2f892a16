"""All names that generated source of one table uses and doesn't define."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from types import CodeType
from typing import Any

from parlour import program as p
from parlour.interpreter.closures import constant
from parlour.lowering.tables import NUMBERS, TABLES, zone_names
from parlour.python.runtime.alternatives import ALTERNATIVES
from parlour.python.runtime.choices import Choices, Many
from parlour.python.runtime.faults import failing
from parlour.python.runtime.iterables import Iterables
from parlour.table.builtins import BUILTINS
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import Layout
from parlour.table.seats import seats_from


def run(code: CodeType, layout: Layout, origins: Sequence[p.Origin | None]) -> dict[str, Any]:
    """Run generated source, and return its names. `origins` are the places in the ruleset that it calls by number."""
    names = names_of(layout, origins, names_in(code))
    exec(code, names)
    for name, alternative in ALTERNATIVES.items():
        if name in names:
            names[name] = alternative.make(layout, names)
    return names


def names_in(code: CodeType) -> set[str]:
    """The names that code looks up outside of its functions."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def names_of(layout: Layout, origins: Sequence[p.Origin | None], used: Collection[str]) -> dict[str, Any]:
    """The meanings of these names, except of routines."""
    names: dict[str, Any] = {
        "members": members, "seats_from": seats_from, "Many": Many, "fail": failing(origins), "NOTHING": None,
    }  # fmt: skip
    for part in (Choices(layout, origins), Iterables(layout, names)):
        names |= {name: getattr(part, name) for name in vars(type(part)) if not name.startswith("_")}
    names |= {name: of(layout) for name, of in TABLES.items() if name in used}
    names |= {name: of(layout) for name, of in NUMBERS.items() if name in used}
    if "ZONE_NAME" in used:
        names["ZONE_NAME"] = zone_names(layout)
    names |= {name: None for name, of in ALTERNATIVES.items() if name in used and not of.general}
    names |= {f"builtin_{name}": _builtin(layout, name) for name in BUILTINS if f"builtin_{name}" in used}
    return names


def _builtin(layout: Layout, name: str) -> Callable[..., int]:
    """A built-in function of the language that has no routine: it takes values, not expressions."""

    def builtin(s: Cells, *args: int) -> int:
        return BUILTINS[name](layout, list(map(constant, args)))(s)

    return builtin
