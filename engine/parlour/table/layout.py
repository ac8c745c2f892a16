"""The layout of the state of a game at one table: where everything is in the flat list of ints.

    question (-2: over), random state, who is in, direction, stacked pack, variables, saved locals,
    zones, the zone of each card, marks, positions saved at checkpoints

Two states are the same game exactly if their lists are equal. So vacated cells are zero, and the cells that follow
while code runs are gone between two questions.
Knows the Program and the number of players; runs nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from math import prod
from typing import Literal

from parlour import program as p
from parlour.base.frozen import frozen
from parlour.table import cards
from parlour.table.cards import Pack
from parlour.table.constants import Constants
from parlour.table.melds import Melds
from parlour.table.traits import node_classes, ranks_go_together, suits_decide, uses_guises

QUESTION, RANDOM, PLAYING, DIRECTION, STACKED = range(5)
HEADER = 5

OVER = -2
NOT_BEGUN = -1
NOWHERE = -1  # the place of an identity that is not in the game
BOX = 0  # the zone instance where all cards lie before they are used
OWN_SPACE = 750  # most cells of ordered zones that each have a space of their own

WHOLE = 62
"""Up to this size, unused cards have numbers too: sets of cards fit into 64 bits anyway, and saves of a game stay
valid. Of larger packs only the cards in use are numbered."""

Form = Literal["set", "row", "columns"]


@frozen
class Instance:
    """One zone at the table, such as one player's hand.

    set: a mask at `at`. row: the count at `at`, then `room` cells with the cards from bottom to top. If rows share a
    space, only the counts are there, and the cards of all rows follow them, row by row.
    columns: `room` cells from `at`, each a card + 1 or 0. `turned` and `batch` are cells with masks, if any.
    """

    number: int
    zone: int  # the declaration
    nth: int  # among the zones of this declaration
    keys: tuple[int, ...]  # counted from 0
    owner: int  # the player or side; 0 for a zone of the whole table
    form: Form
    at: int
    room: int
    turned: int | None
    batch: int | None


@frozen
class Array:
    """The cells of a variable: the keys' sizes, the last key running fastest."""

    at: int
    keys: tuple[int, ...]
    zero: int

    @property
    def size(self) -> int:
        return prod(self.keys)

    def cell(self, keys: tuple[int, ...]) -> int:
        cell = 0
        for size, k in zip(self.keys, keys, strict=True):
            if not 0 <= k < size:
                raise IndexError(k)
            cell = cell * size + k
        return self.at + cell


def zero_of(program: p.Program, type_: p.Type) -> int:
    """The initial value of a variable of this type when its ruleset gives none."""
    if type_.kind == "record" and not type_.optional:
        record = next(r for r in program.records if r.name == type_.name)
        return sum(f.default + f.bias << f.shift for f in record.fields)
    return type_.default


