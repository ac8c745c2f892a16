"""Messages for texts with syntax errors: the words, the place and the code."""

from __future__ import annotations

import pytest

from lang.helpers import problems_of
from parlour.lang import parser

# text, code, line:column, a part of the message or of the help
EXPRESSIONS = [
    ("", "syntax-empty", "1:1", "expected an expression, found nothing"),
    ("a = 3", "syntax-assignment", "1:3", "to compare, write `==`"),
    ("f(a += 1)", "syntax-assignment", "1:5", "unexpected `+=`"),
    ("a < b < c", "syntax-chain", "1:7", "can't chain comparisons"),
    ("a < b < c", "syntax-chain", "1:7", "`a < b and b < c`"),
    ("a in b == c", "syntax-chain", "1:8", "can't chain"),
    ("any c in a where b == c == d", "syntax-chain", "1:25", "can't compare twice after `where`"),
    ("count c in a > 1", "syntax-chain", "1:14", "`(count …) > …`"),
    ("sum c for c in a > 1", "syntax-chain", "1:18", "`(sum …) > …`"),
    ("those p in a with most b > 1", "syntax-chain", "1:26", "`(those …) > …`"),
    ("hand[p]", "syntax-call", "1:5", "write `hand(…)` instead of `hand[…]`"),
    ("hand (p)", "syntax-call", "1:6", "without a space"),
    ("a && b", "syntax-word", "1:3", "write `and` instead of `&&`"),
    ("a || b", "syntax-word", "1:3", "write `or` instead of `||`"),
    ("!a", "syntax-word", "1:1", "write `not` instead of `!`"),
    ("a % 2", "syntax-word", "1:3", "`mod`"),
    ("a / 2", "syntax-word", "1:3", "drops the remainder"),
    ("a ≤ b", "syntax-word", "1:3", "`<=`"),
    ("a ** 2", "syntax-word", "1:3", "unknown operator `**`"),
    ("True", "syntax-word", "1:1", "write `true` instead of `True`"),
    ("a == None", "syntax-word", "1:6", "write `none` instead of `None`"),
    ("'pass'", "syntax-character", "1:1", "double quotes"),
    ('"pass', "syntax-character", "1:1", "missing closing quote"),
    ("a ? b", "syntax-character", "1:3", "unexpected character `?`"),
    ("é", "syntax-name", "1:1", "`é` is not a valid name"),
    ("myCard", "syntax-name", "1:1", "`my-card`"),
    ("HAND", "syntax-name", "1:1", "`hand`"),
    ("Face x", "syntax-name", "1:1", "`Face(…)`"),
    ("options.limit", "syntax-name", "1:9", "`limit` is a keyword"),
    ("007", "syntax-number", "1:1", "leading zeros"),
    ("4x", "syntax-number", "1:1", "neither a number nor a name"),
    ("1.5", "syntax-number", "1:3", "expected a whole number"),
    ("1234567890", "syntax-number", "1:1", "the limit is 9 digits"),
    ("1234♦", "syntax-number", "1:1", "unknown card `1234♦`"),
    ("00♦", "syntax-number", "1:1", "unknown card `00♦`"),
    ("(a + b", "syntax-bracket", "1:1", "`(` is never closed"),
    ("a)", "syntax-bracket", "1:2", "unexpected `)`: no bracket is open"),
    ("f([a)", "syntax-bracket", "1:5", "expected `]`, found `)`"),
    ("a adn b", "syntax-word", "1:3", "did you mean `and`?"),
    ("a has card", "syntax-word", "1:7", "did you mean `cards`?"),
    ("a has members", "syntax-word", "1:7", "for other sets, write `is not empty`"),
    ("a is 3", "syntax-word", "1:6", "to compare, write `==`"),
    ("a equals b", "syntax-word", "1:3", "to compare, write `==`"),
    ("a +", "syntax", "1:4", "expected a value after `+`"),
    ("a b", "syntax", "1:3", "unexpected `b` after `a`"),
    ("f(a b)", "syntax", "1:5", "expected `)` or `,` after `a`, found `b`"),
    ("a if b", "syntax", "1:7", "expected `else` after `b`"),
    ("any c of a", "syntax", "1:7", "expected `in` and a set, a zone or a range after `c`, found `of`"),
    ("any 3 in a", "syntax", "1:5", "expected a name after `any`, found `3`"),
    ("any c in", "syntax", "1:9", "expected a set, a zone or a range after `in`"),
    ("sum a", "syntax", "1:6", "expected `for` after `a`"),
    ("may p", "syntax", "1:5", "expected a call such as `play(p, c)` after `may`, found `p`"),
    ("those p in a with most b where c", "syntax", "1:26", "`where` must come before `with`"),
    ("1..6", "syntax", "1:2", "a range can only follow `in`"),
    ("random player", "syntax", "1:1", "right after `=`"),
    ("a\nb", "syntax", "2:1", "unexpected `b` after `a`"),
]

