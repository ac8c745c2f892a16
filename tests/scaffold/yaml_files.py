"""YAML files of the tests themselves, read without Parlour."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def data_of(path: Path) -> Any:
    """Return the document as data. libyaml, where it is there, reads it ten times as fast."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def strings_of(path: Path) -> Any:
    """Return the document with every scalar as its author wrote it."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
