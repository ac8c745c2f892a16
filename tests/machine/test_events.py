"""The seats that see cards and events."""

import pytest
from hand_made import (
    ANSWERS,
    CARD,
    ENDING,
    HAND,
    HERE,
    LAST,
    MARKS,
    NUMBER,
    PILE,
    ROW,
    STAGE,
    STOCK,
    ZONES,
    Bench,
    arm,
    hand,
    op,
    program,
    question,
    slot,
    waiting,
    zone,
)  # fmt: skip

from packs import deck
from parlour import program as p
from parlour.table.events import (
    Answered,
    Asked,
    Begun,
    Ended,
    Event,
    Gathered,
    Left,
    Moved,
    Sealed,
    Shown,
    Shuffled,
    Turned,
)

C, Q = p.Local(2), p.Local(3)
ALL = 0b111


def at(zone_: int, key: int | None = None) -> p.Expr:
    return p.ZoneAt(zone_, () if key is None else (p.Const(key),))


def put(what: p.Expr, kind: str, to: p.Expr, place: p.Expr | None = None, face: str | None = None) -> p.Put:
    return p.Put(what, kind, to, place, face, HERE)


def happened(bench: Bench, move: int = 0) -> list[Event]:
    """Return the events of one step, without those of the question. The quiet machine must reach the same state."""
    after, events = bench.machine.apply_recorded(bench.s, move)
    assert after == bench.machine.apply(bench.s, move)
    assert isinstance(events[0], Answered)
    assert events[-1] == Asked(0, 0)
    bench.s = after
    return list(events[1:-1])


# ---------------------------------------------------------------- sight


def test_who_sees_a_card() -> None:
    bench = Bench.of(waiting())
    bench.lay(HAND, "2♣", key=1).lay(STOCK, "3♣").lay(PILE, "4♣ 5♣").lay(ROW, "6♣ 7♣").lay(LAST, "8♣ 9♣")
    bench.s[bench.machine.layout.instances[bench.number(ROW)].turned or 0] = bench.mask("7♣")
    seers = {
        n: bench.machine.sight.seers(bench.s, bench.card(n))
        for n in ["2♣", "3♣", "4♣", "5♣", "6♣", "7♣", "8♣", "9♣", "10♣"]
    }
    assert seers == {
        "2♣": 0b010, "3♣": 0, "4♣": 0, "5♣": ALL, "6♣": 0, "7♣": ALL, "8♣": 0, "9♣": ALL, "10♣": 0,
    }  # fmt: skip
    assert bench.machine.sight.seen_by(bench.s, 1) == bench.mask("2♣ 5♣ 7♣ 9♣")
    assert bench.machine.sight.seen_by(bench.s, 0) == bench.mask("5♣ 7♣ 9♣")
    assert bench.machine.sight.seen_in(bench.s, bench.number(PILE), 2) == bench.mask("5♣")


def test_partners_see_what_belongs_to_their_side() -> None:
    zones = (*ZONES, zone("tricks", "side", seen="owner"), zone("table", seen="everybody"))
    bench = Bench.of(waiting(zones=zones), players=4).lay(6, "2♣", key=1).lay(7, "3♣")
    assert bench.machine.sight.seers(bench.s, bench.card("2♣")) == 0b1010
    assert bench.machine.sight.seers(bench.s, bench.card("3♣")) == 0b1111


def test_cards_that_are_not_in_the_game_are_seen_by_nobody() -> None:
    some = deck(use=op(">", p.CardFact("rank", p.Local(0)), p.Const(0)))
    bench = Bench.of(waiting(deck=some))
    assert bench.machine.sight.seers(bench.s, 0) == 0


# ---------------------------------------------------------------- cards that move


def moved(bench: Bench, name: str, source: int, source_place: int, target: int, place: int, seen: int) -> Moved:
    return Moved((bench.card(name),), (source,), (source_place,), target, (place,), (seen,))


def test_a_card_is_seen_before_or_after() -> None:
    bench = Bench.of(waiting(put(p.Const(0), "card", p.ZoneAt(HAND, (p.VarAt(NUMBER),))))).lay(STOCK, "3♣ 2♣")
    stock, hands = bench.number(STOCK), [bench.number(HAND, q) for q in range(3)]
    assert happened(bench) == [moved(bench, "2♣", stock, 2, hands[0], 0, 0b001)]
    bench.set(NUMBER, 2)
    assert happened(bench) == [moved(bench, "2♣", hands[0], 0, hands[2], 0, 0b101)]
    bench = Bench.of(waiting(put(p.Const(0), "card", at(STOCK)))).lay(PILE, "3♣ 2♣").lay(STOCK, "4♣")
    assert happened(bench) == [moved(bench, "2♣", bench.number(PILE), 2, bench.number(STOCK), 2, ALL)]
    bench = Bench.of(waiting(put(p.Const(0), "card", at(STOCK)))).lay(PILE, "2♣ 3♣")
    assert happened(bench) == [moved(bench, "2♣", bench.number(PILE), 1, bench.number(STOCK), 1, 0)]


