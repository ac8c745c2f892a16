"""The cards at places of a zone, for all forms of zones. Places count from 1, the lowest card or the first column.

In a set every card of the pack has its own place. Callers that need an order check the zone's form.
"""

from parlour.routines.names import *


def foot(s: Cells, zone: int) -> int:
    """Return the cell below the lowest card of an ordered zone."""
    if SHARED:
        found = SHARED_FOOT
        k = FIRST_ZONE
        while k < AT[zone]:
            found += s[k]
            k += 1
        return found
    return AT[zone]


def highest_place(s: Cells, zone: int) -> int:
    """Return the highest place that a card can have."""
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
        if SHARED:
            return s[foot(s, zone) + place]
        return s[AT[zone] + place]
    return s[AT[zone] + place - 1] - 1
