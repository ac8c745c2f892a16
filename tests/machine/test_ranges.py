"""Constructs at the ends of their ranges, and steps with two errors: all executions do the same, or stop with the same
runtime error at the same place. Evaluation goes from left to right."""

from __future__ import annotations

import pytest

from three_ways import Cases, cases_of_module

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  heap(player): {seen: everybody, ordered: true}
  row: {seen: everybody, columns: 3}
  bag: {seen: nobody}
marks:
  noted: {type: int, inside: pile}
state:
  dealer: {type: player}
  who: {type: player or none}
  x: {type: int}
  y: {type: int}
  t: {type: bool}
  zero: {type: int}
  one: {type: int, starts: 1}
  m: {type: int, starts: 999999999}
  l: {type: int, starts: -999999999}
  score(player): {type: int}
records:
  Pair: {left: {type: int}, right: {type: int}}
functions:
  tenth(n): 10 // n
  second(n, k): k
  large(n): 1 if n > 5 else 0
  worth(r): pips(r) if r != A else 14
  glow(u): colour_of(u) if u != ♠ else red
  other(): next(dealer)
  dealer_rank(): 2 if dealer == players.first else A
  dealer_suit(): ♣ if dealer == players.first else ♠
procedures:
  put(n, k): x = k
names: {n k: int, r: rank, u: suit, p q: player, c d: card, cs: cards}
"""
ZERO, LARGE = "division by zero", "the number 2999999997 is too large"
TWOS = "for c in of_rank(2): move c to bag\n"
ALL = "move box to pile\n"

ENDS: dict[str, int | str] = {
    # numbers: // and mod round down; what is stored is at least -2³¹ and less than 2³¹
    "x = -7 // 2": -4,
    "x = (zero - 7) // 2": -4,
    "x = 7 // (zero - 2)": -4,
    "x = 7 mod (zero - 2)": -1,
    "x = (zero - 7) mod 2": 1,
    "x = 1 // zero": ZERO,
    "x = 1 mod zero": ZERO,
    "x = m * 2 + 147483649": 2147483647,
    "x = m * 2 + 147483650": "the number 2147483648 is too large",
    "x = l * 2 - 147483650": -2147483648,
    "x = l * 2 - 147483651": "the number -2147483649 is too large",
    "x = -(l * 2 - 147483650)": "the number 2147483648 is too large",
    "x = -(m * 2 + 147483649)": -2147483647,
    "x = m * 3": LARGE,
    "x = l * 3": "the number -2999999997 is too large",
    "x = (m + m) + (m + m) - m - m - m": 999999999,
    "x = min(m + m + m, 5)": 5,
    "x = max(m + m + m, 5)": LARGE,
    "x += m; x += m; x += m": LARGE,
    "x -= m; x -= m; x -= m": "the number -2999999997 is too large",
    "score(dealer) += m * 2; score(dealer) += 147483649; x = score(dealer)": 2147483647,
    "score(dealer) += m * 2; score(dealer) += 147483650": "the number 2147483648 is too large",
    "x = sum m + m for p in players": "the number 3999999996 is too large",
    "let a = m + m + m\nx = 1": LARGE,
    "let r = Pair(left: m + m + 147483649, right: -5)\nx = r.left + r.right": 2147483642,
    "let r = Pair(left: m + m + 147483650)": "a field that holds -2147483648 to 2147483647 can't be 2147483648",
    "x = large(m)": 1,
    "x = 1 if m > 5 else 0": 1,
    # functions of one rank or suit, whose values are known beforehand
    "for r in ranks: x += worth(r)": 104,
    ALL + "x = worth(pile.bottom.rank) + worth(dealer_rank())": 4,
    "x = 1 if glow(dealer_suit()) == red else 0": 0,
    # as often as nothing, and less
    "repeat zero times: x += 1": 0,
    "repeat zero - 3 times: x += 1": 0,
    "repeat x + 3 times: x += 2": 6,
    "while x < 5 limit 5: x += 1": 5,
    "while x < 5 limit 4: x += 1\notherwise: y = 7": 4,
    "while x < 5 limit 4: x += 1": "this loop has reached its limit of 4 rounds",
    "while x < 5 limit zero: x += 1": "this loop has reached its limit",
    "while x < 0 limit zero: x += 1": 0,
    "while x < 1000: x += 1": 1000,
    "while x < 1001: x += 1": "this loop has reached its limit of 1000 rounds",
    "while x < 1001: x += 1\notherwise: y = 7": 1000,
    "repeat: x += 1\nuntil x > 999": 1000,
    "repeat: x += 1\nuntil x > 1000": "this loop has reached its limit of 1000 rounds",
    "repeat: x += 1\nuntil x > 3 limit zero\notherwise: y = 3": 0,
    "repeat: x += 1\nuntil x > 0 limit 1": 1,
    # ranges whose ends are computed
    "for n in 3..(zero + 2): x += n": 0,
    "for n in 2..(zero + 2): x += n": 2,
    "for n in (zero - 2)..2: x += n + 10": 50,
    "for n in 1..(x + 3): x += n": 6,
    "x = sum n for n in 3..(zero + 2)": 0,
    "x = most n for n in 3..(zero + 2)": 0,
    "x = 1 if (all n in 3..(zero + 2) where n > 5) else 0": 1,
    "x = 1 if 2 in zero..1 else 2": 2,
    "x = count n in 1..(m * 2)": "more than 200000 steps without a question",
    "x = random 3..3": 3,
    # dealing and moving nothing, or more than there is
    ALL + "deal 60 from pile to bag\nx = bag.size": 54,
    ALL + "deal zero - 3 from pile to bag\nx = bag.size": 0,
    ALL + "deal 40 from pile to each hand\nx = hand(dealer).size": 27,
    "deal 3 from pile to each hand\nx = hand(dealer).size": 0,
    "deal 999999999 from pile to bag": "more than 200000 steps without a question",
    "move bag to pile; x = pile.size + 3": 3,
    "move bag - bag to pile at one; x = 3": 3,
    "move those c in bag to pile at 5; x = 3": 3,
    "move bag to row at one + 8; x = 4": 4,
    "move pile to pile; shuffle pile; x = 3": 3,
    # places
    ALL + "let c = card_at(pile, zero)\nx = 1 if c is some else 2": 2,
    ALL + "let c = card_at(pile, zero - 1)\nx = 1 if c is some else 2": 2,
    ALL + "let c = card_at(pile, 54)\nx = 1 if c is some else 2": 1,
    ALL + "let c = card_at(pile, 55)\nx = 1 if c is some else 2": 2,
    ALL + "let c = card_at(pile, m * 2)\nx = 1 if c is some else 2": 2,
    "move 2♣ to row\nlet c = card_at(row, 1)\nx = 1 if c is some else 2": 1,
    "move 2♣ to row\nlet c = card_at(row, 4)\nx = 1 if c is some else 2": 2,
    "move 2♣ to row\nlet c = card_at(row, zero - 1)\nx = 1 if c is some else 2": 2,
    "move 2♣ to row; move 3♣ to row; move 4♣ to row; x = row.size": 3,
    "move 2♣ to row; move 3♣ to row; move 4♣ to row; move 5♣ to row": "no column of `row` is free",
    "move 2♣ to row at 2; move 3♣ to row at one + 1": "column 2 of `row` already has a card",
    "move 2♣ to row at zero": "`row` has no column 0: there are 3",
    "move 2♣ to row at one + 3": "`row` has no column 4: there are 3",
    "move 2♣ to pile at zero; x = pile.size": 1,
    "move 2♣ to pile at 1": "`pile` has no place 1: its size is 0",
    "move 2♣ to pile at zero - 1": "`pile` has no place -1: its size is 0",
    # empty zones and sets
    "x = sum 1 // zero for c in bag": 0,
    "x = least pips(c.rank) for c in bag": 0,
    "x = 1 if pile.top is none and bag.cards.first is none else 2": 1,
    "let c = the c in bag where true\nx = 1 if c is none else 2": 1,
    "let cs = those c in bag with least pips(c.rank) // zero\nx = cs.size + 3": 3,
    "for c in bag: x += 1": 0,
    # play computes the target before it takes the card
    ALL + "if pile has cards: move pile.top to hand(dealer if pile.size == 54 else other())\nx = hand(dealer).size": 1,
    ALL
    + "if pile has cards: move pile.bottom to hand(dealer if pile.size == 54 else other())\nx = hand(dealer).size": 1,
    ALL
    + "if pile has cards: move pile.bottom to heap(dealer if pile.size == 54 else other())\nx = heap(dealer).size": 1,
    ALL + "deal 5 from pile to heap(dealer if pile.size > 50 else other())\nx = heap(dealer).size": 5,
    TWOS + "move bag to heap(dealer if bag has cards else other())\nx = heap(dealer).size": 4,
    TWOS + "move those c in bag to heap(dealer if bag has cards else other())\nx = heap(dealer).size": 4,
    TWOS + "shuffle bag into heap(dealer if bag has cards else other())\nx = heap(dealer).size": 4,
    TWOS + "shuffle those c in bag into heap(dealer if bag has cards else other())\nx = heap(dealer).size": 4,
}
# Both E and F are wrong: E comes first, so play reports E.
E, F = "1 // zero", "m * 3"
TWO_FAULTS = (
    "x = {E} + {F}",
    "x = min({E}, {F})",
    "x = max({E}, {F})",
    "x = ({E}) * ({F})",
    "x = ({E}) mod ({F})",
    "t = {E} < {F}",
    "t = {E} in ({F})..5",
    "t = one in ({E})..({F})",
    "t = {E} == 1 and {F} == 1",
    "x = {F} if {E} == 1 else 1",
    "x = tenth({E}) + {F}",
    "x = second({E}, {F})",
    "put({E}, {F})",
    "t = (who if {E} == 1 else who) in (players if {F} == 1 else playing)",
    "t = (dealer if {E} == 1 else other()) in (players if {F} == 1 else playing)",
    "t = card_at(pile, {E}) in hand(dealer if {F} == 1 else other())",
    "t = (playing if {E} == 1 else players) == (playing if {F} == 1 else players)",
    "t = (playing if {E} == 1 else players) - (playing if {F} == 1 else players) is empty",
    "t = players - ((playing if {E} == 1 else players) + (playing if {F} == 1 else players)) is empty",
    "for n in ({E})..({F}): x += 1",
    "x = sum {F} for p in players where {E} == 1",
    "x = sum {F} for p in (players if {E} == 1 else playing)",
    "for p in seats after (dealer if {E} == 1 else other()) where {F} == 1: x += 1",
    "repeat {E} times: x = {F}",
    "move 2♣ to heap(dealer if {E} == 1 else other()) at {F}",
    "move heap(dealer if {E} == 1 else other()) to heap(dealer if {F} == 1 else other())",
    "deal {E} from heap(dealer if {F} == 1 else other()) to pile",
    "deal 1 from heap(dealer if {E} == 1 else other()) to heap(dealer if {F} == 1 else other())",
    "deal {E} from pile to each hand from (dealer if {F} == 1 else other())",
    "shuffle heap(dealer if {E} == 1 else other()) into heap(dealer if {F} == 1 else other())",
    "let c = card_at(heap(dealer if {E} == 1 else other()), {F})",
    "let cs = those p in players where {E} == 1 with most {F} + (0 if p == dealer else 0)",
    "score(dealer if {E} == 1 else other()) += {F}",
)
# Play computes a value before its target, and the limit of a loop before its test.
TURNED = (
    "score(dealer if {F} == 1 else other()) = {E}",
    "for c in 2♣ + 3♣: c.noted = {E}",
    "while {F} == 1 limit {E}: x += 1",
)
FAULTS = {form.format(E=E, F=F): ZERO for form in (*TWO_FAULTS, *TURNED)}
FAULTS |= {form.format(E=F, F=E): LARGE for form in (*TWO_FAULTS, *TURNED)}
# Play doesn't compute unneeded values.
UNNEEDED = {
    "x = 3 if one == 1 else 1 // zero": 3,
    "x = 3 if one == 1 or 1 // zero == 1 else 4": 3,
    "x = 3 if one == 2 and 1 // zero == 1 else 4": 4,
    "x = 3 if one in 2..(1 // zero) else 4": 4,
    "x = 3 if any p in players where p == dealer or 1 // zero == 1 else 4": 3,
}
TABLE = {**ENDS, **FAULTS, **UNNEEDED}


cases = cases_of_module(TABLE, SECTIONS)


@pytest.mark.parametrize("steps", TABLE)
def test_at_the_ends(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "x") == TABLE[steps]


def test_native_code_does_the_same(cases: Cases) -> None:
    cases.play_natively(8 * len(TABLE))
