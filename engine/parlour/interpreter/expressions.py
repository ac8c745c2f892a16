"""Compiles expressions to closures.

`value` gives the value itself; `test` gives something that Python treats as true or false, which is cheaper. Values of
bool can be Python's True and False; stored values are ints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import program as p
from parlour.interpreter import looking as reading
from parlour.interpreter import operators, showing
from parlour.interpreter.closures import constant
from parlour.interpreter.expression_compiler import ExpressionCompiler
from parlour.interpreter.scans import scan
from parlour.interpreter.tracing import JudgedPermission, Trace
from parlour.table.builtins import BUILTINS
from parlour.table.cells import Cells, Value
from parlour.table.faults import RulesetFault, no_value


class Expressions(ExpressionCompiler):
    """Compiles all kinds of expressions."""

    # ------------------------------------------------------------ compilation

    def value(self, e: p.Expr) -> Value:
        e = self.compilation.premises.folding.folded(e)
        fixed = self.fixed(e)
        if fixed is not None:
            return constant(fixed)
        cell = self.cell_of(e)
        if cell is not None:
            return lambda s: s[cell]
        return _MAKERS[type(e)](self, e)

    def test(self, e: p.Expr) -> Value:
        """Return a closure like that of `value`, of which only the truth of the result matters."""
        e = self.compilation.premises.folding.folded(e)
        match e:
            case p.And(items):
                return operators.all_of([self.test(i) for i in items])
            case p.Or(items):
                return operators.one_of([self.test(i) for i in items])
            case p.Not(p.Op("==", left, right)):
                return self.test(p.Op("!=", left, right))
            case p.Not(value):
                inside = self.test(value)
                return lambda s: not inside(s)
            case p.Op("has", members, member) if self.card_like(member):
                of, what, bit = self.value(members), self.value(member), self.layout.pack.bit
                return lambda s: bit[what(s)] & of(s)
            case p.Op("within", left, right):
                a, b = self.value(left), self.value(right)
                return lambda s: not a(s) & ~b(s)
            case p.Op("!=", p.ZoneSize(zone), p.Const(0)):
                return self.value(p.ZoneCards(zone)) if self._is_set(zone) else self.value(p.ZoneSize(zone))
            case p.Op("==", p.ZoneSize(zone), p.Const(0)) if self._is_set(zone):
                cards = self.value(p.ZoneCards(zone))
                return lambda s: not cards(s)
            case p.Op("!=", left, p.Const(0)):
                return self.value(left)
            case p.If(_, then, other):
                t, x, y = self._chosen(e), self.test(then), self.test(other)
                return lambda s: x(s) if t(s) else y(s)
        return self.value(e)

    def _is_set(self, zone: p.Expr) -> bool:
        """True if the zone is known to be unordered."""
        named = reading.static_zone(self, zone)
        return named is not None and named[0].form == "set"

    def stored(self, e: p.Expr, bool_wanted: bool) -> Value:
        """Return a closure whose value can be stored in the state, where true must be 1."""
        value = self.value(e)
        if not bool_wanted or isinstance(e, p.Const) or self.cell_of(e) is not None:
            return value
        return lambda s: 1 if value(s) else 0

    # ------------------------------------------------------------ nodes

    def _variable(self, e: p.VarAt) -> Value:
        array = self.layout.variables[e.var]
        if len(e.keys) == 1 and self.facts.below(e.keys[0], array.size):
            base, key = array.at, self.cell_of(e.keys[0])
            if key is not None:
                return lambda s: s[base + s[key]]
        at = self.array_cell(e)
        return lambda s: s[at(s)]

    def array_cell(self, e: p.VarAt) -> Value:
        """The cell of a variable with keys."""
        array = self.layout.variables[e.var]
        base = array.at
        if len(e.keys) == 1 and self.facts.below(e.keys[0], array.size):
            cell = self.cell_of(e.keys[0])
            if cell is not None:
                return lambda s: base + s[cell]
        nth = self.combined(e.keys, array.keys, no_value(self.program.variables[e.var]))
        return lambda s: base + nth(s)

    def _zone_at(self, e: p.ZoneAt) -> Value:
        base, nth = self.layout.bases[e.zone], self.nth_zone(e)
        return lambda s: base + nth(s)

    def _op(self, e: p.Op) -> Value:
        op, left, right = e.op, e.left, e.right
        if op == "has":
            return self._has(left, right)
        if isinstance(left, p.Const) and op in operators.TURNED_ROUND and not isinstance(right, p.Const):
            op, left, right = operators.TURNED_ROUND[op], right, left
        if op == "*":
            return operators.times(self.value(left), self.value(right), e.origin or self.origin)
        if op in ("//", "mod"):
            return operators.divided(op, self.value(left), self.value(right), e.origin or self.origin)
        fixed = self.fixed(right)
        if fixed is not None:
            cell = self.cell_of(left)
            if cell is not None and op in operators.CELL_CONST:
                return operators.CELL_CONST[op](cell, fixed)
            if op in operators.ANY_CONST:
                return operators.ANY_CONST[op](self.value(left), fixed)
        cell = self.cell_of(right)
        if cell is not None and op in operators.ANY_CELL:
            return operators.ANY_CELL[op](self.value(left), cell)
        cell = self.cell_of(left)
        if cell is not None and op in operators.ANY_CELL and op in operators.TURNED_ROUND:
            return operators.ANY_CELL[operators.TURNED_ROUND[op]](self.value(right), cell)
        return operators.ANY_ANY[op](self.value(left), self.value(right))

    def _has(self, members: p.Expr, member: p.Expr) -> Value:
        fixed = self.fixed(members)
        if self.card_like(member):
            bit, what = self.layout.pack.bit, self.value(member)
            if fixed is not None:
                return lambda s: fixed & bit[what(s)] != 0
            of = self.value(members)
            return lambda s: bit[what(s)] & of(s) != 0
        sure = self.facts.never_none(member)
        if fixed is not None:
            return operators.has_constant(fixed, self.value(member), sure)
        return operators.has_any(self.value(members), self.value(member))

    def _truth(self, e: p.Expr) -> Value:
        """Return a closure for `And`, `Or` or `Not` as a value: 0 or 1."""
        test = self.test(e)
        return lambda s: 1 if test(s) else 0

    def _if(self, e: p.If) -> Value:
        test, then, other = self._chosen(e), self.value(e.then), self.value(e.other)
        return lambda s: then(s) if test(s) else other(s)

    def _chosen(self, e: p.If) -> Value:
        test, trace = self.test(e.test), self.compilation.trace
        return test if trace is None else trace.tested(test, e.origin)

    def _function(self, e: p.CallFunction) -> Value:
        function = self.program.functions[e.function]
        bodies = self._bodies(self.compilation.functions, e.function, lambda: self._function_body(function))
        return self._call([self.cell(local) for local in function.params], e.args, bodies, e.function)

    def _permitted(self, e: p.Permitted) -> Value:
        number, permission = e.permission, self.program.permissions[e.permission]
        bodies = self._bodies(self.compilation.permissions, number, lambda: self._permission_body(number, permission))
        return self._call([self.cell(local) for local in permission.params], e.args, bodies, number)

    def _bodies(self, known: dict[int, Value], number: int, make: Callable[[], Value]) -> dict[int, Value]:
        """Return these bodies, of which the one with this number is made at its first call."""

        def first(s: Cells) -> int:
            known[number] = body = self.compilation.while_playing(s, make)
            return body(s)

        self.compilation.scratch.used = True  # the body may use some
        known.setdefault(number, first)
        return known

    def _function_body(self, function: p.Function) -> Value:
        body, trace = self._body(function.body, function.origin), self.compilation.trace
        if trace is None:
            return body
        return trace.called(body, function, [self._body(case.when, case.origin) for case in function.cases])

    def _permission_body(self, number: int, permission: p.Permission) -> Value:
        verdict, trace = self._body(permission.verdict, permission.origin), self.compilation.trace
        if trace is None:
            return verdict
        judged = self._judged(trace, number)

        def traced(s: Cells) -> int:
            judged.judge(s)
            return verdict(s)

        return traced

    def _judged(self, trace: Trace, number: int) -> JudgedPermission:
        known = self.compilation.judged
        if number not in known:
            permission = self.program.permissions[number]
            tests = [self._body(clause.test, clause.origin) for clause in permission.clauses]
            known[number] = JudgedPermission(trace, permission, tests)
        return known[number]

    def judging(self, e: p.Permitted) -> Callable[[Cells, bool], None]:
        """Return a closure that records which clauses decide about these values, and whether they are allowed after
        all."""
        trace = self.compilation.trace
        assert trace is not None, "only a traced table judges"
        permission = self.program.permissions[e.permission]
        judged = self._judged(trace, e.permission)
        bind = self.with_arguments(permission.params, e.args, constant(0))

        def judge(s: Cells, allowed: bool) -> None:
            bind(s)
            judged.judge(s, allowed)

        return judge

    def _offers(self, e: p.Offers) -> Value:
        """Give the parameters and slots of a question separate cells."""
        compilation = self.compilation
        make, number = compilation.make_offers, e.question
        assert make is not None, "this compilation lacks its questions"
        bodies = self._bodies(compilation.offers, number, lambda: make(number))
        params = self.program.questions[number].params
        cells = [compilation.scratch.cell(("offers", number, local)) for local in params]
        return self._call(cells, e.args, bodies, number)

    def _body(self, body: p.Expr, origin: p.Origin) -> Value:
        inner = Expressions(self.compilation)
        inner.origin = origin
        return inner.value(body)

    def with_arguments(self, params: tuple[int, ...], args: tuple[p.Expr, ...], body: Value) -> Value:
        return self._call([self.cell(local) for local in params], args, {0: body}, 0)

    def _call(self, cells: list[int], args: tuple[p.Expr, ...], bodies: dict[int, Value], number: int) -> Value:
        """Call the body with a number. Compute all arguments before storing the first one, since they can contain the
        same call."""
        values = [self.value(a) for a in args]
        if not values:
            return lambda s: bodies[number](s)
        if len(values) == 1:
            cell, only = cells[0], values[0]

            def call_one(s: Cells) -> int:
                s[cell] = only(s)
                return bodies[number](s)

            return call_one
        if len(values) == 2:
            (a, b), (first, second) = cells, values

            def call_two(s: Cells) -> int:
                v, w = first(s), second(s)
                s[a] = v
                s[b] = w
                return bodies[number](s)

            return call_two
        pairs = list(zip(cells, values, strict=True))

        def call(s: Cells) -> int:
            noted = [value(s) for _, value in pairs]
            for (at, _), v in zip(pairs, noted, strict=True):
                s[at] = v
            return bodies[number](s)

        return call

    def _side_of(self, e: p.SideOf) -> Value:
        table, player = self.layout.side_of, self.value(e.player)
        return lambda s: table[player(s)]

    def _members(self, e: p.Members) -> Value:
        table, side = self.layout.side_members, self.value(e.side)
        if not e.many:
            return lambda s: table[side(s)]

        def of_many(s: Cells) -> int:
            sides, players = side(s), 0
            for i, seats in enumerate(table):
                if sides >> i & 1:
                    players |= seats
            return players

        return of_many

    def _get_field(self, e: p.GetField) -> Value:
        record, shift, width, bias = self.value(e.record), e.shift, (1 << e.width) - 1, e.bias
        if not bias:
            return lambda s: record(s) >> shift & width
        return lambda s: (record(s) >> shift & width) - bias

    def _put_field(self, e: p.PutField) -> Value:
        record, value, origin = self.value(e.record), self.value(e.value), e.origin or self.origin
        limit, shift, bias = 1 << e.width, e.shift, e.bias
        hole = ~(limit - 1 << shift)

        def put(s: Cells) -> int:
            r, v = record(s), value(s) + bias
            if not 0 <= v < limit:
                raise RulesetFault(f"a field that holds {-bias} to {limit - 1 - bias} can't be {v - bias}", origin)
            return r & hole | v << shift

        return put

    def _sure(self, e: p.Sure) -> Value:
        value, origin, nothing, message = self.value(e.value), e.origin, e.nothing, e.message

        def sure(s: Cells) -> int:
            v = value(s)
            if v == nothing:
                raise RulesetFault(message, origin)
            return v

        return sure

    def _builtin(self, e: p.Builtin) -> Value:
        return BUILTINS[e.name](self.layout, [self.value(a) for a in e.args])


_MAKERS: dict[type, Callable[[Expressions, Any], Value]] = {
    p.VarAt: Expressions._variable,
    p.ZoneAt: Expressions._zone_at,
    p.Op: Expressions._op,
    p.SameCard: showing.same_card,
    p.Not: Expressions._truth,
    p.And: Expressions._truth,
    p.Or: Expressions._truth,
    p.If: Expressions._if,
    p.CardFact: showing.card_fact,
    p.Pips: showing.pips,
    p.ColourOf: showing.colour,
    p.FaceCards: showing.cards_showing,
    p.Single: showing.single,
    p.Size: showing.size,
    p.First: showing.first,
    p.Guised: showing.guised,
    p.CallFunction: Expressions._function,
    p.Permitted: Expressions._permitted,
    p.Offers: Expressions._offers,
    p.SideOf: Expressions._side_of,
    p.Members: Expressions._members,
    p.GetField: Expressions._get_field,
    p.PutField: Expressions._put_field,
    p.Sure: Expressions._sure,
    p.Builtin: Expressions._builtin,
    p.Scan: scan,
    p.NextSeat: reading.next_seat,
    p.MarkAt: reading.mark,
    p.ZoneCards: reading.zone_cards,
    p.ZoneSize: reading.zone_size,
    p.ZoneEnd: reading.zone_end,
    p.ZonePlace: reading.zone_place,
    p.PlaceOf: reading.place_of,
    p.WhereIs: reading.where_is,
    p.FaceUp: reading.face_up,
    p.FaceUpCards: reading.face_up_cards,
}
