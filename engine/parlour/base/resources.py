"""The folders that come with Parlour: rulesets, the schema, and the pages about findings.

A wheel contains each folder as `parlour/_data/NAME`; a checkout has them in other places. This module knows nothing
about their content.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_INSTALLED = Path(__file__).parents[1] / "_data"
_CHECKOUT = Path(__file__).resolve().parents[3]
_PLACES = {"rulesets": "rulesets", "schema": "schema", "findings": "docs/findings"}


def shipped(name: Literal["rulesets", "schema", "findings"]) -> Path:
    """Return one of the folders. In a broken installation it might not exist."""
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / _PLACES[name]
