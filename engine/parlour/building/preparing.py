"""Prepares answers to common questions about the shipped rulesets, in a file that comes with Parlour.

Slow and rare questions, such as checking the whole library, are left out, because installing Parlour waits for this.
Installing or building it again without a change doesn't prepare them again.

    python -m parlour.building.preparing FILE [GAME...]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from parlour.base.resources import shipped
from parlour.base.whole_files import put
from parlour.cli.arguments import Mix
from parlour.commands.check import findings_of
from parlour.game import Game
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.library.shelves import Folder
from parlour.library.subjects import subjects
from parlour.mixing.compiler import compile_ruleset
from parlour.storage import prepared
from parlour.storage.cache import engine_version

LIBRARIES = ("pyyaml", "jsonschema", "lark")
PLAIN = Mix((), (), {})


def main(path: Path, games: Sequence[str] = ()) -> None:
    """Write the file, for these games or for all, unless one with the same content exists already."""
    record = path.with_name(f"{path.name}.digest")
    if path.exists() and record.exists() and record.read_text(encoding="utf-8") == digest_of(path, games):
        return
    path.unlink(missing_ok=True)
    prepared.write(path, entries(games))
    put(record, digest_of(path, games).encode())


def entries(games: Sequence[str] = ()) -> Mapping[str, bytes]:
    """Return the answers to the common questions about these games, or about all."""
    os.environ["XDG_CACHE_HOME"] = os.devnull  # neither read nor write the user's cache
    library = Library([Folder(shipped("rulesets"))])
    if unknown := [game for game in games if game not in library.ids("game")]:
        raise SystemExit(f"“{unknown[0]}” is no game of Parlour's")
    with prepared.collecting() as collected:
        for listed in () if games else library.listed():
            load(listed.path)
        for subject in subjects(games or library.ids("game"), library):
            assert subject.document is not None, f"{subject.reference} can be read"
            Game(compile_ruleset(subject.reference, library=library)).machine()
            findings_of(subject.document, subject.reference, library, PLAIN, named=True, strict=False)
    return collected


def digest_of(path: Path, games: Sequence[str] = ()) -> str:
    """Return a digest of the file and of everything that decides its content."""
    digest = sha256(f"{engine_version()} {sys.version} {[version(name) for name in LIBRARIES]} {[*games]}".encode())
    rulesets = shipped("rulesets")
    for file in sorted(rulesets.rglob("*.yaml")):
        digest.update(file.relative_to(rulesets).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
