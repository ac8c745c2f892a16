"""Recognises files with positions and saved games, which can be among the rulesets of a folder."""

from __future__ import annotations

from pathlib import Path

from parlour.documents.document import Mapping

_KEYS = frozenset({"given", "to move", "parlour game"})  # of an example, of its `given`, and of a saved game


def is_position(path: Path) -> bool:
    """True if a file that is no ruleset has a position or a saved game."""
    from parlour.documents.yaml_text import read_file  # slow to import, and needed for files of other kinds only

    node = read_file(path)[1]
    names = node.keys() if isinstance(node, Mapping) else ()
    return any(" ".join(name.split()) in _KEYS for name in names)
