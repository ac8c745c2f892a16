"""The syntax tree of each form of the language."""

from __future__ import annotations

from typing import Any

import pytest

from lang.helpers import NOWHERE as HERE
from lang.helpers import parsed, placeless, problems_of
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.lexer import RESERVED


def name(id: str) -> s.Name:
    return s.Name(HERE, id)


def number(value: int) -> s.Number:
    return s.Number(HERE, value)


def call(id: str, *args: s.Expr) -> s.Call:
    return s.Call(HERE, id, args, HERE)


def field(of: s.Expr, id: str) -> s.Field:
    return s.Field(HERE, of, id, HERE)


def binary(left: s.Expr, op: str, right: s.Expr) -> s.Binary:
    return s.Binary(HERE, op, left, right)


def span_of(low: s.Expr, high: s.Expr) -> s.RangeLit:
    return s.RangeLit(HERE, low, high)


def each(var: str, domain: s.Expr, where: s.Expr | None = None) -> s.Each:
    return s.Each(HERE, var, HERE, domain, where, None, None)


def quantified(kind: str, var: str, domain: s.Expr, where: s.Expr | None = None) -> s.Quantified:
    return s.Quantified(HERE, kind, each(var, domain, where))


def listed(*items: s.Expr) -> s.ListLit:
    return s.ListLit(HERE, items)


def card(rank: str, suit: str) -> s.CardLit:
    return s.CardLit(HERE, rank + suit)


A, B, C, D, P, Q, X = (name(id) for id in "abcdpqx")
HAND_P = call("hand", P)

