"""Combines a frame, rules and options into one game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from parlour.base.diagnostics import Diagnostic, has_errors, in_order
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, OptionSetting, Use
from parlour.documents.document import Node, Scalar, flat
from parlour.library.library import Library
from parlour.library.recalled import recalled
from parlour.mixing.deck_choice import chosen_deck, usual_deck
from parlour.mixing.members import merge, not_playable
from parlour.mixing.options import settle
from parlour.mixing.selection import Selection, select
from parlour.mixing.switchable import unswitchable

Composed = tuple[Composition | None, tuple[Diagnostic, ...]]


def compose(
    library: Library,
    subject: str | Path,
    with_: Sequence[str | Path] = (),
    without: Sequence[str] = (),
    options: Mapping[str, str | int | bool] = MappingProxyType({}),
) -> Composed:
    """Compose a game (or, for a test, a frame) with other rules and options. Return the mix and all findings."""
    question = ("compose", subject, tuple(with_), tuple(without), repr(tuple(options.items())))
    return recalled(question, library, lambda: _compose(library, subject, with_, without, options))


def _compose(
    library: Library,
    subject: str | Path,
    with_: Sequence[str | Path],
    without: Sequence[str],
    options: Mapping[str, str | int | bool],
) -> Composed:
    selection, chosen = select(library, subject, with_, without)
    if selection is None:
        return None, in_order(chosen)
    sections, missing, clashes = merge(selection, library)
    settings, settled = settle(selection, sections["options"], options, library)
    lacking = not_playable(missing, selection.games[-1]) if selection.games else ()
    deck, unread = chosen_deck(sections, lambda speaker: library.home(speaker.path))
    findings = in_order((*chosen, *clashes, *settled, *lacking, *unread, *unswitchable(selection)))
    if has_errors(findings):
        return None, findings
    top = (*selection.frames, *selection.games)[-1]
    composition = Composition(
        id=top.id,
        title=top.title,
        text=top.text,
        documents=selection.documents,
        uses=selection.uses,
        sections=MappingProxyType(sections),
        options=MappingProxyType(settings),
        missing=missing,
        digest=_digest(sections, settings.items(), deck, selection.switchable),
        digests=MappingProxyType({id: _digest(said, ()) for id, said in _by_document(selection, sections)}),
        notes=findings,
        deck=deck,
        left_out=_left_out(selection),
        switchable=MappingProxyType(dict(selection.switchable)),
        listed_by=MappingProxyType(dict(selection.listed_by)),
    )
    return composition, findings


def _left_out(selection: Selection) -> tuple[Use, ...]:
    """Return the rules that a game of the chain or the command line removes, unless a later one adds them again."""
    kept = {use.rule.id for use in selection.uses}
    removed = [
        Use(use.rule, after.game, use.span)
        for before, after in pairwise(selection.layers)
        for use in before.uses
        if use.rule.id not in {*kept, *(left.rule.id for left in after.uses)}
    ]
    return tuple(removed)


_WITHOUT_EFFECT = ("examples", "needs", "excludes", "advises", "advises-against", "policy", "sheet", "chart")
_ONLY_IF_USED = ("cards", "logs", "shows")  # newer sections: without members, digests are as they were
_PROSE = ("text", "says")
_NAMES = "also-called"
_WORDS_ARE_PROSE = ("endings", "groups")
_FOR_THE_SHEET = {"facets": "words", "classes": "shown"}  # keys of their members
MAX_KEPT = 1 << 15  # members with cached content


def _digest(
    sections: Mapping[str, Sequence[Member]],
    options: Iterable[tuple[tuple[str, str], OptionSetting]],
    deck: Document | None = None,
    switchable: Mapping[str, bool] = MappingProxyType({}),
) -> str:
    """Return a digest of the members, the same for all mixes that play alike. Places, comments and prose don't count.
    The usual deck and a list of switchable rules without members don't count either, so that older saved games keep
    their digest."""
    content = ",".join(
        f'["{section}",[{",".join(map(_content, members))}]]'
        for section, members in sections.items()
        if section not in _WITHOUT_EFFECT and (members or section not in _ONLY_IF_USED)
    )
    values = _json([[owner, name, _value(setting)] for (owner, name), setting in options])
    cards = "" if deck is None or deck is usual_deck() else f",{_json(_plain(deck.node))}"
    switched = f",{_json(dict(switchable))}" if switchable else ""
    return hashlib.sha256(f"[[{content}],{values}{cards}{switched}]".encode("utf-8", "surrogatepass")).hexdigest()


def _by_document(
    selection: Selection, sections: Mapping[str, tuple[Member, ...]]
) -> Iterator[tuple[str, dict[str, list[Member]]]]:
    """Return the members that each document adds to a mix."""
    said: dict[Document, dict[str, list[Member]]] = {
        d: {section: [] for section in sections} for d in selection.documents
    }
    for section, members in sections.items():
        for member in members:
            said[member.document][section].append(member)
    return ((document.id, added) for document, added in said.items())


@lru_cache(MAX_KEPT)
def _content(member: Member) -> str:
    """Return the content of a member. A member is in many mixes, and each asks twice: for the mix and for its
    document."""
    prose = member.section in _WORDS_ARE_PROSE and isinstance(member.value, Scalar)
    key = member.name if member.section == "possible" else member.key.value
    content = None if prose else _plain(member.value)
    if isinstance(content, dict):
        content.pop(_FOR_THE_SHEET.get(member.section, ""), None)
    return _json([member.document.id, key, content])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, doc.Sequence):
        return [_plain(item) for item in node.items]
    prose = [e for e in node.entries if e.key.value in _PROSE and isinstance(e.value, Scalar)]
    kept = [e for e in node.entries if e not in prose and e.key.value != _NAMES]
    return {entry.key.value: _plain(entry.value) for entry in kept}


def _value(setting: OptionSetting) -> object:
    value = setting.value
    return value if value is None or isinstance(value, bool | int | str) else flat(value)
