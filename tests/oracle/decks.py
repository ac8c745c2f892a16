"""The cards of a mix (docs/language.md, sections Decks and The table): what they show, and how many there are."""

from collections.abc import Callable
from dataclasses import replace

from oracle.things import Card, Colour, Face, Rank, Suit
from parlour.documents.composition import Composition, Member, scalars
from parlour.documents.document import Mapping, Node, Scalar, Sequence

Value = Callable[[Member, Scalar, dict[str, object]], object]  # evaluates an expression of a member


def _text(node: Node | None, key: str, default: str = "") -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.value if isinstance(value, Scalar) else default


def _items(node: Node | None) -> list[Node]:
    return list(node.items) if isinstance(node, Sequence) else [] if node is None else [node]


def _spread(word: str) -> list[str]:
    low, dots, high = word.partition("..")
    return [str(n) for n in range(int(low), int(high) + 1)] if dots else [word]


class Deck:
    """The suits, ranks, faces and names of a deck, as a mix has them."""

    def __init__(self, composition: Composition) -> None:
        node = composition.deck.node
        self.parts = {member.name: member for member in composition.sections["deck"]}
        self.added = [member for member in composition.sections["cards"] if isinstance(member.value, Mapping)]
        self.colours: list[Colour] = []
        self.suits: list[Suit] = []
        self.facts = self._fact_types(node.get("facts"))
        suits = node.get("suits")
        for entry in suits.entries if isinstance(suits, Mapping) else ():
            colour = entry.value.value if isinstance(entry.value, Scalar) else _text(entry.value, "colour")
            if colour and Colour(colour) not in self.colours:
                self.colours.append(Colour(colour))
            self.suits.append(Suit(entry.key.value, len(self.suits), Colour(colour) if colour else None))
        self._words: dict[str, set[str]] = {}  # the other names of each rank
        self.ranks = self._ranks(node)
        self.copies: dict[str, int] = {}
        self.faces = self._faces(node)
        self._by_name = {face.name: face for face in self.faces}

    @staticmethod
    def _fact_types(node: Node | None) -> dict[str, object]:
        """Return the default of each fact."""
        defaults: dict[str, object] = {}
        for entry in node.entries if isinstance(node, Mapping) else ():
            if isinstance(entry.value, Sequence):
                defaults[entry.key.value] = scalars(entry.value)[0].value
            else:
                kind = entry.value.value if isinstance(entry.value, Scalar) else "int"
                defaults[entry.key.value] = {"int": 0, "bool": False}.get(kind)
        return defaults

    # ------------------------------------------------------------ ranks

    def _ranks(self, node: Mapping) -> list[Rank]:
        ranks: list[Rank] = []
        for item in _items(node.get("ranks")):
            if isinstance(item, Scalar):
                for name in _spread(item.value):
                    ranks.append(Rank(name, 0, int(name) if name.isdigit() else 0, True))
            elif isinstance(item, Mapping):
                name, about = item.entries[0].key.value, item.entries[0].value
                self._words[name] = {_text(about, "name"), _text(about, "letter")}
                pips = _text(about, "pips")
                ranks.append(Rank(name, 0, int(pips) if pips else int(name) if name.isdigit() else 0, True))
        chosen = self.parts.get("ranks")
        if chosen is not None:
            names = [name for item in scalars(chosen.value) for name in _spread(item.value)]
            ranks = [next(rank for rank in ranks if rank.name == name) for name in names]
        ace = self.parts.get("ace")
        if ace is not None:
            first = next(r for r in ranks if "ace" in self._words.get(r.name, ()) or r.name == "ace")
            ranks.remove(first)
            ranks.insert(0 if scalars(ace.value)[0].value == "low" else len(ranks), first)
        return [replace(rank, place=place) for place, rank in enumerate(ranks, start=1)]

    def _lone_rank(self, name: str, node: Node) -> Rank:
        """Return the rank that a card without a suit brings along, above the others."""
        pips = _text(node, "pips")
        self._words[name] = {_text(node, "name")}
        rank = Rank(name, len(self.ranks) + 1, int(pips) if pips else 0, False)
        self.ranks.append(rank)
        return rank

    # ------------------------------------------------------------ faces

    def _faces(self, node: Mapping) -> list[Face]:
        faces: list[Face] = []
        pattern = _text(node, "named") or (
            "{rank}{suit}" if all(len(suit.sign) == 1 for suit in self.suits) else "{suit}-{rank}"
        )
        ordered = list(self.ranks)
        cards = node.get("cards")
        entries = [item for item in _items(cards) if isinstance(item, Mapping)] if cards is not None else [None]
        for entry in entries:
            count = int(_text(entry, "copies") or 1)
            lone = _text(entry, "card")
            if lone:
                faces.append(Face(lone, self._lone_rank(lone, entry), None, self._facts_of(entry)))
                self.copies[lone] = count
                continue
            for rank in self._chosen(entry, "ranks", ordered, lambda rank: rank.name):
                for suit in self._chosen(entry, "suits", self.suits, lambda suit: suit.sign) or [None]:
                    name = pattern.replace("{rank}", rank.name).replace("{suit}", suit.sign) if suit else rank.name
                    faces.append(Face(name, rank, suit, self._facts_of(entry)))
                    self.copies[name] = count
        for member in self.added:
            if all(face.name != member.name for face in faces):
                rank = self._lone_rank(member.name, member.value)
                faces.append(Face(member.name, rank, None, self._facts_of(member.value)))
        return sorted(faces, key=lambda f: (f.rank.place, -1 if f.suit is None else f.suit.place))

    @staticmethod
    def _chosen(entry: Node | None, key: str, known: list, name: Callable[..., str]) -> list:
        node = entry.get(key) if isinstance(entry, Mapping) else None
        words = [word for item in scalars(node) for word in _spread(item.value)]
        if node is None or words == ["all"]:
            return list(known)
        return [thing for word in words for thing in known if name(thing) == word]

    def _facts_of(self, entry: Node | None) -> dict[str, object]:
        facts = dict(self.facts)
        for name, default in self.facts.items():
            value = _text(entry, name)
            if value:
                facts[name] = value == "true" if isinstance(default, bool) else _number(value)
        return facts

    # ------------------------------------------------------------ names

    def rank(self, name: str) -> Rank | None:
        return next((rank for rank in self.ranks if rank.name == name), None)

    def suit(self, name: str) -> Suit | None:
        return next((suit for suit in self.suits if suit.sign == name), None)

    def colour(self, name: str) -> Colour | None:
        return next((colour for colour in self.colours if colour.name == name), None)

    def face(self, name: str) -> Face | None:
        return self._by_name.get(name) or self._by_name.get(self._in_signs(name))

    def _in_signs(self, name: str) -> str:
        """Return `10♦` for `10D`."""
        letters = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
        return name[:-1] + letters.get(name[-1:], name[-1:])

    def the_joker(self) -> Face:
        return next(f for f in self.faces if f.suit is None and "joker" in self._words.get(f.rank.name, ()))

    # ------------------------------------------------------------ the pack

    def pack(self, value: Value) -> list[Card]:
        """Return the cards of a table: each pack's copies of each face that the game uses."""
        copies = dict(self.copies)

        def number(key: str, default: int) -> int:
            part = self.parts.get(key)
            return default if part is None else int(value(part, scalars(part.value)[0], {}))

        jokers, use = number("jokers", 0), self.parts.get("use")
        if "jokers" in self.parts:
            copies[self.the_joker().name] = jokers
        for member in self.added:
            count = member.value.get("copies") if isinstance(member.value, Mapping) else None
            if isinstance(count, Scalar):
                copies[member.name] = int(value(member, count, {}))
        cards: list[Card] = []
        for _ in range(number("copies", 1)):
            for face in self.faces:
                for _ in range(max(copies.get(face.name, 0), 0)):
                    card = Card(len(cards), face)
                    if use is None or value(use, scalars(use.value)[0], {"c": card}):
                        cards.append(card)
        return cards


def _number(word: str) -> object:
    return int(word) if word.lstrip("-").isdigit() else word
