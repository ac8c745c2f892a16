"""The linear code as Python source: functions that run up to the next question.

    step_n(s, move)     goes on from question n with an answer
    b_pc(s, v…)         goes on from a place of the code that is reached in more than one way
    seat_n(s)           who is asked

What is reached in one way is written where it is reached. A function gives nothing when a question is put or the game
is over; else it says which function goes on, and with which locals: that ends circles, and chains that grow too long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour import program as p
from parlour.generated.asking import Asking
from parlour.generated.expressions import Expressions
from parlour.generated.lifetimes import Lifetimes, targets
from parlour.generated.listing import marked
from parlour.generated.naming import Naming, Scope, definition, indented, unpacked
from parlour.generated.statements import Statements
from parlour.generated.stores import late
from parlour.machine.layout import OVER, QUESTION
from parlour.program.operators import BOUND
from parlour.program.walking import walk

SHORT = 8  # instructions that are written again rather than called
SMALL = 24  # parts of a statement that is written again
DEEPEST = 12  # levels of indentation in one function
LONGEST = 40  # functions that call each other in a chain


@dataclass
class Function:
    """`calls` are the places of the code that it goes on to by calling their functions."""

    name: str
    params: list[str]
    lines: list[str] = field(default_factory=list)
    calls: set[int] = field(default_factory=set)


class Blocks:
    """Writes the code of one source."""

    def __init__(self, naming: Naming, expressions: Expressions, statements: Statements, questions: Asking) -> None:
        self.naming = naming
        self.program = naming.program
        self.x = expressions
        self.statements = statements
        self.questions = questions
        kept = naming.layout.kept
        self.lifetimes = Lifetimes(self.program, kept)
        self.names = {i: f"v{i}" for i in range(len(self.program.locals)) if i not in kept}
        self.asked = sorted({i.question for i in self.program.code if isinstance(i, p.AskOf)})
        self.entries = sorted({self.program.entry, *(resume.entry for resume in self.program.resumes)})
        self.functions: dict[int, Function] = {}  # by place
        self.steps: list[Function] = []
        self._ways = self._count_ways()
        self._heads = {pc for pc, ways in self._ways.items() if ways > 1 and not self._is_short(pc)} | set(self.entries)
        self._wanted: list[int] = []
        self._here: Function | None = None
        self._depth = 0
        self._way: list[int] = []  # the places of the code that are being written, from the function's first one on
        variables = [array.at for array in naming.layout.variables if array.size == 1]
        self._plain = {QUESTION, *kept.values(), *variables}

    def write(self) -> None:
        """All functions of the linear code."""
        for pc in self.entries:
            self._want(pc)
        for number in self.asked:
            self.steps.append(self._step(number))
        while self._wanted:
            pc = self._wanted.pop()
            params = [self.names[local] for local in self.lifetimes.at(pc)]
            function = self.functions[pc] = self._here = Function(f"b_{pc}", params)
            function.lines = self._flow(pc, beginning=True)
        self._break_circles()
        for function in (*self.steps, *self.functions.values()):
            function.lines = _told_once(late(function.lines, self._plain))
            self.naming.function(function.name, lambda f=function: definition(f.name, f.params, f.lines))  # type: ignore[misc]  # each its own
        for number in self.asked:
            self.naming.function(f"seat_{number}", lambda n=number: self._seat(n))  # type: ignore[misc]  # as above

    def _seat(self, number: int) -> str:
        question = self.program.questions[number]
        return definition(f"seat_{number}", [], [f"return {self.x.value(question.seat, Scope({}, question.origin))}"])

    def _scope(self, origin: p.Origin | None) -> Scope:
        return Scope(self.names, origin)

    # ------------------------------------------------------------ which places get functions

    def _count_ways(self) -> dict[int, int]:
        """For each place that is reached: in how many ways."""
        ways = dict.fromkeys(self.entries, 1)
        todo = list(self.entries)
        for number in self.asked:
            question = self.program.questions[number]
            if question.sealed_next is not None:
                found = [question.sealed_next]
            else:
                found = [to for arm in question.arms for to in targets(arm)]
            for to in found:
                ways[to] = ways.get(to, 0) + 1
                todo.append(to)
        passed: set[int] = set()
        while todo:
            pc = todo.pop()
            if pc in passed:
                continue
            passed.add(pc)
            for to in self.lifetimes.next(pc):
                ways[to] = ways.get(to, 0) + 1
                todo.append(to)
        return ways

    def _is_short(self, pc: int) -> bool:
        """Does it soon come to a question, so that it may be written in each place that leads there?"""
        left = SHORT
        for _ in range(2 * SHORT):
            left -= isinstance(self.program.code[pc], p.Do | p.Branch)
            if left < 0:
                return False
            match self.program.code[pc]:
                case p.Do(stmt, _):
                    nodes = list(walk(stmt))
                    if len(nodes) > SMALL or any(isinstance(n, p.Scan | p.CallFunction | p.Run) for n in nodes):
                        return False
                    pc += 1
                case p.Branch(_, otherwise, _):
                    self._ways[otherwise] = max(self._ways.get(otherwise, 0), 2)
                    pc += 1
                case p.Jump(to, _) | p.Gosub(to, _, _, _):
                    pc = to
                case p.Return() if len(self.lifetimes.next(pc)) == 1:
                    (pc,) = self.lifetimes.next(pc)
                case p.AskOf(question):
                    return self.program.questions[question].otherwise is None
                case _:
                    return False
        return False

    def _want(self, pc: int) -> None:
        if pc not in self.functions:
            self.functions[pc] = Function("", [])
            self._wanted.append(pc)

    # ------------------------------------------------------------ going on

    def _flow(self, pc: int, beginning: bool = False) -> list[str]:
        """From a place of the code up to the next question, or to where another function goes on."""
        passed = len(self._way)
        lines = self._lines_from(pc, beginning)
        del self._way[passed:]
        return lines

    def _lines_from(self, pc: int, beginning: bool) -> list[str]:
        lines: list[str] = []
        shown: tuple[str, int] | None = None
        while True:
            if not beginning and (pc in self._heads or pc in self._way or self._depth > DEEPEST):
                return [*lines, self._go(pc)]
            beginning = False
            self._way.append(pc)
            origin = _origin_of(self.program.code[pc])
            if origin is not None and (origin.path, origin.line) != shown:
                shown = (origin.path, origin.line)
                lines.append(marked(self.naming, origin))
            match self.program.code[pc]:
                case p.Do(p.Set(p.Local(index)), _) if self._is_counted(pc, index):
                    lines.append(f"{self.x.local(index, self._scope(None))} += 1")
                    pc += 1
                case p.Do(stmt, origin):
                    lines += self.statements.lines(stmt, self._scope(origin))
                    pc += 1
                case p.Branch(test, otherwise, origin):
                    lines.append(f"if {self.x.truth(p.Not(test), self._scope(origin))}:")
                    lines += self._inside(otherwise)
                    pc += 1
                case p.Jump(to, clear):
                    lines += self._clear(clear)
                    pc = to
                case p.Gosub(to, back, site, clear):
                    lines.append(f"{self.x.local(back, self._scope(None))} = {site}")
                    lines += self._clear(clear)
                    pc = to
                case p.Return(back, clear) if len(self.lifetimes.next(pc)) == 1:
                    lines += self._clear(clear)
                    (pc,) = self.lifetimes.next(pc)
                case p.Return(back, clear):
                    return [*lines, *self._return(back, clear)]
                case p.AskOf(question):
                    return [*lines, *self._ask(question)]
                case p.Unseal(question, player):
                    return [*lines, *self._unseal(question, player)]
                case p.Finish(clear):
                    return [*lines, *self._clear(clear), f"s[{QUESTION}] = {OVER}", "return None"]

    def _is_counted(self, pc: int, local: int) -> bool:
        """Are these the rounds of a loop, of which it was just tested that they are fewer than some number?"""
        before, here = self.program.code[pc - 1], self.program.code[pc]
        match before:
            case p.Branch(p.Op("<", p.Local(tested), p.Const(limit))) if tested == local and limit < BOUND:
                one_more = p.Set(p.Local(local), p.Op("+", p.Local(local), p.Const(1)))
                return isinstance(here, p.Do) and here.stmt == one_more and self._ways[pc] == 1
        return False

    def _inside(self, pc: int) -> list[str]:
        self._depth += 1
        lines = self._flow(pc)
        self._depth -= 1
        return indented(lines)

    def _go(self, pc: int) -> str:
        assert self._here is not None, "code is part of a function"
        self._want(pc)
        self._here.calls.add(pc)
        return f"return b_{pc}({', '.join(['s', *(self.names[local] for local in self.lifetimes.at(pc))])})"

    def _clear(self, locals_: tuple[int, ...]) -> list[str]:
        """Kept locals become zero; the others are gone at the next question anyway."""
        kept = self.naming.layout.kept
        cells = [kept[local] for local in locals_ if local in kept]
        return [f"{' = '.join(f's[{cell}]' for cell in cells)} = 0"] if cells else []

    def _return(self, back: int, clear: tuple[int, ...]) -> list[str]:
        sites = self.lifetimes.sites.get(back, [])
        lines = [f"site = {self.x.local(back, self._scope(None))}", *self._clear(clear)]
        for site in sites[:-1]:
            lines += [f"if site == {site}:", *self._inside(self.program.returns[site - 1])]
        return [*lines, *self._flow(self.program.returns[sites[-1] - 1])] if sites else [*lines, "return None"]

    def _ask(self, number: int) -> list[str]:
        question = self.program.questions[number]
        lines = []
        if question.otherwise is not None:
            lines = [f"if not {self._some(number)}(s):", *self._inside(question.otherwise)]
        return [*lines, *self._clear(question.clear), f"s[{QUESTION}] = {number}", "return None"]

    def _some(self, number: int) -> str:
        """The function that says whether there is anything to answer."""
        if f"some_{number}" not in self.naming.written:
            text = self.questions.some(number)
            if text is None:
                return f"legal_{number}"
            self.naming.function(f"some_{number}", lambda: text)
        return f"some_{number}"

    # ------------------------------------------------------------ answers

    def _step(self, number: int) -> Function:
        question = self.program.questions[number]
        function = self._here = Function(f"step_{number}", ["move"])
        count = len(question.arms)
        lines = self._unbound(question)
        if question.sealed is not None:
            function.lines = [*lines, *self._seal(number)]
            return function
        if count > 1:
            lines.append(f"arm = move % {count}")
        for k, arm in enumerate(question.arms):
            about = f"# {arm.id} @{self.naming.origin(arm.origin)}"
            taken = [about, *self._answered(number, arm, "move" if count == 1 else f"move // {count}")]
            lines += taken if k == count - 1 else [f"if arm == {k}:", *indented(taken)]
        function.lines = lines
        return function

    def _unbound(self, question: p.Question) -> list[str]:
        """Locals that are looked at before they are set are zero."""
        places = [] if question.sealed_next is None else self.lifetimes.at(question.sealed_next)
        if question.sealed is None:
            for arm in question.arms:
                own = {slot.local for slot in arm.slots}
                places += [local for to in targets(arm) for local in self.lifetimes.at(to) if local not in own]
        found = sorted(set(places))
        return [f"{' = '.join(self.names[local] for local in found)} = 0"] if found else []

    def _answered(self, number: int, arm: p.Arm, payload: str) -> list[str]:
        """From the choices of an action on."""
        bound = self._bind(arm, payload)
        self._depth += 1
        lines = [*self._noticed(arm, payload), *bound, *self._flow(arm.target)]
        if arm.misplay is not None:
            lines = [f"if move not in legal_{number}(s):", *indented(bound), *self._inside(arm.misplay), *lines]
        self._depth -= 1
        return lines

    def _bind(self, arm: p.Arm, payload: str, names: Mapping[int, str] | None = None) -> list[str]:
        scope = Scope(names or self.names)
        return unpacked(self.naming.layout, arm, payload, lambda local: self.x.local(local, scope))

    def _noticed(self, arm: p.Arm, payload: str) -> list[str]:
        """Counts the rules that fire when this is chosen. The choices have names of their own, and leave the state."""
        if not self.naming.counting or not arm.fires:
            return []
        own = {slot.local: f"chosen_{slot.local}" for slot in arm.slots}
        scope, lines = Scope({**self.names, **own}, arm.origin), self._bind(arm, payload, own)
        for firing in arm.fires:
            count = f"s[{self.naming.counter(firing.rule)}] += 1"
            if firing.test is None:
                lines.append(count)
            else:
                lines += [f"if {self.x.truth(firing.test, scope)}:", f"    {count}"]
        return lines

    def _seal(self, number: int) -> list[str]:
        """A sealed answer is kept as 1 + 2 * move + (1 when it is a misplay)."""
        question = self.program.questions[number]
        assert question.sealed is not None, "only a sealed answer is kept"
        assert question.sealed_next is not None, "a sealed question says where play goes on meanwhile"
        kept = "1 + 2 * move"
        priced = [k for k, arm in enumerate(question.arms) if arm.misplay is not None]
        if priced:
            some = "True" if len(priced) == len(question.arms) else f"move % {len(question.arms)} in {tuple(priced)}"
            kept += f" + ({some} and move not in legal_{number}(s))"
        at, count = self.naming.layout.variables[question.sealed].at, len(question.arms)
        seat = self.x.value(question.seat, Scope({}, question.origin))
        noticed: list[str] = []
        for k, arm in enumerate(question.arms):
            lines = self._noticed(arm, "move" if count == 1 else f"move // {count}")
            noticed += [f"if move % {count} == {k}:", *indented(lines)] if lines else []
        return [*noticed, f"s[{at} + {seat}] = {kept}", *self._flow(question.sealed_next)]

    def _unseal(self, number: int, player: p.Expr) -> list[str]:
        question = self.program.questions[number]
        assert question.sealed is not None, "only a sealed answer can be opened"
        array, count = self.naming.layout.variables[question.sealed], len(question.arms)
        seat = self.x.value(player, self._scope(None))
        lines = [f"move = opened(s, {array.at} + {seat}, {number})"]
        branches = [(k, arm, False) for k, arm in enumerate(question.arms)]
        branches += [(k, arm, True) for k, arm in enumerate(question.arms) if arm.misplay is not None]
        if len(branches) > 1:
            lines.append(f"arm = move // 2 % {count} * 2 + move % 2")
        payload = "move // 2" if count == 1 else f"move // {2 * count}"
        for k, arm, misplayed in branches:
            to = arm.misplay if misplayed and arm.misplay is not None else arm.target
            last = len(branches) == 1 or (k, misplayed) == (branches[-1][0], branches[-1][2])
            self._depth += not last
            taken = [*self._bind(arm, payload), *self._flow(to)]
            self._depth -= not last
            lines += taken if last else [f"if arm == {2 * k + misplayed}:", *indented(taken)]
        return lines

    # ------------------------------------------------------------ circles

    def _break_circles(self) -> None:
        """Calls that would lead round in a circle, or down a long chain, are left to who called first."""
        lengths: dict[int, int] = {}  # of the chains that begin with a function that is done
        open_: set[int] = set()

        def visit(function: Function) -> int:
            longest = 0
            for pc in sorted(function.calls):
                if pc in open_:
                    _leave(function, pc)
                    continue
                if pc not in lengths:
                    open_.add(pc)
                    lengths[pc] = visit(self.functions[pc])
                    open_.discard(pc)
                if lengths[pc] >= LONGEST:
                    _leave(function, pc)
                else:
                    longest = max(longest, lengths[pc] + 1)
            return longest

        for function in self.steps:  # first, as what follows an answer should be called
            visit(function)
        for pc in self.entries:
            if pc not in lengths:
                open_.add(pc)
                lengths[pc] = visit(self.functions[pc])
                open_.discard(pc)


def _told_once(lines: list[str]) -> list[str]:
    """Without places of which nothing is left, as what comes of them is done further down."""
    places = [line.lstrip().startswith("# @") for line in lines]
    return [line for k, line in enumerate(lines) if not all(places[k : k + 2]) or k + 1 == len(lines)]


def _origin_of(instr: p.Instr) -> p.Origin | None:
    match instr:
        case p.Do(stmt, origin):
            return origin or getattr(stmt, "origin", None)
        case p.Branch(_, _, origin):
            return origin
    return None


def _leave(function: Function, pc: int) -> None:
    """The function names its successor instead of calling it."""
    call = re.compile(rf"return b_{pc}\(s(.*)\)$")
    function.lines = [call.sub(lambda m: f"return ({pc}{m[1] or ','})", line) for line in function.lines]
