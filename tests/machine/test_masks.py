"""A condition on cards gives the same as a set expression and for each card alone."""

import pytest
from hand_made import HAND, HERE, NUMBER, PILE, STOCK, WHO, Bench, fact, hand, op, scan, waiting
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import deck
from parlour import program as p
from parlour.analysis.facts import Facts
from parlour.analysis.masks import narrowed

C, D, P_CARD = p.Local(2), p.Local(8), p.Local(13)
TOP = p.ZoneEnd(p.ZoneAt(PILE), bottom=False)
SURE_TOP = p.Sure(TOP, HERE)
NUMBER_VAR = p.VarAt(NUMBER)

FUNCTIONS = (
    p.Function("red", (13,), op("==", fact("colour", P_CARD), p.Const(1)), HERE),
    p.Function("like", (13,), op("==", fact("rank", P_CARD), fact("rank", TOP)), HERE),
)
DECK = deck(jokers=2)
GAME = waiting(deck=DECK, functions=FUNCTIONS)
FAST, SLOW = Bench.of(GAME), Bench.of(GAME, vectorise=False)

FACTS = st.sampled_from(["rank", "suit", "colour", "face"])
COMPARISONS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
SMALL = st.integers(-1, 13).map(p.Const)


def dynamic(kind: str) -> st.SearchStrategy[p.Expr]:
    """Return an expression that depends on the state, but not on the card."""
    return st.sampled_from([fact(kind, TOP), *([NUMBER_VAR] if kind == "rank" else [])])


def another(zone: p.Expr, *also: p.Expr) -> p.Scan:
    """Return a test for another card in a zone."""
    return scan("any", 8, p.ZoneCards(zone), p.And((*also, p.Not(p.SameCard(D, C)))))


@st.composite
def atoms(draw: st.DrawFn) -> p.Expr:
    kind = draw(FACTS)
    mine = fact(kind, C)
    match draw(st.integers(0, 11)):
        case 0:
            return op(draw(COMPARISONS), mine, draw(SMALL))
        case 1:
            return op(draw(COMPARISONS), mine, draw(dynamic(kind)))
        case 2:
            return op(draw(COMPARISONS), draw(dynamic(kind)), mine)
        case 3:
            return op("has", p.Const(draw(st.integers(0, (1 << 14) - 1))), mine)
        case 4:
            return op("has", p.ZoneCards(p.ZoneAt(draw(st.sampled_from([STOCK, PILE])))), C)
        case 5:
            return p.SameCard(C, TOP)
        case 6:
            return p.CallFunction(draw(st.integers(0, 1)), (C,))
        case 7:
            return scan(draw(st.sampled_from(["any", "all"])), 8, p.Single(C), op("has", hand(p.Const(0)), D))
        case 8:
            return another(p.ZoneAt(draw(st.sampled_from([STOCK, PILE]))))
        case 9:
            same = op("==", fact("suit", D), fact("suit", TOP))
            return another(p.ZoneAt(HAND, (p.Const(0),)), draw(st.sampled_from([same, p.Not(p.SameCard(D, TOP))])))
        case 10:
            return op("==", p.Pips(fact("rank", C)), draw(SMALL))
        case _:
            return op(draw(COMPARISONS), NUMBER_VAR, draw(SMALL))


def deeper(inner: st.SearchStrategy[p.Expr]) -> st.SearchStrategy[p.Expr]:
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        inner.map(p.Not),
        several.map(p.And),
        several.map(p.Or),
        st.tuples(inner, inner, inner).map(lambda t: p.If(*t)),
    )


CONDITIONS = st.recursive(atoms(), deeper, max_leaves=8)


@settings(max_examples=80, deadline=None)
@given(condition=CONDITIONS, places=st.lists(st.sampled_from([HAND, STOCK, PILE, 0]), min_size=54, max_size=54),
       number=st.integers(-1, 13))  # fmt: skip
def test_both_ways_are_the_same(condition: p.Expr, places: list[int], number: int) -> None:
    s = FAST.machine.blank(1)
    for c, place in enumerate(places):
        FAST.machine.move(s, c, FAST.number(place))
    s[FAST.machine.layout.variables[NUMBER].at] = number
    FAST.s = SLOW.s = s
    for kind in ("any", "all", "count", "those", "first"):
        for domain in (hand(p.Const(0)), p.Seated("pack")):
            e = scan(kind, 2, domain, condition)
            assert FAST.value(e) == SLOW.value(e)


