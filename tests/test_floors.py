"""Imports go one way: a module imports only from its own room and from floors below."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent.parent / "engine" / "parlour"

FLOORS: dict[str, int] = {
    **dict.fromkeys(("source", "diagnostics", "resources", "cache", "entries", "observed", "prepared"), 0),
    **dict.fromkeys(("contents", "document", "yaml_text", "scalars", "yaml_mistakes", "flow_commas"), 1),
    **dict.fromkeys(("program", "tablecode"), 1),
    **dict.fromkeys(("schema", "schema_check", "schema_data", "schema_words", "declared", "document_text"), 2),
    **dict.fromkeys(("composition", "library", "loading", "answers", "portable"), 2),
    **dict.fromkeys(
        (
            "shelves",
            "selection",
            "rule_order",
            "needs",
            "summary",
            "members",
            "options",
            "option_types",
            "compose",
            "mix",
            "lang",
        ),
        2,
    ),
    "subjects": 2,
    **dict.fromkeys(("compiler", "machine", "lowering", "generated", "native", "playouts"), 3),
    "card_words": 0,
    **dict.fromkeys(("views", "move_texts"), 4),
    **dict.fromkeys(("bots", "game", "api", "examples"), 5),
    **dict.fromkeys(("cli", "commands", "console", "arguments", "findings", "files", "prose", "play", "__main__"), 6),
    **dict.fromkeys(("smallest", "hints", "room", "playable", "limits", "stopping", "starting", "building"), 6),
}
# Rooms on one floor that must not know each other.
STRANGERS = {
    ("lang", "library"), ("lang", "schema"), ("lang", "compose"), ("machine", "compiler"), ("program", "document"),
}  # fmt: skip


def room(path: Path) -> str:
    return path.relative_to(ENGINE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "parlour" else [f"parlour.{a.name}" for a in node.names]
        found |= {n.split(".")[1] for n in names if n.startswith("parlour.")}
    return found


MODULES = sorted(p for p in ENGINE.rglob("*.py") if p.parent != ENGINE or p.name != "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ENGINE)))
def test_imports_go_down(path: Path) -> None:
    own = room(path)
    assert own in FLOORS, f"on which floor is {own}?"
    for other in imported_rooms(path) - {own}:
        assert other in FLOORS, f"{own} imports {other}, which is on no floor"
        assert FLOORS[other] <= FLOORS[own], f"{own} (floor {FLOORS[own]}) imports {other} (floor {FLOORS[other]})"
        assert (own, other) not in STRANGERS, f"{own} must not know {other}"


def test_table_code_knows_nothing_else() -> None:
    for path in (ENGINE / "tablecode").rglob("*.py"):
        assert imported_rooms(path) <= {"tablecode"}, path


def test_the_machine_sees_only_the_waist() -> None:
    allowed = {"machine", "program", "diagnostics", "source"}
    for path in (ENGINE / "machine").rglob("*.py"):
        assert imported_rooms(path) <= allowed, path
