"""Turns trees into code: a tree that asks a question becomes linear instructions, all others stay trees.

Each routine is one stretch of code. A call stores the place to return to in a local of the called routine, so a state
needs no stack. `kept` are the locals that outlive a question. `clear` sets the others to zero where they are dead:
then equal positions are equal states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.cost import WORK_OF_STEP, Costs
from parlour.lang.linearity import LinearTrees, Routine, linear_routines, run_by
from parlour.lang.liveness import Assembly, Liveness
from parlour.program import ROUNDS, Const, Expr, Instr, Local, Origin, Stmt, fold


@dataclass
class Label:
    at: int = -1


@frozen
class Code:
    """The result of the assembler."""

    code: tuple[Instr, ...]
    entry: int
    returns: tuple[int, ...]
    procedures: tuple[ir.Procedure, ...]
    questions: tuple[ir.Question, ...]
    kept: tuple[int, ...]
    resumes: tuple[ir.Resume, ...]
    places: Callable[[], tuple[tuple[t.ResumeLabel, frozenset[int]], ...]]
    """Returns the places where given positions continue, and the locals that need a value there."""
    checkpoints: int


@dataclass
class Assembler:
    """Writes the code of all linear routines that the main stage can reach."""

    routines: Mapping[str, Routine]
    locals: list[tuple[str, ir.Type]]
    ending: int
    stage_numbers: Mapping[str, int]
    offered: Mapping[int, t.Asking]  # questions that only `possible` uses
    costs: Costs
    code: list[Instr] = field(default_factory=list)
    linear: set[str] = field(default_factory=set)
    linear_trees: LinearTrees = field(default_factory=lambda: LinearTrees(()))
    procedure_numbers: dict[str, int] = field(default_factory=dict)
    entries: dict[str, Label] = field(default_factory=dict)
    exits: dict[str, Label] = field(default_factory=dict)
    backs: dict[str, int] = field(default_factory=dict)
    owner: list[str] = field(default_factory=list)  # the routine of each instruction
    sites: list[tuple[str, str, int]] = field(default_factory=list)  # caller, callee, code after the call
    questions: dict[int, ir.Question] = field(default_factory=dict)
    labels: list[tuple[int, str, Label]] = field(default_factory=list)  # instruction, field, target
    resume_labels: list[tuple[t.ResumeLabel, str, Label]] = field(default_factory=list)
    checkpoints: int = 0
    counters: set[int] = field(default_factory=set)  # counters of rounds: they begin at 0 for a given position too
    loops: list[tuple[Label, Label]] = field(default_factory=list)  # stop, next
    current: str = ""
    near: Origin | None = None  # where the current tree, or the one around it, was written

    # ------------------------------------------------------------ the whole

    def assemble(self, main: str) -> Code:
        self.linear = linear_routines(self.routines)
        self.linear_trees = LinearTrees(self.linear)
        used = run_by(self.routines, main)
        plain = [n for n in self.routines if n in used and n not in self.linear]
        self.procedure_numbers = {name: i for i, name in enumerate(plain)}
        order = [main, *(n for n in self.routines if n in used and n in self.linear and n != main)]
        for name in order:
            self.entries[name] = Label()
            self.exits[name] = Label()
            self.backs[name] = self._local(f"{name}.back", types.INT)
        for name in order:
            self._routine(self.routines[name], main)
        for asking in self.offered.values():
            if asking.number not in self.questions:
                self.questions[asking.number] = self._question(asking, [(-1, None)] * len(asking.arms), None)
        self._patch()
        procedures = tuple(
            ir.Procedure(n, r.params, self.stmt(r.body), r.origin) for n, r in ((n, self.routines[n]) for n in plain)
        )
        assembly = Assembly(
            self.code,
            self.owner,
            self.questions,
            {name: r.params for name, r in self.routines.items()},
            self.backs,
            [callee for _, callee, _ in self.sites],
            {name: run_by(self.routines, name) for name in self.stage_numbers},
        )
        locals_ = Liveness(assembly).settle()
        return Code(
            tuple(self.code),
            self.entries[main].at,
            tuple(at for _, _, at in self.sites),
            procedures,
            tuple(self.questions[i] for i in sorted(self.questions)),
            locals_,
            tuple(self._resume(r, name, label, main) for r, name, label in self.resume_labels),
            partial(self._places, main, assembly),
            self.checkpoints,
        )

    def _local(self, name: str, type_: ir.Type) -> int:
        self.locals.append((name, type_))
        return len(self.locals) - 1

    def _emit(self, instr: Instr, **targets: Label) -> int:
        if isinstance(instr, ir.Do | ir.Branch) and instr.origin is None and fold.may_fault(instr):
            instr = replace(instr, origin=self.near)
        self.code.append(instr)
        self.owner.append(self.current)
        at = len(self.code) - 1
        self.labels.extend((at, name, label) for name, label in targets.items())
        return at

    def _place(self, label: Label) -> Label:
        label.at = len(self.code)
        return label

    def _patch(self) -> None:
        for at, name, label in self.labels:
            instr = self.code[at]
            self.code[at] = replace(instr, **{name: label.at})  # type: ignore[arg-type]  # the field named holds a place

    def _routine(self, routine: Routine, main: str) -> None:
        self.current = routine.name
        self._place(self.entries[routine.name])
        self._tree(routine.body)
        self._place(self.exits[routine.name])
        if routine.tail is not None:
            self._tail(routine.tail, routine.inside)
        if routine.name == main:
            self._emit(ir.Finish())
        else:
            self._emit(ir.Return(self.backs[routine.name], ()))

    def _tail(self, tail: t.Tree, inside: str | None) -> None:
        if inside is None:
            self._tree(tail)
        elif inside in self.backs:  # other routines can't end a stage
            back, out = self.backs[inside], Label()
            self._emit(ir.Branch(ir.Op("!=", Local(back), Const(0)), -1), otherwise=out)
            self._set(back, Const(0))
            self._tree(tail)
            self._place(out)

    # ------------------------------------------------------------ linear code

    def _tree(self, tree: t.Tree) -> None:
        if isinstance(tree, t.Plain | t.Branching | t.Attempt | t.Loop | t.Rounds | t.Invoke | t.Asking | t.Together):
            self.near = tree.origin or self.near
        if tree not in self.linear_trees:
            stmt = self.stmt(tree)
            if stmt != ir.Seq(()):
                self._emit(ir.Do(stmt, origin_of(tree)))
            return
        match tree:
            case t.Block(items):
                for item in items:
                    self._tree(item)
            case t.Branching():
                self._branching(tree)
            case t.Loop():
                self._loop(tree)
            case t.Rounds():
                self._rounds(tree)
            case t.StopLoop():
                self._emit(ir.Jump(-1), to=self.loops[-1][0])
            case t.NextRound():
                self._emit(ir.Jump(-1), to=self.loops[-1][1])
            case t.Invoke():
                self._call(tree)
            case t.EndStage():
                if tree.ending is not None:
                    self._emit(ir.Do(ir.Set(ir.VarAt(self.ending), Const(tree.ending))))
                self._emit(ir.Jump(-1, origin=tree.origin), to=self.exits[tree.stage])
            case t.ResumeLabel():
                self.resume_labels.append((tree, self.current, self._place(Label())))
            case t.Asking():
                self._asking(tree)
            case t.Together():
                self._together(tree)
            case _:
                raise AssertionError(tree)

    def _set(self, local: int, value: Expr) -> None:
        self._emit(ir.Do(ir.Set(Local(local), value)))

    def _branching(self, tree: t.Branching) -> None:
        other, end = Label(), Label()
        self._emit(ir.Branch(tree.test, -1, tree.origin), otherwise=other)
        self._tree(tree.then)
        if tree.other != t.NOTHING:
            self._emit(ir.Jump(-1), to=end)
        self._place(other)
        self._tree(tree.other)
        self._place(end)

    def _loop(self, tree: t.Loop) -> None:
        """Write a loop. Its members are fixed at the start; a player who leaves during the loop is skipped."""
        head, step, done, out = Label(), Label(), Label(), Label()
        if isinstance(tree.domain, ir.Span):
            high = self._local(".last", types.INT)
            self._set(tree.local, tree.domain.low)
            self._set(high, tree.domain.high)
            more: Expr = ir.Op("<=", Local(tree.local), Local(high))
        else:
            rest = self._first_round(tree)
            more = ir.Op("!=", Local(rest), Const(0)) if tree.by_chance else ir.Op(">=", Local(tree.local), Const(0))
        self._place(head)
        self._emit(ir.Branch(more, -1), otherwise=done)
        if tree.by_chance:
            self._emit(ir.Do(ir.Pick(Local(tree.local), Local(rest), tree.origin)))
        if not isinstance(tree.domain, ir.Span):
            self._set(rest, fold.op("-set", Local(rest), fold.single(Local(tree.local))))
        if tree.where is not None:
            self._emit(ir.Branch(tree.where, -1), otherwise=step)
        self.loops.append((out, step))
        self._tree(self._round(tree))
        self.loops.pop()
        self._place(step)
        if isinstance(tree.domain, ir.Span):
            self._set(tree.local, fold.op("+", Local(tree.local), Const(1)))
        elif tree.by_chance:
            pass  # the next round begins with chance
        elif isinstance(tree.domain, ir.SeatOrder):
            self._set(tree.local, self._first_of(ir.SeatOrder(Local(tree.local), after=True), rest))
        else:
            self._take_up(tree.local, rest)
        self._emit(ir.Jump(-1), to=head)
        self._place(done)
        if tree.exhausted is not None:
            self._tree(tree.exhausted)
        self._place(out)

    def _round(self, tree: t.Loop | t.Rounds) -> t.Tree:
        """Return the steps of a round. A round with much work begins by taking steps from the budget."""
        steps = self.costs.of_round(tree) // WORK_OF_STEP
        return t.block([t.Plain(ir.Spend(steps, tree.origin)), tree.body]) if steps else tree.body

    def _first_round(self, tree: t.Loop) -> int:
        """Store the members of the loop, and begin with the first."""
        assert not isinstance(tree.domain, ir.Span)
        among = types.set_of(types.plain(self.locals[tree.local][1]))
        assert among is not None, "sets have members of all other types"
        rest = self._local(".rest", among)
        if isinstance(tree.domain, ir.SeatOrder):
            seat = self._local(".seat", types.PLAYER)
            self._set(rest, ir.Scan("those", seat, tree.domain, None, None))
            if not tree.by_chance:
                self._set(tree.local, self._first_of(tree.domain, rest))
        else:
            self._set(rest, tree.domain)
        if not tree.by_chance and not isinstance(tree.domain, ir.SeatOrder):
            self._take_up(tree.local, rest)
        return rest

    def _first_of(self, order: ir.SeatOrder, among: int) -> Expr:
        seat = self._local(".seat", types.PLAYER)
        return ir.Scan("first", seat, order, ir.Op("has", Local(among), Local(seat)), None)

    def _rounds(self, tree: t.Rounds) -> None:
        head, step, again, limit, out = Label(), Label(), Label(), Label(), Label()
        count = self._local(ROUNDS, types.INT)
        self.counters.add(count)
        self._set(count, Const(0))
        self._place(head)
        if not tree.until and tree.test != fold.TRUE:
            self._emit(ir.Branch(tree.test, -1), otherwise=out)
        self._emit(ir.Branch(ir.Op("<", Local(count), tree.limit), -1), otherwise=limit)
        self._set(count, fold.op("+", Local(count), Const(1)))
        if tree.repeated is not None:
            self._watch(count, again)
        self.loops.append((out, step))
        self._tree(self._round(tree))
        self.loops.pop()
        self._place(step)
        if tree.until:
            self._emit(ir.Branch(fold.negation(tree.test), -1), otherwise=out)
        self._emit(ir.Jump(-1), to=head)
        if tree.repeated is not None:
            self._place(again)
            self._tree(tree.repeated)
            self._emit(ir.Jump(-1), to=out)
        self._place(limit)
        if tree.otherwise is not None:
            self._tree(tree.otherwise)
        else:
            self._emit(ir.Do(_limit_fault(tree)))
        self._place(out)

    def _watch(self, count: int, again: Label) -> None:
        """Continue at `again` if the position is the same as at the checkpoint."""
        seen = self._local(".repeated", types.BOOL)
        self._emit(ir.Do(ir.Watch(self.checkpoints, Local(count), Local(seen))))
        self.checkpoints += 1
        self._emit(ir.Branch(ir.Op("==", Local(seen), Const(0)), -1), otherwise=again)

    def _call(self, tree: t.Invoke) -> None:
        routine = self.routines[tree.routine]
        sets = tuple(ir.Set(Local(p), a) for p, a in zip(routine.params, tree.args, strict=True))
        if sets:
            self._emit(ir.Do(ir.Seq(sets) if len(sets) > 1 else sets[0]))
        call = ir.Gosub(-1, self.backs[tree.routine], len(self.sites) + 1, origin=tree.origin)
        at = self._emit(call, to=self.entries[tree.routine])
        self.sites.append((self.current, tree.routine, at + 1))

    # ------------------------------------------------------------ questions

    def _asking(self, tree: t.Asking) -> None:
        for local, value in tree.lets:
            self._set(local, value)
        self._emit(ir.AskOf(tree.number))
        end = Label()
        self.questions[tree.number] = self._answers(tree, end)
        self._place(end)

    def _answers(self, tree: t.Asking, end: Label) -> ir.Question:
        """Write the code of all actions; each continues at `end`."""
        targets: list[tuple[int, int | None]] = []
        for arm in tree.arms:
            target = len(self.code)
            self._tree(arm.body)
            self._emit(ir.Jump(-1), to=end)
            misplay = None
            if arm.misplay is not None:
                misplay = len(self.code)
                self._tree(arm.misplay)
                self._emit(ir.Jump(-1), to=end)
            targets.append((target, misplay))
        otherwise = None
        if tree.otherwise is not None:
            otherwise = len(self.code)
            self._tree(tree.otherwise)
            self._emit(ir.Jump(-1), to=end)
        return self._question(tree, targets, otherwise)

    def _question(self, tree: t.Asking, targets: list[tuple[int, int | None]], otherwise: int | None) -> ir.Question:
        arms = tuple(
            replace(a.arm, target=target, misplay=misplay)
            for a, (target, misplay) in zip(tree.arms, targets, strict=True)
        )
        return ir.Question(
            tree.name, tree.params, tree.lets, tree.seat, arms, otherwise, None, None, (), (), tree.origin,
            tree.words, tree.filled,
        )  # fmt: skip

    def _together(self, tree: t.Together) -> None:
        """Write the code of questions to all: everybody answers, then the answers take effect one after the other."""
        who = self._local(".who", types.PLAYERS)
        order = tree.domain
        if isinstance(order, ir.SeatOrder):
            seat = self._local(".seat", types.PLAYER)
            self._set(who, ir.Scan("those", seat, order, None, None))
        else:
            assert not isinstance(order, ir.Span)
            self._set(who, order)
        if tree.where is not None:
            self._set(who, ir.Scan("those", tree.local, Local(who), tree.where, None))
        rest = self._local(".rest", types.PLAYERS)
        ask_next, all_in, do_next, done = Label(), Label(), Label(), Label()
        self._set(rest, Local(who))
        self._place(ask_next)
        self._emit(ir.Branch(ir.Op("!=", Local(rest), Const(0)), -1), otherwise=all_in)
        self._take_first(tree.local, rest)
        self._emit(ir.AskOf(tree.asking.number))
        sealed_next = self._emit(ir.Jump(-1), to=ask_next)
        question = self._answers(tree.asking, do_next)
        self.questions[tree.asking.number] = replace(question, sealed=tree.sealed, sealed_next=sealed_next)
        self._place(all_in)
        self._set(rest, Local(who))
        self._place(do_next)
        self._emit(ir.Branch(ir.Op("!=", Local(rest), Const(0)), -1), otherwise=done)
        self._take_first(tree.local, rest)
        self._emit(ir.Unseal(tree.asking.number, Local(tree.local)))
        self._place(done)

    def _take_up(self, local: int, rest: int) -> None:
        self._set(local, ir.First(Local(rest), self.locals[local][1].kind == "card"))

    def _take_first(self, local: int, rest: int) -> None:
        self._take_up(local, rest)
        self._set(rest, fold.op("-set", Local(rest), fold.single(Local(local))))

    # ------------------------------------------------------------ where a given position goes on

    def _resume(self, label: t.ResumeLabel, name: str, at: Label, main: str) -> ir.Resume:
        chain = self._calls_to(name, main)
        routines = [name, *(self.sites[site - 1][0] for _, site in chain)]
        stages = [self.stage_numbers[routine] for routine in routines if routine in self.stage_numbers]
        return ir.Resume(label.name, label.mover, at.at, tuple(reversed(stages)), tuple(chain), label.origin)

    def _calls_to(self, name: str, main: str) -> list[tuple[int, int]]:
        """Return the calls that lead from the main stage to a routine: the first one found for each."""
        chain: list[tuple[int, int]] = []
        callers = {callee: (caller, number) for number, (caller, callee, _) in reversed(
            list(enumerate(self.sites, start=1)))}  # fmt: skip
        while name != main:
            caller, site = callers[name]
            chain.append((self.backs[name], site))
            name = caller
        return chain

    def _places(self, main: str, assembly: Assembly) -> tuple[tuple[t.ResumeLabel, frozenset[int]], ...]:
        liveness = Liveness.exact(assembly) if self.resume_labels else Liveness(assembly)
        return tuple((r, self._wanted(r, name, at, main, liveness)) for r, name, at in self.resume_labels)

    def _wanted(self, label: t.ResumeLabel, name: str, at: Label, main: str, liveness: Liveness) -> frozenset[int]:
        """Return the locals that the following code reads, here and after each call that leads here, except the player
        to move, whom the position gives."""
        places = [at.at, *(self.sites[site - 1][2] for _, site in self._calls_to(name, main))]
        given = {label.mover.index} if isinstance(label.mover, Local) else set()
        return frozenset(set().union(*(liveness.live[place] for place in places)) - given - self.counters) - frozenset(
            self.backs.values()
        )

    # ------------------------------------------------------------ trees without questions

    def stmt(self, tree: t.Tree) -> Stmt:
        match tree:
            case t.Plain(stmt, origin):
                return replace(stmt, origin=origin) if isinstance(stmt, ir.Placed) else stmt
            case t.Block(items):
                stmts = [s for s in map(self.stmt, items) if s != ir.Seq(())]
                return stmts[0] if len(stmts) == 1 else ir.Seq(tuple(stmts))
            case t.Branching(test, then, other):
                otherwise = None if other == t.NOTHING else self.stmt(other)
                return ir.IfDo(test, self.stmt(then), otherwise, tree.origin)
            case t.Attempt():
                undone = None if tree.other == t.NOTHING else self.stmt(tree.other)
                return ir.Attempt(self.stmt(tree.body), tree.keep, undone, tree.locals, tree.origin)
            case t.Loop():
                return ir.ForEach(tree.local, tree.domain, tree.where, self.stmt(self._round(tree)), tree.origin)
            case t.Rounds():
                otherwise = None if tree.otherwise is None else self.stmt(tree.otherwise)
                body = self.stmt(self._round(tree))
                return ir.WhileDo(tree.test, tree.until, tree.limit, body, otherwise, tree.origin)
            case t.Invoke(routine, args):
                return ir.Run(self.procedure_numbers[routine], args, tree.origin)
            case _:
                raise AssertionError(tree)


def origin_of(tree: t.Tree) -> Origin | None:
    """Return the origin of a tree: the place of its first statement."""
    kinds = t.Plain | t.Branching | t.Attempt | t.Loop | t.Rounds | t.Invoke
    origins = (part.origin for part in t.walk(tree) if isinstance(part, kinds))
    return next((origin for origin in origins if origin is not None), None)


def _limit_fault(tree: t.Rounds) -> Stmt:
    """Return the runtime error for reaching a limit without `otherwise`, the same as in a loop without questions."""
    return ir.WhileDo(fold.TRUE, False, Const(0), ir.Seq(()), None, tree.origin)
