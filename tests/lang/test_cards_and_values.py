"""Values of cards and variables, in small games: marks, guises, records, functions, sides, melds."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.small_play import HANDS, NUMBERS, Play, steps
from parlour.program import NO_INT


def test_marks_are_forgotten_outside_their_zones(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [4♠] to pile
            pile.top.by = next(first())
            x = 1 if pile.top.by == next(first()) else 0
            move pile.top to hand(first())
            move hand(first()) to pile
            y = 1 if pile.top.by is none else 0
            ask first():
              done: nothing
            """,
            HANDS + NUMBERS + "marks:\n  by: {type: player or none, inside: pile, text: by}\n",
        ),
    )
    assert (game.value("x"), game.value("y")) == (1, 1)


def test_a_card_counts_as_another(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [Jk, 4♠] to hand(first())
            move [9♥] to pile
            ask first():
              play for c in guises of hand(first()) where c.rank == 9 or c.suit == ♠:
                move c to pile
              pass only if nothing else: nothing
            x = pips(pile.top.rank)
            move pile.top to hand(first())
            ask first():
              done: nothing
            """,
            HANDS
            + NUMBERS
            + """
functions:
  faces(c): "[9♣, 2♠] if c.rank == Jk else none"
marks:
  stands-for: {type: card or none, guise: true, inside: pile, text: stands for}
""",
        ),
    )
    assert sorted(game.legal) == sorted(["play 4♠", "play Jk as 9♣", "play Jk as 2♠"])
    game.do("1: play Jk as 9♣")
    assert game.value("x") == 9


def test_records_change_field_by_field(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            face = Face(rank: K, live: false)
            face = face but (number: 5)
            x = pips(face.rank) if face.rank is some and not face.live else 0
            y = face.number
            ask first():
              done: nothing
            """,
            """
records:
  Face:
    rank: {type: rank or none}
    live: {type: bool, default: true}
    number: {type: int, default: 2}
state:
  face: {type: Face, each: match, text: face}
  x: {type: int, each: match, text: x}
  y: {type: int, each: match, text: y}
""",
        ),
    )
    assert (game.value("x"), game.value("y")) == (13, 5)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("x = face.lent", None),
        ("x = face.owed", -3),
        ("face = Face(owed: 5)\nx = face.owed", 5),
        ("face = Face(owed: 5)\nx = face.lent", None),
        ("y = 0 - 70000\nface = face but (owed: y, lent: y - 1)\nx = face.owed", -70_000),
        ("y = 0 - 70000\nface = face but (owed: y, lent: y - 1)\nx = face.lent", -70_001),
        ("face = Face(lent: 999999999)\nface = face but (lent: none)\nx = face.lent", None),
        ("face = Face(lent: 999999999, owed: 1)\nx = face.lent", 999_999_999),
    ],
)
def test_a_field_holds_every_number_and_none(tmp_path: Path, body: str, left: int | None) -> None:
    game = Play(
        tmp_path,
        steps(
            f"{body}\nask first():\n  done: nothing",
            """
records:
  Face:
    owed: {type: int, default: -3}
    lent: {type: int or none}
state:
  face: {type: Face, each: match, text: face}
  x: {type: int or none, each: match, text: x}
  y: {type: int, each: match, text: y}
""",
        ),
    )
    assert game.value("x") == (NO_INT if left is None else left)


def test_open_functions_gather_cases(tmp_path: Path) -> None:
    frame = steps(
        """
        for c in of_rank([K, 7]): x += value(c)
        y = special().size
        ask first():
          done: nothing
        """,
        NUMBERS + "functions:\n  value(c): 1\n  special(): of_rank([2])\n",
    )
    kings = "functions:\n  value(c): {when: c.rank == K, is: 10}\n"
    sevens = "functions:\n  value(c): {when: c.rank == 7, is: 100}\n  special(): {union: 'of_rank([3, 4])'}\n"
    game = Play(tmp_path, frame, rules=(kings, sevens))
    assert (game.value("x"), game.value("y")) == (4 * 10 + 4 * 100, 12)


