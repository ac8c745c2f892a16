"""Choices (docs/language.md, section 7): what an action can be about."""

from collections.abc import Iterator
from itertools import combinations, product

from oracle.melds import Melding
from oracle.places import Action, Place
from oracle.table import Table
from oracle.things import Card, Guised, Rank, Zone
from oracle.values import Scope
from parlour.lang import syntax as s


class Choices(Table):
    """Lists the choices of actions."""

    def _combinations(self, action: Action) -> Iterator[dict[str, object]]:
        """Yield the combinations of choices that the `where` allows. Of interchangeable ones only the first."""
        node, place = action.node, action.place
        seen: set[object] = set()
        for names in self._slots(node.slots, place):
            if node.where is not None and not self.true(node.where, place.scope.inner(**names)):
                continue
            looks = self._look(list(names.values()))
            if looks not in seen:
                seen.add(looks)
                yield names

    def _slots(self, slots: tuple[s.Slot, ...], place: Place) -> Iterator[dict[str, object]]:
        """Yield all combinations. What a choice is made from can depend on the choices before it."""
        if not slots:
            yield {}
            return
        *earlier, slot = slots
        for names in self._slots(tuple(earlier), place):
            for value in self.domain(slot, place.scope.inner(**names)):
                yield {**names, slot.var: value}

    def _look(self, values: list[object]) -> object:
        """Return what distinguishes a choice from another: identical cards without a difference look the same."""
        cards: list[Card] = []
        order = self.state.difference

        def look(value: object) -> object:
            if isinstance(value, Guised):
                return look(value.card), value.face
            if isinstance(value, Card):
                if value not in cards:
                    cards.append(value)
                return order(value), cards.index(value) if len(values) > 1 else 0
            if isinstance(value, frozenset) and any(isinstance(v, Card) for v in value):
                return tuple(sorted((order(v) for v in value), key=repr))
            return value

        return tuple(look(value) for value in values)

    def domain(self, slot: s.Slot, scope: Scope) -> list[object]:
        value = self.value(slot.domain, scope)
        match slot.form:
            case "each":
                return list(value) if isinstance(value, tuple) else self.in_order(value)
            case "places":
                assert isinstance(value, Zone)
                return [n for n, card in enumerate(value.places, start=1) if card is not None]
            case "faces":
                faces = {card.face for card in self.cards(value)}
                return [face for face in self.deck.faces if face in faces]
            case "guises":
                return [g for card in self.in_order(value) for g in self._guises(card)]
        cards = self.in_order(self.cards(value))
        match slot.form:
            case "sets":
                low = self.number(slot.low, scope)
                high = self.number(slot.high, scope)
                return [
                    frozenset(c) for n in range(max(low, 0), min(high, len(cards)) + 1) for c in combinations(cards, n)
                ]
            case "groups":
                return [g for group in self._by_rank(cards).values() for g in _nonempty(group)]
            case "melds":
                melding = Melding(self)
                plain = [card for card in cards if not melding.is_wild(card)]
                return [meld for meld in melding.melds(cards) if _takes_the_lowest(meld, plain)]
        times = {"runs": 1, "double runs": 2, "triple runs": 3}[slot.form]
        return list(self._runs(cards, times))

    def _guises(self, card: object) -> list[object]:
        assert isinstance(card, Card)
        faces = self.as_set(self.function("faces", [card])) if "faces" in self.mix.functions else frozenset()
        shown = {other.face for other in self.cards(faces)}
        ordered = sorted(shown, key=lambda f: (f.rank.place, -1 if f.suit is None else f.suit.place))
        return [card, *(Guised(card, face) for face in ordered)]

    def _by_rank(self, cards: list[object]) -> dict[Rank, list[object]]:
        groups: dict[Rank, list[object]] = {}
        for card in cards:
            assert isinstance(card, Card)
            groups.setdefault(card.face.rank, []).append(card)
        return groups

    def _runs(self, cards: list[object], times: int) -> Iterator[frozenset[object]]:
        """Yield the sets with one card (or two, or three) of each of two or more consecutive ranks of the pack."""
        there = sorted({c.face.rank for c in self.state.pack if c.face.rank.ordered}, key=lambda r: r.place)
        groups = self._by_rank(cards)
        for start in range(len(there)):
            for end in range(start + 2, len(there) + 1):
                ranks = there[start:end]
                if all(len(groups.get(rank, ())) >= times for rank in ranks):
                    for parts in product(*(combinations(groups[rank], times) for rank in ranks)):
                        yield frozenset(card for part in parts for card in part)


def _takes_the_lowest(meld: frozenset[object], cards: list[object]) -> bool:
    """True if a meld has the first ones of identical cards among these, which are in order."""
    for face in {card.face for card in cards}:
        alike = [card for card in cards if card.face == face]
        if not meld.issuperset(alike[: sum(card in meld for card in alike)]):
            return False
    return True


def _nonempty(group: list[object]) -> Iterator[frozenset[object]]:
    for size in range(1, len(group) + 1):
        yield from map(frozenset, combinations(group, size))
