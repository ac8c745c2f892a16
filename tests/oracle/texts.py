"""What players read (docs/language.md, section Lines): templates with values, and the names of things."""

from collections.abc import Callable

from oracle.things import Card, Colour, Face, Guised, Player, Rank, Record, Side, Suit, Zone
from oracle.values import Scope, Values
from parlour.lang import syntax as s

Piece = tuple[str, frozenset[Card]]


class Texts(Values):
    """Values that can also be written."""

    def template(self, template: s.Template, scope: Scope, typed: bool = False) -> str:
        """Return words with their values. With `typed` they are a move, which players can type."""
        return self.read(self.pieces(template, scope, typed))

    def pieces(self, template: s.Template, scope: Scope, typed: bool = False, blank: bool = False) -> list[Piece]:
        """Return words and values, each with the cards that it names. With `blank` they are words with a condition, in
        which missing values and empty sets are nothing."""
        pieces: list[Piece] = []
        for part in template.parts:
            match part:
                case str():
                    pieces.append((part, frozenset()))
                case s.Hole(_, node):
                    value, before = self.value(node, scope), "".join(words for words, _ in pieces)
                    if isinstance(value, Zone) and not self.is_zone(node, scope):
                        value = self.as_set(value)
                    pieces.append((self._filled(value, typed, blank, before), self.named_cards(value)))
                case s.Words(_, test, words):
                    if self.true(test, scope):
                        pieces += self.pieces(words, scope, typed, blank=True)
        return pieces

    def named_cards(self, value: object) -> frozenset[Card]:
        """Return the cards that a value names. A face is no card, and a zone has a name of its own."""
        if isinstance(value, Zone):
            return frozenset()
        if isinstance(value, Record):
            return frozenset().union(*(self.named_cards(field) for _, field in value.fields))
        members = (member.card if isinstance(member, Guised) else member for member in self.as_set(value))
        return frozenset(member for member in members if isinstance(member, Card))

    @staticmethod
    def read(pieces: list[Piece], sees: Callable[[Card], bool] = lambda card: True) -> str:
        """Return pieces as somebody reads them who sees these cards."""
        return " ".join("".join(words if all(map(sees, cards)) else "…" for words, cards in pieces).split())

    def _filled(self, value: object, typed: bool, blank: bool, before: str) -> str:
        if blank and (value is None or value == frozenset()):
            return ""
        seats = before.endswith(("seat ", "Seat ", "seats ", "Seats "))
        if typed and isinstance(value, Player) and not seats:
            return f"seat {value.seat}"
        return self.plain(value) if typed or seats else self.spoken(value)

    def spoken(self, value: object) -> str:
        """Return a value as a word of a sentence."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Player | Side):
            value = frozenset([value])
        if isinstance(value, frozenset):
            members = self.in_order(value)
            if members and isinstance(members[0], Player | Side):
                seats = sorted(x for m in members for x in ((m.seat,) if isinstance(m, Player) else m.seats))
                listed = " and ".join(filter(None, [", ".join(map(str, seats[:-1])), str(seats[-1])]))
                return f"seat{'s' * (len(seats) > 1)} {listed}"
            if members and isinstance(members[0], str):
                return " ".join(map(self.spoken, members))
        if isinstance(value, str) and value not in self.state.switchable:
            return value.replace("-", " ")
        if isinstance(value, Card) and (guise := self.state.guise(value)) is not None:
            value = Guised(value, guise)
        return self.plain(value)

    def plain(self, value: object) -> str:
        """Return a value as players type it: a seat or a side is its number, and only a guise of the value itself
        counts."""
        match value:
            case None:
                return "none"
            case bool():
                return "true" if value else "false"
            case Card(_, face):
                return face.name
            case Guised(card, face):
                return f"{card.face.name} as {face.name}"
            case Face(name) | Colour(name) | Rank(name) | Suit(name):
                return name
            case Player(number) | Side(number):
                return str(number)
            case Zone():
                return " ".join([value.name, *map(self.plain, value.keys)])
            case frozenset():
                return " ".join(map(self.plain, self.in_order(value))) or "none"
            case Record(kind, fields):
                return f"{kind}({', '.join(f'{name}: {self.plain(field)}' for name, field in fields)})"
        return str(value)
