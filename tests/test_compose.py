"""Frames, rules and options made into one game: which documents it has, and in what order."""

import random
from pathlib import Path

import pytest

from parlour.base.diagnostics import has_errors, render_text
from parlour.documents.composition import Composition
from parlour.library.library import Library
from parlour.mixing.compose import compose
from scaffold.shelf import OPTIONS, SHIPPED, Shelf, ids, used

GAMES = SHIPPED.ids("game")


@pytest.mark.parametrize("id", GAMES)
def test_the_shipped_games_compose(id: str) -> None:
    composition, problems = compose(SHIPPED, id)
    assert composition is not None, render_text(problems)
    assert problems == ()
    assert composition.playable


@pytest.mark.parametrize("id", SHIPPED.ids("frame"))
def test_frames_compose_but_are_not_playable(id: str) -> None:
    composition, problems = compose(SHIPPED, id)
    assert composition is not None, render_text(problems)
    assert not composition.playable


def test_the_order_of_documents(shelf: Shelf) -> None:
    shelf.rule("one").rule("two").rule("three")
    shelf.game("parent", "uses: [one]\n").game("child", "uses: [two]\n", "parent")
    composition = shelf.made("child", "three")
    assert ids(composition.documents) == ["base", "parent", "child", "one", "three", "two"]
    assert (composition.id, composition.title, composition.subject.id) == ("child", "Child", "child")
    assert [(use.rule.id, use.by.id if use.by else None) for use in composition.uses] == [
        ("one", "parent"),
        ("three", None),
        ("two", "child"),
    ]
    assert composition.uses[1].span.source.name == "--with three"


def test_rules_are_left_out(shelf: Shelf) -> None:
    shelf.rule("one").rule("two").game("parent", "uses: [one, two]\n").game("child", "without: [one]\n", "parent")
    assert used(shelf.made("child")) == ["two"]
    assert used(shelf.made("parent", without=("two",))) == ["one"]
    assert used(shelf.made("parent", "one", without=("one",))) == ["one", "two"]
    assert shelf.refused("child", without=("one",)) == ["compose-without-unused"]
    assert shelf.refused("parent", without=("one", "one")) == ["compose-without-unused"]


def test_a_rule_in_use_is_not_used_again(shelf: Shelf) -> None:
    shelf.rule("one").game("parent", "uses: [one]\n").game("child", "uses: [one]\n", "parent")
    composition = shelf.made("child")
    assert used(composition) == ["one"]
    assert [(d.code, d.severity) for d in composition.notes] == [("compose-used-already", "note")]


@pytest.mark.parametrize("uses", ["[one, one]", "[one, ./one.yaml]"])
def test_a_rule_that_is_named_twice_is_there_once(shelf: Shelf, uses: str) -> None:
    """In a document and outside of any; by its id and by its file."""
    shelf.rule("one").game("game", f"uses: {uses}\n")
    told = [("compose-used-already", "note", "`one` appears twice")]
    for composition in (shelf.made("game"), shelf.made("plain", "one", "one")):
        assert used(composition) == ["one"]
        assert [(d.code, d.severity, d.message) for d in composition.notes] == told


