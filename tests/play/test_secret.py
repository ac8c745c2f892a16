"""A game with chance from the system's secret source: played, left, continued and replayed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scaffold.rulesets import write_game
from scaffold.terminal import run

DICE = """
frame: dice
title: Dice
extends: table
text: Roll six times; the highest sum wins.
players: 2
deck: {pack: 52, each: game}
state:
  rolled(player): {type: int, each: game, seen: everybody, text: rolled}
outcome: {rolled(player): rolled(player)}
stages:
  game: |
    repeat 6 times:
      for p in players: ask act(p)
    champions = those p in players with most rolled(p)
    end game as done
endings: {done: all have rolled}
prompts:
  act(p): |
    roll:
      let n = random 1..1000
      rolled(p) += n
    wait: nothing
"""


@pytest.fixture(autouse=True)
def files(home: Path) -> None:
    write_game(home, DICE)


def data(path: str) -> dict[str, Any]:
    found = json.loads(Path(path).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def sums(printed: str) -> list[str]:
    """Return the final sums of the dice."""
    line = next(line for line in reversed(printed.splitlines()) if "seat 2 has" in line)
    return re.findall(r"\d{2,}", line)


def test_it_is_played_left_gone_on_with_and_seen_again() -> None:
    first = run("play", "game.yaml", "--level", "0", "--secret", "--save", "one.json", typed=["roll", "wait"])
    assert first.out.startswith("Dice: seat 1 you, seat 2 bot; secret seeds.\n")
    rest = run("play", "--resume", "one.json", typed=["roll", "wait"] * 3)
    assert rest.code == 0
    again = r"^Play another game like this:\n  parlour play \S+ --players 2 --level 0 --secret$"
    assert re.search(again, rest.out, re.MULTILINE)
    assert "Play the same cards again" not in rest.out
    seen = run("replay", "one.json")
    assert seen.code == 0
    assert seen.out.startswith("Dice for 2, secret seeds, as seat 1 saw it")
    assert sums(rest.out) == sums(seen.out)


def test_the_log_has_a_seed_wherever_there_was_chance() -> None:
    run("play", "game.yaml", "--level", "0", "--secret", "--save", "one.json", typed=["roll", "wait"])
    kept = data("one.json")
    assert kept["parlour game"] == 2
    assert len(kept["seeds"]) == len(kept["moves"]) + 1
    assert kept["seeds"][0] is not None
    assert [seed is not None for seed in kept["seeds"][1:]] == [move == "roll" for move in kept["moves"]]
    assert all(isinstance(seed, str) for seed in kept["seeds"] if seed is not None)


def test_what_is_taken_back_is_rolled_anew() -> None:
    run("play", "game.yaml", "--level", "0", "--secret", "--save", "one.json", typed=["roll", "u", "roll"])
    assert len(data("one.json")["seeds"]) == len(data("one.json")["moves"]) + 1
    assert run("replay", "one.json", "--moves").code == 0


def test_what_follows_chance_is_typed_when_it_has_been_seen() -> None:
    printed = run("play", "game.yaml", "--level", "0", "--secret", "--save", "one.json", typed=["roll; wait"])
    assert "`roll` involves chance" in printed.out + printed.err
    assert data("one.json")["moves"][0] == "roll"


def test_without_its_seeds_it_can_not_be_replayed() -> None:
    run("play", "game.yaml", "--level", "0", "--secret", "--save", "one.json", typed=["roll", "wait"])
    kept = data("one.json")
    last = max(place for place, seed in enumerate(kept["seeds"]) if seed is not None)
    other = [*kept["seeds"][:last], "1", *kept["seeds"][last + 1 :]]
    broken = {
        "its seeds are missing": {k: v for k, v in kept.items() if k != "seeds"},
        "it involves chance, but the log has no seed for it": kept
        | {"seeds": [kept["seeds"][0], *[None] * len(kept["moves"])]},
        "an entry is missing or invalid": kept | {"seeds": kept["seeds"][:-1]},
        "don't lead to its position": kept | {"seeds": other},
    }
    for words, content in broken.items():
        Path("broken.json").write_text(json.dumps(content), encoding="utf-8")
        for command in (["play", "--resume", "broken.json"], ["replay", "broken.json"]):
            printed = run(*command)
            assert printed.code == 2, words
            assert words in printed.err


def test_nobody_chooses_the_cards() -> None:
    printed = run("play", "game.yaml", "--level", "0", "--secret", "--seed", "5")
    assert (printed.code, "remove one of them" in printed.err) == (2, True)
    run("play", "game.yaml", "--level", "0", "--save", "plain.json", typed=["roll"])
    assert data("plain.json")["parlour game"] == 1
    assert "seeds" not in data("plain.json")
    printed = run("play", "--resume", "plain.json", "--secret")
    assert "so --secret isn't possible" in printed.err
