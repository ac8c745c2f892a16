"""Every kind of statement, with what follows from the contract in `program/`."""

import pytest
from hand_made import (
    ANSWERS,
    BOX,
    BY_RANK,
    ENDING,
    FLAG,
    GUISE,
    HAND,
    HERE,
    LABEL,
    LAST,
    MARKS,
    NUMBER,
    PILE,
    ROW,
    SCORES,
    SCRATCHED,
    STAGE,
    STOCK,
    VARIABLES,
    WHO,
    Bench,
    fact,
    op,
    scan,
    waiting,
)

from packs import deck
from parlour import program as p
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, PLAYING

N, C, Q, K = p.Local(1), p.Local(2), p.Local(3), p.Local(7)
NUMBER_VAR, FLAG_VAR = p.VarAt(NUMBER), p.VarAt(FLAG)


def at(zone: int, key: int | None = None) -> p.Expr:
    return p.ZoneAt(zone, () if key is None else (p.Const(key),))


def top(zone: int) -> p.Expr:
    return p.ZoneEnd(at(zone), bottom=False)


def put(what: p.Expr, kind: str, to: p.Expr, place: p.Expr | None = None, face: str | None = None) -> p.Put:
    return p.Put(what, kind, to, place, face, HERE)


def plus(e: p.Expr, n: int) -> p.Expr:
    return op("+", e, p.Const(n))


# ---------------------------------------------------------------- variables


def test_set() -> None:
    bench = Bench.of(
        waiting(
            p.Set(NUMBER_VAR, p.Const(5)),
            p.Set(N, plus(NUMBER_VAR, 1)),
            p.Set(p.VarAt(SCORES, (p.Const(2),)), op("*", N, N)),
            p.Set(p.VarAt(BY_RANK, (p.Const(1), plus(N, 1))), p.Const(1)),
            p.Set(FLAG_VAR, op("<", N, p.Const(7))),
        )
    ).go()
    assert bench.get(NUMBER) == 5
    assert bench.get(SCORES, 2) == 36
    assert bench.get(BY_RANK, 1, 7) == 1
    assert bench.get(FLAG) is not True  # a plain 1: what is stored is canonical
    assert bench.get(FLAG) == 1


def test_set_a_mark() -> None:
    bench = Bench.of(waiting(p.Set(p.MarkAt(LABEL, top(PILE)), p.Const(3)), marks=MARKS))
    with pytest.raises(RulesetFault, match="a card to mark"):
        bench.go()
    bench.lay(PILE, "9♦ 3♥").go()
    assert bench.mark(LABEL, "3♥") == 3
    assert bench.mark(LABEL, "9♦") == 0


def test_numbers_are_bounded() -> None:
    bench = Bench.of(waiting(p.Set(NUMBER_VAR, plus(NUMBER_VAR, 1))))
    bench.set(NUMBER, (1 << 31) - 2).go()
    with pytest.raises(RulesetFault, match="too large") as caught:
        bench.go()
    assert caught.value.origin == HERE
    entry = p.VarAt(SCORES, (p.VarAt(WHO),))
    bench = Bench.of(waiting(p.Set(entry, op("-", entry, p.Const(2)))))
    with pytest.raises(RulesetFault, match="too large"):
        bench.set(SCORES, -(1 << 31) + 1, 0).go()


def test_chance() -> None:
    picks = (
        p.Pick(NUMBER_VAR, "below", p.Span(p.Const(3), p.Const(5)), HERE),
        p.Pick(p.VarAt(WHO), "member", p.Const(0b101), HERE),
    )
    bench = Bench.of(waiting(*picks))
    numbers, players = set(), set()
    for _ in range(60):
        bench.go()
        numbers.add(bench.get(NUMBER))
        players.add(bench.get(WHO))
    assert numbers == {3, 4, 5}
    assert players == {0, 2}
    with pytest.raises(RulesetFault, match="from an empty set"):
        Bench.of(waiting(p.Pick(NUMBER_VAR, "member", p.Const(0), HERE))).go()
    with pytest.raises(RulesetFault, match="at random from 3 to 2"):
        Bench.of(waiting(p.Pick(NUMBER_VAR, "below", p.Span(p.Const(3), p.Const(2)), HERE))).go()


# ---------------------------------------------------------------- moving cards


