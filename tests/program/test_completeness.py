"""Every part of the engine that must know each class of node does: a new class fails here by its name, with each part
that doesn't know it."""

from collections.abc import Callable, Collection
from dataclasses import fields
from types import ModuleType
from typing import get_args

import pytest
from handlers import handlers
from nodes import EXPRESSIONS, HERE, INSTRUCTIONS, RANGES, STATEMENTS, Sample, classes_of

from parlour import program as p
from parlour.analysis import facts
from parlour.base.source import Source, Span
from parlour.lang import syntax as s
from parlour.lang.builder import Builder
from parlour.lang.grammar import grammar, keywords
from parlour.lang.lexer import RESERVED
from parlour.lang.syntax import steps
from parlour.lang.vocabulary import FUNCTIONS
from parlour.lowering import expressions as lowered_expressions
from parlour.lowering import statements as lowered_statements
from parlour.program import code, effects, expressions, fold, local_uses, statements
from parlour.program.operators import OPERATORS
from parlour.program.typing import Typing
from parlour.program.walking import free_locals, named_locals, rebuilt, substitute, walk
from parlour.routines import routines

BUILTINS = {name.removeprefix("builtin_") for name in routines()}
# The classes that each part knows.
TABLES: dict[str, tuple[Collection[type], tuple[type, ...]]] = {
    "the lowering, lowering/expressions.py": (lowered_expressions._WRITERS, EXPRESSIONS),
    "the lowering, lowering/statements.py": (lowered_statements._WRITERS, STATEMENTS),
}

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


@pytest.mark.parametrize("part", TABLES)
def test_a_table_knows_each_class_and_no_other(part: str) -> None:
    known, wanted = TABLES[part]
    assert not missing(known, wanted), f"{part} lacks {missing(known, wanted)}"
    assert not missing(wanted, known), f"{part} has more than the Program: {missing(wanted, known)}"


@pytest.mark.parametrize(
    ("module", "wanted"),
    [(expressions, EXPRESSIONS + RANGES), (statements, STATEMENTS), (code, INSTRUCTIONS)],
    ids=["Expr", "Stmt", "Instr"],
)
def test_each_class_of_a_module_counts_as_its_kind_of_node(module: ModuleType, wanted: tuple[type, ...]) -> None:
    lacking = missing(wanted, classes_of(module))
    assert not lacking, f"{module.__name__}: {lacking} need the base `Expr` or a place in the union"


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


ONLY_IN_ACTIONS = {s.Slot, s.Action, s.Include, s.Wording, s.Actions}
WORDS = {terminal: word for word, terminal in keywords().items()}


def first_in(rule: str) -> list[str]:
    """Return the first symbol of each alternative of a rule in lang/grammar.lark; for a terminal, its word."""
    found = [of.expansion[0].name for of in grammar().rules if of.origin.name == rule]
    assert found, f"lang/grammar.lark has no rule `{rule}`"
    return [WORDS.get(name, name) for name in found]


STEPS = first_in("_simple") + first_in("_compound")


def test_the_union_of_syntax_nodes_lacks_no_step() -> None:
    lacking = missing({*get_args(s.Stmt), *ONLY_IN_ACTIONS}, classes_of(steps))
    assert not lacking, f"lang/syntax/steps.py: add {lacking} to the union `Stmt`, and to `__all__`"


def test_every_syntax_node_of_a_step_is_lowered() -> None:
    lacking = [of.__name__ for of in get_args(s.Stmt) if "lang/statements.py" not in handlers(of.__name__)]
    assert not lacking, f"lang/statements.py has no case for {lacking}"


def test_some_text_means_each_statement() -> None:
    lacking = []
    for of in STATEMENTS:
        if not any(file.startswith("lang/") and "/syntax/" not in file for file in handlers(of.__name__)):
            lacking.append(of.__name__)
    assert not lacking, f"nothing in lang/ makes {lacking}"


@pytest.mark.parametrize("rule", STEPS)
def test_every_rule_of_a_step_becomes_a_node(rule: str) -> None:
    assert rule in s.PLAIN or rule in vars(Builder), f"lang/builder.py has no method `{rule}`, nor is it in `PLAIN`"


