"""Errors of rulesets at a table, not of players or the engine. A fault is a ruleset's error at run time, with its place
in the ruleset. Errors of the engine itself are assertions. If a game lacks the thing that a caller asks for, the caller
gets a `StateError`.

All executions have the same limits on the work of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from parlour.base.usage import UsageError
from parlour.program import Const, Key, Origin, Program, Variable, Zone
from parlour.table.subsets import MOST

STEPS = 200_000  # between two questions
FIRST_CHECKPOINT = 64  # rounds after which a loop compares its positions with earlier ones

LIMIT_REACHED = "this loop has reached its limit"  # the beginning of the message for loops
UNASKED = "steps without a question"  # the end of the message for too many steps


class RulesetFault(Exception):  # noqa: N818  # the ruleset's error, not ours
    """The ruleset asked for something impossible, such as a card from an empty zone."""

    def __init__(self, message: str, origin: Origin | None = None) -> None:
        self.message = message
        self.origin = origin
        super().__init__(f"{origin.place}: {message}" if origin is not None else message)


class UnanswerableFault(RulesetFault):
    """A question that its player can't answer."""


class LimitFault(RulesetFault):
    """The error if play takes too long: a loop reached its limit, or there were too many steps without a question."""


class LoopFault(LimitFault):
    """The error if a loop reaches its limit."""


def fault(message: str, origin: Origin | None) -> NoReturn:
    if message.startswith(LIMIT_REACHED):
        raise LoopFault(message, origin)
    raise (LimitFault if message.endswith(UNASKED) else RulesetFault)(message, origin)


def no_zone(zone: Zone) -> str:
    """Return the message for a key without a zone."""
    return f"no such zone: `{zone.name}`{_bounds(zone.keys)}"


def no_value(variable: Variable) -> str:
    """Return the message for a key without a value."""
    return f"`{variable.name}` has no value for this key{_bounds(variable.keys)}"


def no_room(zone: str, room: int) -> str:
    """Return the message for a card too many in an ordered zone."""
    return f"`{zone}` is full: its room is {room}"


def _bounds(keys: tuple[Key, ...]) -> str:
    ranges = [f"{key.low}..{key.high.value}" for key in keys if isinstance(key.high, Const)]
    return f"; its numbers are {' and '.join(ranges)}" if ranges else ""


def origin_near(program: Program, pc: int) -> Origin | None:
    """A place in the ruleset near a place of the code."""
    for instr in program.code[pc:]:
        origin = getattr(instr, "origin", None) or getattr(getattr(instr, "stmt", None), "origin", None)
        if origin is not None:
            return origin  # type: ignore[no-any-return]  # every field of that name is one
    return None


class TableError(UsageError):
    """The error for an impossible table; the message says why."""


class StateError(ValueError):
    """The error if the game lacks the requested thing, such as a question after its end or an outcome before it. Or
    a list of numbers isn't one of its states."""


def too_many_sets(count: int, origin: Origin | None) -> RulesetFault:
    """The error that all executions raise for too many sets of cards."""
    limits = f"this choice has {count:,} sets of cards, and the limit is {STEPS:,}"
    return RulesetFault(f"{limits}; let the action choose fewer at once, as in `1..4 cards of …`", origin)


def within_reach(choices: Sequence[int], origin: Origin | None) -> Sequence[int]:
    """Return choices that will all be examined, if there aren't too many."""
    if len(choices) > STEPS:
        raise too_many_sets(len(choices), origin)
    return choices


def too_many_moves(count: int, origin: Origin | None) -> RulesetFault:
    return RulesetFault(f"this question has {count:,} moves, and the limit is {MOST:,}", origin)
