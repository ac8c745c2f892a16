"""Questions: the offers and their order, the tries of a strict table, and the place where the code continues."""

import pytest
from hand_made import (
    ANSWERS,
    CARD,
    FLAG,
    HAND,
    HERE,
    INT,
    MARKS,
    NUMBER,
    PILE,
    PLAYER,
    RANK,
    ROW,
    SCORES,
    SCRATCHED,
    STOCK,
    SUIT,
    WHO,
    Bench,
    arm,
    fact,
    hand,
    op,
    program,
    question,
    scan,
    slot,
)

from packs import deck
from parlour import program as p
from parlour.table.faults import RulesetFault, StateError

N, C, Q, CS, R, X, K, D = (p.Local(i) for i in (1, 2, 3, 4, 5, 6, 7, 8))
P_CARD = p.Local(13)
MINE = hand(p.Const(0))
NUMBER_VAR = p.VarAt(NUMBER)
TWO_DECKS = deck(copies=2)


def asking(*arms: p.Arm, **more: object) -> p.Program:
    """Return a game that asks the first player one question again and again."""
    return program([p.AskOf(0), p.Jump(0)], [question("act", p.Const(0), *arms)], **more)


def offered(*arms: p.Arm, lay: str = "", **more: object) -> list[str]:
    players = more.pop("players", 3)
    assert isinstance(players, int)
    bench = Bench.of(asking(*arms, **more), players)
    return bench.lay(HAND, lay).texts() if lay else bench.texts()


# ---------------------------------------------------------------- slots


def test_cards_of_a_hand() -> None:
    assert offered(arm("play", 1, slot(2, "each", MINE, CARD)), lay="K♠ 2♣ 10♦") == ["play 2♣", "play 10♦", "play K♠"]


def test_conditions_on_cards() -> None:
    spade = op("==", fact("suit", C), p.Const(3))
    assert offered(arm("play", 1, slot(2, "each", MINE, CARD), where=spade), lay="K♠ 2♣ 3♠") == ["play 3♠", "play K♠"]
    odd = op("==", op("mod", p.Pips(fact("rank", C)), NUMBER_VAR), p.Const(1))  # not a set expression
    bench = (
        Bench.of(asking(arm("play", 1, slot(2, "each", MINE, CARD), where=odd))).lay(HAND, "K♠ 2♣ 3♠").set(NUMBER, 2)
    )
    assert bench.texts() == ["play 3♠", "play K♠"]


def test_values_of_every_kind() -> None:
    assert offered(arm("call", 1, slot(6, "each", p.Const(0b1001), SUIT))) == ["call ♣", "call ♠"]
    assert offered(arm("name", 1, slot(5, "each", p.Const(0b11 << 8 | 1 << 13), RANK))) == [
        "name 10",
        "name J",
        "name Jk",
    ]
    assert offered(arm("bid", 1, slot(7, "each", p.Span(p.Const(-1), p.Const(1)), INT))) == ["bid -1", "bid 0", "bid 1"]
    assert offered(arm("ask", 1, slot(3, "each", p.Seated("everyone"), PLAYER))) == ["ask 1", "ask 2", "ask 3"]
    order = p.SeatOrder(p.Const(1), False)
    assert offered(arm("ask", 1, slot(3, "each", order, PLAYER))) == ["ask 1", "ask 2", "ask 3"]
    effect = p.Type("enum", "effect")
    assert offered(arm("use", 1, slot(7, "each", p.Const(0b101), effect))) == ["use stops", "use links"]


def test_groups_of_one_rank() -> None:
    texts = offered(arm("play", 1, slot(4, "groups", MINE, CARD)), lay="5♣ 5♦ 9♥")
    assert texts == ["play 5♣", "play 5♦", "play 5♣ 5♦", "play 9♥"]


