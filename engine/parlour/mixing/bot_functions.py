"""The functions that only policies need. They change how bots choose, so no example can show a difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.base.reachable import reachable
from parlour.documents.composition import Document, Member
from parlour.documents.document import Mapping, Scalar, inner_scalars
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.mixing.members import all_members
from parlour.program.walking import walk

_PARSERS = (parser.parse_expression, parser.parse_statements, parser.parse_actions, parser.parse_odds)


def bot_functions(documents: Iterable[Document]) -> frozenset[str]:
    """Return the functions that only the policies of some documents call, directly or through others."""
    members = [member for document in documents for member in all_members(document)]
    if not any(member.section == "policy" for member in members):
        return frozenset()
    own = {member.name for member in members if member.section == "functions"}
    calls: dict[str, set[str]] = {name: set() for name in own}
    for_bots, for_play = set[str](), set[str]()
    for member in members:
        named = {call for text in inner_scalars(member.value) for call in _calls(text)} & own
        match member.section:
            case "functions":
                calls[member.name] |= named
            case "policy":
                for_bots |= named
            case _:
                for_play |= named
    declared = {member.name for member in members if member.section == "functions" and not _replaces(member)}
    for_play |= own - declared  # what another document declares can have other uses there
    return frozenset(reachable(for_bots, calls.__getitem__) - reachable(for_play, calls.__getitem__))


def _replaces(member: Member) -> bool:
    """True if the member changes a function that another document declares."""
    return isinstance(member.value, Mapping)


def _calls(text: Scalar) -> Iterator[str]:
    """Yield the names that some code calls. Without a bracket it calls nothing; refusing prose takes each parser long.
    """
    for parse in _PARSERS if "(" in text.value else ():
        problems: list[Diagnostic] = []
        syntax = parse(text, problems)
        if syntax is not None and not problems:
            yield from (part.name for part in walk(syntax) if isinstance(part, s.Call))
            return
