"""The meanings of the names of a ruleset during checking.

`declarations` fills the tables, and everything else in `lang` reads them. Only here does a stage of the checker keep
state, and nothing of it outlives the check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property

from parlour.base.codes import Severity
from parlour.base.diagnostics import Diagnostic, Fix, Related, did_you_mean, respelling
from parlour.base.frozen import frozen
from parlour.base.source import Source, Span, is_shipped
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member
from parlour.lang import syntax as s
from parlour.lang.key_uses import KeyUses
from parlour.lang.needed_values import Needed, NeededUse
from parlour.lang.types import SIMPLE, optional
from parlour.program import Const, Design, Expr, Local, Mark, Origin, Record, Settled, Type, VarAt, Variable, Zone

ALWAYS = Const(1)
NO_CARDS = Design("", (), 0, (), (), ())
VALUE_SECTIONS = "state", "logs", "zones", "classes"  # what a name without brackets can stand for
ERROR = Type("bool", "error")  # the type of an expression with a reported error


@frozen
class Typed:
    """An expression and its type."""

    expr: Expr
    type: Type


WRONG = Typed(Const(0), ERROR)


@frozen
class Binding:
    """The meaning of a local name. Steps can set only a name from `let`."""

    value: Typed
    assignable: bool = False


@frozen
class Scope:
    """The local names at one place, and the document, which decides what options mean."""

    document: Document
    names: dict[str, Binding] = field(default_factory=dict)
    implied: frozenset[str] = frozenset()  # names from a facet, which the power itself doesn't show
    in_force: Expr = ALWAYS  # for the actions of a switchable rule: the condition under which they are offered

    def child(self) -> Scope:
        """Return a scope within this one. Steps always run as they are, so it has no condition."""
        return Scope(self.document, dict(self.names), self.implied)

    def bind(self, name: str, value: Typed, assignable: bool = False) -> None:
        self.names[name] = Binding(value, assignable)


@frozen
class Params:
    """The parameters of a member: names and types, with the locals that hold them."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    locals: tuple[int, ...]

    def scope(self, document: Document, implied: bool = False) -> Scope:
        scope = Scope(document, implied=frozenset(self.names if implied else ()))
        for name, type_, local in zip(self.names, self.types, self.locals, strict=True):
            scope.bind(name, Typed(Local(local), type_))
        return scope


@frozen
class Declared:
    """A function, procedure, stage, prompt or permission: its heading, and the member that declares it."""

    name: str
    params: Params
    member: Member


@frozen
class DeclaredLog:
    """A log: the member that declares it, the type of its entries, its two variables, and its capacity."""

    member: Member
    type: Type
    entries: int
    length: int
    room: Expr
    room_text: str


@dataclass
class Tables:
    """All names of one composition."""

    composition: Composition
    proving: bool = True
    """A proof follows. Without it, play tests the values that might be missing."""
    problems: list[Diagnostic] = field(default_factory=list)
    param_types: dict[str, Type] = field(default_factory=dict)  # from `names:`
    design: Design = NO_CARDS
    lacking: frozenset[str] = frozenset()  # facts that some card of the deck may lack, such as the suit of a joker
    card_names: dict[str, Typed] = field(default_factory=dict)  # words that mean a rank, a suit or a colour
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    word_lists: dict[str, Typed] = field(default_factory=dict)  # the lists under `types`, as sets of all their words
    records: dict[str, Record] = field(default_factory=dict)
    classes: dict[str, Typed] = field(default_factory=dict)
    zones: dict[str, int] = field(default_factory=dict)
    zone_list: list[Zone] = field(default_factory=list)
    variables: dict[str, int] = field(default_factory=dict)
    variable_list: list[Variable] = field(default_factory=list)
    logs: dict[str, DeclaredLog] = field(default_factory=dict)
    lifetimes: dict[str, Span] = field(default_factory=dict)  # variable -> the place of its `each`
    marks: dict[str, int] = field(default_factory=dict)
    mark_list: list[Mark] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    worded_ends: dict[str, set[int]] = field(default_factory=dict)  # of stages, even where options rule a step out
    functions: dict[str, Declared] = field(default_factory=dict)
    procedures: dict[str, Declared] = field(default_factory=dict)
    stages: dict[str, Declared] = field(default_factory=dict)
    prompts: dict[str, Declared] = field(default_factory=dict)
    asked_for: set[str] = field(default_factory=set)  # permissions that an action or expression uses
    actions: set[str] = field(default_factory=set)  # the ids of all actions, even those that options leave out
    permissions: dict[str, Declared] = field(default_factory=dict)
    switched_on: int = 0  # the switchable rules that some step can switch on, as a set
    called: set[str] = field(default_factory=set)  # the functions that expressions call
    locals: list[tuple[str, Type]] = field(default_factory=list)
    key_uses: KeyUses = field(default_factory=KeyUses)
    single_cards: list[tuple[Expr, Span]] = field(default_factory=list)  # faces, where only one card can be meant
    card_tests: list[tuple[Expr, s.Binary]] = field(default_factory=list)  # sets of cards of which all must be there
    settled: list[Settled] = field(default_factory=list)  # conditions that depend only on options
    taken: dict[Member, Diagnostic] = field(default_factory=dict)  # declarations whose name means something else
    uses: dict[tuple[Origin, str], NeededUse] = field(default_factory=dict)  # uses of values that may be none

    @cached_property
    def values_named(self) -> dict[str, list[Member]]:
        """The declarations of variables, logs, zones and classes, by name."""
        by_name: dict[str, list[Member]] = {}
        for section in VALUE_SECTIONS:
            for member in self.composition.sections.get(section, ()):
                by_name.setdefault(member.name, []).append(member)
        return by_name

    @cached_property
    def _places(self) -> dict[Source, tuple[bool, int]]:
        sources = [document.source for document in self.composition.documents]
        return {source: (not is_shipped(source.name), number) for number, source in enumerate(sources)}

    def order(self, source: Source) -> tuple[bool, int]:
        """Return a key that sorts documents as authors add them: those that come with Parlour first, then in the order
        of the mix."""
        return self._places.get(source) or (not is_shipped(source.name), -1)

    @property
    def guise(self) -> int | None:
        """The mark that says what a card counts as."""
        return next((number for number, mark in enumerate(self.mark_list) if mark.guise), None)

    def needed(self, need: Needed, use: Callable[[], NeededUse]) -> Expr:
        """Return a value that is used as if it were present: marked for the proof, or with a test."""
        if not self.proving:
            return need.tested
        self.uses[need.origin, need.message] = use()
        return need

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        help: str | None = None,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, related=related, help=help, fixes=fixes))

    def warn(
        self, code: str, message: str, span: Span | None, help: str | None = None, related: tuple[Related, ...] = (),
        severity: Severity = "warning",
    ) -> None:  # fmt: skip
        """Report a warning or a note, perhaps several times: users see each finding once."""
        self.problems.append(Diagnostic(code, message, span, severity, related, help))

    def unknown(
        self, code: str, message: str, word: str, span: Span, known: Collection[str], otherwise: str | None = None
    ) -> None:
        """Report a word that nothing has, with the known word nearest to it, or `otherwise` if none is near."""
        help = did_you_mean(word, known) or otherwise
        self.error(code, message, span, help=help, fixes=respelling(word, known, span))

    def new_local(self, name: str, type_: Type) -> int:
        self.locals.append((name, type_))
        return len(self.locals) - 1

    def new_variable(self, variable: Variable) -> int:
        self.variable_list.append(variable)
        return len(self.variable_list) - 1

    def variable(self, name: str) -> VarAt:
        return VarAt(self.variables[name])