def test_put_the_top_card() -> None:
    bench = Bench.of(waiting(put(top(STOCK), "card", at(PILE)))).lay(STOCK, "2♣ 9♦ 3♥").lay(PILE, "A♠")
    bench.go()
    assert (bench.lying(STOCK), bench.lying(PILE)) == ("2♣ 9♦", "A♠ 3♥")
    bench.go().go()
    assert (bench.lying(STOCK), bench.lying(PILE)) == ("", "A♠ 3♥ 9♦ 2♣")
    with pytest.raises(RulesetFault, match="expected a card to move"):
        bench.go()


def test_put_a_card_from_anywhere() -> None:
    """Move K♠ from the middle of a row, a column, a hand and the box."""
    king = p.Const(47)
    for zone, names in ((STOCK, "2♣ K♠ 3♥"), (ROW, "2♣ K♠ 3♥"), (HAND, "K♠ 2♣"), (BOX, "")):
        bench = Bench.of(waiting(put(king, "card", at(PILE)))).lay(zone, names).go()
        assert bench.lying(PILE) == "K♠"
        assert "K♠" not in bench.lying(zone)
    whose = p.ZoneAt(HAND, (p.VarAt(WHO),))
    bench = Bench.of(waiting(put(king, "card", whose))).set(WHO, 2).lay(STOCK, "2♣ K♠ 3♥").go()
    assert bench.lying(STOCK) == "2♣ 3♥"
    assert bench.lying(HAND, 2) == "K♠"


def test_vacated_places_are_empty() -> None:
    """Cards in the same places give the same state, however they got there."""
    bench = Bench.of(waiting(put(p.Const(47), "card", at(PILE)))).lay(STOCK, "2♣ K♠ 3♥").go()
    other = Bench.of(waiting(put(p.Const(47), "card", at(PILE)))).lay(STOCK, "2♣ 3♥").lay(PILE, "K♠")
    assert bench.s == other.s


def test_put_a_set() -> None:
    cards = scan("those", 2, p.ZoneCards(at(STOCK)), op("==", fact("suit", C), p.Const(3)))
    bench = Bench.of(waiting(put(cards, "set", at(PILE)))).lay(STOCK, "K♠ 2♣ 5♠ 3♥ 4♠").lay(PILE, "A♠").go()
    assert bench.lying(PILE) == "A♠ 4♠ 5♠ K♠"
    assert bench.lying(STOCK) == "2♣ 3♥"


def test_put_a_whole_zone_keeps_its_order() -> None:
    bench = Bench.of(waiting(put(at(STOCK), "zone", at(PILE)))).lay(STOCK, "K♠ 2♣ 5♠").lay(PILE, "A♠").go()
    assert bench.lying(PILE) == "A♠ K♠ 2♣ 5♠"
    assert bench.lying(STOCK) == ""
    bench = Bench.of(waiting(put(at(PILE), "zone", at(PILE)))).lay(PILE, "K♠ 2♣").go()
    assert bench.lying(PILE) == "K♠ 2♣"
    bench = Bench.of(waiting(put(at(ROW), "zone", at(HAND, 1)))).lay(ROW, "K♠ 2♣").go()
    assert (bench.lying(ROW), bench.lying(HAND, 1)) == ("", "2♣ K♠")


@pytest.mark.parametrize(
    ("place", "after"), [(0, "7♠ K♠ 2♣ 5♠"), (1, "K♠ 7♠ 2♣ 5♠"), (3, "K♠ 2♣ 5♠ 7♠"), (4, None), (-1, None)]
)
def test_put_at_a_place(place: int, after: str | None) -> None:
    bench = (
        Bench.of(waiting(put(p.Const(23), "card", at(STOCK), p.Const(place)))).lay(STOCK, "K♠ 2♣ 5♠").lay(HAND, "7♠")
    )
    if after is None:
        with pytest.raises(RulesetFault, match="no place"):
            bench.go()
    else:
        assert bench.go().lying(STOCK) == after


def test_put_a_set_at_a_place() -> None:
    bench = Bench.of(waiting(put(p.ZoneCards(at(HAND, 0)), "set", at(STOCK), p.Const(1))))
    assert bench.lay(STOCK, "K♠ 2♣").lay(HAND, "7♠ 3♠ 9♠").go().lying(STOCK) == "K♠ 3♠ 7♠ 9♠ 2♣"


