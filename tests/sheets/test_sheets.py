"""Rule sheets: the words of a mix, without words that don't apply to it."""

import re
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.model import Place, Sheet
from parlour.sheets.page import as_page
from parlour.sheets.worked import worked
from scaffold.files import write
from scaffold.yaml_files import data_of


def sheet(game: str, *with_: str, without: tuple[str, ...] = (), **options: str | int | bool) -> Sheet:
    return sheet_of(parlour.load(game, with_, without, {name.replace("_", "-"): v for name, v in options.items()}))


def sheet_with_examples(game: str) -> Sheet:
    loaded = parlour.load(game)
    return sheet_of(loaded, worked(loaded))


def part(of: Sheet, name: str) -> str:
    return " ".join(paragraph.text for paragraph in of.parts[name])


def row(of: Sheet, card: str) -> list[str]:
    return [p.text for row in of.chart if card in row.cards for p in row.words]


TABLE = data_of(Path(__file__).with_name("sheets.yaml"))


@pytest.mark.parametrize("case", TABLE.values(), ids=TABLE)
def test_what_the_sheet_of_a_mix_says(case: dict[str, Any], tmp_path: Path) -> None:
    for name, text in case.get("files", {}).items():
        write(tmp_path / f"{name}.yaml", text)
    for line, says in case.items():
        if line != "files":
            of = sheet_of(parlour.load(line, library=parlour.Library.standard().over([tmp_path])))
            assert {card: row(of, card) for card in says.get("rows", ())} == says.get("rows", {}), line
            for name, words in says.get("part", {}).items():
                assert words == [p.text for p in of.parts[name]] if isinstance(words, list) else words in part(of, name)
            assert says.get("opening", of.opening) == of.opening
            settings = [paragraph.text for paragraph in of.settings]
            assert says.get("settings", settings) == settings
            titles = {paragraph.title for paragraph in (*of.parts.get("rules", ()), *of.parts.get("added", ()))}
            assert {*says.get("titles", titles)} == titles


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
