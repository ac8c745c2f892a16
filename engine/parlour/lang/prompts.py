"""Reads the actions and the wording of questions from all documents that have some. `questions` lowers them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from parlour.base.diagnostics import Related, did_you_mean
from parlour.base.source import Span
from parlour.documents.composition import text_node
from parlour.documents.document import Mapping, is_required
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.declarations import heading, members
from parlour.lang.parameters import own_params
from parlour.lang.switches import in_force
from parlour.lang.symbols import Declared, Scope, Tables
from parlour.program import fold

Offered = tuple[s.Action | s.Include, Scope]


class Prompts:
    """The actions, the wording and the `else:` of each question of one composition."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.read: dict[str, list[Offered]] = {}
        self.unread: set[str] = set()  # questions that don't know all their actions yet
        self.wordings = Wordings(tables)
        self.otherwise: dict[str, tuple[tuple[s.Stmt, ...], Scope]] = {}

    def actions(self, prompt: str) -> list[Offered]:
        if prompt not in self.read:
            self.read[prompt] = self._read_actions(self.tables.prompts[prompt])
        return self.read[prompt]

    def _read_actions(self, prompt: Declared) -> list[Offered]:
        """Read the actions of all documents. A body that replaces the question comes first, because the others add to
        it. An action that replaces another comes after all that are added, and a game's after a rule's."""
        mine = [m for m in members(self.tables, "prompts") if m.name == prompt.name]
        mine.sort(key=lambda member: not isinstance(member.value, Mapping))
        added: list[Offered] = []
        for member in mine:
            node = text_node(member)
            if is_required(member.value):
                self.unread.add(prompt.name)
            if node is None:
                continue
            before = len(self.tables.problems)
            parsed = parser.parse_actions(node, self.tables.problems)
            if len(self.tables.problems) > before:
                self.unread.add(prompt.name)
            if parsed is None:
                continue
            params = own_params(self.tables, prompt.params, heading(self.tables, member.key))
            on = in_force(self.tables, member, prompt.member.document)
            scope = replace(params.scope(member.document), in_force=on)
            added += [(item, scope) for item in parsed.items]
            if parsed.wording is not None:
                self._always(f"it words the question `{prompt.name}`", scope, parsed.wording.span)
                self.wordings.add(prompt.name, parsed.wording, scope)
            if parsed.otherwise is not None:
                self._otherwise(prompt.name, parsed.otherwise, scope)
        actions: list[Offered] = []
        for item, scope in added:
            if not _replaces(item):
                self._add_action(actions, item, scope)
        replacing = [(item, scope) for item, scope in added if _replaces(item)]
        for item, scope in sorted(replacing, key=lambda offered: offered[1].document.kind == "game"):
            self._replace_action(prompt.name, actions, item, scope)
        return actions

    def _otherwise(self, prompt: str, otherwise: tuple[s.Stmt, ...], scope: Scope) -> None:
        """Read the steps for a question without choices; only one document can have them."""
        if otherwise:
            self._always(f"it has an `else:` for the question `{prompt}`", scope, otherwise[0].span)
        if prompt in self.otherwise and otherwise:
            related = (Related(self.otherwise[prompt][0][0].span, "the first one"),)
            message = f"the question `{prompt}` has two `else:` parts"
            help_ = "remove one of them, or replace the whole question with `instead:`"
            self.tables.error("name-twice", message, otherwise[0].span, help=help_, related=related)
        self.otherwise.setdefault(prompt, (otherwise, scope))

    def _always(self, what: str, scope: Scope, span: Span) -> None:
        """Report a part of a question that can't depend on whether a rule is on."""
        if scope.in_force != fold.TRUE:
            message = f"play can't switch `{scope.document.id}` on and off: {what}"
            help_ = "ask a question of its own instead, or remove the rule from `switchable`"
            self.tables.error("unswitchable", message, span, help=help_)

    def _add_action(self, offered: list[Offered], item: s.Action | s.Include, scope: Scope) -> None:
        other = _with_id(offered, item.id) if isinstance(item, s.Action) else None
        if isinstance(item, s.Action) and other is not None:
            (one, _), (again, _) = by_precedence(offered[other], (item, scope))
            assert isinstance(again, s.Action), "only actions have an id"
            related = (Related(one.span, "the first one"),)
            help_ = f"to replace the first one, write `instead {item.id}`"
            message = f"duplicate action `{item.id}`"
            self.tables.error("name-twice", message, again.id_span, help=help_, related=related)
        else:
            offered.append((item, scope))

    def _replace_action(self, prompt: str, offered: list[Offered], item: s.Action | s.Include, scope: Scope) -> None:
        """Report two rules that replace the same action: neither knows of the other. A game can replace what a rule
        does."""
        assert isinstance(item, s.Action), "only an action can replace another"
        same = [i for i, (a, _) in enumerate(offered) if isinstance(a, s.Action) and a.id == item.id]
        if not same:
            if prompt in self.unread:
                offered.append((item, scope))
            else:
                known = [other.id for other, _ in offered if isinstance(other, s.Action)]
                message = f"`instead` replaces nothing: unknown action `{item.id}`"
                self.tables.error("instead", message, item.id_span, help=did_you_mean(item.id, known))
            return
        other, owner = offered[same[-1]]
        rules = owner.document.kind == scope.document.kind == "rule" and owner.document is not scope.document
        if rules and isinstance(other, s.Action) and other.instead:
            message = f"`{owner.document.id}` and `{scope.document.id}` both replace `{item.id}`"
            related = (Related(other.span, "the other replacement"),)
            self.tables.error("instead", message, item.id_span, help="use only one of the two rules", related=related)
            return
        off = fold.negation(scope.in_force)
        before = [(a, replace(b, in_force=fold.conjunction((b.in_force, off)))) for a, b in (offered[i] for i in same)]
        offered[same[0] : same[-1] + 1] = [*(before if off != fold.FALSE else ()), (item, scope)]


