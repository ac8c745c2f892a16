"""Finds powers for cards that the pack of a mix never has, so nothing could ever trigger them."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, listing
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar
from parlour.program import Design, Program
from parlour.states.table_sizes import bare_layout, dealable

_OPTION = "options."


def absent_powers(composition: Composition, program: Program, about: Document) -> Iterator[Diagnostic]:
    """Yield a warning for each power of a frame or game whose cards aren't in the pack with any number of players.

    A rule can be for games with other packs. If an option decides what is in the pack, its other values can bring the
    cards.
    """
    powers = [m for m in composition.sections["powers"] if m.document is about and about.kind != "rule"]
    if not powers or _depends_on_options(composition):
        return
    packs = [bare_layout(program, players).pack for players in dealable(program)]
    for member in powers:
        faces = _faces(member.name, program.deck.design)
        if packs and faces and not any(pack.of_face[face] for pack in packs for face in faces):
            words = listing(member.name.split(), "and", "")
            message = f"this power never applies: the pack of {program.title} has no {words}"
            help_ = "remove it, or add the cards under `deck` or `cards`"
            yield Diagnostic("power-absent", message, member.key.span, "warning", help=help_)


def _depends_on_options(composition: Composition) -> bool:
    members = (*composition.sections["deck"], *composition.sections["cards"])
    scalars = (node for member in members for node in doc.walk(member.value) if isinstance(node, Scalar))
    return any(_OPTION in scalar.value for scalar in scalars)


def _faces(key: str, design: Design) -> list[int]:
    """Return the faces that a key with ranks and cards names; empty if it has other words, such as a class."""
    found: list[int] = []
    for word in key.split():
        face, rank = design.face_named(word), design.rank_named(word)
        if face is None and rank is None:
            return []
        named = [face] if face is not None else [f for f in range(len(design.faces)) if design.rank_of(f) == rank]
        found += named
    return found
