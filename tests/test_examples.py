"""Running examples: what passes, what fails, and what is wrong with the way they are written."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from parlour.examples import render
from parlour.examples.asked import check_examples
from parlour.library.loading import load
from scaffold.examples import EIGHT, mixes, run_one
from scaffold.terminal import run

QUEEN = "given: {pile: Q♣, hand 1: 3♣ Q♥ 8♦ 3♥ K♦, to move: 1}"
EIGHT_THEN_CLUB = EIGHT.replace("call ♥", 'call ♥", "2: play 3♣')
FALSE = "then: {over: false}"
PASSING = {
    "may": f"{QUEEN}\nthen: {{may: [play 3♣, play Q♥, play 8♦, draw]}}",
    "as many players as seats have cards": "given: {pile: Q♣, hand 4: 2♦}\nthen: {to move: 1, hand 3: none}",
    "as many players as seats are expected": "then: {hand 5 size: 5}",
    "as many players as the seat to move": "given: {pile: Q♣, to move: 3}\nthen: {to move: 3, hand 2: none}",
    "may, in plain letters": f"{QUEEN}\nthen: {{may: [Play 3C, play qh]}}",
    "only may": f"{QUEEN}\nthen: {{only may: [draw, play 8♦, play 3♣, play Q♥]}}",
    "may not, with reasons": f"{QUEEN}\nthen: {{may not: {{play 3♥: match, pass: not-offered, play 9♣: not-there}}}}",
    "may not, only what is chosen": f"{QUEEN}\nthen: {{may not: {{3♥: match, kd: match, 9♣: not-there}}}}",
    "may not, by a rank": f"{QUEEN}\nthen: {{may not: {{play K: match}}}}",
    "may not, as the other action of this text": f"{QUEEN}\nthen: {{may not: {{pass: nothing-else}}}}",
    "may not, for a clause of another action": """
        given: {pile: Q♣, hand 1: 3♣ K♦, hand 2: 4♥, stock: none, to move: 1}
        then: {may not: {pass: able}}
        """,
    "may not, for any reason": f"{QUEEN}\nthen: {{may not: {{play 3♥: ~, play K♦: }}}}",
    "may not, a list": f"{QUEEN}\nthen: {{may not: [play 3♥, pass]}}",
    "the beginning of a move, where it is clear": f"{QUEEN}\nmoves: ['1: play Q']\nthen: {{pile top: Q♥}}",
    "only what is chosen": f"{QUEEN}\nmoves: ['1: 3♣']\nthen: {{pile top: 3♣}}",
    "may, by its beginning": f"{QUEEN}\nthen: {{may: [play Q, play 8], may not: [play K]}}",
    "a clause by its whole name": f"{EIGHT}\nthen: {{may not: {{play 3♣: eight-is-wild.called}}}}",
    "a clause by its group": f"{EIGHT}\nthen: {{may not: {{play 3♣: follow}}}}",
    "zones": f"{EIGHT}\nthen: {{pile: Q♣ 8♣, hand 1: 2♦, hand 2: 8♦ 3♣ 3♥}}",
    "parts of zones": f"{EIGHT}\nthen: {{pile top: 8♣, pile bottom: Q♣, hand 2 has: 3♥, hand 2 lacks: 2♦ 8♣}}",
    "the top first": f"{EIGHT}\nthen: {{pile top: 8♣ Q♣}}",
    "sizes": f"{EIGHT}\nthen: {{hand 2 size: 3, stock size: 46}}",
    "an empty zone": "given: {pile: Q♣, hand 2: 3♥, to move: 2}\nthen: {hand 1: none, hand 1 size: 0}",
    "variables": f"{EIGHT}\nthen: {{called: ♥, dealer: 1, score 1: 0}}",
    "a suit as a letter": f"{EIGHT}\nthen: {{called: h}}",
    "no value": f"{QUEEN}\nthen: {{called: none}}",
    "who is asked what": f"{EIGHT}\nthen: {{to move: 2, asked: act, over: false}}",
    "each answer by itself": """
        given: {pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥ 4♥, to move: 1}
        moves: ["1: play 8♣", "1: call ♥", "2: play 3♥"]
        then: {pile: Q♣ 8♣ 3♥}
        """,
    "the stock from the top": """
        given: {pile: Q♣, hand 1: K♦, stock top: 4♥ 5♥, to move: 1}
        moves: ["1: draw; draw"]
        then: {hand 1: K♦ 4♥ 5♥, stock size: 48}
        """,
    "the stock as it is": """
        given: {pile: Q♣, hand 1: K♦, stock: 4♥ 5♥, to move: 1}
        moves: ["1: draw"]
        then: {hand 1: K♦ 5♥, stock: 4♥}
        """,
    "a stock of so many": """
        given: {pile: Q♣, hand 1: K♦, stock top: 4♥, stock size: 3, to move: 1}
        then: {stock top: 4♥, stock size: 3}
        """,
    "no rest": "given: {pile: Q♣, hand 1: K♦, rest: none, to move: 1}\nthen: {stock: none, only may: [pass]}",
    "the rest is what the sizes of others leave": """
        given: {pile size: 2, hand 1: K♦, hand 2 size: 4, to move: 1}
        then: {pile size: 2, hand 2 size: 4, stock size: 45}
        """,
    "a size may leave nothing": "given: {pile size: 51, hand 1: K♦, to move: 1}\nthen: {pile size: 51, stock: none}",
    "the rest elsewhere": "given: {pile: Q♣, rest: hand 1, to move: 1}\nthen: {hand 1 size: 51, stock: none}",
    "random cards": """
        given: {pile: Q♣, hand 1 has: K♦ 3♥, hand 1 size: 6, hand 2 size: 4, to move: 1}
        then: {hand 1 size: 6, hand 1 has: K♦ 3♥, hand 2 size: 4, stock size: 41}
        """,
    "variables that are given": """
        given: {pile: 8♣, hand 1: 2♦ 3♥ K♣, called: ♥, score 2: 17, dealer: 2, to move: 1}
        then: {only may: [play 3♥, draw], score 2: 17}
        """,
    "a hand that is over": """
        given: {pile: Q♣, hand 1: 3♣, hand 2: K♦ 8♥, to move: 1}
        moves: ["1: play 3♣"]
        then: {score 1: 60, hands: 1, over: false}
        """,
    "a match that is over": """
        given: {pile: Q♣, hand 1: 3♣, hand 2: K♦ 8♥, score 1: 60, to move: 1}
        moves: ["1: play 3♣"]
        then: {over: true, winners: 1, ending: target, score 1: 120, hands: 1}
        """,
    "a pack in order": """
        deal: [7♠, 3h, 4♦]
        players: 3
        given: {dealer: 3}
        then: {hand 1 has: 7♠, hand 2 has: 3♥, hand 3 has: 4♦, stock size: 36, to move: 1}
        """,
    "a pack in order, as a text": "deal: 7♠ 3♥ 4♦ 5♦\ngiven: {dealer: 1}\nthen: {hand 2 has: 7♠ 4♦}",
    "a game from its beginning": "players: 2\nseed: 5\nthen: {hand 1 size: 5, hand 2 size: 5, pile size: 1}",
    "options": "set: {hand-size: 7}\nplayers: 2\nthen: {hand 1 size: 7}",
    "another rule": """
        with: [queen-draws-four]
        given: {pile: 3♣, hand 1: Q♣ K♦, to move: 1}
        moves: ["1: play Q♣"]
        then: {hand 2 size: 4}
        """,
    "without a rule": """
        without: [eight-is-wild]
        given: {pile: Q♣, hand 1: 8♦ 2♣, to move: 1}
        then: {only may: [play 2♣, draw]}
        """,
    "a view": f"{EIGHT}\nthen: {{1 sees: {{hand 1: 2♦, hand 2: 3 cards, pile: 8♣, pile size: 2, called: ♥}}}}",
    "a view, the other way round": f"{EIGHT}\nthen: {{sees 2: {{hand 2 has: 3♥, hand 1 size: 1, hand 1 lacks: 2♦}}}}",
    "what is not in a view": f"{EIGHT}\nthen: {{2 does not see: 2♦ Q♦}}",
    "what is known": """
        given: {pile: Q♣, hand 1: 8♣ 2♦, to move: 1}
        moves: ["1: play 8♣; call ♥"]
        then: {2 sees: {pile known: Q♣, pile: 8♣, again: not seen}}
        """,
    "what was seen to happen": """
        given: {pile: Q♣, hand 1: K♦, hand 2: 3♦, stock top: 4♣, to move: 1}
        moves: ["1: draw; play 4♣"]
        then:
          1 saw: ["1: draw", "stock → hand 1: 4♣", "1: play 4♣"]
          2 saw: ["1: draw", "stock → hand 1: a card", "hand 1 → pile: 4♣"]
        """,
    "what was seen, in part": """
        given: {pile: Q♣, hand 1: K♦, hand 2: 3♦, stock top: 4♣ 5♣, to move: 1}
        moves: ["1: draw; draw"]
        then:
          1 saw: ["draw", "4♣", "draw", "hand 1: 5♣"]
          2 saw: ["hand 1: a card", "stock → hand 1"]
        """,
    "a value as it is seen, in any notation": f"{EIGHT}\nthen: {{2 sees: {{called: h, score 1: 0, again: not seen}}}}",
    "the top as it is seen": f"{EIGHT}\nthen: {{2 sees: {{pile top: 8♣, pile bottom: none}}}}",
    "what a strict table accepts": f"with: [strict-table]\n{QUEEN}\nthen: {{may try: [play K♦], may not: [play K♦]}}",
    "a table that is refused": "players: 9\nrefused: is for 2 to 7 players",
    "a table that can't be dealt": "players: 7\nset: {hand-size: 9}\nrefused: too few cards for the draw pile",
    "an option that is refused": "set: {hand-size: 99}\nrefused: expected a whole number from 1 to 20",
    "a mix that is refused": "with: [last-card-call]\nrefused: needs a rule of the group",
    "a move that is refused": f'{QUEEN}\nmoves: ["1: play 3♥"]\nrefused: in suit or rank',
    "only what is chosen, which is refused": f'{QUEEN}\nmoves: ["1: 3♥"]\nrefused: in suit or rank',
    "a move that is refused after others": f"{EIGHT_THEN_CLUB}\nrefused: can't follow",
}


@pytest.mark.parametrize("text", PASSING.values(), ids=PASSING.keys())
def test_passes(text: str, folder: Path) -> None:
    result = run_one(folder, text)
    assert result.passed, render([result])


@pytest.mark.parametrize(
    "rest",
    [
        "then: {may not: {knock Q♣: too-much, knock K♣: not-there}}",
        'moves: ["1: knock Q♣"]\nrefused: 14 points of deadwood',
    ],
)
def test_a_forbidden_move_can_lack_its_joining_words(rest: str, folder: Path) -> None:
    """`knock Q♣` stands for `knock and discard Q♣`, as it does where the move is legal."""
    position = """
        given:
          drawn: true
          hand 1: 2♦ 3♦ 4♦ 9♠ 9♥ 9♣ A♠ 4♠ 8♥ A♣ Q♣
          hand 2: 5♦ K♠ K♥ 10♣ 6♠ 6♥ 6♣ 7♥ 7♠ 8♣
          to move: 1
        """
    result = run_one(folder, f"{dedent(position).strip()}\n{rest}", "gin-rummy")
    assert result.passed, render([result])


FAILING = {
    "a zone": (f"{EIGHT}\nthen: {{pile: Q♣ 8♦}}", "Q♣ 8♦", ("`pile`", "Q♣ 8♦", "Q♣ 8♣")),
    "a pile in the wrong order": (f"{EIGHT}\nthen: {{pile: 8♣ Q♣}}", "8♣ Q♣", ("`pile`", "8♣ Q♣", "Q♣ 8♣")),
    "a top": (f"{EIGHT}\nthen: {{pile top: Q♣}}", "Q♣}", ("`pile top`", "Q♣", "8♣")),
    "a size": (f"{EIGHT}\nthen: {{hand 2 size: 7}}", "7", ("`hand 2 size`", "7", "3")),
    "has": (f"{EIGHT}\nthen: {{hand 2 has: 3♥ 4♥}}", "3♥ 4♥", ("`hand 2 has`", "3♥ 4♥", "3♣ 3♥ 8♦")),
    "lacks": (f"{EIGHT}\nthen: {{hand 2 lacks: 3♥}}", "3♥}", ("`hand 2 lacks`", "no 3♥", "3♣ 3♥ 8♦")),
    "a variable": (f"{EIGHT}\nthen: {{called: ♦}}", "♦}", ("`called`", "♦", "♥")),
    "a variable of a seat": (f"{EIGHT}\nthen: {{score 2: 40}}", "40", ("`score 2`", "40", "0")),
    "to move": (f"{EIGHT}\nthen: {{to move: 1}}", "1}", ("`to move`", "1", "2 (`act`)")),
    "asked": (f"{EIGHT}\nthen: {{asked: call}}", "call}", ("`asked`", "`call`", "2 (`act`)")),
    "over": (f"{EIGHT}\nthen: {{over: true}}", "true", ("`over`", "true", "false")),
    "winners": (f"{EIGHT}\nthen: {{winners: 1}}", "1}", ("`winners`", "1", "the match is not over")),
    "ending": (f"{EIGHT}\nthen: {{ending: blocked}}", "blocked", ("`ending`", "blocked", "undecided")),
    "may": (f"{EIGHT}\nthen: {{may: [play 3♣]}}", "play 3♣", ("`may`", "`play 3♣`", "play 3♥, play 8♦, draw")),
    "may, after the end": (
        "given: {pile: Q♣, hand 1: 3♣, hand 2: K♦ 8♥, score 1: 60, to move: 1}\n"
        "moves: ['1: play 3♣']\nthen: {may: [draw]}",
        "draw",
        ("`may`", "`draw`", "nothing: the match is over"),
    ),
    "only may": (
        f"{EIGHT}\nthen: {{only may: [draw]}}", "[draw]", ("`only may`", "draw", "play 3♥, play 8♦, draw")
    ),
    "may not": (
        f"{EIGHT}\nthen: {{may not: [draw]}}", "draw", ("`may not`", "not `draw`", "play 3♥, play 8♦, draw")
    ),
    "another reason": (
        f"{EIGHT}\nthen: {{may not: {{play 3♣: match}}}}",
        "match",
        ("`may not` play 3♣", "`match`", "`eight-is-wild.called`"),
    ),
    "a move that is not legal": (
        f"{QUEEN}\nmoves: [\"1: play K♦\"]\nthen: {{to move: 2}}",
        "play K♦\"",
        ("this move", "`play K♦`", "the moves of seat 1 are play 3♣, play 8♦, play Q♥, draw"),
    ),
    "a move in the middle": (
        f"{QUEEN}\nmoves: [\"1: draw; draw; pass; draw\"]\nthen: {{to move: 2}}", "pass", ("this move", "`pass`", None)
    ),
    "a move of another seat": (
        f"{QUEEN}\nmoves: [\"2: draw\"]\nthen: {{to move: 2}}",
        "draw",
        ("`2: draw`", "a move of seat 2", "seat 1 must answer: what do you do?"),
    ),
    "a question that was left out": (
        f"given: {{pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥, to move: 1}}\nmoves: ['1: play 8♣', '2: play 3♥']\n{FALSE}",
        "play 3♥",
        ("`2: play 3♥`", "a move of seat 2", "seat 1 must answer: which suit must follow?"),
    ),
    "a view": (
        f"{EIGHT}\nthen: {{1 sees: {{hand 2: 4 cards}}}}", "4 cards", ("seat 1 sees `hand 2`", "4 cards", "(3)")
    ),
    "a view of a value": (
        f"{EIGHT}\nthen: {{1 sees: {{called: ♦}}}}", "♦}", ("seat 1 sees `called`", "♦", "♥")
    ),
    "something in a view": (
        f"{EIGHT}\nthen: {{2 does not see: 8♣}}",
        "8♣}",
        ("seat 2 does not see 8♣", "nowhere", "in pile: (1) 8♣; known: Q♣ at 1"),
    ),
    "what was not seen to happen": (
        f"{EIGHT}\nthen: {{2 saw: ['1: call ♥', '1: play 8♣']}}",
        "'1: play",
        ("seat 2 saw", "“1: play 8♣”", "1: play 8♣; hand 1 → pile: 8♣; 1: call ♥"),
    ),
    "what can't be tried": (f"{QUEEN}\nthen: {{may try: [play K♦]}}", "play", ("`may try`", "`play K♦`", "nothing")),
    "a table that is not refused": (
        "players: 3\nrefused: too many", "too many", ("`refused`", "“too many”", "the table can be played")
    ),
    "a refusal in other words": (
        "players: 9\nrefused: bananas",
        "bananas",
        ("`refused`", "“bananas”", "Crazy Eights is for 2 to 7 players, not for 9"),
    ),
    "a move that is not refused": (
        f"{QUEEN}\nmoves: [\"1: draw\"]\nrefused: bananas",
        "bananas",
        ("`refused`", "`draw` is refused", "`draw` is allowed"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "at", "told"), FAILING.values(), ids=FAILING.keys())
def test_fails(text: str, at: str, told: tuple[str, str, str | None], folder: Path) -> None:
    result = run_one(folder, text)
    assert not result.problems, render([result])
    (failure,) = result.failures
    what, expected, actual = told
    assert (failure.what, failure.expected) == (what, expected)
    assert actual is None or failure.actual == actual
    source = failure.span.source
    start = failure.span.start
    assert source.text[start : start + len(at)] == at
    assert failure.diagnostic.code == "example-failed"


@pytest.mark.parametrize("words", ["4", "draw; draw", "stock hand", "5♣", "raw"])
def test_parts_of_words_were_not_seen(words: str, folder: Path) -> None:
    text = (
        f"given: {{pile: Q♣, hand 1: K♦, stock top: 4♣, to move: 1}}\nmoves: ['1: draw']\nthen: {{1 saw: ['{words}']}}"
    )
    (failure,) = run_one(folder, text).failures
    assert failure.what == "seat 1 saw"


MALFORMED = {
    "no card": (f"given: {{pile: 1♥, to move: 1}}\n{FALSE}", "1♥", "`1♥` is not a card", "write a card as"),
    "no joker here": (f"given: {{pile: Jk, to move: 1}}\n{FALSE}", "Jk", "there is no Jk in this pack", ""),
    "a card twice": (
        f"given: {{pile: Q♣, hand 1: 3♣ Q♣, to move: 1}}\n{FALSE}", "Q♣, to", "Q♣ is already in `pile`", ""
    ),
    "a beginning of several moves that is to be refused": (
        "given: {pile: Q♣, hand 1: 3♣ 4♣, to move: 1}\nmoves: ['1: play']\nrefused: is not", "play",
        "could mean 2 moves", "write the whole move: `play 3♣`",
    ),
    "a card twice in a deal": (f"deal: [4♦, 5♦, 4d]\n{FALSE}", "4d", "4d is in the pack only once", ""),
    "no such zone": (
        f"given: {{pile: Q♣, hnad 1: 3♣, to move: 1}}\n{FALSE}", "hnad 1", "no zone or variable `hnad`", "`hand`"
    ),
    "nobody's hand": (
        f"given: {{pile: Q♣, hand: 3♣, to move: 1}}\n{FALSE}", "hand", "each player has a separate `hand`", "`hand 1`"
    ),
    "no such seat": (
        f"given: {{pile: Q♣, hand 9: 3♣}}\n{FALSE}", "9:", "there is no seat 9", ""
    ),
    "no such part of a zone": (
        f"given: {{pile: Q♣, hand 1 sise: 3, to move: 1}}\n{FALSE}", "sise", "`hand 1` has no property `sise`", "`size`"
    ),
    "no order": (
        f"given: {{pile: Q♣, hand 1 top: 3♣, to move: 1}}\n{FALSE}", "top", "has no order", ""
    ),
    "a misspelt key": (
        f"given: {{pile: Q♣, to moev: 1}}\n{FALSE}", "to moev", "no zone or variable `to moev`", "`to move`"
    ),
    "a value of the wrong kind": (
        f"given: {{pile: Q♣, called: x, to move: 1}}\n{FALSE}", "x", "expected a suit or `none`", ""
    ),
    "a key too many": (
        f"given: {{pile: Q♣, called 1: ♥, to move: 1}}\n{FALSE}", "called", "one value for the whole table", ""
    ),
    "no such place to go on": (
        f"given: {{pile: Q♣, to move: 1 at start}}\n{FALSE}", "start", "unknown place `start`", ""
    ),
    "too many cards": (
        f"given: {{pile: Q♣, hand 1 size: 60, to move: 1}}\n{FALSE}", "60", "only 51 cards are left", ""
    ),
    "how many others": (
        f"given: {{pile: Q♣, hand 1 has: 3♣, to move: 1}}\n{FALSE}", "3♣", "missing the number", "`hand 1 size: …`"
    ),
    "all, and more": (
        f"given: {{stock: Q♣, stock top: 3♣, to move: 1}}\n{FALSE}", "stock top", "already lists all its cards", ""
    ),
    "a beginning that never comes": (
        f"deal: 2♣\ngiven: {{dealer: 1, hand 1 size: 9}}\n{FALSE}", "{dealer", "no game with a seed", ""
    ),
    "a move without a seat": (f"{QUEEN}\nmoves: [draw]\n{FALSE}", "draw", "number of a seat", '"1: draw"'),
    "a move of nobody": (f'{QUEEN}\nmoves: ["9: draw"]\n{FALSE}', "draw", "there is no seat 9", ""),
    "no such question": (f"{QUEEN}\nthen: {{asked: atc}}", "atc", "there is no question `atc`", "`act`"),
    "no such ending": (f"{QUEEN}\nthen: {{ending: blocekd}}", "blocekd", "found `blocekd`", "`blocked`"),
    "no such clause": (
        f"{QUEEN}\nthen: {{may not: {{play K♦: mathc}}}}", "mathc", "no clause or group `mathc`", "`match`"
    ),
    "no such action": (f"{QUEEN}\nthen: {{may not: [plya K♦]}}", "plya K♦", "no action of this game", "`play`"),
    "a jumbled action": (f"{QUEEN}\nthen: {{may not: [dorw]}}", "dorw", "no action of this game", "`draw`"),
    "no action at all": (f"{QUEEN}\nthen: {{may not: [xyzzy]}}", "xyzzy", "no action", "`xyzzy: not-there`"),
    "no such reason at all": (
        f"{QUEEN}\nthen: {{may not: {{pass: xyzzy}}}}", "xyzzy", "no clause or group `xyzzy`", "`not-there`"
    ),
    "a card and more": (
        f"{QUEEN}\nthen: {{may not: [play K♦x]}}", "play K♦x", "no action of this game", "`k♦x` is no card"
    ),
    "a word too many": (f"{QUEEN}\nthen: {{may not: [play K♦ nwo]}}", "play K♦ nwo", "no action of this game", "`nwo`"),
    "nothing to come of it": (QUEEN, "name", "this example doesn't say what it expects", "`then:`"),
    "an empty result": (f"{QUEEN}\nthen: {{}}", "{}", "`then` expects nothing", "`then: {to move: 1}`"),
    "an empty list of moves": (f"{QUEEN}\nthen: {{may: []}}", "{may", "`then` expects nothing", ""),
    "an empty list of refusals": (f"{QUEEN}\nthen: {{may not: {{}}, may: []}}", "{may", "`then` expects nothing", ""),
    "nothing seen": (f"{QUEEN}\nthen: {{1 saw: []}}", "{1 saw", "`then` expects nothing", ""),
    "an unknown rule": (f"with: [eihgt]\n{FALSE}", "eihgt", "no rule `eihgt`", ""),
    "an unknown option": (f"set: {{hand: 3}}\n{FALSE}", "hand", "no option `hand`", ""),
    "too many players": (f"players: 9\n{FALSE}", "9", "is for 2 to 7 players", ""),
    "a beginning that isn't clear": (
        f"given: {{pile: Q♣, hand 1: 3♣ 4♣, to move: 1}}\nmoves: ['1: play']\n{FALSE}", "play", "could mean 2 moves",
        "`play 3♣` or `play 4♣`"
    ),
    "a choice that isn't clear": (
        "given: {pile: Q♣, hand 1: 3♣ 4♣, to move: 1}\nthen: {may: [play]}", "play", "could mean 2 moves", ""
    ),
    "a view of nobody": (f"{QUEEN}\nthen: {{9 sees: {{hand 1: 2♦}}}}", "9 sees", "there is no seat 9", ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "at", "message", "help"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(text: str, at: str, message: str, help: str, folder: Path) -> None:
    result = run_one(folder, text)
    assert not result.failures
    (problem,) = result.problems
    assert message in problem.message
    assert help in (problem.help or "")
    assert problem.span is not None
    start = problem.span.start
    assert problem.span.source.text[start : start + len(at)] == at


WITHOUT_PLAY = (
    "no such action", "a jumbled action", "no action at all", "no such clause", "no such reason at all",
    "a move without a seat", "an empty result", "an empty list of moves",
    "nothing seen",
)  # fmt: skip


@pytest.mark.parametrize("name", WITHOUT_PLAY)
def test_errors_that_need_no_play_are_found_by_the_check(name: str, folder: Path) -> None:
    text, at, message, help = MALFORMED[name]
    path = folder / "checked.yaml"
    path.write_text(f"in: crazy-eights\nexamples:\n  - name: it\n{indent(text, '    ')}\n", encoding="utf-8")
    document, _ = load(path)
    assert document is not None
    (problem,) = check_examples(document, mixes())
    assert problem.code == "example-malformed"
    assert message in problem.message
    assert help in (problem.help or "")
    assert problem.span is not None
    assert problem.span.source.text[problem.span.start :].startswith(at)


@pytest.mark.parametrize(
    ("move", "help"), [("darw", "`draw`"), ("dorw", "`draw`"), ("xyzzy", "moves begin with `play`, ")]
)
def test_a_move_that_begins_like_none_gets_help(move: str, help: str, folder: Path) -> None:
    path = folder / "checked.yaml"
    example = f"examples:\n  - name: it\n    seed: 1\n    moves: ['1: {move}']\n    {FALSE}\n"
    path.write_text(f"in: crazy-eights\n{example}", encoding="utf-8")
    document, _ = load(path)
    assert document is not None
    (problem,) = check_examples(document, mixes())
    assert problem.message == f"no action of this game has the text `{move}`"
    assert help in (problem.help or "")
    assert problem.span is not None
    assert problem.span.text == move


def test_a_reason_of_another_action_is_explained(folder: Path) -> None:
    (failure,) = run_one(folder, f"{QUEEN}\nthen: {{may not: {{play 3♥: able}}}}").failures
    assert failure.details[-1] == "`able` is a clause of `decline`"


@pytest.mark.parametrize("then", ["only may: []", "hand 2: []", "hand 2: none"])
def test_some_empty_lists_prove_something(then: str, folder: Path) -> None:
    assert not run_one(folder, f"{QUEEN}\nthen: {{{then}}}").problems


def test_a_move_that_names_a_missing_seat_proves_nothing(folder: Path) -> None:
    def problems(seat: int) -> list[str]:
        example = f"players: 6\nseed: 1\nthen: {{may not: [guess seat {seat}]}}"
        return [problem.message for problem in run_one(folder, example, "animalball-cutthroat").problems]

    assert problems(1) == []  # nobody guesses themselves
    assert problems(7) == ["there is no seat 7 in `guess seat 7`"]


def test_all_that_is_wrong_is_told_at_once(folder: Path) -> None:
    result = run_one(folder, f"{EIGHT}\nthen: {{pile: 8♣, called: ♦, to move: 1, hnad 1: 3, may: [play 3♣, draw]}}")
    assert [f.what for f in result.failures] == ["`pile`", "`called`", "`to move`", "`may`"]
    assert [d.code for d in result.problems] == ["example-malformed"]
    result = run_one(folder, f"given: {{pile: 1♥, hnad 1: 2♦, called: x, to move: 1}}\n{FALSE}")
    assert len(result.problems) == 3


def test_a_move_without_a_colon_is_shown_with_one(folder: Path) -> None:
    given = "given: {pile: Q♣, hand 1: 9♣ 2♦, hand 2: 3♥ 4♣, to move: 1}, then: {over: false}"
    example = f'examples:\n  - {{name: one, in: crazy-eights, players: 2, {given}, moves: ["1 play 9♣"]}}\n'
    (folder / "one.yaml").write_text(example, encoding="utf-8")
    assert 'help: write whose move it is: "1: play 9♣"' in run("test", str(folder / "one.yaml")).out
