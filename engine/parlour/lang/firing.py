"""Where a rule is noticed: when it does something, when an action that it adds is taken, when a choice is allowed only
because of it. A Program says so in places that playing passes over; who plays many games counts them.

What a frame says is the game itself, and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour import program as ir
from parlour.composition import Document
from parlour.lang import fold
from parlour.lang import tree as t
from parlour.lang.symbols import Tables
from parlour.program import Expr


def fired(tables: Tables, document: Document, body: t.Tree, proceed: t.Tree = t.NOTHING) -> t.Tree:
    """Steps that a document has written, with a note that they are done.

    Where all of them but names for values stand under a condition, so does the note. To do nothing, or to `proceed`
    with what would have happened anyway, is not noticed, nor to set variables to what they are.
    """
    rule = _number(tables, document)
    return body if rule is None else _noted(body, rule, proceed)


def _noted(body: t.Tree, rule: int, proceed: t.Tree) -> t.Tree:
    match body:
        case t.Branching(_, then, other):
            return replace(body, then=_noted(then, rule, proceed), other=_noted(other, rule, proceed))
        case t.Block((*names, t.Branching() as last)) if names and all(map(_is_name, names)):
            return t.block([*names, _noted(last, rule, proceed)])
        case _ if body in (t.NOTHING, proceed):
            return body
        case _:
            return t.block([t.Plain(ir.Fired(rule, _changes(body))), body])


def _changes(body: t.Tree) -> Expr | None:
    """For steps that only set variables to values that are known: is any of them another one now?"""
    differing = []
    for step in body.items if isinstance(body, t.Block) else (body,):
        match step:
            case t.Plain(ir.Set(ir.VarAt(_, keys) as variable, ir.Const() as value)) if all(map(_is_plain, keys)):
                differing.append(fold.op("!=", variable, value))
            case _:
                return None
    return fold.disjunction(differing)


def _is_plain(key: Expr) -> bool:
    return isinstance(key, ir.Const | ir.Local)


def _is_name(tree: t.Tree) -> bool:
    return isinstance(tree, t.Plain) and isinstance(tree.stmt, ir.Set) and isinstance(tree.stmt.target, ir.Local)


def own_procedure(tables: Tables, document: Document, body: t.Tree) -> str | None:
    """The procedure of the document's own that all of its steps are: what that does is meant."""
    procedure = tables.procedures.get(body.routine) if isinstance(body, t.Invoke) else None
    if procedure is None or document.kind == "frame" or procedure.member.over:
        return None
    return procedure.name if procedure.member.document is document else None


def _number(tables: Tables, document: Document) -> int | None:
    return None if document.kind == "frame" else tables.composition.documents.index(document)


@dataclass(frozen=True)
class Noticed:
    """Questions that tell which rules a choice makes noticed, and the functions that find it out."""

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
    thanks: dict[int, tuple[tuple[int, int], ...]] = {}  # for each permission: rules and functions
    for number, permission in enumerate(permissions):
        found = []
        for rule, test in _thanks(permission, rules):
            name = f"{permission.name} thanks to {tables.composition.documents[rule].id}"
            made.append(ir.Function(name, permission.params, test, permission.origin))
            found.append((rule, len(made) - 1))
        thanks[number] = tuple(found)

    def firings(arm: ir.Arm, home: str) -> tuple[ir.Firing, ...]:
        own = rules.get(arm.origin.document) if arm.origin.document != home else None
        added = () if own is None else (ir.Firing(own, None),)
        if arm.may is None:
            return added
        args = arm.may.args
        return (*added, *(ir.Firing(rule, ir.CallFunction(f, args)) for rule, f in thanks[arm.may.permission]))

    def told(question: ir.Question) -> ir.Question:
        home = _home(tables, question)
        return replace(question, arms=tuple(replace(arm, fires=firings(arm, home)) for arm in question.arms))

    return Noticed(tuple(map(told, questions)), tuple(made))


def _home(tables: Tables, question: ir.Question) -> str:
    """The document that has this question: a question that replaces another one still is a question of the first."""
    prompt = tables.prompts.get(question.name)
    if prompt is not None and prompt.member.over:
        return prompt.member.over[0].document.id
    return question.origin.document


def _thanks(permission: ir.Permission, rules: dict[str, int]) -> Iterator[tuple[int, Expr]]:
    """For each rule with allowing clauses: does something stand that its clauses alone set aside?"""
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
