"""The domains of loops of table code, as loops of LLVM: numbers, the members of a set, seats in the direction of play,
cards by their places.

Leaves loops over choices to `choices`; the caller writes the body.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parlour import tablecode as t
from parlour.native.choices import NativeChoices
from parlour.native.loops import bits, loop
from parlour.native.names import UntranslatableError
from parlour.native.values import Values

Inside = Callable[[], None]


class Domains:
    """Writes loops into the body that the values are written into."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.body = values.body
        self.choices = NativeChoices(values)

    def run_over(self, over: t.Domain, target: str, stop: str, inside: Inside, spent: bool = False) -> None:
        """The loop itself; afterwards code continues where the loop ends normally. An error jumps to `stop`."""
        b, value, choices = self.body, self.values.value, self.choices
        match over:
            case t.Span(low, last):
                first, end = value(low), value(last)
                if spent:
                    self._spend(b.extreme("smax", b.operate("-", end, first), "0"))
                self._count_up(target, first, end, stop, inside)
            case t.Members(of):
                members = value(of)
                if spent:
                    self._spend(b.count_bits(members))
                bits(b, target, members, inside)
            case t.Cards(of):
                cards = value(of)
                if spent:
                    self._spend(b.count_bits(cards))
                self._cards(target, cards, inside)
            case t.Seats():
                self._seats(over, target, inside)
            case t.Groups(of, low, high):
                choices.groups(target, value(of), str(low), self._highest(high), inside)
            case t.Ranks(of, least):
                choices.ranks_with(target, value(of), value(least), inside)
            case t.Alike(of, low, high):
                choices.alike(target, value(of), str(low), self._highest(high), inside)
            case t.Subsets():
                choices.sets(target, *self.sets(over), inside)
            case t.Places(zone):
                choices.places(target, value(zone), inside)
            case t.Guises(of, faces):
                choices.guises(target, value(of), faces, inside)
            case t.Distinct(of, used, sets):
                all_ = partial(self.run_over, of, target, stop)
                choices.distinct(target, all_, value(used), sets, inside)
            case _:
                raise UntranslatableError(f"no LLVM text for a loop over {type(over).__name__}")

    def sets(self, e: t.Subsets) -> tuple[str, str, str]:
        """The set whose subsets are chosen, and their least and greatest number of members."""
        value = self.values.value
        held = value(e.of)
        lows = [value(e.low), str(e.least or 0)]
        highs = [str(self.body.width) if isinstance(e.high, t.Absent) else value(e.high), self._highest(e.most)]
        return held, self.body.extreme("smax", *lows), self.body.extreme("smin", *highs)

    def _highest(self, of: int | None) -> str:
        return str(self.body.width if of is None else of)

    def _spend(self, rounds: str) -> None:
        self.body.call(self.names.want("spend"), [rounds, "0"])

    def _count_up(self, target: str, first: str, last: str, stop: str, inside: Inside) -> None:
        b = self.body
        at = b.temporary()
        b.store(first, at)

        def body() -> None:
            go = b.fresh("go")
            b.branch(b.truth(b.load(b.cell(self.values.fault))), stop, go)
            b.label(go)
            b.store(b.load(at), target)
            inside()

        loop(b, lambda: b.compare("<", b.load(at), last), body, lambda: b.store(b.operate("+", b.load(at), "1"), at))

    def _cards(self, target: str, of: str, inside: Inside) -> None:
        """The cards of a set; of identical ones, the one that is first at that time."""
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

    def _seats(self, e: t.Seats, target: str, inside: Inside) -> None:
        """The players still in; empty if there is no player to begin with."""
        b = self.body
        playing, direction, start = (self.values.value(part) for part in (e.playing, e.direction, e.start))
        there = b.compare(">=", start, "0")
        seats = b.new(f"select i1 {there}, {b.type} {playing}, {b.type} 0")
        first = b.call(self.names.want("next_after"), [playing, direction, start])
        if not e.after:
            shown = b.extreme("smax", start, "0")  # clamped so that a set can be shifted by it
            still_in = b.truth(b.operate("&", b.operate(">>", playing, shown), "1"))
            first = b.new(f"select i1 {still_in}, {b.type} {start}, {b.type} {first}")
        if e.sorted:
            bits(b, target, seats, inside)
        else:
            self._in_order(target, seats, direction, first, inside)

    def _in_order(self, target: str, seats: str, direction: str, first: str, inside: Inside) -> None:
        b = self.body
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

    def by_place(self, place: str, card: str, over: t.Lying, inside: Callable[[str], None]) -> None:
        """The cards of a row, or of the columns that have one, with their places."""
        b = self.body
        first = self.values.value(over.at)
        last = b.load(b.cell(first)) if over.columns is None else str(over.columns)
        target, of, at, end = b.variable(place), b.variable(card), b.temporary(), b.fresh("end")
        b.store("1", at)

        def body() -> None:
            here = b.load(at)
            b.store(here, target)
            b.store(b.operate("+", here, "1"), at)
            if over.columns is None:
                b.store(b.load(b.cell(b.operate("+", first, here))), of)
                inside(end)
                return
            found = b.operate("-", b.load(b.cell(b.operate("+", first, b.operate("-", here, "1")))), "1")
            taken, free = b.fresh("taken"), b.fresh("free")
            b.branch(b.compare(">=", found, "0"), taken, free)
            b.label(taken)
            b.store(found, of)
            inside(end)
            if not b.closed:
                b.jump(free)
            b.label(free)

        loop(b, lambda: b.compare("<=", b.load(at), last), body)
        b.label(end)
