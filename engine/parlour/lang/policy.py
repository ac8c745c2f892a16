"""Reads `policy`: the actions that random players prefer, with conditions and odds, and adds it to the questions.

A policy changes nothing about what is allowed. Later documents count more than earlier ones: frames, rules, games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.documents.composition import Document, Member
from parlour.documents.document import Mapping, Scalar, Sequence, items_in
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.declarations import heading, members
from parlour.lang.expressions import Expressions
from parlour.lang.literals import choice_of
from parlour.lang.replaced import was_replaced
from parlour.lang.switches import in_force
from parlour.lang.symbols import Scope, Tables, Typed, origin
from parlour.program import Const, Expr, fold
from parlour.program.walking import free_locals

CLASSES = {"first": ir.FIRST, "odds": ir.AVOIDED, "last": ir.LAST}
_ORDER = {"frame": 0, "rule": 1, "game": 2}
_ASKING = ("prompts", "stages", "procedures", "when")  # sections with questions and their actions


@frozen
class _Entry:
    """A statement of one document about the choices of an action: about all, or about those that meet a condition."""

    action: str
    at: Scalar
    params: tuple[str, ...] | None
    where: str  # `first`, `last` or `odds`
    test: s.Expr | None
    odds: s.Odds | None
    document: Document
    on: Expr  # holds while the rule that says this is on

    @property
    def key(self) -> tuple[str, int]:
        return self.document.id, self.at.span.start

    @property
    def whole(self) -> bool:
        """True if the statement is about all choices."""
        return self.test is None

    @property
    def always(self) -> bool:
        """True if play can't switch off the rule that says this."""
        return self.on == fold.TRUE

    @property
    def is_preference(self) -> bool:
        """True for a statement about all choices at all times, which has no odds."""
        return self.whole and self.odds is None and self.always

    @property
    def meaning(self) -> tuple[object, ...]:
        texts = [None if node is None else node.span.text for node in (self.test, self.odds)]
        return self.where, self.params, *texts


