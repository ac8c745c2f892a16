"""How Python looks for garbage in a process that only serves pages: never so long that a page would wait."""

from __future__ import annotations

import gc

from parlour.base.processes import let_collections_be_short

YOUNG = 2_000  # objects, of which a search begins
MANY = 500_000  # objects, between searches among all of them

_left: int | None = None  # by the last search among all; None: this process does other things too


def begin() -> None:
    """Let Python search each object once. There is little garbage, and a search among all would take seconds."""
    global _left
    _left = 0
    gc.set_threshold(YOUNG)
    gc.callbacks.append(lambda phase, _: gc.freeze() if phase == "stop" else None)


def leave_out_all() -> None:
    """Never search the objects that there are, such as compiled rules."""
    if _left is not None:
        gc.freeze()


def search_all() -> None:
    """Search all objects, if that is due. Call it while nobody plays."""
    global _left
    if _left is not None and gc.get_freeze_count() > _left + MANY:
        let_collections_be_short()
        _left = gc.get_freeze_count()
