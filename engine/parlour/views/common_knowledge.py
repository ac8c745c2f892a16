"""Values that everybody knows, because they follow from what everybody sees. Knows expressions, and no state."""

from __future__ import annotations

from collections.abc import Iterable

from parlour import program as p
from parlour.program.walking import parts

_FOLLOWING = (
    p.Op, p.Not, p.And, p.Or, p.If, p.CardFact, p.Pips, p.ColourOf, p.FaceCards, p.Single, p.Size, p.First, p.SideOf,
    p.Members, p.NextSeat, p.Seated, p.SameCard, p.Sure, p.GetField, p.SeatOrder, p.Span, p.Subsets,
)  # fmt: skip


class CommonKnowledge:
    """What everybody knows at a table of one Program; with a `reader`, a local for a player, what that player knows."""

    def __init__(self, program: p.Program, reader: int | None = None) -> None:
        self.program = program
        self.reader = reader

    def has(self, value: object, known: frozenset[int]) -> bool:
        """True if everybody knows a value; `known` are the locals whose values everybody knows."""
        match value:
            case p.Const():
                return True
            case p.Local(index):
                return index in known
            case p.VarAt(number, keys):
                variable = self.program.variables[number]
                return self._sees(variable.seen, variable.keys, keys) and self._all(keys, known)
            case p.ZoneSize(p.ZoneAt(number, keys)):
                zone = self.program.zones[number]
                return self._sees(zone.seen | zone.counted, zone.keys, keys) and self._all(keys, known)
            case p.ZoneCards(p.ZoneAt(number, keys)):
                zone = self.program.zones[number]
                return self._sees(zone.seen, zone.keys, keys) and self._all(keys, known)
            case p.ZoneEnd(p.ZoneAt(number, keys), bottom):
                zone = self.program.zones[number]
                seen = self._sees(zone.seen, zone.keys, keys) or (zone.shows == "top" and not bottom)
                return seen and self._all(keys, known)
            case p.Scan(_, local, domain, where, of):
                tests = [e for e in (where, of) if e is not None]
                return self.has(domain, known) and self._all(tests, known | {local})
            case p.CallFunction(number, args):
                function = self.program.functions[number]
                return self._all(args, known) and self.has(function.body, frozenset(function.params))
            case _:
                return isinstance(value, _FOLLOWING) and self._all(parts(value), known)

    def _sees(self, audience: p.Audience, keys: tuple[p.Key, ...], values: tuple[p.Expr, ...]) -> bool:
        """True if a thing with these keys is for everybody, or for its owner, who is the reader."""
        own = p.Local(-1 if self.reader is None else self.reader)
        owners = [value for key, value in zip(keys, values, strict=True) if key.kind in ("player", "side")]
        owned = audience.owner and self.reader is not None and owners[:1] in ([own], [p.SideOf(own)])
        return audience == p.EVERYBODY or owned

    def _all(self, values: Iterable[object], known: frozenset[int]) -> bool:
        return all(self.has(value, known) for value in values)