def test_subsets_of_a_size() -> None:
    chosen = slot(4, "sets", MINE, CARD, low=p.Const(2), high=p.Const(2))
    assert offered(arm("pass", 1, chosen), lay="2♣ 3♣ 4♣") == ["pass 2♣ 3♣", "pass 2♣ 4♣", "pass 3♣ 4♣"]
    assert len(offered(arm("pass", 1, slot(4, "sets", MINE, CARD)), lay="2♣ 3♣ 4♣")) == 7
    seats = slot(4, "sets", p.Seated("everyone"), PLAYER, low=p.Const(0), high=p.Const(1))
    notation = ("tell ", p.Hole(CS, p.Type("players")))
    assert offered(arm("tell", 1, seats, notation=notation)) == ["tell none", "tell 1", "tell 2", "tell 3"]


def test_too_many_subsets_are_a_fault() -> None:
    by_the_first = op("==", fact("rank", p.First(CS)), p.Const(0))  # play tests such a condition for each set
    everything = arm("take", 1, slot(4, "sets", p.Seated("pack"), CARD), where=by_the_first)
    with pytest.raises(RulesetFault, match="sets of cards, and the limit is 200,000") as caught:
        Bench.of(asking(everything)).texts()
    assert caught.value.origin == HERE


def test_guises() -> None:
    """The ace is itself, or any of two faces; the other card only itself."""
    faces = p.Function(
        "faces", (13,), p.If(op("==", fact("rank", P_CARD), p.Const(12)), p.Const(0b101), p.Const(0)), HERE
    )
    play = arm("play", 1, slot(2, "guises", MINE, CARD, faces=0))
    assert offered(play, lay="A♠ 9♥", functions=(faces,)) == ["play 9♥", "play A♠", "play A♠ as 2♣", "play A♠ as 2♥"]


def test_places() -> None:
    play = arm("turn", 1, slot(7, "places", p.ZoneAt(ROW), CARD))
    bench = Bench.of(asking(play)).lay(ROW, "2♣ 3♣ 4♣")
    bench.machine.move(bench.s, bench.card("3♣"), bench.number(STOCK))
    assert bench.texts() == ["turn 1", "turn 3"]
    pick = arm("pick", 1, slot(7, "places", p.ZoneAt(STOCK), CARD))
    assert Bench.of(asking(pick)).lay(STOCK, "2♣ 3♣").texts() == ["pick 1", "pick 2"]
    with pytest.raises(RulesetFault, match="no places"):
        Bench.of(asking(arm("pick", 1, slot(7, "places", p.ZoneAt(HAND, (p.Const(0),)), CARD)))).texts()


def test_several_slots_multiply_and_later_ones_may_depend_on_earlier_ones() -> None:
    on = slot(8, "each", op("-set", MINE, p.Single(C)), CARD)
    higher = op(">", fact("rank", D), fact("rank", C))
    texts = offered(arm("swap", 1, slot(2, "each", MINE, CARD), on, where=higher), lay="2♣ 3♣ 4♣")
    assert texts == ["swap 2♣ 3♣", "swap 2♣ 4♣", "swap 3♣ 4♣"]
    ask = arm("ask", 1, slot(3, "each", p.Seated("everyone"), PLAYER), slot(5, "each", p.Const(0b11), RANK))
    assert offered(ask)[:3] == ["ask 1 2", "ask 1 3", "ask 2 2"]


# ---------------------------------------------------------------- twins


def test_copies_that_nothing_tells_apart_are_offered_once() -> None:
    two = TWO_DECKS
    assert offered(arm("play", 1, slot(2, "each", MINE, CARD)), lay="5♠ 5♠ 9♥", deck=two) == ["play 5♠", "play 9♥"]
    groups = offered(arm("play", 1, slot(4, "groups", MINE, CARD)), lay="5♠ 5♠ 5♥", deck=two)
    assert sorted(groups) == sorted(["play 5♥", "play 5♠", "play 5♥ 5♠", "play 5♠ 5♠", "play 5♥ 5♠ 5♠"])
    jokers = deck(jokers=2)
    assert offered(arm("play", 1, slot(2, "each", MINE, CARD)), lay="Jk Jk", deck=jokers) == ["play Jk"]


