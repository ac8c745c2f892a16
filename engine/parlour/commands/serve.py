"""`parlour serve`: the workbench and the tables in a browser, for this computer or for the phones around it."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from parlour.base.usage import UsageError
from parlour.cli.console import Console
from parlour.game import load

PORT = 8000


def run(asked: Namespace, console: Console) -> int:
    for subject in asked.subjects:
        load(subject)
    try:
        from parlour.web.serving import serve  # slow to import, and not installed everywhere
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        raise UsageError(f'a page needs {error.name}: pip install "parlour[web]"') from None
    data = None if asked.data is None else Path(os.path.abspath(os.path.expanduser(asked.data)))
    return serve(console, tuple(asked.subjects), data, asked.port, asked.lan)


VALUES = {"port": PORT}