@frozen
class Layout:
    """`columns` has the number of columns of each zone with columns, `rooms` the capacity of each ordered zone."""

    program: p.Program
    players: int
    pack: Pack
    columns: tuple[int | None, ...]
    rooms: tuple[int, ...]

    # ------------------------------------------------------------ the table

    @cached_property
    def everyone(self) -> int:
        return (1 << self.players) - 1

    @property
    def reverses(self) -> bool:
        """True if a step reverses the direction of play."""
        return p.Reverse in node_classes(self.program)

    @property
    def loses_players(self) -> bool:
        """True if a step takes a player out of the game."""
        return p.LeaveTable in node_classes(self.program)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; without partners each player is a side."""
        for players, sides in self.program.sides:
            if players == self.players:
                return sides
        return tuple((seat,) for seat in range(self.players))

    @cached_property
    def side_members(self) -> tuple[int, ...]:
        """Return for each side the set of its players; the last entry, for `none`, is empty."""
        return (*(sum(1 << seat for seat in side) for side in self.sides), 0)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Return the side of each seat; the last entry is for `none`."""
        sides = [next(i for i, side in enumerate(self.sides) if seat in side) for seat in range(self.players)]
        return (*sides, p.NONE)

    def key_size(self, key: p.Key) -> int:
        """The number of different values of a key at this table."""
        design = self.pack.design
        match key.kind:
            case "int":
                assert key.high is not None, "a range has an end"
                return max(0, Constants(self.program, self.players).value(key.high) - key.low + 1)
            case "enum":
                return len(dict(self.program.enums)[key.type.name])
            case "rank":
                return len(design.ranks)
            case "suit":
                return len(design.suits)
            case kind:
                return self.holders("side" if kind == "side" else "player")

    def holders(self, kind: Literal["player", "side"]) -> int:
        return self.players if kind == "player" else len(self.sides)

    def owns(self, seat: int, i: Instance) -> bool:
        """True if a zone belongs to the player on this seat, or to their side."""
        owner = self.program.zones[i.zone].owner
        return (owner == "player" and i.owner == seat) or (owner == "side" and i.owner == self.side_of[seat])

    @cached_property
    def zone_keys(self) -> tuple[tuple[int, ...], ...]:
        """Return for each declared zone the sizes of its keys."""
        return tuple(tuple(map(self.key_size, zone.keys)) for zone in self.program.zones)

    def instance(self, zone: int, keys: tuple[p.Expr, ...]) -> Instance | None:
        """The zone with these keys, if they are constants in bounds."""
        nth = 0
        for size, key in zip(self.zone_keys[zone], keys, strict=True):
            if not isinstance(key, p.Const) or not 0 <= key.value < size:
                return None
            nth = nth * size + key.value
        return self.of_zone(zone)[nth]

    @cached_property
    def chosen_by(self) -> Literal["suit", "rank"]:
        """The fact, rank or suit, that decides which cards can be chosen. Rank, where cards of one rank are chosen
        together."""
        return "suit" if suits_decide(self.program) and not ranks_go_together(self.program) else "rank"

    @cached_property
    def melds(self) -> Melds:
        melding = self.program.melding
        assert melding is not None, "the ruleset has no section `melding`"
        return Melds(self.program, melding, self.pack)

    # ------------------------------------------------------------ cells, in their order

    @cached_property
    def variables(self) -> tuple[Array, ...]:
        arrays = []
        at = HEADER
        for v in self.program.variables:
            array = Array(at, tuple(map(self.key_size, v.keys)), zero_of(self.program, v.type))
            arrays.append(array)
            at += array.size
        return tuple(arrays)

    @cached_property
    def kept(self) -> dict[int, int]:
        """The cells of the locals that outlive a question."""
        start = self.variables[-1].at + self.variables[-1].size if self.variables else HEADER
        return {local: start + i for i, local in enumerate(self.program.kept)}

    @cached_property
    def _variable_cells(self) -> int:
        return sum(a.size for a in self.variables)

    @cached_property
    def first_cell_of_zones(self) -> int:
        return HEADER + self._variable_cells + len(self.kept)

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        """All zones at the table; those of one declaration follow each other, and so do their cells.

        Turned masks and batches of one declaration follow its cards together.
        """
        instances: list[Instance] = []
        count = self.first_cell_of_zones  # of the next row, if rows share a space
        at = self._end_of_shared_space
        for z, zone in enumerate(self.program.zones):
            every = list(itertools.product(*map(range, self.zone_keys[z])))
            owner = next((at for at, key in enumerate(zone.keys) if key.kind == zone.owner), None)
            form, room = self._form(z)
            cells, first = self._width(form, room), at
            if form == "row" and self.shares:
                first, count = count, count + len(every)
            else:
                at += len(every) * cells
            turned = at
            batch = turned + (len(every) if zone.turns else 0)
            for n, keys in enumerate(every):
                instances.append(
                    Instance(
                        len(instances), z, n, keys, 0 if owner is None else keys[owner], form, first + n * cells, room,
                        turned + n if zone.turns else None,
                        batch + n if zone.shows == "last-batch" else None,
                    )
                )  # fmt: skip
            at = batch + (len(every) if zone.shows == "last-batch" else 0)
        return tuple(instances)

    # ------------------------------------------------------------ the space that rows share

    @cached_property
    def shares(self) -> bool:
        """True if all rows share a space with a cell for each card, because spaces of their own would be too large."""
        return sum(1 + room for room in self._rows) > OWN_SPACE

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        """The room of each ordered zone at the table."""
        forms = [(self._form(z), prod(sizes)) for z, sizes in enumerate(self.zone_keys)]
        return tuple(room for (form, room), number in forms if form == "row" for _ in range(number))

    @cached_property
    def shared_space(self) -> range:
        """The cells of the cards in rows, if rows share them: those of the first row first, without gaps."""
        start = self.first_cell_of_zones + len(self._rows)
        return range(start, start + self.pack.count)

    @cached_property
    def _end_of_shared_space(self) -> int:
        return self.shared_space.stop if self.shares else self.first_cell_of_zones

    def foot(self, s: list[int], i: Instance) -> int:
        """The cell below the lowest card of a row: a card at place `n` is `n` cells further."""
        return self.shared_space.start - 1 + sum(s[self.first_cell_of_zones : i.at]) if self.shares else i.at

    def shared_space_left(self, s: list[int]) -> list[int]:
        """The cells of the shared space without a card; they are zero."""
        space = self.shared_space
        return s[space.start + sum(s[self.first_cell_of_zones : space.start]) : space.stop]

    def _width(self, form: Form, room: int) -> int:
        if form == "row":
            return 1 if self.shares else 1 + room
        return room if form == "columns" else 1

    def width(self, i: Instance) -> int:
        """The number of cells of a zone, without those that it shares."""
        return self._width(i.form, i.room)

    # ------------------------------------------------------------ more about zones

    def _form(self, zone: int) -> tuple[Form, int]:
        columns = self.columns[zone]
        if columns is not None:
            return "columns", columns
        return ("row", self.rooms[zone]) if self.program.zones[zone].ordered else ("set", 0)

    def is_row(self, zone: int) -> bool:
        return self._form(zone)[0] == "row"

    def is_limited(self, i: Instance) -> bool:
        """True if an ordered zone might be too small for a card."""
        return i.form == "row" and i.room < self.pack.count

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """The number of the first instance of each zone."""
        return tuple(next(i.number for i in self.instances if i.zone == z) for z in range(len(self.program.zones)))

    def of_zone(self, zone: int) -> tuple[Instance, ...]:
        return tuple(i for i in self.instances if i.zone == zone)

    @cached_property
    def where(self) -> int:
        """Return the cell with the place of identity 0; the cells of the others follow."""
        ends = ((i.at + self.width(i), (i.turned or 0) + 1, (i.batch or 0) + 1) for i in self.instances)
        return max(self._end_of_shared_space, *itertools.chain(*ends))

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """Return for each mark the cell of identity 0; the cells of the others follow."""
        start = self.where + self.pack.size
        return tuple(start + m * self.pack.size for m in range(len(self.program.marks)))

    @cached_property
    def positions(self) -> tuple[slice, ...]:
        """The parts of the state that are the position: who is in, direction, variables; zones and marks."""
        return slice(PLAYING, DIRECTION + 1), slice(HEADER, HEADER + self._variable_cells), slice(
            self.first_cell_of_zones, self._end_of_marks
        )  # fmt: skip

    @cached_property
    def undone(self) -> tuple[slice, ...]:
        """The cells that an attempt can change: not the question, chance and saved positions."""
        return slice(PLAYING, STACKED), slice(HEADER, self._end_of_marks)

    @cached_property
    def checkpoints(self) -> tuple[slice, ...]:
        """The cells with the saved position of each checkpoint."""
        size = sum(part.stop - part.start for part in self.positions)
        starts = [self._end_of_marks + i * size for i in range(self.program.checkpoints)]
        return tuple(slice(start, start + size) for start in starts)

    def without_checkpoints(self, cells: Sequence[int]) -> list[int]:
        """Return a state in which no position is saved."""
        return [*cells[: self._end_of_marks], *[0] * (self.size - self._end_of_marks)]

    @cached_property
    def _end_of_marks(self) -> int:
        return self.where + self.pack.size * (1 + len(self.program.marks))

    @cached_property
    def size(self) -> int:
        return self.checkpoints[-1].stop if self.checkpoints else self._end_of_marks

    @cached_property
    def digest(self) -> str:
        """A digest of the meaning of each cell. Tables with the same one understand each other's states."""
        program, faces = self.program, [self.pack.name(c) for c in range(self.pack.size)]
        cells = self.variables, self.kept, self.instances, self.where, self.marks, self.checkpoints, self.size
        names = [[part.name for part in parts] for parts in (program.variables, program.zones, program.marks)]
        asked = [(question.prompt, question.params) for question in program.questions]
        return sha256(repr((cells, names, program.enums, program.records, asked, faces)).encode()).hexdigest()

    @cached_property
    def guise(self) -> int | None:
        """The mark that says what a card counts as."""
        guises = [i for i, mark in enumerate(self.program.marks) if mark.guise]
        assert len(guises) <= 1, "two marks have `guise: true`"
        return guises[0] if guises else None

    def remembers_guise(self, zone: int) -> bool:
        return self.guise is not None and self.keeps(self.guise, zone)

    def lost_marks(self, zone: int) -> list[tuple[int, int]]:
        """The first cells of the marks that a zone doesn't keep, and the values that they get."""
        marks = enumerate(self.program.marks)
        return [(self.marks[m], mark.default) for m, mark in marks if not self.keeps(m, zone)]

    def keeps(self, mark: int, zone: int) -> bool:
        """True if a zone keeps a mark. A mark that names no zones stays everywhere."""
        inside = self.program.marks[mark].inside
        return not inside or zone in inside

    @cached_property
    def blank(self) -> tuple[int, ...]:
        """The state before anything has happened: all cards in the box."""
        cells = [0] * self.size
        cells[QUESTION] = NOT_BEGUN
        cells[PLAYING] = self.everyone
        cells[DIRECTION] = 1
        for array in self.variables:
            cells[array.at : array.at + array.size] = [array.zero] * array.size
        for m, mark in enumerate(self.program.marks):
            cells[self.marks[m] : self.marks[m] + self.pack.size] = [mark.default] * self.pack.size
        box = self.instances[BOX]
        used = cards.members(self.pack.used)
        if box.form == "row":
            low = self.foot(cells, box)
            cells[box.at] = len(used)
            cells[low + 1 : low + 1 + len(used)] = used
        else:
            cells[box.at] = self.pack.used
        cells[self.where : self.where + self.pack.size] = [
            BOX if self.pack.used >> c & 1 else NOWHERE for c in range(self.pack.size)
        ]
        return tuple(cells)

    # ------------------------------------------------------------ reading

    def contents(self, s: list[int], i: Instance) -> list[int]:
        """The cards of a zone: from bottom to top, by column, or ascending."""
        if i.form == "set":
            return cards.members(s[i.at])
        if i.form == "row":
            low = self.foot(s, i) if self.shares else i.at
            return s[low + 1 : low + 1 + s[i.at]]
        return [c - 1 for c in s[i.at : i.at + i.room] if c]

    def value_of(self, s: list[int], card: int) -> int:
        """Return the card value of an identity, including what it counts as in its zone."""
        if self.guise is None or card < 0:
            return card
        return self.pack.guise(card, s[self.marks[self.guise] + card])

    def keys_of(self, array: Array) -> Iterator[tuple[int, ...]]:
        return itertools.product(*map(range, array.keys))


def pack_of(program: p.Program, players: int) -> Pack:
    """The cards of a table of this size."""
    deck = program.deck
    constants = Constants(program, seats=players)
    amounts = tuple(max(constants.value(amount), 0) for amount in deck.amounts)
    pack = Pack(deck.design, amounts, constants.value(deck.copies), 0, uses_guises(program))
    if deck.use is None:
        return replace(pack, used=(1 << pack.size) - 1)
    in_use = [Constants(program, players, faces={deck.card: face}).value(deck.use) for face in range(pack.faces)]
    if pack.size > WHOLE:
        amounts = tuple(amount if used else 0 for amount, used in zip(amounts, in_use, strict=True))
        pack = replace(pack, amounts=amounts)
    return replace(pack, used=sum(1 << c for c in range(pack.size) if in_use[pack.printed(c)]))


def layout_of(program: p.Program, players: int) -> Layout:
    constants = Constants(program, seats=players)
    columns = tuple(None if z.columns is None else constants.value(z.columns) for z in program.zones)
    pack = pack_of(program, players)
    rooms = (pack.count if z.room is None else constants.value(z.room) for z in program.zones)
    return Layout(program, players, pack, columns, tuple(min(max(room, 0), pack.count) for room in rooms))
