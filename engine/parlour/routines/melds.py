"""Melds, and the best use of the cards of a hand: tries every division, and every way to lay off cards."""

from parlour.routines.choices import first_subset, next_subset
from parlour.routines.names import *
from parlour.routines.open_melds import is_open_meld, open_search, sorted_cards, taken_cards


def in_melds(s: Cells, held: int) -> int:
    """The cards that are in some meld of these cards."""
    found = 0
    for c in members(held):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & held == MELDS[k]:
                found |= MELDS[k]
            k += 1
    return found


def search(s: Cells, rest: int) -> int:
    """Return the cost of the loose cards in the best division: LOOSE * points + cards."""
    if rest == 0:
        return 0
    c = first_bit(rest)
    best = COST[c] + search(s, rest & rest - 1)
    k = MELD_FIRST[c]
    while k < MELD_FIRST[c + 1]:
        if MELDS[k] & rest == MELDS[k]:
            best = min(best, search(s, rest ^ MELDS[k]))
        k += 1
    return best


def least_loose(s: Cells, held: int) -> int:
    if OPEN_MELDS:
        if held.bit_count() > 24:  # this search remembers nothing; generated Python's does, and plays the game
            fail("too many cards to divide into melds", 0)
            return 0
        return open_search(s, sorted_cards(s, held))
    inside = in_melds(s, held)
    loose = 0
    for c in members(held & ~inside):
        loose += COST[c]
    return loose + search(s, inside)


def builtin_deadwood(s: Cells, held: int) -> int:
    return least_loose(s, held) // LOOSE


def builtin_is_meld(s: Cells, cards: int) -> int:
    if OPEN_MELDS:
        return is_open_meld(s, cards)
    if cards == 0:
        return 0
    c = first_bit(cards)
    k = MELD_FIRST[c]
    while k < MELD_FIRST[c + 1]:
        if MELDS[k] == cards:
            return 1
        k += 1
    return 0


def melded_with(s: Cells, held: int, wanted: int) -> int:
    """The cards melded in the best division, or the meld in it with a wanted card."""
    if OPEN_MELDS:
        return open_melded(s, held, wanted)
    rest = in_melds(s, held)
    found = 0
    least = least_loose(s, rest)
    while rest:
        c = first_bit(rest)
        k = MELD_FIRST[c]
        taken = 0
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & rest == MELDS[k]:
                if least_loose(s, rest ^ MELDS[k]) == least:
                    taken = MELDS[k]
                    break
            k += 1
        if taken:
            if taken & wanted:
                return taken
            found |= taken
            rest ^= taken
        else:
            least -= COST[c]
            rest &= rest - 1
    if wanted:
        return 0
    return found


def open_melded(s: Cells, held: int, wanted: int) -> int:
    """The cards melded in the best division, or the meld in it with a wanted card."""
    rest = held
    found = 0
    least = least_loose(s, held)
    natural = sorted_cards(s, rest & ~WILDS)
    while natural:
        c = first_bit(natural)
        taken = best_meld(s, rest, natural, least)
        if taken == 0:
            least -= COST[c]
            rest ^= taken_cards(s, rest, 1 << c, 0)
        else:
            if taken & wanted:
                return taken
            found |= taken
            rest ^= taken
        natural = sorted_cards(s, rest & ~WILDS)
    if wanted:
        return 0
    return found


def best_meld(s: Cells, rest: int, natural: int, least: int) -> int:
    """The first meld with the lowest card that leaves no more loose than the best division; or no cards."""
    c = first_bit(natural)
    wild = (rest & WILDS).bit_count()
    k = MELD_FIRST[c]
    while k < MELD_FIRST[c + 1]:
        if MELDS[k] & natural == MELDS[k]:
            if MELD_WILDS[k] <= wild:
                taken = taken_cards(s, rest, MELDS[k], MELD_WILDS[k])
                if least_loose(s, rest ^ taken) == least:
                    return taken
        k += 1
    return 0


def next_meld(s: Cells, held: int, after: int) -> int:
    """The lowest meld among some cards that is higher than `after`, or -1."""
    natural = held
    most = 0
    if OPEN_MELDS:
        natural = sorted_cards(s, held & ~WILDS)
        most = (held & WILDS).bit_count()
    found = -1
    for c in members(natural):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & natural == MELDS[k]:
                if MELD_WILDS[k] <= most:
                    meld = MELDS[k]
                    if OPEN_MELDS:
                        cards = taken_cards(s, held, MELDS[k], 0)
                        meld = next_with_wilds(s, cards, held & WILDS, MELD_WILDS[k], after)
                    if meld > after and (found < 0 or meld < found):
                        found = meld
            k += 1
    return found


def next_with_wilds(s: Cells, cards: int, wild: int, number: int, after: int) -> int:
    """The lowest set of these cards and so many wild cards that is higher than `after`, or -1."""
    if number == 0:
        return cards
    found = -1
    chosen = first_subset(s, wild, number, number)
    while chosen >= 0:
        meld = cards | chosen
        if meld > after and (found < 0 or meld < found):
            found = meld
        chosen = next_subset(s, wild, number, number, chosen)
    return found


