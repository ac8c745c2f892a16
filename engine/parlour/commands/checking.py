"""The checks behind `parlour check` for one document and its examples. This module prints nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, has_errors, in_order, listing
from parlour.base.source import Span
from parlour.checking.extremes import at_limits
from parlour.checking.other_rules import naming_rules, unstated_needs
from parlour.checking.playable import UNMET, excluded_players, nobody_plays, nobody_with
from parlour.checking.smallest import SmallMix, family, mixes_for
from parlour.cli.arguments import Mix
from parlour.decks.deck_reader import read_deck
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, scalars
from parlour.documents.document import Scalar
from parlour.examples.asked import check_examples
from parlour.examples.mixing import Mixes
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.lints.linter import lint, lint_despite_errors
from parlour.mixing.compiler import Compiled, compile_ruleset, require
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of, needed_by
from parlour.program import Design, Program
from parlour.states.table_sizes import bare_layout, dealable

Findings = tuple[Diagnostic, ...]
With = tuple[str | Path, ...]


def findings(
    document: Document,
    reference: str | Path,
    library: Library,
    mix: Mix,
    named: bool,
    strict: bool,
    others: Sequence[Path] = (),
) -> Findings:
    """Check a document. Checks a rule `named` on the command line in other games too; with `strict`, tries options at
    their limits. `others` are games that are checked as well: their own check reports their errors."""
    checked = _check(document, reference, library, mix, strict)
    if named and document.kind == "rule" and not has_errors(checked):
        beside = library.beside(document.path)
        here = {d.span for d in checked if d.code == "proceed"}
        there = in_games(document, _named(document, reference), beside, mix, strict, others)
        checked += tuple(d for d in there if d.code != "proceed" or d.span not in here)
    if strict and document.kind != "deck" and not has_errors(checked):
        checked += _at_limits(document, reference, library, mix)
    return checked if has_errors(checked) else (*checked, *check_examples(document, Mixes(library)))


def _check(document: Document, reference: str | Path, library: Library, mix: Mix, strict: bool) -> Findings:
    if document.kind == "examples":
        return ()  # the loader has checked their structure; `parlour test` runs the positions and moves
    if document.kind == "deck":
        return read_deck(document).problems
    if document.kind == "rule":
        return _check_rule(document, reference, library.beside(document.path), mix, strict)
    compiled = compile_ruleset(reference, mix.with_, mix.without, mix.options, library)
    beside = library.beside(document.path)
    if compiled.program is None:
        errors = naming_rules(_but_players(document, compiled), compiled.composition, beside)
        return _with_lints(document, compiled, errors)
    nobody = nobody_plays(compiled, reference, mix, beside)
    excluded = None if mix.changes or document.kind != "game" else excluded_players(document, compiled)
    conditional = check_conditional(document, reference, beside, mix, compiled)
    return (
        *compiled.findings,
        *_lints(document, compiled, beside, strict),
        *([nobody] if nobody else ()),
        *([excluded] if excluded else ()),
        *conditional,
    )


def _lints(about: Document, compiled: Compiled, library: Library, strict: bool) -> Findings:
    composition, program = require(compiled)

    def others() -> Iterator[Document]:
        inside = {document.id for document in composition.documents}
        for listed in library.listed("rule", "game"):
            document = None if listed.id in inside else load(listed.path)[0]
            if document is not None:
                yield document

    found = lint(composition, program, about, others, compiled.findings, strict)
    return (*found, *absent_powers(composition, program, about))


def _with_lints(about: Document, compiled: Compiled, errors: Findings) -> Findings:
    """Add the warnings that hold despite the errors of a mix."""
    if compiled.composition is None or not has_errors(errors):
        return errors
    return (*errors, *lint_despite_errors(compiled.composition, about, errors))


def _but_players(document: Document, compiled: Compiled) -> Findings:
    """Drop the error that a frame has no `players`: frames and games that extend it can have them."""
    composition = compiled.composition
    if document.kind == "frame" and composition is not None and composition.players is None:
        return tuple(d for d in compiled.findings if d.code != "players")
    return compiled.findings


def _check_rule(rule: Document, reference: str | Path, library: Library, mix: Mix, strict: bool) -> Findings:
    """Check a rule in the smallest mix that works. If none does, report the mix with the fewest errors; among those,
    the largest, which most likely has what the rule refers to. Games with another deck than its frame come last."""
    nobody: Diagnostic | None = None
    broken: list[Compiled] = []
    mixes = tuple(mixes_for(rule, library, _named(rule, reference)))
    for number, small in enumerate(mixes):
        whole = mix.after(small.with_)
        compiled = compile_ruleset(small.subject, whole.with_, mix.without, mix.options, library)
        if compiled.program is None:
            broken.append(compiled)
        elif (lone := nobody_with(rule, compiled, small.subject, whole, library)) is not None:
            nobody = nobody or lone
        else:
            findings = compiled.findings if mix.changes else _without_advice(compiled.findings)
            excluded = None if mix.changes else excluded_players(rule, compiled)
            return (
                *_never_anywhere(findings, rule, mixes[number + 1 :], library, mix),
                *_lints(rule, compiled, library, strict),
                *([excluded] if excluded else ()),
                *unstated_needs(rule, ((c.composition, c.findings) for c in broken), library),
                *check_conditional(rule, reference, library, mix, compiled),
            )
    if nobody is not None:
        return (nobody,)
    return _nearest(rule, reference, broken, library) if broken else _no_game(rule, library)


def _nearest(rule: Document, reference: str | Path, broken: Sequence[Compiled], library: Library) -> Findings:
    """Return the findings about the mix with the fewest errors; among those, the last one."""
    usual = decks_of(rule, library)

    def distance(compiled: Compiled) -> tuple[bool, tuple[bool, int]]:
        composition = compiled.composition
        return composition is None or composition.deck not in usual, _errors(compiled)

    nearest = min(reversed(broken), key=distance)
    asked = f"--with {reference}"
    found = (_at_rule(d, asked, rule) for d in _without_advice(nearest.findings))
    own = tuple(d for d in found if d.severity == "error" or (d.span is not None and d.span.source is rule.source))
    return _with_lints(rule, nearest, naming_rules(own, nearest.composition, library))


def _no_game(rule: Document, library: Library) -> Findings:
    """Report that nobody can play a game or frame with a rule. The frames that it names may be unknown."""
    wanted = rule.node.get("for")
    frames = scalars(wanted) if wanted is not None else ()
    unknown = [d for frame in frames for d in library.find(frame.value, ("frame",), frame.span)[1]]
    unknown += [d for frame in frames for one in family(library, frame.value) for d in _broken(one, library)]
    if has_errors(unknown):
        return in_order(unknown)
    message = f"no available game works with `{rule.id}`, so `check` looked only at its structure"
    place = wanted.span if wanted is not None else rule.id_span
    return (Diagnostic("check-no-game", message, place, "warning"),)


def _broken(one: Document, library: Library) -> Findings:
    """Return the errors that leave a frame or game without a composition."""
    composition, found = compose(library, SmallMix(one, ()).subject)
    return () if composition is not None else tuple(d for d in found if d.severity == "error")


def _never_anywhere(
    findings: Findings, rule: Document, others: Sequence[SmallMix], library: Library, mix: Mix
) -> Findings:
    """Drop warnings about hooks of a rule that never run in its smallest mix, but run in another one. A frame can leave
    it to rules to run a procedure."""
    never = {d for d in findings if d.code == "hook-never" and d.span is not None and d.span.source == rule.source}
    for small in others:
        if not never:
            break
        compiled = compile_ruleset(small.subject, (*small.with_, *mix.with_), mix.without, mix.options, library)
        if compiled.program is not None:
            places = {d.span for d in compiled.findings if d.code == "hook-never"}
            run = {d for d in never if d.span not in places}
            never -= run
            findings = tuple(d for d in findings if d not in run)
    return findings


def _at_limits(document: Document, reference: str | Path, library: Library, mix: Mix) -> Findings:
    """Return the errors of a game, or of a rule in its smallest mix, with options at their limits."""
    if document.kind == "examples":
        return ()
    beside = library.beside(document.path) if document.kind == "rule" else library
    smallest = mixes_for(document, beside, _named(document, reference)) if document.kind == "rule" else ()
    mixes = [(small.subject, small.with_) for small in smallest] or [(reference, ())]
    for subject, with_ in mixes:

        def compile_with(more: Mapping[str, str], subject: str | Path = subject, with_: With = with_) -> Compiled:
            return compile_ruleset(subject, (*with_, *mix.with_), mix.without, {**mix.options, **more}, beside)

        compiled = compile_with({})
        if compiled.composition is not None and compiled.program is not None:
            rule = document if document.kind == "rule" else None
            return tuple(at_limits(compiled.composition, mix.options, compile_with, rule, compiled.findings))
    return ()


def _named(document: Document, reference: str | Path) -> str | Path:
    return document.path if isinstance(reference, Path) else reference


def _errors(compiled: Compiled) -> tuple[bool, int]:
    """Return a sort key for how broken a mix is: whether its rules can't be combined, and the number of errors."""
    return compiled.composition is None, sum(d.severity == "error" for d in compiled.findings)


