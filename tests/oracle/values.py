"""Expressions (docs/language.md, sections 3 and 5), evaluated one after the other from left to right.

A value is a number, True, False, None, a word, or one of `things`. A set is a frozenset. Where a member is expected to
work as another type (a number as a rank, a player as a side, a zone as its cards), `Values` says so once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from oracle import melds
from oracle.kinds import Kinds
from oracle.mix import Part
from oracle.things import Card, Face, Guised, Player, Rank, Record, Sides, Span, Stopped, Zone
from parlour.lang import syntax as s


@dataclass
class Scope:
    """The names of one place, and the document that it is in. A block has a scope of its own inside another."""

    part: Part
    names: dict[str, object] = field(default_factory=dict)
    outer: Scope | None = None

    def inner(self, **names: object) -> Scope:
        return Scope(self.part, names, self)

    def home(self, name: str) -> Scope | None:
        if name in self.names:
            return self
        return None if self.outer is None else self.outer.home(name)


class Values(Kinds):
    """The values of expressions in a state."""

    # ------------------------------------------------------------ expressions

    def value(self, node: object, scope: Scope) -> object:
        return getattr(self, f"_{type(node).__name__}")(node, scope)

    def true(self, node: object, scope: Scope) -> bool:
        value = self.value(node, scope)
        assert isinstance(value, bool), (node, value)
        return value

    def number(self, node: object, scope: Scope) -> int:
        value = self.value(node, scope)
        assert type(value) is int, (node, value)
        return value

    def _Number(self, node: s.Number, scope: Scope) -> object:
        return node.value

    def _Truth(self, node: s.Truth, scope: Scope) -> object:
        return node.value

    def _Nothing(self, node: s.Nothing, scope: Scope) -> object:
        return None

    def _RankLit(self, node: s.RankLit, scope: Scope) -> object:
        return self._bare(node.rank)

    def _SuitLit(self, node: s.SuitLit, scope: Scope) -> object:
        return self.deck.suit(node.sign)

    def _WordLit(self, node: s.WordLit, scope: Scope) -> object:
        return self._word(node.word)

    def _bare(self, word: str) -> object:
        """Return what a word without quotes means: a rank rather than the card of this name. Where a card is expected,
        `cards` and `same` take the card."""
        return self.deck.rank(word) or self._word(word)

    def _word(self, word: str) -> object:
        for known in (self.deck.face, self.deck.rank, self.deck.suit, self.deck.colour):
            thing = known(word)
            if thing is not None:
                return thing
        return word

    def _CardLit(self, node: s.CardLit, scope: Scope) -> object:
        face = self.deck.face(node.name)
        assert face is not None, node.name
        return face

    def _ListLit(self, node: s.ListLit, scope: Scope) -> object:
        members: set[object] = set()
        for item in node.items:
            value = self.value(item, scope)
            members |= self.as_set(value)
        if any(isinstance(member, Card | Guised | Face) for member in members):
            members = {m.card if isinstance(m, Guised) else self.as_card(m) for m in members}
        if any(isinstance(member, Rank) for member in members):
            members = set(map(self.as_rank, members))
        return frozenset(members)

    def _RangeLit(self, node: s.RangeLit, scope: Scope) -> object:
        return Span(self.value(node.low, scope), self.value(node.high, scope))

    def _Name(self, node: s.Name, scope: Scope) -> object:
        return self.named(node.id, scope)

    def named(self, name: str, scope: Scope) -> object:
        home = scope.home(name)
        if home is not None:
            return home.names[name]
        state = self.state
        if (name, ()) in state.variables:
            return state.variables[name, ()]
        if (name, ()) in state.zones:
            return state.zones[name, ()]
        if name in self.class_names:
            return self.class_of(name)
        if name in state.words:
            return frozenset(state.words[name])
        match name:
            case "players":
                return frozenset(state.players)
            case "playing":
                return frozenset(state.playing)
            case "sides":
                return Sides(state.sides)
            case "pack":
                return frozenset(state.pack)
            case "direction":
                return state.direction
            case "suits":
                return frozenset(self.deck.suits)
            case "ranks":
                return frozenset(rank for rank in self.deck.ranks if rank.ordered)
            case "colours":
                return frozenset(self.deck.colours)
        return self._bare(name)

    def _Not(self, node: s.Not, scope: Scope) -> object:
        return not self.true(node.value, scope)

    def _Minus(self, node: s.Minus, scope: Scope) -> object:
        return -self.number(node.value, scope)

    def _Choice(self, node: s.Choice, scope: Scope) -> object:
        value = self.value(node.then if self.true(node.test, scope) else node.other, scope)
        return self.as_set(value) if isinstance(value, Zone) and not self.is_zone(node, scope) else value

    def is_zone(self, node: object, scope: Scope) -> bool:
        """True for a zone. `cset if flag else pile` is a set of cards."""
        if isinstance(node, s.Choice):
            return self.is_zone(node.then, scope) and self.is_zone(node.other, scope)
        try:
            return isinstance(self.value(node, scope), Zone)
        except Stopped:  # the other part of a choice can fail; those that the forms have are zones
            return True

    def _Given(self, node: s.Given, scope: Scope) -> object:
        inner = scope.inner()
        for let in node.lets:
            inner.names[let.name] = self.value(let.value, inner)
        return self.value(node.value, inner)

    def _Binary(self, node: s.Binary, scope: Scope) -> object:
        if node.op == "and":
            return self.true(node.left, scope) and self.true(node.right, scope)
        if node.op == "or":
            return self.true(node.left, scope) or self.true(node.right, scope)
        a = self.value(node.left, scope)
        if node.op in ("in", "not in") and self._is_compared(a, node.right):
            return self._is_among(a, node.right, scope) == (node.op == "in")
        b = self.value(node.right, scope)
        a, b = self._meant(node.left, a, b), self._meant(node.right, b, a)
        if isinstance(b, Face) and node.op in ("in", "not in"):
            b = self.cards(b)  # only a list of literals is about what a card shows
        match node.op:
            case "==":
                return self.same(a, b)
            case "!=":
                return not self.same(a, b)
            case "in":
                return self.holds_member(b, a)
            case "not in":
                return not self.holds_member(b, a)
            case "<" | "<=" | ">" | ">=":
                if node.op in (">", "<="):
                    return self._is_at_most(a, b) == (node.op == "<=")
                return self._is_at_most(b, a) == (node.op == ">=")
        if node.op == "&" or not (isinstance(a, int) and isinstance(b, int)):
            if any(map(self._has_cards, (node.left, node.right))):
                a, b = self.cards(a), self.cards(b)  # `Jk` is a card beside them, even if there are none
            return self.joined(node.op, a, b)
        match node.op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "//" | "mod":
                if b == 0:
                    raise Stopped("division by 0")
                return a // b if node.op == "//" else a % b
        raise AssertionError(node.op)

    def _is_compared(self, value: object, members: s.Expr) -> bool:
        """True for a number before a range or list, and a rank before a range: they are compared part by part."""
        ranked = isinstance(value, Rank | Face | str) and isinstance(members, s.RangeLit)
        return ranked or (isinstance(value, int) and isinstance(members, s.RangeLit | s.ListLit))

    def _is_among(self, value: object, members: s.Expr, scope: Scope) -> bool:
        """`n in [2, 4..6]` is `n == 2 or n >= 4 and n <= 6`, and stops where these stop."""
        match members:
            case s.ListLit(_, items):
                return any(self._is_among(value, item, scope) for item in items)
            case s.RangeLit(_, low, high):
                from_low = self._is_at_most(self.value(low, scope), value)
                return from_low and self._is_at_most(value, self.value(high, scope))
        return self.same(value, self.value(members, scope))

    def _is_at_most(self, one: object, other: object) -> bool:
        """True if the first of two numbers or ranks is at most the other."""
        if isinstance(one, int) and isinstance(other, int):
            return one <= other
        return self.as_rank(one).place <= self.as_rank(other).place

    def _meant(self, node: object, value: object, other: object) -> object:
        """Return the word that a name means beside a word of its list; there it comes before everything so called."""
        if not isinstance(node, s.Name) or not isinstance(other, str):
            return value
        return node.id if any({node.id, other} <= {*words} for words in self.state.word_lists) else value

    def _has_cards(self, node: object) -> bool:
        """True for a variable that is a set of cards."""
        name = node.id if isinstance(node, s.Name) else node.name if isinstance(node, s.Call) else None
        return getattr(self.state.variable_types.get(name), "name", None) == "cards"

    def _Is(self, node: s.Is, scope: Scope) -> object:
        log = self.log_named(node.value, scope)
        value = self.value(node.value, scope) if log is None else log
        match node.what:
            case "none":
                result = value is None
            case "some":
                result = value is not None
            case "on":
                result = self.state.is_on(str(value))
            case "off":
                result = not self.state.is_on(str(value))
            case "empty":
                result = self.size(value) == 0
            case _:
                result = self.size(value) > 0
        return result != node.negated

    def size(self, value: object) -> int:
        if isinstance(value, list):
            return len(value)
        if isinstance(value, Zone):
            return len(value.cards)
        members = self.as_set(value)
        return len(self.cards(members)) if any(isinstance(m, Face) for m in members) else len(members)

    def _As(self, node: s.As, scope: Scope) -> object:
        card, face = self.value(node.card, scope), self.value(node.face, scope)
        if card is None:
            return None
        shown = self.shown(face)
        assert shown is not None
        return Guised(card.card if isinstance(card, Guised) else card, shown)

    def _Make(self, node: s.Make, scope: Scope) -> object:
        return self.record(node.record, node.fields, scope)

    def record(self, kind: str, given: tuple[s.FieldValue, ...], scope: Scope) -> Record:
        values = {f.name: self.value(f.value, scope) for f in given}
        fields = self.state.records[kind]
        return Record(kind, tuple((n, self.fit(values[n], t) if n in values else d) for n, (t, d) in fields.items()))

    def _Changed(self, node: s.Changed, scope: Scope) -> object:
        record = self.value(node.value, scope)
        assert isinstance(record, Record)
        types = self.state.records[record.kind]
        return record.but(**{f.name: self.fit(self.value(f.value, scope), types[f.name][0]) for f in node.fields})

    def _Seats(self, node: s.Seats, scope: Scope) -> object:
        """Return players in turn order: a tuple, because this order isn't that of the seats."""
        player = self.value(node.player, scope)
        assert isinstance(player, Player)
        return self.state.seats_from(player, after=node.kind == "after")

    # ------------------------------------------------------------ fields

    def _Field(self, node: s.Field, scope: Scope) -> object:
        if isinstance(node.of, s.Name) and node.of.id == "options":
            return self.option(node.name, scope.part)
        if isinstance(node.of, s.Field) and isinstance(node.of.of, s.Name) and node.of.of.id == "options":
            other = node.of.name, node.name
            if other in self.state.options:
                return self.state.options[other]
        log = self.log_named(node.of, scope)
        of = self.value(node.of, scope) if log is None else log
        return self.field(of, node.name)

    def option(self, name: str, part: Part) -> object:
        """Return an option: of the document itself, or of its frames and games."""
        options = self.state.options
        if (part.document.id, name) in options:
            return options[part.document.id, name]
        return next(v for (d, n), v in options.items() if n == name and d in self.state.frames)

    def log_named(self, node: object, scope: Scope) -> list[object] | None:
        if isinstance(node, s.Name) and node.id in self.state.logs and scope.home(node.id) is None:
            return self.state.logs[node.id]
        return None

    def field(self, of: object, name: str) -> object:
        if isinstance(of, list):
            return len(of) if name == "size" else (of or [None])[0 if name == "first" else -1]
        if isinstance(of, Record):
            return of.get(name)
        if isinstance(of, Zone):
            match name:
                case "top":
                    return of.cards[-1] if of.cards else None
                case "bottom":
                    return of.cards[0] if of.cards else None
                case "cards":
                    return frozenset(of.cards)
                case "size":
                    return len(of.cards)
        if name in ("size", "first") and not isinstance(of, frozenset | tuple):
            of = self.as_set(of)  # a member works as a set
        if isinstance(of, frozenset | Zone | tuple):
            if name == "size":
                return self.size(of)
            if name == "first":
                return next(iter(of if isinstance(of, tuple) else self.in_order(of)), None)
        if name in ("rank", "suit", "colour"):
            face = self.shown(of)
            if face is None:
                return None
            if name == "colour":
                return None if face.suit is None else face.suit.colour
            return getattr(face, name)
        if isinstance(of, Card | Guised):
            card = of.card if isinstance(of, Guised) else of
            if name == "place":
                zone = self.state.zone_of(card)
                return zone.places.index(card) + 1
            if name in self.state.marks:
                return self.state.mark(name, card)
            face = self.shown(of)
            assert face is not None
            return face.facts[name]
        if isinstance(of, Face):
            return of.facts[name]
        raise AssertionError((of, name))

    # ------------------------------------------------------------ all, count, those, sum …

    def each(self, node: s.Each, scope: Scope) -> Iterator[tuple[object, Scope]]:
        """Yield the members of a domain that fit, in their order, each with a scope in which it has its name."""
        domain = node.domain
        members: Iterable[object]
        if isinstance(domain, s.SetsAmong):
            members = self.sets_among(domain, scope)
        else:
            log = self.log_named(domain, scope)
            value = self.value(domain, scope) if log is None else log
            members = list(value) if isinstance(value, list | tuple) else self.in_order(value)
        for member in members:
            inner = scope.inner(**{node.var: member})
            if node.where is None or self.true(node.where, inner):
                yield member, inner

    def chosen(self, node: s.Each, scope: Scope) -> list[object]:
        """Return the members of a domain that fit, with `with most` and `with least`."""
        fitting = list(self.each(node, scope))
        if node.order is None or not fitting:
            return [member for member, _ in fitting]
        values = [self.measured(node.by, inner) for _, inner in fitting]
        best = max(values) if node.order == "most" else min(values)
        return [member for (member, _), value in zip(fitting, values, strict=True) if value == best]

    def measured(self, node: object, scope: Scope) -> int:
        value = self.value(node, scope)
        if isinstance(value, Rank):
            return value.place
        assert isinstance(value, int), (node, value)
        return value

    def sets_among(self, node: s.SetsAmong, scope: Scope) -> Iterator[frozenset[object]]:
        low, high = self.number(node.low, scope), self.number(node.high, scope)
        cards = self.in_order(self.value(node.of, scope))
        if node.limit is not None and len(cards) > self.number(node.limit, scope):
            raise Stopped("more cards than the limit")
        for size in range(max(low, 0), min(high, len(cards)) + 1):
            yield from map(frozenset, combinations(cards, size))

    def _Quantified(self, node: s.Quantified, scope: Scope) -> object:
        match node.kind:
            case "any":
                return any(True for _ in self.each(node.each, scope))
            case "no":
                return not any(True for _ in self.each(node.each, scope))
            case "all":
                return self._all(node.each, scope)
            case "count":
                return len(self.chosen(node.each, scope))
            case "the":
                return next(iter(self.chosen(node.each, scope)), None)
            case _:
                members = self.chosen(node.each, scope)
                return Sides(members) if isinstance(self.value(node.each.domain, scope), Sides) else frozenset(members)

    def _all(self, each: s.Each, scope: Scope) -> bool:
        whole = s.Each(each.span, each.var, each.var_span, each.domain, None, None, None)
        return each.where is None or all(self.true(each.where, inner) for _, inner in self.each(whole, scope))

    def _Total(self, node: s.Total, scope: Scope) -> object:
        values = [self.measured(node.value, inner) for _, inner in self.each(node.each, scope)]
        if node.kind == "sum":
            return sum(values)
        return (max if node.kind == "most" else min)(values, default=0)

    # ------------------------------------------------------------ calls

    def _Call(self, node: s.Call, scope: Scope) -> object:
        name = node.name
        if name in self.state.logs:
            return self.state.logs[name][self.number(node.args[0], scope) - 1]
        args = [self.value(arg, scope) for arg in node.args]
        if name in self.state.zone_names:
            key = self.state.key(name, args)
            if (name, key) not in self.state.zones:
                raise Stopped(f"no zone {name} {key}")
            return self.state.zones[name, key]
        if name in self.state.variable_types:
            key = self.state.key(name, args)
            if (name, key) not in self.state.variables:
                raise Stopped(f"no variable {name} {key}")
            return self.state.variables[name, key]
        return self.call(name, args)

    def call(self, name: str, args: list[object]) -> object:
        return self.builtin(name, args)

    def builtin(self, name: str, args: list[object]) -> object:
        state = self.state
        match name, args:
            case "next" | "previous", [Player() as player]:
                return state.neighbour(player, -1 if name == "previous" else 1)
            case "side", [who]:
                return self.as_side(who)
            case "members", [sides]:
                return frozenset(Player(seat) for side in self.as_set(sides) for seat in self.as_side(side).seats)
            case "pips", [rank]:
                return self.as_rank(rank).pips
            case "order", [rank]:
                return self.as_rank(rank).place
            case "min", [int() as a, int() as b]:
                return min(a, b)
            case "max", [int() as a, int() as b]:
                return max(a, b)
            case "card_at", [Zone() as zone, int() as n]:
                return zone.places[n - 1] if 1 <= n <= len(zone.places) else None
            case "face_up", [card]:
                card = card.card if isinstance(card, Guised) else card
                assert isinstance(card, Card)
                return card in state.zone_of(card).up
            case "colour_of", [suit]:
                return suit.colour
            case "of_rank" | "of_suit", [wanted]:
                among, fact = self.as_set(wanted), name[3:]
                return frozenset(c for c in state.pack if self.holds_member(among, self.field(c.face, fact)))
        melding = melds.Melding(self)
        sets = [self.cards(arg) for arg in args]
        match name:
            case "is_meld":
                return melding.is_meld(sets[0])
            case "deadwood":
                return melding.deadwood(sets[0])
            case "melded":
                return melding.melded(sets[0])
            case "meld_of":
                return melding.meld_of(next(iter(sets[0])), sets[1])
            case "lay_off":
                return melding.lay_off(sets[0], sets[1:])
        raise AssertionError(f"unknown function {name}")
