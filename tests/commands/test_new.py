"""`parlour new` and `parlour mix`: starting a ruleset, and saving a mix."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_a_new_rule_can_be_checked_and_played() -> None:
    assert run("new", "rule", "no-sixes", "--for", "ladder").code == 0
    text = Path("no-sixes.yaml").read_text(encoding="utf-8")
    assert text.startswith("rule: no-sixes\ntitle: No sixes\nfor: ladder\n")
    assert "then  What happens when it is laid (steps)" in text
    assert run("check", "no-sixes.yaml").out == "checked 1 rule: all is well\n"
    awake = text.replace("# powers:\n#   7", "powers:\n  7").replace("# when:\n#   ", "when:\n  ")
    awake = re.sub(r"^# may:\n#   (.*)\n#     ", r"may:\n  \1\n    ", awake, flags=re.MULTILINE)
    assert "\nmay:\n" in awake
    Path("no-sixes.yaml").write_text(awake, encoding="utf-8")
    assert run("check", "no-sixes.yaml").code == 0
    assert run("new", "rule", "no-sixes", "--for", "ladder").code == 2
    assert run("new", "rule", "no-sixes", "--for", "climb", "--force").code == 0


def test_a_new_rule_lists_the_moves_that_it_can_forbid(tmp_path: Path) -> None:
    """Also those that nothing has forbidden yet, with the player and the choices."""
    frame = """\
frame: market
title: Market
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  middle: {seen: everybody}
stages:
  game: "for p in players: ask act(p)"
prompts:
  act(p): |
    swap "take {d} for {c}" for c in hand(p), d in middle: nothing
    knock: nothing
may:
  swap(p, c, d):
    same: {forbid: c.rank == d.rank, says: that changes nothing}
