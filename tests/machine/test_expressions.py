"""Every kind of expression, with values that follow from the contract in `program/`."""

import pytest
from hand_made import (
    BY_RANK,
    GUISE,
    HAND,
    HERE,
    LABEL,
    MARKS,
    NUMBER,
    PILE,
    ROW,
    SCORES,
    STOCK,
    Bench,
    fact,
    hand,
    op,
    scan,
    waiting,
)  # fmt: skip

from packs import deck
from parlour import program as p
from parlour.program.operators import BOUND, OPERATORS, computed
from parlour.table.faults import RulesetFault

C, D, Q, N, CS, R, K = p.Local(2), p.Local(8), p.Local(3), p.Local(1), p.Local(4), p.Local(5), p.Local(7)
CARD_0 = p.Local(0)


@pytest.fixture
def bench() -> Bench:
    return Bench.of(waiting(marks=MARKS, functions=FUNCTIONS, permissions=PERMISSIONS))


P, P2, P_CARD = p.Local(10), p.Local(11), p.Local(13)

FUNCTIONS = (
    p.Function("double", (10,), op("+", P, P), HERE),
    p.Function("less", (10, 11), op("-", P, P2), HERE),
    p.Function("threes", (12,), scan("count", 8, p.Seated("pack"), op("==", fact("rank", D), p.Const(3))), HERE),
)

LOW = op("<", fact("rank", P_CARD), p.Const(5))
PERMISSIONS = (
    p.Permission("play", (13,), (p.Clause("low", None, False, LOW, (), None, False, HERE),), p.Not(LOW), HERE),
)


def test_constants_and_variables(bench: Bench) -> None:
    bench.set(NUMBER, 7).set(SCORES, 5, 1).set(BY_RANK, 1, 2, 13)
    assert bench.value(p.Const(-3)) == -3
    assert bench.value(p.VarAt(NUMBER)) == 7
    assert bench.value(p.VarAt(SCORES, (p.Const(1),))) == 5
    assert bench.value(p.VarAt(SCORES, (Q,)), q=1) == 5
    assert bench.value(p.VarAt(SCORES, (Q,)), q=2) == 0
    assert bench.value(p.VarAt(BY_RANK, (Q, R)), q=2, r=13) == 1
    assert bench.value(p.VarAt(BY_RANK, (Q, R)), q=1, r=13) == 0
    assert bench.value(p.VarAt(BY_RANK, (p.Const(2), p.Const(13)))) == 1


def test_a_key_that_is_none_is_a_fault(bench: Bench) -> None:
    with pytest.raises(RulesetFault, match="refuted"):
        bench.value(p.VarAt(BY_RANK, (Q, R)), q=0, r=p.NONE)
    with pytest.raises(RulesetFault, match="score"):
        bench.value(p.VarAt(SCORES, (p.Const(3),)))
    with pytest.raises(RulesetFault, match="hand"):
        bench.value(p.ZoneSize(p.ZoneAt(HAND, (op("-", N, p.Const(1)),))), n=0)


def test_zones(bench: Bench) -> None:
    bench.lay(HAND, "4♠ 2♣", key=1).lay(STOCK, "9♦ 3♥ A♠").lay(ROW, "K♣ Q♣")
    zone = p.ZoneAt(HAND, (Q,))
    assert bench.value(zone, q=1) == bench.number(HAND) + 1
    assert bench.value(p.ZoneCards(zone), q=1) == bench.mask("2♣ 4♠")
    assert bench.value(p.ZoneSize(zone), q=1) == 2
    assert bench.value(p.ZoneSize(zone), q=0) == 0
    assert bench.value(p.ZoneCards(p.ZoneAt(STOCK))) == bench.mask("9♦ 3♥ A♠")
    assert bench.value(p.ZoneSize(p.ZoneAt(STOCK))) == 3
    assert bench.value(p.ZoneEnd(p.ZoneAt(STOCK), bottom=False)) == bench.card("A♠")
    assert bench.value(p.ZoneEnd(p.ZoneAt(STOCK), bottom=True)) == bench.card("9♦")
    assert bench.value(p.ZoneEnd(p.ZoneAt(PILE), bottom=False)) == p.NONE
    assert bench.value(p.ZoneEnd(p.ZoneAt(PILE), bottom=True)) == p.NONE
    assert bench.value(p.ZoneCards(p.ZoneAt(ROW))) == bench.mask("K♣ Q♣")
    assert bench.value(p.ZoneSize(p.ZoneAt(ROW))) == 2


