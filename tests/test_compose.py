"""Frames, rules and options made into one game: which documents it has, and in what order."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic, has_errors, render_text
from parlour.documents.composition import Composition
from parlour.library.library import Library
from parlour.mixing.compose import compose
from scaffold.shelf import OPTIONS, SHIPPED, Shelf, ids, used
from scaffold.yaml_files import data_of

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


MIXES = data_of(Path(__file__).with_name("mixes-of-documents.yaml"))


def agree(codes: str, diagnostics: Sequence[Diagnostic]) -> bool:
    """True if the diagnostics have these codes, separated by `;`, with the words behind them."""
    expected = [each.strip().partition(": ") for each in codes.split(";")] if codes else []
    return len(expected) == len(diagnostics) and all(
        d.code == code and all(word in f"{d.message} {d.help}" for word in words.split(" / "))
        for d, (code, _, words) in zip(diagnostics, expected, strict=True)
    )


@pytest.mark.parametrize("case", MIXES.values(), ids=MIXES)
def test_a_mix_has_these_rules(case: dict[str, dict[str, str]], shelf: Shelf) -> None:
    shelf.add("frame: other\ntitle: Other\nextends: base\n")
    for name, text in case["rules"].items():
        id, _, frame = name.partition(" for ")
        shelf.rule(id, f"{text}\n", frame or "base")
    for name, text in case.get("games", {}).items():
        id, _, parent = name.partition(" < ")
        shelf.game(id, f"{text}\n", parent or "base")
    for mix, expected in case["mixes"].items():
        subject, *parts = re.split(r" (?=[+-] )", mix)
        with_, without = ([part[2:] for part in parts if part[0] == sign] for sign in "+-")
        composition, problems = shelf.compose(subject, *with_, without=tuple(without))
        if composition is None:
            assert expected.startswith("! "), render_text(problems)
            assert agree(expected[2:], problems), (mix, render_text(problems))
        else:
            rules, _, notes = expected.partition("; ")
            assert (" ".join(used(composition)), agree(notes, composition.notes)) == (rules, True), mix


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


def test_two_rules_with_one_id_are_not_in_use_together(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    Shelf(other).rule("one", "# another one\n")
    shelf.rule("one").game("game", f"uses: [one, {other / 'one.yaml'}]\n").game("single", "uses: [one]\n")
    assert shelf.refused("game") == ["compose-used-twice"]
    assert shelf.refused("single", str(other / "one.yaml")) == ["compose-used-twice"]


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
