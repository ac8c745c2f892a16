"""How often a rule matters: small games where it can be counted by hand, and laws for the shipped ones.

The definition is in docs/playouts.md.
"""

from pathlib import Path

import pytest

from parlour.game import Game, load
from parlour.influence.contrast import Contrast, Decision
from parlour.influence.effects import Influence
from parlour.influence.sampling import influence
from parlour.playouts.decisions import decisions
from parlour.playouts.played import Rows
from parlour.playouts.player import Task
from parlour.states.state import fast_machine
from parlour.states.transfer import Transfer
from scaffold.rulesets import write_game, write_rule

FRAME = Path(__file__).with_name("ten-acts.yaml").read_text(encoding="utf-8")
CASES = {
    "nothing": ("options:\n  idle: {type: bool, default: true, text: nothing}\n", {}, 0),
    "changes something at each of ten acts": ("when:\n  after bell(): noise += 1\n", {"other": 10}, 10),
    "changes the result": ("when:\n  after bell(): points += 1\n", {"score": 10}, 10),
    "moves a card after the fifth act": (
        "when:\n  after bell(): {if: acts == 5, do: deal 1 from stock to hand(mover)}\n",
        {"cards": 1},
        1,
    ),
    "refuses a move after the fourth and the seventh act": (
        "may:\n  one(p):\n    later: {forbid: acts == 4 or acts == 7, says: not now}\n",
        {"refused": 2},
        2,
    ),
    "refuses nothing": ("may:\n  one(p):\n    later: {forbid: acts == 10, says: not now}\n", {}, 0),
    "offers a move": ('prompts:\n  act(p): |\n    three "three": noise += 1\n', {"offered": 10}, 10),
    "asks a question before each act but the first": (
        "when:\n  after bell(): |\n    if acts < 10:\n      ask mover:\n"
        '        say-yes "yes": nothing\n        say-no "no": nothing\n',
        {"asked": 9},
        9,
    ),
    "asks what has one answer": (
        'when:\n  after bell(): |\n    ask mover:\n      say-yes "yes": nothing\n',
        {},
        0,
    ),
    "changes who is next after the third act": (
        "when:\n  after bell(): {if: acts == 3, do: mover = next(mover)}\n",
        {"turn": 1, "other": 1},
        1,
    ),
    "ends the game at the sixth act": (
        "when:\n  after bell(): {if: acts == 6, do: end game as done}\n",
        {"turn": 1, "score": 1, "other": 1},  # how the game ended is a result, and the mover stays the same
        1,
    ),
}


def looked(game: Game, games: int = 3) -> Influence:
    return influence(game, game.playouts(games, game.players[0], seed=1, native=False))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("case", CASES)
def test_a_rule_matters_as_often_as_counted_by_hand(tmp_path: Path, case: str) -> None:
    sections, ways, times = CASES[case]
    found = looked(load(write_game(tmp_path, FRAME, {"rule": sections})))
    assert (found.games, found.of_each) == (3, 1)
    assert found.times("rule") == (times,) * 3
    assert {kind: n for kind, n in found.rules["rule"].kinds.items() if any(n)} == {
        kind: (n,) * 3 for kind, n in ways.items()
    }


def test_a_match_of_several_games_matters_at_the_end_of_each_game() -> None:
    """Whist is best of three: without that, a match ends with its first game."""
    game = load("whist")
    played = game.playouts(4, 4, seed=1, native=False)
    found = influence(game, played, sample=10_000)
    assert found.of_each == 1
    wins = played.values["wins"]
    assert isinstance(wins, Rows)
    assert found.times("best-of") == tuple(sum(row) for row in wins.tolist())  # the games of each match
    deals = played.fired_by("last-card-is-trump")
    assert found.times("last-card-is-trump") == tuple(n - 1 for n in deals)  # the first is before all decisions


