"""Compares `2 sees:` and `2 does not see:` with the view of a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import Copy, LogKey, Terms, VariableKey, ZoneKey
from parlour.examples.words import MalformedError, Word, is_number_of_cards, words
from parlour.examples.zone_comparison import among, in_any_order, in_order
from parlour.table.texts import written
from parlour.views import CardSeen, View, ZoneSeen

ASPECTS = ("size", "top", "bottom", "has", "lacks", "up", "known", "from")
NOTHING = "not seen"
MarkSeen = Callable[[int, Copy], list[str]]
"""The values of a mark (a number) of a card or its copies, as far as the seat may know them."""


def check_seen(names: Terms, view: View, node: Node, mark_seen: MarkSeen) -> list[Failure]:
    """Compare each line: a zone with exactly the cards seen in it, or with a number of cards, a variable, or the marks
    of cards."""
    if not isinstance(node, doc.Mapping):
        raise MalformedError("expected zones and variables", node.span, "write `1 sees: {hand 1: 3♣, …}`")
    failures: list[Failure] = []
    marks = {mark.name: number for number, mark in enumerate(names.program.marks) if not mark.guise}
    for entry in node.entries:
        if entry.key.value in marks:
            failures += _marks(names, view, marks[entry.key.value], entry.value, mark_seen)
            continue
        failure = _seen(names, view, entry, marks)
        if failure is not None:
            failures.append(failure)
    return failures


def _seen(names: Terms, view: View, entry: doc.Pair, marks: Iterable[str]) -> Failure | None:
    """Compare a line of the ruleset, a log, a variable or a zone."""
    said = entry.key.value
    if said in [line.name for line in names.program.lines]:
        text = next((line.text for line in view.lines if line.name == said), None)
        return _seen_words(view, said, text, entry.value)
    key = names.key(entry.key, ASPECTS, marks)
    if isinstance(key, LogKey):
        return _seen_words(view, key.name, view.value(key.name), entry.value)
    return _value(names, view, key, entry) if isinstance(key, VariableKey) else _zone(names, view, key, entry)


def _seen_words(view: View, name: str, actual: str | None, node: Node) -> Failure | None:
    """Compare what a seat reads with the words in an example; `not seen` if it reads nothing."""
    wanted = " ".join(word.text for word in words(node))
    if wanted == (NOTHING if actual is None else actual):
        return None
    return Failure(f"seat {view.seat} sees `{name}`", wanted, actual or NOTHING, node.span)


def _value(names: Terms, view: View, key: VariableKey, entry: doc.Pair) -> Failure | None:
    """Return a value in any notation that `then` accepts."""
    wanted = " ".join(word.text for word in words(entry.value))
    actual = view.value(key.name)
    if wanted != NOTHING and actual is not None:
        value = written(names.layout, key.type, names.value(key.type, entry.value))
        same = sorted(value.split()) == sorted(actual.split()) if key.type.kind == "cards" else value == actual
    else:
        same = wanted == (NOTHING if actual is None else actual)
    if same:
        return None
    return Failure(f"seat {view.seat} sees `{key.name}`", wanted, actual or NOTHING, entry.value.span)


def _marks(names: Terms, view: View, mark: int, node: Node, mark_seen: MarkSeen) -> list[Failure]:
    """Compare the marks of cards. Of several copies of a card, any can have it."""
    declared = names.program.marks[mark]
    failures = []
    for entry in names.marked(declared.name, node):
        wanted = " ".join(word.text for word in words(entry.value))
        if wanted != NOTHING:
            wanted = written(names.layout, declared.type, names.value(declared.type, entry.value))
        seen = mark_seen(mark, names.copy(entry.key)) or [NOTHING]
        if wanted not in seen:
            what = f"seat {view.seat} sees `{declared.name}` of {entry.key.value}"
            failures.append(Failure(what, wanted, seen[0], entry.value.span))
    return failures


def _zone(names: Terms, view: View, key: ZoneKey, entry: doc.Pair) -> Failure | None:
    zone = view.zone(key.name)
    if zone is None:
        raise MalformedError(f"views don't show `{key.name}`", entry.key.span)
    node = entry.value
    what = f"seat {view.seat} sees `{' '.join(entry.key.value.split())}`"
    said = words(node)
    text = " ".join(word.text for word in said)
    if key.aspect == "from":
        return _players(zone, what, text, node)
    if key.aspect == "size" or is_number_of_cards(said):
        return _size(zone, what, said[0].text if said else "", text, node)
    cards = [card for card in names.cards(node) if card.face is not None]
    wanted = [name for card in cards if (name := card.name(names.layout)) is not None]
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
    if not wrong:
        return None
    expected = f"no {text}" if key.aspect == "lacks" else text
    unseen = f"none of its {zone.size} cards" if zone.size else zone.written()
    return Failure(what, expected, " ".join(actual) or unseen, node.span)


def _players(zone: ZoneSeen, what: str, text: str, node: Node) -> Failure | None:
    """Compare the seats that played the cards of a zone with `led-by`."""
    actual = " ".join(str(card.player) for card in zone.cards if card.player is not None)
    return None if text == actual else Failure(what, text, actual or "nobody", node.span)


def _end(zone: ZoneSeen, end: str, count: int) -> Sequence[CardSeen]:
    """Compare the cards seen at the top, from the top down, or at the bottom, from the bottom up."""
    at = {card.place: card for card in zone.cards}
    if zone.size is None or None in at:
        seen = zone.cards[::-1] if end == "top" else zone.cards
        return seen[:count]
    places = range(zone.size, 0, -1) if end == "top" else range(1, zone.size + 1)
    return [at[place] for place in places[:count] if place in at]


def _size(zone: ZoneSeen, what: str, number: str, text: str, node: Node) -> Failure | None:
    """Compare a number: `3 cards` means that nobody sees them. `size` doesn't say whether they are seen."""
    if not number.isdecimal():
        raise MalformedError("expected a number of cards", node.span)
    hidden_only = " " in text
    if zone.size == int(number) and not (hidden_only and zone.cards):
        return None
    return Failure(what, text, zone.written(), node.span)


