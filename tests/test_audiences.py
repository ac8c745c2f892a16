"""Who sees a zone, a variable or a mark: owner, partners, opponents, and several of them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from laws_of_views import events_name_no_unseen_card, exchanges_change_nothing, unread_values_change_nothing
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
