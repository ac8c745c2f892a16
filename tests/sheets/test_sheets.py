"""Rule sheets: the words of a mix, without words that don't apply to it."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.model import Place, Sheet
from parlour.sheets.page import as_page
from parlour.sheets.worked import worked


def sheet(game: str, *with_: str, without: tuple[str, ...] = (), **options: str | int | bool) -> Sheet:
    return sheet_of(parlour.load(game, with_, without, {name.replace("_", "-"): v for name, v in options.items()}))


def with_wild_nines() -> Sheet:
    return sheet_of(parlour.load("crazy-eights", options={"eight-is-wild.ranks": "9"}))


def sheet_with_examples(game: str) -> Sheet:
    loaded = parlour.load(game)
    return sheet_of(loaded, worked(loaded))


def part(of: Sheet, name: str) -> str:
    return " ".join(paragraph.text for paragraph in of.parts[name])


def row(of: Sheet, card: str) -> list[str]:
    return [p.text for row in of.chart if card in row.cards for p in row.words]


def test_the_deal_follows_the_options() -> None:
    assert "Deal 5 cards to each player, one at a time" in part(sheet("crazy-eights"), "deal")
    told = part(sheet("crazy-eights", hand_size=7, two_player_hand=9), "deal")
    assert "Deal 7 cards (to two players, 9) to each player" in told


def test_a_card_has_the_powers_of_all_rules() -> None:
    assert row(sheet("crazy-eights"), "8") == [
        "Goes on any card. The player who plays it names the suit that must follow.", "Counts 50 in hand.",
    ]  # fmt: skip
    trevor = sheet("trevor-cut-throat")
    assert row(trevor, "2") == ["The player who plays it must go again.", "The next player draws two cards."]
    assert row(trevor, "J") == row(trevor, "K") == ["The player who plays it must go again."]
    assert not row(trevor, "Jk"), "there are no jokers in this pack"


def test_the_chart_follows_options() -> None:
    nines = with_wild_nines()
    assert row(nines, "9") == [
        "Goes on any card. The player who plays it names the suit that must follow.", "Counts 50 in hand.",
    ]  # fmt: skip
    assert not row(nines, "8"), "only wild cards have powers and count 50"


def test_a_rule_without_words_has_its_title_in_the_chart(tmp_path: Path) -> None:
    rule = tmp_path / "threes.yaml"
    rule.write_text(
        "rule: threes\ntitle: Threes skip\nfor: eights\npowers:\n  3: {then: skips += 1, play: anywhere}\n",
        encoding="utf-8",
    )
    assert row(sheet("crazy-eights", str(rule)), "3") == ["Threes skip.", "Goes on any card."]


def test_the_words_of_a_facet_show_options(tmp_path: Path) -> None:
    """Both those of the frame in the words, and the option that a power has as its value."""
    frame = """\
frame: gifts
title: Gifts
extends: eights
text: Cards give presents.
options:
  cap: {type: int, in: 1..9, default: 3, text: most presents in a hand}
  loud: {type: bool, default: false, text: everybody says thank you}
facets:
  gives:
    text: What it gives
    by: c
    takes: value
    function: presents(c)
    words: "Gives {value} of {options.cap} presents. {options.loud: Say thank you.}"
functions:
  presents(c): "0"
"""
    rule = """\
rule: kind-sevens
title: Kind sevens
for: gifts
text: Sevens give presents.
options:
  many: {type: int, in: 1..9, default: 2, text: presents}
powers:
  7: {gives: options.many}
  9: {gives: options.many + 1}
  K: {gives: 1}
"""
    (tmp_path / "gifts.yaml").write_text(frame, encoding="utf-8")
    (tmp_path / "kind-sevens.yaml").write_text(rule, encoding="utf-8")
    (tmp_path / "ours.yaml").write_text(
        "game: ours\ntitle: Ours\nextends: gifts\nuses: [kind-sevens]\n", encoding="utf-8"
    )
    ours = str(tmp_path / "ours.yaml")
    assert row(sheet(ours), "7") == ["Gives 2 of 3 presents."]
    assert row(sheet(ours), "9") == ["Kind sevens."], "people can't read an expression"
    loud = sheet(ours, cap=5, loud=True, **{"kind-sevens.many": 4})
    assert row(loud, "7") == ["Gives 4 of 5 presents. Say thank you."]
    assert row(loud, "K") == ["Gives 1 of 5 presents. Say thank you."]


def test_a_frame_without_a_sheet_has_its_text(tmp_path: Path) -> None:
    """Also if the frame that it extends has one."""
    frame = """\
