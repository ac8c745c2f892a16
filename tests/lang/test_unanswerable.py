"""`check` reports questions that might have no answer, or too many."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from parlour.mixing.compiler import compile_ruleset
from parlour.states.state import Table
from scaffold.files import write
from three_ways import Small

RULE = """\
rule: stuck
title: Stuck
for: eights
text: Two answers with clauses.
prompts:
  foo(p): |
    take: nothing
    leave: nothing
may:
  take(p): {a: {forbid: "true", says: "never"}}
  leave(p): {b: {forbid: "%s", says: "not now", unless-stuck: %s}}
when:
  after acted(p): ask foo(p)
"""


@pytest.mark.parametrize(("test", "stuck", "answered"), [("n", "true", True), ("n", "false", False)])
def test_clauses_that_give_way_leave_an_answer(tmp_path: Path, test: str, stuck: str, answered: bool) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(RULE % ("hand(p).size > 3", stuck), encoding="utf-8")
    compiled = compile_ruleset("crazy-eights", [path])
    assert [finding.code for finding in compiled.findings] == ([] if answered else ["no-answer"])
    if compiled.program is not None:
        state = Table.of(compiled.program, 2).start(1)
        while state.question.prompt != "foo":
            state = state.apply(state.question.legal[0])
        assert [str(move) for move in state.question.legal] == ["leave"]


GIFT = """\
rule: gift
title: Gift
for: eights
text: A card for the next player.
prompts:
  gift(p): |
    give for c in hand(p){where}: move c to hand(next(p))
when:
  after acted(p): |
    {ask}
"""


@pytest.mark.parametrize(
    ("ask", "where", "answered"),
    [
        ("if hand(p).size > 1: ask gift(p)", "", True),
        ("if hand(p) has cards: ask gift(p)", "", True),
        ("if hand(p) has cards: ask gift(p)", " where c.rank == K", False),
        ("if hand(next(p)) has cards: ask gift(p)", "", False),
        ("ask gift(p)", "", False),
        ("if hand(p) has cards:\n      ask p:\n        give for c in hand(p): move c to hand(next(p))", "", True),
        ("if hand(p) has cards:\n      ask p:\n        lay for n in 1..2, c in hand(p): move c to pile", "", True),
        ("if hand(p) has cards:\n      ask p:\n        lay for c in hand(p), q in playing: move c to pile", "", False),
    ],
)
def test_a_condition_before_a_question_can_ensure_an_answer(
    tmp_path: Path, ask: str, where: str, answered: bool
) -> None:
    path = tmp_path / "gift.yaml"
    path.write_text(GIFT.format(ask=ask, where=where), encoding="utf-8")
    found = [finding.code for finding in compile_ruleset("crazy-eights", [path]).findings]
    assert ("no-answer" in found) != answered


NAMED = """\
rule: named
title: Named
for: eights
text: After a play somebody names a number, a rank or a suit.
state:
  last: {type: suit or none, each: hand, seen: everybody, text: last suit}
  times: {type: int, each: hand, text: times}
  which: {type: int, each: hand, text: number of the question}
prompts:
"""
NAMING = """\
  naming_{n}(p): |
    name "name {{x}}" for {choices}: times += 1
