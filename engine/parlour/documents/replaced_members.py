"""Which members of a mix replace those that a text speaks of.

Texts name a member as `draw()` (a function, a procedure or a question), or with its section: `stages.hand`,
`may.follow-suit`, `deck.ace`.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, heading_name

_CALLED = ("functions", "procedures", "prompts")
_PRESET = ("deck", "seats", "melding")  # sections with a default for each key


def versions(written: str, composition: Composition) -> list[Member]:
    """Return the members of a name that hold at the start, oldest first; the last one is in force."""
    section, _, name = written.rpartition(".")
    for each in (section,) if section else _CALLED:
        same = list(_named(each, heading_name(name), composition))
        if same:
            last = next((member for member in reversed(same) if member.over), same[0])
            chain = _of_one_action(same) if each == "may" else [*last.over, last]
            return [member for member in chain if composition.holds_at_start(member.document)]
    return []


def called(composition: Composition) -> list[str]:
    """Return the members that a text can name with parentheses, such as `draw()`."""
    return [f"{member.name}()" for section in _CALLED for member in composition.sections[section]]


def is_known(written: str, composition: Composition) -> bool:
    """True if the mix has a member of this name, perhaps with its default."""
    return written.partition(".")[0] in _PRESET or bool(versions(written, composition))


def _named(section: str, name: str, composition: Composition) -> Iterator[Member]:
    for member in composition.sections.get(section, ()):
        if section == "may" and isinstance(member.value, doc.Mapping):
            for entry in member.value.entries:
                if entry.key.value == name:
                    yield Member(section, member.name, entry.key, entry.value, member.document)
        elif member.name == name:
            yield member


def _of_one_action(clauses: list[Member]) -> list[Member]:
    """Return the clauses for the actions of the first document: another action can have a clause of the same name."""
    actions = {clause.name for clause in clauses if clause.document is clauses[0].document}
    return [clause for clause in clauses if clause.name in actions]


def replacing(written: str, document: Document, composition: Composition) -> Member | None:
    """Return the member that replaces the one of this name which a document means: its own, or that of its frames."""
    members = versions(written, composition)
    if not members:
        return None
    last = members[-1]
    if document in (last.document, *(other.document for other in last.mixed)):
        return None
    own = any(member.document is document for member in members)
    defined = [member for member in members if not doc.is_required(member.value)]
    later = own or composition.documents.index(last.document) > _known_to(document, composition)
    return last if later and (len(defined) > 1 or last.section in _PRESET) else None


def _known_to(document: Document, composition: Composition) -> int:
    """Return the place of the last document whose members a document knows; a rule knows the frames it is for."""
    if document.kind != "rule":
        return composition.documents.index(document)
    frames = document.strings("for")
    return max((n for n, other in enumerate(composition.documents) if other.id in frames), default=0)
