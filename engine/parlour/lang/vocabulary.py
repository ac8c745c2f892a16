"""The names that every ruleset can use without declaring them. docs/language.md lists the same ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.lexer import is_name
from parlour.lang.symbols import WRONG, Scope, Typed
from parlour.program import Const, Design, Expr, Type, fold


class Arguments(Protocol):
    """Checks the arguments of a call."""

    def arguments(self, call: s.Call, wanted: tuple[Type, ...], what: str, scope: Scope) -> tuple[Expr, ...] | None: ...

    def melding_known(self, word: str, at: Span) -> bool:
        """True if the ruleset has `melding`; otherwise reports that a word needs it."""

    def places_known(self, zone: Expr, call: s.Call) -> None:
        """Report a zone that has no places."""


TABLE_NAMES = {
    "players": Typed(ir.Seated("everyone"), types.PLAYERS),
    "playing": Typed(ir.Seated("playing"), types.PLAYERS),
    "sides": Typed(ir.Seated("sides"), types.SIDES),
    "pack": Typed(ir.Seated("pack"), types.CARDS),
    "direction": Typed(ir.Seated("direction"), types.INT),
}


def card_names(design: Design) -> dict[str, Typed]:
    """Return the names that the design of the deck gives to ranks, suits and colours, and to the sets of them."""
    by_name = {
        "suits": Typed(Const((1 << len(design.suits)) - 1), types.SUITS),
        "ranks": Typed(Const((1 << design.ordered) - 1), types.RANKS),
        "colours": Typed(Const((1 << len(design.colours)) - 1), types.COLOURS),
    }
    for names, type_ in (
        (design.signs, types.SUIT),
        (design.rank_names, types.RANK),
        (design.colour_names, types.COLOUR),
    ):
        for number, name in enumerate(names):
            if is_name(name):
                by_name.setdefault(name, Typed(Const(number), type_))
    for number, face in enumerate(design.faces):
        if is_name(face.name):
            by_name.setdefault(face.name, Typed(Const(number), types.FACE))
    return by_name


Builtin = Callable[[Arguments, s.Call, Scope], Typed]


def simple_function(name: str, wanted: tuple[Type, ...], result: Type, make: Callable[..., Expr]) -> Builtin:
    def lower(e: Arguments, node: s.Call, scope: Scope) -> Typed:
        args = e.arguments(node, wanted, "function", scope)
        return WRONG if args is None else Typed(make(*args), result)

    return lower


def _card_at(e: Arguments, node: s.Call, scope: Scope) -> Typed:
    args = e.arguments(node, (types.ZONE, types.INT), "function", scope)
    if args is None:
        return WRONG
    e.places_known(args[0], node)
    return Typed(ir.ZonePlace(*args), types.optional(types.CARD))


def _of_melds(name: str, wanted: tuple[Type, ...], result: Type, many: bool = False) -> Builtin:
    """Add a function about melds; with `many`, the last argument can come several times."""

    def lower(e: Arguments, node: s.Call, scope: Scope) -> Typed:
        more = max(len(node.args) - len(wanted), 0) if many else 0
        args = e.arguments(node, (*wanted, *wanted[-1:] * more), "function", scope)
        if args is None or not e.melding_known(name, node.span):
            return WRONG
        return Typed(ir.Builtin(name, args, result), result)

    return lower


FUNCTIONS: dict[str, Builtin] = {
    "next": simple_function("next", (types.PLAYER,), types.PLAYER, ir.NextSeat),
    "previous": simple_function("previous", (types.PLAYER,), types.PLAYER, lambda p: ir.NextSeat(p, before=True)),
    "side": simple_function("side", (types.PLAYER,), types.SIDE, ir.SideOf),
    "members": simple_function("members", (types.SIDES,), types.PLAYERS, lambda s_: ir.Members(s_, many=True)),
    "pips": simple_function("pips", (types.RANK,), types.INT, ir.Pips),
    "order": simple_function("order", (types.RANK,), types.INT, lambda rank: fold.op("+", rank, Const(1))),
    "min": simple_function("min", (types.INT, types.INT), types.INT, lambda a, b: fold.op("min", a, b)),
    "max": simple_function("max", (types.INT, types.INT), types.INT, lambda a, b: fold.op("max", a, b)),
    "card_at": _card_at,
    "face_up": simple_function("face_up", (types.CARD,), types.BOOL, ir.FaceUp),
    "colour_of": simple_function("colour_of", (types.SUIT,), types.COLOUR, ir.ColourOf),
    "of_rank": simple_function("of_rank", (types.RANKS,), types.CARDS, lambda m: ir.FaceCards("rank", m)),
    "of_suit": simple_function("of_suit", (types.SUITS,), types.CARDS, lambda m: ir.FaceCards("suit", m)),
    "is_meld": _of_melds("is_meld", (types.CARDS,), types.BOOL),
    "deadwood": _of_melds("deadwood", (types.CARDS,), types.INT),
    "melded": _of_melds("melded", (types.CARDS,), types.CARDS),
    "meld_of": _of_melds("meld_of", (types.CARD, types.CARDS), types.CARDS),
    "lay_off": _of_melds("lay_off", (types.CARDS, types.CARDS), types.CARDS, many=True),
}
