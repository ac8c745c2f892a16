"""Melds, and the best use of the cards of a hand: tries every division, and every way to lay off cards.

With wild cards or identical cards, a meld is its natural cards, sorted, and a number of wild cards.
"""

from parlour.routines.chance import nth_bit
from parlour.routines.choices import first_subset, next_subset, ranks_held
from parlour.routines.names import *
from parlour.routines.twins import in_their_order, lowest_face


def in_melds(s: Cells, cards: int) -> int:
    """The cards that are in some meld of these cards."""
    if IN_ROWS:
        runs = cards
        k = 1
        while k < MELD_RUNS:
            runs &= cards >> 4 * k
            k += 1
        melded = ranks_held(s, cards, MELD_SETS) * 15 & cards
        while k > 0:
            k -= 1
            melded |= runs << 4 * k
        return melded
    melded = 0
    for c in members(cards):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & cards == MELDS[k]:
                melded |= MELDS[k]
            k += 1
    return melded


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


def divisible(s: Cells, cards: int) -> int:
    """True if there are few enough cards for `open_search`. Native code remembers no results; generated Python does,
    and plays a game with more cards."""
    if cards.bit_count() > 24:
        fail("too many cards to divide into melds", 0)
        return 0
    return 1


@remembered
def least_loose(s: Cells, cards: int) -> int:
    best = 0
    if not OPEN_MELDS:
        inside = in_melds(s, cards)
        best = search(s, inside)
        loose = cards & ~inside
        while loose:
            best += COST[first_bit(loose)]
            loose &= loose - 1
    elif divisible(s, cards):
        best = open_search(s, sorted_cards(s, cards))
    return best


def builtin_deadwood(s: Cells, cards: int) -> int:
    return least_loose(s, cards) // LOOSE


def builtin_is_meld(s: Cells, cards: int) -> int:
    natural = cards
    if OPEN_MELDS:
        natural = sorted_cards(s, cards & ~WILDS)
    if natural == 0:
        return 0
    c = first_bit(natural)
    k = MELD_FIRST[c]
    while k < MELD_FIRST[c + 1]:
        if MELDS[k] == natural:
            if MELD_WILDS[k] == (cards & WILDS).bit_count():
                return 1
        k += 1
    return 0


def melded_with(s: Cells, cards: int, wanted: int) -> int:
    """The cards melded in the best division, or the meld in it with a wanted card."""
    rest = cards
    if not OPEN_MELDS:
        rest = in_melds(s, cards)
    melded = 0
    least = least_loose(s, rest)
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
            melded |= taken
            rest ^= taken
        natural = sorted_cards(s, rest & ~WILDS)
    if wanted:
        return 0
    return melded


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


def next_meld(s: Cells, among: int, after: int) -> int:
    """The lowest meld among some cards that is higher than `after`, or -1."""
    natural = among
    most = 0
    if OPEN_MELDS:
        natural = sorted_cards(s, among & ~WILDS)
        most = (among & WILDS).bit_count()
    nearest = -1
    for c in members(natural):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & natural == MELDS[k]:
                if MELD_WILDS[k] <= most:
                    meld = MELDS[k]
                    if OPEN_MELDS:
                        cards = taken_cards(s, among, MELDS[k], 0)
                        meld = next_with_wilds(s, cards, among & WILDS, MELD_WILDS[k], after)
                    if meld > after and (nearest < 0 or meld < nearest):
                        nearest = meld
            k += 1
    return nearest


def next_with_wilds(s: Cells, cards: int, wild: int, number: int, after: int) -> int:
    """The lowest set of these cards and so many wild cards that is higher than `after`, or -1."""
    if number == 0:
        return cards
    nearest = -1
    chosen = first_subset(s, wild, number, number)
    while chosen >= 0:
        meld = cards | chosen
        if meld > after and (nearest < 0 or meld < nearest):
            nearest = meld
        chosen = next_subset(s, wild, number, number, chosen)
    return nearest


def meld_in_order(s: Cells, among: int, cards: int) -> int:
    """Return the cards of a meld that `next_meld` has found. Players choose its wild cards."""
    return in_their_order(s, among & ~WILDS, cards)


