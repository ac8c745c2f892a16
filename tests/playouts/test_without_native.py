"""Without native code, `measure` says what is missing."""

import pytest

from parlour.playouts import players
from parlour.playouts.player import PlayoutError
from scaffold.terminal import run

MEASURE = ("measure", "crazy-eights", "--games", "2", "--sample", "0", "--seed", "1")


@pytest.fixture
def _missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(module: str) -> None:
        raise PlayoutError("native code needs a package")

    monkeypatch.setattr(players, "_native", absent)


@pytest.mark.usefixtures("_missing")
def test_somebody_at_a_terminal_reads_what_would_be_faster() -> None:
    assert "about 20 times as long without native code; native code needs a package" in run(*MEASURE, terminal=True).err


@pytest.mark.usefixtures("_missing")
def test_a_program_reads_only_the_numbers() -> None:
    assert run(*MEASURE).err == ""


def test_native_code_needs_no_note() -> None:
    pytest.importorskip("llvmlite", reason="without llvmlite there is a note")
    assert "native code" not in run(*MEASURE, terminal=True).err
