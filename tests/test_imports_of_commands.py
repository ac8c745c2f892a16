"""A command whose results are cached imports no module that reads texts or plays many games."""

import os
import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).parent.parent / "engine"
COMMANDS = [
    ["check", "crazy-eights"],
    ["show", "crazy-eights"],
    ["why", "crazy-eights", "draw", "--deal", "7"],
    ["play", "crazy-eights", "--seed", "1", "--save", "kept.json"],
]
RUN = f"""
import sys
from parlour.cli.main import main
codes = [main(command) for command in {COMMANDS}]
print("codes", codes, file=sys.stderr)
print("modules", *sorted(sys.modules), file=sys.stderr)
"""
SLOW = {
    "lark", "jsonschema", "parlour.schema.document_text", "parlour.lang.checker", "parlour.lang.parser",
    "parlour.playouts.play_out", "parlour.checking.document_check",
}  # fmt: skip


def run(folder: Path) -> tuple[str, str, set[str]]:
    """Return the output of the commands, their exit codes, and their imports."""
    clean = {**os.environ, "PYTHONPATH": str(ENGINE), "XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=folder, env=clean, input="", capture_output=True, text=True, check=True
    )
    (folder / "kept.json").unlink(missing_ok=True)
    *_, codes, modules = done.stderr.splitlines()
    return done.stdout, codes, set(modules.split())


def test_what_is_kept_needs_no_reader_of_texts(tmp_path: Path) -> None:
    printed, codes, needed = run(tmp_path)
    assert needed >= SLOW - {"parlour.playouts.play_out"}
    again, same, needed = run(tmp_path)
    assert (again, same) == (printed, codes)
    assert set() == needed & SLOW
