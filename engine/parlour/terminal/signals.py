"""Ends the process on a signal before the command begins. Imports as little as possible, because it comes first."""

import os
from types import FrameType

STOPPED = "parlour: stopped"
NO_MEMORY = "out of memory"


def leave(number: int, _: FrameType | None) -> None:
    """End the process at once: no work has begun that needs cleaning up."""
    try:
        os.write(2, f"{STOPPED}\n".encode())
    finally:  # also if nobody can read that
        os._exit(128 + number)
