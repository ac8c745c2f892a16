"""docs/parlour.1 matches the help of the commands."""

import shutil
import subprocess

import pytest

import man_page
from parlour.commands import SUMMARIES


def test_the_page_is_what_the_help_says() -> None:
    written = man_page.PAGE.read_text(encoding="utf-8")
    assert written == man_page.page(), "run `python tests/man_page.py`"


def test_man_can_show_every_command() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff isn't installed")
    arguments = [groff, "-man", "-ww", "-Tutf8", "-P-cbou", man_page.PAGE]
    done = subprocess.run(arguments, capture_output=True, check=True)
    assert done.stderr == b""
    shown = done.stdout.decode()
    assert all(f"   parlour {name}\n" in shown for name in SUMMARIES)
    assert "\nEXIT STATUS\n" in shown
