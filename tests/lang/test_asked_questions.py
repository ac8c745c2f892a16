"""Questions, each kind shown by a small game: sealed answers, polls, questions in loops, in words and included."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.small_play import NUMBERS, Play, steps
from parlour.mixing.compiler import compile_ruleset
from parlour.states.state import Table
from scaffold.rulesets import write_game


def test_sealed_answers_count_only_when_all_are_in(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            ask together p in players:
              bid for n in 1..3:
                v(p) = n
                x = x * 10 + n
            ask first():
              done: nothing
            """,
            NUMBERS,
        ),
        players=3,
    )
    game.do("1: bid 3", "2: bid 1")
    assert [game.value("v", i) for i in range(3)] == [0, 0, 0]
    game.do("3: bid 2")
    assert [game.value("v", i) for i in range(3)] == [3, 1, 2]
    assert game.value("x") == 312
    assert game.legal == ["done"]


POLL = steps(
    """
    let first = first()
    poll q in seats after first where q != first:
      take:
        x += 1
        v(q) = 1
      decline: next
      else: y = 1
    ask first:
      done: nothing
    """,
    NUMBERS,
)


def test_the_first_answer_ends_a_poll(tmp_path: Path) -> None:
    game = Play(tmp_path, POLL, players=4).do("2: decline", "3: take")
    assert (game.value("x"), game.value("y"), game.value("v", 2)) == (1, 0, 1)
    assert game.state.question.seat == 1


def test_a_poll_that_nobody_answers(tmp_path: Path) -> None:
    game = Play(tmp_path, POLL, players=3).do("2: decline", "3: decline")
    assert (game.value("x"), game.value("y")) == (0, 1)


def test_questions_in_loops_in_procedures(tmp_path: Path) -> None:
    """Locals outlive questions, also those of the callers, and `stop` leaves only the inner loop."""
    game = Play(
        tmp_path,
        steps(
            """
            let total = 0
            for p in players:
              let mine = 10
              repeat 2 times:
                collect(p, mine)
                mine += 1
              total += mine
            x = total
            ask first():
              done: nothing
            """,
            NUMBERS
            + """
procedures:
  collect(p, n): |
    while true limit 5:
      ask p:
        add for k in 1..9:
          v(p) += n * k
        enough: stop
            """,
        ),
    )
    game.do("1: add 2", "1: add 3", "1: enough", "1: add 1", "1: enough")
    assert game.value("v", 0) == 10 * 5 + 11
    game.do("2: enough", "2: add 4", "2: enough")
    assert game.value("v", 1) == 44
    assert game.value("x") == 24


WORDED = """
zones:
  hand(player): {seen: owner}
stages:
  game: |
    champions = players
    move 4♠ to hand(first())
    ask act(first())
    ask first():
      "the {4♠} again?"
      done: nothing
prompts:
  act(p): |
    "what about {hand(p).cards}?"
    done: nothing
"""


def test_a_question_is_put_in_the_words_of_the_ruleset(tmp_path: Path) -> None:
    game = Play(tmp_path, WORDED)
    assert game.state.question.wording == "what about 4♠?"
    assert game.do("1: done").state.question.wording == "the 4♠ again?"


@pytest.mark.parametrize("cards", ["hand(next(p)).cards", "hand(next(p)).first", "(hand(next(p)) + hand(p))"])
def test_a_question_does_not_name_a_card_that_its_player_does_not_see(cards: str, tmp_path: Path) -> None:
    other = WORDED.replace("{hand(p).cards}", f"{{{cards}}}, {{p}}")
    game = Play(tmp_path, other.replace("to hand(first())", "to hand(next(first()))"))
    assert game.state.question.wording == "what about …, seat 1?"
    assert game.do("1: done").state.question.wording == "the 4♠ again?"


def test_the_reason_of_a_clause_does_not_name_an_unseen_card(tmp_path: Path) -> None:
    clause = 'may:\n  take(p):\n    first: {forbid: true, says: "{p} has {hand(p).first}, not {hand(next(p)).first}"}\n'
    more = WORDED + "    take: nothing\n" + clause
    game = Play(tmp_path, more.replace("ask act", "move 5♠ to hand(next(first()))\n    ask act"))
    assert [reason.says for reason in game.state.why("take").clauses] == ["seat 1 has 4♠, not …"]


