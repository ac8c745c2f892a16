"""Expressions: names are looked up, types are found and checked, and an expression of a Program comes out.

`lower` may be told what type is wanted; that is how `4` becomes a rank and `at-once` a word of an option. Every
mistake is reported once; a wrong expression has the type ERROR, which fits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from parlour import program as ir
from parlour.base.diagnostics import did_you_mean, listing
from parlour.lang import fold, types
from parlour.lang import syntax as s
from parlour.lang.card_words import card_help
from parlour.lang.handling import declared_beside, needs_order
from parlour.lang.hiding import check_local
from parlour.lang.needed_wording import needed
from parlour.lang.operators import binary
from parlour.lang.symbols import ERROR, WRONG, Scope, Tables, Typed, origin
from parlour.lang.types import expected, in_words
from parlour.lang.vocabulary import FUNCTIONS, TABLE_NAMES
from parlour.program import Const, Expr, Type

SUITS = "CDHS"
JOKER_RANK = 13
JOKER_FACE = 52


class Functions(Protocol):
    """What the expressions need to know about members that have texts of their own."""

    def result(self, name: str) -> tuple[int, Type]:
        """The number and the result type of a function."""

    def permission(self, name: str) -> int: ...

    def question(self, name: str) -> int: ...

    def option(self, scope: Scope, name: str) -> Typed | None:
        """The value of an option as it is seen from a document."""

    def option_names(self, scope: Scope) -> list[str]: ...


@dataclass(frozen=True)
class Domain:
    """What a variable runs over."""

    over: Expr | ir.SeatOrder | ir.Span
    type: Type


class Expressions:
    """Lowers expressions of one composition."""

    def __init__(self, tables: Tables, functions: Functions) -> None:
        self.tables = tables
        self.functions = functions

    # ------------------------------------------------------------ entry points

    def lower(self, node: s.Expr, scope: Scope, want: Type | None = None) -> Typed:
        """An expression; with `want`, converted to that type or complained about."""
        typed = self._by_kind(node, scope, want)
        return typed if want is None else self.fit(typed, want, node)

    def joined(self, node: s.Expr, scope: Scope, want: Type) -> Typed:
        """An expression of this type, or that or none."""
        if want in (types.BOOL, ERROR):
            return self.lower(node, scope, want)
        typed = self._by_kind(node, scope, want)
        fitted = self.fit(typed, types.optional(want), node)
        return Typed(fitted.expr, want) if not typed.type.optional and fitted.type != ERROR else fitted

    def _by_kind(self, node: s.Expr, scope: Scope, want: Type | None) -> Typed:
        match node:
            case s.Number():
                return self._on_number(node, scope, want)
            case s.Truth():
                return self._on_truth(node, scope, want)
            case s.Nothing():
                return self._on_nothing(node, scope, want)
            case s.RankLit():
                return self._on_rank_lit(node, scope, want)
            case s.SuitLit():
                return self._on_suit_lit(node, scope, want)
            case s.CardLit():
                return self._on_card_lit(node, scope, want)
            case s.WordLit():
                return self._on_word_lit(node, scope, want)
            case s.ListLit():
                return self._on_list_lit(node, scope, want)
            case s.RangeLit():
                return self._on_range_lit(node, scope, want)
            case s.Name():
                return self._on_name(node, scope, want)
            case s.Field():
                return self._on_field(node, scope, want)
            case s.Call():
                return self._on_call(node, scope, want)
            case s.May():
                return self._on_may(node, scope, want)
            case s.Possible():
                return self._on_possible(node, scope, want)
            case s.Not():
                return self._on_negation(node, scope, want)
            case s.Minus():
                return self._on_minus(node, scope, want)
            case s.Choice():
                return self._on_choice(node, scope, want)
            case s.Is():
                return self._on_is(node, scope, want)
            case s.Binary():
                return self._on_binary(node, scope, want)
            case s.Quantified():
                return self._on_quantified(node, scope, want)
            case s.Total():
                return self._on_total(node, scope, want)
            case s.Seats():
                return self._on_seats(node, scope, want)
            case s.Make():
                return self._on_make(node, scope, want)
            case s.Changed():
                return self._on_changed(node, scope, want)
            case s.As():
                return self._on_as(node, scope, want)
            case s.Chance():
                return self._on_chance(node, scope, want)

    def condition(self, node: s.Expr, scope: Scope) -> Expr:
        return self.lower(node, scope, types.BOOL).expr

    def fit(self, typed: Typed, want: Type, node: s.Expr) -> Typed:
        """The value as a value of the wanted type."""
        have = typed.type
        if ERROR in (have, want) or have == want:
            return Typed(typed.expr, want if have == ERROR else have)
        expr = typed.expr
        if have == types.NOTHING:
            if want.optional or types.is_set(want):
                return Typed(Const(types.none_of(want)), want)
            return self._misfit(want, "none", node)
        if have.kind == "zone" and want.kind == "cards":
            return Typed(ir.ZoneCards(expr), want)
        if want == types.FACES and have == types.FACE:
            return Typed(fold.single(expr), want)
        if want == types.CARDS and have in (types.FACE, types.FACES):
            faces = fold.single(expr) if have == types.FACE else expr
            return Typed(ir.FaceCards("face", faces), want)
        if want.kind == "card" and have == types.FACE and want != types.FACE:
            return Typed(ir.First(ir.FaceCards("face", fold.single(expr)), cards=True), want)
        if types.set_of(types.plain(have)) == want:
            return Typed(fold.single(expr), want)
        if want.kind == "side" and have.kind == "player":
            return Typed(ir.SideOf(self.needed(expr, have, node)), want)
        if want.kind == "sides" and have.kind == "player":
            nobody = fold.op("==", expr, Const(ir.NONE)) if have.optional else fold.FALSE
            return Typed(fold.choice(nobody, Const(0), fold.single(ir.SideOf(expr))), want)
        if want.kind == "sides" and have.kind == "players":
            side = self.tables.new_local("side", types.SIDE)
            seated = fold.op("&", ir.Members(ir.Local(side)), expr)
            test = fold.negation(fold.op("==", seated, Const(0)))
            return Typed(ir.Scan("those", side, ir.Seated("sides"), test, None), want)
        if (have.kind, have.name) == (want.kind, want.name):
            return Typed(expr if want.optional else self.needed(expr, have, node), want)
        return self._misfit(want, in_words(have), node)

    def _misfit(self, want: Type, have: str, node: s.Expr) -> Typed:
        word = "none" if isinstance(node, s.Nothing) else have
        quoted = want.kind == "enum" and word in self.tables.enums[want.name]
        help_ = f'to use the word of the list, write it in quotes: `"{word}"`' if quoted else None
        self.tables.error("type", f"expected {expected(want)}, found {have}", node.span, help=help_)
        return WRONG

    def needed(self, expr: Expr, type_: Type, node: s.Expr) -> Expr:
        """A value that is used as if it were there."""
        return needed(self.tables, expr, type_, node) if type_.optional else expr

    # ------------------------------------------------------------ literals

    def _on_number(self, node: s.Number, scope: Scope, want: Type | None) -> Typed:
        if want is not None and want.kind in ("rank", "ranks"):
            return self._rank(str(node.value), node)
        return Typed(Const(node.value), types.INT)

    def _on_truth(self, node: s.Truth, scope: Scope, want: Type | None) -> Typed:
        return Typed(Const(int(node.value)), types.BOOL)

    def _on_nothing(self, node: s.Nothing, scope: Scope, want: Type | None) -> Typed:
        return Typed(Const(ir.NONE), types.NOTHING)

    def _on_rank_lit(self, node: s.RankLit, scope: Scope, want: Type | None) -> Typed:
        if want is not None and node.rank == "Jk" and want.kind in ("card", "cards"):
            return Typed(Const(JOKER_FACE), types.FACE)
        return self._rank(node.rank, node)

    def _rank(self, name: str, node: s.Node) -> Typed:
        if name == "Jk":
            return Typed(Const(JOKER_RANK), types.RANK)
        if name not in self.tables.ranks:
            ranks = ", ".join(self.tables.ranks)
            self.tables.error("type", f"unknown rank {name}; the ranks are {ranks} and Jk", node.span)
            return WRONG
        return Typed(Const(self.tables.ranks.index(name)), types.RANK)

    def _on_suit_lit(self, node: s.SuitLit, scope: Scope, want: Type | None) -> Typed:
        return Typed(Const(SUITS.index(node.suit)), types.SUIT)

    def _on_card_lit(self, node: s.CardLit, scope: Scope, want: Type | None) -> Typed:
        rank = self._rank(node.rank, node)
        if rank.type == ERROR or not isinstance(rank.expr, Const):
            return WRONG
        return Typed(Const(rank.expr.value * 4 + SUITS.index(node.suit)), types.FACE)

    def _on_word_lit(self, node: s.WordLit, scope: Scope, want: Type | None) -> Typed:
        found = self._word(node.word, want)
        if found is not None:
            return found
        if want is None or want == ERROR:
            message = "unexpected word in quotes: nothing here expects a word of a list"
            self.tables.error("type", message, node.span, help="write names without quotes")
        elif want.kind in ("enum", "values"):
            words = list(self.tables.enums[want.name])
            message = f"expected {listing(words)}, found `{node.word}`"
            self.tables.unknown("unknown-name", message, node.word, node.span, words)
        else:
            return self._misfit(want, "a word in quotes", node)
        return WRONG

    def _on_list_lit(self, node: s.ListLit, scope: Scope, want: Type | None) -> Typed:
        set_type = want if want is not None and types.is_set(want) else None
        written = [isinstance(item, s.CardLit) for item in node.items]
        if set_type in (None, types.CARDS) and any(written):
            joker = (isinstance(item, s.RankLit) and item.rank == "Jk" for item in node.items)
            if all(w or j for w, j in zip(written, joker, strict=True)):
                set_type = types.FACES
        total: Expr = Const(0)
        for item in node.items:
            member_want = types.member(set_type) if set_type else None
            if isinstance(item, s.RangeLit):
                value = self._on_range_lit(item, scope, set_type)
            else:
                value = self.lower(item, scope, member_want if self.needs_want(item, scope) else None)
            if value.type == types.RANK and set_type == types.FACES:
                value = Typed(Const(JOKER_FACE), types.FACE)
            if value.type == ERROR:
                return WRONG
            plural = value.type if types.is_set(value.type) else types.set_of(types.plain(value.type))
            if plural is None:
                self.tables.error("type", f"a list can't contain {in_words(value.type)}", item.span)
                return WRONG
            set_type = set_type or plural
            total = fold.op("|", total, self.fit(value, set_type, item).expr)
        if set_type is None:
            return Typed(Const(ir.NONE), types.NOTHING)
        return Typed(total, set_type)

    def not_empty(self, node: s.RangeLit, low: Expr, high: Expr) -> None:
        """A range whose ends are written out holds something."""
        literal = isinstance(node.low, s.Number | s.RankLit) and isinstance(node.high, s.Number | s.RankLit)
        if literal and isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
            help_ = "write the lower end first"
            self.tables.error("empty-range", "this range is empty", node.span, help=help_)

    def _on_range_lit(self, node: s.RangeLit, scope: Scope, want: Type | None) -> Typed:
        low, high = self.lower(node.low, scope, types.RANK), self.lower(node.high, scope, types.RANK)
        if ERROR in (low.type, high.type):
            return WRONG
        if not (isinstance(low.expr, Const) and isinstance(high.expr, Const)):
            self.tables.error("type", "the ends of a range of ranks must be constants", node.span)
            return WRONG
        self.not_empty(node, low.expr, high.expr)
        mask = sum(1 << r for r in range(low.expr.value, high.expr.value + 1))
        return Typed(Const(mask), types.RANKS)

    # ------------------------------------------------------------ names

    def _word(self, name: str, want: Type | None) -> Typed | None:
        """A word of the wanted enumeration."""
        if want is None or want.kind not in ("enum", "values"):
            return None
        words = self.tables.enums[want.name]
        return Typed(Const(words.index(name)), Type("enum", want.name)) if name in words else None

    def _plain_name(self, name: str, scope: Scope) -> Typed | None:
        t = self.tables
        if name in scope.names:
            return scope.names[name].value
        if name in t.variables and not t.variable_list[t.variables[name]].keys:
            return Typed(ir.VarAt(t.variables[name]), t.variable_list[t.variables[name]].type)
        if name in t.zones and t.zone_list[t.zones[name]].per == "table":
            return Typed(ir.ZoneAt(t.zones[name]), types.ZONE)
        if name in t.classes:
            return t.classes[name]
        return TABLE_NAMES.get(name)

    def _on_name(self, node: s.Name, scope: Scope, want: Type | None) -> Typed:
        found = self._word(node.id, want) or self._plain_name(node.id, scope)
        if found is not None:
            return found
        t = self.tables
        help_ = None
        if node.id in t.zones or node.id in t.variables:
            help_ = f"there is one for each {self._owners(node.id)}: write `{node.id}(…)`"
        elif node.id in t.functions:
            help_ = f"`{node.id}` is a function: write `{node.id}(…)`"
        elif "-" in node.id and all(self._plain_name(part, scope) for part in node.id.split("-")):
            help_ = f"a minus sign needs spaces around it: `{' - '.join(node.id.split('-'))}`"
        if help_:
            t.error("unknown-name", f"unknown name `{node.id}`", node.span, help=help_)
        elif want is not None and want.kind in ("enum", "values"):
            words = list(t.enums[want.name])
            t.unknown(
                "unknown-name", f"expected {listing(words)}, found `{node.id}`", node.id, node.span,
                [*words, *self._known_names(scope)],
            )  # fmt: skip
        else:
            known = self._known_names(scope)
            help_ = card_help(node.id) or did_you_mean(node.id, known)
            t.error("unknown-name", f"unknown name `{node.id}`", node.span, help=help_)
        return WRONG

    def _owners(self, name: str) -> str:
        """Return what the values of a name with brackets belong to, such as `player`."""
        if name in self.tables.zones:
            return self.tables.zone_list[self.tables.zones[name]].per
        return " and ".join(key.kind for key in self.tables.variable_list[self.tables.variables[name]].keys)

    def _known_names(self, scope: Scope) -> list[str]:
        t = self.tables
        return [*scope.names, *t.variables, *t.zones, *t.classes, *TABLE_NAMES, *t.functions, *FUNCTIONS]

    def needs_want(self, node: s.Expr, scope: Scope) -> bool:
        """Does this say what it is only when something is wanted of it?"""
        if isinstance(node, s.Name):
            return self._plain_name(node.id, scope) is None
        return isinstance(node, s.WordLit | s.Number | s.Nothing | s.ListLit | s.RangeLit | s.RankLit)

    # ------------------------------------------------------------ fields

    def _on_field(self, node: s.Field, scope: Scope, want: Type | None) -> Typed:
        path = _option_path(node)
        if path is not None and "options" not in scope.names and not self._of_an_option(node, path, scope):
            return self._option(node, path, scope)
        of = self.lower(node.of, scope)
        if of.type == ERROR:
            return WRONG
        found = self._field_of(of, node, scope)
        if found is None:
            known = self._fields_known(of.type)
            message = f"{in_words(of.type)} has no field `{node.name}`"
            self.tables.unknown("unknown-field", message, node.name, node.name_span, known)
            return WRONG
        return found

    def _of_an_option(self, node: s.Field, path: str, scope: Scope) -> bool:
        """`options.powers.size` is a field of the option `powers`, unless a rule `powers` has an option `size`."""
        whole = path.partition(".")[0]
        known = self.functions.option_names(scope)
        return "." in path and path not in known and whole in known

    def _option(self, node: s.Field, path: str, scope: Scope) -> Typed:
        found = self.functions.option(scope, path)
        if found is None:
            known = self.functions.option_names(scope)
            message = f"unknown option `{path}`"
            self.tables.unknown("unknown-option", message, path, node.span, known)
            return WRONG
        return found

    def _fields_known(self, of: Type) -> list[str]:
        if of.kind == "record":
            return [f.name for f in self.tables.records[of.name].fields]
        if of.kind == "card":
            return ["rank", "suit", "colour", "place", *self.tables.marks]
        if of.kind == "zone":
            return ["top", "bottom", "size", "cards"]
        return ["size", "first"]

    def _field_of(self, of: Typed, node: s.Field, scope: Scope) -> Typed | None:
        name, kind = node.name, of.type.kind
        if kind == "card":
            return self._card_field(of, name, node, scope)
        if kind == "zone":
            if name in ("top", "bottom"):
                self._ordered(of.expr, name, node)
            return {
                "top": Typed(ir.ZoneEnd(of.expr, bottom=False), types.optional(types.CARD)),
                "bottom": Typed(ir.ZoneEnd(of.expr, bottom=True), types.optional(types.CARD)),
                "size": Typed(ir.ZoneSize(of.expr), types.INT),
                "cards": Typed(ir.ZoneCards(of.expr), types.CARDS),
                "first": Typed(ir.First(ir.ZoneCards(of.expr), cards=True), types.optional(types.CARD)),
            }.get(name)
        if kind == "record":
            fields = {f.name: f for f in self.tables.records[of.type.name].fields}
            f = fields.get(name)
            record = self.needed(of.expr, of.type, node.of)
            return None if f is None else Typed(ir.GetField(record, f.shift, f.width, f.bias), f.type)
        if types.is_set(of.type):
            expr = ir.FaceCards("face", of.expr) if of.type == types.FACES else of.expr
            single = types.CARD if kind == "cards" else types.member(of.type)
            if name == "first":
                return Typed(ir.First(expr, single.kind == "card"), types.optional(single))
            if name == "size":
                if expr == TABLE_NAMES["players"].expr:
                    return Typed(ir.Seated("seats"), types.INT)
                return Typed(fold.size(expr), types.INT)
        return None

    def _ordered(self, zone: Expr, end: str, node: s.Field) -> None:
        """Only a zone with an order has ends."""
        if not isinstance(zone, ir.ZoneAt):
            return
        declared = self.tables.zone_list[zone.zone]
        if not declared.ordered and declared.columns is None:
            called = declared.name if declared.per == "table" else f"{declared.name}(p)"
            others = f"choose one of its cards, or take a random one: `let c = random {called}`"
            own = f"add `ordered: true` to the zone `{declared.name}`, or name one of its cards"
            help_ = own if declared_beside(declared, node.span) else others
            self.tables.error("zone", f"`{declared.name}` has no order, so it has no {end}", node.span, help=help_)

    def _card_field(self, of: Typed, name: str, node: s.Field, scope: Scope) -> Typed | None:
        if name in ("rank", "suit", "colour"):
            if of.type == types.FACE and isinstance(of.expr, Const):
                return _face_fact(name, of.expr.value)
            missing = of.type.optional or (name != "rank" and self.tables.jokers)
            return Typed(ir.CardFact(name, of.expr), Type(name, "", missing))  # type: ignore[arg-type]  # as above
        if name == "place":
            return Typed(ir.PlaceOf(self.needed(of.expr, of.type, node.of)), types.INT)
        if name in self.tables.marks:
            mark = self.tables.marks[name]
            card = self.needed(of.expr, of.type, node.of)
            return Typed(ir.MarkAt(mark, card), self.tables.mark_list[mark].type)
        return None

    # ------------------------------------------------------------ calls

    def arguments(self, call: s.Call, wanted: tuple[Type, ...], what: str, scope: Scope) -> tuple[Expr, ...] | None:
        """The arguments of a call, checked against the types of the parameters."""
        if len(call.args) != len(wanted):
            number = f"{len(wanted)} argument{'s' * (len(wanted) != 1)}" if wanted else "no arguments"
            listed = f" ({', '.join(in_words(w) for w in wanted)})" if wanted else ""
            message = f"{what} `{call.name}` expects {number}{listed}, found {len(call.args) or 'none'}"
            self.tables.error("arity", message, call.span)
            return None
        return tuple(self.lower(a, scope, w).expr for a, w in zip(call.args, wanted, strict=True))

    def melding_known(self, call: s.Call) -> bool:
        if self.tables.composition.sections.get("melding"):
            return True
        message = f"`{call.name}` needs the section `melding:`"
        help_ = "add it, for example `melding: {sets: 3, runs: 3, worth: pips(c.rank)}`"
        self.tables.error("melding", message, call.span, help=help_)
        return False

    def places_known(self, zone: Expr, call: s.Call) -> None:
        needs_order(self.tables, zone, call.args[0].span, "places", columns=True)

    def _on_call(self, node: s.Call, scope: Scope, want: Type | None) -> Typed:
        t = self.tables
        if node.name in t.functions:
            function = t.functions[node.name]
            args = self.arguments(node, function.params.types, "function", scope)
            number, result = self.functions.result(node.name)
            return WRONG if args is None else Typed(ir.CallFunction(number, args), result)
        if node.name in t.zones:
            return self._zone_call(node, scope)
        if node.name in t.variables:
            return self._variable_call(node, scope)
        if node.name in FUNCTIONS:
            return FUNCTIONS[node.name](self, node, scope)
        known = self._known_names(scope)
        if node.name in t.procedures or node.name in t.stages:
            what = "procedure" if node.name in t.procedures else "stage"
            t.error("unknown-name", f"`{node.name}` is a {what}, which has no value", node.span)
        else:
            t.unknown("unknown-name", f"unknown function `{node.name}`", node.name, node.name_span, known)
        return WRONG

    def _zone_call(self, node: s.Call, scope: Scope) -> Typed:
        number = self.tables.zones[node.name]
        zone = self.tables.zone_list[number]
        if zone.per == "table":
            self.tables.error("arity", f"`{node.name}` takes no arguments: it belongs to the whole table", node.span)
            return WRONG
        args = self.arguments(node, (types.PLAYER if zone.per == "player" else types.SIDE,), "zone", scope)
        return WRONG if args is None else Typed(ir.ZoneAt(number, args[0]), types.ZONE)

    def _variable_call(self, node: s.Call, scope: Scope) -> Typed:
        number = self.tables.variables[node.name]
        variable = self.tables.variable_list[number]
        args = self.arguments(node, variable.keys, "variable", scope)
        return WRONG if args is None else Typed(ir.VarAt(number, args), variable.type)

    def _on_may(self, node: s.May, scope: Scope, want: Type | None) -> Typed:
        permission = self.tables.permissions.get(node.call.name)
        if permission is None:
            name = node.call.name
            known = list(self.tables.permissions)
            self.tables.unknown("unknown-name", f"unknown permission `{name}`", name, node.call.name_span, known)
            return WRONG
        self.tables.asked_for.add(node.call.name)
        args = self.arguments(node.call, permission.params.types, "permission", scope)
        number = self.functions.permission(node.call.name)
        return WRONG if args is None else Typed(ir.Permitted(number, args), types.BOOL)

    def _on_possible(self, node: s.Possible, scope: Scope, want: Type | None) -> Typed:
        prompt = self.tables.prompts.get(node.call.name)
        if prompt is None:
            name = node.call.name
            known = list(self.tables.prompts)
            self.tables.unknown("unknown-name", f"unknown question `{name}`", name, node.call.name_span, known)
            return WRONG
        args = self.arguments(node.call, prompt.params.types, "question", scope)
        number = self.functions.question(node.call.name)
        return WRONG if args is None else Typed(ir.Offers(number, args), types.BOOL)

    # ------------------------------------------------------------ operators

    def _on_negation(self, node: s.Not, scope: Scope, want: Type | None) -> Typed:
        return Typed(fold.negation(self.condition(node.value, scope)), types.BOOL)

    def _on_minus(self, node: s.Minus, scope: Scope, want: Type | None) -> Typed:
        return Typed(fold.op("-", Const(0), self.lower(node.value, scope, types.INT).expr), types.INT)

    def _on_choice(self, node: s.Choice, scope: Scope, want: Type | None) -> Typed:
        test = self.condition(node.test, scope)
        first, second = node.then, node.other
        if want is None and self.needs_want(first, scope):
            other = self._by_kind(second, scope, None)
            then = self._by_kind(first, scope, None if other.type == types.NOTHING else types.plain(other.type))
        else:
            then = self._by_kind(first, scope, want)
            hint = None if then.type in (types.NOTHING, ERROR) else types.plain(then.type)
            other = self._by_kind(second, scope, want or hint)
        if ERROR in (then.type, other.type):
            return WRONG
        type_ = want or (other.type if then.type == types.NOTHING else then.type)
        if then.type.optional or other.type.optional:
            type_ = types.optional(type_)
        then, other = self.fit(then, type_, first), self.fit(other, type_, second)
        if ERROR in (then.type, other.type):
            return WRONG
        return Typed(fold.choice(test, then.expr, other.expr, type_.kind == "int"), type_)

    def _on_is(self, node: s.Is, scope: Scope, want: Type | None) -> Typed:
        value = self.lower(node.value, scope)
        if value.type == ERROR:
            return WRONG
        negated = node.negated
        if node.what in ("empty", "cards"):
            if value.type.kind == "zone":
                size: Expr = ir.ZoneSize(value.expr)
            elif types.is_set(value.type):
                size = value.expr
            else:
                what = "is empty" if node.what == "empty" else "has cards"
                message = f"expected a zone or a set before `{what}`, found {in_words(value.type)}"
                self.tables.error("type", message, node.span)
                return WRONG
            empty = fold.op("==", size, Const(0))
            return Typed(fold.negation(empty) if negated != (node.what == "cards") else empty, types.BOOL)
        if not value.type.optional and not self._may_become_none(node.value, value.type):
            self.tables.error("type", f"{in_words(value.type)} is never none", node.span, help="leave out this test")
            return WRONG
        none = fold.op("==", value.expr, Const(types.none_of(value.type)))
        return Typed(fold.negation(none) if negated != (node.what == "some") else none, types.BOOL)

    def _may_become_none(self, node: s.Expr, type_: Type) -> bool:
        """Another rule may give a function a value that can be missing, or add jokers, which have no suit; a frame can
        guard against that."""
        called = isinstance(node, s.Call) and node.name in self.tables.functions
        of_a_card = isinstance(node, s.Field) and type_.kind in ("suit", "colour")
        return (called or of_a_card) and type_.kind not in ("bool", "zone") and not types.is_set(type_)

    def _on_binary(self, node: s.Binary, scope: Scope, want: Type | None) -> Typed:
        return binary(self, node, scope, want)

    # ------------------------------------------------------------ collections

    def domain(self, node: s.Expr, scope: Scope) -> Domain | None:
        """What a variable may run over."""
        if isinstance(node, s.Seats):
            start = self.lower(node.player, scope, types.PLAYER)
            return None if start.type == ERROR else Domain(ir.SeatOrder(start.expr, node.kind == "after"), types.PLAYER)
        if isinstance(node, s.RangeLit):
            if isinstance(node.low, s.RankLit) or isinstance(node.high, s.RankLit):
                ranks = self._on_range_lit(node, scope, None)
                return None if ranks.type == ERROR else Domain(ranks.expr, types.RANK)
            low, high = self.lower(node.low, scope), self.lower(node.high, scope)
            if ERROR in (low.type, high.type):
                return None
            base = types.RANK if types.RANK in (low.type, high.type) else types.INT
            self.not_empty(node, low.expr, high.expr)
            return Domain(ir.Span(self.fit(low, base, node.low).expr, self.fit(high, base, node.high).expr), base)
        value = self.lower(node, scope)
        if value.type.kind == "zone":
            value = self.fit(value, types.CARDS, node)
        if value.type == types.FACES:
            value = self.fit(value, types.CARDS, node)
        if value.type == ERROR:
            return None
        if not types.is_set(value.type):
            self.tables.error("type", f"expected a set, a zone or a range, found {in_words(value.type)}", node.span)
            return None
        return Domain(value.expr, types.member(value.type))

    def each(self, node: s.Each, scope: Scope) -> tuple[int, Domain, Expr | None, Scope] | None:
        """The variable, what it runs over, under which condition, and the scope in which it is known. With `most`
        or `least` the domain is already narrowed down."""
        domain = self.domain(node.domain, scope)
        if domain is None:
            return None
        check_local(self.tables, scope, node.var, node.var_span)
        local = self.tables.new_local(node.var, domain.type)
        inner = scope.child()
        inner.bind(node.var, Typed(ir.Local(local), domain.type))
        where = self.condition(node.where, inner) if node.where is not None else None
        if node.order is not None and node.by is not None:
            if types.set_of(domain.type) is None:
                message = f"`with {node.order}` needs members of a set, but `{node.var}` is {in_words(domain.type)}"
                value_of = f"{node.order} {node.var} for {node.var} in {node.domain.span.text}"
                help_ = f"to get the value itself, write `{value_of}`"
                self.tables.error("type", message, node.by.span, help=help_)
                return None
            value = self.lower(node.by, inner, types.INT).expr
            kind = "most" if node.order == "most" else "least"
            narrowed = ir.Scan(kind, local, domain.over, where, value)  # type: ignore[arg-type]  # two literals
            outer = self.tables.new_local(node.var, domain.type)
            inner = scope.child()
            inner.bind(node.var, Typed(ir.Local(outer), domain.type))
            return outer, Domain(narrowed, domain.type), None, inner
        return local, domain, where, inner

    def _on_quantified(self, node: s.Quantified, scope: Scope, want: Type | None) -> Typed:
        found = self.each(node.each, scope)
        if found is None:
            return WRONG
        local, domain, where, _ = found
        whole = types.set_of(domain.type)
        if node.kind == "no":
            return Typed(fold.negation(ir.Scan("any", local, domain.over, where, None)), types.BOOL)
        if node.kind in ("any", "all"):
            return Typed(ir.Scan(node.kind, local, domain.over, where, None), types.BOOL)  # type: ignore[arg-type]  # any or all
        if node.kind == "count":
            return Typed(ir.Scan("count", local, domain.over, where, None), types.INT)
        if node.kind == "the":
            return Typed(ir.Scan("first", local, domain.over, where, None), types.optional(domain.type))
        if whole is None:
            self.tables.error("type", f"`those` makes a set, which can't contain {in_words(domain.type)}", node.span)
            return WRONG
        if where is None and not isinstance(domain.over, ir.SeatOrder | ir.Span):
            return Typed(domain.over, whole)
        return Typed(ir.Scan("those", local, domain.over, where, None), whole)

    def _on_total(self, node: s.Total, scope: Scope, want: Type | None) -> Typed:
        found = self.each(node.each, scope)
        if found is None:
            return WRONG
        local, domain, where, inner = found
        value = self.lower(node.value, inner, types.INT).expr
        kind = {"sum": "sum", "most": "max", "least": "min"}[node.kind]
        return Typed(ir.Scan(kind, local, domain.over, where, value), types.INT)  # type: ignore[arg-type]  # as listed

    def _on_seats(self, node: s.Seats, scope: Scope, want: Type | None) -> Typed:
        domain = self.domain(node, scope)
        if domain is None:
            return WRONG
        local = self.tables.new_local("seat", types.PLAYER)
        return Typed(ir.Scan("those", local, domain.over, None, None), types.PLAYERS)

    # ------------------------------------------------------------ records, guises, chance

    def _on_make(self, node: s.Make, scope: Scope, want: Type | None) -> Typed:
        record = self.tables.records.get(node.record)
        if record is None:
            known = list(self.tables.records)
            self.tables.unknown("unknown-type", f"unknown record `{node.record}`", node.record, node.span, known)
            return WRONG
        start = sum((f.default + f.bias) << f.shift for f in record.fields)
        return self._with_fields(Typed(Const(start), Type("record", node.record)), node.fields, scope)

    def _on_changed(self, node: s.Changed, scope: Scope, want: Type | None) -> Typed:
        value = self.lower(node.value, scope)
        if value.type == ERROR:
            return WRONG
        if value.type.kind != "record":
            self.tables.error("type", f"expected a record before `but`, found {in_words(value.type)}", node.span)
            return WRONG
        there = Typed(self.needed(value.expr, value.type, node.value), types.plain(value.type))
        return self._with_fields(there, node.fields, scope)

    def _with_fields(self, start: Typed, given: tuple[s.FieldValue, ...], scope: Scope) -> Typed:
        fields = {f.name: f for f in self.tables.records[start.type.name].fields}
        expr = start.expr
        for item in given:
            f = fields.get(item.name)
            if f is None:
                message = f"the record `{start.type.name}` has no field `{item.name}`"
                self.tables.unknown("unknown-field", message, item.name, item.span, list(fields))
                return WRONG
            value = self.lower(item.value, scope, f.type).expr
            if isinstance(expr, Const) and isinstance(value, Const):
                cleared = expr.value & ~(((1 << f.width) - 1) << f.shift)
                expr = Const(cleared | (value.value + f.bias) << f.shift)
            else:
                expr = ir.PutField(expr, f.shift, f.width, f.bias, value, origin(scope.document, item.span))
        return Typed(expr, start.type)

    def _on_as(self, node: s.As, scope: Scope, want: Type | None) -> Typed:
        card = self.lower(node.card, scope, types.CARD)
        face = self.lower(node.face, scope)
        if ERROR in (card.type, face.type):
            return WRONG
        if face.type.kind != "card":
            return self._misfit(types.CARD, in_words(face.type), node.face)
        shown = face.expr if face.type == types.FACE else ir.CardFact("face", face.expr)
        return Typed(ir.Guised(card.expr, shown), types.CARD)

    def _on_chance(self, node: s.Chance, scope: Scope, want: Type | None) -> Typed:
        self.tables.error("chance", "`random` can only come right after `=`, as in `x = random players`", node.span)
        return WRONG


def _option_path(node: s.Field) -> str | None:
    """`options.a` → a; `options.rule.a` → rule.a."""
    if isinstance(node.of, s.Name) and node.of.id == "options":
        return node.name
    if isinstance(node.of, s.Field) and isinstance(node.of.of, s.Name) and node.of.of.id == "options":
        return f"{node.of.name}.{node.name}"
    return None


def _face_fact(name: str, face: int) -> Typed:
    if face == JOKER_FACE:
        return Typed(Const(JOKER_RANK if name == "rank" else ir.NONE), Type(name))  # type: ignore[arg-type]  # as below
    suit = face % 4
    value = {"rank": face // 4, "suit": suit, "colour": int(suit in (1, 2))}[name]
    return Typed(Const(value), Type(name))  # type: ignore[arg-type]  # one of three literals
