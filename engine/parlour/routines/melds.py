"""Melds, and the best use of the cards of a hand: tries every division, and every way to lay off cards.

With wild cards or identical cards, a meld is its natural cards, sorted, and a number of wild cards.
"""

from parlour.routines.chance import nth_bit
from parlour.routines.choices import first_subset, next_subset, ranks_held
from parlour.routines.names import *
from parlour.routines.twins import in_their_order, lowest_face


def in_melds(s: Cells, held: int) -> int:
    """The cards that are in some meld of these cards."""
    if IN_ROWS:
        runs = held
        k = 1
        while k < MELD_RUNS:
            runs &= held >> 4 * k
            k += 1
        found = ranks_held(s, held, MELD_SETS) * 15 & held
        while k > 0:
            k -= 1
            found |= runs << 4 * k
        return found
    found = 0
    for c in members(held):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & held == MELDS[k]:
                found |= MELDS[k]
            k += 1
    return found


@remembered
def search(s: Cells, rest: int) -> int:
    """Return the cost of the loose cards in the best division: LOOSE * points + cards."""
    best = 0
    if rest:
        c = first_bit(rest)
        best = COST[c] + search(s, rest & rest - 1)
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & rest == MELDS[k]:
                best = min(best, search(s, rest ^ MELDS[k]))
            k += 1
    return best


def divisible(s: Cells, held: int) -> int:
    """True if there are few enough cards for `open_search`. Native code remembers no results; generated Python does,
    and plays a game with more cards."""
    if held.bit_count() > 24:
        fail("too many cards to divide into melds", 0)
        return 0
    return 1


@remembered
def least_loose(s: Cells, held: int) -> int:
    best = 0
    if not OPEN_MELDS:
        inside = in_melds(s, held)
        best = search(s, inside)
        loose = held & ~inside
        while loose:
            best += COST[first_bit(loose)]
            loose &= loose - 1
    elif divisible(s, held):
        best = open_search(s, sorted_cards(s, held))
    return best


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


def meld_in_order(s: Cells, held: int, cards: int) -> int:
    """Return the cards of a meld that `next_meld` has found. Players choose its wild cards."""
    return in_their_order(s, held & ~WILDS, cards)


def builtin_melded(s: Cells, held: int) -> int:
    return in_their_order(s, held, melded_with(s, held, 0))


def builtin_meld_of(s: Cells, card: int, held: int) -> int:
    if card < 0:
        return 0
    wanted = 1 << BARE[card]
    if wanted & DOUBLES & held:
        for c in members(held & LIKE_FACE[BARE[card]]):
            if in_their_order(s, held, 1 << c) == 1 << BARE[card]:
                wanted = 1 << c
                break
    return in_their_order(s, held, melded_with(s, held, wanted))


def builtin_lay_off(s: Cells, held: int, one: int, two: int, three: int) -> int:
    """Return the cards to add to melds on the table so that the loose cards cost least."""
    s[NOTES] = 3
    s[NOTES + 1] = one
    s[NOTES + 2] = two
    s[NOTES + 3] = three
    return in_their_order(s, held, lay_next(s, held, in_melds(s, held), 0, 0, 1))


def lay_next(s: Cells, held: int, inside: int, laid: int, best: int, k: int) -> int:
    """Try every way to continue with the k-th meld on the table; after the last, compare this way with the best so far.
    Return the best."""
    if k > s[NOTES]:
        if better_way(s, held, laid, best):
            return laid
        return best
    meld = s[NOTES + k]
    if builtin_is_meld(s, meld) == 0:
        return lay_next(s, held, inside, laid, best, k + 1)
    if OPEN_MELDS:
        return lay_open(s, held, inside, laid, best, k)
    rank = OF_RANK[RANK[first_bit(meld)]]
    if meld & rank == meld:
        return lay_singles(s, held, inside, laid, best, rank & ~meld & held, k)
    return lay_chain(s, held, inside, laid, best, 0, k)


def better_way(s: Cells, held: int, laid: int, best: int) -> int:
    """True if a way is better than the best so far: fewer points left loose, then fewer cards laid off, then lower
    cards."""
    apart = least_loose(s, held & ~laid) - least_loose(s, held & ~best)
    if apart == 0:
        apart = laid.bit_count() - best.bit_count()
    if apart == 0:
        if laid != best:
            alike = lowest_face(s, laid ^ best)
            apart = 0 - (alike & -alike & laid)
    if apart < 0:
        return 1
    return 0


def stops_before(s: Cells, c: int, inside: int) -> int:
    """True if keeping this card can be better because it is useful elsewhere."""
    if inside >> c & 1 or COST[c] < 0:
        return 1
    return 0


def lay_open(s: Cells, held: int, inside: int, laid: int, best: int, k: int) -> int:
    """Lay every set of held cards that makes another meld with the k-th one, then continue with the next meld."""
    cards = sorted_cards(s, s[NOTES + k] & ~WILDS)
    wild = (s[NOTES + k] & WILDS).bit_count()
    left = held & ~laid & ~s[NOTES + k]
    natural = sorted_cards(s, left & ~WILDS)
    most = wild + (left & WILDS).bit_count()
    m = 0
    while m < MELD_FIRST[SIZE]:
        if MELDS[m] & cards == cards:
            if wild <= MELD_WILDS[m] and MELD_WILDS[m] <= most:
                more = sorted_cards(s, MELDS[m] ^ cards)
                if more & natural == more:
                    added = taken_cards(s, left, more, MELD_WILDS[m] - wild)
                    best = lay_next(s, held, inside, laid | added, best, k + 1)
        m += 1
    return best


def lay_singles(s: Cells, held: int, inside: int, laid: int, best: int, rest: int, k: int) -> int:
    if rest == 0:
        return lay_next(s, held, inside, laid, best, k + 1)
    c = first_bit(rest)
    if stops_before(s, c, inside):
        best = lay_singles(s, held, inside, laid, best, rest & rest - 1, k)
    return lay_singles(s, held, inside, laid | 1 << c, best, rest & rest - 1, k)


def lay_chain(s: Cells, held: int, inside: int, laid: int, best: int, end: int, k: int) -> int:
    """Lay off at one end of a run, then at the other."""
    if end == 2:
        return lay_next(s, held, inside, laid, best, k + 1)
    meld = s[NOTES + k]
    c = -1
    for d in members(meld):
        following = BESIDE[d * 2 + end]
        if following >= 0:
            if not meld >> following & 1:
                c = following
                break
    part = 0
    while c >= 0:
        if meld >> c & 1 or part >> c & 1 or not held >> c & 1:
            break
        if stops_before(s, c, inside):
            best = lay_chain(s, held, inside, laid | part, best, end + 1, k)
        part |= 1 << c
        c = BESIDE[c * 2 + end]
    return lay_chain(s, held, inside, laid | part, best, end + 1, k)


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
