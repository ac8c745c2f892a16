"""The command `parlour`, also as `python -m parlour`: reacts to Ctrl-C and SIGTERM before it imports
anything large. Until then, imports only a little of the standard library."""

import os
import signal
import sys

from parlour.terminal.signals import NO_MEMORY, leave


def main() -> int:
    """Run the command. A signal that the process ignores stays ignored."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # a closed standard stream: without it, messages would go to the next file that is opened
            os.open(os.devnull, os.O_RDWR)
    for number, ordinary in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) == ordinary:
            signal.signal(number, leave)
    try:
        from parlour.cli.main import main as command  # slow: somebody may have changed their mind meanwhile

        return command()
    except MemoryError:
        os.write(2, f"parlour: {NO_MEMORY}\n".encode())
        return 2


if __name__ == "__main__":
    sys.exit(main())
