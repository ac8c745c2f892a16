"""`parlour new`: writes a small file to start a house rule, a game, a frame or a deck."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.base.printable import shell_word
from parlour.base.usage import UsageError
from parlour.documents.contents import STDIN, path_of
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.library.shelves import Listed
from parlour.mixer.starters import starter
from parlour.terminal.console import Console
from parlour.terminal.files import ANY, NEW, same_file, write

_NEXT = {
    "rule": "write what the rule does",
    "game": "write what the game does",
    "frame": "write how the game goes",
    "deck": "describe the cards",
}
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def run(asked: Namespace, console: Console) -> int:
    if not _ID.fullmatch(asked.name):
        id = "-".join(re.findall(r"[a-z0-9]+", asked.name.casefold())).lstrip("0123456789-")
        help = f"write `{id}`" if id else "use lowercase letters and hyphens"
        raise UsageError(f"`{asked.name}` is not a valid id", help)
    library = Library.standard()
    if asked.base is None and asked.what != "deck":
        known = listing(library.ids("frame"), "and")
        raise UsageError("`parlour new` needs `--for FRAME`", f"frames: {known}" if known else None)
    out = Path(f"{asked.name}.yaml") if asked.out is None else path_of(asked.out)
    others = [x for x in library.listed() if x.id == asked.name and not same_file(x.path, out)]
    if others and not asked.force:
        help = "choose another name; with --force you get both files, and Parlour uses the first that it finds"
        raise UsageError(f"{_there(others[0])} already", help)
    file = _typed(Path(f"{asked.name}.yaml") if asked.out == STDIN else out)
    text = starter(asked.what, asked.name, file, asked.base, library)
    if asked.out == STDIN:
        console.say(text.rstrip("\n"))
        return 0
    written = write(out, text, ANY if asked.force else NEW)
    console.say(f"{written} Open it, {_NEXT[asked.what]}, then check it:")
    console.say(f"  parlour check {file}")
    if others:
        console.tell(f"note: {_there(others[0])} too; Parlour uses the first that it finds")
    return 0


def _typed(path: Path) -> str:
    """Return a file as people type it in a command."""
    inside = not path.is_absolute() and path.parts[:1] != ("..",)
    return shell_word(f"./{path}" if inside else str(path))


def _there(other: Listed) -> str:
    return f"there is a {other.kind} `{other.id}` in {shown(other.path)}"
