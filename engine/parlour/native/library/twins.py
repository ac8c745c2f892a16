"""Cards of one face that lie together: which of them is taken makes no difference."""

from parlour.native.library.names import *


def are_twins(s: Cells, a: int, b: int) -> int:
    """Do two cards of one face lie together unordered, with the same marks and turned alike?"""
    if PRINTED[a] != PRINTED[b]:
        return 0
    zone = s[WHERE + a]
    if zone < 0 or s[WHERE + b] != zone:
        return 0
    if FORM[zone] != 0:
        return 0
    if TURNED[zone] >= 0:
        if (s[TURNED[zone]] >> a & 1) != (s[TURNED[zone]] >> b & 1):
            return 0
    for m in range(MARKS):
        if s[MARK_AT[m] + a] != s[MARK_AT[m] + b]:
            return 0
    return 1


def once(s: Cells, cards: int, used: int) -> int:
    """A set of cards without the twins of others in it, but with those used already."""
    free = cards & ~used
    if (free & DOUBLES).bit_count() < 2:
        return cards
    found = cards & used
    for c in members(free):
        first = 1
        for d in members(found & ~used):
            if are_twins(s, c, d):
                first = 0
                break
        if first:
            found |= 1 << c
    return found


def lowest(s: Cells, chosen: int, among: int, used: int) -> int:
    """Are the chosen ones, but for those used already, the lowest of their twins?"""
    free = among & ~used
    if (free & DOUBLES).bit_count() < 2:
        return 1
    for c in members(free & chosen):
        for d in members(free & ~chosen & ((1 << c) - 1)):
            if are_twins(s, c, d):
                return 0
    return 1
