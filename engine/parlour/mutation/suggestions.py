"""A difference in words, and as an example to paste: the position, the moves, and where the unchanged rules lead."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.examples import Case
from parlour.examples.example_text import example, flow, listed, quoted
from parlour.examples.history import History, is_quiet, quiet_answer
from parlour.examples.mixing import ExampleMix
from parlour.examples.position import Position, smallest_position
from parlour.library.library import Library
from parlour.mutation.lockstep import Lockstep, Split, Step
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.writing import differences
from parlour.schema.validation import KINDS
from parlour.states.positions import PositionError
from parlour.states.state import State
from parlour.table.faults import RulesetFault

LAST_MOVES = 6  # positions to start from


@dataclass(frozen=True)
class Small:
    """A position, the moves from there, and the two states after them."""

    position: Position
    split: Split


class PositionShrinker:
    """Finds the smallest position that shows a difference. It starts as the position before the last moves of a game,
    and loses all parts that the difference doesn't need."""

    def __init__(self, baseline: MutatedMixes, mixes: MutatedMixes, mix: ExampleMix, players: int) -> None:
        self.games = baseline.game(mix), mixes.game(mix)
        self.players = players
        self.step = Lockstep(*(game.table(players) for game in self.games))

    def smallest(self, steps: Sequence[Step]) -> Small | None:
        """Return the smallest position from which the last of these moves lead to a difference."""
        last = (steps[-count:] for count in range(1, min(LAST_MOVES, len(steps)) + 1))
        return smallest_position(((some[0].state, [move.text for move in some]) for some in last), self._tried)

    def _tried(self, position: Position, moves: Sequence[str]) -> Small | None:
        """The position with these moves, if the tables differ after them and not before."""
        try:
            states = [position.lay(game.table(self.players)) for game in self.games]
            split = self.step.replayed(states[0], states[1], moves)
        except (RulesetFault, PositionError, ValueError):
            return None  # there is no such position, or no such move
        return Small(position, split) if split is not None else None


@dataclass(frozen=True)
class Difference:
    """A difference: the number of moves to it, a sentence about it, and an example, or "" if none can show it."""

    moves: int
    note: str
    example: str


MIX = ("in", "with", "without", "set")
BEGINNING = ("players", "seed", "given", "deal")
FEW = 4  # moves that an example can have more, before a position of its own is shorter


class Writer:
    """Writes the differences between the rules and one mutant."""

    def __init__(self, baseline: MutatedMixes, mixes: MutatedMixes) -> None:
        self.baseline = baseline
        self.mixes = mixes

    def unsaid(self, case: Case, mix: ExampleMix, before: History, number: int, split: Split) -> Difference:
        """A difference inside an example, after some of its moves, that the example doesn't test."""
        where = "at the beginning" if not number else f"after {_count(number)}"
        note = f"the example “{case.name}” doesn't test the difference {where}"
        return Difference(number, note, _example(self._beginning(case, mix), _steps(before)[:number], split))

    def following(self, case: Case, mix: ExampleMix, before: History, place: int, split: Split) -> Difference:
        """A difference after the first moves of an example, `place` in number, and some other moves."""
        count = len(split.steps)
        rest = (
            "after" if place == len(before.moves) else f"after {_count(place)} of" if place else "from the beginning of"
        )
        note = f"{_count(count)} {rest} the example “{case.name}”"
        steps = [*_steps(before)[:place], *split.steps]
        text = self._small(self._mixed(case, mix), mix, before.state.players, split) if count > FEW else ""
        return Difference(count, note, text or _example(self._beginning(case, mix), steps, split))

    def dealt(self, mix: ExampleMix, players: int, seed: int, split: Split) -> Difference:
        """A difference in a new game."""
        count = len(split.steps)
        where = f"after {_count(count)}" if count else "at the deal"
        note = f"{where} in a game of {players} players with seed {seed}"
        mixed = of_mix(mix, self.mixes.files)
        lines = [*mixed, f"players: {players}", f"seed: {seed}"]
        text = self._small(mixed, mix, players, split) if count else ""
        return Difference(count, note, text or _example(lines, split.steps, split))

    def _beginning(self, case: Case, mix: ExampleMix) -> list[str]:
        """Return the lines of an example before its moves, for the file of the mutant."""
        return [*self._mixed(case, mix), *_written(case, BEGINNING)]

    def _mixed(self, case: Case, mix: ExampleMix) -> list[str]:
        """Return the lines of an example that name its mix. Those of another file, and those under `with:`, leave out
        what their place implies."""
        own = case.beside is None and str(case.document.path) in self.mixes.files
        return _written_mix(case) if own else of_mix(mix, self.mixes.files)

    def _small(self, mixed: list[str], mix: ExampleMix, players: int, split: Split) -> str:
        """An example that begins with a position, or "" if no position shows the difference."""
        small = PositionShrinker(self.baseline, self.mixes, mix, players).smallest(split.steps)
        if small is None:
            return ""
        given = small.position.lines(self.baseline.game(mix).table(players).machine.layout)
        lines = flow("given", {key: quoted(value) for key, value in given.items()})
        fewest = players == self.baseline.game(mix).players[0]
        return _example([*mixed, *([] if fewest else [f"players: {players}"]), *lines], small.split.steps, small.split)


