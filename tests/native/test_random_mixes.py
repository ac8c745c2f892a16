"""Random mixes are played alike by all executions. `tests/bench/agree.py` plays many more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from agreement import DisagreementError, Pair, compare
from parlour.mixing.compiler import compile_ruleset, require
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.python.execution import Execution
from parlour.storage.cache import Cache
from parlour.table.layout import DIRECTION
from random_mixes import Mix, random_mix
from scaffold.executions import source_of

SEED, MIXES = 3, range(12)
needs_llvmlite = pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")


def task(policy: bool, most: int = 150) -> Task:
    return Task(seed=1, begin=None, policy=policy, most=most, states=True)


@contextmanager
def told_about(mix: Mix) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        error.add_note(f"{mix}, {mix.players[0]} players")
        raise


def same_natively(program: Program, players: int) -> None:
    from parlour.native.player import NativePlayer

    native, python = NativePlayer(program, players, 0, Cache(None)), PythonPlayer(program, players)
    for policy in (False, True):
        compare(python, native, task(policy), 0, 2)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", MIXES)
def test_mixes_are_the_same_at_every_question(number: int) -> None:
    mix = random_mix(SEED, number)
    pair = Pair(mix.program, mix.players[0])
    with told_about(mix):
        for policy in (False, True):
            assert pair.walk(task(policy), 0).fault is None


class Turning(Execution):
    """A player that reverses the direction after the fifth decision of a game."""

    def advance(self, s: list[int], move: int | None = None) -> None:
        super().advance(s, move)
        self.decisions = 0 if move is None else self.decisions + 1
        if self.decisions == 5:
            s[DIRECTION] = -s[DIRECTION]


def test_where_games_part_is_told() -> None:
    program = require(compile_ruleset("crazy-eights"))[1]
    turning = PythonPlayer(program, 3)
    turning.execution = Turning(program, 3, counting=True)
    with pytest.raises(DisagreementError, match=r"game 0: .* after 5 decisions, .*: direction is 1 and -1$"):
        compare(PythonPlayer(program, 3), turning, task(policy=False, most=9), 0, 2)


@needs_llvmlite
@pytest.mark.one_in(8)
@pytest.mark.parametrize("number", MIXES)
def test_mixes_end_the_same(number: int) -> None:
    mix = random_mix(SEED, number)
    with told_about(mix):
        same_natively(mix.program, mix.players[0])


@needs_llvmlite
def test_sets_of_a_rank_from_two_packs() -> None:
    """With two packs, cards of a rank have distant numbers, and their sets come between those of other ranks."""
    same_natively(require(compile_ruleset("sh", options={"packs": "2"}))[1], 3)


def test_cards_that_are_all_of_low_ranks() -> None:
    """The table for a set of low faces must contain all faces, because play can test any face."""
    options = {"twos-link.uncounted": "4♦ 2♠"}
    source = source_of(require(compile_ruleset("ruse", options=options))[1], 4).text
    (table,) = re.findall(rf"^IN_{1 << 3 | 1 << 9} = \((.*)\)$", source, re.MULTILINE)
    assert [k for k, entry in enumerate(table.split(", ")) if entry == "1"] == [3, 9]
    assert len(table.split(", ")) == 53 + 1
