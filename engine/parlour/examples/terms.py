"""The words of an example, with their places: cards, zones, variables and values as people write them.

Reads everything against one table (a Program for a number of players). A word without a meaning becomes a diagnostic at
its place (`MalformedError`). This module doesn't know what the words are used for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.base.diagnostics import did_you_mean, listing, nearest
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.examples.words import MalformedError, Word, words
from parlour.table import card_names
from parlour.table.layout import BOX, Instance, Layout, zero_of
from parlour.table.texts import written_key, zone_name

ASPECTS = ("top", "bottom", "has", "lacks", "size", "up")
GAP = "-"  # an empty column


@dataclass(frozen=True)
class CardWord:
    """A card by its face, perhaps counting as another; or an empty column (no face)."""

    text: str
    span: Span
    face: int | None
    guise: int | None = None

    def name(self, layout: Layout) -> str | None:
        """Return the card as the game writes it; None for an empty column."""
        if self.face is None:
            return None
        name = layout.pack.face_name(self.face)
        return name if self.guise is None else f"{name} as {layout.pack.face_name(self.guise)}"


@dataclass(frozen=True)
class Copy:
    """A card by its face: the copy in one zone, or any copy."""

    card: CardWord
    zone: Instance | None

    def among(self, layout: Layout, cells: list[int]) -> list[int]:
        """Return the cards that it can mean, where they are in a state."""
        of_face = layout.pack.cards_of_face(self.card.face) if self.card.face is not None else ()
        return [c for c in of_face if self.zone is None or cells[layout.where + c] == self.zone.number]


@dataclass(frozen=True)
class ZoneKey:
    """`pile`, `hand 1`, `pile top`, `hand 2 size`."""

    name: str
    instance: Instance
    aspect: str  # one of ASPECTS, or empty for all cards of the zone


@dataclass(frozen=True)
class VariableKey:
    """`called`, `score 1`."""

    name: str
    variable: int
    keys: tuple[int, ...]
    type: p.Type


@dataclass(frozen=True)
class LogKey:
    """`auction`: all its entries."""

    name: str
    log: p.Log
    type: p.Type


Key = ZoneKey | VariableKey | LogKey


class Terms:
    """The meanings of words at one table."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.program
        self.zones = {zone_name(layout, i.number): i for i in layout.instances}
        self._zone_names = zone_names(self.program)
        self._variable_texts = variable_texts(self.program, self._zone_names)

    # ------------------------------------------------------------ seats

    def seat(self, word: Word) -> int:
        """Return a seat, counted from 0."""
        return self._numbered(word, self.layout.players, "seat")

    def _numbered(self, word: Word, count: int, what: str) -> int:
        if not word.text.isdecimal() or len(word.text) > 3:
            raise MalformedError(f"expected the number of a {what}, found `{word.text}`", word.span)
        if not 1 <= int(word.text) <= count:
            more = what == "seat" and int(word.text) in self.program.players
            help = f"for more players, add `players: {word.text}`" if more else None
            raise MalformedError(f"there is no {what} {word.text}: there are {count} at this table", word.span, help)
        return int(word.text) - 1

    # ------------------------------------------------------------ keys

    def key(self, key: Scalar, aspects: Iterable[str] = ASPECTS, reserved: Iterable[str] = ()) -> Key:
        """Return the zone or variable of a key."""
        parts = words(key)
        if not parts:
            raise MalformedError("expected a zone or a variable", key.span)
        for end in range(len(parts), 0, -1):
            name = _joined(parts[:end])
            zone = self._zone_names.get(name.text)
            if zone is not None:
                return self._zone_key(zone, name, parts[end:], tuple(aspects))
            if name.text in self._variable_texts:
                return self._variable_key(self._variable_texts[name.text], name, parts[end:])
        for end in range(len(parts), 1, -1):  # `red deck` for `red-deck`
            zone = self._zone_names.get("-".join(part.text for part in parts[:end]))
            if zone is not None:
                return self._zone_key(zone, _joined(parts[:end]), parts[end:], tuple(aspects))
        name, rest = parts[0], parts[1:]
        for log in self.program.logs if not rest else ():
            if log.name == name.text:
                return LogKey(log.name, log, self.program.variables[log.entries].type)
        for number, variable in enumerate(self.program.variables):
            if variable.name == name.text:
                return self._variable_key(number, name, rest)
        raise self._unknown(key, name, reserved)

    def _unknown(self, key: Scalar, name: Word, reserved: Iterable[str]) -> MalformedError:
        known = [z.name for z in self.program.zones[BOX + 1 :]] + [v.name for v in self.program.variables]
        known += [*self._zone_names, *self._variable_texts]
        help, text = self._meant(name.text, known), name.text
        if help is None:
            text = " ".join(key.value.split())
            help = did_you_mean(text, reserved)
        return MalformedError(f"{self.program.title} has no zone or variable `{text}`", key.span, help)

    def _meant(self, name: str, known: Sequence[str]) -> str | None:
        """Return a help text that suggests a name; if it is a zone for everybody, with cards as an example."""
        near = nearest(name, known)
        zone = self._zone_names.get(near) if near is not None else None
        if zone is None or zone.keys:
            return did_you_mean(name, known)
        pack = self.layout.pack
        return f"did you mean `{near}`, as in `{near}: {' '.join(map(pack.name, range(min(2, pack.size))))}`?"

    def _zone_key(self, zone: p.Zone, name: Word, rest: list[Word], aspects: tuple[str, ...]) -> ZoneKey:
        full = zone.name
        for at, key in enumerate(zone.keys):
            if at >= len(rest) or rest[at].text in ASPECTS:
                message = f"there is a `{zone.name}` for each {' and '.join(k.in_words for k in zone.keys)}"
                if zone.owner is not None and len(zone.keys) == 1:
                    message = f"each {zone.owner} has a separate `{zone.name}`"
                example = " ".join((zone.name, *map(_example_key, zone.keys)))
                raise MalformedError(message, name.span, f"add {_what_is_missing(zone)}, as in `{example}`")
            full += f" {written_key(self.layout, key, self._key(key, rest[at]))}"
        rest = rest[len(zone.keys) :]
        instance = self.zones[full]
        aspect = " ".join(word.text for word in rest)
        if aspect and aspect not in aspects:
            help = did_you_mean(aspect, aspects) or f"write {listing([f'{full} {a}' for a in aspects])}"
            raise MalformedError(f"`{full}` has no property `{aspect}`", rest[0].span.to(rest[-1].span), help)
        if aspect in ("top", "bottom") and instance.form == "set":
            raise MalformedError(f"`{full}` has no order, so it has no {aspect}", rest[0].span)
        if aspect == "from" and zone.led_by is None:
            raise MalformedError(f"`{full}` doesn't show who played its cards", rest[0].span, "it needs `led-by`")
        if aspect == "up" and instance.turned is None:
            raise MalformedError(f"steps can't turn cards in `{full}`", rest[0].span)
        return ZoneKey(full, instance, aspect)

    def _variable_key(self, number: int, name: Word, rest: list[Word]) -> VariableKey:
        variable = self.program.variables[number]
        if len(rest) != len(variable.keys):
            wanted = " ".join([variable.name, *map(_example_key, variable.keys)])
            message = f"`{variable.name}` is one value for each {' and '.join(k.in_words for k in variable.keys)}"
            if not variable.keys:
                message = f"`{variable.name}` is one value for the whole table"
            raise MalformedError(message, name.span, f"write `{wanted}`")
        keys = tuple(self._key(k, word) for k, word in zip(variable.keys, rest, strict=True))
        return VariableKey(" ".join([variable.name, *(w.text for w in rest)]), number, keys, variable.type)

    def _key(self, key: p.Key, word: Word) -> int:
        """Read a key of a zone or variable; the result counts from 0."""
        value = self._one(key.type, word) - key.low
        size = self.layout.key_size(key)
        if not 0 <= value < size:
            message = f"expected a number from {key.low} to {key.low + size - 1}, found `{word.text}`"
            raise MalformedError(message, word.span)
        return value

    # ------------------------------------------------------------ cards

    def cards(self, node: Node) -> list[CardWord]:
        """Read `Q♣ 8♣ Jk as 5♠`; `-` is an empty column, `none` means no card."""
        cards: list[CardWord] = []
        parts = words(node)
        if [word.text for word in parts] == ["none"]:
            return []
        at = 0
        while at < len(parts):
            word = parts[at]
            if word.text == GAP:
                cards.append(CardWord(GAP, word.span, None))
                at += 1
                continue
            face = self.face(word)
            if at + 2 < len(parts) and parts[at + 1].text == "as":
                as_ = parts[at + 2]
                text, span = f"{word.text} as {as_.text}", word.span.to(as_.span)
                cards.append(CardWord(text, span, face, self.face(as_, in_pack=False)))
                at += 3
                continue
            cards.append(CardWord(word.text, word.span, face))
            at += 1
        return cards

    def face(self, word: Word, in_pack: bool = True) -> int:
        pack = self.layout.pack
        face = pack.face_of_name(word.text)
        if face is None:
            meant, how = card_names.intended(word.text, pack.design), card_names.how(pack.design)
            if meant is None and card_names.is_card_elsewhere(word.text, pack.design):
                ranks = [rank for rank, cards in zip(pack.rank_names, pack.of_rank, strict=False) if cards]
                help = f"its ranks are {listing(ranks, 'and', '')}"
                raise MalformedError(f"this pack has no {word.text}", word.span, help)
            if word.text in ("…", "..."):
                how = "for some of the cards of a zone, add `has` to its name: `hand 1 has: …`"
            if meant is not None:
                how = f"did you mean `{meant}`?" if f"`{meant}`" in how else f"{how}; did you mean `{meant}`?"
            raise MalformedError(f"`{word.text}` is not a card", word.span, how)
        if in_pack and not pack.of_face[face]:
            name = pack.face_name(face)
            raise MalformedError(f"there is no {name} in this pack", word.span)
        return face

    def marked(self, mark: str, node: Node) -> Sequence[doc.Pair]:
        """Return the cards of `hint: {4♦: 2}` with their marks."""
        if not isinstance(node, doc.Mapping):
            help = f"name each card with its mark: `{mark}: {{{self.layout.pack.name(0)}: …}}`"
            raise MalformedError("expected cards with their marks", node.span, help)
        return node.entries

    def copy(self, node: Node) -> Copy:
        """Read `4♦`, or `4♦ in hand 1` for the copy in that zone."""
        copies = self.copies(node)
        if len(copies) != 1:
            raise MalformedError("expected a card, or a card and its zone", node.span, "write `4♦` or `4♦ in pile`")
        return copies[0]

    def copies(self, node: Node) -> list[Copy]:
        """Read `4♦ 4♦ in hand 1 Q♣`; `none` means no card."""
        parts, copies = words(node), list[Copy]()
        while parts and [word.text for word in parts] != ["none"]:
            card, parts = CardWord(parts[0].text, parts[0].span, self.face(parts[0])), parts[1:]
            zone = None
            if len(parts) > 1 and parts[0].text == "as":
                message = f"expected a card without a guise, found `{card.text} as {parts[1].text}`"
                raise MalformedError(message, card.span.to(parts[1].span), f"write `{card.text}`")
            if len(parts) > 1 and parts[0].text == "in":
                ends = range(len(parts), 1, -1)
                end = next((end for end in ends if self._instance(_joined(parts[1:end])) is not None), len(parts))
                zone, parts = self.zone(_joined(parts[1:end])), parts[end:]
            copies.append(Copy(card, zone))
        return copies

    def placed(self, type_: p.Type, node: Node) -> list[Copy] | None:
        """Return the cards of a value that names some of them by their zones."""
        if type_.kind not in ("card", "cards") or "in" not in [word.text for word in words(node)[1:]]:
            return None
        return self.copies(node) if type_.kind == "cards" else [self.copy(node)]

    def set_of(self, copies: Sequence[Copy], among: Callable[[Copy], Sequence[int]]) -> int:
        """Return a set with a different card for each name, the first of those it can mean. Names with a zone choose
        before the others."""
        value = 0
        for copy in sorted(copies, key=lambda copy: copy.zone is None):
            free = [c for c in among(copy) if not value >> c & 1]
            if not free:
                where = "the pack" if copy.zone is None else f"`{zone_name(self.layout, copy.zone.number)}`"
                count, text = len(among(copy)), copy.card.text
                only = f"{where} has {text} only {'once' if count == 1 else f'{count} times'}"
                raise MalformedError(only if count else f"{text} is not in {where}", copy.card.span)
            value |= 1 << free[0]
        return value

    def _of_pack(self, copy: Copy) -> Sequence[int]:
        """Return the cards that a name without a zone can mean."""
        if copy.zone is not None:
            raise MalformedError("expected a card without a zone", copy.card.span, f"write `{copy.card.text}`")
        return copy.among(self.layout, [])

    def zone(self, word: Word) -> Instance:
        zone = self._instance(word)
        if zone is None:
            raise MalformedError(f"there is no zone `{word.text}`", word.span, did_you_mean(word.text, self.zones))
        return zone

    def _instance(self, word: Word) -> Instance | None:
        parts = word.text.split(" ")
        for end in range(len(parts), 0, -1):
            zone = self._zone_names.get(" ".join(parts[:end]))
            full = " ".join((zone.name, *parts[end:])) if zone is not None else ""
            if full in self.zones:
                return self.zones[full]
        return None

    # ------------------------------------------------------------ values

    def value(self, type_: p.Type, node: Node, base: int | None = None) -> int:
        """Read a value of a type. A record is a mapping; fields that it omits come from `base`, or have their defaults.
        """
        if type_.kind == "record" and isinstance(node, doc.Mapping):
            return self._record(type_, node, base)
        if type_.kind == "cards":
            return self.set_of(self.copies(node), self._of_pack)
        parts = words(node)
        if type_.kind in p.MEMBERS:
            return self._set(p.Type(p.MEMBERS[type_.kind], type_.name), parts)
        if type_.kind == "card" and len(parts) == 3:
            (card,) = self.cards(node)
            if card.face is not None and card.guise is not None:
                return self.layout.pack.guise(self.layout.pack.cards_of_face(card.face)[0], card.guise)
        if len(parts) != 1 and type_.kind != "zone":
            raise MalformedError(f"expected {self._wanted(type_)}", node.span)
        if type_.kind == "zone":
            return self._zone(type_, _joined(parts))
        return self._one(type_, parts[0])

    def _set(self, single: p.Type, parts: Sequence[Word]) -> int:
        value = 0
        for word in parts if [word.text for word in parts] != ["none"] else ():
            member = 1 << self._one(single, word)
            if value & member:
                raise MalformedError(f"duplicate `{word.text}`", word.span)
            value |= member
        return value

    def entries(self, key: LogKey, node: Node) -> list[int]:
        """Read a list of entries of a log, or `none`."""
        if not isinstance(node, doc.Sequence):
            if [word.text for word in words(node)] == ["none"]:
                return []
            raise MalformedError("expected a list of entries", node.span, f"write `{key.name}: [first, second]`")
        room = self.layout.variables[key.log.entries].size
        if len(node.items) > room:
            raise MalformedError(f"`{key.name}` has room for {room} entries, found {len(node.items)}", node.span)
        return [self.value(key.type, item) for item in node.items]

    def _one(self, type_: p.Type, word: Word) -> int:
        text, kind = word.text, type_.kind
        if text == "none" and type_.optional:
            return type_.none
        known: dict[str, int] = {}
        match kind:
            case "int" if re.fullmatch(r"-?[0-9]{1,9}", text):
                return int(text)
            case "bool":
                known = {"true": 1, "false": 0}
            case "rank":
                design = self.layout.pack.design
                known = {name: r for r, rank in enumerate(design.ranks) for name in rank.names}
            case "suit":
                design = self.layout.pack.design
                known = {name: u for u, suit in enumerate(design.suits) for name in (suit.sign, *suit.also_called)}
                known |= {name.casefold(): u for name, u in known.items()}
            case "colour":
                known = {name: u for u, name in enumerate(self.layout.pack.design.colour_names)}
            case "card":
                return self.layout.pack.cards_of_face(self.face(word))[0]
            case "player":
                return self._numbered(word, self.layout.players, "seat")
            case "side":
                return self._numbered(word, len(self.layout.sides), "side")
            case "zone":
                return self._zone(type_, word)
            case "enum":
                known = {name: i for i, name in enumerate(dict(self.program.enums)[type_.name])}
            case _:
                pass
        if text in known:
            return known[text]
        help = did_you_mean(text, known) if known else None
        raise MalformedError(f"expected {self._wanted(type_)}, found `{text}`", word.span, help)

    def _zone(self, type_: p.Type, word: Word) -> int:
        if word.text == "none" and type_.optional:
            return p.NONE
        return self.zone(word).number

    def _record(self, type_: p.Type, node: doc.Mapping, base: int | None) -> int:
        record = next(r for r in self.program.records if r.name == type_.name)
        fields = {f.name: f for f in record.fields}
        value = zero_of(self.program, p.Type("record", record.name)) if base is None or base < 0 else base
        for entry in node.entries:
            name = entry.key.value
            if name not in fields:
                message = f"`{record.name}` has no field `{name}`"
                raise MalformedError(message, entry.key.span, did_you_mean(name, fields))
            f = fields[name]
            part = self.value(f.type, entry.value) + f.bias
            value = value & ~((1 << f.width) - 1 << f.shift) | part << f.shift
        return value

    def _wanted(self, type_: p.Type) -> str:
        if type_.kind == "enum":
            wanted = listing([*dict(self.program.enums)[type_.name]])
        else:
            wanted = _WANTED.get(type_.kind, f"a {type_.kind}")
        return f"{wanted} or `none`" if type_.optional else wanted


