"""Moving cards: taking, putting, dealing."""

from parlour.native.library.faults import spend
from parlour.native.library.looking import next_after
from parlour.native.library.names import *
from parlour.native.library.twins import first_card, lowest_numbers


def take(s: Cells, c: int, where: int) -> None:
    """Take a card out of the zone where it lies; it must be in one."""
    zone = s[WHERE + c]
    at = AT[zone]
    if FORM[zone] == 0:
        s[at] &= ~(1 << c)
    elif FORM[zone] == 1:
        top = at + s[at]
        k = top
        while s[k] != c:
            k -= 1
        while k < top:
            s[k] = s[k + 1]
            k += 1
        s[top] = 0
        s[at] -= 1
    else:
        k = at
        while s[k] != c + 1:
            k += 1
        s[k] = 0
    forget(s, c, zone)


def forget(s: Cells, c: int, zone: int) -> None:
    """Delete what a zone stores about a card, when the card leaves."""
    if TURNED[zone] >= 0:
        s[TURNED[zone]] &= ~(1 << c)
    if BATCH[zone] >= 0:
        s[BATCH[zone]] &= ~(1 << c)


def arrive(s: Cells, c: int, zone: int) -> None:
    """Store what a zone needs of a card that has come to it."""
    s[WHERE + c] = zone
    for m in range(MARKS):
        if not KEEPS[zone * MARKS + m]:
            s[MARK_AT[m] + c] = MARK_DEFAULT[m]
    if BATCH[zone] >= 0:
        s[BATCH[zone]] = 1 << c


def lay(s: Cells, c: int, zone: int) -> None:
    """Put a card on top, into the first free column, or into the set; face down."""
    at = AT[zone]
    if FORM[zone] == 0:
        s[at] |= 1 << c
    elif FORM[zone] == 1:
        n = s[at] + 1
        s[at] = n
        s[at + n] = c
    else:
        k = at
        while k < at + ROOM[zone]:
            if s[k] == 0:
                break
            k += 1
        if k == at + ROOM[zone]:
            s[FAULT] = 1
            s[WHERE + c] = -1
            return
        s[k] = c + 1
    arrive(s, c, zone)


def insert(s: Cells, c: int, zone: int, place: int) -> None:
    """Insert a card at a place: so many cards from the bottom, or into a column."""
    at = AT[zone]
    if FORM[zone] == 0:
        lay(s, c, zone)
        return
    if FORM[zone] == 1:
        n = s[at]
        if place < 0 or place > n:
            s[FAULT] = 1
            s[WHERE + c] = -1
            return
        k = at + n + 1
        while k > at + 1 + place:
            s[k] = s[k - 1]
            k -= 1
        s[k] = c
        s[at] = n + 1
    else:
        if place < 1 or place > ROOM[zone]:
            s[FAULT] = 1
            s[WHERE + c] = -1
            return
        if s[at + place - 1]:
            s[FAULT] = 1
            s[WHERE + c] = -1
            return
        s[at + place - 1] = c + 1
    arrive(s, c, zone)


def remember(s: Cells, value: int, zone: int) -> None:
    """Store what a card counts as, where the game remembers that."""
    if GUISE_AT >= 0:
        if REMEMBERS[zone]:
            s[GUISE_AT + BARE[value]] = value // SIZE - 1


def put_card(s: Cells, value: int, zone: int, at: int) -> None:
    if value < 0 or zone < 0:
        s[FAULT] = 1
        return
    card = value
    if GUISES:
        card = BARE[value]
    if s[WHERE + card] < 0:
        s[FAULT] = 1
        return
    take(s, card, 0)
    lay(s, card, zone)
    if GUISES:
        if value >= SIZE:
            remember(s, value, zone)


def put_row(s: Cells, first: int, to: int, zone: int) -> int:
    """Put all cards of one row on top of another one, the lowest first; return them as a set."""
    moved = 0
    n = s[first]
    top = to + s[to]
    k = 1
    while k <= n:
        c = s[first + k]
        s[first + k] = 0
        moved |= 1 << c
        s[top + k] = c
        arrive(s, c, zone)
        k += 1
    s[to] += n
    s[first] = 0
    return moved


def put_zone(s: Cells, source: int, zone: int, at: int) -> None:
    put_whole(s, source, zone, 0)


def packed_zone(s: Cells, source: int, zone: int, at: int) -> None:
    put_whole(s, source, zone, 1)


def lay_packed(s: Cells, cards: int, zone: int) -> None:
    """Put cards that were in a set into a zone, pack by pack."""
    left = cards
    for n in members(lowest_numbers(s, cards)):
        c = first_card(s, left & LIKE_FACE[n])
        left ^= 1 << c
        lay(s, c, zone)