def test_two_rules_with_one_id_are_not_in_use_together(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    Shelf(other).rule("one", "# another one\n")
    shelf.rule("one").game("game", f"uses: [one, {other / 'one.yaml'}]\n").game("single", "uses: [one]\n")
    assert shelf.refused("game") == ["compose-used-twice"]
    assert shelf.refused("single", str(other / "one.yaml")) == ["compose-used-twice"]


def test_a_later_rule_takes_the_one_of_place(shelf: Shelf) -> None:
    for id in ("one", "two", "three"):
        shelf.rule(id, "group: place\n")
    shelf.game("parent", "uses: [one]\n").game("child", "uses: [two]\n", "parent").game("both", "uses: [one, two]\n")
    for composition, rules, notes in [
        (shelf.made("child"), ["two"], 1),
        (shelf.made("parent", "three"), ["three"], 1),
        (shelf.made("child", "three"), ["three"], 2),
        (shelf.made("parent", "two", without=("one",)), ["two"], 0),
    ]:
        assert used(composition) == rules
        assert [d.code for d in composition.notes] == ["compose-group-replaced"] * notes
    assert shelf.refused("both") == ["compose-group-taken"]
    assert shelf.refused("plain", "one", "two") == ["compose-group-taken"]
    _, problems = shelf.compose("parent", "two", "three")
    assert [d.code for d in problems] == ["compose-group-taken"]  # the place of `one` need not be told as well


def test_needs(shelf: Shelf) -> None:
    shelf.rule("one", "needs: [two]\n").rule("two", "needs: [one of place]\n").rule("three", "group: place\n")
    assert used(shelf.made("plain", "three", "one", "two")) == ["three", "two", "one"]
    assert shelf.refused("plain", "one") == ["compose-needs"]
    _, (problem,) = shelf.compose("plain", "one", "two")
    assert problem.help == "add `three`"
    assert problem.span is not None
    assert (problem.span.source.name, problem.span.text) == ("--with two", "two")
    assert problem.related[0].span.text == "one of place"


def test_excludes_and_advises(shelf: Shelf) -> None:
    shelf.rule("one", "excludes: [two]\n").rule("two").rule("three", "advises: [two, one]\n")
    assert shelf.refused("plain", "one", "two") == ["compose-excludes"]
    composition = shelf.made("plain", "three", "one")
    assert [(d.code, d.severity) for d in composition.notes] == [("compose-advises", "note")]


def test_a_rule_advises_against_another_that_is_there(shelf: Shelf) -> None:
    shelf.rule("one", "advises-against: [two, three]\n").rule("two").rule("three")
    assert shelf.made("plain", "one").notes == ()
    (note,) = shelf.made("plain", "one", "three").notes
    assert (note.code, note.severity, note.message) == ("compose-advises", "note", "`one` is better without `three`")
    assert note.related[0].span.text == "three"


def test_a_rule_fits_the_frames_above(shelf: Shelf) -> None:
    shelf.rule("low").rule("high", frame="more").rule("many", frame="[other, base]")
    shelf.game("deep", "functions:\n  worth(c): 1\n", "more")
    assert used(shelf.made("deep", "low", "high", "many")) == ["high", "low", "many"]
    assert shelf.refused("plain", "high") == ["compose-wrong-frame"]


def test_a_rule_of_another_family_leads_to_one_with_the_same_words(shelf: Shelf) -> None:
    shelf.add("frame: other\ntitle: Other\nextends: base\n")
    shelf.rule("jokers", "needs: [missing]\n", frame="other").rule("wild-jokers").rule("no-jokers", frame="other")
    shelf.rule("missing", frame="other")
    (problem,) = shelf.compose("plain", "jokers")[1]
    assert problem.help == "for this game there is `wild-jokers`"


def test_a_rule_of_another_family_is_refused_without_those_that_it_lists(shelf: Shelf) -> None:
    shelf.add("frame: other\ntitle: Other\nextends: base\n")
    shelf.rule("one", frame="other").rule("two", frame="other")
    shelf.rule("voting", "switchable: [one, two]\n", frame="other").rule("mixed", "switchable: [one]\n")
    shelf.game("deep", "functions:\n  worth(c): 1\n", "more")
    (problem,) = shelf.compose("plain", "voting")[1]
    assert problem.message == "`voting` doesn't fit this game: it is for `other`"
    assert problem.help == "`parlour list base` shows the rules for this game"
    (deeper,) = shelf.compose("deep", "voting")[1]
    assert deeper.help == "`parlour list more` shows the rules for this game"
    (listed,) = shelf.compose("plain", "mixed")[1]
    assert listed.message == "`one` doesn't fit this game: it is for `other`"


def test_rules_that_a_rule_lists_can_be_left_out(shelf: Shelf) -> None:
    shelf.rule("one").rule("two").rule("voting", "switchable: [one, two]\n").game("votes", "uses: [voting]\n")
    shelf.game("fewer", "without: [one]\n", "votes")
    assert used(shelf.made("votes")) == ["one", "two", "voting"]
    assert used(shelf.made("fewer")) == ["two", "voting"]
    assert used(shelf.made("votes", without=("one",))) == ["two", "voting"]
    assert used(shelf.made("plain", "voting", without=("one",))) == ["two", "voting"]
    assert used(shelf.made("plain", "voting", "one", without=("one", "two"))) == ["one", "voting"]


def test_rules_by_path_and_beside_the_file(shelf: Shelf, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    (other / "rules").mkdir(parents=True)
    elsewhere = Shelf(other)
    elsewhere.rule("near").game("mine", "uses: [near, ./rules/far.yaml, nested]\n")
    Shelf(other / "rules").rule("far").rule("nested")
    for file in ("base", "more", "plain"):
        (other / "rules" / f"{file}.yaml").unlink()
    library = Library([tmp_path / "nowhere"])
    composition, problems = compose(library, other / "mine.yaml", [other / "rules" / "far.yaml"])
    assert composition is not None, render_text(problems)
    assert used(composition) == ["far", "near", "nested"]
    assert [d.code for d in composition.notes] == ["compose-used-already"]
    without, problems = compose(library, str(other / "mine.yaml"), without=[str(other / "rules" / "far.yaml")])
    assert without is not None, render_text(problems)
    assert used(without) == ["near", "nested"]


def test_the_digest_says_whether_it_plays_alike(shelf: Shelf, tmp_path: Path) -> None:
    shelf.rule("one", OPTIONS + "endings: {over: it is over}\n")
    base = shelf.made("plain", "one")
    assert base.digest == shelf.made("plain", "one", options={"size": 5}).digest
    assert base.digest != shelf.made("plain", "one", options={"size": 6}).digest
    assert base.digest != shelf.made("plain").digest
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    prose = OPTIONS.replace("text: so many", "text: quite so many") + "endings: {over: done}\n# a comment\n"
    other.rule("one", prose + "examples: [{name: n, then: {over: true}}]\n")
    assert other.made("plain", "one").digest == base.digest
    other.rule("one", prose.replace("0..3", "0..4"))
    assert other.made("plain", "one").digest != base.digest


def test_nothing_that_is_asked_for_breaks_it() -> None:
    """Findings with places, and never an exception."""
    chance = random.Random(7)
    subjects = [*SHIPPED.ids("game", "frame"), "nothing", "./no.yaml", "", "go-again"]
    rules = [*SHIPPED.ids("rule"), "nothing", "crazy-eights", "./no.yaml"]
    names = ["hand-size", "ranks", "go-again.ranks", "best", "penalty", "x", "x.y", "out"]
    for _ in range(150):
        with_ = chance.choices(rules, k=chance.randrange(4))
        without = chance.choices(rules, k=chance.randrange(2))
        values: list[str | int | bool] = ["", "2", "J Q", "true", "none", "lowest", 7, False]
        options = {chance.choice(names): chance.choice(values)}
        composition, problems = compose(SHIPPED, chance.choice(subjects), with_, without, options)
        assert (composition is None) == has_errors(problems)
        render_text(problems)
        if composition is not None:
            check_members(composition)


def check_members(composition: Composition) -> None:
    for section, members in composition.sections.items():
        for member in members:
            assert member.section == section
            assert member.document in composition.documents
            assert member.key.span.source is member.document.source
    for (owner, name), option in composition.options.items():
        assert owner in ids(composition.documents)
        assert option.name == name