_WANTED = {
    "bool": "`true` or `false`",
    "int": "a whole number",
    "player": "the number of a seat",
    "side": "the number of a side",
    "zone": "the name of a zone",
    "record": "a mapping of fields",
}


def zone_names(program: p.Program) -> dict[str, p.Zone]:
    """Return the zones by every name that examples can use: ids, other names, and the names that players see.

    An id always means its own zone; any other name that fits two zones means neither.
    """
    named: dict[str, list[p.Zone]] = {}
    for zone in program.zones:
        for name in {*zone.also_called, zone.text} - {""}:
            named.setdefault(" ".join(name.split()), []).append(zone)
    ids = {zone.name: zone for zone in program.zones}
    variables = {variable.name for variable in program.variables}
    return {name: zones[0] for name, zones in named.items() if len(zones) == 1 and name not in variables} | ids


def variable_texts(program: p.Program, zones: Container[str]) -> dict[str, int]:
    """Return the variables by the texts that players see, except those that several variables or a zone have."""
    texts = Counter(" ".join(variable.text.split()) for variable in program.variables)
    taken = {"", *(variable.name for variable in program.variables), *(log.name for log in program.logs)}
    named = {text for text, count in texts.items() if count == 1 and text not in zones} - taken
    numbered = ((" ".join(variable.text.split()), number) for number, variable in enumerate(program.variables))
    return {text: number for text, number in numbered if text in named}


def _joined(parts: list[Word]) -> Word:
    return Word(" ".join(word.text for word in parts), parts[0].span.to(parts[-1].span))


def _what_is_missing(zone: p.Zone) -> str:
    if zone.owner is not None and len(zone.keys) == 1:
        return "its owner"
    return "its keys" if len(zone.keys) > 1 else f"its {zone.keys[0].in_words}"


def _example_key(key: p.Key) -> str:
    return {"rank": "K", "suit": "♥", "int": str(key.low), "enum": f"({key.in_words})"}.get(key.kind, "1")
