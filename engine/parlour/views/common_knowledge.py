"""Values that everybody knows, because they follow from what everybody sees. Knows expressions, and no state."""

from __future__ import annotations

from collections.abc import Iterable

from parlour import program as p
from parlour.program.walking import parts

_FOLLOWING = (
    p.Op, p.Not, p.And, p.Or, p.If, p.CardFact, p.Pips, p.ColourOf, p.FaceCards, p.Single, p.Size, p.First, p.SideOf,
    p.Members, p.NextSeat, p.Seated, p.SameCard, p.Sure, p.GetField, p.Guised, p.SeatOrder, p.Span, p.Subsets,
    p.Builtin,
)  # fmt: skip


class CommonKnowledge:
    """What everybody knows at a table of one Program; with a `reader`, a local for a player, what that player knows."""

    def __init__(self, program: p.Program, reader: int | None = None) -> None:
        self.program = program
        self.reader = reader

    def has(self, value: object, known: frozenset[int]) -> bool:
        """True if everybody knows a value; `known` are the locals whose values everybody knows."""
        return self._has(value, known, frozenset(() if self.reader is None else (self.reader,)))

    def _has(self, value: object, known: frozenset[int], own: frozenset[int]) -> bool:
        """`own` are the locals that are the reader."""
        match value:
            case p.Const():
                return True
            case p.Local(index):
                return index in known
            case p.VarAt(number, keys):
                variable = self.program.variables[number]
                return self._sees(variable.seen, variable.keys, keys, own) and self._all(keys, known, own)
            case p.ZoneSize(p.ZoneAt(number, keys)):
                zone = self.program.zones[number]
                return self._sees(zone.seen | zone.counted, zone.keys, keys, own) and self._all(keys, known, own)
            case p.ZoneCards(p.ZoneAt(number, keys)):
                zone = self.program.zones[number]
                return self._sees(zone.seen, zone.keys, keys, own) and self._all(keys, known, own)
            case p.ZoneEnd(p.ZoneAt(number, keys), bottom):
                zone = self.program.zones[number]
                seen = self._sees(zone.seen, zone.keys, keys, own) or (zone.shows == "top" and not bottom)
                return seen and self._all(keys, known, own)
            case p.MarkAt(number, card):
                audience = self.program.marks[number].seen
                read = _lies_there(card) if audience is None else audience == p.EVERYBODY
                return read and self._has(card, known, own)
            case p.Scan(_, local, domain, where, of):
                tests = [e for e in (where, of) if e is not None]
                return self._has(domain, known, own) and self._all(tests, known | {local}, own)
            case p.CallFunction(number, args):
                function = self.program.functions[number]
                given = zip(function.params, args, strict=True)
                readers = frozenset(param for param, arg in given if _is_reader(arg, own))
                return self._all(args, known, own) and self._has(function.body, frozenset(function.params), readers)
            case _:
                return isinstance(value, _FOLLOWING) and self._all(parts(value), known, own)

    def _sees(
        self, audience: p.Audience, keys: tuple[p.Key, ...], values: tuple[p.Expr, ...], own: frozenset[int]
    ) -> bool:
        """True if a thing with these keys is for everybody, or for its owner, who is the reader."""
        owners = [value for key, value in zip(keys, values, strict=True) if key.kind in ("player", "side")]
        return audience == p.EVERYBODY or (audience.owner and any(_is_reader(value, own) for value in owners[:1]))

    def _all(self, values: Iterable[object], known: frozenset[int], own: frozenset[int]) -> bool:
        return all(self._has(value, known, own) for value in values)


def _lies_there(card: p.Expr) -> bool:
    """True for a card at a place of a zone: whoever knows it sees it there."""
    return isinstance(card, p.ZoneEnd) or (isinstance(card, p.First) and isinstance(card.of, p.ZoneCards))


def _is_reader(value: p.Expr, own: frozenset[int]) -> bool:
    """True for a local that is the reader, and for the reader's side."""
    match value:
        case p.Local(index) | p.SideOf(p.Local(index)):
            return index in own
        case _:
            return False
