"""Choices: places, and sets of cards in ascending order."""

from parlour.routines.looking import highest_place, lying_at
from parlour.routines.names import *


def last_place(s: Cells, zone: int) -> int:
    if zone < 0:
        return 0
    if FORM[zone] == 0:
        abandon()
        return 0
    return highest_place(s, zone)


def is_place(s: Cells, zone: int, place: int) -> int:
    if lying_at(s, zone, place) >= 0:
        return 1
    return 0


def several(s: Cells, n: int, low: int, high: int) -> int:
    """Return the number of sets of low to high cards out of n."""
    count = 0
    k = max(low, 0)
    while k <= min(high, n):
        count += CHOOSE[n * (SIZE + 1) + k]
        k += 1
    return count


def subsets(s: Cells, of: int, low: int, high: int) -> int:
    count = several(s, of.bit_count(), low, high)
    if count > MOST_SETS:
        abandon()
        return 0
    return count


def mixed(s: Cells, of: int, low: int, high: int, spoilt: int) -> int:
    """The number of sets with a member outside the spoilt cards."""
    count = subsets(s, of, low, high)
    if count > 0:
        count -= several(s, (of & spoilt).bit_count(), low, high)
    return count


def few_enough(s: Cells, of: int, most: int, at: int) -> int:
    """Return the set itself if it has no more cards than the ruleset allows."""
    if of.bit_count() > most:
        fail(f"expected at most {most} cards, found {of.bit_count()}", at)
        return 0
    return of


def filled_up(s: Cells, of: int, low: int, at: int) -> int:
    """The next set from `at` on that has enough members."""
    n = low - at.bit_count()
    while n > 0:
        free = of & ~at
        at |= free & -free
        n -= 1
    return at


def first_subset(s: Cells, of: int, low: int, high: int) -> int:
    if low > of.bit_count() or high < 0 or high < low:
        return -1
    return filled_up(s, of, low, 0)


def next_subset(s: Cells, of: int, low: int, high: int, at: int) -> int:
    """The next set in ascending order, or -1: it counts in the places that `of` has."""
    following = at - of & of
    while following.bit_count() > high:
        following = (following | ~of) + (following & -following) & of
    following = filled_up(s, of, low, following)
    if following <= at:
        return -1
    return following


def ranks_held(s: Cells, cards: int, least: int) -> int:
    """The ranks of which `cards` has at least `least` cards, as a set of their numbers `<< RANK_SHIFT`."""
    if ALIGNED:
        two = 0
        three = 0
        four = 0
        if RANK_SHIFT > 0:
            two = cards >> 1
        if RANK_SHIFT > 1:
            three = cards >> 2
            four = cards >> 3
        if least == 1:
            return (cards | two | three | four) & LOWEST_OF_RANKS
        if least == 2:
            return (cards & two | three & four | (cards | two) & (three | four)) & LOWEST_OF_RANKS
        if least == 3:
            return (cards & two & (three | four) | three & four & (cards | two)) & LOWEST_OF_RANKS
        if least == 4:
            return cards & two & three & four & LOWEST_OF_RANKS
    ranks = 0
    for rank in range(RANKS):
        if (cards & OF_RANK[rank]).bit_count() >= least:
            ranks |= 1 << (rank << RANK_SHIFT)
    return ranks


def next_group(s: Cells, cards: int, low: int, high: int, after: int) -> int:
    """The lowest set of cards of one rank that is higher than `after`, or -1. In several packs the cards of a rank are
    far apart, so the sets of all ranks are compared."""
    nearest = -1
    rank = 0
    while rank < RANKS:
        one = next_alike(s, cards & OF_RANK[rank], low, high, after)
        if one >= 0 and (nearest < 0 or one < nearest):
            nearest = one
        rank += 1
    return nearest


def next_alike(s: Cells, of: int, low: int, high: int, after: int) -> int:
    """The lowest subset that is higher than a set of any cards, or -1."""
    if low > of.bit_count() or high < low:
        return -1
    others = after & ~of
    if others:  # the highest subset below `after` has all its cards below the highest card of `after` outside `of`
        below = (1 << last_bit(others)) - 1
        after = (after & ~below | below) & of
    return next_subset(s, of, low, high, after)


def nth_subset(s: Cells, of: int, low: int, high: int, spoilt: int, fine: int, n: int) -> int:
    """Decide card by card from the highest down: the sets without a card come before those with it. Unless all are
    fine, the sets of spoilt cards don't count while all chosen cards are spoilt."""
    chosen = 0
    while of:
        c = last_bit(of)
        of ^= 1 << c
        without = several(s, of.bit_count(), low, high)
        if fine == 0:
            without -= several(s, (of & spoilt).bit_count(), low, high)
        if n >= without:
            n -= without
            chosen |= 1 << c
            low -= 1
            high -= 1
            if spoilt >> c & 1 == 0:
                fine = 1
    return chosen
