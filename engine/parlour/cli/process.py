"""The command `parlour` as a process: reacts to Ctrl-C and SIGTERM before it imports anything large. Until then,
imports only a little of the standard library."""

import signal

from parlour.cli.signals import leave


def main() -> int:
    """Run the command. A signal that the process ignores stays ignored."""
    for number, ordinary in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) == ordinary:
            signal.signal(number, leave)
    from parlour.cli.main import main as command  # slow: somebody may have changed their mind meanwhile

    return command()
