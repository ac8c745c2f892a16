"""The events of a game as the engine sees them: the raw material of each seat's history. An event contains everything
that decides which seats saw it; nobody sees the event itself. Seats and cards are numbers as in the state; masks of
seats have bit 0 for the first seat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Moved:
    """Cards came into a zone, in this order.

    Each field has one number for each card. A value says what the card counts as in the new zone. Places count from
    1, and are 0 where they mean nothing. `seen` has the seats that saw the card, in its old place or in its new one.
    """

    cards: tuple[int, ...]
    sources: tuple[int, ...]
    source_places: tuple[int, ...]
    target: int
    places: tuple[int, ...]
    seen: tuple[int, ...]


@dataclass(frozen=True)
class Gathered:
    """All cards went back into the box."""


@dataclass(frozen=True)
class Begun:
    """A stage begins, perhaps again, so everything played before in that stage is over. Only for stages that can end
    with a word, or at whose beginning all cards are gathered.

    The cells of all variables, before and after the stage reset its own.
    """

    stage: int
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True)
class Worded:
    """A stage ended with a word; the number is that in `Program.endings`."""

    ending: int


@dataclass(frozen=True)
class Shuffled:
    """A zone was shuffled: nobody knows the places of its cards any longer."""

    zone: int


@dataclass(frozen=True)
class Turned:
    """Cards were turned over in place. Each has its zone and its place there; `seen` as in `Moved`. Leaves out cards
    that already had that side up."""

    cards: tuple[int, ...]
    zones: tuple[int, ...]
    places: tuple[int, ...]
    up: bool
    seen: tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """These seats saw these cards, in these zones and at these places."""

    cards: tuple[int, ...]
    zones: tuple[int, ...]
    places: tuple[int, ...]
    seats: int


@dataclass(frozen=True)
class Said:
    """A line for these seats, in pieces. Each piece has the seats that may read it: the name of a card is for those who
    see it."""

    pieces: tuple[tuple[str, int], ...]
    seats: int


@dataclass(frozen=True)
class Asked:
    """A question to a player. The last event of each step, unless the game is over."""

    seat: int
    question: int


@dataclass(frozen=True)
class Answered:
    """A player answered; `misplay` when the answer was not allowed.

    `seen` has for each card of the answer the seats that saw it before, or that saw it by the next question. `unchosen`
    has the values in its text that were not chosen, by their places there.
    """

    seat: int
    question: int
    move: int
    misplay: bool
    seen: tuple[tuple[int, int], ...]
    unchosen: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Sealed:
    """A player answered a sealed question. Nobody else knows the answer until it is opened: see `Answered`."""

    seat: int
    question: int
    move: int
    unchosen: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Left:
    """A player is out."""

    player: int


@dataclass(frozen=True)
class Ended:
    """The match is over."""


Event = Moved | Gathered | Begun | Worded | Shuffled | Turned | Shown | Said | Asked | Answered | Sealed | Left | Ended
