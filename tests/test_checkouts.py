"""Commands in a checkout of Parlour print what the pages show."""

import re
import shutil
from pathlib import Path

import pytest

import doc_pages
import terminal_picture
from scaffold.terminal import run

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "check crazy-eights --with queen-draws-four --set eight-is-wild.ranks=Q"


SHOWN = """\
eights/rules/queen-draws-four.yaml:7:13: error: `eight-is-wild` and `queen-draws-four` both say what queens do, \
and their order matters [hook-order]
    7 |   Q: {then: "draw(next(p), 4)"}
      |             ^^^^^^^^^^^^^^^^^^
  eights/rules/eight-is-wild.yaml:26:11: the hook of `eight-is-wild`
   26 |     then: |
      |           ^
  help: leave one of these two rules out, or choose other cards with `eight-is-wild.ranks`
checked 1 game: 1 error
"""


def test_the_readme_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of all pages runs it elsewhere."""
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    for name, value in doc_pages.surroundings(tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert page == doc_pages.rewritten(page, doc_pages.replay(page))


def test_the_readme_is_short_and_its_pictures_and_pages_are_there() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 120
    linked = re.findall(r"\]\(([\w/.-]+)(?:#[\w-]+)?\)|src=\"([^\"]+)\"", page)
    assert [name for pair in linked for name in pair if name and not (ROOT / name).is_file()] == []


def test_the_picture_of_a_terminal_is_what_the_program_prints() -> None:
    """`python tests/terminal_picture.py` draws it."""
    assert terminal_picture.PICTURE.read_text(encoding="utf-8") == terminal_picture.picture(terminal_picture.screen())


def test_in_the_checkout_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(*COMMAND.split()).out == SHOWN


def test_in_a_checkout_while_an_installed_parlour_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rulesets are copies of the installed ones, until somebody changes them."""
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    monkeypatch.chdir(tmp_path)
    assert run(*COMMAND.split()).out == SHOWN
    rule = Path("rulesets/eights/rules/queen-draws-four.yaml")
    rule.write_text(rule.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    printed = run(*COMMAND.split()).out
    assert "\nrulesets/eights/rules/queen-draws-four.yaml:7:13: error: " in printed
    assert "in `queen-draws-four`, write it as `after effect: " in printed


def test_a_typed_path_is_printed_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    rule, *options = COMMAND.split()[3:]
    printed = run("check", f"rulesets/eights/rules/{rule}.yaml", *options).out
    assert printed.startswith(f"rulesets/eights/rules/{rule}.yaml:7:13: error: ")
