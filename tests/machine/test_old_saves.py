"""Saves made by an earlier engine, before Programs were compiled by way of table code, load and continue."""

import json
from pathlib import Path
from typing import Any

import pytest

import parlour

SAVES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("old_saves.json").read_text(encoding="utf-8"))
PEERS = Path(__file__).parents[1] / "peers"


@pytest.mark.parametrize("old", SAVES, ids=lambda old: f"{old['game']}-{old['players']}")
def test_an_old_save_loads(old: dict[str, Any]) -> None:
    table = parlour.load(PEERS / f"{old['game']}.yaml", options=old["options"]).table(old["players"])
    state = table.restore(old["save"])
    assert state.question.seat == old["seat"]
    assert [move.text for move in state.question.legal] == old["legal"]
    assert {key: value for key, value in json.loads(state.to_json()).items() if key != "layout"} == old["save"]