def test_twins_in_several_slots() -> None:
    """Two identical cards in two slots give only one choice."""
    on = slot(8, "each", op("-set", MINE, p.Single(C)), CARD)
    texts = offered(arm("swap", 1, slot(2, "each", MINE, CARD), on), lay="5♠ 5♠ 9♥", deck=TWO_DECKS)
    assert sorted(texts) == ["swap 5♠ 5♠", "swap 5♠ 9♥", "swap 9♥ 5♠"]


def test_cards_that_lie_in_order_are_not_twins() -> None:
    """They have the same name, so the second one gets a number."""
    take = arm("take", 1, slot(2, "each", p.ZoneCards(p.ZoneAt(ROW)), CARD))
    bench = Bench.of(asking(take, deck=TWO_DECKS)).lay(ROW, "5♠ 5♠")
    for i in bench.machine.layout.of_zone(ROW):
        assert i.turned is not None
        bench.s[i.turned] = bench.mask("5♠ 5♠")
    assert bench.texts() == ["take 5♠", "take 5♠ #2"]


def test_marks_tell_twins_apart() -> None:
    bench = Bench.of(asking(arm("play", 1, slot(2, "each", MINE, CARD)), deck=TWO_DECKS, marks=MARKS)).lay(
        HAND, "5♠ 5♠"
    )
    assert bench.texts() == ["play 5♠"]
    bench.s[bench.machine.layout.marks[SCRATCHED] + bench.card("5♠", copy=1)] = 1
    assert bench.texts() == ["play 5♠", "play 5♠ #2"]


# ---------------------------------------------------------------- actions


def test_tests_and_last_resorts() -> None:
    cases = [
        (arm("draw", 1, test=op(">", NUMBER_VAR, p.Const(0))), 1, ["draw"]),
        (arm("draw", 1, test=op(">", NUMBER_VAR, p.Const(0))), 0, ["pass"]),
        (arm("draw", 1, where=op(">", NUMBER_VAR, p.Const(0))), 0, ["pass"]),
    ]
    for draw, n, texts in cases:
        bench = Bench.of(asking(arm("pass", 1, last=True), draw)).set(NUMBER, n)
        assert bench.texts() == texts


def test_a_question_without_an_answer_is_a_fault() -> None:
    bench = Bench.of(asking(arm("draw", 1, test=op(">", NUMBER_VAR, p.Const(0)))))
    with pytest.raises(RulesetFault, match="`act` has no possible answer") as caught:
        bench.texts()
    assert caught.value.origin == HERE


def test_otherwise_goes_on_without_asking() -> None:
    draw = arm("draw", 3, test=op(">", NUMBER_VAR, p.Const(0)))
    code = [
        p.AskOf(0),
        p.Do(p.Set(NUMBER_VAR, op("+", NUMBER_VAR, p.Const(1)))),  # nothing to choose: one more
        p.Jump(0),
        p.Do(p.Set(p.VarAt(FLAG), p.Const(1))),
        p.Jump(0),
    ]
    bench = Bench.of(program(code, [question("act", p.Const(0), draw, otherwise=1)]))
    assert (bench.get(NUMBER), bench.get(FLAG)) == (1, 0)
    assert bench.go().get(FLAG) == 1


def test_the_answer_is_in_its_locals() -> None:
    swap = arm("swap", 1, slot(2, "each", MINE, CARD), slot(7, "each", p.Span(p.Const(-3), p.Const(3)), INT))
    code = [p.AskOf(0), p.Do(p.Set(NUMBER_VAR, op("+", op("*", C, p.Const(10)), K))), p.Jump(0)]
    bench = Bench.of(program(code, [question("act", p.Const(0), swap)])).lay(HAND, "2♥ 3♣")
    moves = dict(zip(bench.texts(), bench.machine.legal(bench.s), strict=True))
    assert bench.go(moves["swap 2♥ -3"]).get(NUMBER) == 2 * 10 - 3
    assert bench.go(moves["swap 3♣ 2"]).get(NUMBER) == 4 * 10 + 2


