"""The options of a mix: what is set from outside and by documents."""

import pytest

from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import flat
from scaffold.shelf import OPTIONS, Shelf


def setting(composition: Composition, owner: str, name: str) -> tuple[object, str]:
    found = composition.options[owner, name]
    value = flat(found.value) if isinstance(found.value, doc.Scalar | doc.Sequence | doc.Mapping) else found.value
    return value, found.set_by.id if isinstance(found.set_by, Document) else found.set_by


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


VALUES = """options:
  rush:
    type: [at-once, when-stuck, when-no-plain-play]
    default: at-once
    text: when you may go
    values: {at-once: as soon as you like, when-stuck: only without another move, when-no-plain-play: after a look}
"""


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("when stuck", "when-stuck"), ("When-Stuck", "when-stuck"), ("stuck", "when-stuck"),
        ("plain play", "when-no-plain-play"), ("only without another move", "when-stuck"),
        ("another move", "when-stuck"), ("soon", "at-once"), ("at", "at-once"),
    ],
)  # fmt: skip
def test_a_value_can_be_said_in_words(shelf: Shelf, said: str, value: str) -> None:
    composition = shelf.rule("one", VALUES).made("plain", "one", options={"rush": said})
    assert setting(composition, "one", "rush") == (value, "command line")
    assert composition.options["one", "rush"].span.text == value


@pytest.mark.parametrize("said", ["when", "never", "", "stuck move look"])
def test_words_that_mean_no_value_or_several_are_refused(shelf: Shelf, said: str) -> None:
    assert shelf.rule("one", VALUES).refused("plain", "one", options={"rush": said}) == ["option-value"]


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