def test_several_cards_move_at_once() -> None:
    bench = Bench.of(waiting(put(at(STOCK), "zone", at(PILE)))).lay(STOCK, "9♦ 2♣").lay(PILE, "K♠")
    stock, pile = bench.number(STOCK), bench.number(PILE)
    cards = (bench.card("9♦"), bench.card("2♣"))
    assert happened(bench) == [Moved(cards, (stock, stock), (1, 2), pile, (2, 3), (0, ALL))]
    bench = Bench.of(waiting(put(hand(p.Const(1)), "set", at(LAST)))).lay(HAND, "9♦ 2♣", key=1)
    mine = bench.number(HAND, 1)
    cards = (bench.card("2♣"), bench.card("9♦"))
    assert happened(bench) == [Moved(cards, (mine, mine), (0, 0), bench.number(LAST), (1, 2), (ALL, ALL))]


def test_nothing_moved_is_no_event() -> None:
    assert happened(Bench.of(waiting(put(hand(p.Const(1)), "set", at(LAST))))) == []


def test_turned_up_on_arrival_everybody_sees_it() -> None:
    bench = Bench.of(waiting(put(p.Const(0), "card", at(ROW), p.Const(3), "up")))
    assert happened(bench) == [moved(bench, "2♣", 0, 0, bench.number(ROW), 3, ALL)]
    bench = Bench.of(waiting(put(p.Const(0), "card", at(ROW))))
    assert happened(bench) == [moved(bench, "2♣", 0, 0, bench.number(ROW), 1, 0)]


def test_what_a_card_counts_as_is_part_of_the_event() -> None:
    bench = Bench.of(waiting(put(p.Guised(p.Const(0), p.Const(51)), "card", at(PILE)), marks=MARKS))
    value = bench.pack.guise(0, 51)
    assert happened(bench) == [Moved((value,), (0,), (0,), bench.number(PILE), (1,), (ALL,))]


def test_dealing_is_one_event_for_each_card() -> None:
    round_ = p.DealRound(p.Const(1), at(STOCK), HAND, p.Const(2), HERE)
    bench = Bench.of(waiting(round_, p.DealTo(p.Const(5), at(STOCK), at(PILE), HERE)))
    bench.lay(STOCK, "2♣ 3♣ 4♣ 5♣")
    stock = bench.number(STOCK)
    assert happened(bench) == [
        moved(bench, "5♣", stock, 4, bench.number(HAND, 2), 0, 0b100),
        moved(bench, "4♣", stock, 3, bench.number(HAND, 0), 0, 0b001),
        moved(bench, "3♣", stock, 2, bench.number(HAND, 1), 0, 0b010),
        moved(bench, "2♣", stock, 1, bench.number(PILE), 1, ALL),
    ]


def test_shuffling() -> None:
    bench = Bench.of(waiting(p.Shuffle(at(STOCK), at(PILE), "zone", HERE))).lay(PILE, "2♣ 3♣").lay(STOCK, "4♣")
    stock, pile = bench.number(STOCK), bench.number(PILE)
    cards = (bench.card("2♣"), bench.card("3♣"))
    assert happened(bench) == [Moved(cards, (pile, pile), (1, 2), stock, (2, 3), (0, ALL)), Shuffled(stock)]


def test_shuffling_hides_what_was_seen() -> None:
    bench = Bench.of(waiting(p.Shuffle(at(LAST), None, None, HERE))).lay(LAST, "2♣ 3♣")
    assert happened(bench) == [Shuffled(bench.number(LAST))]
    assert [bench.machine.sight.seers(bench.s, c) for c in bench.cards("2♣ 3♣")] == [0, 0]


# ---------------------------------------------------------------- the rest


def test_turning_and_showing() -> None:
    turn = p.TurnOver(p.ZoneCards(at(ROW)), False)
    bench = Bench.of(waiting(turn)).lay(ROW, "2♣ 3♣")
    bench.s[bench.machine.layout.instances[bench.number(ROW)].turned or 0] = bench.mask("3♣")
    assert happened(bench) == [Turned((bench.card("3♣"),), (bench.number(ROW),), (2,), False, (ALL,))]
    bench = Bench.of(waiting(turn)).lay(ROW, "2♣ 3♣")
    assert happened(bench) == []
    bench = Bench.of(waiting(p.ShowTo(hand(p.Const(0)), p.Const(0b110)))).lay(HAND, "2♣")
    assert happened(bench) == [Shown((bench.card("2♣"),), (bench.number(HAND),), (0,), 0b110)]


