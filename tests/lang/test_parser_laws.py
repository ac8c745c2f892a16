"""Laws of every text: places are exact, and no text crashes the parser."""

import dataclasses
import logging
from collections.abc import Iterator
from random import Random
from typing import get_args

import lark
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lang.helpers import Plain, parsed, placeless, problems_of
from oracle.written import written
from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.coverage.sites import Parse, sites
from parlour.documents import document as doc
from parlour.documents.yaml_text import read_text
from parlour.lang import grammar, parser
from parlour.lang import syntax as s
from parlour.lang.lexer import HABITS, RESERVED, SIGNS

EXPRESSIONS = tuple(s.Expr.__subclasses__())
PARSERS = (
    parser.parse_expression, parser.parse_statements, parser.parse_actions, parser.parse_heading,
    parser.parse_hook_heading, parser.parse_type, parser.parse_selector, parser.parse_template,
)  # fmt: skip


# ---------------------------------------------------------------- places


def nodes_in(value: object) -> Iterator[s.Node]:
    if isinstance(value, s.Node):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from nodes_in(part)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from nodes_in(getattr(value, field.name))


def check_places(tree: object) -> None:
    """Check that the text at the place of each part is that part, and that the place of a name has the name."""
    for node in nodes_in(tree):
        text = node.span.text
        lines = " " * (node.span.column - 1) + (text[2:] if text.startswith("elif") else text)
        if isinstance(node, s.RangeLit):
            assert placeless(parsed(parser.parse_expression, f"[{text}]").items[0]) == placeless(node)
        elif isinstance(node, s.Chance):
            assert text.startswith("random ")
        elif isinstance(node, EXPRESSIONS):
            assert placeless(parsed(parser.parse_expression, text)) == placeless(node)
        elif isinstance(node, get_args(s.Stmt)):
            assert placeless(parsed(parser.parse_statements, lines))[0] == placeless(node)
        elif isinstance(node, s.Actions):
            assert placeless(parsed(parser.parse_actions, lines)) == placeless(node)
        for field in dataclasses.fields(node):
            if field.name.endswith("_span") and getattr(node, field.name) is not None:
                named = {"name_span": "name", "var_span": "var", "id_span": "id"}
                id = named.get(field.name, field.name.removesuffix("_span"))
                assert getattr(node, field.name).text == getattr(node, id)


def test_places_in_a_text_inside_a_file() -> None:
    problems: list[Diagnostic] = []
    text = Plain("if (a) + b < hand(p).size:\n  move c to pile  # on top\n", before="do: |\n  ")
    found = parser.parse_statements(text, problems)
    assert not problems
    assert found is not None
    (node,) = found
    assert isinstance(node, s.If)
    assert isinstance(node.test, s.Binary)
    assert isinstance(node.test.right, s.Field)
    assert node.span.text == "if (a) + b < hand(p).size:\n  move c to pile"
    assert node.test.left.span.text == "(a) + b"
    assert node.test.right.of.span.text == "hand(p)"
    assert node.test.right.name_span.text == "size"
    assert (node.then[0].span.line, node.then[0].span.column) == (3, 3)


def texts(seed: int) -> dict[str, Parse]:
    """Return the code of a random ruleset, each text with its parser. 40 of these have every documented construct."""
    nodes = [read_text(Source(name, text))[0] for name, text in written(seed).documents.items()]
    return {site.scalar.value: site.parse for node in nodes if isinstance(node, doc.Mapping) for site in sites(node)}


@pytest.mark.parametrize("seed", range(4))
def test_every_place_is_exact(seed: int) -> None:
    code = texts(seed)
    for text in Random(seed).sample(list(code), 40):
        check_places(code[text](Plain(text), []))


# ---------------------------------------------------------------- any text at all

NAMES = "p c cs last-card n2 take_one up top turn play move deal ask stop show seats counts together runs places from"
WORDS = [*RESERVED, *NAMES.split(), *SIGNS, *HABITS]
LITERALS = ["♠", "Q♥", "10D", "Jk", "J", "Face", "0", "1", "23", "007", "4x", '"{c}"', "'", '"', "#"]
LAYOUT = ["\n", "\n  ", "\n    ", "\t"]
SOUP = st.lists(st.sampled_from([*WORDS, *LITERALS, *LAYOUT]))
TEXTS = st.one_of(st.text(), SOUP.map(" ".join), SOUP.map("".join), st.sampled_from([*texts(5), *texts(6)]))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(TEXTS)
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(st.text(max_size=2)) + text[start + draw(st.integers(0, 3)) :]


@settings(max_examples=200, suppress_health_check=list(HealthCheck), deadline=None)
@given(damaged(), st.sampled_from(PARSERS))
def test_no_text_makes_it_fail(text: str, parse: object) -> None:
    assert callable(parse)
    problems: list[Diagnostic] = []
    node = parse(Plain(text), problems)
    assert (node is None) == bool(problems) or parse is parser.parse_template
    for problem in problems:
        assert problem.span is not None
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.code.startswith("syntax")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 9_000, "(" * 5_000 + "a" + ")" * 5_000, "f(" * 500 + "a" + ")" * 500, "a" + " + a" * 4_900,
        "not " * 4_900 + "a", "-" * 19_000 + "a", "a" + ".b" * 9_000, "a if b else " * 1_600 + "c", "a" * 25_000,
        "9" * 5_000,
    ],
    ids=lambda text: text[:10],
)  # fmt: skip
def test_size_is_limited(text: str) -> None:
    (problem,) = problems_of(parser.parse_expression, text)
    assert problem.code in ("syntax-size", "syntax-number")


def test_what_people_write_is_far_below_the_limits() -> None:
    parsed(parser.parse_expression, "(" * 50 + "a" + ")" * 50)
    parsed(parser.parse_expression, "a" + " + a" * 80)
    parsed(parser.parse_statements, "if a: b()\n" + "elif a: b()\n" * 40 + "else: c()")
    parsed(parser.parse_statements, "x = 1\n" * 500)


# ---------------------------------------------------------------- the grammar


def test_the_grammar_is_ambiguous_only_where_it_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """A collection, `at most`, `where` and `with` reach as far as they can, and `seats from` is never a name."""
    level = lark.logger.level
    lark.logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
            grammar.make(debug=True)
    finally:
        lark.logger.setLevel(level)
    conflicts = [m.split("terminal ")[1].split(":")[0] for m in caplog.messages if "conflict" in m]
    assert sorted(conflicts) == ["AND", "AND", "AT", "FROM", "OR", "WHERE", "WITH", "WITH"]
