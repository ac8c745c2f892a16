"""The news at the terminal: players' actions, ends of hands, and omitted lines."""

import re
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour.play.history_lines import Teller
from parlour.terminal.console import broken
from parlour.views import SeenEvent
from parlour.views.seen_events import (
    AnswerSealed,
    CardsGathered,
    CardsMoved,
    CardsShown,
    CardsTurned,
    EndingSaid,
    MatchEnded,
    PlayerAnswered,
    PlayerAsked,
    PlayerLeft,
    Spotted,
    StageBegan,
    Travelled,
    ZoneShuffled,
)
from scaffold.home import RULESETS, search_in

HANDS = Path(__file__).parent / "hands"


@pytest.fixture(autouse=True)
def rulesets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, RULESETS, HANDS)


@cache
def layout(game: str) -> parlour.table.layout.Layout:
    return parlour.load(game).table(3).machine.layout


def told(*events: SeenEvent, game: str = "climb", start: int = 0) -> list[str]:
    return [part for line in Teller(layout(game), 1).lines(events, start) for part in broken(line)]


def moved(target: str, *cards: tuple[str | None, str]) -> CardsMoved:
    return CardsMoved(target, tuple(Travelled(card, source, None, None) for card, source in cards))


def answered(seat: int, text: str) -> PlayerAnswered:
    return PlayerAnswered(seat, "turn", text.split()[0], text, False)


# ---------------------------------------------------------------- answers


def test_what_follows_from_an_answer_stands_under_it() -> None:
    assert told(
        moved("hand 1", ("4♦", "stock")),
        moved("hand 1", ("5♦", "stock")),
        answered(2, "lay 9♣"),
        moved("pile", ("9♣", "hand 2")),
        moved("hand 1", (None, "stock")),
        moved("stock", ("9♣", "pile")),
        moved("pile", ("2♣", "stock")),
        AnswerSealed(1, "bet", "bet 3"),
        AnswerSealed(2, "bet", None),
        PlayerLeft(1),
        MatchEnded(),
    ) == [
        "  stock → your hand: 4♦ 5♦",
        "  seat 2: lay 9♣",
        "    stock → your hand: a card",
        "    pile → stock: 9♣",
        "    stock → pile: 2♣",
        "  you: bet 3",
        "  seat 2: answers in secret",
        "  you are out",
    ]


def test_all_that_somebody_does_at_one_go_stands_on_one_line() -> None:
    draw = (PlayerAsked(3, "turn"), answered(3, "draw"), moved("hand 3", (None, "stock")))
    wish = (PlayerAsked(3, "wish"), answered(3, "wish ♦"))
    lay = (answered(3, "lay 8♣"), moved("pile", ("8♣", "hand 3")))
    assert told(*draw, *draw, *draw, *lay, *wish, PlayerAsked(1, "turn"), answered(1, "draw")) == [
        "  seat 3: draw ×3; lay 8♣; wish ♦",
        "    stock → hand 3: 3 cards",
        "  you: draw",
    ]


def test_cards_that_change_their_places_in_a_zone() -> None:
    """Players read the places that they see, and nothing about a set of cards."""
    places = (Travelled("4♦", "pile", 1, 3), Travelled(None, "pile", 3, 2), Travelled("5♦", "pile", 2, 2))
    assert told(CardsMoved("pile", places), moved("hand 2", ("4♦", "hand 2"), (None, "hand 2"))) == [
        "  pile: 4♦ from place 1 to 3, a card from place 3 to 2"
    ]


def test_who_was_shown_what() -> None:
    hand = tuple(Spotted(card, "hand 2", None) for card in ("4♦", "9♣", "4♣"))
    assert told(CardsShown((1, 2, 3), (*hand, Spotted("K♠", "pile", 2)))) == [
        "  everybody sees: K♠ in pile at 2, 4♣ 9♣ 4♦ in hand 2"
    ]
    assert told(CardsShown((1, 3), hand[:1])) == ["  you and seat 3 see: 4♦ in hand 2"]
    assert told(CardsShown((2,), (Spotted(None, "hand 3", None),) * 2)) == ["  seat 2 sees: 2 cards in hand 3"]


def test_cards_turned_down_are_reported_where_they_can_be_found_again() -> None:
    assert told(
        CardsTurned(False, (Spotted("4♦", "pile", 2), Spotted("5♦", "hand 2", None))),
        CardsTurned(True, (Spotted("7♦", "hand 2", None),)),
    ) == ["  turned down: 4♦ in pile at 2", "  turned up: 7♦ in hand 2"]


