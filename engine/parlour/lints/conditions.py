"""Finds conditions that are always true, or always false, for all options and all numbers of players.

Ignores a literal `true` or `false`, because authors write it on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.documents.composition import Composition
from parlour.lang import syntax as s
from parlour.lints.logic import Facts, Logic, PossibleValues, agreed, key
from parlour.lints.member_texts import MemberText
from parlour.lints.option_ranges import Declarations


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
