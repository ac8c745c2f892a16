"""Forged saves that lack a value that the checker proved present. Parlour reports this in a message."""

import json
from pathlib import Path

import pytest

import parlour
from parlour.program import NONE
from parlour.table.texts import zone_name
from scaffold.rulesets import write_game

RULES = Path(__file__).with_name("forged.yaml").read_text(encoding="utf-8")
FILLED = Path(__file__).with_name("filled.yaml").read_text(encoding="utf-8")
BROKEN = {
    "give": ("other", NONE, "no such zone: `hand`"),
    "take": ("shown", NONE, "expected a card to move, found none"),
    "call": ("called", NONE, "`by-rank` has no value for this key"),
}


def made(folder: Path, frame: str) -> parlour.Game:
    return parlour.load(write_game(folder, frame))


@pytest.fixture
def game(tmp_path: Path) -> parlour.Game:
    return made(tmp_path, RULES)


def forged(game: parlour.Game, name: str, value: int) -> str:
    """A saved game with another value of a variable."""
    data = json.loads(game.start(players=2, seed=1).to_json())
    layout = game.machine(2).layout
    number = [variable.name for variable in layout.program.variables].index(name)
    data["cells"][layout.variables[number].cell(())] = value
    return json.dumps(data)


@pytest.mark.parametrize("move", BROKEN)
def test_what_is_missing_is_a_runtime_error_at_its_step(game: parlour.Game, move: str) -> None:
    name, value, message = BROKEN[move]
    assert game.start(players=2, seed=1).apply(move).over
    broken = game.restore(forged(game, name, value))
    with pytest.raises(parlour.RulesetFault) as found:
        broken.apply(move)
    assert found.value.message == message
    line = RULES.split(f"        {move}:")[0].count("\n") + 1
    assert found.value.origin is not None
    assert found.value.origin.line == line


def test_a_question_to_nobody_is_refused(game: parlour.Game) -> None:
    with pytest.raises(parlour.SaveError, match=r"^the saved game is damaged: its question has no player$"):
        game.restore(forged(game, "who", NONE))
    assert game.restore(forged(game, "who", 1)).question.seat == 2


def emptied(game: parlour.Game, state: parlour.State) -> str:
    """The same save with all cards of the pile on the stock."""
    data = json.loads(state.to_json())
    cells, layout = data["cells"], game.machine(2).layout
    pile, stock = (
        next(i for i in layout.instances if zone_name(layout, i.number) == name) for name in ("pile", "stock")
    )
    for card in layout.contents(cells, pile):
        cells[stock.at] += 1
        cells[stock.at + cells[stock.at]] = card
        cells[layout.where + card] = stock.number
    cells[pile.at : pile.at + 1 + pile.room] = [0] * (1 + pile.room)
    return json.dumps(data)


def test_a_zone_that_is_never_empty_has_a_card_in_its_stage(tmp_path: Path) -> None:
    game = made(tmp_path, FILLED)
    before = game.start(players=2, seed=1)
    assert game.restore(emptied(game, before)).apply("begin").question is not None
    during = before.apply("begin")
    assert game.restore(during.to_json()).question.seat == 1
    for state in (during, during.apply("take")):
        with pytest.raises(parlour.SaveError, match=r"damaged: `pile` is empty, although it always has a card there$"):
            game.restore(emptied(game, state))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *((kind, NONE) for kind in ("player", "card", "rank", "suit", "colour", "bool", "side", "zone", "word")),
        *{"player": 2, "suit": 4, "colour": 2, "bool": 2, "side": 2, "word": 2, "int": 1 << 31}.items(),
        ("int", -(1 << 31) - 1),
    ],
)
def test_a_value_that_its_type_does_not_have_is_refused(kind: str, value: int, tmp_path: Path) -> None:
    """At a table of two players; `none` is a value of no type here."""
    types = f"types:\n  word: [high, low]\nstate:\n  thing: {{type: {kind}, each: game}}\n"
    game = made(tmp_path, RULES.replace("state:\n", types, 1))
    with pytest.raises(parlour.SaveError, match=r"damaged: `thing` has an impossible value$"):
        game.restore(forged(game, "thing", value))


def test_a_mark_that_its_type_does_not_have_is_refused(tmp_path: Path) -> None:
    game = made(tmp_path, RULES.replace("state:\n", "marks:\n  label: {type: int, inside: pile}\nstate:\n", 1))
    data = json.loads(game.start(players=2, seed=1).to_json())
    data["cells"][game.machine(2).layout.marks[0]] = 1 << 31
    with pytest.raises(parlour.SaveError, match=r"damaged: a card has an impossible value$"):
        game.restore(json.dumps(data))
