"""Files, commands and what these print: the scenes of `scenes/`, each in an empty folder with all shipped rulesets,
with the few of `tests/play` in a file of `home`, also those of `tests/play/hands` in a file of `hands`, or with the
family of `tests/clashes` in a file of `clashes`.

A string under `says` occurs in the output or among the errors, a list of strings in one line of it. What is under
`never` doesn't occur, under `once` it does once, and `prints` is the whole output. `reads` has strings of the output
without its line breaks, `matches` regular expressions of the output, with its line breaks or without. `typed` is the
input (`^C` interrupts it, and `{"1": 30}` is a 1 thirty times), `writes` the whole text of files afterwards, null where
there is none, and `contains` parts of it. `json` has values of the data by their paths. `changes` and `files` of a run
come before it, as do `cd` into a folder of the scene, `env`, and `stdin`, the text on standard input. With `terminal`,
the output is a terminal.
"""

import io
import json
import re
import shlex
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from clashes import made_up
from scaffold.files import write
from scaffold.home import RULESETS, move_in, search_in, without_shipped_games
from scaffold.terminal import CTRL_C, run
from scaffold.yaml_files import data_of

Scene = dict[str, Any]


def scenes() -> Iterator[tuple[str, Scene]]:
    for path in sorted(Path(__file__).with_name("scenes").iterdir()):
        for name, scene in data_of(path).items():
            yield name, scene | {"place": path.stem.partition("-")[0]}


def occurs(words: str | list[str], text: str) -> bool:
    if isinstance(words, str):
        return words in text
    return any(all(word in line for word in words) for line in text.splitlines(keepends=True))


def at(data: Any, path: str) -> Any:
    """Return the value at a path such as `pairs.0.rules`, or the list of the values behind `*`."""
    first, star, rest = path.partition("*.")
    steps = first.strip(".").split(".") if first else []
    value = reduce(lambda inner, step: inner[int(step) if isinstance(inner, list) else step], steps, data)
    return [at(each, rest) for each in value] if star else value


@pytest.mark.parametrize("scene", [scene for _, scene in scenes()], ids=[name for name, _ in scenes()])
def test_a_scene(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if scene["place"] in ("home", "hands"):
        move_in(tmp_path, monkeypatch)
        search_in(monkeypatch, RULESETS, RULESETS.with_name(scene["place"]))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    if scene["place"] == "clashes":
        without_shipped_games(monkeypatch)
        made_up.write(tmp_path)
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
        monkeypatch.chdir(tmp_path / step.get("cd", "."))
        for name, value in step.get("env", {}).items():
            monkeypatch.setenv(name, value)
        if "stdin" in step:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(step["stdin"].encode()), encoding="utf-8"))
        lines = step.get("typed", ())
        if isinstance(lines, dict):
            lines = [line for line, times in lines.items() for _ in range(times)]
        typed = [CTRL_C if line == "^C" else line for line in lines]
        printed = run(*shlex.split(step["parlour"]), typed=typed, terminal="terminal" in step)
        output = printed.out + printed.err
        assert printed.code == step.get("code", 0), output
        assert [words for words in step.get("says", ()) if not occurs(words, output)] == [], output
        joined = " ".join(output.split())
        assert [words for words in step.get("reads", ()) if words not in joined] == [], output
        both = f"{output}\0{joined}"
        assert [words for words in step.get("matches", ()) if not re.search(words, both, re.MULTILINE)] == [], output
        assert [words for words in step.get("never", ()) if occurs(words, output)] == [], output
        assert [words for words in step.get("once", ()) if output.count(words) != 1] == [], output
        assert printed.out == step.get("prints", printed.out)
        for path, value in step.get("json", {}).items():
            assert at(json.loads(printed.out), path) == value, output
        for name, parts in step.get("contains", {}).items():
            assert [words for words in parts if words not in Path(name).read_text(encoding="utf-8")] == []
        for name, text in step.get("writes", {}).items():
            assert (Path(name).read_text(encoding="utf-8") if Path(name).exists() else None) == text