def test_columns_are_filled_from_the_first_free_one() -> None:
    bench = Bench.of(waiting(put(top(STOCK), "card", at(ROW)))).lay(STOCK, "2♣ 3♣ 4♣ 5♣ 6♣")
    for _ in range(4):
        bench.go()
    assert bench.lying(ROW) == "6♣ 5♣ 4♣ 3♣"
    with pytest.raises(RulesetFault, match="no column") as caught:
        bench.machine.apply(bench.s, 0)  # on a copy: a fault leaves a state half done
    assert caught.value.origin == HERE
    bench.machine.move(bench.s, bench.card("5♣"), bench.number(PILE))
    assert bench.go().value(p.ZonePlace(at(ROW), p.Const(2))) == bench.card("2♣")


def test_put_into_a_column() -> None:
    bench = Bench.of(waiting(put(top(STOCK), "card", at(ROW), NUMBER_VAR))).lay(STOCK, "2♣ 3♣ 4♣")
    assert bench.set(NUMBER, 3).go().value(p.ZonePlace(at(ROW), p.Const(3))) == bench.card("4♣")
    with pytest.raises(RulesetFault, match="already has a card"):
        bench.go()
    bench = Bench.of(waiting(put(top(STOCK), "card", at(ROW), NUMBER_VAR))).lay(STOCK, "2♣").set(NUMBER, 5)
    with pytest.raises(RulesetFault, match="no column 5"):
        bench.go()


def test_turning() -> None:
    up = put(top(STOCK), "card", at(ROW), None, "up")
    bench = Bench.of(waiting(up, put(top(STOCK), "card", at(ROW)))).lay(STOCK, "2♣ 3♣").go()
    assert bench.value(p.FaceUp(C), c=bench.card("3♣")) == 1
    assert bench.value(p.FaceUp(C), c=bench.card("2♣")) == 0
    turn = Bench.of(waiting(p.TurnOver(p.ZoneCards(at(ROW)), True), p.TurnOver(p.Const(0b10000), False)))
    turn.lay(ROW, "2♣ 3♣").lay(HAND, "9♣").go()
    assert turn.value(p.FaceUp(C), c=turn.card("2♣")) == 1
    assert turn.value(p.FaceUp(C), c=turn.card("3♣")) == 0
    turn.machine.move(turn.s, turn.card("2♣"), turn.number(HAND))
    turn.machine.move(turn.s, turn.card("2♣"), turn.number(ROW))
    assert turn.value(p.FaceUp(C), c=turn.card("2♣")) == 0  # it was taken up on the way


def test_a_card_that_is_nowhere_cant_be_moved() -> None:
    some = deck(use=op(">", fact("rank", p.Local(0)), p.Const(0)))
    bench = Bench.of(waiting(put(p.Const(0), "card", at(PILE)), deck=some))
    with pytest.raises(RulesetFault, match="not in the game") as caught:
        bench.go()
    assert caught.value.origin == HERE


def test_marks_are_forgotten_outside_their_zones() -> None:
    bench = Bench.of(waiting(put(p.Const(47), "card", p.ZoneAt(HAND, (p.Const(1),))), marks=MARKS)).lay(HAND, "K♠")
    layout = bench.machine.layout
    bench.s[layout.marks[LABEL] + 47] = 4
    bench.s[layout.marks[SCRATCHED] + 47] = 1
    bench.go()
    assert bench.mark(LABEL, "K♠") == 4  # from hand to hand
    bench.machine.move(bench.s, 47, bench.number(STOCK))
    assert bench.mark(LABEL, "K♠") == 0
    assert bench.mark(SCRATCHED, "K♠") == 1  # this one is kept everywhere


def test_guises_are_remembered_where_the_mark_says() -> None:
    jack = p.Guised(p.Const(47), p.Const(36))  # K♠ as J♣
    bench = Bench.of(waiting(put(jack, "card", at(PILE)), marks=MARKS)).lay(HAND, "K♠").go()
    assert bench.mark(GUISE, "K♠") == 36
    assert bench.value(top(PILE)) == 47, "a value of the pile is the card itself"
    assert bench.value(p.CardFact("face", top(PILE))) == 36, "the mark says what it counts as"
    assert bench.value(fact("rank", top(PILE))) == 9
    assert bench.value(p.ZoneCards(at(PILE))) == 1 << 47
    assert bench.value(p.CardFact("face", p.ZonePlace(at(PILE), p.Const(1)))) == 36
    bench.machine.move(bench.s, 47, bench.number(STOCK))
    assert bench.value(top(STOCK)) == 47
    away = Bench.of(waiting(put(jack, "card", at(STOCK)), marks=MARKS)).lay(HAND, "K♠").go()
    assert away.value(top(STOCK)) == 47


