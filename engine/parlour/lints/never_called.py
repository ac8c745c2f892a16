"""Finds functions that a rule changes although nothing in the mix calls them, because the game replaces their callers.

A word anywhere in a member counts as a call of the function with that name. A rule that replaces a caller knows what
it decides instead; a game can't know the rules that people add.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.reachable import reachable
from parlour.documents.composition import Composition, Member
from parlour.lints.unused_names import is_case, words_in

_FOR_PEOPLE = ("sheet", "chart", "examples", "bases")
_ENGINE = ("faces",)  # the function that `guises of` calls


def check_called(composition: Composition) -> Iterator[Diagnostic]:
    """Yield a warning for each function that a rule changes, if the game replaces all its callers."""
    changed = [m for m in composition.sections["functions"] if m.document.kind == "rule" and (m.over or is_case(m))]
    if not changed:
        return
    calls = _Calls(composition)
    for member in changed:
        lost = () if member.name in calls.reached else calls.lost(member.name)
        if lost:
            message = f"`{member.document.id}` changes `{member.name}`, but nothing calls it in this mix"
            help_ = f"call `{member.name}` in the replacement, or remove `{member.document.id}` from the mix"
            yield Diagnostic("never-called", message, member.key.span, "warning", lost, help_)


class _Calls:
    """The functions that the members of a mix call, and those that replaced members would call."""

    def __init__(self, composition: Composition) -> None:
        self._by: dict[str, set[str]] = defaultdict(set)  # by the name of a function
        self._lost: list[tuple[Set[str], Related]] = []
        roots = set(_ENGINE)
        for section, members in composition.sections.items():
            for member in members if section not in _FOR_PEOPLE else ():
                used = self._used(member)
                if section == "functions":
                    self._by[member.name] |= used
                else:
                    roots |= used
        self.reached = reachable(roots, self._by)

    def lost(self, name: str) -> tuple[Related, ...]:
        """Return the places where the game replaces a member that would call this function, directly or through
        others."""
        users = {name}
        while more := {user for user, used in self._by.items() if used & users} - users:
            users |= more
        return tuple(dict.fromkeys(place for used, place in self._lost if used & users))

    def _used(self, member: Member) -> set[str]:
        used = set(words_in(member.value))
        for old in member.over:
            if member.document.kind == "rule":
                used |= set(words_in(old.value))
            else:
                place = Related(member.key.span, f"`{member.document.id}` replaces `{member.name}` here")
                self._lost.append((set(words_in(old.value)), place))
        return used
