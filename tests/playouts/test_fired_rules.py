"""How often each rule fires in many random games."""

from itertools import pairwise
from pathlib import Path

import pytest

from parlour.game import Game, load
from parlour.playouts.played import Fired
from parlour.program import Const, ZoneAt, ZoneSize
from parlour.states.state import State
from scaffold.tiny_game import ASK_TEN_TIMES, ONE_OR_TWO, tiny


def fired(game: Game, **given: object) -> dict[str, Fired]:
    return game.playouts(2, seed=1, native=False, **given).firing  # type: ignore[arg-type]  # as they are


ONE = ONE_OR_TWO + "policy: {first: [one]}\n"


def test_a_hook_counts_when_its_condition_holds(tmp_path: Path) -> None:
    steady = "when:\n  after act(p): noise += 1\n"
    half = "when:\n  after act(p):\n    if: tally mod 2 == 0\n    do: noise += 1\n"
    inside = "when:\n  after act(p): |\n    let n = tally\n    if n > 7:\n      noise += 1\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, steady=steady, half=half, inside=inside))
    assert found == {"steady": Fired(20, 2), "half": Fired(10, 2), "inside": Fired(6, 2)}


def test_a_hook_counts_once_if_any_of_its_steps_does_anything(tmp_path: Path) -> None:
    """Each of two games has ten acts, and the tally goes from 1 to 10."""
    hook = "when:\n  after act(p): |\n"
    found = fired(tiny(
        tmp_path, ASK_TEN_TIMES, ONE,
        each=hook + "    for q in players where tally > 7:\n      noise += 1\n",
        inside=hook + "    for q in players:\n      if tally == 3:\n        noise += 1\n",
        nobody=hook + "    for q in players - players:\n      noise += 1\n",
        either=hook + "    if tally == 2:\n      noise += 1\n    if tally > 8:\n      noise += 1\n",
        both=hook + "    if tally == 2:\n      noise += 1\n    if tally >= 2:\n      noise += 1\n",
        named=hook + "    let n = tally\n    if n == 1:\n      n = 5\n    if n == 5:\n      noise += 1\n",
        stops=hook + "    for q in players:\n      if tally == 3:\n        stop\n      noise += 1\n",
    ))  # fmt: skip
    assert found == {
        "each": Fired(6, 2), "inside": Fired(2, 2), "nobody": Fired(0, 0), "either": Fired(6, 2),
        "both": Fired(18, 2), "named": Fired(4, 2), "stops": Fired(18, 2),
    }  # fmt: skip


def test_the_moon_is_counted_when_it_is_shot() -> None:
    """A hand is worth 26 points, or 78 if one of four players shoots the moon: 26 for each of the others."""
    played = load("hearts", options={"target": 26}).playouts(12, 4, seed=3, native=False, threads=1)
    points = sum(sum(row) for row in played.values["score"].tolist())
    moons = (points - 26 * sum(played.values["hands"].tolist())) // 52
    assert moons > 0
    assert played.firing["shooting-the-moon"].times == moons


def test_to_set_a_variable_to_what_it_is_is_not_to_fire(tmp_path: Path) -> None:
    """The noise appears after three and after seven ones; the rule resets it once each time."""
    tidy = "when:\n  before act(p): noise = 0\n"
    makes = "when:\n  after act(p):\n    if: tally == 3 or tally == 7\n    do: noise += 1\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, tidy=tidy, makes=makes))
    assert found == {"tidy": Fired(4, 2), "makes": Fired(4, 2)}


def test_to_proceed_is_not_to_fire(tmp_path: Path) -> None:
    rare = "when:\n  instead of act(p): |\n    if tally == 3:\n      tally += 5\n    else:\n      proceed\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, rare=rare))
    assert found == {"rare": Fired(2, 2)}


def test_a_procedure_that_is_all_of_a_hook_is_meant(tmp_path: Path) -> None:
    own = """
        when:
          after act(p): look(p)
        procedures:
          look(p): |
            if tally == 4:
              noise += 1
    """
    assert fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, own=own)) == {"own": Fired(2, 2)}


def test_a_replaced_procedure_counts(tmp_path: Path) -> None:
    steps = "champions = [first()]\nbonus()\nask act(first())\nend game as done"
    other = "procedures:\n  bonus():\n    instead: tally += 1\n"
    found = fired(tiny(tmp_path, steps, ONE + "procedures:\n  bonus(): nothing\n", other=other))
    assert found == {"other": Fired(2, 2)}


