"""Gin Rummy with players who collect melds by the policy, as random players seldom do."""

from random import Random

import pytest

import laws
from parlour.game import load
from parlour.mixing.compiler import NO_OPTIONS, Options, require
from parlour.program import AskOf, Const, VarAt
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.table.saves import SaveError
from parlour.views.projection import Projector
from parlour.views.seen_events import EndingSaid
from scaffold.mixes import mixed, rules_for, values

RULES = rules_for("rummy")


def machine(*rules: str, options: Options = NO_OPTIONS, game: str = "gin-rummy", players: int = 2) -> Machine:
    return Machine(require(mixed(game, *rules, options=options))[1], players)


def played(m: Machine, seed: int, looks: int = 1) -> laws.Played:
    return laws.play(m, seed, Random(seed), looks, policy=True)


def test_games_keep_the_laws_and_are_decided() -> None:
    m = machine()
    fast = fast_machine(m.program, 2)
    score = next(v for v, variable in enumerate(m.program.variables) if variable.name == "score")
    for seed in range(4):
        game = played(m, seed)
        laws.replay(m, game)
        laws.replay(fast, game)
        assert game.ending == "target"
        assert max(m.evaluate(game.end, VarAt(score, (Const(side),))) for side in (0, 1)) >= 100


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({"void-at-two.left": 19}, "the draw pile ran out before anybody won the hand"),
        ({"turns": 10}, "the hand took too many turns"),
    ],
)
def test_a_void_hand_says_why(options: dict[str, int], ending: str) -> None:
    """After the deal 31 cards are left to draw. Reaching nineteen takes twelve draws, more than ten turns allow."""
    table = load("gin-rummy", options=options).table(2)
    state, projector, told = table.start(1), Projector(table.machine, 0), []
    while not told:
        move = next(m for m in state.question.legal if m.text.startswith(("draw", "pass", "discard")))
        state, events = state.apply_recorded(move)
        told = [event for event in projector.all(events) if isinstance(event, EndingSaid)]
    assert told == [EndingSaid(("hand",), ending)]


SHORT = {"most-hands": 3, "most-voids": 2}


@pytest.mark.one_in(16)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_can_be_added_with_every_value_of_its_options(rule: str) -> None:
    composition, _ = require(mixed("gin-rummy", rule))
    assert played(machine(rule, options=SHORT), 1).ending
    for setting in composition.options.values():
        if setting.document.id == rule:
            for value in values(setting):
                game = played(machine(rule, options={**SHORT, f"{rule}.{setting.name}": value}), 2, looks=20)
                assert game.ending, f"{setting.name}: {value}"


@pytest.mark.proves("gin.objective.set-before")
def test_the_target_can_not_be_changed_in_a_game() -> None:
    state = load("gin-rummy").start(seed=1)
    other = load("gin-rummy", options={"target": 150})
    with pytest.raises(SaveError, match="target"):
        other.restore(state.to_json())


def test_players_read_the_question_after_a_wrong_knock() -> None:
    program = load("gin-rummy", "wrong-knock").program
    asked = [program.questions[at.question] for at in program.code if isinstance(at, AskOf)]
    assert asked
    assert [question.name for question in asked if question.wording is None] == []
