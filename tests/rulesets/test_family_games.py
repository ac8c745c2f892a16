"""Family games against their rules in plain Python: the same seats answer, choose among the same moves, get the same
cards and score the same."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

import pytest

from models_of_families import PACK, RANKS, Model, Play, agree, rank
from parlour.game import load


class GoFish(Model):
    name = "go-fish"

    def play(self, dealer: int) -> Play:
        self.deal(len(self.seats) * (7 if len(self.seats) < 4 else 5), dealer)
        for seat in self.seats:
            self.lay_down(seat)
        seat = self.next(dealer)
        while self.stock or any(map(self.hand, self.seats)):
            if not self.hand(seat):
                self.fish(seat)
            if not self.hand(seat):
                seat = self.next(seat)
                continue
            asked = [q for q in self.seats if q != seat and self.hand(q)]
            moves = {f"ask seat {q} for {rank(c)}" for q in asked for c in self.hand(seat)}
            words = (yield seat, moves or {"go fish"}).split()
            if words[0] == "go":
                self.fish(seat)
                seat = self.next(seat)
                continue
            other = self.hand(int(words[2]))
            given = [c for c in other if rank(c) == words[4]]
            other[:] = [c for c in other if c not in given]
            self.hand(seat).extend(given)
            self.lay_down(seat)
            if not given and self.fish(seat) != words[4]:
                seat = self.next(seat)

    def fish(self, seat: int) -> str | None:
        if not self.stock:
            return None
        card = self.stock.pop()
        self.hand(seat).append(card)
        self.lay_down(seat)
        return rank(card)

    def lay_down(self, seat: int) -> None:
        hand = self.hand(seat)
        for r, number in Counter(map(rank, hand)).items():
            if number == 4:
                self.zone(f"books {seat}").extend(c for c in hand if rank(c) == r)
                hand[:] = [c for c in hand if rank(c) != r]

    def scores(self) -> list[int]:
        return [len(self.zone(f"books {seat}")) // 4 for seat in self.seats]


class OldMaid(Model):
    """The score counts how often a player was left with the odd card."""

    name = "old-maid"
    lowest_wins = True

    @staticmethod
    def cards(players: int) -> tuple[str, ...]:
        return tuple(card for card in PACK if card != "Q♣")

    def play(self, dealer: int) -> Play:
        self.deal(51, dealer)
        for seat in self.seats:
            self.lay_down(seat)
        seat = self.next(dealer)
        while sum(bool(self.hand(q)) for q in self.seats) > 1:
            if self.hand(seat):
                source = next(q for n in self.seats if self.hand(q := self.next(seat, -n)))
                self.shuffle(f"hand {source}")
                move = yield seat, {f"draw card {n}" for n, _ in enumerate(self.hand(source), 1)}
                self.hand(seat).append(self.hand(source).pop(int(move.split()[2]) - 1))
                self.lay_down(seat)
            seat = self.next(seat)
        self.loser = next(q for q in self.seats if self.hand(q))
        self.zone("pairs").append(self.hand(self.loser).pop())

    def lay_down(self, seat: int) -> None:
        hand = self.hand(seat)
        for r in RANKS:
            alike = sorted((c for c in hand if rank(c) == r), key=PACK.index)
            pairs = alike[: len(alike) // 2 * 2]
            self.zone("pairs").extend(pairs)
            hand[:] = [c for c in hand if c not in pairs]

    def scores(self) -> list[int]:
        return [int(seat == self.loser) for seat in self.seats]


class War(Model):
    """The score is the number of cards."""

    name = "war"

    def play(self, dealer: int) -> Play:
        spoils = self.zones["spoils"] = self.zones.pop("stock")
        for n in range(52):
            self.stack(self.next(1, n)).append(spoils.pop())
        up = 1
        while sum(bool(self.stack(q)) for q in self.seats) > 1:
            for seat in [self.next(up, n) for n, _ in enumerate(self.seats)]:
                if self.stack(seat):
                    yield from self.turn_over(seat)
            best = self.highest(list(self.seats))
            while len(best) > 1:
                for seat in best:
                    if len(self.stack(seat)) < 2:
                        spoils.extend(self.stack(seat))
                        self.stack(seat).clear()
                best = [seat for seat in best if self.stack(seat)]
                for seat in best if len(best) > 1 else []:
                    spoils.append(self.stack(seat).pop())
                    yield from self.turn_over(seat)
                best = self.highest(best)
            for seat in self.seats:
                spoils.extend(self.zone(f"shown {seat}"))
                self.zone(f"shown {seat}").clear()
            for up in best:
                self.stack(up)[:0] = spoils
                self.shuffle(f"stack {up}", len(spoils))
                spoils.clear()

    def turn_over(self, seat: int) -> Play:
        moves = {"turn over"} | ({"shuffle your stack first"} if len(self.stack(seat)) > 1 else set())
        if (yield seat, moves) != "turn over":
            self.shuffle(f"stack {seat}")
            yield seat, {"turn over"}
        self.zone(f"shown {seat}").append(self.stack(seat).pop())

    def highest(self, seats: list[int]) -> list[int]:
        tops = {
            seat: (RANKS.index(rank(shown[-1])) - 1) % 13 for seat in seats if (shown := self.zone(f"shown {seat}"))
        }
        return [seat for seat, height in tops.items() if height == max(tops.values())]

    def scores(self) -> list[int]:
        return [len(self.stack(seat)) for seat in self.seats]


class Snap(Model):
    """The score is the number of cards."""

    name = "snap"

    def play(self, dealer: int) -> Play:
        for n in range(52):
            self.stack(self.next(1, n)).append(self.stock.pop())
        self.zones["dealt"] = self.zones.pop("stock")
        up = self.state.question.seat
        while len(self.left()) > 1:
            if up not in self.left():
                up = self.next(up)
                continue
            stack, pile = self.stack(up), self.pile(up)
            if not stack:
                stack.extend(pile)
                pile.clear()
                self.shuffle(f"stack {up}")
            yield up, {"turn over"}
            pile.append(stack.pop())
            up = self.next(up)
            asked = self.left() if sum(bool(self.pile(q)) for q in self.seats) > 1 else set()
            while asked:
                seat = self.state.question.seat
                if (yield (seat if seat in asked else 0), {"snap", "wait"}) == "snap":
                    self.snap(seat)
                    break
                asked.discard(seat)

    def snap(self, seat: int) -> None:
        tops = Counter(rank(pile[-1]) for q in self.seats if (pile := self.pile(q)))
        matching = [q for q in self.seats if (pile := self.pile(q)) and tops[rank(pile[-1])] > 1]
        for q in matching:
            self.stack(seat)[:0] = self.pile(q)
            self.pile(q).clear()
        for n in [] if matching else self.seats:
            other = self.next(seat, n)
            if other != seat and other in self.left() and self.stack(seat):
                self.stack(other).insert(0, self.stack(seat).pop())

    def left(self) -> set[int]:
        return {q for q in self.seats if self.stack(q) or self.pile(q)}

    def pile(self, seat: int) -> list[str]:
        return self.zone(f"pile {seat}")

    def scores(self) -> list[int]:
        return [len(self.stack(seat) + self.pile(seat)) for seat in self.seats]


class Blackjack(Model):
    """The score is the number of chips; nobody wins with no more than at the beginning."""

    name = "blackjack"
    options = MappingProxyType({"chips": 12, "rounds": 4})
    least = 13

    @staticmethod
    def cards(players: int) -> tuple[str, ...]:
        return PACK * 2

    def play(self, dealer: int) -> Play:
        self.chips = [0] + [12 for _ in self.seats]
        first = 1
        for _ in range(4):
            if playing := [seat for seat in self.seats if self.chips[seat]]:
                while first not in playing:
                    first = self.next(first)
                yield from self.round(playing, first)
                first = self.next(first)

    def round(self, playing: list[int], first: int) -> Play:
        self.stock = self.actual("stock")
        self.zones = {"stock": self.stock, "bank": [], "hole": []}
        bets = {}
        for seat in playing:
            moves = {f"bet {n}" for n in range(1, min(10, self.chips[seat]) + 1)}
            bets[seat] = int((yield seat, moves).split()[1])
        for seat in playing * 2:
            self.box(seat, 1).append(self.stock.pop())
        bank, hole = self.zone("bank"), self.zone("hole")
        bank.append(self.stock.pop())
        hole.append(self.stock.pop())
        stakes = {(seat, 1): bets[seat] for seat in playing}
        natural = self.points(bank + hole) == 21
        for seat in [] if natural else [q for n, _ in enumerate(self.seats) if (q := self.next(first, n)) in playing]:
            yield from self.turn(seat, bets[seat], stakes)
        bank.append(hole.pop())
        values = {at: self.value(*at) for at in stakes}
        while any(0 < value < 22 for value in values.values()) and self.points(bank) < 17:
            bank.append(self.stock.pop())
        other = 22 if natural else self.points(bank) if self.points(bank) < 22 else 0
        for (seat, n), stake in stakes.items():
            mine = values[seat, n]
            won = stake + (stake + 1) // 2 * (mine == 22)
            self.chips[seat] += won if mine > other else -stake if mine < other else 0

    def turn(self, seat: int, bet: int, stakes: dict[tuple[int, int], int]) -> Play:
        n = 1
        while n < 3 and self.box(seat, n):
            box = self.box(seat, n)
            if self.points(box) > 20:
                n += 1
                continue
            moves = {"hit", "stand"}
            if len(box) == 2 and self.chips[seat] >= bet + sum(stakes.get((seat, k), 0) for k in (1, 2)):
                moves.add("double down")
                if rank(box[0]) == rank(box[1]) and not self.box(seat, 2):
                    moves.add("split")
            move = yield seat, moves
            if move in ("hit", "double down"):
                box.append(self.stock.pop())
            if move in ("stand", "double down"):
                stakes[seat, n] *= 1 + (move != "stand")
                n += 1
            if move == "split":
                self.box(seat, 2).append(box.pop())
                stakes[seat, 2] = bet
                for k in (1, 2):
                    self.box(seat, k).append(self.stock.pop())
                n = 3 if rank(box[0]) == "A" else 1

    def box(self, seat: int, n: int) -> list[str]:
        return self.zone(f"hand {seat} {n}")

    def value(self, seat: int, n: int) -> int:
        """Return the points of a hand: none if it is bust, 22 for a blackjack."""
        points = self.points(self.box(seat, n))
        blackjack = points == 21 and len(self.box(seat, n)) == 2 and not self.box(seat, 2)
        return -1 if points > 21 else 22 if blackjack else points

    def points(self, cards: list[str]) -> int:
        low = sum(min(RANKS.index(rank(c)) + 1, 10) for c in cards)
        return low + 10 if low < 12 and any(rank(c) == "A" for c in cards) else low

    def scores(self) -> list[int]:
        return self.chips[1:]


class Golf(Model):
    name = "golf"
    options = MappingProxyType({"holes": 1})
    lowest_wins = True

    @staticmethod
    def cards(players: int) -> tuple[str, ...]:
        return PACK * (1 if players < 5 else 2)

    def play(self, dealer: int) -> Play:
        order = [self.next(dealer, n) for n in self.seats]
        for q, n in [(q, 1) for q in order] + [(q, 2) for q in order]:
            self.zone(f"row {q} {n}").extend(self.stock.pop() for _ in range(3))
        up: set[tuple[int, int, int]] = set()
        places = [(n, k) for n in (1, 2) for k in (1, 2, 3)]
        for q in order:
            for _ in range(2):
                move = yield q, {f"turn up card {k} of row {n}" for n, k in places if (q, n, k) not in up}
                up.add((q, int(move.split()[6]), int(move.split()[3])))
        pile = self.zone("pile")
        pile.append(self.stock.pop())
        seat, closer = order[0], 0
        while seat != closer:
            taken = (yield seat, {"draw a card", f"take {pile[-1]}"}) != "draw a card"
            card = pile.pop() if taken else self.draw(seat)
            self.zones[f"drawn {seat}"] = [card]
            moves = {f"exchange card {k} of row {n}" for n, k in places} | (set() if taken else {"discard it"})
            words = (yield seat, moves).split()
            if words[0] == "exchange":
                row, k = self.zone(f"row {seat} {words[5]}"), int(words[2])
                card, row[k - 1] = row[k - 1], card
                up.add((seat, int(words[5]), k))
            pile.append(card)
            del self.zones[f"drawn {seat}"]
            closer = closer or (seat if len(up & {(seat, n, k) for n, k in places}) == 6 else 0)
            seat = self.next(seat)

    def draw(self, seat: int) -> str:
        if not self.stock:
            pile = self.zone("pile")
            self.stock.extend(self.actual("stock") + self.actual(f"drawn {seat}"))
            assert sorted(self.stock) == sorted(pile[:-1])
            del pile[:-1]
        return self.stock.pop()

    def worth(self, card: str) -> int:
        return {"2": -2, "J": 10, "Q": 10, "K": 0}.get(rank(card), RANKS.index(rank(card)) + 1)

    def scores(self) -> list[int]:
        columns = [zip(self.zone(f"row {q} 1"), self.zone(f"row {q} 2"), strict=True) for q in self.seats]
        return [sum(self.worth(c) + self.worth(d) for c, d in cs if rank(c) != rank(d)) for cs in columns]


class Speed(Model):
    """Both players play at once: chance says whom the game asks. The score is the number of cards left."""

    name = "speed"
    lowest_wins = True

    def play(self, dealer: int) -> Play:
        self.zones["reserve 1"] = self.zones.pop("stock")
        reserves, piles = ([self.zone(f"{name} {n}") for n in (1, 2)] for name in ("reserve", "pile"))
        for seat in self.seats:
            for zone, cards in ((self.stack(seat), 15), (self.hand(seat), 5)):
                zone.extend(reserves[0].pop() for _ in range(cards))
        self.share_out(reserves)
        self.turn_over(reserves, piles)
        while all(self.hand(seat) for seat in self.seats):
            asked = {1, 2}
            if not any(self.fits(card, pile) for seat in asked for card in self.hand(seat) for pile in piles):
                self.turn_over(reserves, piles)
                continue
            while asked:
                seat = self.state.question.seat
                moves = {
                    f"play {card} on pile {n}"
                    for card in self.hand(seat)
                    for n, pile in enumerate(piles, 1)
                    if self.fits(card, pile)
                }
                words = (yield (seat if seat in asked else 0), moves | {"wait"}).split()
                asked.discard(seat)
                if words[0] == "play":
                    self.hand(seat).remove(words[1])
                    piles[int(words[4]) - 1].append(words[1])
                    self.hand(seat).extend(self.stack(seat).pop() for _ in self.stack(seat)[:1])
                    break

    def turn_over(self, reserves: list[list[str]], piles: list[list[str]]) -> None:
        if not reserves[0]:
            reserves[0].extend(self.shuffled(piles))
            self.share_out(reserves)
        for reserve, pile in zip(reserves, piles, strict=True):
            pile.extend(reserve.pop() for _ in reserve[:1])

    def share_out(self, reserves: list[list[str]]) -> None:
        """Halve the first reserve; the second gets its cards from the top."""
        for _ in range(len(reserves[0]) // 2):
            reserves[1].append(reserves[0].pop())

    def shuffled(self, piles: list[list[str]]) -> list[str]:
        """Return the cards of both piles in the order that chance has given them, as the reserves and piles show."""
        cards = sorted(card for pile in piles for card in pile)
        halves = [self.actual(f"reserve {n}") + self.actual(f"pile {n}")[::-1] for n in (1, 2)]
        for pile in piles:
            pile.clear()
        assert sorted(halves[0] + halves[1]) == cards
        return halves[0] + halves[1][::-1]

    def fits(self, card: str, pile: list[str]) -> bool:
        distance = abs(RANKS.index(rank(card)) - RANKS.index(rank(pile[-1])))
        return distance in (1, 12)

    def scores(self) -> list[int]:
        return [len(self.hand(seat) + self.stack(seat)) for seat in self.seats]


@pytest.mark.parametrize("of", [GoFish, OldMaid, War, Snap, Speed, Blackjack, Golf], ids=lambda of: of.name)
def test_the_game_follows_its_rules_in_plain_python(of: type[Model]) -> None:
    game = load(of.name, options=of.options)
    for seed in range(200):
        agree(game, of, game.players[seed % len(game.players)], seed)
