"""Expressions as Python source.

`value` writes something that gives the value, `truth` something of which only the truth matters. What can't be
written as one expression (loops) becomes a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import program as p
from parlour.generated.naming import Loop, Naming, Scope, definition, indented
from parlour.generated.tabled import values_of
from parlour.machine.cards import FACES
from parlour.machine.facts import free_locals, mentions, parts, substitute, walk
from parlour.machine.layout import DIRECTION, PLAYING, Instance
from parlour.machine.masks import BELOW
from parlour.machine.scans import as_set_of

FEW = 16  # more than there are ranks, suits and colours
OPPOSITE: dict[str, p.BinOp] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
NOT_YET = 1 << 60  # further from zero than any number of a ruleset


class Expressions:
    """Writes the expressions of one source."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.making = naming.making
        self.layout = naming.layout
        self.program = naming.program
        self.facts = naming.making.facts

    # ------------------------------------------------------------ entry points

    def value(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        if scope.known and e in scope.known:
            return scope.known[e]
        return _WRITERS[type(e)](self, e, scope)

    def truth(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        match e:
            case p.And(items):
                return "(" + " and ".join(self.truth(i, scope) for i in items) + ")"
            case p.Or(items):
                return "(" + " or ".join(self.truth(i, scope) for i in items) + ")"
            case p.Not(p.Op("==", left, p.Const(0))) | p.Not(p.Not(left)):
                return self.truth(left, scope)
            case p.Not(p.Op(op, left, right)) if op in OPPOSITE:
                return self.truth(p.Op(OPPOSITE[op], left, right), scope)
            case p.Not(value):
                return f"(not {self.truth(value, scope)})"
            case p.If(test, then, other):
                t, a, b = self.truth(test, scope), self.truth(then, scope), self.truth(other, scope)
                return f"({a} if {t} else {b})"
            case p.Op("!=", left, p.Const(0)):
                return self.truth(left, scope)
            case p.Op("==", left, p.Const(0)):
                return f"(not {self.truth(left, scope)})"
        return self.value(e, scope)

    def stored(self, e: p.Expr, bool_wanted: bool, scope: Scope) -> str:
        """A value that goes into the state: what is true must be 1 there."""
        folded = self.making.folding.folded(e)
        if not bool_wanted or isinstance(folded, p.Const | p.Local | p.VarAt | p.MarkAt):
            return self.value(folded, scope)
        return f"(1 if {self.truth(folded, scope)} else 0)"

    def at(self, scope: Scope) -> int:
        return self.naming.origin(scope.origin)

    # ------------------------------------------------------------ locals, variables, marks

    def local(self, index: int, scope: Scope) -> str:
        return scope.names.get(index) or f"s[{self.naming.cell(index)}]"

    def variable(self, e: p.VarAt, scope: Scope) -> str:
        array = self.layout.variables[e.var]
        name = self.program.variables[e.var].name
        place, fixed = [], array.at
        for k, (size, key) in enumerate(zip(array.keys, e.keys, strict=True)):
            stride = 1
            for later in array.keys[k + 1 :]:
                stride *= later
            folded = self.making.folding.folded(key)
            if isinstance(folded, p.Const) and 0 <= folded.value < size:
                fixed += folded.value * stride
                continue
            index = self.index(folded, size, f"`{name}` has no such entry", scope)
            place.append(index if stride == 1 else f"{index} * {stride}")
        return f"s[{' + '.join([str(fixed), *place])}]"

    def index(self, key: p.Expr, size: int, message: str, scope: Scope) -> str:
        """A key that is surely one of 0..size-1."""
        value = self.value(key, scope)
        if self.facts.never_none(key) and not isinstance(key, p.Const):
            return value
        return f"key({value}, {size}, {message!r}, {self.at(scope)})"

    def bare(self, card: p.Expr, scope: Scope) -> str:
        """The identity of a card value, or none."""
        value = self.value(card, scope)
        return f"BARE[{value}]" if self.layout.pack.guises else value

    def mark(self, e: p.MarkAt, scope: Scope) -> str:
        at, card = self.layout.marks[e.mark], self.bare(e.card, scope)
        if self.facts.never_none(e.card):
            return f"s[{at} + {card}]"
        t = self.naming.temporary()
        return f"(s[{at} + {t}] if ({t} := {card}) >= 0 else {self.program.marks[e.mark].default})"

    def where_is(self, e: p.WhereIs, scope: Scope) -> str:
        card = self.bare(e.card, scope)
        if self.facts.never_none(e.card):
            return f"s[{self.layout.where} + {card}]"
        t = self.naming.temporary()
        return f"(s[{self.layout.where} + {t}] if ({t} := {card}) >= 0 else -1)"

    # ------------------------------------------------------------ zones

    def zone(self, e: p.ZoneAt, scope: Scope) -> str:
        base, of = self.layout.bases[e.zone], self.layout.of_zone(e.zone)
        key = None if e.key is None else self.making.folding.folded(e.key)
        if key is None:
            return str(base)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return str(base + key.value)
        name = self.program.zones[e.zone].name
        return f"({base} + {self.index(key, len(of), f'there is no such `{name}`', scope)})"

    def _cells_of(self, zone: p.Expr, scope: Scope) -> tuple[Instance, str] | None:
        """The form of the zone that is surely named, and its first cell."""
        zone = self.making.folding.folded(zone)
        if not isinstance(zone, p.ZoneAt):
            return None
        of = self.layout.of_zone(zone.zone)
        key = None if zone.key is None else self.making.folding.folded(zone.key)
        if key is None:
            return of[0], str(of[0].at)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return of[key.value], str(of[key.value].at)
        name = self.program.zones[zone.zone].name
        index = self.index(key, len(of), f"there is no such `{name}`", scope)
        step = of[1].at - of[0].at if len(of) > 1 else 0
        return of[0], f"{of[0].at} + {index}" + ("" if step == 1 else f" * {step}")

    def zone_cards(self, e: p.ZoneCards, scope: Scope) -> str:
        named = self._cells_of(e.zone, scope)
        if named is None:
            return f"zone_cards(s, {self.value(e.zone, scope)})"
        i, at = named
        if i.form == "set":
            return f"s[{at}]"
        return f"row_cards(s, {at})" if i.form == "row" else f"column_cards(s, {at}, {i.room})"

    def face_up_cards(self) -> str:
        turned = [f"s[{i.turned}]" for i in self.layout.instances if i.turned is not None]
        return f"({' | '.join(turned)})" if turned else "0"

    def zone_size(self, e: p.ZoneSize, scope: Scope) -> str:
        named = self._cells_of(e.zone, scope)
        if named is None:
            return f"zone_size(s, {self.value(e.zone, scope)})"
        i, at = named
        if i.form == "set":
            return f"s[{at}].bit_count()"
        return f"s[{at}]" if i.form == "row" else f"column_count(s, {at}, {i.room})"

    def zone_end(self, e: p.ZoneEnd, scope: Scope) -> str:
        named = self._cells_of(e.zone, scope)
        if named is None or named[0].form != "row" or self.layout.remembers_guise(named[0].zone):
            return f"zone_end(s, {self.value(e.zone, scope)}, {e.bottom})"
        at, t = named[1], self.naming.temporary()
        if e.bottom:
            return f"(s[{at} + 1] if s[{at}] else -1)"
        return f"(s[{at} + {t}] if ({t} := s[{at}]) else -1)"

    def zone_place(self, e: p.ZonePlace, scope: Scope) -> str:
        return f"zone_place(s, {self.value(e.zone, scope)}, {self.value(e.place, scope)})"

    # ------------------------------------------------------------ operators

    def op(self, e: p.Op, scope: Scope) -> str:
        if e.op == "has":
            return self._has(e.left, e.right, scope)
        if e.op == "-set":
            return self._without(e.left, self.making.folding.folded(e.right), scope)
        left, right = self.value(e.left, scope), self.value(e.right, scope)
        match e.op:
            case "*":
                return f"product({left}, {right}, {self.at(scope)})"
            case "//":
                return f"quotient({left}, {right}, {self.at(scope)})"
            case "mod":
                return f"remainder({left}, {right}, {self.at(scope)})"
            case "min" | "max":
                return f"{e.op}({left}, {right})"
            case "within":
                return f"(not {left} & ~{right})"
        return f"({left} {e.op} {right})"

    def _without(self, left: p.Expr, right: p.Expr, scope: Scope) -> str:
        """A set without the members of another. A union goes part by part; what is fixed is turned round here."""
        match right:
            case p.Op("|", a, b):
                return self.op(p.Op("-set", p.Op("-set", left, a), b), scope)
            case p.Const(v):
                return f"({self.value(left, scope)} & {self._all_but(v)})"
            case p.Op("-set", p.Const(v), spared):
                return f"({self.value(left, scope)} & ({self.value(spared, scope)} | {self._all_but(v)}))"
            case p.If(test, p.Const(a), p.Const(b)):
                rest = f"{self._all_but(a)} if {self.truth(test, scope)} else {self._all_but(b)}"
                return f"({self.value(left, scope)} & ({rest}))"
        return f"({self.value(left, scope)} & ~{self.value(right, scope)})"

    def _all_but(self, members: int) -> int:
        """All that can be in any set, but for these: no set has more members than there are cards."""
        return (1 << self.layout.pack.size) - 1 & ~members

    def card_like(self, e: p.Expr) -> bool:
        """Must a value be taken for its identity?"""
        return self.facts.is_card(e) or (self.layout.pack.guises and self.facts.type_of(e) is None)

    def _has(self, of: p.Expr, member: p.Expr, scope: Scope) -> str:
        members, value = self.value(of, scope), self.value(member, scope)
        fixed = self.making.folding.folded(of)
        if isinstance(fixed, p.Const) and fixed.value >> FEW == 0 and not self.card_like(member):
            return f"{self._table_of(fixed.value)}[{value}]"
        if self.card_like(member):
            return f"({members} & BIT[{value}] != 0)"
        if self.facts.never_none(member):
            return f"({members} >> {value} & 1)"
        return f"has({members}, {value})"

    def _table_of(self, members: int) -> str:
        """A table that says of each number whether it is in a set; its last entry is for `none`. What is looked up is a
        word of a list or, at most, a face, also where all members are low."""
        name = f"IN_{members}"
        room = max([FACES, *(len(words) for _, words in self.program.enums)])
        self.naming.tables[name] = f"({', '.join(str(members >> i & 1) for i in range(room))}, 0)"
        return name

    def same_card(self, e: p.SameCard, scope: Scope) -> str:
        return f"({self.bare(e.left, scope)} == {self.bare(e.right, scope)})"

    def truth_value(self, e: p.And | p.Or | p.Not, scope: Scope) -> str:
        return f"(1 if {self.truth(e, scope)} else 0)"

    def if_(self, e: p.If, scope: Scope) -> str:
        test, then, other = self.truth(e.test, scope), self.value(e.then, scope), self.value(e.other, scope)
        return f"({then} if {test} else {other})"

    # ------------------------------------------------------------ cards and sets

    def card_fact(self, e: p.CardFact, scope: Scope) -> str:
        return f"{e.fact.upper()}[{self.value(e.card, scope)}]"

    def face_cards(self, e: p.FaceCards, scope: Scope) -> str:
        match self.making.folding.folded(e.of):
            case p.Single(p.CardFact(fact, card)) if fact == e.fact:
                return f"LIKE_{e.fact.upper()}[{self.value(card, scope)}]"
            case p.Single(value):
                return f"OF_{e.fact.upper()}[{self.value(value, scope)}]"
            case of:
                return f"showing({e.fact!r}, {self.value(of, scope)})"

    def single(self, e: p.Single, scope: Scope) -> str:
        value = self.value(e.member, scope)
        if self.card_like(e.member):
            return f"BIT[{value}]"
        if self.facts.never_none(e.member):
            return f"(1 << {value})"
        t = self.naming.temporary()
        return f"(1 << {t} if ({t} := {value}) >= 0 else 0)"

    def first(self, e: p.First, scope: Scope) -> str:
        t = self.naming.temporary()
        return f"((({t} := {self.value(e.of, scope)}) & -{t}).bit_length() - 1)"

    # ------------------------------------------------------------ calls

    def function(self, e: p.CallFunction, scope: Scope) -> str:
        of = self.program.functions[e.function]
        return self._called(f"f_{e.function}", of.params, e.args, of.body, of.origin, self.value, scope)

    def permitted(self, e: p.Permitted, scope: Scope) -> str:
        of = self.program.permissions[e.permission]
        return self._called(f"may_{e.permission}", of.params, e.args, of.verdict, of.origin, self.truth, scope)

    def named_function(self, number: int) -> str:
        of = self.program.functions[number]
        return self._written(f"f_{number}", of.params, of.body, of.origin, self.value)

    def _called(
        self,
        name: str,
        params: tuple[int, ...],
        args: tuple[p.Expr, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
        scope: Scope,
    ) -> str:
        """A call. What is constant, or not looked at, becomes part of a function of its own."""
        fixed: dict[int, p.Expr] = {}
        given: list[p.Expr] = []
        for param, arg in zip(params, args, strict=True):
            arg = self.making.folding.folded(arg)
            if self._is_fixed(arg) or not (mentions(body, param) or self.facts.may_fault(arg)):
                fixed[param] = arg
                name += f"_{_sign(arg) if mentions(body, param) else 'x'}"
            else:
                given.append(arg)
        left = tuple(param for param in params if param not in fixed)
        body = substitute(body, fixed) if fixed else body
        if len(left) == 1 and self._in_table(name.upper(), left[0], body):
            return f"{name.upper()}[{self.value(given[0], scope)}]"
        written = self._written(name, left, body, origin, write)
        return f"{written}({', '.join(['s', *(self.value(a, scope) for a in given)])})"

    def _in_table(self, name: str, param: int, body: p.Expr) -> bool:
        """Is a function of one thing, by this name, a table?"""
        if name not in self.naming.tables and name.lower() not in self.naming.written:
            values = values_of(self.making, param, body)
            if values is not None:
                self.naming.tables[name] = f"({', '.join(map(str, values))})"
        return name in self.naming.tables

    def _is_fixed(self, e: p.Expr) -> bool:
        match e:
            case p.Const():
                return True
            case p.ZoneAt(_, key):
                return key is None or isinstance(self.making.folding.folded(key), p.Const)
            case _:
                return False

    def _written(
        self,
        name: str,
        params: tuple[int, ...],
        body: p.Expr,
        origin: p.Origin,
        write: Callable[[p.Expr, Scope], str],
    ) -> str:
        def lines() -> str:
            names = {local: f"v{local}" for local in params}
            scope = Scope(names, origin)
            before, known = self._named_fields(body, scope)
            text = write(body, Scope(names, origin, known))
            return definition(name, list(names.values()), [*before, f"return {text}"])

        return self.naming.function(name, lines)

    def _named_fields(self, body: p.Expr, scope: Scope) -> tuple[list[str], dict[p.Expr, str]]:
        """Fields of records that are given, and looked at more than once, are taken out at the beginning."""
        counts: dict[p.Expr, int] = {}
        for node in walk(self.making.folding.folded(body)):
            if isinstance(node, p.GetField) and isinstance(node.record, p.Local) and node.record.index in scope.names:
                counts[node] = counts.get(node, 0) + 1
        lines, known = [], {}
        for node, count in counts.items():
            if count > 1:
                name = self.naming.temporary()
                lines.append(f"{name} = {self.value(node, scope)}")
                known[node] = name
        return lines, known

    def offers(self, e: p.Offers, scope: Scope) -> str:
        return self.call(f"offers_{e.question}", e.args, scope)

    def call(self, name: str, args: tuple[p.Expr, ...], scope: Scope) -> str:
        return f"{name}({', '.join(['s', *(self.value(a, scope) for a in args)])})"

    def builtin(self, e: p.Builtin, scope: Scope) -> str:
        args = ", ".join(self.value(a, scope) for a in e.args)
        if e.name == BELOW:
            return f"below({args})"
        return f"builtin({e.name!r}, s, [{args}])"

    # ------------------------------------------------------------ loops

    def scan(self, e: p.Scan, scope: Scope) -> str:
        chosen = None
        if self._by_place(e, scope) is None:
            chosen = as_set_of(self.program, self.facts, self.making.vectorise, e)
        if chosen is not None:
            match e.kind:
                case "any":
                    return f"({self.value(chosen, scope)} != 0)"
                case "all":
                    return f"(not {self.value(chosen, scope)})"
                case "count":
                    return self.value(p.Size(chosen), scope)
                case "those":
                    return self.value(chosen, scope)
                case "first":
                    return self.value(p.First(chosen), scope)
                case _:
                    e = p.Scan(e.kind, e.local, chosen, None, e.value)
        known = {local: scope.names[local] for local in sorted(free_locals(e) & set(scope.names))}
        params = [text for text in known.values() if text.isidentifier()]  # what stands in a cell stands there too
        name = self.naming.scans.setdefault((e, tuple(known.values()), scope.origin), f"scan_{len(self.naming.scans)}")
        inside = Scope(known, scope.origin)
        self.naming.function(name, lambda: definition(name, params, self._loop(e, inside)))
        return f"{name}({', '.join(['s', *params])})"

    def run_over(self, d: p.Expr | p.SeatOrder | p.Span, local: str, scope: Scope) -> Loop:
        match d:
            case p.SeatOrder():
                return Loop((), f"for {local} in {self.order(d, scope)}:", ())
            case p.Span(low, high):
                a, b = self.value(low, scope), self.value(high, scope)
                spent = f"spent(s, {self.naming.steps}, range({a}, {b} + 1), {self.at(scope)})"
                return Loop((), f"for {local} in {spent}:", ())
            case _:
                return self.over_set(self.value(d, scope), local)

    def order(self, d: p.SeatOrder, scope: Scope) -> str:
        return f"seats_from(s[{PLAYING}], s[{DIRECTION}], {self.value(d.start, scope)}, {d.after})"

    def over_set(self, members: str, local: str) -> Loop:
        """The members of a set in ascending order, bit by bit."""
        rest, bit = self.naming.temporary(), self.naming.temporary()
        first = (f"{bit} = {rest} & -{rest}", f"{rest} ^= {bit}", f"{local} = {bit}.bit_length() - 1")
        return Loop((f"{rest} = {members}",), f"while {rest}:", first)

    def _by_place(self, e: p.Scan, scope: Scope) -> tuple[str, str] | None:
        """The cells of a zone that is looked at card by card together with the places: then these need not be searched
        for. The order of the cards must not matter."""
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span) else self.making.folding.folded(e.domain)
        if e.kind == "first" or not isinstance(domain, p.ZoneCards):
            return None
        if p.PlaceOf(p.Local(e.local)) not in {n for n in walk(e) if isinstance(n, p.PlaceOf)}:
            return None
        named = self._cells_of(domain.zone, scope)
        if named is None or named[0].form == "set":
            return None
        return ("in_row", named[1]) if named[0].form == "row" else ("in_columns", f"{named[1]}, {named[0].room}")

    def _loop(self, e: p.Scan, outer: Scope) -> list[str]:
        scope = outer.with_(e.local)
        v = scope.names[e.local]
        placed = self._by_place(e, outer)
        if placed is None:
            loop = self.run_over(e.domain, v, outer)
        else:
            place = self.naming.temporary()
            loop = Loop((), f"for {place}, {v} in {placed[0]}(s, {placed[1]}):", ())
            scope = Scope(scope.names, scope.origin, {**scope.known, p.PlaceOf(p.Local(e.local)): place})
        ahead, first, scope = self.named_parts(e, scope)
        before, inside, after = _LOOPS[e.kind]
        value = "" if e.value is None else self.value(e.value, scope)
        body = [_filled(line, v, value) for line in inside]
        if e.kind == "all":
            test = "False" if e.where is None else f"not {self.truth(e.where, scope)}"
            body = [f"if {test}:", "    return False"]
        elif e.where is not None:
            body = [f"if {self.truth(e.where, scope)}:", *indented(body)]
        return [*ahead, *before, *loop.around([*first, *body]), *after]

    def named_parts(self, e: p.Scan, scope: Scope) -> tuple[list[str], list[str], Scope]:
        """Parts of a loop that are computed once: lines before it, lines that its body begins with, and their names."""
        named = {part: self.naming.temporary() for part in self._same_for_all(e)}
        ahead = [f"{name} = {self.value(part, scope)}" for part, name in named.items()]
        return ahead, [], Scope(scope.names, scope.origin, {**scope.known, **named})

    def _same_for_all(self, e: p.Scan) -> list[p.Expr]:
        """Loops and searches inside a loop that give the same each time. What can go wrong is surely asked for."""
        found: list[p.Expr] = []

        def look(part: object, surely: bool) -> None:
            if isinstance(part, p.Scan | p.PlaceOf):
                fine = surely or not self.facts.may_fault(part)
                if fine and part not in found and not free_locals(part) & bound:
                    found.append(part)
                return
            for at, inner in enumerate(parts(part)):
                look(inner, surely and (at == 0 or not isinstance(part, p.And | p.Or | p.If)))

        inside = [self.making.folding.folded(part) for part in (e.where, e.value) if part is not None]
        bound = {e.local} | {n.local for part in inside for n in walk(part) if isinstance(n, p.Scan)}
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span) else self.making.folding.folded(e.domain)
        for at, part in enumerate(inside):
            look(part, at == 0 and isinstance(domain, p.Const) and domain.value != 0)
        return found

    # ------------------------------------------------------------ records and the rest

    def get_field(self, e: p.GetField, scope: Scope) -> str:
        mask = (1 << e.width) - 1
        shift = f" >> {e.shift}" if e.shift else ""
        found = f"({self.value(e.record, scope)}{shift} & {mask})"
        return found if not e.bias else f"({found} - {e.bias})"

    def put_field(self, e: p.PutField, scope: Scope) -> str:
        record, value = self.value(e.record, scope), self.value(e.value, scope)
        return f"put_field({record}, {value}, {e.shift}, {e.width}, {e.bias}, {self.at(scope)})"

    def sure(self, e: p.Sure, scope: Scope) -> str:
        nothing = p.NO_INT if self.facts.is_int(e.value) else p.NONE
        return f"sure({self.value(e.value, scope)}, {nothing}, {self.naming.origin(e.origin)})"

    def seated(self, e: p.Seated, scope: Scope) -> str:
        cells = {"playing": PLAYING, "direction": DIRECTION}
        return f"s[{cells[e.what]}]"

    def members(self, e: p.Members, scope: Scope) -> str:
        side = self.value(e.side, scope)
        return f"members_of_sides({side})" if e.many else f"SIDE_MEMBERS[{side}]"

    def next_seat(self, e: p.NextSeat, scope: Scope) -> str:
        player = self.value(e.player, scope)
        if self.making.everybody_plays and self.making.one_direction:
            return f"NEXT[{player}]"
        return f"next_after(s[{PLAYING}], s[{DIRECTION}], {player})"

    def const(self, e: p.Const, scope: Scope) -> str:
        return str(e.value) if e.value >= 0 else f"({e.value})"


def _sign(e: p.Expr) -> str:
    """A constant as a part of a name."""
    match e:
        case p.Const(v):
            return str(v).replace("-", "m")
        case p.ZoneAt(zone, None):
            return f"z{zone}"
        case p.ZoneAt(zone, p.Const(key)):
            return f"z{zone}_{key}"
        case _:
            return "x"


def _filled(line: str, variable: str, value: str) -> str:
    return line.replace("$value", value).replace("$v", variable)


# For each kind of loop: the lines before it, those inside where the condition holds, those after it.
_LOOPS: dict[str, tuple[list[str], list[str], list[str]]] = {
    "any": ([], ["return True"], ["return False"]),
    "all": ([], [], ["return True"]),
    "count": (["n = 0"], ["n += 1"], ["return n"]),
    "sum": (["total = 0"], ["total += $value"], ["return total"]),
    "those": (["found = 0"], ["found |= 1 << $v"], ["return found"]),
    "first": ([], ["return $v"], ["return -1"]),
    "max": ([f"best = {-NOT_YET}"], ["x = $value", "if x > best:", "    best = x"],
            [f"return 0 if best == {-NOT_YET} else best"]),
    "min": ([f"best = {NOT_YET}"], ["x = $value", "if x < best:", "    best = x"],
            [f"return 0 if best == {NOT_YET} else best"]),
    "most": ([f"best = {-NOT_YET}", "found = 0"],
             ["x = $value", "if x > best:", "    best = x", "    found = 1 << $v", "elif x == best:",
              "    found |= 1 << $v"], ["return found"]),
    "least": ([f"best = {NOT_YET}", "found = 0"],
              ["x = $value", "if x < best:", "    best = x", "    found = 1 << $v", "elif x == best:",
               "    found |= 1 << $v"], ["return found"]),
}  # fmt: skip

_WRITERS: dict[type, Callable[[Expressions, Any, Scope], str]] = {
    p.Const: Expressions.const,
    p.Local: lambda x, e, scope: x.local(e.index, scope),
    p.VarAt: Expressions.variable,
    p.MarkAt: Expressions.mark,
    p.ZoneAt: Expressions.zone,
    p.ZoneCards: Expressions.zone_cards,
    p.ZoneSize: Expressions.zone_size,
    p.ZoneEnd: Expressions.zone_end,
    p.ZonePlace: Expressions.zone_place,
    p.PlaceOf: lambda x, e, scope: f"place_of(s, {x.bare(e.card, scope)})",
    p.WhereIs: Expressions.where_is,
    p.FaceUpCards: lambda x, e, scope: x.face_up_cards(),
    p.FaceUp: lambda x, e, scope: f"face_up(s, {x.bare(e.card, scope)})",
    p.Guised: lambda x, e, scope: f"guised({x.value(e.card, scope)}, {x.value(e.face, scope)})",
    p.Seated: Expressions.seated,
    p.Op: Expressions.op,
    p.SameCard: Expressions.same_card,
    p.Not: Expressions.truth_value,
    p.And: Expressions.truth_value,
    p.Or: Expressions.truth_value,
    p.If: Expressions.if_,
    p.CardFact: Expressions.card_fact,
    p.Pips: lambda x, e, scope: f"PIPS[{x.value(e.rank, scope)}]",
    p.ColourOf: lambda x, e, scope: f"COLOUR_OF_SUIT[{x.value(e.suit, scope)}]",
    p.FaceCards: Expressions.face_cards,
    p.Single: Expressions.single,
    p.Size: lambda x, e, scope: f"{x.value(e.of, scope)}.bit_count()",
    p.First: Expressions.first,
    p.Scan: Expressions.scan,
    p.CallFunction: Expressions.function,
    p.Permitted: Expressions.permitted,
    p.Offers: Expressions.offers,
    p.NextSeat: Expressions.next_seat,
    p.SideOf: lambda x, e, scope: f"SIDE_OF[{x.value(e.player, scope)}]",
    p.Members: Expressions.members,
    p.GetField: Expressions.get_field,
    p.PutField: Expressions.put_field,
    p.Sure: Expressions.sure,
    p.Builtin: Expressions.builtin,
}
