"""Names of players, zones and variables as a seat reads them: `you`, `your hand`, `seat 2`, `hand 2`.

Where players have names of their own, these replace `seat 2`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.play.hand_sorting import HandSorting
from parlour.table.layout import Instance, Layout
from parlour.table.texts import zone_keys, zone_name
from parlour.terminal.console import glued

_SEATS = re.compile(r"\bseats? \d+(?:(?:, \d+)* and \d+)?\b")  # as rulesets say them


NO_NAMES: Mapping[int, str] = MappingProxyType({})


class Labels:
    """The names at one table for the seat (from 1) that reads, or for no seat. `names` are those of players."""

    def __init__(self, layout: Layout, reader: int | None, names: Mapping[int, str] = NO_NAMES) -> None:
        self.layout = layout
        self.reader = reader
        self.names = names
        self._holders = {self.side(side): True for side in range(1, len(layout.sides) + 1)}  # those of several
        self._holders |= {self.seat(seat): seat == reader for seat in range(1, layout.players + 1)}
        self.sorting = HandSorting(layout)
        self.variables = {variable.name: variable for variable in layout.program.variables}
        self._zones = {zone_name(layout, i.number): i for i in layout.instances}

    def seat(self, seat: int) -> str:
        return "you" if seat == self.reader else self.names.get(seat) or f"seat {seat}"

    def seats(self, seats: Sequence[int]) -> str:
        """Return `you, seat 2 and seat 3`, or the names of these players."""
        return listing([self.seat(seat) for seat in seats], "and", "")

    def addressed(self, line: str) -> str:
        """Return a line of the ruleset with the seat of the reader marked: `seat 1 (you) pegs 3`, or with the names of
        the players."""
        if self.names:
            return self.named(line)
        own = f"{self.reader} (you)"
        return _SEATS.sub(lambda seats: re.sub(rf"\b{self.reader}\b", own, seats[0]), line)

    def named(self, line: str) -> str:
        """Return a line with the names of the players, if they have names."""
        return _SEATS.sub(self._named, line) if self.names else line

    def _named(self, seats: re.Match[str]) -> str:
        return listing([self.names.get(int(seat), f"seat {seat}") for seat in re.findall(r"\d+", seats[0])], "and", "")

    def titled(self, line: str) -> str:
        """Return words with the titles of the rules that play switches: `no more jack-skips (“Jacks skip”)`."""
        for id, title in self._titles.items():
            line = re.sub(rf"(?<![\w-]){re.escape(id)}(?![\w-])", f"{id} (“{title}”)", line)
        return line

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The titles of the rules that play switches, by their ids."""
        switched = dict(self.layout.program.enums).get("rule", ())
        return {rule.document: rule.title for rule in self.layout.program.rules if rule.document in switched}

    def side(self, side: int) -> str:
        """Return the names of the players of a side (from 1)."""
        return "+".join(self.seat(member + 1) for member in self.layout.sides[side - 1])

    # ------------------------------------------------------------ zones

    def zone(self, zone: str) -> str:
        """Return the label of a zone by its name in views and events."""
        return self.instance(self._zones[zone])

    def zones(self, zones: Sequence[str]) -> str:
        """Return `hand 2 and 3`, `stock and pile`, `hand 2 and 3, shelf 2 and 3` or `everybody's hand`."""
        kinds: dict[int, list[Instance]] = {}
        for i in map(self._zones.__getitem__, zones):
            kinds.setdefault(i.zone, []).append(i)
        whole = [self.what(of[0]) for of in kinds.values() if self._is_everybodys(of)]
        names = [[f"everybody's {listing(whole, 'and', '')}"]] if whole else []
        names += [self._some(of) for of in kinds.values() if not self._is_everybodys(of)]
        if len(names) > 1 and any(len(some) > 1 for some in names):
            return ", ".join(listing(some, "and", "") for some in names)
        return listing([name for some in names for name in some], "and", "")

    def _is_everybodys(self, of: Sequence[Instance]) -> bool:
        """Return True if these are all zones of a kind that each player or side has."""
        declared = self.layout.program.zones[of[0].zone]
        return declared.owner is not None and len({i.nth for i in of}) == len(self.layout.of_zone(of[0].zone))

    def _some(self, of: Sequence[Instance]) -> list[str]:
        """Return the labels of zones of one kind, naming the kind once: `your hand`, `hand 2`, `3` and `4`."""
        if self.names:
            return [self.instance(i) for i in of]
        own = [self.instance(i) for i in of if self.owns(i)]
        others = sorted((i for i in of if not self.owns(i)), key=lambda i: i.nth)
        short = [" ".join(zone_keys(self.layout, i)) for i in others]
        long = [i is others[0] or self._has_more_keys(i) for i in others]
        return own + [self.instance(i) if whole else name for i, whole, name in zip(others, long, short, strict=True)]

    def owns(self, i: Instance) -> bool:
        return self.reader is not None and self.layout.owns(self.reader - 1, i)

    def is_of(self, zone: str, seat: int) -> bool:
        """True if a zone belongs to this seat (from 1), or to its side."""
        return self.layout.owns(seat - 1, self._zones[zone])

    def is_of_another(self, zone: str, seat: int) -> bool:
        """Return True if a zone belongs to a player or side other than this seat (from 1)."""
        i = self._zones[zone]
        return self.layout.program.zones[i.zone].owner is not None and not self.layout.owns(seat - 1, i)

    def instance(self, i: Instance) -> str:
        """Return `stock`, `your hand`, `hand 2`, `your row 4`, `row 4 of seat 2`."""
        if self.owns(i):
            return f"your {self.numbered(i)}"
        if self.names and self.layout.program.zones[i.zone].owner == "player":
            return f"{self.seat(i.owner + 1)}'s {self.numbered(i)}"
        if not self._has_more_keys(i):
            return " ".join((self.what(i), *zone_keys(self.layout, i)))
        holder = self.layout.program.zones[i.zone].owner
        return f"{self.numbered(i)} of {(self.side if holder == 'side' else self.seat)(i.owner + 1)}"

    def several(self, zones: Sequence[Instance]) -> str:
        """Return the label of zones that differ in their last key: `tower 2 to 5`, `your row 1 and 2`."""
        return self.instance(zones[0]).replace(self.numbered(zones[0]), self.several_numbered(zones), 1)

    def several_numbered(self, zones: Sequence[Instance]) -> str:
        """Return the names of such zones without their owner: `row 1 and 2`."""
        name, words = self.numbered(zones[0]), [self.numbered(i).rpartition(" ")[2] for i in zones]
        in_range = len(words) > 2 and all(word.isdecimal() for word in words)
        return f"{name.rpartition(' ')[0]} {f'{words[0]} to {words[-1]}' if in_range else listing(words, 'and', '')}"

    def are_alike(self, i: Instance, other: Instance) -> bool:
        """True if two zones are of one kind and of one owner, and differ in their last key."""
        names = self.numbered(i).rpartition(" "), self.numbered(other).rpartition(" ")
        owned = self.layout.program.zones[i.zone].owner is not None
        return i.zone == other.zone and names[0][0] == names[1][0] and not (owned and i.owner != other.owner)

    def _has_more_keys(self, i: Instance) -> bool:
        """True if a zone has an owner, and its owner has several."""
        declared = self.layout.program.zones[i.zone]
        return declared.owner is not None and len(declared.keys) > 1

    def numbered(self, i: Instance) -> str:
        """Return the name of a zone without its owner: `hand`, `row 4`."""
        declared = self.layout.program.zones[i.zone]
        keys = zip(declared.keys, zone_keys(self.layout, i), strict=True)
        return " ".join((self.what(i), *(word for key, word in keys if key.kind != declared.owner)))

    def what(self, i: Instance) -> str:
        """Return the name of a zone without its keys."""
        declared = self.layout.program.zones[i.zone]
        return declared.text or declared.name

    # ------------------------------------------------------------ variables

    def holder(self, variable: p.Variable, keys: str) -> str:
        """Return the owner of a value, from its keys in a view: `2` becomes `seat 2`."""
        first, _, rest = keys.partition(" ")
        match variable.keys[0].kind if variable.keys else None:
            case "player":
                first = self.seat(int(first))
            case "side":
                first = self.side(int(first))
        return f"{first} {rest}".rstrip()

    def sentence(self, variable: p.Variable, keys: str, written: str) -> str:
        """Return `dealer: seat 4`, `seat 1's score: 46`, `seat 1's last asked 4: seat 2`, `hearts are broken`."""
        is_owned = bool(variable.keys) and variable.keys[0].kind in ("player", "side")
        own, _, rest = keys.partition(" ") if is_owned else ("", "", self.holder(variable, keys))
        what = f"{variable.text or variable.name} {rest}".rstrip()
        if own:
            of = "" if variable.type.kind == "bool" else "'s"  # the text of a condition is a verb: `misses a turn`
            what = f"{self.holder(variable, own)}{of} {what}"
        return what + {"true": "", "false": ": no"}.get(written, f": {self.value(variable.type, written)}")

    def result(self, name: str) -> str:
        """Return the name of a result: the text of the variable with the same id, if there is one."""
        variable = self.variables.get(name)
        return (variable.text if variable else None) or name.replace("-", " ").replace("_", " ")

    def ranked(self, what: str, places: Mapping[str, object]) -> str:
        """Return the words for a place rather than an amount: `place 1: you, place 2: seat 3`."""
        numbers = sorted((int(str(value)), holder) for holder, value in places.items() if value not in (None, "none"))
        return ", ".join(glued(f"{what} {number}: {holder}") for number, holder in numbers)

    def number(self, holder: str, value: object) -> str:
        """Return `you have 3`, `seat 2 has 3` or `♥ 3`."""
        several = next((own for name, own in self._holders.items() if f"{holder} ".startswith(f"{name} ")), None)
        return f"{holder} {'' if several is None else 'have ' if several else 'has '}{value}"

    def mark(self, mark: p.Mark, written: str) -> str:
        """Return a mark with its value: `hot 2`, or `new` if it is true."""
        text = mark.text or mark.name
        return text if written == "true" else f"{text} {self.value(mark.type, written)}"

    def value(self, type_: p.Type, written: str) -> str:
        """Return a value from a view in words, with the names of players."""
        if written == "none":
            return written
        match type_.kind:
            case "player" | "players":
                return listing([self.seat(int(seat)) for seat in written.split()], "and", "")
            case "side" | "sides":
                return listing([self.side(int(side)) for side in written.split()], "and", "")
            case "cards":
                return " ".join(self.sorting.names(written.split()))
            case "values" if type_.name == "rule":
                return ", ".join(map(self.titled, written.split()))
            case "enum" if type_.name != "rule":
                return written.replace("-", " ")
            case _:
                return written
