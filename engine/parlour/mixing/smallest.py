"""The smallest mixes for a rule, to check and try the rule by itself.

Such a mix has the frame of the rule and the rules that it needs. If the frame is not a complete game, a complete
frame or game of its family takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.place import real
from parlour.documents.composition import Composition, Document
from parlour.library.library import Library, frames_of
from parlour.library.loading import load
from parlour.library.remembered import recalled
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of, needed_by
from parlour.mixing.recipes import Recipe


@dataclass(frozen=True)
class SmallMix:
    """A frame or a game, with added rules."""

    document: Document
    with_: tuple[str | Path, ...]

    @property
    def subject(self) -> str | Path:
        return self.document.path if self.document.kind == "game" else self.document.id

    def with_changes(self, mix: Recipe, library: Library) -> Recipe:
        """Return the recipe of this mix with more changes."""
        return mix.of_game(self.subject, library, self.with_)


def is_whole(composition: Composition | None) -> bool:
    """True if nothing is missing for play, apart from being a game."""
    return composition is not None and not composition.missing and composition.players is not None


def family(library: Library, frame: str) -> tuple[Document, ...]:
    """Return a frame and everything that extends it: frames first, then by distance, then with few rules first."""
    return recalled(("family", frame), library, lambda: _family(library, frame))


def _family(library: Library, frame: str) -> tuple[Document, ...]:
    places = dict[Document, tuple[bool, int, int, str]]()
    for listed in library.listed("frame", "game"):
        document, _ = load(listed.path)
        if document is not None and frame in (bases := [base.id for base in frames_of(document, library)]):
            rules = len(document.strings("uses")) + len(document.strings("switchable"))
            places[document] = document.kind == "game", bases.index(frame), rules, document.id
    return tuple(sorted(places, key=places.__getitem__))


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
            if any(use.rule.id == rule.id and real(use.rule.path) != real(rule.path) for use in composition.uses):
                continue  # it has another rule with this id, such as the one of which this is a changed copy
            used = {use.rule.id for use in composition.uses}
            groups = {group for use in composition.uses for group in groups_of(use.rule)}
            lacking = [other for other in company if other.id not in used]
            needed = needed_by((*lacking, rule), library, first_holder, used, groups)
            ours = [] if rule.id in used else [rule.path if isinstance(reference, Path) else reference]
            yield SmallMix(document, (*needed, *(other.path for other in lacking), *ours))


def recipes_for(
    document: Document, reference: str | Path, changes: Recipe, library: Library, company: Sequence[Document] = ()
) -> Iterator[Recipe]:
    """Yield the mixes in which a document can be played, the smallest first, each with more changes."""
    if document.kind == "rule":
        yield from (small.with_changes(changes, library) for small in mixes_for(document, library, reference, company))
    elif document.kind != "examples":
        yield changes.of_game(reference, library)


def first_holder(_: str, holders: Sequence[str]) -> str | None:
    return holders[0] if holders else None
