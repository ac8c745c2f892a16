"""The parts of the engine that would pass over a class of node in silence know each class. All others fail with its
name as soon as a game has it."""

import inspect
from collections.abc import Callable, Collection
from dataclasses import fields
from typing import get_args

import pytest
from nodes import EXPRESSIONS, HERE, INSTRUCTIONS, RANGES, STATEMENTS, Sample

from parlour import program as p
from parlour.analysis import facts
from parlour.lang import presence_changes
from parlour.lang import syntax as s
from parlour.lang.grammar import grammar, keywords
from parlour.lang.lexer import RESERVED
from parlour.program import effects, fold, following, statements
from parlour.program.typing import Typing
from parlour.program.walking import free_locals, named_locals, rebuilt, substitute, walk

# Classes that can't fail by themselves. The test for possible failures must know all others.
NEVER_FAIL = {
    p.Const, p.Local, p.MarkAt, p.ZoneCards, p.ZoneSize, p.ZoneEnd, p.ZonePlace, p.PlaceOf, p.WhereIs, p.FaceUp,
    p.FaceUpCards, p.Guised, p.Seated, p.SameCard, p.Not, p.And, p.Or, p.If, p.CardFact, p.Pips, p.ColourOf,
    p.FaceCards, p.Single, p.Size, p.First, p.NextSeat, p.SideOf, p.Members, p.GetField,
}  # fmt: skip
# Before play, keys and ranges have marks or nodes of their own for possible failures.
MARKED_INSIDE = {p.VarAt, p.ZoneAt, p.Scan}


def missing(known: Collection[type], wanted: Collection[type]) -> list[str]:
    return sorted(of.__name__ for of in set(wanted) - set(known))


@pytest.mark.parametrize(
    ("part", "known"),
    [
        ("program/fold.py", {*fold._WATCHED, p.Op} | MARKED_INSIDE),
        ("analysis/facts.py", facts._WATCHED),
    ],
)
def test_who_asks_what_can_fail_knows_each_class(part: str, known: set[type]) -> None:
    assert not missing(NEVER_FAIL | known, EXPRESSIONS), f"{part} lacks {missing(NEVER_FAIL | known, EXPRESSIONS)}"
    assert not NEVER_FAIL & set(known)


@pytest.mark.parametrize("of", STATEMENTS)
def test_every_statement_has_a_place_or_says_that_it_has_none(of: type) -> None:
    """`written_at` lists the classes without an `origin`."""
    assert statements.written_at(Sample(of).node) in (HERE, None)


PLACED_WHEN_BUILT = {p.IfDo, p.Run}


def test_every_statement_gets_its_place() -> None:
    """`Placed` lists the classes that are made without a place and get it later."""
    later = {of for of in STATEMENTS if any(f.name == "origin" and f.default is None for f in fields(of))}
    assert later - PLACED_WHEN_BUILT == {*get_args(statements.Placed)}


WORDS = {terminal: word for word, terminal in keywords().items()}


def first_in(rule: str) -> list[str]:
    """Return the first symbol of each alternative of a rule in lang/grammar.lark; for a terminal, its word."""
    found = [of.expansion[0].name for of in grammar().rules if of.origin.name == rule]
    assert found, f"lang/grammar.lark has no rule `{rule}`"
    return [WORDS.get(name, name) for name in found]


STEPS = first_in("_simple") + first_in("_compound")


def test_the_words_that_begin_a_step_are_the_same_everywhere() -> None:
    """In the rule `verb` of lang/grammar.lark, in the rules of steps, and in `VERBS` of lang/syntax/steps.py."""
    first = {word for rule in STEPS for word in first_in(rule) if word in keywords()} - RESERVED
    listed = set(first_in("verb"))
    assert not first - listed, f"add {sorted(first - listed)} to the rule `verb` of lang/grammar.lark"
    assert listed == set(s.VERBS), f"only in `verb` or only in `VERBS`: {sorted(listed ^ set(s.VERBS))}"


CALLS = (p.Gosub, p.Return)  # the local that notes a call is a number in these


@pytest.mark.parametrize("of", [of for of in EXPRESSIONS + RANGES + STATEMENTS + INSTRUCTIONS if of not in CALLS])
def test_the_walk_finds_and_replaces_all_that_is_inside(of: type) -> None:
    sample = Sample(of)
    assert named_locals(sample.node) == free_locals(sample.node) == sample.free
    other = substitute(sample.node, {local: p.Const(local) for local in sample.free - sample.targets})
    assert named_locals(other) == sample.targets
    assert sum(isinstance(n, p.Const) for n in walk(other)) == len(sample.free - sample.targets) + (of is p.Const)
    assert rebuilt(sample.node, lambda part: part) is sample.node


@pytest.mark.parametrize("of", STATEMENTS)
@pytest.mark.parametrize("lives", [following.reads, following.exact], ids=["kept", "exact"])
def test_the_locals_that_each_statement_reads_and_sets_are_known(
    lives: Callable[[p.Stmt], tuple[set[int], set[int]]], of: type
) -> None:
    sample = Sample(of)
    assert lives(sample.node) == (sample.free - sample.targets, sample.targets)


@pytest.mark.parametrize("of", [of for of in STATEMENTS if not hasattr(of, "touches")])
def test_what_each_statement_changes_is_known(of: type) -> None:
    """Its class says so in `touches`, or both parts decide it by what is in the statement."""
    assert f".{of.__name__}" in inspect.getsource(presence_changes)
    if of is not p.Run:
        effects.written_by(Sample(of).node)


def test_a_class_that_a_part_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown:
        pass

    monkeypatch.setattr(p, "Expr", p.Expr | Unknown)
    monkeypatch.setattr(p, "Stmt", p.Stmt | Unknown)
    with pytest.raises(AssertionError, match="Unknown"):
        effects.read_by(Unknown())
    with pytest.raises(AttributeError, match=r"Unknown.*touches"):  # the type checker reports it earlier
        effects.written_by(Unknown())
    with pytest.raises(AssertionError, match="Unknown"):
        Typing.__new__(Typing).type_of(Unknown())
