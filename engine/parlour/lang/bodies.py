"""Lowers the members that have expressions or steps: functions, permissions, prompts and routines, each once.

A function is lowered when another member first needs its result; the others in the order of declaration. `weave` adds
the hooks to the routines. Powers become cases and clauses.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document, Member, scalars, text_node
from parlour.documents.document import Scalar, node_at
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.declarations import field, heading, members
from parlour.lang.exclusive import exclusive
from parlour.lang.expressions import Expressions
from parlour.lang.firing import replaced
from parlour.lang.game_deck import lacking
from parlour.lang.linearity import Routine
from parlour.lang.parameters import own_params
from parlour.lang.permissions import Permissions
from parlour.lang.polls import marked, misplaced_nexts, passes
from parlour.lang.powers import Power, check_chart, read_facets, read_powers
from parlour.lang.prompts import Offered, Prompts
from parlour.lang.questions import StepContext
from parlour.lang.settings import Settings
from parlour.lang.statements import Statements
from parlour.lang.switches import in_force
from parlour.lang.symbols import ERROR, Declared, Scope, Tables, Typed, origin
from parlour.program import Const, Expr, Permission, Type, fold

FACES = "faces"  # the function that `guises of` asks what a card may count as


@frozen
class OpenCase:
    """A case of an open function: the value of the function if the condition holds."""

    when: Expr
    value: Expr
    union: bool
    narrowness: int
    document: Document
    span: Span
    over: frozenset[str]
    power: Power | None = None  # the member that it is from


class Bodies:
    """The lowered members of one composition."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.expressions = Expressions(tables, self)
        self.settings = Settings(tables, self.expressions)
        self.statements = Statements(tables, self.expressions, self)
        self.powers: list[Power] = []
        self.functions: list[ir.Function | None] = []
        self.function_numbers: dict[str, int] = {}
        self.function_types: dict[str, Type] = {}
        self.open_functions: list[str] = []
        self.cases: dict[str, tuple[ir.Case, ...]] = {}  # of functions
        self.permission_numbers: dict[str, int] = {}
        self.permissions: list[Permission] = []
        self.question_numbers: dict[str, int] = {}
        self.question_count = 0
        self.asked: dict[int, t.Asking] = {}
        self.offered: set[str] = set()
        self.prompts = Prompts(tables)
        self.answered_by: dict[str, ir.VarAt | None] = {}  # for prompts of polls

    def prepare(self) -> None:
        """Number everything that members can refer to, before lowering any member."""
        self.settings.read_all()
        self.tables.lacking = lacking(self.tables, self.expressions)
        self.permission_numbers = {name: i for i, name in enumerate(self.tables.permissions)}
        self.powers = read_powers(self.tables, self.expressions, read_facets(self.tables))
        check_chart(self.tables, self.expressions)

    # ------------------------------------------------------------ options

    def option(self, scope: Scope, name: str) -> Typed | None:
        return self.settings.option(scope, name)

    def option_names(self, scope: Scope) -> list[str]:
        return self.settings.names(scope)

    # ------------------------------------------------------------ functions

    def result(self, name: str) -> tuple[int, Type]:
        if name in self.function_types:
            return self.function_numbers[name], self.function_types[name]
        callable_ = self.tables.functions[name]
        if name in self.open_functions:
            circle = " → ".join([*self.open_functions[self.open_functions.index(name) :], name])
            self.tables.error("recursion", f"a function can't call itself: {circle}", callable_.member.key.span)
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
        cases = self.cases.get(name, ())
        self.functions[number] = ir.Function(name, callable_.params.locals, body.expr, where, cases)
        return number, self.function_types[name]

    def add(self, function: ir.Function) -> int:
        self.functions.append(function)
        return len(self.functions) - 1

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
            if member.is_case:
                open_members.append(member)
            else:
                base = self._base(function, (*member.over, member), types.CARDS if name == FACES else None)
        if base is None:
            if not open_members:
                return Typed(Const(0), ERROR)
            self._without_base(name, open_members[0])
            base = Typed(Const(ir.NONE), types.NOTHING)
        wanted = types.CARDS if name == FACES else None if base.type == types.NOTHING else base.type
        cases: list[OpenCase] = []
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
            base = Typed(Const(wanted.none), types.optional(wanted))
            wanted = base.type
        elif wanted.optional and not base.type.optional:
            base = Typed(base.expr, wanted)
        return Typed(self._joined(name, base.expr, cases, wanted.kind == "int"), wanted)

    def _base(self, function: Declared, layers: tuple[Member, ...], want: Type | None) -> Typed:
        """Return the value without its cases. While a rule that replaces it is off, the value is that of before."""
        member = layers[-1]
        on = in_force(self.tables, member)
        if on == fold.TRUE or len(layers) == 1:
            return self._text_of(function, member, text_node(member), want)
        before = self._base(function, layers[:-1], want)
        mine = self._text_of(function, member, text_node(member), want or types.plain(before.type))
        return Typed(fold.choice(on, mine.expr, before.expr, mine.type.kind == "int"), _both(before.type, mine.type))

    def _without_base(self, name: str, case: Member) -> None:
        """Report cases of a function that nobody declares; the name is probably misspelt."""
        known = [m.name for m in members(self.tables, "functions") if not m.is_case]
        message = f"unknown function `{name}`: a case needs a function to add to"
        self.tables.unknown("unknown-name", message, name, case.key.span, known)

    def _text_of(self, function: Declared, member: Member, node: Scalar | None, want: Type | None = None) -> Typed:
        tree = None if node is None else parser.parse_expression(node, self.tables.problems)
        if tree is None:
            return Typed(Const(0), ERROR)
        scope = own_params(self.tables, function.params, heading(self.tables, member.key)).scope(member.document)
        return self._of_case(tree, scope, want)

    def _of_case(self, tree: s.Expr, scope: Scope, wanted: Type | None) -> Typed:
        """Return a value of the function, with the type that the other cases have given it, or None."""
        if wanted is not None:
            return self.expressions.joined(tree, scope, types.plain(wanted))
        value = self.expressions.lower(tree, scope)
        return self.expressions.fit(value, types.CARDS, tree) if types.is_literal(value.type) else value

    def _case(self, function: Declared, member: Member, wanted: Type | None) -> tuple[OpenCase | None, Type | None]:
        when_node, is_node, union = field(member, "when"), field(member, "is"), field(member, "union")
        when: Expr = fold.TRUE
        if when_node is not None:
            when = self._text_of(function, member, when_node, types.BOOL).expr
        when = fold.conjunction((in_force(self.tables, member, function.member.document), when))
        value = self._text_of(function, member, union or is_node, wanted)
        if value.type == ERROR:
            return None, wanted
        node = node_at(member.value, "over")
        over = frozenset(name.value for name in scalars(node))
        case = OpenCase(when, value.expr, union is not None, 9, member.document, member.key.span, over)
        return case, _both(wanted, value.type)

    def _power_case(self, function: Declared, power: Power, wanted: Type | None) -> tuple[OpenCase | None, Type | None]:
        facet = power.facet
        params = own_params(self.tables, function.params, facet.heading)
        applies = power.applies(self.expressions, params.scope(facet.member.document))
        tree = parser.parse_expression(power.text, self.tables.problems)
        if tree is None:
            return None, wanted
        value = self._of_case(tree, params.scope(power.document, implied=True), wanted)
        if value.type == ERROR:
            return None, wanted
        case = OpenCase(
            applies,
            value.expr,
            False,
            power.narrowness,
            power.document,
            power.text.span,
            frozenset(),
            power,
        )
        return case, _both(wanted, value.type)

    def _joined(self, name: str, base: Expr, cases: list[OpenCase], number: bool) -> Expr:
        """Combine the cases. The narrowest wins; two equally narrow ones can't overlap unless one is `over` the other
        one."""
        ordered = sorted((c for c in cases if not c.union), key=lambda c: c.narrowness)
        for i, first in enumerate(ordered):
            for second in ordered[i + 1 :]:
                if first.narrowness != second.narrowness or exclusive(first.when, second.when, self.tables.design):
                    continue
                if first.document.id in second.over or second.document.id in first.over:
                    continue
                self._clash(first, second)
        ordered.sort(key=lambda c: (c.narrowness, len(c.over)))
        added = [case for case in cases if case.union]
        for case in ordered:
            base = fold.choice(case.when, case.value, base, number)
        for case in added:
            base = fold.op("|", base, fold.choice(case.when, case.value, Const(0)))
        self.cases[name] = tuple(ir.Case(c.when, c.union, origin(c.document, c.span)) for c in (*ordered, *added))
        return base

    def _clash(self, earlier: OpenCase, later: OpenCase) -> None:
        one, other = f"`{earlier.document.id}`", f"`{later.document.id}`"
        who = f"{one} gives" if one == other else f"{one} and {other} give"
        help_ = "remove one of them, or add `over:` with the id of the other to the one that takes precedence"
        if later.power is not None:
            help_ = f"remove one of them, or give one precedence: write it {later.power.stronger}"
        related = (Related(earlier.span, f"the value of {one}"),)
        self.tables.error(
            "clash", f"{who} two values that can apply at the same time", later.span, help=help_, related=related
        )

    def faces(self) -> int | None:
        """Return the function that says what a card can count as, or None if no card can."""
        if FACES not in self.tables.functions:
            return None
        declared = self.tables.functions[FACES]
        if declared.params.types != (types.CARD,):
            span = declared.member.key.span
            self.tables.error("arity", f"`{FACES}` takes a card", span, help=f"write `{FACES}(c)`")
            return None
        number, _ = self.result(FACES)
        function = self.functions[number]
        return None if function is None or function.body == Const(0) else number

    # ------------------------------------------------------------ permissions

    def permission(self, name: str) -> int:
        return self.permission_numbers[name]

    def obstacles(self, permission: int) -> list[ir.Clause]:
        """Return the clauses of the permission that can forbid all choices of an action."""
        known = self.permissions[permission : permission + 1]
        return [c for p in known for c in p.clauses if not (c.allow or c.unless_stuck or c.test == fold.FALSE)]

    def lower_permissions(self) -> None:
        reader = Permissions(self.tables, self.expressions, self.statements.questions, self.powers)
        for permission in self.tables.permissions.values():
            self.permissions.append(reader.permission(permission))

    def misplay(self, permission: str) -> tuple[tuple[s.Stmt, ...], Scope] | None:
        """Return the penalty for trying a forbidden move; only one document can declare it."""
        written = [m for m in members(self.tables, "misplay") if m.name == permission]
        target = self.tables.permissions.get(permission)
        if not written or target is None:
            return None
        member = written[0]
        head = heading(self.tables, member.key)
        if head is None or not isinstance(member.value, Scalar):
            return None
        stmts = parser.parse_statements(member.value, self.tables.problems)
        if stmts is None:
            return None
        return stmts, own_params(self.tables, target.params, head).scope(member.document)

    # ------------------------------------------------------------ prompts

    def actions(self, prompt: str) -> list[Offered]:
        return self.prompts.actions(prompt)

    def new_question(self) -> int:
        self.question_count += 1
        return self.question_count - 1

    def ask_about(self, asking: t.Asking) -> None:
        self.asked[asking.number] = asking

    def answered(self, prompt: str) -> ir.VarAt | None:
        """Return the variable of a prompt for polls: true after an answer that ends the poll."""
        if prompt not in self.answered_by:
            self.answered_by[prompt] = None  # while its actions are read: they might include each other
            if passes((item for item, _ in self.actions(prompt)), self._included):
                variable = ir.Variable(f"answered-{prompt}", types.BOOL, (), ir.NOBODY, None, "", None)
                self.answered_by[prompt] = ir.VarAt(self.tables.new_variable(variable), ())
        return self.answered_by[prompt]

    def _included(self, prompt: str) -> list[Offered]:
        known = prompt in self.tables.prompts and self.answered(prompt) is not None
        return self.actions(prompt) if known else []

    def question(self, name: str) -> int:
        """Return the number of a prompt's question, for `possible`."""
        self.offered.add(name)
        if name not in self.question_numbers:
            self.question_numbers[name] = self.new_question()
        return self.question_numbers[name]

    def prompt(self, prompt: Declared, must_answer: bool) -> t.Asking:
        """Return the question of a prompt."""
        items = self.actions(prompt.name)
        member = prompt.member
        answered = self.answered(prompt.name)
        self._check_nexts(items)
        place = StepContext(prompt.params.scope(member.document), answered=answered)
        if not prompt.params.names:
            message = f"the question `{prompt.name}` needs a parameter for the player to ask"
            self.tables.error("arity", message, member.key.span, help=f"write `{prompt.name}(p)`")
        seat = Typed(ir.Local(prompt.params.locals[0]) if prompt.params.locals else Const(0), types.PLAYER)
        otherwise = None
        if prompt.name in self.prompts.otherwise:
            stmts, scope = self.prompts.otherwise[prompt.name]
            otherwise = self.statements.block(stmts, StepContext(scope, answered=answered))
        number = self.question(prompt.name)
        node = s.Nothing(member.key.span)
        if not must_answer or prompt.name in self.prompts.unread:
            otherwise = t.Block(())
        questions = self.statements.questions
        worded = self.prompts.wordings.of(prompt.name)
        wording = None if worded is None else questions.worded(*worded)
        asking = questions.asking(
            prompt.name, prompt.params.locals, seat, items, otherwise, node, place, number, wording=wording
        )
        if prompt.name in self.prompts.otherwise:
            questions.check_else(asking, items, member.document)
        return asking if answered is None else marked(asking, answered)

    def _check_nexts(self, items: list[Offered]) -> None:
        for item, _ in items:
            for node in misplaced_nexts(item.body or ()) if isinstance(item, s.Action) else ():
                message = "`next` must be the last step of an action in a prompt"
                self.tables.error("next", message, node.span, help="put the steps after it into an `else`")

    # ------------------------------------------------------------ routines

    def routine(self, callable_: Declared, section: str) -> Routine:
        """Return a procedure or stage without its hooks."""
        member = next(m for m in reversed(members(self.tables, section)) if m.name == callable_.name)
        where = origin(member.document, member.key.span)
        body = self._steps(callable_, (*member.over, member))
        kind = "stage" if section == "stages" else "procedure"
        return Routine(callable_.name, kind, callable_.params.locals, body, where)

    def _steps(self, callable_: Declared, layers: tuple[Member, ...]) -> t.Tree:
        """Return the steps of a member. While a rule that replaces them is off, these are the steps of before."""
        *before, member = layers
        node = text_node(member)
        stmts = None if node is None else parser.parse_statements(node, self.tables.problems)
        if stmts is None:
            return t.NOTHING
        params = own_params(self.tables, callable_.params, heading(self.tables, member.key))
        body = self.statements.block(stmts, StepContext(params.scope(member.document)))
        if not before:
            return body
        body = replaced(self.tables, member.document, body, self._is_empty(before[-1]))
        on = in_force(self.tables, member)
        if on == fold.TRUE:
            return body
        return t.Branching(on, body, self._steps(callable_, tuple(before)), origin(member.document, member.key.span))

    def _is_empty(self, member: Member) -> bool:
        """True if a procedure has no steps of its own; false for a required one, which another document must fill."""
        node = text_node(member)
        stmts = None if node is None else parser.parse_statements(node, [])
        return stmts is None or all(isinstance(stmt, s.Pass) for stmt in stmts)


def _both(first: Type | None, second: Type) -> Type:
    """Return the common type of two values, which differ at most in whether they can be none."""
    return second if first is None or second.optional else first
