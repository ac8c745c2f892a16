"""The whole source of a Program for one table, with everything that running it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.python.runtime.alternatives import ALTERNATIVES

if TYPE_CHECKING:
    from parlour.lowering.table_code import TableCode


@dataclass(frozen=True)
class PythonModule:
    """`places` has the parameters of the functions of the linear code, by the place of the code. `asked` are the
    questions of the code, and `spending` the functions that can count steps. `counters` is the number of cells that
    count rules.

    A module that counts also has `outcome(s)`, which lists the results.
    """

    text: str
    origins: tuple[p.Origin | None, ...]
    places: dict[int, tuple[int, ...]]
    asked: tuple[int, ...]
    spending: frozenset[str]
    counters: int

    @classmethod
    def of(cls, premises: Premises, counting: bool = False) -> PythonModule:
        """Write the module without looking in the cache."""
        from parlour.lowering.table_code import lowered
        from parlour.python.printer import function  # slow to import, and seldom needed: most source is cached
        from parlour.routines import routines
        from parlour.tablecode.reaching import reached

        code = lowered(premises, counting)
        constants = "\n".join(f"{name} = {text}" for name, text in tables(code).items())
        replaced = [name for name, alternative in ALTERNATIVES.items() if not alternative.general]
        called = reached(code.functions, routines(), replaced)
        text = "\n\n".join([constants, *map(function, called), *map(function, code.functions)]) + "\n"
        return cls(text, code.origins, code.places, code.asked, code.spending, code.unit.counters)


def tables(code: TableCode) -> dict[str, str]:
    """The constants of the source: tables, and where functions cache their results."""
    found = {name: f"({', '.join(map(str, values))})" for name, values in code.unit.tables.items()}
    return found | {f"KNOWN_{function.name}": "{}" for function in code.functions if function.known}
