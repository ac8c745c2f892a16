"""Facts about a part of a Program before it runs: whether it can be none, which nodes it mentions.

Works on Program nodes alone; shared by everything that translates a Program.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from parlour import program as p
from parlour.program.operators import BOUND, FALLIBLE
from parlour.program.typing import Typing
from parlour.program.value_ranges import TRUTH, ValueRange, of_operator, value_range
from parlour.program.walking import substitute, walk
from parlour.table.layout import Layout

NUMBERS = -BOUND, BOUND - 1  # of a ruleset

# Nodes that can go wrong, always or for some operands.
_WATCHED = frozenset({
    p.Op, p.Sure, p.PutField, p.Builtin, p.Offers, p.VarAt, p.ZoneAt, p.CallFunction, p.Permitted, p.Scan,
})  # fmt: skip


class Facts:
    """Facts about the expressions of one Program at one table. No set has more than `most` members."""

    def __init__(self, layout: Layout) -> None:
        self.program = program = layout.program
        design, words = layout.pack.design, (names for _, names in program.enums)
        lists = (design.faces, design.ranks, design.suits, *words)
        self.most = max(layout.pack.size, layout.players, *map(len, lists))
        self._fallible_melds = program.melding is not None and layout.melds.is_open  # too many cards to divide
        self.typing = Typing(program)
        self._of_called: dict[tuple[object, type, int], bool] = {}
        self._results: dict[int, ValueRange | None] = {}  # of functions, by their number
        self.guise = next((i for i, mark in enumerate(program.marks) if mark.guise), None)

    def never_none(self, e: object) -> bool:
        """True if the value can't be none. A fact of a card can be none, with any declared type."""
        match e:
            case p.Const(v):
                return v >= 0
            case p.Sure() | p.WhereIs() | p.ZoneAt() | p.Seated():
                return True
            case p.Local() | p.VarAt() | p.MarkAt():
                t = self.typing.type_of(e)
                return t is not None and not t.optional and t.kind in ("player", "side", "card", "zone")
            case p.Guised(card, _):
                return self.never_none(card)
            case p.NextSeat(player) | p.SideOf(player):
                return self.never_none(player)
            case p.If(_, then, other):
                return self.never_none(then) and self.never_none(other)
            case p.CardFact("rank" | "face", card):
                return self.never_none(card)
            case _:
                return False

    def below(self, e: p.Expr, size: int) -> bool:
        """True if the value is known to be in 0..size-1, so it can be a key with this many values."""
        match e:
            case p.Const(v):
                return 0 <= v < size
            case p.If(_, then, other):
                return self.below(then, size) and self.below(other, size)
        return self.never_none(e) and not self.is_int(e)

    def _keyed(self, keys: tuple[p.Expr, ...], declared: tuple[p.Key, ...]) -> bool:
        """True if a zone or value with these keys is known to exist at every table."""
        return all(self.below(key, _least_size(of)) for key, of in zip(keys, declared, strict=True))

    def is_card(self, e: p.Expr) -> bool:
        t = self.typing.type_of(e)
        return t is not None and t.kind == "card"

    def card_like(self, e: p.Expr, guises: bool) -> bool:
        """True if a value must be reduced to its identity: if the game has guises, every value that could be a card."""
        match e:
            case p.Const() | p.CardFact():
                return False  # a literal, the face that a card shows
            case p.MarkAt(mark) if self.program.marks[mark].guise:
                return False  # the face that a card counts as
            case p.If(_, then, other):
                return self.card_like(then, guises) or self.card_like(other, guises)
        return self.is_card(e) or (guises and self.typing.type_of(e) is None)

    def may_count(self, e: object) -> bool:
        """True if a card of this value, alone or in a set, may count as another that the value doesn't name: its zone
        stores the guise."""
        if self.guise is None:
            return False
        match e:
            case p.Guised():
                return False
            case p.Const(v):
                return v >= 0  # one card, or a set of cards
            case p.ZoneCards(p.ZoneAt(zone)) | p.ZoneEnd(p.ZoneAt(zone)) | p.ZonePlace(p.ZoneAt(zone)):
                inside = self.program.marks[self.guise].inside
                return not inside or zone in inside
            case p.Op("&", left, right):
                return self.may_count(left) and self.may_count(right)
            case p.Op("|", left, right) | p.If(_, left, right):
                return self.may_count(left) or self.may_count(right)
            case p.Single(of):
                return self._itself_may_count(of)  # a set has the card without the guise of its value
            case p.Op("-set", of) | p.First(of) | p.Sure(of):
                return self.may_count(of)
            case p.Scan("those" | "most" | "least" | "first", _, domain):
                return self.may_count(domain)
            case p.Local(i) if i not in self._chosen:  # no card moves during a loop inside an expression
                return self.may_count_in(i)
            case _:
                return True

    def _itself_may_count(self, e: p.Expr) -> bool:
        match e:
            case p.Guised(card):
                return self._itself_may_count(card)
            case p.If(_, then, other):
                return self._itself_may_count(then) or self._itself_may_count(other)
            case _:
                return self.may_count(e)

    def may_count_in(self, local: int) -> bool:
        """The same of the cards that a loop in an expression runs over, or that a question offers."""
        return local not in self._domains or any(map(self.may_count, self._domains[local]))

    @cached_property
    def _chosen(self) -> frozenset[int]:
        return frozenset(n.local for n in self._binding if isinstance(n, p.Slot))

    @cached_property
    def _domains(self) -> dict[int, list[object]]:
        domains: dict[int, list[object]] = {}
        for node in self._binding:
            domains.setdefault(node.local, []).append(node.domain)
        return domains

    @cached_property
    def _binding(self) -> list[p.Scan | p.Slot]:
        program = self.program
        rooms = (program.functions, program.procedures, program.permissions, program.code, program.questions)
        return [node for node in walk(rooms) if isinstance(node, p.Scan | p.Slot)]

    def is_bool(self, e: p.Expr) -> bool:
        t = self.typing.type_of(e)
        return t is not None and t.kind == "bool"

    def is_int(self, e: p.Expr) -> bool:
        t = self.typing.type_of(e)
        return t is not None and t.kind == "int"

    def value_range(self, e: p.Expr) -> ValueRange | None:
        """Return the least and the greatest value of a number that isn't a set, if they are certain."""
        return value_range(e, self.program.deck.design, self._known_range)

    def _known_range(self, e: p.Expr) -> ValueRange | None:
        match e:
            case p.VarAt() | p.MarkAt() | p.GetField():
                return NUMBERS
            case p.Local(i) if i in self._stored:
                return NUMBERS
            case p.Scan("count" | "sum", domain=p.Span() | p.Subsets()):
                return None
            case p.ZoneSize() | p.Size() | p.PlaceOf() | p.Scan("count") | p.CardFact("rank" | "suit" | "face"):
                return -1, self.most
            case p.Scan("max" | "min", value=p.Expr() as value):
                return of_operator("*", TRUTH, self.value_range(value))  # of nothing it is 0
            case p.Scan("sum", domain=domain, value=p.Expr() as value):
                members = domain.value.bit_count() if isinstance(domain, p.Const) else self.most
                return of_operator("*", (0, members), self.value_range(value))
            case p.CallFunction(number):
                if number not in self._results:
                    self._results[number] = self.value_range(self.program.functions[number].body)
                return self._results[number]
        return TRUTH if self.is_bool(e) else None

    @cached_property
    def _stored(self) -> frozenset[int]:
        """The locals that steps set, so their numbers aren't too large. Arguments and members of a range can be."""
        program = self.program
        targets = (node.target for node in walk((program.procedures, program.code)) if isinstance(node, p.Set))
        params = {param for procedure in program.procedures for param in procedure.params}
        return frozenset(target.index for target in targets if isinstance(target, p.Local)) - params

    def may_exceed(self, e: p.Expr, most: int) -> bool:
        """True unless the absolute value of a number is known to be at most this."""
        values = self.value_range(e)
        return values is None or max(map(abs, values)) > most

    def may_fault(self, e: object) -> bool:
        """True if computing this could go wrong. Then it must be computed only where the ruleset does so."""
        return any(type(node) in _WATCHED and self._may_fault(node) for node in walk(e))

    def may_be_wrong(self, e: object) -> bool:
        """True if computing this could go wrong, even with steps left in the budget."""

        def wrong(node: object) -> bool:
            if isinstance(node, p.CallFunction | p.Permitted):
                return self._of_what_is_called(node, self.may_be_wrong)
            return type(node) in _WATCHED and not isinstance(node, p.Scan) and self._may_fault(node)

        return any(map(wrong, walk(e)))

    def _may_fault(self, node: object) -> bool:
        match node:
            case p.Op("*"):
                return self.may_exceed(node, BOUND - 1)
            case p.Op("//" | "mod", _, p.Const(divisor)):
                return not divisor
            case p.Op(op):
                return op in FALLIBLE
            case p.VarAt(var, keys):
                return not self._keyed(keys, self.program.variables[var].keys)
            case p.ZoneAt(zone, keys):
                return not self._keyed(keys, self.program.zones[zone].keys)
            case p.CallFunction() | p.Permitted():
                return self._of_what_is_called(node, self.may_fault)
            case p.Scan(_, _, domain):
                return isinstance(domain, p.Span | p.Subsets)
            case p.Builtin():
                return self._fallible_melds
            case _:
                return True

    def body_may_fault(self, call: p.CallFunction | p.Permitted) -> bool:
        """True if the called body could go wrong for any arguments. False if that is unknown."""
        return self._of_what_is_called(call, self._may_fault_for_all)

    def _may_fault_for_all(self, body: object) -> bool:
        watched = (node for node in walk(body) if type(node) in _WATCHED and type(node) not in (p.VarAt, p.ZoneAt))
        return any(map(self._may_fault, watched))

    def loops(self, e: object) -> bool:
        """True if the expression has a loop, or calls a function with one."""
        return any(isinstance(node, p.Scan) or self._called(node, self.loops) for node in walk(e))

    def counts_steps(self, e: object) -> bool:
        """True if computing this may count steps against the limit."""
        return any(_counts_steps(node) or self._called(node, self.counts_steps) for node in walk(e))

    def _called(self, node: object, asked: Callable[[object], bool]) -> bool:
        return isinstance(node, p.CallFunction | p.Permitted) and self._of_what_is_called(node, asked)

    def _of_what_is_called(self, node: p.CallFunction | p.Permitted, asked: Callable[[object], bool]) -> bool:
        """Return a fact about the body of the called member, computed once."""
        if isinstance(node, p.CallFunction):
            number, body = node.function, self.program.functions[node.function].body
        else:
            number, body = node.permission, self.program.permissions[node.permission].verdict
        key = asked, type(node), number
        if key not in self._of_called:
            self._of_called[key] = asked(body)
        return self._of_called[key]

    def inlined(self, e: p.Expr) -> p.Expr | None:
        """The body of a called function or permission with its arguments put in.

        None when an argument isn't simple: computing it twice could be slow, and its own loops could get
        mixed up with those of the body.
        """
        match e:
            case p.CallFunction(number, args):
                params, body = self.program.functions[number].params, self.program.functions[number].body
            case p.Permitted(number, args):
                params, body = self.program.permissions[number].params, self.program.permissions[number].verdict
            case _:
                return None
        if not all(map(simple, args)):
            return None
        result: p.Expr = substitute(body, dict(zip(params, args, strict=True)))
        return result


def _counts_steps(node: object) -> bool:
    return isinstance(node, p.Offers) or (isinstance(node, p.Scan) and isinstance(node.domain, p.Span | p.Subsets))


def _least_size(key: p.Key) -> int:
    """The number of values that a key has at every table. For seats and the like each value in use is one."""
    if key.kind != "int":
        return 1 << 31
    return key.high.value - key.low + 1 if isinstance(key.high, p.Const) else 0


def simple(e: object) -> bool:
    """True if the expression is cheap to compute and has no loop."""
    match e:
        case p.Const() | p.Local() | p.Seated():
            return True
        case p.VarAt(_, keys):
            return all(isinstance(k, p.Const | p.Local) for k in keys)
        case p.CardFact(_, of) | p.Single(of) | p.GetField(of) | p.SideOf(of):
            return isinstance(of, p.Local)
        case _:
            return False
