"""Members with a text of their own: functions, permissions, prompts and routines, each lowered once.

Functions are lowered when something asks for their result, the others in the order of declaration. Hooks are
woven around routines by `weave`; powers come in as cases and clauses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour import program as ir
from parlour.composition import Document, Member, OptionSetting
from parlour.diagnostics import Related
from parlour.document import Mapping, Node, Scalar, Sequence
from parlour.lang import fold, parser, types
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.declarations import field, heading, member_set, members, own_names
from parlour.lang.exclusive import exclusive
from parlour.lang.expressions import Expressions
from parlour.lang.flow import Routine
from parlour.lang.powers import Power, read_facets, read_powers
from parlour.lang.questions import Place
from parlour.lang.statements import Statements
from parlour.lang.symbols import ERROR, Declared, Scope, Tables, Typed, origin
from parlour.program import Clause, Const, Expr, Permission, Type
from parlour.source import Span


@dataclass(frozen=True)
class Case:
    """A case of an open function: its value where the condition holds."""

    when: Expr
    value: Expr
    union: bool
    narrowness: int
    document: Document
    span: Span
    over: frozenset[str]


class Bodies:
    """All texts of one composition."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.expressions = Expressions(tables, self)
        self.statements = Statements(tables, self.expressions, self)
        self.powers: list[Power] = []
        self.functions: list[ir.Function | None] = []
        self.function_numbers: dict[str, int] = {}
        self.function_types: dict[str, Type] = {}
        self.open_functions: list[str] = []
        self.permission_numbers: dict[str, int] = {}
        self.permissions: list[Permission] = []
        self.question_numbers: dict[str, int] = {}
        self.question_count = 0
        self.asked: dict[int, t.Asking] = {}
        self.offered: set[str] = set()
        self.prompt_actions: dict[str, list[tuple[s.Action | s.Include, Scope]]] = {}
        self.prompt_otherwise: dict[str, tuple[tuple[s.Stmt, ...], Scope]] = {}

    def prepare(self) -> None:
        """Numbers for everything that may be referred to before its text is read."""
        self.permission_numbers = {name: i for i, name in enumerate(self.tables.permissions)}
        self.powers = read_powers(self.tables, self.expressions, read_facets(self.tables))

    # ------------------------------------------------------------ options

    def option(self, scope: Scope, name: str) -> Typed | None:
        setting = self._setting(scope.document, name)
        return None if setting is None else self._option_value(setting)

    def option_names(self, scope: Scope) -> list[str]:
        own, shared = [], []
        for (document, name), setting in self.tables.composition.options.items():
            if document == scope.document.id:
                own.append(name)
            elif setting.document.kind != "rule":
                shared.append(name)
            else:
                shared.append(f"{document}.{name}")
        return [*own, *shared]

    def _setting(self, document: Document, name: str) -> OptionSetting | None:
        options = self.tables.composition.options
        if (document.id, name) in options:
            return options[document.id, name]
        if "." in name:
            rule, _, rest = name.partition(".")
            return options.get((rule, rest))
        for (_, other), setting in reversed(list(options.items())):
            if other == name and setting.document.kind != "rule":
                return setting
        return None

    def _option_value(self, setting: OptionSetting) -> Typed:
        kind, value = setting.type.kind, setting.value
        optional = setting.type.optional
        if kind == "word":
            name = f"{setting.document.id}.{setting.name}"
            self.tables.enums.setdefault(name, setting.type.words)
            type_ = Type("enum", name, optional)
            if value is None:
                return Typed(Const(ir.NONE), type_)
            return Typed(Const(setting.type.words.index(str(value))), type_)
        if kind in ("bool", "int"):
            type_ = Type(kind, "", optional)
            number = value if isinstance(value, int) else types.none_of(type_)
            return Typed(Const(int(number)), type_)
        wanted = types.FACES if kind == "cards" else types.SIMPLE[kind]
        if value is None or not isinstance(value, Scalar | Sequence | Mapping):
            return Typed(Const(types.none_of(wanted)), types.optional(wanted))
        return self._set_value(setting, value, wanted)

    def _set_value(self, setting: OptionSetting, node: Node, wanted: Type) -> Typed:
        owner = Member("options", setting.name, _no_key(node), node, setting.document)
        whole = wanted if types.is_set(wanted) else types.set_of(wanted)
        if isinstance(node, Scalar) and not node.value.strip(" []"):
            return Typed(Const(0), wanted)
        value = member_set(self.tables, self.expressions, node, owner, whole)
        if value is None:
            return Typed(Const(0), ERROR)
        if types.is_set(wanted):
            return Typed(value.expr, wanted)
        assert isinstance(value.expr, Const)
        return Typed(Const(value.expr.value.bit_length() - 1), wanted)

    # ------------------------------------------------------------ functions

    def result(self, name: str) -> tuple[int, Type]:
        if name in self.function_types:
            return self.function_numbers[name], self.function_types[name]
        callable_ = self.tables.functions[name]
        if name in self.open_functions:
            circle = " → ".join([*self.open_functions[self.open_functions.index(name) :], name])
            self.tables.error("recursion", f"functions may not need themselves: {circle}", callable_.member.key.span)
            self.function_types[name] = ERROR
            self.function_numbers.setdefault(name, self._reserve())
            return self.function_numbers[name], ERROR
        self.open_functions.append(name)
        number = self._reserve()
        self.function_numbers.setdefault(name, number)
        body = self._function(callable_)
        self.open_functions.pop()
        number = self.function_numbers[name]
        self.function_types.setdefault(name, body.type)
        where = origin(callable_.member.document, callable_.member.key.span)
        self.functions[number] = ir.Function(name, callable_.params.locals, body.expr, where)
        return number, self.function_types[name]

    def _reserve(self) -> int:
        self.functions.append(None)
        return len(self.functions) - 1

    def _function(self, function: Declared) -> Typed:
        name = function.name
        base: Typed | None = None
        open_members: list[Member] = []
        for member in members(self.tables, "functions"):
            if member.name != name:
                continue
            if _is_case(member):
                open_members.append(member)
            else:
                base = self._text_of(function, member, _text_node(member))
        if base is None:
            if not open_members:
                return Typed(Const(0), ERROR)
            base = Typed(Const(ir.NONE), types.NOTHING)
        wanted = None if base.type == types.NOTHING else base.type
        cases: list[Case] = []
        for member in open_members:
            case, wanted = self._case(function, member, wanted)
            cases += [case] if case else []
        for power in self.powers:
            if power.facet.kind == "function" and power.facet.heading.name == name:
                case, wanted = self._power_case(function, power, wanted)
                cases += [case] if case else []
        if wanted is None:
            return base if base.type != types.NOTHING else Typed(Const(0), types.CARDS)
        if base.type == types.NOTHING:
            base = Typed(Const(types.none_of(wanted)), wanted)
        elif wanted.optional and not base.type.optional:
            base = Typed(base.expr, wanted)
        return Typed(self._joined(base.expr, cases), wanted)

    def _text_of(self, function: Declared, member: Member, node: Scalar | None, want: Type | None = None) -> Typed:
        tree = None if node is None else parser.parse_expression(node, self.tables.problems)
        if tree is None:
            return Typed(Const(0), ERROR)
        scope = function.params.scope(
            member.document, own_names(self.tables, function.params, heading(self.tables, member.key))
        )
        value = self.expressions.lower(tree, scope, want)
        if value.type in (types.FACES, types.FACE):
            value = self.expressions.fit(value, types.CARDS, tree)
        return value

    def _case(self, function: Declared, member: Member, wanted: Type | None) -> tuple[Case | None, Type | None]:
        when_node, is_node, union = field(member, "when"), field(member, "is"), field(member, "union")
        when: Expr = fold.TRUE
        if when_node is not None:
            when = self._text_of(function, member, when_node, types.BOOL).expr
        value = self._text_of(function, member, union or is_node, wanted)
        if value.type == ERROR:
            return None, wanted
        wanted = wanted or value.type
        over = _words(member.value.get("over")) if isinstance(member.value, Mapping) else frozenset[str]()
        return Case(when, value.expr, union is not None, 9, member.document, member.key.span, over), wanted

    def _power_case(self, function: Declared, power: Power, wanted: Type | None) -> tuple[Case | None, Type | None]:
        facet = power.facet
        names = own_names(self.tables, function.params, facet.heading)
        by = self.expressions.lower(facet.by, function.params.scope(facet.member.document, names), types.CARD)
        tree = parser.parse_expression(power.text, self.tables.problems)
        if tree is None:
            return None, wanted
        value = self.expressions.lower(tree, function.params.scope(power.document, names), wanted)
        if value.type in (types.FACES, types.FACE):
            value = self.expressions.fit(value, types.CARDS, tree)
        if value.type == ERROR:
            return None, wanted
        case = Case(
            power.applies(by.expr),
            value.expr,
            False,
            power.narrowness,
            power.document,
            power.text.span,
            frozenset(),
        )
        return case, wanted or value.type

    def _joined(self, base: Expr, cases: list[Case]) -> Expr:
        """The narrowest case counts; two as narrow ones may not overlap unless one is `over` the other."""
        ordered = sorted((c for c in cases if not c.union), key=lambda c: c.narrowness)
        for i, first in enumerate(ordered):
            for second in ordered[i + 1 :]:
                if first.narrowness != second.narrowness or exclusive(first.when, second.when):
                    continue
                if first.document.id in second.over or second.document.id in first.over:
                    continue
                self._clash(first, second)
        ordered.sort(key=lambda c: (c.narrowness, len(c.over)))
        for case in ordered:
            base = fold.choice(case.when, case.value, base)
        for case in cases:
            if case.union:
                base = fold.op("|", base, fold.choice(case.when, case.value, Const(0)))
        return base

    def _clash(self, first: Case, second: Case) -> None:
        later, earlier = (second, first)
        related = (Related(earlier.span, f"`{earlier.document.id}` says so here"),)
        message = f"`{earlier.document.id}` and `{later.document.id}` give two values that may both apply"
        help_ = f"leave one of them out, or let one say that it is `over: [{earlier.document.id}]`"
        self.tables.error("clash", message, later.span, help=help_, related=related)

    def faces(self) -> int | None:
        """The function that says what a card may count as, unless no card may."""
        if "faces" not in self.tables.functions:
            return None
        number, _ = self.result("faces")
        function = self.functions[number]
        return None if function is None or function.body == Const(0) else number

    # ------------------------------------------------------------ permissions

    def permission(self, name: str) -> int:
        return self.permission_numbers[name]

    def lower_permissions(self) -> None:
        for permission in self.tables.permissions.values():
            self.permissions.append(self._permission(permission))

    def _permission(self, permission: Declared) -> Permission:
        raw: list[RawClause] = []
        for member in members(self.tables, "may"):
            if member.name == permission.name and isinstance(member.value, Mapping):
                names = own_names(self.tables, permission.params, heading(self.tables, member.key))
                scope = permission.params.scope(member.document, names)
                for entry in member.value.entries:
                    if isinstance(entry.value, Mapping):
                        self._add(raw, RawClause(entry.key, entry.value, member.document, scope, fold.TRUE, None))
        for power in self.powers:
            if power.facet.kind == "may" and power.facet.heading.name == permission.name:
                raw.extend(self._power_clauses(permission, power))
        clauses = self._clauses(permission, raw)
        where = origin(permission.member.document, permission.member.key.span)
        return Permission(permission.name, permission.params.locals, clauses, _verdict(clauses), where)

    def _add(self, raw: list[RawClause], clause: RawClause) -> None:
        """`instead: true` puts a clause in the place of one with the same name."""
        same = [i for i, c in enumerate(raw) if c.key.value == clause.key.value]
        instead = clause.node.get("instead") is not None
        if instead and same:
            raw[same[0]] = clause
            return
        clash = [i for i in same if raw[i].full_id == clause.full_id]
        if instead or clash:
            related = tuple(Related(raw[i].key.span, "the other one is here") for i in clash)
            message = f"there is {'already a' if clash else 'no'} clause `{clause.key.value}` here"
            self.tables.error("name-twice" if clash else "instead", message, clause.key.span, related=related)
            return
        raw.append(clause)

    def _power_clauses(self, permission: Declared, power: Power) -> list[RawClause]:
        facet = power.facet
        if facet.clauses is None:
            return []
        names = own_names(self.tables, permission.params, facet.heading)
        scope = permission.params.scope(facet.member.document, names)
        by = self.expressions.lower(facet.by, scope, types.CARD)
        applies = power.applies(by.expr)
        if not isinstance(facet.takes, tuple):
            tree = parser.parse_expression(power.text, self.tables.problems)
            if tree is None:
                return []
            want = types.BOOL if facet.takes == "condition" else None
            value = self.expressions.lower(tree, permission.params.scope(power.document, names), want)
            scope.bind("value", value)
        found = []
        for entry in facet.clauses.entries:
            if isinstance(facet.takes, tuple) and entry.key.value != power.text.value:
                continue
            if isinstance(entry.value, Mapping):
                found.append(RawClause(entry.key, entry.value, power.document, scope, applies, power.text.span))
        return found

    def _clauses(self, permission: Declared, raw: list[RawClause]) -> tuple[Clause, ...]:
        groups = {m.name: m for m in members(self.tables, "groups")}
        built: list[Clause] = []
        for item in raw:
            built.append(self._clause(item, groups, raw))
        done: list[Clause] = []
        for item, clause in zip(raw, built, strict=True):
            done.append(replace(clause, lifts=self._lifts(item, built, groups)) if clause.allow else clause)
        return tuple(done)

    def _clause(self, item: RawClause, groups: dict[str, Member], raw: list[RawClause]) -> Clause:
        allow, forbid = item.node.get("allow"), item.node.get("forbid")
        test_node = allow if allow is not None else forbid
        test: Expr = fold.FALSE
        if isinstance(test_node, Scalar):
            tree = parser.parse_expression(test_node, self.tables.problems)
            if tree is not None:
                test = self.expressions.condition(tree, item.scope)
        if (allow is None) == (forbid is None):
            self.tables.error("clause", "a clause either forbids or allows", item.key.span)
        group_node, says_node = item.node.get("group"), item.node.get("says")
        group = group_node.value if isinstance(group_node, Scalar) else None
        if group is not None and isinstance(group_node, Scalar) and group not in groups:
            message = f"there is no group `{group}`"
            self.tables.unknown("unknown-name", message, group, group_node.span, list(groups))
        says = None
        if isinstance(says_node, Scalar):
            says = self.statements.questions.template(
                parser.parse_template(says_node, self.tables.problems), item.scope
            )
        stuck = item.node.get("unless-stuck")
        return Clause(
            id=item.full_id,
            group=group,
            allow=allow is not None,
            test=fold.conjunction((item.applies, test)),
            lifts=(),
            says=says,
            unless_stuck=isinstance(stuck, Scalar) and stuck.value == "true",
            origin=origin(item.document, item.span or item.key.span),
        )

    def _lifts(self, item: RawClause, built: list[Clause], groups: dict[str, Member]) -> tuple[int, ...]:
        despite = item.node.get("despite")
        nodes = despite.items if isinstance(despite, Sequence) else (despite,) if isinstance(despite, Scalar) else ()
        if not nodes:
            help_ = "name the groups or clauses that give way: `despite: [match]`"
            self.tables.error("clause", "what does this allow in spite of?", item.key.span, help=help_)
        found: list[int] = []
        for node in nodes:
            if not isinstance(node, Scalar):
                continue
            name = node.value
            hits = [
                i for i, c in enumerate(built)
                if not c.allow and name in (c.id, c.id.rpartition(".")[2], c.group)
            ]  # fmt: skip
            if not hits and name not in groups:
                known = [*groups, *(c.id for c in built if not c.allow)]
                message = f"there is neither a group nor a clause `{name}`"
                self.tables.unknown("unknown-name", message, name, node.span, known)
            for i in hits:
                group = built[i].group
                if group is not None and _closed(groups.get(group)) and name in groups:
                    message = f"the group `{group}` admits no exceptions"
                    self.tables.error("closed-group", message, node.span)
            found += hits
        return tuple(dict.fromkeys(found))

    def misplay(self, permission: str) -> tuple[tuple[s.Stmt, ...], Scope] | None:
        found = None
        for member in members(self.tables, "misplay"):
            head = heading(self.tables, member.key)
            target = self.tables.permissions.get(member.name)
            if head is None or target is None or member.name != permission or not isinstance(member.value, Scalar):
                continue
            stmts = parser.parse_statements(member.value, self.tables.problems)
            if stmts is not None:
                names = own_names(self.tables, target.params, head)
                found = (stmts, target.params.scope(member.document, names))
        return found

    # ------------------------------------------------------------ prompts

    def actions(self, prompt: str) -> list[tuple[s.Action | s.Include, Scope]]:
        if prompt not in self.prompt_actions:
            self.prompt_actions[prompt] = self._read_actions(self.tables.prompts[prompt])
        return self.prompt_actions[prompt]

    def _read_actions(self, prompt: Declared) -> list[tuple[s.Action | s.Include, Scope]]:
        found: list[tuple[s.Action | s.Include, Scope]] = []
        for member in members(self.tables, "prompts"):
            node = _text_node(member)
            if member.name != prompt.name or node is None:
                continue
            parsed = parser.parse_actions(node, self.tables.problems)
            if parsed is None:
                continue
            if isinstance(member.value, Mapping):
                found = []
            names = own_names(self.tables, prompt.params, heading(self.tables, member.key))
            scope = prompt.params.scope(member.document, names)
            for item in parsed.items:
                self._add_action(found, item, scope)
            if parsed.otherwise is not None:
                self.prompt_otherwise[prompt.name] = (parsed.otherwise, scope)
        return found

    def _add_action(
        self, found: list[tuple[s.Action | s.Include, Scope]], item: s.Action | s.Include, scope: Scope
    ) -> None:
        if isinstance(item, s.Include):
            found.append((item, scope))
            return
        same = [i for i, (a, _) in enumerate(found) if isinstance(a, s.Action) and a.id == item.id]
        if item.instead and same:
            found[same[0]] = (item, scope)
        elif item.instead:
            self.tables.error("instead", f"there is no action `{item.id}` to replace", item.id_span)
        elif same:
            related = (Related(found[same[0]][0].span, "the other one is here"),)
            help_ = f"`instead {item.id}` replaces it"
            self.tables.error(
                "name-twice",
                f"there already is an action `{item.id}`",
                item.id_span,
                help=help_,
                related=related,
            )
        else:
            found.append((item, scope))

    def new_question(self) -> int:
        self.question_count += 1
        return self.question_count - 1

    def ask_about(self, asking: t.Asking) -> None:
        self.asked[asking.number] = asking

    def question(self, name: str) -> int:
        """The number of a prompt's question, for `possible`."""
        self.offered.add(name)
        if name not in self.question_numbers:
            self.question_numbers[name] = self.new_question()
        return self.question_numbers[name]

    def prompt(self, prompt: Declared, must_answer: bool) -> t.Asking:
        """The question of a prompt."""
        items = self.actions(prompt.name)
        member = prompt.member
        place = Place(prompt.params.scope(member.document))
        if not prompt.params.names:
            message = "a question needs a player to ask: `act(p)`"
            self.tables.error("arity", message, member.key.span)
        seat = Typed(ir.Local(prompt.params.locals[0]) if prompt.params.locals else Const(0), types.PLAYER)
        otherwise = None
        if prompt.name in self.prompt_otherwise:
            stmts, scope = self.prompt_otherwise[prompt.name]
            otherwise = self.statements.block(stmts, Place(scope))
        number = self.question(prompt.name)
        node = s.Nothing(member.key.span)
        if must_answer:
            return self.statements.questions.asking(
                prompt.name, prompt.params.locals, seat, items, otherwise, node, place, number
            )
        quiet = t.Block(())
        return self.statements.questions.asking(
            prompt.name, prompt.params.locals, seat, items, quiet, node, place, number
        )

    # ------------------------------------------------------------ routines

    def routine(self, callable_: Declared, section: str) -> Routine:
        """A procedure or stage, without its hooks."""
        member = next(m for m in reversed(members(self.tables, section)) if m.name == callable_.name)
        where = origin(member.document, member.key.span)
        node = _text_node(member)
        body: t.Tree = t.NOTHING
        if node is not None:
            stmts = parser.parse_statements(node, self.tables.problems)
            if stmts is not None:
                names = own_names(self.tables, callable_.params, heading(self.tables, member.key))
                body = self.statements.block(stmts, Place(callable_.params.scope(member.document, names)))
        kind = "stage" if section == "stages" else "procedure"
        return Routine(callable_.name, kind, callable_.params.locals, body, where)


