"""A notation has one meaning: `legal`, `why` and `apply` agree on it. `check` warns about two actions with one notation
that can be possible at once."""

from __future__ import annotations

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
OMITTED = [  # actions that leave out a choice, and the choice
    ('bid "bid" for n in 1..4: said = n', "n"),
    ('bid "bid a card" for c in hand(p): said = 1', "c"),
    ('bid "bid {r}" for r in ranks, u in suits: said = 1', "u"),
    ('bid "bid {c}" for n in 1..4, c in hand(p): said = n', "n"),
    ('bid "bid some" for cs in groups of hand(p): said = cs.size', "cs"),
    ('bid "bid after {said}" for k in 1..3 where k != said: said = k', "k"),
]
NAMED = [
    'bid "bid {c.rank}" for c in hand(p): said = 1',
    'bid "bid it" for n in 3..3: said = n',
    'bid "bid it" for c in [dealt.top]: said = 1',
    'bid "bid it" for n in 1..4 where n == said: said = n',
    'bid "bid {c}" for u in suits, c in hand(p) & of_suit(u): said = 1',
    'bid "bid {c}" for u in suits, c in hand(p) where c.suit == u: said = 1',
]
TEXTS = ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "BID 3", "bid", "bid 2 #2", "bid #2", "pass", "bod 3"]


def small(folder: Path, actions: tuple[str, str]) -> Small:
    text = SECTIONS.format(first=actions[0], second=actions[1])
    if "overbid" not in actions[1] or (" n in" not in actions[1] and " m in" not in actions[1]):
        text = text[: text.index("may:")]
    return Small(folder, STEPS, text)


@pytest.mark.parametrize("actions", APART, ids=range(len(APART)))
def test_actions_that_are_never_there_together_may_be_written_alike(tmp_path: Path, actions: tuple[str, str]) -> None:
    assert small(tmp_path, actions).findings() == ()


@pytest.mark.parametrize("actions", TOGETHER, ids=range(len(TOGETHER)))
def test_actions_that_may_be_there_together_are_reported(tmp_path: Path, actions: tuple[str, str]) -> None:
    (found,) = small(tmp_path, actions).findings()
    assert (found.code, found.severity) == ("written-alike", "warning")
    assert "`bid` and `overbid` have the same notation and can be possible at the same time" in found.message


@pytest.mark.parametrize(("action", "choice"), OMITTED)
def test_a_choice_that_the_text_leaves_out_is_reported(tmp_path: Path, action: str, choice: str) -> None:
    (found,) = small(tmp_path, (action, "other: said = 9")).findings()
    assert (found.code, found.severity) == ("written-alike", "warning")
    assert f"the text of `bid` leaves out the choice `{choice}`" in found.message
    assert f"`{{{choice}}}`" in (found.help or "")


@pytest.mark.parametrize("action", NAMED)
def test_a_choice_that_the_text_determines_is_fine(tmp_path: Path, action: str) -> None:
    assert small(tmp_path, (action, "other: said = 9")).findings() == ()


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
