"""The table on the screen, as a seat sees it: zones, values, and the moves with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.cli.console import Console, glued
from parlour.play.labels import NO_NAMES, Labels
from parlour.play.table_words import Lying, TableWords, count
from parlour.states.state import State
from parlour.table.layout import Layout
from parlour.views import SeenEvent, View

MOST_LINES = 14  # of moves; more of them go into columns
SHORT = 12  # a zone with a text of up to this length isn't broken
ZONE_WIDTH = 14  # minimum width of the names of zones


class Screen(TableWords):
    """Prints views of one table."""

    def __init__(self, layout: Layout, console: Console, names: Mapping[int, str] = NO_NAMES) -> None:
        super().__init__(layout)
        self.console = console
        self.names = names

    def show(self, view: View, state: State, history: Sequence[SeenEvent], everything: bool = False) -> None:
        """Print the table: the shared zones, a line for each other seat in turn order, the seat's own zones, and the
        values.

        By default this leaves out shared zones without any card since the first deal, empty zones of players, and
        numbers that are all zero. Remembered cards are shown only for players' zones. `everything` shows all of that,
        with values that are none or false and marks without a text.
        """
        labels = Labels(self.layout, view.seat, self.names)
        self.look(view, state, everything)
        common, others, own = self.shares(view, labels, history, everything)
        lines = [(*told, False) for told in self._entries(common, labels, everything)]
        lines += [(holder, self._belongings(zones, labels), False) for holder, zones in others.items() if zones]
        lines += [(*told, True) for told in self._entries(own, labels, known=True)]
        out = [labels.seat(seat) for seat in view.out]
        gone = {holder for holder in out if others.get(holder) and all(z.size == 0 for z, _ in others[holder])}
        width = max([ZONE_WIDTH, *(len(label) for label, _, _ in lines)])
        for label, told, mine in lines:
            self._line(f"{label:<{width}} {'out' if label in gone else told}", width + 1, mine)
        for line in self.values(view, labels, everything):
            self._line(line, 2)
        still = [holder for holder in out if holder not in gone]
        if still:
            self._line(f"out: {', '.join(still)}", 2)

    def _entries(self, zones: Sequence[Lying], labels: Labels, known: bool) -> Iterator[tuple[str, str]]:
        """Yield the labels of zones with their cards; neighbouring empty zones of one kind are one entry."""
        for group in _grouped(zones, labels):
            zone, i = group[0]
            label = labels.instance(i) if len(group) == 1 else labels.several([i for _, i in group])
            yield label, self.cards(zone, i, labels, known)

    def _belongings(self, zones: Sequence[Lying], labels: Labels) -> str:
        """Return the zones of another player: `hand 5 cards, lower bottoms 4`."""
        told, counted = [], False
        for group in _grouped(zones, labels):
            zone, i = group[0]
            words = self.cards(zone, i, labels, known=True)
            if zone.size and words.startswith(count(zone.size)):
                words = words.replace(count(zone.size), str(zone.size), 1) if counted else words
                counted = True
            name = labels.numbered(i) if len(group) == 1 else labels.several_numbered([i for _, i in group])
            name += "" if name == labels.what(i) else ":"  # `row 2: 9♣`
            told.append(glued(f"{name} {words}") if len(words) <= SHORT else f"{name} {words}")
        return ", ".join(told)

    def _line(self, text: str, indent: int, bold: bool = False) -> None:
        self.console.write_up([f"  {text}"], indent, *(("bold",) if bold else ()))

    # ------------------------------------------------------------ moves

    def moves(self, moves: Sequence[tuple[int, str]], tries: Sequence[tuple[int, str]]) -> None:
        """List moves with their numbers."""
        sign = "#" if any(text.isdecimal() for _, text in (*moves, *tries)) else ""
        self._numbered(moves, sign)
        if tries:
            self.console.say("  not allowed, but you can try it at the risk of a penalty:")
            self._numbered(tries, sign)

    def _numbered(self, moves: Sequence[tuple[int, str]], sign: str) -> None:
        labels = Labels(self.layout, None, self.names)
        cells = [f"{sign}{number:>3}  {labels.named(labels.titled(text))}" for number, text in moves]
        width = max(map(len, cells), default=1) + 3
        columns = 1 if len(cells) <= MOST_LINES else max(1, self.console.text_width // width)
        height = -(-len(cells) // columns)
        for row in range(height):
            self.console.say("".join(cell.ljust(width) for cell in cells[row::height]).rstrip())


def _grouped(zones: Sequence[Lying], labels: Labels) -> Iterator[list[Lying]]:
    """Yield each zone by itself, and neighbouring empty zones of one kind together."""
    group: list[Lying] = []
    for zone, i in zones:
        if group and not (zone.size == group[0][0].size == 0 and labels.are_alike(i, group[0][1])):
            yield group
            group = []
        group.append((zone, i))
    if group:
        yield group
