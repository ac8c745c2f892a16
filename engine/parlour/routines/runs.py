"""Runs: cards of consecutive ranks, with the same number of each rank."""

from parlour.routines.choices import filled_up
from parlour.routines.names import *


def runs_among(s: Cells, held: int, width: int, least: int, most: int) -> int:
    """Return 1 if there are runs among these cards, but not too many."""
    found = 0
    first = 0
    while first < RUNGS:
        number = 1
        last = first
        while number > 0 and last < RUNGS and last - first < most:
            number *= CHOOSE[(held & LADDER[last]).bit_count() * (SIZE + 1) + width]
            last += 1
            if last - first >= least:
                found += number
            if max(number, found) > MOST_SETS:
                abandon()
                return 0
        first += 1
    return min(found, 1)


def next_run(s: Cells, held: int, width: int, least: int, most: int, after: int) -> int:
    """The lowest run that is higher than `after`, or -1."""
    found = -1
    first = 0
    while first < RUNGS:
        cards = 0
        last = first
        while last < RUNGS and last - first < most:
            same = held & LADDER[last]
            if same.bit_count() < width:
                break
            cards |= same
            last += 1
            if last - first >= least:
                one = next_run_within(s, cards, width, first, last, after)
                if one >= 0 and (found < 0 or one < found):
                    found = one
        first += 1
    return found


def next_run_within(s: Cells, cards: int, width: int, first: int, last: int, after: int) -> int:
    """The lowest run of these ranks that is higher than `after`, or -1.

    It keeps as many of the highest cards of `after` as it can, adds the next higher card, and fills up with the lowest
    cards."""
    for c in members(cards & ~after):
        kept = after >> c << c | 1 << c
        if kept & ~cards == 0:
            below = (1 << c) - 1
            found = 0
            k = first
            while k < last:
                of = cards & LADDER[k]
                chosen = kept & of
                if chosen.bit_count() > width or (chosen | of & below).bit_count() < width:
                    break
                found |= filled_up(s, of, width, chosen)
                k += 1
            if k == last:
                return found
    return -1
