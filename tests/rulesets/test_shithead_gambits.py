"""Statements about gambits and switches that no single position shows: all ranks, odd mixes, and whole games."""

from pathlib import Path
from random import Random

import pytest

import laws
from parlour.examples.position_files import read_position
from parlour.game import load


def four(rank: str, tmp_path: Path) -> list[str]:
    """Return the moves with four of a rank and one more card in hand, on an empty discard pile."""
    path = tmp_path / "table.yaml"
    hand = " ".join(f"{rank}{suit}" for suit in "♣♦♥♠")
    other = "5♣" if rank == "4" else "4♣"
    path.write_text(f"given: {{rest: out, hand 1: {hand} {other}, hand 2: Jk, to move: 1}}", encoding="utf-8")
    return [move.text for move in read_position(path, load("ctg"), None, None).question.legal]


@pytest.mark.one_in(6)
@pytest.mark.proves("gambit.ranks", "gambit.queens", "common.cat.lists")
@pytest.mark.parametrize("rank", [*"23456789", "10", *"JQKA"])
def test_which_ranks_make_gambits(rank: str, tmp_path: Path) -> None:
    legal = four(rank, tmp_path)
    cards = f"{rank}♣ {rank}♦ {rank}♥ {rank}♠"
    assert f"play {cards}" in legal
    called = [move for move in legal if "gambit" in move]
    if rank == "Q":
        assert called == [f"queens gambit {cards}"]
    elif rank in ("4", "5", "7", "9", "K", "A"):
        assert called == [f"gambit {cards}: discard four"]
    else:
        assert called == []


@pytest.mark.proves("T14", "T15", "T16", "T17", "T23", "T28")
@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    ("game", "players", "rules", "options"),
    [
        ("ctg", 3, ["chaos"], {}),
        ("ruse", 5, [], {}),
        ("ruse", 4, ["chaos"], {"pickup": "when-stuck"}),
        ("ctg", 2, [], {"gambits.discard": "up-to-four", "gambits.joker": "steals", "stop-costs-turn": True}),
        ("ctg", 3, [], {"also-a-gambit": True, "four-stops": True, "queens-gambit.joker": "stops-it"}),
        ("ruse", 4, [], {"stoppers": "next-player", "passes-to": "who-began", "stays-in": "out", "jokers": 2}),
        ("ctg", 3, [], {"takes": "last-play", "in-chain": True, "ace-for-ace": "always", "calls": "any-legal"}),
        ("ctg", 3, [], {"beneath": "listed-only", "escape": False, "ace-switches.threes": "are-looked-past"}),
    ],
)
def test_there_is_always_something_to_do(
    game: str, players: int, rules: list[str], options: dict[str, str | int]
) -> None:
    """Every game reaches its end, with missing, stopped, passed-on or unreachable cards too."""
    machine = load(game, rules, options=options | {"turns": 150}).machine(players)
    for seed in (1, 2):
        assert laws.play(machine, seed, Random(seed)).ending in ("one-left", "turn-limit", "going-round")
