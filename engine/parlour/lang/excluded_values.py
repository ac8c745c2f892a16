"""Comparisons that no member of a set of values satisfies. Knows numbers only."""

from __future__ import annotations


def excludes(op: str, value: int, members: int) -> bool:
    """True if a comparison with a value, or with a set of values, holds for no member of a set."""
    lowest, highest = (members & -members).bit_length() - 1, members.bit_length() - 1
    match op:
        case "==":
            return value >= 0 and not members >> value & 1
        case "!=":
            return value >= 0 and members == 1 << value
        case "<":
            return value <= lowest
        case "<=":
            return value < lowest
        case ">":
            return value >= highest
        case ">=":
            return value > highest
        case "has":
            return value >= 0 and not value & members
        case "has not":
            return value >= 0 and not members & ~value
        case _:
            return False
