"""`never-empty`: a zone that always has a card while a stage runs. The checker relies on it, and play holds to it."""

from pathlib import Path
from textwrap import indent

import pytest

from parlour.program import Program
from three_ways import DECK, Small, played

ZONES = """\
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  pile: {ordered: true, never-empty: turn}
  heap: {}
state:
  x: {type: int, each: game}
  n: {type: int, each: game}
  up: {type: player, each: game}
procedures:
  take(c): move c to hand(up)
  put(c): move c to pile
functions:
  shown(): pips(pile.top.rank)
"""
DEAL = "shuffle box into stock\nmove stock.top to pile\nmove stock.top to pile\n"


def small(folder: Path, turn: str, game: str = DEAL + "play turn", zones: str = ZONES) -> Small:
    return Small(
        folder, game, zones, stages=f"  turn: |\n{indent(turn, '    ')}\n", deck=DECK.replace("jokers: 2, ", "")
    )


def checks(program: Program) -> int:
    """Return how often play checks the zone."""
    return repr(program).count("although it has `never-empty: ")


PROVED = {
    "a card on top": "move stock.top to pile",
    "a card chosen elsewhere": "ask up:\n  go for c in hand(up): take(c)\n  stay only if nothing else: nothing",
    "another zone": "if stock has cards: take(stock.top)",
    "a guard": "if pile.size > 1: take(pile.top)",
    "all but the top": "shuffle (pile - pile.top) into stock",
    "by a procedure": "if stock has cards: put(stock.top)",
    "a loop": "repeat 3 times:\n  if stock has cards: move stock.top to pile",
}
TAKEN = {
    "one card": "move pile.top to stock",
    "in a loop": "for c in pile: move c to hand(up)",
    "by a procedure": "for c in pile: take(c)",
    "dealt": "deal n from pile to stock",
    "some of them": "move (those c in pile where c.rank != 3) to heap",
}


def test_what_is_proved_is_not_checked_in_play(tmp_path: Path) -> None:
    steps = "\n".join(f"x = shown()\n{step}\nx = shown()" for step in PROVED.values())
    found = small(tmp_path, steps)
    assert found.findings() == ()
    assert checks(found.program()) == 0


@pytest.mark.parametrize("name", TAKEN)
def test_what_may_take_the_last_card_is_checked(tmp_path: Path, name: str) -> None:
    found = small(tmp_path, f"x = shown()\n{TAKEN[name]}\nx = shown()")
    assert found.findings() == ()
    assert checks(found.program()) > 0


def test_the_last_card_stops_the_game_at_the_step_that_takes_it(tmp_path: Path) -> None:
    steps = "x += 1\nmove pile.top to stock\nn += pile.size"
    two = small(tmp_path, steps, DEAL + "play turn").ends()
    assert isinstance(two, dict)
    assert (two["x"], two["n"]) == (1, 1)
    place = small(tmp_path, steps, DEAL + "play turn\nplay turn")
    line = place.path.with_name("small.yaml").read_text(encoding="utf-8").split("    move pile.top")[0].count("\n") + 1
    fault = place.ends()
    assert isinstance(fault, str)
    assert fault.endswith(f"small.yaml:{line}:5: `pile` is empty, although it has `never-empty: turn`")


def test_it_is_checked_when_the_stage_begins(tmp_path: Path) -> None:
    game = "shuffle box into stock\ndeal n from stock to pile\nplay turn"
    found = small(tmp_path, "x = shown()", game)
    assert checks(found.program()) == 1
    line = found.path.with_name("small.yaml").read_text(encoding="utf-8").split("  pile:")[0].count("\n") + 1
    fault = found.ends()
    assert isinstance(fault, str)
    assert f"small.yaml:{line}:" in fault
    assert fault.endswith("`pile` is empty, although it has `never-empty: turn`")
    filled = small(tmp_path, "x = pile.size", game.replace("deal n", "deal n + 2")).ends()
    assert isinstance(filled, dict)
    assert filled["x"] == 2


def test_outside_the_stage_it_says_nothing(tmp_path: Path) -> None:
    before = small(tmp_path, "nothing", "shuffle box into stock\nif stock has cards: put(stock.top)\nplay turn")
    assert before.findings() == ()
    use = small(tmp_path, "nothing", "x = shown()\n" + DEAL + "play turn")
    assert [d.code for d in use.findings()] == ["none"]
    empties = small(tmp_path, "nothing", DEAL + "play turn\nmove pile to heap\nx = pile.size").ends()
    assert isinstance(empties, dict)
    assert empties["x"] == 0


def test_a_procedure_that_others_run_too_is_checked_behind_its_call(tmp_path: Path) -> None:
    zones = ZONES.replace("  put(c)", "  clear(): move pile to heap\n  put(c)")
    both = small(tmp_path, "if n > 0: clear()", DEAL + "play turn\nclear()", zones)
    assert both.findings() == ()
    assert checks(both.program()) == 1
    fault = small(tmp_path, "clear()", DEAL + "play turn\nclear()", zones).ends()
    assert isinstance(fault, str)
    assert fault.endswith("`pile` is empty, although it has `never-empty: turn`")
    inside = small(tmp_path, "if n > 0: clear()", DEAL + "play turn", zones)
    assert [d.code for d in inside.findings()] == ["never-empty"]


def test_a_zone_without_an_order_has_a_first_card(tmp_path: Path) -> None:
    zones = ZONES.replace("never-empty: turn}\n  heap: {}", "}\n  heap: {never-empty: turn}").replace(", }", "}")
    deal = DEAL + "for c in stock where c.rank == 3: move c to heap\nplay turn"
    kept = small(
        tmp_path, "x = pips(heap.first.rank)\ntake(heap.first)\nx += pips(heap.first.rank)", deal, zones
    ).ends()
    assert isinstance(kept, dict)
    assert kept["x"] == 6
    fault = small(tmp_path, "repeat 4 times: take(heap.first)", deal, zones).ends()
    assert isinstance(fault, str)
    assert fault.endswith("`heap` is empty, although it has `never-empty: turn`")


def test_hooks_of_the_stage_rely_on_it(tmp_path: Path) -> None:
    hooks = "when:\n  before turn: x += shown()\n  after turn: x += shown()\n"
    found = small(tmp_path, "if x > 99: end turn\nput(pile.bottom)", zones=ZONES + hooks)
    assert found.findings() == ()
    assert isinstance(played(found.program(), 2), dict)
    bare = small(tmp_path, "if x > 99: end turn", zones=ZONES.replace(", never-empty: turn", "") + hooks)
    assert {d.code for d in bare.findings()} == {"none"}


def test_a_given_position_is_checked_where_it_continues(tmp_path: Path) -> None:
    found = small(tmp_path, "resume here with up\nx = shown()\nask up:\n  go: nothing")
    assert found.findings() == ()
    assert checks(found.program()) == 1
