"""Questions, each kind shown by a small game: sealed answers, polls, questions in loops, in words and included."""

from pathlib import Path

import pytest

from lang.small_play import Play
from parlour.mixing.compiler import compile_ruleset
from parlour.states.state import Table
from scaffold.rulesets import write_game

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


def test_a_question_without_words_can_not_be_reworded(tmp_path: Path) -> None:
    game = 'stages:\n  game: ask act(first())\nprompts:\n  act(p): |\n    instead "well?"\n    done: nothing\n'
    with pytest.raises(AssertionError, match="the question `act` has no wording"):
        Play(tmp_path, game)


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
