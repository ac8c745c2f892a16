"""The table code of a batch: what a seat sees, and the action numbers of its moves. Both printers print it."""

from __future__ import annotations

from collections.abc import Iterator

from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.arrays.observations import Observations
from parlour.lowering.unit import Unit
from parlour.native.extra_cells import ExtraCells
from parlour.native.module import BatchCode
from parlour.table.action_numbers import ActionSpace, NumberedArm
from parlour.tablecode.build import ZERO, cell, plus

MOST_MOVES = 1 << 17  # of a question
_BEGUN = cell(t.Named("BEGUN"))


def batch_code(premises: Premises, actions: ActionSpace, observations: Observations) -> BatchCode:
    cells = ExtraCells.of(Unit(premises))
    functions = (observations.function(), observations.function(everything=True), *_marking(actions))
    features = len(observations.names)
    return BatchCode(functions, observations.tables, actions, features, cells.begun, cells.moves, MOST_MOVES)


def _marking(actions: ActionSpace) -> Iterator[t.Function]:
    """Yield for each action of a question the function that marks the next action number of a move: `marked_3_0`."""
    slot = 0
    for question, arms in enumerate(actions.questions):
        for arm in arms:
            params = tuple(f"c{k}" for k in range(len(arm.forms)))
            own = t.Op("==", _BEGUN, t.Const(1 + actions.arms.index(arm)))
            begun = t.If(own, _next(slot, params))
            slot += len(params)
            anew = t.If(t.Op("==", _BEGUN, ZERO), _first(arm), () if arm.flat else (begun,))
            yield t.Function(f"marked_{question}_{arm.place}", params, (anew,))


def _first(arm: NumberedArm) -> t.Block:
    number = plus(t.Reg("c0"), arm.zero) if arm.flat and arm.forms else t.Const(arm.first)
    return (t.Do(t.Call("mark", (number,))),)


def _next(slot: int, params: tuple[str, ...]) -> t.Block:
    """Look at the choices in turn, up to the next one."""
    block: t.Block = ()
    for k in reversed(range(len(params))):
        part = t.Call("mark_part", (t.Const(slot + k), t.Const(k), t.Reg(params[k])))
        block = (t.If(part, block),) if block else (t.Do(part),)
    return block
