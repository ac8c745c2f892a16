"""The heading of a summary: the mix, the policy and the starting position of many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour import program as p
from parlour.analysis.control import results_of
from parlour.documents.composition import OptionData
from parlour.playouts.played import Played
from parlour.playouts.playout_names import whole
from parlour.playouts.policy import has_policy
from parlour.program.design import plural
from parlour.table.faults import RulesetFault


def counted(program: p.Program, games: int) -> str:
    word = whole(program)
    return f"one {word}" if games == 1 else f"{games:,} {plural(word)}"


def lines(played: Played, begun: str) -> Iterator[tuple[str, str]]:
    """Pairs of a label and its value. `begun` describes where the games began, if the caller knows."""
    yield "the mix", mix(played)
    yield "moves", moves(played)
    if played.begin is not None:
        yield "begun", beginning(played, begun)


def mix(played: Played) -> str:
    parts = _rules(played) or [f"the {played.changes.of} by itself"]
    parts += [f"{name}={value}" for name, value in changed_options(played).items()]
    return "; ".join(parts)


def _rules(played: Played) -> list[str]:
    changes = played.changes
    with_ = [f"with {', '.join(changes.with_)}"] if changes.with_ else []
    return [*with_, f"without {', '.join(changes.without)}"] if changes.without else with_


def options(played: Played) -> dict[str, OptionData]:
    """All options, as data for programs."""
    return {option.name: played.changes.values.get(option.name, option.value) for option in played.program.options}


def changed_options(played: Played) -> dict[str, str]:
    """The options that differ from their defaults."""
    return {option.name: option.value for option in played.program.options if option.value != option.default}


def moves(played: Played) -> str:
    """Return who chooses the moves, and how."""
    return seated(played.levels, policy(played))


def seated(levels: Sequence[int], others: str) -> str:
    """Return who plays, if bots of these levels think: one for each seat, where 0 is one of the others."""
    if len(set(levels)) == 1:
        return f"bots of level {levels[0]}"
    bots = [f"seat {seat}: bot of level {level}" for seat, level in enumerate(levels, 1) if level]
    if all(levels):
        return "; ".join(bots) or others
    return "; ".join([*bots, f"others: {others}"])


def policy(played: Played) -> str:
    if played.policy == "random" or not has_policy(played.program):
        return "random, among all legal moves"
    return "random, among the legal moves that the ruleset prefers"


def beginning(played: Played, begun: str) -> str:
    told = [f"{name} {', '.join(map(str, values))}" for name, values in already(played).items()]
    where = f"{begun or 'from a given position'}; Parlour counts decisions and rules from there"
    return where + (f"; results already counted: {'; '.join(told)}" if told else "")


def already(played: Played) -> dict[str, list[int]]:
    """Return the results at the starting position that are numbers other than 0."""
    found: dict[str, list[int]] = {}
    if played.begin is None:
        return found
    machine = played.table.machine
    for result in machine.program.results:
        if result.type.kind != "int" or result.name not in played.values:
            continue
        try:
            values = [machine.evaluate(list(played.begin), value) for value in results_of(machine.layout, result)]
        except RulesetFault:  # it has no value before the end
            continue
        if any(value not in (0, p.NO_INT) for value in values):
            found[result.name] = values
    return found
