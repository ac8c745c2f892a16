"""The reasons why a move is or isn't allowed: the clauses that decided."""

from eights import RULES, STOCK, UP
from hand_made import CARD, HERE, NUMBER, Bench, arm, fact, hand, op, program, question, slot
from hand_made import HAND as MY_HAND

from parlour import program as p
from parlour.states.machine import Machine
from parlour.states.moves import Notation
from parlour.states.why import Possible, Why, why

C, P_CARD = p.Local(2), p.Local(13)


def clause(id_: str, test: p.Expr, *, unless_stuck: bool = False, says: p.Template | None = None) -> p.Clause:
    return p.Clause(id_, "order", False, test, (), says, unless_stuck, HERE)


FOLLOW = clause(
    "follow", op("!=", fact("suit", P_CARD), p.VarAt(NUMBER)), unless_stuck=True,
    says=(p.Hole(P_CARD, CARD), " is not of the suit led"),
)  # fmt: skip
NO_TWO = clause("no-two", op("==", fact("rank", P_CARD), p.Const(0)), says=("no twos",))
CLUB = p.Clause("club", None, True, op("==", fact("suit", P_CARD), p.Const(0)), (1,), None, False, HERE)
MAY = p.Permission(
    "play",
    (13,),
    (FOLLOW, NO_TWO, CLUB),
    p.And((p.Not(FOLLOW.test), p.Or((p.Not(NO_TWO.test), CLUB.test)))),
    HERE,
)


def bench(*arms: p.Arm) -> Bench:
    game = program([p.AskOf(0), p.Jump(0)], [question("act", p.Const(0), *arms)], permissions=(MAY,))
    return Bench.of(game)


PLAY = arm("play", 1, slot(2, "each", hand(p.Const(0)), CARD), may=p.Permitted(0, (C,)))
RED = arm(
    "play", 1, slot(2, "each", hand(p.Const(0)), CARD), where=op("==", fact("colour", C), p.Const(1)),
    may=p.Permitted(0, (C,)), misplay=1,
)  # fmt: skip
PASS = arm("pass", 1, last=True)
FREE = arm("free", 1)
CALL = arm("call", 1, test=op("==", p.VarAt(NUMBER), p.Const(9)))


def asked(b: Bench, text: str) -> Why:
    return why(b.machine, Notation(b.machine), b.s[:], text, Possible.of(b.machine, b.s))


def test_a_clause_that_forbids() -> None:
    b = bench(PLAY, PASS).lay(MY_HAND, "3♣ 4♥").set(NUMBER, 2)
    found = asked(b, "play 3c")
    assert found.verdict == "forbidden"
    (standing,) = found.standing()
    assert (standing.id, standing.group, standing.says) == ("follow", "order", "3♣ is not of the suit led")
    assert [c.applies for c in found.clauses] == [True, False, True]
    assert found.lines() == [
        "`play 3c` is not allowed",
        "  follow: 3♣ is not of the suit led [A test, test.yaml:1:1]",
    ], "the clause `club` applies too, but lifts nothing here"


def test_no_clause_judges_a_choice_that_is_not_offered() -> None:
    """`check` proves the values of a clause only for what the question offers, so its words could name nothing."""
    found = asked(bench(RED, PASS).lay(MY_HAND, "3♣ 4♥").set(NUMBER, 2), "play 3c")
    assert [other.kind for other in found.others] == ["not-possible"]
    assert found.clauses == ()


def test_a_clause_that_is_lifted() -> None:
    found = asked(bench(PLAY, PASS).lay(MY_HAND, "2♣").set(NUMBER, 0), "play 2♣")
    assert found.verdict == "allowed"
    assert found.clauses[1].lifted_by == ("club",)
    assert not found.standing()
    assert found.lines() == [
        "`play 2♣` is allowed",
        "  no-two: no twos (overridden by club) [A test, test.yaml:1:1]",
        "  club overrides no-two [A test, test.yaml:1:1]",
    ]
    club = asked(bench(PLAY, PASS).lay(MY_HAND, "3♣").set(NUMBER, 0), "play 3♣")
    assert club.lines() == ["`play 3♣` is allowed", "  club allows it [A test, test.yaml:1:1]"]


def test_a_clause_that_gives_way() -> None:
    found = asked(bench(PLAY, PASS).lay(MY_HAND, "3♥").set(NUMBER, 0), "play 3♥")
    assert found.verdict == "allowed"
    assert found.clauses[0].gave_way
    assert "ignored" in found.lines()[1]


def test_a_clause_that_gave_way_forbids_nothing() -> None:
    """The player has no spades, so following suit gives way, and only the other clause forbids the two."""
    found = asked(bench(PLAY, PASS).lay(MY_HAND, "2♥ 3♥").set(NUMBER, 3), "play 2♥")
    assert found.verdict == "forbidden"
    assert [c.id for c in found.standing()] == ["no-two"]
    assert found.clauses[0].gave_way


def test_what_can_be_tried() -> None:
    found = asked(bench(RED, PASS).lay(MY_HAND, "3♣ 3♥ 4♦").set(NUMBER, 1), "play 3♥")
    assert (found.verdict, found.price) == ("forbidden", True)
    assert found.lines()[0] == "`play 3♥` is not allowed, but you can try it"


