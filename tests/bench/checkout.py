"""What the scripts share: the modules of this checkout, options from their defaults, and records to continue from.

A script imports it first. Then it can import `parlour` and the helpers of the tests.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / place) for place in ("tests", "tests/rulesets", "engine")]


def options(description: str | None, *positional: str, **defaults: Any) -> argparse.Namespace:
    """Read the options of a script, by the defaults of their names. A type is that of an option without a default, a
    list has several values, and a tuple the possible words, the default first."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in positional:
        parser.add_argument(name, nargs="*")
    for name, default in defaults.items():
        option = f"--{name.rstrip('_').replace('_', '-')}"
        if isinstance(default, bool):
            parser.add_argument(option, dest=name, action="store_true")
        elif isinstance(default, list):
            (kind,) = default
            parser.add_argument(option, dest=name, action="extend", nargs="+", type=kind, default=[])
        elif isinstance(default, tuple):
            parser.add_argument(option, dest=name, choices=default, default=default[0])
        else:
            empty = isinstance(default, type)
            kind = default if empty else Path if isinstance(default, Path) else type(default)
            parser.add_argument(option, dest=name, type=kind, default=None if empty else default)
    return parser.parse_args()


class Record:
    """The results of a run, a line for each, also of the runs before; without a file only of this one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path is not None and path.exists() else ""
        self.lines: list[Any] = [json.loads(line) for line in text.splitlines()]

    def add(self, *lines: Any) -> None:
        self.lines += lines
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