def test_the_table_changes() -> None:
    bench = Bench.of(waiting(p.LeaveTable(p.Const(1)), p.EnterStage(0))).set(NUMBER, 4).set(ENDING, 1)
    arrays = bench.machine.layout.variables
    before = [0] * (arrays[-1].at + arrays[-1].size - arrays[0].at)
    after = tuple(before)
    before[arrays[NUMBER].at - arrays[0].at], before[arrays[ENDING].at - arrays[0].at] = 4, 1
    assert happened(bench) == [Left(1), Begun(0, tuple(before), after), Gathered()]


def test_only_stages_that_end_in_words_or_gather_the_cards_are_noted() -> None:
    turn = p.Stage("turn", (NUMBER,), False, False, False, HERE)
    hand = p.Stage("hand", (ENDING,), False, False, False, HERE)
    bench = Bench.of(waiting(p.EnterStage(1), p.EnterStage(2), stages=(STAGE, turn, hand)))
    assert [event.stage for event in happened(bench) if isinstance(event, Begun)] == [2]


def test_the_first_events() -> None:
    bench = Bench.of(waiting())
    s, events = bench.machine.start_recorded(1)
    assert s == bench.machine.start(1)
    assert events == (Asked(0, 0),)
    assert bench.machine.start_recorded(1, range(52))[1] == events


def test_the_end() -> None:
    game = program([p.AskOf(0), p.Finish()], [question("act", p.Const(1), arm("go", 1))])
    bench = Bench.of(game)
    assert bench.machine.apply_recorded(bench.s, 0)[1] == (Answered(1, 0, 0, False, ()), Ended())


# ---------------------------------------------------------------- answers


def answering(*stmts: p.Stmt) -> Bench:
    """Return a game in which a player chooses a card of their hand; then these statements run."""
    act = question("act", p.Const(0), arm("play", 1, slot(2, "each", hand(p.Const(0)), CARD)))
    return Bench.of(program([p.AskOf(0), *(p.Do(s) for s in stmts), p.Jump(0)], [act])).lay(HAND, "2♣ 3♣")


@pytest.mark.parametrize(
    ("stmts", "seers"),
    [
        ((), 0b001),
        ((put(C, "card", at(STOCK)),), 0b001),
        ((put(C, "card", at(PILE)),), ALL),
        ((put(C, "card", at(HAND, 2)),), 0b101),
        ((p.ShowTo(p.Single(C), p.Const(0b010)),), 0b011),
        ((put(C, "card", at(STOCK)), p.Shuffle(at(STOCK), None, None, HERE), put(C, "card", at(PILE))), 0b001),
    ],
)
def test_who_learns_which_card_was_chosen(stmts: tuple[p.Stmt, ...], seers: int) -> None:
    """Seats that saw the card before or see it move learn it; seats that see it again after a shuffle don't."""
    bench = answering(*stmts)
    three = bench.card("3♣")
    _, events = bench.machine.apply_recorded(bench.s, three)
    assert events[0] == Answered(0, 0, three, False, ((three, seers),))


def test_sealed_answers_are_told_when_they_are_opened() -> None:
    act = question(
        "give", Q, arm("give", 5, slot(2, "each", hand(Q), CARD)), params=(3,), sealed=ANSWERS, sealed_next=2, kept=(3,)
    )
    code = [
        p.Do(p.Set(Q, p.Const(1))),
        p.AskOf(0),
        p.Do(p.Seq(())),
        p.Do(p.Seq(())),
        p.Unseal(0, Q),
        p.Do(put(C, "card", at(PILE))),
        p.Finish((3,)),
    ]
    bench = Bench.of(program(code, [act], kept=(3,))).lay(HAND, "2♣ 3♣", key=1)
    three = bench.card("3♣")
    events = bench.machine.apply_recorded(bench.s, three)[1]
    assert events[0] == Sealed(1, 0, three)
    assert events[1] == Answered(1, 0, three, False, ((three, ALL),))
    assert isinstance(events[2], Moved)
    assert events[3] == Ended()


def test_a_misplay_is_told_as_one() -> None:
    may = p.Permission("never", (), (p.Clause("no", None, False, p.Const(1), (), None, False, HERE),), p.Const(0), HERE)
    act = question("act", p.Const(0), arm("dare", 1, may=p.Permitted(0, ()), misplay=1), arm("pass", 1, last=True))
    bench = Bench.of(program([p.AskOf(0), p.Jump(0)], [act], permissions=(may,)))
    assert bench.machine.legal(bench.s) == [1]
    assert bench.machine.tries(bench.s) == [0]
    assert bench.machine.apply_recorded(bench.s, 0)[1][0] == Answered(0, 0, 0, True, ())
