"""`2 sees:` and `2 does not see:`: a seat's view held against what an example says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour import document as doc
from parlour.document import Node
from parlour.examples.names import Names, VariableKey, ZoneKey
from parlour.examples.results import Failure
from parlour.examples.words import MalformedError, Word, words
from parlour.views import View, ZoneSeen

ASPECTS = ("size", "top", "has", "lacks", "known")
NOTHING = "not seen"


def check_seen(names: Names, view: View, node: Node) -> list[Failure]:
    """Each line names a zone with exactly the cards seen in it, or a number of cards, or a variable."""
    if not isinstance(node, doc.Mapping):
        raise MalformedError("zones and variables are wanted here", node.span, "write `1 sees: {hand 1: 3♣, …}`")
    failures = []
    for entry in node.entries:
        key = names.key(entry.key, ASPECTS)
        failure = _value(names, view, key, entry) if isinstance(key, VariableKey) else _zone(names, view, key, entry)
        if failure is not None:
            failures.append(failure)
    return failures


def _value(names: Names, view: View, key: VariableKey, entry: doc.Entry) -> Failure | None:
    wanted = " ".join(word.text for word in words(entry.value))
    actual = view.value(key.name)
    if wanted == (NOTHING if actual is None else actual):
        return None
    return Failure(f"seat {view.seat} sees `{key.name}`", wanted, actual or NOTHING, entry.value.span)


def _zone(names: Names, view: View, key: ZoneKey, entry: doc.Entry) -> Failure | None:
    zone = view.zone(key.name)
    assert zone is not None, "a view has all zones"
    node = entry.value
    what = f"seat {view.seat} sees `{' '.join(entry.key.value.split())}`"
    said = words(node)
    told = " ".join(word.text for word in said)
    if key.aspect == "size" or (len(said) == 2 and said[1].text in ("card", "cards")):
        return _size(zone, what, said[0].text if said else "", told, node)
    wanted = [names.layout.pack.face_name(c.face) for c in names.cards(node) if c.face is not None]
    if key.aspect == "known":
        actual = [card.card for card in zone.known]
    else:
        actual = [card.card.split(" as ")[0] for card in zone.cards]
    if key.aspect == "top":
        actual = actual[::-1][: max(1, len(wanted))] if actual else []
    missing, more = Counter(wanted) - Counter(actual), Counter(actual) - Counter(wanted)
    match key.aspect:
        case "has":
            wrong = bool(missing)
        case "lacks":
            wrong = bool(Counter(wanted) & Counter(actual))
        case _:
            wrong = bool(missing or more)
    if not wrong:
        return None
    expected = f"no {told}" if key.aspect == "lacks" else told
    return Failure(what, expected, " ".join(actual) or zone.written(), node.span)


def _size(zone: ZoneSeen, what: str, number: str, told: str, node: Node) -> Failure | None:
    """`3 cards`: so many lie there, and none of them is seen. `size` says nothing about what is seen."""
    if not number.isdecimal():
        raise MalformedError("a number of cards is wanted here", node.span)
    hidden_only = " " in told
    if zone.size == int(number) and not (hidden_only and zone.cards):
        return None
    return Failure(what, told, zone.written(), node.span)


def check_saw(seat: int, history: Sequence[str], wanted: Sequence[Word]) -> list[Failure]:
    """These lines stand in what a seat has seen happen, in this order, perhaps with others between them."""
    lines = iter(history)
    for word in wanted:
        line = " ".join(word.text.split())
        if line not in lines:  # goes on from where the one before was found
            told = "; ".join(history[-8:]) or "nothing happened"
            return [Failure(f"seat {seat} saw", f"“{line}”", told, word.span)]
    return []


def check_hidden(names: Names, view: View, node: Node) -> list[Failure]:
    """These cards are nowhere in the view, neither seen nor known."""
    failures = []
    for card in names.cards(node):
        if card.face is None:
            raise MalformedError("a card is wanted here", card.span)
        name = names.layout.pack.face_name(card.face)
        for zone in view.zones:
            if any(c.card.split(" as ")[0] == name for c in (*zone.cards, *zone.known)):
                what = f"seat {view.seat} does not see {name}"
                failures.append(Failure(what, "nowhere", f"in {zone.name}: {zone.written()}", card.span))
    return failures
