"""Compare how code as it is written, generated Python and native code play the same games; the first difference raises.

The games are those of `Game.playouts` (docs/playouts.md).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from parlour.analysis.control import gathered, results_of
from parlour.playouts.player import GameChunk, Player, PlayoutFault, Task, chooser_state, game_seed
from parlour.playouts.policy import Draw, Policy, drawing
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, HEADER, PLAYING, QUESTION, RANDOM, STACKED, Layout
from parlour.table.texts import zone_name

Cells = list[int]
T = TypeVar("T")

TRIED = 7  # compares tries and the asked seat at one question in so many
MOST_TOLD = 12  # cells
HEAD = {QUESTION: "question", RANDOM: "random state", PLAYING: "playing", DIRECTION: "direction", STACKED: "pack"}


class DisagreementError(AssertionError):
    """Two executions play one game in different ways."""


@dataclass(frozen=True)
class Walked:
    """A game that both executions played side by side; `fault` is the error of both."""

    end: Cells
    length: int
    values: list[int]  # of its results; none when it was cut off
    fault: str | None = None


class Pair:
    """Two executions at one table: by default one as the ruleset is written, function by function, and generated
    Python."""

    def __init__(
        self, program: Program, players: int, plain: Machine | None = None, generated: Machine | None = None
    ) -> None:
        self.program = program
        self.plain = plain or Machine(program, players, as_written=True)
        self.generated = generated or fast_machine(program, players)
        self.layout = self.plain.layout
        self._policy = Policy(self.plain.functions)
        self._results = [of for result in gathered(program) for of in results_of(self.layout, result)]

    def walk(self, task: Task, number: int, looks: int = 1) -> Walked:
        """Play one game in both. They must agree about the state after each move and about the results; at one question
        in `looks` also about the legal moves, and now and then about the asked seat and the tries."""
        assert task.begin is None, "games from the beginning are walked"
        a, b, length = list[int](), list[int](), 0
        try:
            a, b = self._both("the beginning", lambda m, _: m.start(game_seed(task.seed, number)), a, b)
            self._same(a, b, "at the beginning")
            draw = drawing([chooser_state(task.seed, number)])
            while not self.plain.over(a) and length < task.most:
                self._move(a, b, length, draw, task.policy, length % looks == 0)
                length += 1
            over = self.plain.over(a)
            if over:
                ours, theirs = self._both("the end", lambda m, s: m.outcome(s), a, b)
                if ours != theirs:
                    raise DisagreementError(f"the outcome is {ours}, by generated Python {theirs}")
            return Walked(a, length, [self.plain.evaluate(a, of) for of in self._results] if over else [])
        except RulesetFault as fault:
            return Walked(a, length, [], str(fault))

    def _move(self, a: Cells, b: Cells, length: int, draw: Draw, policy: bool, look: bool) -> None:
        question = a[QUESTION]
        place = f"after {length} decisions, at {asked(self.program, question)}"
        if look:
            moves, theirs = self._both(place, lambda m, s: m.legal(s), a, b)
            # Native code lists answers that generated Python counts; those of two counts can be too many to list.
            if (moves != theirs) if type(moves) is type(theirs) else ([*moves] != [*theirs]):
                raise DisagreementError(f"{place}: legal is {moves}, by generated Python {theirs}")
            self._same(a, b, f"{place}, having looked at what is legal")
        else:
            moves = self.generated.legal(b)
        if look and length % TRIED == 0:
            self._try(a, b, length, place)
        if policy:
            moves = self._policy.among(a, moves, draw)
        move = moves[draw(len(moves))]
        self._both(f"{place}, by move {move}", lambda m, s: m.step(s, move), a, b)
        self._same(a, b, f"{place}, by move {move}")

    def _try(self, a: Cells, b: Cells, length: int, place: str) -> None:
        """Make one of the illegal moves on a copy."""
        ours, theirs = self._both(place, lambda m, s: (m.seat(s), m.tries(s)), a, b)
        if ours != theirs:
            raise DisagreementError(f"{place}: seat and tries are {ours}, by generated Python {theirs}")
        if ours[1]:
            move = ours[1][length % len(ours[1])]
            after, others = self._both(f"{place}, by try {move}", lambda m, s: m.apply(s, move), a, b)
            self._same(after, others, f"{place}, by try {move}")

    def _both(self, place: str, do: Callable[[Machine, Cells], T], a: Cells, b: Cells) -> tuple[T, T]:
        """Return the result of each with its own state. Raises an error that both have; one alone is a disagreement."""
        found, faults = list[T](), list[RulesetFault]()
        for m, s in ((self.plain, a), (self.generated, b)):
            try:
                found.append(do(m, s))
            except RulesetFault as fault:
                faults.append(fault)
        if len({str(fault) for fault in faults}) + bool(found) > 1:
            raise DisagreementError(f"{place}, only one fails: {'; '.join(map(str, faults))}")
        if faults:
            raise faults[0]
        return found[0], found[1]

    def _same(self, a: Cells, b: Cells, place: str) -> None:
        if list(a) != list(b):
            raise DisagreementError(f"{place}, code as written and generated Python: {differing(self.layout, a, b)}")


# ---------------------------------------------------------------- native code and generated Python


def told(chunk: GameChunk, row: int) -> dict[str, Sequence[int]]:
    """Return all results of one game."""
    games = len(chunk.lengths)
    columns = {"length": chunk.lengths, "ending": chunk.endings, "values": chunk.values, "fired": chunk.fired}
    widths = {name: len(column) // games for name, column in columns.items()}
    rows = {name: list(c[row * widths[name] : (row + 1) * widths[name]]) for name, c in columns.items()}
    return {**rows, "state": chunk.states[row]}


def played(player: Player, task: Task, first: int, games: int) -> GameChunk | str:
    """Return some games, or the error of one of them."""
    try:
        return player.play(task, first, games)
    except PlayoutFault as fault:
        return str(fault)


def compare(python: PythonPlayer, native: Player, task: Task, first: int, games: int) -> GameChunk | str:
    """Play these games in both, and return the results, which must be the same. So must an error."""
    one, other = played(python, task, first, games), played(native, task, first, games)
    if isinstance(one, str) or isinstance(other, str):
        if one != other:
            raise DisagreementError(f"an error in only one: {one if isinstance(one, str) else other}")
        return one
    for row in range(games):
        a, b = told(one, row), told(other, row)
        if a != b:
            raise DisagreementError(f"game {first + row}: {_parting(python, native, task, first + row)}")
    return one


def _parting(python: PythonPlayer, native: Player, task: Task, number: int) -> str:
    """Describe the first difference in a game, found by cutting the game off earlier and earlier."""

    def cut(most: int) -> list[dict[str, Sequence[int]]]:
        shorter = Task(task.seed, task.begin, task.policy, most, states=True)
        return [told(player.play(shorter, number, 1), 0) for player in (python, native)]

    low, high = -1, cut(task.most)[0]["length"][0]  # the game is the same up to `low`, and different at `high`
    while high - low > 1:
        middle = (low + high) // 2
        one, other = cut(middle)
        low, high = (middle, high) if one == other else (low, middle)
    one, other = cut(high)
    place = "at the beginning"
    if high:
        before = cut(high - 1)[0]["state"][QUESTION]
        place = f"after {high} decisions, the last one at {asked(python.program, before)}"
    parts = [f"{name} is {one[name]} and {other[name]}" for name in one if name != "state" and one[name] != other[name]]
    cells = differing(python.layout, list(one["state"]), list(other["state"]))
    return f"generated Python and native code {place}: {'; '.join([*parts, cells])}"


# ---------------------------------------------------------------- questions and cells in words


def asked(program: Program, number: int) -> str:
    question = program.questions[number]
    return f"question `{question.name}` ({question.arms[0].origin.place})"


def differing(layout: Layout, a: Cells, b: Cells) -> str:
    """Return the cells in which two states differ, by name."""
    if len(a) != len(b):
        return f"{len(a)} cells and {len(b)}"
    names = list(cell_names(layout))
    found = [f"{names[k]} is {x} and {y}" for k, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    more = [f"and {len(found) - MOST_TOLD} more cells"] if len(found) > MOST_TOLD else []
    return ", ".join([*found[:MOST_TOLD], *more])


def cell_names(layout: Layout) -> Iterator[str]:
    """Return the name of each cell of a state."""
    names = [f"cell {k}" for k in range(layout.size)]
    for at, name in HEAD.items():
        names[at] = name
    assert len(HEAD) == HEADER, "each cell of the head has a name"
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        for keys in layout.keys_of(array):
            names[array.cell(keys)] = f"{variable.name}{list(keys) if keys else ''}"
    for local, at in layout.kept.items():
        names[at] = f"local {local}"
    for i in layout.instances:
        zone = zone_name(layout, i.number)
        names[i.at] = zone
        for k in range(i.room):
            names[i.at + k + (i.form == "row")] = f"{zone}[{k}]"
        for at, what in ((i.turned, "turned"), (i.batch, "last batch")):
            if at is not None:
                names[at] = f"{what} in {zone}"
    for card in range(layout.pack.size):
        names[layout.where + card] = f"zone of {layout.pack.name(card)} (card {card})"
        for mark, first in zip(layout.program.marks, layout.marks, strict=True):
            names[first + card] = f"{mark.name} of {layout.pack.name(card)} (card {card})"
    kept = [name for part in layout.positions for name in names[part]]
    for number, part in enumerate(layout.checkpoints):
        names[part] = [f"{name} at checkpoint {number}" for name in kept]
    yield from names
