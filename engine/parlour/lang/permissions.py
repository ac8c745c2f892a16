"""Reads permissions: clauses of `may` sections and of powers, and the verdict that they give together."""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import replace

from parlour.base.diagnostics import Fix, Related, SourceEdit
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document, Member, scalars
from parlour.documents.document import Mapping, Scalar, string_at
from parlour.lang import parser, types
from parlour.lang.declarations import heading, members
from parlour.lang.expressions import Expressions
from parlour.lang.parameters import own_params
from parlour.lang.powers import Power
from parlour.lang.questions import Questions
from parlour.lang.switches import in_force
from parlour.lang.symbols import Declared, Scope, Tables, origin
from parlour.program import Clause, Expr, Permission, fold


@frozen
class RawClause:
    """A clause that isn't lowered yet: from a `may` section, or from a facet for one power."""

    key: Scalar
    node: Mapping
    document: Document
    scope: Scope
    applies: Expr
    span: Span | None  # of the power

    @property
    def full_id(self) -> str:
        return self.key.value if self.document.kind == "frame" else f"{self.document.id}.{self.key.value}"


class Permissions:
    """Reads the permissions of one composition."""

    def __init__(self, tables: Tables, expressions: Expressions, questions: Questions, powers: Many[Power]) -> None:
        self.tables = tables
        self.expressions = expressions
        self.questions = questions
        self.powers = powers

    def permission(self, permission: Declared) -> Permission:
        raw: list[RawClause] = []
        for member in members(self.tables, "may"):
            if member.name == permission.name and isinstance(member.value, Mapping):
                params = own_params(self.tables, permission.params, heading(self.tables, member.key))
                scope = params.scope(member.document)
                on = in_force(self.tables, member)
                for entry in member.value.entries:
                    if isinstance(entry.value, Mapping):
                        self._add(raw, RawClause(entry.key, entry.value, member.document, scope, on, None))
        for power in self.powers:
            if power.facet.kind == "may" and power.facet.heading.name == permission.name:
                raw.extend(self._power_clauses(permission, power))
        clauses = self._clauses(permission, raw)
        where = origin(permission.member.document, permission.member.key.span)
        return Permission(permission.name, permission.params.locals, clauses, _verdict(clauses), where)

    def _add(self, raw: list[RawClause], clause: RawClause) -> None:
        """Add a clause. With `instead: true` it replaces the one with the same name: while its rule is on."""
        same = [i for i, c in enumerate(raw) if c.key.value == clause.key.value]
        instead = clause.node.get("instead") is not None
        if instead and same:
            original, off = raw[same[0]], fold.negation(clause.applies)
            raw[same[0]] = clause
            if off != fold.FALSE:
                raw.insert(same[0], replace(original, applies=fold.conjunction((original.applies, off))))
            return
        clash = [i for i in same if raw[i].full_id == clause.full_id]
        if instead or clash:
            related = tuple(Related(raw[i].key.span, "the first one") for i in clash)
            name = clause.key.value
            message = f"duplicate clause `{name}`" if clash else f"`instead` replaces nothing: unknown clause `{name}`"
            self.tables.error("name-twice" if clash else "instead", message, clause.key.span, related=related)
            return
        raw.append(clause)

    def _power_clauses(self, permission: Declared, power: Power) -> list[RawClause]:
        facet = power.facet
        if facet.clauses is None:
            return []
        params = own_params(self.tables, permission.params, facet.heading)
        scope = params.scope(facet.member.document)
        applies = power.applies(self.expressions, scope)
        if not isinstance(facet.takes, tuple):
            tree = parser.parse_expression(power.text, self.tables.problems)
            if tree is None:
                return []
            want = types.BOOL if facet.takes == "condition" else None
            value = self.expressions.lower(tree, params.scope(power.document, implied=True), want)
            scope.bind("value", value)
        clauses = []
        for entry in facet.clauses.entries:
            if isinstance(facet.takes, tuple) and entry.key.value != power.text.value:
                continue
            if isinstance(entry.value, Mapping):
                clauses.append(RawClause(entry.key, entry.value, power.document, scope, applies, power.text.span))
        return clauses

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
        group_node, says_node = item.node.get("group"), item.node.get("says")
        group = group_node.value if isinstance(group_node, Scalar) else None
        if group is not None and isinstance(group_node, Scalar) and group not in groups:
            message = f"unknown group `{group}`"
            self.tables.unknown("unknown-name", message, group, group_node.span, list(groups))
        says = None
        if isinstance(says_node, Scalar):
            template = parser.parse_template(says_node, self.tables.problems)
            says = self.questions.template(template, item.scope, spoken=True)
        return Clause(
            id=item.full_id,
            group=group,
            allow=allow is not None,
            test=fold.conjunction((item.applies, test)),
            lifts=(),
            says=says,
            unless_stuck=string_at(item.node, "unless-stuck") == "true",
            origin=origin(item.document, item.span or item.key.span),
        )

    def _lifts(self, item: RawClause, built: list[Clause], groups: dict[str, Member]) -> tuple[int, ...]:
        nodes = scalars(item.node.get("despite"))
        if not nodes:
            help_ = "name the groups or clauses that it overrides, for example `despite: [match]`"
            message, fixes = "`allow` needs `despite:` with the clauses it overrides", _despite(item, built)
            self.tables.error("clause", message, item.key.span, help=help_, fixes=fixes)
        lifted: list[int] = []
        for node in nodes:
            name = node.value
            hits = [
                i for i, c in enumerate(built)
                if not c.allow and name in (c.id, c.id.rpartition(".")[2], c.group)
            ]  # fmt: skip
            if not hits and name not in groups:
                known = [*groups, *(c.id for c in built if not c.allow)]
                message = f"unknown group or clause `{name}`"
                self.tables.unknown("unknown-name", message, name, node.span, known)
            for i in hits:
                group = built[i].group
                if group is not None and _closed(groups.get(group)) and name in groups:
                    message = f"the group `{group}` allows no exceptions"
                    self.tables.error("closed-group", message, node.span)
            lifted += hits
        return tuple(dict.fromkeys(lifted))


def _despite(item: RawClause, built: list[Clause]) -> tuple[Fix, ...]:
    """Return the fix that adds `despite`, if there is only one thing that it can name."""
    names = {c.group or c.id.rpartition(".")[2] for c in built if not c.allow}
    entry = item.node.entry("allow")
    if len(names) != 1 or entry is None or entry.value.span.text[:1] in ("|", ">"):
        return ()
    right, key, end = f"despite: [{min(names)}]", entry.key.span, entry.value.span.end
    between = ", " if item.node.span.text.startswith("{") else "\n" + " " * (key.column - 1)
    return (Fix(f"add `{right}`", (SourceEdit(Span(key.source, end, end), between + right),)),)


def _verdict(clauses: tuple[Clause, ...]) -> Expr:
    """Return the verdict: allowed unless a forbidding clause applies and no applying clause lifts it."""
    wanted = []
    for number, clause in enumerate(clauses):
        if not clause.allow:
            lifted = [c.test for c in clauses if c.allow and number in c.lifts]
            wanted.append(fold.disjunction((fold.negation(clause.test), *lifted)))
    return fold.conjunction(wanted)


def _closed(group: Member | None) -> bool:
    return group is not None and string_at(group.value, "closed") == "true"
