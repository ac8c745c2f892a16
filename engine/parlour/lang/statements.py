"""Lowers statements and actions from syntax to trees (see `tree`). `expressions` handles names and types."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.attempts import attempt
from parlour.lang.expressions import Expressions
from parlour.lang.handling import needs_count
from parlour.lang.hiding import check_let
from parlour.lang.needed_wording import needed_members, needed_range
from parlour.lang.polls import Polls
from parlour.lang.quantifiers import Domain, name_value
from parlour.lang.questions import MemberLookup, Questions, StepContext
from parlour.lang.single_steps import SingleSteps
from parlour.lang.symbols import ERROR, Declared, Tables, Typed, origin
from parlour.lang.types import in_words
from parlour.lang.unknown_calls import Kind, unknown_call
from parlour.lang.vocabulary import TABLE_NAMES
from parlour.program import IN_FORCE, Const, Expr, Local, Type, fold

MOST_ROUNDS = 1_000  # of a loop that names no limit


class Statements:
    """Lowers statements of one composition."""

    def __init__(self, tables: Tables, expressions: Expressions, members: MemberLookup) -> None:
        self.tables = tables
        self.expressions = expressions
        self.questions = Questions(tables, expressions, members, self)
        self.single = SingleSteps(tables, expressions)
        self.polls = Polls(tables, expressions, self.questions)

    # ------------------------------------------------------------ blocks

    def block(self, stmts: tuple[s.Stmt, ...], place: StepContext) -> t.Tree:
        """Lower a sequence of steps with a scope of its own."""
        inner = place.child()
        for again in [stmt for stmt in stmts if isinstance(stmt, s.Proceed)][1:]:
            message = "duplicate `proceed` in this block: the same steps would run twice"
            help_ = "remove one of them"
            self.tables.warn("proceed", message, again.span, help_)
        return t.block([self.lower(stmt, inner) for stmt in stmts])

    def lower(self, node: s.Stmt, place: StepContext) -> t.Tree:
        """Lower a statement; the result knows where it was written."""
        tree = self._by_kind(node, place)
        match tree:
            case t.Plain(stmt, None):
                return t.Plain(stmt, self._origin(node, place))
            case t.Branching(test, then, other, None):
                return t.Branching(test, then, other, self._origin(node, place))
            case _:
                return tree

    def _by_kind(self, node: s.Stmt, place: StepContext) -> t.Tree:
        match node:
            case s.Pass():
                return t.NOTHING
            case s.Let():
                return self._on_let(node, place)
            case s.Assign():
                return self._on_assign(node, place)
            case s.If():
                return self._on_if(node, place)
            case s.Attempt():
                return attempt(node, self, place, self._origin(node, place))
            case s.For():
                return self._on_for(node, place)
            case s.RepeatTimes():
                return self._on_repeat_times(node, place)
            case s.RepeatUntil():
                return self._on_repeat_until(node, place)
            case s.While():
                return self._on_while(node, place)
            case s.Stop():
                return self._on_stop(node, place)
            case s.Next():
                return self._on_next(node, place)
            case s.Do():
                return self._on_do(node, place)
            case s.PlayStage():
                return self._on_play_stage(node, place)
            case s.Ask():
                return self._on_ask(node, place)
            case s.Proceed():
                return self._on_proceed(node, place)
            case s.End():
                return self._on_end(node, place)
            case s.ResumeHere():
                return self._on_resume_here(node, place)
            case s.AskHere():
                return self.questions.ask_here(node, place)
            case s.Poll() | s.AskFirst():
                return self.polls.poll(node, place)
            case s.AskTogether():
                return self.polls.ask_together(node, place)
            case _:
                return self.single.lower(node, place)

    def _origin(self, node: s.Node, place: StepContext) -> ir.Origin:
        return origin(place.scope.document, node.span)

    def _value(self, node: s.Expr, place: StepContext, want: Type | None = None) -> Typed:
        return self.expressions.lower(node, place.scope, want)

    # ------------------------------------------------------------ simple ones

    def _on_let(self, node: s.Let, place: StepContext) -> t.Tree:
        if isinstance(node.value, s.Chance):
            return self._let_chance(node, node.value, place)
        local, value = name_value(self.expressions, node, place.scope)
        return t.Plain(ir.Set(Local(local), value))

    def _let_chance(self, node: s.Let, chance: s.Chance, place: StepContext) -> t.Tree:
        check_let(self.tables, place.scope, node)
        domain = self.expressions.domain(chance.of, place.scope)
        type_ = ERROR if domain is None else domain.type
        local = self.tables.new_local(node.name, type_)
        place.scope.bind(node.name, Typed(Local(local), type_), assignable=True)
        return t.NOTHING if domain is None else self._pick(Local(local), domain, chance, place)

    def _pick(
        self, target: Local | ir.VarAt | ir.MarkAt, domain: Domain, chance: s.Chance, place: StepContext
    ) -> t.Tree:
        where = self._origin(chance, place)
        if isinstance(domain.over, ir.Span):
            assert isinstance(chance.of, s.RangeLit), "only a range becomes a span"
            return t.Plain(ir.Pick(target, needed_range(self.tables, domain.over, chance.of), where))
        if isinstance(domain.over, ir.SeatOrder):
            self.tables.error("chance", "expected a set or a range after `random`", chance.of.span)
            return t.NOTHING
        return t.Plain(ir.Pick(target, needed_members(self.tables, domain.over, chance.of), where))

    def _on_assign(self, node: s.Assign, place: StepContext) -> t.Tree:
        target = self._target(node.target, place)
        if target is None:
            return t.NOTHING
        where, type_ = target
        if isinstance(node.value, s.Chance):
            domain = self.expressions.domain(node.value.of, place.scope)
            if domain is None:
                return t.NOTHING
            if domain.type.kind != type_.kind:
                message = f"expected {in_words(type_)}, found {in_words(domain.type)}"
                self.tables.error("type", message, node.value.span)
                return t.NOTHING
            return self._pick(where, domain, node.value, place)
        if node.op == "=":
            return t.Plain(ir.Set(where, self._value(node.value, place, type_).expr))
        if types.is_set(type_):
            value = self._value(node.value, place, type_).expr
            return t.Plain(ir.Set(where, fold.op("|" if node.op == "+=" else "-set", where, value)))
        if types.plain(type_) not in (types.INT, ERROR):
            self.tables.error(
                "type", f"expected a number or a set before `{node.op}`, found {in_words(type_)}", node.span
            )
            return t.NOTHING
        before = self.expressions.needed(where, type_, node.target)
        value = self._value(node.value, place, types.INT).expr
        return t.Plain(ir.Set(where, fold.op("+" if node.op == "+=" else "-", before, value)))

    def _target(self, node: s.Expr, place: StepContext) -> tuple[Local | ir.VarAt | ir.MarkAt, Type] | None:
        if isinstance(node, s.Name) and node.id in place.scope.names:
            binding = place.scope.names[node.id]
            if not binding.assignable or not isinstance(binding.value.expr, Local):
                message = f"can't set `{node.id}`: steps can set only variables and names from `let`"
                help_ = f"copy it to a name of your own: `let my-{node.id} = {node.id}`"
                self.tables.error("assignment", message, node.span, help=help_)
                return None
            return binding.value.expr, binding.value.type
        if isinstance(node, s.Name) and (node.id not in self.tables.variables or node.id == IN_FORCE):
            fixed = self._fixed(node.id)
            if fixed is not None:
                self.tables.error("assignment", f"can't set `{node.id}`: it is {fixed[0]}", node.span, help=fixed[1])
                return None
            known = [*place.scope.names, *self.tables.variables]
            message, help_ = f"unknown variable `{node.id}`", f"write `let {node.id} = …` for a new name"
            self.tables.unknown("unknown-name", message, node.id, node.span, known, help_)
            return None
        value = self._value(node, place)
        if value.type == ERROR:
            return None
        if isinstance(value.expr, ir.VarAt) and any(value.expr.var == log.entries for log in self.tables.logs.values()):
            self.tables.error("assignment", "entries of a log never change", node.span, help="log a new entry")
            return None
        if isinstance(value.expr, ir.VarAt | ir.MarkAt):
            return value.expr, value.type
        self.tables.error("assignment", "can't set this: expected a variable or a mark of a card", node.span)
        return None

    def _fixed(self, name: str) -> tuple[str, str] | None:
        """Return the meaning of a name that isn't a variable, and advice instead of setting it."""
        if name == IN_FORCE:
            return "the set of the rules that are on", "write `switch on x` or `switch off x`"
        if name in self.tables.zones:
            return "a zone", f"to put cards there, write `move … to {name}`; choose another name for a variable"
        if name in self.tables.classes:
            return "a class", "a class never changes; choose another name for a variable"
        built_in = name in TABLE_NAMES or name in self.tables.card_names
        return ("a built-in name", "choose another name") if built_in else None

    # ------------------------------------------------------------ branches and loops

    def _on_if(self, node: s.If, place: StepContext) -> t.Tree:
        test = self.expressions.condition(node.test, place.scope)
        then, other = self.block(node.then, place), self.block(node.other, place)
        if isinstance(test, Const):
            self.tables.settled.append(ir.Settled(self._origin(node, place), bool(test.value)))
            return then if test.value else other
        return t.Branching(test, then, other)

    def _on_for(self, node: s.For, place: StepContext) -> t.Tree:
        each = self.expressions.each(node.each, place.scope)
        if each is None:
            return t.NOTHING
        local, domain, where, scope = each
        body = self.block(node.body, replace(place, scope=scope, in_loop=True, in_poll=False))
        return t.Loop(local, domain.over, where, body, self._origin(node, place))

    def _on_repeat_times(self, node: s.RepeatTimes, place: StepContext) -> t.Tree:
        times = self._value(node.times, place, types.INT).expr
        needs_count(self.tables, times, node.times.span)
        local = self.tables.new_local(".round", types.INT)
        body = self.block(node.body, replace(place, in_loop=True, in_poll=False))
        return t.Loop(local, ir.Span(Const(1), times), None, body, self._origin(node, place))

    def _on_repeat_until(self, node: s.RepeatUntil, place: StepContext) -> t.Tree:
        inner = replace(place.child(), in_loop=True, in_poll=False)
        body = t.block([self.lower(stmt, inner) for stmt in node.body])
        test = self.expressions.condition(node.until, inner.scope)
        return self._rounds(test, True, body, node, place)

    def _on_while(self, node: s.While, place: StepContext) -> t.Tree:
        test = self.expressions.condition(node.test, place.scope)
        body = self.block(node.body, replace(place, in_loop=True, in_poll=False))
        return self._rounds(test, False, body, node, place)

    def _rounds(
        self, test: Expr, until: bool, body: t.Tree, node: s.RepeatUntil | s.While, place: StepContext
    ) -> t.Tree:
        limit: Expr = Const(MOST_ROUNDS)
        if node.limit is not None:
            limit = self._value(node.limit, place, types.INT).expr
            needs_count(self.tables, limit, node.limit.span)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, place)
        repeated = None if node.repeated is None else self.block(node.repeated, place)
        return t.Rounds(test, until, limit, body, otherwise, self._origin(node, place), repeated)

    def _on_stop(self, node: s.Stop, place: StepContext) -> t.Tree:
        if not place.in_loop:
            self.tables.error("stop", "`stop` can only be inside a loop", node.span)
        return t.StopLoop()

    def _on_next(self, node: s.Next, place: StepContext) -> t.Tree:
        if place.in_poll:
            return t.NextRound()
        if place.answered is not None:
            return t.Plain(ir.Set(place.answered, Const(0)))
        self.tables.error("next", "`next` can only be inside a poll", node.span)
        return t.NOTHING

    # ------------------------------------------------------------ calls

    def _on_do(self, node: s.Do, place: StepContext) -> t.Tree:
        name = node.call.name
        procedure = self.tables.procedures.get(name)
        if procedure is None:
            return self._unknown("procedure", node.call)
        return self._invoke(procedure, node.call, place, "procedure")

    def _unknown(self, kind: Kind, call: s.Call) -> t.Tree:
        unknown_call(self.tables, kind, call, self.questions.actions_of)
        return t.NOTHING

    def _invoke(self, target: Declared, call: s.Call, place: StepContext, what: str) -> t.Tree:
        args = self.expressions.arguments(call, target.params.types, what, place.scope)
        if args is None:
            return t.NOTHING
        return t.Invoke(target.name, args, call.span, origin(place.scope.document, call.span))

    def _on_play_stage(self, node: s.PlayStage, place: StepContext) -> t.Tree:
        stage = self.tables.stages.get(node.name)
        if stage is None:
            called = Span(node.span.source, node.name_span.start, node.span.end)
            return self._unknown("stage", s.Call(called, node.name, node.args, node.name_span))
        return self._invoke(stage, s.Call(node.span, node.name, node.args, node.name_span), place, "stage")

    def _on_ask(self, node: s.Ask, place: StepContext) -> t.Tree:
        prompt = self.tables.prompts.get(node.call.name)
        if prompt is None:
            return self._unknown("question", node.call)
        asking = self._invoke(prompt, node.call, place, "question")
        answered = self.questions.members.answered(prompt.name)
        return asking if answered is None else t.block([asking, t.Plain(ir.Set(answered, Const(0)))])

    def _on_proceed(self, node: s.Proceed, place: StepContext) -> t.Tree:
        if place.proceed is None:
            message = "`proceed` can only be in an `instead of` hook or a misplay"
            self.tables.error("proceed", message, node.span)
            return t.NOTHING
        return place.proceed

    def _on_end(self, node: s.End, place: StepContext) -> t.Tree:
        if node.stage not in self.tables.stages:
            known = list(self.tables.stages)
            self.tables.unknown("unknown-name", f"unknown stage `{node.stage}`", node.stage, node.stage_span, known)
            return t.NOTHING
        ending = None
        if node.ending is not None and node.ending_span is not None:
            ending = self.tables.endings.get(node.ending)
            if ending is None:
                known = list(self.tables.endings)
                message = f"unknown ending `{node.ending}`"
                self.tables.unknown("unknown-name", message, node.ending, node.ending_span, known)
            else:
                self.tables.worded_ends.setdefault(node.stage, set()).add(ending)
        return t.EndStage(node.stage, ending, node.span, self._origin(node, place))

    def _on_resume_here(self, node: s.ResumeHere, place: StepContext) -> t.Tree:
        mover = None
        if node.mover is not None:
            value = self._value(node.mover, place)
            fitted = self.expressions.fit(value, types.optional(types.PLAYER), node.mover)
            if isinstance(value.expr, Local) or (isinstance(value.expr, ir.VarAt) and not value.expr.keys):
                mover = value.expr
            elif ERROR not in (value.type, fitted.type):
                self.tables.error(
                    "assignment",
                    "expected a variable of type player, without keys",
                    node.mover.span,
                    help="name the variable that says whose turn it is, as in `resume here with up`",
                )
        return t.ResumeLabel(node.name, mover, self._origin(node, place), node.span)
