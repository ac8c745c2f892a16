"""The folders of the rulesets and the schema that come with Parlour.

A wheel contains the two folders as `parlour/_data/…`; a checkout has them at its top. This module knows
nothing about their content.
"""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parents[1] / "_data"
_CHECKOUT = Path(__file__).resolve().parents[3]


def shipped(name: str) -> Path:
    """Return the folder `rulesets` or `schema`. In a broken installation it may not exist."""
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / name
