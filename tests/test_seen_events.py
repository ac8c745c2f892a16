"""The events that a seat sees and remembers, and their texts."""

from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from parlour.mixing.compiler import compile_ruleset, require
from parlour.states.state import Table
from parlour.table import events as raw
from parlour.table.texts import zone_name
from parlour.views import Projector, View, Witness, ZoneSeen, view, witnesses
from parlour.views.seen_events import CardsMoved, StageBegan, Travelled, lines
from scaffold.home import TESTS

HIDING = TESTS / "views" / "hiding.yaml"


@cache
def table() -> Table:
    return Table.of(require(compile_ruleset(HIDING))[1], 3)


def zone(name: str) -> int:
    layout = table().machine.layout
    return next(i.number for i in layout.instances if zone_name(layout, i.number) == name)


def face_of(name: str) -> int:
    face = table().machine.layout.pack.face_of_name(name)
    assert face is not None
    return face


def card(name: str) -> int:
    return table().machine.layout.pack.cards_of_face(face_of(name))[0]


def moved(cards: str, source: str, target: str, seen: tuple[int, ...], places: tuple[int, ...] = ()) -> raw.Moved:
    ids = tuple(card(name) for name in cards.split())
    at = places or (0,) * len(ids)
    return raw.Moved(ids, (zone(source),) * len(ids), at, zone(target), (0,) * len(ids), seen)


def projector(seat: int) -> Projector:
    return Projector(table().machine, seat - 1)


def witness(seat: int) -> Witness:
    return Witness.at(table(), seat)


def known(seat: int, *events: raw.Event, sizes: dict[str, int] | None = None) -> dict[str, list[str]]:
    """Return only the facts that a seat knows after these events, by zone. It has counted some zones before."""
    found = witness(seat).known.together_with((), sizes or {}).after(projector(seat).all(events))
    loose = {name: sorted(card for card, n in cards.items() for _ in range(n)) for name, cards in found.loose.items()}
    return loose | {name: [f"{q}:{c}" for q, c in sorted(cards.items())] for name, cards in found.placed.items()}


EVERYBODY, NOBODY = 0b111, 0


# ---------------------------------------------------------------- projection


def test_the_order_in_an_event_reveals_nothing_about_cards_that_were_not_seen() -> None:
    """The seat saw one of three cards. Its position among the others would reveal them."""
    cards = ("3♣", "8♦", "K♠")
    masks = {"3♣": NOBODY, "8♦": EVERYBODY, "K♠": NOBODY}
    found = {
        projector(1).project(moved(" ".join(order), "heap", "stock", tuple(masks[c] for c in order)))
        for order in permutations(cards)
    }
    assert len(found) == 1


def test_cards_that_were_seen_come_in_the_order_of_what_they_show() -> None:
    orders = permutations(("3♣", "8♦", "K♠"))
    assert len({projector(1).project(moved(" ".join(o), "heap", "hand 2", (EVERYBODY,) * 3)) for o in orders}) == 1


LUCK = """\
rule: luck
title: Luck
for: eights
text: Everybody keeps a number in secret.
state:
  luck(player): {type: int, each: hand, seen: owner, starts: 3, text: luck}
"""


def test_when_a_stage_begins_a_seat_gets_the_numbers_that_it_may_see(tmp_path: Path) -> None:
    (tmp_path / "luck.yaml").write_text(LUCK)
    at = Table.of(require(compile_ruleset("crazy-eights", with_=[tmp_path / "luck.yaml"]))[1], 2)
    _, events = at.start_recorded(1)
    began = [e for e in Projector(at.machine, 1).all(events) if isinstance(e, StageBegan)]
    assert [event.stage for event in began] == ["match", "game", "hand"]
    assert dict(began[-1].before) == {"score 1": 0, "score 2": 0, "hands": 0, "luck 2": 3}
    assert {event.ending for event in began} == {""}


def test_how_a_stage_ended_is_reported_when_the_next_one_begins() -> None:
    at = Table.of(require(compile_ruleset("crazy-eights"))[1], 2)
    state, events = at.start_recorded(1)
    told: list[StageBegan] = []
    while len(told) < 1:
        state, events = state.apply_recorded(state.question.legal[0])
        told += [e for e in Projector(at.machine, 0).all(events) if isinstance(e, StageBegan)]
    words = {text for _, text in at.machine.program.endings}
    assert told[0].ending in words - {""}
    scores = [dict(told[0].after)[f"score {seat}"] for seat in (1, 2)]
    assert sum(scores) > 0
    assert scores == [int(view(state, 1).value(f"score {seat}") or 0) for seat in (1, 2)]
    assert dict(told[0].after)["hands"] == 1


