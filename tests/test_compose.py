"""Frames, rules and options made into one game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from parlour import document as doc
from parlour.compose import compose
from parlour.composition import Composition, Document, Member, heading_name
from parlour.diagnostics import Diagnostic, has_errors, render_text
from parlour.library import Library
from parlour.members import SECTIONS, flat
from parlour.mix import write_mix
from parlour.resources import shipped
from parlour.schema import check_structure, ruleset_schema
from parlour.source import Source
from parlour.yaml_text import read_text

RULESETS = shipped("rulesets")
SHIPPED = Library([RULESETS])
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


# A small library, written anew for each test

FRAME = """
frame: base
title: Base
main: game
players: 2..4
deck: {pack: 52, jokers: 0}
names: {p q: player, c: card}
options:
  size: {type: int, in: 1..9, default: 5, text: cards dealt}
  mood: {type: [calm, wild], default: calm, text: how it is played}
state:
  up: {type: player, each: game}
stages:
  game: play_on()
procedures:
  play_on(): nothing
  moment(p): nothing
prompts:
  act(p): pass only if nothing else
"""
MORE = """
frame: more
title: More
extends: base
functions:
  worth(c): required
"""
GAME = """
game: plain
title: Plain
text: A plain game.
extends: base
"""


class Shelf:
    """A folder of small rulesets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.add(FRAME, MORE, GAME)

    def add(self, *texts: str) -> Shelf:
        for text in texts:
            header = text.strip().splitlines()[0]
            (self.folder / f"{header.partition(': ')[2]}.yaml").write_text(text.lstrip(), encoding="utf-8")
        return self

    def rule(self, id: str, more: str = "", frame: str = "base") -> Shelf:
        return self.add(f"rule: {id}\ntitle: {id.title()}\nfor: {frame}\n{more}")

    def game(self, id: str, more: str = "", extends: str = "base") -> Shelf:
        return self.add(f"game: {id}\ntitle: {id.title()}\nextends: {extends}\n{more}")

    def compose(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> tuple[Composition | None, tuple[Diagnostic, ...]]:
        return compose(Library([self.folder]), subject, with_, without, options or {})

    def made(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Composition:
        composition, problems = self.compose(subject, *with_, without=without, options=options)
        assert composition is not None, render_text(problems)
        return composition

    def refused(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> list[str]:
        composition, problems = self.compose(subject, *with_, without=without, options=options)
        assert composition is None
        return [d.code for d in problems if d.severity == "error"]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def values(composition: Composition, section: str) -> dict[str, str]:
    return {member.name: flat(member.value) for member in composition.sections[section]}


def ids(documents: tuple[Document, ...]) -> list[str]:
    return [document.id for document in documents]


def used(composition: Composition) -> list[str]:
    return [use.rule.id for use in composition.uses]


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


def test_members_know_where_they_come_from(shelf: Shelf) -> None:
    member = next(m for m in shelf.made("plain").sections["procedures"] if m.name == "moment")
    assert member.document.id == "base"
    assert member.key.value == "moment(p)"
    assert member.key.span.line == 16
    assert Path(member.key.span.source.name).name == "base.yaml"


def test_all_sections_are_there_also_empty_ones(shelf: Shelf) -> None:
    composition = shelf.made("plain")
    assert set(composition.sections) == set(SECTIONS)
    assert composition.sections["zones"] == ()
    sections = ruleset_schema()["$defs"]["with"]["additionalProperties"]["properties"]
    assert set(sections) <= set(SECTIONS)


@pytest.mark.parametrize(("key", "name"), [
    ("draw(p, n)", "draw"), ("hand", "hand"), ("after acted(p)", "after acted"), ("counts as", "counts as"),
    ("x(", "x"), ("", ""), (")(", ")("),
])  # fmt: skip
def test_heading_names(key: str, name: str) -> None:
    assert heading_name(key) == name


# Which rules


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
    told = [("compose-used-already", "note", "`one` is named twice; once is enough")]
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


def test_needs_that_nothing_can_meet(shelf: Shelf) -> None:
    shelf.rule("sixes", "needs: [sevns]\n").rule("sevens", "needs: [one of place]\n")
    _, problems = shelf.compose("plain", "sevens", "sixes")
    assert [d.help for d in problems] == ["no rule says `group: place`", "did you mean `sevens`?"]


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


# Members


def test_a_rule_replaces_what_a_frame_says(shelf: Shelf) -> None:
    shelf.rule("one", "procedures:\n  moment(p): {instead: play_on()}\n")
    (member,) = [m for m in shelf.made("plain", "one").sections["procedures"] if m.name == "moment"]
    assert (member.document.id, [m.document.id for m in member.over]) == ("one", ["base"])


def test_a_game_replaces_what_its_rules_say(shelf: Shelf) -> None:
    """The order in which the documents are read does not matter: rules come after games there."""
    instead = "procedures:\n  moment(p): {instead: play_on()}\n"
    shelf.rule("one", instead).rule("two", "procedures:\n  own(p): nothing\n")
    shelf.game("parent", "uses: [one]\n" + instead).game("child", instead, "parent")
    shelf.game("other", "uses: [two]\nprocedures:\n  own(p): {instead: play_on()}\n")

    def over(composition: Composition, name: str) -> tuple[str, list[str]]:
        (member,) = [m for m in composition.sections["procedures"] if m.name == name]
        return member.document.id, [m.document.id for m in member.over]

    assert over(shelf.made("child"), "moment") == ("child", ["base", "one", "parent"])
    assert over(shelf.made("other"), "own") == ("other", ["two"])
    assert over(shelf.made("parent", without=("one",)), "moment") == ("parent", ["base"])
    shelf.rule("three", instead)
    assert shelf.refused("parent", "three") == ["compose-replaced-twice"]
    assert over(shelf.made("parent", "three", without=("one",)), "moment") == ("three", ["base", "parent"])


def test_a_rule_replaces_what_another_rule_adds(shelf: Shelf) -> None:
    shelf.rule("one", "procedures:\n  forgot(p): nothing\n").rule(
        "two", "procedures:\n  forgot(p): {instead: moment(p)}\n"
    )
    for order in (("one", "two"), ("two", "one")):
        assert values(shelf.made("plain", *order), "procedures")["forgot"] == "{instead: moment(p)}"
    assert shelf.refused("plain", "two") == ["compose-replaces-nothing"]


@pytest.mark.parametrize(("section", "first", "second"), [
    ("types", "mood: [a, b]", "mood: {is: [c, d], instead: true}"),
    ("records", "Face: {live: {type: bool}}", "Face: {rank: {type: rank}, instead: true}"),
    ("endings", "over: it is over", "over: {instead: it is done}"),
    ("zones", "pile: {seen: top}", "pile: {seen: nobody, instead: true}"),
    ("marks", "by: {type: player, inside: pile}", "by: {type: side, inside: pile, instead: true}"),
    ("state", "n(side): {type: int}", "n(side): {type: bool, instead: true}"),
    ("groups", "form: how", "form: {text: why, closed: true, instead: true}"),
    ("facets", "worth: {text: W, takes: value}", "worth: {text: V, takes: steps, instead: true}"),
    ("functions", "f(c): 1", "f(c): {instead: 2}"),
    ("outcome", "winners: up", "winners: {instead: none}"),
    ("options", "o: {type: bool, default: true, text: t}", "o: {type: bool, default: false, text: t, instead: true}"),
])  # fmt: skip
def test_named_sections(shelf: Shelf, section: str, first: str, second: str) -> None:
    kind = "extends: plain\n" if section == "options" else ""
    for id, text in {"one": first, "two": second}.items():
        if kind:
            (shelf.game("one", f"{section}:\n  {text}\n") if id == "one" else
             shelf.game("two", f"{section}:\n  {text}\n", "one"))  # fmt: skip
        else:
            shelf.rule(id, f"{section}:\n  {text}\n")
    made = shelf.made("two") if kind else shelf.made("plain", "one", "two")
    (member,) = [m for m in made.sections[section] if m.name == heading_name(first.partition(":")[0])]
    assert member.document.id == "two"
    assert len(member.over) == 1
    assert section != "records" or flat(member.value) == "{rank: {type: rank}}"
    again = "plain", "one", "three"
    shelf.rule("three", f"{section}:\n  {first}\n")
    if not kind:
        assert shelf.refused(*again) == ["compose-clash"]


def test_a_replaced_option_keeps_its_owner(shelf: Shelf) -> None:
    shelf.game("calm", "options:\n  size: {type: int, in: 2..3, default: 2, text: few, instead: true}\n")
    composition = shelf.made("calm", options={"size": 3})
    assert composition.options["base", "size"].value == 3
    assert composition.options["base", "size"].document.id == "calm"
    assert shelf.refused("calm", options={"size": 5}) == ["option-value"]


def test_cases_of_functions_stand_beside_each_other(shelf: Shelf) -> None:
    shelf.rule("one", "functions:\n  worth(c): {when: c.rank == A, is: 1}\n  both(): {union: a}\n")
    shelf.rule("two", "functions:\n  worth(c): {when: c.rank == 2, is: 2, over: [one]}\n  both(): {union: b}\n")
    shelf.game("deep", "functions:\n  worth(c): 0\n", "more")
    composition = shelf.made("deep", "one", "two")
    functions = [(m.name, m.document.id) for m in composition.sections["functions"]]
    assert functions == [("worth", "deep"), ("worth", "one"), ("worth", "two"), ("both", "one"), ("both", "two")]
    assert composition.missing == ()


def test_a_required_prompt_is_there_when_a_game_or_a_rule_offers_something(shelf: Shelf) -> None:
    shelf.add("frame: quiet\ntitle: T\nprompts: {turn(p): required}\n")
    shelf.game("silent", "", "quiet").game("speaking", "prompts: {turn(p): 'yes: nothing'}\n", "quiet")
    shelf.game("other", "prompts: {turn(p): {instead: 'no: nothing'}}\n", "quiet")
    shelf.rule("offers", "prompts: {turn(p): 'more: nothing'}\n", "quiet")
    shelf.rule("wants", "prompts: {extra(p): required}\n", "quiet")
    assert shelf.refused("silent") == shelf.refused("speaking", "wants") == ["compose-required"]
    assert [m.name for m in shelf.made("quiet").missing] == ["turn"]
    for game, *rules in (["other"], ["speaking"], ["speaking", "offers"], ["silent", "offers"]):
        assert shelf.made(game, *rules).missing == ()


def test_required_members(shelf: Shelf) -> None:
    shelf.game("lacking", "", "more").game("complete", "functions:\n  worth(c): 0\n", "more")
    assert shelf.refused("lacking") == ["compose-required"]
    frame = shelf.made("more")
    assert ([m.name for m in frame.missing], frame.playable) == (["worth"], False)
    complete = shelf.made("complete")
    assert (complete.missing, complete.playable) == ((), True)
    (worth,) = complete.sections["functions"]
    assert [flat(m.value) for m in worth.over] == ["required"]


def test_open_sections_hold_what_everybody_says(shelf: Shelf) -> None:
    text = (
        "powers:\n  8: {then: nothing}\nmay:\n  act(p):\n    never: {forbid: true}\nwhen:\n  after moment: nothing\n"
        "prompts:\n  act(p): leave\nmisplay:\n  act(p): nothing\nclasses:\n  mean: [2]\nnames: {x: card}\n"
        "possible: [{require: true, says: no}]\n"
    )
    shelf.rule("one", text).rule("two", text)
    composition = shelf.made("plain", "one", "two")
    for section in ("powers", "may", "when", "misplay", "classes", "possible"):
        assert [m.document.id for m in composition.sections[section]] == ["one", "two"], section
    assert [m.document.id for m in composition.sections["prompts"]] == ["base", "one", "two"]
    assert [m.name for m in composition.sections["when"]] == ["after moment"] * 2


def test_a_question_is_replaced_and_keeps_what_rules_add(shelf: Shelf) -> None:
    shelf.rule("one", "prompts:\n  act(p): leave\n").rule("two", "prompts:\n  act(p): {instead: go}\n")
    shelf.game("mine", "prompts:\n  act(p): {instead: run}\n")

    def asked(composition: Composition) -> list[tuple[str, list[str]]]:
        return [(m.document.id, [o.document.id for o in m.over]) for m in composition.sections["prompts"]]

    for order in (("one", "two"), ("two", "one")):
        assert asked(shelf.made("plain", *order)) == [("one", []), ("two", ["base"])]
    assert asked(shelf.made("mine", "one")) == [("mine", ["base"]), ("one", [])]
    assert asked(shelf.made("mine", "two")) == [("two", ["base", "mine"])]


def test_members_that_exist_only_with_another_rule(shelf: Shelf) -> None:
    shelf.rule("one", "with:\n  two:\n    procedures:\n      moment(p): {instead: play_on()}\n")
    shelf.rule("two", "procedures:\n  moment(p): {instead: nothing}\n  own(): nothing\n")
    shelf.rule(
        "self", "procedures:\n  mine(): nothing\nwith:\n  two:\n    procedures:\n      mine(): {instead: own()}\n"
    )
    assert "own" not in values(shelf.made("plain", "one"), "procedures")
    both = shelf.made("plain", "one", "two", "self")
    (moment,) = [m for m in both.sections["procedures"] if m.name == "moment"]
    assert (moment.document.id, moment.only_with, len(moment.over)) == ("one", "two", 2)
    (mine,) = [m for m in both.sections["procedures"] if m.name == "mine"]
    assert (flat(mine.value), mine.only_with) == ("{instead: own()}", "two")


def test_what_there_is_once(shelf: Shelf) -> None:
    shelf.rule("one", "players: 4\ndeck: {jokers: 1}\nseats: {out: game}\n")
    shelf.rule("two", "players: 4\ndeck: {copies: 2}\nsides: [[1, 3], [2, 4]]\n").rule("three", "players: 3\n")
    shelf.game("mine", "uses: [one, three]\nplayers: 2\nmain: other\n")
    composition = shelf.made("plain", "one", "two")
    assert values(composition, "players") == {"players": "4"}
    assert composition.players is composition.single("players")
    assert values(composition, "deck") == {"pack": "52", "jokers": "1", "copies": "2"}
    assert composition.single("main") is not None
    assert composition.single("deck", "ace") is None
    assert shelf.refused("plain", "one", "three") == ["compose-clash"]
    mine = shelf.made("mine")
    assert values(mine, "players") == {"players": "2"}
    assert values(mine, "main") == {"main": "other"}
    assert [m.document.id for m in mine.sections["players"][0].over] == ["base", "one", "three"]


# Options


def setting(composition: Composition, owner: str, name: str) -> tuple[object, str]:
    found = composition.options[owner, name]
    value = flat(found.value) if isinstance(found.value, doc.Scalar | doc.Sequence | doc.Mapping) else found.value
    return value, found.set_by.id if isinstance(found.set_by, Document) else found.set_by


OPTIONS = """
options:
  some: {type: int or none, in: 0..3, default: none, text: so many}
  strict: {type: bool, default: false, text: whether}
  ranks: {type: ranks, default: [2, J], text: which}
  suit: {type: suit or none, default: none, text: which}
  how: {type: [at-once, later], default: at-once, text: when}
"""


@pytest.mark.parametrize(("name", "value", "expected"), [
    ("some", 2, 2), ("some", "2", 2), ("some", "none", None), ("strict", True, True), ("strict", "true", True),
    ("suit", "♠", "♠"), ("suit", "none", None), ("how", "later", "later"), ("ranks", "Q", "[Q]"),
    ("ranks", "2, J Q", "[2, J, Q]"), ("ranks", "[4..7]", "[4..7]"), ("ranks", 8, "[8]"), ("ranks", "", "[]"),
    ("one.some", 0, 0), ("size", 9, 9), ("base.size", "1", 1),
])  # fmt: skip
def test_options_from_outside(shelf: Shelf, name: str, value: str | int | bool, expected: object) -> None:
    composition = shelf.rule("one", OPTIONS).made("plain", "one", options={name: value})
    bare = name.rpartition(".")[2]
    owner = "base" if bare == "size" else "one"
    assert setting(composition, owner, bare) == (expected, "command line")
    span = composition.options[owner, bare].span
    assert span.source.name == f"--set {name}={str(value).lower() if isinstance(value, bool) else value}"


@pytest.mark.parametrize(("name", "value", "code"), [
    ("some", 4, "option-value"), ("some", -1, "option-value"), ("some", "two", "option-value"),
    ("some", True, "option-value"), ("some", "02", "option-value"), ("some", "", "option-value"),
    ("some", "9" * 40, "option-value"), ("strict", 1, "option-value"), ("strict", "yes", "option-value"),
    ("how", "latter", "option-value"), ("how", "", "option-value"), ("suit", "", "option-value"),
    ("nothing", 1, "option-unknown"), ("two.some", 1, "option-unknown"), ("", "", "option-unknown"),
    (".", 1, "option-unknown"), ("one.", 1, "option-unknown"),
])  # fmt: skip
def test_options_that_are_refused(shelf: Shelf, name: str, value: str | int | bool, code: str) -> None:
    assert shelf.rule("one", OPTIONS).refused("plain", "one", options={name: value}) == [code]


def test_later_documents_set_over_earlier_ones(shelf: Shelf) -> None:
    shelf.rule("one", OPTIONS)
    shelf.game("parent", "uses: [one]\nset: {size: 6, some: 1, one.strict: true}\n")
    shelf.game("child", "set: {size: 7, one.some: 2}\n", "parent")
    shelf.add("frame: low\ntitle: Low\nextends: base\nset: {mood: wild}\n").game("wild", "", "low")
    parent, child = shelf.made("parent"), shelf.made("child", options={"some": 3})
    assert setting(parent, "base", "size") == (6, "parent")
    assert setting(parent, "base", "mood") == ("calm", "default")
    assert setting(child, "base", "size") == (7, "child")
    assert setting(child, "one", "some") == (3, "command line")
    assert setting(child, "one", "strict") == (True, "parent")
    assert setting(shelf.made("wild"), "base", "mood") == ("wild", "low")


def test_one_name_in_several_rules(shelf: Shelf) -> None:
    shelf.rule("one", OPTIONS).rule("two", OPTIONS)
    shelf.rule("three", "options:\n  size: {type: int, in: 1..2, default: 1, text: another size}\n")
    assert shelf.refused("plain", "one", "two", options={"some": 1}) == ["option-ambiguous"]
    assert setting(shelf.made("plain", "one", "two", options={"two.some": 1}), "one", "some") == (None, "default")
    both = shelf.made("plain", "three", options={"size": 7, "three.size": 2})
    assert setting(both, "base", "size") == (7, "command line")
    assert setting(both, "three", "size") == (2, "command line")
    assert shelf.refused("plain", "one", options={"some": 1, "one.some": 2}) == ["option-set-twice"]


def test_a_game_means_the_rules_that_it_uses(shelf: Shelf) -> None:
    """What it sets has no effect on a rule that takes the place of the one it had in mind."""
    shelf.rule("one", "group: place\n" + OPTIONS).rule("two", "group: place\n" + OPTIONS.replace("0..3", "0..1"))
    shelf.game("mine", "uses: [one]\nset: {some: 3}\n")
    composition = shelf.made("mine", "two")
    assert setting(composition, "two", "some") == (None, "default")
    assert [d.code for d in composition.notes] == ["compose-group-replaced", "option-without-rule"]


def test_options_that_exist_only_with_another_rule(shelf: Shelf) -> None:
    shelf.rule("one", "with:\n  two:\n    options:\n      both: {type: bool, default: false, text: whether}\n").rule(
        "two"
    )
    assert setting(shelf.made("plain", "one", "two", options={"both": True}), "one", "both") == (True, "command line")
    assert shelf.refused("plain", "one", options={"both": True}) == ["option-unknown"]


# Digest


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


# Writing a mix down


@pytest.mark.parametrize(("with_", "without", "options"), [
    ([], [], {}),
    (["one"], ["two"], {"size": 7, "one.strict": True, "one.ranks": "2, J", "mood": "wild", "one.suit": "♠"}),
    (["one"], [], {"one.ranks": "[Q]", "one.how": "later", "some": "none"}),
])  # fmt: skip
def test_a_mix_plays_like_what_was_asked_for(
    shelf: Shelf, with_: list[str], without: list[str], options: dict[str, str | int | bool]
) -> None:
    shelf.rule("one", OPTIONS).rule("two").game("parent", "uses: [two]\n")
    text, problems = write_mix("my-mix", "parent", 'My mix: "the" best', with_, without, options)
    assert problems == ()
    shelf.add(text)
    asked = shelf.made("parent", *with_, without=tuple(without), options=options)
    written = shelf.made("my-mix")
    assert written.title == 'My mix: "the" best'
    assert used(written) == used(asked)
    assert {k: flat_value(s.value) for k, s in written.options.items()} == {
        k: flat_value(s.value) for k, s in asked.options.items()
    }


def flat_value(value: object) -> object:
    return flat(value) if isinstance(value, doc.Scalar | doc.Sequence) else value


def test_a_mix_is_short_and_says_when_it_is_none() -> None:
    text, problems = write_mix("mine", "crazy-eights", None, ["go-again"], ["reshuffle"], {"hand-size": 7})
    assert text.splitlines() == [
        "game: mine",
        "title: mine",
        "extends: crazy-eights",
        "uses: [go-again]",
        "without: [reshuffle]",
        "set: {hand-size: 7}",
    ]
    assert problems == ()
    long, problems = write_mix("mine", "x", None, [f"a-rule-with-a-long-name-{n}" for n in range(9)], (), {})
    assert "uses:\n  - a-rule-with-a-long-name-0\n" in long
    assert problems == ()
    for id, base in (("My Mix", "x"), ("x", "No Such"), ("#", "x"), ("a: b", "x")):
        assert has_errors(write_mix(id, base)[1])


# Whatever is asked for


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


def test_a_member_is_seen_once() -> None:
    """No document's part gets lost: each is there, or under another that replaces it."""
    composition, _ = compose(SHIPPED, "trevor-cut-throat")
    assert composition is not None
    there: set[int] = set()

    def note(member: Member) -> None:
        there.add(id(member.key))
        for older in member.over:
            note(older)

    for members in composition.sections.values():
        for member in members:
            note(member)
    for document in composition.documents:
        for entry in document.node.entries:
            if entry.key.value in SECTIONS and isinstance(entry.value, doc.Mapping):
                assert {id(e.key) for e in entry.value.entries} <= there, (document.id, entry.key.value)


def test_the_snippets_of_these_tests_have_the_structure() -> None:
    for text in (FRAME, MORE, GAME):
        node, problems = read_text(Source("x", text))
        assert node is not None
        assert (*problems, *check_structure(node)) == ()
