"""What a `for` of generated source runs over, as loops of LLVM: numbers, the members of a set, seats in order of play,
cards by their places.

Knows how such a domain is written. What there is to choose among is left to `choices`, and what is done each time is
the caller's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from parlour.native.choices import Choices
from parlour.native.loops import bits, loop
from parlour.native.names import UntranslatableError
from parlour.native.values import Values


class Domains:
    """Writes loops into the body that the values are written into."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.body = values.body
        self.choices = Choices(values)

    def run_over(self, over: ast.expr, target: str, stop: str, inside: Callable[[], None]) -> None:
        """The loop itself; afterwards one goes on where it has run out. `stop` is where a fault leaves it."""
        b, value, choices = self.body, self.values.value, self.choices
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args):
                self._count_up(target, *self._bounds(args), stop, inside)
            case ast.Call(func=ast.Name(id="members"), args=[of]):
                bits(b, target, value(of), inside)
            case ast.Call(func=ast.Name(id="in_order"), args=[_, of]):
                self._cards(target, value(of), inside)
            case ast.Call(func=ast.Name(id="sorted"), args=[ast.Call(func=ast.Name(id="seats_from")) as seats]):
                bits(b, target, self._seats(seats)[0], inside)
            case ast.Call(func=ast.Name(id="seats_from")):
                self._in_order(target, over, inside)
            case ast.Call(func=ast.Name(id="spent"), args=[_, _, of, _]):
                count = self._length(of)
                b.call(self.names.want("spend"), ["0", count, "0"])
                self.run_over(of, target, stop, inside)
            case ast.Call(func=ast.Name(id="groups"), args=[of, low, high, _]):
                choices.groups(target, value(of), value(low), self._highest(high), inside)
            case ast.Call(func=ast.Name(id="ranks_with"), args=[of, least]):
                choices.ranks_with(target, value(of), value(least), inside)
            case ast.Call(func=ast.Name(id="alike"), args=[of, low, high, _]):
                choices.alike(target, value(of), value(low), self._highest(high), inside)
            case ast.Call(func=ast.Name(id="sets")):
                choices.sets(target, *self.sets(over), inside)
            case ast.Call(func=ast.Name(id="places"), args=[_, zone]):
                choices.places(target, value(zone), inside)
            case ast.Call(func=ast.Name(id="guises"), args=[_, of, ast.Name(id=faces)]):
                choices.guises(target, value(of), faces, inside)
            case ast.Call(func=ast.Name(id="distinct"), args=[_, of, used, ast.Constant(value=bool(sets))]):
                all_ = partial(self.run_over, of, target, stop)
                choices.distinct(target, all_, value(used), sets, inside)
            case _:
                raise UntranslatableError(ast.unparse(over))

    def sets(self, call: ast.Call) -> tuple[str, str, str]:
        """Of what set the sets are chosen, and how few and how many members they have."""
        value, (of, low, high, least, most) = self.values.value, call.args[:5]
        held = value(of)
        lows, highs = [value(low), value(least)], [self._highest(high), self._highest(most)]
        return held, self.body.extreme("smax", *lows), self.body.extreme("smin", *highs)

    def _highest(self, of: ast.expr) -> str:
        return str(self.body.width) if isinstance(of, ast.Constant) and of.value is None else self.values.value(of)

    def _bounds(self, args: Sequence[ast.expr]) -> tuple[str, str]:
        bounds = [self.values.value(a) for a in args]
        return ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])

    def _length(self, over: ast.expr) -> str:
        b, value = self.body, self.values.value
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args):
                first, last = self._bounds(args)
                size = b.operate("-", last, first)
                return b.extreme("smax", size, "0")
            case ast.Call(func=ast.Name(id="members"), args=[of]) | ast.Call(
                func=ast.Name(id="in_order"), args=[_, of]
            ):
                return b.count_bits(value(of))
            case ast.Call(func=ast.Name(id="seats_from")):
                return b.count_bits(self._seats(over)[0])
        raise UntranslatableError(ast.unparse(over))

    def _count_up(self, target: str, first: str, last: str, stop: str, inside: Callable[[], None]) -> None:
        b = self.body
        at = b.temporary()
        b.store(first, at)

        def body() -> None:
            go = b.fresh("go")
            b.branch(b.truth(b.load(b.cell(str(self.names.numbers["FAULT"])))), stop, go)
            b.label(go)
            b.store(b.load(at), target)
            inside()

        loop(b, lambda: b.compare("<", b.load(at), last), body, lambda: b.store(b.operate("+", b.load(at), "1"), at))

    def _cards(self, target: str, of: str, inside: Callable[[], None]) -> None:
        """The cards of a set, of identical ones that which then comes first."""
        b = self.body
        if not self.names.numbers["DOUBLES"]:
            bits(b, target, of, inside)
            return
        rest = b.temporary()
        b.store(of, rest)

        def body() -> None:
            left = b.load(rest)
            card = b.call(self.names.want("first_card"), [left])
            b.store(card, target)
            b.store(b.operate("^", left, b.operate("<<", "1", card)), rest)
            inside()

        loop(b, lambda: b.truth(b.load(rest)), body)

    def _seats(self, over: ast.expr) -> tuple[str, str, str]:
        """Those still in, as a set (empty when there is nobody to begin with), the direction, where to begin."""
        b = self.body
        assert isinstance(over, ast.Call), "seats_from is called"
        playing, direction, start, after = map(self.values.value, over.args)
        there = b.compare(">=", start, "0")
        seats = b.new(f"select i1 {there}, {b.type} {playing}, {b.type} 0")
        if after == "0":
            still_in = b.truth(b.operate("&", b.operate(">>", playing, self._shown(start)), "1"))
            on = b.call(self.names.want("next_after"), [playing, direction, start])
            first = b.new(f"select i1 {still_in}, {b.type} {start}, {b.type} {on}")
            return seats, direction, first
        return seats, direction, b.call(self.names.want("next_after"), [playing, direction, start])

    def _shown(self, seat: str) -> str:
        """A number that a set can be shifted by, whatever it is."""
        return self.body.extreme("smax", seat, "0")

    def _in_order(self, target: str, over: ast.expr, inside: Callable[[], None]) -> None:
        b = self.body
        seats, direction, first = self._seats(over)
        left, at = b.temporary(), b.temporary()
        b.store(b.count_bits(seats), left)
        b.store(first, at)

        def body() -> None:
            seat = b.load(at)
            b.store(seat, target)
            b.store(b.call(self.names.want("next_after"), [seats, direction, seat]), at)
            inside()

        loop(
            b, lambda: b.compare(">", b.load(left), "0"), body, lambda: b.store(b.operate("-", b.load(left), "1"), left)
        )

    def by_place(self, place: str, card: str, over: ast.Call, inside: Callable[[str], None]) -> None:
        """The cards of a row, or of columns that are taken, with their places."""
        b = self.body
        row = isinstance(over.func, ast.Name) and over.func.id == "in_row"
        first = self.values.value(over.args[1])
        last = b.load(b.cell(first)) if row else self.values.value(over.args[2])
        target, of, at, end = b.variable(place), b.variable(card), b.temporary(), b.fresh("end")
        b.store("1", at)

        def body() -> None:
            here = b.load(at)
            b.store(here, target)
            b.store(b.operate("+", here, "1"), at)
            found = b.load(b.cell(b.operate("+", first, here)))
            if not row:
                found = b.operate("-", b.load(b.cell(b.operate("+", first, b.operate("-", here, "1")))), "1")
                taken, free = b.fresh("taken"), b.fresh("free")
                b.branch(b.compare(">=", found, "0"), taken, free)
                b.label(taken)
            b.store(found, of)
            inside(end)
            if not row:
                if not b.closed:
                    b.jump(free)
                b.label(free)

        loop(b, lambda: b.compare("<=", b.load(at), last), body)
        b.label(end)
