"""A folder, a file and an id of a ruleset give the same answer, wherever the command is run."""

import os
import re
from pathlib import Path

import pytest

from parlour.library.library import family_folder
from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


FRAME = "frame: hill\ntitle: Hill\nextends: ladder\n"
GAME = "game: stroll\ntitle: Stroll\nextends: {frame}\nuses: [{rule}]\n"
RULE = """\
rule: rest
title: Rest
for: {frame}
text: Nothing happens after a card.
when:
  after lay(p, c): nothing
examples:
  - name: a rest
    in: stroll
    given: {{pile: 5♥, hand 1: 7♥ 6♣, hand 2: 4♥, to move: 1}}
    moves: ["1: lay 7♥"]
    then: {{to move: 2}}
"""


def family(folder: Path, own_frame: bool, rules: str = "rules") -> None:
    """A game and its rule in `rules/`, with a frame of their own or for one that is on the search path."""
    frame = "hill" if own_frame else "ladder"
    if own_frame:
        write(folder / "hill.yaml", FRAME)
    write(folder / "stroll.yaml", GAME.format(frame=frame, rule="rest"))
    write(folder / rules / "rest.yaml", RULE.format(frame=frame))


WAYS = [
    ("", "FAM"), ("", "FAM/"), ("", "{home}/FAM"), ("", "./FAM/stroll.yaml"), ("", "FAM/rules"),
    ("", "FAM/rules/rest.yaml"), ("FAM", "."), ("FAM", "stroll"), ("FAM", "rest"), ("FAM", "rules"),
    ("FAM", "stroll.yaml"), ("FAM", "./rules/rest.yaml"), ("FAM/rules", "."),
    ("FAM/rules", ".."), ("FAM/rules", "rest"), ("FAM/rules", "rest.yaml"),
    ("FAM/rules", "../stroll.yaml"), ("elsewhere", "../FAM"), ("elsewhere", "../FAM/rules/rest.yaml"),
]  # fmt: skip


@pytest.mark.one_in(8)
@pytest.mark.parametrize("own_frame", [True, False])
@pytest.mark.parametrize(("cwd", "name"), WAYS)
def test_check_and_test_give_one_answer(
    own_frame: bool, cwd: str, name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    family(home / "FAM", own_frame)
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / cwd)
    name = name.format(home=home)
    checked = run("check", name)
    assert (checked.code, checked.out.splitlines()[-1].endswith("all is well")) == (0, True), checked
    tested = run("test", name)
    if "stroll" in name:
        assert "no examples" in tested.err
    else:
        assert (tested.code, tested.out) == (0, "1 example: all passed\n")