def test_one_document_words_a_question(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the question `act` has two wordings"):
        Play(tmp_path, WORDED, rules=('prompts:\n  act(p): |\n    "or so?"\n    pass: nothing\n',))


def test_a_rule_can_reword_a_question_without_replacing_it(tmp_path: Path) -> None:
    game = Play(tmp_path, WORDED, rules=('prompts:\n  act(p): |\n    instead "well, {p}?"\n',))
    assert game.state.question.wording == "well, seat 1?"
    assert [move.text for move in game.state.question.legal] == ["done"]


def test_only_one_rule_rewords_a_question(tmp_path: Path) -> None:
    again = 'prompts:\n  act(p): |\n    instead "well?"\n'
    with pytest.raises(AssertionError, match="`r0` and `r1` both reword `act`"):
        Play(tmp_path, WORDED, rules=(again, again))


@pytest.mark.parametrize("actions", ['  act(p): |\n    instead "well?"\n    done: nothing\n'])
def test_a_question_without_words_can_not_be_reworded(tmp_path: Path, actions: str) -> None:
    game = f"stages:\n  game: ask act(first())\nprompts:\n{actions}"
    with pytest.raises(AssertionError, match="the question `act` has no wording"):
        Play(tmp_path, game)


def test_what_an_included_question_is_given_is_the_same_for_all_its_actions(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
zones:
  hand(player): {seen: owner}
state:
  n: {type: int, each: game, text: n}
stages:
  game: |
    champions = players
    move those c in box where c.rank in [4, 5] to hand(first())
    ask act(first())
    ask first():
      done: nothing
prompts:
  pick(p, cs, k): |
    take for c in cs where k > 1: n = k * 10 + cs.size
    leave only if nothing else: nothing
  act(p): |
    include pick(p, those c in hand(p) where c.rank == 5, hand(p).size)
""",
    )
    assert game.legal == ["take 5♣", "take 5♦", "take 5♥", "take 5♠"]
    assert game.do("1: take 5♥").value("n") == 84


def test_a_question_that_only_an_instead_of_asks_is_put(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): nothing\n",
    )
    riddle = (
        "prompts:\n  riddle(p): |\n    left: x = 1\n    right: x = 2\n"
        "when:\n  instead of act_now(n): {if: n == 4, do: ask riddle(first())}\n"
    )
    game = Play(tmp_path, frame, rules=(riddle,))
    assert game.legal == ["left", "right"]
    assert game.do("1: right").value("x") == 2


def test_a_clash_of_a_game_with_a_rule_is_shown_in_the_game(tmp_path: Path) -> None:
    """The game can replace what the rule says, although the rule comes later."""
    prompt = 'prompts:\n  pick(p): |\n    "which?"\n    keep "keep": nothing\n'
    frame = "frame: picks\ntitle: Picks\nextends: table\nplayers: 2\ndeck: {pack: 52, each: game}\n"
    frame += "stages:\n  game: |\n    for p in players: ask pick(p)\n"
    frame += 'prompts:\n  pick(p): |\n    no "no": nothing\n'
    path = write_game(tmp_path, frame, {"sorting": prompt}, prompt)
    found = [d for d in compile_ruleset(path).findings if d.code == "name-twice"]
    assert [d.message for d in found] == ["the question `pick` has two wordings", "duplicate action `keep`"]
    for d in found:
        assert d.span is not None
        assert [Path(span.source.name).name for span in (d.span, d.related[0].span)] == ["game.yaml", "sorting.yaml"]


ASKS_ITSELF = {
    "in a procedure of an action": (
        "",
        "procedures:\n  play(p, c): |\n    move c to pile\n    if possible act(p): x += 1",
    ),
    "in the steps of an action": (":\n      move c to pile\n      if possible act(p): x += 1", ""),
    "in the condition of a hook": (
        "",
        "procedures:\n  play(p, c): move c to pile\n"
        "when:\n  after play(p, c):\n    - if: possible act(p)\n      do: x += 1",
    ),
    "in the steps of a hook": (
        "",
        "procedures:\n  play(p, c): move c to pile\n"
        "when:\n  after play(p, c): |\n    repeat 1 times:\n      if possible act(p): x += 1",
    ),
}


@pytest.mark.parametrize(("body", "sections"), ASKS_ITSELF.values(), ids=ASKS_ITSELF)
def test_steps_can_ask_whether_their_own_question_has_an_answer(body: str, sections: str, tmp_path: Path) -> None:
    """Seat 1 has two cards, so the question still has an answer after the first."""
    frame = f"""\
frame: asks
title: Asks itself
extends: table
text: It asks whether it can ask.
players: 2
deck: {{pack: 52, each: game}}
zones:
  hand(player): {{seen: owner}}
  pile: {{seen: everybody}}
state:
  x: {{type: int, each: game, seen: everybody}}
stages:
  game: |
    move box & [8♦, 9♦] to hand(players.first)
    ask act(players.first)
    ask act(players.first)
prompts:
  act(p): |
    play for c in hand(p){body}
    pass only if nothing else: nothing
{sections}
"""
    compiled = compile_ruleset(write_game(tmp_path, frame))
    assert compiled.program is not None, compiled.findings
    state = Table.of(compiled.program, 2).start(1).apply("play 8♦")
    number = next(i for i, v in enumerate(compiled.program.variables) if v.name == "x")
    assert state.cells[state.table.machine.layout.variables[number].cell(())] == 1
