"""Who sees what (docs/language.md, section 4): cards, their number and places, marks, values, and what follows."""

from functools import cache

from oracle.mix import Part
from oracle.table import Table
from oracle.things import Card, Player, Side, Zone
from parlour.documents.composition import Composition, text_node
from parlour.lang import parser
from parlour.lang import syntax as s

Seats = frozenset[int]
Names = dict[str, str]  # the names of a place, each "known" to everybody, "own" for the reader, or "hidden"


class Seeing(Table):
    """Knows what each seat sees at this moment."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        super().__init__(composition, players, seed)
        self.everyone = frozenset(player.seat for player in self.state.players)
        self.audience = cache(self._audience)
        self.shown_part = cache(self.mix.part)

    def _audience(self, words: tuple[str, ...], keys: tuple[object, ...]) -> Seats:
        """Return the seats that some words mean. The first player or side among the keys is the owner."""
        owner = next((key for key in keys if isinstance(key, Player | Side)), None)
        side = frozenset[int]() if owner is None else frozenset(self.as_side(owner).seats)
        own = frozenset([owner.seat]) if isinstance(owner, Player) else side
        means = {
            "everybody": self.everyone, "owner": own, "partners": side - own, "opponents": self.everyone - side,
            "side": side, "others": self.everyone - own,
        }  # fmt: skip
        return frozenset(seat for word in words for seat in means.get(word, ()))

    def readers(self, name: str, keys: tuple[object, ...] = ()) -> Seats:
        """Return the seats that see a variable or a log."""
        return self.audience(self.state.audiences[name], keys)

    # ------------------------------------------------------------ cards

    def seers(self, card: Card, zone: Zone | None = None) -> Seats:
        """Return the seats that see a card, which is in this zone."""
        zone = zone or self.state.zone_of(card)
        shown = ("top" in zone.seen and zone.cards[-1] == card) or ("last-batch" in zone.seen and card in zone.batch)
        return self.everyone if card in zone.up or shown else self.audience(zone.seen, zone.keys)

    def counters(self, zone: Zone) -> Seats:
        """Return the seats that know the number of cards."""
        return self.audience((*zone.seen, *zone.counted), zone.keys)

    def placers(self, zone: Zone) -> Seats:
        """Return the seats that see at which places cards come and go, even if they don't see the cards."""
        closed = zone.seen == ("nobody",) and not zone.turns and zone.columns is None
        return self.counters(zone) if zone.has_places and not closed else frozenset()

    def marks_seen(self, zone: Zone, card: Card, seat: int) -> list[tuple[str, str]]:
        """Return the marks of a card that a seat sees, with their values."""
        marks: list[tuple[str, str]] = []
        for name, mark in self.state.marks.items():
            value = self.state.mark(name, card)
            if value != mark.default and not mark.guise:
                seers = self.audience(mark.seen, zone.keys) if mark.seen else self.seers(card, zone)
                marks += [(name, self.plain(value))] if seat in seers else []
        return marks

    def leader(self, zone: Zone, place: int) -> int | None:
        """Return the seat that played the card at a place, in a zone with `led-by`."""
        if zone.led_by is None:
            return None
        seats = self.state.seats_from(self.state.variables[zone.led_by, ()])
        return seats[place - 1].seat if place <= len(seats) else None

    # ------------------------------------------------------------ what everybody knows

    def common(self, node: object, names: Names) -> bool:
        """True if a value follows from what everybody sees, and from what the reader sees of their own."""
        inner = names | {part.var: "known" for part in s.parts(node) if isinstance(part, s.Each)}
        inner |= {part.name: "known" for part in s.parts(node) if isinstance(part, s.Naming)}
        match node:
            case s.May() | s.Possible():
                return False
            case s.Is(_, of, "cards" | "empty") | s.Field(_, of, _) | s.Each(domain=of) if self._holds_zone(of):
                return False
            case s.Binary(_, "in" | "not in" | "+" | "-" | "&", one, other) if any(map(self._holds_zone, (one, other))):
                return False
            case s.Field(_, _, "place"):
                return False
            case s.Name() | s.Call():
                return self._is_open(node, "cards", names)
            case s.Is(_, s.Name() | s.Call() as of, "cards" | "empty"):
                return self._is_open(of, "size", names)
            case s.Field(_, s.Name() | s.Call() as of, "top" | "size" as field):
                return self._is_open(of, field, names)
            case s.Field(_, _, name) if name in self.state.marks and "everybody" not in self.state.marks[name].seen:
                return False
        return all(self.common(part, inner) for part in s.parts(node))

    def _holds_zone(self, node: object) -> bool:
        """True for a value that is a zone: it could be any."""
        match node:
            case s.Name(_, name) | s.Call(_, name):
                of = self.state.variable_types.get(name)
            case s.Field(_, _, name):
                of = next((fields[name][0] for fields in self.state.records.values() if name in fields), None)
            case _:
                return False
        return getattr(of, "name", None) == "zone"

    def _is_open(self, of: s.Name | s.Call, what: str, names: Names) -> bool:
        """True if everybody knows the top, the size or all cards of a zone, or what else has this name."""
        name, args = (of.id, ()) if isinstance(of, s.Name) else (of.name, of.args)
        if isinstance(of, s.Name) and name in names:
            return names[name] != "hidden"
        words = self.state.audiences.get(name, ("everybody",))
        if name in self.state.zone_names:
            zone = next(zone for zone in self.state.zones.values() if zone.name == name)
            words = (*zone.seen, *(zone.counted if what == "size" else ()))
            words = (*words, "everybody") if what in zone.seen else words  # `top`
        kinds = self.state.key_kinds.get(name, ())
        owners = [arg for arg, kind in zip(args, kinds, strict=False) if kind in ("player", "side")]
        mine = bool(owners) and _is_own(owners[0], names) and not {"owner", "side"}.isdisjoint(words)
        return (
            (mine or "everybody" in words)
            and all(self.common(arg, names) for arg in args)
            and all(self.common(part.tree, _given(part, args, names)) for part in self._bodies(name))
        )

    def _bodies(self, name: str) -> list[Part]:
        """Return everything that the value of a function depends on."""
        if name not in self.mix.functions:
            return []
        member = self.mix.functions[name]
        texts = [(text, layer) for layer in (*member.over, member) if (text := text_node(layer)) is not None]
        parts = [self.shown_part(parser.parse_expression, text, layer) for text, layer in texts]
        for case in self.mix.cases[name]:
            parts += [case.value, *filter(None, (case.when, case.power and case.power.by))]
        return parts


def _is_own(node: object, names: Names) -> bool:
    """True for the reader, and for the reader's side."""
    if isinstance(node, s.Call) and node.name == "side":
        return _is_own(node.args[0], names)
    return isinstance(node, s.Name) and names.get(node.id) == "own"


def _given(part: Part, args: tuple[object, ...], names: Names) -> Names:
    """Return the names of a function's parameters, whose values everybody knows or the reader is."""
    own = ("own" if _is_own(arg, names) else "known" for arg in args)
    return dict(zip(part.names, own, strict=False))
