"""A notation has one meaning: `legal`, `why` and `apply` agree on it. `check` warns about two actions with one notation
that can be possible at once."""

from pathlib import Path

import pytest

from parlour.game import load
from parlour.states.moves import Move
from parlour.states.state import IllegalMove
from three_ways import Small

SECTIONS = """
state:
  said: {{type: int, seen: everybody}}
  over: {{type: bool, seen: everybody}}
zones:
  hand(player): {{seen: owner}}
  dealt: {{seen: nobody, ordered: true}}
prompts:
  call(p): |
    {first}
    {second}
    pass: nothing
may:
  overbid(p, n):
    high: {{forbid: n == 4, says: not four}}
"""
STEPS = "shuffle box into dealt\ndeal 3 from dealt to each hand\nfor p in players: ask call(p)"

APART = [
    ('bid "bid {n}" for n in 1..4 where n <= 2: said = n', 'overbid "bid {n}" for n in 1..4 where n > 2: said = 5'),
    ('bid "bid {n}" for n in 1..2: said = n', 'overbid "Bid {m}" for m in 3..4: said = 5'),
    ('bid "bid {n}" if over for n in 1..4: said = n', 'overbid "bid {n}" if not over for n in 1..4: said = 5'),
    ('bid "bid {n}" for n in 1..4 where n != 3: said = n', 'overbid "bid {n}" for n in 1..4 where n == 3: said = 13'),
    ('bid "bid {n}" for n in 1..4: said = n', 'overbid "bid {n}" for n in 1..4 only if nothing else: said = 5'),
    ('bid "put {cs}" for cs in groups of hand(p) where all c in cs where c.rank == 8: said = 1',
     'overbid "put {cs}" for cs in groups of hand(p) where any d in cs where d.rank != 8: said = 2'),
    ('bid "put {cs}" for cs in 1..2 cards of hand(p): said = 1',
     'overbid "put {cs}" for cs in 3 cards of hand(p): said = 2'),
    ('bid "put {c}" for c in hand(p): said = 1', 'overbid "put {cs}" for cs in 3 cards of hand(p): said = 2'),
    ('bid "bid {n}" for n in 1..4: said = n', 'overbid "bid {r}" for r in ranks: said = 2'),
    ('bid "put {c}" for c in hand(p): said = 1',
     'overbid "put {cs}" for cs in groups of hand(p) where cs.size == 2: said = 2'),
    ('bid "put {cs}" for cs in runs of hand(p) where cs.size < 3: said = 1',
     'overbid "put {cs}" for cs in runs of hand(p) where cs.size >= 3: said = 2'),
]  # fmt: skip
TOGETHER = [
    ('bid "bid {n}" for n in 1..4 where n <= 3: said = n', 'overbid "bid {n}" for n in 1..4 where n > 2: said = 5'),
    ('bid "bid {n}" for n in 1..2: said = n', 'overbid "BID  {m}" for m in 2..4: said = 5'),
    ('bid "bid": said = 1', 'overbid "bid": said = 2'),
    ('bid "bid {n}" if over for n in 1..4: said = n', 'overbid "bid {n}" for n in 1..4: said = 5'),
    ('bid "put {cs}" for cs in groups of hand(p) where all c in cs where c.rank == 8: said = 1',
     'overbid "put {cs}" for cs in groups of hand(p) where any d in cs where d.rank == 8: said = 2'),
    ('bid "put {c}" for c in hand(p): said = 1', 'overbid "put {cs}" for cs in groups of hand(p): said = 2'),
    ('bid "put {c}" for c in hand(p): said = 1',
     'overbid "put {cs}" for cs in groups of hand(p) where cs.size < 2: said = 2'),
]  # fmt: skip
TEXTS = ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "BID 3", "bid", "bid 2 #2", "bid #2", "pass", "bod 3"]


def small(folder: Path, actions: tuple[str, str]) -> Small:
    text = SECTIONS.format(first=actions[0], second=actions[1])
    if "overbid" not in actions[1] or (" n in" not in actions[1] and " m in" not in actions[1]):
        text = text[: text.index("may:")]
    return Small(folder, STEPS, text)


@pytest.mark.parametrize("actions", [*APART, *TOGETHER], ids=range(len(APART) + len(TOGETHER)))
def test_what_is_legal_is_what_can_be_done_and_what_is_explained_as_allowed(
    tmp_path: Path, actions: tuple[str, str]
) -> None:
    state = load(small(tmp_path, actions).path).start(2, seed=1)
    legal = {move.text: move.number for move in state.question.legal}
    assert len(legal) == len(state.question.legal)
    for text in {*TEXTS, *legal}:
        read, why = state.read(text), state.why(text)
        assert isinstance(read, Move) == (why.verdict == "allowed"), text
        if text in legal:
            assert isinstance(read, Move)
            assert read.number == legal[text]
        if isinstance(read, Move):
            state.apply(text)
        else:
            with pytest.raises(IllegalMove):
                state.apply(text)


def test_of_two_actions_that_are_not_possible_the_nearest_is_explained(tmp_path: Path) -> None:
    state = load(small(tmp_path, APART[0]).path).start(2, seed=1)
    why = state.why("bid 4")
    assert why.verdict == "forbidden"
    assert [clause.id for clause in why.standing()] == ["high"]
