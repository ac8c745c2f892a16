"""Lowering expressions: resolving names, inferring and checking types, and building expressions of a Program.

`lower` accepts an expected type, by which `4` becomes a rank and `at-once` a word of an option. Each mistake is
reported once; a wrong expression has the type ERROR, which fits everywhere. `literals`, `fields`, `quantifiers` and
`operators` lower their kinds of expressions.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour import program as ir
from parlour.base.diagnostics import listing, nearest
from parlour.base.source import Span
from parlour.lang import fields, logs, quantifiers, types
from parlour.lang import syntax as s
from parlour.lang.card_words import KINDS, design_help, names_in_words, names_of
from parlour.lang.handling import needs_order
from parlour.lang.literals import as_face, cards_of, literal
from parlour.lang.lowerer import Functions
from parlour.lang.needed_wording import needed
from parlour.lang.operators import binary
from parlour.lang.quantifiers import Domain
from parlour.lang.switches import RULE, SWITCHABLE, is_on
from parlour.lang.symbols import ERROR, WRONG, Declared, Scope, Tables, Typed, origin, type_by_name
from parlour.lang.types import condition_help, expected, in_words
from parlour.lang.vocabulary import FUNCTIONS, TABLE_NAMES
from parlour.program import Const, Expr, Type, fold

_MEANT = dict.fromkeys(("null", "nil", "None", "undefined"), "write `none`") | dict.fromkeys(
    ("empty", "nobody", "nothing"), "an empty set is `[]`; to test a set, write `is empty`"
)


class Expressions:
    """Lowers expressions of one composition."""

    def __init__(self, tables: Tables, functions: Functions) -> None:
        self.tables = tables
        self.functions = functions

    # ------------------------------------------------------------ entry points

    def lower(self, node: s.Expr, scope: Scope, want: Type | None = None) -> Typed:
        """Lower an expression; with `want`, convert it to that type or report it."""
        typed = self._by_kind(node, scope, want)
        return typed if want is None else self.fit(typed, want, node)

    def joined(self, node: s.Expr, scope: Scope, want: Type) -> Typed:
        """Lower an expression to this type, or to the type with `or none`."""
        if want in (types.BOOL, ERROR):
            return self.lower(node, scope, want)
        typed = self._by_kind(node, scope, want)
        fitted = self.fit(typed, types.optional(want), node)
        return Typed(fitted.expr, want) if not typed.type.optional and fitted.type != ERROR else fitted

    def _by_kind(self, node: s.Expr, scope: Scope, want: Type | None) -> Typed:
        match node:
            case s.Name():
                return self._on_name(node, scope, want)
            case s.Field():
                return fields.field_of(self, node, scope)
            case s.Call():
                return self._on_call(node, scope)
            case (
                s.Number() | s.Truth() | s.Nothing() | s.RankLit() | s.SuitLit()
                | s.CardLit() | s.WordLit() | s.ListLit() | s.RangeLit()
            ):  # fmt: skip
                return literal(self, node, scope, want)
            case s.May():
                return self._on_may(node, scope)
            case s.Possible():
                return self._on_possible(node, scope)
            case s.Not():
                return Typed(fold.negation(self.condition(node.value, scope)), types.BOOL)
            case s.Minus():
                return Typed(fold.op("-", Const(0), self.lower(node.value, scope, types.INT).expr), types.INT)
            case s.Choice():
                return self._on_choice(node, scope, want)
            case s.Is():
                return self._on_is(node, scope)
            case s.Binary():
                return binary(self, node, scope, want)
            case s.Quantified():
                return quantifiers.quantified(self, node, scope)
            case s.Total():
                return quantifiers.total(self, node, scope)
            case s.Seats():
                return quantifiers.seats(self, node, scope)
            case s.Make():
                return fields.make(self, node, scope)
            case s.Changed():
                return fields.changed(self, node, scope)
            case s.As():
                return self._on_as(node, scope)
            case s.Given():
                return quantifiers.given(self, node, scope, want)
            case s.Chance():
                return self._on_chance(node)
            case _:
                raise AssertionError(f"{node!r} has no meaning")

    def condition(self, node: s.Expr, scope: Scope) -> Expr:
        test = self.lower(node, scope, types.BOOL).expr
        self.tables.key_uses.tests.append(test)
        return test

    def fit(self, typed: Typed, want: Type, node: s.Expr) -> Typed:
        """Convert a value to the expected type, or report it."""
        have = typed.type
        if have is want:
            return typed
        if ERROR in (have, want) or have == want:
            return Typed(typed.expr, want if have == ERROR else have)
        expr = typed.expr
        if want.kind == have.kind == "card" and types.is_literal(want) and not types.is_literal(have):
            return Typed(ir.CardFact("face", expr), want)
        if have == types.NOTHING:
            if (want.optional and not isinstance(node, s.ListLit)) or types.is_set(want):
                return Typed(Const(want.none), want)
            return self.misfit(want, "an empty list" if isinstance(node, s.ListLit) else "none", node)
        if have.kind == "zone" and want.kind == "cards":
            return Typed(ir.ZoneCards(expr), want)
        if types.is_literal(have) and want.kind in ("card", "cards") and not types.is_literal(want):
            return cards_of(self, typed, want, node)
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
        if want == types.BOOL and (help := condition_help(have, node)) is not None:
            self.tables.error("type", f"expected {expected(want)}, found {in_words(have)}", node.span, help=help)
            return WRONG
        return self.misfit(want, in_words(have), node, type_by_name(self.tables, typed, node, want))

    def misfit(self, want: Type, have: str, node: s.Expr, help_: str | None = None) -> Typed:
        word = "none" if isinstance(node, s.Nothing) else have
        quoted = want.kind == "enum" and word in self.tables.enums[want.name]
        if quoted:
            help_ = f'if you mean the word of `{want.name}`, write it in quotes: `"{word}"`'
        if isinstance(node, s.ListLit) and want.optional:
            help_ = "write `none`"
        elif word == "none" and not quoted and want.kind in types.SIMPLE:
            help_ = f"a value that can be none has the type `{want.kind} or none`"
        self.tables.error("type", f"expected {expected(want)}, found {have}", node.span, help=help_)
        return WRONG

    def needed(self, expr: Expr, type_: Type, node: s.Expr) -> Expr:
        """Mark a value of an optional type that is used as if it were present."""
        return needed(self.tables, expr, type_, node) if type_.optional else expr

    def hinted(self, node: s.Expr, scope: Scope, hint: Type | None) -> Typed:
        """Lower an expression that only this type can decide, such as `Jk`; others keep the type that they have."""
        return self._by_kind(node, scope, hint if self.needs_want(node, scope) else None)

    # ------------------------------------------------------------ names

    def word(self, name: str, want: Type | None) -> Typed | None:
        """Return a word of the expected enumeration, or None."""
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
        if name in t.zones and not t.zone_list[t.zones[name]].keys:
            return Typed(ir.ZoneAt(t.zones[name]), types.ZONE)
        if name in t.classes:
            return t.classes[name]
        return t.word_lists.get(name) or TABLE_NAMES.get(name) or t.card_names.get(name)

    def _on_name(self, node: s.Name, scope: Scope, want: Type | None) -> Typed:
        value = self.word(node.id, want) or self._plain_name(node.id, scope) or self._listed_word(node, want)
        if value is not None:
            named = value.type == types.RANK and self.tables.card_names.get(node.id) is value
            wants_card = want is not None and want.kind in ("card", "cards")
            return as_face(self, value) or value if named and wants_card else value
        t, message, help_ = self.tables, f"unknown name `{node.id}`", self._name_help(node.id, scope)
        if node.id == SWITCHABLE and not self.switches_known(node):
            return WRONG
        if help_ is not None:
            t.error("unknown-name", message, node.span, help=help_)
        elif want is not None and want.kind in ("enum", "values"):
            words = list(t.enums[want.name])
            t.unknown(
                "unknown-name", f"expected {listing(words)}, found `{node.id}`", node.id, node.span,
                [*words, *self._known_names(scope)],
            )  # fmt: skip
        elif (help_ := self._meant(node.id, scope)) is not None:
            t.error("unknown-name", message, node.span, help=help_)
        elif want is not None and want.kind in KINDS:
            message += f": the deck has no such {KINDS[want.kind]}; {names_in_words(want.kind, t.design)}"
            known = [*names_of(want.kind, t.design), *self._known_names(scope)]
            t.unknown("unknown-name", message, node.id, node.span, known)
        elif (help_ := self._in_heading(node.id, scope)) is not None:
            t.error("unknown-name", message, node.span, help=help_)
        else:
            local = f"in scope here: {listing(list(scope.names), 'and')}" if scope.names else None
            t.unknown("unknown-name", message, node.id, node.span, self._known_names(scope), local)
        return WRONG

    def _listed_word(self, node: s.Name, want: Type | None) -> Typed | None:
        """Return a word of the only declared list that has it, where no type is expected; report one of several."""
        lists = [words.type.name for words in self.tables.word_lists.values()] if want is None else []
        of = [name for name in lists if node.id in self.tables.enums[name]]
        if not of:
            return None
        if len(of) > 1:
            message = f"`{node.id}` is a word of {listing(of, 'and')}, so its type isn't clear here"
            help = f"compare it with a value of its list first, or rename the word in {listing(of)}"
            self.tables.error("type", message, node.span, help=help)
            return WRONG
        return self.word(node.id, Type("enum", of[0]))

    def _name_help(self, name: str, scope: Scope) -> str | None:
        """Return the right way to write a name that exists, but not alone."""
        if name in _MEANT:
            return _MEANT[name]
        if name in self.tables.endings:
            return f"`{name}` is an ending, which only a step can name: `end game as {name}`"
        if name in self.tables.logs:
            return f"`{name}` is a log: write `{name}.last`, `{name}(1)` or `any x in {name} where …`"
        if name in self.tables.zones or name in self.tables.variables:
            return f"there is one for each {self._owners(name)}: write `{name}(…)`"
        if name in self.tables.functions or name in FUNCTIONS:
            return f"`{name}` is a function: write `{name}(…)`"
        if name in self.tables.records:
            return f"write `{name}(…)` to create a record; other names are lower-case"
        if name in self.functions.option_names(scope):
            return f"`{name}` is an option: write `options.{name}`"
        if "-" in name and all(self._plain_name(part, scope) for part in name.split("-")):
            return f"a minus sign needs spaces around it: `{' - '.join(name.split('-'))}`"
        return None

    def _meant(self, name: str, scope: Scope) -> str | None:
        """Return what to write instead of a name of the deck, of a type or of a field."""
        return design_help(name, self.tables.design) or self._of_kind(name, scope) or self._as_field(name, scope)

    def _of_kind(self, kind: str, scope: Scope) -> str | None:
        """Return a help text with the names of this kind, such as the parameters for `card` and `player`."""
        known = [name for name, binding in scope.names.items() if binding.value.type.kind == kind]
        every = f"; all of them are `{kind}s`" if f"{kind}s" in TABLE_NAMES else ""
        return f"use the name of a {kind}: {listing(known)}{every}" if known else None

    def _as_field(self, name: str, scope: Scope) -> str | None:
        """Return a help text with the parameters that have a field of this name, such as `cs.size` for `size`."""
        cards = ((own, b.value.type) for own, b in scope.names.items() if b.value.type.kind in ("card", "cards"))
        known = [f"{own}.{name}" for own, type_ in cards if name in fields.fields_known(self, type_)]
        return f"`{name}` is a field: write {listing(known)}" if known else None

    def _in_heading(self, name: str, scope: Scope) -> str | None:
        """Return the name that a heading such as `score(side)` gives its key, if nothing is named almost like this."""
        key = next((known for known, binding in scope.names.items() if binding.value.type.kind == known), None)
        near = key is None or nearest(name, self._known_names(scope))
        return None if near else f"here the {key} is called `{key}`"

    def _owners(self, name: str) -> str:
        """Return the owners of the values of a name with brackets, such as `player`."""
        if name in self.tables.zones:
            keys = self.tables.zone_list[self.tables.zones[name]].keys
        else:
            keys = self.tables.variable_list[self.tables.variables[name]].keys
        return " and ".join(key.in_words for key in keys)

    def _known_names(self, scope: Scope) -> list[str]:
        t = self.tables
        own = (*t.variables, *t.zones, *t.classes, *t.word_lists, *t.card_names, *t.functions)
        return [*scope.names, *own, *TABLE_NAMES, *FUNCTIONS, "options"]

    def needs_want(self, node: s.Expr, scope: Scope) -> bool:
        """True if only the expected type decides the type of this expression."""
        if isinstance(node, s.Name):
            named = self._plain_name(node.id, scope)
            return named is None or (named.type == types.RANK and self.tables.card_names.get(node.id) is named)
        return isinstance(node, s.WordLit | s.Number | s.Nothing | s.ListLit | s.RangeLit | s.RankLit)

    # ------------------------------------------------------------ calls

    def arguments(self, call: s.Call, wanted: tuple[Type, ...], what: str, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the arguments of a call, checked against the types of the parameters."""
        if len(call.args) != len(wanted):
            number = f"{len(wanted)} argument{'s' * (len(wanted) != 1)}" if wanted else "no arguments"
            listed = f" ({', '.join(in_words(w) for w in wanted)})" if wanted else ""
            message = f"{what} `{call.name}` expects {number}{listed}, found {len(call.args) or 'none'}"
            self.tables.error("arity", message, call.span)
            return None
        return tuple(self.lower(a, scope, w).expr for a, w in zip(call.args, wanted, strict=True))

    def melding_known(self, word: str, at: Span) -> bool:
        if self.tables.composition.sections.get("melding"):
            return True
        message = f"`{word}` needs the section `melding:`"
        help_ = "add it, for example `melding: {sets: 3, runs: 3, worth: pips(c.rank)}`"
        self.tables.error("melding", message, at, help=help_)
        return False

    def places_known(self, zone: Expr, call: s.Call) -> None:
        needs_order(self.tables, zone, call.args[0].span, "places", columns=True)

    def _on_call(self, node: s.Call, scope: Scope) -> Typed:
        t = self.tables
        if node.name in t.functions:
            function = t.functions[node.name]
            args = self.arguments(node, function.params.types, "function", scope)
            number, result = self.functions.result(node.name)
            t.called.add(node.name)
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
            t.error("unknown-name", f"`{node.name}` is a {what}, which has no value", node.name_span)
        elif (help_ := self._as_own_field(node, scope)) is not None:
            t.error("unknown-name", f"unknown function `{node.name}`", node.name_span, help=help_)
        else:
            t.unknown("unknown-name", f"unknown function `{node.name}`", node.name, node.name_span, known)
        return WRONG

    def _as_own_field(self, node: s.Call, scope: Scope) -> str | None:
        """Return a help text for `size(hand(p))`, the field of its only argument."""
        of = self.lower(node.args[0], scope).type if len(node.args) == 1 else ERROR
        if of == ERROR or node.name not in fields.fields_known(self, of):
            return None
        return f"`{node.name}` is a field: write `{node.args[0].span.text}.{node.name}`"

    def _zone_call(self, node: s.Call, scope: Scope) -> Typed:
        number = self.tables.zones[node.name]
        zone = self.tables.zone_list[number]
        if not zone.keys:
            self.tables.error("arity", f"`{node.name}` takes no arguments: it belongs to the whole table", node.span)
            return WRONG
        args = self._keys(node, zone.keys, "zone", scope)
        return WRONG if args is None else Typed(ir.ZoneAt(number, args), types.ZONE)

    def _variable_call(self, node: s.Call, scope: Scope) -> Typed:
        number = self.tables.variables[node.name]
        variable = self.tables.variable_list[number]
        args = self._keys(node, variable.keys, "variable", scope)
        return WRONG if args is None else Typed(ir.VarAt(number, args), variable.type)

    def _keys(self, node: s.Call, keys: tuple[ir.Key, ...], what: str, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the keys of a zone or variable, counted from 0. Reports a constant number out of its range."""
        reported = len(self.tables.problems)
        args = self.arguments(node, tuple(key.type for key in keys), what, scope)
        if args is None or len(self.tables.problems) > reported:
            return None
        lowered: list[Expr] = []
        for key, arg, written in zip(keys, args, node.args, strict=True):
            if isinstance(arg, Const) and isinstance(key.high, Const) and not key.low <= arg.value <= key.high.value:
                message = f"there is no `{node.name}` with the number {arg.value}"
                help_ = f"its numbers go from {key.low} to {key.high.value}"
                self.tables.error("key-range", message, written.span, help=help_)
                return None
            if key.kind == "int":
                self.tables.key_uses.add(node.name, key, arg, written.span)
            lowered.append(fold.op("-", arg, Const(key.low)) if key.kind == "int" else arg)
        return tuple(lowered)

    def _on_may(self, node: s.May, scope: Scope) -> Typed:
        self.tables.asked_for.add(node.call.name)
        args = self._asked(node.call, self.tables.permissions, "permission", scope)
        return (
            WRONG if args is None else Typed(ir.Permitted(self.functions.permission(node.call.name), args), types.BOOL)
        )

    def _on_possible(self, node: s.Possible, scope: Scope) -> Typed:
        args = self._asked(node.call, self.tables.prompts, "question", scope)
        if args is None:
            return WRONG
        return Typed(ir.Offers(self.functions.question(node.call.name), args), types.BOOL)

    def _asked(self, call: s.Call, known: Mapping[str, Declared], what: str, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the arguments for a permission or question, or None after an error."""
        if call.name in known:
            return self.arguments(call, known[call.name].params.types, what, scope)
        self.tables.unknown("unknown-name", f"unknown {what} `{call.name}`", call.name, call.name_span, list(known))
        return None

    # ------------------------------------------------------------ operators

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
        type_ = want or (other.type if then.type == types.NOTHING else types.joint(then.type, other.type))
        if then.type.optional or other.type.optional:
            type_ = types.optional(type_)
        then, other = self.fit(then, type_, first), self.fit(other, type_, second)
        if ERROR in (then.type, other.type):
            return WRONG
        where = origin(scope.document, node.span)
        if isinstance(test, Const):
            self.tables.settled.append(ir.Settled(where, bool(test.value)))
        return Typed(fold.choice(test, then.expr, other.expr, type_.kind == "int", where), type_)

    def switches_known(self, node: s.Node) -> bool:
        """Report an expression or step about switchable rules, if the mix has none."""
        if self.tables.composition.switchable:
            return True
        help_ = "list rules that play can switch in the game: `switchable: [queen-draws-four]`"
        self.tables.error("unswitchable", "no rule of this mix is switchable", node.span, help=help_)
        return False

    def _on_is(self, node: s.Is, scope: Scope) -> Typed:
        if node.what in ("on", "off"):
            if not self.switches_known(node):
                return WRONG
            on = is_on(self.tables, self.lower(node.value, scope, RULE).expr)
            return Typed(fold.negation(on) if node.negated != (node.what == "off") else on, types.BOOL)
        log = logs.log_named(self, node.value, scope) if node.what == "empty" else None
        if log is not None:
            empty = logs.is_empty(log)
            return Typed(fold.negation(empty) if node.negated else empty, types.BOOL)
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
            help_ = "remove this test"
            if types.is_set(value.type) or value.type.kind == "zone":
                help_ = f"write `{types.test_for(value.type, negated != (node.what == 'none'))}`"
            elif isinstance(value.expr, ir.VarAt) and value.type.kind in types.SIMPLE:
                help_ += f", or give the variable the type `{value.type.kind} or none`"
            self.tables.error("type", f"{in_words(value.type)} is never none", node.span, help=help_)
            return WRONG
        none = fold.op("==", value.expr, Const(value.type.none))
        return Typed(fold.negation(none) if negated != (node.what == "some") else none, types.BOOL)

    def _may_become_none(self, node: s.Expr, type_: Type) -> bool:
        """True if another rule can make the value optional, so that a test for none is allowed.

        A rule can give a function an optional value, or add jokers, which have no suit.
        """
        called = isinstance(node, s.Call) and node.name in self.tables.functions
        of_a_card = isinstance(node, s.Field) and type_.kind in ("suit", "colour")
        return (called or of_a_card) and type_.kind not in ("bool", "zone") and not types.is_set(type_)

    # ------------------------------------------------------------ domains

    def domain(self, node: s.Expr, scope: Scope, hint: Type | None = None) -> Domain | None:
        return quantifiers.domain_of(self, node, scope, hint)

    def each(self, node: s.Each, scope: Scope) -> tuple[int, Domain, Expr | None, Scope] | None:
        return quantifiers.each(self, node, scope)

    def _on_as(self, node: s.As, scope: Scope) -> Typed:
        card = self.lower(node.card, scope, types.CARD)
        face = self.hinted(node.face, scope, types.CARD)
        if ERROR in (card.type, face.type):
            return WRONG
        if face.type.kind != "card":
            return self.misfit(types.CARD, in_words(face.type), node.face)
        shown = face.expr if types.is_literal(face.type) else ir.CardFact("face", face.expr)
        return Typed(ir.Guised(card.expr, shown), types.CARD)

    def _on_chance(self, node: s.Chance) -> Typed:
        self.tables.error("chance", "`random` can only come right after `=`, as in `x = random players`", node.span)
        return WRONG
