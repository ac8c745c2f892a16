"""Who sees a zone, a variable or a mark: owner, partners, opponents, and several of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from laws_of_views import events_name_no_unseen_card, exchanges_change_nothing, unread_values_change_nothing
from parlour.examples import render, run_examples
from parlour.mixing.compiler import compile_ruleset, require
from parlour.states.state import State, Table
from parlour.views import ZoneSeen, view
from scaffold.home import TESTS

WATCHING = TESTS / "views" / "watching.yaml"


@cache
def table(players: int) -> Table:
    """The table of four with partners, or one without."""
    if players == 4:
        return Table.of(require(compile_ruleset(WATCHING))[1], 4)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "watching.yaml"
        text = WATCHING.read_text(encoding="utf-8")
        path.write_text(text.replace("players: 4\nsides: [[1, 3], [2, 4]]", "players: 2..4"), encoding="utf-8")
        return Table.of(require(compile_ruleset(path))[1], players)


def look(state: State, seat: int, zone: str) -> ZoneSeen:
    found = view(state, seat).zone(zone)
    assert found is not None
    return found


EXAMPLES = """\
in: {game}
examples:
  - name: a hint on a card that its owner doesn't see
    players: 4
    given: {{row 1: 3♣ 9♦ - -, row 2: 4♣ - - -, hand 1: 2♣, hand 2: 5♣, hand 3: 6♣, hand 4: 7♣, to move: 2}}
    moves: ["2: hint 1 1"]
    then:
      1 sees: {{row 1: 2 cards, "hint": {{3♣ in row 1: 1, 9♦ in row 1: 0}}}}
      2 sees: {{row 1: 3♣ 9♦, "hint": {{3♣ in row 1: 1}}}}
  - name: only the partner sees a doubt
    players: 4
    given: {{row 1: 3♣ 9♦ - -, row 2: 4♣ - - -, hand 1: 2♣, hand 2: 5♣, hand 3: 6♣, hand 4: 7♣, to move: 1}}
    moves: ["1: doubt 2"]
    then:
      1 sees: {{doubt: {{9♦ in row 1: not seen}}}}
      2 sees: {{row 1: 3♣ 9♦, doubt: {{9♦ in row 1: not seen}}}}
      3 sees: {{row 1: 3♣ 9♦, doubt: {{9♦ in row 1: 1}}}}
  - name: a mark without an audience is seen with its card
    players: 4
    given: {{row 1: 3♣ 9♦ - -, row 2: 4♣ - - -, hand 1: 2♣, hand 2: 5♣, hand 3: 6♣, hand 4: 7♣, to move: 1}}
    moves: ["1: tell 1 1"]
    then:
      1 sees: {{told: {{3♣ in row 1: not seen}}}}
      2 sees: {{told: {{3♣ in row 1: 1}}}}
  - name: notes are for the others, plans for the side, pacts for partners too
    players: 4
    given: {{note 2: 4, plan 1: Q♠ in stock, pact 1: ♥, hand 1: 2♣, hand 2: 5♣, hand 3: 6♣, hand 4: 7♣, to move: 1}}
    then:
      1 sees: {{note 2: 4, plan 1: Q♠, pact 1: ♥}}
      2 sees: {{note 2: not seen, plan 1: not seen, pact 1: not seen}}
      3 sees: {{note 2: 4, plan 1: Q♠, pact 1: ♥}}
"""


def test_examples_say_what_a_seat_sees_of_marks_and_variables(tmp_path: Path) -> None:
    path = tmp_path / "sight.yaml"
    path.write_text(EXAMPLES.format(game=WATCHING), encoding="utf-8")
    results = run_examples([path])
    assert results
    assert [r.failures for r in results if r.failures] == []


BEHIND_A_GUISE = """\
game: notes
title: Notes
text: The others write on your cards.
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: others, ordered: true}
  stock: {ordered: true}
