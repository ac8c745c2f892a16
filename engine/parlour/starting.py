"""The command `parlour` as a process: Ctrl-C and SIGTERM are heeded before anything large is imported.

Knows nothing but the standard library before that, as little of it as possible.
"""

import os
import signal
import sys
from types import FrameType

STOPPED = "parlour: stopped"


def main() -> int:
    """A signal that the process ignores stays ignored."""
    for number, ordinary in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) == ordinary:
            signal.signal(number, leave)
    from parlour.cli import main as command  # slow: somebody may have changed their mind meanwhile

    return command()


def leave(number: int, _: FrameType | None) -> None:
    """Ends the process at once: nothing has been begun that must be brought to an end."""
    sys.stderr.flush()
    os.write(2, f"{STOPPED}\n".encode())
    os._exit(128 + number)
