"""Single cards are moved where they stand, without a call. Does the same as `statements`, and leaves it all the rest.

Knows nothing of who calls a procedure.
"""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope
from parlour.generated.statements import Statements
from parlour.machine.layout import Instance


class Moving(Statements):
    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        super().__init__(naming, expressions)
        self._hands = self._likely()

    def _likely(self) -> tuple[Instance, ...]:
        """The zones that a card most often comes from: sets, one for each player, with nothing else noted there."""
        for z, zone in enumerate(self.program.zones):
            of = self.layout.of_zone(z)
            if zone.per == "player" and all(i.form == "set" and i.turned is None and i.batch is None for i in of):
                return of
        return ()

    def put(self, e: p.Put, scope: Scope) -> list[str]:
        named = self._target(e, scope)
        if named is None:
            return super().put(e, scope)
        to, key = named
        row, card = self._from_top(e), self.naming.temporary()
        before, index = self._indexed(key, scope)
        if row is not None:
            n = self.naming.temporary()
            moving = [*before, *self._top_taken(row, card, n), *self._laying(e, card, to, index, scope)]
            return [f"{n} = s[{row.at}]", *self.only_if(n, moving, e.origin)]
        value = self.x.value(e.what, scope)
        card = value if value.isidentifier() else card
        laying = [*before, *self._taken(e, card), *self._laying(e, card, to, index, scope)]
        moving = self.only_if_there(card, laying, e.origin)
        if not self.facts.never_none(e.what):
            moving = self.only_if(f"{card} >= 0", moving, e.origin)
        return moving if value.isidentifier() else [f"{card} = {value}", *moving]

    def only_if(self, test: str, lines: list[str], origin: p.Origin | None) -> list[str]:
        """What is done if there is a card; else it is a fault."""
        return [
            f"if not {test}:" if test.isidentifier() else f"if not ({test}):",
            f"    no_card({self.naming.origin(origin)})",
            *lines,
        ]

    def only_if_there(self, card: str, lines: list[str], origin: p.Origin | None) -> list[str]:
        """The same if a card is in the game; `take` sees to that here."""
        return lines

    def _indexed(self, key: p.Expr | None, scope: Scope) -> tuple[list[str], str | None]:
        """Which of the zones is meant: found out before a card is taken, as it may depend on where that lies."""
        if key is None:
            return [], None
        index = self.x.value(key, scope)
        if index.isidentifier():
            return [], index
        name = self.naming.temporary()
        return [f"{name} = {index}"], name

    def _target(self, e: p.Put, scope: Scope) -> tuple[Instance, p.Expr | None] | None:
        """The zone that one card surely goes to, laid on top: its first instance, and which one is meant from there."""
        to = self.naming.making.folding.folded(e.to)
        if e.kind != "card" or e.place is not None or not isinstance(to, p.ZoneAt):
            return None
        of, key = self.layout.of_zone(to.zone), to.key
        if of[0].form == "columns" or (e.face is not None and of[0].turned is not None):
            return None
        if isinstance(key, p.Const):
            return (of[key.value], None) if 0 <= key.value < len(of) else None
        if key is not None and not self.facts.never_none(key):
            return None
        return of[0], key

    def _from_top(self, e: p.Put) -> Instance | None:
        """The row that the card is on top of, if that is known beforehand."""
        if self.layout.pack.guises:
            return None
        match self.naming.making.folding.folded(e.what):
            case p.Sure(p.ZoneEnd(p.ZoneAt(zone, key), False)) | p.ZoneEnd(p.ZoneAt(zone, key), False):
                pass
            case _:
                return None
        of = self.layout.of_zone(zone)
        if key is not None and not (isinstance(key, p.Const) and 0 <= key.value < len(of)):
            return None
        row = of[key.value if isinstance(key, p.Const) else 0]
        return row if row.form == "row" else None

    def _top_taken(self, row: Instance, card: str, n: str) -> list[str]:
        notes = [cell for cell in (row.turned, row.batch) if cell is not None]
        return [
            f"{card} = s[{row.at} + {n}]",
            f"s[{row.at} + {n}] = 0",
            f"s[{row.at}] = {n} - 1",
            *(f"s[{cell}] &= ~BIT[{card}]" for cell in notes),
        ]

    def _taken(self, e: p.Put, card: str) -> list[str]:
        """Takes a card from where it lies."""
        at, bare = self.naming.origin(e.origin), self.bare(card)
        if not self._hands:
            return [f"take(s, {bare}, {at})"]
        first, last, zone = self._hands[0], self._hands[-1], self.naming.temporary()
        return [
            f"{zone} = s[{self.layout.where} + {bare}]",
            f"if {first.number} <= {zone} <= {last.number}:",
            f"    s[{first.at - first.number} + {zone}] ^= BIT[{card}]",
            "else:",
            f"    take(s, {bare}, {at})",
        ]

    def bare(self, card: str) -> str:
        return f"BARE[{card}]" if self.layout.pack.guises else card

    def _laying(self, e: p.Put, card: str, to: Instance, index: str | None, scope: Scope) -> list[str]:
        """Lays a card on top of a zone."""
        lines: list[str] = []
        number, cell, batch = str(to.number), str(to.at), "" if to.batch is None else str(to.batch)
        if index is not None:
            step = self.layout.of_zone(to.zone)[-1].at - to.at
            step //= max(len(self.layout.of_zone(to.zone)) - 1, 1)
            number, cell = f"{number} + {index}", f"{cell} + {index}" + (f" * {step}" if step > 1 else "")
            batch = batch and f"{batch} + {index}"
        bare = card
        if self.layout.pack.guises:
            bare = self.naming.temporary()
            lines.append(f"{bare} = BARE[{card}]")
        if to.form == "set":
            lines.append(f"s[{cell}] |= BIT[{card}]")
        else:
            n, first = self.naming.temporary(), cell
            if index is not None:
                first = self.naming.temporary()
                lines.append(f"{first} = {cell}")
            lines += [f"{n} = s[{first}] = s[{first}] + 1", f"s[{first} + {n}] = {bare}"]
        lines.append(f"s[{self.layout.where} + {bare}] = {number}")
        lines += [f"s[{at} + {bare}] = {default}" for at, default in self._lost(to)]
        if batch:
            lines.append(f"s[{batch}] = BIT[{card}]")
        if self.layout.guise is not None and self.layout.remembers_guise(to.zone):
            size, at = self.layout.pack.size, self.layout.marks[self.layout.guise]
            lines += [f"if {card} >= {size}:", f"    s[{at} + {bare}] = {card} // {size} - 1"]
        return lines

    def _lost(self, to: Instance) -> list[tuple[int, int]]:
        """The marks that the zone doesn't keep, and what they become."""
        marks = enumerate(self.program.marks)
        return [(self.layout.marks[m], mark.default) for m, mark in marks if not self.layout.keeps(m, to.zone)]
