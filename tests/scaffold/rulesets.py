"""Small rulesets in a folder: a frame, a game that extends it, and rules for them."""

from collections.abc import Mapping
from pathlib import Path

from parlour.base.diagnostics import render_text
from parlour.mixing.compiler import compile_ruleset
from parlour.program import Program
from scaffold.files import write


def write_rule(folder: Path, id: str, sections: str, frame: str = "eights") -> Path:
    """Write a rule for a frame."""
    return write(folder / f"{id}.yaml", f"rule: {id}\ntitle: Rule {id}\nfor: {frame}\ntext: A rule.\n{sections}")


def write_game(
    folder: Path, frame: str, rules: Mapping[str, str] | None = None, more: str = "", file: str = "game.yaml"
) -> Path:
    """Write a frame, the sections of rules for it, and a game that uses them; `more` is for the game. The file of the
    game is returned."""
    name = frame.strip().partition("\n")[0].removeprefix("frame: ")
    write(folder / f"{name}.yaml", frame)
    for id, sections in (rules or {}).items():
        write_rule(folder, id, sections, name)
    uses = f"uses: [{', '.join(rules)}]\n" if rules else ""
    return write(folder / file, f"game: {name}-game\ntitle: {name.title()}\nextends: {name}\n{uses}{more}")


def program_of(path: Path) -> Program:
    """The program of a ruleset without errors."""
    compiled = compile_ruleset(path)
    assert compiled.program is not None, render_text(compiled.findings)
    return compiled.program
