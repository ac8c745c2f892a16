"""Prepare the answers to common questions about the shipped rulesets, in a file that comes with Parlour.

Slow and rare questions, such as checking the whole library, are left out, because installing Parlour waits for this.

    python -m parlour.building.preparing FILE
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from parlour.base.resources import shipped
from parlour.cli.arguments import Mix
from parlour.commands.check import findings_of
from parlour.game import Game
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.library.shelves import Folder
from parlour.library.subjects import subjects
from parlour.mixing.compiler import compile_ruleset
from parlour.storage import prepared

PLAIN = Mix((), (), {})


def main(path: Path) -> None:
    os.environ["XDG_CACHE_HOME"] = os.devnull  # neither read nor write the user's cache
    library = Library([Folder(shipped("rulesets"))])
    with prepared.collecting() as entries:
        for listed in library.listed():
            load(listed.path)
        for subject in subjects(library.ids("game"), library):
            assert subject.document is not None, f"{subject.reference} can be read"
            Game(compile_ruleset(subject.reference, library=library)).table()
            findings_of(subject.document, subject.reference, library, PLAIN, named=True, strict=False)
    prepared.write(path, entries)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