def test_two_rules_are_counted_apart(tmp_path: Path) -> None:
    """Each is compared with the mix that has the other one."""
    rules = {
        "early": "when:\n  after bell(): {if: acts <= 3, do: noise += 1}\n",
        "late": "when:\n  after bell(): {if: acts > 3, do: points += 1}\n",
    }
    found = looked(load(write_game(tmp_path, FRAME, rules)))
    assert (found.times("early")[0], found.times("late")[0]) == (3, 7)


def test_a_rule_that_others_need_is_compared_without_them(tmp_path: Path) -> None:
    rules = {
        "base": "procedures:\n  ding(): nothing\nwhen:\n  after bell(): |\n    noise += 1\n    ding()\n",
        "more": "needs: [base]\nwhen:\n  after ding(): points += 1\n",
    }
    found = looked(load(write_game(tmp_path, FRAME, rules)))
    assert found.rules["base"].beside == ("more",)
    assert (found.times("base")[0], found.times("more")[0]) == (10, 10)
    assert not any(found.rules["base"].kinds["score"])


SWITCHING = """\
switchable: [later]
prompts:
  act(p): |
    enact "from now on {x}" for x in rules where x is off: switch on x
"""
LATER = "when:\n  after bell(): points += 1\n"


def test_a_switchable_rule_that_is_added_is_compared_without_it(tmp_path: Path) -> None:
    """The mix to compare with lacks the rule: there it isn't switched on by the position that is carried over."""
    path = write_game(tmp_path, FRAME, {"voting": SWITCHING.replace("[later]", "[later, never]")})
    write_rule(tmp_path, "later", LATER, "ten")
    write_rule(tmp_path, "never", "", "ten")
    game = load(path, with_="later")
    assert "later" not in {use.rule.id for use in game.without("later").composition.uses}
    found = looked(game)
    assert found.times("later") == (10,) * 3


def test_a_switchable_rule_of_an_added_rule_can_be_left_out(tmp_path: Path) -> None:
    path = write_game(tmp_path, FRAME)
    write_rule(tmp_path, "voting", SWITCHING.replace("[later]", "[later, never]"), "ten")
    write_rule(tmp_path, "later", LATER, "ten")
    write_rule(tmp_path, "never", "", "ten")
    for with_ in ("voting", ("voting", "later")):
        game = load(path, with_=with_)
        assert [use.rule.id for use in game.without("later").composition.uses] == ["never", "voting"]
        assert [use.rule.id for use in game.without("voting", "later").composition.uses] == []
    assert looked(load(path, with_=("voting", "later"))).times("later") == (10,) * 3


def test_reasons_why_a_rule_is_not_compared_say_what_lacks_it(tmp_path: Path) -> None:
    path = write_game(tmp_path, FRAME, {"voting": SWITCHING})
    write_rule(tmp_path, "later", LATER, "ten")
    unknown = looked(load(path)).unknown
    assert unknown["later"] == "without it, no rule of this mix is switchable"
    path = write_game(
        tmp_path / "pair", FRAME, {"base": "needs: [one of sorts]\n", "sort": "group: sorts\nneeds: [base]\n"}
    )
    unknown = looked(load(path)).unknown
    assert unknown["base"] == "without `sort`, which needs it, `base` needs a rule of the group `sorts`"
    assert unknown["sort"] == "without it, `base` needs a rule of the group `sorts`"


def test_a_rule_without_which_there_is_no_game_is_named(tmp_path: Path) -> None:
    frame = FRAME.replace("procedures:\n", "procedures:\n  ending(): required\n")
    frame = frame.replace("      bell()\n", "      bell()\n      ending()\n")
    found = looked(load(write_game(tmp_path, frame, {"rule": "procedures:\n  ending(): noise += 1\n"})))
    assert not found.rules
    assert "ending" in found.unknown["rule"]


