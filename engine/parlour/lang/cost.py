"""Limits the work of expressions and procedures, so that nothing, however nested, can make a game hang.

The unit is a part of an expression, multiplied by the members that it runs over, functions included. Of players, suits,
ranks and ranges there are as many as the game has; of cards, about a pack. A step is worth several parts. A loop costs
what one round costs, multiplied only if it runs over players: each round of another loop takes from the budget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables
from parlour.program import Const
from parlour.program.walking import parts, walk

MOST_STEPS = 20_000_000
MOST_IN_PROCEDURE = 1_000_000_000  # a procedure runs less often than the function of a condition
MOST_DEPTH = 40  # of functions within functions, and of procedures within procedures
WORK_OF_STATEMENT = 1_000
WORK_OF_STEP = 100_000  # of a round; each such portion takes a step from the budget
MEMBERS = 60  # cards that an expression runs over: about a pack
BUILTINS = {"deadwood": 300, "melded": 300, "meld_of": 300, "lay_off": 3_000}  # for the cards of a hand

NEST_LESS = (
    "nest fewer expressions that go through sets, such as `any` or `count`, "
    "or keep a value in a variable that steps set"
)

BUDGET = 200_000  # sets of cards in one step: with more, the game stops
OF_STEPS = "routine", "action"
DO_LESS = "call fewer procedures here, or call them in a loop with a `limit`"

Key = tuple[str, "int | str"]
CostNodes = Mapping[Key, tuple[object, ...]]


@dataclass
class Costs:
    """The work and the depth of functions, permissions, questions and routines, each computed once. There are no
    circles."""

    tables: Tables
    nodes: CostNodes
    seats: int
    """The largest number of players."""
    known: dict[Key, tuple[int, int]] = field(default_factory=dict)
    in_steps: bool = True

    def of(self, key: Key) -> tuple[int, int]:
        if key not in self.known:
            around, self.in_steps = self.in_steps, key[0] in OF_STEPS
            steps, depth = self._node(self.nodes.get(key, ()))
            self.in_steps = around
            self.known[key] = min(steps, MOST_IN_PROCEDURE * MEMBERS), depth + 1
        return self.known[key]

    def of_round(self, tree: t.Loop | t.Rounds) -> int:
        """Return the work of a round for which its loop doesn't take steps from the budget yet."""
        if (isinstance(tree, t.Loop) and isinstance(tree.domain, ir.SeatOrder)) or self._asks(tree.body):
            return 0
        return self._node((tree.body, tree.where if isinstance(tree, t.Loop) else tree.test))[0]

    def _asks(self, tree: t.Tree) -> bool:
        """True if these steps surely ask a question, which begins a new budget."""
        match tree:
            case t.Block(items):
                return any(map(self._asks, items))
            case t.Branching():
                return self._asks(tree.then) and self._asks(tree.other)
            case t.Asking():
                return tree.otherwise is None
            case t.Invoke(routine):
                return any(isinstance(part, t.Tree) and self._asks(part) for part in self.nodes["routine", routine])
            case _:
                return False

    def _node(self, node: object) -> tuple[int, int]:
        inside = [self._node(part) for part in self._parts(node)]
        steps, depth = sum(s for s, _ in inside), max((d for _, d in inside), default=0)
        if not isinstance(node, tuple):
            steps += 1
        match node:
            case ir.Scan(domain=ir.Subsets() as sets):
                among = sets_among(sets)
                steps *= min(among, BUDGET) if self.in_steps else among
            case t.Plain() | t.Invoke():
                steps += WORK_OF_STATEMENT
                if isinstance(node, t.Invoke):
                    steps, depth = self._added(steps, depth, ("routine", node.routine))
            case t.Loop() if isinstance(node.domain, ir.SeatOrder):
                steps *= max(self.seats, 1)
            case ir.Scan() | ir.Slot():
                steps *= max(min(self._members(node.domain), self._of_type(node.local)), 1)
            case ir.Builtin(name):
                steps += BUILTINS.get(name, 0)
            case ir.CallFunction(number):
                steps, depth = self._added(steps, depth, ("function", number))
            case ir.Permitted(number):
                steps, depth = self._added(steps, depth, ("permission", number))
            case ir.Offers(number):
                steps, depth = self._added(steps, depth, ("question", number))
        return steps, depth

    def _parts(self, node: object) -> Sequence[object]:
        """Return the parts whose work counts where a node is. A question begins a new budget."""
        match node:
            case t.Loop() if not isinstance(node.domain, ir.SeatOrder):
                return node.domain, node.exhausted
            case t.Rounds():
                return node.limit, node.repeated, node.otherwise
            case t.Asking():
                return node.lets, node.otherwise
            case _:
                return parts(node)

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

    def _of_type(self, local: int) -> int:
        """Return how many members of a type there are."""
        type_, design = self.tables.locals[local][1], self.tables.design
        match type_.kind:
            case "player" | "side":
                return self.seats
            case "rank":
                return len(design.rank_names)
            case "suit":
                return len(design.signs)
            case "colour":
                return len(design.colours)
            case "enum":
                return len(self.tables.enums[type_.name])
            case _:
                return MOST_STEPS

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
            help_ = NEST_LESS if function.name in tables.functions else _help(tables, bodies, function.body)
            if help_ != NEST_LESS:
                return help_
        if isinstance(inner, ir.Subsets) and not isinstance(inner.most, Const):
            return (
                f"`check` assumes that players choose from {MEMBERS} cards; if there are fewer, add the limit, "
                "as in `2..5 cards of cs at most 10`"
            )
    return NEST_LESS


