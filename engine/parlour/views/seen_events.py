"""The events that a seat has seen. Cards appear by name, never by identity; unseen cards have no name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby


@dataclass(frozen=True)
class Travelled:
    """A card that came from a zone, by name if the seat saw it. It has places only if the seat sees them."""

    card: str | None
    source: str
    from_place: int | None
    to_place: int | None


@dataclass(frozen=True)
class CardsMoved:
    """Cards came into a zone. From the zones in `more` came further cards, which the seat couldn't count."""

    target: str
    cards: tuple[Travelled, ...]
    more: tuple[str, ...] = ()

    @property
    def sources(self) -> set[str]:
        return {*self.more, *(card.source for card in self.cards)}


@dataclass(frozen=True)
class CardsGathered:
    """All cards went back into the box."""


Numbers = tuple[tuple[str, int], ...]  # `score 1` and its value


@dataclass(frozen=True)
class StageBegan:
    """A stage begins, perhaps again. The play until now is over; `ending` says how, if the ruleset named it.

    It has the numbers that the seat may see, before and after the stage resets its own.
    """

    stage: str
    ending: str
    before: Numbers
    after: Numbers


@dataclass(frozen=True)
class EndingSaid:
    """A stage ended with a word of the ruleset. If the same words end several stages, all of them are listed."""

    stages: tuple[str, ...]
    ending: str


@dataclass(frozen=True)
class ZoneShuffled:
    zone: str


@dataclass(frozen=True)
class Spotted:
    """A card that was turned or shown at its place."""

    card: str | None
    zone: str
    place: int | None


@dataclass(frozen=True)
class CardsTurned:
    up: bool
    cards: tuple[Spotted, ...]


@dataclass(frozen=True)
class CardsShown:
    """Cards were shown to some seats; only these seats get the names."""

    seats: tuple[int, ...]
    cards: tuple[Spotted, ...]


@dataclass(frozen=True)
class LineSaid:
    """A line of the ruleset; None if it isn't for the seat. `public` if it is for everybody."""

    text: str | None
    public: bool = False


@dataclass(frozen=True)
class PlayerAsked:
    seat: int
    question: str | None


@dataclass(frozen=True)
class PlayerAnswered:
    """A player's answer, as far as the seat saw it."""

    seat: int
    question: str | None
    action: str
    text: str
    misplay: bool


@dataclass(frozen=True)
class AnswerSealed:
    """A player answered secretly; only that player knows the answer (`text`)."""

    seat: int
    question: str | None
    text: str | None


@dataclass(frozen=True)
class PlayerLeft:
    seat: int


@dataclass(frozen=True)
class MatchEnded:
    pass


SeenEvent = (
    CardsMoved | CardsGathered | StageBegan | EndingSaid | ZoneShuffled | CardsTurned | CardsShown | LineSaid
    | PlayerAsked | PlayerAnswered | AnswerSealed | PlayerLeft | MatchEnded
)  # fmt: skip


# ---------------------------------------------------------------- in words


def lines(events: tuple[SeenEvent, ...]) -> tuple[str, ...]:
    """Return one short line for each event. Cards that move between the same zones share a line."""
    texts: list[str] = []
    for moving, group in groupby(events, key=lambda e: isinstance(e, CardsMoved)):
        if moving:
            ways = movements(e for e in group if isinstance(e, CardsMoved))
            texts += [f"{way.source}{'' if way.within else f' → {way.target}'}: {way.what}" for way in ways]
        else:
            texts += [line for e in group if (line := _line(e))]
    return tuple(texts)


def _line(event: SeenEvent) -> str:
    match event:
        case PlayerAnswered(seat, _, _, text, misplay):
            return f"{seat}: {text}" + (" (not allowed)" if misplay else "")
        case AnswerSealed(seat, _, text):
            return f"{seat}: {text} (sealed)" if text is not None else f"{seat} has answered in secret"
        case CardsGathered():
            return "all cards are gathered"
        case ZoneShuffled(zone):
            return f"{zone} is shuffled"
        case CardsTurned(up, cards):
            return f"turned {'up' if up else 'down'}: {_spots(cards)}"
        case CardsShown(seats, cards):
            return f"shown to {' '.join(map(str, seats))}: {_spots(cards)}"
        case LineSaid(text):
            return text or ""
        case PlayerLeft(seat):
            return f"{seat} is out"
        case MatchEnded():
            return "the match is over"
        case _:
            return ""


@dataclass
class Movement:
    """The cards that went from one zone to another: by name if the seat saw them, otherwise as a number.

    `uncounted`: there were more, and the seat doesn't know how many.
    """

    source: str
    target: str
    names: list[str] = field(default_factory=list)
    unseen: int = 0
    uncounted: bool = False

    @property
    def within(self) -> bool:
        """True if cards changed their places in one zone."""
        return self.source == self.target

    @property
    def what(self) -> str:
        """Return cards in words: `4♦ 5♦ and 2 cards`."""
        parts = [(", " if self.within else " ").join(self.names)] if self.names else []
        parts += [count_of_cards(self.unseen)] if self.unseen else []
        parts += ["some cards"] if self.uncounted else []
        return " and ".join(parts)


def movements(events: Iterable[CardsMoved]) -> list[Movement]:
    """Return the movements of some events, each way once, in the order of their first cards. Within a zone, a seat sees
    only that cards change their places."""
    ways: dict[tuple[str, str], Movement] = {}
    for event in events:
        for card in event.cards:
            if card.source == event.target and card.from_place == card.to_place:
                continue
            movement = ways.setdefault((card.source, event.target), Movement(card.source, event.target))
            if movement.within:
                movement.names.append(f"{card.card or 'a card'} from place {card.from_place} to {card.to_place}")
            elif card.card is not None:
                movement.names.append(card.card)
            else:
                movement.unseen += 1
        for source in event.more:
            if source == event.target:
                continue
            ways.setdefault((source, event.target), Movement(source, event.target)).uncounted = True
    return list(ways.values())


def _spots(cards: tuple[Spotted, ...]) -> str:
    return ", ".join(
        f"{c.card or 'a card'} in {c.zone}" + (f" at {c.place}" if c.place is not None else "") for c in cards
    )


def count_of_cards(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"