EXPRESSIONS: list[tuple[str, s.Expr]] = [
    ("p", P),
    ("last-card", name("last-card")),
    ("n-1", binary(name("n"), "-", number(1))),
    ("a -b", binary(A, "-", B)),
    ("a - b", binary(A, "-", B)),
    ("a-b", name("a-b")),
    ("a-(b)", binary(A, "-", B)),
    ("- a - -b", binary(s.Minus(HERE, A), "-", s.Minus(HERE, B))),
    ("0", number(0)),
    ("true", s.Truth(HERE, True)),
    ("false", s.Truth(HERE, False)),
    ("none", s.Nothing(HERE)),
    ("Jk", s.RankLit(HERE, "Jk")),
    ("K", s.RankLit(HERE, "K")),
    ("♠", s.SuitLit(HERE, "♠")),
    ("♡", s.SuitLit(HERE, "♥")),
    ("♦\ufe0f", s.SuitLit(HERE, "♦")),
    ("10♦", card("10", "♦")),
    ("10♦\ufe0f", card("10", "♦")),
    ("10D", card("10", "D")),
    ("QS", card("Q", "S")),
    ("A♧", card("A", "♣")),
    ("[]", listed()),
    ("[2, 4..7, J]", listed(number(2), span_of(number(4), number(7)), s.RankLit(HERE, "J"))),
    ("hand(p)", HAND_P),
    ("draw(p, 2)", call("draw", P, number(2))),
    ("f()", call("f")),
    ("turn(p)", call("turn", P)),
    ("hand(p).size", field(HAND_P, "size")),
    ("score.face.top", field(field(name("score"), "face"), "top")),
    ("cards + up", binary(name("cards"), "+", name("up"))),
    ("seats + random", binary(name("seats"), "+", name("random"))),
    # how tightly each binds
    ("a + b * c", binary(A, "+", binary(B, "*", C))),
    ("(a + b) * c", binary(binary(A, "+", B), "*", C)),
    ("a - b - c", binary(binary(A, "-", B), "-", C)),
    ("a // b mod c", binary(binary(A, "//", B), "mod", C)),
    ("-a * b", binary(s.Minus(HERE, A), "*", B)),
    ("-a as b", s.Minus(HERE, s.As(HERE, A, B))),
    ("a.x as b.y", s.As(HERE, field(A, "x"), field(B, "y"))),
    ("a + b < c - d", binary(binary(A, "+", B), "<", binary(C, "-", D))),
    ("not a == b", s.Not(HERE, binary(A, "==", B))),
    ("not not a", s.Not(HERE, s.Not(HERE, A))),
    ("a and b or c and d", binary(binary(A, "and", B), "or", binary(C, "and", D))),
    ("a or not b and c", binary(A, "or", binary(s.Not(HERE, B), "and", C))),
    ("a if b or c else d", s.Choice(HERE, binary(B, "or", C), A, D)),
    ("a if b else c if d else p", s.Choice(HERE, B, A, s.Choice(HERE, D, C, P))),
    ("a\n  and b", binary(A, "and", B)),
    ("a # or so\n or b", binary(A, "or", B)),
    # comparisons
    ("a in b", binary(A, "in", B)),
    ("a not in 4..7", binary(A, "not in", span_of(number(4), number(7)))),
    ("a in b + 1..c", binary(A, "in", span_of(binary(B, "+", number(1)), C))),
    ("a is empty", s.Is(HERE, A, "empty", False)),
    ("a is not none", s.Is(HERE, A, "none", True)),
    ("a + b is some", s.Is(HERE, binary(A, "+", B), "some", False)),
    ("a has cards", s.Is(HERE, A, "cards", False)),
    ("a has no cards", s.Is(HERE, A, "cards", True)),
    ("cards has cards", s.Is(HERE, name("cards"), "cards", False)),
    # quantifiers and totals
    ("any c in hand(p)", quantified("any", "c", HAND_P)),
    ("all c in a + b where x", quantified("all", "c", binary(A, "+", B), X)),
    ("no n in 1..6 where n == x", quantified("no", "n", span_of(number(1), number(6)), binary(name("n"), "==", X))),
    ("any c in a where b and x or d", quantified("any", "c", A, binary(binary(B, "and", X), "or", D))),
    ("(any c in a where b) and x", binary(quantified("any", "c", A, B), "and", X)),
    ("any c in a and x", binary(quantified("any", "c", A), "and", X)),
    ("x or not any c in a where b", binary(X, "or", s.Not(HERE, quantified("any", "c", A, B)))),
    ("1 + count c in a where b", binary(number(1), "+", quantified("count", "c", A, B))),
    ("x > count c in a where b", binary(X, ">", quantified("count", "c", A, B))),
    ("(count c in a) > 1", binary(quantified("count", "c", A), ">", number(1))),
    ("any c in those d in a where x where b", quantified("any", "c", quantified("those", "d", A, X), B)),
    ("the p in a where b if x else c", s.Choice(HERE, X, quantified("the", "p", A, B), C)),
    ("those p in a with most b", s.Quantified(HERE, "those", s.Each(HERE, "p", HERE, A, None, "most", B))),
    (
        "those p in a where x with least b + c",
        s.Quantified(HERE, "those", s.Each(HERE, "p", HERE, A, X, "least", binary(B, "+", C))),
    ),
    ("sum a for c in b", s.Total(HERE, "sum", A, each("c", B))),
    ("most a + b for c in d where x", s.Total(HERE, "most", binary(A, "+", B), each("c", D, X))),
    ("least -a for c in 1..3", s.Total(HERE, "least", s.Minus(HERE, A), each("c", span_of(number(1), number(3))))),
    # the rest
    ("may play(p, c)", s.May(HERE, call("play", P, C))),
    ("possible act(p)", s.Possible(HERE, call("act", P))),
    ("seats from next(p)", s.Seats(HERE, "from", call("next", P))),
    ("seats after p - [q]", binary(s.Seats(HERE, "after", P), "-", listed(Q))),
    (
        "Face(rank: 4, live: a or b)",
        s.Make(HERE, "Face", (s.FieldValue(HERE, "rank", number(4)), s.FieldValue(HERE, "live", binary(A, "or", B)))),
    ),
    ("Face()", s.Make(HERE, "Face", ())),
    ("a but (x: b).y", field(s.Changed(HERE, A, (s.FieldValue(HERE, "x", B),)), "y")),
]


@pytest.mark.parametrize(("text", "node"), EXPRESSIONS)
def test_expressions(text: str, node: s.Expr) -> None:
    assert placeless(parsed(parser.parse_expression, text)) == node


# ---------------------------------------------------------------- statements


def let(id: str, value: s.Expr) -> s.Let:
    return s.Let(HERE, id, HERE, value)


def assign(target: s.Expr, op: str, value: s.Expr) -> s.Assign:
    return s.Assign(HERE, target, op, value)


def do(id: str, *args: s.Expr) -> s.Do:
    return s.Do(HERE, call(id, *args))


def move(
    cards: s.Expr,
    to: s.Expr,
    end: str | None = None,
    place: s.Expr | None = None,
    face: str | None = None,
    start: s.Expr | None = None,
) -> s.Move:
    return s.Move(HERE, cards, start, to, end, place, face)


