"""Lists the files of the engine that name a node of the Program or of the syntax. A similar new node needs changes
there.

python tests/program/handlers.py                   # how many files, for each statement of the Program
python tests/program/handlers.py Reverse LeaveTable    # which files
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from typing import get_args

from parlour import program as p

ENGINE = Path(p.__file__).parents[1]
NODES = ("parlour.program.", "parlour.lang.syntax.")
OTHER_LANGUAGES = {"tablecode", "python", "native"}  # their nodes have names of their own


@cache
def named() -> dict[str, frozenset[str]]:
    """Return for each file of the engine the names that its code uses, except those of table code."""
    found = {}
    for path in sorted(ENGINE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("p", "ir", "s")
        }
        names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        names |= {of.name for node in imports if f"{node.module}.".startswith(NODES) for of in node.names}
        name = path.relative_to(ENGINE).as_posix()
        if name.split("/")[0] not in OTHER_LANGUAGES:
            found[name] = frozenset(names)
    return found


def handlers(node: str) -> list[str]:
    return [path for path, names in named().items() if node in names]


def main(names: list[str]) -> None:
    for name in names:
        print(name, *handlers(name), sep="\n  ")
    if not names:
        for of in get_args(p.Stmt):
            print(f"{of.__name__:12} {len(handlers(of.__name__))}")


if __name__ == "__main__":
    main(sys.argv[1:])
