"""Compares the bytes of pages in random games: a seat gets the same in all worlds that it can't tell from the true one.

    python tests/bench/leaks.py [--games 1000] [--results FILE]

It plays all shipped games in turn, each time with other cards, with one person or two. At some positions it opens the
page of the first seat and that of somebody who looks on, taps every card, asks for a hint, tries what isn't possible,
goes back to the last decision, loses the connection, and loads the page again: in the true position and in others. Each
game is a line in FILE, and a later run plays only the others.
"""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from checkout import Record, options

import parlour
from scaffold.same_bytes import compare

POSITIONS, BETWEEN = 3, 8
SECONDS = 600  # for a game


def main() -> None:
    asked = options(__doc__, games=1000, results=Path("leaks.jsonl"))
    record = Record(asked.results)
    results = {each["number"]: each for each in record.lines}
    games = parlour.Library.standard().ids("game")
    for number in range(asked.games):
        if number in results:
            continue
        game, chance = games[number % len(games)], Random(f"leaks {number}")
        result = results[number] = {"number": number, "game": game}
        try:
            with tempfile.TemporaryDirectory() as folder:
                playing = compare(game, Path(folder), chance, POSITIONS, BETWEEN)
                result["positions"], result["worlds"] = asyncio.run(asyncio.wait_for(playing, SECONDS))
        except Exception as error:
            result["defect"] = f"{type(error).__name__}: {error}"
        record.add(result)
        print(result, flush=True)
    positions, worlds = (sum(each.get(what, 0) for each in results.values()) for what in ("positions", "worlds"))
    bad = [each for each in results.values() if "defect" in each]
    print(f"{len(results)} games of {len({each['game'] for each in results.values()})} kinds, {positions} positions, "
          f"{worlds} other worlds; {bad}")  # fmt: skip


if __name__ == "__main__":
    main()
