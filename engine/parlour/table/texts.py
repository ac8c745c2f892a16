"""Values as words, and filled-in templates.

The words are those of the language: `10♦`, `J`, `♠`, `true`; players and sides count from 1.
"""

from __future__ import annotations

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.table.cards import members
from parlour.table.layout import Instance, Layout
from parlour.table.naming import cards_named

UNTOLD = "…"  # a part of a text that depends on something unseen


def written(layout: Layout, type_: p.Type, value: int) -> str:
    """A value in words; members of a set follow each other in ascending order, cards by their faces."""
    kind = type_.kind
    if kind in p.MEMBERS:
        single = p.Type(p.MEMBERS[kind], type_.name)
        items = members(value)
        if kind == "cards":  # by what they show, so that nobody can see which copy of a card this is
            items.sort(key=lambda c: layout.pack.face[c])
        return " ".join(written(layout, single, m) for m in items) or "none"
    if value == type_.none and (type_.optional or kind != "int"):
        return "none"
    match kind:
        case "bool":
            return "true" if value else "false"
        case "rank":
            return layout.pack.rank_names[value]
        case "suit":
            return layout.pack.design.signs[value]
        case "colour":
            return layout.pack.design.colour_names[value]
        case "card":
            return layout.pack.name(value)
        case "player" | "side":
            return str(value + 1)
        case "zone":
            return zone_name(layout, value)
        case "enum":
            return dict(layout.program.enums)[type_.name][value]
        case "record":
            return _record(layout, type_.name, value)
        case _:
            return str(value)


def worded(layout: Layout, hole: p.Hole, value: int) -> str:
    """The value of a hole in words."""
    if hole.blank and value == hole.type.none:
        return ""
    return spoken(layout, hole.type, value) if hole.spoken else written(layout, hole.type, value)


def spoken(layout: Layout, type_: p.Type, value: int) -> str:
    """A value as a word of a sentence: `seat 3`, `seats 1 and 3`, `no trump`."""
    text = written(layout, type_, value)
    if text == "none":
        return text
    match type_.kind:
        case "player":
            return f"seat {text}"
        case "players" | "side" | "sides":
            seats = _seats(layout, type_.kind, value)
            return f"seat{'s' * (len(seats) > 1)} {listing([str(seat + 1) for seat in seats], 'and', '')}"
        case "bool":
            return "yes" if value else "no"
        case "enum" | "values":
            return text.replace("-", " ").replace("_", " ")
        case _:
            return text


def _seats(layout: Layout, kind: p.Kind, value: int) -> list[int]:
    """Return the seats of a set of players, of a side or of a set of sides."""
    if kind == "players":
        return members(value)
    return sorted(seat for side in ([value] if kind == "side" else members(value)) for seat in layout.sides[side])


def named(layout: Layout, type_: p.Type, value: int) -> list[int]:
    """The identities of the cards that a value names."""
    return members(cards_named(layout, type_, value))


def zone_name(layout: Layout, number: int) -> str:
    """Return the name of a zone: `stock`, `hand 1`, `row 1 4`."""
    i = layout.instances[number]
    return " ".join((layout.program.zones[i.zone].name, *zone_keys(layout, i)))


def zone_keys(layout: Layout, i: Instance) -> list[str]:
    """The keys of a zone in words."""
    return written_keys(layout, layout.program.zones[i.zone].keys, i.keys)


def written_keys(layout: Layout, keys: tuple[p.Key, ...], values: tuple[int, ...]) -> list[str]:
    """The keys of a zone or variable in words."""
    return [written_key(layout, key, k) for key, k in zip(keys, values, strict=True)]


def written_key(layout: Layout, key: p.Key, k: int) -> str:
    """A key of a zone or variable in words; `k` counts from 0."""
    return str(key.low + k) if key.kind == "int" else written(layout, key.type, k)


def _record(layout: Layout, name: str, value: int) -> str:
    record = next(r for r in layout.program.records if r.name == name)
    fields = (f"{field.name}: {written(layout, field.type, field.of(value))}" for field in record.fields)
    return f"{name}({', '.join(fields)})"