def origin(document: Document, span: Span) -> Origin:
    return Origin(document.id, document.title, span.source.name, *span.line_and_column)


def written(composition: Composition, origin: Origin) -> Span | None:
    """Return the source text from there to the end of its line, step or string."""
    for document in composition.documents:
        if document.id == origin.document and document.source.name == origin.path:
            line, start = document.source.line_text(origin.line), origin.column - 1
            end = len(line[:start] + line[start:].split(";")[0].split("#")[0].rstrip())
            first = document.source.line_starts[origin.line - 1]
            texts = (scalar.span for scalar in doc.inner_scalars(document.node))
            ends = (text.end for text in texts if text.start <= first + start < text.end)
            return Span(document.source, first + start, min([first + end, *ends]))
    return None


def heading_params(tables: Tables, heading: s.Heading, owner: str) -> Params:
    """Return the parameters of a heading; their types are written there or follow from their names."""
    names, types, numbers = [], [], []
    for param in heading.params or ():
        if param.numbers is not None:
            message = f"expected a name for a parameter, found `{param.span.text}`"
            tables.error("syntax", message, param.span, help="only zones and variables can have numbers as keys")
            continue
        type_ = _param_type(tables, param)
        names.append(param.name)
        types.append(type_)
        numbers.append(tables.new_local(f"{owner}.{param.name}", type_))
    return Params(tuple(names), tuple(types), tuple(numbers))


def type_by_name(tables: Tables, typed: Typed, node: s.Expr, want: Type | None = None) -> str | None:
    """Return a help text about a parameter that has its type from `names`, where another one is expected."""
    if not isinstance(node, s.Name) or not isinstance(typed.expr, Local):
        return None
    if tables.param_types.get(node.id) != typed.type:
        return None
    if not tables.locals[typed.expr.index][0].endswith(f".{node.id}"):
        return None  # a local name
    kind = "cards" if want is None or want.kind not in SIMPLE else want.kind
    return f"`names` gives the parameter `{node.id}` its type; for another one, write it, as in `{node.id}: {kind}`"


def _param_type(tables: Tables, param: s.Param) -> Type:
    if param.type is not None:
        return named_type(tables, param.type)
    type_ = tables.param_types.get(param.name)
    if type_ is None:
        own = param.name if param.name in SIMPLE else "card"
        tables.error(
            "unknown-parameter",
            f"missing type for the parameter `{param.name}`",
            param.span,
            help=f"write its type, as in `{param.name}: {own}`, or declare the name under `names` in the frame",
        )
        return ERROR
    return type_


OTHER_TYPES = {"boolean": "bool", "integer": "int", "number": "int"}
"""Types that other languages call otherwise."""


def known_type(tables: Tables, param: s.Param) -> Type | None:
    """Return the type of a parameter, or None if neither its heading nor its name gives one."""
    return tables.param_types.get(param.name) if param.type is None else _type(tables, param.type)


def named_type(tables: Tables, name: s.TypeName) -> Type:
    """Return the type with this name."""
    type_ = _type(tables, name)
    if type_ is None:
        known = [*SIMPLE, *tables.records, *tables.enums]
        meant = OTHER_TYPES.get(name.name, name.name)
        tables.unknown("unknown-type", f"unknown type `{name.name}`", meant, name.span, known)
    return type_ or ERROR


def _type(tables: Tables, name: s.TypeName) -> Type | None:
    base = SIMPLE.get(name.name)
    if base is None and name.name in tables.records:
        base = Type("record", name.name)
    if base is None and name.name in tables.enums:
        base = Type("enum", name.name)
    return base if base is None or not name.optional else optional(base)
