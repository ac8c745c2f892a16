"""Audiences: the players who see a zone, a variable or a mark, as words and as sets of seats. Knows neither cards
nor a table."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.base.frozen import frozen


@frozen
class Audience:
    """Players by their relation to the owner, a player or a side. Partners are the other players of a player's side;
    a side has none. The table has no owner: there all three are equal."""

    owner: bool = False
    partners: bool = False
    opponents: bool = False

    def __str__(self) -> str:
        return next((word for word, audience in AUDIENCES.items() if audience == self), "[owner, opponents]")

    def __or__(self, other: Audience) -> Audience:
        return Audience(self.owner or other.owner, self.partners or other.partners, self.opponents or other.opponents)

    @property
    def by_owner(self) -> bool:
        """True if the audience depends on the owner, so that a thing of the whole table can't have it."""
        return self not in (NOBODY, EVERYBODY)

    def seats(self, owner: int, side: int, everyone: int) -> int:
        """Return the set of its seats: `owner` and `side` are sets, and `owner` is part of `side`."""
        parts = ((self.owner, owner), (self.partners, side & ~owner), (self.opponents, everyone & ~side))
        return sum(seats for included, seats in parts if included)


NOBODY = Audience()
OWNER = Audience(owner=True)
EVERYBODY = Audience(True, True, True)

AUDIENCES = {
    "nobody": NOBODY,
    "owner": OWNER,
    "partners": Audience(partners=True),
    "opponents": Audience(opponents=True),
    "side": Audience(owner=True, partners=True),
    "others": Audience(partners=True, opponents=True),
    "everybody": EVERYBODY,
}
"""Each word of the language for an audience."""


def together(words: Iterable[str]) -> Audience:
    """Return the audience of several words; other words, such as `top`, add nobody."""
    audience = NOBODY
    for word in words:
        audience |= AUDIENCES.get(word, NOBODY)
    return audience