STATEMENTS = [
    ("", "syntax-empty", "1:1", "write `nothing`"),
    ("# later", "syntax-empty", "1:1", "expected steps, found nothing"),
    ("x == 3", "syntax-assignment", "1:3", "to set a variable, write `=`"),
    ("if a = 3: stop", "syntax-assignment", "1:6", "to compare, write `==`"),
    ("if a\n  stop", "syntax-colon", "1:5", "missing `:` at the end of the line"),
    ("if a stop()", "syntax-colon", "1:6", "missing `:` before `stop`"),
    ("if a then stop", "syntax-word", "1:6", "write `:` instead of `then`"),
    ("if a: stop\nelse if a: stop", "syntax-word", "2:6", "write `elif` instead of `else if`"),
    ("if a:\nstop", "syntax-indent", "1:5", "expected an indented block under this line"),
    ("if a:", "syntax-indent", "1:5", "expected an indented block under this line"),
    ("stop\n  next", "syntax-indent", "2:3", "the line above doesn't end with `:`"),
    ("if a:\n    stop\n  next", "syntax-indent", "3:3", "matches no line above"),
    ("  stop\nnext", "syntax-indent", "2:1", "matches no line above"),
    ("if a:\n\tstop", "syntax-indent", "2:1", "found a tab; indent with spaces"),
    ("else: stop", "syntax", "1:1", "`else` must follow an `if`"),
    ("until a limit 3", "syntax", "1:1", "must follow `repeat:`"),
    ("if a: if b: stop", "syntax", "1:7", "`if` must begin on a line of its own"),
    ("mvoe c to pile", "syntax-word", "1:1", "did you mean `move`?"),
    ("whlie a limit 3:\n  stop", "syntax-word", "1:1", "did you mean `while`?"),
    ("move c too pile", "syntax-word", "1:8", "did you mean `to`?"),
    ("break", "syntax-word", "1:1", "write `stop`"),
    ("return a", "syntax-word", "1:1", "a procedure returns nothing"),
    ("x ++", "syntax-word", "1:3", "write `+= 1`"),
    ("move", "syntax", "1:1", "`move c to pile`"),
    ("move to pile", "syntax", "1:9", "expected `to` and a zone after the cards to move"),
    ("move c pile", "syntax", "1:8", "expected `to` and a zone after the cards to move, found `pile`"),
    ("move [", "syntax-bracket", "1:6", "never closed"),
    ("move 3 + to pile", "syntax", "1:13", "`pile`"),
    ("move 3 + ; stop", "syntax", "1:10", "expected a value after `+`"),
    ("move = ; stop", "syntax", "1:8", "expected a value after `=`"),
    ("move c to", "syntax", "1:10", "expected a zone after `to`"),
    ("move c to pile face", "syntax", "1:20", "expected `down` or `up` after `face`"),
    ("shuffle in", "syntax", "1:9", "expected a zone after `shuffle`, found `in`"),
    ("deal 5 stock to hand", "syntax", "1:8", "expected `from` and a zone after the number of cards"),
    ("deal 5 from stock", "syntax", "1:18", "expected `to` and a zone"),
    ("turn c", "syntax", "1:6", "expected `up` or `down`, and a card, after `turn`"),
    ("show c", "syntax", "1:7", "expected `to` and a player"),
    ("let x", "syntax", "1:6", "expected `=` after `x`"),
    ("let if = 3", "syntax-name", "1:5", "`if` is a keyword"),
    ("x = 1..3", "syntax", "1:6", "a range can only follow `in`"),
    ("x = 1 + random player", "syntax", "1:9", "right after `=`"),
    ("x", "syntax", "1:1", "write `x()`"),
    ("hand(p).size", "syntax", "1:13", "expected a step"),
    ("(a + b) = 3", "syntax", "1:2", "expected a variable or a mark"),
    ("ask p", "syntax", "1:5", "expected a question"),
    ('move c "pass"', "syntax", "1:8", "can only follow the name of an action"),
    ("while a limit: stop", "syntax", "1:14", "expected a number after `limit`"),
    ("repeat:\n  stop\nuntil a limit", "syntax", "3:14", "expected a number after `limit`"),
    ("repeat:\n  stop", "syntax", "2:7", "missing `until`"),
    ("repeat 3:\n  stop", "syntax", "1:9", "expected `times` after `3`"),
    ("for p players: stop", "syntax", "1:7", "expected `in` and a set, a zone or a range after `p`, found `players`"),
    ("stop next", "syntax", "1:6", "unexpected `next` after `stop`"),
    ("stop;; next", "syntax", "1:6", "expected a step after `;`"),
]

