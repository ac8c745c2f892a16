"""Runs: cards of consecutive ranks, with the same number of each rank."""

from parlour.routines.choices import filled_up
from parlour.routines.names import *


def runs_among(s: Cells, cards: int, width: int, least: int, most: int) -> int:
    """Return 1 if there are runs among these cards, but not too many."""
    count = 0
    first = 0
    while first < RUNGS:
        number = 1
        last = first
        while number > 0 and last < RUNGS and last - first < most:
            number *= CHOOSE[(cards & LADDER[last]).bit_count() * (SIZE + 1) + width]
            last += 1
            if last - first >= least:
                count += number
            if max(number, count) > MOST_SETS:
                abandon()
                return 0
        first += 1
    return min(count, 1)


def next_run(s: Cells, among: int, width: int, least: int, most: int, after: int) -> int:
    """The lowest run that is higher than `after`, or -1."""
    nearest = -1
    first = 0
    while first < RUNGS:
        cards = 0
        last = first
        while last < RUNGS and last - first < most:
            same = among & LADDER[last]
            if same.bit_count() < width:
                break
            cards |= same
            last += 1
            if last - first >= least:
                one = next_run_within(s, cards, width, first, last, after)
                if one >= 0 and (nearest < 0 or one < nearest):
                    nearest = one
        first += 1
    return nearest


def next_run_within(s: Cells, cards: int, width: int, first: int, last: int, after: int) -> int:
    """The lowest run of these ranks that is higher than `after`, or -1.

    It keeps as many of the highest cards of `after` as it can, adds the next higher card, and fills up with the lowest
    cards."""
    for c in members(cards & ~after):
        fixed = after >> c << c | 1 << c
        if fixed & ~cards == 0:
            below = (1 << c) - 1
            run = 0
            k = first
            while k < last:
                of = cards & LADDER[k]
                chosen = fixed & of
                if chosen.bit_count() > width or (chosen | of & below).bit_count() < width:
                    break
                run |= filled_up(s, of, width, chosen)
                k += 1
            if k == last:
                return run
    return -1
