"""What the players of a table see, where the same table is looked at many times."""

from __future__ import annotations

from functools import lru_cache

from parlour.states.state import Table
from parlour.views.view import Viewer


@lru_cache(16)
def viewer(table: Table, seat: int) -> Viewer:
    """Return the views of a seat. Several moves in a row happen at the same table."""
    return Viewer(table, seat)
