"""The documents that a mix can have, by their ids. Much faster than composing the mix, and never too few."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from parlour.documents.composition import Kind
from parlour.examples.mixing import ExampleMix
from parlour.library.library import Library, is_path

GAMES: tuple[Kind, ...] = ("game", "frame")
BRINGS: tuple[tuple[str, tuple[Kind, ...]], ...] = (("extends", GAMES), ("uses", ("rule",)), ("switchable", ("rule",)))
"""The keys under which a document names others of its mix."""


@dataclass
class MixedDocuments:
    _brought: dict[tuple[Library, str | Path, Path | None], frozenset[str]] = field(default_factory=dict)

    def of(self, mix: ExampleMix) -> frozenset[str]:
        subject = self._by(mix.library, mix.subject, GAMES, None)
        return subject.union(*(self._by(mix.library, rule, ("rule",), None) for rule in mix.with_))

    def _by(self, library: Library, name: str | Path, kinds: tuple[Kind, ...], beside: Path | None) -> frozenset[str]:
        """Return the ids of a document and of all that it brings into a mix."""
        key = library, name, beside if isinstance(name, Path) or is_path(name) else None
        if key not in self._brought:
            self._brought[key] = frozenset((str(name),))  # of documents that name each other in a circle
            self._brought[key] = self._found(library, name, kinds, beside)
        return self._brought[key]

    def _found(
        self, library: Library, name: str | Path, kinds: tuple[Kind, ...], beside: Path | None
    ) -> frozenset[str]:
        document, _ = library.find(name, kinds, None, beside)
        if document is None:
            return frozenset((str(name),))
        home = library.beside(document.path) if isinstance(name, Path) or is_path(name) else library.home(document.path)
        others = ((other, kind) for key, kind in BRINGS for other in document.strings(key))
        brought = (self._by(home, other, kind, document.path.parent) for other, kind in others)
        return frozenset((document.id,)).union(*brought)