ACTIONS = [
    ("a for cs in pairs of hand(p)", "syntax", "1:13", "write `groups of`, `melds of`, `runs of`, `double runs of`"),
    ("a for cs in runs of 5 cards of hand(p)", "syntax", "1:23", "`runs of … where cs.size == 5`"),
    ("play(p, c)", "syntax", "1:1", "the name of an action can't have brackets"),
    ("play c for c in hand(p)", "syntax", "1:6", "the name of an action must be one word"),
    ("say last card: nothing", "syntax", "1:5", "join words with `-`"),
    ("let x = 1", "syntax", "1:1", "`let`, which begins a step"),
    ("let x = 1", "syntax", "1:1", "begin with the name of an action"),
    ("no: nothing", "syntax-name", "1:1", "`no` is a keyword"),
    ("no", "syntax-name", "1:1", '`say-no "no"`'),
    ("x = 1", "syntax", "1:3", "expected an action"),
    ("inclde begin(p)", "syntax-word", "1:1", "did you mean `include`?"),
    ("include begin", "syntax", "1:9", "expected a call"),
    ("play fro c in x", "syntax-word", "1:6", "did you mean `for`?"),
    ("play where a", "syntax", "1:6", "`where` needs a choice"),
    ("play for c in x if a", "syntax", "1:17", "`if` must come before `for`"),
    ("play as lay(p, c)", "syntax-word", "1:6", "write `does` instead of `as`"),
    ('play for c in x "{c}"', "syntax", "1:17", "directly after its name"),
    ("play for c in groups x", "syntax", "1:22", "expected `of` and a zone or a set of cards after `groups`"),
    ("pass only if nothing", "syntax", "1:21", "expected `else` after `nothing`"),
    ("play\n  stop", "syntax-indent", "2:3", "the line above doesn't end with `:`"),
    ("play:\npass", "syntax-indent", "1:5", "expected an indented block under this line"),
    ("play: if a: stop", "syntax", "1:7", "`if` must begin on a line of its own"),
    ("else: stop\nplay", "syntax", "2:1", "nothing can follow the `else`"),
    ('play "a {c"', "syntax-brace", "1:9", "never closed"),
    ('play "a {c +} b"', "syntax", "1:13", "expected a value after `+`"),
    ("ask p:\n  pass", "syntax", "1:5", "one word"),
]

TEMPLATES = [
    ("{c", "syntax-brace", "1:1", "never closed"),
    ("a } b", "syntax-brace", "1:3", "`}}`"),
    ("{}", "syntax-empty", "1:2", "expected an expression"),
    ("two\n{c = 3}", "syntax-assignment", "2:4", "`==`"),
]

