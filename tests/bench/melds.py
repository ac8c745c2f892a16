"""Measures the built-in functions about melds, without the results cached from one hand to the next:

1. dealt hands, and dealt hands with one card more;
2. eleven cards that are as close together as possible, which is the most work;
3. laying off ten cards on the melds of a hand that can knock;
4. the discards for a knock, eleven hands of ten, with cached results.

    python tests/bench/melds.py [--hands 2000]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from packs import deck, pack
from parlour import program as p
from scaffold.melds import MeldFunctions

WORTH = p.Op("min", p.Pips(p.CardFact("rank", p.Local(0))), p.Const(10))
PACK = pack(ace_high=False)
DECK = deck(ace_high=False)
KNOCK = 10


def fresh() -> MeldFunctions:
    return MeldFunctions(DECK, p.Melding(3, 3, False, WORTH, 0), PACK)


def taken(melds: MeldFunctions, work: Callable[[MeldFunctions], object]) -> float:
    """Return the seconds for one piece of work without cached results: the best of five, because other work runs
    too."""
    best = 1.0
    for _ in range(5):
        melds.forget()
        began = time.perf_counter()
        work(melds)
        best = min(best, time.perf_counter() - began)
    return best


def told(what: str, seconds: list[float]) -> None:
    micro = sorted(1e6 * s for s in seconds)
    shares = ", ".join(f"{name} {micro[int(at * (len(micro) - 1))]:7.0f}" for name, at in SHARES.items())
    print(f"  {what:44} {shares} µs")


SHARES = {"median": 0.5, "99 %": 0.99, "worst": 1.0}


def mask(cards: list[int]) -> int:
    return sum(1 << c for c in cards)


def close(size: int) -> list[int]:
    """Yield hands of neighbours: from each place in the pack, most of the next cards."""
    found = []
    for start in range(52):
        near = [(start + i) % 52 for i in range(size + 2)]
        for leave in range(1, size + 1):
            found.append(mask([c for i, c in enumerate(near) if i not in (leave, leave + 1)]))
    for suit in range(4):
        found += [mask([4 * (start + i) + suit for i in range(size)]) for start in range(13 - size + 1)]
    return found


def knockers(rng: Random, count: int) -> list[tuple[list[int], int]]:
    """Yield the melds of a hand with at most ten loose points, and another hand."""
    melds, found = fresh(), []
    while len(found) < count:
        start, suit = rng.randrange(30), rng.randrange(4)
        near = list(range(start, start + 22)) + [c for c in range(52) if c % 4 == suit]
        cards = rng.sample(sorted(set(near)), 20)
        if melds.deadwood(mask(cards[:10])) <= KNOCK:
            found.append((melds.division(mask(cards[:10])), mask(cards[10:])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=2000)
    count = parser.parse_args().hands
    rng = Random(1)
    melds = fresh()
    melds.deadwood(PACK.used)  # makes the tables
    for size in (10, 11):
        hands = [mask(rng.sample(range(52), size)) for _ in range(count)]
        told(f"deadwood, {size} cards as they come", [taken(melds, lambda m, h=h: m.deadwood(h)) for h in hands])
    told("deadwood, 11 neighbours", [taken(melds, lambda m, h=h: m.deadwood(h)) for h in close(11)])
    told("melded, 11 neighbours", [taken(melds, lambda m, h=h: m.melded(h)) for h in close(11)])
    pairs = knockers(rng, count)
    told("lay_off, 10 cards", [taken(melds, lambda m, t=t, h=h: m.laid_off(h, t)) for t, h in pairs])

    def discards(held: int) -> Callable[[MeldFunctions], object]:
        tens = [held & ~(1 << c) for c in range(52) if held >> c & 1]
        return lambda m: [m.deadwood(ten) for ten in tens]

    hands = [mask(rng.sample(range(52), 11)) for _ in range(count)]
    told("all discards of 11 cards as they come", [taken(melds, discards(h)) for h in hands])
    told("all discards of 11 neighbours", [taken(melds, discards(h)) for h in close(11)])
    seconds = []
    for _ in range(20):
        began = time.perf_counter()
        fresh().deadwood(1)
        seconds.append(time.perf_counter() - began)
    print(f"  making the tables of a game: {1e3 * median(seconds):.1f} ms, once")


if __name__ == "__main__":
    main()
