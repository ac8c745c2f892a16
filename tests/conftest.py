"""How the whole suite is run, and the fixtures that all of it shares."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from parlour.storage import prepared
from scaffold.home import move_in
from scaffold.shelf import Shelf

# Programs and documents are trees that live as long as the suite, so looking through them for garbage every few hundred
# objects finds none and costs a tenth of the time.
gc.set_threshold(50_000, 20, 50)

# Whether or not this checkout was installed with prepared entries, tests work everything out by themselves.
prepared.FILE = prepared.FILE.with_name("none")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the working directory, with the rulesets of `tests/play`."""
    move_in(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what each test of a module writes anew. Examples in it share their compiled games."""
    return tmp_path_factory.mktemp("folder")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A folder with a frame, another that extends it, and a game."""
    return Shelf(tmp_path)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, or one process would run them at the end while the others are idle."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)
