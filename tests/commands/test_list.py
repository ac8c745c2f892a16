"""`parlour list`: the available rulesets, and searches through their words."""

from __future__ import annotations

import json
import re

import pytest

from parlour.base.resources import shipped
from parlour.rulebook.meanings import one_line
from scaffold.files import write
from scaffold.home import RULESETS, search_in
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_list_has_a_line_for_each_game_and_says_where_its_house_rules_are() -> None:
    plain = "game: plain\ntitle: Plain\nextends: climb\ntopics: [start here]\ntext: Up. Down.\n"
    write("rulesets/plain.yaml", plain)
    out = run("list").out
    assert out.startswith("Start here: plain\n\nThe ladder\n  climb  Climb\n  plain  Plain: Up. Down.\n")
    assert re.search(r"^  with \d house rules: parlour list ladder\n", out, re.MULTILINE)
    page = run("list", "ladder").out
    assert re.search(r"^House rules for ladder\n(  .*\n)*  sevens-wish +Sevens wish\n", page, re.MULTILINE)
    assert "sevens-wish" not in out
    assert "sevens-wish" in run("list", "--kind", "rule").out


def test_the_page_of_a_family_has_nothing_that_only_mentions_it() -> None:
    write("rulesets/other.yaml", "frame: other\ntitle: Other\nextends: table\ntext: No ladder.\n")
    write("rulesets/odd.yaml", "rule: ladder-rule\ntitle: A rule with a ladder\nfor: other\ntext: x\n")
    assert "ladder-rule" not in run("list", "ladder").out
    assert "ladder-rule" in run("list", "rule", "ladder").out


def test_what_is_called_so_comes_without_what_only_mentions_it() -> None:
    write("rulesets/summit.yaml", "game: summit\ntitle: Summit\nextends: climb\ntext: Like a climb, but higher.\n")
    write("rulesets/kings.yaml", "rule: kings\ntitle: The republic\nfor: ladder\ntext: At the summit.\n")
    assert "republic" not in run("list", "Summit").out
    assert "republic" in run("list", "summ").out


def test_list_finds_by_kind() -> None:
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


def test_list_finds_the_games_that_extend_a_game_of_the_family() -> None:
    write("rulesets/summit.yaml", "game: summit\ntitle: Summit\nextends: climb\ntext: x\n")
    assert re.search(r"summit +Summit\n", run("list", "--kind", "game", "ladder").out)
    assert re.search(r"summit +Summit\n", run("list", "--kind", "game", "climb").out)


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
    out = run("list", "republic", "sevens").out
    assert out.startswith("No ruleset mentions all of `republic` and `sevens`.\n")
    other_kind = "No game mentions `republic`.\n  without --kind you also get the rule `no-kings`\n"
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
    assert "note: Parlour loads `climb` from this file, which hides rulesets/climb.yaml" in printed.err
    assert re.search(r"torn +\(has errors", printed.out)
    assert "2 files have the id `twice`: rulesets/a.yaml and rulesets/b.yaml\n" in printed.err
    assert printed.code == 1


def test_a_search_says_what_each_rule_means() -> None:
    write(
        "rulesets/kings.yaml",
        "rule: kings\ntitle: The republic\nfor: ladder\nneeds: [sevens-wish]\nalso-called: [No kings, the-republic]\n"
        "topics: [court cards]\n"
        "text: >-\n  {options.how is mild: A king}{options.how is wild: A crown} counts {options.worth}\n"
        "  {with sevens-wish: and not a 7}{with strict: , never more}, in each trick that its player wins. It is out.\n"
        "options:\n  worth: {type: int, in: 1..9, default: 4, text: x}\n"
        "  how: {type: [mild, wild], default: mild, text: x}\n",
    )
    title = "  kings  The republic, also called No kings\n"
    text = "      A king counts 4 and not a 7, in each trick that its player wins.\n"
    for words in (["republic"], ["no kings"], ["court cards"]):
        assert run("list", *words).out == f"House rules for ladder\n{title}{text}", words
    assert "A king counts" not in run("list").out


def test_a_game_means_what_it_says_with_its_own_rules_and_options() -> None:
    """A game is described as it is played: with what it sets, and without the rules that it leaves out."""
    text = '"A climb{{options.cards is 5: , long}}{{with sevens-wish: , wishing}}."'
    climb = f"game: {{}}\ntitle: {{}}\nextends: {{}}\ntext: {text}\n"
    write("rulesets/plain.yaml", climb.format("plain", "Plain", "climb"))
    write("rulesets/long.yaml", climb.format("long", "Long", "climb") + "set: {cards: 5}\nuses: [sevens-wish]\n")
    write("rulesets/longer.yaml", climb.format("longer", "Longer", "long") + "without: [sevens-wish]\n")
    out = run("list", "climb", "--kind", "game").out
    assert "Plain\n      A climb.\n" in out
    assert "Long\n      A climb, long, wishing.\n" in out
    assert "Longer\n      A climb, long.\n" in out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Short.", "Short."),
        ("", ""),
        ("A sentence of thirty letters. Another.", "A sentence of thirty letters."),
        ("The first of three. And more. This one is too long.", "The first of three. And more."),
        ("Two short. And the rest of it all, which is long.", "Two short. And the rest of it all…"),
        ("One sentence, e.g. of many words, which is long.", "One sentence, e.g. of many words…"),
    ],
)
def test_a_meaning_fits_a_line(text: str, line: str) -> None:
    assert one_line(text, 36) == line


