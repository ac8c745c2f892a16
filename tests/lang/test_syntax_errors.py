"""Messages for texts with syntax errors: the words, the place and the code."""

from pathlib import Path

import pytest

from lang.helpers import problems_of
from parlour.lang import parser
from scaffold.yaml_files import strings_of

FILE = Path(__file__).with_name("syntax-errors.yaml")
CASES = [(kind, text, said) for kind, texts in strings_of(FILE).items() for text, said in texts.items()]


@pytest.mark.parametrize(("kind", "text", "said"), CASES)
def test_one_mistake(kind: str, text: str, said: str | list[str]) -> None:
    (problem,) = problems_of(getattr(parser, f"parse_{kind}"), text)
    assert problem.span is not None
    for expected in [said] if isinstance(said, str) else said:
        code, place, words = expected.split(" ", 2)
        assert (problem.code, f"{problem.span.line}:{problem.span.column}") == (code, place)
        assert words in f"{problem.message}\n{problem.help}"


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
