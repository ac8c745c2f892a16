"""Right and wrong calls of the command line: the common options of commands, and the messages for wrong calls."""

from __future__ import annotations

import re

import pytest

from parlour.cli import main as cli
from parlour.commands import SUMMARIES, command
from scaffold.files import write
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


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
        (["frobnicate"], "`parlour --help` lists all commands"),
        (["play", "climb", "--plyers", "3"], "did you mean `--players`?"),
        (["play", "climb", "climb"], "unexpected argument `climb`"),
        (["play", "climb", "sevens-wish"], "to add a house rule, write `--with sevens-wish`\n"),
        (["measure", "climb", "--against", "climb"], "`climb` is a game: `parlour compare` compares games"),
        (["play", "climp"], "did you mean `climb`?"),
        (["play", "ladder-rule"], "no game or frame `ladder-rule`"),
        (["play", "sevens-wish"], "expected a game or frame, found the rule `sevens-wish`"),
        (["play"], "missing game"),
        (["play", "climb", "--players", "9"], "Climb is for 2 or 3 players, not for 9"),
        (["play", "climb", "--players", "0"], "Climb is for 2 or 3 players, not for 0"),
        (["play", "climb", "--players", "two"], "`--players two`: expected a whole number of at least 1\n"),
        (["play", "climb", "--seed", "-5"], "`--seed -5`: expected a whole number of at least 0\n"),
        (["play", "climb", "--seed", "9" * 20], "expected a number of at most 18 digits\n"),
        (["measure", "climb", "--games", "-5"], "`--games -5`: expected a whole number of at least 1\n"),
        (["measure", "climb", "--games", "1e6"], "did you mean `--games 1000000`?"),
        (["measure", "climb", "--games=10k"], "did you mean `--games 10000`?"),
        (["measure", "climb", "--games", "1,000"], "did you mean `--games 1000`?"),
        (["measure", "climb", "--games", "2.5"], "expected a whole number of at least 1\n"),
        (["measure", "climb", "--games", "0"], "`--games 0`: expected at least 1"),
        (["measure", "climb", "--threads", "4.0"], "did you mean `--threads 4`?"),
        (["measure", "climb", "--most", "1e99"], "`--most 1e99`: expected a whole number of at least 1\n"),
        (["show", "climb", "--code", "--players", "-2"], "`--players -2`: expected a whole number of at least 1\n"),
        (["why", "climb", "draw", "--seed", "x"], "`--seed x`: expected a whole number of at least 0\n"),
        (["replay", "--seat", "x"], "`--seat x`: expected a whole number of at least 1\n"),
        (["play", "climb", "--players"], "expected one argument"),
        (["play", "climb", "--set", "cards=8", "--players", "3"], "8 cards for each of 3 players are too many"),
        (["play", "climb", "--set", "cards=8", "--players", "3"], "`cards=7` instead of `cards=8` makes room for 3"),
        (["play", "climb", "--set", "cards=8", "--seats", "human,random,random"], "`cards=7` instead of `cards=8`"),
        (["measure", "climb", "--set", "cards=8", "--players", "3"], "`cards=7` instead of `cards=8` makes room for 3"),
        (["play", "climb", "--seats", "human,randum"], "did you mean `random`?"),
        (["play", "climb", "--seats", "human,human", "--players", "3"], "--seats names 2 seats"),
        (["play", "climb", "--auto", "--seats", "human,random"], "only bots play"),
        (["play", "climb", "--random", "--seats", "human,bot"], "--seats and --random exclude each other"),
        (["play", "climb", "--with", "seven-wish"], "did you mean `sevens-wish`?"),
        (["play", "climb", "--with", "pay"], "did you mean `fives-pay`?"),
        (["show", "climb", "nonsense"], "`prompts`, `may` and `outcome`"),
        (["show", "climb", "laid-cards"], "unknown part `laid-cards`"),
        (
            ["show", "climb", "sevens-wish"],
            "the rule `sevens-wish` is not in this mix\n  add it: --with sevens-wish; `",
        ),
        (["show", "climb", "sevens-wsh"], "did you mean `sevens-wish`?"),
        (["show", "climb", "to-a-target"], "the rule `to-a-target` is for `rounds`, not for this game"),
        (["play", "climb", "--without", "strict"], "can't remove `strict`"),
        (["play", "climb", "--set", "card=3"], "did you mean `cards`?"),
        (["play", "climb", "--set", "cards=90"], "expected a whole number from 1 to 8, found `90`"),
        (["play", "climb", "--set", "cards"], "write `--set NAME=VALUE`"),
        (["play", "climb", "--set", "cards=2", "--set", "cards=3"], "two values for the option `cards`"),
        (["play", "./climb.yaml"], "no such file: climb.yaml"),
        (["play", "--resume", "nothing.json"], "no such file: nothing.json"),
        (["list", "--kind", "rules"], "did you mean `rule`?"),
        (["show"], "`parlour show`: the following arguments are required: RULESET"),
        (["show", "clmb"], "did you mean `climb`?"),
        (["show", "climb", "turns"], "did you mean `turn`?"),
        (["check", "clmb"], "did you mean `climb`?"),
        (["check", "nowhere/"], "no such file: nowhere"),
        (["test", "clmb"], "did you mean `climb`?"),
        (["why", "climb", "draw", "--after", "fly"], "can't reach the position"),
        (["why", "climb", "draw", "--position", "nothing.yaml"], "no such file: nothing.yaml"),
        (["new", "ruel", "x", "--for", "ladder"], "did you mean `rule`?"),
        (["new", "rule", "No Kings", "--for", "ladder"], "write `no-kings`"),
        (["new", "rule", "x", "--for", "lader"], "did you mean `ladder`?"),
        (["new", "rule", "x"], "needs `--for FRAME`"),
        (["mix", "climb", "-o", "climb.yaml"], "can't have the id of its game, `climb`"),
        (["replay", "nothing.json"], "no such file: nothing.json"),
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
    assert "unexpected argument `fly`" in run("why", "climb", "--seed", "7", "draw", "fly").err
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
    assert "help: add it to a game: parlour play climb --with sevens-wish\n" in told("play", "sevens-wish")
    write("rulesets/pit.yaml", "frame: pit\ntitle: Pit\nextends: ladder\n")
    write("rulesets/fall.yaml", "rule: fall\ntitle: Fall\nfor: pit\ntext: x\n")
    write("rulesets/deep.yaml", "game: deep\ntitle: Deep\nextends: pit\nuses: [fall]\n")
    assert "help: `deep` includes it: parlour play deep\n" in told("play", "fall")
    write("rulesets/lost.yaml", "rule: lost\ntitle: Lost\nfor: nowhere\ntext: x\n")
    assert "help: name a game, and add the rule with --with lost\n" in told("play", "lost")


