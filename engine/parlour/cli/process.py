"""The command `parlour` as a process: Ctrl-C and SIGTERM are heeded before anything large is imported.

Knows nothing but the standard library before that, as little of it as possible.
"""

import signal

from parlour.cli.signals import leave


def main() -> int:
    """A signal that the process ignores stays ignored."""
    for number, ordinary in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) == ordinary:
            signal.signal(number, leave)
    from parlour.cli.main import main as command  # slow: somebody may have changed their mind meanwhile

    return command()
