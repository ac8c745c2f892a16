"""Finds functions that a rule changes although nothing in the mix calls them, because the game replaces their callers.

The Program has the calls of the mix. A member that was replaced isn't in the Program, so its calls come from its text.
A rule that replaces a caller knows what it decides instead; a game can't know the rules that people add.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.reachable import reachable
from parlour.documents.composition import Composition, Member
from parlour.lang import syntax as s
from parlour.lints.member_texts import texts_of
from parlour.lints.unused_names import is_case
from parlour.program import CallFunction, Program, Slot
from parlour.program.walking import walk

_ROOT = ""  # calls from outside of functions


def check_called(composition: Composition, program: Program) -> Iterator[Diagnostic]:
    """Yield a warning for each function that a rule changes, if the game replaces all its callers."""
    changed = [m for m in composition.sections["functions"] if m.document.kind == "rule" and (m.over or is_case(m))]
    if not changed:
        return
    calls = _Calls(composition, program)
    for member in changed:
        lost = () if member.name in calls.reached else calls.lost(member.name)
        if lost:
            message = f"`{member.document.id}` changes `{member.name}`, but nothing calls it in this mix"
            help_ = f"call `{member.name}` in the replacement, or remove `{member.document.id}` from the mix"
            yield Diagnostic("never-called", message, member.key.span, "warning", lost, help_)


class _Calls:
    """The functions that the members of a mix call, and those that replaced members would call."""

    def __init__(self, composition: Composition, program: Program) -> None:
        self._functions = {function.name for function in program.functions}
        self._by: dict[str, set[str]] = defaultdict(set)  # by the name of a function
        self._lost: list[tuple[Set[str], Related]] = []
        rest = replace(program, functions=())
        self._by[_ROOT] = {program.functions[number].name for number in _called_in(rest)}
        for function in program.functions:
            self._by[function.name] |= {program.functions[number].name for number in _called_in(function)}
        for member in (member for members in composition.sections.values() for member in members):
            self._read_replaced(member, composition)
        self.reached = reachable((_ROOT,), self._by)

    def lost(self, name: str) -> tuple[Related, ...]:
        """Return the places where the game replaces a member that would call this function, directly or through
        others."""
        users = {name}
        while more := {user for user, used in self._by.items() if used & users} - users:
            users |= more
        return tuple(dict.fromkeys(place for used, place in self._lost if used & users))

    def _read_replaced(self, member: Member, composition: Composition) -> None:
        for old in member.over:
            called = self._in_text(old, composition)
            if member.document.kind == "rule":
                self._by[member.name if member.section == "functions" else _ROOT] |= called
            else:
                place = Related(member.key.span, f"`{member.document.id}` replaces `{member.name}` here")
                self._lost.append((called, place))

    def _in_text(self, member: Member, composition: Composition) -> set[str]:
        """Return the functions that the texts of a replaced member call."""
        nodes = [node for text in texts_of(composition, member) for node in s.walk(text.syntax)]
        elsewhere = {id(node.call) for node in nodes if isinstance(node, s.Do | s.Ask | s.Include | s.May | s.Possible)}
        calls = {node.name for node in nodes if isinstance(node, s.Call) and id(node) not in elsewhere}
        return calls & self._functions


def _called_in(node: object) -> Iterable[int]:
    """Return the numbers of the functions that a node calls."""
    for part in walk(node):
        match part:
            case CallFunction(number) | Slot(faces=int(number)):
                yield number
            case _:
                pass
