"""Values of expressions that don't depend on the state: numbers of the deck, conditions on a card's face.

A second, deliberately plain evaluator, without closures and layout. It raises `NotConstantError` when an expression
reads anything but constants, the number of seats, given locals and the facts of given cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from parlour import program as p
from parlour.program.operators import computed


class NotConstantError(Exception):
    """The error for an expression that reads the state, or has no value before play."""


@dataclass(frozen=True)
class Constants:
    """`known` gives values of locals; `faces` has the face of the card in a local, the only known fact about it; `pack`
    is the set of cards in use."""

    program: p.Program
    seats: int | None = None
    known: Mapping[int, int] = field(default_factory=dict)
    faces: Mapping[int, int] = field(default_factory=dict)
    pack: int | None = None

    def value(self, e: p.Expr) -> int:
        value = self.value
        match e:
            case p.Const(v):
                return v
            case p.Local(i) if i in self.known:
                return self.known[i]
            case p.Seated("seats") if self.seats is not None:
                return self.seats
            case p.Seated("pack") if self.pack is not None:
                return self.pack
            case p.Not(x):
                return int(not value(x))
            case p.And(items):
                return int(all(value(x) for x in items))
            case p.Or(items):
                return int(any(value(x) for x in items))
            case p.If(test, then, other):
                return value(then) if value(test) else value(other)
            case p.Op(op, left, right):
                return operate(op, value(left), value(right))
            case p.CardFact(fact, p.Local(i)) if i in self.faces:
                return self.program.deck.design.fact(fact, self.faces[i])
            case p.Pips(rank):
                return self.program.deck.design.pips[value(rank)]
            case p.ColourOf(suit):
                return self.program.deck.design.colour_of_suit[value(suit)]
            case p.Sure(of, nothing=nothing):
                present = value(of)
                if present == nothing:
                    raise NotConstantError("a value is missing")
                return present
            case p.Single(member):
                m = value(member)
                return 1 << m if m >= 0 else 0
            case p.Size(of):
                return value(of).bit_count()
            case p.First(of):
                m = value(of)
                return (m & -m).bit_length() - 1
            case p.CallFunction(f, args):
                return self._call(self.program.functions[f], args)
            case _:
                raise NotConstantError(type(e).__name__)

    def _call(self, function: p.Function, args: tuple[p.Expr, ...]) -> int:
        known: dict[int, int] = {}
        faces: dict[int, int] = {}
        for param, arg in zip(function.params, args, strict=True):
            if isinstance(arg, p.Local) and arg.index in self.faces:
                faces[param] = self.faces[arg.index]
            else:
                known[param] = self.value(arg)
        return replace(self, known=known, faces=faces).result(function)

    def result(self, function: p.Function) -> int:
        """Return the value of a function for its parameters, which are the known locals."""
        return self.value(function.body)


def operate(op: p.BinOp, a: int, b: int) -> int:
    """Apply an operator to two constants. Errors count as not constant: play will report them."""
    value = computed(op, a, b)
    if value is None:
        raise NotConstantError(f"{a} {op} {b}")
    return value
