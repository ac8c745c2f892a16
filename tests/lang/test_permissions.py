"""Permissions in small games: clauses, exceptions, strict tables and choices."""

from pathlib import Path

from lang.small_play import HANDS, Play, steps
from parlour.views.projection import Projector
from parlour.views.seen_events import PlayerAnswered


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


def test_a_clause_gives_way_only_if_it_would_leave_no_choice(tmp_path: Path) -> None:
    """Another clause forbids the two, so in the first hand no spade remains, and hearts may be played."""
    permission = """
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    else: nothing
may:
  play(p, c):
    twos: {forbid: c.rank == 2, says: no twos}
    spades: {forbid: c.suit != ♠, says: only spades, unless-stuck: true}
"""
    ignored = "  spades: only spades, but nothing else is possible"
    wanted = {
        "[2♠, 2♥, 3♥]": {
            "play 3♥": ["`play 3♥` is allowed", ignored],
            "play 2♥": ["`play 2♥` is not allowed", "  twos: no twos", ignored],
        },
        "[3♠, 3♥]": {
            "play 3♠": ["`play 3♠` is allowed"],
            "play 3♥": ["`play 3♥` is not allowed", "  spades: only spades"],
        },
    }
    for cards, moves in wanted.items():
        state = Play(tmp_path, steps(f"move {cards} to hand(first())\nask act(first())", HANDS + permission)).state
        for move, lines in moves.items():
            assert [line.partition(" [")[0] for line in state.why(move).lines()] == lines


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
