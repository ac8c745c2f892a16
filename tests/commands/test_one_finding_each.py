"""`parlour check FOLDER` reports each mistake once, in the file that has it."""

import json
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.terminal import run
from scaffold.yaml_files import data_of

pytestmark = pytest.mark.usefixtures("home")

TABLE = data_of(Path(__file__).with_name("one-finding-each.yaml"))
FILES, MISTAKES = TABLE["files"], TABLE["mistakes"]


def check(*changes: tuple[str, str, str]) -> list[str]:
    texts = dict(FILES)
    for file, old, new in changes:
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new, 1)
    for file, text in texts.items():
        write(f"{file}.yaml", text)
    findings = json.loads(run("check", ".", "--json").out)
    return [f"{d['at']['file'] if d['at'] else '–'} {d['code']}" for d in findings]


def test_the_files_are_sound() -> None:
    assert check() == []
    assert run("test", ".").out == "3 examples: all passed\n"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("file", "old", "new", "wanted"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_has_one_finding(file: str, old: str, new: str, wanted: str) -> None:
    assert check((file, old, new)) == [wanted]


def test_two_files_with_one_id_that_no_game_uses() -> None:
    for file in ("one", "two"):
        write(f"{file}.yaml", "rule: nap\ntitle: Nap\nfor: hill\ntext: Nothing happens after a card.\n")
    assert check() == ["one.yaml library-twice"]
    printed = run("check", "one.yaml").out
    assert "one.yaml:1:7: error: 2 files have the id `nap`: one.yaml and two.yaml" in printed
    assert "two.yaml:1:7: " in printed


def test_two_files_with_the_id_of_a_rule_in_a_game() -> None:
    write("two.yaml", FILES["rest"])
    assert check() == ["stroll.yaml library-twice"]
