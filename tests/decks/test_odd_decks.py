"""Decks of unusual sizes and signs: many ranks, many suits, suits with symbols, names with two letters."""

from pathlib import Path

import pytest

import parlour
from parlour.cli.main import main
from parlour.mixing.compiler import compile_ruleset, require
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.states.machine import Machine

NUMBERS = """\
deck: numbers
title: Numbers
ranks: [1..104]
"""
STARS = """\
deck: stars
title: Stars
suits:
  ★: {name: stars, letter: S, colour: yellow}
  ☾: {name: moons, letter: M, colour: blue}
  🔔: {name: bells, letter: B, colour: red}
  ♣: {name: clubs, letter: C, colour: black}
  sun: {colour: green}
  T: {name: trumps, colour: grey}
ranks: [1..3, Kn: {name: knight}, A: {name: ace}]
named: "{rank}{suit}"
"""
GAME = """\
game: taking
title: Taking
extends: table
players: 2
deck: {{pack: ./deck.yaml, each: game{more}}}
records:
  Note: {{rank: {{type: rank}}, {fields}flag: {{type: bool}}}}
zones:
  hand(player): {{seen: owner}}
  stock: {{ordered: true}}
  pile: {{seen: everybody, ordered: true}}
state:
  up: {{type: player, each: game}}
  note: {{type: Note, each: game, seen: everybody}}
  wrong: {{type: int, each: game, seen: everybody}}
stages:
  game: |
    shuffle box into stock
    deal 8 from stock to each hand
    resume here with up
    while all p in players where hand(p) has cards limit 20:
      ask turn(up)
      up = next(up)
    champions = those p in players with least hand(p).size
prompts:
  turn(p): |
    lay for cs in groups of hand(p):
      note = Note(rank: cs.first.rank, {facts}flag: true)
      if note.rank != cs.first.rank{tests} or not note.flag: wrong += 1
      move cs to pile
    wait only if nothing else: nothing
outcome:
  wrong: wrong
"""
PLAIN = {"fields": "", "facts": "", "tests": ""}
SUITED = {
    "fields": "suit: {type: suit}, colour: {type: colour or none}, ",
    "facts": "suit: cs.first.suit, colour: cs.first.colour, ",
    "tests": " or note.suit != cs.first.suit or note.colour != cs.first.colour",
}
DECKS = {"numbers": (NUMBERS, PLAIN), "stars": (STARS, SUITED)}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(deck: str, more: str = "", rest: str = "") -> Path:
    text, parts = DECKS[deck]
    Path("deck.yaml").write_text(text, encoding="utf-8")
    Path("taking.yaml").write_text(GAME.format(more=more, **parts) + rest, encoding="utf-8")
    return Path("taking.yaml")


@pytest.mark.parametrize("deck", DECKS)
def test_records_keep_every_rank_suit_and_colour(deck: str) -> None:
    game = parlour.load(written(deck))
    for seed in range(10):
        state = game.start(players=2, seed=seed)
        while not state.over:
            state = state.apply(state.question.legal[seed % len(state.question.legal)])
        assert state.outcome.values["wrong"] == 0


@pytest.mark.parametrize("deck", DECKS)
def test_native_code_plays_the_same_games(deck: str) -> None:
    pytest.importorskip("llvmlite")
    from agreement import compare
    from parlour.native.player import NativePlayer

    program = require(compile_ruleset(written(deck)))[1]
    task = Task(seed=3, begin=None, policy=False, most=200, states=True)
    compare(PythonPlayer(program, 2), NativePlayer(program, 2), task, 0, 20)


def test_symbols_are_suits_in_rules_and_moves() -> None:
    rest = """\
functions:
  rings(p): any c in hand(p) where c == Kn🔔 or c == 3★ or c.suit == ☾
"""
    game = parlour.load(written("stars", rest=rest))
    state = game.position({"hand 1": "KnB 2★", "hand 2": "3☾ 1T", "to move": 1}, players=2)
    assert [move.text for move in state.question.legal] == ["lay 2★", "lay Kn🔔"]
    assert parlour.view(state.apply("lay knb"), seat=2).zone("pile").written() == "Kn🔔"


@pytest.mark.parametrize(("place", "order"), [("high", "1 2 3 Kn A"), ("low", "A 1 2 3 Kn")])
def test_the_rank_called_ace_is_high_or_low(place: str, order: str) -> None:
    machine = Machine(require(compile_ruleset(written("stars", f", ace: {place}")))[1], 2)
    assert list(machine.layout.pack.rank_names) == order.split()


def test_a_word_that_looks_like_a_card_of_a_deck_without_suits(capsys: pytest.CaptureFixture[str]) -> None:
    """The help names a card of this deck."""
    examples = """\
examples:
  - name: a card that nobody has
    deal: 7 8
    then: {2 does not see: 9♣ in stock}
"""
    assert main(["test", str(written("numbers", rest=examples))]) == 1
    assert "`9♣` is not a card" in (shown := capsys.readouterr().out)
    assert "help: write a card as `1`" in shown


def test_a_card_with_its_words_in_another_order(capsys: pytest.CaptureFixture[str]) -> None:
    """The help doesn't say the same name twice."""
    examples = """\
examples:
  - name: the suit first
    deal: 1★ 2★
    then: {2 does not see: MKn}
"""
    assert main(["test", str(written("stars", rest=examples))]) == 1
    shown = capsys.readouterr().out
    assert "`MKn` is not a card" in shown
    assert "did you mean `Kn☾`?" in shown
    assert shown.count("`Kn☾`") == 1


@pytest.mark.parametrize("rank", [9, 90])
def test_a_rank_that_nobody_can_name_now_is_still_a_choice_of_the_action(rank: int) -> None:
    path = written("numbers")
    text = path.read_text(encoding="utf-8")
    text = text.replace("state:\n", "state:\n  some: {type: ranks, each: game, seen: everybody}\n")
    path.write_text(text.replace("    wait only", "    ask for r in some: nothing\n    wait only"), encoding="utf-8")
    why = parlour.load(path).start(players=2, seed=1).why(f"ask {rank}")
    assert (why.verdict, [reason.kind for reason in why.others]) == ("impossible", ["not-a-choice"])