marks:
  before: {type: int, inside: hand, seen: everybody}
  shown: {type: card or none, guise: true, inside: hand}
  after: {type: int, inside: hand, seen: others}
  last: {type: int, inside: hand, seen: owner}
stages:
  game: |
    shuffle box into stock
    resume here
    for p in players: ask act(p)
    champions = players
prompts:
  act(p): |
    write for q in players, c in hand(q) where q != p:
      c.before = 1
      c.after = 2
      c.last = 3
    rest: nothing
examples:
  - name: each mark is its own
    given: {hand 1: 2♣ 3♣, hand 2: 4♣ 5♣, to move: 1}
    moves: ["1: write 2 5♣"]
    then:
      before: {5♣: 1}
      1 sees: {before: {5♣: 1}, after: {5♣: 2}, last: {5♣: not seen}}
      2 sees: {before: {5♣: 1}, after: {5♣: not seen}, last: {5♣: 3}}
"""


def test_a_mark_declared_after_a_guise_is_compared_as_itself(tmp_path: Path) -> None:
    path = tmp_path / "notes.yaml"
    path.write_text(BEHIND_A_GUISE, encoding="utf-8")
    (right,) = run_examples([path])
    assert right.passed, render([right])
    path.write_text(BEHIND_A_GUISE.replace("after: {5♣: not seen}", "after: {5♣: 3}"), encoding="utf-8")
    (wrong,) = run_examples([path])
    assert [(f.what, f.actual) for f in wrong.failures] == [("seat 2 sees `after` of 5♣", "not seen")]


def test_a_mark_without_cards_is_refused_with_a_card_of_the_deck(tmp_path: Path) -> None:
    path = tmp_path / "notes.yaml"
    path.write_text(BEHIND_A_GUISE.replace("after: {5♣: not seen}", "after: not seen"), encoding="utf-8")
    (result,) = run_examples([path])
    assert [(f.message, f.help) for f in result.problems] == [
        ("expected cards with their marks", "name each card with its mark: `after: {2♣: …}`")
    ]


def test_a_view_shows_marks_of_unseen_cards_at_their_places() -> None:
    state = table(3).start(5).apply("wait").apply("hint 1 2").apply("wait")
    assert look(state, 1, "row 1").written() == "(2); marked: hint 1 at 2"
    other = look(state, 2, "row 1")
    assert other.marked == ()
    assert other.cards[1].marks == (("hint", "1"),)
    touched = state.apply("touch")
    brow = look(touched, 1, "brow 1")
    assert all(("hint", "1") in each.marks for each in brow.marked)
    assert len(brow.marked) == 3
    assert all(each.place is None for each in brow.marked)


@pytest.mark.parametrize("move", ["open {} on ♥", "take {} at 1", "take {} at 2"])
def test_a_refusal_is_the_same_for_every_unseen_card(move: str) -> None:
    """A player names a card of their own row, which the others see, or one that is elsewhere."""
    state = table(3).start(5)
    seat = state.question.seat
    row = {card.card for card in look(state, seat % 3 + 1, f"row {seat}").cards}
    seen = {card.card for zone in view(state, seat).zones for card in zone.cards}
    pack = table(3).machine.layout.pack
    unseen = {pack.face_name(face) for face in range(52)} - seen
    assert unseen & row
    assert unseen - row
    answers = {(why.verdict, why.others) for why in (state.why(move.format(card)) for card in unseen)}
    assert len(answers) == 1


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_exchanging_unseen_cards_changes_nothing_for_any_audience(players: int) -> None:
    exchanged, compared = zip(*(exchanges_change_nothing(table(players), s, 80) for s in range(2)), strict=True)
    assert sum(exchanged) > 30
    assert sum(compared) > 10
    events_name_no_unseen_card(table(players), 4, 80)


@pytest.mark.parametrize("players", [3, 4])
def test_values_that_a_seat_may_not_know_change_nothing_that_it_sees(players: int) -> None:
    assert sum(unread_values_change_nothing(table(players), seed, 60) for seed in range(2)) > 60
