"""Klondike, played by its policy: an independent count of what can't happen, and a player who types anything."""

from itertools import pairwise
from random import Random

import laws
from laws_of_views import events_name_no_unseen_card, exchanges_change_nothing
from parlour.game import load
from parlour.table.layout import Layout
from parlour.views import view


def piles(layout: Layout, s: list[int]) -> list[list[tuple[str, bool]]]:
    """Return the cards of each pile from the bottom up, each with whether it is face up."""
    found = []
    for i in layout.instances:
        if layout.program.zones[i.zone].name == "pile" and i.turned is not None:
            found.append([(layout.pack.name(c), bool(s[i.turned] >> c & 1)) for c in layout.contents(s, i)])
    return found


def builds_down(low: str, high: str) -> bool:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    return (low[-1] in "♥♦") != (high[-1] in "♥♦") and ranks.index(low[:-1]) + 1 == ranks.index(high[:-1])


def test_face_up_cards_are_always_runs_on_top_of_the_others() -> None:
    machine = laws.machine("klondike", 1)
    for seed in range(6):
        chooser, s = Random(seed), machine.start(seed)
        for _ in range(150):
            if machine.over(s):
                break
            for pile in piles(machine.layout, s):
                up = [name for name, is_up in pile if is_up]
                assert [is_up for _, is_up in pile] == [False] * (len(pile) - len(up)) + [True] * len(up)
                assert bool(up) == bool(pile)
                assert all(builds_down(low, high) for high, low in pairwise(up))
            machine.step(s, chooser.choice(machine.legal(s)))


def test_no_typed_text_names_a_face_down_card() -> None:
    state = load("klondike").start(1, seed=3)
    assert state.why("something else").verdict != "allowed"
    seen = {name for pile in piles(state.table.machine.layout, list(state.cells)) for name, up in pile if up}
    hidden = {name for pile in piles(state.table.machine.layout, list(state.cells)) for name, up in pile if not up}
    for card in sorted(hidden - seen)[:5]:
        assert state.why(f"move {card} to pile 1").verdict == "unknown"


def test_a_pile_shows_its_face_down_cards_below_the_others() -> None:
    state = load("klondike").start(1, seed=3).apply("move 3♣ to pile 2")
    shown = {zone.name: zone.lying() for zone in view(state, 1).zones}
    assert shown["pile 1"] == "7♦"
    assert shown["pile 2"] == "(1) 4♦ 3♣"
    assert shown["pile 6"] == "(4) Q♣"


def test_views_show_only_what_the_player_sees() -> None:
    table = load("klondike").table(1)
    exchanges_change_nothing(table, 4, 60, every=10)
    events_name_no_unseen_card(table, 5, 60)