# ---------------------------------------------------------------- what is known


def test_a_card_picked_up_in_the_open_stays_known() -> None:
    assert known(3, moved("8♣", "pile", "hand 1", (EVERYBODY,), (1,))) == {"hand 1": ["8♣"]}


def test_it_is_known_no_longer_when_it_could_have_left_unseen() -> None:
    up = moved("8♣ 9♣", "pile", "hand 1", (EVERYBODY, EVERYBODY), (2, 1))
    seen_away = moved("9♣", "hand 1", "pile", (EVERYBODY,))
    unseen_away = moved("2♦", "hand 1", "stock", (0b001,))
    assert known(3, up, seen_away)["hand 1"] == ["8♣"]
    assert "hand 1" not in known(3, up, unseen_away)
    assert known(1, up, unseen_away)["hand 1"] == ["8♣", "9♣"]  # the owner sees what leaves
    assert known(3, up, moved("2♦", "hand 2", "stock", (NOBODY,)))["hand 1"] == ["8♣", "9♣"]


HIDDEN = moved("8♣ 9♣ 10♣", "hand 1", "heap", (0b001,) * 3)


@pytest.mark.parametrize(
    ("before", "away", "left"),
    [
        (0, "8♣ 9♣ 10♣", {"hand 3": ["10♣", "8♣", "9♣"]}),  # all of them
        (0, "8♣", {}),  # any of them
        (1, "8♣ 9♣ 10♣", {}),  # one may have stayed
        (1, "8♣ 9♣ 10♣ 2♦", {"hand 3": ["10♣", "8♣", "9♣"]}),
    ],
)
def test_cards_that_leave_a_hidden_zone_all_together_are_known_in_the_next(
    before: int, away: str, left: dict[str, list[str]]
) -> None:
    event = moved(away, "heap", "hand 3", (0b100,) * len(away.split()))
    assert known(1, HIDDEN, event, sizes={"heap": before}) == left
    assert known(2, HIDDEN, event, sizes={"heap": before}) == {}
    assert known(1, HIDDEN, event) == {}  # where the number of cards isn't known


def test_cards_that_are_seen_to_leave_a_hidden_zone_tell_what_stays() -> None:
    shown = moved("9♣", "heap", "pile", (EVERYBODY,))
    rest = moved("8♣ 10♣", "heap", "hand 3", (0b100,) * 2)
    assert known(1, HIDDEN, shown, sizes={"heap": 0})["heap"] == ["10♣", "8♣"]
    assert known(1, HIDDEN, shown, rest, sizes={"heap": 0})["hand 3"] == ["10♣", "8♣"]


def test_a_card_that_is_passed_from_zone_to_zone_is_followed() -> None:
    alone = moved("8♣", "hand 1", "heap", (0b001,))
    back = moved("8♣", "heap", "stock", (NOBODY,))
    place = raw.Moved((card("8♣"),), (zone("heap"),), (0,), zone("row 2"), (3,), (NOBODY,))
    assert known(1, alone, back, sizes={"heap": 0}) == {"stock": ["8♣"]}
    assert known(1, alone, place, sizes={"heap": 0}) == {"row 2": ["3:8♣"]}
    several = raw.Moved(HIDDEN.cards, (zone("heap"),) * 3, (0,) * 3, zone("row 2"), (1, 2, 3), (NOBODY,) * 3)
    assert known(1, HIDDEN, several, sizes={"heap": 0}) == {}  # the seat doesn't see their places


def test_of_copies_as_many_are_known_as_must_be_there() -> None:
    """Three of four cards leave, and two are identical, so at least one of these two has left."""
    pair = raw.Moved(
        tuple(table().machine.layout.pack.cards_of_face(face_of("8♣"))), (zone("hand 1"),) * 2, (0,) * 2, zone("heap"),
        (0,) * 2, (0b001,) * 2,
    )  # fmt: skip
    away = moved("8♣ 2♦ 3♦", "heap", "hand 3", (0b100,) * 3)
    assert known(1, pair, away, sizes={"heap": 2}) == {"hand 3": ["8♣"]}
    assert known(1, pair, moved("2♦", "heap", "hand 3", (0b100,)), sizes={"heap": 2}) == {"heap": ["8♣"]}


