"""Finds mixes with jokers that no document gives a meaning, and suggests rules that would."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.source import Span
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar, keys_in
from parlour.documents.prose import options_by_name
from parlour.lang.game_deck import joker_of
from parlour.lang.rule_ranks import own_ranks
from parlour.lang.syntax import RankLit, walk
from parlour.library.library import Library
from parlour.lints.member_texts import texts
from parlour.program import Program

_OPTION = "options."


def check_jokers(composition: Composition, program: Program, library: Library) -> Iterator[Diagnostic]:
    """Yield a warning if a mix brings jokers, and no document gives them a meaning by a power, a class or a text."""
    design, place = program.deck.design, _place(composition)
    joker = joker_of(design)
    if place is None or joker is None or not program.deck.can_have(design.faces[joker].name):
        return
    lists = [setting.data for setting in composition.options.values() if isinstance(setting.data, list)]
    own = [own_ranks(document, design) for document in composition.documents]
    if any(design.faces[joker].name in ranks for ranks in (*lists, *own)):
        return
    if _is_named(design.faces[joker].name, composition):
        return
    rules = [f"“{rule.title}” (`{rule.id}`)" for rule in _bringing_jokers(composition, library)]
    help = f"add a rule for them: {listing(rules, quote='')}; or leave the jokers out" if rules else "leave them out"
    message = "no rule of this mix says what jokers do: they are cards without a suit, neither high nor low"
    yield Diagnostic("joker-without-rule", message, place, "warning", help=help)


def _is_named(rank: str, composition: Composition) -> bool:
    """True if steps or conditions of a rule or a game name a rank."""
    ours = [text.syntax for text in texts(composition) if text.member.document.kind != "frame"]
    return any(isinstance(node, RankLit) and node.rank == rank for syntax in ours for node in walk(syntax))


def _bringing_jokers(composition: Composition, library: Library) -> Iterator[Document]:
    """Yield the rules for the frames of a mix that put jokers into the pack, sorted by id."""
    for rule in library.rules_for(frame.id for frame in composition.frames):
        if any("jokers" in keys_in(rule.node.get(section)) for section in ("set", "deck")):
            yield rule


def _place(composition: Composition) -> Span | None:
    """Return the place that brings jokers into the pack; None if the frame itself has them."""
    members = [member for member in composition.sections["deck"] if member.name == "jokers"]
    if not members:
        return None
    member, written = members[-1], members[-1].value
    if isinstance(written, Scalar) and written.value.startswith(_OPTION):
        setting = options_by_name(composition).get(written.value.removeprefix(_OPTION))
        if setting is not None and setting.set_by != "default":
            return setting.span
    return None if member.document.kind == "frame" else written.span
