"""Decks as data: what a document says about its cards, what it can't say, and games with such cards."""

from pathlib import Path

import pytest

import parlour
from parlour.base.place import shipped
from parlour.decks.deck_reader import ReadDeck, read_deck
from parlour.library.library import Library
from parlour.library.loading import Texts, load
from parlour.program import NONE
from parlour.views.move_texts import meanings

DECKS = Library.standard().ids("deck")

# How many cards there are, of how many suits, and some of their names.
SHIPPED = {
    "french-52": (52, 4, "2♣ 10♦ A♠"), "french-36": (36, 4, "6♣ A♠"), "french-32": (32, 4, "7♣ A♠"),
    "italian-40": (40, 4, "coins-7 batons-K swords-N"), "spanish-40": (40, 4, "oros-7 bastos-12"),
    "months-48": (48, 12, "pine-bright willow-animal paulownia-plain"), "tarot-78": (78, 5, "21T 1T N♥ fool"),
    "four-colours": (108, 4, "red-0 blue-draw-two wild wild-draw-four"), "skat-32": (32, 5, "7♦ 10♥ J♣"),
    "characters-16": (16, 0, "guard princess"),
}  # fmt: skip


def read(text: str) -> ReadDeck:
    texts = Texts.of({"deck.yaml": text})
    document, problems = load(texts.paths[0])
    assert document is not None, problems
    assert problems == ()
    return read_deck(document)


def test_all_decks_that_come_with_parlour_are_known() -> None:
    assert set(DECKS) == set(SHIPPED)


@pytest.mark.parametrize("id", DECKS)
def test_a_deck_that_comes_with_parlour(id: str) -> None:
    cards, suits, names = SHIPPED[id]
    document, problems = load(shipped("rulesets") / "decks" / f"{id}.yaml")
    assert document is not None
    assert problems == ()
    deck = read_deck(document)
    assert deck.problems == ()
    assert sum(deck.copies) == cards
    assert len(deck.design.suits) == suits
    for name in names.split():
        face = deck.design.face_named(name)
        assert face is not None, name
        assert deck.design.faces[face].name == name


def test_facts_and_copies_of_cards() -> None:
    deck = read(
        "deck: toy\ntitle: Toy\nsuits: {sun: yellow, moon: blue}\nranks: [1..3, K: {pips: 10}]\n"
        "facts: {points: int, bonus: int or none, kind: [calm, wild], lucky: bool}\n"
        "cards:\n  - {suits: sun, ranks: 1..3, copies: 2, points: 5}\n"
        "  - {suits: moon, ranks: K, bonus: 3, kind: wild, lucky: true}\n  - {card: fool, copies: 4}\n"
    )
    design = deck.design
    assert [face.name for face in design.faces] == ["sun-1", "sun-2", "sun-3", "moon-K", "fool"]
    assert deck.copies == (2, 2, 2, 1, 4)
    king, fool = design.face_named("moon-K"), design.face_named("fool")
    assert king is not None
    assert fool is not None
    assert [design.fact(name, king) for name in ("points", "bonus", "kind", "lucky")] == [0, 3, 1, 1]
    assert design.fact("bonus", fool) == design.missing("bonus")
    assert design.suit_of(fool) == NONE
    assert design.pips[design.rank_of(king)] == 10
    assert [design.colour_names[design.colour_of(face)] for face in (0, king)] == ["yellow", "blue"]


# ---------------------------------------------------------------- games


GAME = """\
game: colours
title: Colours
extends: eights
deck: {{pack: {pack}, each: hand{more}}}
{rest}
"""


REST = {"hand 2": "blue-9", "to move": "1"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def colours(rest: str = "", pack: str = "four-colours", more: str = "") -> parlour.Game:
    Path("colours.yaml").write_text(GAME.format(pack=pack, more=more, rest=rest), encoding="utf-8")
    return parlour.load(Path("colours.yaml"))


def test_rules_name_the_cards_of_a_deck() -> None:
    game = colours(
        "powers:\n  wild-draw-four: {play: anywhere}\n  red: {then: skips += 1}\n  blue-skip: {then: again = true}\n"
        "  draw-two: {follow: 'c.rank == draw-two or c == green-skip or c in [wild-draw-four, \"red-1\"]'}\n"
    )
    state = game.position(
        {"pile": "red-5", "hand 1": "red-7 blue-5 green-3 wild-draw-four", "hand 2": "blue-9", "to move": 1}, players=2
    )
    assert sorted(move.text for move in state.question.legal if move.text.startswith("play")) == [
        "play blue-5", "play red-7", "play wild-draw-four",
    ]  # fmt: skip
    for text in ("play red-7", "PLAY RED-7", "play 7R"):
        assert str(state.read(text)) == "play red-7", text
    assert [str(move) for move in meanings(state, "play red 7")] == ["play red-7"]
    top = {
        "pile": "blue-draw-two",
        "hand 1": "red-draw-two green-skip wild-draw-four red-1 blue-3",
        "hand 2": "blue-9",
        "to move": 1,
    }
    legal = [m.text for m in game.position(top, players=2).question.legal if m.text.startswith("play")]
    assert sorted(legal) == ["play green-skip", "play red-1", "play red-draw-two", "play wild-draw-four"]


def test_a_fact_is_no_formula() -> None:
    deck = read("deck: toy\ntitle: Toy\nranks: [1..3]\nfacts: {points: int}\ncards: [{ranks: all, points: pips}]\n")
    assert [d.help for d in deck.problems] == ["for the number of a card's rank, rules write `pips(c.rank)`"]


def test_facts_of_cards_in_rules() -> None:
    rest = 'may:\n  play(p, c):\n    dear: {forbid: c.points == 20, group: match, says: "{c} is worth {c.points}"}\n'
    game = colours(rest)
    state = game.position({"pile": "red-5", "hand 1": "red-skip red-1", **REST}, players=2)
    assert [m.text for m in state.question.legal if m.text.startswith("play")] == ["play red-1"]
    assert "red-skip is worth 20" in str(state.why("play red-skip"))


POWERS = [("red-7", ["red-7"]), ("'\"wild\"'", ["wild"]), ("red-7 skip", ["red-7", "red-skip"])]


@pytest.mark.parametrize(("key", "cards"), POWERS)
def test_powers_name_cards_by_their_names(key: str, cards: list[str]) -> None:
    game = colours(f"powers:\n  {key}: {{play: anywhere}}\n")
    state = game.position({"pile": "blue-1", "hand 1": "red-7 red-8 red-skip wild wild-draw-four", **REST}, players=2)
    plays = [move.text.removeprefix("play ") for move in state.question.legal if move.text.startswith("play")]
    assert sorted(plays) == cards


def test_a_game_can_reorder_and_leave_out_ranks() -> None:
    game = colours(pack="french-52", more=", ranks: [7, 8, 9, J, Q, K, 10, A]")
    pack = game.table(2).machine.layout.pack
    assert pack.rank_names == ("7", "8", "9", "J", "Q", "K", "10", "A", "Jk")
    assert pack.size == 32
    assert pack.design.rank_named("10") == 6  # above the king


def test_rules_add_and_remove_cards() -> None:
    game = colours('cards:\n  swap-hands: {copies: 2, name: swap hands}\n  wild: {copies: 0}\n  "red-0": {copies: 3}\n')
    pack = game.table(2).machine.layout.pack
    assert pack.size == 108 + 2 - 4 + 2
    names = [pack.name(card) for card in range(pack.size)]
    assert (names.count("swap-hands"), names.count("wild"), names.count("red-0")) == (2, 0, 3)
