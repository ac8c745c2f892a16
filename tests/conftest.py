"""Settings and fixtures of the whole suite."""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG

from scaffold.home import move_in
from scaffold.selection import names_tests, usual
from scaffold.shelf import Shelf

# Programs and documents are trees that live as long as the suite, and looking for garbage among them costs a tenth of
# the time. Without that, each of two processes needs 3 GB.
gc.set_threshold(50_000_000, 50, 100)


# Tests and processes with a home folder of their own compile nothing again either.
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))

# The suite tries the same examples in every run, so that it can't fail by chance. To look for new failures, run
# `pytest --hypothesis-profile=search`, which tries other examples each time.
settings.register_profile("search", deadline=None)
settings.register_profile("fixed", deadline=None, derandomize=True, database=None)
settings.load_profile("fixed")

# Hypothesis also tries constants of the imported modules. So a test would try other examples alone than in the whole
# suite, and would search all modules again after each import.
providers._get_local_constants = lambda: providers._local_constants

# Its first use of random numbers collects all garbage, which takes half a minute once the suite has many programs.
with deterministic_PRNG():
    pass


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games without a seed deal the same cards in every run, for the same reason."""
    if request.config.getoption("--hypothesis-profile") != "search":
        chance = Random(request.node.nodeid)
        monkeypatch.setattr("secrets.randbelow", chance.randrange)
        monkeypatch.setattr("secrets.randbits", chance.getrandbits)
        monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the working directory, with the rulesets of `tests/play`."""
    move_in(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that each test of a module fills again. Examples in it share their compiled games."""
    return tmp_path_factory.mktemp("folder")


@pytest.fixture
def collect() -> Iterator[Callable[[], object]]:
    """Collects the garbage of a test. Looking through all that is older, too, takes half a minute."""
    gc.freeze()
    yield gc.collect
    gc.unfreeze()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A folder with a frame, another that extends it, and a game."""
    return Shelf(tmp_path)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the long tests and all cases of the wide ones too")


def pytest_sessionfinish() -> None:
    """At the end pytest collects garbage several times, and the programs in memory take seconds each time."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `--all` runs, unless tests are named. Begin with the tests that take longest, or one process
    would run them at the end while the others are idle."""
    if not (config.getoption("--all") or names_tests(config)):
        chosen = usual(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]
    items.sort(key=lambda item: item.get_closest_marker("first") is None)
