"""What generated source calls, in the form that can be translated: ints, cells, loops and calls, nothing else.

The same as `parlour.generated.runtime` does, cell by cell. It is read, never run: the names in capitals are tables and
numbers of one table, and come with the translation (`tables`). Where the runtime reports a fault, the cell FAULT is set
and something harmless is gone on with; the game is then played again where faults have words.
"""

from collections.abc import Callable

# Translated for one table at a time, so that what is told apart by these names costs nothing.
FORM: tuple[int, ...]  # of each zone instance: 0 set, 1 row, 2 columns
AT: tuple[int, ...]  # its first cell
ROOM: tuple[int, ...]
TURNED: tuple[int, ...]  # the cell with its turned cards, or -1
BATCH: tuple[int, ...]
REMEMBERS: tuple[int, ...]  # does a card remember there what it counts as?
KEEPS: tuple[int, ...]  # for each instance and mark: is it kept there?
MARK_AT: tuple[int, ...]
MARK_DEFAULT: tuple[int, ...]
BLANK: tuple[int, ...]  # the state before anything has happened
POSITION_START: tuple[int, ...]
POSITION_STOP: tuple[int, ...]
CHECKPOINT: tuple[int, ...]
BARE: tuple[int, ...]
PRINTED: tuple[int, ...]
RANK: tuple[int, ...]
OF_RANK: tuple[int, ...]
OF_SUIT: tuple[int, ...]
OF_FACE: tuple[int, ...]
SIDE_MEMBERS: tuple[int, ...]
MELD_FIRST: tuple[int, ...]  # by the lowest card: where its melds begin in MELDS, in the order of preference
MELDS: tuple[int, ...]
CHOOSE: tuple[int, ...]  # how many sets of k of n cards there are, at n * (SIZE + 1) + k
BESIDE: tuple[int, ...]  # for each card the next one below it and above it in a run, or -1
COST: tuple[int, ...]  # of leaving a card loose
MARKS: int
MOST_SETS: int  # that can be chosen from
SIDES: int
RANKS: int
SUITS: int
FACES: int
SIZE: int
GUISE_AT: int  # the first cell of the mark that says what a card counts as, or -1
GUISES: int  # can a card count as another?
DOUBLES: int  # the cards of faces that are there more than once
WHERE: int
FIRST_ZONE: int
PLAYING: int
DIRECTION: int
RANDOM: int
STACKED: int
BOX: int
FAULT: int
NOTES: int  # two cells for whoever needs them
CHOOSER: int  # the cell with the players' own generator
STEPS: int  # the cell with the steps that are left
BOUND: int
BASE: int
BITS: int
MASK: int
MULTIPLIER: int
ONE_DRAW: int
NOTHING: int  # stands for None
CHECKED_FROM: int
LOOSE: int
POSITIONS: int

Cells = list[int]
Bits = Callable[[int], int]

first_bit: Bits  # the lowest member of a set that has one
last_bit: Bits
members: Callable[[int], list[int]]
quick_div: Callable[[int, int], int]  # of numbers below 2**32
quick_mod: Callable[[int, int], int]

# ---------------------------------------------------------------- faults


def sure(s: Cells, v: int, nothing: int, at: int) -> int:
    if v == nothing:
        s[FAULT] = 1
        return 0
    return v


def key(s: Cells, k: int, size: int, message: int, at: int) -> int:
    if k < 0 or k >= size:
        s[FAULT] = 1
        return 0
    return k


def bounded(s: Cells, v: int, at: int) -> int:
    if v < -BOUND or v >= BOUND:
        s[FAULT] = 1
        return 0
    return v


def product(s: Cells, a: int, b: int, at: int) -> int:
    x = a * b
    if x <= -BOUND or x >= BOUND:
        s[FAULT] = 1
        return 0
    return x


