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


@pytest.mark.parametrize(("other", "moons"), [("won 2", 1), ("won 1", 0)])
def test_the_moon_is_counted_when_it_is_shot(other: str, moons: int) -> None:
    """Seat 2 takes the last trick with a heart, and has taken all other points or all but one."""
    game = load("hearts", options={"target": 20})
    taken = {"won 2": "Q♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥"}
    taken[other] = f"{taken.get(other, '')} 3♥"
    hands = {"hand 1": "4♣", "hand 2": "2♥", "hand 3": "3♣", "hand 4": "5♣", "broken": True, "to move": 2}
    played = game.playouts(3, from_state=game.position({**taken, **hands}, 4), native=False)
    assert played.firing["shooting-the-moon"] == Fired(3 * moons, 3 * moons)


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


def test_a_match_ends_as_the_rule_says_that_decides_its_length() -> None:
    """The match has the ending of that rule, not of its last hand."""
    assert load("crazy-eights").playouts(3, players=2, seed=1, native=False).ended == {"target": 3}
    one_hand = load("crazy-eights", without=["target-by-players"]).playouts(3, players=2, seed=1, native=False)
    assert set(one_hand.ended) <= {"went-out", "blocked"}
