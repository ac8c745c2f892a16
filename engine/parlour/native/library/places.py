"""What lies where in a zone, told alike for all forms: places are counted from 1, the lowest card or the first column.

Of a set every card of the pack has its own place. Who minds that a set has no order looks at its form.
"""

from parlour.native.library.names import *


def highest_place(s: Cells, zone: int) -> int:
    """No card lies above it."""
    if FORM[zone] == 0:
        return s[AT[zone]].bit_length()
    if FORM[zone] == 1:
        return s[AT[zone]]
    return ROOM[zone]


def lying_at(s: Cells, zone: int, place: int) -> int:
    """The card at a place up to the highest one, or -1 where there is none."""
    if FORM[zone] == 0:
        if s[AT[zone]] >> place - 1 & 1:
            return place - 1
        return -1
    if FORM[zone] == 1:
        return s[AT[zone] + place]
    return s[AT[zone] + place - 1] - 1
