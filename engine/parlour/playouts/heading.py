"""What many games were: of which mix, by which policy, from where. Two tables can be told apart by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import program as p
from parlour.generated.counting import results_of
from parlour.machine.faults import RulesetFault
from parlour.playouts.policy import preferences
from parlour.playouts.stages import plural, whole

if TYPE_CHECKING:
    from parlour.playouts.result import Playouts


@dataclass(frozen=True)
class Changes:
    """A game or a frame, and which rules were added to it or left out, over what it is by itself."""

    of: str = "game"
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


BY_ITSELF = Changes()


def counted(program: p.Program, games: int) -> str:
    word = whole(program)
    return f"one {word}" if games == 1 else f"{games:,} {plural(word)}"


def lines(played: Playouts) -> Iterator[tuple[str, str]]:
    """What is meant, and what it is."""
    yield "the mix", mix(played)
    yield "moves", policy(played)
    if played.begin is not None:
        yield "begun", beginning(played)


def mix(played: Playouts) -> str:
    changes = played.changes
    parts = []
    if changes.with_:
        parts.append(f"with {', '.join(changes.with_)}")
    if changes.without:
        parts.append(f"without {', '.join(changes.without)}")
    if not parts:
        parts.append(f"the {changes.of} by itself")
    parts += [f"{name}={value}" for name, value in changed_options(played).items()]
    return "; ".join(parts)


def changed_options(played: Playouts) -> dict[str, str]:
    """Those that are not what they are where nobody sets them."""
    return {option.name: option.value for option in played.program.options if option.value != option.default}


def policy(played: Playouts) -> str:
    if played.policy == "random" or not has_policy(played.program):
        return "at random, any legal move"
    return "at random, among the legal moves that the ruleset's policy puts first"


def has_policy(program: p.Program) -> bool:
    """Does the ruleset prefer any move to another?"""
    return any(preferences(question) is not None for question in program.questions)


def beginning(played: Playouts) -> str:
    told = [f"{name} {', '.join(map(str, values))}" for name, values in already(played).items()]
    return "in a given position" + (f", and what was counted before it goes on: {'; '.join(told)}" if told else "")


def already(played: Playouts) -> dict[str, list[int]]:
    """What the results had come to where the games began, of those that are numbers and not nought."""
    found: dict[str, list[int]] = {}
    if played.begin is None:
        return found
    machine = played.table.machine
    for result in machine.program.results:
        if result.type.kind != "int" or result.name not in played.values:
            continue
        try:
            values = [machine.evaluate(list(played.begin), value) for value in results_of(machine.layout, result)]
        except RulesetFault:  # it makes no sense before the end
            continue
        if any(value not in (0, p.NO_INT) for value in values):
            found[result.name] = values
    return found
