"""The walk over nodes, beyond one node of each class (`test_completeness.py`)."""

from __future__ import annotations

from parlour import program as p
from parlour.program.walking import free_locals, locals_in, mentions, parts, rebuilt, substitute, walk

HERE = p.Origin("test", "A test", "test.yaml", 1, 1)
ONE, TWO = p.Local(1), p.Local(2)


def test_parts_come_in_the_order_of_the_fields() -> None:
    assert parts(p.If(ONE, p.Const(7), TWO)) == [ONE, p.Const(7), TWO]
    assert parts(p.And((TWO, ONE))) == [TWO, ONE]


def test_outer_nodes_come_first() -> None:
    inner = p.Not(ONE)
    whole = p.Op("+", inner, TWO, HERE)
    assert list(walk(whole)) == [whole, inner, ONE, TWO]


def test_places_and_types_are_no_nodes() -> None:
    assert parts(p.Sure(ONE, HERE)) == [ONE]
    assert parts(p.Hole(ONE, p.Type("int"))) == [ONE]
    assert parts(p.Const(3)) == []


def test_tuples_in_tuples_are_walked() -> None:
    question = p.Question("q", (), ((5, ONE), (6, TWO)), p.Const(0), (), None, None, None, (), (), HERE)
    assert parts(question) == [ONE, TWO, p.Const(0)]
    assert substitute(question, {1: p.Const(9)}).lets == ((5, p.Const(9)), (6, TWO))


def test_a_tuple_is_walked_but_is_no_node() -> None:
    assert list(walk((ONE, (TWO, None), 3))) == [ONE, TWO]


def test_a_loop_binds_its_local_and_no_other() -> None:
    scan = p.Scan("any", 1, p.Seated("everyone"), p.Op("<", ONE, TWO), None)
    assert free_locals(scan) == {2}
    assert locals_in(scan)[1] == {1}
    assert mentions(scan, 1)
    assert not mentions(scan, 3)


def test_what_does_not_change_stays_the_same_object() -> None:
    kept = p.Not(TWO)
    whole = p.And((p.Not(ONE), kept))
    changed = substitute(whole, {1: p.Const(1)})
    assert changed == p.And((p.Not(p.Const(1)), kept))
    assert changed.items[1] is kept
    assert substitute(whole, {3: p.Const(1)}) is whole
    assert rebuilt(whole.items, lambda part: part) is whole.items