def test_the_last_batch() -> None:
    """The last batch is the cards of one move, even after some of them leave."""
    bench = Bench.of(waiting(put(p.ZoneCards(at(HAND, 0)), "set", at(LAST)))).lay(LAST, "2♣").lay(HAND, "9♦ K♠").go()
    batch = bench.machine.layout.instances[bench.number(LAST)].batch
    assert batch is not None
    assert bench.s[batch] == bench.mask("9♦ K♠")
    bench.machine.move(bench.s, bench.card("9♦"), bench.number(STOCK))
    assert bench.s[batch] == bench.mask("K♠")
    bench.machine.move(bench.s, bench.card("9♦"), bench.number(LAST))
    assert bench.s[batch] == bench.mask("9♦")


# ---------------------------------------------------------------- dealing and shuffling


def test_dealing_round_the_table() -> None:
    deal = p.DealRound(p.Const(2), at(STOCK), HAND, p.Const(1), HERE)
    bench = Bench.of(waiting(deal)).lay(STOCK, "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣").go()  # 8♣ goes to seat 1, 7♣ to 2, ...
    assert [bench.lying(HAND, q) for q in range(3)] == ["3♣ 6♣", "5♣ 8♣", "4♣ 7♣"]
    assert bench.lying(STOCK) == "2♣"
    bench.go()
    assert bench.lying(HAND, 1) == "2♣ 5♣ 8♣"
    assert bench.lying(STOCK) == ""


def test_those_who_are_out_get_no_cards() -> None:
    deal = p.DealRound(p.Const(1), at(STOCK), HAND, None, HERE)
    bench = Bench.of(waiting(p.LeaveTable(p.Const(0)), p.Reverse(), deal)).lay(STOCK, "2♣ 3♣ 4♣").go()
    assert [bench.lying(HAND, q) for q in range(3)] == ["", "3♣", "4♣"]


def test_dealing_to_a_zone_stops_when_there_are_no_more() -> None:
    bench = Bench.of(waiting(p.DealTo(p.Const(3), at(STOCK), at(PILE), HERE))).lay(STOCK, "2♣ 3♣ 4♣ 5♣").go()
    assert (bench.lying(STOCK), bench.lying(PILE)) == ("2♣", "5♣ 4♣ 3♣")
    bench.go()
    assert (bench.lying(STOCK), bench.lying(PILE)) == ("", "5♣ 4♣ 3♣ 2♣")
    with pytest.raises(RulesetFault, match="no order"):
        Bench.of(waiting(p.DealTo(p.Const(3), at(BOX), at(PILE), HERE))).go()


def test_shuffling_moves_cards_in_and_is_random() -> None:
    shuffle = p.Shuffle(at(STOCK), at(BOX), "zone", HERE)
    orders = {Bench.of(waiting(shuffle), seed=seed).go().lying(STOCK) for seed in range(4)}
    assert len(orders) == 4
    assert {len(o.split()) for o in orders} == {52}
    again = Bench.of(waiting(shuffle), seed=3).go()
    assert again.lying(STOCK) in orders
    assert again.lying(BOX) == ""
    some = p.Shuffle(at(STOCK), p.ZoneCards(at(HAND, 0)), "set", HERE)
    bench = Bench.of(waiting(some)).lay(STOCK, "2♣ 3♣").lay(HAND, "4♣ 5♣").go()
    assert sorted(bench.lying(STOCK).split()) == ["2♣", "3♣", "4♣", "5♣"]
    with pytest.raises(RulesetFault, match="no order to shuffle"):
        Bench.of(waiting(p.Shuffle(at(HAND, 0), None, None, HERE))).go()


def test_a_pack_in_a_given_order_replaces_the_first_shuffle() -> None:
    shuffle = p.Shuffle(at(STOCK), at(BOX), "zone", HERE)
    bench = Bench.of(waiting(shuffle))
    order = list(range(51, -1, -1))
    bench.s = bench.machine.start(seed=1, order=order)
    given = bench.go().machine.layout.contents(bench.s, bench.machine.layout.instances[bench.number(STOCK)])
    assert given[::-1] == order  # the first one named is the top
    assert bench.value(top(STOCK)) == 51
    bench.go()  # the second time it is chance
    assert bench.value(p.ZoneSize(at(STOCK))) == 52
    assert bench.machine.layout.contents(bench.s, bench.machine.layout.instances[bench.number(STOCK)]) != given
    with pytest.raises(ValueError, match="each card of the pack exactly once"):
        bench.machine.start(seed=1, order=order[:-1])


