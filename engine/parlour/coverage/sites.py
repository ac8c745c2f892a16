"""The code of a document. The schema says which texts are code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields
from functools import cached_property

from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Scalar, inner_scalars, is_required
from parlour.lang import syntax as s
from parlour.lang.parser import Problems, parse_actions, parse_expression, parse_statements
from parlour.mixing.bot_functions import bot_functions
from parlour.mixing.members import all_members
from parlour.schema.roles import roles

SECTIONS = frozenset((
    "functions", "may", "melding", "misplay", "outcome", "possible", "powers", "procedures", "prompts", "stages",
    "state", "when",
))  # fmt: skip
Parse = Callable[[Scalar, Problems], object]
_PARSERS: dict[str, Parse] = {
    **dict.fromkeys(("expression", "function", "result", "facet-value"), parse_expression),
    **dict.fromkeys(("statements", "body", "hook"), parse_statements),
    **dict.fromkeys(("actions", "prompt"), parse_actions),
}
"""The parser of a text, by its role in the schema."""

_NOT_MUTATED = ("limit", "line", "notation", "wording")  # fields of syntax nodes: limits stop loops, others are prose


@dataclass(frozen=True)
class Site:
    """Some code of the language in a document, and its parser."""

    scalar: Scalar
    parse: Parse

    @cached_property
    def tree(self) -> object:
        """The syntax: an expression, actions, or a tuple of steps. None if it has errors."""
        return self.parse(self.scalar, [])


def sites(node: doc.Mapping, wanted: Collection[str] = SECTIONS) -> Iterator[Site]:
    """Yield the texts of these sections of a document that parse, in the order of the document."""
    inside = {id(scalar) for section in _sections(node, wanted) for scalar in inner_scalars(section)}
    for scalar, names in roles(node):
        parse = next((_PARSERS[name] for name in names if name in _PARSERS), None)
        if parse is None or id(scalar) not in inside or is_required(scalar):
            continue
        site, steps = Site(scalar, parse), Site(scalar, parse_statements)
        if "facet-value" in names and (site.tree is None or isinstance(site.tree, s.Call)):
            site = steps if steps.tree is not None else site  # a power can have steps
        if site.tree is not None:
            yield site


def _sections(node: doc.Node, wanted: Collection[str]) -> Iterator[doc.Node]:
    """Yield the sections of a document with code of play, and those for mixes that have other rules."""
    for entry in doc.entries_in(node):
        if entry.key.value in wanted:
            yield entry.value
        elif entry.key.value == "with":
            for rule in doc.entries_in(entry.value):
                yield from _sections(rule.value, wanted)


def nodes(tree: object) -> Iterator[s.Node]:
    """Yield every syntax node that mutants can change, outer ones first."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from nodes(item)
    elif isinstance(tree, s.Node):
        yield tree
        for field in fields(tree):
            if field.name not in _NOT_MUTATED and not field.name.endswith("span"):
                yield from nodes(getattr(tree, field.name))


def for_bots(document: Document, names: Collection[str] = ()) -> list[Span]:
    """Return the functions that no example can notice, because only policies call them: those of this document, or of
    others with these `names`."""
    names = bot_functions((document,)).union(names)
    functions = [member for member in all_members(document) if member.section == "functions" and member.name in names]
    return [member.span for member in functions]
