"""Combines a frame, rules and options into one game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from parlour.base.diagnostics import Diagnostic, Related, has_errors, in_order
from parlour.base.place import shipped
from parlour.base.source import Span
from parlour.decks.deck_reader import read_deck
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, OptionSetting, Use
from parlour.documents.document import Node, Scalar, flat, is_required, typed
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.library.remembered import recalled
from parlour.mixing.members import all_members, merge, not_playable, says_instead
from parlour.mixing.options import settle
from parlour.mixing.selection import Selection, select

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
        digests=MappingProxyType({id: _digest(added, ()) for id, added in _by_document(selection, sections)}),
        notes=findings,
        deck=deck,
        left_out=_left_out(selection),
        switchable=MappingProxyType(dict(selection.switchable)),
        listed_by=MappingProxyType(dict(selection.listed_by)),
    )
    return composition, findings


def _left_out(selection: Selection) -> tuple[Use, ...]:
    """Return the rules that a game of the chain or the command line removes, unless a later one adds them again."""
    used = {use.rule.id for use in selection.uses}
    removed = [
        Use(use.rule, after.game, use.span)
        for before, after in pairwise(selection.layers)
        for use in before.uses
        if use.rule.id not in {*used, *(left.rule.id for left in after.uses)}
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
    members_of: dict[Document, dict[str, list[Member]]] = {
        d: {section: [] for section in sections} for d in selection.documents
    }
    for section, members in sections.items():
        for member in members:
            members_of[member.document][section].append(member)
    return ((document.id, added) for document, added in members_of.items())


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
    entries = [e for e in node.entries if e not in prose and e.key.value != _NAMES]
    return {entry.key.value: _plain(entry.value) for entry in entries}


def _value(setting: OptionSetting) -> object:
    value = setting.value
    return value if value is None or isinstance(value, bool | int | str) else flat(value)


_WHOLE = {
    "zones": "it has the zone `{}`, and cards would stay there",
    "cards": "it changes the cards of the pack",
    "deck": "it changes the pack (`{}`)",
    "seats": "it decides when the seats start again (`{}`)",
    "melding": "it changes the melds (`{}`)",
    "players": "it changes the number of players",
    "sides": "it makes partners",
    "main": "it names the stage that is the whole match",
    "outcome": "it changes the result `{}` of the match",
    "misplay": "it lets players try moves that `{}` forbids",
}
"""Sections that hold for a whole table."""

_REPLACED = {
    "stages": "stage", "prompts": "question", "types": "type", "records": "record", "options": "option", "state":
    "variable", "marks": "mark", "facets": "facet", "groups": "group", "endings": "ending",
}  # fmt: skip
"""Sections whose members play can't replace, with the word for a member. It can add to them."""


def unswitchable(selection: Selection) -> Iterator[Diagnostic]:
    """Yield an error for each rule that a document lists under `switchable` and that play can't switch."""
    missing = _required(selection)
    there = {use.rule.id for use in selection.uses}
    for id in selection.switchable:
        for document in selection.documents:
            for why, place in _reasons(document, id, there, missing):
                message = f"play can't switch `{id}` on and off: {why}"
                help_ = "remove it from `switchable`; to play with it from start to end, add it to `uses`"
                related = (Related(place, "this part of it"),)
                yield Diagnostic("unswitchable", message, selection.listed[id], related=related, help=help_)


def _reasons(document: Document, id: str, there: set[str], missing: set[str]) -> Iterator[tuple[str, Span]]:
    """Yield the reasons why a rule can't be switched that are in one document: the rule itself, or one with a
    section `with:` for it."""
    reported: set[str] = set()
    for member in all_members(document):
        own = document.id == id and (member.only_with is None or member.only_with in there)
        why = _reason(member, missing) if own or member.only_with == id else None
        if why is not None and member.section not in reported:
            reported.add(member.section)
            yield why, member.key.span
    options = document.node.get("set") if document.id == id else None
    if isinstance(options, doc.Mapping) and options.entries:
        key = options.entries[0].key
        yield f"it sets the option `{key.value}`", key.span


def _reason(member: Member, missing: set[str]) -> str | None:
    if member.section in _WHOLE:
        return _WHOLE[member.section].format(member.name)
    if member.section in _REPLACED and says_instead(member.value):
        return f"it replaces the {_REPLACED[member.section]} `{member.name}`"
    if member.section in ("functions", "procedures", "stages") and member.name in missing:
        return f"the game needs its `{member.name}` at all times"
    guise = doc.node_at(member.value, "guise") if member.section == "marks" else None
    if isinstance(guise, Scalar) and typed(guise) is True:
        return f"cards on the table would still count as others by its mark `{member.name}`"
    return None


def _required(selection: Selection) -> set[str]:
    """Return the names of the members that only switchable rules define, although another document requires them."""
    members = [m for document in selection.documents for m in all_members(document)]
    defined = {m.name for m in _of_always(members, selection) if not is_required(m.value)}
    return {m.name for m in members if is_required(m.value)} - defined


def _of_always(members: Iterable[Member], selection: Selection) -> Iterator[Member]:
    there = {use.rule.id for use in selection.uses} - set(selection.switchable)
    for member in members:
        if member.document.id not in selection.switchable and (member.only_with is None or member.only_with in there):
            yield member
