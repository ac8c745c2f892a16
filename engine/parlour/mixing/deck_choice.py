"""Chooses the deck of a mix: the one that `deck: {pack: …}` names, or the usual pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.resources import shipped
from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Document, Member
from parlour.documents.document import Scalar
from parlour.library.library import Library
from parlour.library.loading import load

USUAL = "52"  # also what games write that were made before there were other decks
MOST_JOKERS = 4  # in one pack
USUAL_FILE = "french-52.yaml"

Chosen = tuple[Document, tuple[Diagnostic, ...]]


def usual_deck() -> Document:
    """Return the pack of games without `pack`, from Parlour's own folder, whatever the search path."""
    document, problems = load(shipped("rulesets") / "decks" / USUAL_FILE)
    assert document is not None, "the deck comes with Parlour"
    assert not has_errors(problems), "it is a correct document"
    return document


def chosen_deck(sections: Mapping[str, Sequence[Member]], home: Callable[[Document], Library]) -> Chosen:
    """Return the deck, and what is wrong with it. `home` is the library in which a document looks for others."""
    member = next((member for member in sections["deck"] if member.name == "pack"), None)
    if member is None or not isinstance(member.value, Scalar) or member.value.value == USUAL:
        return usual_deck(), ()
    node, speaker = member.value, member.document
    document, problems = home(speaker).find(node.value, ("deck",), node.span, speaker.path.parent)
    if document is None or has_errors(problems):
        return usual_deck(), tuple(_with_jokers(problem, node.value) for problem in problems)
    return document, (*problems, *read_deck(document).problems)


def _with_jokers(problem: Diagnostic, name: str) -> Diagnostic:
    """Say how to add jokers if the name of an unknown deck counts them: `54` is the usual pack and two jokers."""
    jokers = int(name) - int(USUAL) if name.isdecimal() and len(name) < 4 else 0
    if problem.code != "library-unknown" or not 0 < jokers <= MOST_JOKERS:
        return problem
    help = f"jokers are added to the usual pack: write `pack: {USUAL}, jokers: {jokers}`"
    return replace(problem, help=help, fixes=())
