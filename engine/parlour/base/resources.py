"""Where the rulesets and the schema that belong to Parlour lie.

A wheel carries the two folders as `parlour/_data/…`; in a checkout they stand at the top. This module knows
the folders and nothing about what is in them.
"""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parents[1] / "_data"
_CHECKOUT = Path(__file__).resolve().parents[3]


def shipped(name: str) -> Path:
    """The folder `rulesets` or `schema`. It need not exist if the installation is broken."""
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / name
