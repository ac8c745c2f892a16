"""Sheets for players who know another game: what they must learn, and what is gone."""

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.lessons import lesson


def test_the_sheet_of_changes_repeats_no_beginning_that_still_holds() -> None:
    """Without the exception for the top card the sentence ends earlier: only its rest is gone."""
    known, game = (parlour.load("rummy-500", options={"top-card": top}) for top in ("may-be-kept", "must-be-used"))
    assert [p.text for p in lesson(known, game, 0).parts["gone"]] == ["“… unless you take only the top card.”"]


def test_the_sheet_of_changes_names_ordinary_cards_once() -> None:
    """Shithead has no Joker, all queens are ordinary cards, not only that of spades, and the aim begins as in Ruse."""
    changes = lesson(parlour.load("ruse"), parlour.load("sh"), 0)
    (plain,) = [row.cards for row in changes.chart if row.words[0].text == "An ordinary card."]
    assert plain == ("4", "5", "6", "7", "9", "J", "Q", "K", "A")
    assert not [p.text for p in changes.parts["gone"] if "Get rid of all your cards" in p.text]


def test_a_rule_that_only_lost_a_sentence_is_not_repeated() -> None:
    """Without bottom cards a gambit takes none of them; the rest of the rule is the same."""
    parts = lesson(parlour.load("ctg"), parlour.load("ruse"), 0).parts
    lost = [p.text for p in parts["gone"] if p.title == "Gambits"]
    assert lost == [
        "“If they are your last four cards and the draw pile is empty, you may take two of your face-down bottom cards "
        "instead.”"
    ]
    assert "rules" not in parts


def test_house_rules_are_those_that_somebody_added() -> None:
    """The wild eights are a rule of the game."""
    parts = sheet_of(parlour.load("crazy-eights", "queen-draws-four")).parts
    assert [p.title for p in parts["rules"]] == ["Eights are wild"]
    assert [p.title for p in parts["added"]] == ["Queens draw four"]
    assert "added" not in sheet_of(parlour.load("crazy-eights")).parts


def test_a_rule_that_was_added_to_the_known_game_is_known() -> None:
    known, game = parlour.load("ct", "joker-forced-pickup"), parlour.load("cts")
    assert "Joker pickup" not in [p.title for p in lesson(known, game, 0).parts["rules"]]
