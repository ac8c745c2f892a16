"""Hooks and their moments: before, after and instead of a procedure, a stage or a question."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.symbols import Scope, origin
from parlour.program import Expr, fold


@frozen
class HookMoment:
    """The conditions for a hook: its test, lowered, and the documents that it comes before or after."""

    when: str  # "before", "after", "instead of"
    target: str
    document: Document
    test: Expr
    span: Span
    earlier_than: tuple[str, ...]
    later_than: tuple[str, ...]
    at: Span  # where its condition is written: the key of the hook, or the facet of a power
    from_power: bool = False

    @property
    def origin(self) -> ir.Origin:
        return origin(self.document, self.at)


@frozen
class Hook:
    """Steps before or after a routine, lowered."""

    moment: HookMoment
    body: t.Tree

    @property
    def guarded(self) -> t.Tree:
        return with_condition(self.moment.test, self.body, self.moment.origin)


@frozen
class Instead:
    """An `instead of` before lowering, since its `proceed` needs the steps inside."""

    moment: HookMoment
    scope: Scope
    stmts: tuple[s.Stmt, ...]


@frozen
class Wrapped:
    """The steps of an `instead of`, lowered, and the step that `proceed` runs."""

    moment: HookMoment
    steps: t.Tree
    proceed: t.Tree

    def around(self) -> t.Tree | None:
        """Return the steps around `proceed`, if `proceed` always runs exactly once."""
        items = self.steps.items if isinstance(self.steps, t.Block) else (self.steps,)
        if items.count(self.proceed) != 1 or sum(part == self.proceed for part in t.walk(self.steps)) != 1:
            return None
        return with_condition(self.moment.test, t.block([part for part in items if part != self.proceed]))

    @property
    def before(self) -> t.Tree:
        """Return the steps up to `proceed`, or no steps if there is no `proceed`."""
        items = self.steps.items if isinstance(self.steps, t.Block) else (self.steps,)
        last = next((n for n, item in enumerate(items) if any(part == self.proceed for part in t.walk(item))), -1)
        return t.block(list(items[: last + 1]))

    def proceeds(self) -> bool:
        """True if the steps inside can still run."""
        return self.moment.test != fold.TRUE or any(part == self.proceed for part in t.walk(self.steps))


def goes_before(first: HookMoment, second: HookMoment) -> bool:
    return second.document.id in first.earlier_than or first.document.id in second.later_than


def unordered(first: HookMoment, second: HookMoment) -> bool:
    """True if neither of two documents states which comes first."""
    return first.document is not second.document and not (goes_before(first, second) or goes_before(second, first))


def with_condition(test: Expr, body: t.Tree, where: ir.Origin | None = None) -> t.Tree:
    """Return steps that run only if a test holds."""
    if test == fold.TRUE:
        return body
    return t.NOTHING if test == fold.FALSE else t.Branching(test, body, t.NOTHING, where)
