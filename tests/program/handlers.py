"""Lists the files of the engine that name a node of the Program or of the syntax. A similar new node needs changes
there.

python tests/program/handlers.py                   # how many files, for each statement of the Program
python tests/program/handlers.py Reverse LeaveTable    # which files
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

from parlour import program as p

ENGINE = Path(p.__file__).parents[1]
NODES = ("parlour.program.", "parlour.lang.syntax.")
IMPORTED = re.compile(r"as (?:p|ir|s)\b|^from parlour\.(?:program|lang\.syntax)[. ]", re.MULTILINE)
DECLARED = ("program/", "lang/syntax/")
OTHER_LANGUAGES = {"tablecode", "python", "native"}  # their nodes have names of their own


@cache
def named() -> dict[str, frozenset[str]]:
    """Return for each file of the engine the names that its code uses, except those of table code."""
    found = {}
    for path in sorted(ENGINE.rglob("*.py")):
        name = path.relative_to(ENGINE).as_posix()
        text = path.read_text(encoding="utf-8")
        if name.split("/")[0] not in OTHER_LANGUAGES and (name.startswith(DECLARED) or IMPORTED.search(text)):
            found[name] = frozenset(_names(ast.parse(text)))
    return found


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name("p" | "ir" | "s"), name):
                yield name
            case ast.ClassDef(name):
                yield name
            case ast.ImportFrom(str(module), imported) if f"{module}.".startswith(NODES):
                yield from (of.name for of in imported)


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
