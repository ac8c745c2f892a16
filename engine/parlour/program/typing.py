"""The types of expressions, derived from the declarations of a Program. Only a literal has no type of its own."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.program import MEMBERS, SETS, Kind, Type

BOOL, INT, CARD, CARDS = Type("bool"), Type("int"), Type("card"), Type("cards")
PLAYER, PLAYERS, SIDE, ZONE = Type("player"), Type("players"), Type("side"), Type("zone")

ARITHMETIC = frozenset({"+", "-", "*", "//", "mod", "min", "max"})
OF_SETS = frozenset({"|", "&", "-set"})
SEATED: dict[str, Type] = {
    "everyone": PLAYERS, "playing": PLAYERS, "sides": Type("sides"), "pack": CARDS, "direction": INT, "seats": INT,
}  # fmt: skip


class Typing:
    """The types of one Program's expressions."""

    def __init__(self, program: p.Program) -> None:
        self.program = program

    def type_of(self, e: p.Expr) -> Type | None:
        """The type of an expression; None for a literal, and for expressions of literals alone."""
        match e:
            case p.Const():
                return None
            case p.Local() | p.VarAt() | p.MarkAt() | p.ZoneAt() | p.WhereIs():
                return self._declared(e)
            case p.ZoneEnd() | p.ZonePlace():
                return replace(CARD, optional=True)
            case p.ZoneCards() | p.FaceUpCards() | p.FaceCards():
                return CARDS
            case p.ZoneSize() | p.Size() | p.PlaceOf() | p.Pips():
                return INT
            case p.FaceUp() | p.SameCard() | p.Not() | p.And() | p.Or() | p.Permitted() | p.Offers():
                return BOOL
            case p.Guised() | p.CardFact() | p.ColourOf():
                return self._of_card(e)
            case p.Seated(what):
                return SEATED[what]
            case p.NextSeat():
                return PLAYER
            case p.SideOf():
                return SIDE
            case p.Members():
                return PLAYERS
            case p.Op(op, left, right):
                return self._operated(op, left, right)
            case p.If(_, then, other):
                return self.type_of(then) or self.type_of(other)
            case p.Single(member):
                return _with_kind(self.type_of(member), SETS)
            case p.First(of):
                return _with_kind(self.type_of(of), MEMBERS)
            case p.Scan():
                return self._scanned(e)
            case p.CallFunction(function):
                return self.type_of(self.program.functions[function].body)
            case p.GetField(record, shift):
                return self._field(record, shift)
            case p.PutField(record):
                return self.type_of(record)
            case p.Sure(value):
                inner = self.type_of(value)
                return inner and replace(inner, optional=False)
            case p.Builtin(_, _, type_):
                return type_
            case _:
                raise AssertionError(f"the type of {e!r} is unknown")

    def _declared(self, e: p.Local | p.VarAt | p.MarkAt | p.ZoneAt | p.WhereIs) -> Type:
        match e:
            case p.Local(local):
                return self.program.locals[local][1]
            case p.VarAt(variable):
                return self.program.variables[variable].type
            case p.MarkAt(mark):
                return self.program.marks[mark].type
            case _:
                return ZONE

    def _operated(self, op: str, left: p.Expr, right: p.Expr) -> Type | None:
        if op in OF_SETS:
            return self.type_of(left) or self.type_of(right)
        return INT if op in ARITHMETIC else BOOL

    def _scanned(self, e: p.Scan) -> Type | None:
        match e.kind:
            case "any" | "all":
                return BOOL
            case "count" | "sum" | "max" | "min":
                return INT
            case "first":
                return replace(self.program.locals[e.local][1], optional=True)
            case "those" | "most" | "least":
                return PLAYERS if isinstance(e.domain, p.SeatOrder) else self._set(e.domain)

    def _set(self, domain: p.Expr | p.Span | p.Subsets) -> Type | None:
        return None if isinstance(domain, p.Span | p.Subsets) else self.type_of(domain)

    def _of_card(self, e: p.Guised | p.CardFact | p.ColourOf) -> Type | None:
        match e:
            case p.Guised():
                return CARD
            case p.CardFact("rank"):
                return Type("rank")
            case p.CardFact("suit"):
                return Type("suit")
            case p.CardFact("colour") | p.ColourOf():
                return Type("colour")
            case p.CardFact(fact):
                known = self.program.deck.design.values.get(fact)
                return None if known is None else known.type  # the language has no value for a face

    def _field(self, record: p.Expr, shift: int) -> Type | None:
        of = self.type_of(record)
        fields = next((r.fields for r in self.program.records if of is not None and r.name == of.name), ())
        return next((field.type for field in fields if field.shift == shift), None)


def _with_kind(type_: Type | None, kinds: dict[Kind, Kind]) -> Type | None:
    return None if type_ is None or type_.kind not in kinds else Type(kinds[type_.kind], type_.name)
