"""Compares a mutant that no example notices with the unchanged rules: plays both with the same moves.

Games start at any moment of an example, because examples are about what is rare, and from new deals for each number of
players. Writes the difference after the fewest moves as an example.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from parlour import program as p
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.yaml_text import read_data
from parlour.examples import Case, play_case
from parlour.examples.example_text import example, quoted
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.game import Game, TableError
from parlour.mutation.asked_examples import SECONDS, TooLongError, at_most
from parlour.mutation.courses import Course, Courses
from parlour.mutation.lockstep import Lockstep, Split
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.sameness import same_table
from parlour.mutation.suggestions import Difference, Writer, of_mix
from parlour.mutation.verdicts import Verdict
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.faults import RulesetFault
from parlour.table.sight import watchers
from parlour.table.texts import written_keys
from parlour.views import view

MIXES = 4  # that are played for one mutant
ENOUGH = 4  # differences, of which the smallest is shown
FROM_EXAMPLES = 30  # moves in a game that starts where an example ends
FROM_DEALS = 120  # moves in a game from a new deal

DEALS = 4  # one game in four begins with a new deal

Cases = Sequence[tuple[Case, History | None]]
"""Examples, each with its game; none for those that fail or never begin without any mutant."""
Begun = Sequence[tuple[Case, History]]


@dataclass(frozen=True)
class FoundDifference:
    """A difference, and a function that describes it."""

    mix: ExampleMix
    moves: int
    players: int
    described: Callable[[], Difference]

    @property
    def size(self) -> tuple[int, int, int]:
        return self.mix.changes, self.moves, self.players


class DifferenceSearch:
    def __init__(
        self,
        document: Document,
        baseline: MutatedMixes,
        mixes: MutatedMixes,
        courses: Courses,
        games: int,
        seed: int,
    ) -> None:
        self.document = document
        self.baseline = baseline
        self.courses = courses
        self.steps: dict[tuple[int, int], Lockstep] = {}
        self.mixes = mixes
        self.games = games
        self.seed = seed
        self.writer = Writer(baseline, mixes)
        self.played = 0
        self.found: list[FoundDifference] = []
        self.histories: dict[int, History | None] = {}

    def verdict(self, id: str, different: Sequence[tuple[ExampleMix, Cases]]) -> Verdict:
        """Return `survived` without a description, which often takes longer than the search."""
        for mix, _ in sorted(different, key=lambda item: item[0].changes):
            declared = tables(mix, self.baseline, self.mixes)
            if declared is not None:
                return Verdict(id, "survived", note=declared.note, example=declared.example)
        for mix, cases in different:
            by = self._histories(mix, cases)
            if by is not None:
                return Verdict(id, "killed", by=by)
        begun = [(mix, [(case, before) for case, before in cases if before is not None]) for mix, cases in different]
        for number in range(self.games):
            mix, from_ = begun[number % len(begun)]
            self._play(mix, from_, number // len(begun))
            if len(self.found) >= ENOUGH:
                break
        return Verdict(id, "survived" if self.found else "not told apart", games=self.played)

    def described(self, verdict: Verdict) -> Verdict:
        """Add the smallest difference that an example notices to a verdict of this search: first of all, that with the
        fewest house rules. If no example notices one, add the smallest difference without an example."""
        if not self.found:
            return verdict
        notes: list[str] = []
        for found in sorted(self.found, key=lambda found: found.size):
            difference = found.described()
            if notices(difference.example, self.document, self.baseline, self.mixes):
                return replace(verdict, note=difference.note, example=difference.example)
            notes.append(difference.note)
        return replace(verdict, note=f"{notes[0]}; Parlour found no example that shows it")

    def _histories(self, mix: ExampleMix, cases: Cases) -> str | None:
        """Look for examples that pass although something in them differs. Return the name of one that fails."""
        for case, before in cases:
            result, after = self.mixes.played(case)
            self.histories[id(case)] = after
            if before is None or after is None:
                continue
            if not result.passed:
                return f"{case.document.id}: {case.name}"
            if len(self.found) >= ENOUGH:
                continue
            step = self._step(before.state.table, after.state.table)
            for number, (a, b) in enumerate(zip(before.states, after.states, strict=False)):
                if not step.alike(list(a.cells), list(b.cells)):
                    split = Split((), a, b)
                    described = partial(self.writer.unsaid, case, mix, before, number, split)
                    self.found.append(FoundDifference(mix, number, before.state.players, described))
                    break
        return None

    def _play(self, mix: ExampleMix, begun: Begun, number: int) -> None:
        """Play a game from any moment of an example, or every fourth one from a new deal."""
        deals, others = divmod(number, DEALS)
        if others == DEALS - 1 or not begun:
            self._from_deal(mix, deals if begun else number)
        else:
            self._from_example(mix, begun, number - deals)

    def _from_example(self, mix: ExampleMix, begun: Begun, number: int) -> None:
        case, before = begun[number % len(begun)]
        after, chance = self.histories.get(id(case)), self._chance(number)
        place = chance.randrange(len(before.states))
        if after is None or place >= len(after.states):
            return
        course = self._continuing(case, number, before.states[place], chance)
        split = self._step(course.table, after.state.table).continued(course, after.states[place])
        self.played += 1
        if split is not None:
            described = partial(self.writer.following, case, mix, before, place, split)
            self.found.append(FoundDifference(mix, len(split.steps), before.state.players, described))

    def _from_deal(self, mix: ExampleMix, number: int) -> None:
        sizes = self.baseline.game(mix).players[:4]
        if not sizes:
            return
        players, seed = sizes[number % len(sizes)], self.seed + number
        try:
            table = self.baseline.table(mix, players)
            step = self._step(table, self.mixes.table(mix, players))
        except (TableError, RulesetFault):
            return
        self.played += 1
        split = step.deal(self._dealt(mix, players, table, seed), seed)
        if split is not None:
            described = partial(self.writer.dealt, mix, players, seed, split)
            self.found.append(FoundDifference(mix, len(split.steps), players, described))

    def _continuing(self, case: Case, number: int, state: State, chance: Random) -> Course:
        def course() -> Course:
            return Course(state.table, lambda: list(state.cells), chance, FROM_EXAMPLES)

        return self.courses.course((id(case), number), course)

    def _dealt(self, mix: ExampleMix, players: int, table: Table, seed: int) -> Course:
        def course() -> Course:
            return Course(table, lambda: table.machine.start(seed), self._chance(seed), FROM_DEALS)

        return self.courses.course((mix, players, seed), course)

    def _step(self, table: Table, changed: Table) -> Lockstep:
        key = id(table), id(changed)
        if key not in self.steps:
            self.steps[key] = Lockstep(table, changed)
        return self.steps[key]

    def _chance(self, number: int) -> Random:
        return Random(f"{self.seed} {number}")


SEED = 1


def tables(mix: ExampleMix, before: MutatedMixes, after: MutatedMixes) -> Difference | None:
    """The difference between the tables of a mix, or None if Parlour can compare their states."""
    here, there = before.game(mix), after.game(mix)
    return _players(of_mix(mix, after.files), here, there) or _declared(mix, before, after)


def _players(mixed: list[str], before: Game, after: Game) -> Difference | None:
    for players in sorted({*before.players} ^ {*after.players}):
        lines = [*mixed, f"players: {players}"]
        if players in before.players:
            note = f"{players} players can't play with the change"
            return Difference(0, note, example([*lines, "then: {over: false}"]))
        try:
            before.admitted(players)
        except TableError as error:
            note = f"{players} players can play with the change"
            return Difference(0, note, example([*lines, f"refused: {quoted(str(error))}"]))
    return None


def _declared(mix: ExampleMix, mixes: MutatedMixes, mutated: MutatedMixes) -> Difference | None:
    before, after = mixes.game(mix).program, mutated.game(mix).program
    if same_table(before, after):
        return None
    audiences = {v.name: v.seen for v in after.variables}
    for variable in before.variables:
        other = audiences.get(variable.name, variable.seen)
        if other != variable.seen:
            note = f"`{variable.name}` is visible to {other}, not to {variable.seen}"
            return Difference(0, note, _sight(of_mix(mix, mutated.files), mixes.table(mix, None), variable, other))
    for one, changed in zip(before.zones, after.zones, strict=False):
        if one.name == changed.name and (one.seen, one.counted) != (changed.seen, changed.counted):
            return Difference(0, f"other players can see or count `{one.name}`", "")
    return Difference(0, "the pack or the zones differ", "")


def _sight(mixed: list[str], table: Table, variable: p.Variable, other: p.Audience) -> str:
    """An example at the deal: what a seat sees of a variable that `other` can see after the change."""
    state = table.start(SEED)
    layout = state.table.machine.layout
    array = layout.variables[layout.program.variables.index(variable)]
    keys = next(layout.keys_of(array))
    name = " ".join([variable.name, *written_keys(layout, variable.keys, keys)])
    one, two = (watchers(layout, audience, variable.owner, 0) for audience in (variable.seen, other))
    seat = next(iter(members(one ^ two)), 0) + 1
    value = view(state, seat).value(name)
    sees = f"{seat} sees: {{{name}: {quoted(value or 'not seen')}}}"
    return example([*mixed, f"seed: {SEED}", f"then: {{{sees}}}"])


def notices(example: str, document: Document, baseline: MutatedMixes, mixes: MutatedMixes) -> bool:
    """True if an example for the file of a document notices its mutant. It might not: examples give quiet answers by
    themselves, for instance, so they can't show that somebody was asked."""
    source = Source(document.source.name, example + "\n")
    node, _ = read_data(source.text.encode(), source)
    written = node.items[0] if isinstance(node, doc.Sequence) and node.items else None
    if not isinstance(written, doc.Mapping):
        return False
    case = Case(document, written)
    try:
        with at_most(SECONDS):
            return play_case(case, baseline)[0].passed and not play_case(case, mixes)[0].passed
    except TooLongError:
        return True
