"""Identical cards: their order, and those that a question offers."""

from parlour.routines.names import *
from parlour.routines.places import foot


def named(s: Cells, k: int, c: int) -> int:
    """True if the k-th cell that can name cards names this one."""
    v = s[NAMING_AT[k]]
    if v < 0:
        return 0
    if NAMING_MANY[k]:
        return v >> c & 1
    v = (v >> NAMING_SHIFT[k] & NAMING_MASK[k]) - NAMING_BIAS[k]
    if v < 0:
        return 0
    if BARE[v] == c:
        return 1
    return 0


def noted(s: Cells, a: int, b: int, zone: int) -> int:
    """Compare two cards in one zone by the data that it stores about them. Less than 0: the first comes first; more
    than 0: the second does; 0: no difference."""
    if TURNED[zone] >= 0:
        apart = (s[TURNED[zone]] >> a & 1) - (s[TURNED[zone]] >> b & 1)
        if apart:
            return apart
    if BATCH[zone] >= 0:
        apart = (s[BATCH[zone]] >> a & 1) - (s[BATCH[zone]] >> b & 1)
        if apart:
            return apart
    for m in range(MARKS):
        if s[MARK_AT[m] + a] != s[MARK_AT[m] + b]:
            return s[MARK_AT[m] + a] - s[MARK_AT[m] + b]
    for k in range(NAMINGS):
        apart = named(s, k, a) - named(s, k, b)
        if apart:
            return apart
    return 0


def sooner(s: Cells, a: int, b: int) -> int:
    """True if a card comes before another one of the same face."""
    zone = s[WHERE + a]
    if zone != s[WHERE + b]:
        if zone < s[WHERE + b]:
            return 1
        return 0
    if zone < 0:
        return 0
    if FORM[zone] == 0:
        if noted(s, a, b, zone) < 0:
            return 1
        return 0
    at = AT[zone]
    up = 1
    if FORM[zone] == 1:
        if SHARED:
            at = foot(s, zone)
        at += 1
        up = 0
    while s[at] != a + up:
        if s[at] == b + up:
            return 0
        at += 1
    return 1


def first_card(s: Cells, cards: int) -> int:
    """Return the first card of a set (lowest face first, then the order of identical cards), or -1."""
    if cards == 0:
        return -1
    faces = cards
    higher = cards >> PER_PACK
    while higher:
        faces |= higher
        higher >>= PER_PACK
    alike = cards & LIKE_FACE[first_bit(faces)]
    found = first_bit(alike)
    for c in members(alike & alike - 1):
        if sooner(s, c, found):
            found = c
    return found


def lowest_numbers(s: Cells, cards: int) -> int:
    """Return the same number of cards of each face, but with the lowest numbers."""
    found = cards & ~DOUBLES
    left = cards & DOUBLES
    while left:
        same = LIKE_FACE[first_bit(left)]
        n = (left & same).bit_count()
        left &= ~same
        while n > 0:
            found |= same & -same
            same &= same - 1
            n -= 1
    return found


def are_twins(s: Cells, a: int, b: int) -> int:
    """True if two cards of one face are in one unordered zone, and nothing distinguishes them."""
    if PRINTED[a] != PRINTED[b]:
        return 0
    zone = s[WHERE + a]
    if zone < 0 or s[WHERE + b] != zone:
        return 0
    if FORM[zone] != 0:
        return 0
    if noted(s, a, b, zone):
        return 0
    return 1


def once(s: Cells, cards: int, used: int) -> int:
    """Return a set of cards without twins of other members, except twins that are already used."""
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
    """True if the chosen cards, except those already used, are the lowest of their twins."""
    free = among & ~used
    if (free & DOUBLES).bit_count() < 2:
        return 1
    for c in members(free & chosen):
        for d in members(free & ~chosen & ((1 << c) - 1)):
            if are_twins(s, c, d):
                return 0
    return 1
