"""Files, commands and what these print: the scenes of `scenes/`, each in an empty folder with all shipped rulesets, or
with the few of `tests/play` in a file of `home`.

A string under `says` occurs in the output or among the errors, a list of strings in one line of it. What is under
`never` doesn't occur, under `once` it does once, and `prints` is the whole output. `changes` and `files` of a run come
before it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scaffold.files import write
from scaffold.home import move_in
from scaffold.terminal import run
from scaffold.yaml_files import data_of

Scene = dict[str, Any]


def scenes() -> Iterator[tuple[str, Scene]]:
    for path in sorted(Path(__file__).with_name("scenes").iterdir()):
        for name, scene in data_of(path).items():
            yield name, scene | {"home": path.stem.startswith("home")}


def occurs(words: str | list[str], text: str) -> bool:
    if isinstance(words, str):
        return words in text
    return any(all(word in line for word in words) for line in text.splitlines(keepends=True))


@pytest.mark.parametrize("scene", [scene for _, scene in scenes()], ids=[name for name, _ in scenes()])
def test_a_scene(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if scene["home"]:
        move_in(tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name, text in scene.get("files", {}).items():
        write(name, text)
    for step in scene["runs"]:
        for name, text in step.get("files", {}).items():
            write(name, text)
        for name, changes in step.get("changes", {}).items():
            text = Path(name).read_text(encoding="utf-8")
            for old, new in changes.items():
                assert old in text
                text = text.replace(old, new)
            write(name, text)
        printed = run(*shlex.split(step["parlour"]))
        told = printed.out + printed.err
        assert printed.code == step.get("code", 0), told
        assert [words for words in step.get("says", ()) if not occurs(words, told)] == [], told
        assert [words for words in step.get("never", ()) if occurs(words, told)] == [], told
        assert [words for words in step.get("once", ()) if told.count(words) != 1] == [], told
        assert printed.out == step.get("prints", printed.out)