def quotient(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        s[FAULT] = 1
        return 0
    return a // b


def remainder(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        s[FAULT] = 1
        return 0
    return a % b


def put_field(s: Cells, record: int, value: int, shift: int, width: int, bias: int, at: int) -> int:
    v = value + bias
    limit = 1 << width
    if v < 0 or v >= limit:
        s[FAULT] = 1
        return record
    return record & ~(limit - 1 << shift) | v << shift


def marked(s: Cells, card: int, at: int) -> int:
    if card < 0:
        s[FAULT] = 1
        return 0
    return card


def out_of_rounds(s: Cells, most: int, at: int) -> None:
    s[FAULT] = 1


def spend(s: Cells, cell: int, rounds: int, at: int) -> None:
    left = s[STEPS] - rounds
    s[STEPS] = left
    if left < 0:
        s[FAULT] = 1


# ---------------------------------------------------------------- chance


def draw(s: Cells, slot: int, n: int) -> int:
    """A number below n, which is at least 2, by the generator in a cell."""
    x = s[slot]
    while True:
        x = MULTIPLIER * (x & MASK) + (x >> BITS)
        scaled = ((x & MASK) ^ (x >> BITS)) * n
        low = scaled & MASK
        if low >= n:
            break
        if low >= quick_mod(BASE, n):
            break
    s[slot] = x
    return scaled >> BITS


def choose(s: Cells, n: int) -> int:
    """A number below n, as players draw it."""
    if n < 2:
        return 0
    return draw(s, CHOOSER, n)


def nth_bit(s: Cells, of: int, n: int) -> int:
    while n > 0:
        of &= of - 1
        n -= 1
    return first_bit(of)


def pick_number(s: Cells, low: int, high: int, at: int) -> int:
    n = high - low + 1
    if n <= 0 or n > BASE:
        s[FAULT] = 1
        return low
    if n == 1:
        return low
    return low + draw(s, RANDOM, n)


def pick_member(s: Cells, of: int, at: int) -> int:
    if of == 0:
        s[FAULT] = 1
        return 0
    n = of.bit_count()
    if n > 1:
        for _ in range(draw(s, RANDOM, n)):
            of &= of - 1
    return first_bit(of)


def shuffle(s: Cells, zone: int, at: int) -> None:
    if zone < 0 or s[STACKED] != 0:
        s[FAULT] = 1
        return
    if FORM[zone] != 1:
        s[FAULT] = 1
        return
    first = AT[zone] + 1
    n = s[AT[zone]]
    x = s[RANDOM]
    while n >= 2:
        bound = n
        last = n - 1
        while last >= 2:
            if bound * last > ONE_DRAW:
                break
            bound *= last
            last -= 1
        low = quick_mod(BASE, bound)
        while True:
            x = MULTIPLIER * (x & MASK) + (x >> BITS)
            scaled = ((x & MASK) ^ (x >> BITS)) * bound
            if (scaled & MASK) >= low:
                break
        digits = scaled >> BITS
        place = n - 1
        while place >= last:
            rest = quick_div(digits, place + 1)
            k = first + digits - rest * (place + 1)
            digits = rest
            card = s[k]
            s[k] = s[first + place]
            s[first + place] = card
            place -= 1
        n = last
    s[RANDOM] = x
    if TURNED[zone] >= 0:
        s[TURNED[zone]] = 0
    if BATCH[zone] >= 0:
        s[BATCH[zone]] = 0


# ---------------------------------------------------------------- looking


def has(s: Cells, of: int, member: int) -> int:
    if member < 0:
        return 0
    return of >> member & 1


def below(s: Cells, n: int) -> int:
    if n <= 0:
        return 0
    return (1 << n) - 1


def builtin_below(s: Cells, n: int) -> int:
    if n <= 0:
        return 0
    return (1 << n) - 1


def builtin_run_at_top(s: Cells, zone: int) -> int:
    if zone < 0:
        s[FAULT] = 1
        return 0
    found = 0
    if FORM[zone] == 0:
        rest = s[AT[zone]]
        rank = -2
        while rest:
            c = last_bit(rest)
            rest ^= 1 << c
            shown = RANK[value_of(s, c)]
            if rank != -2 and shown != rank:
                break
            rank = shown
            found |= 1 << c
        return found
    rank = -2
    k = AT[zone] + ROOM[zone] - 1
    if FORM[zone] == 1:
        k = AT[zone] + s[AT[zone]]
    end = AT[zone] - 1
    if FORM[zone] == 1:
        end = AT[zone]
    while k > end:
        c = s[k]
        if FORM[zone] == 2:
            c = c - 1
        k -= 1
        if c >= 0:
            shown = RANK[value_of(s, c)]
            if rank != -2 and shown != rank:
                break
            rank = shown
            found |= 1 << c
    return found


def showing_rank(s: Cells, of: int) -> int:
    found = 0
    for k in members(of):
        if k < RANKS:
            found |= OF_RANK[k]
    return found


def showing_suit(s: Cells, of: int) -> int:
    found = 0
    for k in members(of):
        if k < SUITS:
            found |= OF_SUIT[k]
    return found


def showing_face(s: Cells, of: int) -> int:
    found = 0
    for k in members(of):
        if k < FACES:
            found |= OF_FACE[k]
    return found


def guised(s: Cells, card: int, face: int) -> int:
    if card < 0:
        return card
    return BARE[card] + SIZE * (1 + face)


def value_of(s: Cells, card: int) -> int:
    """A card with what it counts as where it lies."""
    if GUISE_AT < 0 or card < 0:
        return card
    return card + SIZE * (1 + s[GUISE_AT + card])


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


def row_cards(s: Cells, at: int) -> int:
    found = 0
    k = at + 1
    end = k + s[at]
    while k < end:
        found |= 1 << s[k]
        k += 1
    return found


def column_cards(s: Cells, at: int, room: int) -> int:
    found = 0
    k = at
    while k < at + room:
        if s[k]:
            found |= 1 << s[k] - 1
        k += 1
    return found


def column_count(s: Cells, at: int, room: int) -> int:
    found = 0
    k = at
    while k < at + room:
        if s[k]:
            found += 1
        k += 1
    return found


def zone_cards(s: Cells, number: int) -> int:
    if number < 0:
        return 0
    if FORM[number] == 0:
        return s[AT[number]]
    if FORM[number] == 1:
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


def with_guise(s: Cells, card: int, number: int) -> int:
    if REMEMBERS[number]:
        return value_of(s, card)
    return card


def zone_end(s: Cells, number: int, bottom: int) -> int:
    if number < 0:
        return -1
    if FORM[number] == 0:
        return -1
    at = AT[number]
    if FORM[number] == 1:
        n = s[at]
        if n == 0:
            return -1
        if bottom:
            return with_guise(s, s[at + 1], number)
        return with_guise(s, s[at + n], number)
    k = 0
    while k < ROOM[number]:
        c = s[at + ROOM[number] - 1 - k]
        if bottom:
            c = s[at + k]
        if c:
            return with_guise(s, c - 1, number)
        k += 1
    return -1


def zone_place(s: Cells, number: int, place: int) -> int:
    if number < 0 or place <= 0:
        return -1
    if FORM[number] == 0:
        return -1
    c = -1
    if FORM[number] == 1:
        if place <= s[AT[number]]:
            c = s[AT[number] + place]
    elif place <= ROOM[number]:
        c = s[AT[number] + place - 1] - 1
    return with_guise(s, c, number)


def place_of(s: Cells, card: int) -> int:
    if card < 0:
        return 0
    number = s[WHERE + card]
    if number < 0:
        return 0
    if FORM[number] == 0:
        return 0
    k = AT[number]
    if FORM[number] == 1:
        k += 1
        while s[k] != card:
            k += 1
        return k - AT[number]
    while s[k] != card + 1:
        k += 1
    return k - AT[number] + 1


def face_up(s: Cells, card: int) -> int:
    if card < 0:
        return 0
    number = s[WHERE + card]
    if number < 0:
        return 0
    if TURNED[number] < 0:
        return 0
    return s[TURNED[number]] >> card & 1


# ---------------------------------------------------------------- cards of one face


def are_twins(s: Cells, a: int, b: int) -> int:
    """Do two cards of one face lie together unordered, with the same marks and turned alike?"""
    if PRINTED[a] != PRINTED[b]:
        return 0
    zone = s[WHERE + a]
    if zone < 0 or s[WHERE + b] != zone:
        return 0
    if FORM[zone] != 0:
        return 0
    if TURNED[zone] >= 0:
        if (s[TURNED[zone]] >> a & 1) != (s[TURNED[zone]] >> b & 1):
            return 0
    for m in range(MARKS):
        if s[MARK_AT[m] + a] != s[MARK_AT[m] + b]:
            return 0
    return 1


def once(s: Cells, cards: int, used: int) -> int:
    """A set of cards without the twins of others in it, but with those used already."""
    free = cards & ~used
    if (free & DOUBLES).bit_count() < 2:
        return cards
    found = cards & used
    for c in members(free):
        first = 1
        for d in members(found & ~used):
            if are_twins(s, c, d):
                first = 0
                break
        if first:
            found |= 1 << c
    return found


def lowest(s: Cells, chosen: int, among: int, used: int) -> int:
    """Are the chosen ones, but for those used already, the lowest of their twins?"""
    free = among & ~used
    if (free & DOUBLES).bit_count() < 2:
        return 1
    for c in members(free & chosen):
        for d in members(free & ~chosen & ((1 << c) - 1)):
            if are_twins(s, c, d):
                return 0
    return 1


# ---------------------------------------------------------------- moving cards


def take(s: Cells, c: int) -> None:
    """Takes a card out of the zone where it lies."""
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
    """What a zone notes about its cards ends when they leave."""
    if TURNED[zone] >= 0:
        s[TURNED[zone]] &= ~(1 << c)
    if BATCH[zone] >= 0:
        s[BATCH[zone]] &= ~(1 << c)


def arrive(s: Cells, c: int, zone: int) -> None:
    """What is noted of a card that has come to a zone."""
    s[WHERE + c] = zone
    for m in range(MARKS):
        if not KEEPS[zone * MARKS + m]:
            s[MARK_AT[m] + c] = MARK_DEFAULT[m]
    if BATCH[zone] >= 0:
        s[BATCH[zone]] = 1 << c


def lay(s: Cells, c: int, zone: int) -> None:
    """Lays a card on top, into the first free column, or simply in; face down."""
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
    """Lays a card at a place: so many cards from the bottom, or into a column."""
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
    """A card keeps what it counts as where that is remembered."""
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
    take(s, card)
    lay(s, card, zone)
    if GUISES:
        if value >= SIZE:
            remember(s, value, zone)


def put_zone(s: Cells, source: int, zone: int, at: int) -> None:
    if source == zone:
        return
    if source < 0 or zone < 0:
        s[FAULT] = 1
        return
    moved = 0
    first = AT[source]
    if FORM[source] == 0:
        moved = s[first]
        s[first] = 0
        for c in members(moved):
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
    """One card to some place; gives it as a set."""
    if value < 0 or zone < 0:
        s[FAULT] = 1
        return 0
    card = BARE[value]
    if s[WHERE + card] < 0:
        s[FAULT] = 1
        return 0
    take(s, card)
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


def put_card_anyhow(s: Cells, value: int, zone: int, place: int, up: int) -> None:
    put_done(s, put_at(s, value, zone, place), zone, up)


def put_set_anyhow(s: Cells, of: int, zone: int, place: int, up: int) -> None:
    moved = 0
    for c in members(of):
        moved |= put_at(s, c, zone, place)
        if place != NOTHING:
            place += 1
    put_done(s, moved, zone, up)


def put_zone_anyhow(s: Cells, source: int, zone: int, place: int, up: int) -> None:
    if source < 0 or source == zone:
        s[FAULT] = 1
        return
    moved = 0
    first = AT[source]
    if FORM[source] == 0:
        put_set_anyhow(s, s[first], zone, place, up)
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
    """Moves the top card of one zone to another; 0 when there is none."""
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
        spend(s, 0, count, 0)
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
        spend(s, 0, count * seats, 0)
    if seats == 0:
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


def turn(s: Cells, layout: int, cards: int, up: int) -> None:
    for c in members(cards):
        zone = s[WHERE + c]
        if zone >= 0:
            if TURNED[zone] >= 0:
                if up:
                    s[TURNED[zone]] |= 1 << c
                else:
                    s[TURNED[zone]] &= ~(1 << c)


def gather(s: Cells) -> None:
    """All cards go back to the box."""
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
    repeated = 0
    if count > CHECKED_FROM:
        repeated = 1
        kept = CHECKPOINT[checkpoint]
        for p in range(POSITIONS):
            k = POSITION_START[p]
            while k < POSITION_STOP[p]:
                if s[kept] != s[k]:
                    repeated = 0
                    break
                kept += 1
                k += 1
            if not repeated:
                break
    if not count & count - 1:
        kept = CHECKPOINT[checkpoint]
        for p in range(POSITIONS):
            k = POSITION_START[p]
            while k < POSITION_STOP[p]:
                s[kept] = s[k]
                kept += 1
                k += 1
    return repeated


# ---------------------------------------------------------------- melds


def in_melds(s: Cells, held: int) -> int:
    """The cards that some meld of these cards has in it."""
    found = 0
    for c in members(held):
        k = MELD_FIRST[c]
        while k < MELD_FIRST[c + 1]:
            if MELDS[k] & held == MELDS[k]:
                found |= MELDS[k]
            k += 1
    return found


def search(s: Cells, rest: int) -> int:
    """What the best division of these cards leaves loose: LOOSE * points + cards."""
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
    inside = in_melds(s, held)
    loose = 0
    for c in members(held & ~inside):
        loose += COST[c]
    return loose + search(s, inside)


def builtin_deadwood(s: Cells, held: int) -> int:
    return least_loose(s, held) // LOOSE


def builtin_is_meld(s: Cells, cards: int) -> int:
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
    """The cards melded in the best division, or of its melds the one with a wanted card."""
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


def builtin_melded(s: Cells, held: int) -> int:
    return melded_with(s, held, 0)


def builtin_meld_of(s: Cells, card: int, held: int) -> int:
    if card < 0:
        return 0
    return melded_with(s, held, 1 << BARE[card])


# ---------------------------------------------------------------- choices


def last_place(s: Cells, zone: int) -> int:
    if zone < 0:
        return 0
    if FORM[zone] == 0:
        s[FAULT] = 1
        return 0
    if FORM[zone] == 1:
        return s[AT[zone]]
    return ROOM[zone]


def is_place(s: Cells, zone: int, place: int) -> int:
    if FORM[zone] == 1:
        return 1
    if s[AT[zone] + place - 1]:
        return 1
    return 0


def several(s: Cells, n: int, low: int, high: int) -> int:
    """How many sets of so many of n cards there are."""
    found = 0
    k = max(low, 0)
    while k <= min(high, n):
        found += CHOOSE[n * (SIZE + 1) + k]
        k += 1
    return found


def subsets(s: Cells, of: int, low: int, high: int) -> int:
    found = several(s, of.bit_count(), low, high)
    if found > MOST_SETS:
        s[FAULT] = 1
        return 0
    return found


def filled_up(s: Cells, of: int, low: int, at: int) -> int:
    """The next set from `at` on that has enough members."""
    n = low - at.bit_count()
    while n > 0:
        free = of & ~at
        at |= free & -free
        n -= 1
    return at


def first_subset(s: Cells, of: int, low: int, high: int) -> int:
    if low > of.bit_count() or high < 0 or high < low:
        return -1
    return filled_up(s, of, low, 0)


def next_subset(s: Cells, of: int, low: int, high: int, at: int) -> int:
    """The next set in ascending order, or -1: counting goes on in the places that `of` has."""
    following = at - of & of
    while following.bit_count() > high:
        following = (following | ~of) + (following & -following) & of
    following = filled_up(s, of, low, following)
    if following <= at:
        return -1
    return following


def nth_subset(s: Cells, of: int, low: int, high: int, n: int) -> int:
    """From the highest card down: without it there are so many sets, with it the others."""
    found = 0
    while of:
        c = last_bit(of)
        of ^= 1 << c
        without = several(s, of.bit_count(), low, high)
        if n >= without:
            n -= without
            found |= 1 << c
            low -= 1
            high -= 1
    return found


# ---------------------------------------------------------------- laying off


def builtin_lay_off(s: Cells, held: int, one: int, two: int, three: int) -> int:
    """Which cards to add to melds on the table, so that the least is left loose: every way is tried, and the best one
    so far is kept in two cells."""
    s[NOTES] = least_loose(s, held)
    s[NOTES + 1] = 0
    lay_next(s, held, in_melds(s, held), 0, one, two, three)
    return s[NOTES + 1]


def lay_next(s: Cells, held: int, inside: int, laid: int, one: int, two: int, three: int) -> None:
    """Goes on with the first meld; when there are no more, this way is compared."""
    if one == 0 and two == 0 and three == 0:
        compare_ways(s, held, laid)
        return
    if builtin_is_meld(s, one) == 0:
        lay_next(s, held, inside, laid, two, three, 0)
        return
    rank = OF_RANK[RANK[first_bit(one)]]
    if one & rank == one:
        lay_singles(s, held, inside, laid, rank & ~one & held, two, three)
    else:
        lay_chain(s, held, inside, laid, one, 0, two, three)


def compare_ways(s: Cells, held: int, laid: int) -> None:
    """The least, then the fewest cards laid off, then the lower cards."""
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
            if apart & -apart & laid:
                better = 1
    if better:
        s[NOTES] = least
        s[NOTES + 1] = laid


def stops_before(s: Cells, c: int, inside: int) -> int:
    """May one well keep this card, as it is of use elsewhere?"""
    if inside >> c & 1 or COST[c] < 0:
        return 1
    return 0


def lay_singles(s: Cells, held: int, inside: int, laid: int, rest: int, two: int, three: int) -> None:
    if rest == 0:
        lay_next(s, held, inside, laid, two, three, 0)
        return
    c = first_bit(rest)
    if stops_before(s, c, inside):
        lay_singles(s, held, inside, laid, rest & rest - 1, two, three)
    lay_singles(s, held, inside, laid | 1 << c, rest & rest - 1, two, three)


def lay_chain(s: Cells, held: int, inside: int, laid: int, meld: int, end: int, two: int, three: int) -> None:
    """At one end of a run, then at the other."""
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