OTHERS = [
    (parser.parse_heading, "Draw", "syntax-name", "1:1", "lower-case"),
    (parser.parse_heading, "draw (p)", "syntax-call", "1:6", "without a space"),
    (parser.parse_heading, "draw(p, n int)", "syntax", "1:11", "expected `)`, `,` or `:` after `n`"),
    (parser.parse_hook_heading, "befor draw", "syntax-word", "1:1", "did you mean `before`?"),
    (parser.parse_hook_heading, "draw(p)", "syntax", "1:1", "expected `after`, `before` or `instead`, found `draw`"),
    (parser.parse_type, "card or", "syntax", "1:8", "expected `none` after `or`"),
    (parser.parse_type, "3", "syntax", "1:1", "expected the name of a type, found `3`"),
    (parser.parse_selector, "Q,", "syntax", "1:3", "expected a rank, a suit, a card or a name after `,`"),
    (parser.parse_selector, "x()", "syntax", "1:1", "expected a rank"),
]

CASES = [
    *((parser.parse_expression, *case) for case in EXPRESSIONS),
    *((parser.parse_statements, *case) for case in STATEMENTS),
    *((parser.parse_actions, *case) for case in ACTIONS),
    *((parser.parse_template, *case) for case in TEMPLATES),
    *OTHERS,
]


@pytest.mark.parametrize(("parse", "text", "code", "place", "words"), CASES)
def test_one_mistake(parse: object, text: str, code: str, place: str, words: str) -> None:
    assert callable(parse)
    (problem,) = problems_of(parse, text)
    assert problem.span is not None
    assert words in f"{problem.message}\n{problem.help}"
    assert (problem.code, f"{problem.span.line}:{problem.span.column}") == (code, place)


def test_a_wrong_bracket_points_at_the_one_that_it_should_close() -> None:
    (problem,) = problems_of(parser.parse_expression, "f([a)")
    assert [related.span.column for related in problem.related] == [3]


def test_each_line_is_reported() -> None:
    text = """\
if a:
  mvoe c to pile
  x = = 3
else
  y = %
  z()
ask p:
  play c
  take: x == 1
  pass
"""
    found = problems_of(parser.parse_statements, text)
    assert sorted(p.span.line for p in found if p.span) == [2, 3, 4, 5, 8, 9]


GOOD = """\
x = 1
if a:
  move c to pile
elif b:
  stop
else:
  next
repeat:
  play hand
until a limit 3
otherwise:
  stop
while a limit 3:
  for p in q:
    draw(p, 1)
otherwise: stop
ask p:
  play for c in hand(p):
    move c to pile
    end hand
  include begin(p)
  pass only if nothing else
  else:
    stop
poll q in x:
  catch: stop
  pass: next
shuffle stock
""".splitlines()


@pytest.mark.parametrize("number", range(len(GOOD)))
@pytest.mark.parametrize("bad", ["x 1", "move c to", "a = = b", "))", "a = $"])
def test_a_mistake_on_one_line_is_not_reported_on_others(number: int, bad: str) -> None:
    line = GOOD[number]
    margin = line[: len(line) - len(line.lstrip())]
    text = "\n".join([*GOOD[:number], margin + bad, *GOOD[number + 1 :]])
    found = problems_of(parser.parse_statements, text)
    assert {p.span.line for p in found if p.span} == {number + 1}


@pytest.mark.parametrize("number", [n for n, line in enumerate(GOOD) if line.endswith(":")])
def test_a_missing_colon_is_reported_once(number: int) -> None:
    text = "\n".join([*GOOD[:number], GOOD[number][:-1], *GOOD[number + 1 :]])
    (problem,) = problems_of(parser.parse_statements, text)
    assert problem.span is not None
    assert problem.span.line in (number + 1, number + 2)


def test_there_is_an_end_to_what_is_reported() -> None:
    assert len(problems_of(parser.parse_statements, "x 1\n" * 200)) == parser.MAX_FINDINGS
