"""Rulesets travel with the work: processes of a real scheduler, which have none of these files, do what this one does.

They begin in another folder with another home, and an audit hook hides the folder of these rulesets from them.
"""

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.base.parallel import ClusterError, workers
from parlour.base.version import own_version
from scaffold.files import write
from scaffold.shedding import FRAME, LAST
from scaffold.terminal import run

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="dask isn't installed")

CLUB = {
    "rulesets/frame.yaml": FRAME.replace("LAID", "nothing").replace("ACTIONS", LAST),
    "rulesets/rules/gain.yaml": """
        rule: gain
        title: Gain
        for: shedding
        text: Each card brings a point.
        when: {after laid(p): worth += 1}
        """,
    "rulesets/rules/gain.examples.yaml": """
        examples:
          - name: a card brings a point
            in: evening
            given: {hand 1: 7♣ 9♦, hand 2: 5♣ K♦}
            moves: {"1: play 7♣": {worth: 1}}
        """,
    "rulesets/rules/loss.yaml": """
        rule: loss
        title: Loss
        for: shedding
        text: Each card costs a point.
        when: {after laid(p): worth -= 1}
        in: evening
        examples:
          - name: a card costs a point
            given: {hand 1: 7♣ 9♦, hand 2: 5♣ K♦}
            moves: {"1: play 7♣": {worth: -1}}
        """,
    "evening.yaml": """
        game: evening
        title: The evening
        extends: shedding
        """,
    "late.yaml": """
        game: late
        title: The late evening
        extends: shedding
        uses: [../shelf/division.yaml]
        """,
    "../shelf/division.yaml": """
        rule: division
        title: Division
        for: shedding
        text: A card brings more points if the hand is small.
        when: {after laid(p): worth = 6 // (hand(p).size - 1)}
        """,
}
"""A family in the usual place. One of the games beside it names a file elsewhere, in which there is an error."""

HIDING = """
import sys

def hide(event, arguments):
    if event in ("open", "os.scandir", "os.listdir") and str(arguments[0]).startswith(HIDDEN):
        raise FileNotFoundError(arguments[0])

sys.addaudithook(hide)
"""
COMMANDS = {
    "deep": ("check", "./late.yaml", "--deep", "--games", "2", "--players", "2", "--into", "into"),
    "clashes": ("clashes", "shedding", "gain", "loss", "--json"),
    "mutate": ("mutate", "gain", "--all", "--json"),
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hidden") / "club"
    for name, text in CLUB.items():
        write(folder / name, textwrap.dedent(text))
    return folder


@pytest.fixture
def at_home(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(club / "config"))
    monkeypatch.delenv("PARLOUR_PATH", raising=False)
    monkeypatch.chdir(club)


@contextmanager
def cluster(folder: Path, *, lacks: Path | None = None, version: str | None = None) -> Iterator[str]:
    """Yield the address of a scheduler with one process of two threads. It lacks a folder, or has another version."""
    from distributed import Client

    path = os.pathsep.join([str(folder), *map(str, sys.path)])
    environ = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": path}
    if lacks is not None:
        write(folder / "sitecustomize.py", HIDING.replace("HIDDEN", repr(str(lacks))))
    if version is not None:
        write(folder / f"parlour-{version}.dist-info" / "METADATA", f"Name: parlour\nVersion: {version}\n")
    scheduler = "scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard"
    worker = "worker", "--nworkers", "1", "--nthreads", "2", "--no-dashboard"
    with ExitStack() as stack:
        for role in scheduler, worker:
            command = [sys.executable, "-m", "dask", *role, "--scheduler-file", "scheduler.json"]
            process = stack.enter_context(
                subprocess.Popen(command, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
            stack.callback(process.terminate)
        with Client(scheduler_file=str(folder / "scheduler.json"), timeout="60s") as client:
            client.wait_for_workers(1, timeout=60)
            address = client.scheduler.address
        yield address


@pytest.fixture(scope="module")
def address(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.mktemp("elsewhere"), lacks=club.parent) as address:
        yield address


def evidence() -> dict[str, str]:
    """Take the files of findings away, and return their texts."""
    files = {path.name: path.read_text(encoding="utf-8") for path in Path("into").glob("*")}
    shutil.rmtree("into", ignore_errors=True)
    return files


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_work_is_the_same_where_none_of_its_files_are(name: str, address: str, at_home: None) -> None:
    command = COMMANDS[name]
    theirs = run(*command, "--cluster", address), evidence()
    ours = run(*command, "--jobs", "1"), evidence()
    assert ours[0].out
    assert bool(ours[1]) == (name == "deep")
    assert theirs == ours


@pytest.mark.long
def test_a_process_with_another_version_is_refused(tmp_path: Path, at_home: None) -> None:
    with cluster(tmp_path, version="0.0.1") as address:
        printed = run(*COMMANDS["clashes"], "--cluster", address)
    assert (printed.code, printed.out) == (2, "")
    assert f"this is Parlour {own_version()}, and a machine of the cluster has 0.0.1" in printed.err


def test_a_process_with_another_version_is_refused_if_it_comes_later(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with workers(len, None, address) as those:
        assert list(those.results(["one"])) == [("one", 3)]
        monkeypatch.setattr("parlour.base.parallel.own_version", lambda: "0.0.2")
        with pytest.raises(ClusterError, match=r"this is Parlour 0\.0\.2, and a machine of the cluster has"):
            list(those.results(["two"]))
