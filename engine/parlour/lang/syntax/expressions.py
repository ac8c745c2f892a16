"""Syntax nodes of expressions."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.lang.syntax.nodes import Node

__all__ = [
    "As", "Binary", "Call", "CardLit", "Chance", "Changed", "Choice", "Each", "Expr", "Field", "FieldValue", "Given",
    "Is", "ListLit", "Make", "May", "Minus", "Name", "Naming", "Not", "Nothing", "Number", "Possible", "Quantified",
    "RangeLit", "RankLit", "Seats", "SetsAmong", "SuitLit", "Total", "Truth", "WordLit",
]  # fmt: skip


class Expr(Node):
    """The base of all: something written that has a value."""


@frozen
class Name(Expr):
    """`p`, `pile`, `hand-size`: a lower-case word that names something."""

    id: str


@frozen
class Number(Expr):
    """`4`; a rank where the type is rank."""

    value: int


@frozen
class Truth(Expr):
    """`true` or `false`."""

    value: bool


@frozen
class Nothing(Expr):
    """`none`: no card, no player, the empty set."""


@frozen
class RankLit(Expr):
    """`J`, `Q`, `K`, `A`, `Jk`."""

    rank: str


@frozen
class SuitLit(Expr):
    """`♠`, `♥`, `♦`, `♣`."""

    sign: str


@frozen
class WordLit(Expr):
    """`"any"`: a word of a list, in quotes; for words that are also keywords."""

    word: str


@frozen
class CardLit(Expr):
    """`10♦`, or `10D` in plain letters."""

    name: str


@frozen
class ListLit(Expr):
    """`[2, 4..7, J]`: a literal set; its items can be ranges."""

    items: tuple[Expr, ...]


@frozen
class RangeLit(Expr):
    """`4..7`, both ends included."""

    low: Expr
    high: Expr


@frozen
class Call(Expr):
    """`hand(p)`, `next(p)`, `draw(p, 2)`: a zone, a variable with keys, a function, a built-in or a procedure."""

    name: str
    args: tuple[Expr, ...]
    name_span: Span


@frozen
class Field(Expr):
    """`c.rank`, `pile.top`, `options.hand-size`."""

    of: Expr
    name: str
    name_span: Span


@frozen
class Not(Expr):
    """`not x`."""

    value: Expr


@frozen
class Minus(Expr):
    """`- x`."""

    value: Expr


@frozen
class Binary(Expr):
    """`a + b` and the like. Operators: + - * // mod & and or == != < <= > >= in `not in`."""

    op: str
    left: Expr
    right: Expr


@frozen
class Choice(Expr):
    """`a if test else b`."""

    test: Expr
    then: Expr
    other: Expr


@frozen
class Is(Expr):
    """`x is empty`, `x has cards`, `x is none`, `x is some`, `x is on`, `x is off`, each also with `not`.

    `what` is one of empty, cards, none, some, on, off.
    """

    value: Expr
    what: str
    negated: bool


@frozen
class SetsAmong(Node):
    """`2..5 cards of cs`, `2 cards of cs at most 6`: the sets with this number of cards, only after `in` of a
    quantifier. For one size, `low` is `high`."""

    low: Expr
    high: Expr
    of: Expr
    limit: Expr | None


@frozen
class Each(Node):
    """`c in hand(p) where c.rank == 5`: a variable that runs over a set, a zone or a range. Part of the forms below.

    With `order`, only the members with the most or the least of a value remain: `p in players with most score(p)`.
    `where` is tested first.
    """

    var: str
    var_span: Span
    domain: Expr | SetsAmong
    where: Expr | None
    order: str | None  # "most", "least" or nothing
    by: Expr | None


@frozen
class Quantified(Expr):
    """`any c in cs where …`, `all c in …`, `no c in …` (true or false); `count c in …` (a number);
    `those c in …` (a set); `the p in …` (the first one in card or seat order, or none)."""

    kind: str
    each: Each


@frozen
class Total(Expr):
    """`sum worth(c) for c in hand(p)`, `most e for …`, `least e for …`: a number. Of nothing, the sum is 0;
    the most and the least of nothing are 0 too."""

    kind: str
    value: Expr
    each: Each


@frozen
class May(Expr):
    """`may play(p, c)`: true if the permission allows it."""

    call: Call


@frozen
class Possible(Expr):
    """`possible act(p)`: true if the question offers an action, apart from those with `only if nothing else`."""

    call: Call


@frozen
class Seats(Expr):
    """`seats from p`, `seats after p`: players in the order of play, each once, beginning with or after p."""

    kind: str  # "from" or "after"
    player: Expr


@frozen
class FieldValue(Node):
    """`live: false` inside a record."""

    name: str
    value: Expr


@frozen
class Make(Expr):
    """`Face(rank: 4, live: false)`: a record; omitted fields have their defaults."""

    record: str
    fields: tuple[FieldValue, ...]


@frozen
class Changed(Expr):
    """`on but (role: plain, called: false)`: a copy of a record with other fields."""

    value: Expr
    fields: tuple[FieldValue, ...]


@frozen
class As(Expr):
    """`c as d`: the card c, counting as d."""

    card: Expr
    face: Expr


@frozen
class Naming(Node):
    """One `let x = e` on a line before an expression."""

    name: str
    name_span: Span
    value: Expr


@frozen
class Given(Expr):
    """An expression after lines such as `let x = e`, which name values for it; never part of another expression."""

    lets: tuple[Naming, ...]
    value: Expr


@frozen
class Chance(Expr):
    """`random player`, `random 1..6`, `random c in pile`: only as the value of an assignment.

    `of` is the set, zone or range to choose from.
    """

    of: Expr
