"""Lowers questions to several players: `poll`, `ask first` and `ask together`. Their actions are below them, or are
those of a prompt. `questions` lowers one question with its actions.

A prompt that polls name keeps in a variable whether its answer ends the poll: `next` says that it doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.expressions import Expressions
from parlour.lang.questions import Questions, StepContext
from parlour.lang.symbols import ERROR, Scope, Tables, Typed, origin
from parlour.lang.types import in_words
from parlour.lang.unknown_calls import unknown_call
from parlour.program import Const, Local, Type

Offered = list[tuple[s.Action | s.Include, Scope]]


class Polls:
    """Lowers the polls of one composition."""

    def __init__(self, tables: Tables, expressions: Expressions, questions: Questions) -> None:
        self.tables = tables
        self.expressions = expressions
        self.questions = questions

    def poll(self, node: s.Poll | s.AskFirst, place: StepContext) -> t.Tree:
        each = self.expressions.each(node.each, place.scope)
        if each is None:
            return t.NOTHING
        local, domain, where, scope = each
        inner = replace(place, scope=scope, in_loop=True, in_poll=True)
        body = self._asked(node, local, domain.type, inner)
        nobody = node.actions.otherwise
        exhausted = t.NOTHING if nobody is None else self.questions.blocks.block(nobody, place)
        by_chance = isinstance(node, s.AskFirst)
        where_from = origin(place.scope.document, node.span)
        return t.Loop(local, domain.over, where, body, where_from, exhausted, by_chance)

    def _asked(self, node: s.Poll | s.AskFirst, local: int, type_: Type, place: StepContext) -> t.Tree:
        """Return one question of a poll. It stops the poll, or continues with the next player."""
        if isinstance(node, s.AskFirst) and type_ not in (types.PLAYER, ERROR):
            message = f"`ask first` expects players, found a set in which each member is {in_words(type_)}"
            self.tables.error("type", message, node.each.domain.span)
            return t.NOTHING
        if node.call is not None:
            return self._named(node.call, place)
        asking = self._asking_each(node, Typed(Local(local), type_), place)
        return replace(asking, arms=tuple(replace(arm, body=t.block([arm.body, t.StopLoop()])) for arm in asking.arms))

    def _named(self, call: s.Call, place: StepContext) -> t.Tree:
        prompt = self.tables.prompts.get(call.name)
        if prompt is None:
            unknown_call(self.tables, "question", call, self.questions.actions_of)
            return t.NOTHING
        args = self.expressions.arguments(call, prompt.params.types, "question", place.scope)
        if args is None:
            return t.NOTHING
        asking = t.Invoke(prompt.name, args, call.span, origin(place.scope.document, call.span))
        answered = self.questions.members.answered(prompt.name)
        if answered is None:
            return t.block([asking, t.StopLoop()])
        reset = t.Plain(ir.Set(answered, Const(0)))
        return t.block([reset, asking, t.Branching(answered, t.block([reset, t.StopLoop()]), t.NOTHING)])

    def ask_together(self, node: s.AskTogether, place: StepContext) -> t.Tree:
        each = self.expressions.each(node.each, place.scope)
        if each is None:
            return t.NOTHING
        local, domain, where, scope = each
        if node.actions.otherwise is not None:
            message = "`ask together` can't have an `else:`"
            help_ = "replace it with an action that is always possible: `pass only if nothing else`"
            self.tables.error("no-answer", message, node.span, help=help_)
        inner = replace(place, scope=scope, in_loop=False, in_poll=False, answered=None)
        asking = self._asking_each(node, Typed(Local(local), domain.type), inner, together=True)
        sealed = self.tables.new_variable(
            ir.Variable(f"sealed-{asking.number}", types.INT, (ir.Key(types.PLAYER),), ir.NOBODY, None, "", None)
        )
        return t.Together(local, domain.over, where, asking, sealed, origin(place.scope.document, node.span))

    def _asking_each(
        self, node: s.Poll | s.AskFirst | s.AskTogether, player: Typed, place: StepContext, together: bool = False
    ) -> t.Asking:
        items = [(item, place.scope) for item in node.actions.items]
        wording = self.questions.wording(node.actions, place.scope)
        otherwise = t.NOTHING if together and node.actions.otherwise is not None else None  # which is an error already
        return self.questions.asking("", (), player, items, otherwise, node, place, together=together, wording=wording)


# ---------------------------------------------------------------- prompts for polls


def passes(items: Iterable[s.Action | s.Include], included: Callable[[str], Offered]) -> bool:
    """True if an answer to these actions can be `next`, so that a poll continues."""
    return any(
        passes((inner for inner, _ in included(item.call.name)), included)
        if isinstance(item, s.Include)
        else any(True for _ in _nexts(item.body or ()))
        for item in items
    )


def marked(asking: t.Asking, answered: ir.VarAt) -> t.Asking:
    """Return the question of a prompt whose answers set the variable, before the steps of each."""
    taken = t.Plain(ir.Set(answered, Const(1)))
    return replace(asking, arms=tuple(replace(arm, body=t.block([taken, arm.body])) for arm in asking.arms))


def misplaced_nexts(stmts: tuple[s.Stmt, ...]) -> Iterator[s.Next]:
    """Yield each `next` of an action that isn't its last step: in a prompt it doesn't leave the steps."""
    for stmt in stmts[:-1]:
        yield from _nexts((stmt,))
    match stmts[-1:]:
        case (s.If(_, _, then, other),):
            yield from misplaced_nexts(then)
            yield from misplaced_nexts(other)
        case (s.Next(),) | ():
            return
        case last:
            yield from _nexts(last)


def _nexts(stmts: tuple[s.Stmt, ...]) -> Iterator[s.Next]:
    """Yield each `next` that isn't in a poll among the steps."""
    for stmt in stmts:
        if isinstance(stmt, s.Next):
            yield stmt
        elif not isinstance(stmt, s.Poll | s.AskFirst):
            for part in s.walk(stmt):
                if isinstance(part, s.Next):
                    yield part