@pytest.mark.parametrize(
    ("place", "name"), [(0, None), (1, "9♦"), (2, "3♥"), (3, "A♠"), (4, None), (-1, None), (53, None)]
)
def test_places_of_a_row(bench: Bench, place: int, name: str | None) -> None:
    bench.lay(STOCK, "9♦ 3♥ A♠")
    wanted = p.NONE if name is None else bench.card(name)
    assert bench.value(p.ZonePlace(p.ZoneAt(STOCK), N), n=place) == wanted


def test_columns(bench: Bench) -> None:
    bench.lay(ROW, "K♣ Q♣ J♣")
    bench.machine.move(bench.s, bench.card("Q♣"), bench.number(STOCK))
    there = [bench.value(p.ZonePlace(p.ZoneAt(ROW), N), n=n) for n in range(6)]
    assert there == [p.NONE, bench.card("K♣"), p.NONE, bench.card("J♣"), p.NONE, p.NONE]
    assert bench.value(p.PlaceOf(C), c=bench.card("J♣")) == 3
    assert bench.value(p.ZoneEnd(p.ZoneAt(ROW), bottom=False)) == bench.card("J♣")
    assert bench.value(p.ZoneEnd(p.ZoneAt(ROW), bottom=True)) == bench.card("K♣")


def test_where_cards_are(bench: Bench) -> None:
    bench.lay(HAND, "4♠", key=2).lay(STOCK, "9♦ 3♥")
    assert bench.value(p.WhereIs(C), c=bench.card("4♠")) == bench.number(HAND, 2)
    assert bench.value(p.WhereIs(C), c=bench.card("5♠")) == 0
    assert bench.value(p.PlaceOf(C), c=bench.card("3♥")) == 2
    assert bench.value(p.PlaceOf(C), c=bench.card("4♠")) == 0
    assert bench.value(p.PlaceOf(p.ZoneEnd(p.ZoneAt(PILE), bottom=False))) == 0
    assert bench.value(p.WhereIs(p.ZoneEnd(p.ZoneAt(PILE), bottom=False))) == p.NONE


def test_a_zone_that_is_computed(bench: Bench) -> None:
    bench.lay(HAND, "4♠", key=2).lay(STOCK, "9♦ 3♥").lay(ROW, "K♣ Q♣")
    of = p.WhereIs(C)
    assert bench.value(p.ZoneCards(of), c=bench.card("9♦")) == bench.mask("9♦ 3♥")
    assert bench.value(p.ZoneSize(of), c=bench.card("4♠")) == 1
    assert bench.value(p.ZoneEnd(of, bottom=False), c=bench.card("9♦")) == bench.card("3♥")
    assert bench.value(p.ZoneEnd(of, bottom=False), c=bench.card("4♠")) == p.NONE
    assert bench.value(p.ZonePlace(of, p.Const(2)), c=bench.card("K♣")) == bench.card("Q♣")
    nowhere = p.WhereIs(p.ZoneEnd(p.ZoneAt(PILE), bottom=False))
    assert bench.value(p.ZoneCards(nowhere)) == 0
    assert bench.value(p.ZoneSize(nowhere)) == 0


