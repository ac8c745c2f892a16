"""What `parlour diff` shows, as data."""

from __future__ import annotations

import json
from functools import cache

from scaffold.terminal import run


@cache
def differences(*arguments: str) -> dict[str, dict[str, object]]:
    """Return the differences of a comparison by the id of the changed part."""
    data = json.loads(run("diff", *arguments, "--json").out)
    return {(d["now"] or d["was"])["id"]: d for d in data["differences"]}


def example(id: str, *arguments: str) -> tuple[str, list[tuple[bool, str]]]:
    """Return the play of an example, and the verdicts of both mixes."""
    found = differences(*arguments)[id]["example"]
    assert isinstance(found, dict), id
    told = [(answer["allowed"], " ".join([answer["sentence"], *answer["then"]])) for answer in found["answers"]]
    return found["play"], told