@dataclass(frozen=True)
class RawClause:
    """A clause before it is read: from a `may` section, or from a facet for one power."""

    key: Scalar
    node: Mapping
    document: Document
    scope: Scope
    applies: Expr
    span: Span | None  # of the power that it comes from

    @property
    def full_id(self) -> str:
        return self.key.value if self.document.kind == "frame" else f"{self.document.id}.{self.key.value}"


def _verdict(clauses: tuple[Clause, ...]) -> Expr:
    """Allowed unless a forbidding clause applies that no applying one lifts."""
    wanted = []
    for number, clause in enumerate(clauses):
        if not clause.allow:
            lifted = [c.test for c in clauses if c.allow and number in c.lifts]
            wanted.append(fold.disjunction((fold.negation(clause.test), *lifted)))
    return fold.conjunction(wanted)


def _closed(group: Member | None) -> bool:
    if group is None or not isinstance(group.value, Mapping):
        return False
    closed = group.value.get("closed")
    return isinstance(closed, Scalar) and closed.value == "true"


def _is_case(member: Member) -> bool:
    """Does a member of `functions` add a case instead of being the function?"""
    node = member.value
    return isinstance(node, Mapping) and (node.get("union") is not None or node.get("is") is not None)


def _text_node(member: Member) -> Scalar | None:
    node = member.value.get("instead") if isinstance(member.value, Mapping) else member.value
    return node if isinstance(node, Scalar) and node.value != "required" else None


def _words(node: Node | None) -> frozenset[str]:
    items = node.items if isinstance(node, Sequence) else (node,) if node is not None else ()
    return frozenset(item.value for item in items if isinstance(item, Scalar))


def _no_key(node: Node) -> Scalar:
    return node if isinstance(node, Scalar) else Scalar("", True, node.span)
