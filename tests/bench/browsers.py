"""Plays games in a real browser: a player that knows no game taps what the page offers.

    python tests/bench/browsers.py [--games NAME …] [--mixes 50] [--taps 12] [--seconds 300] [--results FILE]

Without --games it plays every shipped game, then random mixes (tests/random_mixes.py) of at most 3,000 moves: nobody
plays a match to its end that takes longer than four hours, at a move every five seconds. After --taps taps a bot plays
in its place. Only bots play then, without a pause, so that also long matches come to their end, most within seconds.
A game passes if every tap changes the page, no page says that something has failed, the browser reports no error, and
the page isn't wider than a phone, also at the end. Each game is a line in FILE, and a later run plays only the others
and those that haven't ended within --seconds.
"""

import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from checkout import Record, options

import parlour
from parlour.mixing.mix_line import write_line
from scaffold.browser_player import play
from scaffold.real_browser import chromium, served

SEED = 1
LONGEST, SAMPLE = 3_000, 8  # moves of a mix, in most of some games


def games() -> Iterator[tuple[str, int]]:
    for game in parlour.Library.standard().ids("game"):
        yield game, parlour.load(game).players[0]


def mixes(number: int) -> Iterator[tuple[str, int]]:
    from random_mixes import random_mix, written

    made = (random_mix(SEED, n) for n in count())
    named = (mix for mix in made if not {*mix.rules} & {*mix.without})  # a line can't name a rule twice
    lines = (write_line(m.game, m.rules, m.without, {n: written(v) for n, v in m.options.items()}) for m in named)
    yield from islice(((line, parlour.load(line).players[0]) for line in lines if ends(line)), number)


def ends(mix: str) -> bool:
    """Return True if people would play the mix to its end."""
    game = parlour.load(mix)
    games = game.playouts(SAMPLE, game.players[0], seed=SEED, most=LONGEST)
    return 2 * games.cut_off < SAMPLE


def main() -> None:
    asked = options(__doc__, games=[str], mixes=50, taps=12, seconds=300.0, results=Path("browsers.jsonl"))
    record = Record(asked.results)
    results = {each["mix"]: each for each in record.lines}
    chosen = [(game, parlour.load(game).players[0]) for game in asked.games or ()]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), pace=0) as address,
        chromium(Path(folder) / "profile") as browser,
    ):
        for mix, players in chosen or (*games(), *mixes(asked.mixes)):
            if results.get(mix, {}).get("over"):
                continue
            begun = time.perf_counter()
            try:
                results[mix] = play(browser, address, mix, players, asked.taps, SEED, asked.seconds)
            except Exception as error:
                results[mix] = {"mix": mix, "players": players, "defect": f"{type(error).__name__}: {error}"}
            record.add(results[mix])
            print(f"{results[mix]} {time.perf_counter() - begun:.0f} s", flush=True)
    taps = sum(each.get("taps", 0) for each in results.values())
    bad = [each for each in results.values() if "defect" in each]
    print(
        f"{len(results)} games, {taps} taps, {sum(each.get('over', False) for each in results.values())} ended; {bad}"
    )


if __name__ == "__main__":
    main()
