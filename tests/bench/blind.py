"""Puts worlds that a seat can't tell apart in the place of the true state, and compares what its bot thinks.

    python tests/bench/blind.py [ids] [--positions 30] [--mixes 100] [--games 16] [--record FILE]

In all shipped games, and in random mixes of one position each. A row has the decisions that were compared. With
`--record`, a stopped run continues with the rest. Delete the record when bots or rules change.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from checkout import Record, options

import parlour
from laws_of_bots import thoughts_are_blind
from parlour.bots.thinker import Thinker
from random_mixes import random_mix


def tables(ids: list[str], positions: int, mixes: int) -> Iterator[tuple[str, parlour.Game, int]]:
    """Yield names, games, and the numbers of positions."""
    for id_ in ids or parlour.Library.standard().ids("game"):
        yield id_, parlour.load(id_), positions
    for number in range(0 if ids else mixes):
        mix = random_mix(1, number)
        yield str(mix), parlour.load(mix.game, mix.rules, mix.without, mix.options), 1


def main() -> None:
    args = options(__doc__, "ids", positions=30, mixes=100, games=16, record=Path)
    record = Record(args.record)
    rows = dict(record.lines)
    for name, game, positions in tables(args.ids, args.positions, args.mixes):
        if name in rows:
            continue
        players = game.admitted()
        thinker = Thinker(game.rollouts(players), games=args.games)
        try:
            compared = sum(thoughts_are_blind(game, players, seed, positions // 2 or 1, thinker) for seed in (1, 2))
            print(f"{compared:>6}  {name}", flush=True)
            rows[name] = compared
        except AssertionError as wrong:
            rows[name] = None
            print(f"differs  {name}: {wrong}", flush=True)
        record.add([name, rows[name]])
    failed = [name for name, compared in rows.items() if compared is None]
    print(f"{sum(filter(None, rows.values())):>6}  decisions compared, {len(failed)} games with a difference")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
