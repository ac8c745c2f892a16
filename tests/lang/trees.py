"""Syntax trees for hypothesis: all trees that a text can have."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from parlour.base.source import Source, Span
from parlour.lang import syntax as s
from unparse import unparse_template

HERE = st.just(Span(Source("tree", ""), 0, 0))

# Mostly soft keywords: each is a name wherever the grammar expects a name. (Not `seats`: `deal seats from stock` would
# need brackets.)
WORDS = """
    p c cs x last-card hand-size n2 take_one up down top bottom turn play move deal end ask next nothing stop proceed
    shuffle show log reverse resume here direction poll leaves counts together times cards groups melds runs
    double triple guises faces places random
    from to at face each with by of empty some on off switch into instead include does only before after everybody
"""
NAMES = st.sampled_from(WORDS.split())
IDS = NAMES.filter(lambda name: name not in ("instead", "include"))
RECORDS = st.sampled_from(["Face", "Stake", "LastBatch"])
OPERATORS = ("+", "-", "*", "//", "mod", "&", "and", "or", "==", "!=", "<", "<=", ">", ">=", "in", "not in")

Expressions = SearchStrategy[s.Expr]


@st.composite
def _drawn(draw: DrawFn, build: Callable[..., SearchStrategy[Any]], args: tuple[int, ...]) -> Any:
    return draw(build(*args))


def nested(build: Callable[..., SearchStrategy[Any]]) -> Callable[..., SearchStrategy[Any]]:
    """Return a strategy that is built on first use; otherwise its description would be as large as all trees."""
    cached = cache(build)
    return lambda *args: _drawn(cached, args)


def seldom(strategy: SearchStrategy[object]) -> SearchStrategy[object]:
    return st.none() | st.none() | strategy


def tuples_of(strategy: SearchStrategy[object], least: int = 0, most: int = 2) -> SearchStrategy[object]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


ATOMS = st.one_of(
    st.builds(s.Name, HERE, NAMES),
    st.builds(s.Number, HERE, st.integers(0, 999)),
    st.builds(s.Truth, HERE, st.booleans()),
    st.builds(s.Nothing, HERE),
    st.builds(s.RankLit, HERE, st.sampled_from(["J", "Q", "K", "A", "Jk"])),
    st.builds(s.SuitLit, HERE, st.sampled_from("♠♥♦♣")),
    st.builds(s.WordLit, HERE, st.sampled_from(["any", "no", "pass", "in-turn"])),
    st.builds(s.CardLit, HERE, st.sampled_from(["2♠", "10♥", "10D", "JC", "A♦"])),
)


@nested
def calls(depth: int) -> SearchStrategy[s.Call]:
    return st.builds(s.Call, HERE, NAMES, tuples_of(expressions(depth)), HERE)


def ranges(depth: int) -> Expressions:
    return st.builds(s.RangeLit, HERE, expressions(depth), expressions(depth))


def collections(depth: int) -> Expressions:
    return expressions(depth) | ranges(depth)


def sets_among(depth: int) -> SearchStrategy[s.SetsAmong]:
    e = expressions(depth)
    one = st.builds(lambda here, size, of, limit: s.SetsAmong(here, size, size, of, limit), HERE, e, e, seldom(e))
    return one | st.builds(s.SetsAmong, HERE, e, e, e, seldom(e))


@nested
def eaches(depth: int) -> SearchStrategy[s.Each]:
    domain, where, by = collections(depth) | sets_among(depth), seldom(expressions(depth)), expressions(depth)
    plain = st.builds(s.Each, HERE, NAMES, HERE, domain, where, st.none(), st.none())
    ordered = st.builds(s.Each, HERE, NAMES, HERE, domain, where, st.sampled_from(["most", "least"]), by)
    return plain | plain | ordered


def fields(depth: int, least: int) -> SearchStrategy[object]:
    return tuples_of(st.builds(s.FieldValue, HERE, NAMES, expressions(depth)), least)


@nested
def expressions(depth: int) -> Expressions:
    if depth == 0:
        return ATOMS
    e = expressions(depth - 1)
    item = e | ranges(depth - 1)
    return st.one_of(
        ATOMS,
        calls(depth - 1),
        st.builds(s.ListLit, HERE, tuples_of(item)),
        st.builds(s.Field, HERE, e, NAMES, HERE),
        st.builds(s.Not, HERE, e),
        st.builds(s.Minus, HERE, e),
        st.builds(s.Binary, HERE, st.sampled_from(OPERATORS), e, e),
        st.builds(s.Binary, HERE, st.sampled_from(["in", "not in"]), e, item),
        st.builds(s.Choice, HERE, e, e, e),
        st.builds(s.Is, HERE, e, st.sampled_from(["empty", "cards", "none", "some", "on", "off"]), st.booleans()),
        st.builds(
            s.Quantified, HERE, st.sampled_from(["any", "all", "no", "count", "those", "the"]), eaches(depth - 1)
        ),
        st.builds(s.Total, HERE, st.sampled_from(["sum", "most", "least"]), e, eaches(depth - 1)),
        st.builds(s.May, HERE, calls(depth - 1)),
        st.builds(s.Possible, HERE, calls(depth - 1)),
        st.builds(s.Seats, HERE, st.sampled_from(["from", "after"]), e),
        st.builds(s.Make, HERE, RECORDS, fields(depth - 1, 0)),
        st.builds(s.Changed, HERE, e, fields(depth - 1, 1)),
        st.builds(s.As, HERE, e, e),
    )


E = expressions(2)
NAMINGS = st.builds(s.Naming, HERE, NAMES, HERE, E)
GIVEN = st.builds(s.Given, HERE, tuples_of(NAMINGS, 1), E)
EACH = eaches(1)
CALL = calls(1)
VALUES = E | st.builds(s.Chance, HERE, collections(1))
TARGETS = st.one_of(st.builds(s.Name, HERE, NAMES), CALL, st.builds(s.Field, HERE, expressions(1), NAMES, HERE))


def is_end(node: s.Expr | None) -> bool:
    """`at top` and `at bottom` are the ends of a zone, `to everybody` is everybody, whatever variables there are."""
    return isinstance(node, s.Name) and node.id in ("top", "bottom", "everybody")


PLACES = st.one_of(
    st.tuples(st.none(), st.none()),
    st.tuples(st.sampled_from(["top", "bottom"]), st.none()),
    st.tuples(st.none(), expressions(1).filter(lambda node: not is_end(node))),
)
ENDINGS = st.tuples(st.none(), st.none()) | st.tuples(NAMES, HERE)

AUDIENCES = seldom(E.filter(lambda node: not is_end(node)))

SIMPLE = st.one_of(
    st.builds(s.Pass, HERE),
    st.builds(s.Stop, HERE),
    st.builds(s.Next, HERE),
    st.builds(s.Proceed, HERE),
    st.builds(s.Reverse, HERE),
    st.builds(s.Switch, HERE, st.sampled_from(["on", "off"]), E),
    st.builds(s.Let, HERE, NAMES, HERE, VALUES),
    st.builds(s.Assign, HERE, TARGETS, st.sampled_from(["=", "+=", "-="]), VALUES),
    st.builds(s.Do, HERE, CALL),
    st.builds(s.PlayStage, HERE, NAMES, HERE, tuples_of(expressions(1))),
    st.builds(lambda here, stage, ending: s.End(here, stage, here, *ending), HERE, NAMES, ENDINGS),
    st.builds(
        lambda here, cards, start, to, place, face: s.Move(here, cards, start, to, *place, face),
        HERE,
        E,
        seldom(E),
        E,
        PLACES,
        st.sampled_from([None, "up", "down"]),
    ),
    st.builds(s.Deal, HERE, E, E, E, st.booleans(), seldom(E)),
    st.builds(s.Shuffle, HERE, E, seldom(E)),
    st.builds(s.Turn, HERE, st.booleans(), E),
    st.builds(s.Show, HERE, E, AUDIENCES),
    st.builds(s.Say, HERE, st.deferred(lambda: TEMPLATES.filter(is_quotable)), AUDIENCES),
    st.builds(s.Log, HERE, NAMES, HERE, E | fields(1, 1)),
    st.builds(s.Leave, HERE, E, NAMES, HERE),
    st.builds(s.CountsAs, HERE, E, E),
    st.builds(s.ResumeHere, HERE, seldom(NAMES), seldom(E)),
    st.builds(s.Ask, HERE, CALL),
)


@nested
def blocks(depth: int) -> SearchStrategy[object]:
    return tuples_of(SIMPLE if depth == 0 else compounds(depth), 1)


@nested
def compounds(depth: int) -> SearchStrategy[s.Stmt]:
    block = blocks(depth - 1)
    return st.one_of(
        SIMPLE,
        st.builds(s.If, HERE, E, block, st.just(()) | block),
        st.builds(s.For, HERE, EACH, block),
        st.builds(s.RepeatTimes, HERE, E, block),
        st.builds(s.RepeatUntil, HERE, block, E, E, seldom(block), seldom(block)),
        st.builds(s.While, HERE, E, E, block, seldom(block), seldom(block)),
        st.builds(s.Attempt, HERE, block, E, seldom(block)),
        st.builds(s.AskHere, HERE, E, actions(depth - 1, 1)),
        st.builds(s.AskTogether, HERE, EACH, actions(depth - 1, 1)),
        st.builds(s.Poll, HERE, EACH, actions(depth - 1, 1)),
        st.builds(s.AskFirst, HERE, EACH, actions(depth - 1, 1)),
        st.builds(s.AskFirst, HERE, EACH, only_else(depth - 1), CALL),
        st.builds(s.Poll, HERE, EACH, only_else(depth - 1), CALL),
    )


def slot(here: Span, var: str, form: tuple[str, s.Expr, s.Expr | None, s.Expr | None]) -> s.Slot:
    return s.Slot(here, var, here, *form)


N = st.none()
FORMS = st.one_of(
    st.tuples(st.just("each"), collections(1), N, N),
    st.tuples(
        st.sampled_from(["groups", "melds", "runs", "double runs", "triple runs", "guises", "faces", "places"]), E, N, N
    ),
    st.tuples(st.just("sets"), E, E, E),
    st.builds(lambda of, size: ("sets", of, size, size), E, E),
)
SLOTS = st.builds(slot, HERE, NAMES, FORMS)
TEXT = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"]), min_size=1, max_size=8)


def joined(parts: list[str | s.Hole]) -> tuple[str | s.Hole, ...]:
    """Without a string next to a string."""
    kept: list[str | s.Hole] = []
    for part in parts:
        if not (isinstance(part, str) and kept and isinstance(kept[-1], str)):
            kept.append(part)
    return tuple(kept)


HOLES = st.builds(s.Hole, HERE, expressions(1))
TEMPLATES = st.builds(s.Template, HERE, st.lists(TEXT | HOLES, max_size=4).map(joined))


def is_quotable(template: s.Template) -> bool:
    """True if an action can have it as its notation, which stands in quotes: it needs none of its own."""
    return '"' not in unparse_template(template)


BLIND: dict[str, SearchStrategy[Any]] = {"blind": st.just(True), "wrong": seldom(CALL)}


@nested
def only_else(depth: int) -> SearchStrategy[s.Actions]:
    return st.builds(s.Actions, HERE, st.just(()), seldom(blocks(depth)))


@nested
def offers(depth: int) -> SearchStrategy[s.Action | s.Include]:
    common = {
        "span": HERE,
        "id": IDS,
        "id_span": HERE,
        "notation": seldom(TEMPLATES.filter(is_quotable)),
        "instead": st.booleans(),
        "test": seldom(E),
        "does": seldom(CALL),
        "blind": st.just(False),
        "wrong": st.none(),
        "last": st.booleans(),
        "quiet": st.booleans(),
        "body": seldom(blocks(depth)),
    }
    return st.one_of(
        st.builds(s.Action, slots=st.just(()), where=st.none(), **common),
        st.builds(s.Action, slots=tuples_of(SLOTS, 1), where=seldom(E), **common),
        st.builds(s.Action, slots=st.just(()), where=st.none(), **(common | BLIND)),
        st.builds(s.Include, HERE, CALL, seldom(E)),
    )


@nested
def actions(depth: int, least: int = 0) -> SearchStrategy[s.Actions]:
    return st.one_of(
        st.builds(s.Actions, HERE, tuples_of(offers(depth), least), seldom(blocks(depth))),
        st.builds(s.Actions, HERE, st.just(()), blocks(depth)),
    )


STATEMENTS = tuples_of(compounds(2), 1)
TYPES = st.builds(s.TypeName, HERE, NAMES | RECORDS, st.booleans())
PARAMS = tuples_of(st.builds(s.Param, HERE, NAMES, seldom(TYPES)))
HEADINGS = st.builds(s.Heading, HERE, NAMES, st.none() | PARAMS)
HOOK_HEADINGS = st.builds(s.HookHeading, HERE, st.sampled_from(["before", "after", "instead of"]), HEADINGS)