@pytest.mark.one_in(8)
@pytest.mark.parametrize("own_frame", [True, False])
@pytest.mark.parametrize("place", ["here", "path", "own", "rulesets"])
def test_a_game_that_is_found_by_its_id_brings_its_rules(
    own_frame: bool, place: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = {"here": home, "path": home / "x", "own": home / "config" / "parlour" / "rulesets" / "fam",
              "rulesets": home / "rulesets" / "fam"}[place]  # fmt: skip
    family(folder, own_frame)
    if place == "path":
        monkeypatch.setenv("PARLOUR_PATH", os.pathsep.join([str(folder), str(RULESETS)]))
    assert "a rest" in run("test", "rest", "-v").out
    commands = ["check stroll", "play stroll --auto --seed 1", "show stroll", "show rest", "why stroll draw",
                "measure stroll --games 2", "mix stroll --id x"]  # fmt: skip
    for command in commands:
        printed = run(*command.split())
        assert printed.code == 0, (command, printed)
    assert "  stroll " in run("list").out
    assert "  rest " in run("list", "rest").out
    assert run("list", "rest").out == run("list", "nothing", "happens").out
    assert not re.search(r"(hill|stroll|rest)\.yaml", run("check").out)


def test_a_rule_can_be_shown_from_anywhere(home: Path) -> None:
    family(home / "FAM", own_frame=True)
    assert run("show", "./FAM/rules/rest.yaml").out.startswith("Rest (rest), a rule for hill\n")


def test_a_rule_that_is_missing_is_missing_everywhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    family(home / "FAM", own_frame=False, rules="other")
    for cwd, name in (("", "./FAM/stroll.yaml"), ("FAM", "stroll"), ("FAM", "stroll.yaml")):
        monkeypatch.chdir(home / cwd)
        for command in ("check", "show", "why", "play"):
            printed = run(command, name)
            assert "no rule `rest`" in printed.out + printed.err, (command, cwd, name)


def test_a_folder_is_searched_with_all_that_is_below_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    family(home / "collection" / "games", own_frame=True, rules="../house/deep")
    assert run("check", "collection").code == 0
    assert run("test", "collection").out == "1 example: all passed\n"
    monkeypatch.chdir(home / "collection")
    assert run("check", ".").code == 0
    assert run("test", ".").out == "1 example: all passed\n"
    monkeypatch.setenv("PARLOUR_PATH", os.pathsep.join([".", str(RULESETS)]))
    assert run("check", "stroll", "rest").code == 0


def test_two_families_in_one_folder_keep_to_themselves(home: Path) -> None:
    for name in ("a", "b"):
        family(home / "both" / name, own_frame=True)
    assert run("check", "both").code == 0
    assert run("test", "both").out == "2 examples: all passed\n"


def test_a_frame_that_is_extended_by_its_path_brings_its_family(home: Path) -> None:
    family(home / "FAM", own_frame=True)
    write(home / "mine" / "run.yaml", "game: run\ntitle: Run\nextends: ../FAM/stroll.yaml\n")
    assert run("check", "./mine/run.yaml").code == 0
    assert run("play", "./mine/run.yaml", "--auto", "--seed", "1").code == 0


def test_check_and_test_look_at_the_same_files(home: Path) -> None:
    family(home / "FAM", own_frame=False)
    write(home / "FAM" / ".hidden" / "x.yaml", "nonsense")
    (home / "FAM" / "folder.yaml").mkdir()
    write(home / "FAM" / "folder.yaml" / "more.yaml", "rule: more\ntitle: More\nfor: ladder\ntext: x\n")
    assert run("check", "FAM").out == "checked 1 game, 1 rule: all is well\n"
    assert run("test", "FAM").out == "1 example: all passed\n"
    (home / "empty").mkdir()
    for command in ("check", "test"):
        printed = run(command, "empty")
        assert printed.code == 2
        assert "no ruleset in the folder empty" in printed.out + printed.err


@pytest.mark.parametrize(("file", "folder"), [
    ("fam/game.yaml", "fam"), ("fam/rules/r.yaml", "fam"), ("game.yaml", "."), ("rules/r.yaml", "."),
])  # fmt: skip
def test_the_folder_of_a_family(file: str, folder: str) -> None:
    assert family_folder(Path(file)) == Path(folder)


def test_the_folder_of_a_family_above_the_working_directory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "fam" / "rules").mkdir(parents=True)
    monkeypatch.chdir(home / "fam" / "rules")
    assert family_folder(Path("r.yaml")) == home / "fam"


POSITIONS = {
    "an example's position": "given: {pile: 5♥, hand 1: 7♥ 6♣, hand 2: 4♥, to move: 1}\n",
    "only the cards": "pile: 5♥\nhand 1: 7♥ 6♣\nto  move: 1\n",
    "a saved game": '{"parlour game": 3, "moves": []}\n',
}


@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS)
def test_positions_among_rulesets_are_passed_over(text: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    family(home / "FAM", own_frame=False)
    write(home / "FAM" / "position.yaml", text)
    monkeypatch.chdir(home / "FAM")
    assert "checked 1 game, 1 rule, passed over 1 position: all is well" in run("check", ".").out
    assert "1 example: all passed" in run("test", ".").out
    assert run("check", "position.yaml").code == 1, "somebody who names the file takes it for a ruleset"


def test_a_ruleset_with_a_misplaced_position_is_not_passed_over(home: Path) -> None:
    write(home / "rest.yaml", RULE.format(frame="ladder") + "given: {to move: 1}\n")
    assert "unknown key `given`" in run("check", str(home)).out
