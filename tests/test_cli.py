"""The command line: what the commands print, how they end, and what they say when they are called wrongly."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

import parlour
from parlour import cli, resources
from parlour.commands import SUMMARIES, command
from parlour.console import Console
from parlour.source import told
from play.terminal import RULESETS, Screen, Typing, run, settle

E = TypeVar("E", bound=Exception)
ENGINE = Path(parlour.__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settle(tmp_path, monkeypatch)
    return tmp_path


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------- called rightly and wrongly


def test_without_anything_it_tells_what_there_is() -> None:
    printed = run()
    assert printed.code == 2
    assert all(f"parlour {name}" in printed.out for name in SUMMARIES)
    assert run("--help") == run("help")
    assert run("--help").code == 0
    assert re.fullmatch(r"parlour \S.*\n", run("--version").out)


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_has_help_with_examples(name: str) -> None:
    printed = run(name, "--help")
    assert printed.code == 0
    assert printed == run("help", name) == run(name, "-h")
    assert printed.out.startswith(f"usage: parlour {name} ")
    assert "examples:\n  parlour" in printed.out
    assert command(name).name == name
    assert max(map(len, printed.out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plya", "climb"], "did you mean `play`?"),
        (["--verison"], "did you mean `--version`?"),
        (["frobnicate"], "`parlour --help` lists what there is"),
        (["play", "climb", "--plyers", "3"], "did you mean `--players`?"),
        (["play", "climb", "climb"], "`climb` is one word too many"),
        (["play", "climp"], "did you mean `climb`?"),
        (["play", "ladder-rule"], "there is no game or frame `ladder-rule`"),
        (["play", "sevens-wish"], "`sevens-wish` is a rule; a game or frame is wanted here"),
        (["play"], "which game?"),
        (["play", "climb", "--players", "9"], "Climb is for 2 or 3 players, not for 9"),
        (["play", "climb", "--players", "0"], "Climb is for 2 or 3 players, not for 0"),
        (["play", "climb", "--players", "two"], "`--players two`: a whole number of at least 1 is wanted\n"),
        (["play", "climb", "--seed", "-5"], "`--seed -5`: a whole number of at least 0 is wanted\n"),
        (["play", "climb", "--seed", "9" * 20], "a number of at most 18 digits is wanted\n"),
        (["measure", "climb", "--games", "-5"], "`--games -5`: a whole number of at least 1 is wanted\n"),
        (["measure", "climb", "--games", "1e6"], "did you mean `--games 1000000`?"),
        (["measure", "climb", "--games=10k"], "did you mean `--games 10000`?"),
        (["measure", "climb", "--games", "1,000"], "did you mean `--games 1000`?"),
        (["measure", "climb", "--games", "2.5"], "a whole number of at least 1 is wanted\n"),
        (["measure", "climb", "--games", "0"], "at least one game is played, not 0"),
        (["measure", "climb", "--threads", "4.0"], "did you mean `--threads 4`?"),
        (["measure", "climb", "--most", "1e99"], "`--most 1e99`: a whole number of at least 1 is wanted\n"),
        (["show", "climb", "--code", "--players", "-2"], "`--players -2`: a whole number of at least 1 is wanted\n"),
        (["why", "climb", "draw", "--seed", "x"], "`--seed x`: a whole number of at least 0 is wanted\n"),
        (["replay", "--seat", "x"], "`--seat x`: a whole number of at least 1 is wanted\n"),
        (["play", "climb", "--players"], "expected one argument"),
        (["play", "climb", "--set", "cards=8", "--players", "3"], "8 cards for each of 3 players are too many"),
        (["play", "climb", "--set", "cards=8", "--players", "3"], "with `--set cards=7` there is room for 3"),
        (["play", "climb", "--set", "cards=8", "--seats", "human,random,random"], "with `--set cards=7` there is room"),
        (["measure", "climb", "--set", "cards=8", "--players", "3"], "with `--set cards=7` there is room for 3"),
        (["play", "climb", "--seats", "human,randum"], "did you mean `random`?"),
        (["play", "climb", "--seats", "human,human", "--players", "3"], "--seats names 2 seats"),
        (["play", "climb", "--auto", "--seats", "human,random"], "nobody plays but bots"),
        (["play", "climb", "--random", "--seats", "human,bot"], "--seats says already who the bots are"),
        (["play", "climb", "--with", "seven-wish"], "did you mean `sevens-wish`?"),
        (["play", "climb", "--with", "pay"], "there is `fives-pay`"),
        (["show", "climb", "nonsense"], "`prompts`, `may` and `outcome`, and what stands in them"),
        (["show", "climb", "laid-cards"], "there is no part `laid-cards` here"),
        (
            ["show", "climb", "sevens-wish"],
            "`sevens-wish` is a rule, and not in this mix\n  add it: --with sevens-wish; `",
        ),
        (["show", "climb", "sevens-wsh"], "did you mean `sevens-wish`?"),
        (["show", "climb", "to-a-target"], "`to-a-target` is a rule for `rounds`, and not for this mix"),
        (["play", "climb", "--without", "strict"], "`strict` is not used here"),
        (["play", "climb", "--set", "card=3"], "did you mean `cards`?"),
        (["play", "climb", "--set", "cards=90"], "takes a whole number from 1 to 8; found `90`"),
        (["play", "climb", "--set", "cards"], "write `--set NAME=VALUE`"),
        (["play", "climb", "--set", "cards=2", "--set", "cards=3"], "`cards` is set twice"),
        (["play", "./climb.yaml"], "there is no file climb.yaml"),
        (["play", "--resume", "nothing.json"], "there is no file nothing.json"),
        (["list", "--kind", "rules"], "did you mean `rule`?"),
        (["show"], "the following arguments are required: GAME (in `parlour show`)"),
        (["show", "clmb"], "did you mean `climb`?"),
        (["show", "climb", "turns"], "did you mean `turn`?"),
        (["check", "clmb"], "did you mean `climb`?"),
        (["check", "nowhere/"], "there is no file nowhere"),
        (["test", "clmb"], "did you mean `climb`?"),
        (["why", "climb", "draw", "--after", "fly"], "the position is not reached"),
        (["why", "climb", "draw", "--position", "nothing.yaml"], "there is no file nothing.yaml"),
        (["new", "ruel", "x", "--for", "ladder"], "did you mean `rule`?"),
        (["new", "rule", "No Kings", "--for", "ladder"], "write `no-kings`"),
        (["new", "rule", "x", "--for", "lader"], "did you mean `ladder`?"),
        (["new", "rule", "x"], "for which frame?"),
        (["mix", "climb", "-o", "climb.yaml"], "needs another id than `climb`"),
        (["replay", "nothing.json"], "there is no file nothing.json"),
    ],
)
def test_wrong_calls_get_a_helping_answer(arguments: list[str], words: str) -> None:
    printed = run(*arguments)
    assert printed.code == 2
    told = printed.err + printed.out
    assert words in told
    assert "Traceback" not in told


def test_options_stand_before_between_and_behind_the_words() -> None:
    told = run("why", "climb", "draw", "--seed", "7", "--with", "sevens-wish")
    assert told.code == 0
    assert "`draw`" in told.out
    assert run("why", "climb", "--seed", "7", "--with", "sevens-wish", "draw") == told
    assert run("why", "--seed", "7", "climb", "--with", "sevens-wish", "draw") == told
    assert run("why", "--seed", "7", "--with", "sevens-wish", "--", "climb", "draw") == told
    assert "`fly` is one word too many" in run("why", "climb", "--seed", "7", "draw", "fly").err
    shown = run("show", "climb", "--set", "cards=2", "turn")
    assert shown.code == 0
    assert shown == run("show", "climb", "turn", "--set", "cards=2")


def test_a_rule_in_place_of_a_game_is_told_how_it_is_played() -> None:
    def told(*arguments: str) -> str:
        printed = run(*arguments)
        assert printed.code in (1, 2)
        return printed.err

    assert "help: add it to a game: parlour play climb --with sevens-wish\n" in told("play", "sevens-wish")
    assert "help: add it to a game: parlour why climb --with sevens-wish\n" in told("why", "sevens-wish", "draw")
    assert "help: add it to a game: parlour mix climb --with sevens-wish\n" in told("mix", "sevens-wish")
    write("my rule.yaml", "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\nneeds: [sevens-wish]\n")
    words = "parlour play climb --with sevens-wish --with './my rule.yaml'\n"
    assert words in told("play", "./my rule.yaml")
    write("rulesets/steep.yaml", "game: a-climb\ntitle: A\nextends: ladder\nuses: [sevens-wish]\n")
    assert "help: `a-climb` has it already: parlour play a-climb\n" in told("play", "sevens-wish")
    write("rulesets/lost.yaml", "rule: lost\ntitle: Lost\nfor: nowhere\ntext: x\n")
    assert "help: name a game, and add it with --with lost\n" in told("play", "lost")


def test_half_a_frame_in_place_of_a_game_is_told_which_games_stand_on_it() -> None:
    printed = run("play", "table")
    assert printed.code == 2
    assert printed.err == (
        "error: `table` is a frame, on which games stand; it can't be played by itself [library-wrong-kind]\n"
        "  help: name a game such as `climb`: parlour play climb\n"
    )
    assert run("play", "ladder", "--auto", "--seed", "1").code == 0


def test_our_own_mistakes_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> object:
        raise ZeroDivisionError("out of nothing")

    monkeypatch.setattr(cli, "command", stumble)
    printed = run("list")
    assert printed.code == 70
    assert "a mistake of ours, not of yours: ZeroDivisionError: out of nothing" in printed.err
    assert "please report it" in printed.err
    assert "Traceback" not in printed.err
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    assert "Traceback" in run("list").err


def test_interrupted_without_a_word_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "command", interrupted)
    assert run("check") == cli_printed(130, "", "parlour: stopped\n")


def cli_printed(code: int, out: str, err: str) -> object:
    from play.terminal import Printed

    return Printed(code, out, err)


def test_a_fault_of_the_ruleset_names_its_line() -> None:
    write(
        "rude.yaml",
        "rule: rude\ntitle: Rude\nfor: ladder\ntext: Breaks.\nwhen:\n  after lay(p, c): |\n"
        "    let n = laid(p) - laid(p)\n    laid(p) += 1 // n\n",
    )
    printed = run("play", "climb", "--with", "./rude.yaml", "--auto", "--seed", "1")
    assert printed.code == 1
    assert re.search(r"^\S+\.yaml:\d+:\d+: error: the ruleset has gone wrong", printed.err, re.MULTILINE)


# ---------------------------------------------------------------- what it is printed on


def test_colour_is_for_terminals_and_can_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1mGames\x1b[0m" in run("list", terminal=True).out
    assert "\x1b" not in run("list").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("list", terminal=True).out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in run("list", terminal=True).out


def test_progress_is_shown_to_a_terminal_only() -> None:
    assert "checking climb" in run("check", "climb", terminal=True).err
    assert not run("check", "climb").err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_where_suits_can_not_be_printed_there_are_letters(encoding: str) -> None:
    printed = run("play", "climb", "--auto", "--seed", "1", encoding=encoding)
    assert printed.code == 0
    assert "stock -> hand 1: 5H 7H 7S\n" in printed.out
    assert json.loads(run("why", "climb", "--json", "--seed", "1", encoding=encoding).out)["legal"][0] == "lay 7♥"


def test_output_that_nobody_reads_any_more() -> None:
    command = [sys.executable, "-m", "parlour", "show", "climb", "--json"]
    environ = dict(os.environ) | {"PYTHONPATH": str(ENGINE)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


# ---------------------------------------------------------------- list


def test_list_shows_games_frames_and_rules() -> None:
    out = run("list").out
    assert re.search(r"^Games\n(  .*\n)*  climb +Climb\n", out, re.MULTILINE)
    assert re.search(r"^House rules for ladder\n(  .*\n)*  sevens-wish +Sevens wish\n", out, re.MULTILINE)
    assert "sevens-wish" not in run("list", "--kind", "game").out
    assert "climb" not in run("list", "--kind", "rule", "wish").out


def test_list_finds_by_what_rulesets_are_called_and_what_they_say() -> None:
    write(
        "rulesets/kings.yaml",
        "rule: no-kings\ntitle: The republic\nfor: ladder\ngroup: royalty\nalso-called: [off with his head]\n"
        "text: |\n  Crowns are\n  worthless.\n",
    )

    def found(*words: str) -> bool:
        return re.search(r"no-kings +The republic \(royalty\)", run("list", *words).out) is not None

    for words in ("no-kings", "no kings", "REPUBLIC", "royalty", "crowns are worthless", "his head", "ladder"):
        assert found(words), words
    assert found("royalty", "republic")
    assert not found("republic", "sevens")


def test_list_and_show_say_what_is_experimental() -> None:
    write("rulesets/kings.yaml", "rule: no-kings\ntitle: The republic\nfor: ladder\nstatus: experimental\ntext: x\n")
    write("rulesets/queens.yaml", "rule: no-queens\ntitle: The court\nfor: ladder\nstatus: stable\ntext: x\n")
    assert re.search(r"no-kings +The republic, experimental\n", run("list", "republic").out)
    assert re.search(r"no-queens +The court\n", run("list", "court").out)
    (kings,) = json.loads(run("list", "--json", "republic").out)["rulesets"]
    (queens,) = json.loads(run("list", "--json", "court").out)["rulesets"]
    assert (kings["status"], queens["status"]) == ("experimental", "stable")
    assert run("show", "no-kings").out.startswith("The republic (no-kings), a rule for ladder, experimental\n")
    assert run("show", "no-queens").out.startswith("The court (no-queens), a rule for ladder\n")
    assert json.loads(run("show", "no-kings", "--json").out)["status"] == "experimental"


def test_list_says_that_there_is_nothing_like_that_and_what_may_be_meant() -> None:
    write("rulesets/kings.yaml", "rule: no-kings\ntitle: The republic\nfor: ladder\ngroup: royalty\ntext: x\n")
    assert run("list", "xyzzy").out == "No ruleset mentions `xyzzy`.\n"
    assert run("list", "repulbic").out == "No ruleset mentions `repulbic`.\n  did you mean `republic`?\n"
    assert run("list", "royality").out == "No ruleset mentions `royality`.\n  did you mean `royalty`?\n"
    assert run("list", "republic", "sevens").out == "No ruleset mentions all of `republic` and `sevens`.\n"
    other_kind = "No game mentions `republic`.\n  without --kind there is the rule `no-kings`\n"
    assert run("list", "--kind", "game", "republic").out == other_kind
    assert run("list", "--json", "xyzzy").code == run("list", "xyzzy").code == 0


def test_list_for_programs() -> None:
    data = json.loads(run("list", "--json", "--kind", "rule", "sevens").out)
    (rule,) = (r for r in data["rulesets"] if r["id"] == "sevens-wish")
    assert rule["for"] == ["ladder"]
    assert rule["title"] == "Sevens wish"
    assert rule["path"] == str(RULESETS / "sevens-wish.yaml")


def test_list_says_what_hides_what_and_what_is_broken() -> None:
    write("rulesets/climb.yaml", "game: climb\ntitle: Another\nextends: ladder\n")
    write("rulesets/torn.yaml", "game: torn\ntitle: [\n")
    write("rulesets/a.yaml", "rule: twice\ntitle: Once\nfor: ladder\ntext: x\n")
    write("rulesets/b.yaml", "rule: twice\ntitle: Once more\nfor: ladder\ntext: x\n")
    printed = run("list")
    assert "note: `climb` is taken from this file, not from rulesets/climb.yaml" in printed.err
    assert re.search(r"torn +\(has mistakes", printed.out)
    assert "`twice` is the id of 2 files" in printed.err
    assert printed.code == 1


# ---------------------------------------------------------------- show


def test_show_tells_where_everything_comes_from() -> None:
    write("slow.yaml", "rule: slow\ntitle: Slow\nfor: ladder\ntext: x\nprocedures:\n  draw(p):\n    instead: nothing\n")
    out = run("show", "climb", "--with", "sevens-wish,./slow.yaml", "--set", "gift=2").out
    assert out.startswith("Climb (climb), for 2 or 3 players\n")
    assert re.search(r"sevens-wish +Sevens wish +rule asked for with --with", out)
    assert re.search(r"sevens-wish\.gift = 2 +cards that .*set by command line", out)
    assert re.search(r"cards = 3 +cards dealt to each \(a whole number from 1 to 8\)\n", out)
    assert re.search(r"turn\(p\) +.*ladder\.yaml:\d+\n", out)
    assert re.search(r"draw\(p\) +slow\.yaml:6  instead of that of ladder \(.*ladder\.yaml:\d+\)\n", out)


def test_show_for_how_many_players_it_can_be_dealt() -> None:
    write("large.yaml", "game: large\ntitle: L\nextends: ladder\nset: {cards: 8}\n")
    out = run("show", "./large.yaml").out
    assert out.startswith("L (large), for 2 players\n  not for 3: 8 cards for each of 3 players are too many\n")
    data = json.loads(run("show", "./large.yaml", "--json").out)
    assert data["players"] == "2"
    assert data["players_refused"] == [{"players": 3, "why": "8 cards for each of 3 players are too many"}]
    write("three.yaml", "rule: three\ntitle: T\nfor: ladder\ntext: x\npossible:\n"
          "  - {require: players.size == 3, says: \"{players.size} are not three\"}\n")  # fmt: skip
    game = parlour.load("climb", with_="./three.yaml")
    assert game.players == (3,)
    assert game.start(seed=1).players == 3
    assert game.refusals(2) == ("2 are not three",)
    assert "seat 3" in run("play", "climb", "--with", "./three.yaml", "--auto", "--seed", "1").out
    printed = run("play", "./large.yaml", "--with", "./three.yaml")
    assert printed.code == 1
    assert "nobody can play this mix: 2 are not three" in printed.err


def test_a_rule_leaves_some_numbers_of_players_out() -> None:
    write("game.yaml", "game: steep\ntitle: Steep\nextends: ladder\nplayers: 2..3\n")
    head = "title: T\nfor: ladder\ntext: x\nplayers"
    write("three.yaml", f"rule: three\n{head}: 3..5\n")
    write("many.yaml", f"rule: many\n{head}: [4, 6]\n")
    assert run("show", "./game.yaml", "--with", "./three.yaml").out.startswith("Steep (steep), for 3 players\n")
    assert run("show", "climb", "--with", "./three.yaml").out.startswith("Climb (climb), for 3 to 5 players\n")
    printed = run("check", "./game.yaml", "--with", "./many.yaml")
    assert printed.code == 1
    assert "many.yaml:5:10: error: `many` is for 4, 6 players, and `steep` is for 2..3 players" in printed.out
    assert "game.yaml:4:10: the game says so here" in printed.out


def test_show_what_a_rule_of_the_mix_brings() -> None:
    out = run("show", "climb", "--with", "sevens-wish", "sevens-wish").out
    headings = re.findall(r"^# (.*), ", out, re.MULTILINE)
    assert set(headings) == {"sevens-wish"}
    assert len(headings) == len(json.loads(run("show", "sevens-wish", "--json").out)["members"])


def test_show_the_text_of_a_part() -> None:
    out = run("show", "climb", "lay", "prompts").out
    assert "lay(p, c): |\n  move c to pile\n  laid(p) += 1\n" in out
    assert "turn(p): |\n  lay for c in hand(p)\n" in out


def test_show_the_code_that_plays() -> None:
    out = run("show", "climb", "--with", "sevens-wish", "--code", "--players", "3").out
    compile(out, "code", "exec")  # all of it is Python, and comments
    assert out.startswith("# Climb for 3 players, as Python plays it.\n")
    assert re.search(r"^#   s\[\d+:\d+\] +laid for each player: ", out, re.MULTILINE)
    assert re.search(r"^#   s\[\d+\] +zone \d+, hand of player 3: a set$", out, re.MULTILINE)
    assert re.search(r"^# question \d+, turn: what follows an answer — .*ladder\.yaml:\d+\ndef step", out, re.M)
    assert re.search(r"# lay — .*ladder\.yaml:\d+$", out, re.MULTILINE)
    assert re.search(r"Sevens wish — .*sevens-wish\.yaml:\d+$", out, re.MULTILINE)
    assert re.search(r"^#   s\[\d+\] +where to go on when `game` is done$", out, re.MULTILINE)
    assert "\n#   enter_n    what happens when a stage begins\n" in out
    assert re.search(r"^#   Cards: 0=2♣, 1=2♦, .*$", out, re.MULTILINE)
    assert re.search(r"^#   Question \d+, turn: 0=lay, ", out, re.MULTILINE)
    assert re.search(r"^#   RANK +the rank of a card$", out, re.MULTILINE)
    assert "\n#   melded" not in out  # only what is used here
    legal = re.search(r"^def legal_\d+\(s\):\n(?:    .*\n)+", out, re.MULTILINE)
    assert legal is not None
    assert re.search(
        r"^    # lay — .*ladder\.yaml:\d+\n    #   perhaps forbidden by .* — .*:\d+$", legal[0], re.MULTILINE
    )
    assert not re.search(r":  — ", out)  # each place has a title
    assert "hand of player 3" not in run("show", "climb", "--code").out  # else for as few as can play


def test_show_code_of_what_cannot_be_played() -> None:
    printed = run("show", "climb", "--code", "--players", "9")
    assert (printed.code, printed.out) == (2, "")
    assert "is for 2 or 3 players, not for 9" in printed.err
    assert run("show", "climb", "--players", "3").code == 2
    assert run("show", "climb", "lay", "--code").code == 2


def test_show_a_rule_and_a_frame() -> None:
    out = run("show", "sevens-wish").out
    assert out.startswith("Sevens wish (sevens-wish), a rule for ladder\n")
    assert "1 cards come with it" in out
    assert "wishing(p)" in out
    assert "draw(p)" not in out
    assert re.search(r"then +.*\(What happens when it is laid\)", run("show", "ladder").out)


def test_show_for_programs() -> None:
    data = json.loads(run("show", "climb", "--with", "strict", "--json").out)
    assert [d["id"] for d in data["documents"]] == ["table", "ladder", "climb", "strict"]
    assert data["documents"][3]["asked_for_by"] == "command line"
    (misplay,) = (m for m in data["members"] if m["section"] == "misplay")
    assert misplay["document"] == "strict"
    assert misplay["at"]["line"] == 6


def test_show_a_mix_that_makes_no_sense() -> None:
    write("again.yaml", "rule: again\ntitle: Again\nfor: ladder\ntext: x\nprocedures:\n  draw(p): nothing\n")
    printed = run("show", "climb", "--with", "./again.yaml")
    assert printed.code == 1
    assert "again.yaml:6:3: error:" in printed.err


# ---------------------------------------------------------------- check


def test_check_is_content() -> None:
    printed = run("check", "climb", "ladder", "sevens-wish")
    assert printed == run("check", str(RULESETS / "climb.yaml"), "ladder", str(RULESETS / "sevens-wish.yaml"))
    assert printed.code == 0
    assert printed.out == "checked 1 game, 1 frame, 1 rule: all is well\n"
    assert run("check", str(RULESETS)).out == "checked 1 game, 2 frames, 4 rules: all is well\n"


def test_check_a_rule_in_the_smallest_mix() -> None:
    write("wrong.yaml", 'rule: wrong\ntitle: Wrong\nfor: ladder\ntext: x\npowers:\n  7: {then: "drow(p)"}\n')
    printed = run("check", "wrong.yaml")
    assert printed.code == 1
    assert re.search(r"^wrong\.yaml:6:\d+: error: .*`drow`", printed.out)
    assert "did you mean `draw`?" in printed.out
    assert printed.out.endswith("checked 1 rule: 1 error\n")
    (finding,) = json.loads(run("check", "wrong.yaml", "--format", "json").out)
    assert finding["at"]["line"] == 6
    assert finding["severity"] == "error"


def test_check_that_a_position_goes_on_at_one_place() -> None:
    text = "rule: late\ntitle: L\nfor: ladder\ntext: x\nwhen:\n  after turn: resume here with up\n"
    printed = run("check", str(write("late.yaml", text)))
    assert printed.code == 1
    assert "error: there are two places without a name where a given position goes on" in printed.out
    assert "late.yaml:6:15: " in printed.out
    assert run("check", str(write("late.yaml", text.replace("with up", "with up as later")))).code == 0


def test_check_a_rule_with_what_it_needs() -> None:
    write("a.yaml", "rule: first\ntitle: A\nfor: ladder\ntext: x\ngroup: kind\nprocedures:\n  help(p): nothing\n")
    head = "rule: second\ntitle: B\nfor: ladder\ntext: x\n"
    path = write("b.yaml", f"{head}needs: [one of kind]\nwhen:\n  after draw(p): help(p)\n")
    assert run("check", str(path)).code == 0


def test_check_a_rule_for_a_frame_that_is_not_whole() -> None:
    path = write("r.yaml", "rule: late\ntitle: Late\nfor: table\ntext: x\nwhen:\n  after match: nothing\n")
    assert run("check", str(path)).code == 0
    path = write("s.yaml", "rule: lost\ntitle: Lost\nfor: nowhere\ntext: x\n")
    printed = run("check", str(path))
    assert printed.code == 1
    assert "s.yaml:3:6: error: there is no frame `nowhere`" in printed.out


def test_check_a_frame_that_is_not_whole() -> None:
    path = write("half.yaml", "frame: half\ntitle: Half\nextends: table\ntext: x\n")
    assert run("check", str(path)).code == 0


def test_check_a_mix() -> None:
    for id in ("one", "two"):
        text = f"rule: {id}\ntitle: {id}\nfor: ladder\ntext: x\nprocedures:\n  draw(p):\n    instead: nothing\n"
        write(f"{id}.yaml", text)
    assert run("check", "climb", "--with", "./one.yaml").code == 0
    printed = run("check", "climb", "--with", "./one.yaml,./two.yaml")
    assert printed.code == 1
    assert "one.yaml:6" in printed.out
    assert "two.yaml:6" in printed.out


def test_what_needs_a_rule_that_is_left_out_can_be_left_out_too() -> None:
    head = "title: A\nfor: ladder\ntext: x\n"
    write("rulesets/odd.yaml", f"rule: odd\n{head}needs: [even]\n")
    write("rulesets/even.yaml", f"rule: even\n{head}")
    write("rulesets/both.yaml", "game: both\ntitle: B\nextends: climb\nuses: [even, odd]\n")
    assert "help: leave `odd` out too\n" in run("check", "both", "--without", "even").out
    assert run("check", "both", "--without", "even,odd").code == 0
    assert "help: add `even`\n" in run("check", "climb", "--with", "odd").out


def test_check_an_odd_mix() -> None:
    """It is noted and can be played; who is strict does not accept it."""
    head = "title: A\nfor: ladder\ntext: x\n"
    write("odd.yaml", f"rule: odd\n{head}advises: [even]\nadvises-against: [sevens-wish]\n")
    write("even.yaml", f"rule: even\n{head}")
    printed = run("check", "climb", "--with", "./odd.yaml")
    assert printed.code == 0
    assert "note: `odd` is better with `even`" in printed.out
    printed = run("check", "climb", "--strict", "--with", "./odd.yaml")
    assert printed.code == 1
    assert "error: `odd` is better with `even`" in printed.out
    assert printed.out.endswith("checked 1 game: 1 error\n")
    assert run("check", "climb", "--strict", "--with", "./odd.yaml,./even.yaml").code == 0
    printed = run("check", "climb", "--strict", "--with", "./odd.yaml,./even.yaml,sevens-wish")
    assert printed.code == 1
    assert "`odd` is better without `sevens-wish`" in printed.out


def test_check_a_rule_by_itself_without_its_advice() -> None:
    head = "title: A\nfor: ladder\ntext: x\n"
    write("odd.yaml", f"rule: odd\n{head}advises: [sevens-wish]\n")
    write("needy.yaml", f"rule: needy\n{head}needs: [odd]\n")
    assert run("check", "odd.yaml", "needy.yaml", "--strict").out == "checked 2 rules: all is well\n"


def test_check_what_a_rule_says_for_the_company_of_others() -> None:
    head = "rule: sociable\ntitle: S\nfor: ladder\ntext: x\nwith:\n"
    write("s.yaml", f'{head}  sevens-wish:\n    powers: {{6: {{then: "drow(p)"}}}}\n')
    printed = run("check", "s.yaml")
    assert printed.code == 1
    assert re.search(r"^s\.yaml:7:25: error: .*`drow`", printed.out)
    assert printed.out.endswith("checked 1 rule: 1 error\n")
    write("s.yaml", f'{head}  sevens-wish:\n    powers: {{6: {{then: "draw(p)"}}}}\n')
    assert run("check", "s.yaml").out == "checked 1 rule: all is well\n"
    write("far.yaml", "rule: far\ntitle: F\nfor: far-away\ntext: x\n")
    write("s.yaml", f'{head}  far:\n    powers: {{6: {{then: "drow(p)"}}}}\n')
    printed = run("check", "s.yaml")
    assert printed.code == 0
    assert "s.yaml:6:3: note: no mix that is found here has `sociable` and `far`, so this was not" in printed.out


def test_check_what_a_game_says_for_the_company_of_a_rule() -> None:
    head = "game: high\ntitle: H\nextends: climb\nwith:\n"
    write("high.yaml", f"{head}  sevens-wish:\n    when:\n      after lay(p, c): drow(p)\n")
    printed = run("check", "high.yaml")
    assert printed.code == 1
    assert "high.yaml:7:24: error:" in printed.out
    assert "did you mean `draw`?" in printed.out


def test_check_the_mixes_of_examples() -> None:
    head = "rule: calm\ntitle: Calm\nfor: ladder\ntext: x\nexamples:\n  - name: one\n"
    for asked, words in (
        ("in: clmb", "calm.yaml:7:9: error: there is no game or frame `clmb`"),
        ("with: [seven-wish]", "error: there is no rule `seven-wish`"),
        ("set: {card: 3}", "error: there is no option `card`"),
    ):
        write("calm.yaml", f"{head}    {asked}\n    then: {{over: false}}\n")
        printed = run("check", "calm.yaml")
        assert printed.code == 1, asked
        assert words in printed.out
        assert "did you mean" in printed.out
    write("calm.yaml", f"{head}    set: {{cards: 90}}\n    refused: takes a whole number\n")
    assert run("check", "calm.yaml").out == "checked 1 rule: all is well\n"
    write("some.yaml", "examples:\n  - name: one\n    in: clmb\n    then: {over: false}\n")
    assert "some.yaml:3:9: error: there is no game or frame `clmb`" in run("check", "some.yaml").out


def test_check_that_no_card_of_an_example_lies_in_two_places() -> None:
    head = "rule: calm\ntitle: Calm\nfor: ladder\ntext: x\nexamples:\n  - name: one\n"
    for said, place, words in (
        ("given: {pile: 5♣, hand 1: 7♦ 5C, to move: 1}", "7:34", "5♣ can't lie here too (see line 7): the pack has it"),
        ("given: {hand 1: 7♦ 7♦, to move: 1}", "7:24", "7♦ can't lie here too (see line 7): the pack has it once"),
        ("deal: 3♣ 4♣ 3c", "7:17", "3c is in the pack only once"),
    ):
        write("calm.yaml", f"{head}    {said}\n    then: {{over: false}}\n")
        printed = run("check", "calm.yaml")
        assert printed.code == 1, said
        assert f"calm.yaml:{place}: error: {words}" in printed.out
    write("calm.yaml", f"{head}    given: {{hand 1: 7♦ 5♣, to move: 1}}\n    then: {{hand 1: 7♦ 5♣}}\n")
    assert run("check", "calm.yaml").out == "checked 1 rule: all is well\n"


def test_check_what_can_not_be_read() -> None:
    write("torn.yaml", "rule: [\n")
    write("bytes.yaml", "").write_bytes(b"rule: \xff\n")
    assert run("check", "torn.yaml").code == 1
    assert run("check", "bytes.yaml").code == 1
    assert run("check", "nothing.yaml").code == 2


def test_check_everything_that_is_found() -> None:
    write("rulesets/wrong.yaml", "game: wrong\ntitle: W\nextends: ladder\nuses: [nothing-like-it]\n")
    printed = run("check", "--format", "json")
    assert printed.code == 1
    assert any(f["at"] and f["at"]["file"] == "rulesets/wrong.yaml" for f in json.loads(printed.out))


# ---------------------------------------------------------------- test


def test_test_runs_examples() -> None:
    printed = run("test", "climb", "-v")
    assert printed.code == 0
    assert "climb: a lower card of another suit stays in the hand" in printed.out
    assert printed.out.endswith("1 example: all passed\n")
    (result,) = json.loads(run("test", "climb", "--format", "json").out)
    assert result["passed"]
    printed = run("test", "climb", "-k", "moon")
    assert printed.code == 2
    assert "none of the 1 examples has `moon` in its name in climb" in printed.err


def test_nothing_to_check_or_to_run_is_not_well(home: Path) -> None:
    (home / "empty").mkdir()
    for folder in ("empty", "./empty", str(home / "empty")):
        printed = run("test", folder)
        assert printed.code == 2
        assert f"there is no ruleset in the folder {folder}" in printed.err
        printed = run("check", folder)
        assert printed.code == 2
        assert f"there is no ruleset in the folder {folder}" in printed.out
    write("mine/climb.yaml", (RULESETS / "climb.yaml").read_text(encoding="utf-8"))
    assert run("test", "mine").out.endswith("1 example: all passed\n")


def test_test_shows_both_sides() -> None:
    text = (RULESETS / "climb.yaml").read_text(encoding="utf-8")
    write("mine.yaml", text.replace("game: climb", "game: mine").replace("{lay 2♠: order}", "{lay 5♠: order}"))
    printed = run("test", "./mine.yaml")
    assert printed.code == 1
    assert "expected" in printed.out
    assert "actual" in printed.out


# ---------------------------------------------------------------- why


POSITION = "players: 2\ngiven: {pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n"


def test_why_in_a_position() -> None:
    write("position.yaml", POSITION)
    out = run("why", "climb", "lay 2♠", "--position", "position.yaml").out
    assert out.startswith("Seat 1 is asked (`turn`).\n`lay 2♠` is not allowed\n  order: 2♠ is lower than 4♦ [")
    assert run("why", "climb", "2S", "--position", "position.yaml").out == out.replace("`lay 2♠`", "`lay 2S`")
    assert "`lay 5♠` is allowed" in run("why", "climb", "5♠", "--position", "position.yaml").out
    write("bare.yaml", "{pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    assert run("why", "climb", "2♠", "--position", "bare.yaml").out == out
    assert run("why", "climb", "2♠", "--position", str(RULESETS / "climb.yaml")).out == out


def test_why_notes_a_zone_that_the_position_leaves_empty_without_saying_so() -> None:
    write("position.yaml", "{hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    told = run("why", "climb", "2♠", "--position", "position.yaml").err
    assert told.startswith("note: `pile` is empty in this position, and the moves depend on it; did you mean to give")
    write("position.yaml", "{pile: none, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    assert run("why", "climb", "2♠", "--position", "position.yaml").err == ""


def test_why_after_moves() -> None:
    write("position.yaml", POSITION + 'moves: ["1: lay 5♠"]\n')
    assert run("why", "climb", "--position", "position.yaml").out == "Seat 2 is asked (`turn`).\n  lay 7♥\n  draw\n"
    out = run("why", "climb", "--seed", "1", "--after", "lay 7♥; draw").out
    assert out.startswith("After `lay 7♥` (seat 1) and `draw` (seat 2), seat 1 is asked (`turn`).\n")
    told = run("why", "climb", "--seed", "1", "--after", "lay 7♥; fly", "draw").err
    assert "the position is not reached: after `lay 7♥` (seat 1), seat 2 is asked (`turn`); `fly` is not" in told


def test_why_of_what_is_not_there_to_be_done() -> None:
    write("position.yaml", POSITION)

    def reason(*arguments: str) -> str:
        return run("why", "climb", "--position", "position.yaml", *arguments).out.partition("\n")[2]

    assert reason("lay 7♥").startswith("`lay 7♥` is not possible\n  seat 1 doesn't have 7♥ [")
    assert reason("lay K♥") == "`lay K♥` is not understood\n  there is no K♥ in this pack\n"
    assert reason("lay 9") == "`lay 9` is not understood\n  no move is written like this\n"
    assert reason("lay").startswith("`lay 5♠` is allowed\n  from The ladder [")  # there is no other card to lay
    wish = reason("wish ♥", "--with", "sevens-wish")
    assert wish == "`wish ♥` is not asked for now\n  seat 1 must first choose `lay 5♠` or `draw`\n" + (
        '  To look past that: --after "lay 5♠; lay 7♥"\n'
    )


def test_why_looks_past_the_question_that_comes_first() -> None:
    def look(*arguments: str) -> str:
        return run("why", "climb", "--with", "sevens-wish", "--position", "position.yaml", "wish ♥", *arguments).out

    write("position.yaml", POSITION.replace("5♠", "5♠ 7♠"))
    told = look()
    assert told.endswith('  To look past that: --after "lay 7♠"\n')
    assert "`wish ♥` is allowed" in look("--after", "lay 7♠")
    assert look("--after", "draw").partition("To look past that: ")[2].startswith('--after "draw; lay 7♥"')


def test_why_at_a_question_on_the_spot() -> None:
    """It has no name, so it is told by its wording, if it has one."""
    text = "rule: {0}\ntitle: T\nfor: ladder\ntext: T\nwhen:\n  before turn(p): |\n    ask p:\n{1}      yes: nothing\n"
    write("ready.yaml", text.format("ready", '      "are you ready?"\n'))
    write("mute.yaml", text.format("mute", ""))
    write("position.yaml", POSITION)
    out = run("why", "climb", "--with", "./ready.yaml", "--position", "position.yaml").out
    assert out == 'Seat 1 is asked ("are you ready?").\n  yes\n'
    out = run("why", "climb", "--with", "./mute.yaml", "--position", "position.yaml").out
    assert out == "Seat 1 is asked.\n  yes\n"


def test_why_in_a_saved_game() -> None:
    run("play", "climb", "--seed", "1", "--save", "game.json", typed=["1"])
    assert run("why", "--save", "game.json").out.startswith("Seat 1 is asked")
    assert "`draw` is allowed" in run("why", "--save", "game.json", "draw").out
    assert run("why", "climb", "draw", "--save", "game.json").code == 0
    assert run("why", "ladder", "draw", "--save", "game.json").code == 2


def test_why_for_programs() -> None:
    write("position.yaml", POSITION)
    data = json.loads(run("why", "climb", "2♠", "--position", "position.yaml", "--json").out)
    assert data["verdict"] == "forbidden"
    (clause,) = (c for c in data["clauses"] if c["stands"])
    assert clause["group"] == "order"
    assert clause["at"]["rule"] == "ladder"


def test_why_in_a_position_that_can_not_be() -> None:
    write("position.yaml", "given: {pile: 4♦, hand 1: 4♦, hand 3: 2♣, to move: 1}\n")
    printed = run("why", "climb", "draw", "--position", "position.yaml")
    assert printed.code == 1
    assert "position.yaml:1:" in printed.err


# ---------------------------------------------------------------- new and mix


def test_a_new_rule_can_be_checked_and_played() -> None:
    assert run("new", "rule", "no-sixes", "--for", "ladder").code == 0
    text = Path("no-sixes.yaml").read_text(encoding="utf-8")
    assert text.startswith("rule: no-sixes\ntitle: No sixes\nfor: ladder\n")
    assert "then  What happens when it is laid (steps)" in text
    assert run("check", "no-sixes.yaml").out == "checked 1 rule: all is well\n"
    awake = text.replace("# powers:\n#   7", "powers:\n  7").replace("# when:\n#   ", "when:\n  ")
    assert awake != text
    Path("no-sixes.yaml").write_text(awake, encoding="utf-8")
    assert run("check", "no-sixes.yaml").code == 0
    assert run("new", "rule", "no-sixes", "--for", "ladder").code == 2
    assert run("new", "rule", "no-sixes", "--for", "climb", "--force").code == 0


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
    assert "there is a file no-sixes.yaml already" in run("new", "rule", "no-sixes", "--for", "ladder").err
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
    printed = run(*arguments, "-o", "games/ours.yaml", "--title", "Ours")
    assert printed.out.startswith("games/ours.yaml is written, in a new folder games. Play it with\n")
    assert "parlour play games/ours.yaml" in printed.out
    assert "../rules/mine.yaml" in Path("games/ours.yaml").read_text(encoding="utf-8")
    assert run("check", "games/ours.yaml").code == 0
    assert json.loads(run("show", "games/ours.yaml", "--json").out)["title"] == "Ours"
    assert run(*arguments, "-o", "games/ours.yaml").code == 2
    assert run("mix", "climb", "--with", "strict,strict").out.endswith("uses: [strict]\n")
    write("rules/alien.yaml", "rule: alien\ntitle: A\nfor: table-of-others\ntext: x\n")
    assert run("mix", "climb", "--with", "./rules/alien.yaml").code == 1


# ---------------------------------------------------------------- from Python


def test_the_games_of_the_python_api() -> None:
    game = parlour.load("climb", with_=["sevens-wish"], options={"cards": 2})
    assert game.id == "climb"
    assert game.title == "Climb"
    assert game.text == game.program.text
    assert game.players == (2, 3)
    assert game.options["cards"] == "2"
    state = game.start(players=3, seed=7)
    while not state.over:
        state = state.apply(state.question.legal[0])
    assert state.outcome.winners
    assert game.restore(state.to_json()) == state
    assert game.start(seed=3) == game.start(players=2, seed=3)
    assert parlour.view(state, 2).outcome == state.outcome


def test_a_pack_in_a_given_order() -> None:
    game = parlour.load("climb")
    pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in range(2, 8)]
    shown = parlour.view(game.start(seed=1, pack=pack), 1).zone("hand 1")
    assert shown is not None
    assert [c.card for c in shown.cards] == ["2♣", "4♣", "6♣"] or [c.card for c in shown.cards] == ["2♣", "3♣", "4♣"]
    assert game.start(seed=1, pack=" ".join(pack)) == game.start(seed=1, pack=pack)
    wrongs = ((pack[1:], "1 are missing, such as 2♣"), ([*pack, "2♣"], "too often"), (["9♣"], "no card `9♣`"))
    for wrong, words in wrongs:
        with pytest.raises(parlour.TableError, match=words):
            game.start(pack=wrong)


def test_what_the_python_api_refuses() -> None:
    with pytest.raises(parlour.RulesetError) as error:
        parlour.load("clmb")
    assert error.value.diagnostics[0].code == "library-unknown"
    game = parlour.load("climb")
    with pytest.raises(parlour.TableError):
        game.start(players=4)
    with pytest.raises(parlour.IllegalMove, match="is lower than"):
        game.start(seed=1).apply("lay 5♥")
    with pytest.raises(parlour.SaveError, match="other options"):
        parlour.load("climb", options={"cards": 2}).restore(game.start().to_json())
    with pytest.raises(parlour.SaveError, match="not a saved game"):
        game.restore("[")


def test_games_states_and_moves_can_be_sent_and_copied() -> None:
    write("mine.yaml", "rule: mine\ntitle: M\nfor: ladder\ntext: x\npowers:\n  7: {then: draw(p)}\n")
    game = parlour.load("climb", with_="./mine.yaml", options={"cards": 2})
    state = game.start(seed=1)
    move = state.question.legal[0]
    sent_game, sent_state, sent_move = pickle.loads(pickle.dumps((game, state, move)))
    Path("mine.yaml").unlink()  # whoever gets it doesn't have our files
    assert sent_game.start(seed=1) == sent_state == state
    assert sent_game.options == game.options
    assert sent_game.composition.title == "Climb"
    assert sent_state.apply(sent_move) == state.apply(move)
    assert (sent_move.text, sent_move.chosen) == (move.text, move.chosen)
    assert copy.deepcopy({"now": state, "then": [state.apply(move)]}) == {"now": state, "then": [state.apply(move)]}
    assert copy.copy(state) == copy.deepcopy(state) == state
    assert copy.deepcopy(game).start(seed=1) == state
    assert copy.deepcopy(move) == move


def test_what_python_said_wrongly_is_told_in_its_words() -> None:
    def told(**said: object) -> str:
        return str(refusal(lambda: parlour.load("climb", **said), parlour.RulesetError))  # type: ignore[arg-type]

    begin = "options['cards']: error: `cards` takes a whole number from 1 to 8; found `90` "
    assert told(options={"cards": 90}).startswith(begin)
    assert told(with_="sevens-wsh").startswith("with_='sevens-wsh': error: there is no rule `sevens-wsh` ")
    assert "`parlour list` has all that come with Parlour" in told(with_="nosuch")
    assert told(without=["strict"]).startswith("without='strict': error: `strict` is not used here")
    assert run("play", "climb", "--set", "cards=90").err.startswith("--set cards=90: error: `cards` takes ")


def test_files_are_told_as_shortly_as_they_can_be(home: Path) -> None:
    shipped = told(str(resources.shipped("rulesets") / "common" / "table.yaml"))
    assert shipped == "common/table.yaml"
    assert told(str(home / "rules" / "x.yaml")) == "rules/x.yaml"
    assert told(str(home.parent / "x.yaml")) == str(home.parent / "x.yaml")
    assert told("own/x.yaml") == "own/x.yaml"
    write("wrong.yaml", "rule: wrong\ntitle: W\nfor: ladder\ntext: x\nprocedures:\n  settle_match(): nothing\n")
    printed = run("check", "wrong.yaml")
    assert "\n  common/table.yaml:" in printed.out
    (finding,) = json.loads(run("check", "wrong.yaml", "--format", "json").out)
    assert Path(finding["related"][0]["at"]["file"]).is_file()  # for programs, all of it


def test_a_save_of_other_rules_says_which_are_others() -> None:
    head = "title: M\nfor: ladder\ntext: x\n"
    write("mine.yaml", f"rule: mine\n{head}powers:\n  7: {{then: draw(p)}}\n")
    write("yours.yaml", f"rule: yours\n{head}")
    saved = parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"]).start(seed=1).to_json()
    write("mine.yaml", f"rule: mine\n{head}powers:\n  6: {{then: draw(p)}}\n")
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "strict"]).restore(saved)
    assert str(found.value) == (
        "this game was saved with another mix: `strict` is here and not there, `yours` is there and not here; "
        "its rules have changed too: `mine` says something else"
    )
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"]).restore(saved)
    assert str(found.value) == (
        "the rules of `climb` have changed since this game was saved: `mine` says something else"
    )
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb", with_=["./mine.yaml", "./yours.yaml"], options={"cards": 2}).restore(saved)
    assert str(found.value) == (
        "this game was saved with other options: `cards` is 3 there and 2 here; its rules have changed too: "
        "`mine` says something else"
    )
    old = json.loads(saved)
    del old["rules"]  # as it was saved before saves told
    with pytest.raises(parlour.SaveError, match=r"have changed since this game was saved$"):
        parlour.load("climb").restore(json.dumps(old))


def test_a_state_of_another_mix_is_told_what_differs() -> None:
    state = parlour.load("climb", with_=["strict"], options={"cards": 2}).start(seed=1)
    told = refusal(lambda: parlour.load("climb").playouts(2, from_state=state), parlour.PlayoutError)
    assert (
        str(told) == "this state belongs to another mix: `strict` is there and not here, `cards` is 2 there and 3 here"
    )
    with pytest.raises(parlour.SaveError) as found:
        parlour.load("climb").restore(state.to_json())
    assert str(found.value) == (
        "this game was saved with another mix: `strict` is there and not here, `cards` is 2 there and 3 here"
    )


def test_a_single_rule_need_not_stand_in_a_list() -> None:
    game = parlour.load("climb", with_="sevens-wish")
    assert game.program.digest == parlour.load("climb", with_=["sevens-wish"]).program.digest
    assert game.program.digest != parlour.load("climb").program.digest
    path = write("mine.yaml", "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\n")
    assert "mine" in {use.rule.id for use in parlour.load("climb", with_=path).composition.uses}
    (found,) = refusal(lambda: parlour.load("climb", without="sevens-wish"), parlour.RulesetError).diagnostics
    assert found.message == "`sevens-wish` is not used here, so it can't be left out"


@pytest.mark.parametrize("text", ["strict,sevens-wish", "strict, sevens-wish", "strict sevens-wish"])
def test_several_rules_in_one_text_are_told_to_be_a_list(text: str) -> None:
    for call, argument in ((lambda: parlour.load("climb", with_=text), "with_"),
                           (lambda: parlour.load("climb", without=text), "without")):  # fmt: skip
        (found,) = refusal(call, parlour.RulesetError).diagnostics
        assert found.help == f"several rules go into a list: `{argument}=['strict', 'sevens-wish']`"
    (found,) = refusal(lambda: parlour.load("climb", with_="./a b.yaml"), parlour.RulesetError).diagnostics
    assert "list:" not in (found.help or "")  # a file


def test_options_as_python_writes_them() -> None:
    write(
        "mine.yaml",
        "rule: mine\ntitle: Mine\nfor: ladder\ntext: x\noptions:\n"
        "  high: {type: ranks, default: [2], text: the high ones}\n"
        "  peak: {type: int or none, in: 1..9, default: 3, text: the peak}\n"
        "  loud: {type: bool, default: false, text: loud}\n",
    )

    def options(**values: object) -> dict[str, str]:
        named = {f"mine.{name}": value for name, value in values.items()}
        return dict(parlour.load("climb", with_="./mine.yaml", options=named).options)  # type: ignore[arg-type]

    assert options(high=[3, "4"])["mine.high"] == options(high="3 4")["mine.high"] == "3, 4"
    assert options(peak=None)["mine.peak"] == "none"
    assert options(peak=5, loud=True)["mine.loud"] == "true"
    for wrong in (2.5, {"a": 1}, [None]):
        assert "the option `mine.peak` takes a number, a truth" in str(refusal(lambda w=wrong: options(peak=w)))


def refusal(call: Callable[[], object], kind: type[E] = TypeError) -> E:  # type: ignore[assignment]
    with pytest.raises(kind) as error:
        call()
    return error.value


def test_what_is_no_name_no_number_and_no_move_is_refused_in_words() -> None:
    game = parlour.load("climb")
    state = game.start(seed=1)
    wrongs: dict[str, list[Callable[[], object]]] = {
        "a game is named by its id or its file; found None": [lambda: parlour.load(None)],  # type: ignore[arg-type]
        "`with_` takes the ids or files of rules; found None": [
            lambda: parlour.load("climb", with_=None),  # type: ignore[arg-type]
            lambda: parlour.load("climb", with_=[None]),  # type: ignore[list-item]
        ],
        "`without` takes the ids or files of rules; found 3": [
            lambda: parlour.load("climb", without=3),  # type: ignore[arg-type]
        ],
        "`options` takes a mapping such as {'hand-size': 7}; found [('cards', 2)]": [
            lambda: parlour.load("climb", options=[("cards", 2)]),  # type: ignore[arg-type]
        ],
        "`players` is a whole number; found '2'": [lambda: game.start("2")],  # type: ignore[arg-type]
        "`seed` is a whole number; found 1.5": [lambda: game.start(seed=1.5)],  # type: ignore[arg-type]
        "a pack is the names of its cards, such as `A♠`; found 7": [
            lambda: game.start(pack=[7]),  # type: ignore[list-item]
            lambda: game.start(pack=7),  # type: ignore[arg-type]
        ],
        "a saved game is the text that `to_json` gives; found None": [
            lambda: game.restore(None),  # type: ignore[arg-type]
        ],
        "a move is one of `question.legal`, or its text; found None": [
            lambda: state.apply(None),  # type: ignore[arg-type]
            lambda: state.apply_recorded(None),  # type: ignore[arg-type]
            lambda: state.read(None),  # type: ignore[arg-type]
            lambda: state.why(None),  # type: ignore[arg-type]
        ],
    }
    for words, calls in wrongs.items():
        for call in calls:
            assert str(refusal(call)) == words


def test_a_question_after_the_end_and_an_outcome_before_it() -> None:
    state = parlour.load("climb").start(seed=1)
    words = "the game is not over, so it has no outcome yet; seat 1 is asked (`turn`)"
    assert str(refusal(lambda: state.outcome, parlour.StateError)) == words
    while not state.over:
        state = state.apply(state.question.legal[0])
    assert "nobody is asked anything" in str(refusal(lambda: state.question, parlour.StateError))
    assert "the game is over" in str(refusal(lambda: state.apply("draw"), parlour.IllegalMove))
    assert issubclass(parlour.StateError, ValueError)


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    table = parlour.load("climb").table(2)
    for seat in (0, 3, -1):
        words = f"there is no seat {seat!r} at this table, but 1 to 2"
        assert str(refusal(lambda s=seat: parlour.view(table.start(1), s), parlour.StateError)) == words
        assert str(refusal(lambda s=seat: parlour.Witness.at(table, s), parlour.StateError)) == words
    for no_seat in (True, "1", 1.0, None):
        words = f"`seat` is a whole number; found {no_seat!r}"
        assert str(refusal(lambda s=no_seat: parlour.view(table.start(1), s))) == words  # type: ignore[misc]
        assert str(refusal(lambda s=no_seat: parlour.Witness.at(table, s))) == words  # type: ignore[misc]
    words = "a view is one of a state; `game.state(list, players)` makes one of a machine's list"
    assert str(refusal(lambda: parlour.view(table.machine.start(1), 1))) == words  # type: ignore[arg-type]
    assert str(refusal(lambda: parlour.view("x", 1))) == "a view is one of a state; found 'x'"  # type: ignore[arg-type]


def test_every_name_of_the_package_is_there() -> None:
    assert dir(parlour) == parlour.__all__
    assert all(getattr(parlour, name) is not None for name in parlour.__all__)
    with pytest.raises(AttributeError, match="has no `loaf`"):
        parlour.loaf  # type: ignore[attr-defined]  # noqa: B018


def test_a_console_reads_lines() -> None:
    console = Console(Typing(["one", ""]), Screen(), Screen())
    assert [console.ask("? ") for _ in range(3)] == ["one", "", None]


def test_a_rule_for_a_misspelt_frame() -> None:
    write("mine.yaml", "rule: mine\ntitle: Mine\nfor: eight\ntext: A misspelt frame.\n")
    printed = run("check", "mine.yaml")
    assert printed.code == 1
    assert "mine.yaml:3:6: error: there is no frame `eight`" in printed.out + printed.err
