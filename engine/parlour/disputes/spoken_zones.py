"""The zones of a game that plain words mean: the pile, a hand. Found by what they are like, without their names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from parlour import program as p


@dataclass(frozen=True)
class Zones:
    """The zones that plain words mean, and other piles that they could mean."""

    pile: p.Zone | None
    hand: p.Zone | None
    others: tuple[p.Zone, ...]

    @classmethod
    def of(cls, program: p.Program, single: Collection[str] = ()) -> Zones:
        """Return the zones of a game. A zone in `single`, which has one card at most, is a pile only if all are."""
        seen = [zone for zone in program.zones if not zone.keys and zone.public]
        piles = [zone for zone in seen if zone.ordered] or (seen if len(seen) == 1 else [])
        hands = [zone for zone in program.zones if zone.owner == "player" and zone.private and not zone.ordered]
        large = [zone for zone in piles if zone.name not in single]
        pile = next(iter((*large, *piles)), None)
        return cls(pile, hands[0] if hands else None, tuple(zone for zone in piles if zone is not pile))

    def with_pile(self, name: str) -> Zones:
        """Return the zones with another one as the pile."""
        piles = [zone for zone in (self.pile, *self.others) if zone is not None]
        pile = next(zone for zone in piles if zone.name == name)
        return replace(self, pile=pile, others=tuple(zone for zone in piles if zone is not pile))