"""
    path = write(tmp_path / "market.yaml", frame)
    text = run("new", "rule", "mine", "--for", str(path), "-o", "-").out
    assert "#   swap(p, c, d), knock(p)\n# may:\n#   swap(p, c, d):\n#     no-reason: {forbid:" in text


@pytest.mark.parametrize(
    ("what", "commands"),
    {
        "rule": ("check {}", "play climb --with {}"),
        "game": ("check {}", "play {}"),
        "frame": ("check {}", "new game GAME --for {}"),
        "deck": ("check {}", "show {}"),
    }.items(),
)
def test_the_commands_in_a_new_file_name_that_file(what: str, commands: tuple[str, ...]) -> None:
    Path("drafts").mkdir()
    base = () if what == "deck" else ("--for", "climb" if what == "game" else "ladder")
    printed = run("new", what, "mine", *base, "-o", "drafts/first try.yaml")
    assert printed.out.endswith("  parlour check './drafts/first try.yaml'\n")
    text = Path("drafts/first try.yaml").read_text(encoding="utf-8")
    for command in commands:
        assert "#   parlour " + command.format("'./drafts/first try.yaml'") + "\n" in text
    assert "mine.yaml" not in text
    assert "#   parlour check ./mine.yaml\n" in run("new", what, "mine", *base, "-o", "-").out


def test_a_new_ruleset_under_a_taken_id_is_not_written() -> None:
    printed = run("new", "rule", "sevens-wish", "--for", "ladder")
    assert printed.code == 2
    assert f"there is a rule `sevens-wish` in {RULESETS / 'sevens-wish.yaml'} already" in printed.err
    assert "choose another name" in printed.err
    assert not Path("sevens-wish.yaml").exists()
    assert "there is a game `climb` in" in run("new", "rule", "climb", "--for", "ladder").err
    forced = run("new", "rule", "sevens-wish", "--for", "ladder", "--force")
    assert forced.code == 0
    assert "note: there is a rule `sevens-wish` in" in forced.err
    assert Path("sevens-wish.yaml").exists()
    assert run("new", "rule", "no-sixes", "--for", "ladder").code == 0
    assert "no-sixes.yaml already exists" in run("new", "rule", "no-sixes", "--for", "ladder").err
    assert not run("new", "rule", "no-sixes", "--for", "ladder", "--force").err


def test_a_new_game_can_be_checked_and_played() -> None:
    assert run("new", "game", "our-way", "--for", "climb").code == 0
    text = Path("our-way.yaml").read_text(encoding="utf-8")
    assert "#   - sevens-wish  # Sevens wish\n" in text
    awake = re.sub(r"^# (uses:|  - s|set:|  cards)", r"\1", text, flags=re.MULTILINE)
    Path("our-way.yaml").write_text(awake, encoding="utf-8")
    assert run("check", "our-way.yaml").out == "checked 1 game: all is well\n"
    assert run("play", "./our-way.yaml", "--auto").code == 0
    assert run("new", "game", "begun", "--for", "table").code == 0
    assert "stages: game" in Path("begun.yaml").read_text(encoding="utf-8")


def test_a_mix_is_written_down() -> None:
    write("rules/mine.yaml", "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\n")
    arguments = ["mix", "climb", "--with", "sevens-wish,./rules/mine.yaml", "--set", "gift=2"]
    shown = run(*arguments)
    assert shown.out.startswith('game: my-climb\ntitle: "Climb, our way"\nextends: climb\n')
    missing = run(*arguments, "-o", "games/ours.yaml")
    assert (missing.code, missing.err.splitlines()[0]) == (2, "parlour: there is no folder games")
    assert not Path("games").exists()
    Path("games").mkdir()
    printed = run(*arguments, "-o", "games/ours.yaml", "--title", "Ours")
    assert printed.out == (
        "Wrote games/ours.yaml. It is for 2 or 3 players.\n"
        "Play it:\n  parlour play games/ours.yaml\n"
        "Print its rules:\n  parlour rules games/ours.yaml -o ours.html\n"
        "Share it as a line; your friend also needs ladder.yaml, climb.yaml, mine.yaml and sevens-wish.yaml:\n"
        "  parlour play 'climb + sevens-wish + ./rules/mine.yaml, gift=2'\n"
    )
    assert "../rules/mine.yaml" in Path("games/ours.yaml").read_text(encoding="utf-8")
    assert run("check", "games/ours.yaml").code == 0
    assert json.loads(run("show", "games/ours.yaml", "--json").out)["title"] == "Ours"
    assert run(*arguments, "-o", "games/ours.yaml").code == 2
    assert run("mix", "climb", "--with", "strict,strict").out.endswith("uses: [strict]\n")
    named = run("mix", "Climb", "--with", "Sevens Wish", "-o", "named.yaml")
    assert "parlour play 'climb + sevens-wish'\n" in named.out
    assert "extends: climb\nuses: [sevens-wish]\n" in Path("named.yaml").read_text(encoding="utf-8")
    write("rules/alien.yaml", "rule: alien\ntitle: A\nfor: table-of-others\ntext: x\n")
    assert run("mix", "climb", "--with", "./rules/alien.yaml").code == 1


def test_a_new_deck_can_be_checked_and_shown() -> None:
    printed = run("new", "deck", "my-cards")
    assert printed.out.startswith("Wrote my-cards.yaml. Open it, describe the cards, then check it:\n")
    assert run("check", "./my-cards.yaml", "--strict").out == "checked 1 deck: all is well\n"
    assert "22 cards" in run("show", "./my-cards.yaml").out  # two suits of ten, and two cards of none


def test_a_new_deck_can_have_the_cards_of_another() -> None:
    write("few.yaml", "deck: few\ntitle: Few\ntext: x\nranks: [1, N: {name: knight}]\ncards: [{ranks: all}]\n")
    assert run("new", "deck", "mine", "--for", "./few.yaml").code == 0
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text.startswith("deck: mine\ntitle: Mine\n")
    assert "\nranks: [1, N: {name: knight}]\ncards: [{ranks: all}]\n" in text
    assert run("check", "./mine.yaml").out == "checked 1 deck: all is well\n"
    assert "expected a deck" in run("new", "deck", "other", "--for", "climb").err


@pytest.mark.parametrize("base", ["table", "rounds", "ladder"])
def test_a_new_frame_can_be_checked_and_played(base: str) -> None:
    assert run("new", "frame", "family", "--for", base).code == 0
    assert run("check", "./family.yaml").out == "checked 1 frame: all is well\n"
    assert run("new", "game", "first", "--for", "./family.yaml").code == 0
    assert run("play", "./first.yaml", "--auto").code == 0


def test_a_new_frame_lists_what_steps_can_set() -> None:
    text = run("new", "frame", "family", "--for", "rounds", "-o", "-").out
    assert "#   gain(side)   points for this hand\n" in text
    assert "stages:\n  hand: |\n    shuffle box into stock\n" in text
    assert run("new", "frame", "family").code == 2
