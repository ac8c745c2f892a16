"""The examples of some games on their sheets, and sentences that depend on other rules."""

from __future__ import annotations

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.lessons import lesson
from parlour.sheets.model import Place
from parlour.sheets.worked import worked


def test_an_example_shows_the_bids_so_far() -> None:
    """Bids are entries of a log. A double means nothing without the bid before it."""
    told = [e for e in worked(parlour.load("chicago-bridge"), most=8) if "redoubled" in e.name]
    assert Place("calls", ("seat 1 bids 3 no trump",), -1) in told[0].moments[0].places


def test_rules_that_are_off_at_the_start_have_no_examples() -> None:
    bartok = parlour.load("bartok")
    assert not {e.document for e in worked(bartok)} & set(bartok.composition.switchable)


def test_examples_for_other_numbers_of_players_leave_space_for_those_that_fit() -> None:
    """Many rules of Scopa have examples with two players only, and four play Scopone."""
    assert [e.name for e in worked(parlour.load("scopone"))] == [
        "Partners share a pile", "The first card goes on the empty table", "A sweep counts for both partners",
    ]  # fmt: skip


def test_the_target_is_that_of_the_scoring() -> None:
    """With *First out wins* it is a number of hands, and the points for each player mean nothing."""
    mix = parlour.load("crazy-eights", with_="first-out-wins")
    told = " ".join(p.text for part in sheet_of(mix).parts.values() for p in part)
    assert "The target is 5 hands." in told
    assert "points for each player" not in told


def test_a_lesson_leaves_out_an_introduction_that_its_reader_knows() -> None:
    known, mix = parlour.load("crazy-eights"), parlour.load("crazy-eights", with_="jack-skips")
    assert lesson(known, mix, 0).text == ""
    assert lesson(parlour.load("sh"), parlour.load("ct"), 0).text.startswith("Shithead with teeth")


def test_durak_says_who_throws_in() -> None:
    def turn(*rules: str) -> str:
        return " ".join(p.text for p in sheet_of(parlour.load("durak", with_=rules)).parts["turn"])

    assert "Everybody but the defender can throw in" in turn()
    assert "Everybody but" not in turn("neighbours-throw-in")


def test_the_example_of_an_added_rule_shows_what_it_changes() -> None:
    """A nine doesn't clear the table without the rule either."""
    names = [example.name for example in worked(parlour.load("big-two", "eights-clear"))]
    assert "Eights clear the table: the player of an eight leads again" in names
    assert "Eights clear the table: a nine doesn't clear the table" not in names


def test_an_example_with_a_base_is_on_the_sheet() -> None:
    game = """
game: based
title: Based
extends: crazy-eights
text: Crazy Eights with an example.
bases:
  after-an-eight:
    given: {pile: 8♣, called: ♥, hand 1: 4♥ K♠, hand 2: 2♦ 5♥, to move: 1}
    moves: ["1: play 4♥"]
examples:
  - name: the called suit is no longer called
    base: after-an-eight
    then: {called: none, to move: 2}
    shown: true
"""
    loaded = parlour.load("based", documents={"based.yaml": game})
    assert "The called suit is no longer called" in [e.name for e in worked(loaded)]
