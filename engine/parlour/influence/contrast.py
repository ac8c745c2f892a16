"""Compares one position with a rule and without it: the moves, and the result of the player's move.

Knows Programs and states, not the composition of mixes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.influence.effects import Kind
from parlour.playouts.playout_names import with_functions
from parlour.states.counterparts import Counterparts
from parlour.states.machine import Machine
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION

NOTHING: frozenset[Kind] = frozenset()
FORCED = 100  # forced moves in a row that are made before two positions are compared


@dataclass
class Decision:
    """A position of a game and the move made there. Their results are the same for all rules, and computed once."""

    machine: Machine
    s: Cells
    move: int | None  # None: only the possible moves matter

    @cached_property
    def legal(self) -> Sequence[int]:
        return self.machine.legal(self.s)

    @cached_property
    def after(self) -> Cells:
        assert self.move is not None, "an outcome needs a move"
        return self.machine.apply(self.s, self.move)

    @cached_property
    def settled(self) -> Cells:
        """The next position with a choice, or the end."""
        return settled(self.machine, self.after)


def settled(machine: Machine, s: Cells) -> Cells:
    """Make all forced moves; return the next position with a choice, or the end."""
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
        self.without = without
        self.counterparts = Counterparts(mix, without)
        self._scores = _scores(without.program)

    def kinds(self, made: Decision) -> frozenset[Kind]:
        """Return the differences that the rule made."""
        there = self.counterparts.carry(made.s)
        if there is None:
            return NOTHING if len(made.legal) == 1 else frozenset({"asked"})
        moves = self.counterparts.numbers(made.s[QUESTION])
        try:
            legal = self.without.legal(there)
        except RulesetFault:  # nobody could go on without the rule
            return frozenset({"offered"})
        kinds = set[Kind]()
        if not (moves.alike and made.legal == legal):
            offered, refused = moves.more(made.legal, legal)
            kinds |= {"offered"} if offered else set()
            kinds |= {"refused"} if refused else set()
        move = None if made.move is None else moves.counterpart(made.move)
        if move is None or move not in legal:
            return frozenset(kinds)
        return frozenset(kinds) | self._outcome(made, there, move)

    def _outcome(self, made: Decision, there: Cells, move: int) -> frozenset[Kind]:
        """Compare the results of the move: at once, or if those differ, at the next choice. A forced move is a position
        of its own, which shows whether the rule forced it."""
        try:
            reached = self.without.apply(there, move)
            if self._shared(made.after) and not self._differences(made.after, reached):
                return NOTHING
            reached = settled(self.without, reached)
        except RulesetFault:
            return frozenset({"turn"})
        # without a counterpart, the rule asks something next: that counts when it is answered
        return self._differences(made.settled, reached) if self._shared(made.settled) else NOTHING

    def _shared(self, s: Cells) -> bool:
        """True if the mix without the rule has the question of a state."""
        return s[QUESTION] in self.counterparts.transfer.questions

    def _differences(self, expected: Cells, reached: Cells) -> frozenset[Kind]:
        """Compare a state of the mix with one of the mix without the rule. Ignores chance."""
        kinds = {self._kind(part) for part in self.counterparts.differences(expected, reached)}
        if not self.counterparts.same_question(expected, reached):
            kinds.add("turn")
        return frozenset(kinds)

    def _kind(self, part: PositionPart) -> Kind:
        if part.kind == "variable" and part.name in self._scores:
            return "score"
        return "cards" if part.kind in ("zone", "batch", "whereabouts") else "other"


def _scores(program: p.Program) -> frozenset[str]:
    """The variables in the results of the game."""
    nodes = [node for result in program.results for node in with_functions(program, result.value)]
    return frozenset(program.variables[node.var].name for node in nodes if isinstance(node, p.VarAt))