def _without_advice(findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Drop advice about which rules go together: nobody chose this mix."""
    return tuple(d for d in findings if d.code != "compose-advises")


def _at_rule(d: Diagnostic, asked: str, rule: Document) -> Diagnostic:
    """Move a finding about `--with`, which nobody typed, to the rule itself."""
    outside = d.span is not None and d.span.source.name == asked
    return replace(d, span=rule.id_span) if outside else d


def check_conditional(
    document: Document, reference: str | Path, library: Library, mix: Mix, checked: Compiled
) -> Iterator[Diagnostic]:
    """Yield the findings in sections that the checked mix didn't include."""
    node = document.node.get("with")
    there = {use.rule.id for use in checked.composition.uses} if checked.composition else set()
    for entry in node.entries if isinstance(node, doc.Mapping) else ():
        if entry.key.value in there:
            continue
        rule, _ = library.find(entry.key.value, ("rule",), entry.key.span)
        if rule is None:
            continue  # reported already
        compiled = next((c for c in _together(document, reference, rule, library, mix) if _is_about(c, entry)), None)
        if compiled is None:
            message = f"no available mix has both `{document.id}` and `{rule.id}`, so `check` skips this part"
            yield Diagnostic("check-no-mix", message, entry.key.span, "note")
        else:
            yield from (d for d in compiled.findings if _within(d, entry))


def _together(
    document: Document, reference: str | Path, rule: Document, library: Library, mix: Mix
) -> Iterator[Compiled]:
    """Compile the mixes that have both a document and a rule."""
    if document.kind == "rule":
        for small in mixes_for(document, library, reference, (rule,)):
            yield compile_ruleset(small.subject, (*small.with_, *mix.with_), mix.without, mix.options, library)
        return
    first = compile_ruleset(reference, mix.with_, mix.without, mix.options, library)
    uses = first.composition.uses if first.composition else ()
    used, groups = {use.rule.id for use in uses}, {group for use in uses for group in groups_of(use.rule)}
    needed = needed_by((rule,), library, lambda _, holders: holders[0] if holders else None, used, groups)
    with_: tuple[str | Path, ...] = (*needed, rule.path, *mix.with_)
    yield compile_ruleset(reference, with_, mix.without, mix.options, library)


def _is_about(compiled: Compiled, entry: doc.Pair) -> bool:
    """Return True if the compiler got as far as the section."""
    return compiled.program is not None or any(_within(d, entry) for d in compiled.findings)


def _within(d: Diagnostic, entry: doc.Pair) -> bool:
    span, at = d.span, entry.value.span
    return span is not None and span.source == at.source and at.start <= span.start and span.end <= at.end


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
        errors = _severe(compiled) if nobody is None else [nobody]
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
    return not set(errors).isdisjoint(_severe(alone)) or (nobody and any(d.code == "nobody-plays" for d in errors))


def _severe(compiled: Compiled) -> list[Diagnostic]:
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
