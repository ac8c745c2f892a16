"""`parlour completion`: prints the script that lets a shell complete the commands of Parlour.

The scripts know nothing about commands: at each Tab they ask `parlour completion --line`.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from parlour.cli.console import Console

SCRIPTS = Path(__file__).parent / "shells"


def run(asked: Namespace, console: Console) -> int:
    if asked.line is None:
        console.say((SCRIPTS / f"parlour.{asked.shell}").read_text(encoding="utf-8").rstrip())
        return 0
    from parlour.commands.candidates import candidates  # slow to import, and not needed for a script

    for name, meaning in candidates(asked.line):
        console.say(name if asked.shell == "bash" else f"{name}\t{meaning}")
    return 0
