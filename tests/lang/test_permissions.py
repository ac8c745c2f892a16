"""Permissions in small games: clauses, exceptions, strict tables and choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.small_play import HANDS, Play, steps
from parlour.states.state import IllegalMove
from parlour.views.projection import Projector
from parlour.views.seen_events import PlayerAnswered


def test_exceptions_lift_what_they_name(tmp_path: Path) -> None:
    frame = (
        steps(
            """
            move of_suit([♠]) to hand(first())
            ask act(first())
            ask first():
              done: nothing
            """,
            HANDS,
        )
        + """
groups:
  height: how high it is
  form: {text: what is possible at all, closed: true}
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, group: height, says: "{c} is too low"}
    court: {forbid: "c.rank in [J, Q, K]", group: height, says: "{c} is at court"}
    never: {forbid: c.rank == 10, group: form, says: no tens}
"""
    )
    assert Play(tmp_path, frame).legal == ["play 9♠", "play A♠"]
    queen = "may:\n  play(p, c):\n    queen: {allow: c.rank == Q, despite: [court]}\n"
    assert Play(tmp_path, frame, rules=(queen,)).legal == ["play 9♠", "play Q♠", "play A♠"]
    all_heights = "may:\n  play(p, c):\n    any: {allow: 'c.rank in [2, K, 10]', despite: [height]}\n"
    game = Play(tmp_path, frame, rules=(queen, all_heights))
    assert game.legal == ["play 2♠", "play 9♠", "play Q♠", "play K♠", "play A♠"]
    with pytest.raises(IllegalMove, match="no tens"):
        game.state.apply("play 10♠")
    with pytest.raises(IllegalMove, match="J♠ is at court"):
        game.state.apply("play J♠")


def test_a_permission_that_needs_another_gives_its_reason(tmp_path: Path) -> None:
    """The other permission says why, unless an exception lifts its clause."""
    frame = (
        steps("move of_suit([♠]) to hand(first())\nask act(first())", HANDS)
        + """
groups: {height: how high it is}
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    slam "slam {d}" for d in hand(p): move d to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    high: {forbid: c.rank == 9, says: "{c} is a nine"}
    low: {forbid: c.rank < 10, group: height, says: "{c} is too low"}
    four: {allow: "c.rank in [4, 9]", despite: [height, high]}
    five: {forbid: c.rank == 4, says: no fours}
  slam(p, d):
    playable: {forbid: "not may play(p, d)"}
"""
    )
    state = Play(tmp_path, frame).state
    assert "slam.playable" not in str(state.why("slam 9♠"))
    assert "playable: 8♠ is too low" in str(state.why("slam 8♠"))
    assert "playable: no fours" in str(state.why("slam 4♠"))


def test_a_strict_table(tmp_path: Path) -> None:
    frame = steps(
        """
        move [4♠, 9♠] to hand(first())
        ask act(first())
        ask first():
          done: nothing
        """,
        HANDS
        + """
state:
  x: {type: int, each: match, text: x}
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, says: too low}
""",
    )
    strict = "misplay:\n  play(p, c): |\n    x += 1\n"
    game = Play(tmp_path, frame, rules=(strict,))
    assert game.legal == ["play 9♠"]
    assert [str(m) for m in game.state.question.tries] == ["play 4♠"]
    game.do("1: play 4♠")
    assert (game.value("x"), game.legal) == (1, ["done"])
    lenient = "misplay:\n  play(p, c): |\n    x += 1\n    proceed\n"
    game = Play(tmp_path, frame, rules=(lenient,)).do("1: play 4♠")
    assert game.state == Play(tmp_path, frame, rules=(lenient,)).do("1: play 4♠").state
    assert game.value("x") == 1


def test_a_misplay_that_proceeds_looks_like_any_play_to_the_others(tmp_path: Path) -> None:
    frame = steps(
        """
        move [4♠, 9♠] to hand(first())
        ask act(first())
        ask first():
          done: nothing
        """,
        HANDS
        + """
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, says: too low}
""",
    )
    taken = "misplay:\n  play(p, c): |\n    if c.suit == ♠:\n      proceed\n"
    refused = "misplay:\n  play(p, c): nothing\n"
    told = {}
    for name, rule in (("taken", taken), ("refused", refused)):
        state = Play(tmp_path, frame, rules=(rule,)).state
        _, events = state.apply_recorded("play 4♠")
        for seat in (0, 1):
            (answer,) = (e for e in Projector(state.table.machine, seat).all(events) if isinstance(e, PlayerAnswered))
            told[name, seat] = answer.misplay
    assert told == {("taken", 0): True, ("taken", 1): False, ("refused", 0): True, ("refused", 1): True}


def test_a_clause_that_yields_when_nothing_is_left(tmp_path: Path) -> None:
    frame = steps(
        """
        move [2♥, 3♥, 4♠] to hand(first())
        ask act(first())
        ask act(first())
        ask act(first())
        """,
        HANDS
        + """
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    hearts: {forbid: c.suit == ♥, unless-stuck: true, says: no hearts yet}
""",
    )
    game = Play(tmp_path, frame)
    assert game.legal == ["play 4♠"]
    assert game.do("1: play 4♠").legal == ["play 2♥", "play 3♥"]


def test_choices_of_sets_groups_and_places(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [4♠, 4♥, 9♠] to hand(first())
            move [K♠, Q♥] to pile
            ask first():
              lay for cs in groups of hand(first()): move cs to box
              else: nothing
            ask first():
              throw for cs in 0..2 cards of hand(first()): move cs to box
              keep: nothing
            ask first():
              turn for k in places of pile: move card_at(pile, k) to box
              keep: nothing
            """,
            HANDS,
        ),
    )
    assert sorted(game.legal) == sorted(["lay 4♥", "lay 4♠", "lay 9♠", "lay 4♥ 4♠"])
    game.do("1: lay 4♠")
    assert len(game.legal) == 1 + 2 + 1 + 1
    game.do("1: throw 9♠ 4♥")
    assert game.legal == ["turn 1", "turn 2", "keep"]
