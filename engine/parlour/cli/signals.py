"""Ends the process on a signal before the command begins. Imports as little as possible, because it comes first."""

import os
import sys
from types import FrameType

STOPPED = "parlour: stopped"


def leave(number: int, _: FrameType | None) -> None:
    """End the process at once: no work has begun that needs cleaning up."""
    sys.stderr.flush()
    os.write(2, f"{STOPPED}\n".encode())
    os._exit(128 + number)
