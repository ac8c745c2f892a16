"""Compares zones with the cards that an example expects in them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.diagnostics import listing
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import CardWord, Terms, ZoneKey
from parlour.examples.words import whole_number
from parlour.table.layout import Layout


def check_zone(names: Terms, cells: list[int], key: ZoneKey, node: Node) -> list[Failure]:
    """Return the difference, if there is one."""
    layout, i = names.layout, key.instance
    lying = layout.contents(cells, i)
    what = f"`{key.name} {key.aspect}`" if key.aspect else f"`{key.name}`"
    if key.aspect == "size":
        number = whole_number(node, "a number of cards")
        return [] if number == len(lying) else [Failure(what, str(number), str(len(lying)), node.span)]
    wanted = _names(layout, names.cards(node))
    actual = [layout.pack.name(layout.value_of(cells, c)) for c in lying]
    match key.aspect:
        case "top" | "bottom":
            count = max(1, len(wanted))
            actual = actual[::-1][:count] if key.aspect == "top" else actual[:count]
            same = in_order(wanted, actual)
        case "has" | "lacks":
            return _among(key, wanted, actual, what, node)
        case "up":
            assert i.turned is not None, "only zones with `turns: true` have this key"
            actual = [n for n, c in zip(actual, lying, strict=True) if cells[i.turned] >> c & 1]
            same = in_any_order(wanted, actual)
        case _ if i.form == "columns":
            columns = cells[i.at : i.at + i.room]
            actual = [layout.pack.name(layout.value_of(cells, c - 1)) if c else "-" for c in columns]
            while actual and actual[-1] == "-":
                actual.pop()
            same = in_order(wanted, actual)
        case _:
            same = in_order(wanted, actual) if i.form == "row" else in_any_order(wanted, actual)
    texts = [" ".join(cards) or "no cards" for cards in (wanted, actual)]
    return [] if same else [Failure(what, texts[0], texts[1], node.span)]


def _names(layout: Layout, cards: list[CardWord]) -> list[str]:
    """Return the names of cards as the game writes them; an empty column as written here."""
    return [card.name(layout) or card.text for card in cards]


def _among(key: ZoneKey, wanted: list[str], actual: list[str], what: str, node: Node) -> list[Failure]:
    missing, lying = among(wanted, actual), " ".join(actual) or "no cards"
    if key.aspect == "lacks":
        there = len(missing) < len(wanted)
        return [Failure(what, f"no {listing(wanted, quote='')}", lying, node.span)] if there else []
    details = (f"missing: {' '.join(dict.fromkeys(missing))}",)
    return [Failure(what, " ".join(wanted), lying, node.span, details)] if missing else []


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
