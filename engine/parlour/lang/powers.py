"""Turns powers such as `8: {play: anywhere}` into ordinary clauses, cases and hooks.

A facet names a member of the ruleset (a permission, a function or a procedure), and the card whose power counts there.
A power is one cell of the card table.
"""

from __future__ import annotations

from parlour.base.diagnostics import listing
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document, Member
from parlour.documents.document import Mapping, Scalar, Sequence
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.classes import selected
from parlour.lang.declarations import members
from parlour.lang.expressions import Expressions
from parlour.lang.switches import in_force
from parlour.lang.symbols import Scope, Tables, Typed
from parlour.program import CardFact, Const, Expr, fold

NARROW = {"cards": 3, "ranks": 2, "suits": 1}


@frozen
class Facet:
    """One column of the card table."""

    name: str
    member: Member
    kind: str  # "may", "function", "after", "before"
    heading: s.Heading
    by: s.Expr
    takes: str | tuple[str, ...]
    clauses: Mapping | None


@frozen
class Power:
    """One cell: these cards, this facet, this value."""

    facet: Facet
    document: Document
    keys: tuple[Typed, ...]  # constant sets of ranks, suits or faces
    text: Scalar
    at: Span  # the word of the facet
    in_force: Expr  # the condition under which its rule is on

    @property
    def narrowness(self) -> int:
        return max((NARROW.get(key.type.kind, 0) for key in self.keys), default=0)

    @property
    def stronger(self) -> str:
        """Return how to write the value of a function so that it takes precedence over an equally narrow power."""
        heading = f"{self.facet.heading.name}({', '.join(p.name for p in self.facet.heading.params or ())})"
        case = f"as `{heading}: {{when: …, is: …}}` under `functions`, which overrides every power"
        narrower = {1: "for ranks or single cards", 2: "for single cards"}.get(self.narrowness)
        return f"{narrower}, or {case}" if narrower else case

    def applies(self, expressions: Expressions, scope: Scope) -> Expr:
        """Return a test of whether the card (or rank) of the facet has this power."""
        return fold.conjunction((self.in_force, self._fits(expressions, scope)))

    def _fits(self, expressions: Expressions, scope: Scope) -> Expr:
        by = expressions.lower(self.facet.by, scope)
        if by.type.kind == "rank":
            if all(key.type.kind == "ranks" for key in self.keys):
                return fold.disjunction([fold.op("has", key.expr, by.expr) for key in self.keys])
            message = f"`{self.facet.name}` can only belong to ranks, not to single cards or suits"
            expressions.tables.error("type", message, self.text.span)
            return fold.FALSE
        card = expressions.fit(by, types.optional(types.CARD), self.facet.by).expr
        tests = []
        for key in self.keys:
            fact = {"ranks": "rank", "suits": "suit", "cards": "face"}[key.type.kind]
            tests.append(fold.op("has", key.expr, CardFact(fact, card)))
        return fold.disjunction(tests)


def read_facets(tables: Tables) -> dict[str, Facet]:
    facets: dict[str, Facet] = {}
    for member in members(tables, "facets"):
        facet = _facet(tables, member)
        if facet is not None:
            facets[member.name] = facet
    return facets


def _facet(tables: Tables, member: Member) -> Facet | None:
    node = member.value
    if not isinstance(node, Mapping):
        return None
    kinds = [k for k in ("may", "function", "after", "before") if node.get(k) is not None]
    by, takes = node.get("by"), node.get("takes")
    if len(kinds) != 1 or not isinstance(by, Scalar):
        message = "a facet needs `by:` and exactly one of `may:`, `function:`, `after:` and `before:`"
        tables.error("facet", message, member.key.span)
        return None
    target = node.get(kinds[0])
    heading = parser.parse_heading(target, tables.problems) if isinstance(target, Scalar) else None
    tree = parser.parse_expression(by, tables.problems)
    if heading is None or tree is None:
        return None
    words: str | tuple[str, ...] = "value"
    if isinstance(takes, Sequence):
        words = tuple(item.value for item in takes.items if isinstance(item, Scalar))
    elif isinstance(takes, Scalar):
        words = takes.value
    clauses = node.get("clauses")
    return Facet(member.name, member, kinds[0], heading, tree, words, clauses if isinstance(clauses, Mapping) else None)


def _other_facets(known: list[str]) -> str:
    if known:
        return f"the facets are {listing(known, 'and')}"
    return "nothing in this mix declares `facets`, so cards can't have powers; write a hook under `when:` instead"


def read_powers(tables: Tables, expressions: Expressions, facets: dict[str, Facet]) -> list[Power]:
    powers: list[Power] = []
    for member in members(tables, "powers"):
        keys = keys_of(tables, expressions, member)
        if keys is None or not isinstance(member.value, Mapping):
            continue
        for entry in member.value.entries:
            facet = facets.get(entry.key.value)
            if facet is None:
                word, known = entry.key.value, list(facets)
                message = f"unknown facet `{word}`"
                tables.unknown("unknown-name", message, word, entry.key.span, known, _other_facets(known))
                continue
            if not isinstance(entry.value, Scalar):
                continue
            if isinstance(facet.takes, tuple) and entry.value.value not in facet.takes:
                word, known = entry.value.value, list(facet.takes)
                message = f"`{facet.name}`: expected {listing(facet.takes)}, found `{word}`"
                tables.unknown("unknown-name", message, word, entry.value.span, known)
                continue
            on = fold.conjunction((in_force(tables, facet.member), in_force(tables, member)))
            powers.append(Power(facet, member.document, keys, entry.value, entry.key.span, on))
    return powers


def check_chart(tables: Tables, expressions: Expressions) -> None:
    """Report keys of the card chart that don't name cards."""
    for member in members(tables, "chart"):
        keys_of(tables, expressions, member)


def keys_of(tables: Tables, expressions: Expressions, member: Member) -> tuple[Typed, ...] | None:
    """Return the cards that the key of a power, or of the card chart, names."""
    trees = parser.parse_selector(member.key, tables.problems)
    if trees is None:
        return None
    by_kind: dict[str, Typed] = {}
    for tree in trees:
        value = selected(tables, expressions, tree, Scope(member.document), None)
        if value is None:
            return None
        if value.type.kind not in NARROW or not isinstance(value.expr, Const):
            what = types.in_words(value.type)
            switched = value.type.kind in NARROW
            given = f"{what} that play can change" if switched else what
            help = "name the cards themselves: a rule that play switches changes this class" if switched else None
            tables.error("type", f"expected ranks, suits or cards, found {given}", tree.span, help=help)
            return None
        kind = value.type.kind
        before = by_kind.get(kind, Typed(Const(0), value.type))
        by_kind[kind] = Typed(fold.op("|", before.expr, value.expr), value.type)
    return tuple(by_kind.values())
