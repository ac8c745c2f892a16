"""Loops over domains as loops that only test and count: the members of each domain, and their order.

Native code runs loops in this form. Generated Python has an iterable for each domain, because its `for` is faster than
its `while`. Knows no printer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour import tablecode as t
from parlour.base.walking import walk
from parlour.tablecode.build import ONE, ZERO, every, minus, plus, shifted


def bounds(e: t.Subsets) -> tuple[t.Expr, t.Expr, t.Expr]:
    """The set whose subsets are chosen, and the least and greatest number of their members."""
    high = t.Named("SIZE") if isinstance(e.high, t.Absent) else e.high
    return e.of, t.Op("max", e.low, t.Const(e.least or 0)), t.Op("min", high, _most(e.most))


@dataclass(frozen=True)
class Iteration:
    """Rewrites loops. `numbers` are those of the table; `unused` returns the name of an unused register."""

    numbers: Mapping[str, int]
    unused: Callable[[], str]

    def rewritten(self, e: t.For | t.ForBits) -> t.Block:
        match e:
            case t.ForBits(reg, rest, of, body):
                return t.Let(rest, of), t.While(t.Reg(rest), (*_lowest(t.Reg(rest), reg), *body))
            case t.For((place, card), t.Lying() as over, body):
                return self._lying(over, place, card, body)
            case t.For((reg,), t.Span() as over):
                return self._span(e, over, reg)
            case t.For((reg,), over, body):
                assert not e.otherwise, "only loops over numbers can have this"
                counted, over = self._counted(e.spent, over)
                return *counted, *self._loop(over, reg, body)
        raise AssertionError(f"a loop over {type(e.of).__name__} has one register")

    def _loop(self, over: t.Domain, reg: str, body: t.Block) -> t.Block:
        match over:
            case t.Members(of):
                rest, named = self._named(of)
                return *named, t.While(rest, (*_lowest(rest, reg), *body))
            case t.Cards(of):
                return self._cards(of, reg, body)
            case t.Seats():
                return self._seats(over, reg, body)
        assert not any(isinstance(node, t.Break) for node in walk(body)), "loops over choices run to their end"
        return self._choices(over, reg, body)

    def _choices(self, over: t.Domain, reg: str, body: t.Block) -> t.Block:
        match over:
            case t.Ranks(of, least):
                return self._ranks(of, least, reg, body)
            case t.Groups(of, low, high):
                return self._groups(of, low, high, reg, body)
            case t.Melds(of):
                cards, named = self._named(of)
                first, following = t.Call("next_meld", (cards, ZERO)), t.Call("next_meld", (cards, t.Reg(reg)))
                return *named, *self._one_by_one(first, following, reg, body)
            case t.Runs():
                return self._runs(over, reg, body)
            case t.Alike(of, low, high):
                return self._alike(of, low, high, reg, body)
            case t.Subsets():
                return self._subsets(over, reg, body)
            case t.Places(zone):
                return self._places(zone, reg, body)
            case t.Guises(of, faces):
                return self._guises(of, faces, reg, body)
            case t.Distinct():
                return self._distinct(over, reg, body)
        raise AssertionError(f"no loop over {type(over).__name__}")

    def _named(self, value: t.Expr) -> tuple[t.Reg, t.Block]:
        """A new register, and the code that gives it a value."""
        reg = t.Reg(self.unused())
        return reg, (t.Let(reg.name, value),)

    # ------------------------------------------------------------ numbers, sets, seats and rows

    def _counted(self, spent: t.Line | None, over: t.Domain) -> tuple[t.Block, t.Domain]:
        """The code that counts the rounds of a loop over a set, and the set."""
        if spent is None:
            return (), over
        assert isinstance(over, t.Members | t.Cards), "other loops have few rounds"
        cards, named = self._named(over.of)
        return (*named, _spend(t.Unary("size", cards), spent)), type(over)(cards)

    def _span(self, e: t.For, over: t.Span, reg: str) -> t.Block:
        """Loop over numbers; after an error the code leaves the loop, since the number of rounds can be wrong."""
        (at, first), (stop, last) = self._named(over.low), self._named(over.stop)
        rounds = t.Op("max", t.Op("-", stop, at), ZERO)
        counted = () if e.spent is None else (_spend(rounds, e.spent),)
        taken = (t.If(t.Failed(), (t.Break(),)), t.Let(reg, at), t.Let(at.name, plus(at, 1)))
        return *first, *last, *counted, t.While(t.Op("<", at, stop), (*taken, *e.body), e.otherwise)

    def _cards(self, of: t.Expr, reg: str, body: t.Block) -> t.Block:
        """Loop over the cards of a set; among identical ones, the first one at that time comes next."""
        if not self.numbers["DOUBLES"]:
            return self._loop(t.Members(of), reg, body)
        rest, named = self._named(of)
        first = t.Let(reg, t.Call("first_card", (rest,)))
        return *named, t.While(rest, (first, _without(rest, t.Reg(reg)), *body))

    def _seats(self, over: t.Seats, reg: str, body: t.Block) -> t.Block:
        """Return the seats from a player on; none if there is no player."""
        (playing, of), (start, begin) = self._named(over.playing), self._named(over.start)
        seats, among = self._named(t.Select(t.Op(">=", start, ZERO), playing, ZERO))
        if over.sorted:
            return *of, *begin, *among, *self._loop(t.Members(seats), reg, body)
        direction, way = self._named(over.direction)
        at, first = self._named(t.Call("next_after", (playing, direction, start)))
        if not over.after:
            is_in = t.Op("&", t.Op(">>", playing, t.Op("max", start, ZERO)), ONE)
            first = (*first, t.Let(at.name, t.Select(is_in, start, at)))
        left, many = self._named(t.Unary("size", seats))
        following = t.Let(at.name, t.Call("next_after", (seats, direction, at)))
        taken = (t.Let(reg, at), following, t.Let(left.name, minus(left, 1)))
        loop = t.While(t.Op(">", left, ZERO), (*taken, *body))
        return *of, *begin, *among, *way, *first, *many, loop

    def _lying(self, over: t.Lying, place: str, card: str, body: t.Block) -> t.Block:
        """The cards of a row, or of the columns that have one, with their places."""
        (first, named), (k, begin) = self._named(over.at), self._named(ONE)
        taken = (t.Let(place, k), t.Let(k.name, plus(k, 1)))
        at = t.Op("+", first, t.Reg(place))
        if over.columns is None:
            last, end = self._named(t.Load(first))
            return *named, *end, *begin, t.While(t.Op("<=", k, last), (*taken, t.Let(card, t.Load(at)), *body))
        lying = (t.Let(card, minus(t.Load(minus(at, 1)), 1)), t.If(t.Op(">=", t.Reg(card), ZERO), body))
        return *named, *begin, t.While(t.Op("<=", k, t.Const(over.columns)), (*taken, *lying))

    # ------------------------------------------------------------ choices

    def _ranks(self, of: t.Expr, least: t.Expr, reg: str, body: t.Block) -> t.Block:
        rank = t.Let(reg, t.Op(">>", t.Reg(reg), t.Named("RANK_SHIFT")))  # `ranks_held` has a bit in each step
        return self._loop(t.Members(t.Call("ranks_held", (of, least))), reg, (rank, *body))

    def _groups(self, of: t.Expr, low: int, high: int | None, reg: str, body: t.Block) -> t.Block:
        """Loop over sets of cards of one rank; in one pack these cards are consecutive, so the sets ascend."""
        cards, named = self._named(of)
        if not self.numbers["ONE_PACK"]:
            sizes = (cards, t.Const(low), _most(high))
            first, following = t.Call("next_group", (*sizes, ZERO)), t.Call("next_group", (*sizes, t.Reg(reg)))
            return *named, *self._one_by_one(first, following, reg, body)
        rank = self.unused()
        alike = self._alike(t.Op("&", cards, t.Entry("OF_RANK", t.Reg(rank))), low, high, reg, body)
        return *named, *self._ranks(cards, t.Const(low), rank, alike)

    def _alike(self, of: t.Expr, low: int, high: int | None, reg: str, body: t.Block) -> t.Block:
        cards, named = self._named(of)
        if not self.numbers["ALIGNED"]:
            return *named, *self._in_order(cards, t.Const(low), _most(high), reg, body)
        at, first = self._named(t.Op("&", cards, t.Unary("-", cards)))
        following = t.Let(at.name, t.Op("&", t.Op("-", at, cards), cards))
        size = t.Unary("size", t.Reg(reg))
        fits: list[t.Expr] = [t.Op(">=", size, t.Const(low))] if low > 1 else []
        fits += [t.Op("<=", size, t.Const(high))] if high is not None and high < 1 << self.numbers["RANK_SHIFT"] else []
        inside = (t.If(every(fits), body),) if fits else body
        return *named, *first, t.While(at, (t.Let(reg, at), following, *inside))

    def _subsets(self, over: t.Subsets, reg: str, body: t.Block) -> t.Block:
        """Return the sets, or None for too many, which is an error."""
        of, low, high = bounds(over)
        (cards, named), (least, first), (most, last) = self._named(of), self._named(low), self._named(high)
        loop = self._in_order(cards, least, most, reg, body)
        return *named, *first, *last, t.If(t.Call("subsets", (cards, least, most)), loop)

    def _runs(self, over: t.Runs, reg: str, body: t.Block) -> t.Block:
        """Loop over runs, unless there are too many, which is an error."""
        cards, named = self._named(over.of)
        among = (cards, t.Const(over.width), t.Const(over.least), _most(over.most))
        first, following = t.Call("next_run", (*among, ZERO)), t.Call("next_run", (*among, t.Reg(reg)))
        return *named, t.If(t.Call("runs_among", among), self._one_by_one(first, following, reg, body))

    def _in_order(self, cards: t.Expr, low: t.Expr, high: t.Expr, reg: str, body: t.Block) -> t.Block:
        """The subsets of these sizes, in ascending order."""
        sizes = (cards, low, high)
        first, following = t.Call("first_subset", sizes), t.Call("next_subset", (*sizes, t.Reg(reg)))
        return self._one_by_one(first, following, reg, body)

    def _one_by_one(self, first: t.Expr, following: t.Expr, reg: str, body: t.Block) -> t.Block:
        """Loop over a value, then over others that each depend on the one before, until one is negative."""
        at, named = self._named(first)
        taken = (t.Let(reg, at), t.Let(at.name, following))
        return *named, t.While(t.Op(">=", at, ZERO), (*taken, *body))

    def _places(self, zone: t.Expr, reg: str, body: t.Block) -> t.Block:
        (of, named), (k, first) = self._named(zone), self._named(ONE)
        last, end = self._named(t.Call("last_place", (of,)))
        taken = (t.Let(reg, k), t.Let(k.name, plus(k, 1)))
        there = t.If(t.Call("is_place", (of, t.Reg(reg))), body)
        return *named, *first, *end, t.While(t.Op("<=", k, last), (*taken, there))

    def _guises(self, of: t.Expr, faces: str, reg: str, body: t.Block) -> t.Block:
        """Loop in ascending order: the cards as themselves, then for each face the cards that can count as it."""
        (cards, named), (face, first) = self._named(of), self._named(ZERO)
        card = t.Reg(self.unused())
        shown = t.Op("&", t.Call(faces, (card,)), t.Entry("OF_FACE", face))
        guise = t.Let(reg, t.Op("+", card, t.Op("*", t.Named("SIZE"), plus(face, 1))))
        of_a_face = self._loop(t.Members(cards), card.name, (t.If(shown, (guise, *body)),))
        by_face = t.While(t.Op("<", face, t.Named("FACES")), (*of_a_face, t.Let(face.name, plus(face, 1))))
        return *named, *self._loop(t.Members(cards), reg, body), *first, by_face

    def _distinct(self, over: t.Distinct, reg: str, body: t.Block) -> t.Block:
        """Gather all choices first, then drop those with an earlier equal choice."""
        (used, named), (among, none) = self._named(over.used), self._named(ZERO)
        chosen = t.Reg(reg) if over.sets else shifted(t.Entry("BARE", t.Reg(reg)))
        gathered = self._choices_of(over.of, reg, (t.Let(among.name, t.Op("|", among, chosen)),))
        if over.sets:
            is_first: t.Expr = t.Call("lowest", (chosen, among, used))
            once: t.Block = ()
        else:
            is_first = t.Op("&", among, chosen)
            once = (t.Let(among.name, t.Call("once", (among, used))),)
        return *named, *none, *gathered, *once, *self._choices_of(over.of, reg, (t.If(is_first, body),))

    def _choices_of(self, over: t.Domain, reg: str, body: t.Block) -> t.Block:
        return self.rewritten(t.For((reg,), over, body))


def _most(of: int | None) -> t.Expr:
    return t.Named("SIZE") if of is None else t.Const(of)


def _spend(rounds: t.Expr, line: t.Line) -> t.Stmt:
    return t.Do(t.Call("spend", (rounds, line)))


def _without(rest: t.Reg, member: t.Expr) -> t.Let:
    return t.Let(rest.name, t.Op("^", rest, shifted(member)))


def _lowest(rest: t.Reg, reg: str) -> t.Block:
    """Take the lowest member out of a set."""
    return t.Let(reg, t.Lowest(rest)), t.Let(rest.name, t.Op("&", rest, minus(rest, 1)))