def builtin_melded(s: Cells, cards: int) -> int:
    return in_their_order(s, cards, melded_with(s, cards, 0))


def builtin_meld_of(s: Cells, card: int, cards: int) -> int:
    if card < 0:
        return 0
    wanted = 1 << BARE[card]
    if wanted & DOUBLES & cards:
        for c in members(cards & LIKE_FACE[BARE[card]]):
            if in_their_order(s, cards, 1 << c) == 1 << BARE[card]:
                wanted = 1 << c
                break
    return in_their_order(s, cards, melded_with(s, cards, wanted))


def builtin_lay_off(s: Cells, hand: int, one: int, two: int, three: int) -> int:
    """Return the cards to add to melds on the table so that the loose cards cost least."""
    s[NOTES] = 3
    s[NOTES + 1] = one
    s[NOTES + 2] = two
    s[NOTES + 3] = three
    return in_their_order(s, hand, lay_next(s, hand, 0, 0, 1))


def lay_next(s: Cells, hand: int, placed: int, best: int, k: int) -> int:
    """Try every way to continue with the k-th meld on the table; after the last, compare this way with the best so far.
    Return the best."""
    if k > s[NOTES]:
        if better_way(s, hand, placed, best):
            return placed
        return best
    if builtin_is_meld(s, s[NOTES + k]):
        return lay_on(s, hand, placed, best, k)
    return lay_next(s, hand, placed, best, k + 1)


def better_way(s: Cells, hand: int, placed: int, best: int) -> int:
    """True if a way is better than the best so far: fewer points left loose, then fewer cards laid off, then lower
    cards."""
    apart = least_loose(s, hand & ~placed) - least_loose(s, hand & ~best)
    if apart == 0:
        apart = placed.bit_count() - best.bit_count()
    if apart == 0:
        if placed != best:
            alike = lowest_face(s, placed ^ best)
            apart = 0 - (alike & -alike & placed)
    if apart < 0:
        return 1
    return 0


def lay_on(s: Cells, hand: int, placed: int, best: int, k: int) -> int:
    """Lay every set of held cards that makes another meld with the k-th one, then continue with the next meld."""
    cards = sorted_cards(s, s[NOTES + k] & ~WILDS)
    wild = (s[NOTES + k] & WILDS).bit_count()
    left = hand & ~placed & ~s[NOTES + k]
    natural = sorted_cards(s, left & ~WILDS)
    most = wild + (left & WILDS).bit_count()
    m = 0
    end = MELD_FIRST[first_bit(cards) + 1]  # later melds have no card as low as the lowest of these
    while m < end:
        if MELDS[m] & cards == cards:
            if wild <= MELD_WILDS[m] and MELD_WILDS[m] <= most:
                more = sorted_cards(s, MELDS[m] ^ cards)
                if more & natural == more:
                    added = taken_cards(s, left, more, MELD_WILDS[m] - wild)
                    best = lay_next(s, hand, placed | added, best, k + 1)
        m += 1
    return best


def sorted_cards(s: Cells, cards: int) -> int:
    """The same cards by their faces: of identical ones the lowest."""
    chosen = cards & ~MELD_DOUBLES
    for c in members(cards & MELD_DOUBLES):
        same = OF_FACE[PRINTED[c]]
        before = (cards & same & (1 << c) - 1).bit_count()
        chosen |= 1 << nth_bit(s, same, before)
    return chosen


def taken_wilds(s: Cells, cards: int, number: int) -> int:
    """So many of the wild cards that are held."""
    wilds = 0
    k = 0
    while number > 0 and k < WILD_CARDS:
        if cards >> WILD_ORDER[k] & 1:
            wilds |= 1 << WILD_ORDER[k]
            number -= 1
        k += 1
    return wilds


def taken_cards(s: Cells, among: int, cards: int, wild: int) -> int:
    """The held cards of a meld."""
    taken = cards & ~MELD_DOUBLES | taken_wilds(s, among, wild)
    for c in members(cards & MELD_DOUBLES):
        left = among & ~taken & OF_FACE[PRINTED[c]]
        taken |= 1 << first_bit(left)
    return taken


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
