"""What a seat sees of the table, in words: the zones to show, their cards, and the values that say something."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence, Set
from itertools import groupby

from parlour import program as p
from parlour.play.hand_sorting import TableSorting
from parlour.play.labels import Labels
from parlour.program.walking import walk
from parlour.states.state import State
from parlour.table.layout import BOX, Instance, Layout
from parlour.views import CardSeen, MarkedUnseen, SeenEvent, ValueSeen, View, ZoneSeen
from parlour.views.seen_events import CardsMoved, StageBegan

_BELOW = " more below)"

Lying = tuple[ZoneSeen, Instance]


class TableWords:
    """The words for views of one table, and what of it is worth showing."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.program
        self.known = {mark.name: mark for mark in layout.program.marks}
        deals = [stage.resets for stage in self.program.stages if stage.cards]  # the stages around it reset more
        of_a_deal = {self.program.variables[number].name for number in min(deals, key=len, default=())}
        # A zero for everybody is no number yet: what each player has is counted at the end of a deal.
        self.counted_later = {v.name for v in self.program.variables if v.keys and v.name in of_a_deal}
        # Such a number counts deals. A starting value is one that matters in every deal, such as a stake.
        self.over_deals = {
            v.name
            for v in self.program.variables
            if v.type.kind == "int" and not v.keys and v.starts is None and v.name not in of_a_deal
        }
        self.gathering = {stage.name for stage in self.program.stages if stage.cards}
        self.short = False  # a screen has few lines
        self.instances = [i for i in layout.instances if i.number != BOX]
        self.numbered = _numbered(self.program)

    def look(self, view: View, state: State, everything: bool = False) -> None:
        """Prepare for one view. By default, marks without a text are left out."""
        self.marks = self.known if everything else {name: mark for name, mark in self.known.items() if mark.text}
        self.sorted = TableSorting(state)
        seers = enumerate(state.table.machine.sight.always)
        self.partly = {n for n, seats in seers if seats >> view.seat - 1 & 1 and seats != self.layout.everyone}

    def shares(
        self, view: View, labels: Labels, history: Sequence[SeenEvent], everything: bool
    ) -> tuple[list[Lying], dict[str, list[Lying]], list[Lying]]:
        """Return the zones to show: those of the table, those of the others by owner, and the seat's own.

        By default this leaves out shared zones without any card since the first deal, and empty zones of players.
        """
        lying = list(zip(view.zones, self.instances, strict=True))
        empty = any(zone.size == 0 and self.program.zones[i.zone].owner is None for zone, i in lying)
        since = self._since_deals(history) if empty else ()
        used = {event.target for event in since if isinstance(event, CardsMoved)}
        filled = {i.zone for zone, i in lying if zone.size != 0}
        common: list[Lying] = []
        own: list[Lying] = []
        others: dict[str, list[Lying]] = {labels.seat(seat): [] for seat in turns_of(view)[1:]}
        for zone, i in lying:
            owner = self.program.zones[i.zone].owner
            if owner is None:
                if everything or zone.size != 0 or zone.name in used:
                    common.append((zone, i))
            elif everything or i.zone in filled:
                holder = labels.seat(i.owner + 1) if owner == "player" else labels.side(i.owner + 1)
                (own if labels.owns(i) else others.setdefault(holder, [])).append((zone, i))
        return common, others, own

    def _since_deals(self, history: Sequence[SeenEvent]) -> Sequence[SeenEvent]:
        """Return the events since the first deal of the current stage."""
        begun = [(event.stage, n) for n, event in enumerate(history) if isinstance(event, StageBegan)]
        begun = [(stage, n) for stage, n in begun if stage in self.gathering]
        return history[next((n for stage, n in begun if stage == begun[-1][0]), 0) :]

    # ------------------------------------------------------------ zones

    def cards(self, zone: ZoneSeen, i: Instance, labels: Labels, known: bool) -> str:
        """Return the visible cards of a zone; with `known` also those that the seat remembers."""
        if zone.size == 0:
            return "empty"
        seen = self._seen(zone, i, labels)
        places = self.places(zone, i)
        if places and zone.size is not None and zone.size > len(zone.cards):
            marks = {c.place: words for c in zone.marked if c.place and (words := self.marked_with(c.marks, labels))}
            cards = {c.place: self._card(c, labels) for c in (*(zone.known if known else ()), *zone.cards) if c.place}
            if labels.owns(i) and i.zone in self.numbered[i.form]:
                return ", ".join(_beside(f"card {q} {cards.get(q, '')}".rstrip(), marks.get(q)) for q in places)
            if i.form == "row" and (marks or len(cards) > len(zone.cards)):
                pile = _from_the_bottom(places, cards, marks)
                if seen.endswith(_BELOW):
                    top, below = self._card(zone.cards[0], labels), ", ".join(pile[:-1])
                    return f"{top}  ({count(zone.size)}; below, from the bottom: {below})"
                return f"{count(zone.size)} (from the bottom: {', '.join(pile)})"
        order = self.sorted.names({card.card for card in zone.known}, i)
        remembered = sorted(zone.known, key=lambda c: (c.place or 0, order.index(c.card))) if known else []
        names = [f"{c.card} in place {c.place}" if c.place is not None else c.card for c in remembered]
        among = "among them " if zone.size is None or len(names) + len(zone.cards) < zone.size else ""
        marked = "; ".join(words for each in zone.marked if (words := self._marked(each, labels)))
        return seen + (f" ({among}{', '.join(names)})" if names else "") + (f" ({marked})" if marked else "")

    def places(self, zone: ZoneSeen, i: Instance) -> Sequence[int]:
        """Return the places of a zone that have a card, as far as the seat knows."""
        return range(1, (zone.size or 0) + 1) if i.form == "row" else zone.filled

    def _seen(self, zone: ZoneSeen, i: Instance, labels: Labels) -> str:
        if zone.columns is not None:
            if zone.size is None:
                return zone.lying()
            by_place = zone.cards or (labels.owns(i) and zone.size < zone.columns)
            return " ".join(zone.in_places()) if by_place else count(zone.size)
        cards = list(zone.cards)
        if i.form == "set":
            names = self.sorted.names({card.card for card in cards}, i)
            cards.sort(key=lambda card: names.index(card.card))
        hidden = None if zone.size is None else zone.size - len(cards)
        on_top = i.form == "row" and len(cards) == 1 and cards[0].place == zone.size
        if on_top:
            return self._card(cards[0], labels) + (f"  ({hidden}{_BELOW}" if hidden else "")
        if i.form == "row" and cards and hidden != 0:
            return zone.lying()
        up = [card for card in cards if card.up] if i.number in self.partly else []
        parts = [self._card(card, labels, card in up and len(up) < len(cards)) for card in cards]
        if up and len(up) == len(cards):
            parts.append("(face up)")
        if hidden is None:
            parts.append("and others" if cards else "?")
        elif hidden:
            parts.append(f"and {hidden} more" if cards else count(hidden))
        return " ".join(parts)

    def _card(self, card: CardSeen, labels: Labels, up: bool = False) -> str:
        """Return a card with its player and marks. `up`: others see it only because it is face up."""
        player = "" if card.player is None else labels.seat(card.player)
        details = ", ".join(filter(None, [player, self.marked_with(card.marks, labels), "face up" if up else ""]))
        return f"{card.card} ({details})" if details else card.card

    def _marked(self, card: MarkedUnseen, labels: Labels) -> str:
        """Return the marks of an unseen card, with its place."""
        words = self.marked_with(card.marks, labels)
        return f"place {card.place}: {words}" if words and card.place is not None else words

    def marked_with(self, marks: Sequence[tuple[str, str]], labels: Labels) -> str:
        """Return marks in words, those that this table shows."""
        known = [(self.marks[name], value) for name, value in marks if name in self.marks]
        return ", ".join(labels.mark(mark, value) for mark, value in known)

    # ------------------------------------------------------------ values

    def numbers(self, view: View, labels: Labels) -> dict[str, dict[str, str]]:
        """Return by variable the numbers that say something, `score 12`, of each player or side."""
        shown = {labels.variables[name]: values for name, values in self.shown_values(view).items()}
        return {
            declared.name: {
                labels.holder(declared, v.name.partition(" ")[2]): f"{declared.text or declared.name} {v.value}"
                for v in values
                if v.value != "none"
            }
            for declared, values in shown.items()
            if declared.type.kind == "int" and [key.kind for key in declared.keys] in (["player"], ["side"])
        }

    def values(self, view: View, labels: Labels, everything: bool, apart: Container[str] = ()) -> Iterator[str]:
        """Yield lines. By default this leaves out numbers that are all zero, and values that are none or false.
        `apart`: variables that the screen shows elsewhere."""
        for variable, values in self.shown_values(view, everything).items():
            if variable in apart:
                continue
            declared = labels.variables[variable]
            text = declared.text or variable
            if declared.type.kind == "int" and declared.type.optional and len(declared.keys) == 1:
                places = {labels.holder(declared, v.name.partition(" ")[2]): v.value for v in values}
                line = labels.ranked(text, places)
            else:
                words = list(filter(None, (self._value(declared, value, labels) for value in values)))
                line = f"{text}: {', '.join(words)}" if words and words != [text] else "".join(words)
            if line or everything:
                yield line or f"{text}: {'no' if declared.type.kind == 'bool' and not declared.keys else 'none'}"
        yield from (labels.addressed(line.text) for line in view.lines)
        if not view.clockwise:
            round = [labels.seat(seat) for seat in turns_of(view) if seat not in view.out]
            yield f"play goes counterclockwise: {', '.join(round)}"

    def shown_values(self, view: View, everything: bool = False) -> Mapping[str, Sequence[ValueSeen]]:
        """Return the values that say something, by their variables. In short, without the number of deals."""
        groups: dict[str, list[ValueSeen]] = {}
        for value in view.values:
            groups.setdefault(value.name.partition(" ")[0], []).append(value)
        declared = {variable.name: variable for variable in self.program.variables}
        counted = {name for name in groups if everything and name not in self.counted_later}
        silent = {name for name, values in groups.items() if _says_nothing(declared[name], values)} - counted
        silent |= {"ending", *(self.over_deals if self.short else ())}
        return {name: values for name, values in groups.items() if name not in silent}

    def _value(self, variable: p.Variable, seen: ValueSeen, labels: Labels) -> str | None:
        """Return `you have 20`; for a truth value only its holder, or None if it is false."""
        key = labels.holder(variable, seen.name.partition(" ")[2])
        if variable.type.kind == "bool":
            return None if seen.value == "false" else key or variable.text or variable.name
        if seen.value == "none":
            return None
        if any(log.name == variable.name for log in self.program.logs):
            return labels.addressed(seen.value)
        value = labels.value(variable.type, seen.value)
        if not key:
            return value
        return labels.number(key, value) if variable.type.kind == "int" else f"{key}: {value}"