def packed_set(s: Cells, cards: int, zone: int, at: int) -> None:
    left = cards
    for n in members(lowest_numbers(s, cards)):
        c = first_card(s, left & LIKE_FACE[n])
        left ^= 1 << c
        put_at(s, c, zone, NOTHING)
    put_done(s, cards, zone, 0)


def put_whole(s: Cells, source: int, zone: int, packed: int) -> None:
    if source == zone:
        return
    if source < 0 or zone < 0:
        s[FAULT] = 1
        return
    moved = 0
    first = AT[source]
    if FORM[source] == 1 and FORM[zone] == 1:
        moved = put_row(s, first, AT[zone], zone)
    elif FORM[source] == 0:
        moved = s[first]
        s[first] = 0
        if packed:
            lay_packed(s, moved, zone)
        else:
            for c in in_order(s, moved):
                lay(s, c, zone)
    elif FORM[source] == 1:
        n = s[first]
        k = 1
        while k <= n:
            c = s[first + k]
            s[first + k] = 0
            moved |= 1 << c
            lay(s, c, zone)
            k += 1
        s[first] = 0
    else:
        k = 0
        while k < ROOM[source]:
            c = s[first + k] - 1
            s[first + k] = 0
            if c >= 0:
                moved |= 1 << c
                lay(s, c, zone)
            k += 1
    if TURNED[source] >= 0:
        s[TURNED[source]] = 0
    if BATCH[source] >= 0:
        s[BATCH[source]] = 0
    if BATCH[zone] >= 0:
        if moved:
            s[BATCH[zone]] = moved


def put_at(s: Cells, value: int, zone: int, place: int) -> int:
    """Put one card at a place; return it as a set."""
    if value < 0 or zone < 0:
        s[FAULT] = 1
        return 0
    card = BARE[value]
    if s[WHERE + card] < 0:
        s[FAULT] = 1
        return 0
    take(s, card, 0)
    if place == NOTHING:
        lay(s, card, zone)
    else:
        insert(s, card, zone, place)
    if GUISES:
        if value >= SIZE:
            remember(s, value, zone)
    return 1 << card


def put_done(s: Cells, moved: int, zone: int, up: int) -> None:
    if moved:
        if BATCH[zone] >= 0:
            s[BATCH[zone]] = moved
        if up:
            if TURNED[zone] >= 0:
                s[TURNED[zone]] |= moved


def put_card_anyhow(s: Cells, value: int, zone: int, place: int, up: int, at: int) -> None:
    put_done(s, put_at(s, value, zone, place), zone, up)


def put_set_anyhow(s: Cells, of: int, zone: int, place: int, up: int, at: int) -> None:
    moved = 0
    for c in in_order(s, of):
        moved |= put_at(s, c, zone, place)
        if place != NOTHING:
            place += 1
    put_done(s, moved, zone, up)


def put_zone_anyhow(s: Cells, source: int, zone: int, place: int, up: int, at: int) -> None:
    if source < 0 or source == zone:
        s[FAULT] = 1
        return
    moved = 0
    first = AT[source]
    if FORM[source] == 0:
        put_set_anyhow(s, s[first], zone, place, up, at)
        return
    if FORM[source] == 1:
        while s[first] > 0:
            moved |= put_at(s, s[first + 1], zone, place)
            if place != NOTHING:
                place += 1
            if s[FAULT]:
                return
    else:
        k = 0
        while k < ROOM[source]:
            if s[first + k]:
                moved |= put_at(s, s[first + k] - 1, zone, place)
                if place != NOTHING:
                    place += 1
            k += 1
    put_done(s, moved, zone, up)


def give(s: Cells, source: int, to: int) -> int:
    """Move the top card of one zone to another; 0 when there is none."""
    if source < 0 or to < 0:
        s[FAULT] = 1
        return 0
    if FORM[source] != 1:
        s[FAULT] = 1
        return 0
    at = AT[source]
    n = s[at]
    if n == 0:
        return 0
    c = s[at + n]
    s[at + n] = 0
    s[at] = n - 1
    forget(s, c, source)
    lay(s, c, to)
    return 1


def deal_to(s: Cells, count: int, source: int, to: int, at: int) -> None:
    if count > 0:
        spend(s, count, 0)
    if s[FAULT]:
        return
    k = 0
    while k < count:
        if not give(s, source, to):
            break
        k += 1


def deal_round(s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
    if start < 0:
        return
    playing = s[PLAYING]
    seats = playing.bit_count()
    if count > 0:
        spend(s, count * seats, 0)
    if seats == 0 or s[FAULT]:
        return
    first = start
    if not (playing >> start & 1):
        first = next_after(s, playing, s[DIRECTION], start)
    k = 0
    while k < count:
        seat = first
        for _ in range(seats):
            if not give(s, source, base + seat):
                return
            seat = next_after(s, playing, s[DIRECTION], seat)
        k += 1