SPOKEN = (
    "rule: shy-sevens\ntitle: 7s are shy\nfor: ladder\nalso-called: [bashful]\ntext: A seven hides two foxes.\n"
    "options:\n  how: {type: [at-once, when-stuck], default: at-once, text: when they hide,\n"
    "    values: {at-once: as soon as they come, when-stuck: only without another move}}\n"
)


@pytest.mark.parametrize(
    "words", [["shy", "sevens"], ["sevens shy"], ["7s", "bashful"], ["fox"], ["foxes seven"], ["2 fox"]]
)
def test_words_find_a_rule_in_any_order_and_number(words: list[str]) -> None:
    write("rulesets/shy.yaml", SPOKEN)
    assert run("list", "--kind", "rule", *words).out.startswith("House rules for ladder\n  shy-sevens  7s are shy")


@pytest.mark.parametrize("words", [["hide", "when", "stuck"], ["another move"]])
def test_words_find_the_value_of_an_option_that_means_them(words: list[str]) -> None:
    write("rulesets/shy.yaml", SPOKEN)
    told = "\n      option shy-sevens.how=when-stuck: when they hide: only without another move\n"
    assert run("list", *words).out.endswith(told)


def test_several_words_name_the_only_rule_that_has_them_all() -> None:
    write("rulesets/shy.yaml", SPOKEN)
    assert run("show", "shy sevens").out.startswith("7s are shy (shy-sevens)")
    assert "uses: [shy-sevens]" in run("mix", "climb + bashful sevens", "-o", "-").out
    assert "no rule `bold sevens`" in run("mix", "climb + bold sevens", "-o", "-").err
    write("rulesets/other.yaml", SPOKEN.replace("shy-sevens", "shy-seven-and-six"))
    assert "`sevens shy` is ambiguous" in run("mix", "climb + sevens shy", "-o", "-").err


def test_a_word_in_the_middle_of_others_counts_only_if_no_word_begins_with_it() -> None:
    """`limb` is in Climb, but nobody who looks for limbs wants that game."""
    write("rulesets/odd.yaml", "rule: odd-one\ntitle: Odd\nfor: ladder\ntext: A nine has limbs.\n")
    assert re.findall(r"^  (\S+)  ", run("list", "limb").out, re.MULTILINE) == ["odd-one"]
    assert "climb" in run("list", "--kind", "game", "limb").out


def test_a_deck_with_an_eight_is_not_about_eights() -> None:
    write(
        "rulesets/court.yaml",
        "deck: court\ntitle: The court\ntext: From the guard (1) to the princess (8).\n"
        "ranks:\n  - guard: {pips: 1}\n  - princess: {pips: 8}\ncards:\n  - {ranks: [guard, princess]}\n",
    )
    assert "court" in run("list", "princess").out
    assert "court" not in run("list", "eights").out


@pytest.mark.parametrize(("said", "word"), [("burning", "burn"), ("tossed", "tosses"), ("skipping", "skips")])
def test_a_search_finds_other_endings_of_a_word(said: str, word: str) -> None:
    write("rulesets/odd.yaml", f"rule: odd-one\ntitle: Odd\nfor: ladder\ntext: A nine {word} this.\n")
    assert "odd-one" in run("list", said).out


@pytest.mark.parametrize("words", ["crampon", "ice picks", "ice-pick"])
def test_a_word_of_the_rule_sheet_finds_the_ruleset_and_its_games(words: str) -> None:
    sheet = "sheet:\n  aim: Reach the top with crampons.\n  turn: Whoever falls hands over an ice pick.\n"
    write("rulesets/summit.yaml", f"game: summit\ntitle: Summit\nextends: climb\ntext: x\n{sheet}")
    write("rulesets/glacier.yaml", "game: glacier\ntitle: Glacier\nextends: summit\ntext: x\n")
    assert re.findall(r"^  (\S+)  ", run("list", words).out, re.MULTILINE) == ["glacier", "summit"]
    assert run("list", "pick-ice").out.startswith("No ruleset mentions `pick-ice`.")


def test_the_name_of_a_game_leads_to_the_house_rules_of_its_family(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))
    assert "\nFor the house rules of Durak: parlour list attack-and-defend\n" in run("list", "durak").out
    assert "For the house rules" not in run("list", "attack-and-defend").out  # which lists them


def test_rules_that_players_call_so_come_before_those_that_mention_it(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))
    named, _, others = run("list", "last", "card").out.partition("\nOthers whose texts mention `last` and `card`:\n")
    assert 'Say "last card"' in named
    assert "Whist" not in named
    assert "Whist" in others
    drawn = run("list", "+2").out
    assert [id for id in ("two-draws-two", "two-misses-turn", "stack-draw-cards") if id not in drawn] == []
    assert "Euchre" not in drawn  # it only has a 2 in its text