def test_an_action_counts_for_the_rule_that_adds_it(tmp_path: Path) -> None:
    adds = "prompts:\n  act(p): |\n    extra: tally += 0\npolicy: {first: [extra]}\n"
    own = """
        when:
          after act(p):
            if: tally > 99
            do: ask choose(p)
        prompts:
          choose(p): |
            yes: nothing
    """
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO, adds=adds, own=own))
    assert found == {"adds": Fired(20, 2), "own": Fired(0, 0)}


LAYING = """
prompts:
  act(p): |
    lay for n in 1..4: tally += n
    skip only if nothing else: nothing
groups: {odd: odd numbers only}
may:
  lay(p, n):
    even: {forbid: n mod 2 == 0, group: odd, says: it is even}
    small: {forbid: n < 4, says: it is small}
"""


def test_a_choice_counts_for_the_rule_that_alone_allows_it(tmp_path: Path) -> None:
    fours = "may:\n  lay(p, n):\n    four: {allow: n == 4, despite: [odd]}\n"
    others = "may:\n  lay(p, n):\n    great: {allow: n > 3, despite: [odd, small]}\n"
    assert fired(tiny(tmp_path, ASK_TEN_TIMES, LAYING, fours=fours)) == {"fours": Fired(20, 2)}
    both = fired(tiny(tmp_path, ASK_TEN_TIMES, LAYING, fours=fours, others=others))
    assert both == {"fours": Fired(0, 0), "others": Fired(0, 0)}  # either one is enough


def test_an_allowed_choice_does_not_count_where_nothing_forbade_it(tmp_path: Path) -> None:
    """The clause allows threes and fours; without it, only fours would be forbidden."""
    free = LAYING.replace("n < 4", "n < 3")
    high = "may:\n  lay(p, n):\n    high: {allow: n > 2, despite: [odd]}\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, free, high=high)
    played = game.playouts(5, seed=1, native=False)
    fours = sum(move == "lay 4" for number in range(5) for move, _ in game.playout(number, seed=1))
    assert 0 < fours < 50
    assert played.firing == {"high": Fired(fours, 5)}


def test_the_power_of_a_real_rule() -> None:
    """A queen makes the next player draw four, unless it was the last card or there is nothing to draw."""
    game = load("crazy-eights", with_="queen-draws-four")
    played = game.playouts(2, 2, seed=2, native=False)
    hand = next(i for i, zone in enumerate(game.program.zones) if zone.name == "hand")
    machine, counted = game.machine(2), []

    def size(state: State, seat: int) -> int:
        return machine.evaluate(list(state.cells), ZoneSize(ZoneAt(hand, (Const(seat),))))

    for number in range(2):
        states = list(game.playout(number, 2, seed=2))
        times = 0
        for (_, before), (move, after) in pairwise(states):
            if move is not None and move.startswith("play Q"):
                seat = before.question.seat - 1
                times += size(before, seat) > 1 and size(after, 1 - seat) > size(before, 1 - seat)
        counted.append(times)
    column = played.rules.index("queen-draws-four")
    assert [played.fired[number, column] for number in range(2)] == counted


def test_a_rule_that_only_changes_a_value_is_distinguished() -> None:
    played = load("gin-rummy", options={"target": 1}).playouts(1, seed=1, native=False)
    assert "void-at-two" in played.rules
    assert "void-at-two" not in played.firing
    assert "void-at-two" in played.silent
    assert not {*played.silent} & {"table", "rounds", "gin-rummy", *played.firing}
    with pytest.raises(KeyError, match="`void-at-two` never fires: it only sets values, forbids moves, or"):
        played.firing["void-at-two"]
    with pytest.raises(KeyError, match=r"no rule that can fire `lose-deals`; .* did you mean `loser-deals`"):
        played.firing["lose-deals"]


def test_a_rule_that_could_have_fired_never_did(tmp_path: Path) -> None:
    idle = "when:\n  after act(p): 'if tally > 100: tally = 1'\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n", idle=idle)
    played = game.playouts(2, seed=1, native=False)
    assert played.firing == {"idle": Fired(0, 0)}


def test_a_match_ends_as_the_rule_says_that_decides_its_length() -> None:
    """The match has the ending of that rule, not of its last hand."""
    assert load("crazy-eights").playouts(3, players=2, seed=1, native=False).ended == {"target": 3}
    one_hand = load("crazy-eights", without=["target-by-players"]).playouts(3, players=2, seed=1, native=False)
    assert set(one_hand.ended) <= {"went-out", "blocked"}
