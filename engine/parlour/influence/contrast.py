"""One position with a rule and without it: which moves there are, and where the move that was made leads.

Knows Programs and states, not how a mix without the rule is composed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.playouts.influence import Kind
from parlour.playouts.playout_names import with_functions
from parlour.states.machine import Machine
from parlour.states.transfer import Transfer
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, Layout
from parlour.table.packing import Packing, digit

NOTHING: frozenset[Kind] = frozenset()
FORCED = 100  # forced moves in a row that are made before two positions are compared


@dataclass
class Decision:
    """A position of a game and the move made there. What they lead to is computed once for all rules."""

    machine: Machine
    s: Cells
    move: int | None  # None: only the possible moves matter

    @cached_property
    def legal(self) -> Sequence[int]:
        return self.machine.legal(self.s)

    @cached_property
    def after(self) -> Cells:
        assert self.move is not None, "there is no outcome without a move"
        return self.machine.apply(self.s, self.move)

    @cached_property
    def settled(self) -> Cells:
        """The next position with a choice, or the end."""
        return settled(self.machine, self.after)


def settled(machine: Machine, s: Cells) -> Cells:
    """Return the next position with a choice, or the end: forced moves are made."""
    for _ in range(FORCED):
        if machine.over(s):
            break
        legal = machine.legal(s)
        if len(legal) != 1:
            break
        s = machine.apply(s, legal[0])
    return s


class Contrast:
    """A mix and the same mix without a rule, at tables of one size."""

    def __init__(self, mix: Machine, without: Machine) -> None:
        self.mix, self.without = mix, without
        self.transfer = Transfer(mix.layout, without.layout)
        self._moves: dict[int, MoveNumbers] = {}

    def kinds(self, made: Decision) -> frozenset[Kind]:
        """Return what would have been different without the rule."""
        there = self.transfer.carry(made.s)
        if there is None:
            return NOTHING if len(made.legal) == 1 else frozenset({"asked"})
        moves = self._numbers(made.s[QUESTION], there[QUESTION])
        try:
            legal = self.without.legal(there)
        except RulesetFault:  # nobody could go on without the rule
            return frozenset({"offered"})
        found = NOTHING if moves.alike and made.legal == legal else moves.compared(made.legal, legal)
        move = None if made.move is None else moves.counterpart(made.move)
        if move is None or move not in legal:
            return found
        return found | self._outcome(made, there, move)

    def _outcome(self, made: Decision, there: Cells, move: int) -> frozenset[Kind]:
        """Compare where the move leads: at once, or if that differs, once there is a choice again.

        A forced move is a position of its own: whether the rule forced it is seen there.
        """
        try:
            reached = self.without.apply(there, move)
            expected = self.transfer.carry(made.after)
            if expected is not None and not self._differences(expected, reached):
                return NOTHING
            reached = settled(self.without, reached)
        except RulesetFault:
            return frozenset({"turn"})
        expected = self.transfer.carry(made.settled)
        # without a counterpart, the rule asks something next: that counts when it is answered
        return NOTHING if expected is None else self._differences(expected, reached)

    def _differences(self, expected: Cells, reached: Cells) -> frozenset[Kind]:
        """Compare the positions of two states of the mix without the rule: what only the code needs is left out."""
        if expected == reached:
            return NOTHING
        differ = (cell for cell, (a, b) in enumerate(zip(expected, reached, strict=True)) if a != b)
        found = {self._kind_of[cell] for cell in differ if cell in self._kind_of}
        if expected[QUESTION] != reached[QUESTION] or (
            reached[QUESTION] != OVER and self.without.seat(expected) != self.without.seat(reached)
        ):
            found.add("turn")
        return frozenset(found)

    def _numbers(self, question: int, other: int) -> MoveNumbers:
        if question not in self._moves:
            self._moves[question] = MoveNumbers.of(self.transfer, question, other)
        return self._moves[question]

    @cached_property
    def _kind_of(self) -> dict[int, Kind]:
        """The cells of the position in the mix without the rule. Chance is left out, and what only the code needs."""
        layout = self.transfer.target
        position = {cell for part in layout.positions for cell in range(part.start, part.stop)}
        scores = _scores(layout)
        targets = (pair.target for pair in self.transfer.cells)
        return {cell: _kind(layout, cell, scores) for cell in targets if cell in position}


def _kind(layout: Layout, cell: int, scores: frozenset[int]) -> Kind:
    if cell in scores:
        return "score"
    return "cards" if layout.first_cell_of_zones <= cell < layout.where + layout.pack.size else "other"


def _scores(layout: Layout) -> frozenset[int]:
    """The cells of the variables that the results of the game are computed from."""
    program = layout.program
    nodes = [node for result in program.results for node in with_functions(program, result.value)]
    variables = {node.var for node in nodes if isinstance(node, p.VarAt)}
    arrays = [layout.variables[number] for number in variables]
    return frozenset(cell for array in arrays for cell in range(array.at, array.at + array.size))


@dataclass(frozen=True)
class MoveNumbers:
    """The numbers of the moves of one question as numbers of its counterpart."""

    ours: int  # actions
    theirs: int
    actions: dict[int, int]  # those that both have
    payloads: dict[int, Callable[[int], int]]  # for actions whose choices are numbered differently

    @classmethod
    def of(cls, transfer: Transfer, question: int, other: int) -> MoveNumbers:
        one, two = transfer.source.program.questions[question], transfer.target.program.questions[other]
        keys = [_keys(q) for q in (one, two)]
        actions = {keys[0].index(key): number for number, key in enumerate(keys[1]) if key in keys[0]}
        payloads = {}
        for ours, theirs in actions.items():
            packings = [
                Packing(tuple(digit(layout, slot) for slot in arm.slots))
                for layout, arm in ((transfer.source, one.arms[ours]), (transfer.target, two.arms[theirs]))
            ]
            if packings[0] != packings[1]:
                payloads[ours] = _repacked(packings[0], packings[1])
        return cls(len(one.arms), len(two.arms), actions, payloads)

    @cached_property
    def alike(self) -> bool:
        """True if all moves have the same numbers."""
        return self.ours == self.theirs and not self.payloads and all(a == b for a, b in self.actions.items())

    def counterpart(self, move: int) -> int | None:
        if self.alike:
            return move
        payload, action = divmod(move, self.ours)
        if action not in self.actions:
            return None
        repack = self.payloads.get(action)
        return (repack(payload) if repack else payload) * self.theirs + self.actions[action]

    def compared(self, ours: Sequence[int], theirs: Sequence[int]) -> frozenset[Kind]:
        """Return whether the first offers moves that the second doesn't, and the other way round."""
        found = set[Kind]()
        if isinstance(ours, Answers) or isinstance(theirs, Answers):
            return self._by_actions(ours, theirs)
        there = set(theirs)
        known = set(ours) if self.alike else {self.counterpart(move) for move in ours}
        if None in known or not known <= there:
            found.add("offered")
        if not there <= known:
            found.add("refused")
        return frozenset(found)

    def _by_actions(self, ours: Sequence[int], theirs: Sequence[int]) -> frozenset[Kind]:
        """The same where there are too many moves to list: the numbers of moves are compared for each action."""
        counts = [_counts(moves, arms) for moves, arms in ((ours, self.ours), (theirs, self.theirs))]
        back = {b: a for a, b in self.actions.items()}
        found = set[Kind]()
        if any(n > counts[1].get(self.actions.get(action, -1), 0) for action, n in counts[0].items()):
            found.add("offered")
        if any(n > counts[0].get(back.get(action, -1), 0) for action, n in counts[1].items()):
            found.add("refused")
        return frozenset(found)


def _counts(moves: Sequence[int], arms: int) -> dict[int, int]:
    if isinstance(moves, Answers):
        return {action: len(moves.of([action])) for action in moves.offered}
    found = dict[int, int]()
    for move in moves:
        found[move % arms] = found.get(move % arms, 0) + 1
    return found


def _keys(question: p.Question) -> list[tuple[object, ...]]:
    """What identifies each action of a question: the same one can come several times."""
    found: list[tuple[object, ...]] = []
    for arm in question.arms:
        key = (arm.id, arm.origin, tuple((slot.form, slot.type.kind) for slot in arm.slots))
        found.append((*key, sum(other[:3] == key for other in found)))
    return found


def _repacked(one: Packing, other: Packing) -> Callable[[int], int]:
    def repack(payload: int) -> int:
        values = one.unpack(payload)
        fits = all(0 <= v + d.bias < d.radix for d, v in zip(other.digits, values, strict=True))
        return other.pack(values) if fits else -1

    return repack