def test_turned_cards() -> None:
    bench = Bench.of(waiting(p.TurnOver(p.Single(p.Const(47)), True)))  # K♠
    bench.lay(ROW, "K♠ Q♠").go()
    assert bench.value(p.FaceUp(C), c=bench.card("K♠")) == 1
    assert bench.value(p.FaceUp(C), c=bench.card("Q♠")) == 0
    assert bench.value(p.FaceUp(C), c=bench.card("2♠")) == 0
    assert bench.value(p.FaceUp(p.ZoneEnd(p.ZoneAt(PILE), bottom=False))) == 0


def test_the_table(bench: Bench) -> None:
    assert bench.value(p.Seated("everyone")) == 0b111
    assert bench.value(p.Seated("playing")) == 0b111
    assert bench.value(p.Seated("sides")) == 0b111
    assert bench.value(p.Seated("pack")) == (1 << 52) - 1
    assert bench.value(p.Seated("direction")) == 1
    assert bench.value(p.Seated("seats")) == 3
    assert bench.value(p.SideOf(Q), q=2) == 2
    partners = Bench.of(waiting(), players=4)
    assert partners.value(p.Seated("sides")) == 0b11
    assert [partners.value(p.SideOf(Q), q=q) for q in range(4)] == [0, 1, 0, 1]
    assert partners.value(p.Members(p.Const(1))) == 0b1010
    assert partners.value(p.Members(p.Const(0b11), many=True)) == 0b1111
    assert partners.value(p.Members(p.Const(0b01), many=True)) == 0b0101


@pytest.mark.parametrize(
    ("kind", "a", "b", "result"),
    [
        ("+", 2, 3, 5), ("-", 2, 3, -1), ("*", 2, 3, 6), ("//", 7, 2, 3), ("//", -7, 2, -4), ("mod", -7, 3, 2),
        ("min", 2, 3, 2), ("max", 2, 3, 3), ("==", 2, 2, 1), ("==", 2, 3, 0), ("!=", 2, 3, 1), ("<", 2, 3, 1),
        ("<=", 3, 3, 1), (">", 2, 3, 0), (">=", 3, 3, 1), ("|", 5, 3, 7), ("&", 5, 3, 1), ("-set", 5, 3, 4),
        ("has", 5, 2, 1), ("has", 5, 1, 0), ("has", 5, p.NONE, 0), ("within", 4, 5, 1), ("within", 6, 5, 0),
    ],
)  # fmt: skip
def test_operators(bench: Bench, kind: str, a: int, b: int, result: int) -> None:
    """Test every compiled form: locals and constants on either side."""
    for left, right in ((N, K), (N, p.Const(b)), (p.Const(a), K), (p.Const(a), p.Const(b))):
        assert bench.value(op(kind, left, right), n=a, k=b) == result
    added = op("+", N, op("-", K, K))  # something that is neither a constant nor a cell
    assert bench.value(op(kind, added, p.Const(b)), n=a, k=b) == result
    assert bench.value(op(kind, added, K), n=a, k=b) == result


NUMBERS = (-BOUND, -100_000, -7, -1, 0, 1, 2, 46_341, BOUND - 1)
SETS = (0, 1, 5, 6, 1 << 40)


@pytest.mark.parametrize("kind", OPERATORS)
def test_operators_mean_what_constants_are_computed_by(bench: Bench, kind: p.BinOp) -> None:
    values = SETS if kind in ("|", "&", "-set", "has", "within") else NUMBERS
    added = op("+", N, op("-", K, K))
    for a in values:
        for b in (p.NONE, 0, 1, 40) if kind == "has" else values:
            value = computed(kind, a, b)
            for left, right in ((N, K), (N, p.Const(b)), (p.Const(a), K), (added, K), (added, p.Const(b))):
                if value is None:
                    with pytest.raises(RulesetFault, match=r"zero|too large"):
                        bench.value(op(kind, left, right), n=a, k=b)
                else:
                    assert bench.value(op(kind, left, right), n=a, k=b) == value


