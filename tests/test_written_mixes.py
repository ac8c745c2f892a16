"""Mixes saved as a game."""

from pathlib import Path

import pytest

from parlour.base.diagnostics import has_errors
from parlour.documents import document as doc
from parlour.documents.document import flat
from parlour.mixer.game_file import game_text
from parlour.mixing.recipes import Recipe
from scaffold.shelf import OPTIONS, Shelf, used


@pytest.mark.parametrize(("with_", "without", "options"), [
    ([], [], {}),
    (["one"], ["two"], {"size": 7, "one.strict": True, "one.ranks": "2, J", "mood": "wild", "one.suit": "♠"}),
    (["one"], [], {"one.ranks": "[Q]", "one.how": "later", "some": "none"}),
])  # fmt: skip
def test_a_mix_plays_like_what_was_asked_for(
    shelf: Shelf, with_: list[str], without: list[str], options: dict[str, str | int | bool]
) -> None:
    shelf.rule("one", OPTIONS).rule("two").game("parent", "uses: [two]\n")
    mix = Recipe("parent", (*with_,), (*without,), options)
    text, problems = game_text("my-mix", 'My mix: "the" best', mix, Path())
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
    mix = Recipe("crazy-eights", ("go-again",), ("reshuffle",), {"hand-size": 7})
    text, problems = game_text("mine", "mine", mix, Path())
    assert text.splitlines() == [
        "game: mine", "title: mine", "extends: crazy-eights", "uses: [go-again]", "without: [reshuffle]",
        "set: {hand-size: 7}",
    ]  # fmt: skip
    assert problems == ()
    rules = [f"a-rule-with-a-long-name-{n}" for n in range(9)]
    long, problems = game_text("mine", "mine", Recipe("x").plus(*rules), Path())
    assert "uses:\n  - a-rule-with-a-long-name-0\n" in long
    assert problems == ()
    for id, base in (("My Mix", "x"), ("x", "No Such"), ("#", "x"), ("a: b", "x")):
        assert has_errors(game_text(id, id, Recipe(base), Path())[1])