def builtin_melded(s: Cells, held: int) -> int:
    return melded_with(s, held, 0)


def builtin_meld_of(s: Cells, card: int, held: int) -> int:
    if card < 0:
        return 0
    return melded_with(s, held, 1 << BARE[card])


def builtin_lay_off(s: Cells, held: int, one: int, two: int, three: int) -> int:
    """Return the cards to add to melds on the table so that the loose cards cost least. It tries every way, and
    stores the best one so far in two cells."""
    s[NOTES] = least_loose(s, held)
    s[NOTES + 1] = 0
    lay_next(s, held, in_melds(s, held), 0, one, two, three)
    return s[NOTES + 1]


def lay_next(s: Cells, held: int, inside: int, laid: int, one: int, two: int, three: int) -> None:
    """Continue with the first remaining meld; without one, compare this way with the best so far."""
    if one == 0 and two == 0 and three == 0:
        compare_ways(s, held, laid)
        return
    if builtin_is_meld(s, one) == 0:
        lay_next(s, held, inside, laid, two, three, 0)
        return
    if OPEN_MELDS:
        lay_open(s, held, inside, laid, one, two, three)
        return
    rank = OF_RANK[RANK[first_bit(one)]]
    if one & rank == one:
        lay_singles(s, held, inside, laid, rank & ~one & held, two, three)
    else:
        lay_chain(s, held, inside, laid, one, 0, two, three)


def compare_ways(s: Cells, held: int, laid: int) -> None:
    """True if this way is better: fewer points left loose, then fewer cards laid off, then lower cards."""
    least = least_loose(s, held & ~laid)
    chosen = s[NOTES + 1]
    apart = laid ^ chosen
    more = laid.bit_count() - chosen.bit_count()
    better = 0
    if least < s[NOTES]:
        better = 1
    elif least == s[NOTES]:
        if more < 0:
            better = 1
        elif more == 0:
            if lowest_bit(s, apart) & laid:
                better = 1
    if better:
        s[NOTES] = least
        s[NOTES + 1] = laid


def lowest_bit(s: Cells, cards: int) -> int:
    """The lowest of these cards in the order of faces, or no cards."""
    if cards == 0:
        return 0
    faces = cards
    higher = cards >> PER_PACK
    while higher:
        faces |= higher
        higher >>= PER_PACK
    same = cards & LIKE_FACE[first_bit(faces)]
    return same & -same


def stops_before(s: Cells, c: int, inside: int) -> int:
    """True if keeping this card can be better because it is useful elsewhere."""
    if inside >> c & 1 or COST[c] < 0:
        return 1
    return 0


def lay_open(s: Cells, held: int, inside: int, laid: int, one: int, two: int, three: int) -> None:
    """Lay every set of held cards that makes another meld with the first one, then continue with the next meld."""
    cards = sorted_cards(s, one & ~WILDS)
    wild = (one & WILDS).bit_count()
    left = held & ~laid & ~one
    natural = sorted_cards(s, left & ~WILDS)
    most = wild + (left & WILDS).bit_count()
    k = 0
    while k < MELD_FIRST[SIZE]:
        if MELDS[k] & cards == cards:
            if wild <= MELD_WILDS[k] and MELD_WILDS[k] <= most:
                more = sorted_cards(s, MELDS[k] ^ cards)
                if more & natural == more:
                    added = taken_cards(s, left, more, MELD_WILDS[k] - wild)
                    lay_next(s, held, inside, laid | added, two, three, 0)
        k += 1


def lay_singles(s: Cells, held: int, inside: int, laid: int, rest: int, two: int, three: int) -> None:
    if rest == 0:
        lay_next(s, held, inside, laid, two, three, 0)
        return
    c = first_bit(rest)
    if stops_before(s, c, inside):
        lay_singles(s, held, inside, laid, rest & rest - 1, two, three)
    lay_singles(s, held, inside, laid | 1 << c, rest & rest - 1, two, three)


def lay_chain(s: Cells, held: int, inside: int, laid: int, meld: int, end: int, two: int, three: int) -> None:
    """Lay off at one end of a run, then at the other."""
    c = -1
    for k in members(meld):
        following = BESIDE[k * 2 + end]
        if following >= 0:
            if not meld >> following & 1:
                c = following
                break
    part = 0
    while c >= 0:
        if meld >> c & 1 or part >> c & 1 or not held >> c & 1:
            break
        if stops_before(s, c, inside):
            lay_end(s, held, inside, laid | part, meld, end, two, three)
        part |= 1 << c
        c = BESIDE[c * 2 + end]
    lay_end(s, held, inside, laid | part, meld, end, two, three)


def lay_end(s: Cells, held: int, inside: int, laid: int, meld: int, end: int, two: int, three: int) -> None:
    if end == 0:
        lay_chain(s, held, inside, laid, meld, 1, two, three)
    else:
        lay_next(s, held, inside, laid, two, three, 0)
