"""The course of one game, move by move, with its problems.

A course notices runtime errors, positions that come back, and games that don't end. It plays by generated Python,
because nothing can watch native code; both play the same games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from parlour import program as p
from parlour.game import Game
from parlour.playouts.python import PythonPlayer
from parlour.program.walking import walk
from parlour.states.moves import Move
from parlour.states.outcomes import outcome_of
from parlour.states.state import State, Table
from parlour.storage.cache import Cache
from parlour.table.beginning import blank
from parlour.table.cells import Cells
from parlour.table.faults import STEPS, LimitFault, LoopFault, RulesetFault, UnanswerableFault
from parlour.table.layout import QUESTION, Layout, layout_of


@dataclass(frozen=True)
class Loops:
    """The cells that count the rounds of loops around questions.

    `provided` are those of loops that say what happens when it takes too long: at their limit (`otherwise:`), or when a
    position comes back (`repeated:`).
    """

    layout: Layout
    counters: frozenset[int]
    provided: frozenset[int]

    @cached_property
    def _locals(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.layout.kept.values()) - self.counters))

    @classmethod
    def of(cls, layout: Layout) -> Loops:
        code, cells = layout.program.code, layout.kept
        counters, provided = set[int](), set[int]()
        for instr in code:
            match instr:
                case p.Branch(test=p.Op("<", p.Local(count), _), otherwise=at) if _counts(layout.program, count):
                    if count in cells:
                        counters.add(cells[count])
                        if not _fails(code[at]):
                            provided.add(cells[count])
                case p.Do(stmt=p.Watch(_, p.Local(count), _)) if count in cells:
                    provided.add(cells[count])
                case _:
                    pass
        return cls(layout, frozenset(counters), frozenset(provided))

    def position(self, s: Cells) -> int:
        """Return a digest of all that makes a position, without rounds and chance."""
        parts = [s[part] for part in self.layout.positions]
        return hash((s[QUESTION], *[s[cell] for cell in self._locals], *chain.from_iterable(parts)))

    def running(self, s: Cells) -> frozenset[int]:
        """Return the loops that are in some round."""
        return frozenset(cell for cell in self.counters if s[cell] > 0)

    def ends(self, loops: Iterable[int]) -> bool:
        """True if the ruleset says how one of these loops ends when it takes too long."""
        return not self.provided.isdisjoint(loops)


def _counts(program: p.Program, local: int) -> bool:
    return program.locals[local][0].rpartition(".")[2] == "rounds"


def _fails(instr: p.Instr) -> bool:
    """True for the instruction that the language adds at the limit of a loop without `otherwise`."""
    stmt = instr.stmt if isinstance(instr, p.Do) else None
    return isinstance(stmt, p.WhileDo) and stmt.limit == p.Const(0) and stmt.otherwise is None


RARE = 5_000  # decisions; a part of a game that takes longer on average is taken for endless


@dataclass(frozen=True)
class Trouble:
    """A problem in a game; `code` is that of the finding."""

    code: str
    message: str
    origin: p.Origin | None
    mend: str | None = None  # what to do about it

    @cached_property
    def key(self) -> tuple[str, str]:
        """Return a key that games with the same problem share."""
        place = self.message if self.origin is None else self.origin.place
        return self.code, place if self.code not in UNPLACED else ""


NOWHERE = Cache(None)  # nobody asks for the code of these tables again
TOO_SMALL = "raise the limit if the loop ends later; otherwise test something that ends it, or add `otherwise:` below"
UNENDING = "test something that ends the loop, or say below it what happens at its limit: `otherwise:`"
UNASKED = "ask a question in the loops around, or let them end earlier"
UNANSWERED = "offer an action for this case, such as one with `only if nothing else`"
UNCHANGED = "end the game there, or let something change"
REPEATED = "end such play: add `repeated:` or `otherwise:` below the loop that asks, or count the rounds in a variable"
UNPLACED = ("deep-stuck", "deep-endless", "deep-repeats")  # they show at any question


@dataclass(frozen=True)
class PlayedLine:
    """A game so far: its seed, and its moves by number."""

    seed: int
    moves: tuple[int, ...]
    trouble: Trouble | None


@dataclass
class TrialTable:
    """A table of a mix, with everything that its games need."""

    mix: Game
    players: int

    @cached_property
    def counted(self) -> CountedProgram:
        return counted(self.mix.program)

    @cached_property
    def player(self) -> PythonPlayer:
        return PythonPlayer(self.counted.program, self.players, NOWHERE)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.counted.program, self.players)

    @cached_property
    def loops(self) -> Loops:
        return Loops.of(self.layout)

    @cached_property
    def table(self) -> Table:
        """The table without counters, for words and views."""
        return self.mix.table(self.players)


@dataclass
class TrialCourse:
    """A game in progress. It ends when `trouble` has a value or `over` is true."""

    table: TrialTable
    seed: int
    moves: list[int] = field(default_factory=list)
    trouble: Trouble | None = None
    forced: int = 0  # decisions without a choice, up to now
    legal: Sequence[int] = ()
    asked: Counter[int] = field(default_factory=Counter)  # the decisions of each seat
    positions: dict[int, tuple[int, list[int]]] = field(default_factory=dict)  # when each came up first, and the cells

    def __post_init__(self) -> None:
        execution = self.table.player.execution
        self.s = blank(self.table.layout, self.seed)
        execution.extend(self.s)
        self._try(None)

    @property
    def over(self) -> bool:
        return self.trouble is None and self.s[QUESTION] < 0

    @property
    def line(self) -> PlayedLine:
        return PlayedLine(self.seed, tuple(self.moves), self.trouble)

    @property
    def question(self) -> p.Question:
        return self.table.mix.program.questions[self.s[QUESTION]]

    def make(self, move: int) -> None:
        """Make a move: one of `legal`, or one that a strict table accepts."""
        self.forced = self.forced + 1 if len(self.legal) == 1 else 0
        self.moves.append(move)
        self._try(move)

    def cut(self) -> None:
        """Stop a long game. Report it as endless if no limit of the ruleset would end it."""
        running = self.table.loops.running(self.s)
        begun = self.s[self.table.layout.size + 1 + self.table.counted.stages]
        if self.table.loops.ends(running) or begun * RARE > len(self.moves):
            return
        message = f"a game doesn't end: it continues after {len(self.moves):,} decisions"
        self.trouble = Trouble("deep-endless", message, self.question.origin, UNENDING)

    def _try(self, move: int | None) -> None:
        """Make a move, or begin, and look at the question that it leads to."""
        execution = self.table.player.execution
        try:
            execution.advance(self.s, move)
            if self.s[QUESTION] < 0:
                layout = self.table.layout
                outcome_of(layout, self.s[: layout.size], self.table.table.machine.evaluate)
                return
            self.s[self.table.layout.size] = STEPS
            self.legal = execution.answers(self.s)
            self.asked[execution.seat(self.s)] += 1
        except RulesetFault as fault:
            self.trouble = trouble_of(fault)
            return
        self._compare()

    def _compare(self) -> None:
        """Report a position that came up before."""
        loops = self.table.loops
        digest = loops.position(self.s)
        known = self.positions.get(digest)
        if known is None:
            self.positions[digest] = len(self.moves), [self.s[cell] for cell in loops.counters]
            return
        first, rounds = known
        now = [self.s[cell] for cell in loops.counters]
        between = {cell for cell, a, b in zip(loops.counters, rounds, now, strict=True) if a != b}
        if loops.ends(between):
            return
        if self.forced >= len(self.moves) - first:
            self._goes_round("deep-stuck", "nobody has a choice, and the game doesn't end", first, UNCHANGED)
        else:
            self._goes_round("deep-repeats", "the players can repeat a position for ever", first, REPEATED)

    def _goes_round(self, code: str, what: str, first: int, mend: str) -> None:
        decisions = len(self.moves) - first
        often = "after every decision" if decisions == 1 else f"after {decisions} decisions"
        self.trouble = Trouble(code, f"{what}: the same position returns {often}", self.question.origin, mend)


def trouble_of(fault: RulesetFault) -> Trouble:
    """Return a runtime error as a finding."""
    match fault:
        case UnanswerableFault():
            return Trouble("deep-stuck", fault.message, fault.origin, UNANSWERED)
        case LoopFault():
            return Trouble("deep-endless", f"{fault.message} before it ended", fault.origin, TOO_SMALL)
        case LimitFault():
            return Trouble("deep-endless", f"a game doesn't end: {fault.message}", fault.origin, UNASKED)
        case _:
            return Trouble("deep-fault", fault.message, fault.origin)


def replayed(table: TrialTable, seed: int, moves: Sequence[int]) -> PlayedLine:
    """Play these moves, leaving out those that aren't possible; stop at the first trouble."""
    course = TrialCourse(table, seed)
    for move in moves:
        if course.trouble is not None or course.over:
            break
        if move in course.legal or (course.question.has_tries and move in table.player.execution.tries(course.s)):
            course.make(move)
    return course.line


