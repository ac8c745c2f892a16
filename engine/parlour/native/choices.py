"""Loops over choices: sets, groups, ranks, places, guises, and one of those that are alike.

They run in the order in which the other executions list them. Knows values of LLVM and the functions of the library,
and neither how table code writes such a loop nor which question the choices answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parlour.native.ir import is_number
from parlour.native.loops import bits, loop
from parlour.native.values import Values

Inside = Callable[[], None]


class NativeChoices:
    """Writes loops into the body that the values are written into."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.body = values.body

    def subsets(self, target: str, of: str, low: str, high: str, inside: Inside) -> None:
        """The subsets with numbers of members within these bounds, in ascending order."""
        described = [of, low, high]
        self._one_by_one(target, ("first_subset", described), ("next_subset", described), inside)

    def _one_by_one(
        self, target: str, first: tuple[str, list[str]], following: tuple[str, list[str]], inside: Inside
    ) -> None:
        """The result of one function, then of another one applied to the previous result, until it is negative."""
        b = self.body
        at = b.temporary()
        b.store(b.call(self.names.want(first[0]), first[1]), at)

        def body() -> None:
            chosen = b.load(at)
            b.store(chosen, target)
            b.store(b.call(self.names.want(following[0]), [*following[1], chosen]), at)
            inside()

        loop(b, lambda: b.compare(">=", b.load(at), "0"), body)

    def alike(self, target: str, of: str, least: str, most: str, inside: Inside) -> None:
        """The sets of so many cards of one rank, at least one. They are few: all are enumerated, and counted."""
        if not self.names.numbers["FOUR_A_RANK"]:
            self.subsets(target, of, least, most, inside)
            return
        b, at, again = self.body, self.body.temporary(), self.body.fresh("next")
        b.store(b.operate("&", of, b.operate("-", "0", of)), at)

        def body() -> None:
            b.store(b.load(at), target)
            for bound, limit, always in (("<=", most, range(4, b.width + 1)), (">=", least, range(2))):
                if not (is_number(limit) and int(limit) in always):
                    fits = b.fresh("fits")
                    b.branch(b.compare(bound, b.count_bits(b.load(at)), limit), fits, again)
                    b.label(fits)
            inside()
            if not b.closed:
                b.jump(again)
            b.label(again)
            b.store(b.operate("&", b.operate("-", b.load(at), of), of), at)

        loop(b, lambda: b.truth(b.load(at)), body)

    def groups(self, target: str, held: str, least: str, most: str, inside: Inside) -> None:
        """In one pack the identities of a rank are consecutive, so the sets come in ascending order."""
        b = self.body
        if not self.names.numbers["ONE_PACK"]:
            described = [held, least, most]
            self._one_by_one(target, ("next_group", [*described, "0"]), ("next_group", described), inside)
            return
        rank = b.temporary()

        def body() -> None:
            same = b.operate("&", held, self.values.entry("OF_RANK", b.load(rank)))
            self.alike(target, same, least, most, inside)

        self.ranks_with(rank, held, least, body)

    def ranks_with(self, target: str, held: str, least: str, inside: Inside) -> None:
        b = self.body
        fourfold = b.temporary()

        def body() -> None:
            b.store(b.operate(">>", b.load(fourfold), "2"), target)
            inside()

        bits(b, fourfold, b.call(self.names.want("ranks_held"), [held, least]), body)

    def sets(self, target: str, of: str, low: str, high: str, inside: Inside) -> None:
        b = self.body
        some, none = b.fresh("some"), b.fresh("none")
        b.branch(b.truth(b.call(self.names.want("subsets"), [of, low, high])), some, none)  # too many are an error
        b.label(some)
        self.subsets(target, of, low, high, inside)
        b.jump(none)
        b.label(none)

    def places(self, target: str, zone: str, inside: Inside) -> None:
        b = self.body
        at, last = b.temporary(), b.call(self.names.want("last_place"), [zone])
        b.store("1", at)

        def body() -> None:
            place = b.load(at)
            b.store(b.operate("+", place, "1"), at)
            yes, no = b.fresh("yes"), b.fresh("no")
            b.branch(b.truth(b.call(self.names.want("is_place"), [zone, place])), yes, no)
            b.label(yes)
            b.store(place, target)
            inside()
            if not b.closed:
                b.jump(no)
            b.label(no)

        loop(b, lambda: b.compare("<=", b.load(at), last), body)

    def guises(self, target: str, of: str, faces: str, inside: Inside) -> None:
        """Ascending: the bare cards, then by faces, each with the cards that can count as it."""
        b = self.body
        bits(b, target, of, inside)
        face = b.temporary()
        card = b.temporary()
        size = str(self.names.numbers["SIZE"])
        b.store("0", face)

        def with_face() -> None:
            def one() -> None:
                c = b.load(card)
                f = b.load(face)
                shown = b.operate("&", b.call(self.names.want(faces), [c]), self.values.entry("OF_FACE", f))
                yes, no = b.fresh("yes"), b.fresh("no")
                b.branch(b.truth(shown), yes, no)
                b.label(yes)
                b.store(b.operate("+", c, b.operate("*", size, b.operate("+", f, "1"))), target)
                inside()
                if not b.closed:
                    b.jump(no)
                b.label(no)

            bits(b, card, of, one)

        loop(
            b,
            lambda: b.compare("<", b.load(face), str(self.names.numbers["FACES"])),
            with_face,
            lambda: b.store(b.operate("+", b.load(face), "1"), face),
        )

    def distinct(self, target: str, all_: Callable[[Inside], None], used: str, sets: bool, inside: Inside) -> None:
        """Of choices that differ only in which of several twins they take, one. `all_` is the loop over all choices."""
        b, bare = self.body, partial(self.values.entry, "BARE")
        among = b.temporary()
        b.store("0", among)

        def gather() -> None:
            v = b.load(target)
            if not sets:
                v = b.operate("<<", "1", bare(v))
            b.store(b.operate("|", b.load(among), v), among)

        all_(gather)
        if not sets:
            b.store(b.call(self.names.want("once"), [b.load(among), used]), among)

        def one() -> None:
            v = b.load(target)
            if sets:
                holds = b.truth(b.call(self.names.want("lowest"), [v, b.load(among), used]))
            else:
                holds = b.truth(b.operate("&", b.operate(">>", b.load(among), bare(v)), "1"))
            yes, no = b.fresh("yes"), b.fresh("no")
            b.branch(holds, yes, no)
            b.label(yes)
            inside()
            if not b.closed:
                b.jump(no)
            b.label(no)

        all_(one)