frame: highest
title: Highest
extends: rounds
text: The highest card scores.
players: 2
deck: {pack: 52, each: hand}
stages:
  hand: nothing
"""
    (tmp_path / "highest.yaml").write_text(frame, encoding="utf-8")
    (tmp_path / "ours.yaml").write_text("game: ours\ntitle: Ours\nextends: highest\n", encoding="utf-8")
    assert part(sheet(str(tmp_path / "ours.yaml")), "turn") == "The highest card scores."
    (tmp_path / "highest.yaml").write_text(f"{frame}sheet: {{turn: Show a card.}}\n", encoding="utf-8")
    assert part(sheet(str(tmp_path / "ours.yaml")), "turn") == "Show a card."


def test_titles_follow_the_ranks_of_an_option() -> None:
    def titles(*values: str) -> set[str | None]:
        options = {"jack-skips.ranks": list(values), "eight-is-wild.ranks": "9"}
        parts = sheet_of(parlour.load("crazy-eights", "jack-skips", options=options)).parts
        return {paragraph.title for paragraph in (*parts["rules"], *parts["added"])}

    assert titles("2") == {"Twos skip", "Nines are wild"}
    assert titles("J", "Q") == {"Jacks and queens skip", "Nines are wild"}


def test_changed_options_without_words_are_listed() -> None:
    told = [p.text for p in sheet("crazy-eights", least_stock=3, hand_size=6).settings]
    assert told == ["Cards that the deal must leave in the draw pile: 3."], "the deal tells the size of the hand"


def test_an_option_that_a_rule_overrides_is_not_listed() -> None:
    """If the dealer chooses the number of cards, the number in the option means nothing."""
    told = [p.text for p in sheet("crazy-eights", "dealer-chooses-hand-size", hand_size=6).settings]
    assert told == []


def test_a_mix_names_the_rules_that_were_added() -> None:
    assert sheet("crazy-eights").opening is None
    added = sheet("crazy-eights", "queen-draws-four", "jack-skips").opening
    assert added == "With the house rules Jacks skip and Queens draw four."


def test_a_mix_names_the_rules_that_were_left_out_and_the_settings(tmp_path: Path) -> None:
    """A file of one's own that extends a game is such a mix too."""
    told = (
        "With the house rule Jacks skip. Without the rule The winner collects. "
        "Set for this mix: cards dealt to each player: 4."
    )
    mix = parlour.load("crazy-eights", "jack-skips", without="winner-collects", options={"hand-size": 4})
    own = tmp_path / "ours.yaml"
    own.write_text(
        "game: ours\ntitle: Ours\nextends: crazy-eights\nuses: [jack-skips]\nwithout: [winner-collects]\n"
        "set: {hand-size: 4}\n",
        encoding="utf-8",
    )
    assert [sheet_of(mix).opening, sheet(str(own)).opening] == [told, told]


def test_rules_that_play_switches_on_are_not_among_those_of_the_mix() -> None:
    voted = sheet("crazy-eights", "vote-on-rules")
    assert voted.opening == "With the house rule Vote on the rules."
    first, *rules = voted.parts["switched"]
    assert first.text == "The rules below are off at the start."
    assert [rule.title for rule in rules] == ["Aces reverse direction", "Jacks skip", "Queens draw four"]
    assert "Vote on the rules" in [rule.title for rule in voted.parts["added"]]


def test_chosen_examples_come_first_and_must_hold() -> None:
    names = [example.name for example in worked(parlour.load("ct"))]
    assert "3s are transparent: a 3 on a J needs power like the J" in names
    names = [example.name for example in worked(parlour.load("sh"))]
    assert "3s are transparent: a 3 on a 9 counts as a 9" in names
    assert "3s are transparent: a 3 on a J needs power like the J" not in names, "a Jack is an ordinary card there"


def test_examples_name_seats_and_rules_as_players_do() -> None:
    told = [p for e in worked(parlour.load("bartok")) for moment in e.moments for p in (*moment.places, *moment.lines)]
    assert Place("dealer", ("seat 1",), -1) in told
    assert "Seat 3: play 4♠." in told
    assert 'Seat 3 may choose: from now on "Jacks skip" or keep the rules as they are.' in told
    assert 'Seat 3: from now on "Jacks skip".' in told
    assert Place("rules in force", ('"Jacks skip"',), -1) in told


def test_an_example_needs_the_groups_of_players_that_a_deal_makes() -> None:
    """In Cut Throat Spades nobody is red or black, so a position of that game has no red player."""
    games = {"cts": True, "red-and-black": False}
    for game, expected in games.items():
        names = [example.name for example in worked(parlour.load(game), most=24)]
        assert ("Counter Jokers: between two players a counter sends the pickup back" in names) is expected


