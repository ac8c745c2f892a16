"""A fixed-seed sample of the laws; `tests/bench/soak.py` plays the full counts."""

from random import Random

import pytest

import laws

TABLES = [
    *((game, n) for game, counts in (("crazy-eights", range(2, 8)), ("trevor-cut-throat", (2,))) for n in counts),
    *(("last-one", n) for n in (2, 3, 6)), *(("./tests/peers/crazy_eights.yaml", n) for n in (2, 5, 6, 15)),
    ("./tests/peers/gin_rummy.yaml", 2), *(("hearts", n) for n in (3, 4, 6)), ("two-handed-hearts", 2),
    ("two-handed-hearts-replenished", 2), ("whist", 4), ("chicago-bridge", 4), *(("sh", n) for n in range(2, 6)),
    *(("chaos-sh", n) for n in (3, 4)), *(("ct", n) for n in (2, 3)), ("chaos-ct", 2),
    *((game, n) for game in ("cts", "ctsr", "ctg") for n in (2, 3)), *(("ruse", n) for n in (2, 6, 10)),
    *(("red-and-black", n) for n in (2, 4)), *(("animalball-cutthroat", n) for n in (6, 13)),
]  # fmt: skip


@pytest.mark.proves("T06")
@pytest.mark.one_in(20)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_random_games_keep_the_laws(game: str, players: int) -> None:
    m = laws.machine(game, players)
    chooser = Random(players)
    for seed in range(2):
        played = laws.play(m, seed, chooser)
        assert played.ending  # somebody can always answer
        laws.replay(m, played)


@pytest.mark.parametrize("players", [2, 4])
def test_another_seed_is_another_game(players: int) -> None:
    m = laws.machine("crazy-eights", players)
    assert m.start(1) != m.start(2)
    assert m.start(3) == m.start(3)
