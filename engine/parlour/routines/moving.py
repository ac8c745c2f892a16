"""Moving cards: taking, putting, dealing."""

from parlour.routines.faults import spend
from parlour.routines.looking import foot, lying_at, next_after, place_of, zone_end
from parlour.routines.names import *
from parlour.routines.twins import first_card, lowest_numbers


def take(s: Cells, c: int, at: int) -> None:
    """Take a card out of its zone."""
    zone = s[WHERE + c]
    if zone < 0:
        fail("this card is not in the game", at)
    else:
        leave(s, c, zone)


def leave(s: Cells, c: int, zone: int) -> None:
    """Take a card out of this zone, which must contain it."""
    first = AT[zone]
    if FORM[zone] == 0:
        s[first] &= ~(1 << c)
    elif FORM[zone] == 1:
        top = first + s[first]
        if SHARED:
            top = foot(s, zone) + s[first]
        k = top
        while s[k] != c:
            k -= 1
        if SHARED:
            top = SHARED_TOP
        close_place(s, k, top)
        s[first] -= 1
    else:
        k = first
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
    """Store the data that a zone needs about a card that has just arrived."""
    s[WHERE + c] = zone
    if MARKS:
        lose_marks(s, c, zone)
    if BATCH[zone] >= 0:
        s[BATCH[zone]] = 1 << c


def lose_marks(s: Cells, c: int, zone: int) -> None:
    """Give a card the default of each mark that it doesn't keep in its new zone."""
    for m in range(MARKS):
        if not KEEPS[zone * MARKS + m]:
            s[MARK_AT[m] + c] = MARK_DEFAULT[m]


def close_place(s: Cells, k: int, top: int) -> None:
    """Move the cards of the cells above this one down by one cell."""
    while k < top:
        s[k] = s[k + 1]
        k += 1
    s[top] = 0


def make_place(s: Cells, k: int, top: int) -> None:
    """Move the cards of these cells up by one cell; the last one is free."""
    while top > k:
        s[top] = s[top - 1]
        top -= 1


def lay(s: Cells, c: int, zone: int, place: int, at: int) -> None:
    """Put a card face down at a place: a number of cards above the bottom, or a column. Without a place, put it on top,
    or into the first free column."""
    first = AT[zone]
    if FORM[zone] == 0:
        s[first] |= 1 << c
    elif FORM[zone] == 1:
        n = s[first]
        if place == NOTHING:
            place = n
        if place < 0 or place > n:
            fail(f"`{ZONE_NAME[zone]}` has no place {place}: its size is {n}", at)
            s[WHERE + c] = -1
            return
        if LIMITED:
            if n == ROOM[zone]:
                fail(f"`{ZONE_NAME[zone]}` is full: its room is {ROOM[zone]}", at)
                s[WHERE + c] = -1
                return
        low = first
        top = first + n + 1
        if SHARED:
            low = foot(s, zone)
            top = SHARED_TOP
        if SHARED or place < n:
            make_place(s, low + 1 + place, top)
        s[low + 1 + place] = c
        s[first] = n + 1
    else:
        if place == NOTHING:
            place = 1
            while place <= ROOM[zone] and s[first + place - 1]:
                place += 1
            if place > ROOM[zone]:
                fail(f"no column of `{ZONE_NAME[zone]}` is free", at)
                s[WHERE + c] = -1
                return
        if place < 1 or place > ROOM[zone]:
            fail(f"`{ZONE_NAME[zone]}` has no column {place}: there are {ROOM[zone]}", at)
            s[WHERE + c] = -1
            return
        if s[first + place - 1]:
            fail(f"column {place} of `{ZONE_NAME[zone]}` already has a card", at)
            s[WHERE + c] = -1
            return
        s[first + place - 1] = c + 1
    arrive(s, c, zone)


def remember(s: Cells, value: int, zone: int) -> None:
    """Store the guise of a card if the game remembers guises."""
    if GUISE_AT >= 0:
        if REMEMBERS[zone]:
            s[GUISE_AT + BARE[value]] = value // SIZE - 1


def set_mark(s: Cells, mark: int, value: int, card: int, at: int) -> None:
    """Set a mark of a card if its zone keeps the mark."""
    if card < 0:
        fail("expected a card to mark, found none", at)
        return
    if s[WHERE + card] >= 0:
        if KEEPS[s[WHERE + card] * MARKS + mark]:
            s[MARK_AT[mark] + card] = value


def put_card(s: Cells, value: int, zone: int, at: int) -> None:
    if value >= 0 and zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    put_at(s, value, zone, NOTHING, at)


def put_row(s: Cells, source: int, zone: int) -> None:
    """Put all cards of one row on top of another one, the lowest first."""
    first = AT[source]
    to = AT[zone]
    moved = 0
    n = s[first]
    top = to + s[to]
    k = 1
    while k <= n:
        c = s[first + k]
        s[first + k] = 0
        moved |= 1 << c
        s[top + k] = c
        s[WHERE + c] = zone
        if MARKS:
            lose_marks(s, c, zone)
        k += 1
    s[to] += n
    s[first] = 0
    if TURNED[source] >= 0:
        s[TURNED[source]] = 0
    if BATCH[source] >= 0:
        s[BATCH[source]] = 0
    put_done(s, moved, zone, 0)