def action(id: str, **parts: Any) -> s.Action:
    nothing: dict[str, Any] = dict.fromkeys(["notation", "test", "where", "does", "wrong", "body"])
    flags: dict[str, Any] = dict.fromkeys(["instead", "blind", "last", "quiet"], False)
    return s.Action(HERE, id, HERE, **(nothing | flags | {"slots": ()} | parts))


def actions(*items: s.Action | s.Include, otherwise: tuple[s.Stmt, ...] | None = None) -> s.Actions:
    return s.Actions(HERE, items, otherwise)


PASS, STOP, NEXT = s.Pass(HERE), s.Stop(HERE), s.Next(HERE)
STOCK, PILE = name("stock"), name("pile")

STATEMENTS: list[tuple[str, s.Stmt]] = [
    ("nothing", PASS),
    ("stop", STOP),
    ("next", NEXT),
    ("proceed", s.Proceed(HERE)),
    ("reverse direction", s.Reverse(HERE)),
    ("move pile from c to stock at bottom", move(PILE, STOCK, "bottom", start=name("c"))),
    ("let turn = 1", let("turn", number(1))),
    ("up = next(p)", assign(name("up"), "=", call("next", P))),
    ("next = a", assign(name("next"), "=", A)),
    ("move += 1", assign(name("move"), "+=", number(1))),
    ("turn.x -= 1", assign(field(name("turn"), "x"), "-=", number(1))),
    ("score(p) = a == b", assign(call("score", P), "=", binary(A, "==", B))),
    ("x = random 1..6", assign(X, "=", s.Chance(HERE, span_of(number(1), number(6))))),
    ("let x = random player", let("x", s.Chance(HERE, name("player")))),
    (
        "x = random those c in pile where a",
        assign(X, "=", s.Chance(HERE, quantified("those", "c", PILE, A))),
    ),
    ("x = random - 1", assign(X, "=", binary(name("random"), "-", number(1)))),
    ("draw(p, 2)", do("draw", P, number(2))),
    ("move(c)", do("move", C)),
    ("next(p)", do("next", P)),
    ("play(p, c)", do("play", P, C)),
    ("play hand", s.PlayStage(HERE, "hand", HERE, ())),
    ("play play", s.PlayStage(HERE, "play", HERE, ())),
    ("play turn(up)", s.PlayStage(HERE, "turn", HERE, (name("up"),))),
    ("end hand", s.End(HERE, "hand", HERE, None, None)),
    ("end game as blocked", s.End(HERE, "game", HERE, "blocked", HERE)),
    ("move c to pile", move(C, PILE)),
    ("move (a + b) to pile", move(binary(A, "+", B), PILE)),
    ("move those c in a where b to pile", move(quantified("those", "c", A, B), PILE)),
    ("move stock.top to hand(p) face up", move(field(STOCK, "top"), HAND_P, face="up")),
    ("move c to stock at bottom face down", move(C, STOCK, end="bottom", face="down")),
    ("move c to stock at top", move(C, STOCK, end="top")),
    ("move c to stock at stock.size // 2", move(C, STOCK, place=binary(field(STOCK, "size"), "//", number(2)))),
    ("move top to bottom at top.rank", move(name("top"), name("bottom"), place=field(name("top"), "rank"))),
    ("deal 4 from stock to missing", s.Deal(HERE, number(4), STOCK, name("missing"), False, None)),
    (
        "deal a + 1 from stock to each hand from next(p)",
        s.Deal(HERE, binary(A, "+", number(1)), STOCK, name("hand"), True, call("next", P)),
    ),
    ("deal 1 from stock to each", s.Deal(HERE, number(1), STOCK, name("each"), False, None)),
    ("deal 1 from stock to each from p", s.Deal(HERE, number(1), STOCK, name("each"), False, P)),
    ("shuffle stock", s.Shuffle(HERE, STOCK, None)),
    ("shuffle pile - pile.top into stock", s.Shuffle(HERE, binary(PILE, "-", field(PILE, "top")), STOCK)),
    ("turn up c", s.Turn(HERE, True, C)),
    ("turn down up", s.Turn(HERE, False, name("up"))),
    ("show hand(p) to q", s.Show(HERE, HAND_P, Q)),
    ("show c to everybody", s.Show(HERE, C, None)),
    ("p leaves game", s.Leave(HERE, P, "game", HERE)),
    ("pile.top counts as d", s.CountsAs(HERE, field(PILE, "top"), D)),
    ("(a if b else c) counts as d", s.CountsAs(HERE, s.Choice(HERE, B, A, C), D)),
    ("resume here", s.ResumeHere(HERE, None, None)),
    ("resume here with up", s.ResumeHere(HERE, None, name("up"))),
    ("resume here with p as finish", s.ResumeHere(HERE, "finish", P)),
    ("ask act(p)", s.Ask(HERE, call("act", P))),
    # blocks
    ("if a: nothing", s.If(HERE, A, (PASS,), ())),
    ("if a: x = 1; stop", s.If(HERE, A, (assign(X, "=", number(1)), STOP), ())),
    ("if a:\n  stop\n  next", s.If(HERE, A, (STOP, NEXT), ())),
    ("if (\na\n):\n  stop", s.If(HERE, A, (STOP,), ())),
    ("if a:\n\n      # here\n    stop # and here\n\n", s.If(HERE, A, (STOP,), ())),
    (
        "if a: stop\nelif b:\n  next\nelse: nothing",
        s.If(HERE, A, (STOP,), (s.If(HERE, B, (NEXT,), (PASS,)),)),
    ),
    ("if a:\n  if b: stop\nelse: next", s.If(HERE, A, (s.If(HERE, B, (STOP,), ()),), (NEXT,))),
    ("if a:\n  if b: stop\n  else: next", s.If(HERE, A, (s.If(HERE, B, (STOP,), (NEXT,)),), ())),
    ("for p in seats from q where a: stop", s.For(HERE, each("p", s.Seats(HERE, "from", Q), A), (STOP,))),
    (
        "for p in a with most b: stop",
        s.For(HERE, s.Each(HERE, "p", HERE, A, None, "most", B), (STOP,)),
    ),
    ("for n in 1..3: stop", s.For(HERE, each("n", span_of(number(1), number(3))), (STOP,))),
    ("repeat a - 1 times: stop", s.RepeatTimes(HERE, binary(A, "-", number(1)), (STOP,))),
    ("repeat:\n  stop\nuntil a limit 9", s.RepeatUntil(HERE, (STOP,), A, number(9), None, None)),
    (
        "repeat: stop\nuntil a or b limit 9 * c\notherwise: next",
        s.RepeatUntil(HERE, (STOP,), binary(A, "or", B), binary(number(9), "*", C), None, (NEXT,)),
    ),
    ("while a limit 9: stop", s.While(HERE, A, number(9), (STOP,), None, None)),
    ("while a limit 9: stop\notherwise:\n  next", s.While(HERE, A, number(9), (STOP,), None, (NEXT,))),
    ("while a limit 9: stop\nrepeated:\n  next", s.While(HERE, A, number(9), (STOP,), (NEXT,), None)),
    ("ask p:\n  pass", s.AskHere(HERE, P, actions(action("pass")))),
    ("ask next(p): pass", s.AskHere(HERE, call("next", P), actions(action("pass")))),
    ("ask p:\n  pass\n  else: stop", s.AskHere(HERE, P, actions(action("pass"), otherwise=(STOP,)))),
    ("ask together: pass", s.AskHere(HERE, name("together"), actions(action("pass")))),
    ("ask together p in a: pass", s.AskTogether(HERE, each("p", A), actions(action("pass")))),
    ("attempt: stop\nkeep if a", s.Attempt(HERE, (STOP,), A, None)),
    ("attempt: stop\nkeep if a\nelse: stop", s.Attempt(HERE, (STOP,), A, (STOP,))),
    ("attempt = 1", assign(name("attempt"), "=", number(1))),
    ("keep = 1", assign(name("keep"), "=", number(1))),
    ("ask first: pass", s.AskHere(HERE, name("first"), actions(action("pass")))),
    ("ask first p in a: pass", s.AskFirst(HERE, each("p", A), actions(action("pass")))),
    ("ask first slap(p) for p in a", s.AskFirst(HERE, each("p", A), actions(), call("slap", name("p")))),
    ("poll react(p) for p in a", s.Poll(HERE, each("p", A), actions(), call("react", name("p")))),
    (
        "poll react(p) for p in a:\n  else: nothing",
        s.Poll(HERE, each("p", A), actions(otherwise=(s.Pass(HERE),)), call("react", name("p"))),
    ),
    (
        "poll q in seats after p where a:\n  catch: stop\n  pass: next",
        s.Poll(
            HERE,
            each("q", s.Seats(HERE, "after", P), A),
            actions(action("catch", body=(STOP,)), action("pass", body=(NEXT,))),
        ),
    ),
]


