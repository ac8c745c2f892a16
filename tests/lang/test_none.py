"""The flow of `none`: `check` reports each unproved use of a value that can be missing, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.mixing.compiler import compile_ruleset
from scaffold.rulesets import write_game

FRAME = """\
frame: f
title: F
extends: table
text: A table.
players: 2
deck: {{pack: 52, each: game}}
names: {{z: zone}}
options:
  seat: {{type: int or none, in: 1..2, default: none, text: a number}}
  low: {{type: rank or none, default: none, text: a rank}}
zones:
  hand(player): {{seen: owner}}
  stock: {{ordered: true}}
  pile: {{ordered: true}}
  seats(side): {{ordered: true}}
state:
  x: {{type: int, each: game}}
  on: {{type: bool, each: game}}
  who: {{type: player, each: game}}
  rank-of: {{type: rank, each: game}}
  by-rank(rank): {{type: int, each: game}}
  by-seat(player): {{type: int, each: game}}
  by-side(side): {{type: int, each: game}}
  last-card: {{type: card or none, each: game}}
  last-rank: {{type: rank or none, each: game}}
  last-seat: {{type: player or none, each: game}}
  last-number: {{type: int or none, each: game}}
marks:
  price: {{type: int, inside: [pile, stock]}}
  owner: {{type: player or none, inside: [pile, stock]}}
functions:
  of_card(c): pips(c.rank)
  of_pips(r): pips(r)
  of_seat(p): hand(p).size
  of_number(n): n + 1
procedures:
  take(p, c): move c to hand(p)
  greet(p): on = true
stages:
  game: |
    shuffle box into stock
    deal by-rank(A) from stock to each hand
    {steps}
    champions = players
