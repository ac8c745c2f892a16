"""The law of unparse: parsing its output gives the same tree."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import HealthCheck, given, settings

import unparse
from lang import trees
from lang.helpers import parsed, placeless
from parlour.lang import parser
from parlour.lang import syntax as s

many = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)


@many
@given(trees.E | trees.GIVEN)
def test_an_expression_is_read_back(node: s.Expr) -> None:
    assert placeless(parsed(parser.parse_expression, unparse.unparse(node))) == placeless(node)


@many
@given(trees.STATEMENTS)
def test_statements_are_read_back(nodes: Iterable[s.Stmt]) -> None:
    text = unparse.unparse_statements(nodes)
    assert placeless(parsed(parser.parse_statements, text)) == placeless(nodes)


@many
@given(trees.actions(1))
def test_actions_are_read_back(node: s.Actions) -> None:
    assert placeless(parsed(parser.parse_actions, unparse.unparse_actions(node))) == placeless(node)


@many
@given(trees.TEMPLATES)
def test_a_template_is_read_back(node: s.Template) -> None:
    assert placeless(parsed(parser.parse_template, unparse.unparse_template(node))) == placeless(node)


@many
@given(trees.HEADINGS)
def test_a_heading_is_read_back(node: s.Heading) -> None:
    assert placeless(parsed(parser.parse_heading, unparse.unparse_heading(node))) == placeless(node)


@many
@given(trees.HOOK_HEADINGS)
def test_a_hook_heading_is_read_back(node: s.HookHeading) -> None:
    assert placeless(parsed(parser.parse_hook_heading, unparse.unparse_heading(node))) == placeless(node)


def test_a_zone_called_from_is_read_back_after_each() -> None:
    """A bare `from` after `to each` would begin the player to start with."""
    (node,) = parsed(parser.parse_statements, "deal 1 from stock to each (from)")
    assert isinstance(node, s.Deal)
    assert node.each
    assert unparse.unparse_statements((node,)).strip() == "deal 1 from stock to each (from)"
