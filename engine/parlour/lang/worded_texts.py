"""Lowers texts for players. Words with a condition become holes, so that everything else knows only words and holes."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.literals import face_names
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, Scope, Typed
from parlour.program import Const, Expr, Type, fold


def lower_template(
    e: Lowerer, node: s.Template, scope: Scope, spoken: bool = False, if_: Expr = fold.TRUE
) -> ir.Template:
    """`spoken`: for the words of a sentence, not for a move that somebody types. `if_` holds whenever it is written."""
    return tuple(_Pieces(e, scope, spoken, if_).of(node, if_))


@frozen
class _Pieces:
    e: Lowerer
    scope: Scope
    spoken: bool
    always: Expr

    def of(self, node: s.Template, test: Expr, conditional: bool = False) -> list[str | ir.Hole]:
        """Return the pieces of a template that appear only if a condition holds."""
        pieces: list[str | ir.Hole] = []
        before = ""
        for part in node.parts:
            match part:
                case str():
                    pieces.append(part if test == self.always else self._words(part, test))
                case s.Words():
                    inner = fold.conjunction([test, self.e.condition(part.test, self.scope)])
                    pieces += [] if inner == fold.FALSE else self.of(part.words, inner, True)
                case s.Hole():
                    pieces += self._hole(part, test, before, conditional)
            before = part if isinstance(part, str) else ""
        return pieces

    def _words(self, words: str, test: Expr) -> ir.Hole:
        """Return the hole with these words or nothing, as a value of a list of two words."""
        type_ = Type("enum", f'"{words}"')
        self.e.tables.enums[type_.name] = ("", words)
        return ir.Hole(fold.choice(test, Const(1), Const(0), number=True), type_)

    def _face(self, value: Typed) -> Typed:
        """Return the name of a literal card, as a word of a list of all names."""
        type_ = face_names(self.e.tables)
        return Typed(value.expr, types.optional(type_) if value.type.optional else type_)

    def _as_shown(self, value: Typed) -> Typed:
        """Return a card as a sentence names it: with what it counts as in its zone, unless the value itself says
        that."""
        guise = self.e.tables.guise
        if guise is None or not self.spoken:
            return value
        is_marked = ir.Op("!=", ir.MarkAt(guise, value.expr), Const(ir.NONE))
        shown = ir.Guised(value.expr, ir.CardFact("face", value.expr))
        return Typed(ir.If(is_marked, shown, value.expr), value.type)

    def _hole(self, part: s.Hole, test: Expr, before: str, conditional: bool) -> list[str | ir.Hole]:
        value = self.e.lower(part.value, self.scope)
        literal = types.is_literal(value.type)
        if value.type.kind == "card" and literal:
            value = self._face(value)
        elif literal:
            value = self.e.fit(value, types.CARDS, part.value)
        if value.type == ERROR:
            return []
        if value.type.kind == "card" and not literal:
            value = self._as_shown(value)
        spoken = self.spoken and not literal and not _names_seat(before, value.type)
        if test == fold.TRUE:
            return [ir.Hole(value.expr, value.type, spoken, blank=conditional)]
        type_ = value.type if types.is_set(value.type) else types.optional(value.type)
        shown = fold.choice(test, value.expr, Const(type_.none), type_.kind == "int")
        return [ir.Hole(shown, type_, spoken, blank=True)]


def _names_seat(before: str, type_: Type) -> bool:
    """True if the text itself says that a number is that of a seat: `seat {q}`."""
    return type_.kind in ("player", "players", "side") and before.endswith(("seat ", "seats ", "Seat ", "Seats "))


def with_seats(template: ir.Template) -> ir.Template:
    """Return a notation with the word `seat` before each player. As a word of the notation, it needn't be typed."""
    pieces: list[str | ir.Hole] = []
    for piece in template:
        before = pieces.pop() if pieces and isinstance(pieces[-1], str) else ""
        if isinstance(piece, ir.Hole) and piece.type == types.PLAYER and not _names_seat(str(before), piece.type):
            before = f"{before}seat "
        pieces += [before, piece] if before else [piece]
    return tuple(pieces)
