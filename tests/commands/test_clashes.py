"""`parlour clashes`: the matrix, the witnesses, the page, and advice compared with the results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clashes import made_up
from parlour.comparison.comparing import Comparer
from parlour.comparison.pair_results import PairResult
from scaffold.files import write
from scaffold.home import without_shipped_games
from scaffold.terminal import Printed, run

FEW = ("no-red-on-black", "queens-bury", "queens-swap", "twos-anywhere")


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("family"))


@pytest.fixture(autouse=True)
def _in_the_family(family: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests that only ask share a folder, and so the results of pairs."""
    without_shipped_games(monkeypatch)
    monkeypatch.chdir(family)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The family in a folder of its own, to change it."""
    monkeypatch.chdir(written(tmp_path))
    return tmp_path


def written(folder: Path) -> Path:
    """Write the family, and two rules that are in no folder of the library."""
    made_up.write(folder)
    for name in ("no-sevens", "sevens-skip"):
        text = made_up.RULES[name].replace(f"rule: {name}", f"rule: my-{name}")
        write(folder / "elsewhere" / f"my-{name}.yaml", text)
    return folder


def clashes(*arguments: str) -> Printed:
    return run("clashes", "lay", *arguments, "--jobs", "1")


def data(*arguments: str) -> Any:
    return json.loads(clashes(*arguments, "--json").out)


def test_the_matrix_has_a_letter_for_each_clash() -> None:
    printed = clashes(*FEW)
    assert printed.code == 0
    assert printed.out.splitlines()[:5] == [
        "      1  2  3", "  1  no-red-on-black", "  2   ·  queens-bury", "  3   ·  U  queens-swap",
        "  4   F  ·  ·  twos-anywhere",
    ]  # fmt: skip
    assert printed.out.splitlines()[-1] == "6 pairs of rules: 2 clashes"


def test_two_rules_that_only_need_an_order_tell_how_to_write_it(own: Path) -> None:
    """Both rules set a value of the frame after each play, so the order of the two matters."""
    frame = own / "lay.yaml"
    before = "  up: {type: player, each: game, text: whose turn is next}\n"
    more = "  kept: {type: int, each: game, text: cards to remember}\n"
    frame.write_text(frame.read_text(encoding="utf-8").replace(before, before + more), encoding="utf-8")
    for name, value in (("keep-one", 1), ("keep-two", 2)):
        rule = f"rule: {name}\ntitle: T\ntext: T.\nfor: lay\nwhen:\n  after effect(p, c): kept = {value}\n"
        (own / "rules" / f"{name}.yaml").write_text(rule, encoding="utf-8")
    lines = clashes("keep-one", "keep-two").out.splitlines()
    assert lines[0].startswith("no game: ")
    assert lines[2].startswith("  help: add `earlier-than: [") or lines[2].startswith("  help: add `later-than: [")
    assert "  `keep-one` and `keep-two` don't mention each other (no game)" in lines


def test_the_page_has_the_summary_the_signs_and_what_was_not_compared(own: Path) -> None:
    (own / "rules" / "idle.yaml").write_text(
        "rule: idle\ntitle: Idle\ntext: T.\nfor: lay\nfunctions:\n  skipping(c): {instead: c.suite == H}\n", "utf-8"
    )
    clashes("idle", "queens-swap", "queens-bury", "--html", "page.html")
    page = (own / "page.html").read_text(encoding="utf-8")
    assert "<p>3 pairs of rules: 1 clash</p>" in page
    assert "<li><b>U</b> two uses: players can play the same cards in two ways" in page
    assert "<li><b>?</b> not compared, see below" in page
    assert "<h2>2 pairs not compared</h2>" in page
    assert "<li>2  one of them works in no mix of this comparison; `parlour check RULE` says why: idle\n" in page


def write_two_of_a_group(folder: Path) -> None:
    for name, cards in (("sixes-skip", "6"), ("nines-skip", "9")):
        rule = f"rule: {name}\ntitle: T\ntext: T.\nfor: lay\ngroup: skips\n"
        rule += f"functions:\n  skipping(c): {{instead: c.rank == {cards}}}\n"
        (folder / "rules" / f"{name}.yaml").write_text(rule, encoding="utf-8")


def test_a_rule_is_compared_in_a_game_in_which_it_replaces_another_of_its_group(own: Path) -> None:
    write_two_of_a_group(own)
    (own / "nines.yaml").write_text("game: nines\ntitle: N\nextends: lay\nuses: [nines-skip]\n", encoding="utf-8")
    printed = run("clashes", "./nines.yaml", "sixes-skip", "twos-anywhere", "--jobs", "1")
    assert printed.out.splitlines()[-1].startswith("1 pair of rules: no clashes in ")


def test_rules_of_one_group_need_no_common_game(own: Path) -> None:
    write_two_of_a_group(own)
    printed = clashes("nines-skip", "sixes-skip", "twos-anywhere")
    assert printed.out.splitlines()[:4] == [
        "      1  2", "  1  nines-skip", "  2   g  sixes-skip", "  3   ·  ·  twos-anywhere",
    ]  # fmt: skip
    assert printed.out.splitlines()[-1].startswith("3 pairs of rules: no clashes in ")
    assert "not derived" not in printed.out


def test_a_rule_that_needs_one_of_a_group_is_compared(own: Path) -> None:
    skips = "rule: sixes-skip\ntitle: T\ntext: T.\nfor: lay\ngroup: skips\nneeds: [twos-anywhere]\n"
    skips += "functions:\n  skipping(c): {instead: c.rank == 6}\n"
    (own / "rules" / "sixes-skip.yaml").write_text(skips, encoding="utf-8")
    twos = own / "rules" / "twos-anywhere.yaml"
    twos.write_text(made_up.RULES["twos-anywhere"].replace("may:", "needs: [one of skips]\nmay:", 1), encoding="utf-8")
    assert [clash["kind"] for clash in data("twos-anywhere", "no-red-on-black")["clashes"]] == ["refused"]


def test_a_need_without_which_a_game_has_errors_is_derived(own: Path) -> None:
    nines = "rule: nines\ntitle: T\ntext: T.\nfor: lay\nfunctions:\n  is_nine(c): c.rank == 9\n"
    skips = "rule: skips\ntitle: T\ntext: T.\nfor: lay\nneeds: [nines]\n"
    skips += "functions:\n  skipping(c): {instead: is_nine(c)}\n"
    (own / "rules" / "nines.yaml").write_text(nines, encoding="utf-8")
    (own / "rules" / "skips.yaml").write_text(skips, encoding="utf-8")
    game = "game: both\ntitle: Both\nextends: lay\nuses: [nines, skips]\n"
    (own / "both.yaml").write_text(game, encoding="utf-8")
    assert json.loads(run("clashes", "./both.yaml", "--json", "--jobs", "1").out)["advice"] == []


def test_a_rule_that_checks_in_no_mix_is_compared_with_nothing(own: Path) -> None:
    """The discard pile might be empty, so the rule by itself has an error, which only its proof finds."""
    tops = "rule: tops-again\ntitle: T\ntext: T.\nfor: lay\n"
    tops += "when:\n  before play(p, c): {if: pile.top.rank >= K, do: up = p}\n"
    (own / "rules" / "tops-again.yaml").write_text(tops, encoding="utf-8")
    (pair,) = data("eights-draw", "tops-again")["pairs"]
    assert (pair["status"], pair["hindering"]) == ("no-mix", ["tops-again"])


def test_an_example_of_a_game_for_more_players_is_a_position_too(own: Path) -> None:
    (own / "three.yaml").write_text("game: three\ntitle: Three\nextends: lay\nplayers: 3\n", encoding="utf-8")
    for rule in ("twos-anywhere", "no-red-on-black"):
        text = made_up.RULES[rule].replace("    players: 2\n", "    in: three\n").replace("6♥,", "6♥, hand 3: 9♣,")
        (own / "rules" / f"{rule}.yaml").write_text(text, encoding="utf-8")
    assert run("test", "./rules").code == 0
    assert [clash["kind"] for clash in data("twos-anywhere", "no-red-on-black")["clashes"]] == ["refused"]


def test_the_witness_of_a_pair_can_be_pasted(family: Path) -> None:
    found = data("twos-anywhere", "no-red-on-black")
    (clash,) = found["clashes"]
    (family / "witness.yaml").write_text(f"examples:\n{clash['witness']}", encoding="utf-8")
    assert run("test", "./witness.yaml").code == 0
    assert clash["clauses"] == ["no-red-on-black.red"]


def test_a_page_leads_from_a_cell_to_its_witness(family: Path) -> None:
    assert clashes("queens-swap", "queens-bury", "--html", "page.html").code == 0
    page = (family / "page.html").read_text(encoding="utf-8")
    assert 'href="#queens-bury.queens-swap.two-uses"' in page
    assert '<details id="queens-bury.queens-swap.two-uses">' in page
    assert "src=" not in page
    assert "<link" not in page


def test_advice_is_compared_with_what_was_found() -> None:
    advice = data("no-sevens", "sevens-skip", "eights-draw")["advice"]
    # No seven can be played, so `sevens-skip` is dead, and neither rule says so. Eights have nothing to do with it.
    assert {(each["kind"], *each["rules"]) for each in advice} == {
        ("not-stated", "no-sevens", "sevens-skip"),
        ("not-derived", "no-sevens", "eights-draw"),
    }


def test_a_reason_accepts_a_difference(own: Path) -> None:
    rule = own / "rules" / "no-sevens.yaml"
    reasons = "because: {eights-draw: Tables that hate sevens hate drawing, sevens-skip: A joke.}\nmay:"
    rule.write_text(made_up.RULES["no-sevens"].replace("may:", reasons, 1), encoding="utf-8")
    assert data("no-sevens", "sevens-skip", "eights-draw")["advice"] == []
    note = run("check", "lay", "--with", "no-sevens,eights-draw").out
    assert "`no-sevens` is better without `eights-draw`: Tables that hate sevens hate drawing" in note


@pytest.mark.usefixtures("own")
def test_a_stopped_search_reports_what_it_has_and_continues_there(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = Comparer.compare
    begun: list[tuple[str, str]] = []

    def stopped(self: Comparer, first: str, second: str) -> PairResult:
        begun.append((first, second))
        if len(begun) == 3:
            raise KeyboardInterrupt
        return compared(self, first, second)

    monkeypatch.setattr(Comparer, "compare", stopped)
    printed = clashes(*FEW, "--json")
    assert printed.code == 130
    assert "stopped after 2 of 6 pairs; the next run continues there" in printed.err
    found = json.loads(printed.out)
    assert found["stopped"]
    assert [tuple(pair["rules"]) for pair in found["pairs"]] == begun[:2]
    assert not data(*FEW)["stopped"]
    assert (begun[3], len(begun)) == (begun[2], 7)  # the first two are cached


class TestRulesInFiles:
    """Rules that are in no folder of the library: only their files are named."""

    def test_a_file_is_compared_like_a_rule_of_the_family(self) -> None:
        found = data("elsewhere/my-no-sevens.yaml", "sevens-skip")
        (clash,) = found["clashes"]
        assert (clash["kind"], clash["rules"]) == ("dead", ["sevens-skip", "my-no-sevens"])
        assert "with: [my-no-sevens, sevens-skip]" in clash["witness"]

    @pytest.mark.usefixtures("own")
    def test_with_compares_files_with_each_other_and_with_the_rules_of_a_game(self) -> None:
        write("ours.yaml", "game: ours\ntitle: Ours\nextends: lay\nuses: [eights-draw, sevens-skip]\n")
        files = "elsewhere/my-no-sevens.yaml", "./elsewhere/my-sevens-skip.yaml"
        found = json.loads(run("clashes", "./ours.yaml", "--with", ",".join(files), "--jobs", "1", "--json").out)
        assert {tuple(pair["rules"]) for pair in found["pairs"]} == {
            ("eights-draw", "my-no-sevens"), ("eights-draw", "my-sevens-skip"), ("my-no-sevens", "my-sevens-skip"),
            ("my-no-sevens", "sevens-skip"), ("my-sevens-skip", "sevens-skip"),
        }  # fmt: skip
        # Beside `sevens-skip`, the other rule about sevens changes nothing, so nothing can take that away.
        assert [clash["rules"] for clash in found["clashes"]] == [["sevens-skip", "my-no-sevens"]]

    @pytest.mark.usefixtures("own")
    def test_a_mix_in_one_line_adds_rules(self) -> None:
        write("ours.yaml", "game: ours\ntitle: Ours\nextends: lay\nuses: [eights-draw]\n")
        mixed = run("clashes", "./ours.yaml + sevens-skip + ./elsewhere/my-no-sevens.yaml", "--jobs", "1", "--json")
        added = run("clashes", "./ours.yaml", "--with", "sevens-skip,./elsewhere/my-no-sevens.yaml", "--json")
        assert [clash["rules"] for clash in json.loads(mixed.out)["clashes"]] == [["sevens-skip", "my-no-sevens"]]
        assert mixed.out == added.out
        refused = run("clashes", "./ours.yaml - eights-draw")
        assert (refused.code, refused.out) == (2, "")
        assert "this command can only add rules to a game" in refused.err

    def test_rules_of_files_have_ids_too(self) -> None:
        added = ("--with", "elsewhere/my-no-sevens.yaml")
        assert data(*added, "my-no-sevens", "sevens-skip") == data("elsewhere/my-no-sevens.yaml", "sevens-skip")

    def test_check_notes_a_clash_and_names_the_file(self) -> None:
        printed = run("check", "lay", "--with", "elsewhere/my-no-sevens.yaml,sevens-skip")
        command = "parlour clashes lay elsewhere/my-no-sevens.yaml sevens-skip"
        assert "`my-no-sevens` and `sevens-skip` clash: Sevens skip never acts" in printed.out
        assert f"help: see a position: {command}; " in printed.out
        assert run(*command.split()[1:]).out.startswith("dead rule: sevens-skip, my-no-sevens\n")

    @pytest.mark.usefixtures("own")
    def test_rules_that_the_command_line_adds_are_compared_first(self) -> None:
        uses = "queens-bury, queens-swap, twos-anywhere"
        write("rules/game.yaml", f"game: played\ntitle: P\nextends: lay\nuses: [{uses}]\n")
        printed = run("check", "played", "--with", "elsewhere/my-no-sevens.yaml,sevens-skip")
        assert printed.out.count("[rules-clash]") == 1

    @pytest.mark.usefixtures("own")
    def test_files_that_cannot_be_compared(self) -> None:
        assert "no such file" in clashes("--with", "elsewhere/none.yaml").err
        write("elsewhere/other.yaml", "rule: other\ntitle: O\nfor: eights\ntext: Nothing.\n")
        assert "`other` isn't a rule of the family `lay`" in clashes("--with", "elsewhere/other.yaml").err
        assert "expected a rule, found the frame" in clashes("lay.yaml").err


@pytest.mark.usefixtures("own")
class TestNotesOfCheck:
    def game(self, *uses: str) -> Printed:
        Path("ours.yaml").write_text(f"game: ours\ntitle: Ours\nextends: lay\nuses: [{', '.join(uses)}]\n", "utf-8")
        return run("check", "./ours.yaml")

    def test_chosen_rules_that_clash(self) -> None:
        found = json.loads(run("check", "lay", "--with", "no-sevens,sevens-skip", "--json").out)
        (note,) = [each for each in found if each["code"] == "rules-clash"]
        assert note["severity"] == "note"
        assert note["message"].startswith("`no-sevens` and `sevens-skip` clash: Sevens skip never acts ")
        command = note["help"].partition("see a position: ")[2].partition(";")[0]
        assert command == "parlour clashes lay no-sevens sevens-skip"
        assert run(*command.split()[1:]).out.startswith("dead rule: sevens-skip, no-sevens\n")

    def test_rules_of_a_game_clash_where_it_names_them(self) -> None:
        printed = self.game("eights-draw", "sevens-skip", "no-sevens")
        assert "ours.yaml:4:34: note: `no-sevens` and `sevens-skip` clash" in printed.out
        assert "ours.yaml:4:21: `sevens-skip` comes from here" in printed.out
        assert printed.out.count("[rules-clash]") == 1
        assert printed.code == 0

    @pytest.mark.parametrize(
        "uses",
        [
            ("sevens-skip", "sevens-pass-on"),  # one says that it comes later
            ("no-sevens", "eights-draw"),  # one advises against the other
            ("queens-swap", "queens-bury"),  # two uses: the moves show them
            ("kings-ask", "queens-swap"),  # no clash
        ],
    )
    def test_no_note(self, uses: tuple[str, str]) -> None:
        assert "rules-clash" not in self.game(*uses).out

    @pytest.mark.long
    def test_many_pairs_are_not_compared_whatever_the_cache_has(self) -> None:
        uses = ("eights-draw", "kings-ask", "queens-bury", "queens-swap", "sevens-skip", "no-sevens")
        printed = self.game(*uses)
        ours = "parlour clashes ours.yaml"
        assert printed.out.endswith(f" of rules not compared; to compare all: {ours}\n")
        clashes("no-sevens", "sevens-skip")
        assert self.game(*uses).out == printed.out
        assert "dead rule: sevens-skip, no-sevens" in run(*ours.split()[1:], "--jobs", "1").out

    def test_ignored_clashes_are_not_looked_for(self) -> None:
        self.game("eights-draw", "kings-ask", "queens-bury", "queens-swap", "sevens-skip", "no-sevens")
        for words in (("--ignore", "rules-clash"), ("--select", "hook,un*")):
            assert "not compared" not in run("check", "./ours.yaml", *words).out

    def test_rules_of_the_command_line_are_compared_with_those_of_the_game_first(self) -> None:
        uses = ("eights-draw", "kings-ask", "queens-bury", "queens-swap", "sevens-skip")
        self.game(*uses)
        printed = run("check", "./ours.yaml", "--with", "no-sevens")
        assert "`no-sevens` and `sevens-skip` clash" in printed.out
        assert "to compare all: parlour clashes ours.yaml --with no-sevens\n" in printed.out


@pytest.mark.usefixtures("own")
def test_rules_and_families_that_do_not_exist_get_a_suggestion() -> None:
    assert "did you mean `queens-swap`?" in clashes("queen-swap").err
    assert clashes("queen-swap").code == 2
    assert run("clashes", "lai").code == 2
    write("rules/other.yaml", "rule: other\ntitle: O\nfor: eights\ntext: Nothing.\n")
    assert "`other` isn't a rule of the family `lay`" in clashes("other").err


def test_pairs_that_are_not_compared_have_a_reason(own: Path) -> None:
    joker = "rule: one-joker\ntitle: T\ntext: T.\nfor: lay\ndeck: {jokers: 1}\n"
    (own / "rules" / "one-joker.yaml").write_text(joker, encoding="utf-8")
    printed = clashes("one-joker", "queens-swap", "twos-anywhere")
    *lines, last = printed.out.splitlines()[-4:]
    assert lines == [
        "2 pairs not compared:",
        "     2  one of them changes the pack or the number of players: one-joker",
        "",
    ]
    assert last.startswith("3 pairs of rules: no clashes in ")  # positions of the pair that was compared
    pairs = data("one-joker", "queens-swap")["pairs"]
    assert [(pair["status"], pair["hindering"]) for pair in pairs] == [("other-table", ["one-joker"])]


class TestShippedFamilies:
    @pytest.fixture(autouse=True)
    def _in_the_family(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def test_rules_that_need_different_rules_of_one_group_are_no_clash(self) -> None:
        """Bags need bids of tricks, and an auction is another way to bid."""
        printed = run("clashes", "tricks", "auction", "bags").out
        assert printed.endswith("1 pair of rules, not compared\n")
        assert "don't mention each other" not in printed

    def test_the_witness_names_a_rule_of_a_needed_group(self) -> None:
        """Somebody must be able to catch a player who doesn't say "last card"; the search leaves all such rules out."""
        printed = run("clashes", "eights", "eight-is-wild", "last-card-call", "--json")
        (clash,) = json.loads(printed.out)["clashes"]
        Path("witness.yaml").write_text("examples:\n" + clash["witness"], encoding="utf-8")
        assert run("test", "witness.yaml").out == "1 example: all passed\n"

    def test_a_pair_of_one_group_is_not_compared(self) -> None:
        """Each of the two 2s has all effects of the other, but no mix has both."""
        printed = run("clashes", "shithead", "twos-for-the-next", "twos-for-yourself")
        assert printed.out.splitlines() == [
            "1 pair not compared:",
            "     1  same group: a mix can have only one of them",
            "",
            "1 pair of rules, not compared",
        ]