@pytest.mark.parametrize(
    "condition",
    [
        p.Or((op("==", fact("suit", C), NUMBER_VAR), op("==", fact("rank", C), fact("rank", TOP)))),
        p.And((op(">=", fact("rank", C), fact("rank", TOP)), p.Not(op("has", p.Const(0b111), fact("rank", C))))),
        p.And((op("==", NUMBER_VAR, p.Const(1)), op("==", op("mod", p.Pips(fact("rank", C)), p.Const(2)), p.Const(0)))),
        p.If(op("==", NUMBER_VAR, p.Const(1)), p.CallFunction(0, (C,)), p.CallFunction(1, (C,))),
        p.If(p.CallFunction(0, (C,)), op("==", fact("rank", C), NUMBER_VAR), p.Const(0)),
        op("==", p.WhereIs(C), p.ZoneAt(HAND, (p.VarAt(WHO),))),
        op("has", p.ZoneCards(p.ZoneAt(STOCK)), C),
        p.And((p.Not(op("==", TOP, p.Const(p.NONE))), op("==", fact("rank", C), fact("rank", SURE_TOP)))),
        p.Or((op("==", TOP, p.Const(p.NONE)), op("<", fact("rank", C), fact("rank", SURE_TOP)))),
        p.If(op("!=", TOP, p.Const(p.NONE)), p.SameCard(C, SURE_TOP), p.Const(1)),
        scan("all", 8, p.Single(C), op("has", hand(p.Const(0)), D)),
        another(p.ZoneAt(HAND, (p.Const(0),))),
        p.Or((p.Not(another(p.ZoneAt(STOCK), op("==", fact("suit", D), fact("suit", TOP)))), p.SameCard(C, TOP))),
        scan("any", 8, hand(p.Const(0)), p.Not(op("has", p.Single(C), D))),
    ],
)
def test_usual_conditions_become_sets(condition: p.Expr) -> None:
    assert narrowed(Facts(GAME), hand(p.Const(0)), condition, 2) is not None


@pytest.mark.parametrize(
    "condition",
    [
        op("==", op("mod", p.Pips(fact("rank", C)), NUMBER_VAR), p.Const(0)),
        op("==", op("//", p.Const(8), NUMBER_VAR), fact("rank", C)),  # could fail although no card needs it
        scan("any", 8, hand(p.Const(1)), op("<", fact("rank", p.Local(8)), fact("rank", C))),
        op("<", fact("suit", C), NUMBER_VAR),
        another(p.ZoneAt(STOCK), op("==", fact("suit", D), fact("suit", C))),
        p.And((op("==", fact("rank", C), fact("rank", SURE_TOP)), op("!=", TOP, p.Const(p.NONE)))),
    ],
)
def test_other_conditions_are_left_alone(condition: p.Expr) -> None:
    assert narrowed(Facts(GAME), hand(p.Const(0)), condition, 2) is None
    assert FAST.value(scan("count", 2, p.Const(0), condition)) == 0


@pytest.mark.parametrize(("lying", "besides"), [("", ""), ("9♣", "3♥ Jk"), ("9♣ 3♥", "9♣ 3♥ Jk")])
def test_another_card_than_one(lying: str, besides: str) -> None:
    """An empty set has no other card; one card is another card for all others; two cards, for every card."""
    bench = Bench.of(waiting(deck=DECK)).lay(STOCK, lying)
    asked = bench.mask("9♣ 3♥ Jk")
    assert bench.value(scan("those", 2, p.Const(asked), another(p.ZoneAt(STOCK)))) == bench.mask(besides)


def test_the_expression_says_what_one_would_say() -> None:
    """Expect the hand's cards of a suit or a rank, and all cards but the eights."""
    match_ = p.Or((op("==", fact("suit", C), NUMBER_VAR), op("==", fact("rank", C), fact("rank", TOP))))
    plain = waiting()
    mine = hand(p.Const(0))
    suit = p.FaceCards("suit", p.Single(NUMBER_VAR))
    rank = p.FaceCards("rank", p.Single(fact("rank", TOP)))
    assert narrowed(Facts(plain), mine, match_, 2) == p.Op("&", mine, p.Op("|", suit, rank))
    assert narrowed(Facts(plain), mine, p.Not(match_), 2) == p.Op("-set", mine, p.Op("|", suit, rank))
