"""The file of the tables: what an older and a newer version of Parlour left there, and one that isn't a database."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

import parlour
from scaffold.terminal import run
from scaffold.web_pages import Browser, server


async def started(folder: Path) -> tuple[Browser, str]:
    """Begin a game on a server whose tables are in a folder."""
    ann = Browser(server(folder))
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(lambda page: page.asked)
        await page.do(do="play", move="draw")
    return ann, code


async def test_tables_of_the_first_format_go_back_to_the_lobby(tmp_path: Path) -> None:
    """All chance of a game followed from a number and a salt, without a word."""
    ann, code = await started(tmp_path)
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        ((text,),) = db.execute("SELECT data FROM tables")
        data = {k: v for k, v in json.loads(text).items() if k not in ("word", "next_word", "early")}
        db.execute("UPDATE tables SET data = ?", (json.dumps(data | {"seed": 7, "salt": "x"}),))
        db.execute("PRAGMA user_version = 1")
    for _ in range(2):  # also when it is opened again
        ann.app = server(tmp_path)
        async with ann.open(code) as page:
            await page.until(lambda page: "room" in page.regions)
            assert "Ann you" in page.words("room")
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(lambda page: page.asked)


@pytest.mark.parametrize("broken", [False, True])
def test_a_file_that_cannot_be_used_gets_an_error(broken: bool, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    if broken:
        file.write_text("This is not a database." * 100)
    else:
        with sqlite3.connect(file) as db:
            db.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    printed = run("serve", "--data", str(tmp_path), "--port", "0")
    assert printed.code == 2
    problem = f"can't use {file}: file is not a database" if broken else f"newer version of Parlour made {file}"
    assert problem in printed.err
    assert ("use another folder" if broken else "update Parlour: pip install") in printed.err
    assert file.read_bytes() == before


OURS = "game: ours\ntitle: Ours\nextends: crazy-eights\n"


def test_a_game_in_a_file_is_offered_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    with serving(tmp_path, "./ours.yaml + jack-skips") as (process, address):
        text = first_page(process, address)
    assert "can't name a file" not in text
    assert "Ours + Jacks skip" in text


def first_page(process: subprocess.Popen[str], address: str) -> str:
    """Return the first page, as soon as the server answers."""
    while process.poll() is None:
        try:
            with urlopen(address) as page:
                return str(page.read().decode())
        except URLError:
            time.sleep(0.1)
    raise AssertionError("the server has ended")


def test_a_file_that_links_cannot_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    printed = run("serve", f"{tmp_path}/ours.yaml", "--data", str(tmp_path), "--port", "0")
    assert printed.code == 2
    assert "`parlour list` doesn't show" in printed.err
    assert "such as ./rulesets, and name its id: `ours`" in printed.err


@contextmanager
def serving(folder: Path, *mixes: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `parlour serve` in a folder until it says where it is; yield the process and the address."""
    command = [sys.executable, "-m", "parlour", "serve", *mixes, "--data", str(folder), "--port", "0"]
    environ = os.environ | {"PYTHONPATH": str(Path(parlour.__file__).parents[1])}
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


def test_a_folder_has_one_server_until_its_process_ends(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        second = run("serve", "--data", str(tmp_path), "--port", "0")
        assert second.code == 2
        assert f"another server has the tables in {tmp_path}: {address}" in second.err
        assert "use another folder: --data FOLDER" in second.err
        process.kill()
        process.wait()
        with serving(tmp_path) as (_, again):
            assert again.startswith("http://localhost:")
