"""Compares zones with the cards that an example expects in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.base.diagnostics import listing
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import Terms, ZoneKey
from parlour.examples.words import whole_number
from parlour.table.layout import Instance, Layout


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
