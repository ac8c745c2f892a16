"""`parlour serve`: the workbench and the tables in a browser, for this computer or for the phones around it."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from parlour.base.usage import UsageError
from parlour.game import load
from parlour.library.library import Library, is_path
from parlour.mixing.mix_line import write_line
from parlour.terminal.console import Console

PORT = 8000


def run(asked: Namespace, console: Console) -> int:
    mixes = tuple(map(_line, asked.subjects))
    try:
        from parlour.web.app import serve  # slow to import, and not installed everywhere
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        raise UsageError(f'a page needs {error.name}: pip install "parlour[web]"') from None
    data = None if asked.data is None else Path(os.path.abspath(os.path.expanduser(asked.data)))
    return serve(console, mixes, data, asked.port, asked.lan)


def _line(mix: str) -> str:
    """Return a mix in one line, as links name it: rulesets by their ids. Raises RulesetError if it doesn't check."""
    game, library = load(mix), Library.standard()

    def id_of(reference: str | Path) -> str:
        document = library.find(reference, ("game", "frame", "rule"))[0] if is_path(str(reference)) else None
        if document is not None and not library.has(document):
            help = f"put it into a folder of rulesets, such as ./rulesets, and name its id: `{document.id}`"
            raise UsageError(f"`parlour list` doesn't show {reference}, so links can't name it", help)
        return str(reference) if document is None else document.id

    recipe = game.recipe
    return write_line(id_of(recipe.subject), map(id_of, recipe.with_), recipe.without, recipe.options)


VALUES = {"port": PORT}
