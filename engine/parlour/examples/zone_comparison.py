"""Compares zones, and what a seat sees (`2 sees:`, `2 does not see:`), with what an example expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from parlour.base.diagnostics import listing
from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import CardWord, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, is_number_of_cards, whole_number, words
from parlour.table.layout import Instance, Layout
from parlour.table.texts import written
from parlour.views import CardSeen, View, ZoneSeen


def cards_of(terms: Terms, key: ZoneKey, node: Node) -> list[str] | int:
    """Read the cards that a zone should have, as the game writes them, or their number."""
    if key.aspect == "size":
        return whole_number(node, "a number of cards")
    return [card.name(terms.layout) or card.text for card in terms.cards(node)]


def check_zone(
    layout: Layout, cells: list[int], key: ZoneKey, wanted: Sequence[str] | int, node: Node
) -> Iterable[Failure]:
    """Yield the difference, if there is one."""
    i, cards = key.instance, layout.contents(cells, key.instance)
    what = f"`{key.name} {key.aspect}`" if key.aspect else f"`{key.name}`"
    if isinstance(wanted, int):
        if wanted != len(cards):
            yield Failure(what, str(wanted), str(len(cards)), node.span)
        return
    actual = [layout.pack.name(layout.value_of(cells, c)) for c in cards]
    match key.aspect:
        case "top" | "bottom":
            count = max(1, len(wanted))
            actual = actual[::-1][:count] if key.aspect == "top" else actual[:count]
            same = in_order(wanted, actual)
        case "has" | "lacks":
            yield from _among(key, wanted, actual, what, node)
            return
        case "up":
            assert i.turned is not None, "only zones with `turns: true` have this key"
            actual = [n for n, c in zip(actual, cards, strict=True) if cells[i.turned] >> c & 1]
            same = in_any_order(wanted, actual)
        case _:
            actual = cards_in(layout, cells, i)
            same = (in_any_order if i.form == "set" else in_order)(wanted, actual)
    if not same:
        yield Failure(what, " ".join(wanted) or "no cards", " ".join(actual) or "no cards", node.span)


def cards_in(layout: Layout, cells: list[int], i: Instance) -> list[str]:
    """Return the cards of a zone as the game writes them, with `-` for an empty column before the last card."""
    cards = layout.contents(cells, i)
    if i.form == "columns":
        cards = [c - 1 for c in cells[i.at : i.at + i.room]]
        while cards and cards[-1] < 0:
            cards.pop()
    return ["-" if c < 0 else layout.pack.name(layout.value_of(cells, c)) for c in cards]


def _among(key: ZoneKey, wanted: Sequence[str], actual: Sequence[str], what: str, node: Node) -> Iterable[Failure]:
    missing, there = among(wanted, actual), " ".join(actual) or "no cards"
    if key.aspect == "has" and missing:
        details = (f"missing: {' '.join(dict.fromkeys(missing))}",)
        yield Failure(what, " ".join(wanted), there, node.span, details)
    elif key.aspect == "lacks" and len(missing) < len(wanted):
        yield Failure(what, f"no {listing(wanted, quote='')}", there, node.span)


def among(wanted: Sequence[str], actual: Sequence[str]) -> list[str]:
    """Return the expected cards that are missing, each as often as it is written."""
    left, missing = list(actual), []
    for name in sorted(wanted, key=lambda n: " as " not in n):  # those with a guise choose first
        match = next((a for a in left if _fits(name, a)), None)
        if match is None:
            missing.append(name)
        else:
            left.remove(match)
    return missing


def in_order(wanted: Sequence[str], actual: Sequence[str]) -> bool:
    """Compare cards in order. A card written without a guise can count as anything."""
    return len(wanted) == len(actual) and all(map(_fits, wanted, actual))


def in_any_order(wanted: Sequence[str], actual: Sequence[str]) -> bool:
    return len(wanted) == len(actual) and not among(wanted, actual)


def _fits(wanted: str, actual: str) -> bool:
    return wanted in (actual, actual.split(" as ")[0])


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
