"""Types that work as others, equality and order (docs/language.md, sections 3 and 5)."""

from collections.abc import Iterable

from oracle.decks import Deck
from oracle.state import State
from oracle.things import Card, Colour, Face, Guised, Player, Rank, Side, Sides, Span, Suit, Zone
from parlour.lang import syntax as s


def _face_place(face: Face) -> tuple[int, int]:
    return face.rank.place, -1 if face.suit is None else face.suit.place


class Kinds:
    """Knows what values are the same, and in which order members follow each other."""

    state: State
    deck: Deck

    # ------------------------------------------------------------ types that work as others

    def as_rank(self, value: object) -> object:
        """Return a number as a rank. The name of a card without a suit is also that of its rank."""
        if isinstance(value, Face) and value.suit is None:
            return value.rank
        if isinstance(value, int) and not isinstance(value, bool):
            return self.deck.rank(str(value))
        return value

    def as_card(self, value: object) -> object:
        """Return the name of a rank as that of the card without a suit, where a card is expected."""
        face = self.deck.face(value.name) if isinstance(value, Rank) else None
        return value if face is None else face

    def as_side(self, value: object) -> object:
        return self.state.side(value) if isinstance(value, Player) else value

    def as_set(self, value: object) -> frozenset[object]:
        """Return a set: a member alone is one, a missing one is empty, a zone is its cards."""
        if value is None:
            return frozenset()
        if isinstance(value, Zone):
            return frozenset(value.cards)
        if isinstance(value, Span):
            return frozenset(self.spread(value))
        if isinstance(value, frozenset):
            return value
        return frozenset(value if isinstance(value, tuple) else [value])

    def cards(self, value: object) -> frozenset[Card]:
        """Return a set of physical cards. A literal means every card with its face, whatever they count as."""
        found: set[Card] = set()
        for member in map(self.as_card, self.as_set(value)):
            if isinstance(member, Face):
                found |= {card for card in self.state.pack if card.face == member}
            elif isinstance(member, Guised):
                found.add(member.card)
            else:
                found.add(member)
        return frozenset(found)

    def spread(self, span: Span) -> list[object]:
        low, high = span.low, span.high
        if isinstance(low, Rank) or isinstance(high, Rank):
            low, high = self.as_rank(low), self.as_rank(high)
            assert isinstance(low, Rank)
            assert isinstance(high, Rank)
            return [rank for rank in self.deck.ranks if low.place <= rank.place <= high.place]
        return list(range(low, high + 1))

    def shown(self, card: object) -> Face | None:
        """Return what a card shows: its guise, if it has one."""
        card = self.as_card(card)
        if isinstance(card, Face) or card is None:
            return card
        if isinstance(card, Guised):
            return card.face
        assert isinstance(card, Card), card
        guise = self.state.guise(card)
        return card.face if guise is None else guise

    def same(self, a: object, b: object) -> bool:
        if a is None or b is None:
            return a is None and b is None
        if isinstance(a, Card | Guised) or isinstance(b, Card | Guised):
            a, b = self.as_card(a), self.as_card(b)
        if isinstance(a, Rank) or isinstance(b, Rank):
            return self.as_rank(a) == self.as_rank(b)
        if (
            (isinstance(a, Side) or isinstance(b, Side))
            and not isinstance(a, frozenset)
            and not isinstance(b, frozenset)
        ):
            return self.as_side(a) == self.as_side(b)
        if (isinstance(a, Face) and not isinstance(b, frozenset | Zone)) or (
            isinstance(b, Face) and not isinstance(a, frozenset | Zone)
        ):
            return self.shown(a) == self.shown(b)
        if isinstance(a, Zone) and isinstance(b, Zone):
            return a is b
        if isinstance(a, frozenset | Zone) or isinstance(b, frozenset | Zone):
            one, other = self.as_set(a), self.as_set(b)
            if any(isinstance(x, Card | Face) for x in (*one, *other)):
                return self.cards(one) == self.cards(other)
            return self.within(one, other) and self.within(other, one)
        if isinstance(a, Guised) or isinstance(b, Guised):  # two cards are equal if they are the same physical card
            a, b = (x.card if isinstance(x, Guised) else x for x in (a, b))
        return a == b

    def holds_member(self, members: object, value: object) -> bool:
        """`value in members`: never true of a missing value."""
        if value is None:
            return False
        if isinstance(members, Span):
            members = frozenset(self.spread(members))
        if isinstance(value, frozenset) and any(isinstance(member, Face) for member in value):
            return self.cards(value) <= self.cards(members)  # all cards with these faces
        if isinstance(value, frozenset | Zone):
            return self.within(self.as_set(value), self.as_set(members))
        if isinstance(value, Face):
            return self.within([value], self.as_set(members))
        return any(self.same(value, member) for member in self.as_set(members))

    def within(self, inner: Iterable[object], outer: Iterable[object]) -> bool:
        """True if a set has all members of another. Sets have cards, whatever these count as."""
        return all(any(self.same(*_as_faces(a, b)) for b in outer) for a in inner)

    def joined(self, op: str, a: object, b: object) -> frozenset[object]:
        """Return the union, the difference or the intersection of two sets."""
        one, other = self.as_set(a), self.as_set(b)
        kinds = {type(m) for m in (*one, *other)}
        if isinstance(a, Sides) or isinstance(b, Sides):
            kinds.add(Side)
        if kinds & {Card, Face, Guised}:
            one, other = self.cards(one), self.cards(other)
        elif Rank in kinds:
            one, other = (frozenset(map(self.as_rank, x)) for x in (one, other))
        elif Side in kinds:
            one, other = (frozenset(map(self.as_side, x)) for x in (one, other))
        result = {"+": one | other, "-": one - other, "&": one & other}[op]
        return Sides(result) if Side in kinds else result

    # ------------------------------------------------------------ the order of members

    def in_order(self, members: object) -> list[object]:
        """Return the members of a set, a zone or a range in their order."""
        if isinstance(members, Span):
            return self.spread(members)
        several = list(self.as_set(members))
        if any(isinstance(m, Face) for m in several):
            several = list(self.cards(frozenset(several)))
        if len({m.face for m in several if isinstance(m, Card)}) == len(several):  # no identical cards
            return sorted(several, key=lambda card: _face_place(card.face))
        return sorted(several, key=self._place)

    def _place(self, member: object) -> tuple[object, ...]:
        match member:
            case Card():
                return self.state.order(member)
            case Guised(card, face):
                return (*self.state.order(card), *_face_place(face))
            case Player(seat):
                return (seat,)
            case Side(number):
                return (number,)
            case Rank(_, place) | Suit(_, place):
                return (place,)
            case Colour():
                return (self.deck.colours.index(member),)
            case int():
                return (member,)
            case str():
                return (self.state.word_place(member), member)
        raise AssertionError(member)

    def fit(self, value: object, type_: s.TypeName | str) -> object:
        """Return a value as one of a type: a number as a rank, a player as a side, a member as a set."""
        name = type_ if isinstance(type_, str) else type_.name
        if name in ("card", "cards"):
            value = self.as_card(value)
        match name:
            case "rank":
                return self.as_rank(value)
            case "side":
                return self.as_side(value)
            case "card" if isinstance(value, Face):
                return next(iter(self.in_order(value)), None)  # the first card with this face
            case "cards":
                return self.cards(value)
            case "ranks":
                return frozenset(map(self.as_rank, self.as_set(value)))
            case "sides":
                return Sides(map(self.as_side, self.as_set(value)))
            case "suits" | "colours" | "players" | "rules":
                return self.as_set(value)
        return value


def _as_faces(a: object, b: object) -> tuple[object, object]:
    """Return two members of sets; beside a literal, a card is its own face."""
    if not isinstance(a, Face) and not isinstance(b, Face):
        return a, b
    a, b = (x.card if isinstance(x, Guised) else x for x in (a, b))
    return tuple(x.face if isinstance(x, Card) else x for x in (a, b))