def _from_the_bottom(places: Sequence[int], cards: Mapping[int, str], marks: Mapping[int, str]) -> list[str]:
    """Return the cards of a pile: `2 unknown cards`, `8♣`, `an unknown card (hint 3)`."""
    parts: list[str] = []
    for plain, group in groupby(places, lambda place: place not in cards and place not in marks):
        run = list(group)
        if plain:
            parts.append("an unknown card" if len(run) == 1 else f"{len(run)} unknown cards")
        else:
            parts += (_beside(cards.get(place, "an unknown card"), marks.get(place)) for place in run)
    return parts


def _beside(card: str, mark: str | None) -> str:
    return f"{card} ({mark})" if mark else card


def _numbered(program: p.Program) -> Mapping[str, Set[int]]:
    """Return by their form the zones whose unseen cards the owner speaks of by their places: a question offers these,
    or the other players see the cards. In columns, a player who chooses sees the places anyway."""
    arms = [arm for question in program.questions for arm in question.arms]
    chosen = tuple(slot.domain for arm in arms for slot in arm.slots if slot.form == "places")
    shown = {number for number, zone in enumerate(program.zones) if zone.seen.opponents and not zone.seen.owner}
    return {"row": shown | {node.zone for node in walk(chosen) if isinstance(node, p.ZoneAt)}, "columns": shown}


def _says_nothing(variable: p.Variable, values: Sequence[ValueSeen]) -> bool:
    return variable.type.kind == "int" and variable.starts is None and all(value.value == "0" for value in values)


def turns_of(view: View) -> list[int]:
    """Return all seats in turn order, this one first."""
    step = 1 if view.clockwise else -1
    return [(view.seat - 1 + step * k) % view.players + 1 for k in range(view.players)]


def count(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"