def shown_steps(table: TrialTable, line: PlayedLine, most: int | None = None) -> Iterator[tuple[State, Move | None]]:
    """Yield the displayable states of a game, each with the move there; up to a runtime error, or to so many moves."""
    with suppress(RulesetFault):
        state = table.table.start(line.seed)
        for number in line.moves[:most]:
            question = state.question
            move = next(move for move in (*question.legal, *question.tries) if move.number == number)
            yield state, move
            state = state.apply(move)
        if not state.over:
            _ = state.question
        yield state, None


@dataclass(frozen=True)
class CountedAction:
    """One action of a question, or of several that include the same prompt."""

    id: str
    origin: p.Origin
    last: bool  # offered only if nothing else is


@dataclass(frozen=True)
class CountedProgram:
    """The Program with its counters: first those of its rules, then of these actions, then one for all stages."""

    program: p.Program
    rules: tuple[p.Origin, ...]
    actions: tuple[CountedAction, ...]

    @property
    def stages(self) -> int:
        """The place of the counter of stages."""
        return len(self.rules) + len(self.actions)


def counted(program: p.Program) -> CountedProgram:
    """Return the Program with counters. It has the same questions, and its moves have the same numbers."""
    places: dict[CountedAction, int] = {}
    questions: list[p.Question] = []
    first = len(program.rules)
    for question in program.questions:
        arms = []
        for arm in question.arms:
            action = CountedAction(arm.id, arm.origin, arm.last)
            place = places.setdefault(action, first + len(places))
            arms.append(replace(arm, fires=(*arm.fires, p.Firing(place, None))))
        questions.append(replace(question, arms=tuple(arms)))
    stages = first + len(places)
    code = tuple(_noted(program, instr, stages) for instr in program.code)
    rules = (*program.rules, *(action.origin for action in places), *program.rules[:1])
    digest = f"{program.digest} counted"
    made = replace(program, digest=digest, questions=tuple(questions), code=code, rules=rules)
    return CountedProgram(made, program.rules, tuple(places))


def _noted(program: p.Program, instr: p.Instr, place: int) -> p.Instr:
    """Count the beginning of a stage that gathers the cards, or that can end with a word."""
    if not isinstance(instr, p.Do):
        return instr
    entered = [program.stages[node.stage] for node in walk(instr.stmt) if isinstance(node, p.EnterStage)]
    if not any(stage.cards or stage.endings for stage in entered):
        return instr
    return replace(instr, stmt=p.Seq((instr.stmt, p.RuleFired(place))))