@pytest.mark.parametrize("path", ["extra.yaml", "./extra.yaml"])
def test_a_rule_from_a_file_of_the_working_directory_matters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    game = write_game(tmp_path, FRAME, {})
    rule = "rule: extra\ntitle: Extra\nfor: ten\ntext: x\nwhen:\n  after bell(): noise += 1\n"
    (tmp_path / "extra.yaml").write_text(rule, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    mix = load(game, with_=path)
    assert "extra" not in mix.without("extra").program.house_rules
    assert looked(mix).times("extra")[0] == 10


def test_a_sample_of_long_games_estimates_the_same(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME, {"rule": "when:\n  after bell(): noise += 1\n"}))
    found = influence(game, game.playouts(50, 2, seed=1, native=False), sample=100)
    assert (found.games, found.of_each) == (50, 5)
    assert 60 < found.looked_at < 140
    assert sum(found.times("rule")) == 5 * found.looked_at


IDLE = """
rule: idle
title: Idle
for: {}
text: It does nothing.
options:
  idle-word: {{type: bool, default: true, text: nothing}}
zones:
  idle-zone: {{text: an empty place}}
state:
  idle-number: {{type: int, each: game, text: nothing}}
"""


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("id", "frame"),
    [("crazy-eights", "eights"), ("ctg", "shithead"), ("hearts", "tricks"), ("gin-rummy", "rummy"),
     ("animalball-cutthroat", "deduction"), ("last-one", "eights")],
)  # fmt: skip
def test_states_are_carried_over_whole(tmp_path: Path, id: str, frame: str) -> None:
    """A mix with a rule that only declares things plays the same game, decision by decision."""
    (tmp_path / "idle.yaml").write_text(IDLE.format(frame))
    game, more = load(id), load(id, with_=tmp_path / "idle.yaml")
    players = game.players[0]
    ours, theirs = fast_machine(game.program, players), fast_machine(more.program, players)
    there, back = Transfer(ours.layout, theirs.layout), Transfer(theirs.layout, ours.layout)
    task = Task(3, None, True, 150, states=False)
    for s, move in decisions(ours, task, 0):
        carried = there.carry(s)
        assert carried is not None
        assert back.carry(carried) == s
        if move is not None:
            assert theirs.legal(carried) == ours.legal(s)
            assert theirs.apply(carried, move) == there.carry(ours.apply(s, move))


def test_a_ten_that_clears_moves_cards_and_keeps_the_turn() -> None:
    game = load("sh")
    machine, without = (fast_machine(each.program, 2) for each in (game, game.without("tens-clear")))
    given = {"deck": "4♣ 9♦", "pile top": "6♠ J♠", "hand 1": "5♣ 10♣ 10♦", "hand 2": "4♥ 5♥ 6♥", "to move": 1}
    state = game.position(given, 2)
    move = next(move for move in state.question.legal if move.text == "play 10♣ 10♦")
    kinds = Contrast(machine, without).kinds(Decision(machine, list(state.cells), move.number))
    assert {"cards", "turn"} <= kinds


def test_a_zone_with_another_room_is_still_the_same_zone(tmp_path: Path) -> None:
    """The room limits only the ruleset: players notice nothing of it as long as the cards fit."""
    narrow = "zones:\n  stock: {instead: true, ordered: true, room: 60, text: draw pile}\n"
    found = looked(load(write_game(tmp_path, FRAME, {"rule": narrow})))
    assert found.times("rule") == (0,) * 3


def test_cards_in_zones_of_a_rule_are_out_of_play_without_it(tmp_path: Path) -> None:
    """The rule takes a card at each act. Without it, the card stays where it was."""
    zones = "zones:\n  aside(player): {columns: 10, text: aside}\n"
    aside = f"{zones}when:\n  after bell(): deal 1 from stock to aside(mover)\n"
    found = looked(load(write_game(tmp_path, FRAME, {"rule": aside})))
    assert found.times("rule") == (10,) * 3
    assert found.rules["rule"].kinds["cards"] == (10,) * 3
