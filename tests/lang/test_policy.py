"""The preferences of random players, which several documents define together."""

from pathlib import Path

from parlour.program import FIRST, LAST, NEUTRAL, Program
from scaffold.rulesets import program_of, write_game

FRAME = """
frame: tiny
title: Tiny
extends: table
players: 2
deck: {pack: 52, each: game}
functions:
  first(): the q in players
prompts:
  act(p): |
    take: champions = [p]
    leave: nothing
    pass only if nothing else: nothing
stages:
  game: ask act(first())
policy: {first: [take], last: [leave, pass]}
"""


def program(folder: Path, game: str = "", **rules: str) -> Program:
    return program_of(write_game(folder, FRAME, rules, game))


def preferences(program: Program) -> dict[str, int]:
    return {arm.id: arm.preference for question in program.questions for arm in question.arms}


def findings(folder: Path, game: str = "", **rules: str) -> str:
    try:
        program(folder, game, **rules)
    except AssertionError as error:
        return str(error)
    return ""


def test_the_policy_of_a_frame_sorts_its_actions(tmp_path: Path) -> None:
    assert preferences(program(tmp_path)) == {"take": FIRST, "leave": LAST, "pass": LAST}


def test_a_rule_says_where_its_own_action_belongs(tmp_path: Path) -> None:
    steal = "prompts:\n  act(p): |\n    steal: nothing\n    wait: nothing\npolicy: {first: [steal]}\n"
    found = preferences(program(tmp_path, steal=steal))
    assert found == {"take": FIRST, "leave": LAST, "pass": LAST, "steal": FIRST, "wait": NEUTRAL}


def test_a_rule_counts_more_than_the_frame_and_the_game_most(tmp_path: Path) -> None:
    patient = "policy: {first: [leave], last: [take]}\n"
    assert preferences(program(tmp_path, patient=patient)) == {"take": LAST, "leave": FIRST, "pass": LAST}
    game = "policy: {first: [take]}\n"
    assert preferences(program(tmp_path, game, patient=patient)) == {"take": FIRST, "leave": FIRST, "pass": LAST}


def test_two_rules_that_differ_are_reported_unless_the_game_decides(tmp_path: Path) -> None:
    one, two = "policy: {first: [leave]}\n", "policy: {last: [leave]}\n"
    assert "`leave` has two different preferences" in findings(tmp_path, one=one, two=two)
    assert findings(tmp_path, "policy: {last: [leave]}\n", one=one, two=two) == ""


def test_an_action_of_a_replaced_text_may_still_be_named(tmp_path: Path) -> None:
    other = "prompts:\n  act(p):\n    instead: |\n      grab: champions = [p]\n"
    assert preferences(program(tmp_path, other=other)) == {"grab": NEUTRAL}


def test_the_policy_does_not_change_what_game_it_is(tmp_path: Path) -> None:
    assert program(tmp_path).digest == program(tmp_path, "policy: {last: [take]}\n").digest
