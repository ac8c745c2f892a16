"""Laws that hold for every game at every question, for the tests and for `tests/bench/soak.py`."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Protocol

from parlour.mixing.compiler import compile_ruleset, require
from parlour.playouts.policy import Policy
from parlour.program import Program, VarAt
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.table import saves
from parlour.table.layout import NOWHERE


@dataclass(frozen=True)
class Played:
    """A whole game: its moves, and the final state."""

    seed: int
    moves: list[int] = field(repr=False)
    end: list[int] = field(repr=False)
    ending: str


class Chooser(Protocol):
    """A player who chooses one of the legal moves. `random.Random` is one."""

    def choice(self, moves: list[int], /) -> int: ...


@lru_cache(maxsize=64)
def program(subject: str, *with_: str) -> Program:
    return require(compile_ruleset(subject, with_=with_))[1]


@lru_cache(maxsize=64)
def machine(subject: str, players: int, *with_: str) -> Machine:
    return Machine(program(subject, *with_), players)


@lru_cache(maxsize=64)
def generated(subject: str, players: int, *with_: str) -> Machine:
    """Return a machine of the same game that plays by generated Python."""
    return fast_machine(program(subject, *with_), players)


def sizes(subject: str, *with_: str) -> list[int]:
    """Return the possible numbers of players."""
    found = []
    for players in program(subject, *with_).players:
        m = machine(subject, players, *with_)
        if all(m.evaluate(m.blank(1), requirement.test) for requirement in m.program.possible):
            found.append(players)
    return found


def ending(m: Machine, s: list[int]) -> str:
    """Return the word for the ending of a game."""
    return m.program.endings[m.evaluate(s, VarAt(m.program.ending))][0]


def is_won(m: Machine, s: list[int]) -> bool:
    """True if somebody wins this game, and not everybody."""
    winners = next(result for result in m.program.results if result.name == "winners")
    return 0 < m.evaluate(s, winners.value).bit_count() < len(m.layout.sides)


def cards_are_conserved(m: Machine, s: list[int]) -> None:
    """Check that every card of the pack is in exactly one zone, the one that its own place names."""
    seen: dict[int, int] = {}
    for instance in m.layout.instances:
        for card in m.layout.contents(s, instance):
            assert card not in seen, f"card {card} is in two zones"
            seen[card] = instance.number
    for card in range(m.layout.pack.size):
        in_play = m.layout.pack.used >> card & 1
        assert s[m.layout.where + card] == (seen.get(card) if in_play else NOWHERE), f"card {card} is misplaced"
    assert set(seen) == {c for c in range(m.layout.pack.size) if m.layout.pack.used >> c & 1}


def legal_is_ordered(m: Machine, s: list[int]) -> list[int]:
    """Check that each legal move is in the list once and isn't a try, and that listing changes nothing."""
    before = list(s)
    legal = m.legal(s)
    tries = m.tries(s)
    assert legal
    assert len(set(legal)) == len(legal)
    assert not set(legal) & set(tries)
    assert s == before
    assert 0 <= m.seat(s) < m.players
    return legal


def copies_are_apart(m: Machine, s: list[int], move: int) -> None:
    """Check that a move on a copy leaves the original unchanged, with the same result with and without a recording."""
    before = list(s)
    after = m.apply(s, move)
    assert s == before
    recorded, _ = m.apply_recorded(s, move)
    assert recorded == after


def a_save_is_the_state(m: Machine, s: list[int]) -> None:
    """Check that restoring a save gives the same state. This is slow, because it digests the whole program."""
    assert saves.restored(m.layout, json.loads(json.dumps(saves.saved(m.layout, s)))) == s


def play(
    m: Machine, seed: int, chooser: Chooser, looks: int = 1, copied: int = 7, saved: int = 7, most: int = 500_000,
    policy: bool = False,
) -> Played:  # fmt: skip
    """Play a random game, or one by the policy. Check the state at the end and at one question in `looks`. Check copies
    and recorded moves at one in `copied` of these, and a save after one in `saved` of those and at the end."""
    s = m.start(seed)
    moves: list[int] = []
    while not m.over(s):
        assert len(moves) < most, f"seed {seed}: the game does not end"
        if len(moves) % looks == 0:
            cards_are_conserved(m, s)
            legal = legal_is_ordered(m, s)
        else:
            legal = m.legal(s)
        move = chooser.choice(Policy(m.functions).among(s, legal, Random(len(moves)).randrange) if policy else legal)
        if len(moves) % (looks * copied) == 0:
            copies_are_apart(m, s, move)
        m.step(s, move)
        moves.append(move)
        if (len(moves) - 1) % (looks * copied * saved) == 0:
            a_save_is_the_state(m, s)
    cards_are_conserved(m, s)
    a_save_is_the_state(m, s)
    return Played(seed, moves, s, ending(m, s))


def replay(m: Machine, played: Played) -> None:
    """Check that the seed and the moves give the same state again."""
    s = m.start(played.seed)
    for move in played.moves:
        m.step(s, move)
    assert s == played.end
