"""The random numbers of a playout. Game i of a seed has a seed of its own, and its players have a generator of their
own. So every policy gets the same cards. Both are specified in docs/playouts.md."""

from __future__ import annotations

from parlour.table.chance import seed_state

LOW, HIGH = -(1 << 63), (1 << 64) - 1  # the bounds of a seed: 64 bits

_MASK64 = (1 << 64) - 1


def game_seed(seed: int, number: int) -> int:
    """Return the seed of game `number` (from 0), for `start`."""
    return seed_state((seed & _MASK64) + (2 * number + 1 << 64))


def chooser_state(seed: int, number: int) -> int:
    """Return the state of the generator with which the players of game `number` choose."""
    return seed_state((seed & _MASK64) + (2 * number + 2 << 64))
