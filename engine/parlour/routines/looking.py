"""Reading zones, cards and seats.

Places of a zone count from 1, the lowest card or the first column. In a set every card of the pack has its own place;
callers that need an order check the form of the zone.
"""

from parlour.routines.names import *


def has(s: Cells, of: int, member: int) -> int:
    if member < 0:
        return 0
    return of >> member & 1


def beside(s: Cells, of: int) -> int:
    if of & of - 1:
        return (1 << SIZE) - 1
    if of:
        return (1 << SIZE) - 1 & ~of
    return 0


def builtin_below(s: Cells, n: int) -> int:
    """The set of the numbers 0..n-1."""
    if n <= 0:
        return 0
    return (1 << n) - 1


def showing_rank(s: Cells, of: int) -> int:
    cards = 0
    for k in members(of):
        if k < RANKS:
            cards |= OF_RANK[k]
    return cards


def showing_suit(s: Cells, of: int) -> int:
    cards = 0
    for k in members(of):
        if k < SUITS:
            cards |= OF_SUIT[k]
    return cards


def showing_face(s: Cells, of: int) -> int:
    cards = 0
    for k in members(of):
        if k < FACES:
            cards |= OF_FACE[k]
    return cards


def guised(s: Cells, card: int, face: int) -> int:
    if card < 0:
        return card
    return BARE[card] + SIZE * (1 + face)


def members_of_sides(s: Cells, sides: int) -> int:
    players = 0
    for k in members(sides):
        if k < SIDES:
            players |= SIDE_MEMBERS[k]
    return players


def next_after(s: Cells, playing: int, direction: int, player: int) -> int:
    if player < 0:
        return player
    if direction > 0:
        m = playing >> player + 1 << player + 1
        if m == 0:
            m = playing
        if m == 0:
            return player
        return first_bit(m)
    m = playing & (1 << player) - 1
    if m == 0:
        m = playing
    if m == 0:
        return player
    return last_bit(m)


def foot(s: Cells, zone: int) -> int:
    """Return the cell below the lowest card of an ordered zone."""
    if SHARED:
        at = SHARED_FOOT
        k = FIRST_ZONE
        while k < AT[zone]:
            at += s[k]
            k += 1
        return at
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


def row_cards(s: Cells, at: int) -> int:
    cards = 0
    k = at + 1
    end = k + s[at]
    while k < end:
        cards |= 1 << s[k]
        k += 1
    return cards


def shared_cards(s: Cells, number: int) -> int:
    """The cards of a row that shares its space."""
    cards = 0
    k = foot(s, number)
    end = k + s[AT[number]]
    while k < end:
        k += 1
        cards |= 1 << s[k]
    return cards


def column_cards(s: Cells, at: int, room: int) -> int:
    cards = 0
    end = at + room
    while at < end:
        cards |= BIT[s[at] - 1]
        at += 1
    return cards


def row_place(s: Cells, at: int, place: int) -> int:
    if place <= 0:
        return -1
    if place > s[at]:
        return -1
    return s[at + place]


def column_place(s: Cells, at: int, room: int, place: int) -> int:
    if place <= 0:
        return -1
    if place > room:
        return -1
    return s[at + place - 1] - 1


def column_count(s: Cells, at: int, room: int) -> int:
    count = 0
    end = at + room
    while at < end:
        if s[at]:
            count += 1
        at += 1
    return count


def zone_cards(s: Cells, number: int) -> int:
    if number < 0:
        return 0
    if FORM[number] == 0:
        return s[AT[number]]
    if FORM[number] == 1:
        if SHARED:
            return shared_cards(s, number)
        return row_cards(s, AT[number])
    return column_cards(s, AT[number], ROOM[number])


def zone_size(s: Cells, number: int) -> int:
    if number < 0:
        return 0
    if FORM[number] == 0:
        return s[AT[number]].bit_count()
    if FORM[number] == 1:
        return s[AT[number]]
    return column_count(s, AT[number], ROOM[number])


def zone_end(s: Cells, number: int, bottom: int) -> int:
    if number < 0:
        return -1
    if FORM[number] == 0:
        return -1
    if FORM[number] == 1:  # the most frequent case, and there a card lies at each place
        n = s[AT[number]]
        if n == 0:
            return -1
        if bottom:
            n = 1
        low = AT[number]
        if SHARED:
            low = foot(s, number)
        return s[low + n]
    highest = highest_place(s, number)
    k = 0
    while k < highest:
        place = highest - k
        if bottom:
            place = k + 1
        c = lying_at(s, number, place)
        if c >= 0:
            return c
        k += 1
    return -1


def zone_place(s: Cells, number: int, place: int) -> int:
    if number < 0 or place <= 0:
        return -1
    if FORM[number] == 0 or place > highest_place(s, number):
        return -1
    return lying_at(s, number, place)


def place_of(s: Cells, card: int) -> int:
    if card < 0:
        return 0
    number = s[WHERE + card]
    if number < 0:
        return 0
    if FORM[number] == 0:
        return 0
    first = AT[number]
    if FORM[number] == 1:
        if SHARED:
            first = foot(s, number)
        place = 1
        while s[first + place] != card:
            place += 1
        return place
    place = 0
    while s[first + place] != card + 1:
        place += 1
    return place + 1


def face_up(s: Cells, card: int) -> int:
    if card < 0:
        return 0
    number = s[WHERE + card]
    if number < 0:
        return 0
    if TURNED[number] < 0:
        return 0
    return s[TURNED[number]] >> card & 1
