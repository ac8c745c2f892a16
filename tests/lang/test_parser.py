"""Spellings that mean the same, also with brackets where none are needed, and names."""

import pytest

from lang.helpers import parsed, placeless, problems_of
from parlour.lang import parser

EXPRESSIONS = {
    "n-1": "n - 1",
    "a -b": "a - b",
    "a-(b)": "a - b",
    "♡": "♥",
    "♦\ufe0f": "♦",
    "10♦\ufe0f": "10♦",
    "A♧": "A♣",
    "a\n  and b": "a and b",
    "a # or so\n or b": "a or b",
    # how tightly each binds
    "a - b - c": "(a - b) - c",
    "a // b mod c": "(a // b) mod c",
    "a + b * c": "a + (b * c)",
    "-a as b": "-(a as b)",
    "not a == b": "not (a == b)",
    "a and b or c and d": "(a and b) or (c and d)",
    "a if b else c if d else p": "a if b else (c if d else p)",
    "any c in a where b and x or d": "any c in a where (b and x or d)",
    "any c in a and x": "(any c in a) and x",
    "1 + count c in a where b": "1 + (count c in a where b)",
    "any c in those d in a where x where b": "any c in (those d in a where x) where b",
    "the p in a where b if x else c": "(the p in a where b) if x else c",
    "seats after p - [q]": "(seats after p) - [q]",
    "a but (x: b).y": "(a but (x: b)).y",
    "a * b & c // d": "((a * b) & c) // d",
    "a == b + c": "a == (b + c)",
    "a in 1..b + 1": "a in (1)..(b + 1)",
    "a in b and c": "(a in b) and c",
    "not a in b": "not (a in b)",
    "-a.b": "-(a.b)",
    "-a * b": "(-a) * b",
    "a as b.c": "a as (b.c)",
    "next(a).b.c": "((next(a)).b).c",
    "a if b or c else d and p": "a if (b or c) else (d and p)",
    "a and b if c else d": "(a and b) if c else d",
    "a.b has no cards or c": "((a.b) has no cards) or c",
    "a + b is empty": "(a + b) is empty",
    "sum a + b for c in d where x": "sum (a + b) for c in d where x",
    "most a for c in d with least b": "most a for c in (d) with least b",
    "a + sum b for c in d where x and y": "a + (sum b for c in d where (x and y))",
    "those c in a with most b + 1": "those c in a with most (b + 1)",
    "any x in 2 cards of a at most 3 where b": "any x in (2) cards of (a) at most (3) where (b)",
    "a == count c in b": "a == (count c in b)",
    "not any c in a where b or d": "not (any c in a where (b or d))",
    "may play(a) and b": "(may play(a)) and b",
    "seats from p.q": "seats from (p.q)",
}
STATEMENTS = {
    "stop; next;\nif a: stop\nnothing": "stop\nnext\nif a:\n  stop\nnothing",
    "  stop\n  next": "stop\nnext",
    "if a: x = 1; stop": "if a:\n  x = 1\n  stop",
    "if (\na\n):\n  stop": "if a: stop",
    "if a:\n\n      # here\n    stop # and here\n\n": "if a: stop",
    "if a: stop\nelif b: next\nelse: nothing": "if a: stop\nelse:\n  if b: next\n  else: nothing",
    "if a:\n  if b: stop\nelse: next": "if a:\n  if b:\n    stop\nelse:\n  next",
    "repeat: stop\nuntil a limit 9\notherwise: next": "repeat:\n  stop\nuntil a limit 9\notherwise:\n  next",
    "ask p: pass": "ask p:\n  pass",
}
ACTIONS = {
    "# none yet": "",
    "take: turn = 1; turn up c": "take:\n  turn = 1\n  turn up c",
    "a\nelse: stop": "a\nelse:\n  stop",
    'lay "{cs}" if a\n    for cs in groups of b\n      where c\n      and d:\n  stop\npass\n  only if nothing else\n': (
        'lay "{cs}" if a for cs in groups of b where c and d:\n  stop\npass only if nothing else\n'
    ),
}
SELECTORS = {"J Q K": "J, Q, K", "power options.ranks": "power, options.ranks"}
SAME = [
    (parse, *texts)
    for parse, cases in (
        (parser.parse_expression, EXPRESSIONS),
        (parser.parse_statements, STATEMENTS),
        (parser.parse_actions, ACTIONS),
        (parser.parse_selector, SELECTORS),
    )
    for texts in cases.items()
]


@pytest.mark.parametrize(("parse", "text", "usual"), SAME)
def test_two_spellings_mean_the_same(parse: object, text: str, usual: str) -> None:
    assert callable(parse)
    assert placeless(parsed(parse, text)) == placeless(parsed(parse, usual))


@pytest.mark.parametrize("text", ["stop\n  for p in q: stop", "x = 1\n  x = 2", "if a:\n  stop\n    stop"])
def test_a_deeper_line_alone_does_not_go_on_with_the_one_above(text: str) -> None:
    assert problems_of(parser.parse_statements, text)
