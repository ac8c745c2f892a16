"""`parlour completion`: what the shells offer at Tab."""

import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from parlour.commands import SUMMARIES, command
from parlour.commands.arguments import Parser
from parlour.commands.completion import SCRIPTS
from parlour.terminal.console import Console
from scaffold.terminal import run

ENGINE = Path(__file__).parents[2] / "engine"


def script_of(shell: str) -> str:
    return (SCRIPTS / f"parlour.{shell}").read_text(encoding="utf-8")


def offered(line: str) -> dict[str, str]:
    printed = run("completion", "fish", f"--line={line}")
    assert (printed.code, printed.err) == (0, "")
    return {name: meaning for name, _, meaning in (row.partition("\t") for row in printed.out.splitlines())}


def test_all_commands_are_offered_with_their_summaries() -> None:
    assert offered("parlour ") == SUMMARIES
    assert offered("parlour me") == {"measure": SUMMARIES["measure"]}
    assert offered("parlour help ") == SUMMARIES
    assert {*offered("parlour --")} == {"--help", "--version"}


@pytest.mark.parametrize("name", SUMMARIES)
def test_all_options_that_the_help_lists_are_offered(name: str) -> None:
    console = Console(StringIO(), StringIO(), StringIO())
    help = Parser(command(name), console).format_help().partition("\nexamples:")[0]
    options = offered(f"parlour {name} -")
    assert "--help" in options
    assert all(option in help for option in options)
    assert all(word.strip(",=") in options for word in help.split() if word.startswith("--") and word[2:].isalpha())


def test_tab_imports_a_command_only_once(tmp_path: Path) -> None:
    """A command's module takes longer to import than all the rest."""
    script = "import sys; from parlour.cli.main import main; main(sys.argv[1:]); print('parlour.bots' in sys.modules)"
    command = [sys.executable, "-c", script, "completion", "bash", "--line=parlour play crazy-eights --with jack-s"]
    environment = {**os.environ, "PYTHONPATH": str(ENGINE), "XDG_CACHE_HOME": str(tmp_path)}
    outputs = [subprocess.check_output(command, env=environment, text=True, cwd=tmp_path).split() for _ in range(2)]
    assert outputs == [["jack-skips", "True"], ["jack-skips", "False"]]


# ---------------------------------------------------------------- the shells themselves


def shell(name: str, script: str, folder: Path) -> list[str]:
    """Return the lines that a shell prints for a script after it has read its completion."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} isn't installed")
    ours = folder / "parlour"
    ours.write_text(f'#!/bin/sh\nPYTHONPATH="{ENGINE}" exec "{sys.executable}" -m parlour "$@"\n', encoding="utf-8")
    ours.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    path = folder / "script"
    path.write_text(script, encoding="utf-8")
    done = subprocess.run([found, path], env=environment, capture_output=True, text=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


TAB_IN_BASH = """
tab() {
    COMP_LINE=$1 COMP_POINT=${#1}
    _parlour
    echo "${COMPREPLY[@]}"
}
"""


def test_bash_completes(tmp_path: Path) -> None:
    lines = ["play cra", "play crazy-eights --set out=at-o", "replay "]
    script = script_of("bash") + TAB_IN_BASH + "".join(f"tab $'parlour {line}'\n" for line in lines)
    # After `=`, bash replaces only the value.
    assert shell("bash", script, tmp_path) == ["crazy-eights", "at-once", ""]


STUBS_FOR_ZSH = """
compdef() { :; }
_files() { echo files; }
_describe() { echo ${(P)4} $argv[5,-1]; }
tab() {
    local -a words
    words=(${(s: :)1} "$2")
    local CURRENT=$#words PREFIX=$2
    _parlour
}
"""


def test_zsh_completes(tmp_path: Path) -> None:
    asked = 'tab "parlour play" cra\ntab "parlour play crazy-eights --set" out\ntab "parlour replay" ""\n'
    script = STUBS_FOR_ZSH + script_of("zsh") + asked
    option = "out=:when a player with no cards left goes out: as soon as they play the last one -S"
    assert [line.rstrip() for line in shell("zsh", script, tmp_path)] == [
        "crazy-eights:Crazy Eights", option, "files",
    ]  # fmt: skip


def test_fish_completes(tmp_path: Path) -> None:
    """It offers files only where it has nothing else."""
    (tmp_path / "crazy.json").write_text("", encoding="utf-8")
    lines = ["play cra", "play crazy-eights --set out=at-o", "replay cra"]
    script = script_of("fish") + "".join(f'complete -C "parlour {line}"\n' for line in lines)
    assert shell("fish", script, tmp_path) == [
        "crazy-eights\tCrazy Eights", "out=at-once\tas soon as they play the last one", "crazy.json",
    ]  # fmt: skip
