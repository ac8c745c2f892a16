"""Checks of a rule in all games of its frames: which of them accept it, and which refuse it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.source import Span
from parlour.checking.playable import UNMET, nobody_with
from parlour.checking.smallest import SmallMix, mixes_for
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.mixing.compose import compose
from parlour.states.table_sizes import dealable

_ON_PURPOSE = ("compose-needs", "compose-excludes", "compose-group-taken", "compose-wrong-frame", "players")


def in_games(
    rule: Document, reference: str | Path, library: Library, mix: Mix, strict: bool, checked: Collection[Path]
) -> Iterator[Diagnostic]:
    """Report the games of its frames in which nobody can play a rule.

    Refusals that the rulesets declare are notes, other errors are warnings, and so are hooks that stop rules of a game.
    If any game refuses the rule, a note lists those that accept it. `strict` drops the notes. Games that play the frame
    with another deck might lack the cards of the rule. They don't count if they can't use it. Errors that a game also
    has without the rule don't count, and neither do those of a `checked` game that uses the rule: its own check reports
    them.
    """
    decks = decks_of(rule, library)
    willing: list[str] = []
    refusing: dict[Diagnostic, list[str]] = {}
    stopping: dict[Span, list[tuple[Diagnostic, str]]] = {}
    for small in mixes_for(rule, library, reference):
        if small.document.kind != "game":
            continue
        whole = mix.after(small.with_)
        compiled = compile_ruleset(small.subject, whole.with_, mix.without, mix.options, library)
        nobody = nobody_with(rule, compiled, small.subject, whole, library)
        errors = _errors(compiled) if nobody is None else [nobody]
        composition = compiled.composition
        if errors and composition is not None and composition.deck not in decks:
            continue
        if errors and _has_broken_game(small, rule, errors, library, mix, checked):
            continue
        if not errors:
            willing.append(small.document.id)
            for span, d in _stops(compiled, rule):
                stopping.setdefault(span, []).append((d, small.document.id))
        on_purpose = [d for d in errors if d.code in _ON_PURPOSE or (d is nobody and _is_meant(d, composition))]
        for d in (_note(on_purpose[0]),) if on_purpose else (_warning(d, rule) for d in errors):
            refusing.setdefault(d, []).append(small.document.id)
    for d, games in refusing.items():
        if d.severity == "warning":
            yield replace(d, message=f"in {listing(games, 'and')}: {d.message}")
        elif not strict:
            verb = "refuses" if len(games) == 1 else "refuse"
            yield replace(d, message=f"{listing(games, 'and')} {verb} `{rule.id}`: {d.message}")
    yield from map(_stopped, stopping.values())
    if refusing and not strict:
        told = f"works in {listing(willing, 'and')}" if willing else f"doesn't work in any game for {_frames(rule)}"
        yield Diagnostic("check-goes-with", f"`{rule.id}` {told}", severity="note")


def _stops(compiled: Compiled, rule: Document) -> Iterator[tuple[Span, Diagnostic]]:
    """Yield the warnings about hooks of a rule because of which rules of a game never act, each with its place."""
    for d in compiled.findings:
        if d.code == "proceed" and d.severity == "warning" and d.span is not None and d.span.source == rule.source:
            yield d.span, d


def _stopped(found: Sequence[tuple[Diagnostic, str]]) -> Diagnostic:
    """Return one warning about a hook for all games in which it stops rules; the places are those of the first."""
    games = listing([game for _, game in found], "and")
    return replace(found[0][0], message=f"in {games}, parts of rules never act because this hook never proceeds")


def _is_meant(nobody: Diagnostic, composition: Composition | None) -> bool:
    """True if a condition of a rule excludes all players, or an option of the mix can let some play."""
    rules = [] if composition is None else [d.source for d in composition.documents if d.kind == "rule"]
    conditions = (place.span.source for place in nobody.related if place.message == UNMET)
    return nobody.help is not None or any(source in rules for source in conditions)


def _has_broken_game(
    small: SmallMix, rule: Document, errors: Sequence[Diagnostic], library: Library, mix: Mix, checked: Collection[Path]
) -> bool:
    """True if errors of a mix are about its game, not about the rule."""
    uses_it = rule.id in small.document.strings("uses")
    if uses_it and small.document.path in checked:
        return True
    with_, without = (small.with_, (*mix.without, rule.id)) if uses_it else (small.with_[:-1], mix.without)
    others = [other for other in mix.with_ if library.find(other, ("rule",))[0] != rule]
    alone = compile_ruleset(small.subject, (*with_, *others), without, mix.options, library)
    nobody = alone.program is not None and not dealable(alone.program)
    return not set(errors).isdisjoint(_errors(alone)) or (nobody and any(d.code == "nobody-plays" for d in errors))


def _errors(compiled: Compiled) -> list[Diagnostic]:
    return [d for d in compiled.findings if d.severity == "error"]


def decks_of(rule: Document, library: Library) -> list[Document]:
    """Return the decks of the frames that a rule is for."""
    compositions = [compose(library, frame)[0] for frame in rule.strings("for")]
    return [composition.deck for composition in compositions if composition is not None]


def _frames(rule: Document) -> str:
    return listing(rule.strings("for"))


def _note(d: Diagnostic) -> Diagnostic:
    """Return the error as a note without a place, since nothing is wrong."""
    return Diagnostic("check-refused", d.message, severity="note", help=d.help if d.code == "nobody-plays" else None)


def _warning(d: Diagnostic, rule: Document) -> Diagnostic:
    """Return the error as a warning in the rule: at the part that conflicts, if the error names it."""
    if d.span is not None and d.span.source is rule.source:
        return replace(d, severity="warning")
    there = () if d.span is None or d.span.source.outside else (Related(d.span, "the conflict is here"),)
    own = next((related.span for related in d.related if related.span.source is rule.source), rule.id_span)
    return replace(d, severity="warning", span=own, related=there)
