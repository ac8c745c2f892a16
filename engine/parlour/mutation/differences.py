"""Compares a mutant that no example notices with the unchanged rules: plays both with the same moves.

Games start at any moment of an example, because examples are about what is rare, and from new deals for each number of
players. The smallest difference becomes an example to paste.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from parlour.documents.composition import Document
from parlour.examples import Case, play_case
from parlour.examples.example_text import differences, example, flow, listed, of_changes, of_values, quoted
from parlour.examples.finding import case_of
from parlour.examples.history import History, is_quiet, quiet_answer
from parlour.examples.position import Position, smallest_position
from parlour.game import TableError
from parlour.mixing.recipes import Recipe
from parlour.mutation.in_step import Choose, Lockstep, Split, Step, same_table
from parlour.mutation.mutants import Verdict
from parlour.mutation.mutated_mixes import MutatedMixes, TooLongError, TrialMixes, at_most
from parlour.schema.validation import KINDS
from parlour.states.positions import PositionError
from parlour.states.state import Table
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault

ENOUGH = 4  # differences, of which the smallest is shown
FROM_EXAMPLES = 30  # moves in a game that starts where an example ends
FROM_DEALS = 120  # moves in a game from a new deal
DEALS = 4  # one game in four begins with a new deal
LAST_MOVES = 6  # before a difference: positions to start its example from
BEGINNING = ("players", "seed", "given", "deal")  # the keys of an example before its moves

Begun = Sequence[tuple[Case, History]]
"""Examples, each with its game by the unchanged rules."""


@dataclass(frozen=True)
class Difference:
    """The place where two tables part. `begins` has the lines of an example before its moves, without its mix."""

    mix: Recipe
    players: int
    split: Split
    note: str
    begins: Sequence[str]

    @property
    def size(self) -> tuple[int, int, int]:
        return self.mix.changes, len(self.split.steps), self.players


@dataclass
class DifferenceSearch:
    document: Document
    baseline: TrialMixes
    mixes: MutatedMixes
    games: int
    seed: int
    played: int = 0
    differences: list[Difference] = field(default_factory=list)
    _steps: dict[tuple[int, int], Lockstep] = field(default_factory=dict)

    def verdict(self, id: str, different: Sequence[tuple[Recipe, Begun]]) -> Verdict:
        """Return `survived` without a description, which often takes longer than the search."""
        for mix, _ in different:
            note, text = self._of_tables(mix)
            if note:
                return Verdict(id, "survived", note=note, example=text)
        for mix, begun in different:
            for case, before in begun:
                self._in_example(mix, case, before)
        for number in range(self.games):
            if len(self.differences) >= ENOUGH:
                break
            mix, begun = different[number % len(different)]
            turn, last = divmod(number // len(different), DEALS)
            if last == DEALS - 1 or not begun:
                self._from_deal(mix, turn if begun else number)
            else:
                self._from_example(mix, *begun[(turn * (DEALS - 1) + last) % len(begun)], number)
        return Verdict(id, "survived" if self.differences else "not told apart", games=self.played)

    def described(self, verdict: Verdict) -> Verdict:
        """Add the smallest difference that an example notices to a verdict of this search. If no example notices one,
        add the smallest difference without an example."""
        ordered = sorted(self.differences, key=lambda difference: difference.size)
        for each in ordered:
            for text in self._examples(each):
                if self._notices(text):
                    return replace(verdict, note=each.note, example=text)
        if not ordered:
            return verdict
        return replace(verdict, note=f"{ordered[0].note}; Parlour found no example that shows it")

    # ------------------------------------------------------------ tables that nobody can play in step

    def _of_tables(self, mix: Recipe) -> tuple[str, str]:
        """The difference between the tables of a mix in words and as an example; "" if Parlour can compare their
        states."""
        here, there, mixed = self.baseline.game(mix), self.mixes.game(mix), of_mix(mix, self.document)
        for players in sorted({*here.players} ^ {*there.players}):
            lines = [*mixed, f"players: {players}"]
            if players in here.players:
                return f"{players} players can't play with the change", example([*lines, "then: {over: false}"])
            try:
                here.admitted(players)
            except TableError as error:
                lines.append(f"refused: {quoted(str(error))}")
                return f"{players} players can play with the change", example(lines)
        if same_table(here.program, there.program):
            return "", ""
        for kind in ("variables", "zones"):
            for one, other in zip(getattr(here.program, kind), getattr(there.program, kind), strict=False):
                if one.name == other.name and one.seen != other.seen:
                    return f"`{one.name}` is visible to {other.seen}, not to {one.seen}", ""
                if one.name == other.name and kind == "zones" and one.counted != other.counted:
                    return f"{other.counted} can count `{one.name}`, not {one.counted}", ""
        return "the pack or the zones differ", ""

    # ------------------------------------------------------------ games

    def _in_example(self, mix: Recipe, case: Case, before: History) -> None:
        """Look for a difference that an example passes without testing it."""
        after = self.mixes.played(case)[1]
        if after is None or len(self.differences) >= ENOUGH:
            return
        step = self._step(before.state.table, after.state.table)
        for number, (a, b) in enumerate(zip(before.states, after.states, strict=False)):
            if not step.alike(list(a.cells), list(b.cells)):
                where = f"after {_count(number)}" if number else "at the beginning"
                note = f"the example “{case.name}” doesn't test the difference {where}"
                split = Split(_steps(before)[:number], a, b)
                self.differences.append(Difference(mix, before.state.players, split, note, beginning(case)))
                return

    def _from_example(self, mix: Recipe, case: Case, before: History, number: int) -> None:
        after, chance = self.mixes.played(case)[1], self._chance(number)
        place = chance.randrange(len(before.states))
        if after is None or place >= len(after.states):
            return
        here, there = before.states[place], after.states[place]
        step = self._step(here.table, there.table)
        split = step.play(list(here.cells), list(there.cells), _at_random(chance, FROM_EXAMPLES))
        self.played += 1
        if split is not None:
            whole = place == len(before.moves)
            rest = "after" if whole else f"after {_count(place)} of" if place else "from the beginning of"
            note = f"{_count(len(split.steps))} {rest} the example “{case.name}”"
            split = replace(split, steps=(*_steps(before)[:place], *split.steps))
            self.differences.append(Difference(mix, before.state.players, split, note, beginning(case)))

    def _from_deal(self, mix: Recipe, number: int) -> None:
        sizes = self.baseline.game(mix).players[:4]
        if not sizes:
            return
        players, seed = sizes[number % len(sizes)], self.seed + number
        try:
            table, changed = self.baseline.table(mix, players), self.mixes.table(mix, players)
        except (TableError, RulesetFault):
            return
        self.played += 1
        choose = _at_random(self._chance(seed), FROM_DEALS)
        split = self._step(table, changed).play(_dealt(table, seed), _dealt(changed, seed), choose)
        if split is not None:
            where = f"after {_count(len(split.steps))}" if split.steps else "at the deal"
            note = f"{where} in a game of {players} players with seed {seed}"
            lines = [f"players: {players}", f"seed: {seed}"]
            self.differences.append(Difference(mix, players, split, note, lines))

    def _step(self, table: Table, changed: Table) -> Lockstep:
        key = id(table), id(changed)
        if key not in self._steps:
            self._steps[key] = Lockstep(table, changed)
        return self._steps[key]

    def _chance(self, number: int) -> Random:
        return Random(f"{self.seed} {number}")

    # ------------------------------------------------------------ examples

    def _examples(self, difference: Difference) -> Iterator[str]:
        """Yield the smallest position that shows a difference, and then the whole way to it."""
        mix, players, mixed = difference.mix, difference.players, of_mix(difference.mix, self.document)
        tables = self.baseline.table(mix, players), self.mixes.table(mix, players)
        small = smallest(Lockstep(*tables), difference.split) if difference.split.steps else None
        if small is not None:
            fewest = players == self.baseline.game(mix).players[0]
            lines = [*mixed, *([] if fewest else [f"players: {players}"])]
            lines += of_values("given", small[0].lines(tables[0].machine.layout))
            yield example_of(lines, small[1])
        yield example_of([*mixed, *difference.begins], difference.split)

    def _notices(self, text: str) -> bool:
        """True if an example for the file of the document notices its mutant. It might not: examples give quiet answers
        by themselves, for instance, so they can't show that somebody was asked."""
        case = case_of(text, self.document)
        if case is None:
            return False
        try:
            with at_most():
                return play_case(case, self.baseline)[0].passed and not play_case(case, self.mixes)[0].passed
        except TooLongError:
            return True


