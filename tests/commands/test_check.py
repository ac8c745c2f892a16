"""`parlour check`: correct and wrong rulesets, mixes and examples."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_check_is_content() -> None:
    printed = run("check", "climb", "ladder", "sevens-wish")
    assert printed == run("check", str(RULESETS / "climb.yaml"), "ladder", str(RULESETS / "sevens-wish.yaml"))
    assert printed.code == 0
    assert printed.out == "checked 1 game, 1 frame, 1 rule: all is well\n"
    assert run("check", str(RULESETS)).out == "checked 1 game, 3 frames, 4 rules: all is well\n"


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
    assert "error: duplicate `resume here` without a name" in printed.out
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
    assert "s.yaml:3:6: error: no frame `nowhere`" in printed.out


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
    assert "help: keep `even`, or leave out `odd` too\n" in run("check", "both", "--without", "even").out
    assert run("check", "both", "--without", "even,odd").code == 0
    assert "help: add `even`\n" in run("check", "climb", "--with", "odd").out


def test_check_says_which_games_a_rule_goes_with() -> None:
    """One that fits two games and is refused in a third, whose rule does something at the same time."""
    head = "title: A\nfor: ladder\ntext: x\n"
    for number in (1, 2, 3):
        uses = "uses: [shouts]\n" if number > 1 else ""
        write(f"rulesets/game{number}.yaml", f"game: game-{number}\ntitle: G\nextends: ladder\n{uses}")
    write("rulesets/shouts.yaml", f"rule: shouts\n{head}when:\n  after draw(p): tired(p) = true\n")
    path = str(write("sings.yaml", f"rule: sings\n{head}when:\n  after draw(p): tired(p) = false\n"))
    printed = run("check", path)
    assert printed.code == 1
    assert "sings.yaml:6:3: warning: in `game-2` and `game-3`: `shouts` and `sings` both act after" in printed.out
    assert "note: `sings` works in `climb` and `game-1` [check-goes-with]\n" in printed.out
    assert printed.out.endswith("checked 1 rule: 1 warning, 1 note\n")
    write("sings.yaml", f"rule: sings\n{head}excludes: [shouts]\n")
    printed = run("check", path)
    assert printed.code == 0
    refused = "`sings` excludes `shouts` [check-refused]\n"
    assert f"note: `game-2` and `game-3` refuse `sings`: {refused}" in printed.out
    examples = "examples:\n  - {name: e, in: climb, then: {over: false}}\n"
    write("sings.yaml", f"rule: sings\n{head}excludes: [shouts]\n{examples}")
    assert run("check", path, "--strict").out == "checked 1 rule: all is well\n"
    write("sings.yaml", f"rule: sings\n{head}")
    assert run("check", path).out == "checked 1 rule: all is well\n"


def test_a_conflict_in_a_game_is_placed_at_the_part_of_the_rule() -> None:
    """The rule with the first of two actions isn't that with the error."""
    action = "title: A\nfor: ladder\ntext: x\nprompts:\n  turn(p): |\n    shout if hand(p).size > 90: nothing\n"
    write("rulesets/game.yaml", "game: game\ntitle: G\nextends: ladder\nuses: [shouts]\n")
    write("rulesets/shouts.yaml", f"rule: shouts\n{action}")
    path = str(write("calls.yaml", f"rule: calls\n{action}"))
    printed = run("check", path).out
    assert "calls.yaml:7:5: warning: in `game`: duplicate action `shout` [name-twice]" in printed
    assert "rulesets/shouts.yaml:7:5: the conflict is here" in printed


def test_check_an_odd_mix() -> None:
    """An odd mix gets a note, and people can play it; `--strict` refuses it."""
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
    examples = "examples:\n  - {name: e, in: climb, with: [odd], then: {over: false}}\n"
    write("odd.yaml", f"rule: odd\n{head}advises: [sevens-wish]\n{examples}")
    write("needy.yaml", f"rule: needy\n{head}needs: [odd]\n{examples}")
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
    assert "s.yaml:6:3: note: no available mix has both `sociable` and `far`, so `check` skips" in printed.out


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
        ("in: clmb", "calm.yaml:7:9: error: no game or frame `clmb`"),
        ("with: [seven-wish]", "error: no rule `seven-wish`"),
        ("set: {card: 3}", "error: no option `card`"),
    ):
        write("calm.yaml", f"{head}    {asked}\n    then: {{over: false}}\n")
        printed = run("check", "calm.yaml")
        assert printed.code == 1, asked
        assert words in printed.out
        assert "did you mean" in printed.out
    write("calm.yaml", f"{head}    set: {{cards: 90}}\n    refused: takes a whole number\n")
    assert run("check", "calm.yaml").out == "checked 1 rule: all is well\n"
    write("some.yaml", "examples:\n  - name: one\n    in: clmb\n    then: {over: false}\n")
    assert "some.yaml:3:9: error: no game or frame `clmb`" in run("check", "some.yaml").out


def test_check_that_no_card_of_an_example_lies_in_two_places() -> None:
    head = "rule: calm\ntitle: Calm\nfor: ladder\ntext: x\nexamples:\n  - name: one\n"
    for said, place, words in (
        ("given: {pile: 5♣, hand 1: 7♦ 5C, to move: 1}", "7:34", "5♣ is already in `pile`, and the pack has it"),
        ("given: {hand 1: 7♦ 7♦, to move: 1}", "7:24", "7♦ is already in `hand 1`, and the pack has it only once"),
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


def test_nothing_to_check_or_to_run_is_not_well(home: Path) -> None:
    (home / "empty").mkdir()
    for folder in ("empty", "./empty", str(home / "empty")):
        printed = run("test", folder)
        assert printed.code == 2
        assert f"no ruleset in the folder {folder}" in printed.err
        printed = run("check", folder)
        assert printed.code == 2
        assert f"no ruleset in the folder {folder}" in printed.out
    write("mine/climb.yaml", (RULESETS / "climb.yaml").read_text(encoding="utf-8"))
    assert run("test", "mine").out.endswith("1 example: all passed\n")


def test_a_rule_for_a_misspelt_frame() -> None:
    write("mine.yaml", "rule: mine\ntitle: Mine\nfor: eight\ntext: A misspelt frame.\n")
    printed = run("check", "mine.yaml")
    assert printed.code == 1
    assert "mine.yaml:3:6: error: no frame `eight`" in printed.out + printed.err


def test_a_hook_that_runs_in_another_mix_of_the_family_is_no_finding() -> None:
    """The frame leaves it to a rule to run `cheer`; a game has that rule."""
    write("frame.yaml", "frame: loud\ntitle: Loud\nextends: ladder\nprocedures:\n  cheer(p): nothing\n")
    runs = "rule: cheers\ntitle: C\ntext: x\nfor: loud\nwhen:\n  after draw(p): cheer(p)\n"
    write("cheers.yaml", runs)
    house = str(
        write("house.yaml", "rule: house\ntitle: H\ntext: x\nfor: loud\nwhen:\n  after cheer(p): laid(p) += 1\n")
    )
    assert "this never runs: nothing runs `cheer`" in run("check", house).out
    write("game.yaml", "game: louder\ntitle: Louder\ntext: x\nextends: loud\nuses: [cheers]\n")
    assert run("check", house).out == "checked 1 rule: all is well\n"
    write("cheers.yaml", runs.replace("draw(p): cheer(p)", "draw(p): nothing"))
    assert "this never runs: nothing runs `cheer`" in run("check", house).out