# ---------------------------------------------------------------- control


def test_if() -> None:
    stmt = p.IfDo(op("<", NUMBER_VAR, p.Const(2)), p.Set(NUMBER_VAR, plus(NUMBER_VAR, 1)), None)
    assert Bench.of(waiting(stmt)).go().go().go().get(NUMBER) == 2
    stmt = p.IfDo(op("<", NUMBER_VAR, p.Const(2)), p.Set(NUMBER_VAR, p.Const(9)), p.Set(NUMBER_VAR, p.Const(1)))
    assert Bench.of(waiting(stmt)).go().go().go().get(NUMBER) == 9


def test_for_each_runs_over_the_members_there_were() -> None:
    """Cards that leave during the loop still have their turn; the loop tests `where` before each round."""
    away = put(p.ZoneCards(at(HAND, 0)), "set", at(PILE))
    count = p.Set(NUMBER_VAR, plus(NUMBER_VAR, 1))
    loop = p.ForEach(2, p.ZoneCards(at(HAND, 0)), None, p.Seq((away, count)), HERE)
    assert Bench.of(waiting(loop)).lay(HAND, "2♣ 3♣ 4♣").go().get(NUMBER) == 3
    few = p.ForEach(2, p.ZoneCards(at(HAND, 0)), op("<", NUMBER_VAR, p.Const(2)), count, HERE)
    assert Bench.of(waiting(few)).lay(HAND, "2♣ 3♣ 4♣").go().get(NUMBER) == 2
    digits = p.Set(NUMBER_VAR, op("+", op("*", NUMBER_VAR, p.Const(10)), Q))
    seats = p.ForEach(3, p.SeatOrder(p.Const(1), False), None, digits, HERE)
    assert Bench.of(waiting(seats)).go().get(NUMBER) == 120
    span = p.ForEach(7, p.Span(p.Const(4), p.Const(6)), None, p.Set(NUMBER_VAR, op("+", NUMBER_VAR, K)), HERE)
    assert Bench.of(waiting(span)).go().get(NUMBER) == 15


def loop(until: bool, test: p.Expr, limit: int, otherwise: p.Stmt | None) -> Bench:
    body = p.Set(NUMBER_VAR, plus(NUMBER_VAR, 1))
    return Bench.of(waiting(p.WhileDo(test, until, p.Const(limit), body, otherwise, HERE)))


@pytest.mark.parametrize(
    ("until", "bound", "limit", "rounds"),
    [(False, 3, 9, 3), (False, 0, 9, 0), (True, 3, 9, 3), (True, 0, 9, 1), (False, 3, 3, 3)],
)
def test_loops(until: bool, bound: int, limit: int, rounds: int) -> None:
    kind = ">=" if until else "<"
    assert loop(until, op(kind, NUMBER_VAR, p.Const(bound)), limit, None).go().get(NUMBER) == rounds


@pytest.mark.parametrize("until", [False, True])
def test_loops_at_their_limit(until: bool) -> None:
    forever = p.Const(0) if until else p.Const(1)
    with pytest.raises(RulesetFault, match="limit of 5 rounds"):
        loop(until, forever, 5, None).go()
    bench = loop(until, forever, 5, p.Set(FLAG_VAR, p.Const(1))).go()
    assert (bench.get(NUMBER), bench.get(FLAG)) == (5, 1)


def test_no_loop_runs_for_ever() -> None:
    inner = p.WhileDo(p.Const(1), False, p.Const(1 << 30), p.Seq(()), None, HERE)
    with pytest.raises(RulesetFault, match="steps without a question") as caught:
        Bench.of(waiting(inner)).go()
    assert caught.value.origin == HERE
    wide = p.ForEach(7, p.Span(p.Const(0), p.Const(1 << 30)), None, p.Seq(()), HERE)
    with pytest.raises(RulesetFault, match="steps"):
        Bench.of(waiting(wide)).go()
    scanned = p.Set(NUMBER_VAR, scan("count", 7, p.Span(p.Const(0), p.Const(1 << 30))))
    with pytest.raises(RulesetFault, match="steps"):
        Bench.of(waiting(scanned)).go()


