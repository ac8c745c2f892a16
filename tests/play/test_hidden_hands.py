"""A hand that its owner doesn't see: its cards by their places, the marks on them, and what can be said about them."""

import re
from pathlib import Path

import pytest

import parlour
from scaffold.terminal import run

LANTERNS = """\
frame: lanterns
title: Lanterns
extends: table
text: Everybody sees all cards but their own.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: others, ordered: true, text: hand}
  stock: {ordered: true, text: draw pile}
  well: {seen: top, ordered: true, text: well}
  tray: {seen: everybody, ordered: true, text: tray}
marks:
  hint: {type: rank or none, inside: hand, seen: everybody, text: rank}
state:
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 4 from stock to each hand
    resume here with up
    repeat 20 times:
      ask act(up)
      up = next(up)
    champions = players
prompts:
  act(p): |
    "what do you do?"
    light "light card {k}" for k in places of hand(p):
      let c = card_at(hand(p), k)
      if c is some: move c to tray
    tell "tell about {r}" for r in ranks where any c in hand(next(p)) where c.rank == r:
      for c in hand(next(p)):
        if c.rank == r: c.hint = r
    take "take {c}" for c in tray: move c to hand(p)
    bury "bury {c}" for c in tray: move c to stock at bottom
    dump: move hand(p) to well
    sink "sink {c}" for c in tray: move c to well
    wait: nothing
"""


@pytest.fixture
def deal(home: Path) -> list[str]:
    """The cards of seat 1, from its first place on, as seat 2 sees them."""
    (home / "lanterns.yaml").write_text(LANTERNS, encoding="utf-8")
    hand = parlour.view(parlour.load("lanterns").start(players=2, seed=3), 2).zone("hand 1")
    assert hand is not None
    return [card.card for card in hand.cards]


def play(*moves: str) -> str:
    """Return the output of a game of two people who make these moves in turn; seat 1 begins."""
    typed = [line for move in moves for line in ("", move, "")]
    printed = run("play", "lanterns", "--seats", "human,human", "--seed", "3", typed=typed).out
    return re.sub(r"\n {8,}", " ", printed)  # long lines are broken


def own_hand(*moves: str) -> str:
    """Return the line of the hand of the player who is asked after these moves."""
    return re.findall(r"^  your hand +(.+)$", play(*moves, "q"), re.MULTILINE)[-1]


def rank(card: str) -> str:
    return card[:-1]


def test_unseen_cards_have_the_numbers_of_the_moves(deal: list[str]) -> None:
    assert own_hand() == "card 1, card 2, card 3, card 4"
    printed = play("light card 2")
    assert f"your hand → tray: {deal[1]}" in printed


def test_marks_of_unseen_cards_are_shown_beside_a_card_that_the_player_knows(deal: list[str]) -> None:
    first = rank(deal[0])
    hint = f" (rank {first})"
    marks = [hint if rank(card) == first else "" for card in deal]
    assert own_hand("wait", f"tell about {first}") == ", ".join(f"card {n}{mark}" for n, mark in enumerate(marks, 1))
    # Seat 1 plays its last card and takes it back: it knows this card, and still reads the hint on the first one.
    moves = ("wait", f"tell about {first}", "light card 4", "wait", f"take {deal[3]}", "wait")
    left = [f"card {n}{mark}" for n, mark in enumerate(marks[:3], 1)]
    assert own_hand(*moves) == ", ".join([*left, f"card 4 {deal[3]}"])


def test_a_card_that_the_player_may_have_is_not_said_to_be_missing(deal: list[str]) -> None:
    """The answer about a card is the same whether the player has it or not: it depends on what they see."""
    held, other = f"? {deal[0]}", "? 3♥" if deal[0] != "3♥" else "? 4♥"
    for card in (held, other):
        lines = play(card).split(f"help > {card}\n")[1].splitlines()
        assert lines[0].partition(";")[0] == f"you don't see {card[2:]} among your cards"


def test_a_choice_without_a_card_is_refused_with_the_reason(deal: list[str]) -> None:
    """Other moves begin with the same words, so the action isn't impossible in general."""
    twos = LANTERNS.replace(
        "    take ", '    name "tell about red {n}" for n in 1..2 where n > 1: nothing\n    take ', 1
    )
    Path("lanterns.yaml").write_text(twos, encoding="utf-8")
    hand = parlour.view(parlour.load("lanterns").start(players=2, seed=3), 1).zone("hand 2")
    assert hand is not None
    missing = next(r for r in "23456789" if r not in [rank(card.card) for card in hand.cards])
    for typed in (f"tell about {missing}", f"? tell about {missing}"):
        printed = play(typed, "q")
        assert "Not now" not in printed
        assert f"You can't:\n  tell about {missing}: seat 2's hand has no such card\n" in printed
    assert "tell about red 1: 1 isn't more than 1" in play("tell about red 1", "q")