def test_the_words_that_begin_a_step_are_the_same_everywhere() -> None:
    """In the rule `verb` of lang/grammar.lark, in the rules of steps, and in `VERBS` of lang/syntax/steps.py."""
    first = {word for rule in STEPS for word in first_in(rule) if word in keywords()} - RESERVED
    listed = set(first_in("verb"))
    assert not first - listed, f"add {sorted(first - listed)} to the rule `verb` of lang/grammar.lark"
    assert listed == set(s.VERBS), f"only in `verb` or only in `VERBS`: {sorted(listed ^ set(s.VERBS))}"


def test_the_table_of_operators_knows_each_of_them() -> None:
    assert set(OPERATORS) == set(p.BinOp.__args__)  # type: ignore[attr-defined]  # of a Literal


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
@pytest.mark.parametrize("lives", [local_uses.reads, local_uses.exact], ids=["kept", "exact"])
def test_the_locals_that_each_statement_reads_and_sets_are_known(
    lives: Callable[[p.Stmt], tuple[set[int], set[int]]], of: type
) -> None:
    sample = Sample(of)
    assert lives(sample.node) == (sample.free - sample.targets, sample.targets)


@pytest.mark.parametrize("of", EXPRESSIONS)
def test_effects_know_each_expression(of: type) -> None:
    effects.read_by(Sample(of).node)


@pytest.mark.parametrize("of", STATEMENTS)
def test_what_each_statement_changes_is_known(of: type) -> None:
    """Its class says so in `touches`, or both parts decide it by what is in the statement."""
    lacking = {"program/effects.py", "lang/presence_changes.py"} - set(handlers(of.__name__))
    choice = f"give {of.__name__} `touches`, or a case in {' and in '.join(sorted(lacking))}"
    assert hasattr(of, "touches") or not lacking, choice
    if of is not p.Run:
        effects.written_by(Sample(of).node)


@pytest.mark.parametrize("of", EXPRESSIONS)
def test_each_expression_has_a_type(of: type) -> None:
    assert "program/typing.py" in handlers(of.__name__), f"program/typing.py has no case for {of.__name__}"


class _Constants:
    """Arguments for a function: the same constant for each."""

    def arguments(self, call: s.Call, wanted: tuple[p.Type, ...], what: str, scope: object) -> tuple[p.Expr, ...]:
        return tuple(p.Const(1) for _ in wanted)

    def places_known(self, zone: p.Expr, call: s.Call) -> None:
        pass

    def melding_known(self, name: str, span: Span) -> bool:
        return True


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_has_a_value(name: str) -> None:
    """Some are nodes of their own. For the others, a routine `builtin_NAME` has the value."""
    at = Span(Source("call", ""), 0, 0)
    call = s.Call(at, name, (), at)
    made = FUNCTIONS[name](_Constants(), call, None)  # type: ignore[arg-type]  # what functions need of their lowering
    lacking = {node.name for node in walk(made.expr) if isinstance(node, p.Builtin)} - BUILTINS
    assert not lacking, f"routines/ has no `builtin_NAME` for {sorted(lacking)}"


def test_a_class_that_a_part_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown:
        pass

    monkeypatch.setattr(p, "Expr", p.Expr | Unknown)
    monkeypatch.setattr(p, "Stmt", p.Stmt | Unknown)
    assert missing(lowered_expressions._WRITERS, (Unknown,)) == ["Unknown"]
    with pytest.raises(AssertionError, match="Unknown"):
        effects.read_by(Unknown())
    with pytest.raises(AttributeError, match=r"Unknown.*touches"):  # the type checker reports it earlier
        effects.written_by(Unknown())
    with pytest.raises(AssertionError, match="Unknown"):
        Typing.__new__(Typing).type_of(Unknown())


def test_a_small_statement_is_known_to_few_files() -> None:
    """docs/extending.md lists them: these and grammar.lark. Two more test whether a game ever reverses, for speed."""
    assert set(handlers("Reverse")) - {"analysis/premises.py", "table/layout.py"} == {
        "program/statements.py", "lang/syntax/steps.py", "lang/statements.py", "lowering/statements.py",
    }  # fmt: skip