@pytest.mark.parametrize(("text", "node"), STATEMENTS)
def test_statements(text: str, node: s.Stmt) -> None:
    assert placeless(parsed(parser.parse_statements, text)) == (node,)


def test_statements_follow_each_other_on_lines_and_after_semicolons() -> None:
    text = "stop; next;\nif a: stop\nnothing"
    found = placeless(parsed(parser.parse_statements, text))
    assert found == (STOP, NEXT, s.If(HERE, A, (STOP,), ()), PASS)


def test_the_first_line_sets_the_margin() -> None:
    assert placeless(parsed(parser.parse_statements, "  stop\n  next")) == (STOP, NEXT)


# ---------------------------------------------------------------- actions


def slot(var: str, form: str, domain: s.Expr, low: s.Expr | None = None, high: s.Expr | None = None) -> s.Slot:
    return s.Slot(HERE, var, HERE, form, domain, low, high)


def template(*parts: str | s.Expr) -> s.Template:
    return s.Template(HERE, tuple(part if isinstance(part, str) else s.Hole(HERE, part) for part in parts))


ACTIONS: list[tuple[str, s.Actions]] = [
    ("", actions()),
    ("# none yet", actions()),
    ("pass", actions(action("pass"))),
    ("turn-over", actions(action("turn-over"))),
    ("deal\nplay\nmove", actions(action("deal"), action("play"), action("move"))),
    (
        "take: turn = 1; turn up c",
        actions(action("take", body=(assign(name("turn"), "=", number(1)), s.Turn(HERE, True, C)))),
    ),
    ("take: stop\nturn", actions(action("take", body=(STOP,)), action("turn"))),
    ("pass only if nothing else", actions(action("pass", last=True))),
    ("pass if a", actions(action("pass", test=A))),
    ("slap blind", actions(action("slap", blind=True))),
    ("slap blind else burn(p)", actions(action("slap", blind=True, wrong=call("burn", P)))),
    ("wait quiet: next", actions(action("wait", quiet=True, body=(s.Next(HERE),)))),
    ("instead pass", actions(action("pass", instead=True))),
    ('pass "no, thanks"', actions(action("pass", notation=template("no, thanks")))),
    (
        'play "play {c}" for c in hand(p)',
        actions(action("play", notation=template("play ", C), slots=(slot("c", "each", HAND_P),))),
    ),
    ("bid for n in 4..9", actions(action("bid", slots=(slot("n", "each", span_of(number(4), number(9))),)))),
    ("a for cs in groups of x", actions(action("a", slots=(slot("cs", "groups", X),)))),
    ("a for c in groups", actions(action("a", slots=(slot("c", "each", name("groups")),)))),
    ("a for c in guises of x", actions(action("a", slots=(slot("c", "guises", X),)))),
    ("a for k in places of x", actions(action("a", slots=(slot("k", "places", X),)))),
    ("a for cs in 2 cards of x", actions(action("a", slots=(slot("cs", "sets", X, number(2), number(2)),)))),
    ("a for cs in 0..b cards of x", actions(action("a", slots=(slot("cs", "sets", X, number(0), B),)))),
    ("a for cs in cards", actions(action("a", slots=(slot("cs", "each", name("cards")),)))),
    (
        "a for c in x, q in b where c or d",
        actions(action("a", slots=(slot("c", "each", X), slot("q", "each", B)), where=binary(C, "or", D))),
    ),
    (
        "a if b for c in x where d does lay(p, c) only if nothing else:\n  stop",
        actions(
            action(
                "a",
                test=B,
                slots=(slot("c", "each", X),),
                where=D,
                does=call("lay", P, C),
                last=True,
                body=(STOP,),
            )
        ),
    ),
    ("include begin(p)", actions(s.Include(HERE, call("begin", P), None))),
    ("include begin(p) where a and b", actions(s.Include(HERE, call("begin", P), binary(A, "and", B)))),
    ("a\nelse: stop", actions(action("a"), otherwise=(STOP,))),
    ("else:\n  stop", actions(otherwise=(STOP,))),
]


