"""The order of play."""

from __future__ import annotations

from functools import lru_cache

from parlour.table.cards import members


@lru_cache(maxsize=4096)  # the same few at a table: loops over players ask again and again
def seats_from(playing: int, direction: int, start: int, after: bool) -> tuple[int, ...]:
    """The players still in, in the order of play, from a player on; `after` puts that player last."""
    if start < 0:
        return ()
    seats = members(playing)
    if direction > 0:
        cut = start + after
        return (*(q for q in seats if q >= cut), *(q for q in seats if q < cut))
    seats.reverse()
    cut = start - after
    return (*(q for q in seats if q <= cut), *(q for q in seats if q > cut))
