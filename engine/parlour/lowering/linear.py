"""Lowers the linear code to functions that run up to the next question.

    step_n(move)     continues from question n with an answer
    b_pc(v…)         continues from a place of the code that several ways reach

A place that only one way reaches is inlined, and so is one that only goes elsewhere. A function returns None at a
question or at the end of the game. Otherwise it returns the next function and its locals, which breaks cycles and long
chains of calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.control import asked_questions
from parlour.lowering.expressions import Expressions
from parlour.lowering.questions import Questions
from parlour.lowering.statements import Statements
from parlour.lowering.unit import LoweringScope, Unit, last_digit, unpacked, variable, without_digit
from parlour.program.following import after_answers, call_sites, targets_of
from parlour.table.layout import OVER, QUESTION
from parlour.tablecode.build import ONE, ZERO, plus, times

DEEPEST = 12  # levels of nesting in one function
LONGEST = 40  # functions that call each other in a chain
_MOVE, _ARM, _SITE = t.Reg("move"), t.Reg("arm"), t.Reg("site")
Chosen = Callable[[Callable[[int, t.Expr], t.Stmt]], t.Block]  # gives the choices of an action to its locals


class LinearCode:
    """Lowers the code of one unit between its questions."""

    listing = "legal"  # the function that looks at all answers
    hiding = False  # whether it may look at fewer, and hide an error until the question is asked

    def __init__(self, unit: Unit, expressions: Expressions, statements: Statements, questions: Questions) -> None:
        self.unit = unit
        self.program = unit.program
        self.x = expressions
        self.statements = statements
        self.questions = questions
        cells = unit.layout.kept
        self.lifetimes = unit.premises.lifetimes
        self._onward = unit.premises.onward
        locals_ = range(len(self.program.locals))
        self.names: dict[int, t.Expr] = {local: variable(local) for local in locals_ if local not in cells}
        self.asked = asked_questions(self.program)
        self._sites = call_sites(self.program)
        self.entries = sorted({self.program.entry, *(resume.entry for resume in self.program.resumes)})
        shared = {pc for pc, ways in self._count_ways().items() if ways > 1}
        self._heads = {pc for pc in shared.union(self.entries) if not self._only_goes_on(pc)}
        self._here: int | None = None  # the place where the function begins that is being written; None for an answer
        self._depth = 0
        self._way: list[int] = []  # the places of the code that are being written, from the function's first one on

    def block(self, pc: int) -> t.Function:
        """Return the function that continues at a place."""
        self._here = pc
        params = tuple(variable(local).name for local in self.lifetimes[pc])
        return t.Function(f"b_{pc}", params, self._flow(pc, beginning=True))

    def _scope(self, origin: p.Origin | None) -> LoweringScope:
        return LoweringScope(self.names, origin)

    # ------------------------------------------------------------ which places get functions

    def _count_ways(self) -> Counter[int]:
        """Return the number of ways that lead to each reachable place."""
        ways = Counter([*self.entries, *self._answers_lead_to()])
        todo = list(ways)
        passed: set[int] = set()
        while todo:
            pc = todo.pop()
            if pc in passed:
                continue
            passed.add(pc)
            ways.update(self._onward[pc])
            todo += self._onward[pc]
        return ways

    def _only_goes_on(self, pc: int) -> bool:
        return isinstance(self.program.code[pc], p.Jump | p.Return) and len(self._onward[pc]) == 1

    # ------------------------------------------------------------ continuing

    def _flow(self, pc: int, beginning: bool = False) -> t.Block:
        """Return the code from a place up to the next question, or to the place where another function continues."""
        passed = len(self._way)
        block = self._from(pc, beginning)
        del self._way[passed:]
        return block

    def _from(self, pc: int, beginning: bool) -> t.Block:
        block: list[t.Stmt] = []
        shown: tuple[str, int] | None = None
        while True:
            if not beginning and (pc in self._heads or pc in self._way or self._depth > DEEPEST):
                return (*block, self._continue(pc))
            beginning = False
            self._way.append(pc)
            origin = _origin_of(self.program.code[pc])
            if origin is not None and (origin.path, origin.line) != shown:
                shown = (origin.path, origin.line)
                block.append(t.Note("", self.unit.line(origin)))
            match self.program.code[pc]:
                case p.Do(stmt, origin):
                    block += self.statements.lower(stmt, self._scope(origin))
                    pc += 1
                case p.Branch(test, otherwise, origin):
                    block.append(t.If(self.denied(test, origin), self._inside(otherwise)))
                    pc += 1
                case p.Jump(to, clear, written):
                    block += [*self.passed(written), *self._clear(clear)]
                    pc = to
                case p.Gosub(to, back, site, clear, written):
                    block += [*self.passed(written), self._assigned(back, t.Const(site)), *self._clear(clear)]
                    pc = to
                case p.Return(back, clear) if len(self._onward[pc]) == 1:
                    block += self._clear(clear)
                    (pc,) = self._onward[pc]
                case p.Return(back, clear):
                    return (*block, *self._return(back, clear))
                case p.AskOf(question):
                    return (*block, *self._ask(question))
                case p.Unseal(question, player):
                    return (*block, *self._unseal(question, player))
                case p.Finish(clear):
                    over = t.Store((t.Const(QUESTION),), t.Const(OVER))
                    return (*block, *self._clear(clear), over, *self.over(), t.Return(None))

    # What code does beside playing; nothing, unless somebody watches.

    def passed(self, origin: p.Origin | None) -> t.Block:
        """A step that only jumps."""
        return ()

    def denied(self, test: p.Expr, origin: p.Origin | None) -> t.Expr:
        """Return a test that is true where the condition isn't."""
        return self.x.truth(p.Not(test), self._scope(origin))

    def unanswerable(self, number: int) -> t.Expr:
        """Return a test that is true if a question has no answer."""
        return t.Not(t.Call(self._some(number)))

    def asked_now(self, number: int) -> t.Block:
        """A question to a player."""
        return ()

    def opened(self, number: int, seat: t.Expr, answer: t.Expr) -> t.Block:
        """A sealed answer is opened."""
        return ()

    def over(self) -> t.Block:
        """The end of the match."""
        return ()

    def _assigned(self, local: int, value: t.Expr, names: Mapping[int, t.Expr] | None = None) -> t.Stmt:
        (assigned,) = self.statements.assigned(
            p.Local(local), value, LoweringScope(self.names if names is None else names)
        )
        return assigned

    def _inside(self, pc: int) -> t.Block:
        self._depth += 1
        block = self._flow(pc)
        self._depth -= 1
        return block

    def _continue(self, pc: int) -> t.Stmt:
        called = self._here is None or (self._here, pc) in self._called
        return t.Continue(pc, tuple(self.names[local] for local in self.lifetimes[pc]), called)

    def _clear(self, locals_: tuple[int, ...]) -> t.Block:
        """Set saved locals to zero; no other local outlives the next question."""
        saved = self.unit.layout.kept
        cells = tuple(t.Const(saved[local]) for local in locals_ if local in saved)
        return (t.Store(cells, ZERO),) if cells else ()

    def _return(self, back: int, clear: tuple[int, ...]) -> t.Block:
        sites = self._sites.get(back, [])
        site = t.Let("site", self.x.local(back, self._scope(None)))
        block: list[t.Stmt] = [site, *self._clear(clear)]
        for site_ in sites[:-1]:
            block.append(t.If(t.Op("==", _SITE, t.Const(site_)), self._inside(self.program.returns[site_ - 1])))
        return (*block, *self._flow(self.program.returns[sites[-1] - 1])) if sites else (*block, t.Return(None))

    def _ask(self, number: int) -> t.Block:
        question = self.program.questions[number]
        block: t.Block = ()
        if question.otherwise is not None:
            block = (t.If(self.unanswerable(number), self._inside(question.otherwise)),)
        put = t.Store((t.Const(QUESTION),), t.Const(number))
        return (*block, *self._clear(question.clear), put, *self.asked_now(number), t.Return(None))

    def _some(self, number: int) -> str:
        """Return the name of the function that tests for a possible answer."""
        name = f"some_{number}"
        if not self.unit.names(name):
            function = self.questions.some(number, self.hiding)
            if function is None:
                return f"{self.listing}_{number}"
            self.unit.functions[name] = function
        return name

    # ------------------------------------------------------------ answers

    def step(self, number: int) -> t.Function:
        """Return the function that continues after an answer to a question."""
        question = self.program.questions[number]
        self._here = None
        count = len(question.arms)
        block: list[t.Stmt] = [*self.unbound(question)]
        if question.sealed is not None:
            return t.Function(f"step_{number}", ("move",), (*block, *self._seal(number)))
        if count > 1:
            block.append(t.Let("arm", t.Op("%", _MOVE, t.Const(count))))
        for k, arm in enumerate(question.arms):
            self._depth += 1
            taken: t.Block = (t.Note(arm.id, self.unit.line(arm.origin)), *self._misplayed(number, arm, count))
            taken += self.answered(arm, self._packed(arm, _payload(count)))
            self._depth -= 1
            block += taken if k == count - 1 else (t.If(t.Op("==", _ARM, t.Const(k)), taken),)
        return t.Function(f"step_{number}", ("move",), tuple(block))

    def unbound(self, question: p.Question) -> t.Block:
        """Set locals to zero that the code reads before it sets them."""
        places = [] if question.sealed_next is None else self.lifetimes[question.sealed_next][:]
        if question.sealed is None:
            for arm in question.arms:
                own = {slot.local for slot in arm.slots}
                places += [local for to in targets_of(arm) for local in self.lifetimes[to] if local not in own]
        return self.zeros(places)

    def zeros(self, locals_: Iterable[int]) -> t.Block:
        return tuple(t.Let(variable(local).name, ZERO) for local in sorted(set(locals_)))

    def _packed(self, arm: p.Arm, payload: t.Expr) -> Chosen:
        """The choices of an action that a number has."""
        return lambda assign: unpacked(self.unit.layout, arm, payload, assign)

    def _misplayed(self, number: int, arm: p.Arm, count: int) -> t.Block:
        """Return the code after an answer that is a misplay."""
        if arm.misplay is None:
            return ()
        misplayed = t.Not(t.In(_MOVE, t.Call(f"legal_{number}")))
        bound = self._bound(self._packed(arm, _payload(count)))
        return (t.If(misplayed, (*bound, *self._inside(arm.misplay))),)

    def answered(self, arm: p.Arm, chosen: Chosen) -> t.Block:
        """Return the code after the choices of an action."""
        return (*self.fired(arm, chosen), *self._bound(chosen), *self._flow(arm.target))

    def _bound(self, chosen: Chosen, names: Mapping[int, t.Expr] | None = None) -> t.Block:
        return chosen(lambda local, value: self._assigned(local, value, names))

    def fired(self, arm: p.Arm, chosen: Chosen) -> t.Block:
        """Return the code that counts the rules that this choice fires. The choices get names of their own, outside
        the state."""
        if not self.unit.counting or not arm.fires:
            return ()
        own: dict[int, t.Expr] = {slot.local: t.Reg(f"chosen_{slot.local}") for slot in arm.slots}
        names = {**self.names, **own}
        counts = [self.statements.counted(f.rule, f.test, LoweringScope(names, arm.origin)) for f in arm.fires]
        return (*self._bound(chosen, names), *(statement for count in counts for statement in count))

    def _seal(self, number: int) -> t.Block:
        question = self.program.questions[number]
        count = len(question.arms)
        answer: t.Expr = t.Op("+", ONE, t.Op("*", t.Const(2), _MOVE))
        priced = [k for k, arm in enumerate(question.arms) if arm.misplay is not None]
        if priced:
            some = t.Truth(True) if len(priced) == count else t.In(t.Op("%", _MOVE, t.Const(count)), tuple(priced))
            answer = t.Op("+", answer, t.And((some, t.Not(t.In(_MOVE, t.Call(f"legal_{number}"))))))
        noticed: list[t.Stmt] = []
        for k, arm in enumerate(question.arms):
            counted = self.fired(arm, self._packed(arm, _payload(count)))
            noticed += [t.If(t.Op("==", t.Op("%", _MOVE, t.Const(count)), t.Const(k)), counted)] if counted else []
        return (*noticed, *self.sealed(question, answer))

    def sealed(self, question: p.Question, answer: t.Expr) -> t.Block:
        """Store a sealed answer: 1 + 2 * move + (1 if it is a misplay)."""
        assert question.sealed is not None, "only sealed questions store answers"
        assert question.sealed_next is not None, "a sealed question has a next place"
        at = self.unit.layout.variables[question.sealed].at
        seat = self.x.value(question.seat, LoweringScope({}, question.origin))
        return (t.Store((plus(t.Const(at), seat),), answer), *self._flow(question.sealed_next))

    def _unseal(self, number: int, player: p.Expr) -> t.Block:
        question = self.program.questions[number]
        assert question.sealed is not None, "only sealed answers can open"
        array = self.unit.layout.variables[question.sealed]
        seat = self.x.value(player, self._scope(None))
        answer = t.Call("opened", (plus(t.Const(array.at), seat), self.unit.line(question.origin)))
        return (t.Let("move", answer), *self.opened(number, seat, _MOVE), *self.judged(question))

    def judged(self, question: p.Question, chosen: Callable[[p.Arm], Chosen] | None = None) -> t.Block:
        """Continue with the answer in `move`: 2 * move + (1 if it is a misplay). If its choices are `chosen` elsewhere,
        the action takes the place of the move."""
        block, count = list[t.Stmt](), len(question.arms)
        branches = [(k, arm, False) for k, arm in enumerate(question.arms)]
        branches += [(k, arm, True) for k, arm in enumerate(question.arms) if arm.misplay is not None]
        if len(branches) > 1:
            move = without_digit(_MOVE, 2)
            which = times(move if chosen is not None else last_digit(move, count), 2)
            block.append(t.Let("arm", t.Op("+", which, last_digit(_MOVE, 2))))
        payload = without_digit(_MOVE, 2 * count)
        for k, arm, misplayed in branches:
            to = arm.misplay if misplayed and arm.misplay is not None else arm.target
            last = len(branches) == 1 or (k, misplayed) == (branches[-1][0], branches[-1][2])
            self._depth += not last
            taken = (*self._bound(self._packed(arm, payload) if chosen is None else chosen(arm)), *self._flow(to))
            self._depth -= not last
            block += taken if last else (t.If(t.Op("==", _ARM, t.Const(2 * k + misplayed)), taken),)
        return tuple(block)

    # ------------------------------------------------------------ cycles

    @cached_property
    def _called(self) -> frozenset[tuple[int, int]]:
        """Return the pairs of places of which the first one's function calls the second one's: all ways on, except
        those that would close a circle or a long chain, which go through the first caller."""
        lengths: dict[int, int] = {}  # of the chains that begin with a place that is done
        called: set[tuple[int, int]] = set()
        for first in (*self._next_heads(self._answers_lead_to()), *self.entries):
            way = [] if first in lengths else [(first, iter(self._next_heads(self._onward[first])))]
            longest = {first: 0}  # for the places of the way
            while way:
                pc, left = way[-1]
                to = next((to for to in left if to not in longest), None)
                if to is not None and to not in lengths:
                    longest[to] = 0
                    way.append((to, iter(self._next_heads(self._onward[to]))))
                    continue
                if to is None:
                    way.pop()
                    lengths[pc] = longest.pop(pc)
                    if not way:
                        break
                    (pc, _), to = way[-1], pc
                if lengths[to] < LONGEST:
                    called.add((pc, to))
                    longest[pc] = max(longest[pc], lengths[to] + 1)
        return frozenset(called)

    def _answers_lead_to(self) -> list[int]:
        return [to for number in self.asked for to in after_answers(self.program, number)]

    def _next_heads(self, places: list[int]) -> list[int]:
        """The places with functions of their own that the code reaches first from these places, in their order."""
        heads, passed, todo = set[int](), set[int](), list(places)
        while todo:
            pc = todo.pop()
            if pc in self._heads:
                heads.add(pc)
            elif pc not in passed:
                passed.add(pc)
                todo += self._onward[pc]
        return sorted(heads)


def _payload(count: int) -> t.Expr:
    return _MOVE if count == 1 else without_digit(_MOVE, count)


def _origin_of(instr: p.Instr) -> p.Origin | None:
    match instr:
        case p.Do(stmt, origin):
            return origin or getattr(stmt, "origin", None)
        case p.Branch(_, _, origin):
            return origin
    return None
