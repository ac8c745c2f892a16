"""What generated source calls: the parts of the machine that are no expressions, for one table.

Each name here can be used in generated source; `names` gives them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from parlour import program as p
from parlour.machine import cards, moving
from parlour.machine.builtins import BUILTINS
from parlour.machine.cards import members
from parlour.machine.choices import Twins
from parlour.machine.closures import STEPS, Cells, spend
from parlour.machine.constants import BOUND
from parlour.machine.faults import RulesetFault
from parlour.machine.folding import face_cards
from parlour.machine.layout import BOX, DIRECTION, PLAYING, RANDOM, STACKED, Layout
from parlour.machine.moving import Moving
from parlour.machine.random import BASE, below_in, shuffle_in
from parlour.machine.reading import next_after, place_in, seats_from
from parlour.machine.statements import FIRST_CHECKPOINT
from parlour.machine.transfers import stack

MOST_KNOWN = 4096


class Runtime:
    """The names of one table. `origins` are the places in the ruleset that the source calls by number."""

    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.layout = layout
        self.origins = origins
        self.moving = Moving(layout)
        self.twins = Twins(layout)
        self.steps = layout.size
        self._cells = [{"set": 1, "row": 1 + i.room, "columns": i.room}[i.form] for i in layout.instances]
        self._in_order = list(range(layout.pack.size))
        end = layout.where + layout.pack.size
        self._zones = slice(layout.first_cell_of_zones, end)
        self._gathered = layout.blank[self._zones]
        self._simple: dict[tuple[int, int], bool] = {}  # by the numbers of zones
        self._held: dict[tuple[int, int], list[int]] = {}
        self._ranks: dict[tuple[int, int, int | None], list[int]] = {}
        self._groups: dict[tuple[int, int, int | None], list[int]] = {}  # hands change little from question to question

    def names(self) -> dict[str, Any]:
        layout, pack = self.layout, self.layout.pack
        tables: dict[str, Any] = {
            "RANK": pack.rank, "SUIT": pack.suit, "COLOUR": pack.colour, "FACE": pack.face, "BARE": pack.bare,
            "BIT": pack.bit, "PIPS": pack.pips, "COLOUR_OF_SUIT": (*cards.COLOUR_OF_SUIT, p.NONE),
            "OF_RANK": pack.of_rank, "OF_SUIT": pack.of_suit, "OF_FACE": (*pack.of_face, 0),
            "SIDE_OF": layout.side_of, "SIDE_MEMBERS": layout.side_members, "LAYOUT": layout, "ORIGINS": self.origins,
            "NEXT": (*(next_after(layout.everyone, 1, seat) for seat in range(layout.players)), p.NONE),
        }  # fmt: skip
        for fact, of in (("RANK", pack.of_rank), ("SUIT", pack.of_suit), ("FACE", (*pack.of_face, 0))):
            tables[f"LIKE_{fact}"] = tuple(of[f] for f in tables[fact])
        plain: dict[str, Any] = {
            "members": members, "next_after": next_after, "seats_from": seats_from, "turn": moving.turn,
        }  # fmt: skip
        if layout.program.melding is not None:
            melds = layout.melds
            plain |= {"deadwood": melds.deadwood, "is_meld": melds.is_meld, "melded": melds.melded}
        own = {name: getattr(self, name) for name in vars(Runtime) if not name.startswith("_") and name != "names"}
        return {**plain, **own, **tables}

    # ------------------------------------------------------------ faults

    def sure(self, v: int, nothing: int, at: int) -> int:
        if v == nothing:
            raise RulesetFault("there is none here", self.origins[at])
        return v

    def key(self, k: int, size: int, message: str, at: int) -> int:
        if not 0 <= k < size:
            raise RulesetFault(message, self.origins[at])
        return k

    def bounded(self, v: int, at: int) -> int:
        if not -BOUND <= v < BOUND:
            raise RulesetFault(f"the number {v} is too large", self.origins[at])
        return v

    def product(self, a: int, b: int, at: int) -> int:
        x = a * b
        if not -BOUND < x < BOUND:
            raise RulesetFault(f"the number {x} is too large", self.origins[at])
        return x

    def quotient(self, a: int, b: int, at: int) -> int:
        if not b:
            raise RulesetFault("division by zero", self.origins[at])
        return a // b

    def remainder(self, a: int, b: int, at: int) -> int:
        if not b:
            raise RulesetFault("division by zero", self.origins[at])
        return a % b

    def put_field(self, record: int, value: int, shift: int, width: int, bias: int, at: int) -> int:
        v, limit = value + bias, 1 << width
        if not 0 <= v < limit:
            message = f"a field that holds {-bias} to {limit - 1 - bias} can't be {value}"
            raise RulesetFault(message, self.origins[at])
        return record & ~(limit - 1 << shift) | v << shift

    def marked(self, card: int, at: int) -> int:
        if card < 0:
            raise RulesetFault("there is no card to mark", self.origins[at])
        return card

    def out_of_rounds(self, most: int, at: int) -> None:
        of = f" of {most} rounds" if most else ""
        raise RulesetFault(f"this loop has reached its limit{of}", self.origins[at])

    def spend(self, s: Cells, cell: int, rounds: int, origin: p.Origin | None) -> None:
        """Counts rounds against the steps that are left. Their cell is there only once something counted."""
        if len(s) == cell:
            s.append(STEPS)
        spend(s, cell, rounds, origin)

    def spent(self, s: Cells, cell: int, over: Sequence[int], at: int) -> Sequence[int]:
        """A loop counts against the steps that are left."""
        self.spend(s, cell, len(over), self.origins[at])
        return over

    def opened(self, s: Cells, cell: int, question: int) -> int:
        """The sealed answer to a question."""
        kept = s[cell] - 1
        if kept < 0:
            raise RulesetFault("this player has not answered yet", self.layout.program.questions[question].origin)
        s[cell] = 0
        return kept

    def no_card(self, at: int) -> None:
        raise RulesetFault("there is no card to move", self.origins[at])

    # ------------------------------------------------------------ looking

    def has(self, of: int, member: int) -> int:
        return of >> member & 1 if member >= 0 else 0

    def below(self, n: int) -> int:
        return (1 << n) - 1 if n > 0 else 0

    def builtin(self, name: str, s: Cells, args: list[int]) -> int:
        return BUILTINS[name](self.layout, [lambda _, a=a: a for a in args])(s)  # type: ignore[misc]  # each its own value

    def showing(self, fact: str, of: int) -> int:
        return face_cards(self.layout.pack, fact, of)

    def guised(self, card: int, face: int) -> int:
        size = self.layout.pack.size
        return card % size + size * (1 + face) if card >= 0 else card

    def members_of_sides(self, sides: int) -> int:
        players = 0
        for i, seats in enumerate(self.layout.side_members):
            if sides >> i & 1:
                players |= seats
        return players

    def row_cards(self, s: Cells, at: int) -> int:
        found = 0
        for c in s[at + 1 : at + 1 + s[at]]:
            found |= 1 << c
        return found

    def column_cards(self, s: Cells, at: int, room: int) -> int:
        found = 0
        for c in s[at : at + room]:
            if c:
                found |= 1 << c - 1
        return found

    def in_row(self, s: Cells, at: int) -> Iterator[tuple[int, int]]:
        """The cards of a row with their places."""
        return enumerate(s[at + 1 : at + 1 + s[at]], 1)

    def in_columns(self, s: Cells, at: int, room: int) -> Iterator[tuple[int, int]]:
        return ((place, c - 1) for place, c in enumerate(s[at : at + room], 1) if c)

    def column_count(self, s: Cells, at: int, room: int) -> int:
        return room - s[at : at + room].count(0)

    def zone_cards(self, s: Cells, number: int) -> int:
        if number < 0:
            return 0
        i = self.layout.instances[number]
        if i.form == "set":
            return s[i.at]
        return self.row_cards(s, i.at) if i.form == "row" else self.column_cards(s, i.at, i.room)

    def zone_size(self, s: Cells, number: int) -> int:
        if number < 0:
            return 0
        i = self.layout.instances[number]
        if i.form == "set":
            return s[i.at].bit_count()
        return s[i.at] if i.form == "row" else self.column_count(s, i.at, i.room)

    def zone_end(self, s: Cells, number: int, bottom: bool) -> int:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None or i.form == "set":
            return p.NONE
        if i.form == "row":
            n = s[i.at]
            return self._with_guise(s, s[i.at + 1 if bottom else i.at + n], i.zone) if n else p.NONE
        lying = self.layout.contents(s, i)
        return self._with_guise(s, lying[0 if bottom else -1], i.zone) if lying else p.NONE

    def zone_place(self, s: Cells, number: int, place: int) -> int:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None or i.form == "set":
            return p.NONE
        if i.form == "row":
            c = s[i.at + place] if 0 < place <= s[i.at] else p.NONE
        else:
            c = s[i.at + place - 1] - 1 if 0 < place <= i.room else p.NONE
        return self._with_guise(s, c, i.zone)

    def _with_guise(self, s: Cells, card: int, zone: int) -> int:
        return self.layout.value_of(s, card) if self.layout.remembers_guise(zone) else card

    def contents(self, s: Cells, number: int) -> list[int]:
        return self.layout.contents(s, self.layout.instances[number])

    def place_of(self, s: Cells, card: int) -> int:
        return place_in(self.layout, s, card) if card >= 0 else 0

    def face_up(self, s: Cells, card: int) -> int:
        number = s[self.layout.where + card] if card >= 0 else -1
        if number < 0:
            return 0
        cell = self.layout.instances[number].turned
        return 0 if cell is None else s[cell] >> card & 1

    # ------------------------------------------------------------ choices

    def groups(self, held: int, least: int, most: int | None, at: int) -> list[int]:
        known = self._groups.get((held, least, most))
        if known is not None:
            return known
        found: list[int] = []
        for rank in self.layout.pack.of_rank:
            same = held & rank
            if same.bit_count() >= least:
                found += self.alike(same, least, most, at)
        found.sort()
        if len(self._groups) >= MOST_KNOWN:
            self._groups.clear()
        self._groups[held, least, most] = found
        return found

    def ranks_with(self, held: int, least: int) -> list[int]:
        """The ranks of which so many cards are held."""
        known = self._held.get((held, least))
        if known is None:
            same = enumerate(held & rank for rank in self.layout.pack.of_rank)
            known = [rank for rank, cards in same if cards.bit_count() >= least]
            if len(self._held) >= MOST_KNOWN:
                self._held.clear()
            self._held[held, least] = known
        return known

    def alike(self, same: int, least: int, most: int | None, at: int) -> list[int]:
        """The groups of some cards of one rank, in ascending order."""
        known = self._ranks.get((same, least, most))
        if known is None:
            of = members(same)
            known = sorted(self._subsets(of, least, len(of) if most is None else most, at))
            self._ranks[same, least, most] = known
        return known

    def sets(self, of: int, low: int, high: int | None, least: int | None, most: int | None, at: int) -> list[int]:
        lying = members(of)
        a = low if least is None else max(low, least)
        b = min(n for n in (len(lying), high, most) if n is not None)
        return sorted(self._subsets(lying, a, b, at))

    def _subsets(self, of: list[int], low: int, high: int, at: int) -> Iterator[int]:
        sizes = range(max(low, 0), min(high, len(of)) + 1)
        count = sum(comb(len(of), n) for n in sizes)
        if count > STEPS:
            raise RulesetFault(f"there are {count} sets to choose from", self.origins[at])
        for size in sizes:
            for chosen in combinations(of, size):
                found = 0
                for c in chosen:
                    found |= 1 << c
                yield found

    def once(self, s: Cells, of: int, used: int = 0) -> int:
        """A set of cards without the twins of others in it, but with those used already."""
        return self.twins.once(s, of, used)

    def distinct(self, s: Cells, values: Sequence[int], used: int, sets: bool) -> list[int]:
        """One choice of those that differ only in which of some twins is taken."""
        if sets:
            among = 0
            for v in values:
                among |= v
            return [v for v in values if self.twins.lowest(s, v, among, used)]
        size, cards_ = self.layout.pack.size, 0
        for v in values:
            cards_ |= 1 << v % size
        once = self.twins.once(s, cards_, used)
        return [v for v in values if once >> v % size & 1]

    def guises(self, s: Cells, of: int, faces: Callable[[Cells, int], int]) -> list[int]:
        size, found = self.layout.pack.size, []
        for c in members(of):
            found.append(c)
            found += [c + size * (1 + face) for face in members(faces(s, c))]
        found.sort()
        return found

    def places(self, s: Cells, number: int) -> list[int]:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None:
            return []
        if i.form == "set":
            raise RulesetFault(f"`{self.layout.program.zones[i.zone].name}` has no places to choose from")
        if i.form == "row":
            return list(range(1, s[i.at] + 1))
        return [k for k in range(1, i.room + 1) if s[i.at + k - 1]]

    # ------------------------------------------------------------ doing

    def pick_number(self, s: Cells, low: int, high: int, at: int) -> int:
        if not 0 < high - low + 1 <= BASE:
            message = f"there is no number from {low} to {high} to choose at random"
            raise RulesetFault(message, self.origins[at])
        return low + below_in(s, RANDOM, high - low + 1)

    def pick_member(self, s: Cells, of: int, at: int) -> int:
        if not of:
            raise RulesetFault("there is nothing to choose from at random", self.origins[at])
        for _ in range(below_in(s, RANDOM, of.bit_count())):
            of &= of - 1
        return (of & -of).bit_length() - 1

    def watch(self, s: Cells, checkpoint: int, count: int) -> int:
        if count < FIRST_CHECKPOINT:
            return 0
        kept, repeated = self.layout.checkpoints[checkpoint], count > FIRST_CHECKPOINT
        if repeated:
            at = kept.start
            for part in self.layout.positions:
                end = at + part.stop - part.start
                if s[at:end] != s[part]:
                    repeated = False
                    break
                at = end
        if count & count - 1 == 0:
            s[kept] = [v for part in self.layout.positions for v in s[part]]
        return int(repeated)

    def gather(self, s: Cells) -> None:
        """All cards go back to the box."""
        layout = self.layout
        s[self._zones] = self._gathered
        for m, at in enumerate(layout.marks):
            if not layout.keeps(m, BOX):
                s[at : at + layout.pack.size] = layout.blank[at : at + layout.pack.size]

    def put_card(self, s: Cells, value: int, zone: int, at: int) -> None:
        if value < 0:
            raise RulesetFault("there is no card to move", self.origins[at])
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        size = self.layout.pack.size
        card = value % size
        try:
            self.moving.take[s[self.layout.where + card]](s, card)
            self.moving.put[zone](s, card)
        except RulesetFault as f:
            raise self._at(f, at) from None
        if value >= size:
            self._remember(s, value, zone)

    def put_zone(self, s: Cells, source: int, zone: int, at: int) -> None:
        if source == zone:
            return
        if source < 0:
            raise RulesetFault("there is no zone to move cards from", self.origins[at])
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        layout = self.layout
        i, to = layout.instances[source], layout.instances[zone]
        lying = layout.contents(s, i)
        count = len(lying)
        s[i.at : i.at + self._cells[source]] = [0] * self._cells[source]
        for cell in (i.turned, i.batch):
            if cell is not None:
                s[cell] = 0
        if to.form != "row":
            try:
                for c in lying:
                    self.moving.put[zone](s, c)
            except RulesetFault as f:
                raise self._at(f, at) from None
        else:
            first = to.at + 1 + s[to.at]
            s[first : first + count] = lying
            s[to.at] += count
            cells = [(layout.where, zone), *self.moving.lost_marks(to)]
            if count and lying == self._in_order[lying[0] : lying[0] + count]:
                for cell, value in cells:
                    s[cell + lying[0] : cell + lying[0] + count] = [value] * count
            else:
                for cell, value in cells:
                    for c in lying:
                        s[cell + c] = value
        if to.batch is not None and lying:
            s[to.batch] = sum(1 << c for c in lying)

    def take(self, s: Cells, card: int, at: int) -> None:
        """Takes a card from where it lies."""
        try:
            self.moving.take[s[self.layout.where + card]](s, card)
        except RulesetFault as f:
            raise self._at(f, at) from None

    def put_anyhow(self, s: Cells, values: list[int], zone: int, place: int | None, up: bool, at: int) -> None:
        """Any number of cards, to any place, turned or not."""
        layout, moved = self.layout, 0
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        try:
            for k, v in enumerate(values):
                if v < 0:
                    raise RulesetFault("there is no card to move")
                c = v % layout.pack.size
                self.moving.take[s[layout.where + c]](s, c)
                if place is None:
                    self.moving.put[zone](s, c)
                else:
                    origin = self.origins[at]
                    assert origin is not None, "a place to lay cards is written somewhere"
                    self.moving.insert(s, c, layout.instances[zone], place + k, origin)
                if v >= layout.pack.size:
                    self._remember(s, v, zone)
                moved |= 1 << c
        except RulesetFault as f:
            raise self._at(f, at) from None
        i = layout.instances[zone]
        if i.batch is not None and moved:
            s[i.batch] = moved
        if up and i.turned is not None:
            s[i.turned] |= moved

    def _remember(self, s: Cells, value: int, zone: int) -> None:
        """A card keeps what it counts as where that is remembered."""
        layout = self.layout
        if layout.guise is not None and layout.remembers_guise(layout.instances[zone].zone):
            size = layout.pack.size
            s[layout.marks[layout.guise] + value % size] = value // size - 1

    def _at(self, f: RulesetFault, at: int) -> RulesetFault:
        return f if f.origin is not None else RulesetFault(f.message, self.origins[at])

    def deal_to(self, s: Cells, count: int, source: int, to: int, at: int) -> None:
        if count > 0:
            self.spend(s, self.steps, count, self.origins[at])
        for _ in range(count):
            if not self._give(s, source, to, at):
                break

    def deal_round(self, s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
        seats = seats_from(s[PLAYING], s[DIRECTION], start, False)
        self.spend(s, self.steps, max(count, 0) * len(seats), self.origins[at])
        if source >= 0 and self._deals_simply(source, base):
            self._deal_hands(s, count, source, base, seats)
            return
        for _ in range(count):
            for seat in seats:
                if not self._give(s, source, base + seat, at):
                    return

    def _deals_simply(self, source: int, base: int) -> bool:
        """Are cards dealt from a row to sets where nothing else is noted?"""
        known = self._simple.get((source, base))
        if known is None:
            i, to = self.layout.instances[source], self.layout.instances[base]
            plain = all(cell is None for cell in (i.turned, i.batch, to.turned, to.batch))
            known = i.form == "row" and to.form == "set" and plain and not self.moving.lost_marks(to)
            self._simple[source, base] = known
        return known

    def _deal_hands(self, s: Cells, count: int, source: int, base: int, seats: Sequence[int]) -> None:
        at, first, where = self.layout.instances[source].at, self.layout.instances[base].at, self.layout.where
        top = at + s[at]
        end = max(top - max(count, 0) * len(seats), at)
        dealt = s[top:end:-1]
        s[end + 1 : top + 1] = [0] * len(dealt)
        s[at] = end - at
        for k, seat in enumerate(seats):
            hand, zone = 0, base + seat
            for c in dealt[k :: len(seats)]:
                hand |= 1 << c
                s[where + c] = zone
            s[first + seat] |= hand

    def _give(self, s: Cells, source: int, to: int, at: int) -> bool:
        """Moves the top card of one zone to another; false when there is none."""
        if source < 0 or to < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        i = self.layout.instances[source]
        if i.form != "row":
            name = self.layout.program.zones[i.zone].name
            raise RulesetFault(f"`{name}` has no order: there is no top card to deal", self.origins[at])
        n = s[i.at]
        if not n:
            return False
        c = s[i.at + n]
        try:
            self.moving.take[source](s, c)
            self.moving.put[to](s, c)
        except RulesetFault as f:
            raise self._at(f, at) from None
        return True

    def shuffle(self, s: Cells, zone: int, at: int) -> None:
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        i = self.layout.instances[zone]
        if i.form != "row":
            name = self.layout.program.zones[i.zone].name
            raise RulesetFault(f"`{name}` has no order to shuffle", self.origins[at])
        if s[STACKED]:
            stack(s, i, self.layout.pack.size)
        else:
            shuffle_in(s, RANDOM, i.at + 1, s[i.at])
        for cell in (i.turned, i.batch):
            if cell is not None:
                s[cell] = 0