"""

CONSTANT_CHOICES = [
    ("suits where x != ♥", True),
    ("suits where x != last", True),  # at most one suit is the last one
    ("suits where last != x and x != pile.top.suit", True),
    ("suits where x != last and x not in [♣, ♦] and x != pile.top.suit", False),  # ♥ and ♠ could be those two
    ("suits where x in [♥, ♠]", True),
    ("suits where x == last", False),
    ("suits where x == ♥ and times == 0", False),
    ("ranks where x != A and not x == K", True),
    ("ranks where x < 3", True),
    ("ranks where x < 2", False),
    ("1..3 where x != 2", True),
    ("1..3 where x > 3", False),
    ("1..3 where x > times", False),
    ("1..3 where x == 3 or times > 0", True),
    ("1..2 where x != times and x != hand(p).size", False),
    ("1..3 where x != times and x != hand(p).size", True),
    ("1..3 where x != x + times", False),  # this excludes all while `times` is 0
    ("[2, 4, 6] where x > 5", True),
    ("[2, 4, 6] where x > 4 and x != times", False),
    ("0..times where x != 2", False),
    ("players where x != p", False),  # all others can be out
]


SEVERAL_CHOICES = [
    ("x in suits, y in 1..3 where x != last", True),
    ("x in suits, y in 1..3 where x != last and y != times", True),
    ("x in [2, 4, 6], y in suits where x > 4 and y != last", True),
    ("x in suits, y in 1..3 where x != last and y > 3", False),
    ("x in suits, y in 1..2 where y != times and y != hand(p).size", False),
    ("x in suits, y in suits where x != y", False),  # about both: that some pair is left isn't looked for
    ("x in suits, y in 1..3 where x != last and times > 0", False),  # about none of them
    ("x in suits, y in 1..2000 where x != last and y > 1990", True),
]


def unanswered(folder: Path, asked: list[str]) -> list[str]:
    """Return the choices that can leave their question without an answer. One rule asks about all of them."""
    prompts = "".join(NAMING.format(n=n, choices=choices) for n, choices in enumerate(asked))
    hook = "".join(f"    if which == {n}: ask naming_{n}(p)\n" for n in range(len(asked)))
    path = write(folder / "named.yaml", f"{NAMED}{prompts}when:\n  after acted(p): |\n{hook}")
    errors = [finding for finding in compile_ruleset("crazy-eights", [path]).findings if finding.severity == "error"]
    assert {finding.code for finding in errors} <= {"no-answer"}
    messages = " ".join(finding.message for finding in errors)
    return [choices for n, choices in enumerate(asked) if f"`naming_{n}`" in messages]


@pytest.mark.parametrize("several", [False, True], ids=["constant", "several"])
def test_a_condition_can_leave_some_of_the_choices(tmp_path: Path, several: bool) -> None:
    """A constant set is never empty, and each of several choices has its own conditions."""
    table = SEVERAL_CHOICES if several else [(f"x in {choice}", answered) for choice, answered in CONSTANT_CHOICES]
    assert unanswered(tmp_path, [choices for choices, answered in table if answered]) == []
    left = [choices for choices, answered in table if not answered]
    assert unanswered(tmp_path, left) == left


def test_a_hand_can_be_empty(tmp_path: Path) -> None:
    asked = ["x in suits, y in hand(p) where x != last"]
    assert unanswered(tmp_path, asked) == asked


WAYS_OUT = [
    ("ask p:\n      give for c in hand(p): nothing", "or an `else:` with what happens then"),
    ("ask together q in players:\n      give for c in hand(q): nothing", "possible: `pass only if nothing else`"),
    ("poll q in players:\n      give for c in hand(q): nothing", "possible: `pass only if nothing else: next`"),
    (
        "ask first q in players:\n      give for c in hand(q): nothing\n      else: nothing",  # for all
        "possible: `pass only if nothing else: next`",
    ),
    (
        "ask together q in players:\n      give for c in hand(q): nothing\n      else: nothing",
        "replace it with an action that is always possible: `pass only if nothing else`",
    ),
]


@pytest.mark.parametrize(("ask", "help_"), WAYS_OUT)
def test_the_help_suits_the_kind_of_question(tmp_path: Path, ask: str, help_: str) -> None:
    path = tmp_path / "gift.yaml"
    path.write_text(GIFT.format(ask=ask, where=""), encoding="utf-8")
    (found,) = (finding for finding in compile_ruleset("crazy-eights", [path]).findings if finding.code == "no-answer")
    assert found.help is not None
    assert help_ in found.help


CROWDED = """
    deal {deal} from stock to each hand
    ask dealer:
      lay for {choice}: move cs to box
      rest only if nothing else: nothing
"""
SECTIONS = """
    zones:
      hand(player): {seen: owner}
      stock: {seen: nobody, ordered: true}
    state:
      dealer: {type: player}
    functions:
      few(): 3
"""


@pytest.mark.parametrize(
    ("deal", "choice", "number"),
    [
        ("stock.size", "cs in 1..4 cards of hand(p), r in ranks", "271,089"),  # of 27 cards: 13 ranks, 20,853 sets
        ("7", "cs in 1..4 cards of hand(p), r in ranks", None),
        ("13", "cs in 3 cards of hand(p)", None),
        ("17", "cs in 0..17 cards of hand(p)", "131,072"),
        ("17", "cs in 0..hand(p).size cards of hand(p)", "131,072"),
        ("few()", "cs in 0..hand(p).size cards of hand(p)", None),
        ("27", "cs in groups of hand(p), r in ranks", None),
        ("27", "cs in few() cards of hand(p)", None),
        ("27", "cs in few() cards of hand(p), u in suits", "11,700"),
    ],
)
def test_very_many_choices_are_a_warning(tmp_path: Path, deal: str, choice: str, number: str | None) -> None:
    steps = CROWDED.format(deal=deal, choice=choice.replace("hand(p)", "hand(dealer)"))
    found = [f for f in Small(tmp_path, steps, dedent(SECTIONS)).findings() if f.code == "many-choices"]
    assert [f"`lay` offers about {number} choices" in f.message for f in found] == ([] if number is None else [True])
    assert all(f.severity == "warning" for f in found)
