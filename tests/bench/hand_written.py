"""Crazy Eights by OpenSpiel's rules (default parameters), written by hand in plain Python, as fast as a careful
programmer would make it. We measure the machine against it."""

from collections.abc import Callable

EIGHTS = sum(1 << c for c in range(52) if c // 4 == 6)
OF_SUIT = [sum(1 << c for c in range(52) if c % 4 == suit) | EIGHTS for suit in range(4)]
FITS = [OF_SUIT[c % 4] | sum(1 << d for d in range(52) if d // 4 == c // 4) for c in range(52)]
WORTH = [50 if c // 4 == 6 else 10 if c // 4 >= 9 else c + 2 for c in range(52)]
DRAW, PASS, CALL = 52, 53, 54
MOST_DRAWS, MOST_PLAYS = 5, 100


class HandWritten:
    """One game. `legal` and `step` are the whole interface; a hand is a bit mask."""

    __slots__ = ("calling", "chance", "drawn", "fits", "hands", "over", "passes", "players", "plays", "stock", "up")

    def __init__(self, players: int, chance: Callable[[], float]) -> None:
        self.players = players
        self.chance = chance
        self.stock = list(range(52))
        self.hands = [0] * players
        self.drawn = self.passes = self.plays = 0
        self.calling = self.over = False
        up = (int(chance() * players) + 1) % players
        for _ in range(players * (7 if players == 2 else 5)):
            self.hands[up] |= 1 << self.take()
            up = (up + 1) % players
        starter = self.take()
        while starter // 4 == 6:
            self.stock.append(starter)
            starter = self.take()
        self.up = up
        self.fits = FITS[starter]

    def take(self) -> int:
        stock = self.stock
        i = int(self.chance() * len(stock))
        card = stock[i]
        stock[i] = stock[-1]
        stock.pop()
        return card

    def legal(self) -> list[int]:
        if self.calling:
            return [CALL, CALL + 1, CALL + 2, CALL + 3]
        found = []
        mask = self.hands[self.up] & self.fits
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        found.append(DRAW if self.stock and self.drawn != MOST_DRAWS else PASS)
        return found

    def step(self, action: int) -> None:
        if action < 52:
            hand = self.hands[self.up] ^ (1 << action)
            self.hands[self.up] = hand
            self.drawn = self.passes = 0
            self.plays += 1
            if not hand or self.plays == MOST_PLAYS:
                self.over = True
            elif action // 4 == 6:
                self.calling = True
            else:
                self.fits = FITS[action]
                self.up = (self.up + 1) % self.players
        elif action == DRAW:
            self.passes = 0
            self.hands[self.up] |= 1 << self.take()
            self.drawn = self.drawn + 1 if self.stock else MOST_DRAWS
        elif action == PASS:
            self.passes = 0 if self.stock else self.passes + 1
            if self.passes == self.players + 1:
                self.over = True
                return
            if self.drawn == MOST_DRAWS:
                self.drawn = 0
            self.up = (self.up + 1) % self.players
        else:
            self.fits = OF_SUIT[action - CALL]
            self.calling = False
            self.up = (self.up + 1) % self.players

    def points(self) -> list[int]:
        return [-sum(WORTH[c] for c in range(52) if hand >> c & 1) for hand in self.hands]