def test_partners_share_what_belongs_to_their_side(tmp_path: Path) -> None:
    sections = steps(
        """
        for p in players: points(side(p)) += 1
        points(first()) += 10
        champions = those s in sides with most points(s)
        """,
        """
state:
  points(side): {type: int, each: match, text: points}
""",
    )
    game = Play(tmp_path, "sides: [[1, 3], [2, 4]]\n" + sections, players=4, four=True)
    assert game.state.over
    assert [game.value("points", i) for i in range(2)] == [12, 2]
    assert game.state.outcome.winners == (1, 3)


def test_a_facet_may_look_up_a_rank(tmp_path: Path) -> None:
    frame = steps(
        """
        x = weight(K)
        y = weight(4)
        ask first():
          done: nothing
        """,
        NUMBERS
        + "functions:\n  weight(r): 1\n"
        + "facets:\n  heavy: {text: heavy, by: r, function: weight(r), takes: value}\n",
    )
    game = Play(tmp_path, frame, rules=("powers:\n  K Q: {heavy: 9}\n",))
    assert (game.value("x"), game.value("y")) == (9, 1)
    with pytest.raises(AssertionError, match="can only belong to ranks"):
        Play(tmp_path, frame, rules=("powers:\n  K♠: {heavy: 9}\n",))


MELDS = """
melding: {worth: worth(c)}
functions:
  worth(c): min(pips(c.rank), 10)
zones:
  hand(player): {seen: owner}
  table: {seen: everybody}
"""


def test_the_best_melds_of_a_hand(tmp_path: Path) -> None:
    """The run of clubs and the fours leave 6 and 8; with the run of threes to fives loose it would be more."""
    game = Play(
        tmp_path,
        steps(
            """
            let p = first()
            move [3♣, 4♣, 5♣, 4♦, 4♥, 4♠, 6♠, 8♥] to hand(p)
            x = deadwood(hand(p))
            y = melded(hand(p)).size
            v(p) = 1 if meld_of(4♦, hand(p)) == [4♦, 4♥, 4♠] else 0
            v(next(p)) = meld_of(6♠, hand(p)).size
            ask p:
              done: nothing
            """,
            NUMBERS + MELDS,
        ),
    )
    assert (game.value("x"), game.value("y"), game.value("v", 0), game.value("v", 1)) == (14, 6, 1, 0)


def test_laying_off_and_what_is_a_meld(tmp_path: Path) -> None:
    """On 2-3-4 of diamonds and three eights: 5♦ 6♦ and 8♣ go, K♠ stays."""
    game = Play(
        tmp_path,
        steps(
            """
            let p = first()
            move [5♦, 6♦, 8♣, K♠] to hand(p)
            move [2♦, 3♦, 4♦] to table
            let laid = lay_off(hand(p), table, [8♦, 8♥, 8♠], [9♣, 9♥])
            x = deadwood(hand(p) - laid)
            y = laid.size
            v(p) = 1 if is_meld(table.cards + 5♦) and not is_meld(table.cards + 6♦) else 0
            v(next(p)) = deadwood(hand(p) - lay_off(hand(p), table))
            ask p:
              done: nothing
            """,
            NUMBERS + MELDS,
        ),
    )
    assert (game.value("x"), game.value("y"), game.value("v", 0), game.value("v", 1)) == (10, 3, 1, 18)


def test_a_rule_changes_what_can_be_melded(tmp_path: Path) -> None:
    frame = steps(
        """
        let p = first()
        move [K♠, A♠, 2♠, 7♥, 7♣, 7♦] to hand(p)
        x = deadwood(hand(p))
        ask p:
          done: nothing
        """,
        NUMBERS + MELDS,
    )
    assert Play(tmp_path, frame).value("x") == 10 + 1 + 2
    assert Play(tmp_path, frame, rules=("melding: {corner: true}\n",)).value("x") == 0
    assert Play(tmp_path, frame, rules=("melding: {sets: 4, runs: 2}\n",)).value("x") == 2 + 7 + 7 + 7
    assert Play(tmp_path, frame, rules=("melding: {worth: 5}\n",)).value("x") == 15
