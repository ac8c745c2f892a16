"""Lines that a ruleset says: who reads them and in which words, and that they change nothing."""

from __future__ import annotations

from pathlib import Path

from parlour.examples import run_examples
from parlour.game import load
from parlour.views.projection import Projector
from parlour.views.seen_events import lines
from scaffold.rulesets import write_game
from three_ways import Small

FRAME = """
frame: talk
title: Talk
extends: table
text: A test.
players: 3
deck: {pack: 52, ace: high, each: game}
sides: [[1, 3], [2]]
types: {kind: [no-trump, high]}
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  stock: {ordered: true}
state:
  called: {type: kind, each: game, seen: everybody}
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    resume here with up
    ask act(up)
    champions = sides
prompts:
  act(p): |
    "what do you play, {p}?"
    play for c in hand(p):
      say "{p} plays {c}, has {hand(p) - c} and calls {called}"
      say to p "your best is {hand(p).first}, and {players - p} wait"
      say to players - p "{side(p)} keep {hand(p).first}"
      move c to pile
      say "{c} is on the pile, {pile.size > 1}"
    rest only if nothing else: nothing
may:
  play(p, c):
    high: {forbid: c.rank == A, says: "no ace from {p}, alias seat {p}"}
"""
EXAMPLES = """
examples:
  - name: each seat reads its own lines, and only names of cards that it sees
    players: 3
    given: {hand 1: 3♣ 5♣ A♥, hand 2: 4♦, hand 3: 7♥, to move: 1}
    moves:
      - check: {may not: {play A♥: high}}
      - "1: play 5♣"
    then:
      1 saw:
        - "seat 1 plays 5♣, has 3♣ A♥ and calls no trump"
        - "your best is 3♣, and seats 2 and 3 wait"
        - "5♣ is on the pile, no"
      2 saw: ["seat 1 plays …, has … and calls no trump", "seats 1 and 3 keep …", "5♣ is on the pile, no"]
"""


def test_each_seat_reads_what_is_for_it(tmp_path: Path) -> None:
    results = run_examples([write_game(tmp_path, FRAME, more=EXAMPLES)])
    problems = [line for result in results for failure in result.failures for line in failure.lines()]
    assert not problems, "\n".join(problems)


def test_a_line_for_others_leaves_no_trace(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME))
    machine = game.machine(3)
    s = machine.start(1)
    seat = machine.seat(s)
    _, events = machine.apply_recorded(s, machine.legal(s)[0])
    own, other = ("\n".join(lines(Projector(machine, at).all(events))) for at in (seat, (seat + 1) % 3))
    assert "your best is" in own
    assert "keep" not in own
    assert "your best" not in other
    assert "keep …" in other


def test_questions_and_refusals_name_seats(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME))
    state = game.start(3, 1)
    assert state.question.wording == f"what do you play, seat {state.question.seat}?"


KNOWN = """
prompts:
  act(p): |
    match "match {pile.top} as {n} of {pile.size + top_pips()}, not {hand(p).first} or {low(hand(p))}" for n in 1..2:
      nothing
functions:
  top_pips(): most pips(c.rank) for c in pile
  low(cs): least pips(c.rank) for c in cs
"""


def test_others_read_values_that_follow_from_what_everybody_sees(tmp_path: Path) -> None:
    frame = FRAME[: FRAME.index("prompts:")].replace("    ask act(up)", "    move 9♣ to pile\n    ask act(up)") + KNOWN
    machine = load(write_game(tmp_path, frame)).machine(3)
    s = machine.start(1)
    _, events = machine.apply_recorded(s, machine.legal(s)[1])
    seat = machine.seat(s)
    own, other = (Projector(machine, at).all(events) for at in (seat, (seat + 1) % 3))
    assert lines(other)[0] == f"{seat + 1}: match 9♣ as 2 of 10, not … or …"
    assert "…" not in lines(own)[0]


def test_every_execution_computes_the_values_of_a_line(tmp_path: Path) -> None:
    sections = "state:\n  n: {type: int, each: game, seen: everybody}\n"
    fine = Small(tmp_path / "fine", 'let x = n + 4\nsay "{12 // x}"\nask dealt(players.first)', sections + ASKED)
    assert fine.ends()["n"] == 1
    faulty = Small(tmp_path / "faulty", 'say "{12 // n}"\nask dealt(players.first)', sections + ASKED)
    assert "0" in str(faulty.ends())


ASKED = """
prompts:
  dealt(p): |
    add: n += 1
"""
