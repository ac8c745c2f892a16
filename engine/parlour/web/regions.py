"""The regions of a seat's page, made from its view, its witness and its own taps: nothing else can reach a template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from markupsafe import Markup

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised
from parlour.bots import RANDOM, in_words
from parlour.play.explaining import Explainer
from parlour.play.history_lines import ANSWERS, Teller, outcome_lines
from parlour.play.labels import Labels
from parlour.play.menu import distinctions
from parlour.play.table_words import turns_of
from parlour.sheets.drawing import in_colours
from parlour.sheets.equipment import number_word
from parlour.states.state import State
from parlour.views import SeenEvent, View
from parlour.views.chosen_cards import ChosenCard
from parlour.views.common import common_history, common_view
from parlour.web.hosting import Renderer
from parlour.web.live_table import LiveTable
from parlour.web.store import TableRecord
from parlour.web.taps import MovesByThing, Offer
from parlour.web.tiles import TileDrawer, ZoneTiles

RECENT = 14  # answers whose lines are on the page


@dataclass(frozen=True)
class PlayerTile:
    """A player: name, what they are doing, their zones and numbers. `lines` are remarks about them."""

    seat: int
    name: str
    you: bool
    turn: bool
    out: bool
    bot: str
    gone: bool
    """The person has no open page."""
    zones: tuple[ZoneTiles, ...]
    numbers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Button:
    text: str
    words: Markup
    main: bool = False
    risky: bool = False


class SeatPage:
    """The page of one seat, or, with None, of somebody who looks on and sees what everybody sees."""

    raised: Sequence[str] = ()
    """The spots that the player has tapped."""

    def __init__(self, table: LiveTable, seat: int | None) -> None:
        assert table.session is not None, "the game has begun"
        session = table.session
        self.table, self.seat, self.changes = table, seat, table.changes
        self.state: State = session.state
        asked = None if seat is None else table.asked(seat)
        if seat is None:
            everybody = range(1, session.state.players + 1)
            self.view: View = common_view([session.view(each) for each in everybody])
            self.history: Sequence[SeenEvent] = common_history([session.witness(each).history for each in everybody])
        else:
            witness = session.witness(seat)
            self.view, self.history = witness.view(asked or session.state), witness.history
        self.teller = table.teller(seat)
        self.labels = self.teller.labels
        self.words = table.words
        self.words.look(self.view, session.state)
        self.design = table.words.layout.pack.design
        self.drawer = TileDrawer(self.labels, self.words, table.pictures)
        self.common, self.players, self.own, self.values = self._parts()
        self.me = next((player for player in self.players if player.you), None)
        question = self.view.question
        self.offers = None
        if asked is not None and question is not None and question.moves is not None:
            self.offers = MovesByThing(asked, question, {*self.drawer.things.values()})
        self.asked = asked
        self.playable = set[ChosenCard]() if self.offers is None else self.offers.named

    @property
    def chosen(self) -> list[ChosenCard]:
        return [self.drawer.things[spot] for spot in self.raised]

    # ------------------------------------------------------------ zones and players

    def _parts(self) -> tuple[list[ZoneTiles], list[PlayerTile], list[ZoneTiles], list[str]]:
        common, others, own = self.words.shares(self.view, self.labels, self.history, False)
        numbers, rest = self._numbers()
        bots = {seat: chair.bot for seat, chair in enumerate(self.table.record.chairs, 1) if not chair.person}
        question = self.view.question
        asked = {turn.seat for turn in self.table.turns()} - self.table.record.early.keys()
        asked = asked or ({question.seat} if question else set())
        asked = set() if self.table.record.reading else asked
        players = []
        for seat in self._order():
            label, mine = self.labels.seat(seat), seat == self.seat
            zones = () if mine else tuple(self.drawer.zones(others.pop(label, ()), False))
            name = self.table.names[seat]
            gone = seat not in bots and self.table.chair(seat).token in self.table.gone
            players.append(PlayerTile(
                seat, name, mine, seat in asked, seat in self.view.out, bot_words(bots[seat]) if seat in bots else "",
                gone, zones, tuple(numbers.get(seat, ())),
            ))  # fmt: skip
        felt = [*common, *(zone for zones in others.values() for zone in zones)]
        return self.drawer.zones(felt, False), players, self.drawer.zones(own, True), rest

    def _order(self) -> list[int]:
        turns = turns_of(self.view)
        return turns if self.seat is not None else sorted(turns)

    def _numbers(self) -> tuple[dict[int, list[tuple[str, str]]], list[str]]:
        """Return what each player has, and the lines about everything else."""
        numbers: dict[int, list[tuple[str, str]]] = {}
        apart = set[str]()
        sides = self.words.layout.sides
        alone = all(len(side) == 1 for side in sides)
        for variable, values in self.words.shown_values(self.view).items():
            declared = self.labels.variables[variable]
            kinds = [key.kind for key in declared.keys]
            if not (kinds == ["player"] or (kinds == ["side"] and alone)) or declared.type.kind in ("bool", "player"):
                continue
            apart.add(variable)
            for value in values:
                key = int(value.name.partition(" ")[2])
                seat = key if kinds == ["player"] else sides[key - 1][0] + 1
                if value.value != "none":
                    words = self.labels.value(declared.type, value.value)
                    numbers.setdefault(seat, []).append((declared.text or variable, words))
        return numbers, [*self.words.values(self.view, self.labels, False, apart)]

    # ------------------------------------------------------------ the question

    def heading(self) -> str:
        """Return whose turn it is, or the question to the seat."""
        if self.view.outcome is not None:
            return ""
        if self.table.fault:
            return self.table.fault
        if self.table.record.paused:
            return "Paused."
        if reading := self.table.record.reading:
            waiting = [self.labels.seat(seat) for seat in reading if seat != self.seat]
            return "The next hand is ready." if self.seat in reading else f"Waiting for {listing(waiting, 'and', '')}."
        if self.me is not None and self.me.bot:
            return f"A {self.me.bot} plays for you."
        if self.offers is not None and self.asked is not None:
            return self._told(self.table.explainer.asked(self.asked))
        if turns := self.table.turns():
            return "The others are answering too." if turns[0].secret else "The others may react."
        assert self.view.question is not None, "somebody must answer"
        return f"{self.labels.seat(self.view.question.seat)} is thinking."

    def buttons(self) -> list[Button]:
        """Return the moves with just the raised cards, or else the only one that needs more; or those without cards."""
        if self.offers is None:
            return []
        exact = self.offers.exactly(self.chosen)
        listed = exact or (self.offers.among(self.chosen) if self.chosen else self.offers.plain)
        if self.chosen and not exact and (len(listed) > 1 or self.offers.many):
            listed = []
        apart = self._apart(listed)
        return [
            Button(offer.text, self.coloured(apart.get(offer.text, self._words(offer.text))), bool(exact), offer.risky)
            for offer in listed
        ]

    def _words(self, text: str) -> str:
        return self._told(self.labels.titled(text))

    def _apart(self, offers: Sequence[Offer]) -> Mapping[str, str]:
        """Return the words for moves with identical cards that differ."""
        if self.asked is None or self.seat is None or not any("#" in offer.text for offer in offers):
            return {}
        moves = [offer.move for offer in offers]
        signs = distinctions(self.asked, self.seat, moves)
        return {move.text: f"{self._words(move.text)} ({signs[move.number]})" for move in moves if move.number in signs}

    def invitation(self) -> str:
        """Return how to choose cards, if there are moves with cards."""
        if self.offers is None or not self.offers.named:
            return ""
        sizes = self.offers.sizes(self.chosen)
        more = [size for size in sizes if size]
        if self.chosen and (self.offers.many or not more):
            return "" if self.buttons() else "No move with just these cards: tap more, or tap one to put it back."
        if self.chosen:
            cards = f"{_numbers([str(size) for size in more])} more card{'s' if more[-1] > 1 else ''}"
            return f"{'Or tap' if more != sizes else 'Tap'} {cards}."
        if sizes == [1]:
            return "Tap a card."
        if self.offers.many:
            return "Tap the cards, then the button of the move."
        cards = _numbers([number_word(size) for size in sizes])
        return f"Tap {cards} cards, then the button of the move."

    def interval(self) -> tuple[Sequence[Markup], Sequence[str], Sequence[tuple[str, Sequence[str]]]]:
        """Return how the last hand has ended, and the scoreboard: its columns, and what is in them for each player."""
        start = max((n + 1 for n, event in enumerate(self.history) if isinstance(event, ANSWERS)), default=0)
        lines, rows = self.teller.ended(self.history, start)
        names = dict.fromkeys(name for _, row in rows for name in row)
        scores = ((self._told(name), tuple(row.get(name, "") for _, row in rows)) for name in names)
        return tuple(self.coloured(self._told(line)) for line in lines), tuple(text for text, _ in rows), tuple(scores)

    # ------------------------------------------------------------ what has happened

    @cached_property
    def log(self) -> Sequence[tuple[int, Markup]]:
        return tuple(self.lines())

    def lines(self, start: int | None = None) -> list[tuple[int, Markup]]:
        """Return the lines about what has happened, each with its depth."""
        history = self.history
        latest = (n for n in reversed(range(len(history))) if isinstance(history[n], ANSWERS))
        lines = self.teller.lines(history, next(islice(latest, RECENT - 1, None), 0) if start is None else start)
        if self.view.outcome is not None and start is None and self.seat is not None:
            lines += self.teller.closing(history, self.view)
        return [((len(line) - len(line.lstrip())) // 2, self.coloured(self._told(line))) for line in lines]

    def _told(self, line: str) -> str:
        return capitalised(self.labels.addressed(line.strip()))

    def result(self) -> list[Markup]:
        """Return the lines about the end of the match."""
        if self.view.outcome is None:
            return []
        reason = Teller.reason(self.history, self.view.outcome)
        lines = outcome_lines(self.view.outcome, reason, self.labels)
        return [self.coloured(self._told(line)) for line in lines]

    def coloured(self, text: str) -> Markup:
        return Markup(in_colours(text, self.design))

    def regions(self, render: Renderer) -> dict[str, str]:
        """Return the HTML of each region."""
        record = self.table.record
        host = self.seat is not None and self.table.is_host(self.table.chair(self.seat).token)
        can = frozenset(spot for spot, thing in self.drawer.things.items() if thing in self.playable)
        taps: dict[str, object] = {"can": can, "raised": tuple(self.raised)}
        values: dict[str, dict[str, object]] = {
            "players": {"players": tuple(self.players), "host": host, **taps},
            "question": {"seated": self.seat is not None, "host": host, **self._question(record)},
            "log": {"lines": self.log},
        }
        if not record.reading:
            values["felt"] = {"zones": tuple(self.common), "values": tuple(map(self.coloured, self.values)), **taps}
            values["own"] = {"zones": tuple(self.own), "me": self.me, "turn": self.offers is not None, **taps}
        return {name: render.region(f"regions/{name}.html", **own) for name, own in values.items()}

    def _question(self, record: TableRecord) -> dict[str, object]:
        over, reading = self.view.outcome is not None, bool(record.reading) and not record.paused
        values: dict[str, object] = {"over": over, "reading": reading and not over}
        if over:
            values |= {"code": self.table.code, "mix": record.mix, "players": len(record.chairs)}
            return values | {"result": tuple(self.result()), "word": record.word, "print": record.commitment}
        values |= {"heading": self.coloured(self.heading()), "asked": self.offers is not None}
        if reading:
            return values | {"asked": self.seat in record.reading, "interval": self.interval()}
        named = self.offers is not None and bool(self.offers.named)
        buttons, invitation = tuple(self.buttons()), self.invitation() if named else None
        return values | {"buttons": buttons, "invitation": invitation, "bot": self.me is not None and bool(self.me.bot)}


def bot_words(bot: str) -> str:
    return "random bot" if bot == RANDOM else in_words(bot)


def _numbers(words: Sequence[str]) -> str:
    """Return `3`, `1 or 2`, or `1 to 5`."""
    return " or ".join(words) if len(words) < 3 else f"{words[0]} to {words[-1]}"


def reasons(table: LiveTable, state: State, seat: int, thing: ChosenCard) -> tuple[list[str], set[str]]:
    """Return why nothing can be done with a card or a place, as its player may know it, and the rules against it."""
    layout = state.table.machine.layout
    labels, explainer = Labels(layout, seat, table.names), Explainer(table.game)
    zone = next(i.zone for i in layout.instances if i.number == thing.zone)
    text = thing.card or f"{layout.program.zones[zone].name} {thing.place}"
    lines = [labels.addressed(quoted(line.strip())) for line in explainer.move(state, text)]
    return lines, explainer.rules_against(state, text)


def quoted(line: str) -> str:
    return re.sub(r"`([^`]*)`", r"“\1”", line)
