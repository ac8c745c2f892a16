"""Arguments about a move in a position, settled by `parlour why`. The answers of `arguments.yaml` come from the source
documents of the games, whose words are quoted."""

import json
from pathlib import Path

import pytest

from scaffold.terminal import run
from scaffold.yaml_files import data_of


@pytest.mark.one_in(6)
@pytest.mark.parametrize("argument", data_of(Path(__file__).with_name("arguments.yaml"))["arguments"], ids=str)
def test_the_argument_is_settled_as_the_source_says(argument: list[str]) -> None:
    game, given, move, answer, words, source, *after = argument
    printed = run("why", game, move, "--given", f"{given}, to move: 1", "--after", *(after or [""]), "--json")
    assert printed.code == 0, printed.err
    data = json.loads(printed.out)
    assert data["answer"] == answer, data["sentence"]
    assert words.casefold() in data["sentence"].casefold(), source
