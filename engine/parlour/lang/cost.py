"""Limits the work of an expression, so that no function, however nested, can make a game hang.

The unit is a step: one for each part of an expression, multiplied by the members that it runs over, functions included.
Of players, suits, ranks and ranges there are as many as the game has; of cards, about a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang.bodies import Bodies
from parlour.lang.symbols import Tables
from parlour.program import Const
from parlour.program.walking import parts, walk

MOST_STEPS = 20_000_000
MOST_DEPTH = 40  # of functions within functions
MEMBERS = 60  # cards that an expression runs over: about a pack
BUILTINS = {"deadwood": 300, "melded": 300, "meld_of": 300, "lay_off": 3_000}  # for the cards of a hand

NEST_LESS = (
    "nest fewer expressions that go through sets, such as `any` or `count`, "
    "or keep a value in a variable that steps set"
)

Key = tuple[str, int]


@dataclass
class Costs:
    """The steps and the depth of functions, permissions and questions, each computed once. There are no circles."""

    nodes: Mapping[Key, object]
    seats: int
    """The largest number of players."""
    known: dict[Key, tuple[int, int]] = field(default_factory=dict)

    def of(self, key: Key) -> tuple[int, int]:
        if key not in self.known:
            steps, depth = self._node(self.nodes.get(key, ()))
            self.known[key] = min(steps, MOST_STEPS * MEMBERS), depth + 1
        return self.known[key]

    def _node(self, node: object) -> tuple[int, int]:
        inside = [self._node(part) for part in parts(node)]
        steps, depth = sum(s for s, _ in inside), max((d for _, d in inside), default=0)
        if not isinstance(node, tuple):
            steps += 1
        match node:
            case ir.Scan(domain=ir.Subsets() as sets):
                steps *= sets_among(sets)
            case ir.Scan() | ir.Slot():
                steps *= max(self._members(node.domain), 1)
            case ir.Builtin(name):
                steps += BUILTINS.get(name, 0)
            case ir.CallFunction(number):
                steps, depth = self._added(steps, depth, ("function", number))
            case ir.Permitted(number):
                steps, depth = self._added(steps, depth, ("permission", number))
            case ir.Offers(number):
                steps, depth = self._added(steps, depth, ("question", number))
        return steps, depth

    def _members(self, domain: object) -> int:
        """Return how many members a domain has at most."""
        match domain:
            case ir.Seated("everyone" | "playing" | "sides") | ir.SeatOrder():
                return self.seats
            case Const(members):
                return members.bit_count()
            case ir.Span(Const(low), Const(high)):
                return high - low + 1
            case ir.Scan("those" | "most" | "least", domain=of) | ir.Op("-set", of, _):
                return self._members(of)
            case ir.Op("&", left, right):
                return min(self._members(left), self._members(right))
            case _:
                return MEMBERS

    def _added(self, steps: int, depth: int, key: Key) -> tuple[int, int]:
        more, deeper = self.of(key)
        return steps + more, max(depth, deeper)


def sets_among(sets: ir.Subsets) -> int:
    """Return the number of possible sets with as many cards as the ruleset admits."""
    most = sets.most.value if isinstance(sets.most, Const) else MEMBERS
    low = sets.low.value if isinstance(sets.low, Const) else 0
    high = sets.high.value if isinstance(sets.high, Const) else most
    numbers = [comb(most, size) for size in range(max(low, 0), min(high, most) + 1)]
    return max(max(numbers, default=0) if sets.low == sets.high else sum(numbers), 1)


def _help(tables: Tables, bodies: Bodies, node: object) -> str:
    """Return the advice: bound the sets of cards, or nest less."""
    for inner in walk(node):
        if isinstance(inner, ir.CallFunction) and (function := bodies.functions[inner.function]) is not None:
            found = NEST_LESS if function.name in tables.functions else _help(tables, bodies, function.body)
            if found != NEST_LESS:
                return found
        if isinstance(inner, ir.Subsets) and not isinstance(inner.most, Const):
            return (
                f"`check` assumes that players choose from {MEMBERS} cards; if there are fewer, add the limit, "
                "as in `2..5 cards of cs at most 10`"
            )
    return NEST_LESS


def check_cost(tables: Tables, bodies: Bodies, seats: int) -> None:
    """Report functions and permissions that take too much work at a table of this many players."""
    nodes: dict[Key, object] = {}
    places: dict[Key, tuple[str, Span]] = {}
    for number, function in enumerate(bodies.functions):
        if function is not None:
            nodes["function", number] = function.body
            if function.name in tables.functions:
                places["function", number] = function.name, tables.functions[function.name].member.key.span
    for number, permission in enumerate(bodies.permissions):
        nodes["permission", number] = permission.verdict
        places["permission", number] = permission.name, tables.permissions[permission.name].member.key.span
    for number, asking in bodies.asked.items():
        arms = [(a.arm.test, a.arm.where, a.arm.may, a.arm.habits) for a in asking.arms]
        nodes["question", number] = (*(value for _, value in asking.lets), *arms)
    costs = Costs(nodes, seats)
    for key in sorted(nodes, key=lambda k: costs.of(k)[1]):
        steps, depth = costs.of(key)
        if key in places and (steps > MOST_STEPS or depth > MOST_DEPTH):
            name, span = places[key]
            what = f"{steps:,} steps" if steps > MOST_STEPS else f"{depth} nested function calls"
            message = f"`{name}` might take too long: up to {what} each time"
            tables.error("cost", message, span, help=_help(tables, bodies, nodes[key]))
            return