def cost_nodes(bodies: Bodies, routines: Mapping[str, Routine]) -> CostNodes:
    """Return everything whose work counts where something names it."""
    nodes: dict[Key, tuple[object, ...]] = {}
    for number, function in enumerate(bodies.functions):
        if function is not None:
            nodes["function", number] = (function.body,)
    for number, permission in enumerate(bodies.permissions):
        nodes["permission", number] = (permission.verdict,)
    for number, asking in bodies.asked.items():
        arms = [(a.arm.test, a.arm.where, a.arm.may, a.arm.habits) for a in asking.arms]
        nodes["question", number] = (*(value for _, value in asking.lets), *arms)
    for name, routine in routines.items():
        nodes["routine", name] = routine.body, routine.tail
        for part in routine.parts():
            if isinstance(part, t.Asking):
                nodes.update((("action", f"{name} {arm.span}"), (arm.body, arm.misplay)) for arm in part.arms)
    return nodes


def check_cost(tables: Tables, bodies: Bodies, routines: Mapping[str, Routine], seats: int) -> None:
    """Report functions, permissions and procedures that take too much work at a table of this many players."""
    places: dict[Key, tuple[str, Span]] = {}
    for number, function in enumerate(bodies.functions):
        if function is not None and function.name in tables.functions:
            places["function", number] = function.name, tables.functions[function.name].member.key.span
    for number, permission in enumerate(bodies.permissions):
        places["permission", number] = permission.name, tables.permissions[permission.name].member.key.span
    for name, declared in {**tables.procedures, **tables.stages}.items():
        places["routine", name] = name, declared.member.key.span
    for name, routine in routines.items():
        arms = (arm for part in routine.parts() if isinstance(part, t.Asking) for arm in part.arms)
        places.update((("action", f"{name} {arm.span}"), (arm.arm.id, arm.span)) for arm in arms)
    nodes = cost_nodes(bodies, routines)
    costs = Costs(tables, nodes, seats)
    for key in sorted(nodes, key=lambda k: costs.of(k)[1]):
        steps, depth = costs.of(key)
        of_steps = key[0] in OF_STEPS
        most = MOST_IN_PROCEDURE if of_steps else MOST_STEPS
        if key in places and (steps > most or depth > MOST_DEPTH):
            name, span = places[key]
            what = f"{steps:,} steps" if steps > most else f"{depth} nested calls"
            message = f"`{name}` might take too long: up to {what} each time"
            help_ = DO_LESS if of_steps else _help(tables, bodies, nodes[key])
            tables.error("cost", message, span, help=help_)
            return
