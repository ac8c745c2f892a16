"""Lines that a ruleset says: what others read of them, and that all executions compute their values. The scenes of
`home-says.yaml` have the others."""

from pathlib import Path

from parlour.game import load
from parlour.views.projection import Projector
from parlour.views.seen_events import lines
from scaffold.home import TESTS
from scaffold.rulesets import write_game
from scaffold.yaml_files import data_of
from three_ways import Small

FRAME = next(iter(data_of(TESTS / "commands" / "scenes" / "home-says.yaml").values()))["files"]["talk.yaml"]


def test_a_line_for_others_leaves_no_trace(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME))
    machine = game.machine(3)
    s = machine.start(1)
    seat = machine.seat(s)
    _, events = machine.apply_recorded(s, machine.legal(s)[0])
    own, other = ("\n".join(lines(Projector(machine, at).all(events))) for at in (seat, (seat + 1) % 3))
    assert "your best is" in own
    assert "keep" not in own
    assert "your best" not in other
    assert "keep …" in other


KNOWN = """
prompts:
  act(p): |
    match "match {pile.top} as {n} of {pile.size + top_pips()}, not {hand(p).first} or {low(hand(p))}" for n in 1..2:
      nothing
functions:
  top_pips(): most pips(c.rank) for c in pile
  low(cs): least pips(c.rank) for c in cs
"""


def test_others_read_values_that_follow_from_what_everybody_sees(tmp_path: Path) -> None:
    frame = FRAME[: FRAME.index("prompts:")].replace("    ask act(up)", "    move 9♣ to pile\n    ask act(up)") + KNOWN
    machine = load(write_game(tmp_path, frame)).machine(3)
    s = machine.start(1)
    _, events = machine.apply_recorded(s, machine.legal(s)[1])
    seat = machine.seat(s)
    own, other = (Projector(machine, at).all(events) for at in (seat, (seat + 1) % 3))
    assert lines(other)[0] == f"{seat + 1}: match 9♣ as 2 of 10, not … or …"
    assert "…" not in lines(own)[0]


def test_every_execution_computes_the_values_of_a_line(tmp_path: Path) -> None:
    sections = "state:\n  n: {type: int, each: game, seen: everybody}\n"
    fine = Small(tmp_path / "fine", 'let x = n + 4\nsay "{12 // x}"\nask dealt(players.first)', sections + ASKED)
    assert fine.ends()["n"] == 1
    faulty = Small(tmp_path / "faulty", 'say "{12 // n}"\nask dealt(players.first)', sections + ASKED)
    assert "0" in str(faulty.ends())


ASKED = """
prompts:
  dealt(p): |
    add: n += 1
"""
