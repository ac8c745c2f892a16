"""Loops over sets, seats and numbers. None is one expression in Python, so each becomes a function of the source; where
a set says the same, there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour import program as p
from parlour.generated.naming import Scope, definition, indented
from parlour.generated.zones import Zones
from parlour.machine.facts import simple
from parlour.machine.layout import DIRECTION, PLAYING, none_of
from parlour.machine.scans import as_set_of
from parlour.program.walking import free_locals, parts, substitute, walk

NOT_YET = 1 << 60  # further from zero than any number of a ruleset


@dataclass(frozen=True)
class Loop:
    """How a loop begins: what comes before it, the line that opens it, what its body begins with."""

    before: tuple[str, ...]
    opening: str
    first: tuple[str, ...]

    def around(self, body: list[str]) -> list[str]:
        return [*self.before, self.opening, *indented([*self.first, *body])]


class Loops(Zones):
    def scan(self, e: p.Scan, scope: Scope) -> str:
        chosen = None
        if self._by_place(e, scope) is None:
            chosen = as_set_of(self.program, self.facts, self.making.vectorise, e)
        if chosen is not None:
            if e.kind in _OF_A_SET:
                return self._of_set(e.kind, chosen, scope)
            if e.kind == "first":
                return self.value(p.First(chosen, cards=True), scope)
            e = p.Scan(e.kind, e.local, chosen, None, e.value)
        known = {local: scope.names[local] for local in sorted(free_locals(e) & set(scope.names))}
        params = [text for text in known.values() if text.isidentifier()]  # what stands in a cell stands there too
        places = tuple(node.origin for node in walk(e) if isinstance(node, p.Op | p.PutField))
        key = (e, tuple(known.values()), places, scope.origin)
        name = self.naming.scans.setdefault(key, f"scan_{len(self.naming.scans)}")
        inside = Scope(known, scope.origin)
        self.naming.function(name, lambda: definition(name, params, self._at_once(e, inside) or self._loop(e, inside)))
        return f"{name}({', '.join(['s', *params])})"

    def _at_once(self, e: p.Scan, scope: Scope) -> list[str] | None:
        """A loop over cards that asks a function of the card and of something dear: if there are cards at all, that is
        worked out once, and then the condition may be one on sets."""
        called = None if e.where is None else self.facts.called(self.making.folding.folded(e.where))
        if called is None or e.kind not in _OF_A_SET or isinstance(e.domain, p.SeatOrder | p.Span):
            return None
        dear = {param: arg for param, arg in called.given.items() if not simple(arg)}
        if not dear or any(e.local in free_locals(arg) for arg in dear.values()):
            return None
        body = substitute(called.body, {param: arg for param, arg in called.given.items() if param not in dear})
        opened = replace(e, domain=p.Local(e.local), where=self.making.folding.folded(body))
        chosen = as_set_of(self.program, self.facts, self.making.vectorise, opened)
        if chosen is None:
            return None
        held = self.naming.temporary()
        lines = [f"{held} = {self.value(e.domain, scope)}", f"if not {held}:", f"    return {_OF_A_SET[e.kind]}"]
        names = {e.local: held}
        for param, arg in dear.items():
            names[param] = self.naming.temporary()
            lines.append(f"{names[param]} = {self.value(arg, scope)}")
        found = self._of_set(e.kind, chosen, replace(scope, names={**scope.names, **names}))
        return [*lines, f"return {found}"]

    def _of_set(self, kind: str, chosen: p.Expr, scope: Scope) -> str:
        """What a loop gives whose condition is true of the cards of a set, or of `all` false."""
        match kind:
            case "any":
                return f"({self.value(chosen, scope)} != 0)"
            case "all":
                return f"(not {self.value(chosen, scope)})"
            case "count":
                return self.value(p.Size(chosen), scope)
            case _:
                return self.value(chosen, scope)

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

    def _in_order(self, e: p.Scan, local: str, scope: Scope) -> Loop | None:
        """Where it matters in which order cards are looked at, and numbers don't tell."""
        if e.kind != "first" or isinstance(e.domain, p.SeatOrder | p.Span) or not self.by_order(e.local):
            return None
        return Loop((), f"for {local} in in_order(s, {self.value(e.domain, scope)}):", ())

    def by_order(self, local: int) -> bool:
        """Does this local stand for cards some of which may be identical?"""
        return self.making.order.possible and self.program.locals[local][1].kind == "card"

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
        named = self.cells_of(domain.zone, scope)
        if named is None or named[0].form == "set":
            return None
        return ("in_row", named[1]) if named[0].form == "row" else ("in_columns", f"{named[1]}, {named[0].room}")

    def _loop(self, e: p.Scan, outer: Scope) -> list[str]:
        scope = outer.with_(e.local)
        v = scope.names[e.local]
        placed = self._by_place(e, outer)
        if placed is None:
            loop = self._in_order(e, v, outer) or self.run_over(e.domain, v, outer)
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
        missing = str(none_of(self.program.locals[e.local][1]))
        after = [line.replace("$none", missing) for line in after]
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


def _filled(line: str, variable: str, value: str) -> str:
    return line.replace("$value", value).replace("$v", variable)


# Loops of which it is enough to know the cards that fulfil the condition, with what they give when there are no cards.
_OF_A_SET = {"any": "False", "all": "True", "count": "0", "those": "0"}

# For each kind of loop: the lines before it, those inside where the condition holds, those after it.
_LOOPS: dict[str, tuple[list[str], list[str], list[str]]] = {
    "any": ([], ["return True"], ["return False"]),
    "all": ([], [], ["return True"]),
    "count": (["n = 0"], ["n += 1"], ["return n"]),
    "sum": (["total = 0"], ["total += $value"], ["return total"]),
    "those": (["found = 0"], ["found |= 1 << $v"], ["return found"]),
    "first": ([], ["return $v"], ["return $none"]),
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