def put_zone(s: Cells, source: int, zone: int, at: int) -> None:
    """Put all cards of a zone on top of another one."""
    if source == zone:
        return
    if source < 0:
        fail("expected a zone to move cards from, found none", at)
        return
    if zone >= 0:
        if FORM[source] == 1 and FORM[zone] == 1 and not LIMITED and not SHARED:
            put_row(s, source, zone)
            return
    put_zone_anyhow(s, source, zone, NOTHING, 0, at)


def packed_zone(s: Cells, source: int, zone: int, at: int) -> None:
    if source >= 0 and zone >= 0 and source != zone:
        if FORM[source] == 0:
            packed_set(s, s[AT[source]], zone, at)
            return
    put_zone(s, source, zone, at)


def packed_set(s: Cells, cards: int, zone: int, at: int) -> None:
    """Put cards on top of a zone, pack by pack."""
    left = cards
    for n in members(lowest_numbers(s, cards)):
        c = first_card(s, left & LIKE_FACE[n])
        left ^= 1 << c
        put_at(s, c, zone, NOTHING, at)
    put_done(s, cards, zone, 0)


def put_at(s: Cells, value: int, zone: int, place: int, at: int) -> int:
    """Put one card at a place; return it as a set."""
    if value < 0:
        fail("expected a card to move, found none", at)
        return 0
    card = BARE[value]
    source = s[WHERE + card]
    if source < 0:
        fail("this card is not in the game", at)
        return 0
    leave(s, card, source)
    lay(s, card, zone, place, at)
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
    if zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    put_done(s, put_at(s, value, zone, place, at), zone, up)


def put_set_anyhow(s: Cells, of: int, zone: int, place: int, up: int, at: int) -> None:
    if zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    moved = 0
    for c in in_order(s, of):
        moved |= put_at(s, c, zone, place, at)
        if place != NOTHING:
            place += 1
    put_done(s, moved, zone, up)


def put_zone_anyhow(s: Cells, source: int, zone: int, place: int, up: int, at: int) -> None:
    if zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    if source < 0:
        fail("expected a zone to move cards from, found none", at)
        return
    if FORM[source] == 0:
        put_set_anyhow(s, s[AT[source]], zone, place, up, at)
        return
    if source == zone:
        abandon()
        return
    moved = 0
    c = zone_end(s, source, 1)
    while c >= 0:
        moved |= put_at(s, c, zone, place, at)
        if failed():
            return
        if place != NOTHING:
            place += 1
        c = zone_end(s, source, 1)
    put_done(s, moved, zone, up)


def put_run(s: Cells, source: int, start: int, zone: int, place: int, up: int, at: int) -> None:
    """Move a card of a row and all cards above it to a zone, the lowest first."""
    if source < 0:
        fail("expected a zone to move cards from, found none", at)
        return
    if start < 0:
        fail("expected a card to move, found none", at)
        return
    if FORM[source] != 1:
        fail(f"`{ZONE_NAME[source]}` has no order: no card is above another", at)
        return
    card = BARE[start]
    if s[WHERE + card] != source:
        fail(f"this card is not in `{ZONE_NAME[source]}`", at)
        return
    if zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    first = AT[source]
    k = place_of(s, card)
    left = s[first] + 1 - k
    if source == zone and place != NOTHING:
        if place > s[first] - left:
            fail(f"`{ZONE_NAME[zone]}` has no place {place}: its size is {s[first] - left}", at)
            return
    moved = 0
    while left > 0:
        moved |= put_at(s, lying_at(s, source, k), zone, place, at)
        if failed():
            return
        if place != NOTHING:
            place += 1
            if source == zone:
                k += 1
        left -= 1
    put_done(s, moved, zone, up)


def give(s: Cells, source: int, to: int, at: int) -> int:
    """Move the top card of one zone to another; 0 when there is none."""
    if source < 0 or to < 0:
        fail("expected a zone to move cards to, found none", at)
        return 0
    if FORM[source] != 1:
        fail(f"`{ZONE_NAME[source]}` has no order: there is no top card to deal", at)
        return 0
    c = zone_end(s, source, 0)
    if c < 0:
        return 0
    leave(s, c, source)
    lay(s, c, to, NOTHING, at)
    return 1


def deal_to(s: Cells, count: int, source: int, to: int, at: int) -> None:
    if count > 0:
        spend(s, count, at)
    if failed():
        return
    k = 0
    while k < count:
        if not give(s, source, to, at):
            break
        k += 1


def deal_round(s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
    if start < 0:
        return
    playing = s[PLAYING]
    seats = playing.bit_count()
    if count > 0:
        spend(s, count * seats, at)
    if seats == 0 or failed():
        return
    first = start
    if not (playing >> start & 1):
        first = next_after(s, playing, s[DIRECTION], start)
    k = 0
    while k < count:
        seat = first
        for _ in range(seats):
            if not give(s, source, base + seat, at):
                return
            seat = next_after(s, playing, s[DIRECTION], seat)
        k += 1