_SIGNS = ":,;.!?"  # after a word of a line


def check_saw(seat: int, history: Sequence[str], wanted: Sequence[Word]) -> list[Failure]:
    """Look for these words in what a seat has seen, each in a later line than the one before.

    Part of a line is enough: `4♣` for `stock → hand 1: 4♣ 5♦`. A sign after its last word can be omitted, such as the
    colon of `stock → hand 1`.
    """
    lines = (line.split() for line in history)
    for word in wanted:
        said = word.text.split()
        if not any(_contains(line, said) for line in lines):  # continues after the previous match
            seen = "; ".join(history[-8:]) or "nothing happened"
            return [Failure(f"seat {seat} saw", f"“{' '.join(said)}”", seen, word.span)]
    return []


def _contains(line: Sequence[str], said: Sequence[str]) -> bool:
    ends = [[*said[:-1], f"{said[-1]}{sign}"] for sign in ("", *_SIGNS)]
    return any(line[n : n + len(said)] in ends for n in range(len(line) - len(said) + 1))


def check_hidden(names: Terms, view: View, node: Node) -> list[Failure]:
    """Report cards that the seat sees or knows of."""
    failures = []
    for card in names.cards(node):
        if card.face is None:
            raise MalformedError("expected a card", card.span)
        name = names.layout.pack.face_name(card.face)
        for zone in view.zones:
            if any(c.card.split(" as ")[0] == name for c in (*zone.cards, *zone.known)):
                what = f"seat {view.seat} does not see {name}"
                failures.append(Failure(what, "nowhere", f"in {zone.name}: {zone.written()}", card.span))
    return failures
