"""Chooses few sets of option values that together contain every possible pair of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

Values = Mapping[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]


def pairs_of(values: Values) -> set[Pair]:
    """Return every pair of values in a set."""
    return set(combinations(sorted(values.items()), 2))


def all_pairs(choices: Mapping[str, Sequence[str]]) -> set[Pair]:
    """Return every pair of values of different options."""
    found: set[Pair] = set()
    for one, other in combinations(sorted(choices), 2):
        found |= {((one, a), (other, b)) for a in choices[one] for b in choices[other]}
    return found


def covering(choices: Mapping[str, Sequence[str]], default: Values, seed: int) -> Iterator[dict[str, str]]:
    """Yield sets of values until every pair has occurred, those first that bring many new pairs. The default values
    have occurred before. It is the same sequence for a seed."""
    chance = Random(f"coverings {seed}")
    left = all_pairs(choices) - pairs_of(default)
    while left:
        row = max((_row(choices, left, chance) for _ in range(TRIES)), key=lambda row: len(pairs_of(row) & left))
        left -= pairs_of(row)
        yield row
    if len(choices) == 1:  # has no pairs
        ((name, values),) = choices.items()
        yield from ({name: value} for value in values if value != default.get(name))


TRIES = 3


def _row(choices: Mapping[str, Sequence[str]], left: set[Pair], chance: Random) -> dict[str, str]:
    """Build a set one option at a time, each with the value that completes the most remaining pairs."""
    first = chance.choice(sorted(left))
    row = dict(first)
    names = [name for name in choices if name not in row]
    chance.shuffle(names)
    for name in names:
        values = list(choices[name])
        chance.shuffle(values)
        row[name] = max(values, key=lambda value: _new((name, value), row, left))
    return row


def _new(item: tuple[str, str], row: Values, left: set[Pair]) -> int:
    return sum(((item, other) if item < other else (other, item)) in left for other in row.items())
