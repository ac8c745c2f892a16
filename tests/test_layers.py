"""The shape of the engine: imports go one way, as listed here, and never round in a circle; modules are small."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import parlour
from scaffold.syntax_trees import nodes

ENGINE = Path(__file__).parent.parent / "engine" / "parlour"

PAGE = (ENGINE.parent.parent / "docs" / "engine.md").read_text(encoding="utf-8")
ROWS = [
    (re.findall(r"`([\w.]+)`", head), int(most.replace(",", "")))
    for row in PAGE.partition("| package | responsibility |")[2].partition("\n\n")[0].splitlines()[2:]
    for _, head, _, most, _ in [row.split("|")]
]
# From the file to the terminal, in reading order. A package imports from those in the rows above its own, and from
# those in its row.
FLOORS = {name.removesuffix(".py"): number for number, (names, _) in enumerate(ROWS) for name in names}
FLOORS |= {"__main__": len(ROWS)}
# Packages that a package must not import although it could, or the only ones that it may import.
STRANGERS = {("lang", "schema"), ("documents", "storage"), ("program", "documents"), ("tablecode", "program")}
ONLY: dict[str, set[str]] = {
    "base": set(), "tablecode": {"base"}, "routines": {"tablecode"}, "table": {"base", "program"},
    "analysis": {"program", "table"}, "lowering": {"analysis", "program", "table", "tablecode"},
    "states": {"base", "python", "analysis", "program", "table"},
}  # fmt: skip

MODULE, FUNCTION = 500, 50  # lines
WRITTEN = (".py", ".lark", ".html", ".css", ".js")
MODULES = sorted(ENGINE.rglob("*.py"))


def package(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def name_of(path: Path) -> str:
    parts = path.relative_to(ENGINE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path): path for path in MODULES}


@cache
def imports(module: str) -> frozenset[str]:
    """Return the modules of Parlour that a module imports, at its head, inside its functions or only for types."""
    return frozenset(_imports(module)) - {module}


def _imports(module: str) -> Iterator[str]:
    for node in nodes(NAMES[module]):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name in NAMES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for a in node.names:
                whole = f"{node.module}.{a.name}"
                if whole in NAMES or node.module in NAMES:
                    yield whole if whole in NAMES else node.module


@pytest.mark.parametrize("own", sorted({package(module) for module in NAMES} - {"parlour"}))
def test_imports_go_one_way(own: str) -> None:
    assert own in FLOORS, f"in which layer is {own}?"
    for module in (module for module in NAMES if package(module) == own):
        others = {package(name) for name in imports(module)} - {own, "parlour"}
        for other in others:
            assert FLOORS[other] <= FLOORS[own], f"{module} imports {other}, which is above it"
            assert (own, other) not in STRANGERS, f"{module}: {own} must not know {other}"
        assert others <= ONLY.get(own, others), f"{module} knows more than {own} should"


def test_every_package_has_one_row() -> None:
    listed = [name for names, _ in ROWS for name in names]
    assert sorted(listed) == sorted({*listed})
    assert FLOORS.keys() == {package(module) for module in NAMES} - {"parlour"} | {"__main__"}


def test_packages_stay_within_their_lines() -> None:
    """The page has the most lines of each package, and of all of them. A package that needs more gets them there, and
    another gives."""
    for names, most in ROWS:
        parts = [ENGINE / name for name in names]
        files = [file for part in parts for file in (sorted(part.rglob("*")) if part.is_dir() else [part])]
        written = [file.read_text(encoding="utf-8") for file in files if file.suffix in WRITTEN]
        lines = sum(text.count("\n") for text in written)
        assert lines <= most, f"{names}: {lines} lines"
    [whole] = re.findall(r"may not add up to more than ([\d,]+)\.", PAGE)
    limits = sum(most for _, most in ROWS)
    assert limits <= int(whole.replace(",", "")), f"{limits} lines for all packages"


def test_no_package_hides_a_public_name() -> None:
    """An import of `parlour.compare.x` would make `parlour.compare` a module, and no longer the function."""
    assert "compare" in parlour.__all__
    assert not {*parlour.__all__} & {path.stem for path in ENGINE.iterdir()}


def test_no_imports_go_round_in_a_circle() -> None:
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, f"a circle: {' → '.join((*way[way.index(module) :], module))}"
        if module not in done:
            for other in sorted(imports(module) - {"parlour"}):
                visit(other, (*way, module))
            done.add(module)

    for module in sorted(NAMES):
        visit(module, ())


def test_every_package_says_what_it_is_for() -> None:
    for path in ENGINE.rglob("__init__.py"):
        if "_data" not in path.parts:
            package = nodes(path)[0]
            assert isinstance(package, ast.Module)
            assert ast.get_docstring(package), path


@pytest.mark.parametrize("folder", [ENGINE, Path(__file__).parent], ids=lambda folder: folder.name)
def test_modules_and_functions_are_small(folder: Path) -> None:
    """A module has at most 500 lines, and a function 50."""
    long = []
    for path in sorted(folder.rglob("*.py")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix()
        long += [name] if text.count("\n") > MODULE else []
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= FUNCTION:
                long.append(f"{name}:{node.lineno}: {node.name}")
    assert long == []


def test_a_module_has_each_constant_once() -> None:
    """A second one of the same name would override the first everywhere, also above it."""
    twice = []
    for module, path in NAMES.items():
        names = [
            target.id
            for node in ast.iter_child_nodes(nodes(path)[0])
            if isinstance(node, ast.Assign)
            for whole in node.targets
            for target in ast.walk(whole)
            if isinstance(target, ast.Name)
        ]
        twice += [f"{module}.{name}" for name in {*names} if names.count(name) > 1]
    assert twice == []


# Nodes of a language have its prefix: `p.If`, `t.If`, `s.If`.
LANGUAGES = ("program", "tablecode", "lang.syntax")


def test_a_class_has_a_name_of_its_own() -> None:
    """Except nodes of languages, and what modules of one name have for different layers or executions."""
    modules: dict[str, list[str]] = {}
    for module, path in NAMES.items():
        if not module.removeprefix("parlour.").startswith(LANGUAGES):
            for node in ast.iter_child_nodes(nodes(path)[0]):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules.setdefault(node.name, []).append(module)
    assert {name: used for name, used in modules.items() if len({m.split(".")[-1] for m in used}) > 1} == {}


# Modules with the same task in several layers, executions or commands.
SIBLINGS = {
    "chance", "choices", "code_cache", "declarations", "effects", "expressions",
    "faults", "linear", "machine", "melds", "moving", "operators", "page",
    "player", "policy", "questions", "shrinking", "statements", "walking", "why",
}  # fmt: skip


def test_a_module_has_a_name_of_its_own() -> None:
    packages: dict[str, list[str]] = {}
    for module, path in NAMES.items():
        if path.stem != "__init__":
            packages.setdefault(path.stem, []).append(module)
    assert {name for name, found in packages.items() if len(found) > 1} == SIBLINGS