class Policy:
    """The policy of one composition."""

    def __init__(self, tables: Tables, expressions: Expressions) -> None:
        self.tables = tables
        self.expressions = expressions
        self._fitting: set[tuple[str, int]] = set()  # entries with parameters that fit an action
        self._others: dict[tuple[str, int], _Entry] = {}  # … and those that don't fit some action

    @cached_property
    def _all(self) -> tuple[_Entry, ...]:
        return tuple(_all_entries(self.tables))

    @cached_property
    def settled(self) -> dict[str, tuple[_Entry, ...]]:
        """The statements that count for each action, conditions first."""
        groups: dict[tuple[str, str], list[_Entry]] = {}
        for entry in sorted(self._all, key=lambda entry: _ORDER[entry.document.kind]):
            groups.setdefault((entry.document.id, entry.action), []).append(entry)
        settled: dict[str, tuple[_Entry, ...]] = {}
        for (_, id), group in groups.items():
            entries = tuple(sorted(group, key=lambda entry: (entry.whole, list(CLASSES).index(entry.where))))
            before = settled.get(id, ())
            if all(entry.always for entry in entries):
                self._agree(before, entries)
                before = ()
            settled[id] = (*entries, *before)  # those of before count while the rule is off
        return settled

    def _agree(self, before: tuple[_Entry, ...], entries: tuple[_Entry, ...]) -> None:
        """Report contradictions: within a document, or between two rules if the game doesn't decide."""
        whole = [entry for entry in entries if entry.whole]
        for entry in whole[1:]:
            self._differ(whole[0], entry, "remove one of them")
        if not before or [entry.meaning for entry in before] == [entry.meaning for entry in entries]:
            return
        games = [s for s in self._all if s.document.kind == "game" and s.action == entries[0].action]
        if before[0].document.kind == entries[0].document.kind == "rule" and not games:
            self._differ(before[0], entries[0], "leave one of them out, or set it in the game")

    def _differ(self, before: _Entry, entry: _Entry, help_: str) -> None:
        related = (Related(before.at.span, f"here it is `{before.where}`"),)
        message = f"`{entry.action}` has two different preferences"
        self.tables.error("policy", message, entry.at.span, help=help_, related=related)

    def with_preferences(self, questions: tuple[ir.Question, ...]) -> tuple[ir.Question, ...]:
        """Return the questions, with the preference of every action."""
        preferred = {
            id: CLASSES[entry.where] for id, entries in self.settled.items()
            for entry in entries if entry.is_preference
        }  # fmt: skip
        if not preferred:
            return questions

        def wanted(arm: ir.Arm) -> ir.Arm:
            return replace(arm, preference=preferred[arm.id]) if arm.id in preferred else arm

        return tuple(replace(q, arms=tuple(map(wanted, q.arms))) for q in questions)

    def habits(self, id: str, player: Typed, slots: list[ir.Slot]) -> tuple[ir.Habit, ...]:
        """Return the statements with conditions or odds about an action with these choices."""
        habits: list[ir.Habit] = []
        for entry in self.settled.get(id, ()):
            if entry.params is not None:
                if len(entry.params) not in (1, 1 + len(slots)):
                    self._others.setdefault(entry.key, entry)
                    continue
                self._fitting.add(entry.key)
            if entry.is_preference:
                continue
            values = [player, *map(choice_of, slots)]
            scope = Scope(entry.document)
            for name, value in zip(entry.params or (), values, strict=False):
                scope.bind(name, value)
            reported = len(self.tables.problems)
            test = fold.TRUE if entry.test is None else self.expressions.condition(entry.test, scope)
            if len(entry.params or ()) < 1 + len(slots):
                self._name_choices(id, slots, reported)
            test = fold.conjunction((entry.on, test))
            odds = None if entry.odds is None else self._odds(entry.odds, scope, slots)
            if test != fold.FALSE:
                where = origin(entry.document, (entry.odds or entry.test or entry.at).span)
                habits.append(ir.Habit(CLASSES[entry.where], None if test == fold.TRUE else test, odds, where))
        return tuple(habits)

    def _odds(self, odds: s.Odds, scope: Scope, slots: list[ir.Slot]) -> ir.Odds:
        chances: Expr = self.expressions.lower(odds.chances, scope, types.INT).expr
        of = self.expressions.lower(odds.of, scope, types.INT).expr
        if free_locals(chances) & {slot.local for slot in slots}:
            help_ = "put the condition on the choice after the odds: `9 in 10 if honest(cs)`"
            self.tables.error("policy", "odds can't depend on the choice", odds.chances.span, help_)
        if isinstance(of, Const) and of.value > 0:
            if isinstance(chances, Const) and chances.value > of.value:
                message = f"{chances.value} in {of.value} is more than always"
                help_ = f"write `1 in 1` for always, or turn it round: `{of.value} in {chances.value}`"
                self.tables.error("policy", message, odds.chances.span, help_)
            return ir.Odds(chances, of.value)
        message = "expected a constant of at least 1 after `in`"
        self.tables.error("policy", message, odds.of.span, "write odds like `1 in 12`")
        return ir.Odds(Const(0), 1)

    def _name_choices(self, id: str, slots: list[ir.Slot], reported: int) -> None:
        """Add to the findings about unknown names how an entry names the choices of its action."""
        names = ", ".join(self.tables.locals[slot.local][0] for slot in slots)
        help_ = f"name the player who answers, then the choices: `{id}(p, {names}): …`"
        for at, finding in enumerate(self.tables.problems[reported:], reported):
            if finding.code.startswith("unknown-"):
                self.tables.problems[at] = replace(finding, help=help_)

    def finish(self) -> None:
        """Report entries for unknown actions, and those that no action fits. A question with an error in its syntax may
        have any actions."""
        unreadable = self._has_unreadable_actions()
        for id, entries in self.settled.items():
            if not unreadable and id not in self.tables.actions and not was_replaced(self.tables, id):
                message, span = f"unknown action `{id}`", entries[0].at.span
                if id in self.tables.prompts:
                    self.tables.error("unknown-name", message, span, help=f"`{id}` is a question: name its actions")
                else:
                    self.tables.unknown("unknown-name", message, id, span, sorted(self.tables.actions))
        for key, entry in self._others.items():
            if key not in self._fitting:
                count = len(entry.params or ()) - 1
                message = f"no action `{entry.action}` has {count} choice{'s' * (count != 1)}"
                help_ = "name the player who answers, then the choices, as in `play(p, c)`"
                self.tables.error("policy", message, entry.at.span, help=help_)

    def _has_unreadable_actions(self) -> bool:
        """True if steps or actions, which can contain questions, have an error in their syntax."""
        wrong = [d.span for d in self.tables.problems if d.span is not None and d.code.startswith("syntax")]
        asking = [member.value.span for section in _ASKING for member in members(self.tables, section)]
        return any(at.source is all_.source and all_.start <= at.start <= all_.end for at in wrong for all_ in asking)


def _all_entries(tables: Tables) -> Iterator[_Entry]:
    for member in members(tables, "policy"):
        match member.value:
            case Sequence(items=items):
                for item in items:
                    if isinstance(item, Scalar):
                        on = in_force(tables, member)
                        yield _Entry(item.value, item, None, member.name, None, None, member.document, on)
                    elif isinstance(item, Mapping):
                        yield from _entries(tables, member, item)
            case Mapping():
                yield from _entries(tables, member, member.value)


def _entries(tables: Tables, member: Member, node: Mapping) -> Iterator[_Entry]:
    """Yield conditions or odds, each under the heading of its action."""
    on = in_force(tables, member)
    for entry in node.entries:
        head = heading(tables, entry.key)
        if head is None:
            continue
        params = None if head.params is None else tuple(param.name for param in head.params)
        for text in items_in(entry.value):
            if not isinstance(text, Scalar):
                continue
            test: s.Expr | None
            if member.name == "odds":
                odds = parser.parse_odds(text, tables.problems)
                if odds is not None:
                    yield _Entry(head.name, entry.key, params, member.name, odds.test, odds, member.document, on)
            elif (test := parser.parse_expression(text, tables.problems)) is not None:
                yield _Entry(head.name, entry.key, params, member.name, test, None, member.document, on)