@pytest.mark.parametrize(("text", "node"), ACTIONS)
def test_actions(text: str, node: s.Actions) -> None:
    assert placeless(parsed(parser.parse_actions, text)) == node


# ---------------------------------------------------------------- headings, selectors, templates


def test_headings() -> None:
    p, n = s.Param(HERE, "p", None), s.Param(HERE, "n", s.TypeName(HERE, "int", False))
    x = s.Param(HERE, "x", s.TypeName(HERE, "card", True))
    for text, node in [
        ("hand", s.Heading(HERE, "hand", None)),
        ("open()", s.Heading(HERE, "open", ())),
        ("draw(p, n: int)", s.Heading(HERE, "draw", (p, n))),
        ("f(x: card or none)", s.Heading(HERE, "f", (x,))),
        ("before(p)", s.Heading(HERE, "before", (p,))),
    ]:
        assert placeless(parsed(parser.parse_heading, text)) == node


def test_hook_headings() -> None:
    hand = s.Heading(HERE, "hand", None)
    for text, node in [
        ("before hand", s.HookHeading(HERE, "before", hand)),
        ("after after", s.HookHeading(HERE, "after", s.Heading(HERE, "after", None))),
        ("instead of open()", s.HookHeading(HERE, "instead of", s.Heading(HERE, "open", ()))),
    ]:
        assert placeless(parsed(parser.parse_hook_heading, text)) == node


