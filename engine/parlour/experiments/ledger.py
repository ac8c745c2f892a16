"""A file with the blocks of experiments that are done, so that a stopped run continues where it was.

Each line is a block with its key. A line that a stopped process has left half written doesn't count.
"""

from __future__ import annotations

import json
from pathlib import Path

from parlour.base.usage import UsageError
from parlour.base.whole_files import put
from parlour.experiments.blocks import Columns

KIND = "parlour experiment"


class LedgerError(UsageError):
    """A file that isn't a ledger. The message says what it is."""


class Ledger:
    """Blocks by their keys; without a file, only in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """Raise LedgerError if the file is something else, OSError if it can't be read or written."""
        self._path = path
        self._done: dict[str, Columns] = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(path)
        else:
            put(path, f"{json.dumps({'kind': KIND})}\n".encode())

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace")
        first, _, rest = text.partition("\n")
        if _parsed(first).get("kind") != KIND:
            raise LedgerError(f"{path} isn't a record of `parlour compare`")
        for line in rest.splitlines():
            entry = _parsed(line)
            key, columns = entry.get("key"), entry.get("columns")
            if isinstance(key, str) and isinstance(columns, dict):
                self._done[key] = columns
        if not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def get(self, key: str) -> Columns | None:
        return self._done.get(key)

    def add(self, key: str, columns: Columns) -> None:
        new = key not in self._done
        self._done[key] = columns
        if new and self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "columns": columns}) + "\n")


def _parsed(line: str) -> dict[str, object]:
    try:
        data = json.loads(line)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
