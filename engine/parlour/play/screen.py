"""The table on the screen, as a seat sees it: zones, values, and the moves with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from parlour.play.labels import NO_NAMES, Labels
from parlour.play.menu import MOST_ON_SCREEN
from parlour.play.table_words import Lying, TableWords, count
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.layout import Layout
from parlour.terminal.console import Console, broken, glued
from parlour.views import SeenEvent, View, ZoneSeen

MOST_LINES = 14  # of moves; more of them go into columns
FEW_REMEMBERED = 6  # cards
SHORT_PART = 24  # characters in which moves differ that share lines
FEW_LINES = 5  # of moves on a terminal
FEW_ALIKE = 4  # moves that share lines, at least
MOST_TOGETHER = 32  # mean length of what players have, if they share lines
SHORT = 12  # a zone with a text of up to this length isn't broken
ZONE_WIDTH = 14  # minimum width of the names of zones


class Screen(TableWords):
    """Prints views of one table."""

    def __init__(self, layout: Layout, console: Console, names: Mapping[int, str] = NO_NAMES) -> None:
        super().__init__(layout)
        self.console = console
        self.names = names
        self.short = False

    def show(
        self, view: View, state: State, history: Sequence[SeenEvent], everything: bool = False, below: int = FEW_LINES
    ) -> None:
        """Print the table: the shared zones, a line for each other seat in turn order, the seat's own zones, and the
        values.

        By default this leaves out shared zones without any card since the first deal, empty zones of players, and
        numbers that are all zero. Remembered cards are shown only for players' zones. `everything` shows all of that,
        with values that are none or false and marks without a text. A terminal has few lines, so by default it gets no
        empty zones and no long lists of remembered cards, and what is short shares lines. If the moves, which take so
        many lines, don't fit `below`, all zones share lines.
        """
        for line, mine in self._table(view, state, history, everything, self.spare(below)):
            self.console.say(line, *(("bold",) if mine else ()))

    def least(self, view: View, state: State, history: Sequence[SeenEvent]) -> int:
        """Return how many lines `show` needs if all zones share lines."""
        return len(self._table(view, state, history, False, 0))

    def _table(
        self, view: View, state: State, history: Sequence[SeenEvent], everything: bool, most: int
    ) -> list[tuple[str, bool]]:
        """Return the lines, with True for those of the seat's own zones. More than `most` are shortened."""
        self.short = self.console.live and not everything
        labels = Labels(self.layout, view.seat, self.names)
        self.look(view, state, everything)
        common, others, own = self.shares(view, labels, history, everything)
        if self.short:
            common, own = ([(zone, i) for zone, i in zones if zone.size != 0] for zones in (common, own))
        lying = [self._entries(common, labels, everything), {}, self._entries(own, labels, known=True)]
        lying[1] = {holder: self._belongings(zones, labels) for holder, zones in others.items() if zones}
        out = [labels.seat(seat) for seat in view.out]
        gone = {holder for holder in out if others.get(holder) and all(z.size == 0 for z, _ in others[holder])}
        lying[1] |= dict.fromkeys(gone, "out")
        still = [holder for holder in out if holder not in gone]
        ending = [f"out: {', '.join(still)}"] if still else []
        lines = [*self._listed(*lying), *self._below([*self.values(view, labels, everything), *ending])]
        if self.short and len(lines) > most:
            numbers = self.numbers(view, labels)
            for holder, number in (pair for some in numbers.values() for pair in some.items()):
                lying[1][holder] = ", ".join(filter(None, [lying[1].get(holder), number]))
            values = [*self.values(view, labels, everything, numbers), *ending]
            lines = [*self._together(*lying), *self._below(values)]
        return lines

    def _listed(self, *lying: Mapping[str, str]) -> list[tuple[str, bool]]:
        """Return a line for each zone of the table, each other player and each zone of the seat, with True for these.
        What the other players have shares lines if it is short."""
        entries = [[(label, [words]) for label, words in some.items()] for some in lying]
        players = lying[1]
        if self.short and len(players) > 1 and sum(map(len, players.values())) < MOST_TOGETHER * len(players):
            entries[1] = [("others", [f"{holder}: {words}" for holder, words in players.items()])]
        width = max([ZONE_WIDTH, *(len(label) for some in entries for label, _ in some)])
        return [
            (line, some is entries[2])
            for some in entries
            for label, parts in some
            for line in self.console.packed(f"  {label:<{width}} ", parts, width + 1)
        ]

    def _together(self, *lying: Mapping[str, str]) -> list[tuple[str, bool]]:
        """Return what `_listed` returns, in as few lines as possible."""
        return [
            (line, some is lying[2])
            for some in lying
            for line in self.console.packed("  ", [f"{label}: {words}" for label, words in some.items()], 2)
        ]

    def _below(self, values: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """Yield the lines about values. In short, they share lines."""
        for some in [[self._end_of(value) for value in values]] if self.short else [[value] for value in values]:
            yield from ((line, False) for line in self.console.packed("  ", some, 2 if not self.short else 0))

    def spare(self, lines: int) -> int:
        """Return how many lines a terminal has left for moves, below what it has printed since the last question, these
        lines, the question, a remark and the prompt."""
        return self.console.size.lines - self.console.lines - lines - 3

    def _remembers(self, zone: ZoneSeen) -> bool:
        """True if the table shows the cards of a zone that the seat remembers. In short, a few."""
        return not self.short or len(zone.known) <= FEW_REMEMBERED

    def _end_of(self, value: str) -> str:
        """Return a value; of a long list only the last entries."""
        most, (what, colon, entries) = 2 * self.console.text_width, value.partition(": ")
        if len(value) <= most or ", " not in entries:
            return value
        return f"{what}{colon}… {entries[len(what) + len(entries) - most :].partition(', ')[2]}"

    def _entries(self, zones: Sequence[Lying], labels: Labels, known: bool) -> dict[str, str]:
        """Return the cards of zones by their labels; neighbouring empty zones of one kind are one entry."""
        entries = dict[str, str]()
        for group in _grouped(zones, labels):
            zone, i = group[0]
            label = labels.instance(i) if len(group) == 1 else labels.several([i for _, i in group])
            entries[label] = self.cards(zone, i, labels, known and self._remembers(zone))
        return entries

    def _belongings(self, zones: Sequence[Lying], labels: Labels) -> str:
        """Return the zones of another player: `hand 5 cards, lower bottoms 4`."""
        belongings, counted = [], False
        zones = [each for each in zones if each[0].size != 0] or zones[:1] if self.short else zones
        for group in _grouped(zones, labels):
            zone, i = group[0]
            words = self.cards(zone, i, labels, self._remembers(zone))
            if zone.size and words.startswith(count(zone.size)):
                words = words.replace(count(zone.size), str(zone.size), 1) if counted else words
                counted = True
            name = labels.numbered(i) if len(group) == 1 else labels.several_numbered([i for _, i in group])
            name += "" if name == labels.what(i) else ":"  # `row 2: 9♣`
            belongings.append(glued(f"{name} {words}") if len(words) <= SHORT else f"{name} {words}")
        return ", ".join(belongings)

    # ------------------------------------------------------------ moves

    def room(self, moves: Sequence[Move], spare: int) -> int:
        """Return how many of these moves a screen with so many lines lists."""
        if not self.console.live:
            return MOST_ON_SCREEN
        width = max((len(self.console.words(move.text)) for move in moves), default=1) + 8
        columns = max(2, self.console.text_width // width)  # long moves share lines by their cards
        return columns * max(FEW_LINES, min(self.console.size.lines // 3, spare))

    def moves(self, moves: Sequence[tuple[int, str]], tries: Sequence[tuple[int, str]]) -> Iterator[str]:
        """Yield lines of moves with their numbers."""
        sign = "#" if any(text.isdecimal() for _, text in (*moves, *tries)) else ""
        yield from self._numbered(moves, sign)
        if tries:
            yield "  not allowed, but you can try it at the risk of a penalty:"
            yield from self._numbered(tries, sign)

    def _numbered(self, moves: Sequence[tuple[int, str]], sign: str) -> Iterator[str]:
        labels = Labels(self.layout, None, self.names)
        named = [(number, self.console.words(labels.named(labels.titled(text)))) for number, text in moves]
        cells = [f"{sign}{number:>3}  {text}" for number, text in named]
        width = max(map(len, cells), default=1) + 3
        most = FEW_LINES if self.console.live else MOST_LINES
        columns = 1 if len(cells) <= most else max(1, self.console.text_width // width)
        height = -(-len(cells) // columns)
        if columns == 1 and height > most:
            yield from self._by_cards(named, sign)
            return
        for row in range(height):
            yield "".join(cell.ljust(width) for cell in cells[row::height]).rstrip()

    def _by_cards(self, moves: Sequence[tuple[int, str]], sign: str) -> Iterator[str]:
        """Yield lines of moves that are too long for columns. Those that differ in one short part share lines."""
        for _, some in groupby(moves, key=lambda move: (move[1].split(" ")[0], move[1].split(" ")[-1])):
            numbers, texts = zip(*some, strict=True)
            words = [text.split(" ") for text in texts]
            ends = [_alike(words), _alike([each[::-1] for each in words])]
            parts = [" ".join(each[ends[0] : len(each) - ends[1]]) for each in words]
            if len(parts) < FEW_ALIKE or max(map(len, parts)) > SHORT_PART:
                for n, text in zip(numbers, texts, strict=True):
                    yield from broken(self.console.words(f"{sign}{n:>3}  {text}"), 5, self.console.text_width)
                continue
            shape = " ".join([*words[0][: ends[0]], "…", *words[0][len(words[0]) - ends[1] :]])
            yield from self.console.packed(f"{sign}{numbers[0]:>3} to {numbers[-1]}  {shape} (type which): ", parts, 5)


def _alike(words: Sequence[Sequence[str]]) -> int:
    """Return with how many words all of these begin, but not with all words of one."""
    most = min(map(len, words)) - 1
    return next((n for n in range(most) if len({each[n] for each in words}) > 1), most)


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