def of_mix(mix: ExampleMix, own: Container[str]) -> list[str]:
    """The lines of an example that name its mix; `own` has the paths of the file that the example is for."""
    lines = [] if str(mix.subject) in own else [f"in: {_id(mix.library, mix.subject)}"]
    if mix.with_:
        lines.append(f"with: [{', '.join(_id(mix.library, reference) for reference in mix.with_)}]")
    if mix.without:
        lines.append(f"without: [{', '.join(mix.without)}]")
    if mix.options:
        lines.append(f"set: {{{', '.join(f'{key}: {_value(value)}' for key, value in mix.options)}}}")
    return lines


def _example(beginning: Sequence[str], steps: Sequence[Step], split: Split) -> str:
    lines = list(beginning)
    lines += listed("moves", (f"{step.seat}: {step.text}" for step in _told(steps)))
    then = _then(split)
    return example([*lines, *flow("then", then)]) if then else ""


def _told(steps: Sequence[Step]) -> list[Step]:
    """Leave out quiet answers of players other than the next one who answers: examples give them by themselves."""
    kept: list[Step] = []
    for step in reversed(steps):
        if not kept or step.seat == kept[-1].seat or not _is_quiet(step):
            kept.append(step)
    return kept[::-1]


def _is_quiet(step: Step) -> bool:
    return any(move.text == step.text and is_quiet(step.state, move) for move in step.state.question.legal)


def _then(split: Split) -> dict[str, str]:
    if split.state is None:
        return {"over": "false"}
    found = _result(split.state, split.changed)
    if not found or split.state.over or quiet_answer(split.state) is None or split.state.question.prompt is None:
        return found
    return {"asked": split.state.question.prompt, **found}  # or the quiet answer would come before the result


def _result(state: State, changed: State | None) -> dict[str, str]:
    if changed is not None:
        return differences(state, changed)
    # the mutant fails here: that the game continues is enough
    return {"over": "true"} if state.over else {"to move": str(state.question.seat)}


def _written_mix(case: Case) -> list[str]:
    """The lines of an example that name its mix, as its author wrote them, with the game if the file implies it."""
    implied = case.document.kind != "rule" and case.node.entry("in") is None
    return [*([f"in: {case.document.id}"] if implied else []), *_written(case, MIX)]


def _written(case: Case, keys: Sequence[str]) -> list[str]:
    """The lines of an example with these keys, as its author wrote them."""
    lines: list[str] = []
    for entry in case.node.entries:
        if entry.key.value in keys:
            span = entry.key.span.to(entry.value.span)
            indent = " " * (span.column - 1)
            lines += [line.removeprefix(indent) for line in span.text.rstrip().split("\n")]
    return lines


def _steps(before: History) -> list[Step]:
    return [Step(state, move.text) for state, move in zip(before.states, before.moves, strict=False)]


def _count(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


def _id(library: Library, reference: str | Path) -> str:
    """Return the id of a ruleset, which the name of its file need not be."""
    document, _ = library.find(reference, KINDS)
    return document.id if document is not None else str(reference)


def _value(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else quoted(str(value))
