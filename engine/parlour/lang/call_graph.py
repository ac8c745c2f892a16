"""Finds the calls in a mix: the procedures, stages and questions that steps and actions name.

Steps that an option leaves out count too. A body that another document replaces runs nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from parlour.base.diagnostics import Related
from parlour.base.reachable import reachable
from parlour.documents.composition import Document, Member
from parlour.documents.document import Node, Scalar, inner_scalars, items_in, node_at
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import members
from parlour.lang.symbols import Tables

ANYWAY = ""  # what runs the steps that belong to no name
OFFER = "the actions of "  # prefix of a question: its actions, which another question can include


class Runs:
    """The names that each body runs, or would run if another document didn't replace the body."""

    def __init__(self, tables: Tables, bodies: Bodies) -> None:
        self.tables = tables
        self.bodies = bodies
        self._by: dict[str, set[str]] = defaultdict(set)
        self._lost: list[tuple[set[str], Related]] = []
        self.instead: dict[str, tuple[Document, Related]] = {}  # hooks that never proceed, by what they replace
        self._read_hooks()
        for section in ("procedures", "stages"):
            for member in members(tables, section):
                self._read(member.name, _runs_of(member.value))
                self._read_over(member, _runs_of)
        for name in tables.prompts:
            self._read_prompt(name)
        for power in bodies.powers:
            if power.facet.kind in ("before", "after"):
                self._read(power.facet.heading.name, _runs_of(power.text))
        for member in members(tables, "misplay"):
            self._by[ANYWAY] |= _runs_of(member.value)

    def reached(self, main: str) -> set[str]:
        """Return the names that can run, directly or indirectly, once the main stage runs."""
        return reachable((main, ANYWAY), self._by)

    def named(self, main: str) -> set[str]:
        """Return the names that any body runs, even one that never runs itself."""
        return {main}.union(*self._by.values())

    def includes(self, prompt: str) -> bool:
        """True if a body includes the actions of this question in another one."""
        return any(OFFER + prompt in names for user, names in self._by.items() if user != prompt)

    def why_not(self, name: str) -> tuple[Related, ...]:
        """Return the places where documents replace a body that would run this, directly or through others."""
        places, waiting, seen = list[Related](), [name], set[str]()
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                places += [place for names, place in self._lost if one in names]
                waiting += [user for user, names in self._by.items() if one in names]
        return tuple(dict.fromkeys(places))

    # ------------------------------------------------------------ reading

    def _read(self, name: str, runs: set[str]) -> None:
        """Read a body of this name. If an `instead of` hook never proceeds, the body runs nothing."""
        if name in self.instead:
            self._lost.append((runs, self.instead[name][1]))
        else:
            self._by[name] |= runs

    def _read_hooks(self) -> None:
        hooks = list[tuple[s.HookHeading, Node]]()
        for member in members(self.tables, "when"):
            head = parser.parse_hook_heading(member.key, [])
            for node in items_in(member.value):
                if head is not None:
                    hooks.append((head, node))
                    self._read_instead(member, head, node)
        for head, node in hooks:
            if head.when == "instead of":
                self._by[head.target.name] |= _runs_of(node)
            else:
                self._read(head.target.name, _runs_of(node))

    def _read_instead(self, member: Member, head: s.HookHeading, node: Node) -> None:
        steps = [part for text in _texts(node) for part in s.walk(parser.parse_statements(text, []) or ())]
        always = node_at(node, "if") is None
        if head.when == "instead of" and always and not any(isinstance(part, s.Proceed) for part in steps):
            message = f"`{member.document.id}` acts instead of `{head.target.name}` here"
            self.instead[head.target.name] = member.document, Related(member.key.span, message)

    def _read_over(self, member: Member, runs: Callable[[Node], set[str]]) -> None:
        """Read the bodies that this member replaces."""
        for old in member.over:
            related = Related(member.key.span, f"`{member.document.id}` replaces `{member.name}` here")
            self._lost.append((runs(old.value), related))

    def _read_prompt(self, name: str) -> None:
        offer, actions = OFFER + name, self.bodies.actions(name)
        self._read(name, {offer})
        self._by[offer] = {run for item, _ in actions for run in _runs(item)}
        if name in self.bodies.prompts.otherwise:
            self._by[offer] |= _runs(self.bodies.prompts.otherwise[name][0])
        replacing = {item.id: (item, scope.document) for item, scope in actions if isinstance(item, s.Action)}
        for member in members(self.tables, "prompts"):
            if member.name != name:
                continue
            self._read_over(member, _runs_of_actions)
            for item in _actions(member.value):
                now, document = replacing.get(item.id if isinstance(item, s.Action) else "", (item, None))
                if now != item and isinstance(now, s.Action) and document is not None:
                    message = f"`{document.id}` replaces the action `{now.id}` here"
                    self._lost.append((_runs(item), Related(now.id_span, message)))


def _actions(value: Node) -> Iterator[s.Action | s.Include]:
    for text in _texts(value):
        parsed = parser.parse_actions(text, [])
        yield from () if parsed is None else parsed.items


def _runs_of_actions(value: Node) -> set[str]:
    return {run for item in _actions(value) for run in _runs(item)}


def _runs_of(value: Node) -> set[str]:
    """Return the names that the steps of a member run."""
    return {run for text in _texts(value) for run in _runs(parser.parse_statements(text, []) or ())}


def _texts(value: Node) -> Iterator[Scalar]:
    """Yield everything that can hold steps: the value itself, and the values of keys such as `instead` and `do`."""
    return inner_scalars(value, without=("if",))


def _runs(root: object) -> set[str]:
    """Return the procedures, stages and questions that steps and actions name."""
    return set().union(*(_named_by(node) for node in s.walk(root)))


def _named_by(node: object) -> set[str]:
    match node:
        case s.Do(call=call) | s.Ask(call=call):
            return {call.name}
        case s.PlayStage(name=name):
            return {name}
        case s.Include(call=call):
            return {OFFER + call.name}
        case s.Action(does=does, id=id, body=None):
            return {id if does is None else does.name}
        case _:
            return set()