MOVEMENTS = {  # an answer with the movements after it, and the other lines for the reader
    "one card": (("lay 8♥", [("pile", "8♥", "hand 2")]), []),
    "two cards at once": (("lay 8♥ 8♠", [("pile", "8♥ 8♠", "hand 2")]), []),
    "two cards one after the other": (("lay 8♥ 8♠", [("pile", "8♥", "hand 2"), ("pile", "8♠", "hand 2")]), []),
    "two cards that are the same": (("lay 8♥ 8♥", [("pile", "8♥", "hand 2"), ("pile", "8♥", "hand 2")]), []),
    "a joker that counts as another card": (("lay Jk as 5♠", [("pile", "Jk as 5♠", "hand 2")]), []),
    "cards of several zones": (("lay 8♥ 8♠", [("pile", "8♥", "hand 2"), ("pile", "8♠", "stock")]), []),
    "one of two cards": (("lay 8♥ 8♠", [("pile", "8♠", "hand 2")]), ["hand 2 → pile: 8♠"]),
    "to several zones": (
        ("swap 8♥ for 8♠", [("stock", "8♥", "hand 2"), ("hand 2", "8♠", "stock")]),
        ["hand 2 → stock: 8♥", "stock → hand 2: 8♠"],
    ),
    "from another player": (("take 8♥", [("hand 2", "8♥", "hand 3")]), ["hand 3 → hand 2: 8♥"]),
    "to another player": (("give 8♥", [("hand 1", "8♥", "hand 2")]), ["hand 2 → your hand: 8♥"]),
    "and on from there": (
        ("lay 8♥ 8♠", [("pile", "8♥", "hand 2"), ("pile", "8♠", "hand 2"), ("stock", "8♥", "pile")]),
        ["pile → stock: 8♥"],
    ),
    "and cards that were not named": (
        ("lay 8♥", [("pile", "8♥", "hand 2"), ("pile", "9♥", "stock")]),
        ["stock → pile: 9♥"],
    ),
}


@pytest.mark.parametrize(("happened", "lines"), MOVEMENTS.values(), ids=MOVEMENTS)
def test_all_cards_of_a_move_are_reported(happened: tuple[str, list[tuple[str, str, str]]], lines: list[str]) -> None:
    text, ways = happened
    names = [re.findall(r"\S+(?: as \S+)?", cards) for _, cards, _ in ways]
    movements = [
        moved(target, *((card, source) for card in cards))
        for (target, _, source), cards in zip(ways, names, strict=True)
    ]
    assert told(answered(2, text), *movements) == [f"  seat 2: {text}", *(f"    {line}" for line in lines)]


# ---------------------------------------------------------------- dealing


def test_as_many_cards_for_everybody_share_a_line_and_setting_up_is_left_out() -> None:
    dealt = [moved(f"hand {seat}", (None, "stock"), (None, "stock")) for seat in (2, 3)]
    assert told(
        CardsGathered(),
        moved("stock", *[(None, "box")] * 24),
        ZoneShuffled("stock"),
        *dealt,
        moved("hand 1", ("4♦", "stock"), ("5♦", "stock")),
    ) == ["  stock → hand 2 and 3: 2 cards each", "  stock → your hand: 4♦ 5♦"]


def test_places_of_several_kinds_are_listed_kind_by_kind() -> None:
    def dealt(*zones: str) -> list[str]:
        return told(answered(2, "deal"), *(moved(zone, (None, "stock")) for zone in zones), game="cellar")[1:]

    assert dealt("hand 2", "hand 3", "den 2", "den 3") == ["    stock → hand 2 and 3, den 2 and 3: a card each"]
    assert dealt("hand 3", "hand 2") == ["    stock → hand 2 and 3: a card each"]
    assert dealt("hand 2", "yard") == ["    stock → hand 2 and yard: a card each"]
    assert dealt("hand 2", "hand 3", "yard") == ["    stock → hand 2 and 3, yard: a card each"]
    assert dealt("hand 1", "den 1", "den 2", "den 3") == ["    stock → everybody's den and your hand: a card each"]


# ---------------------------------------------------------------- the end of a hand


def score(*values: int) -> tuple[tuple[str, int], ...]:
    return tuple((f"score {seat}", value) for seat, value in enumerate(values, 1))


def began(stage: str, before: tuple[int, ...], after: tuple[int, ...] = (), ending: str = "") -> StageBegan:
    return StageBegan(stage, ending, score(*before), score(*(after or before)))


START = (began("game", (0, 0, 0)), began("hand", (0, 0, 0)), CardsGathered())


def test_a_hand_can_end_without_a_reason() -> None:
    assert told(*START, answered(3, "lay 2♦"), began("hand", (0, 12, 4)), game="relay-race") == [
        "  seat 3: lay 2♦", "  The hand is over.",
        "    score: you have 0, seat 2 has 12 (+12), seat 3 has 4 (+4)",
    ]  # fmt: skip


def test_a_report_from_the_middle_compares_with_the_score_before_it() -> None:
    before = (*START, answered(2, "lay 4♦"), began("hand", (0, 12, -3)))
    assert told(*before, answered(3, "lay 2♦"), began("hand", (0, 12, 4)), game="relay-race", start=len(before)) == [
        "  seat 3: lay 2♦", "  The hand is over.", "    score: you have 0, seat 2 has 12, seat 3 has 4 (+7)",
    ]  # fmt: skip


OUT = "somebody has no cards left"


def test_stages_that_end_one_in_the_other_are_reported_one_after_the_other() -> None:
    enough = "somebody has reached the target"
    ended = (EndingSaid(("hand",), OUT), EndingSaid(("game",), enough))
    new_game = (began("game", (0, 5, 0), (0, 0, 0), enough), began("hand", (0, 0, 0)))
    assert told(*START, answered(2, "lay 4♦"), *ended, *new_game, game="relay-race") == [
        "  seat 2: lay 4♦",
        "  The hand is over: somebody has no cards left.",
        "  The game is over: somebody has reached the target.",
        "    score: you have 0, seat 2 has 5 (+5), seat 3 has 0",
    ]