def test_faults_of_arithmetic(bench: Bench) -> None:
    for kind in ("//", "mod"):
        with pytest.raises(RulesetFault, match="zero"):
            bench.value(op(kind, N, K), n=1, k=0)
    with pytest.raises(RulesetFault, match="too large"):
        bench.value(op("*", N, K), n=1 << 20, k=1 << 20)


def test_logic(bench: Bench) -> None:
    yes, no = op("==", N, p.Const(1)), op("==", N, p.Const(2))
    cases = [
        (p.And((yes, no)), 0), (p.And((yes, yes)), 1), (p.Or((no, yes)), 1), (p.Or((no, no, no)), 0),
        (p.And((yes, yes, no)), 0), (p.And((yes, yes, yes, yes)), 1), (p.Or((no, no, no, yes)), 1),
        (p.Not(yes), 0), (p.Not(no), 1), (p.If(yes, p.Const(5), p.Const(6)), 5), (p.If(no, p.Const(5), p.Const(6)), 6),
    ]  # fmt: skip
    for e, value in cases:
        assert bench.value(e, n=1) == value


def test_logic_stops_when_it_is_decided(bench: Bench) -> None:
    wrong = op("==", op("//", N, p.Const(0)), p.Const(1))
    assert bench.value(p.And((op("==", N, p.Const(2)), wrong)), n=1) == 0
    assert bench.value(p.Or((op("==", N, p.Const(1)), wrong)), n=1) == 1


@pytest.mark.parametrize(
    ("name", "rank", "suit", "colour", "pips"),
    [("2♣", 0, 0, 0, 2), ("10♦", 8, 1, 1, 10), ("J♥", 9, 2, 1, 11), ("K♠", 11, 3, 0, 13), ("A♠", 12, 3, 0, 1)],
)
def test_facts_of_cards(bench: Bench, name: str, rank: int, suit: int, colour: int, pips: int) -> None:
    c = bench.card(name)
    assert bench.value(fact("rank", C), c=c) == rank
    assert bench.value(fact("suit", C), c=c) == suit
    assert bench.value(fact("colour", C), c=c) == colour
    assert bench.value(fact("face", C), c=c) == c
    assert bench.value(p.Pips(fact("rank", C)), c=c) == pips
    assert bench.value(p.ColourOf(fact("suit", C)), c=c) == colour


def test_facts_of_none(bench: Bench) -> None:
    top = p.ZoneEnd(p.ZoneAt(PILE), bottom=False)
    for kind in ("rank", "suit", "colour", "face"):
        assert bench.value(fact(kind, top)) == p.NONE
    assert bench.value(p.ColourOf(fact("suit", top))) == p.NONE


def test_aces_can_be_low_and_jokers_have_no_suit() -> None:
    two = deck(ace_high=False, jokers=2, copies=2)
    bench = Bench.of(waiting(deck=two))
    assert bench.pack.size == 108
    assert bench.value(fact("rank", C), c=bench.card("A♣")) == 0
    assert bench.value(fact("rank", C), c=bench.card("K♠", copy=1)) == 12
    jokers = bench.pack.cards_of_face(52)
    assert jokers == (52, 53, 106, 107)
    for c in jokers:
        assert bench.value(fact("rank", C), c=c) == 13
        assert bench.value(fact("suit", C), c=c) == p.NONE
        assert bench.value(fact("colour", C), c=c) == p.NONE
        assert bench.value(fact("face", C), c=c) == 52
        assert bench.value(p.Pips(fact("rank", C)), c=c) == 0
    assert bench.value(fact("face", C), c=bench.card("K♠", copy=1)) == 51


