"""The source that plays a Program, as tests read it."""

from dataclasses import dataclass

from parlour.analysis.premises import Premises
from parlour.lowering.table_code import TableCode
from parlour.program import Origin, Program
from parlour.python.listing import tables
from parlour.python.printer import function
from parlour.table.layout import layout_of


@dataclass(frozen=True)
class Source:
    text: str
    origins: tuple[Origin | None, ...]


def source_of(program: Program, players: int) -> Source:
    code = TableCode(Premises(layout_of(program, players)))
    functions = code.whole()
    constants = [f"{name} = {text}" for name, text in tables(code, functions).items()]
    return Source("\n".join([*constants, *map(function, functions)]) + "\n", tuple(code.origins))