GATE = """\
game: gate
title: Gate
extends: table
players: 2
deck: {pack: 52, ace: high, each: game}
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true, text: discard pile}
state:
  up: {type: player, each: game}
  called-out: {type: bool, each: game, seen: everybody, text: called out}
stages:
  game: |
    resume here with up
    repeat 9 times:
      ask act(up)
      up = next(up)
prompts:
  act(p): |
    wait: nothing
    call: called-out = true
    shout: nothing
may:
  call(p): {once: {forbid: called-out, says: somebody has called}}
examples:
  - name: one call is enough
    shown: true
    given: {hand 1: 4♠, hand 2: K♥, pile: 3♠, to move: 1}
    moves:
      - check: {asked: act}
      - "1: wait"
      - "2: call"
      - check: {to move: 1, called-out: true, may: [wait, shout], may not: {call: once}}
      - "1: wait"
      - check: {only may: [wait, shout], may not: {sing: not-there}}
      - "2: shout"
    then: {pile: 3♠}
"""


def test_an_example_says_what_players_can_do_between_two_moves(tmp_path: Path) -> None:
    """A check that only says who answers, or a move that nobody offers, has nothing for readers."""
    path = tmp_path / "gate.yaml"
    path.write_text(GATE, encoding="utf-8")
    (example,) = (e for e in worked(parlour.load(path)) if e.document == "gate")
    first, called, last = example.moments
    assert first.lines == ("Seat 1: wait. Seat 2: call.",)
    assert called.places == (Place("called out", ("yes",), -1),)
    assert called.lines == (
        "Seat 1 may choose: wait or shout.", "Seat 1 can't call: somebody has called.", "Seat 1: wait.",
        "Seat 2 can only choose: wait or shout.", "Seat 2: shout.",
    )  # fmt: skip
    assert last.places == (Place("discard pile", ("3♠",)),)


def test_words_fit_on_the_cards() -> None:
    """A card is 50 units wide, and a bold letter about 0.6 times its size. Longer words have their own width."""
    for game in ("four-colours-game", "scopa", "french-tarot"):
        page = as_page(sheet_of(parlour.load(game), worked(parlour.load(game))))
        written = re.findall(r'<text ([^>]*)font-size="(\d+)"([^>]*)>([^<]*)</text>', page)
        assert written
        for _, size, rest, word in written:
            pressed = re.search(r'textLength="(\d+)"', rest)
            width = int(size) * 0.6 * len(word)
            assert (int(pressed[1]) if pressed else width) <= 48
            assert width <= 70  # letters pressed further are hard to read


def test_cards_of_one_power_have_texts_of_their_own(tmp_path: Path) -> None:
    """A rule for the card `wild` is about that card alone."""
    own = tmp_path / "wild-skips.yaml"
    own.write_text(
        "rule: wild-skips\ntitle: Wild skips\nfor: colour-match\ntext: A wild card skips a player.\n"
        "powers:\n  wild: {then: skips += 1}\n",
        encoding="utf-8",
    )
    told = sheet("four-colours-game", str(own))
    assert row(told, "wild") == ["Its player names the colour that must follow.", "Wild skips."]
    assert row(told, "wild-draw-four") == [
        "Its player names a colour; the next player draws four cards and misses a turn."
    ]


PARAGRAPHS = {
    "a block with bars": ("|\n    One line,\n    and the next.\n\n    Another paragraph.\n", 2),
    "a folded block": (">\n    One line,\n    and the next.\n\n    Another paragraph.\n", 2),
    "a plain text": ("One line,\n    and the next.\n\n    Another paragraph.\n", 2),
    "one paragraph": ("|\n    One line,\n    and the next.\n", 1),
}


@pytest.mark.parametrize(("text", "number"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_only_a_blank_line_begins_a_paragraph(text: str, number: int, tmp_path: Path) -> None:
    rule = f"rule: nines\ntitle: Nines\nfor: eights\ntext: Nines draw.\nsheet:\n  aim: {text}"
    (tmp_path / "nines.yaml").write_text(rule, encoding="utf-8")
    texts = [paragraph.text for paragraph in sheet("crazy-eights", str(tmp_path / "nines.yaml")).parts["aim"]]
    assert texts[-number:] == ["One line, and the next.", "Another paragraph."][:number]


def test_what_belongs_to_a_player_stays_together_on_a_page() -> None:
    page = as_page(sheet_with_examples("spades"))
    bid = '<div class="seat"><div><span class="place">seat 1: bid</span>1</div>'
    assert f'{bid}<div><span class="place">hand</span>' in page
