"""The tables of a server in one SQLite file. A move is in the file before anybody sees it.

Tokens are saved as digests: a copy of the file lets nobody sit down at a table.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from parlour.base.usage import UsageError
from parlour.base.whole_files import put
from parlour.bots import BOT

FILE = "tables.sqlite"
LOCK, ADDRESS = "server.lock", "server.txt"
FORMAT = 3
UPGRADES = {2: "", 1: """
DELETE FROM moves;
UPDATE tables SET data = json_remove(json_set(data, '$.number', 0), '$.seed', '$.salt');
"""}
"""How a file of an older format becomes one of the next. The games of the first one had other chances: they end, and
their people are back in the lobby."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  code TEXT PRIMARY KEY, changed REAL NOT NULL, data TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
  code TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS unused ON tables (changed);
"""


@dataclass(frozen=True)
class Chair:
    """A seat: the name of its player, the digest of their token, and the bot that plays without a person."""

    name: str = ""
    token: str | None = None
    bot: str = BOT
    away: bool = False
    """A bot plays for the person, who still has the seat."""

    @property
    def person(self) -> bool:
        return self.token is not None and not self.away


@dataclass(frozen=True)
class TableRecord:
    """Everything about a table except its moves. All chance of the current game, the `number`-th one, follows from a
    secret `word`, and the next game has its word already; game 0 is the lobby. `version` counts positions, and never
    goes back."""

    mix: str
    chairs: tuple[Chair, ...]
    host: str
    documents: Mapping[str, str] = field(default_factory=dict)
    number: int = 0
    word: str = ""
    next_word: str = field(default_factory=lambda: secrets.token_hex(16))
    version: int = 0
    paused: bool = False
    early: Mapping[int, str] = field(default_factory=dict)
    """Answers before their turn, by seat: to a secret question, or to let something pass."""
    reading: Sequence[int] = ()
    """The seats whose people haven't seen how the last hand ended. The next one waits for them."""
    refused: Mapping[str, int] = field(default_factory=dict)
    """How many taps each house rule has refused in the current game."""

    @property
    def commitment(self) -> str:
        """A digest that binds the server to the cards of the current game."""
        return fingerprint(self.word)

    @property
    def next_commitment(self) -> str:
        """The digest for the next game, which everybody sees before its deal."""
        return fingerprint(self.next_word)

    def with_chair(self, seat: int, chair: Chair) -> TableRecord:
        return replace(self, chairs=(*self.chairs[: seat - 1], chair, *self.chairs[seat:]))


def fingerprint(word: str) -> str:
    return sha256(word.encode()).hexdigest()


class StoreError(UsageError):
    """The file can't be used. `help` says what to do."""

    def __init__(self, message: str, help: str = "use another folder: --data FOLDER") -> None:
        super().__init__(message, help)


def lock(folder: Path, address: str) -> sqlite3.Connection:
    """Lock a folder for one server. Raises StoreError if another one has it, and says at which address.

    SQLite locks the file in the same way on all systems, and until the process ends, however it ends.
    """
    locking = sqlite3.connect(_file(folder, LOCK), timeout=0, isolation_level=None, check_same_thread=False)
    try:
        locking.execute("BEGIN EXCLUSIVE")
        put(folder / ADDRESS, address.encode())
    except (OSError, sqlite3.Error) as error:
        if "locked" not in str(error):
            raise StoreError(f"can't use {folder}: {error}") from None
        other = Path(_file(folder, ADDRESS)).read_text()  # empty, if the other server has just begun
        help = "open it there, end the other server, or use another folder: --data FOLDER"
        raise StoreError(f"another server has the tables in {folder}{other and f': {other}'}", help) from None
    return locking


def _file(folder: Path, name: str) -> str:
    """Return a file that only its owner can read, because it can have the cards of all tables."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(folder / name, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"can't use {folder / name}: {error}") from None
    return str(folder / name)


class Store:
    """The file in a folder."""

    def __init__(self, folder: Path) -> None:
        where = _file(folder, FILE)
        try:
            self.db = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
            (format,) = self.db.execute("PRAGMA user_version").fetchone()
            if format > FORMAT:
                help = 'update Parlour: pip install -U "parlour[web]"; or use another folder: --data FOLDER'
                raise StoreError(f"a newer version of Parlour made {where}", help)
            self.db.execute("PRAGMA journal_mode = WAL")
            self.db.execute("PRAGMA synchronous = NORMAL")  # nothing is lost if the process ends, at any moment
            steps = [UPGRADES[each] for each in range(format, FORMAT)] if format else [_SCHEMA]
            self.db.executescript(f"BEGIN IMMEDIATE; {' '.join(steps)} PRAGMA user_version = {FORMAT}; COMMIT;")
        except sqlite3.Error as error:
            raise StoreError(f"can't use {where}: {error}") from None

    def close(self) -> None:
        self.db.close()

    def __len__(self) -> int:
        (count,) = self.db.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)

    def record(self, code: str) -> TableRecord | None:
        row = self.db.execute("SELECT data FROM tables WHERE code = ?", (code,)).fetchone()
        if row is None:
            return None
        data = json.loads(row[0])
        chairs, early = (Chair(**chair) for chair in data["chairs"]), data.get("early", {})
        return TableRecord(**{**data, "chairs": (*chairs,), "early": {int(seat): early[seat] for seat in early}})

    def moves(self, code: str) -> Sequence[str]:
        rows = self.db.execute("SELECT move FROM moves WHERE code = ? ORDER BY number", (code,))
        return [move for (move,) in rows]

    def save(self, code: str, record: TableRecord, moves: Sequence[str] = (), cut: int | None = None) -> None:
        """Save a table at once with moves that come at its end, after leaving out all from the `cut`-th on."""
        data = json.dumps(asdict(record), ensure_ascii=False)
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self.db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (code, time.time(), data))
            if cut is not None:
                self.db.execute("DELETE FROM moves WHERE code = ? AND number >= ?", (code, cut))
            if moves:
                (begin,) = self.db.execute("SELECT count(*) FROM moves WHERE code = ?", (code,)).fetchone()
                rows = [(code, number, move) for number, move in enumerate(moves, begin)]
                self.db.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)
            self.db.execute("COMMIT")
        except BaseException:
            self.db.execute("ROLLBACK")
            raise

    def forget(self, before: float) -> None:
        """Delete the tables that nobody has used since a time."""
        old = self.db.execute("SELECT code FROM tables WHERE changed < ?", (before,)).fetchall()
        for table in ("moves", "tables"):
            self.db.executemany(f"DELETE FROM {table} WHERE code = ?", old)
