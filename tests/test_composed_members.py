"""What documents say about one thing, made into one: what is replaced, added and required."""

from parlour.documents.composition import Composition
from parlour.documents.document import Mapping, flat
from scaffold.shelf import Shelf, values


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


TURNS = "zones:\n  pile: {instead: true, seen: top, ordered: true, turns: true, text: pile}\n"
OPEN = "zones:\n  pile: {instead: true, seen: everybody, ordered: true, text: pile}\n"
HIDDEN = "zones:\n  pile: {instead: true, seen: nobody, ordered: true, text: pile}\n"
PILE = "zones:\n  pile: {seen: top, ordered: true, text: pile}\n"


def test_rules_change_different_keys_of_a_zone(shelf: Shelf) -> None:
    shelf.add(f"frame: piled\ntitle: Piled\nextends: base\n{PILE}").game("open", "", "piled")
    shelf.rule("one", TURNS, "piled").rule("two", OPEN, "piled")
    for order in (("one", "two"), ("two", "one")):
        made = shelf.made("open", *order)
        (pile,) = [m for m in made.sections["zones"] if m.name == "pile"]
        assert isinstance(pile.value, Mapping)
        keys = {entry.key.value: flat(entry.value) for entry in pile.value.entries}
        assert keys == {"instead": "true", "seen": "everybody", "ordered": "true", "turns": "true", "text": "pile"}
        assert [m.document.id for m in pile.over] == ["piled"]
        assert {m.document.id for m in (pile, *pile.mixed)} == {"one", "two"}


def test_rules_that_give_a_key_different_values(shelf: Shelf) -> None:
    shelf.add(f"frame: piled\ntitle: Piled\nextends: base\n{PILE}").game("open", "", "piled")
    shelf.rule("two", OPEN, "piled").rule("three", HIDDEN, "piled")
    _, problems = shelf.compose("open", "two", "three")
    messages = [d.message for d in problems if d.severity == "error"]
    assert messages == ["`three` and `two` both replace `pile` and give `seen` different values"]


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
