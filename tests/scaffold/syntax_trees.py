"""Syntax trees of Python files, each read once for all tests."""

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file, first the module."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))