def test_types() -> None:
    assert placeless(parsed(parser.parse_type, "card or none")) == s.TypeName(HERE, "card", True)
    assert placeless(parsed(parser.parse_type, "Face")) == s.TypeName(HERE, "Face", False)


SELECTORS: list[tuple[str, tuple[s.Expr, ...]]] = [
    ("8", (number(8),)),
    ("Q♠", (card("Q", "♠"),)),
    ("♥", (s.SuitLit(HERE, "♥"),)),
    ("Jk", (s.RankLit(HERE, "Jk"),)),
    ("J Q K", tuple(s.RankLit(HERE, rank) for rank in "JQK")),
    ("2, 3, 8", (number(2), number(3), number(8))),
    ("4..7", (span_of(number(4), number(7)),)),
    ("2..A", (span_of(number(2), s.RankLit(HERE, "A")),)),
    ("power options.ranks", (name("power"), field(name("options"), "ranks"))),
]


@pytest.mark.parametrize(("text", "nodes"), SELECTORS)
def test_selectors(text: str, nodes: tuple[s.Expr, ...]) -> None:
    assert placeless(parsed(parser.parse_selector, text)) == nodes


TEMPLATES: list[tuple[str, tuple[str | s.Expr, ...]]] = [
    ("", ()),
    ("plain", ("plain",)),
    ("{c} is lower than {top.rank}", (C, " is lower than ", field(name("top"), "rank"))),
    ("{c}{d}", (C, D)),
    ("{{c}} and {{{c}}}", ("{c} and {", C, "}")),
    ("{a if b else c}", (s.Choice(HERE, B, A, C),)),
    ("two\nlines {\nc }", ("two\nlines ", C)),
]


@pytest.mark.parametrize(("text", "parts"), TEMPLATES)
def test_templates(text: str, parts: tuple[str | s.Expr, ...]) -> None:
    assert placeless(parsed(parser.parse_template, text)) == template(*parts)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_never_a_name(word: str) -> None:
    assert problems_of(parser.parse_statements, f"let {word} = 1")
    assert problems_of(parser.parse_heading, word)
    assert problems_of(parser.parse_expression, f"options.{word}")
    assert problems_of(parser.parse_actions, f"a for {word} in x")
    assert placeless(parsed(parser.parse_expression, f"{word}-x")) == name(f"{word}-x")
    assert placeless(parsed(parser.parse_expression, f"{word}s")) == name(f"{word}s")


LONG = """\
throw "throw {cs}" if a
    for cs in groups of b
      where c
      and d:
  stop
pass
  only if nothing else
"""
SHORT = """\
throw "throw {cs}" if a for cs in groups of b where c and d:
  stop
pass only if nothing else
"""


def test_a_line_goes_on_deeper_with_a_linking_word() -> None:
    one, two = (placeless(parsed(parser.parse_actions, text)) for text in (LONG, SHORT))
    assert one == two


@pytest.mark.parametrize("text", ["stop\n  for p in q: stop", "x = 1\n  x = 2", "if a:\n  stop\n    stop"])
def test_a_deeper_line_alone_does_not_go_on_with_the_one_above(text: str) -> None:
    assert problems_of(parser.parse_statements, text)
