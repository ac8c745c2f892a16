"""The actions that players choose in the examples of a mix: rare deals that play never reaches can be in an example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour import program as p
from parlour.coverage.measuring import TracedMixes, traced
from parlour.documents.composition import Composition, Document
from parlour.examples.finding import cases_of
from parlour.library.library import Library


@dataclass
class ExampleActions:
    """Plays the examples of documents when somebody asks for an action of theirs."""

    library: Library
    composition: Composition
    _known: dict[str, frozenset[p.Origin]] = field(default_factory=dict)

    def __contains__(self, action: p.Origin) -> bool:
        """True if a player chooses this action in an example of its document, or of the game."""
        return any(action in self._of(document) for document in (action.document, self.composition.subject.id))

    def _of(self, document: str) -> frozenset[p.Origin]:
        if document not in self._known:
            there = [known for known in self.composition.documents if known.id == document]
            self._known[document] = frozenset(origin for known in there for origin in self._chosen(known))
        return self._known[document]

    def _chosen(self, document: Document) -> Iterator[p.Origin]:
        mixes = TracedMixes(self.library)
        for case in cases_of(document):
            yield from (mark.origin for mark in traced(case, mixes).marks if mark.sign == "taken")
