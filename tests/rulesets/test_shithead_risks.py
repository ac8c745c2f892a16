"""No game of the Shithead family runs forever, fails, or stops at a question that nobody can answer."""

from pathlib import Path
from random import Random

import pytest

from parlour.examples import Mixes, find_cases, render, run_case
from parlour.game import load
from parlour.library.library import Library

LIBRARY = Library.standard()


@pytest.mark.one_in(4)
@pytest.mark.proves("T01")
@pytest.mark.parametrize("game", ["sh", "ct", "cts", "ctsr", "ctg", "ruse"])
def test_a_game_that_goes_round_ends(game: str, tmp_path: Path) -> None:
    """Nobody can play on an Ace; both players pick it up and play it again, so nobody ever gets rid of a card.

    The position of the 64th turn occurs again at the 66th.
    """
    done = "; done" if game in ("ctsr", "ctg", "ruse") else ""
    turns = "\n".join(f'      - "{1 + turn % 2}: pick up the deck; play A♦{done}"' for turn in range(65))
    example = tmp_path / "round.yaml"
    example.write_text(
        f"examples:\n  - name: round and round\n    in: {game}\n"
        "    given: {deck: A♦, rest: out, hand 1: 4♣ 5♣, hand 2: 4♥ 5♥, to move: 1}\n"
        f"    moves:\n{turns}\n"
        "    then: {over: true, ending: going-round, winners: 1 2, hand 1: 4♣ 5♣, hand 2: 4♥ 5♥}\n",
        encoding="utf-8",
    )
    [case], problems = find_cases([example], LIBRARY)
    assert not problems
    result = run_case(case, Mixes(LIBRARY))
    assert result.passed, render([result])


@pytest.mark.proves("T01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_that_is_too_long_ends(seed: int) -> None:
    """Three players with 21 cards each and no plan still have cards after 33 turns."""
    game = load("ct", options={"packs": 2, "hand-size": 13, "turns": 100})
    state, chooser = game.start(players=3, seed=seed), Random(seed)
    while not state.over:
        state = state.apply(chooser.choice(state.question.legal))
    assert state.outcome.ending == "turn-limit"
    assert state.outcome.winners == (1, 2, 3)


@pytest.mark.one_in(3)
@pytest.mark.proves("T04")
@pytest.mark.parametrize("game", ["sh", "ct", "ctg"])
def test_two_who_always_pick_up_end_the_game(game: str) -> None:
    """A player who picks up at least one card and then plays one never has fewer cards, so nobody goes out."""
    state = load(game, options={"pickup": "any-time"}).start(players=2, seed=1)
    while not state.over:
        legal = state.question.legal
        state = state.apply(next((move for move in legal if move.text == "pick up the deck"), legal[0]))
    assert state.outcome.ending == "going-round"
    assert state.outcome.winners == (1, 2)
