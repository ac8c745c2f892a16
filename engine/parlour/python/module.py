"""The whole source of a Program for one table, with everything that running it needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.python.runtime.alternatives import ALTERNATIVES

if TYPE_CHECKING:
    from parlour.lowering.table_code import TableCode


@dataclass(frozen=True)
class PythonModule:
    """`spending` are the functions that can count steps; `counters` is the number of cells that count rules.

    A module that counts also has `outcome(s)`, which lists the results.
    """

    text: str
    origins: tuple[p.Origin | None, ...]
    spending: frozenset[str]
    counters: int

    @classmethod
    def of(cls, premises: Premises, counting: bool = False) -> PythonModule:
        """Write the module without looking in the cache."""
        from parlour.lowering.table_code import TableCode
        from parlour.python.printer import function  # slow to import, and seldom needed: most source is cached
        from parlour.routines import routines
        from parlour.tablecode.reaching import reached, spending_of

        code = TableCode(premises, counting)
        functions = code.whole()
        constants = "\n".join(f"{name} = {text}" for name, text in tables(code, functions).items())
        replaced = [name for name, alternative in ALTERNATIVES.items() if not alternative.general]
        called = reached(functions, routines(), replaced)
        text = "\n\n".join([constants, *map(function, called), *map(function, functions)]) + "\n"
        return cls(text, tuple(code.origins), spending_of(functions), code.unit.counters)


def tables(code: TableCode, functions: Iterable[t.Function]) -> dict[str, str]:
    """The constants of the source: tables, and where functions cache their results."""
    found = {name: f"({', '.join(map(str, values))},)" for name, values in code.unit.tables.items()}
    return found | {f"KNOWN_{function.name}": "{}" for function in functions if function.known}
