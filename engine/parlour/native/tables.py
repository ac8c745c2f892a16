"""The tables and numbers of one table of players, by the names that table code and library use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from parlour.lowering import tables as shared
from parlour.native.extra_cells import Cells
from parlour.native.names import NOTHING
from parlour.program.operators import BOUND
from parlour.table.chance import BASE, BITS, MASK, MULTIPLIER, ONE_DRAW
from parlour.table.layout import BOX, DIRECTION, PLAYING, RANDOM, STACKED, Layout
from parlour.table.limits import FIRST_CHECKPOINT, STEPS
from parlour.table.melds import LOOSE
from parlour.table.order import references

FORMS = {"set": 0, "row": 1, "columns": 2}
MANY = 1 << 60  # a limit that no number of sets reaches
# Enough that a number below ONE_DRAW is divided exactly by one of up to 128 cards, and that the product has 63 bits.
RECIPROCAL_BITS = 36
EMPTY = (0,)  # in place of a table without entries: LLVM needs one


def tables(layout: Layout) -> Mapping[str, Sequence[int]]:
    pack, zones = layout.pack, layout.instances
    marks = range(len(layout.marks))
    found: dict[str, Sequence[int]] = {name: table for name, table in shared.tables(layout).items() if table}
    found |= {
        "FORM": [FORMS[i.form] for i in zones],
        "AT": [i.at for i in zones],
        "ROOM": [i.room for i in zones],
        "TURNED": [-1 if i.turned is None else i.turned for i in zones],
        "BATCH": [-1 if i.batch is None else i.batch for i in zones],
        "REMEMBERS": [int(layout.remembers_guise(i.zone)) for i in zones],
        "KEEPS": [int(layout.keeps(m, i.zone)) for i in zones for m in marks] or EMPTY,
        "MARK_AT": list(layout.marks) or EMPTY,
        "MARK_DEFAULT": [mark.default for mark in layout.program.marks] or EMPTY,
        "BLANK": layout.blank,
        "POSITION_START": [part.start for part in layout.positions],
        "POSITION_STOP": [part.stop for part in layout.positions],
        "CHECKPOINT": [part.start for part in layout.checkpoints] or EMPTY,
        "CHOOSE": [min(comb(n, k), MANY) for n in range(pack.size + 1) for k in range(pack.size + 1)],
        "RECIPROCAL": [0, *((1 << RECIPROCAL_BITS) // n + 1 for n in range(1, pack.size + 1))],
        "PRINTED": [pack.printed(c) for c in range(pack.size)],
    }
    return found | _naming(layout) | _melds(layout)


def _naming(layout: Layout) -> dict[str, Sequence[int]]:
    """The variables that can name cards."""
    found = references(layout)
    return {
        "NAMING_AT": [of.cell for of in found] or EMPTY,
        "NAMING_MANY": [int(of.many) for of in found] or EMPTY,
        "NAMING_SHIFT": [of.shift for of in found] or EMPTY,
        "NAMING_MASK": [(1 << of.width) - 1 for of in found] or EMPTY,
        "NAMING_BIAS": [of.bias for of in found] or EMPTY,
    }


def _melds(layout: Layout) -> dict[str, Sequence[int]]:
    if layout.program.melding is None:
        return {"MELD_FIRST": EMPTY, "MELDS": EMPTY, "COST": EMPTY, "BESIDE": EMPTY}
    first, melds = [0], list[int]()
    for of in layout.melds.by_lowest:
        melds += of
        first.append(len(melds))
    ends = [beside.get(1 << c, 0).bit_length() - 1 for c in range(layout.pack.size) for beside in layout.melds.beside]
    return {"MELD_FIRST": first, "MELDS": melds or EMPTY, "COST": layout.melds.costs, "BESIDE": ends}


def numbers(layout: Layout, cells: Cells) -> Mapping[str, int]:
    pack = layout.pack
    doubles = sum(same for same in pack.of_face if same.bit_count() > 1)
    return {
        "MARKS": len(layout.marks),
        "MOST_SETS": STEPS,
        "SIDES": len(layout.sides),
        "RANKS": len(pack.of_rank),
        "FOUR_A_RANK": int(all(not of & ~(0b1111 << 4 * rank) for rank, of in enumerate(pack.of_rank))),
        "RANKS_BY_FOUR": sum(1 << 4 * rank for rank in range(len(pack.of_rank))),
        "SUITS": len(pack.of_suit),
        "FACES": len(pack.of_face),
        "SIZE": pack.size,
        "PER_PACK": pack.per_copy,
        "NAMINGS": len(references(layout)),
        "GUISE_AT": -1 if layout.guise is None else layout.marks[layout.guise],
        "GUISES": int(pack.guises),
        "DOUBLES": doubles,
        "ONE_PACK": int(pack.copies == 1),
        "WHERE": layout.where,
        "FIRST_ZONE": layout.first_cell_of_zones,
        "PLAYING": PLAYING,
        "DIRECTION": DIRECTION,
        "RANDOM": RANDOM,
        "STACKED": STACKED,
        "BOX": BOX,
        "FAULT": cells.fault,
        "CHOOSER": cells.chooser,
        "NOTES": cells.subsets,
        "LISTED": cells.listed,
        "LIST": cells.list,
        "SLOTS": cells.slots,
        "STEPS": layout.size,
        "BOUND": BOUND,
        "BASE": BASE,
        "BITS": BITS,
        "MASK": MASK,
        "MULTIPLIER": MULTIPLIER,
        "RECIPROCAL_BITS": RECIPROCAL_BITS,
        "ONE_DRAW": ONE_DRAW,
        "NOTHING": NOTHING,
        "CHECKED_FROM": FIRST_CHECKPOINT,
        "LOOSE": LOOSE,
        "POSITIONS": len(layout.positions),
    }