# ---------------------------------------------------------------- permissions


def forbids(id_: str, test: p.Expr, unless_stuck: bool = False) -> p.Clause:
    return p.Clause(id_, None, False, test, (), None, unless_stuck, HERE)


def allows(id_: str, test: p.Expr, *lifts: int) -> p.Clause:
    return p.Clause(id_, None, True, test, lifts, None, False, HERE)


def permission(*clauses: p.Clause) -> p.Permission:
    """Return a permission with the verdict of its clauses."""
    verdicts = [
        p.Or((p.Not(c.test), *(a.test for a in clauses if a.allow and i in a.lifts)))
        for i, c in enumerate(clauses)
        if not c.allow
    ]
    return p.Permission("play", (13,), clauses, p.And(tuple(verdicts)), HERE)


SUIT_IS = op("!=", fact("suit", P_CARD), NUMBER_VAR)
TWO = op("==", fact("rank", P_CARD), p.Const(0))
PLAY = arm("play", 1, slot(2, "each", MINE, CARD), may=p.Permitted(0, (C,)))


@pytest.mark.parametrize("vectorise", [True, False])
def test_clauses_and_what_lifts_them(vectorise: bool) -> None:
    may = permission(forbids("follow", SUIT_IS), allows("two", TWO, 0))
    game = asking(PLAY, arm("pass", 1, last=True), permissions=(may,))
    bench = Bench.of(game, vectorise=vectorise).lay(HAND, "2♣ 3♣ 3♥ 3♠")
    assert bench.set(NUMBER, 2).texts() == ["play 2♣", "play 3♥"]


@pytest.mark.parametrize("vectorise", [True, False])
def test_clauses_that_give_way(vectorise: bool) -> None:
    """Follow suit unless stuck; then, among the remaining cards, no twos unless stuck."""
    may = permission(forbids("follow", SUIT_IS, True), forbids("no-two", TWO, True))
    bench = Bench.of(asking(PLAY, permissions=(may,)), vectorise=vectorise).lay(HAND, "2♣ 3♣ 2♥")
    assert bench.set(NUMBER, 0).texts() == ["play 3♣"]
    assert bench.set(NUMBER, 2).texts() == ["play 2♥"]  # the suit first; then the two gives way
    assert bench.set(NUMBER, 3).texts() == ["play 3♣"]  # the suit gives way, the two doesn't


def test_firm_clauses_come_before_those_that_give_way() -> None:
    may = permission(forbids("no-clubs", op("==", fact("suit", P_CARD), p.Const(0))), forbids("no-two", TWO, True))
    game = asking(PLAY, arm("pass", 1, last=True), permissions=(may,))
    assert Bench.of(game).lay(HAND, "2♣ 3♣").texts() == ["pass"]
    assert Bench.of(game).lay(HAND, "2♣ 3♣ 2♥").texts() == ["play 2♥"]
    assert Bench.of(game).lay(HAND, "2♣ 2♥ 3♥").texts() == ["play 3♥"]


def test_misplays_at_a_strict_table() -> None:
    may = permission(forbids("follow", SUIT_IS))
    red = op("==", fact("colour", C), p.Const(1))
    play = arm("play", 1, slot(2, "each", MINE, CARD), where=red, may=p.Permitted(0, (C,)), misplay=3)
    code = [
        p.AskOf(0),
        p.Do(p.Set(NUMBER_VAR, p.Const(10))),
        p.Jump(0),
        p.Do(p.Set(NUMBER_VAR, op("+", p.Const(20), C))),
        p.Jump(0),
    ]
    bench = Bench.of(program(code, [question("act", p.Const(0), play)], permissions=(may,)))
    bench.lay(HAND, "2♦ 2♥ 2♣").set(NUMBER, 2)
    legal, tries = bench.machine.legal(bench.s), bench.machine.tries(bench.s)
    assert legal == [bench.card("2♥")]
    assert tries == [bench.card("2♦")]  # not the club, which isn't possible at all
    tried = bench.machine.apply(bench.s, tries[0])
    assert bench.go(legal[0]).get(NUMBER) == 10
    bench.s = tried
    assert bench.get(NUMBER) == 20 + 1


