"""Where the rulesets and the schema that belong to Parlour lie.

A wheel carries the two folders as `parlour/_data/…`; in a checkout they stand at the top. This module knows
the folders and nothing about what is in them.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[2]


def shipped(name: str) -> Path:
    """The folder `rulesets` or `schema`. It need not exist if the installation is broken."""
    installed = files("parlour").joinpath("_data", name)
    if installed.is_dir():
        with as_file(installed) as path:  # a real folder: Parlour is not run from inside a zip file
            return path
    return _CHECKOUT / name