"""


def findings(folder: Path, steps: str) -> tuple[Diagnostic, ...]:
    return compile_ruleset(write_game(folder, FRAME.format(steps=steps.replace("\n", "\n    ")))).findings


CARDS = {
    "stock.top": "stock has cards",
    "stock.bottom": "stock.size > 0",
    "(those c in stock where c.rank == 8).first": "any c in stock where c.rank == 8",
    "(the c in stock where c.rank == 8)": "any d in stock where d.rank == 8",
    "last-card": "last-card is some",
    "card_at(stock, 3)": "stock.size >= 3",
}
OF_A_CARD = (
    "move {} to pile", "x = of_card({})", "take(who, {})", "x = {}.price", "{}.price = 1", "x = {}.place",
    "on = face_up({})", "x = pips({}.rank)", "x = by-rank({}.rank)", "by-rank({}.rank) = 1", "rank-of = {}.rank",
    "on = {}.rank < 5", "for c in hand(who) where c.rank > {}.rank: x += 1",
)  # fmt: skip
SEATS = {
    "last-seat": "last-seat is some",
    "(the p in players where hand(p) is empty)": "any q in players where hand(q) is empty",
    "(who if on else last-seat)": "last-seat is some",
}
OF_A_SEAT = (
    "ask {}:\n  go: nothing", "who = {}", "x = of_seat({})", "greet({})", "x = by-seat({})", "by-seat({}) += 1",
    "x = hand({}).size", "move stock to hand({})", "for q in seats from {}: x += 1", "who = next({})",
    "x = by-side({})", "{} leaves game", "x = seats(side({})).size", "deal 1 from stock to each hand from {}",
)  # fmt: skip
NUMBERS = {"last-number": "last-number is some", "options.seat": "options.seat is some"}
OF_A_NUMBER = (
    "x = {}", "x = {} + 1", "x = max(1, {})", "on = {} < 5", "on = 3 >= {}", "x = of_number({})", "x = -{}",
    "repeat {} times: x += 1", "deal {} from stock to pile", "last-card = card_at(stock, {})", "x += {}",
    "move pile to stock at {}", "for n in 1..{}: x += 1", "x = sum {} for c in pack",
)  # fmt: skip
RANKS = {"last-rank": "last-rank is some", "options.low": "options.low is some", "stock.top.rank": "stock has cards"}
OF_A_RANK = ("x = pips({})", "x = of_pips({})", "rank-of = {}", "x = by-rank({})", "on = {} <= K")

MATRIX = [
    (step.format(*[value] * step.count("{}")), test)
    for values, steps in ((CARDS, OF_A_CARD), (SEATS, OF_A_SEAT), (NUMBERS, OF_A_NUMBER), (RANKS, OF_A_RANK))
    for value, test in values.items()
    for step in steps
]


def many(cases: list[str]) -> str:
    return "\n".join(cases)


def lines_of(cases: list[str]) -> list[int]:
    """Return the lines on which the cases begin, counted from the first."""
    found, line = [], 0
    for case in cases:
        found.append(line)
        line += case.count("\n") + 1
    return found


def test_each_use_of_a_missing_value_is_reported_on_its_line(tmp_path: Path) -> None:
    # a branch of its own for each, so that no case affects the next one
    cases = [f"if x == {n}:\n  " + step.replace("\n", "\n  ") for n, (step, _) in enumerate(MATRIX)]
    found = findings(tmp_path, many(cases))
    assert {d.code for d in found} == {"none"}
    start = FRAME.format(steps="HERE").split("HERE")[0].count("\n") + 1
    reported = {d.span.line - start for d in found if d.span is not None}
    missed = [MATRIX[n] for n, line in enumerate(lines_of(cases)) if line + 1 not in reported]
    assert not missed
    assert len(reported) == len(cases)
    assert all(d.help for d in found)


def test_no_use_behind_its_test_is_reported(tmp_path: Path) -> None:
    cases = [f"if {test}:\n  " + step.replace("\n", "\n  ") for step, test in MATRIX]
    assert [f"{d.message} {d.span and d.span.line}" for d in findings(tmp_path, many(cases))] == []


PROVED = {
    "and": "on = stock has cards and of_card(stock.top) > 3",
    "or": "on = stock is empty or of_card(stock.top) > 3",
    "not": "if not (stock is empty): x = of_card(stock.top)",
    "else": "if stock is empty:\n  nothing\nelse:\n  x = of_card(stock.top)",
    "elif": "if stock is empty:\n  nothing\nelif on:\n  x = of_card(stock.top)",
    "a choice": "x = of_card(stock.top) if stock has cards else 0",
    "an early end": "if stock is empty: end game\nx = of_card(stock.top)",
    "a stop": "repeat 3 times:\n  if stock is empty: stop\n  x = of_card(stock.top)",
    "while": "while stock has cards limit 60: move stock.top to pile",
    "until": "repeat:\n  x += 1\nuntil stock has cards limit 9\nx = of_card(stock.top)",
    "size": "if stock.size >= 2:\n  move stock.top to pile\n  move stock.top to pile",
    "counting": "if last-number is some: last-number += x",
    "a copy": "let c = stock.top\nif c is some: take(who, c)",
    "a test in a name": "let there = stock has cards\nif there: x = of_card(stock.top)",
    "where": "x = sum of_seat(c.owner) for c in pile where c.owner is some",
    "an action": "ask who:\n  go if stock has cards: move stock.top to pile\n  stay only if nothing else: nothing",
    "a choice of an action": "ask who:\n  go for c in hand(who): take(who, (the d in hand(who) where true))\n"
    "  stay only if nothing else: nothing",
    "a step": "if stock has cards:\n  move stock.top to pile\n  let n = x\n  x = of_card(pile.top)",
    "moved there": "for c in hand(who):\n  move c to pile\n  x = of_card(pile.top)",
    "all but the top": "if pile has cards:\n  shuffle (pile - pile.top) into stock\n  x = of_card(pile.top)",
    "equal": "for c in hand(who) where c.rank == stock.top.rank: x = pips(stock.top.rank)",
    "lenient": "on = stock.top.rank == pile.top.rank or stock.top.suit in [♣, ♥]\nmove (stock - stock.top) to pile",
    "members": "let best = those p in players with most hand(p).size\nwho = best.first",
}
UNPROVED = {
    "a step took it": "if stock has cards:\n  move stock.top to pile\n  x = of_card(stock.top)",
    "the other branch": "if stock is empty: x = of_card(stock.top)",
    "behind the test": "if stock has cards: nothing\nx = of_card(stock.top)",
    "a loop took it": "if stock has cards:\n  repeat 3 times: move stock.top to pile",
    "a procedure may take it": "if stock has cards:\n  for c in stock: take(who, c)\n  x = of_card(stock.top)",
    "or": "if stock has cards or on: x = of_card(stock.top)",
    "a copy of before": "if last-card is some:\n  last-card = stock.top\n  take(who, last-card)",
    "another hand": "if hand(who) has cards: x = of_card(hand(next(who)).first)",
    "another variable": "if last-seat is some:\n  last-seat = the p in players where on\n  greet(last-seat)",
    "as many as there were": "repeat stock.size times: move stock.top to pile",
    "none itself": "who = none",
    "counting": "last-number += 1",
}


@pytest.mark.parametrize("name", PROVED)
def test_what_was_tested_is_not_reported(tmp_path: Path, name: str) -> None:
    assert [f"{d.message} {d.span and d.span.line}" for d in findings(tmp_path, PROVED[name])] == []


@pytest.mark.parametrize("name", UNPROVED)
def test_what_no_longer_holds_is_reported(tmp_path: Path, name: str) -> None:
    assert [d.severity for d in findings(tmp_path, UNPROVED[name])] == ["error"]


def test_a_function_may_leave_the_test_to_its_callers(tmp_path: Path) -> None:
    extra = "functions:\n  top_pips(): pips(stock.top.rank)\n"
    for guard, number in (("if stock has cards: x = top_pips()", 0), ("x = top_pips()", 1)):
        text = FRAME.format(steps=guard).replace("functions:\n", extra)
        found = compile_ruleset(write_game(tmp_path, text)).findings
        assert len(found) == number, guard


CHOSEN = {
    "let c = random stock": "stock has cards",
    "let c = random hand(who)": "hand(who).size > 2",
    "let c = random those c in stock where c.rank == 8": "any d in stock where d.rank == 8",
    "who = random those p in players where hand(p) is empty": "(count q in players where hand(q) is empty) > 0",
    "x = random 1..x": "x > 0",
    "x = random 2..stock.size - 1": "stock.size >= 3",
    "x = random x..stock.size": "x <= stock.size",
}


def test_chance_needs_something_to_choose_from(tmp_path: Path) -> None:
    bare = findings(tmp_path, many([f"if by-rank(2) == {n}: {step}" for n, step in enumerate(CHOSEN)]))
    assert [d.code for d in bare] == ["none"] * len(CHOSEN)
    assert all("might have nothing to choose from" in d.message and d.help for d in bare)
    certain = "x = random 1..6\nx = random 1..players.size\nwho = random players\nx = random x..x + 2"
    assert findings(tmp_path, many([*(f"if {test}: {step}" for step, test in CHOSEN.items()), certain])) == ()


def test_a_frame_may_guard_against_what_a_rule_makes_of_a_function(tmp_path: Path) -> None:
    guarded, bare = "if f(who) is some: greet(f(who))", "greet(f(who))"
    functions = "functions:\n  f(p): next(p)\n"
    guarded, unguarded = (FRAME.format(steps=steps).replace("functions:\n", functions) for steps in (guarded, bare))
    rules = {"r": "functions:\n  f(p): {instead: the q in players where on}\n"}
    assert compile_ruleset(write_game(tmp_path, guarded)).findings == ()
    assert compile_ruleset(write_game(tmp_path, guarded, rules)).findings == ()
    assert [d.code for d in compile_ruleset(write_game(tmp_path, unguarded, rules)).findings] == ["none"]


NO_JOKER = (
    "c.rank != Jk", "c.suit is some", "c.colour is some", "c.rank == 8", "c.rank in [2, 3]", "c.rank not in [K, Jk]",
    "c.rank < K", "c.rank in 4..7", "c == 8♦", "c.suit == ♠", "c.suit in [♠, ♣]", "not (c.rank == Jk or on)",
)  # fmt: skip
MAYBE_A_JOKER = ("c.rank == Jk", "c.rank != 8", "c.rank not in [2, 3]", "c.rank > K", "c.suit != ♠", "on")
OF_A_SUIT = "on = colour_of(c.suit) == red"


def with_deck(folder: Path, deck: str, steps: str) -> list[str]:
    text = FRAME.format(steps=steps.replace("\n", "\n    ")).replace("pack: 52", deck)
    return [d.code for d in compile_ruleset(write_game(folder, text)).findings]


def test_a_joker_has_no_suit(tmp_path: Path) -> None:
    def loops(tests: tuple[str, ...]) -> str:
        return many([f"for c in stock where {test}: {OF_A_SUIT}" for test in tests])

    everything = loops((*NO_JOKER, *MAYBE_A_JOKER))
    lenient = "for c in stock: on = c.suit == stock.top.suit or c.colour in [red]"
    assert with_deck(tmp_path, "pack: 52", everything) == []
    assert with_deck(tmp_path, "pack: 52, jokers: 2", many([loops(NO_JOKER), lenient])) == []
    assert with_deck(tmp_path, "pack: 52, jokers: 2", loops(MAYBE_A_JOKER)) == ["none"] * len(MAYBE_A_JOKER)


def test_both_orders_of_a_choice_have_one_type(tmp_path: Path) -> None:
    steps = "if (who if on else last-seat) is none: nothing\nif (last-seat if on else who) is none: nothing"
    assert findings(tmp_path, steps) == ()


def test_the_finding_says_what_is_missing_and_which_test_would_help(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "move stock.top to pile")
    assert found.message == "`stock.top` might have no value: the stock might be empty"
    assert found.help == "test `stock has cards` first"


HANDS = {  # for 2 to 4 players
    "12": [],
    "13": ["none"],
    "12 if players.size == 4 else 17": [],
    "12 if players.size == 4 else 18": ["none"],
    "51 // players.size": [],
    "52 // players.size": ["none"],
    "x": ["none"],
    "options.size": ["none"],
    "options.size if options.size < 9 else 12": [],
}


def dealt(folder: Path, count: str, more: str = "") -> list[str]:
    """Return the findings if the steps deal this many cards to each of 2 to 4 players and turn up the next one."""
    steps = f"deal ({count}) from stock to each hand\n    move stock.top to pile"
    text = FRAME.format(steps=steps).replace("    deal by-rank(A) from stock to each hand\n", "")
    text = text.replace("players: 2\n", f"players: 2..4\n{more}")
    text = text.replace("options:\n", "options:\n  size: {type: int, in: 1..26, default: 16, text: a number}\n")
    (folder / "f.yaml").write_text(text, encoding="utf-8")
    (folder / "g.yaml").write_text("game: g\ntitle: G\nextends: f\n", encoding="utf-8")
    return [d.code for d in compile_ruleset(folder / "g.yaml").findings]


@pytest.mark.parametrize("count", HANDS)
def test_the_size_of_the_pack_says_whether_a_deal_leaves_a_card(tmp_path: Path, count: str) -> None:
    assert dealt(tmp_path, count) == HANDS[count]


def test_a_deal_counts_for_those_only_who_can_play(tmp_path: Path) -> None:
    refused = "possible: [{require: players.size * options.size < pack.size, says: too few cards}]\n"
    assert dealt(tmp_path, "options.size", refused) == []
    assert dealt(tmp_path, "options.size + 2", refused) == ["none"]


def test_a_stage_forgets_what_it_resets(tmp_path: Path) -> None:
    text = FRAME.format(steps="last-seat = who\n    play round")
    text += "  round: |\n    who = last-seat\n"
    for each, codes in (("game", []), ("round", ["none"])):
        kept = text.replace(
            "last-seat: {type: player or none, each: game", f"last-seat: {{type: player or none, each: {each}"
        )
        (tmp_path / "f.yaml").write_text(kept, encoding="utf-8")
        (tmp_path / "g.yaml").write_text("game: g\ntitle: G\nextends: f\n", encoding="utf-8")
        assert [d.code for d in compile_ruleset(tmp_path / "g.yaml").findings] == codes


# ---------------------------------------------------------------- what options and constants leave out

LEFT_OUT = """\
frame: f
title: F
extends: table
text: A table.
players: 2
deck: {{pack: 52, each: game}}
options:
  on: {{type: bool, default: false, text: whether there is a value}}
