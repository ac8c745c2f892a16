"""Where a rule is noticed: when it does something, when an action that it adds is taken, when a choice is allowed only
because of it. A Program says so in places that playing passes over; who plays many games counts them.

What a frame says is the game itself, and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from parlour import program as ir
from parlour.composition import Document
from parlour.lang import fold
from parlour.lang import tree as t
from parlour.lang.nodes import below
from parlour.lang.symbols import Tables
from parlour.program import Expr


def fired(tables: Tables, document: Document, body: t.Tree, proceed: t.Tree = t.NOTHING) -> t.Tree:
    """Steps that a document has written, with a note that they are done.

    They are done where anything is: not where no condition holds, a loop runs over nothing, values get names, or
    variables are set to what they are; nor where one only goes on to `proceed` with what would have happened anyway.
    """
    rule = _number(tables, document)
    return body if rule is None else _noted(body, rule, proceed)


def _noted(body: t.Tree, rule: int, proceed: t.Tree) -> t.Tree:
    match body:
        case t.Branching(_, then, other):
            return replace(body, then=_noted(then, rule, proceed), other=_noted(other, rule, proceed))
        case t.Block(items):
            names = list(takewhile(_only_names, items))
            rest = items[len(names) :]
            if len(rest) == 1:
                return t.block([*names, _noted(rest[0], rule, proceed)])
            test = _does(t.Block(rest), proceed)
            return body if test == fold.FALSE else t.block([*names, _note(rule, test), *rest])
        case _:
            test = _does(body, proceed)
            return body if test == fold.FALSE else t.block([_note(rule, test), body])


def _note(rule: int, test: Expr) -> t.Tree:
    return t.Plain(ir.Fired(rule, None if test == fold.TRUE else test))


def _does(tree: t.Tree, proceed: t.Tree) -> Expr:
    """Will these steps do anything? What they ask in between is asked before them here. That is the same: if anything
    was done until then, they do something."""
    match tree:
        case _ if tree in (t.NOTHING, proceed) or _only_names(tree):
            return fold.FALSE
        case t.Plain(ir.Set(ir.VarAt(_, keys) as variable, ir.Const() as value)) if all(map(_is_plain, keys)):
            return fold.op("!=", variable, value)
        case t.Branching(test, then, other):
            holds = fold.conjunction((test, _does(then, proceed)))
            return fold.disjunction((holds, fold.conjunction((fold.negation(test), _does(other, proceed)))))
        case t.Block(items):
            return _any_does(items, proceed)
        case t.Loop(local, domain, where, body, _, None) if not _leaves(body) and not isinstance(domain, ir.Span):
            inside = fold.conjunction([item for item in (where, _does(body, proceed)) if item is not None])
            if inside == fold.FALSE or (isinstance(domain, ir.SeatOrder | ir.Seated) and inside == fold.TRUE):
                return inside
            return ir.Scan("any", local, domain, inside, None)
        case _:
            return fold.TRUE


def _any_does(items: Sequence[t.Tree], proceed: t.Tree) -> Expr:
    names: set[int] = set()
    tests: list[Expr] = []
    for item in items:
        if _only_names(item):
            names |= set(_named_in(item))
            continue
        test = _does(item, proceed)
        if names & set(_mentioned(test)):
            return fold.TRUE  # what a name stands for isn't known before
        tests.append(test)
    return fold.disjunction(tests)


def _named_in(tree: t.Tree) -> Iterator[int]:
    for part in t.walk(tree):
        if isinstance(part, t.Plain) and isinstance(part.stmt, ir.Set) and isinstance(part.stmt.target, ir.Local):
            yield part.stmt.target.index


def _mentioned(e: object) -> Iterator[int]:
    if isinstance(e, ir.Local):
        yield e.index
    for part in below(e):
        yield from _mentioned(part)


def _is_plain(key: Expr) -> bool:
    return isinstance(key, ir.Const | ir.Local)


def _only_names(tree: t.Tree) -> bool:
    """Steps that do nothing but give values names."""
    match tree:
        case t.Plain(ir.Set(ir.Local())):
            return True
        case t.Branching(_, then, other):
            return _only_names(then) and _only_names(other)
        case t.Block(items):
            return all(map(_only_names, items))
        case _:
            return False


def _leaves(body: t.Tree) -> bool:
    """May a round end before its steps are all done?"""
    return any(isinstance(part, t.StopLoop | t.NextRound) for part in t.walk(body))


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