def test_why_names_the_marks_that_a_move_sets(home: Path) -> None:
    """Seat 1 sees the cards of seat 2, and only the places of its own. Two cards have the rank; one is turned into A♣.
    """
    path = home / "lanterns.yaml"
    path.write_text(LANTERNS, encoding="utf-8")
    (home / "table.yaml").write_text(
        "players: 2\ngiven: {hand 1: 2♣ 3♣ 2♦ 5♣, hand 2: 6♣ 7♣ 6♦ 9♣, to move: 1}\n", encoding="utf-8"
    )
    told = run("why", "lanterns", "tell about 6", "--position", "table.yaml").out
    assert "  hand 2: 6♣ (rank 6), 6♦ (rank 6)\n" in told
    own = LANTERNS.replace("hand(next(p))", "hand(p)").replace(
        "move c to tray\n", "move c to tray\n      if c is some: c counts as A♣\n", 1
    ).replace("marks:", "marks:\n  shine: {type: card or none, guise: true, inside: tray}")  # fmt: skip
    path.write_text(own, encoding="utf-8")
    told = run("why", "lanterns", "tell about 2", "--position", "table.yaml").out
    assert "  hand 1: card 1 (rank 2), card 3 (rank 2)\n" in told
    told = run("why", "lanterns", "light card 2", "--position", "table.yaml").out
    assert "  hand 1 → tray: 3♣\n  tray: 3♣ as A♣\n" in told


def test_everything_has_values_that_say_nothing_and_marks_without_a_text(home: Path, deal: list[str]) -> None:
    """The ordinary table leaves them out."""
    state = (
        "state:\n  losses: {type: int, each: game, seen: everybody, text: losses}\n"
        "  left: {type: int or none, each: game, seen: everybody, text: turns left}\n"
        "  dark: {type: bool, each: game, seen: everybody, text: it is dark}\n"
        "  dared(player): {type: bool, each: game, seen: everybody}\n"
    )
    text = LANTERNS.replace("state:\n", state).replace("everybody, text: rank}", "everybody}")
    (home / "lanterns.yaml").write_text(text, encoding="utf-8")
    table, everything = re.split(r"(?=\n  draw pile)", play("wait", f"tell about {rank(deal[0])}", "v"))[-2:]
    for line in ("losses: 0", "turns left: none", "it is dark: no", "dared: none"):
        assert f"\n  {line}\n" in everything
        assert f"\n  {line.partition(':')[0]}" not in table
    assert f"card 1 (hint {rank(deal[0])})" in everything
    assert "hint" not in table


def test_the_text_of_a_view_has_the_marks_of_visible_cards(deal: list[str]) -> None:
    state = parlour.load("lanterns").start(players=2, seed=3).apply("wait").apply(f"tell about {rank(deal[0])}")
    marked = "; ".join(f"hint {rank(card)} on {card}" for card in deal if rank(card) == rank(deal[0]))
    assert f"hand 1: {' '.join(deal)}; marked: {marked}\n" in parlour.view(state, 2).text()


def test_the_cards_of_a_pile_follow_in_the_order_of_the_places(deal: list[str]) -> None:
    printed = play("light card 3", "wait", "light card 1", "wait", "q")
    assert re.findall(r"^  tray +(.+)$", printed, re.MULTILINE)[-1] == f"{deal[2]} {deal[0]}"


def test_unknown_cards_between_remembered_ones_are_counted(deal: list[str]) -> None:
    lit = play("dump", "light card 1").rpartition("your hand → tray: ")[2].split()[0]
    printed = play("dump", "light card 1", f"sink {lit}", "wait", "v", "q")
    below = f"(5 cards; below, from the bottom: 3 unknown cards, {deal[3]})"
    assert re.findall(r"^  well +(.+)$", printed, re.MULTILINE)[-1] == f"{lit}  {below}"


def test_remembered_cards_without_places_are_named(deal: list[str]) -> None:
    printed = play("light card 4", f"bury {deal[3]}", "v", "q")
    assert re.findall(r"^  draw pile +(.+)$", printed, re.MULTILINE)[-1] == f"45 cards (among them {deal[3]})"


def test_hands_in_columns_are_reported_in_the_same_way(home: Path, deal: list[str]) -> None:
    columns = LANTERNS.replace("seen: others, ordered: true", "seen: others, columns: 5")
    (home / "lanterns.yaml").write_text(columns, encoding="utf-8")
    mark = f" (rank {rank(deal[0])})"
    told = [f"card {n}{mark if rank(card) == rank(deal[0]) else ''}" for n, card in enumerate(deal, 1)]
    assert own_hand("light card 3", f"tell about {rank(deal[0])}") == ", ".join([*told[:2], told[3]])


def test_the_others_see_which_cards_their_owner_sees_too(deal: list[str]) -> None:
    turning = '    turn "turn {k}" for k in places of hand(p):\n      let c = card_at(hand(p), k)\n'
    turned = f"{turning}      if c is some: turn up c\n    wait"
    text = LANTERNS.replace("seen: others, ordered: true", "seen: others, turns: true, ordered: true")
    Path("lanterns.yaml").write_text(text.replace("    wait", turned, 1), encoding="utf-8")
    first, second, third, last = deal
    assert f"seat 1 hand {first} {second} (face up) {third} {last}\n" in re.sub(r" +", " ", play("turn 2", "q"))
    moves = ("turn 1", "wait", "turn 2", "wait", "turn 3", "wait", "turn 4", "q")
    assert f"seat 1 hand {' '.join(deal)} (face up)\n" in re.sub(r" +", " ", play(*moves))