def _at_random(chance: Random, most: int) -> Choose:
    return lambda made, _, of: chance.randrange(of) if made < most else None


def _dealt(table: Table, seed: int) -> Cells | None:
    try:
        return table.machine.start(seed)
    except RulesetFault:
        return None


def _steps(history: History) -> tuple[Step, ...]:
    return tuple(Step(state, move.text) for state, move in zip(history.states, history.moves, strict=False))


def _count(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


# ---------------------------------------------------------------- a difference as an example


def smallest(step: Lockstep, split: Split) -> tuple[Position, Split] | None:
    """Return the smallest position from which the last moves lead to a difference: the position before them, without
    everything that the difference doesn't need."""

    def shown(position: Position, moves: Sequence[str]) -> Split | None:
        try:
            return step.replayed(position.lay(step.tables[0]), position.lay(step.tables[1]), moves)
        except (RulesetFault, PositionError, ValueError):
            return None  # there is no such position, or no such move

    last = (split.steps[-count:] for count in range(1, min(LAST_MOVES, len(split.steps)) + 1))
    return smallest_position(((some[0].state, [move.text for move in some]) for some in last), shown)


def beginning(case: Case) -> list[str]:
    """The lines of an example before its moves, as its author wrote them."""
    spans = [entry.span for entry in case.node.entries if entry.key.value in BEGINNING]
    return [line.removeprefix(" " * (at.column - 1)) for at in spans for line in at.text.rstrip().split("\n")]


def of_mix(mix: Recipe, own: Document) -> list[str]:
    """The lines of an example that name its mix, in the file of a document."""

    def id_of(reference: str | Path) -> str:  # which the name of its file need not be
        document, _ = mix.home.find(reference, KINDS)
        return document.id if document is not None else str(reference)

    lines = [] if mix.subject in (own.path, str(own.path)) else [f"in: {id_of(mix.subject)}"]
    return [*lines, *of_changes(map(id_of, mix.with_), mix.without, mix.options)]


def _moves(split: Split) -> list[str]:
    """The moves without quiet answers of others than the next one who answers: examples give them by themselves."""
    moves: list[Step] = []
    for step in reversed(split.steps):
        of_text = (move for move in step.state.question.legal if move.text == step.text)
        if not moves or step.seat == moves[-1].seat or not any(is_quiet(step.state, move) for move in of_text):
            moves.append(step)
    return [f"{step.seat}: {step.text}" for step in moves[::-1]]


def _then(split: Split) -> dict[str, str]:
    state, changed = split.state, split.changed
    if state is None:
        return {"over": "false"}
    if changed is None:  # the mutant fails here: that the game continues is enough
        lines = {"over": "true"} if state.over else {"to move": str(state.question.seat)}
    else:
        lines = differences(state, changed)
    if not lines or state.over or quiet_answer(state) is None or state.question.prompt is None:
        return lines
    return {"asked": state.question.prompt, **lines}  # or the quiet answer would come before the result


def example_of(begins: Sequence[str], split: Split) -> str:
    """Return an example that begins with these lines; "" if none can show the difference."""
    then = _then(split)
    return example([*begins, *listed("moves", _moves(split)), *flow("then", then)]) if then else ""
