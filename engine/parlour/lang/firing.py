"""Marks the places where a rule takes effect: its steps run, somebody chooses an action that it adds, or it alone
allows a choice. Play ignores these marks; `measure` counts them.

Frames aren't marked: they are the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.documents.composition import Document
from parlour.lang import tree as t
from parlour.lang.changing import StepTests
from parlour.lang.symbols import Tables
from parlour.program import Expr, fold


def fired(tables: Tables, document: Document, body: t.Tree, proceed: t.Tree = t.NOTHING) -> t.Tree:
    """Mark steps of a document, which count where they change something.

    The steps that `proceed` runs would have happened anyway. If the steps don't proceed, the rule prevents it.
    """
    rule = _number(tables, document)
    return body if rule is None else t.Noted(rule, body, proceed)


def replaced(tables: Tables, document: Document, body: t.Tree, was_empty: bool) -> t.Tree:
    """Mark steps that replace those of another document. Empty ones count as preventing the original."""
    rule = _number(tables, document)
    if rule is not None and body == t.NOTHING and not was_empty:
        return t.Plain(ir.RuleFired(rule))
    return fired(tables, document, body)


def with_notes(tree: t.Tree, changes: StepTests) -> t.Tree:
    """Return the tree with its marks, once all routines are known."""
    match tree:
        case t.Noted(rule, body, proceed):
            noted = _noted(body, rule, proceed, changes)
            any_notes = any(isinstance(part, t.Plain) and isinstance(part.stmt, ir.RuleFired) for part in t.walk(noted))
            return noted if any_notes else t.block([t.Plain(ir.RuleFired(rule, fold.FALSE)), noted])
        case t.Block(items):
            return t.block([with_notes(item, changes) for item in items])
        case t.Branching(_, then, other):
            return replace(tree, then=with_notes(then, changes), other=with_notes(other, changes))
        case _:
            return tree


def _noted(body: t.Tree, rule: int, proceed: t.Tree, changes: StepTests) -> t.Tree:
    match body:
        case t.Branching(_, then, other):
            then, other = (_noted(part, rule, proceed, changes) for part in (then, other))
            return replace(body, then=then, other=other)
        case t.Block(items) if items:
            names = list(takewhile(_only_names, items))
            rest = items[len(names) :]
            if len(rest) == 1:
                return t.block([*names, _noted(rest[0], rule, proceed, changes)])
            return t.block([*names, *_note(t.Block(rest), rule, proceed, changes), *rest])
        case _:
            return t.block([*_note(body, rule, proceed, changes), body])


def _note(body: t.Tree, rule: int, proceed: t.Tree, changes: StepTests) -> list[t.Tree]:
    own = [part for part in t.walk(body) if part != proceed]
    if proceed != t.NOTHING and len(own) < sum(1 for _ in t.walk(body)):
        test = changes.test(body, but=proceed)
    else:
        test = fold.disjunction((changes.test(body), changes.test(proceed)))
    return [] if test == fold.FALSE else [t.Plain(ir.RuleFired(rule, None if test == fold.TRUE else test))]


def _only_names(tree: t.Tree) -> bool:
    """True if steps only name values."""
    match tree:
        case t.Plain(ir.Set(ir.Local()) | ir.Pick(ir.Local())):
            return True
        case t.Branching(_, then, other):
            return _only_names(then) and _only_names(other)
        case t.Block(items):
            return all(map(_only_names, items))
        case _:
            return False


def own_procedure(tables: Tables, document: Document, body: t.Tree) -> str | None:
    """Return the name of the procedure of the same document that a body only calls: that procedure gets the mark."""
    procedure = tables.procedures.get(body.routine) if isinstance(body, t.Invoke) else None
    if procedure is None or document.kind == "frame" or procedure.member.over:
        return None
    return procedure.name if procedure.member.document is document else None


def _number(tables: Tables, document: Document) -> int | None:
    return None if document.kind == "frame" else tables.composition.documents.index(document)


@frozen
class Noticed:
    """Questions that know which rules a choice counts for, and the functions that compute it."""

    questions: tuple[ir.Question, ...]
    functions: tuple[ir.Function, ...]


def noticed(
    tables: Tables,
    questions: Sequence[ir.Question],
    permissions: Sequence[ir.Permission],
    functions: Sequence[ir.Function],
) -> Noticed:
    rules = {d.id: i for i, d in enumerate(tables.composition.documents) if d.kind != "frame"}
    made = list(functions)
    thanks: dict[int, tuple[tuple[int, int], ...]] = {}  # by permission: rules and functions
    for number, permission in enumerate(permissions):
        marks = []
        for rule, test in _thanks(permission, rules):
            name = f"{permission.name} thanks to {tables.composition.documents[rule].id}"
            made.append(ir.Function(name, permission.params, test, permission.origin))
            marks.append((rule, len(made) - 1))
        thanks[number] = tuple(marks)

    def firings(arm: ir.Arm, home: str) -> tuple[ir.Firing, ...]:
        own = rules.get(arm.origin.document) if arm.origin.document != home else None
        added = () if own is None else (ir.Firing(own, None),)
        may = arm.may or arm.blind
        if may is None:
            return added
        return (*added, *(ir.Firing(rule, ir.CallFunction(f, may.args)) for rule, f in thanks[may.permission]))

    def with_marks(question: ir.Question) -> ir.Question:
        home = _home(tables, question)
        fires = [firings(arm, home) for arm in question.arms]
        if not any(fires):
            return question
        return replace(question, arms=tuple(map(_firing, question.arms, fires)))

    return Noticed(tuple(map(with_marks, questions)), tuple(made))


def _firing(arm: ir.Arm, fires: tuple[ir.Firing, ...]) -> ir.Arm:
    return replace(arm, fires=fires) if fires else arm


def _home(tables: Tables, question: ir.Question) -> str:
    """Return the document that a question belongs to: for a replacement, the document of the original."""
    prompt = tables.prompts.get(question.name)
    if prompt is not None and prompt.member.over:
        return prompt.member.over[0].document.id
    return question.origin.document


def _thanks(permission: ir.Permission, rules: dict[str, int]) -> Iterator[tuple[int, Expr]]:
    """Yield each rule that allows something, with the condition that its clauses alone lift a clause that applies."""
    allowing = [c for c in permission.clauses if c.allow]
    for document in dict.fromkeys(c.origin.document for c in allowing):
        if document not in rules:
            continue
        alone = []
        for number, clause in enumerate(permission.clauses):
            lifting = [c for c in allowing if number in c.lifts]
            own = fold.disjunction([c.test for c in lifting if c.origin.document == document])
            others = fold.disjunction([c.test for c in lifting if c.origin.document != document])
            if not clause.allow:
                alone.append(fold.conjunction((clause.test, own, fold.negation(others))))
        test = fold.disjunction(alone)
        if test != fold.FALSE:
            yield rules[document], test
