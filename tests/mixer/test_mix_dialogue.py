"""`parlour mix` as a dialogue: what somebody types, what they read, and the file at the end."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from parlour.base.resources import shipped
from scaffold.files import write
from scaffold.home import search_in
from scaffold.terminal import CTRL_C, Printed, run

pytestmark = pytest.mark.usefixtures("home")

HEAD = "title: {}\nfor: ladder\ntext: {}\n"


@pytest.fixture(autouse=True)
def _rules(home: Path) -> None:
    """Rules that need, replace and exclude each other."""
    write("rulesets/kings.yaml", "rule: kings\n" + HEAD.format("Kings rule", "A king wins.") + "needs: [queens]\n"
          "because: {queens: A king has a queen}\n")  # fmt: skip
    write("rulesets/queens.yaml", "rule: queens\n" + HEAD.format("Queens draw", "A queen draws.")
          + "also-called: [the ladies]\nadvises: [fives-pay]\n")  # fmt: skip
    write("rulesets/jacks.yaml", "rule: jacks\n" + HEAD.format("Jacks skip", "A jack skips.") + "excludes: [queens]\n"
          "because: {queens: Both are about court cards}\n")  # fmt: skip
    write("rulesets/dukes.yaml", "rule: dukes\n" + HEAD.format("Dukes", "A duke.") + "group: nobles\n")
    write("rulesets/earls.yaml", "rule: earls\n" + HEAD.format("Earls", "An earl.") + "group: nobles\n")
    write("rulesets/crowd.yaml", "rule: crowd\n" + HEAD.format("A crowd", "Many cards.") + "set: {cards: 8}\n"
          "possible:\n  - {require: options.cards < 5, says: the hands are too large}\n")  # fmt: skip


def mixed(*typed: object, game: str = "climb") -> Printed:
    """What `parlour mix --ask` prints for these answers."""
    return run("mix", game, "--ask", typed=typed)


def now(printed: Printed) -> list[str]:
    """What the dialogue says that the mix is, each time."""
    text = " ".join(printed.out.replace("\n  ", " ").split(" "))
    return [found.removesuffix(" For 2 or 3 players.") for found in re.findall(r"^Now: (.*)$", text, re.MULTILINE)]


def test_an_option_can_be_left_alone() -> None:
    assert mixed("", "cards", "b", "cards", "").out.count("Nothing changed.") == 2


def test_from_the_game_to_the_file() -> None:
    printed = run("mix", "--ask", typed=["Climb", "sevens wish", "", "gift", "2", "", "Our ladder", ""])
    assert printed.code == 0
    assert "Climb, with only its own rules. For 2 or 3 players.\n" in printed.out
    assert "  + Sevens wish. Whoever lays a seven wishes a suit; 1 cards come with it.\n" in printed.out
    assert now(printed)[-2:] == [
        "Climb + Sevens wish.",
        "Climb + Sevens wish. Sevens wish, cards that the next player draws: 2.",
    ]
    assert printed.out.endswith(
        "Wrote our-ladder.yaml.\n"
        "Checked: it works for 2 or 3 players.\n"
        "Play it:\n  parlour play our-ladder.yaml\n"
        "Print its rules:\n  parlour rules our-ladder.yaml -o our-ladder.html\n"
        "Share it as a line; your friend also needs ladder.yaml, climb.yaml and sevens-wish.yaml:\n"
        "  parlour play 'climb + sevens-wish, sevens-wish.gift=2'\n"
    )
    assert Path("our-ladder.yaml").read_text(encoding="utf-8") == (
        "game: our-ladder\ntitle: Our ladder\nextends: climb\nuses: [sevens-wish]\nset: {sevens-wish.gift: 2}\n"
    )
    assert run("play", "our-ladder.yaml", "--auto", "--seed", "1").code == 0


def test_games_are_found_by_number_name_and_word() -> None:
    write("rulesets/summit.yaml", "game: summit\ntitle: The summit\nextends: climb\ntext: Up and away.\n")
    number = re.search(r"^ +(\d+)  The summit\n +Up and away\.$", run("mix", "--ask").out, re.MULTILINE)
    assert number is not None
    for answer in (number[1], "summit", "THE SUMMIT", "summ"):
        assert "Now: The summit" in run("mix", "--ask", typed=[answer]).out, answer
    assert "The summit" in run("mix", "--ask", typed=["away"]).out.rpartition("Enter takes 1 > ")[0].rpartition("> ")[2]
    for answer in ("xyzzy", "99"):
        assert f"Nothing here is `{answer}`.\n" in run("mix", "--ask", typed=[answer]).out
    ladies = run("mix", "--ask", typed=["ladies"]).out.rpartition("Enter takes 1 > ")[0].rpartition("> ")[2]
    assert "Climb" in ladies
    assert "Crazy Eights" not in ladies


def test_a_family_in_place_of_a_game() -> None:
    write("rulesets/other.yaml", "frame: other\ntitle: Others\nextends: ladder\n")
    write("rulesets/mount.yaml", "game: mount\ntitle: Mount\nextends: other\ntext: x\n")
    printed = run("mix", "other", "--ask", typed=["mount"])
    shown = printed.out.partition("Which game?")[0]
    assert "Mount" in shown
    assert "Climb" not in shown
    assert "Now: Mount" in printed.out
    assert "missing game" in run("mix", "other", "--ask", "--set", "cards=4").err


def test_a_title_means_the_game_and_the_name_of_a_family_lists_its_games() -> None:
    write("rulesets/hills.yaml", "frame: hills\ntitle: Hill games\nextends: ladder\n")
    write("rulesets/hi.yaml", "game: hi\ntitle: Hills\nextends: hills\ntext: x\n")
    write("rulesets/steep.yaml", "game: steep\ntitle: Steep hills\nextends: hills\ntext: x\n")
    assert "Now: Hills," in run("mix", "--ask", typed=["hiLLs"]).out
    printed = run("mix", "--ask", typed=["hills h", "steep"]).out
    shown = printed.partition("> hills h\n")[2].partition("Which game?")[0]
    assert "Climb" not in shown
    assert "Now: Steep hills," in printed


def test_own_rules_that_do_not_fit_together() -> None:
    head = "title: {}\nfor: ladder\ntext: x\npowers:\n  5: {{then: tired(p) = {}}}\n"
    write("rulesets/mark.yaml", "rule: mark\n" + head.format("Mark", "true"))
    write("rulesets/clear.yaml", "rule: clear\n" + head.format("Clear", "false"))
    printed = mixed("mark", "clear")
    assert '"Clear" and "Mark" both act after `lay`, and their order matters' in printed.out
    assert now(printed)[-1] == "Climb + Mark."


def test_own_rules_that_clash() -> None:
    head = "title: {}\nfor: ladder\ntext: x\n"
    write("rulesets/mark.yaml", "rule: mark\n" + head.format("Mark") + "powers: {5: {then: draw(next(p))}}\n"
          "examples:\n  - name: the next player draws\n    players: 2\n"
          "    given: {pile: 4♦, hand 1: 5♦ 2♠, hand 2: 7♥, stock top: 3♠, to move: 1}\n"
          "    moves: [\"1: lay 5♦\"]\n    then: {hand 2: 7♥ 3♠}\n")  # fmt: skip
    write("rulesets/none.yaml", "rule: none-of-it\n" + head.format("No fives")
          + 'may: {"lay(p, c)": {five: {forbid: c.rank == 5, says: no fives}}}\n')  # fmt: skip
    printed = mixed("mark", "no fives", "", "")
    told = " ".join(printed.out.partition("Your mix")[2].split())
    assert 'Note: "Mark" and "No fives" clash: Mark never acts together with No fives;' in told
    assert "Go back to remove one of them, or keep both." in told


def test_rules_are_ticked_and_unticked() -> None:
    printed = mixed("fives pay", "sevens wish", "fives pay", "fives pay", "sevens")
    one, both = "Climb + Sevens wish.", "Climb + Sevens wish + Fives pay."
    first = ["Climb + Fives pay.", "Climb + Fives pay + Sevens wish."]
    assert now(printed)[1:] == [*first, one, both, "Climb + Fives pay."]


def test_rules_are_picked_by_numbers() -> None:
    listed = mixed().out
    rows = {title: int(n) for n, title in re.findall(r"^ +(\d+)  \[ \] (\S+(?: \S+)*)", listed, re.MULTILINE)}
    first = min(rows.values())
    assert sorted(rows.values()) == [*range(first, first + len(rows))]
    dukes = rows["Dukes"]
    assert "[x] Dukes" in mixed(str(dukes), "h").out
    assert now(mixed(str(dukes), str(rows["Fives pay"])))[-1] == "Climb + Dukes + Fives pay."
    assert f"Nothing here is `{max(rows.values()) + 9}`" in mixed(str(max(rows.values()) + 9)).out


def test_a_rule_is_found_by_what_players_call_it() -> None:
    assert "  + Queens draw." in mixed("the ladies").out
    assert "Nothing here is `xyzzy`.\n" in mixed("xyzzy").out


def test_few_rules_of_a_search_have_their_whole_texts() -> None:
    write("rulesets/long.yaml", "rule: long\n" + HEAD.format("Long", f"It is {'very ' * 30}long."))
    assert f"It is {'very ' * 30}long." in " ".join(mixed("very").out.split())


def test_a_rule_that_others_need_comes_with_them() -> None:
    printed = mixed("kings", "y")
    assert '"Kings rule" needs "Queens draw": A king has a queen.\nAdd "Queens draw"? (y or Enter, n) > ' in printed.out
    assert now(printed)[-1] == "Climb + Kings rule + Queens draw."
    assert now(mixed("kings", "n")) == now(mixed())
    removed = mixed("kings", "y", "queens draw", "y")
    assert 'Remove "Kings rule" too? (y or Enter, n) > ' in removed.out
    assert now(removed)[-1] == "Climb, with only its own rules."


def test_a_rule_that_needs_one_of_several() -> None:
    write("rulesets/court.yaml", "rule: court\n" + HEAD.format("Court", "A court.") + "needs: [one of nobles]\n")
    printed = mixed("court", "2")
    assert (
        '"Court" needs "Dukes" or "Earls".\n'
        'What do you want to do?\n  1  add "Dukes": A duke.\n  2  add "Earls": An earl.\n'
    ) in printed.out
    assert now(printed)[-1] == "Climb + Court + Earls."
    assert now(mixed("court", "earls")) == now(printed)
    assert now(mixed("court", "n")) == now(mixed())
    removed = mixed("court", "dukes", "dukes", "2")
    assert '  1  add "Earls": An earl.\n  2  remove "Court" too\n' in removed.out
    assert now(removed)[-1] == "Climb, with only its own rules."


def test_one_question_is_about_everything_that_a_rule_brings_along() -> None:
    """The knave needs the king, who needs the queen. The king takes the place of the duke, whom the page needs."""
    write("rulesets/knave.yaml", "rule: knave\n" + HEAD.format("Knave", "A knave.") + "needs: [emperor]\n")
    write("rulesets/emperor.yaml", "rule: emperor\n" + HEAD.format("Emperor", "An emperor.") + "group: nobles\n"
          "needs: [queens]\n")  # fmt: skip
    write("rulesets/page.yaml", "rule: page\n" + HEAD.format("Page", "A page.") + "needs: [dukes]\n")
    write("rulesets/court.yaml", "game: court\ntitle: Court\nextends: ladder\nuses: [dukes, page]\n")
    printed = mixed("knave", "y", game="court")
    told = printed.out.rpartition("continues > ")[0].rpartition("continues > ")[2]
    assert " ".join(told.split()).startswith(
        'knave "Knave" needs "Emperor". "Page" needs "Dukes", and "Emperor" takes its place. '
        '"Emperor" needs "Queens draw". '
        'Add "Emperor" and "Queens draw", and remove "Dukes" and "Page"?'
    )
    assert now(printed)[-1] == "Court + Knave + Emperor + Queens draw − Dukes − Page."
    assert now(mixed("knave", "n", game="court"))[-1] == "Court, with only its own rules."


def test_rules_that_exclude_each_other() -> None:
    printed = mixed("kings", "y", "jacks", "y")
    told = (
        '"Jacks skip" and "Queens draw" can\'t be in the same mix: Both are about court cards. '
        '"Kings rule" needs "Queens draw": A king has a queen. '
        'Remove "Kings rule" and "Queens draw"? '
    )
    assert told in " ".join(printed.out.split())
    assert now(printed)[-1] == "Climb + Jacks skip."
    both = run("mix", "climb + jacks + queens", "--ask", typed=["2"])
    assert '  1  remove "Jacks skip"\n  2  remove "Queens draw"\n1 to 2, or n for none > ' in both.out
    assert now(both)[-1] == "Climb + Jacks skip."


def test_a_rule_replaces_the_one_of_its_group() -> None:
    assert now(mixed("dukes", "earls"))[-1] == "Climb + Earls."
    write("rulesets/court.yaml", "game: court\ntitle: Court\nextends: ladder\nuses: [dukes]\n")
    printed = mixed("earls", "dukes", game="court")
    assert now(printed)[1:] == ["Court + Earls − Dukes.", "Court, with only its own rules."]


def test_advice_names_the_better_rule() -> None:
    assert 'Note: "Queens draw" is better with "Fives pay".' in " ".join(mixed("queens draw").out.split())


def test_nobody_can_play_and_what_would_help() -> None:
    printed = mixed("crowd", "1", "", "", "", "", "q")
    assert "Nobody can play this mix: the hands are too large.\n" in printed.out
    assert 'et "cards dealt to each" to 4' in printed.out
    assert now(printed)[-1] == "Climb + A crowd. Cards dealt to each: 4."
    stays = mixed("crowd", "n", "", "", "n")
    assert "Nobody can play it like this." in stays.out
    assert stays.out.count("Nobody can play this mix") == 2
    assert "Title of the game?" not in stays.out


def test_options_are_set_by_number_name_and_words() -> None:
    for answer in ("2", "cards", "CARDS", "cards dealt"):
        assert now(mixed("", answer, "4"))[-1] == "Climb. Cards dealt to each: 4.", answer
    assert "cards dealt to each (1 to 8; normally 3) > " in mixed("", "cards").out
    refused = mixed("", "cards", "9", "cards", "").out
    assert '"cards dealt to each" can be 1 to 8, not `9`.\n' in refused
    assert "Nothing changed.\n" in refused
    assert "Nothing here is `crads`." in mixed("", "crads").out
    assert now(mixed("", "cards", "4", "cards", "3"))[-1] == "Climb, with only its own rules."


def test_going_back() -> None:
    assert now(mixed("fives pay", "", "b", "fives pay"))[-1] == "Climb, with only its own rules."
    assert mixed("b").out.count("Which game?") == 1
    changed = mixed("fives pay", "b", "n", "b", "y")
    assert changed.out.count("Drop your changes and choose another game? (y or Enter, n) > ") == 2
    assert changed.out.count("Which game?") == 1


@pytest.mark.parametrize("end", [[], ["q"], ["QUIT"]])
@pytest.mark.parametrize(
    "before", [["fives pay"], ["fives pay", ""], ["fives pay", "", ""], ["fives pay", "", "", "x"]]
)
def test_leaving_saves_nothing(before: list[str], end: list[str], home: Path) -> None:
    files = {*os.listdir(home)}
    printed = mixed(*before, *end)
    assert printed.code == 0
    assert printed.out.endswith("Nothing was saved.\nThe mix so far: parlour play 'climb + fives-pay'\n")
    assert {*os.listdir(home)} <= {*files, "state"}


def test_stopping_saves_nothing() -> None:
    printed = mixed("fives pay", CTRL_C)
    assert printed.code == 130
    assert printed.out.endswith("The mix so far: parlour play 'climb + fives-pay'\n")
    assert "Traceback" not in printed.err


def test_a_file_is_overwritten_only_after_a_question() -> None:
    write("mine.yaml", "mine\n")
    printed = mixed("fives pay", "", "", "", "mine.yaml", "n", "mine.txt", "climb", "folder/mine", "n", "mine", "y")
    assert printed.out.count("mine.yaml already exists. Overwrite it? (y or Enter, n) > ") == 2
    assert "must end with .yaml, such as mine.yaml.\n" in printed.out
    assert "There is a game `climb` in" in printed.out
    assert "There is no folder folder. Create it?" in printed.out
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text == 'game: mine\ntitle: "Climb, our way"\nextends: climb\nuses: [fives-pay]\n'


def test_a_game_without_changes_needs_no_file() -> None:
    printed = mixed("", "", "q")
    assert "there is nothing to save. Play it: parlour play climb\n" in " ".join(printed.out.split("\n  "))


def test_a_rule_from_a_file() -> None:
    write("far/mine.yaml", "rule: mine\ntitle: My own\nfor: ladder\ntext: x\n")
    printed = run("mix", "climb + ./far/mine.yaml", "--ask", typed=["my own", "my own", "", "", "", "ours"])
    assert now(printed)[1:] == ["Climb, with only its own rules.", "Climb + My own."]
    assert "uses: [./far/mine.yaml]\n" in Path("ours.yaml").read_text(encoding="utf-8")


def test_a_ruleset_that_fails_in_play_is_reported() -> None:
    write(
        "rulesets/rude.yaml",
        "rule: rude\ntitle: Rude\nfor: ladder\ntext: Breaks.\nwhen:\n  after lay(p, c): |\n"
        "    let n = laid(p) - laid(p)\n    laid(p) += 1 // n\n",
    )
    printed = mixed("rude", "", "", "", "")
    assert "Error: with 2 players the rules fail during play:" in printed.out
    assert "Checked: it works" not in printed.out
    written = run("mix", "climb", "--with", "rude", "-o", "x.yaml")
    assert "warning: with 2 players the rules fail during play:" in written.err


def test_where_there_is_no_terminal() -> None:
    printed = run("mix")
    assert printed.code == 2
    assert "missing game" in printed.err
    assert run("mix", "climb").out.startswith("game: my-climb\n")
    assert "remove -o" in run("mix", "climb", "--ask", "-o", "x.yaml").err
    assert "missing game" in run("mix", "--ask", "--set", "cards=4").err


def test_a_mix_on_the_command_line_can_be_changed() -> None:
    printed = run("mix", "climb + fives-pay, cards=4", "--ask", typed=["sevens wish"])
    assert now(printed) == ["Climb + Fives pay. Cards dealt to each: 4.",
                            "Climb + Fives pay + Sevens wish. Cards dealt to each: 4."]  # fmt: skip
    assert "did you mean `climb`?" in run("mix", "clim", "--ask").err


def test_the_line_to_share_needs_none_of_the_own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets") / "shithead")
    write("ours.yaml", "game: ours\ntitle: Ours\nextends: sh\nuses: [three-reverses]\nwithout: [tens-clear]\n"
          "set: {jokers: 2}\n")  # fmt: skip
    printed = run("mix", "./ours.yaml", "--set", "hand-size=4", "-o", "more.yaml")
    assert printed.out.endswith(
        "Share it as a line, without the file and its title:\n"
        "  parlour play 'sh + three-reverses - tens-clear, hand-size=4, jokers=2'\n"
    )
    write("rude.yaml", "game: rude\ntitle: Rude\nextends: sh\nplayers: 2\n")
    printed = run("mix", "./rude.yaml", "--set", "jokers=2", "-o", "ruder.yaml")
    assert printed.out.endswith("also needs rude.yaml:\n  parlour play './rude.yaml, jokers=2'\n")


def test_the_line_to_share_has_no_absolute_path_of_a_file_nearby() -> None:
    write("far/mine.yaml", "rule: mine\n" + HEAD.format("Mine", "x."))
    printed = run("mix", "climb", "--with", str(Path("far/mine.yaml").absolute()), "-o", "more.yaml")
    assert printed.out.endswith("\n  parlour play 'climb + far/mine.yaml'\n")
    asked = run("mix", "climb", "--with", str(Path("far/mine.yaml").absolute()), "--ask", typed=["", "", "ours", ""])
    assert asked.out.endswith("\n  parlour play 'climb + far/mine.yaml'\n")
