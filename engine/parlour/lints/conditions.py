"""Finds conditions that are always true, or always false, for all options and all numbers of players.

Ignores a literal `true` or `false`, because authors write it on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.source import Span
from parlour.documents.composition import Composition, Document, Member, OptionSetting
from parlour.lang import syntax as s
from parlour.lints.logic import Facts, Logic, PossibleValues, agreed, key
from parlour.lints.member_texts import MemberText
from parlour.lints.option_ranges import Declarations
from parlour.lints.unused_names import FOR_PEOPLE, WORD, words_in
from parlour.program import Program


def check_conditions(composition: Composition, texts: tuple[MemberText, ...]) -> Iterator[Diagnostic]:
    """Yield a warning for each such condition, at its smallest part that decides it."""
    readers = {document.id: _Reader(Declarations(composition, document)) for document in composition.documents}
    for text in texts:
        needed = text.member.section == "possible"  # by other mixes, such as those with a rule that adds players
        problems = readers[text.member.document.id].text(text)
        yield from (d for d in problems if not (needed and d.code == "always-true"))


@dataclass(frozen=True)
class Context:
    """The conditions known to be true, and those known to be false, where Parlour tests another condition."""

    facts: Facts = field(default_factory=dict)
    known: tuple[tuple[s.Expr, bool], ...] = ()


class _Reader:
    """Reads the texts of one document."""

    def __init__(self, declared: Declarations) -> None:
        self.declared = declared
        self.logic = Logic(declared, declared.implied)
        self.read: set[int] = set()  # conditions, and parts of them, by the identity of their nodes

    def text(self, text: MemberText) -> Iterator[Diagnostic]:
        for node in s.walk(text.syntax):
            match node:
                case s.If() if id(node) not in self.read:
                    yield from self.branches(node)
                case s.Action(test=test, where=where):
                    yield from self.offer(test, where)
                case s.Binary(op="+" | "-" | "*" | "//" | "mod"):
                    continue
                case s.Binary() | s.Is() | s.Not() if id(node) not in self.read:
                    yield from self.condition(node, Context())

    def branches(self, node: s.If) -> Iterator[Diagnostic]:
        """Read `if` with its `elif`s: at each of these, the tests before it are false. The last `elif` of a complete
        list of cases is always true, and that is fine."""
        context: Context | None = Context()
        while context is not None:
            before = {other.span for other, _ in context.known}
            problems = self.condition(node.test, context)
            yield from (d for d in problems if d.code == "always-false" or before.isdisjoint(r.span for r in d.related))
            context = self.after(node.test, False, context)
            match node.other:
                case (s.If() as other,):
                    self.read.add(id(other))
                    node = other
                case _:
                    return

    def offer(self, test: s.Expr | None, where: s.Expr | None) -> Iterator[Diagnostic]:
        """Read the conditions of an action: at each test of `where`, `if` is true."""
        context: Context | None = Context()
        if test is not None:
            yield from self.condition(test, Context())
            context = self.after(test, True, Context())
        if context is not None and where is not None:
            yield from self.condition(where, context)

    def condition(self, test: s.Expr, context: Context) -> Iterator[Diagnostic]:
        self.read.add(id(test))
        match test:
            case s.Truth():
                return
            case s.Binary(_, "and" | "or" as op, left, right):
                before = list(self.condition(left, context))
                problems = [*before, *self.condition(right, self.after(left, op == "and", context) or context)]
                yield from problems or self._decided(test, context)
            case s.Not(_, value):
                yield from self.condition(value, context)
            case _:
                yield from self._decided(test, context)

    def after(self, test: s.Expr, holds: bool, context: Context) -> Context | None:
        facts = self.logic.assume(test, holds, context.facts)
        return None if facts is None else Context(facts, (*context.known, *agreed(test, holds)))

    def _decided(self, test: s.Expr, context: Context) -> Iterator[Diagnostic]:
        for holds in (True, False):
            if self.logic.assume(test, holds, context.facts) is None:
                yield self._report(test, not holds, context)
                return

    def _report(self, test: s.Expr, always: bool, context: Context) -> Diagnostic:
        shown, code = test.span.text.strip(), "always-true" if always else "always-false"
        message = f"`{shown}` is {'always' if always else 'never'} true"
        related: tuple[Related, ...] = ()
        if self.logic.assume(test, not always) is not None:
            message += " here"
            related = self._reasons(test, not always, context)
        known = dict(self._bounds(test, Context() if always else context))
        bounds = listing([f"`{name}` is {values}" for name, values in known.items()], "and", "")
        help_ = "change the condition, or remove it" if always else _HELP
        return Diagnostic(code, f"{message}: {bounds}" if bounds else message, test.span, "warning", related, help_)

    def _reasons(self, test: s.Expr, holds: bool, context: Context) -> tuple[Related, ...]:
        """Return the conditions that contradict this assumption."""
        alone = []
        for other, truth in context.known:
            facts = self.logic.assume(other, truth)
            if facts is not None and self.logic.assume(test, holds, facts) is None:
                alone.append((other, truth))
        return tuple(
            Related(other.span, f"this condition is {str(truth).lower()} there")
            for other, truth in alone[:1] or context.known
        )

    def _bounds(self, test: s.Expr, context: Context) -> Iterator[tuple[str, str]]:
        """Yield the facts that follow from the declarations of parts of a condition, and from conditions before it."""
        for node in s.walk(test):
            match node:
                case s.Field(span, _, name) if name not in ("suit", "colour"):  # everybody knows the suits
                    values = self.declared(node)
                    if values is not None:
                        yield span.text.strip(), _written(context.facts.get(key(node), values))


_HELP = "change the condition, or remove everything that depends on it"


def _written(values: PossibleValues) -> str:
    if values.only is not None:
        return listing(sorted(str(value).removeprefix("word ") for value in values.only - values.but))
    return f"from {values.low:g} to {values.high:g}"


# ---------------------------------------------------------------- options that a game sets in vain

_ASIDE = ("options", *FOR_PEOPLE)  # sections that change nothing in play
_HELP_FOR_OPTION = "remove it, or change `players` or the other options"


def check_set_options(
    composition: Composition, program: Program, about: Document, texts: tuple[MemberText, ...]
) -> Iterator[Diagnostic]:
    """Yield a warning for each such option that a game sets itself."""
    for setting in composition.options.values():
        if setting.set_by is not about:
            continue
        parts = [part for text in texts for part in _reads(composition, program, setting, text)]
        mentions = sum(_mentions(m, setting.name) for m in _live(composition))
        lost = [*_replaced(composition, setting.name)] if mentions == 0 else []
        if mentions == len(parts) and all(never is not None for never in parts) and (parts or lost):
            message = f"`{setting.full_name}` changes nothing in this game: play never reaches a part that reads it"
            places = dict.fromkeys(never for never in parts if never is not None)
            related = (*(Related(place, "this condition excludes it") for place in places), *lost)
            yield Diagnostic("option-idle", message, setting.span, "warning", related, _HELP_FOR_OPTION)


def _live(composition: Composition) -> Iterator[Member]:
    for section, members in composition.sections.items():
        yield from members if section not in _ASIDE else ()


def _mentions(member: Member, name: str) -> int:
    """Count the name in a member, whatever it means there."""
    return words_in(member.value)[name] + WORD.findall(member.key.value).count(name)


def _replaced(composition: Composition, name: str) -> Iterator[Related]:
    """Yield the places where documents replace members that read the option."""
    for member in _live(composition):
        if any(_mentions(old, name) for old in member.over):
            yield member.replacement


def _reads(
    composition: Composition, program: Program, setting: OptionSetting, text: MemberText
) -> Iterator[Span | None]:
    """Yield for each part of a text that reads an option the condition that is never true there, or None."""
    if setting.name in text.scalar.value:
        declared = Declarations(composition, text.member.document)
        seats = PossibleValues(only=frozenset(program.players))
        yield from _OptionReader(_InMix(declared, setting, seats), setting).read(text.syntax, {}, None)


@dataclass(frozen=True)
class _InMix:
    """The values of expressions in one mix, for any value of one option."""

    declared: Declarations
    free: OptionSetting
    seats: PossibleValues

    def __call__(self, node: s.Expr) -> PossibleValues | None:
        setting = self.declared.option(node)
        if setting is not None:
            return self.declared(node) if setting is self.free else _value(setting)
        match node:
            case s.Field(_, s.Name(_, "players"), "size"):
                return self.seats
            case _:
                return None


def _value(setting: OptionSetting) -> PossibleValues | None:
    match setting.value:
        case None:
            return PossibleValues(only=frozenset({"none"}))
        case bool(value):
            return PossibleValues(only=frozenset({str(value).lower()}))
        case int(value):
            return PossibleValues(only=frozenset({value}))
        case str(word):
            return PossibleValues(only=frozenset({f"word {word}"}))
        case _:
            return None


@dataclass(frozen=True)
class _OptionReader:
    """Follows a text to the parts that read an option."""

    values: _InMix
    setting: OptionSetting

    def read(self, node: object, facts: Facts, never: Span | None) -> Iterator[Span | None]:
        """Yield for each such part the condition around it that is never true, or None; `never` is around this node."""
        match node:
            case s.Field() if self.values.declared.option(node) is self.setting:
                yield never
            case s.Binary(_, "and" | "or" as op, left, right):
                yield from self.read(left, facts, never)
                yield from self._under(left, op == "and", right, facts, never)
            case s.Choice(_, test, then, other) | s.If(_, test, then, other):
                yield from self.read(test, facts, never)
                yield from self._under(test, True, then, facts, never)
                yield from self._under(test, False, other, facts, never)
            case s.Action(test=s.Expr() as test):
                yield from self.read(test, facts, never)
                rest = tuple(part for part in s.parts(node) if part is not test)
                yield from self._under(test, True, rest, facts, never)
            case _:
                for part in node if isinstance(node, tuple) else s.parts(node):
                    yield from self.read(part, facts, never)

    def _under(
        self, test: s.Expr, truth: bool, node: object, facts: Facts, never: Span | None
    ) -> Iterator[Span | None]:
        """Read a node where a condition is true, or where it is false."""
        for part, holds in agreed(test, truth):
            if never is None and self._is_settled(part):
                known = Logic(self.values).assume(part, holds, facts)
                never, facts = (part.span, facts) if known is None else (None, known)
        yield from self.read(node, facts, never)

    def _is_settled(self, test: s.Expr) -> bool:
        """True if only the number of players and options decide a condition."""
        parts = [*s.walk(test)]
        names = {part.id for part in parts if isinstance(part, s.Name)}
        calls = any(isinstance(p, s.Call | s.Each | s.May | s.Possible | s.Seats | s.Given | s.Chance) for p in parts)
        words = {word for option in self.values.declared.composition.options.values() for word in option.type.words}
        return not calls and names <= {"players", "options", *words}