records:
  Pair: {{both: {{type: int}}}}
state:
  x: {{type: int}}
  who: {{type: player}}
  pair: {{type: Pair}}
functions:
  number(): 4 if options.on else none
  seat(): none if not options.on else players.first
  card(): "(the c in pack where c.rank == 2) if options.on else none"
  both(): "Pair(both: 3) if options.on else none"
  seen(n): n if options.on and n == 2 else none
stages:
  game: |
    {steps}
    champions = players
"""
CONSTANTS = {
    "number()": "x = number()", "seat()": "who = seat()", "card()": "x = pips(card().rank)", "both()": "pair = both()",
    "both() changed": "pair = both() but (both: 4)", "both().both": "x = both().both", "seen(2)": "x = seen(2)",
}  # fmt: skip


def left_out(folder: Path, steps: str, on: bool) -> list[str]:
    path = write_game(folder, LEFT_OUT.format(steps=steps.replace("\n", "\n    ")))
    return [found.code for found in compile_ruleset(path, options={"on": on}).findings]


@pytest.mark.parametrize(("call", "step"), CONSTANTS.items(), ids=CONSTANTS)
def test_what_an_option_leaves_out_is_missing(call: str, step: str, tmp_path: Path) -> None:
    value = call.partition(")")[0] + ")"
    assert left_out(tmp_path, step, on=False) == ["none"]
    assert left_out(tmp_path, f"if {value} is some: {step}", on=False) == []
    assert left_out(tmp_path, f"let v = {value}\nif v is some: {step.replace(value, 'v')}", on=False) == []


def test_a_test_of_what_a_missing_card_shows_is_a_test(tmp_path: Path) -> None:
    assert left_out(tmp_path, "if card().rank == 2: x = pips(card().rank)", on=False) == []
    assert left_out(tmp_path, "if card().rank == 2: x = card().place", on=False) == []


@pytest.mark.parametrize(
    "step",
    ["move {} to pile", "move pile to {}", "shuffle {}", "deal 1 from {} to pile", "deal 1 from pile to {}",
     "pair = card_at({}, 1)"],
)  # fmt: skip
def test_a_zone_that_steps_use_must_be_there(step: str, tmp_path: Path) -> None:
    frame = FRAME.replace(
        "  x: {{type: int", "  there: {{type: zone or none}}\n  pair: {{type: card or none}}\n  x: {{type: int"
    )
    bare, guarded = (
        [found.code for found in compile_ruleset(write_game(tmp_path / name, frame.format(steps=text))).findings]
        for name, text in (("bare", step.format("there")), ("guarded", f"if there is some: {step.format('there')}"))
    )
    assert (bare, guarded) == (["none"], [])


CONSTANT = {
    "suit of a card that is never there": ("let s = (last-card if false else none).suit\nif s is none: x = 1", []),
    "its colour": ("let s = (none if true else last-card).colour\nif s is none: x = 1", []),
    "needed": ("if colour_of((last-card if false else none).suit) == red: x = 1", ["none"]),
    "needed rank": ("x = pips((last-card if false else none).rank)", ["none"]),
}


@pytest.mark.parametrize(("steps", "codes"), CONSTANT.values(), ids=CONSTANT)
def test_a_constant_condition_can_leave_only_none(steps: str, codes: list[str], tmp_path: Path) -> None:
    """In a pack with jokers, a suit can be missing for two reasons."""
    frame = FRAME.format(steps=steps.replace("\n", "\n    ")).replace("pack: 52", "pack: 52, jokers: 2")
    found = compile_ruleset(write_game(tmp_path, frame)).findings
    assert [finding.code for finding in found if finding.severity == "error"] == codes


def test_a_choice_between_values_gets_a_name_for_its_test(tmp_path: Path) -> None:
    """Even one that options or literals decide: `a if t else b is some` would test only `b`."""
    (found,) = findings(tmp_path, "move (last-card if true else stock.top) to pile")
    assert found.help is not None
    assert "`let x = last-card if true else stock.top`, then `if x is some: …`" in found.help
