"""`parlour why`: the reasons for a move in a position, in a saved game and after moves."""

from __future__ import annotations

import json

import pytest

from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")
POSITION = "players: 2\ngiven: {pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n"


def test_why_in_a_position() -> None:
    write("position.yaml", POSITION)
    out = run("why", "climb", "lay 2♠", "--position", "position.yaml").out
    assert out.startswith("No. 2♠ is lower than 4♦.\n\nIt's seat 1's move.\n`lay 2♠` is not allowed\n  order: 2♠ is")
    assert run("why", "climb", "2S", "--position", "position.yaml").out == out
    assert "`lay 5♠` is allowed" in run("why", "climb", "5♠", "--position", "position.yaml").out
    write("bare.yaml", "{pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    assert run("why", "climb", "2♠", "--position", "bare.yaml").out == out
    assert run("why", "climb", "2♠", "--position", str(RULESETS / "climb.yaml")).out == out


def test_why_notes_a_zone_that_the_position_leaves_empty_without_saying_so() -> None:
    write("position.yaml", "{hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    told = run("why", "climb", "2♠", "--position", "position.yaml").err
    assert told.startswith(
        "note: `pile` is empty in this position, and the moves depend on it. Add it, or write `pile: none`"
    )
    write("position.yaml", "{pile: none, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    assert run("why", "climb", "2♠", "--position", "position.yaml").err == ""


def test_why_after_moves() -> None:
    write("position.yaml", POSITION + 'moves: ["1: lay 5♠"]\n')
    assert run("why", "climb", "--position", "position.yaml").out == "It's seat 2's move.\n  lay 7♥\n  draw\n"
    out = run("why", "climb", "--seed", "1", "--after", "lay 7♥; draw").out
    assert out.startswith("After `lay 7♥` (seat 1) and `draw` (seat 2), it's seat 1's move.\n")
    told = run("why", "climb", "--seed", "1", "--after", "lay 7♥; fly", "draw").err
    assert "can't reach the position: after `lay 7♥` (seat 1), it's seat 2's move; `fly` is not a move\n  the" in told
    assert "\\n" not in told


def test_why_of_what_is_not_there_to_be_done() -> None:
    write("position.yaml", POSITION)

    def reason(*arguments: str) -> str:
        return (
            run("why", "climb", "--position", "position.yaml", *arguments).out.partition("\n\n")[2].partition("\n")[2]
        )

    assert reason("lay 7♥").startswith("`lay 7♥` is not possible\n  seat 1 doesn't have 7♥ [")
    for move, told in (
        ("lay K♥", "there is no K♥ in this pack."),
        ("lay 9", "write a move like `lay 5♠`."),
        ("lya 5♠", "did you mean `lay 5♠`?"),
        ("lya 5♥", "did you mean `lay`?"),
        ("fly", "the moves here begin with `lay`, `draw` or `rest`."),
    ):
        out = run("why", "climb", "--position", "position.yaml", move).out
        assert out.startswith(f"`{move}` isn't a move here: {told}\n")
    assert reason("lay").startswith("`lay 5♠` is allowed\n")  # there is no other card to lay


def test_why_names_the_question_that_comes_first() -> None:
    write("position.yaml", POSITION.replace("5♠", "5♠ 7♠"))
    wish = ("why", "climb", "--with", "sevens-wish", "--position", "position.yaml", "wish ♥")
    assert run(*wish).out.startswith("Not now. Seat 1 must first ")
    assert run(*wish, "--after", "lay 7♠").out.startswith("Yes. “Sevens wish” allows it.\n")


def test_why_at_a_question_on_the_spot() -> None:
    """`why` shows the wording of a question. Without one, it says whose move it is, as at the table."""
    text = "rule: {0}\ntitle: T\nfor: ladder\ntext: T\nwhen:\n  before turn(p): |\n    ask p:\n{1}      yes: nothing\n"
    write("ready.yaml", text.format("ready", '      "are you ready?"\n'))
    write("mute.yaml", text.format("mute", ""))
    write("position.yaml", POSITION)
    out = run("why", "climb", "--with", "./ready.yaml", "--position", "position.yaml").out
    assert out == "Seat 1 must answer: are you ready?\n  yes\n"
    out = run("why", "climb", "--with", "./mute.yaml", "--position", "position.yaml").out
    assert out == "It's seat 1's move.\n  yes\n"


def test_why_in_a_saved_game() -> None:
    run("play", "climb", "--level", "0", "--seed", "1", "--save", "game.json", typed=["1"])
    assert run("why", "--save", "game.json").out.startswith("It's seat 1's move")
    assert "`draw` is allowed" in run("why", "--save", "game.json", "draw").out
    assert run("why", "climb", "draw", "--save", "game.json").code == 0
    assert run("why", "ladder", "draw", "--save", "game.json").code == 2


def test_why_for_programs() -> None:
    write("position.yaml", POSITION)
    data = json.loads(run("why", "climb", "2♠", "--position", "position.yaml", "--json").out)
    assert data["verdict"] == "forbidden"
    assert (data["answer"], data["sentence"]) == ("no", "No. 2♠ is lower than 4♦.")
    (clause,) = (c for c in data["clauses"] if c["stands"])
    assert clause["group"] == "order"
    assert clause["at"]["rule"] == "ladder"


def test_why_in_a_position_that_can_not_be() -> None:
    write("position.yaml", "given: {pile: 4♦, hand 1: 4♦, hand 3: 2♣, to move: 1}\n")
    printed = run("why", "climb", "draw", "--position", "position.yaml")
    assert printed.code == 1
    assert "position.yaml:1:" in printed.err


EXAMPLE = """
examples:
  - name: with a rule and an option
    in: climb
    with: [fives-pay]
    without: [strict]
    set: {hand-size: 7, fives-pay.ranks: [2, J]}
    given: {pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}
    then: {over: false}
"""


def test_a_note_names_the_mix_of_the_example() -> None:
    write("example.yaml", EXAMPLE)
    told = run("why", "climb", "2♠", "--position", "example.yaml").err
    changes = "--with fives-pay --without strict --set hand-size=7 --set 'fives-pay.ranks=2 J'"
    assert told.endswith(f"is about another mix; to use that mix, add `{changes}`\n")
    assert run("why", "climb", "2♠", "--position", "example.yaml", "--with", "fives-pay").err == ""
    write("bare.yaml", "{pile: 4♦, hand 1: 2♠ 5♠, hand 2: 7♥, to move: 1}\n")
    assert run("why", "climb", "2♠", "--position", "bare.yaml").err == ""