def test_cards_that_are_not_used_are_not_in_the_pack() -> None:
    jokers = p.If(op("==", p.Seated("seats"), p.Const(3)), p.Const(1), p.Const(0))
    use = p.Or((op(">=", fact("rank", CARD_0), p.Const(5)), op("==", fact("suit", CARD_0), p.Const(2))))
    some = deck(jokers=jokers, use=use)
    three, two = Bench.of(waiting(deck=some), players=3), Bench.of(waiting(deck=some), players=2)
    assert three.value(p.Size(p.Seated("pack"))) == 8 * 4 + 5 + 1  # 7 to ace, the low hearts, a joker
    assert two.value(p.Size(p.Seated("pack"))) == 8 * 4 + 5
    assert three.value(p.FaceCards("rank", p.Const(1))) == 1 << 2  # of the twos only the heart
    with pytest.raises(RulesetFault, match="not in the game"):
        three.machine.move(three.s, 0, three.number(STOCK))  # 2♣


def test_cards_by_what_they_show(bench: Bench) -> None:
    spades = sum(1 << 4 * r + 3 for r in range(13))
    assert bench.value(p.FaceCards("suit", p.Const(0b1000))) == spades
    assert bench.value(p.FaceCards("suit", p.Single(N)), n=3) == spades
    assert bench.value(p.FaceCards("suit", p.Single(N)), n=p.NONE) == 0
    assert bench.value(p.FaceCards("rank", CS), cs=0b11) == 0xFF
    assert bench.value(p.FaceCards("face", CS), cs=1 << 51) == 1 << 51
    assert bench.value(p.FaceCards("rank", p.Single(fact("rank", C))), c=5) == 0xF0
    bench.lay(PILE, "3♦")
    top = p.ZoneEnd(p.ZoneAt(PILE), bottom=False)
    assert bench.value(p.FaceCards("rank", p.Single(fact("rank", top)))) == 0xF0


def test_sets(bench: Bench) -> None:
    assert bench.value(p.Single(C), c=5) == 1 << 5
    assert bench.value(p.Single(N), n=p.NONE) == 0
    assert bench.value(p.Size(CS), cs=0b1011) == 3
    assert bench.value(p.First(CS), cs=0b1010) == 1
    assert bench.value(p.First(CS), cs=0) == p.NONE
    assert bench.value(op("has", CS, C), cs=0b100, c=2) == 1


def test_guises(bench: Bench) -> None:
    five, king = bench.card("5♠"), bench.card("K♦")
    as_king = p.Guised(C, p.Const(king))
    value = bench.value(as_king, c=five)
    assert value == five + 52 * (1 + king)
    assert bench.value(fact("rank", as_king), c=five) == 11
    assert bench.value(fact("suit", as_king), c=five) == 1
    assert bench.value(fact("face", as_king), c=five) == king
    assert bench.value(p.Guised(C, p.Const(-1)), c=value) == five
    assert bench.value(p.SameCard(C, D), c=value, d=five) == 1
    assert bench.value(p.SameCard(C, D), c=value, d=king) == 0
    assert bench.value(op("has", CS, C), cs=1 << five, c=value) == 1
    assert bench.value(p.Single(C), c=value) == 1 << five
    assert bench.value(p.WhereIs(C), c=value) == 0
    assert bench.value(fact("face", p.Guised(C, p.Const(52))), c=five) == 52
    assert bench.value(fact("rank", p.Guised(C, p.Const(52))), c=five) == 13


def test_a_guise_of_unknown_origin_is_taken_for_its_card(bench: Bench) -> None:
    """For example, a guise that was stored in a record."""
    kept = p.GetField(N, 0, 20, 0)
    value = bench.pack.guise(bench.card("5♠"), bench.card("K♦"))
    assert bench.value(p.Single(kept), n=value) == bench.mask("5♠")
    assert bench.value(op("has", p.Const(bench.mask("5♠")), kept), n=value) == 1
    assert bench.value(p.If(op("has", p.Const(bench.mask("K♦")), kept), p.Const(1), p.Const(0)), n=value) == 0