def test_reasons_that_are_no_clauses() -> None:
    b = bench(RED, PASS, CALL).lay(MY_HAND, "3♣ 3♥").set(NUMBER, 2)
    kinds = {text: (asked(b, text).verdict, asked(b, text).others[0].kind) for text in (
        "play 3♣", "play K♥", "pass", "call", "dance", "play 3♥ 3♣",
    )}  # fmt: skip
    assert kinds == {
        "play 3♣": ("impossible", "not-possible"),
        "play K♥": ("impossible", "not-a-choice"),
        "pass": ("forbidden", "last-resort"),
        "call": ("impossible", "not-offered"),
        "dance": ("unknown", "unknown"),
        "play 3♥ 3♣": ("unknown", "one-card"),
    }
    assert asked(b, "play 3♥").verdict == "allowed"
    assert asked(b, "plaz 3♥").others[0].message == "did you mean `play 3♥`?"


def test_cards_that_are_not_held() -> None:
    b = bench(RED, PASS).lay(MY_HAND, "3♣ 3♥").set(NUMBER, 2)
    found = asked(b, "play K♥")
    assert found.others[0].message == "seat 1 doesn't have K♥"
    assert str(found) == "`play K♥` is not possible\n  seat 1 doesn't have K♥ [A test, test.yaml:1:1]"
    assert asked(b, "play").others[0].message == "write the whole move, as in `play 3♥`"


def test_when_the_game_is_over() -> None:
    b = Bench.of(program([p.Finish()], [question("never", p.Const(0))]))
    assert asked(b, "play 3♣").verdict == "over"


def test_of_two_actions_with_one_text_the_ordinary_one_is_explained_before_the_last_resort() -> None:
    """Several actions have the text `act 3♣`: a clause forbids one, one is a last resort, and one isn't offered."""
    last = arm("act", 1, slot(2, "each", hand(p.Const(0)), CARD), last=True)
    never = arm("act", 1, slot(2, "each", hand(p.Const(0)), CARD), test=op("==", p.VarAt(NUMBER), p.Const(9)))
    usual = arm("act", 1, slot(2, "each", hand(p.Const(0)), CARD), may=p.Permitted(0, (C,)))
    told = "`act 3♣` is not allowed"
    forbidden = "  follow: 3♣ is not of the suit led [A test, test.yaml:1:1]"
    resort = "  you may do this only if you can do nothing else [A test, test.yaml:1:1]"
    for arms, reasons in (
        ((last, usual, CALL), [forbidden]),
        ((never, last, usual, CALL), [forbidden]),
        ((never, last, FREE), [resort, "  this action isn't available now [A test, test.yaml:1:1]"]),
    ):
        b = bench(*arms).lay(MY_HAND, "3♣ 4♥").set(NUMBER, 2)
        assert asked(b, "act 3♣").lines() == [told, *reasons]


def test_what_is_allowed_is_never_forbidden_by_a_clause() -> None:
    """For every card in a real game, the verdict matches the list of moves, and a refusal names a clause that
    applies."""
    m = Machine(RULES, 3)
    notation = Notation(m)
    for seed in range(5):
        s = m.start(seed)
        for _ in range(12):
            legal = {move.text for move in notation.moves(s, m.legal(s))}
            for c in range(52):
                text = f"play {m.layout.pack.name(c)}"
                found = why(m, notation, s[:], text, Possible.of(m, s))
                held = m.layout.instances[s[m.layout.where + c]].number == 1 + s[m.layout.variables[UP].at]
                if not held:
                    assert found.others[0].kind == "not-a-choice"
                    continue
                assert (found.verdict == "allowed") == (text in legal) == (not found.standing())
            m.step(s, m.legal(s)[-1])
            if m.over(s):
                break


def test_guesses_for_every_form_of_choice() -> None:
    from parlour.states.guessing import guessed

    forms = [
        (slot(2, "each", p.Const(0), CARD), "act 5♠", 15),
        (slot(2, "each", p.Const(0), CARD), "ACT  5s", 15),
        (slot(2, "each", p.Const(0), CARD), "act 5", None),
        (slot(4, "sets", p.Const(0), CARD), "act 2♣ 3♣", 0b10001),
        (slot(4, "sets", p.Const(0), CARD), "act 2♣ 2♣", None),
        (slot(4, "sets", p.Const(0), p.Type("player")), "act 1 3", 0b101),
        (slot(7, "each", p.Span(p.Const(0), p.Const(0)), p.Type("int")), "act -4", -4),
        (slot(7, "places", p.ZoneAt(STOCK), CARD), "act 7", 7),
        (slot(7, "places", p.ZoneAt(STOCK), CARD), "act x", None),
        (slot(5, "each", p.Const(0), p.Type("rank")), "act 10", 8),
        (slot(6, "each", p.Const(0), p.Type("suit")), "act ♠", 3),
        (slot(7, "each", p.Const(0), p.Type("enum", "effect")), "act links", 2),
        (slot(7, "each", p.Const(0), p.Type("enum", "effect")), "act sings", None),
    ]
    for chosen, text, value in forms:
        game = program([p.AskOf(0), p.Jump(0)], [question("q", p.Const(0), arm("act", 1, chosen))])
        machine = Machine(game, 3)
        numbers = guessed(machine.layout, machine.questions[0], text)
        wanted = [] if value is None else [machine.questions[0].arms[0].packing.pack([value])]
        assert numbers == wanted, text
