"""The constant tables and numbers that table code and routines name, for one table of players.

The last entry of a table is for none. The entry of a zone without such a cell is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import comb

from parlour import program as p
from parlour.program.operators import BOUND
from parlour.table.action_numbers import ActionSpace, NumberedArm
from parlour.table.chance import BASE, BITS, MASK, MULTIPLIER, ONE_DRAW
from parlour.table.faults import FIRST_CHECKPOINT, STEPS
from parlour.table.layout import BOX, DIRECTION, PLAYING, RANDOM, STACKED, Instance, Layout
from parlour.table.melds import Melds
from parlour.table.naming import NamingCell, naming_variables

FORMS = {"set": 0, "row": 1, "columns": 2}
MANY = 1 << 60  # a limit that no number of sets reaches
# Enough that a number below ONE_DRAW is divided exactly by one of up to 256 cards, and that the product has 63 bits.
RECIPROCAL_BITS = 36


def zone_names(layout: Layout) -> list[str]:
    """The table `ZONE_NAME`, for messages."""
    return [layout.program.zones[i.zone].name for i in layout.instances]


def tables(layout: Layout) -> dict[str, Sequence[int]]:
    """All tables of numbers by their names."""
    return {name: of(layout) for name, of in TABLES.items()}


def numbers(layout: Layout) -> dict[str, int]:
    """All numbers by their names."""
    return {name: of(layout) for name, of in NUMBERS.items()}


def _by_zone(entry: Callable[[Instance], int | None]) -> Callable[[Layout], Sequence[int]]:
    def table(layout: Layout) -> Sequence[int]:
        return [-1 if (value := entry(i)) is None else value for i in layout.instances]

    return table


def _kept(layout: Layout) -> list[int]:
    marks = range(len(layout.marks))
    return [int(layout.keeps(m, i.zone)) for i in layout.instances for m in marks]


def _binomials(layout: Layout) -> list[int]:
    size = layout.pack.size
    return [min(comb(n, k), MANY) for n in range(size + 1) for k in range(size + 1)]


def _naming(entry: Callable[[NamingCell], int]) -> Callable[[Layout], Sequence[int]]:
    """A table of the cells that can name cards."""
    return lambda layout: [entry(of) for of in naming_variables(layout)]


def _melds(entry: Callable[[Melds], Sequence[int]]) -> Callable[[Layout], Sequence[int]]:
    """A table about melds; empty if the game has none."""
    return lambda layout: [] if layout.program.melding is None else entry(layout.melds)


def _of_melds(entry: Callable[[Melds], int]) -> Callable[[Layout], int]:
    """A number about melds; 0 if the game has none."""
    return lambda layout: 0 if layout.program.melding is None else entry(layout.melds)


def _by_arm(entry: Callable[[NumberedArm], int]) -> Callable[[Layout], Sequence[int]]:
    """A table of the actions of all questions."""
    return lambda layout: list(map(entry, ActionSpace(layout).arms))


def _by_slot(part: int) -> Callable[[Layout], Sequence[int]]:
    return lambda layout: [of[part] for of in ActionSpace(layout).slots]


def _rank_shift(layout: Layout) -> int | None:
    """Return how far the number of a rank is shifted for the first bit of its cards: 2 if each rank has four cards.
    None if there is no such rule, or if ranks have more cards."""
    of_rank = layout.pack.of_rank[:-1]
    shifts = (
        shift for shift in (0, 1, 2)
        if all(not of & ~((1 << (1 << shift)) - 1 << (rank << shift)) for rank, of in enumerate(of_rank))
    )  # fmt: skip
    return next(shifts, None)


def _like(of: Sequence[int], showing: Sequence[int]) -> tuple[int, ...]:
    """Return for each card value the cards that show the same."""
    return tuple(of[shown] for shown in showing)


TABLES: Mapping[str, Callable[[Layout], Sequence[int]]] = {
    "RANK": lambda layout: layout.pack.rank,
    "SUIT": lambda layout: layout.pack.suit,
    "COLOUR": lambda layout: layout.pack.fact("colour"),
    "FACE": lambda layout: layout.pack.face,
    "BARE": lambda layout: layout.pack.bare,
    "BIT": lambda layout: layout.pack.bit,
    "PIPS": lambda layout: layout.pack.design.pips,
    "COLOUR_OF_SUIT": lambda layout: layout.pack.design.colour_of_suit,
    "OF_RANK": lambda layout: layout.pack.of_rank,
    "OF_SUIT": lambda layout: layout.pack.of_suit,
    "OF_FACE": lambda layout: (*layout.pack.of_face, 0),
    "UNDER_RANK": lambda layout: layout.pack.under_rank,
    "LIKE_RANK": lambda layout: _like(layout.pack.of_rank, layout.pack.rank),
    "LIKE_SUIT": lambda layout: _like(layout.pack.of_suit, layout.pack.suit),
    "LIKE_FACE": lambda layout: _like((*layout.pack.of_face, 0), layout.pack.face),
    "PRINTED": lambda layout: [layout.pack.printed(c) for c in range(layout.pack.size)],
    "SIDE_OF": lambda layout: layout.side_of,
    "SIDE_MEMBERS": lambda layout: layout.side_members,
    "PREVIOUS": lambda layout: (*((seat - 1) % layout.players for seat in range(layout.players)), p.NONE),
    "NEXT": lambda layout: (*((seat + 1) % layout.players for seat in range(layout.players)), p.NONE),
    "FORM": _by_zone(lambda i: FORMS[i.form]),
    "AT": _by_zone(lambda i: i.at),
    "ROOM": _by_zone(lambda i: i.room),
    "TURNED": _by_zone(lambda i: i.turned),
    "BATCH": _by_zone(lambda i: i.batch),
    "REMEMBERS": lambda layout: [int(layout.remembers_guise(i.zone)) for i in layout.instances],
    "KEEPS": _kept,
    "MARK_AT": lambda layout: list(layout.marks),
    "MARK_DEFAULT": lambda layout: [mark.default for mark in layout.program.marks],
    "BLANK": lambda layout: layout.blank,
    "POSITION_START": lambda layout: [part.start for part in layout.positions],
    "POSITION_STOP": lambda layout: [part.stop for part in layout.positions],
    "CHECKPOINT": lambda layout: [part.start for part in layout.checkpoints],
    "CHOOSE": _binomials,
    "RECIPROCAL": lambda layout: [0, *((1 << RECIPROCAL_BITS) // n + 1 for n in range(1, layout.pack.size + 1))],
    "NAMING_AT": _naming(lambda of: of.cell),
    "NAMING_MANY": _naming(lambda of: int(of.many)),
    "NAMING_SHIFT": _naming(lambda of: of.shift),
    "NAMING_MASK": _naming(lambda of: (1 << of.width) - 1),
    "NAMING_BIAS": _naming(lambda of: of.bias),
    "MELD_FIRST": _melds(lambda of: list(accumulate(map(len, of.by_lowest), initial=0))),
    "MELDS": _melds(lambda of: [cards for shapes in of.by_lowest for cards, _ in shapes]),
    "MELD_WILDS": _melds(lambda of: [wild for shapes in of.by_lowest for _, wild in shapes]),
    "WILD_ORDER": _melds(lambda of: of.wild_order),
    "LADDER": lambda layout: layout.pack.ladder,
    "COST": _melds(lambda of: of.costs),
    "ARM_OF": lambda layout: ActionSpace(layout).arm_of,
    "ARM_FLAT": _by_arm(lambda of: int(of.flat)),
    "ARM_ZERO": _by_arm(lambda of: of.zero),
    "ARM_PLACE": _by_arm(lambda of: of.place),
    "ARM_SLOT": lambda layout: ActionSpace(layout).first_slots,
    "SLOT_FORM": _by_slot(0),
    "SLOT_BIAS": _by_slot(1),
    "SLOT_PARTS": _by_slot(2),
}

NUMBERS: Mapping[str, Callable[[Layout], int]] = {
    "MARKS": lambda layout: len(layout.marks),
    "MOST_STEPS": lambda layout: STEPS,
    "MOST_SETS": lambda layout: STEPS,
    "SIDES": lambda layout: len(layout.sides),
    "RANKS": lambda layout: len(layout.pack.of_rank),
    "ALIGNED": lambda layout: int(_rank_shift(layout) is not None),
    "RANK_SHIFT": lambda layout: _rank_shift(layout) or 0,
    "LOWEST_OF_RANKS": lambda layout: sum(
        1 << (rank << (_rank_shift(layout) or 0)) for rank, of in enumerate(layout.pack.of_rank) if of
    ),
    "RUNGS": lambda layout: len(layout.pack.ladder),
    "SUITS": lambda layout: len(layout.pack.of_suit),
    "FACES": lambda layout: len(layout.pack.of_face),
    "SIZE": lambda layout: layout.pack.size,
    "PER_PACK": lambda layout: layout.pack.per_copy,
    "NAMINGS": lambda layout: len(naming_variables(layout)),
    "GUISE_AT": lambda layout: -1 if layout.guise is None else layout.marks[layout.guise],
    "ONE_PACK": lambda layout: int(layout.pack.copies == 1),
    "GUISES": lambda layout: int(layout.pack.guises),
    "LIMITED": lambda layout: int(any(map(layout.is_limited, layout.instances))),
    "DOUBLES": lambda layout: layout.pack.doubles,
    "WHERE": lambda layout: layout.where,
    "FIRST_ZONE": lambda layout: layout.first_cell_of_zones,
    "SHARED": lambda layout: int(layout.shares),
    "SHARED_FOOT": lambda layout: layout.shared_space.start - 1,
    "SHARED_TOP": lambda layout: layout.shared_space.stop - 1,
    "PLAYING": lambda layout: PLAYING,
    "DIRECTION": lambda layout: DIRECTION,
    "RANDOM": lambda layout: RANDOM,
    "STACKED": lambda layout: STACKED,
    "BOX": lambda layout: BOX,
    "STEPS": lambda layout: layout.size,
    "BOUND": lambda layout: BOUND,
    "BASE": lambda layout: BASE,
    "BITS": lambda layout: BITS,
    "MASK": lambda layout: MASK,
    "MULTIPLIER": lambda layout: MULTIPLIER,
    "RECIPROCAL_BITS": lambda layout: RECIPROCAL_BITS,
    "ONE_DRAW": lambda layout: ONE_DRAW,
    "CHECKED_FROM": lambda layout: FIRST_CHECKPOINT,
    "OPEN_MELDS": _of_melds(lambda of: int(of.is_open)),
    "IN_ROWS": _of_melds(lambda of: int(of.in_rows)),
    "MELD_SETS": _of_melds(lambda of: of.melding.sets),
    "MELD_RUNS": _of_melds(lambda of: of.melding.runs),
    "WILDS": _of_melds(lambda of: of.wild),
    "WILD_CARDS": _of_melds(lambda of: len(of.wild_order)),
    "MELD_DOUBLES": _of_melds(lambda of: of.doubles),
    "LOOSE": _of_melds(lambda of: of.loose),
    "POSITIONS": lambda layout: len(layout.positions),
    "FIRST_PART": lambda layout: ActionSpace(layout).part,
    "END_OF_SET": lambda layout: ActionSpace(layout).end,
}
