"""Two Programs compared position by position: which moves differ, and which parts of a position."""

from pathlib import Path

from parlour.game import Game, load
from parlour.states.counterparts import Counterparts
from parlour.states.transfer import PositionPart
from parlour.table.layout import QUESTION
from scaffold.rulesets import write_game

FRAME = """
frame: bells
title: Bells
extends: table
players: 2..2
deck: {pack: 52, each: game}
names: {p: player}
zones:
  stock: {ordered: true, text: draw pile}
state:
  mover: {type: player, each: game, text: who acts}
  rung: {type: int, each: game, text: how often it rang}
prompts:
  act(p): |
    one "one": nothing
    two "two": nothing
procedures:
  bell(): nothing
stages:
  game: |
    move box to stock
    repeat 10 times:
      ask act(mover)
      bell()
"""


def compared(folder: Path, rule: str) -> Counterparts:
    """A game with a rule, and the same game without it."""
    game = load(write_game(folder, FRAME, {"rule": rule}))
    return between(game, game.without("rule"))


def between(ours: Game, theirs: Game) -> Counterparts:
    return Counterparts(ours.machine(2), theirs.machine(2))


def test_moves_that_only_one_of_them_offers(tmp_path: Path) -> None:
    """The rule has its action last, and forbids the second of the others."""
    counterparts = compared(
        tmp_path,
        'prompts:\n  act(p): |\n    three "three": nothing\nmay:\n  two(p):\n    never: {forbid: true, says: no}\n',
    )
    a = counterparts.ours.start(1)
    b = counterparts.carry(a)
    assert b is not None
    numbers = counterparts.numbers(a[QUESTION])
    actions = [arm.id for arm in counterparts.ours.asked(a).arms]
    others = [arm.id for arm in counterparts.theirs.asked(b).arms]
    twins = {actions[move % 3]: numbers.counterpart(move) for move in counterparts.ours.legal(a)}
    assert {name: twin if twin is None else others[twin % 2] for name, twin in twins.items()} == {
        "one": "one",
        "three": None,
    }
    assert [others[move % 2] for move in counterparts.theirs.legal(b)] == ["one", "two"]
    assert numbers.more(counterparts.ours.legal(a), counterparts.theirs.legal(b)) == (True, True)


def test_the_parts_that_differ_after_a_move(tmp_path: Path) -> None:
    counterparts = compared(tmp_path, "when:\n  after bell(): rung += 1\n")
    a = counterparts.ours.start(1)
    b = counterparts.carry(a)
    assert b is not None
    assert counterparts.alike(a, b)
    move, twin = counterparts.ours.legal(a)[0], counterparts.theirs.legal(b)[0]
    assert counterparts.numbers(a[QUESTION]).counterpart(move) == twin
    after, other = counterparts.ours.apply(a, move), counterparts.theirs.apply(b, twin)
    assert counterparts.differences(after, other) == {PositionPart("variable", "rung")}
    assert counterparts.same_question(after, other)
    uncounted = Counterparts(
        counterparts.ours, counterparts.theirs, lambda part: part != PositionPart("variable", "rung")
    )
    assert uncounted.alike(after, other)


def test_a_ten_that_clears_leaves_another_pile_and_the_turn() -> None:
    game = load("sh")
    counterparts = between(game, game.without("tens-clear"))
    given = {"deck": "4♣ 9♦", "pile top": "6♠ J♠", "hand 1": "5♣ 10♣ 10♦", "hand 2": "4♥ 5♥ 6♥", "to move": 1}
    state = game.position(given, 2)
    a = list(state.cells)
    b = counterparts.carry(a)
    assert b is not None
    move = next(move for move in state.question.legal if move.text == "play 10♣ 10♦").number
    twin = counterparts.numbers(a[QUESTION]).counterpart(move)
    assert twin is not None
    after, other = counterparts.ours.apply(a, move), counterparts.theirs.apply(b, twin)
    assert PositionPart("zone", "pile") in counterparts.differences(after, other)
    assert PositionPart("zone", "hand 1") not in counterparts.differences(after, other)
    assert not counterparts.same_question(after, other)


def test_questions_in_another_order(tmp_path: Path) -> None:
    """The same questions correspond, although one game asks them in the opposite order."""
    names = ("first", "second", "third")
    prompts = "".join(f'  {name}(p): |\n    {name}-yes "{name}": nothing\n' for name in names)
    games = []
    for order in (names, names[::-1]):
        asks = "".join(f"      ask {name}(mover)\n" for name in order)
        frame = FRAME.replace("      ask act(mover)\n", asks).replace("prompts:\n", f"prompts:\n{prompts}")
        games.append(load(write_game(tmp_path, frame)).machine(2))
    ours, theirs = (machine.program.questions for machine in games)
    matched = Counterparts(*games).transfer.questions
    pairs = {(ours[one].name, theirs[other].name) for one, other in matched.items() if one >= 0}
    assert pairs >= {(name, name) for name in names}


def test_ordered_zones_share_a_space_only_with_a_rule(tmp_path: Path) -> None:
    """The rule adds so many ordered zones that all of them share a space, and moves a card to one of them: to the
    box, for the mix without the rule."""
    counterparts = compared(
        tmp_path,
        "zones:\n  attic(1..14): {ordered: true}\n"
        "procedures:\n  bell(): {instead: 'if stock has cards: move stock.top to attic(2)'}\n",
    )
    ours, theirs = counterparts.ours, counterparts.theirs
    assert (ours.layout.shares, theirs.layout.shares) == (True, False)
    a = ours.start(1)
    b = counterparts.carry(a)
    assert b is not None
    assert b == theirs.start(1)
    back = Counterparts(theirs, ours).carry(b)
    assert back == a
    after, other = ours.apply(a, ours.legal(a)[0]), theirs.apply(b, theirs.legal(b)[0])
    zones = {PositionPart("zone", "stock"), PositionPart("zone", "box")}
    assert counterparts.differences(after, other) == {*zones, PositionPart("whereabouts")}
    assert not counterparts.alike(after, other)
