"""A seat's view as lines: what lies where, what is counted, and the moves with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour import program as p
from parlour.console import Console
from parlour.machine.layout import BOX, Instance, Layout
from parlour.play.telling import name
from parlour.views import CardSeen, ValueSeen, View, ZoneSeen
from parlour.views.known import bare

MOST_LINES = 14  # of moves one below the other; more of them stand side by side
WIDTH = 78


class Screen:
    """Shows views of one table."""

    def __init__(self, layout: Layout, console: Console) -> None:
        self.layout = layout
        self.program = layout.program
        self.console = console
        self.instances = [i for i in layout.instances if i.number != BOX]
        self.variables = {variable.name: variable for variable in layout.program.variables}

    def show(self, view: View, everything: bool = False) -> None:
        """Everything that lies on the table and is counted, as this seat sees it; its own things last.

        What it remembers of cards that it doesn't see is shown for the hands of the others, or for `everything`.
        """
        rows = [(zone, i) for zone, i in zip(view.zones, self.instances, strict=True)]
        rows.sort(key=lambda row: self._is_own(row[1], view.seat))
        for zone, i in rows:
            own = self._is_own(i, view.seat)
            known = self._known(zone) if everything or self.program.zones[i.zone].per != "table" else ""
            label = self._label(zone, i, view.seat)
            self.console.say(f"  {label:<14} {self._cards(zone, i, own)}{known}", *(("bold",) if own else ()))
        for line in self._values(view):
            self.console.say(f"  {line}")

    # ------------------------------------------------------------ zones

    def _is_own(self, i: Instance, seat: int) -> bool:
        per = self.program.zones[i.zone].per
        return (per == "player" and i.key == seat - 1) or (per == "side" and i.key == self.layout.side_of[seat - 1])

    def _label(self, zone: ZoneSeen, i: Instance, seat: int) -> str:
        declared = self.program.zones[i.zone]
        what = declared.text or declared.name
        if declared.per == "table":
            return what
        return f"your {what}" if self._is_own(i, seat) else f"{what} {i.key + 1}"

    def _cards(self, zone: ZoneSeen, i: Instance, own: bool) -> str:
        if zone.size == 0:
            return "-"
        if zone.columns is not None:
            return zone.written().partition("; known: ")[0] if zone.cards or zone.size is None else _count(zone.size)
        cards = list(zone.cards)
        if i.form == "set" and own:
            cards.sort(key=self._by_suit)
        hidden = None if zone.size is None else zone.size - len(cards)
        on_top = i.form == "row" and len(cards) == 1 and cards[0].place == zone.size
        if on_top:
            told = _card(cards[0]) + (f"  (on {hidden} more)" if hidden else "")
        elif i.form == "row" and cards and hidden != 0:
            told = zone.written().partition("; known: ")[0]
        else:
            parts = [_card(card) for card in cards]
            if hidden is None:
                parts.append("and others" if cards else "?")
            elif hidden:
                parts.append(f"and {hidden} more" if cards else _count(hidden))
            told = " ".join(parts)
        return told

    def _known(self, zone: ZoneSeen) -> str:
        names = [f"{c.card} at {c.place}" if c.place is not None else c.card for c in zone.known]
        return f"; among them {', '.join(names)}" if names else ""

    def _by_suit(self, card: CardSeen) -> tuple[int, int, str]:
        face = self.layout.pack.face_of_name(bare(card.card))
        return (9, 0, card.card) if face is None or face >= 52 else (face & 3, face >> 2, card.card)

    # ------------------------------------------------------------ values

    def _values(self, view: View) -> Iterator[str]:
        groups: dict[str, list[ValueSeen]] = {}
        for value in view.values:
            groups.setdefault(value.name.partition(" ")[0], []).append(value)
        for variable, values in groups.items():
            declared = self.variables[variable]
            if variable == "ending":
                continue
            text = declared.text or variable
            told = [self._value(declared, value, view.seat) for value in values]
            words = [word for word in told if word]
            if words:
                yield f"{text}: {', '.join(words)}" if words != [text] else text
        if view.out:
            yield f"out: {', '.join(name(seat, view.seat) for seat in view.out)}"
        if not view.clockwise:
            yield "play goes counterclockwise"

    def _value(self, variable: p.Variable, seen: ValueSeen, seat: int) -> str | None:
        """`you 20`, or only whom it holds for; nothing for what is not the case."""
        key = seen.name.partition(" ")[2]
        if variable.keys and variable.keys[0].kind == "player":
            first, _, rest = key.partition(" ")
            key = f"{name(int(first), seat)} {rest}".rstrip()
        elif variable.keys and variable.keys[0].kind == "side":
            first, _, rest = key.partition(" ")
            key = f"{self._side(int(first), seat)} {rest}".rstrip()
        if variable.type.kind == "bool":
            return None if seen.value == "false" else key or variable.text or variable.name
        if seen.value == "none":
            return None
        value = seen.value
        if variable.type.kind == "player":
            value = name(int(value), seat)
        return f"{key} {value}" if key else value

    def _side(self, side: int, seat: int) -> str:
        members = self.layout.sides[side - 1]
        if len(members) == 1:
            return name(members[0] + 1, seat)
        return "+".join(name(member + 1, seat) for member in members)

    # ------------------------------------------------------------ moves

    def moves(self, moves: Sequence[str], tries: Sequence[str]) -> None:
        sign = "#" if any(text.isdecimal() for text in (*moves, *tries)) else ""
        self._numbered(moves, 1, sign)
        if tries:
            self.console.say("  not allowed, but you may try it and pay for it:")
            self._numbered(tries, 1 + len(moves), sign)

    def _numbered(self, texts: Sequence[str], first: int, sign: str) -> None:
        cells = [f"{sign}{number:>3}  {text}" for number, text in enumerate(texts, first)]
        width = max(map(len, cells), default=1) + 3
        columns = 1 if len(cells) <= MOST_LINES else max(1, WIDTH // width)
        height = -(-len(cells) // columns)
        for row in range(height):
            self.console.say("".join(cell.ljust(width) for cell in cells[row::height]).rstrip())


def _card(card: CardSeen) -> str:
    marks = ", ".join(f"{name} {value}" if value != "true" else name for name, value in card.marks)
    return f"{card.card} ({marks})" if marks else card.card


def _count(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"
