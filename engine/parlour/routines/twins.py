"""Identical cards: their order, and those that a question offers."""

from parlour.routines.looking import place_of
from parlour.routines.names import *


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


def compared(s: Cells, a: int, b: int) -> int:
    """Compare two cards by their places and all else that distinguishes cards of one face, as `noted` does."""
    zone = s[WHERE + a]
    if zone != s[WHERE + b]:
        return zone - s[WHERE + b]
    if zone < 0:
        return a - b
    if FORM[zone] == 0:
        return noted(s, a, b, zone)
    return place_of(s, a) - place_of(s, b)


def lowest_face(s: Cells, cards: int) -> int:
    """The cards of the lowest face in a set that isn't empty."""
    faces = cards
    higher = cards >> PER_PACK
    while higher:
        faces |= higher
        higher >>= PER_PACK
    return cards & LIKE_FACE[first_bit(faces)]


def first_card(s: Cells, cards: int) -> int:
    """Return the first card of a set (lowest face first, then the order of identical cards), or -1."""
    if cards == 0:
        return -1
    alike = lowest_face(s, cards)
    first = first_bit(alike)
    for c in members(alike & alike - 1):
        if compared(s, c, first) < 0:
            first = c
    return first


def in_their_order(s: Cells, among: int, cards: int) -> int:
    """Return as many cards of each face: in place of the lowest numbers among these cards, the first in their order."""
    ordered = cards & ~(DOUBLES & among)
    left = cards ^ ordered
    while left:
        numbers = LIKE_FACE[first_bit(left)] & among
        rest = numbers
        of = left & numbers
        left ^= of
        while of:
            c = first_card(s, rest)
            rest ^= 1 << c
            if of & numbers & -numbers:
                ordered |= 1 << c
            of &= ~(numbers & -numbers)
            numbers &= numbers - 1
    return ordered


def lowest_numbers(s: Cells, cards: int) -> int:
    """Return the same number of cards of each face, but with the lowest numbers."""
    chosen = cards & ~DOUBLES
    left = cards & DOUBLES
    while left:
        same = LIKE_FACE[first_bit(left)]
        n = (left & same).bit_count()
        left &= ~same
        while n > 0:
            chosen |= same & -same
            same &= same - 1
            n -= 1
    return chosen


def twins_of(s: Cells, c: int, cards: int) -> int:
    """The other cards of a set that are in the same unordered zone as a card, and that nothing distinguishes from it.
    """
    twins = 0
    zone = s[WHERE + c]
    if zone >= 0:
        if FORM[zone] == 0:
            for d in members(cards & LIKE_FACE[c] & ~(1 << c)):
                if s[WHERE + d] == zone:
                    if noted(s, c, d, zone) == 0:
                        twins |= 1 << d
    return twins


def once(s: Cells, cards: int, used: int) -> int:
    """Return a set of cards without twins of other members, except twins that are already used."""
    left = cards & ~used & DOUBLES
    while left & left - 1:
        c = first_bit(left)
        twins = twins_of(s, c, left)
        cards &= ~twins
        left &= ~twins & left - 1
    return cards


def lowest(s: Cells, chosen: int, among: int, used: int) -> int:
    """True if the chosen cards, except those already used, are the lowest of their twins."""
    free = among & ~used & DOUBLES
    if free & free - 1:
        for c in members(free & chosen):
            if twins_of(s, c, free & ~chosen & (1 << c) - 1):
                return 0
    return 1