def test_procedures() -> None:
    """Play computes all arguments before it sets any parameter."""
    swap = p.Procedure("set", (1, 7), p.Set(NUMBER_VAR, op("-", op("*", N, p.Const(10)), K)), HERE)
    twice = p.Procedure("twice", (1, 7), p.Seq((p.Run(0, (N, K)), p.Run(0, (K, N)))), HERE)
    call = p.Run(1, (p.Const(3), p.Const(4)))
    assert Bench.of(waiting(call, procedures=(swap, twice))).go().get(NUMBER) == 37
    plain = p.Procedure("one", (), p.Set(NUMBER_VAR, p.Const(1)), HERE)
    single = p.Procedure("two", (1,), p.Set(NUMBER_VAR, N), HERE)
    assert Bench.of(waiting(p.Run(0, ()), procedures=(plain,))).go().get(NUMBER) == 1
    assert Bench.of(waiting(p.Run(1, (p.Const(8),)), procedures=(plain, single))).go().get(NUMBER) == 8


def test_sequences_of_any_length() -> None:
    for length in range(6):
        steps = tuple(p.Set(NUMBER_VAR, plus(NUMBER_VAR, 1)) for _ in range(length))
        assert Bench.of(waiting(p.Seq(steps))).go().get(NUMBER) == length
        assert Bench.of(waiting(*steps)).go().get(NUMBER) == length


# ---------------------------------------------------------------- the table


def test_direction_and_leaving() -> None:
    bench = Bench.of(waiting(p.Reverse(), p.LeaveTable(p.VarAt(WHO)))).set(WHO, 1).go()
    assert bench.s[DIRECTION] == -1
    assert bench.s[PLAYING] == 0b101
    bench.go()
    assert bench.s[DIRECTION] == 1


def test_showing_changes_nothing() -> None:
    bench = Bench.of(waiting(p.ShowTo(p.Const(1), p.Const(1))))
    before = list(bench.s)
    assert bench.go().s == before


def test_entering_a_stage() -> None:
    starts = (
        p.Variable("number", VARIABLES[NUMBER].type, (), p.EVERYBODY, p.Seated("seats"), "", HERE),
        VARIABLES[FLAG],
        VARIABLES[WHO],
        p.Variable("score", VARIABLES[SCORES].type, VARIABLES[SCORES].keys, p.EVERYBODY, p.Const(2), "", HERE),
        *VARIABLES[BY_RANK:],
    )
    bench = Bench.of(waiting(p.EnterStage(0), variables=starts, marks=MARKS))
    bench.lay(STOCK, "2♣ 3♣").lay(HAND, "4♣", key=2).lay(ROW, "5♣").set(FLAG, 1).set(BY_RANK, 1, 2, 3).set(
        ANSWERS, 7, 1
    )
    bench.s[PLAYING], bench.s[DIRECTION] = 0b001, -1
    bench.s[bench.machine.layout.marks[LABEL] + bench.card("4♣")] = 4
    bench.set(ENDING, 1).go()
    fresh = Bench.of(waiting(p.EnterStage(0), variables=starts, marks=MARKS))
    assert fresh.go().s == bench.s
    assert bench.get(NUMBER) == 3
    assert [bench.get(SCORES, q) for q in range(3)] == [2, 2, 2]
    assert len(bench.lying(BOX).split()) == 52


def test_a_stage_can_leave_the_table_alone() -> None:
    stage = p.Stage("turn", (FLAG,), False, False, False, HERE)
    bench = Bench.of(waiting(p.EnterStage(1), stages=(STAGE, stage))).lay(STOCK, "2♣ 3♣").set(FLAG, 1).set(NUMBER, 4)
    bench.s[PLAYING], bench.s[DIRECTION] = 0b001, -1
    bench.go()
    assert (bench.get(FLAG), bench.get(NUMBER), bench.lying(STOCK)) == (0, 4, "2♣ 3♣")
    assert (bench.s[PLAYING], bench.s[DIRECTION]) == (0b001, -1)


def test_what_a_variable_holds_without_a_start() -> None:
    face = p.Type("record", "Face")
    types = (
        p.Type("int", optional=True),
        p.Type("player", optional=True),
        face,
        p.Type("record", "Face", optional=True),
        p.Type("cards"),
    )
    variables = (*VARIABLES, *(p.Variable(f"v{i}", t, (), p.EVERYBODY, None, "", HERE) for i, t in enumerate(types)))
    bench = Bench.of(waiting(variables=variables))
    first = len(VARIABLES)
    assert [bench.get(first + i) for i in range(5)] == [p.NO_INT, p.NONE, 1 << 4, p.NONE, 0]
