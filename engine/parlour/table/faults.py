"""Errors at a table that the ruleset causes, not the players or the engine.

A fault is a ruleset's error at run time: it says what happened and where in the ruleset. Errors of the engine itself
are assertions. A caller that asks a game for what it doesn't have gets a `StateError`.
"""

from __future__ import annotations

from typing import NoReturn

from parlour.program import Origin, Program

LIMIT_REACHED = "this loop has reached its limit"  # how the message of a loop begins
UNASKED = "steps without a question"  # how that of too many steps ends


class RulesetFault(Exception):  # noqa: N818  # the ruleset's error, not ours
    """The ruleset asked for something impossible, such as a card from an empty zone."""

    def __init__(self, message: str, origin: Origin | None = None) -> None:
        self.message = message
        self.origin = origin
        super().__init__(f"{origin.place}: {message}" if origin is not None else message)


class UnanswerableFault(RulesetFault):
    """A question that its player can't answer."""


class LimitFault(RulesetFault):
    """Something went on for too long: a loop reached its limit, or nobody was asked for too many steps."""


def fault(message: str, origin: Origin | None) -> NoReturn:
    too_long = message.startswith(LIMIT_REACHED) or message.endswith(UNASKED)
    raise (LimitFault if too_long else RulesetFault)(message, origin)


def origin_near(program: Program, pc: int) -> Origin | None:
    """A place in the ruleset near a place of the code."""
    for instr in program.code[pc:]:
        origin = getattr(instr, "origin", None) or getattr(getattr(instr, "stmt", None), "origin", None)
        if origin is not None:
            return origin  # type: ignore[no-any-return]  # every field of that name is one
    return None


class StateError(ValueError):
    """A game was asked for what it doesn't have now: a question after its end, or an outcome before it; or a list of
    numbers is not one of its states."""