def test_shuffling_and_gathering_make_forget() -> None:
    under = moved("8♣", "pile", "stock", (EVERYBODY,), (1,))
    assert known(2, under) == {"stock": ["8♣"]}
    assert known(2, under, raw.Shuffled(zone("stock"))) == {}
    assert known(2, under, raw.Shuffled(zone("pile"))) == {"stock": ["8♣"]}
    assert known(2, under, raw.Gathered()) == {}


def test_where_places_are_seen_a_card_is_followed_by_its_place() -> None:
    row, hand = zone("row 2"), zone("hand 2")
    laid = raw.Moved((card("8♣"),), (zone("pile"),), (1,), row, (3,), (EVERYBODY,))
    other = raw.Moved((card("2♦"),), (row,), (1,), hand, (0,), (0b010,))
    taken = raw.Moved((card("8♣"),), (row,), (3,), hand, (0,), (0b010,))
    assert known(1, laid, other) == {"row 2": ["3:8♣"]}
    assert known(1, laid, other, taken) == {"hand 2": ["8♣"]}


def test_a_card_that_was_shown_is_known_where_it_lies() -> None:
    shown = raw.Shown((card("8♣"),), (zone("hand 2"),), (0,), 0b001)
    assert known(1, shown) == {"hand 2": ["8♣"]}
    assert known(1, shown, shown) == {"hand 2": ["8♣"]}  # the same one, or one like it
    assert known(3, shown) == {}


def test_a_card_that_was_turned_down_again_is_known_at_its_place() -> None:
    lying = ((card("8♣"),), (zone("row 2"),), (2,))
    assert known(3, raw.Turned(*lying, True, (EVERYBODY,)), raw.Turned(*lying, False, (EVERYBODY,))) == {
        "row 2": ["2:8♣"]
    }


# ---------------------------------------------------------------- in words


def look(seen: View, name: str) -> ZoneSeen:
    found = seen.zone(name)
    assert found is not None
    return found


def test_lines_and_views() -> None:
    state, events = table().start_recorded(1)
    seats = witnesses(state, events)
    assert seats[0].lines()[-10:-8] == ("box → stock: 108 cards", "stock is shuffled")
    name = look(seats[0].view(state), "hand 1").cards[0].card
    after, events = state.apply_recorded(f"heap {name}")
    told = lines(seats[1].projector.all(events))
    assert told == ("1: heap a card", "hand 1 → heap: a card")
    assert lines(seats[0].projector.all(events)) == (f"1: heap {name}", f"hand 1 → heap: {name}")
    text = view(after, 2).text().splitlines()
    assert text[0] == "seat 2 of 3"
    assert "hand 1: (4)" in text
    assert "heap: (7)" in text
    assert "row 1: (3)" in text
    assert "shelf: (?)" in text
    assert text[-2].startswith("to move: 2, act")
    assert text[-1].startswith("may: ")


def test_a_view_has_what_is_known() -> None:
    state = table().start(1)
    seats = witnesses(state)
    after, events = state.apply_recorded("fetch")
    third = seats[2].saw(events, after).view(after)
    top = look(seats[2].view(state), "pile").cards[0].card
    assert [c.card for c in look(third, "hand 1").known] == [top]
    assert look(third, "hand 1").written() == f"(6); known: {top}"


def test_fixed_places_are_seen_to_be_empty() -> None:
    state = table().start(1)
    state = state.apply("turn 2").apply("pass").apply("pass")
    row = look(view(state, 3), "row 1")
    card = row.cards[0].card
    assert row.filled == (1, 2, 3)
    assert row.written() == f"? {card} ? -"
    row = look(view(state.apply("lift 1"), 3), "row 1")
    assert row.written() == f"- {card} ? -"


def test_the_texts_of_cards_that_change_their_places_in_a_zone() -> None:
    within = CardsMoved("pile", (Travelled("4♦", "pile", 1, 3), Travelled(None, "pile", 3, 1)))
    unseen = CardsMoved("hand 2", (Travelled(None, "hand 2", None, None), Travelled("5♦", "hand 2", None, None)))
    assert lines((within, unseen)) == ("pile: 4♦ from place 1 to 3, a card from place 3 to 1",)