def test_marks(bench: Bench) -> None:
    bench.lay(HAND, "5♠")
    bench.s[bench.machine.layout.marks[LABEL] + bench.card("5♠")] = 4
    assert bench.value(p.MarkAt(LABEL, C), c=bench.card("5♠")) == 4
    assert bench.value(p.MarkAt(GUISE, C), c=bench.card("5♠")) == p.NONE
    assert bench.value(p.MarkAt(LABEL, p.ZoneEnd(p.ZoneAt(PILE), bottom=False))) == 0


def test_scans_over_cards(bench: Bench) -> None:
    """Scan cards as sets and one by one: both give the same."""
    bench.lay(HAND, "5♠ 5♦ 9♥ K♣", key=0)
    fives, none = op("==", fact("rank", C), p.Const(3)), op("==", fact("rank", C), p.Const(0))
    slow = Bench.of(waiting(marks=MARKS), vectorise=False)
    slow.s[:] = bench.s
    for b in (bench, slow):
        mine = hand(p.Const(0))
        assert b.value(scan("any", 2, mine, fives)) == 1
        assert b.value(scan("any", 2, mine, none)) == 0
        assert b.value(scan("any", 2, mine)) == 1
        assert b.value(scan("all", 2, mine, fives)) == 0
        assert b.value(scan("all", 2, mine, p.Not(none))) == 1
        assert b.value(scan("all", 2, hand(p.Const(1)), none)) == 1
        assert b.value(scan("count", 2, mine, fives)) == 2
        assert b.value(scan("those", 2, mine, fives)) == b.mask("5♠ 5♦")
        assert b.value(scan("first", 2, mine, fives)) == b.card("5♦")
        assert b.value(scan("first", 2, mine, none)) == p.NONE
        pips = p.Pips(fact("rank", C))
        assert b.value(scan("sum", 2, mine, None, pips)) == 5 + 5 + 9 + 13
        assert b.value(scan("sum", 2, mine, fives, pips)) == 10
        assert b.value(scan("max", 2, mine, None, pips)) == 13
        assert b.value(scan("min", 2, mine, None, pips)) == 5
        assert b.value(scan("max", 2, mine, none, pips)) == 0
        assert b.value(scan("min", 2, mine, none, op("-", p.Const(0), pips))) == 0
        assert b.value(scan("max", 2, mine, None, op("-", p.Const(0), pips))) == -5
        assert b.value(scan("most", 2, mine, None, pips)) == b.mask("K♣")
        assert b.value(scan("least", 2, mine, None, pips)) == b.mask("5♠ 5♦")
        assert b.value(scan("least", 2, mine, p.Not(fives), pips)) == b.mask("9♥")
        assert b.value(scan("most", 2, mine, none, pips)) == 0


def test_scans_over_numbers_and_players(bench: Bench) -> None:
    bench.set(SCORES, 4, 0).set(SCORES, 9, 1).set(SCORES, 4, 2)
    score = p.VarAt(SCORES, (Q,))
    assert bench.value(scan("sum", 7, p.Span(p.Const(3), p.Const(5)), None, K)) == 12
    assert bench.value(scan("count", 7, p.Span(p.Const(5), p.Const(3)))) == 0
    assert (
        bench.value(scan("first", 7, p.Span(p.Const(3), p.Const(9)), op("==", op("mod", K, p.Const(4)), p.Const(0))))
        == 4
    )
    assert bench.value(scan("most", 3, p.Seated("everyone"), None, score)) == 0b010
    assert bench.value(scan("least", 3, p.Seated("everyone"), None, score)) == 0b101
    assert bench.value(scan("those", 3, p.SeatOrder(p.Const(1), False), op("<", score, p.Const(5)))) == 0b101
    assert bench.value(scan("first", 3, p.SeatOrder(p.Const(1), False), op("<", score, p.Const(5)))) == 2
    assert bench.value(scan("first", 3, p.SeatOrder(p.Const(2), True))) == 0
    assert bench.value(scan("count", 3, p.SeatOrder(p.Const(2), True))) == 3


