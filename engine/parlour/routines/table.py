"""The table as a whole: turning and gathering cards, and repeated positions."""

from parlour.routines.names import *


def turn(s: Cells, cards: int, up: int) -> None:
    for c in members(cards):
        zone = s[WHERE + c]
        if zone >= 0:
            if TURNED[zone] >= 0:
                if up:
                    s[TURNED[zone]] |= 1 << c
                else:
                    s[TURNED[zone]] &= ~(1 << c)


def gather(s: Cells) -> None:
    """Move all cards back to the box."""
    k = FIRST_ZONE
    while k < WHERE + SIZE:
        s[k] = BLANK[k]
        k += 1
    for m in range(MARKS):
        if not KEEPS[BOX * MARKS + m]:
            k = MARK_AT[m]
            while k < MARK_AT[m] + SIZE:
                s[k] = MARK_DEFAULT[m]
                k += 1


def watch(s: Cells, checkpoint: int, count: int) -> int:
    if count < CHECKED_FROM:
        return 0
    settle(s)
    repeated = 0
    if count > CHECKED_FROM:
        repeated = 1
        at = CHECKPOINT[checkpoint]
        for p in range(POSITIONS):
            k = POSITION_START[p]
            while k < POSITION_STOP[p]:
                if s[at] != s[k]:
                    repeated = 0
                    break
                at += 1
                k += 1
            if not repeated:
                break
    if not count & count - 1:
        at = CHECKPOINT[checkpoint]
        for p in range(POSITIONS):
            k = POSITION_START[p]
            while k < POSITION_STOP[p]:
                s[at] = s[k]
                at += 1
                k += 1
    return repeated
