"""Python's alternatives do what the routines do: in the states of random games, for random arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from parlour.python.runtime.alternatives import ALTERNATIVES
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import PLAYING, STACKED, Layout
from scaffold.routines import GAMES, AbandonedError, as_python, hand, layout_at, states, zone

CALLS = 12  # of each routine in each state

Arguments = Callable[[Layout, Cells, Random], tuple[Any, ...]]


def meld(layout: Layout, chance: Random) -> int:
    return chance.choice([0, hand(layout, chance), *(cards for of in layout.melds.by_lowest for cards, _ in of)])


def some_round(layout: Layout, s: Cells, chance: Random) -> tuple[int, ...]:
    bases = [base for z, base in enumerate(layout.bases) if layout.program.zones[z].owner == "player"]
    return chance.randrange(-1, 9), zone(layout, chance), chance.choice(bases), chance.randrange(-1, layout.players), 0


def within(layout: Layout, s: Cells, chance: Random) -> tuple[Any, ...]:
    """Yield moves of a zone to a place of another zone, or of itself."""
    source = chance.randrange(len(layout.instances))
    to = chance.choice([source, zone(layout, chance)])
    return source, to, chance.choice([None, None, 0, 1, 2]), chance.choice([True, False]), 0


def run_of_cells(layout: Layout, s: Cells, chance: Random) -> tuple[int, int]:
    first = chance.randrange(layout.first_cell_of_zones, layout.where)
    return first, chance.randrange(first, layout.where)


ARGUMENTS: dict[str, Arguments] = {
    "make_place": run_of_cells,
    "shuffle": lambda layout, s, chance: (zone(layout, chance), 0),
    "put_zone_anyhow": within,
    "deal_round": some_round,
    "spend": lambda layout, s, chance: (chance.choice([0, 1, 5, 300_000]), 0),
    "divisible": lambda layout, s, chance: (hand(layout, chance),),
    "builtin_lay_off": lambda layout, s, chance: (hand(layout, chance), *(meld(layout, chance) for _ in range(3))),
}


@cache
def names(game: str, players: int) -> tuple[Layout, dict[str, Any], dict[str, Any]]:
    """The routines of a table as they are, and with the alternatives."""
    layout = layout_at(game, players)
    written = as_python(layout)
    replaced = dict(written)
    for name in applicable(layout):
        replaced[name] = ALTERNATIVES[name].make(layout, written)
    return layout, written, replaced


def applicable(layout: Layout) -> Iterator[str]:
    for name in ALTERNATIVES:
        if name == "builtin_lay_off" and layout.program.melding is None:
            continue
        yield name


def outcome(of: Callable[..., Any], s: Cells, args: tuple[Any, ...]) -> tuple[object, Cells | None]:
    """The result and the cells afterwards, or the error."""
    try:
        result = of(s, *args)
    except RulesetFault as fault:
        return fault.message, None
    return None if result is None else int(result), s


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ALTERNATIVES)
def test_it_does_what_the_routine_does(name: str) -> None:
    compared, chance = 0, Random(name)
    for game, players in GAMES:
        layout, written, replaced = names(game, players)
        if name not in applicable(layout):
            continue
        given = written[name].__code__.co_varnames[:1] == ("s",)
        for state in states(game, players):
            for _ in range(CALLS):
                args = ARGUMENTS[name](layout, state, chance)
                s, other = state[:], state[:]
                try:
                    expected = outcome(written[name], s, args) if given else (written[name](*args), s)
                except AbandonedError:
                    continue
                found = outcome(replaced[name], other, args) if given else (int(replaced[name](*args)), other)
                last = layout.size + 1
                assert (found[0], found[1] and found[1][:last]) == (expected[0], expected[1] and expected[1][:last])
                compared += 1
    assert compared > 50


def test_a_zone_moved_into_itself_keeps_its_order() -> None:
    """Each card in turn, from the bottom, is put on top. The routine leaves that to Python."""
    layout, written, replaced = names("crazy-eights", 3)
    for state in states("crazy-eights", 3):
        for i in layout.instances:
            if i.form != "row" or not state[i.at]:
                continue
            s = state[:]
            with pytest.raises(AbandonedError):
                written["put_zone_anyhow"](state[:], i.number, i.number, 0, False, 0)
            replaced["put_zone_anyhow"](s, i.number, i.number, None, False, 0)
            assert layout.contents(s, i) == layout.contents(state, i)


def test_a_stacked_pack_is_not_shuffled() -> None:
    layout, written, replaced = names("crazy-eights", 3)
    s = states("crazy-eights", 3)[0][:]
    s[STACKED] = 1
    row = next(i for i in layout.instances if i.form == "row")
    with pytest.raises(AbandonedError):
        written["shuffle"](s, row.number, 0)
    replaced["shuffle"](s, row.number, 0)
    assert s[STACKED] != 1 or s[row.at] == 0


def test_a_state_gets_the_cell_with_the_steps_when_something_counts() -> None:
    layout, _, replaced = names("crazy-eights", 3)
    s = states("crazy-eights", 3)[0][: layout.size]
    assert s[PLAYING] == 0b111
    replaced["spend"](s, 7, 0)
    assert len(s) == layout.size + 1
    replaced["spend"](s, 3, 0)
    assert s[layout.size] == 200_000 - 10
