"""Two Programs compared position by position: which moves differ, and which parts of a position."""

from pathlib import Path

from parlour.game import load
from parlour.states.counterparts import Counterparts
from parlour.states.transfer import PositionPart
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
    rule = "zones:\n  attic(1..14): {ordered: true}\n"
    rule += "procedures:\n  bell(): {instead: 'if stock has cards: move stock.top to attic(2)'}\n"
    game = load(write_game(tmp_path, FRAME, {"rule": rule}))
    ours, theirs = game.machine(2), game.without("rule").machine(2)
    counterparts = Counterparts(ours, theirs)
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