def test_a_scan_in_a_scan(bench: Bench) -> None:
    """Count the pairs of one rank in the hand."""
    bench.lay(HAND, "5♠ 5♦ 5♥ K♣ K♦ 2♣", key=0)
    mine = hand(p.Const(0))
    inner = scan("count", 8, mine, p.And((op("==", fact("rank", D), fact("rank", C)), op("<", C, D))))
    assert bench.value(scan("sum", 2, mine, None, inner)) == 3 + 1


def test_functions(bench: Bench) -> None:
    assert bench.value(p.CallFunction(0, (N,)), n=4) == 8
    nested = p.CallFunction(1, (p.CallFunction(1, (N, p.Const(1))), p.CallFunction(1, (p.Const(10), N))))
    assert bench.value(nested, n=4) == (4 - 1) - (10 - 4)
    assert bench.value(p.CallFunction(2, (Q,)), q=1) == 4


def test_permissions_and_their_binding_clauses(bench: Bench) -> None:
    assert bench.value(p.Permitted(0, (C,)), c=bench.card("7♣")) == 1
    assert bench.value(p.Permitted(0, (C,)), c=bench.card("6♣")) == 0


def test_next_seat_without_gaps(bench: Bench) -> None:
    assert [bench.value(p.NextSeat(Q), q=q) for q in range(3)] == [1, 2, 0]


def test_next_seat_and_seat_order_with_gaps_and_both_ways() -> None:
    bench = Bench.of(waiting(p.LeaveTable(p.Const(2)), p.Reverse()), players=5)
    assert [bench.value(p.NextSeat(Q), q=q) for q in range(5)] == [1, 2, 3, 4, 0]
    bench.go()  # 2 is out, and play goes the other way
    assert bench.value(p.Seated("playing")) == 0b11011
    assert bench.value(p.Seated("direction")) == -1
    assert [bench.value(p.NextSeat(Q), q=q) for q in range(5)] == [4, 0, 1, 1, 3]
    start = p.SeatOrder(p.Const(3), False)
    assert bench.value(scan("first", 3, start)) == 3
    assert bench.value(scan("first", 3, start, op("!=", Q, p.Const(3)))) == 1
    assert bench.value(scan("first", 3, p.SeatOrder(p.Const(3), True))) == 1
    assert bench.value(scan("first", 3, p.SeatOrder(p.Const(2), False))) == 1


def test_alone_at_the_table_one_is_next_oneself() -> None:
    bench = Bench.of(waiting(p.LeaveTable(p.Const(0)), p.LeaveTable(p.Const(2)))).go()
    assert bench.value(p.NextSeat(p.Const(1))) == 1


def test_records(bench: Bench) -> None:
    """Face: rank in 4 bits with bias 1, live in the bit above."""
    plain = 1 << 4  # rank none, live
    seven = p.PutField(p.Const(plain), 0, 4, 1, N)
    packed = bench.value(seven, n=5)
    assert bench.value(p.GetField(N, 0, 4, 1), n=packed) == 5
    assert bench.value(p.GetField(N, 4, 1, 0), n=packed) == 1
    assert bench.value(p.GetField(N, 0, 4, 1), n=plain) == p.NONE
    assert bench.value(p.GetField(p.PutField(N, 4, 1, 0, p.Const(0)), 4, 1, 0), n=packed) == 0
    with pytest.raises(RulesetFault, match="can't be 15"):
        bench.value(seven, n=15)


def test_sure(bench: Bench) -> None:
    assert bench.value(p.Sure(C, HERE), c=3) == 3
    with pytest.raises(RulesetFault) as caught:
        bench.value(p.Sure(C, HERE), c=p.NONE)
    assert caught.value.origin == HERE


def test_builtins() -> None:
    bench = Bench.of(waiting(marks=MARKS))
    assert bench.value(p.Builtin("below", (N,), p.Type("ranks")), n=3) == 0b111
    assert bench.value(p.Builtin("below", (N,), p.Type("ranks")), n=-1) == 0