def _replaces(item: s.Action | s.Include) -> bool:
    return isinstance(item, s.Action) and item.instead


def _with_id(offered: list[Offered], id: str) -> int | None:
    """Return the position of the action with this id."""
    return next((i for i, (a, _) in enumerate(offered) if isinstance(a, s.Action) and a.id == id), None)


_Worded = tuple[s.Wording, Scope]
_T = TypeVar("_T")
_RANKS = ("frame", "rule", "game")  # of documents that reword a question, the last one counts


def by_precedence(*said: tuple[_T, Scope]) -> list[tuple[_T, Scope]]:
    """Sort what several documents say so that the last one decides: a game decides over its rules."""
    return sorted(said, key=lambda each: _RANKS.index(each[1].document.kind))


@dataclass
class Wordings:
    """The wordings of all prompts, as the documents of one composition give them."""

    tables: Tables
    first: dict[str, _Worded] = field(default_factory=dict)
    others: dict[str, list[_Worded]] = field(default_factory=dict)  # those with `instead`

    def add(self, prompt: str, wording: s.Wording, scope: Scope) -> None:
        if wording.instead:
            self.others.setdefault(prompt, []).append((wording, scope))
            return
        if prompt in self.first:
            (one, _), (other, _) = by_precedence(self.first[prompt], (wording, scope))
            related = (Related(one.span, "the first one"),)
            message = f"the question `{prompt}` has two wordings"
            help_ = 'remove one of them, or write `instead "…"` to replace the first one'
            self.tables.error("name-twice", message, other.span, help=help_, related=related)
        self.first.setdefault(prompt, (wording, scope))

    def of(self, prompt: str) -> _Worded | None:
        """Return the wording that applies: that of a game takes precedence over that of a rule."""
        worded = self.first.get(prompt)
        in_order = by_precedence(*self.others.get(prompt, ()))
        for number, (wording, scope) in enumerate(in_order):
            if worded is None:
                message = f"`instead` replaces nothing: the question `{prompt}` has no wording"
                self.tables.error("instead", message, wording.span, help="remove `instead` to add it")
            elif number and scope.document.kind == worded[1].document.kind == "rule":
                message = f"`{worded[1].document.id}` and `{scope.document.id}` both reword `{prompt}`"
                related = (Related(worded[0].span, "the other wording"),)
                help_ = "use only one of the two rules"
                self.tables.error("instead", message, wording.span, help=help_, related=related)
            worded = wording, scope
        return worded
