"""Melds (docs/language.md, section The table and `About melds`), by trying all ways to divide the cards."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from oracle.things import Card, Suit

Meld = frozenset[Card]


class Melding:
    """The melds that the section `melding` of a mix defines."""

    def __init__(self, values: object) -> None:
        self.values = values
        rules = values.melding_rules()
        self.sets, self.runs = rules["sets"], rules["runs"]
        self.corner, self.twins, self.most_wild = rules["corner"], rules["twins"], rules["most-wild"]
        self.worth, self.is_wild = rules["worth"], rules["wild"]
        ranks = {card.face.rank for card in values.state.pack if card.face.rank.ordered}
        self.ranks = sorted(ranks, key=lambda rank: rank.place)

    # ------------------------------------------------------------ what is a meld

    def is_meld(self, cards: Iterable[Card]) -> bool:
        cards = frozenset(cards)
        wild = {card for card in cards if self.is_wild(card)}
        plain = cards - wild
        if not plain or len(wild) > self.most_wild or any(not card.face.rank.ordered for card in plain):
            return False
        return self.is_set(plain, len(cards)) or self.is_run(plain, len(cards))

    def is_set(self, plain: Meld, size: int) -> bool:
        if size < self.sets or len({card.face.rank for card in plain}) > 1:
            return False
        if self.twins:
            return size <= sum(card.face.rank in {one.face.rank for one in plain} for card in self.values.state.pack)
        suits = [card.face.suit for card in plain]
        return len(set(suits)) == len(suits) and size <= len(self.values.deck.suits)

    def is_run(self, plain: Meld, size: int) -> bool:
        suits: set[Suit | None] = {card.face.suit for card in plain}
        if size < self.runs or len(suits) > 1 or None in suits:
            return False
        places = [self.ranks.index(card.face.rank) for card in plain]
        count = len(self.ranks)
        if len(set(places)) < len(places) or size > count:
            return False
        starts = range(count) if self.corner else range(count - size + 1)
        return any(set(places) <= {(start + k) % count for k in range(size)} for start in starts)

    def melds(self, cards: Iterable[Card]) -> list[Meld]:
        """Return all melds that these cards make, small ones first, in the order of their cards."""
        cards = sorted(cards, key=lambda card: self.values.state.order(card))
        wild = [card for card in cards if self.is_wild(card)]
        plain = [card for card in cards if card not in wild]
        some = [w for n in range(min(self.most_wild, len(wild)) + 1) for w in map(frozenset, combinations(wild, n))]
        found = {p | w for p in self._of_a_rank(plain) | self._of_a_suit(plain) for w in some if self.is_meld(p | w)}
        return sorted(found, key=lambda meld: (len(meld), sorted(map(cards.index, meld))))

    def _of_a_rank(self, cards: list[Card]) -> set[Meld]:
        """Return all sets of cards of one rank."""
        groups = [[card for card in cards if card.face.rank == rank] for rank in self.ranks]
        return {frozenset(c) for group in groups for n in range(len(group) + 1) for c in combinations(group, n)}

    def _of_a_suit(self, cards: list[Card]) -> set[Meld]:
        """Return all sets of cards of one suit and different ranks."""
        found = set()
        for suit in {card.face.suit for card in cards}:
            ways: set[Meld] = {frozenset()}
            for rank in self.ranks:
                ways |= {way | {c} for way in ways for c in cards if (c.face.suit, c.face.rank) == (suit, rank)}
            found |= ways
        return found

    # ------------------------------------------------------------ the best division

    def points(self, cards: Iterable[Card]) -> int:
        return sum(self.worth(card) for card in cards)

    def best(self, cards: Meld) -> tuple[Meld, ...]:
        """Return the division with the fewest points loose, then the fewest loose cards, then by the lowest card that
        isn't wild on which two ways differ: a set before a run, a larger meld before a smaller one, fewer wild cards
        before more, lower cards before higher ones, and every meld before a loose card. Of the wild cards, the meld
        with the lowest card takes those with the highest worth."""
        order = sorted(cards, key=lambda card: self.values.state.order(card))
        wild = self._wild_first(cards)
        with_card = {card: [meld for meld in self.melds(cards) if card in meld] for card in cards}

        def steps(left: Meld, card: Card) -> Iterable[tuple[Meld, bool]]:
            """Yield what can become of a card: with others it is a meld, or it stays loose."""
            yield from ((meld, True) for meld in with_card[card] if meld <= left)
            yield frozenset([card]), False

        @cache
        def fewest(left: Meld) -> tuple[int, int]:
            """Return the points and cards that stay loose at least."""
            first = next((card for card in order if card in left), None)
            return (0, 0) if first is None else min(after(left, *step) for step in steps(left, first))

        def after(left: Meld, taken: Meld, melded: bool) -> tuple[int, int]:
            points, loose = fewest(left - taken)
            return (points, loose) if melded else (points + self.points(taken), loose + 1)

        def place(taken: Meld, melded: bool) -> tuple[object, ...]:
            if not melded:
                return (1,)
            plain = sorted(order.index(card) for card in taken if card not in wild)
            run = not self.is_set(taken - {*wild}, len(taken))
            return 0, run, -len(taken), len(taken) - len(plain), plain

        # All ways that are the best so far; they differ in their wild cards alone. A way is the wild cards of each
        # meld, the melds, and the cards that are left.
        ways: list[tuple[list[list[int]], tuple[Meld, ...], Meld]] = [([], (), cards)]
        for card in (card for card in order if card not in wild):
            if card not in ways[0][2]:
                continue
            on = [(place(*step), way, step) for way in ways for step in steps(way[2], card)
                  if after(way[2], *step) == fewest(way[2])]  # fmt: skip
            first = min(place for place, _, _ in on)
            better: dict[Meld, tuple[list[list[int]], tuple[Meld, ...], Meld]] = {}
            for (wilds, melds, left), (taken, melded) in ((way, step) for place, way, step in on if place == first):
                of_meld = [n for n, card in enumerate(wild) if card in taken]
                way = ([*wilds, of_meld], (*melds, taken), left - taken) if melded else (wilds, melds, left - taken)
                if way[2] not in better or way[0] < better[way[2]][0]:
                    better[way[2]] = way
            ways = list(better.values())
        return min(ways, key=lambda way: way[0])[1]

    def _wild_first(self, cards: Meld) -> list[Card]:
        """Return the wild cards in the order in which melds take them."""
        wild = [card for card in cards if self.is_wild(card)]
        return sorted(wild, key=lambda card: (-self.worth(card), self.values.state.order(card)))

    def deadwood(self, cards: Meld) -> int:
        return self.points(cards - self.melded(cards))

    def melded(self, cards: Meld) -> Meld:
        return frozenset().union(*self.best(cards))

    def meld_of(self, card: Card, cards: Meld) -> Meld:
        return next((meld for meld in self.best(cards) if card in meld), frozenset())

    def lay_off(self, cards: Meld, melds: list[Meld]) -> Meld:
        """Return the cards to add to the melds on the table: the fewest points left after melding the others, then the
        fewest loose cards, then the fewest cards laid off, then the lowest ones."""
        order = sorted(cards, key=lambda card: self.values.state.order(card))
        ways = {frozenset[Card]()}
        for meld in melds:
            if self.is_meld(meld):
                ways |= {way | more for way in ways for more in self._additions(meld, cards - way - meld)}

        def rank(way: Meld) -> tuple[object, ...]:
            left = cards - way
            loose = left - self.melded(left)
            return self.points(loose), len(loose), len(way), tuple(sorted(map(order.index, way)))

        return min(ways, key=rank)

    def _additions(self, meld: Meld, cards: Meld) -> list[Meld]:
        found: list[Meld] = []
        waiting = [frozenset[Card]()]
        wild = self._wild_first(cards)
        while waiting:
            more = waiting.pop()
            following = next((card for card in wild if card not in more), None)
            for card in cards - more:
                grown = more | {card}
                if grown not in found and (card not in wild or card == following) and self.is_meld(meld | grown):
                    found.append(grown)
                    waiting.append(grown)
        return found
