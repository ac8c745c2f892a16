"""Statements as lines of Python source: all that happens between two questions, without the jumps."""

from __future__ import annotations

import re

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope, definition, indented
from parlour.machine.layout import DIRECTION, PLAYING
from parlour.program.operators import BOUND
from parlour.program.walking import walk

_CALL = re.compile(r"\w\(")


class Statements:
    """Writes the statements of one source."""

    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        self.naming = naming
        self.layout = naming.layout
        self.program = naming.program
        self.facts = naming.making.facts
        self.x = expressions

    def lines(self, e: p.Stmt, scope: Scope) -> list[str]:
        lines: list[str] = getattr(self, _WRITERS[type(e)])(e, scope.at(p.written_at(e)))
        return lines

    def block(self, e: p.Stmt, scope: Scope) -> list[str]:
        return self.lines(e, scope) or ["pass"]

    # ------------------------------------------------------------ setting

    def target(self, e: p.Local | p.VarAt | p.MarkAt, scope: Scope) -> str:
        match e:
            case p.Local(index):
                return self.x.local(index, scope)
            case p.VarAt():
                return self.x.variable(e, scope)
            case p.MarkAt(mark, card):
                at = self.layout.marks[mark]
                return f"s[{at} + marked({self.x.bare(card, scope)}, {self.x.at(scope)})]"

    def set(self, e: p.Set, scope: Scope) -> list[str]:
        value = self.x.stored(e.value, self.facts.is_bool(e.target), scope)
        if self.facts.is_int(e.target) and not self.facts.small(e.value):
            v = self.naming.temporary()
            low, high = self._outgrows(e.value)
            fine = f"{-BOUND} <= " * low + f"({v} := {value})" + f" < {BOUND}" * high
            value = f"{v} if {fine} else bounded({v}, {self.x.at(scope)})"
        return [f"{self.target(e.target, scope)} = {value}"]

    def _outgrows(self, e: p.Expr) -> tuple[bool, bool]:
        """Could a number be too small, or too large?"""
        e = self.naming.making.folding.folded(e)
        match e:
            case p.If(_, then, other):
                a, b = self._outgrows(then), self._outgrows(other)
                return a[0] or b[0], a[1] or b[1]
            case p.Op("+", left, p.Const(k)) | p.Op("+", p.Const(k), left) if self.facts.small(left):
                return k < 0, k >= 0
            case p.Op("-", left, p.Const(k)) if self.facts.small(left):
                return k >= 0, k < 0
        return (False, False) if self.facts.small(e) else (True, True)

    def pick(self, e: p.Pick, scope: Scope) -> list[str]:
        target, at = self.target(e.target, scope), self.naming.origin(e.origin)
        if isinstance(e.of, p.Span):
            low, high = self.x.value(e.of.low, scope), self.x.value(e.of.high, scope)
            return [f"{target} = pick_number(s, {low}, {high}, {at})"]
        pick = "pick_card" if self.facts.is_card(e.target) and self.naming.making.order.possible else "pick_member"
        return [f"{target} = {pick}(s, {self.x.value(e.of, scope)}, {at})"]

    def watch(self, e: p.Watch, scope: Scope) -> list[str]:
        return [f"{self.target(e.target, scope)} = watch(s, {e.checkpoint}, {self.x.value(e.round, scope)})"]

    # ------------------------------------------------------------ cards

    def put(self, e: p.Put, scope: Scope) -> list[str]:
        return self._put(e, scope)

    def _put(self, e: p.Put, scope: Scope) -> list[str]:
        what, to, at = self.x.value(e.what, scope), self.x.value(e.to, scope), self.naming.origin(e.origin)
        if e.place is None and e.face is None and e.kind in ("card", "zone"):
            return [f"put_{e.kind}(s, {what}, {to}, {at})"]
        several = f"in_order(s, {what})" if self.naming.making.order.possible else f"members({what})"
        cards = {"card": f"[{what}]", "set": several, "zone": f"contents(s, {what})"}[e.kind]
        place = "None" if e.place is None else self.x.value(e.place, scope)
        return [f"put_anyhow(s, {cards}, {to}, {place}, {e.face == 'up'}, {at})"]

    def deal_round(self, e: p.DealRound, scope: Scope) -> list[str]:
        count, source = self.x.value(e.count, scope), self.x.value(e.source, scope)
        start = "0" if e.start is None else self.x.value(e.start, scope)
        base, at = self.layout.bases[e.zone], self.naming.origin(e.origin)
        return [f"deal_round(s, {count}, {source}, {base}, {start}, {at})"]

    def deal_to(self, e: p.DealTo, scope: Scope) -> list[str]:
        count, source, to = self.x.value(e.count, scope), self.x.value(e.source, scope), self.x.value(e.to, scope)
        return [f"deal_to(s, {count}, {source}, {to}, {self.naming.origin(e.origin)})"]

    def shuffle(self, e: p.Shuffle, scope: Scope) -> list[str]:
        zone, at = self.x.value(e.zone, scope), self.naming.origin(e.origin)
        if e.what is None or e.kind is None:
            return [f"shuffle(s, {zone}, {at})"]
        gather = p.Put(e.what, e.kind, e.zone, None, None, e.origin)
        if zone.isdecimal():
            return [*self._gathered(gather, scope), f"shuffle(s, {zone}, {at})"]
        folded = self.naming.making.folding.folded
        names = {folded(part): self.naming.temporary() for part in (e.what, e.zone)}  # before any card has moved
        found = [f"{name} = {self.x.value(part, scope)}" for part, name in names.items()]
        known = Scope(scope.names, scope.origin, {**scope.known, **names})
        return [*found, *self._gathered(gather, known), f"shuffle(s, {names[folded(e.zone)]}, {at})"]

    def _gathered(self, e: p.Put, scope: Scope) -> list[str]:
        """Cards that are shuffled next: of identical ones it must not matter which numbers they have."""
        if e.kind == "card" or not self.naming.making.order.possible:
            return self.put(e, scope) if not scope.known else self._put(e, scope)
        what, to = self.x.value(e.what, scope), self.x.value(e.to, scope)
        return [f"packed_{e.kind}(s, {what}, {to}, {self.naming.origin(e.origin)})"]

    def turn_over(self, e: p.TurnOver, scope: Scope) -> list[str]:
        return [f"turn(LAYOUT, s, {self.x.value(e.cards, scope)}, {e.up})"]

    def show_to(self, e: p.ShowTo, scope: Scope) -> list[str]:
        return []  # who has seen what is told by events alone

    # ------------------------------------------------------------ the table

    def reverse(self, e: p.Reverse, scope: Scope) -> list[str]:
        return [f"s[{DIRECTION}] = -s[{DIRECTION}]"]

    def leave_table(self, e: p.LeaveTable, scope: Scope) -> list[str]:
        seat = self.x.index(e.player, self.layout.players, "there is no player to leave the table", scope)
        return [f"s[{PLAYING}] &= ~(1 << {seat})"]

    def fired(self, e: p.Fired, scope: Scope) -> list[str]:
        if not self.naming.counting or e.test == p.Const(0):
            return []
        count = f"s[{self.naming.counter(e.rule)}] += 1"
        return [count] if e.test is None else [f"if {self.x.truth(e.test, scope)}:", f"    {count}"]

    def enter_stage(self, e: p.EnterStage, scope: Scope) -> list[str]:
        name = self.naming.function(f"enter_{e.stage}", lambda: self._entering(e.stage))
        return [f"{name}(s)"]

    def _entering(self, number: int) -> str:
        stage = self.program.stages[number]
        lines = []
        if stage.seats:
            lines.append(f"s[{PLAYING}] = {self.layout.everyone}")
        if stage.direction:
            lines.append(f"s[{DIRECTION}] = 1")
        if stage.cards:
            lines.append("gather(s)")
        for v in stage.resets:
            variable, array = self.program.variables[v], self.layout.variables[v]
            starts = str(array.zero)
            if variable.starts is not None:
                starts = self.x.stored(variable.starts, variable.type.kind == "bool", Scope({}, stage.origin))
            if array.size == 1:
                lines.append(f"s[{array.at}] = {starts}")
            else:
                lines.append(f"s[{array.at}:{array.at + array.size}] = [{starts}] * {array.size}")
        return definition(f"enter_{number}", [], lines or ["pass"])

    # ------------------------------------------------------------ control

    def if_do(self, e: p.IfDo, scope: Scope) -> list[str]:
        """Nothing is written for a branch in which nothing is done; a test with a call may go wrong, and stays."""
        test, then = self.x.truth(e.test, scope), self.lines(e.then, scope)
        other = [] if e.other is None else self.lines(e.other, scope)
        if other and not then:
            return [f"if {self.x.truth(p.Not(e.test), scope)}:", *indented(other)]
        if not then and not _CALL.search(test):
            return []
        found = [f"if {test}:", *indented(then or ["pass"])]
        return [*found, "else:", *indented(other)] if other else found

    def for_each(self, e: p.ForEach, scope: Scope) -> list[str]:
        inner = scope.at(e.origin).with_(e.local)
        v, at = inner.names[e.local], self.naming.origin(e.origin)
        match e.domain:
            case p.SeatOrder():
                order = self.x.order(e.domain, scope)
            case p.Span(low, high):
                order = f"range({self.x.value(low, scope)}, {self.x.value(high, scope)} + 1)"
            case domain:
                cards = self.x.value(domain, scope)
                order = f"in_order(s, {cards})" if self.x.by_order(e.local) else f"members({cards})"
        body = self.block(e.body, inner)
        if e.where is not None:
            body = [f"if {self.x.truth(e.where, inner)}:", *indented(body)]
        if isinstance(e.domain, p.SeatOrder):  # no more rounds than there are seats
            return [f"for {v} in {order}:", *indented(body)]
        return [f"for {v} in spent(s, {self.naming.steps}, {order}, {at}):", *indented(body)]

    def while_do(self, e: p.WhileDo, scope: Scope) -> list[str]:
        inner = scope.at(e.origin)
        test, limit, at = self.x.truth(e.test, inner), self.x.value(e.limit, inner), self.naming.origin(e.origin)
        if limit == "0":
            otherwise = [f"out_of_rounds(0, {at})"] if e.otherwise is None else self.block(e.otherwise, inner)
            return otherwise if e.until else [f"if {test}:", *indented(otherwise)]
        most, rounds = self.naming.temporary(), self.naming.temporary()
        body = [f"spend(s, {self.naming.steps}, 1, ORIGINS[{at}])", *self.block(e.body, inner)]
        otherwise = [f"out_of_rounds({most}, {at})"]
        if e.otherwise is not None:
            otherwise = self.block(e.otherwise, inner)
        if e.until:
            return [
                f"{most} = {limit}",
                f"for {rounds} in range({most}):",
                *indented([*body, f"if {test}:", "    break"]),
                "else:",
                *indented(otherwise),
            ]
        return [
            f"{most} = {limit}",
            f"for {rounds} in range({most}):",
            *indented([f"if not {test}:", "    break", *body]),
            "else:",
            *indented([f"if {test}:", *indented(otherwise)]),
        ]

    def seq(self, e: p.Seq, scope: Scope) -> list[str]:
        return [line for item in e.items for line in self.lines(item, scope)]

    def run(self, e: p.Run, scope: Scope) -> list[str]:
        if self._is_nothing(self.program.procedures[e.procedure].body) and not any(map(self.facts.may_fault, e.args)):
            return []
        return [self.x.call(self.procedure(e.procedure), e.args, scope)]

    def _is_nothing(self, e: p.Stmt) -> bool:
        return isinstance(e, p.Seq) and all(map(self._is_nothing, e.items))

    def procedure(self, number: int) -> str:
        of = self.program.procedures[number]

        def write() -> str:
            own = sorted({*of.params, *own_locals(of.body)})
            scope = Scope({local: f"v{local}" for local in own}, of.origin)
            return definition(f"do_{number}", [f"v{local}" for local in of.params], self.block(of.body, scope))

        return self.naming.function(f"do_{number}", write)


def own_locals(body: p.Stmt) -> set[int]:
    """The locals that a procedure sets itself."""
    return {
        n.target.index for n in walk(body) if isinstance(n, p.Set | p.Pick | p.Watch) and isinstance(n.target, p.Local)
    }


_WRITERS: dict[type, str] = {
    p.Set: "set",
    p.Pick: "pick",
    p.Watch: "watch",
    p.Put: "put",
    p.DealRound: "deal_round",
    p.DealTo: "deal_to",
    p.Shuffle: "shuffle",
    p.IfDo: "if_do",
    p.ForEach: "for_each",
    p.WhileDo: "while_do",
    p.Run: "run",
    p.TurnOver: "turn_over",
    p.ShowTo: "show_to",
    p.Reverse: "reverse",
    p.LeaveTable: "leave_table",
    p.Fired: "fired",
    p.EnterStage: "enter_stage",
    p.Seq: "seq",
}