# ---------------------------------------------------------------- Offers


def test_offers_leaves_the_state_alone() -> None:
    """`possible` tests a question with other parameters while the question's own are in use."""
    act = question(
        "act", Q, arm("play", 1, slot(2, "each", hand(Q), CARD)), arm("pass", 1, last=True), params=(3,), kept=(3,)
    )
    who_can = scan("those", 12, p.Seated("everyone"), p.Offers(0, (p.Local(12),)))
    code = [p.Do(p.Set(Q, p.Const(2))), p.AskOf(0), p.Jump(0)]
    bench = Bench.of(program(code, [act], kept=(3,))).lay(HAND, "2♣", key=1).lay(HAND, "3♣", key=2)
    before = list(bench.s)
    assert bench.value(who_can) == 0b110
    assert bench.s == before
    assert bench.texts() == ["play 3♣"]


# ---------------------------------------------------------------- sealed answers


def sealed_game() -> p.Program:
    """Return a game in which all players hand in a card; then the cards go to the pile one by one."""
    hand_in = question(
        "give", Q, arm("give", 8, slot(2, "each", hand(Q), CARD)),
        params=(3,), sealed=ANSWERS, sealed_next=3, kept=(3,), clear=(),
    )  # fmt: skip
    code = [
        p.Do(p.Set(Q, p.Const(0))),
        p.Branch(op("<", Q, p.Seated("seats")), 5),
        p.AskOf(0),
        p.Do(p.Set(Q, op("+", Q, p.Const(1)))),
        p.Jump(1),
        p.Do(p.Set(Q, p.Const(0))),
        p.Branch(op("<", Q, p.Seated("seats")), 10),
        p.Unseal(0, Q),
        p.Do(p.Seq((p.Put(C, "card", p.ZoneAt(PILE), None, None, HERE), p.Set(Q, op("+", Q, p.Const(1)))))),
        p.Jump(6),
        p.Finish((3,)),
    ]
    return program(code, [hand_in], kept=(3,))


def test_sealed_answers() -> None:
    bench = Bench.of(sealed_game())
    for q, names in enumerate(("2♣ 3♣", "4♣ 5♣", "6♣ 7♣")):
        bench.lay(HAND, names, key=q)
    for q, name in enumerate(("3♣", "4♣", "7♣")):
        assert bench.machine.seat(bench.s) == q
        assert bench.lying(PILE) == ""
        assert bench.get(ANSWERS, q) == 0
        bench.go(bench.card(name))
    assert bench.lying(PILE) == "3♣ 4♣ 7♣"
    assert bench.machine.over(bench.s)
    assert [bench.get(ANSWERS, q) for q in range(3)] == [0, 0, 0]


def test_opening_what_was_never_sealed_is_a_fault() -> None:
    game = sealed_game()
    game = program([p.Unseal(0, p.Const(0)), *game.code], [*game.questions], kept=(3,))
    with pytest.raises(RulesetFault, match="not answered"):
        Bench.of(game)


# ---------------------------------------------------------------- code


