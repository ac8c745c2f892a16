"""The smallest mixes for a rule, to check and try the rule by itself.

Such a mix has the frame of the rule and the rules that it needs. If the frame is not a complete game, a complete
frame or game of its family takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.documents.composition import Composition, Document, scalars
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of, needed_by


@dataclass(frozen=True)
class SmallMix:
    """A frame or a game, with added rules."""

    document: Document
    with_: tuple[str | Path, ...]

    @property
    def subject(self) -> str | Path:
        return self.document.path if self.document.kind == "game" else self.document.id


def is_whole(composition: Composition | None) -> bool:
    """True if nothing is missing for play, apart from being a game."""
    return composition is not None and not composition.missing and composition.players is not None


def family(library: Library, frame: str) -> tuple[Document, ...]:
    """Return a frame and everything that extends it: frames first, then by distance, then with few rules first."""
    parents = _parents(library)
    found: list[tuple[bool, int, int, str, Document]] = []
    for id, (document, _) in parents.items():
        steps, at = 0, id
        while at != frame and at in parents and parents[at][1] is not None and steps < len(parents):
            at, steps = str(parents[at][1]), steps + 1
        if at == frame:
            rules = [*scalars(document.node.get("uses")), *scalars(document.node.get("switchable"))]
            found.append((document.kind == "game", steps, len(rules), id, document))
    return tuple(document for *_, document in sorted(found, key=lambda f: f[:4]))


def _parents(library: Library) -> dict[str, tuple[Document, str | None]]:
    found: dict[str, tuple[Document, str | None]] = {}
    for listed in library.listed("frame", "game"):
        document, _ = load(listed.path)
        if document is not None:
            extends = scalars(document.node.get("extends"))
            found[listed.id] = document, extends[0].value if extends else None
    return found


def mixes_for(
    rule: Document, library: Library, reference: str | Path, company: Sequence[Document] = ()
) -> Iterator[SmallMix]:
    """Yield mixes that contain a rule, the smallest first. `reference` is the user's name for the rule; `company` are
    other rules to include."""
    for frame in rule.strings("for"):
        for document in family(library, frame):
            composition, _ = compose(library, SmallMix(document, ()).subject)
            if not is_whole(composition):
                continue
            assert composition is not None, "a complete mix has a composition"
            if any(use.rule.id == rule.id and not _same(use.rule, rule) for use in composition.uses):
                continue  # it has another rule with this id, such as the one of which this is a changed copy
            used = {use.rule.id for use in composition.uses}
            groups = {group for use in composition.uses for group in groups_of(use.rule)}
            lacking = [other for other in company if other.id not in used]
            needed = needed_by((*lacking, rule), library, _first, used, groups)
            ours = [] if rule.id in used else [reference]
            yield SmallMix(document, (*needed, *(other.path for other in lacking), *ours))


def _same(one: Document, other: Document) -> bool:
    return one is other or one.path.resolve() == other.path.resolve()


def _first(_: str, holders: Sequence[str]) -> str | None:
    return holders[0] if holders else None
