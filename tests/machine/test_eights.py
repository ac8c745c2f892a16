"""A whole game, move by move beside the same rules in plain Python; and the laws of every game."""

import random

import eights
import pytest
from eights import HAND, PILE, RULES, STOCK, UP
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.states.machine import Machine
from parlour.states.state import State, Table
from parlour.table.cards import members

MACHINES = {n: Machine(RULES, n) for n in (2, 3, 5)}
TABLE = Table.of(RULES, 3)


def hands(m: Machine, s: list[int]) -> list[set[int]]:
    return [set(members(s[i.at])) for i in m.layout.of_zone(HAND)]


def named(m: Machine, s: list[int], move: int) -> str | int:
    code = m.question(s)
    payload, index = divmod(move, len(code.arms))
    if code.question.name == "call":
        return f"suit {payload}"
    return payload if index == 0 else ("draw", "pass")[index - 1]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_game_follows_its_rules(players: int) -> None:
    m = MACHINES[players]
    rng = random.Random(players)
    for seed in range(12):
        s = m.start(seed)
        stock, pile = m.layout.of_zone(STOCK)[0], m.layout.of_zone(PILE)[0]
        top = m.layout.contents(s, pile)[-1]
        other = eights.Reference(hands(m, s), s[stock.at], top, s[m.layout.variables[UP].at])
        while not m.over(s):
            legal = m.legal(s)
            assert m.seat(s) == other.up
            assert [named(m, s, move) for move in legal] == other.legal()
            move = rng.choice(legal)
            name = named(m, s, move)
            drawn = m.layout.contents(s, stock)[-1] if name == "draw" else None
            m.step(s, move)
            other.apply(name, drawn)
            assert hands(m, s) == other.hands
        assert other.over


def playout(m: Machine, seed: int, choices: random.Random) -> list[list[int]]:
    """All states of a random game."""
    states = [m.start(seed)]
    while not m.over(states[-1]):
        states.append(m.apply(states[-1], choices.choice(m.legal(states[-1]))))
    return states


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(), choices=st.integers(0, 1 << 30), players=st.sampled_from([2, 3, 5]))
def test_laws(seed: int, choices: int, players: int) -> None:
    m = MACHINES[players]
    states = playout(m, seed, random.Random(choices))
    assert playout(m, seed, random.Random(choices)) == states  # seed and moves are the game
    layout = m.layout
    for s in states:
        assert len(s) == layout.size
        lying = [c for i in layout.instances for c in layout.contents(s, i)]
        assert sorted(lying) == members(layout.pack.used)
        if m.over(s):
            continue
        legal = m.legal(s)
        arms = len(m.question(s).arms)
        assert legal == sorted(set(legal), key=lambda move: (move % arms, move // arms))
        before = list(s)
        after = m.apply(s, legal[-1])
        assert s == before
        m.step(before, legal[-1])
        assert before == after
        recorded, events = m.apply_recorded(s, legal[-1])
        assert recorded == after
        assert events


def states_of(seed: int, choices: int) -> list[State]:
    rng = random.Random(choices)
    found = [TABLE.start(seed)]
    while not found[-1].over:
        found.append(found[-1].apply(rng.choice(found[-1].question.legal)))
    return found


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 1 << 62), choices=st.integers(0, 1 << 30))
def test_states_are_values(seed: int, choices: int) -> None:
    states = states_of(seed, choices)
    assert len(set(states)) == len(states)  # no state comes twice in this game
    for state in states:
        again = TABLE.restore(state.to_json())
        assert again == state
        assert hash(again) == hash(state)
        if not state.over:
            for move in state.question.legal:
                assert state.read(move.text) == move
                assert again.apply(move.text) == state.apply(move)


def test_with_guards_as_loops_it_is_the_same_game() -> None:
    slow = Machine(RULES, 3, vectorise=False)
    for seed in range(5):
        assert playout(slow, seed, random.Random(seed)) == playout(MACHINES[3], seed, random.Random(seed))


def test_the_outcome() -> None:
    last = states_of(7, 7)[-1]
    assert last.over
    held = hands(TABLE.machine, list(last.cells))
    counts = [len(h) for h in held]
    assert last.outcome.winners == tuple(i + 1 for i, n in enumerate(counts) if n == min(counts))
    assert last.outcome.ending in (None, "done")
    worth = [sum(50 if c // 4 == 6 else 10 if c // 4 >= 9 else c + 2 for c in h) for h in held]
    assert last.outcome.values == {"left": {1: worth[0], 2: worth[1], 3: worth[2]}}
    with pytest.raises(ValueError, match="over"):
        _ = last.question
    with pytest.raises(ValueError, match="not over"):
        _ = TABLE.start(1).outcome
