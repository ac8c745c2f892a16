"""Reads `2 sees:` and `2 does not see:`, and compares them with the view of a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import CardWord, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, is_number_of_cards, whole_number, words
from parlour.examples.zone_comparison import among, in_any_order, in_order
from parlour.table.layout import Layout
from parlour.table.texts import written
from parlour.views import CardSeen, View, ZoneSeen

ASPECTS = ("size", "top", "bottom", "has", "lacks", "up", "known", "from")
NOTHING = "not seen"
Compare = Callable[[View], Iterable[Failure]]


def read_seen(terms: Terms, entry: doc.Pair, others: Iterable[str]) -> Compare:
    """Read a zone with exactly the cards seen in it, or with a number of cards; a variable, or a log in words."""
    key, node = terms.key(entry.key, ASPECTS, others), entry.value
    wanted = " ".join(word.text for word in words(node))
    if isinstance(key, LogKey):
        return partial(check_words, key.name, node, View.value)
    if isinstance(key, VariableKey):
        value = None if wanted == NOTHING else written(terms.layout, key.type, terms.value(key.type, node))
        return partial(_value, key, wanted, value, node)
    if key.aspect == "from":
        return partial(_zone, key, entry, lambda zone: _players(zone, wanted))
    if key.aspect == "size" or is_number_of_cards(words(node)):
        number = int(wanted.split()[0]) if key.aspect != "size" else whole_number(node, "a number of cards")
        return partial(_zone, key, entry, lambda zone: _size(zone, number, wanted))
    cards = terms.cards(node)
    return partial(_zone, key, entry, lambda zone: _cards(terms.layout, key, zone, cards, wanted))


def check_words(name: str, node: Node, read: Callable[[View, str], str | None], view: View) -> Iterable[Failure]:
    """Compare what a seat reads with the words in an example; `not seen` if it reads nothing."""
    wanted, actual = " ".join(word.text for word in words(node)), read(view, name)
    if wanted != (NOTHING if actual is None else actual):
        yield Failure(f"seat {view.seat} sees `{name}`", wanted, actual or NOTHING, node.span)


def _value(key: VariableKey, wanted: str, value: str | None, node: Node, view: View) -> Iterable[Failure]:
    """Compare a value in any notation that `then` accepts."""
    actual = view.value(key.name)
    same = value == actual
    if key.type.kind == "cards" and value is not None and actual is not None:
        same = sorted(value.split()) == sorted(actual.split())
    if not same:
        yield Failure(f"seat {view.seat} sees `{key.name}`", wanted, actual or NOTHING, node.span)


def _zone(
    key: ZoneKey, entry: doc.Pair, compare: Callable[[ZoneSeen], tuple[str, str] | None], view: View
) -> Iterable[Failure]:
    """Compare a zone, by a function that returns what is expected and what is there if they differ."""
    zone = view.zone(key.name)
    if zone is None:
        raise MalformedError(f"views don't show `{key.name}`", entry.key.span)
    difference = compare(zone)
    if difference is not None:
        yield Failure(f"seat {view.seat} sees `{' '.join(entry.key.value.split())}`", *difference, entry.value.span)


def _cards(
    layout: Layout, key: ZoneKey, zone: ZoneSeen, named: Sequence[CardWord], text: str
) -> tuple[str, str] | None:
    wanted = [name for card in named if (name := card.name(layout)) is not None]
    seen: Sequence[CardSeen] = zone.known if key.aspect == "known" else zone.cards
    if key.aspect == "up":
        seen = tuple(card for card in seen if card.up)
    if key.aspect in ("top", "bottom"):
        seen = _end(zone, key.aspect, max(1, len(wanted)))
    actual = [card.card for card in seen]
    placed = key.aspect in ("top", "bottom") or (key.instance.form == "row" and not key.aspect)
    if key.aspect in ("has", "lacks"):
        missing = among(wanted, actual)
        wrong = len(missing) < len(wanted) if key.aspect == "lacks" else bool(missing)
    else:
        wrong = not (in_order if placed else in_any_order)(wanted, actual)
    expected = f"no {text}" if key.aspect == "lacks" else text
    unseen = f"none of its {zone.size} cards" if zone.size else zone.written()
    return (expected, " ".join(actual) or unseen) if wrong else None


def _players(zone: ZoneSeen, text: str) -> tuple[str, str] | None:
    """Compare the seats that played the cards of a zone with `led-by`."""
    actual = " ".join(str(card.player) for card in zone.cards if card.player is not None)
    return None if text == actual else (text, actual or "nobody")


def _end(zone: ZoneSeen, end: str, count: int) -> Sequence[CardSeen]:
    """Compare the cards seen at the top, from the top down, or at the bottom, from the bottom up."""
    at = {card.place: card for card in zone.cards}
    if zone.size is None or None in at:
        seen = zone.cards[::-1] if end == "top" else zone.cards
        return seen[:count]
    places = range(zone.size, 0, -1) if end == "top" else range(1, zone.size + 1)
    return [at[place] for place in places[:count] if place in at]


def _size(zone: ZoneSeen, number: int, text: str) -> tuple[str, str] | None:
    """Compare a number: `3 cards` means that nobody sees them. `size` doesn't say whether they are seen."""
    hidden_only = " " in text
    return None if zone.size == number and not (hidden_only and zone.cards) else (text, zone.written())


_SIGNS = ":,;.!?"  # after a word of a line


def check_saw(seat: int, history: Sequence[str], wanted: Sequence[Word]) -> Iterable[Failure]:
    """Look for these words in what a seat has seen, each in a later line than the one before.

    Part of a line is enough: `4♣` for `stock → hand 1: 4♣ 5♦`. A sign after its last word can be omitted, such as the
    colon of `stock → hand 1`.
    """
    lines = (line.split() for line in history)
    for word in wanted:
        phrase = word.text.split()
        if not any(_contains(line, phrase) for line in lines):  # continues after the previous match
            seen = "; ".join(history[-8:]) or "nothing happened"
            yield Failure(f"seat {seat} saw", f"“{' '.join(phrase)}”", seen, word.span)
            return


def _contains(line: Sequence[str], phrase: Sequence[str]) -> bool:
    ends = [[*phrase[:-1], f"{phrase[-1]}{sign}"] for sign in ("", *_SIGNS)]
    return any(line[n : n + len(phrase)] in ends for n in range(len(line) - len(phrase) + 1))


def check_hidden(layout: Layout, view: View, cards: Sequence[CardWord]) -> Iterable[Failure]:
    """Report cards that the seat sees or knows of."""
    for card in cards:
        if card.face is None:
            raise MalformedError("expected a card", card.span)
        name = layout.pack.face_name(card.face)
        for zone in view.zones:
            if any(c.card.split(" as ")[0] == name for c in (*zone.cards, *zone.known)):
                what = f"seat {view.seat} does not see {name}"
                yield Failure(what, "nowhere", f"in {zone.name}: {zone.written()}", card.span)
