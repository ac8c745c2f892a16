"""A ruleset that fails in the middle of a game at the terminal."""

import json
import re
from pathlib import Path

import pytest

from scaffold.terminal import Printed, run

SPOILER = """\
rule: spoiler
title: The spoiler
for: ladder
text: Whoever draws shares a penny among their fours of clubs.
state:
  share: {type: int, each: game}
when:
  after draw(p): |
    let fours = count c in hand(p) where c == 4♣
    share = 1 // fours
"""

BROKEN_QUESTION = """\
rule: spoiler
title: The spoiler
for: ladder
text: Nobody can be asked for a card once one has been drawn.
state:
  drawn: {type: int, each: game}
when:
  after draw(p): drawn += 1
prompts:
  turn(p): "sip if 1 // (1 - drawn) == 5: nothing"
"""

BROKEN_BOT = """\
rule: spoiler
title: The spoiler
for: ladder
text: Seat 2 can do nothing.
state:
  share: {type: int, each: game}
when:
  after draw(p): "if p != players.first: share = 1 // share"
  after lay(p, c): "if p != players.first: share = 1 // share"
"""


@pytest.fixture(autouse=True)
def files(home: Path) -> None:
    Path("spoiler.yaml").write_text(SPOILER)


def spoilt(*arguments: str, **more: object) -> Printed:
    bots = () if "--seats" in arguments else ("--level", "0")
    return run("play", "climb", *bots, "--with", "./spoiler.yaml", *arguments, **more)  # type: ignore[arg-type]


def test_the_line_is_shown_and_the_game_is_kept(home: Path) -> None:
    printed = spoilt("--seed", "1", typed=["draw"])
    assert printed.code == 1
    assert "Traceback" not in printed.err
    assert re.search(r"^spoiler\.yaml:\d+:\d+: error: the ruleset failed during play: ", printed.err, re.MULTILINE)
    assert re.search(r"^ +10 \|     share = 1 // fours$", printed.err, re.MULTILINE)
    (path,) = (home / "state" / "parlour").glob("*.json")
    assert f"Saved the game as it was before your move `draw`:\n  {path}\n" in printed.err
    assert f"  parlour replay {path}" in printed.err
    assert f"  parlour play --resume {path}" in printed.err
    assert "you: lay" in run("play", "--resume", str(path), typed=["1"]).out


def test_with_several_people_it_is_said_whose_move_it_was(home: Path) -> None:
    printed = spoilt("--seed", "1", "--seats", "human,human", typed=["", "1", "", "", "draw"])
    assert "Saved the game as it was before seat 2's move `draw`:\n" in printed.err
    (path,) = (home / "state" / "parlour").glob("*.json")
    assert len(json.loads(path.read_text())["moves"]) == 1


def test_it_is_kept_where_one_said(home: Path) -> None:
    printed = spoilt("--seed", "1", "--save", "game.json", typed=["draw"])
    assert ":\n  game.json\n" in printed.err
    assert run("play", "--resume", "game.json").code == 0


def test_a_position_whose_question_goes_wrong_is_not_kept() -> None:
    """The save has the game before that move, so a player can continue with another one."""
    Path("spoiler.yaml").write_text(BROKEN_QUESTION)
    printed = spoilt("--seed", "1", "--save", "game.json", typed=["draw"])
    assert printed.code == 1
    assert "Traceback" not in printed.err
    assert "Saved the game as it was before your move `draw`:\n  game.json\n" in printed.err
    assert "  parlour play --resume game.json" in printed.err
    assert json.loads(Path("game.json").read_text())["moves"] == []
    assert "you: lay" in run("play", "--resume", "game.json", typed=["1"]).out
    assert run("replay", "game.json").code == 0


def test_where_a_bot_goes_wrong_a_person_can_decide_otherwise() -> None:
    """A bot would only make the same move again."""
    Path("spoiler.yaml").write_text(BROKEN_BOT)
    printed = spoilt("--seed", "1", "--players", "2", "--save", "game.json", typed=["draw"])
    assert "Saved the game as it was at your last decision:\n  game.json\n" in printed.err
    assert "  parlour play --resume game.json" in printed.err
    assert json.loads(Path("game.json").read_text())["moves"] == []
    assert "you: lay" in run("play", "--resume", "game.json", typed=["1"]).out


def test_of_a_bot_it_is_not_told_what_it_wanted_to_do(home: Path) -> None:
    printed = spoilt("--auto", "--seed", "1")
    assert printed.code == 1
    assert re.search(r"as it was before seat \d's last move:\n", printed.err)
    assert "--resume" not in printed.err
    assert "stock → hand 1" in printed.out


def test_a_ruleset_whose_file_is_gone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_text

    def gone(path: Path, encoding: str) -> str:
        if path.name == "spoiler.yaml":
            raise FileNotFoundError(path)
        return read(path, encoding)

    monkeypatch.setattr("parlour.play.mishap.Path.read_text", gone)
    printed = spoilt("--seed", "1", typed=["draw"])
    assert re.search(r"failed during play: .* \[The spoiler, spoiler\.yaml:\d+:\d+\]", printed.err)
    assert "Saved the game" in printed.err