def test_half_a_frame_in_place_of_a_game_is_told_which_games_stand_on_it() -> None:
    write("table-rule.yaml", "rule: table-rule\ntitle: Mine\nfor: table\ntext: x\n")
    printed = run("play", "table", "--with", "./table-rule.yaml")
    assert printed.code == 2
    assert printed.err == (
        "error: can't play `table`: it is a frame, not a complete game [library-wrong-kind]\n"
        "  help: name one of its games, such as `climb`: parlour play climb\n"
    )
    write("half.yaml", "frame: half\ntitle: Half\nextends: table\n")
    printed = run("play", "./half.yaml")
    assert printed.err.endswith("  help: no game extends it yet; write one with `extends: half`\n")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["play", "ladder", "--auto", "--seed", "1"], "parlour play climb --auto --seed 1"),
        (["why", "ladder", "lay 7♥", "--deal", "5"], "parlour why climb 'lay 7♥' --deal 5"),
        (["rules", "ladder"], "parlour rules climb"),
        (["rules", "steep", "--since", "ladder"], "parlour rules steep --since climb"),
        (["measure", "ladder", "--games", "5"], "parlour measure climb --games 5"),
        (["mix", "ladder, hand-size=3"], "parlour mix 'climb, hand-size=3'"),
        (["mix", "ladder", "--with", "sevens-wish"], "parlour mix climb --with sevens-wish"),
        (["diff", "ladder", "steep"], "parlour diff climb steep"),
        (["diff", "steep", "ladder"], "parlour diff steep climb"),
    ],
)
def test_a_family_in_place_of_a_game_is_answered_with_the_command_for_each_game(typed: list[str], offered: str) -> None:
    write("rulesets/steep.yaml", "game: steep\ntitle: Steep\nextends: climb\n")
    printed = run(*typed)
    assert printed.code == 2
    assert printed.err.startswith("parlour: `ladder` is a family of games. Name one of them:\n")
    assert f"\n  {offered}  " in printed.err


def test_a_family_with_house_rules_is_a_game() -> None:
    assert run("play", "ladder", "--with", "sevens-wish", "--auto", "--seed", "1").code == 0


@pytest.mark.parametrize("module", ["lark", "yaml", "jsonschema.validators"])
def test_a_package_that_is_not_installed_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    def missing(*_: object) -> object:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr("parlour.commands.list.entries_of", missing)
    printed = run("list")
    assert printed.code == 2
    package = module.partition(".")[0]
    assert printed.err.startswith(f"parlour: the Python package `{package}` isn't installed, and Parlour needs it\n")
    assert printed.err.endswith(" -m pip install .\n")


def test_a_missing_module_of_our_own_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> object:
        raise ModuleNotFoundError("No module named 'parlour.nowhere'", name="parlour.nowhere")

    monkeypatch.setattr("parlour.commands.list.entries_of", missing)
    assert run("list").code == 70


def test_our_own_mistakes_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> object:
        raise ZeroDivisionError("out of nothing")

    monkeypatch.setattr(cli, "command", stumble)
    printed = run("list")
    assert printed.code == 70
    assert "this is a bug in Parlour: ZeroDivisionError: out of nothing" in printed.err
    assert "please report it" in printed.err
    assert "Traceback" not in printed.err
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    assert "Traceback" in run("list").err


def test_interrupted_without_a_word_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "command", interrupted)
    assert run("check") == Printed(130, "", "parlour: stopped\n")


def test_a_fault_of_the_ruleset_names_its_line() -> None:
    write(
        "rude.yaml",
        "rule: rude\ntitle: Rude\nfor: ladder\ntext: Breaks.\nwhen:\n  after lay(p, c): |\n"
        "    let n = laid(p) - laid(p)\n    laid(p) += 1 // n\n",
    )
    printed = run("play", "climb", "--with", "./rude.yaml", "--auto", "--seed", "1")
    assert printed.code == 1
    assert re.search(r"^\S+\.yaml:\d+:\d+: error: the ruleset failed during play", printed.err, re.MULTILINE)
