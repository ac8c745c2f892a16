"""Positions laid out by hand, and tables of different sizes."""

import pytest
from eights import HAND, LED, PILE, PLAYS, RULES, STOCK, UP
from hand_made import HERE, LABEL, MARKS, NUMBER, PLAYER, ROW, Bench, arm, op, program, question, variable

from parlour import program as p
from parlour.states.machine import Machine
from parlour.states.positions import Arrangement, PositionError

HERE_ = p.Resume("turn", p.VarAt(UP), 8, (0,), (), HERE)


def eights_position(machine: Machine, mover: int) -> list[int]:
    """Return a position with 9♦ on the pile, the hands K♦ and 3♣, and two cards in the stock, A♠ on top."""
    pack = machine.layout.pack
    position = Arrangement(machine, HERE_, seed=1)
    bases = machine.layout.bases
    for zone, names in (
        (bases[PILE], ["2♣", "9♦"]),
        (bases[HAND], ["K♦"]),
        (bases[HAND] + 1, ["3♣"]),
        (bases[STOCK], ["4♣", "A♠"]),
    ):
        position.lay(zone, [pack.cards_of_face(f)[0] for f in map(pack.face_of_name, names) if f is not None])
    position.set(LED, (), 1)
    assert len(position.left()) == 52 - 6
    return position.go(mover)


def test_a_game_goes_on_from_a_position() -> None:
    machine = Machine(RULES, 2)
    for mover in (0, 1):
        s = eights_position(machine, mover)
        assert len(s) == machine.layout.size
        assert machine.seat(s) == mover
        bench = Bench(machine, s)
        assert bench.lying(PILE) == "2♣ 9♦"
        assert bench.texts() == (["play K♦", "draw"] if mover == 0 else ["draw"])
        assert bench.get(PLAYS) == 0
    assert Bench(machine, eights_position(machine, 1)).go().lying(HAND, 1) == "3♣ A♠"


def test_positions_that_cant_be() -> None:
    machine = Machine(RULES, 2)
    position = Arrangement(machine, HERE_, seed=1)
    position.lay(machine.layout.bases[PILE], [3])
    with pytest.raises(PositionError, match="2♠ can't be in two places"):
        position.lay(machine.layout.bases[STOCK], [3])
    with pytest.raises(PositionError, match="nobody is ever out"):
        position.seats(0b01)
    with pytest.raises(PositionError, match="direction never changes"):
        position.seats(0b11, -1)


def test_calls_and_locals_are_noted() -> None:
    """Continue in a routine that the first of two places called; the mover is one of its locals."""
    act = question("act", p.Local(3), arm("go", 6), params=(3,), kept=(3, 9))
    code = [
        p.Do(p.EnterStage(0)),
        p.Gosub(5, 9, 1),
        p.Finish((3, 9)),
        p.Gosub(5, 9, 2),
        p.Finish((3, 9)),
        p.AskOf(0),
        p.Do(p.Set(p.VarAt(NUMBER), op("+", p.VarAt(NUMBER), p.Const(1)))),
        p.Do(p.LeaveTable(p.Const(0))),
        p.Do(p.Reverse()),
        p.Return(9, (3, 9)),
    ]
    resume = p.Resume(None, p.Local(3), 5, (0,), ((9, 2),), HERE)
    game = program(code, [act], kept=(3, 9), returns=(2, 4), marks=MARKS, resumes=(resume,))
    machine = Machine(game, 3)
    position = Arrangement(machine, resume, seed=1)
    position.lay(machine.layout.bases[ROW], [3, 7], up=1 << 7)
    position.mark(LABEL, 3, 2)
    position.seats(0b110, -1)
    s = position.go(2)
    bench = Bench(machine, s)
    assert machine.seat(s) == 2
    assert s[machine.layout.kept[9]] == 2
    assert bench.value(p.Seated("playing")) == 0b110
    assert bench.value(p.FaceUp(p.Const(7))) == 1
    assert bench.value(p.FaceUp(p.Const(3))) == 0
    assert bench.mark(LABEL, "2♠") == 2
    bench.go()
    assert machine.over(bench.s)
    assert bench.get(NUMBER) == 1


def test_tables_of_other_sizes() -> None:
    with pytest.raises(ValueError, match="not for 9 players"):
        Machine(RULES, 9)
    sides = (variable("who", PLAYER), variable("score", p.Type("int"), p.Type("side"), p.Type("suit")))
    game = program([p.AskOf(0)], [question("q", p.Const(0), arm("go", 0))], variables=sides, ending=0)
    for players, count in ((3, 3), (4, 2)):
        machine = Machine(game, players)
        assert machine.layout.variables[1].size == count * 4
        assert len(list(machine.layout.keys_of(machine.layout.variables[1]))) == count * 4
        assert list(machine.layout.keys_of(machine.layout.variables[0])) == [()]


def test_cells_do_not_overlap() -> None:
    """Every cell of the layout belongs to one thing."""
    machine = Machine(program([p.AskOf(0)], [question("q", p.Const(0), arm("go", 0))], kept=(1, 2), marks=MARKS), 5)
    layout = machine.layout
    cells = list(range(5))
    for array in layout.variables:
        cells += range(array.at, array.at + array.size)
    cells += layout.kept.values()
    for i in layout.instances:
        cells += range(i.at, i.at + (1 + i.room if i.form == "row" else i.room if i.form == "columns" else 1))
        cells += [cell for cell in (i.turned, i.batch) if cell is not None]
    for at in (layout.where, *layout.marks):
        cells += range(at, at + layout.pack.size)
    assert sorted(cells) == list(range(layout.size))
