"""Melds with wild cards or identical cards: a meld is its natural cards, sorted, and a number of wild cards."""

from parlour.routines.chance import nth_bit
from parlour.routines.names import *


def sorted_cards(s: Cells, cards: int) -> int:
    """The same cards by their faces: of identical ones the lowest."""
    found = cards & ~MELD_DOUBLES
    for c in members(cards & MELD_DOUBLES):
        same = OF_FACE[PRINTED[c]]
        before = (cards & same & (1 << c) - 1).bit_count()
        found |= 1 << nth_bit(s, same, before)
    return found


def taken_wilds(s: Cells, held: int, number: int) -> int:
    """So many of the wild cards that are held."""
    found = 0
    k = 0
    while number > 0 and k < WILD_CARDS:
        if held >> WILD_ORDER[k] & 1:
            found |= 1 << WILD_ORDER[k]
            number -= 1
        k += 1
    return found


def taken_cards(s: Cells, held: int, cards: int, wild: int) -> int:
    """The held cards of a meld."""
    found = cards & ~MELD_DOUBLES | taken_wilds(s, held, wild)
    for c in members(cards & MELD_DOUBLES):
        left = held & ~found & OF_FACE[PRINTED[c]]
        found |= 1 << first_bit(left)
    return found


@remembered
def open_search(s: Cells, rest: int) -> int:
    """The cost of what the best division of these sorted cards leaves loose: LOOSE * points + cards."""
    best = 0
    natural = rest & ~WILDS
    if natural:
        c = first_bit(natural)
        wild = (rest & WILDS).bit_count()
        best = COST[c] + open_search(s, sorted_cards(s, rest ^ 1 << c))
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & rest == MELDS[k]:
                if MELD_WILDS[k] <= wild:
                    left = rest ^ MELDS[k] ^ taken_wilds(s, rest, MELD_WILDS[k])
                    best = min(best, open_search(s, sorted_cards(s, left)))
            k += 1
    else:
        for c in members(rest):
            best += COST[c]
    return best


def is_open_meld(s: Cells, cards: int) -> int:
    natural = sorted_cards(s, cards & ~WILDS)
    if natural == 0:
        return 0
    wild = (cards & WILDS).bit_count()
    c = first_bit(natural)
    k = MELD_FIRST[c]
    while k < MELD_FIRST[c + 1]:
        if MELDS[k] == natural:
            if MELD_WILDS[k] == wild:
                return 1
        k += 1
    return 0
