"""Writes a difference as an example to paste: the position, the moves, and where the unchanged rules lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.documents.composition import Document
from parlour.examples import Case
from parlour.examples.example_text import differences, example, flow, listed, of_changes
from parlour.examples.history import is_quiet, quiet_answer
from parlour.examples.position import Position, smallest_position
from parlour.library.library import Library
from parlour.mixing.recipes import Recipe
from parlour.mutation.edits import whole
from parlour.mutation.in_step import Lockstep, Split, Step
from parlour.schema.validation import KINDS
from parlour.states.positions import PositionError
from parlour.table.faults import RulesetFault

LAST_MOVES = 6  # positions to start from
BEGINNING = ("players", "seed", "given", "deal")


@dataclass(frozen=True)
class Small:
    """A position, the moves from there, and the two states after them."""

    position: Position
    split: Split


def smallest(step: Lockstep, split: Split) -> Small | None:
    """Return the smallest position from which the last moves lead to a difference: the position before them, without
    everything that the difference doesn't need."""

    def tried(position: Position, moves: Sequence[str]) -> Small | None:
        try:
            here = step.replayed(position.lay(step.tables[0]), position.lay(step.tables[1]), moves)
        except (RulesetFault, PositionError, ValueError):
            return None  # there is no such position, or no such move
        return Small(position, here) if here is not None else None

    last = (split.steps[-count:] for count in range(1, min(LAST_MOVES, len(split.steps)) + 1))
    return smallest_position(((some[0].state, [move.text for move in some]) for some in last), tried)


# ---------------------------------------------------------------- lines


def beginning(case: Case) -> list[str]:
    """The lines of an example before its moves, as its author wrote them."""
    lines: list[str] = []
    for entry in case.node.entries:
        if entry.key.value in BEGINNING:
            span = whole(entry)
            indent = " " * (span.column - 1)
            lines += [line.removeprefix(indent) for line in span.text.rstrip().split("\n")]
    return lines


def of_mix(mix: Recipe, own: Document) -> list[str]:
    """The lines of an example that name its mix, in the file of a document."""
    lines = [] if mix.subject in (own.path, str(own.path)) else [f"in: {_id(mix.home, mix.subject)}"]
    with_ = (_id(mix.home, reference) for reference in mix.with_)
    return [*lines, *of_changes(with_, mix.without, mix.options)]


def _moves(split: Split) -> list[str]:
    """The moves without quiet answers of others than the next one who answers: examples give them by themselves."""
    moves: list[Step] = []
    for step in reversed(split.steps):
        if not moves or step.seat == moves[-1].seat or not _is_quiet(step):
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


def _is_quiet(step: Step) -> bool:
    return any(move.text == step.text and is_quiet(step.state, move) for move in step.state.question.legal)


def example_of(begins: Sequence[str], split: Split) -> str:
    """Return an example that begins with these lines; "" if none can show the difference."""
    then = _then(split)
    return example([*begins, *listed("moves", _moves(split)), *flow("then", then)]) if then else ""


def _id(library: Library, reference: str | Path) -> str:
    """Return the id of a ruleset, which the name of its file need not be."""
    document, _ = library.find(reference, KINDS)
    return document.id if document is not None else str(reference)