def test_calls_and_returns() -> None:
    """Call one routine with a question from two places; no dead value stays in the state."""
    act = question("act", Q, arm("go", 6), params=(3,), kept=(3, 9), clear=())
    code = [
        p.Do(p.Set(Q, p.Const(1))),
        p.Gosub(5, 9, 1),
        p.Do(p.Set(Q, p.Const(2))),
        p.Gosub(5, 9, 2),
        p.Finish((3, 9)),
        p.AskOf(0),
        p.Do(p.Set(p.VarAt(SCORES, (Q,)), op("+", p.VarAt(SCORES, (Q,)), p.Const(1)))),
        p.Return(9, (3, 9)),
    ]
    bench = Bench.of(program(code, [act], kept=(3, 9), returns=(2, 4)))
    back = bench.machine.layout.kept[9]
    assert (bench.machine.seat(bench.s), bench.s[back]) == (1, 1)
    bench.go()
    assert (bench.machine.seat(bench.s), bench.s[back]) == (2, 2)
    bench.go()
    assert bench.machine.over(bench.s)
    assert [bench.get(SCORES, q) for q in range(3)] == [0, 1, 1]
    assert [bench.s[cell] for cell in bench.machine.layout.kept.values()] == [0, 0]


def test_dead_locals_are_cleared_where_the_code_says() -> None:
    act = question("act", p.Const(0), arm("go", 3), clear=(1,), kept=())
    other = question("other", p.Const(0), arm("go", 6), kept=(1,))
    code = [
        p.Do(p.Set(N, p.Const(5))),
        p.AskOf(0),
        p.Jump(1),
        p.Do(p.Set(N, p.Const(6))),
        p.Jump(5),
        p.AskOf(1),
        p.Jump(7, (1,)),
        p.AskOf(1),
    ]
    bench = Bench.of(program(code, [act, other], kept=(1,)))
    cell = bench.machine.layout.kept[1]
    assert bench.s[cell] == 0
    assert bench.go().s[cell] == 6
    assert bench.go().s[cell] == 0


def test_branches() -> None:
    code = [
        p.Branch(op("<", NUMBER_VAR, p.Const(3)), 3),
        p.Do(p.Set(NUMBER_VAR, op("+", NUMBER_VAR, p.Const(1)))),
        p.Jump(0),
        p.AskOf(0),
    ]
    assert Bench.of(program(code, [question("act", p.Const(0), arm("go", 0))])).get(NUMBER) == 3


def test_code_that_never_asks_is_stopped() -> None:
    code = [p.Do(p.Set(NUMBER_VAR, op("-", p.Const(1), NUMBER_VAR)), HERE), p.Jump(0), p.AskOf(0)]
    with pytest.raises(RulesetFault, match="steps without a question") as caught:
        Bench.of(program(code, [question("act", p.Const(0), arm("go", 0))]))
    assert caught.value.origin == HERE


def test_long_code_needs_no_deep_stack() -> None:
    one_more = p.Do(p.Set(NUMBER_VAR, op("+", NUMBER_VAR, p.Const(1))))
    code: list[p.Instr] = []
    for _ in range(2000):
        code += [p.Branch(op(">=", NUMBER_VAR, p.Const(0)), len(code) + 2), one_more]
    code.append(p.AskOf(0))
    assert Bench.of(program(code, [question("act", p.Const(0), arm("go", 0))])).get(NUMBER) == 2000


def test_the_end() -> None:
    code = [p.AskOf(0), p.Do(p.Set(p.VarAt(WHO), p.Const(1))), p.Finish((3,))]
    bench = Bench.of(program(code, [question("act", p.Const(0), arm("go", 1))])).go()
    assert bench.machine.over(bench.s)
    for look in (bench.machine.legal, bench.machine.tries, bench.machine.seat):
        with pytest.raises(StateError, match="the game has no question"):
            look(bench.s)
    with pytest.raises(ValueError, match="no question"):
        bench.machine.step(bench.s, 0)


def test_looking_changes_nothing() -> None:
    bench = Bench.of(sealed_game()).lay(HAND, "2♣ 3♣")
    before = list(bench.s)
    for look in (bench.machine.legal, bench.machine.tries, bench.machine.seat):
        look(bench.s)
        assert bench.s == before
    bench.machine.apply(bench.s, bench.machine.legal(bench.s)[0])
    assert bench.s == before


def test_kinds_of_instructions_are_all_used_here() -> None:
    used = {type(i) for i in sealed_game().code} | {p.Gosub, p.Return}
    assert used == set(p.Instr.__args__)
