"""The checks behind `parlour check` for one document and its examples. This module prints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, has_errors, in_order, listing
from parlour.base.source import Span
from parlour.checking.extremes import at_limits
from parlour.checking.playable import UNMET, excluded_players, nobody_plays, nobody_with
from parlour.decks.deck_reader import read_deck
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, heading_name, scalars
from parlour.documents.document import Scalar
from parlour.examples.example_check import check_examples
from parlour.examples.mixes import Mixes
from parlour.library.library import Library, frames_of
from parlour.library.loading import load
from parlour.lints.linter import lint, lint_despite_errors
from parlour.mixing.compiler import Compiled, require
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of, needed_by
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import SmallMix, family, first_holder, mixes_for, recipes_for
from parlour.program import Design, Program
from parlour.states.table_sizes import bare_layout, dealable

Findings = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class DocumentCheck:
    """The check of a document in mixes with the changes of `mix`: of a rule `named` on the command line in other games
    too; if `strict`, with options at their limits. `others` are games that are checked as well: their own check reports
    their errors."""

    document: Document
    reference: str | Path
    library: Library
    mix: Recipe
    named: bool
    strict: bool
    others: Sequence[Path] = ()

    @cached_property
    def beside(self) -> Library:
        """The library that first finds what is beside the document."""
        return self.library.beside(self.document.path)

    def findings(self) -> Findings:
        document = self.document
        checked = self._check()
        if self.named and document.kind == "rule" and not has_errors(checked):
            here = {d.span for d in checked if d.code == "proceed"}
            there = self.in_games()
            checked += tuple(d for d in there if d.code != "proceed" or d.span not in here)
        if self.strict and document.kind in ("rule", "game", "frame") and not has_errors(checked):
            checked += self._at_limits()
        return checked if has_errors(checked) else (*checked, *check_examples(document, Mixes(self.library)))

    def _check(self) -> Findings:
        match self.document.kind:
            case "examples":
                return ()  # the loader has checked their structure; `parlour test` runs the positions and moves
            case "deck":
                return read_deck(self.document).problems
            case "rule":
                return self._check_rule()
        mix = self.mix.of_game(self.reference, self.library)
        compiled = mix.compiled()
        if compiled.program is None:
            errors = naming_rules(_but_players(self.document, compiled), compiled.composition, self.beside)
            return _with_lints(self.document, compiled, errors)
        nobody = nobody_plays(compiled.composition, compiled.program, replace(mix, library=self.beside))
        return (
            *compiled.findings,
            *self._lints(compiled, self.beside),
            *([nobody] if nobody else ()),
            *(self._excluded_players(compiled) if self.document.kind == "game" else ()),
            *self._conditional(compiled),
        )

    def _check_rule(self) -> Findings:
        """Check a rule in the smallest mix that works. If none does, report the mix with the fewest errors; among
        those, the largest, which most likely has what the rule refers to. Games with another deck than its frame come
        last."""
        rule, nobody = self.document, None
        broken: list[Compiled] = []
        mixes = tuple(self._mixes())
        for number, mix in enumerate(mixes):
            compiled = mix.compiled()
            if compiled.program is None:
                broken.append(compiled)
            elif not dealable(compiled.program):
                nobody = nobody or nobody_with(rule, compiled, mix)
            else:
                findings = compiled.findings if self.mix.changes else _without_advice(compiled.findings)
                return (
                    *_never_anywhere(findings, rule, mixes[number + 1 :]),
                    *self._lints(compiled, self.beside),
                    *self._excluded_players(compiled),
                    *unstated_needs(rule, ((c.composition, c.findings) for c in broken), self.beside),
                    *self._conditional(compiled),
                )
        if nobody is not None:
            return (nobody,)
        return self._nearest(broken) if broken else self._no_game()

    def _mixes(self, company: Sequence[Document] = ()) -> Iterator[Recipe]:
        """Yield the mixes for a rule, the smallest first."""
        return recipes_for(self.document, self.reference, self.mix, self.beside, company)

    def _lints(self, compiled: Compiled, library: Library) -> Findings:
        composition, program = require(compiled)

        def others() -> Iterator[Document]:
            inside = {document.id for document in composition.documents}
            for listed in library.listed("rule", "game"):
                document = None if listed.id in inside else load(listed.path)[0]
                if document is not None:
                    yield document

        about = self.document
        lints = lint(composition, program, about, others, compiled.findings, self.strict)
        return (*lints, *absent_powers(composition, program, about))

    def _excluded_players(self, compiled: Compiled) -> Findings:
        excluded = None if self.mix.changes else excluded_players(self.document, compiled)
        return (excluded,) if excluded else ()

    def _nearest(self, broken: Sequence[Compiled]) -> Findings:
        """Return the findings about the mix with the fewest errors; among those, the last one."""
        rule, usual = self.document, decks_of(self.document, self.beside)

        def distance(compiled: Compiled) -> tuple[bool, bool, int]:
            composition = compiled.composition
            return composition is None or composition.deck not in usual, composition is None, len(_severe(compiled))

        nearest = min(reversed(broken), key=distance)
        asked = f"--with {self.reference}"
        placed = (_at_rule(d, asked, rule) for d in _without_advice(nearest.findings))
        own = tuple(d for d in placed if d.severity == "error" or (d.span is not None and d.span.source is rule.source))
        return _with_lints(rule, nearest, naming_rules(own, nearest.composition, self.beside))

    def _no_game(self) -> Findings:
        """Report that nobody can play a game or frame with a rule. The frames that it names may be unknown."""
        rule, library = self.document, self.beside
        wanted = rule.node.get("for")
        frames = scalars(wanted) if wanted is not None else ()
        unknown = [d for frame in frames for d in library.find(frame.value, ("frame",), frame.span)[1]]
        unknown += [d for frame in frames for one in family(library, frame.value) for d in _broken(one, library)]
        if has_errors(unknown):
            return in_order(unknown)
        message = f"no available game works with `{rule.id}`, so `check` looked only at its structure"
        place = wanted.span if wanted is not None else rule.id_span
        return (Diagnostic("check-no-game", message, place, "warning"),)

    def _at_limits(self) -> Findings:
        """Return the errors of a game, or of a rule in its smallest mix, with options at their limits."""
        rule = self.document if self.document.kind == "rule" else None
        game = self.mix.of_game(self.reference, self.beside if rule else self.library)
        for mix in [*(self._mixes() if rule else ())] or [game]:
            compiled = mix.compiled()
            if compiled.composition is not None and compiled.program is not None:
                return tuple(at_limits(compiled.composition, mix, rule, compiled.findings))
        return ()

    def _conditional(self, checked: Compiled) -> Iterator[Diagnostic]:
        """Yield the findings in sections that the checked mix didn't include."""
        node = self.document.node.get("with")
        there = {use.rule.id for use in checked.composition.uses} if checked.composition else set()
        for entry in doc.entries_in(node):
            rule = self.beside.find(entry.key.value, ("rule",), entry.key.span)[0]
            if rule is None or entry.key.value in there:
                continue  # an unknown rule is reported already
            compiled = next((c for c in self._together(rule) if _is_about(c, entry)), None)
            if compiled is None:
                message = f"no available mix has both `{self.document.id}` and `{rule.id}`, so `check` skips this part"
                yield Diagnostic("check-no-mix", message, entry.key.span, "note")
            else:
                yield from (d for d in compiled.findings if _within(d, entry))

    def _together(self, rule: Document) -> Iterator[Compiled]:
        """Compile the mixes that have both a document and a rule."""
        if self.document.kind == "rule":
            yield from (mix.compiled() for mix in self._mixes((rule,)))
            return
        mix = self.mix.of_game(self.reference, self.beside)
        first, _ = mix.composed()
        uses = first.uses if first else ()
        used, groups = {use.rule.id for use in uses}, {group for use in uses for group in groups_of(use.rule)}
        needed = needed_by((rule,), self.beside, first_holder, used, groups)
        yield self.mix.of_game(self.reference, self.beside, (*needed, rule.path)).compiled()

    def in_games(self) -> Iterator[Diagnostic]:
        """Report the games of its frames in which nobody can play a rule.

        Refusals that the rulesets declare are notes, other errors are warnings, and so are hooks that stop rules of a
        game. If any game refuses the rule, a note lists those that accept it. `strict` drops the notes. Games that play
        the frame with another deck might lack the cards of the rule. They don't count if they can't use it. Errors that
        a game also has without the rule don't count, and neither do those of one of the `others` that uses the
        rule: its own check reports them.
        """
        rule, decks = self.document, decks_of(self.document, self.beside)
        willing: list[str] = []
        refusing: dict[Diagnostic, list[str]] = {}
        stopping: dict[Span, list[tuple[Diagnostic, str]]] = {}
        for small in mixes_for(rule, self.beside, self.reference):
            if small.document.kind != "game":
                continue
            mix = small.with_changes(self.mix, self.beside)
            compiled = mix.compiled()
            nobody = nobody_with(rule, compiled, mix)
            errors = _severe(compiled) if nobody is None else [nobody]
            composition = compiled.composition
            if errors and composition is not None and composition.deck not in decks:
                continue
            if errors and self._has_broken_game(small, errors):
                continue
            if not errors:
                willing.append(small.document.id)
                for d in compiled.findings:  # about hooks of the rule because of which rules of the game never act
                    if d.code == "proceed" and d.severity == "warning" and d.span and d.span.source == rule.source:
                        stopping.setdefault(d.span, []).append((d, small.document.id))
            on_purpose = [d for d in errors if d.code in _ON_PURPOSE or (d is nobody and _is_meant(d, composition))]
            for d in (_note(on_purpose[0]),) if on_purpose else (_warning(d, rule) for d in errors):
                refusing.setdefault(d, []).append(small.document.id)
        for d, games in refusing.items():
            if d.severity == "warning":
                yield replace(d, message=f"in {listing(games, 'and')}: {d.message}")
            elif not self.strict:
                verb = "refuses" if len(games) == 1 else "refuse"
                yield replace(d, message=f"{listing(games, 'and')} {verb} `{rule.id}`: {d.message}")
        yield from map(_stopped, stopping.values())
        if refusing and not self.strict:
            nowhere = f"doesn't work in any game for {listing(rule.strings('for'))}"
            works = f"works in {listing(willing, 'and')}" if willing else nowhere
            yield Diagnostic("check-goes-with", f"`{rule.id}` {works}", severity="note")

    def _has_broken_game(self, small: SmallMix, errors: Sequence[Diagnostic]) -> bool:
        """True if errors of a mix are about its game, not about the rule."""
        rule, mix = self.document, self.mix
        uses_it = rule.id in small.document.strings("uses")
        if uses_it and small.document.path in self.others:
            return True
        with_, without = (small.with_, (*mix.without, rule.id)) if uses_it else (small.with_[:-1], mix.without)
        others = tuple(other for other in mix.with_ if self.beside.find(other, ("rule",))[0] != rule)
        alone = replace(mix, with_=others, without=without).of_game(small.subject, self.beside, with_).compiled()
        nobody = alone.program is not None and not dealable(alone.program)
        return not set(errors).isdisjoint(_severe(alone)) or (nobody and any(d.code == "nobody-plays" for d in errors))


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


def _broken(one: Document, library: Library) -> Findings:
    """Return the errors that leave a frame or game without a composition."""
    composition, problems = compose(library, SmallMix(one, ()).subject)
    return () if composition is not None else tuple(d for d in problems if d.severity == "error")


def _never_anywhere(findings: Findings, rule: Document, others: Iterable[Recipe]) -> Findings:
    """Drop warnings about hooks of a rule that never run in its smallest mix, but run in another one. A frame can leave
    it to rules to run a procedure."""
    never = {d for d in findings if d.code == "hook-never" and d.span is not None and d.span.source == rule.source}
    there = never
    for mix in others:
        compiled = mix.compiled() if there else None
        if compiled is not None and compiled.program is not None:
            places = {d.span for d in compiled.findings if d.code == "hook-never"}
            there = {d for d in there if d.span in places}
    return tuple(d for d in findings if d not in never - there)


def _without_advice(findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Drop advice about which rules go together: nobody chose this mix."""
    return tuple(d for d in findings if d.code != "compose-advises")


def _at_rule(d: Diagnostic, asked: str, rule: Document) -> Diagnostic:
    """Move a finding about `--with`, which nobody typed, to the rule itself."""
    outside = d.span is not None and d.span.source.name == asked
    return replace(d, span=rule.id_span) if outside else d


def _is_about(compiled: Compiled, entry: doc.Pair) -> bool:
    """Return True if the compiler got as far as the section."""
    return compiled.program is not None or any(_within(d, entry) for d in compiled.findings)


def _within(d: Diagnostic, entry: doc.Pair) -> bool:
    span, at = d.span, entry.value.span
    return span is not None and span.source == at.source and at.start <= span.start and span.end <= at.end


_ON_PURPOSE = ("compose-needs", "compose-excludes", "compose-group-taken", "compose-wrong-frame", "players")


def _stopped(stops: Sequence[tuple[Diagnostic, str]]) -> Diagnostic:
    """Return one warning about a hook for all games in which it stops rules; the places are those of the first."""
    games = listing([game for _, game in stops], "and")
    return replace(stops[0][0], message=f"in {games}, parts of rules never act because this hook never proceeds")


def _is_meant(nobody: Diagnostic, composition: Composition | None) -> bool:
    """True if a condition of a rule excludes all players, or an option of the mix can let some play."""
    rules = [] if composition is None else [rule.source for rule in composition.rules]
    conditions = (place.span.source for place in nobody.related if place.message == UNMET)
    return nobody.help is not None or any(source in rules for source in conditions)


def _severe(compiled: Compiled) -> list[Diagnostic]:
    return [d for d in compiled.findings if d.severity == "error"]


def decks_of(rule: Document, library: Library) -> list[Document]:
    """Return the decks of the frames that a rule is for."""
    compositions = [compose(library, frame)[0] for frame in rule.strings("for")]
    return [composition.deck for composition in compositions if composition is not None]


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


def absent_powers(composition: Composition, program: Program, about: Document) -> Iterator[Diagnostic]:
    """Yield a warning for each power of a frame or game whose cards aren't in the pack with any number of players.

    A rule can be for games with other packs. If an option decides what is in the pack, its other values can bring the
    cards.
    """
    powers = [m for m in composition.sections["powers"] if m.document is about and about.kind != "rule"]
    sections = (*composition.sections["deck"], *composition.sections["cards"])
    scalars = (node for member in sections for node in doc.walk(member.value) if isinstance(node, Scalar))
    if not powers or any("options." in scalar.value for scalar in scalars):
        return
    packs = [bare_layout(program, players).pack for players in dealable(program)]
    for member in powers:
        faces = _faces(member.name, program.deck.design)
        if packs and faces and not any(pack.of_face[face] for pack in packs for face in faces):
            words = listing(member.name.split(), "and", "")
            message = f"this power never applies: the pack of {program.title} has no {words}"
            help_ = "remove it, or add the cards under `deck` or `cards`"
            yield Diagnostic("power-absent", message, member.key.span, "warning", help=help_)


def _faces(key: str, design: Design) -> list[int]:
    """Return the faces that a key with ranks and cards names; empty if it has other words, such as a class."""
    faces: list[int] = []
    for word in key.split():
        face, rank = design.face_named(word), design.rank_named(word)
        if face is None and rank is None:
            return []
        named = [face] if face is not None else [f for f in range(len(design.faces)) if design.rank_of(f) == rank]
        faces += named
    return faces


# ---------------------------------------------------------------- names that another rule declares


UNKNOWN = "unknown-name"
SECTIONS = ("state", "zones", "logs", "functions", "procedures", "stages", "prompts", "classes", "marks", "endings")


def naming_rules(
    findings: Iterable[Diagnostic], composition: Composition | None, library: Library
) -> tuple[Diagnostic, ...]:
    """Return the findings; the help of each unknown name says to which rules outside the mix it belongs."""
    inside = () if composition is None else composition.documents
    return tuple(_named(d, inside, library) for d in findings)


def unstated_needs(
    rule: Document, broken: Iterable[tuple[Composition | None, Iterable[Diagnostic]]], library: Library
) -> Iterator[Diagnostic]:
    """Yield a warning for each name that belongs to another rule, if a rule works only in mixes with that rule, but
    doesn't need it. `broken` are the mixes in which it doesn't work, with their findings."""
    warnings: dict[str, Diagnostic] = {}
    for composition, findings in broken:
        for d in findings:
            if composition is None or d.code != UNKNOWN or d.span is None or d.span.source != rule.source:
                continue
            owners = _owners(d.span.text.strip(), rule, composition.documents, library)
            if owners:
                message = f"`{d.span.text.strip()}` belongs to {listing(owners)}, and not every mix has that rule"
                warning = Diagnostic(UNKNOWN, message, d.span, "warning", help=_needs(owners))
                warnings.setdefault(d.span.text.strip(), warning)
    yield from warnings.values()


def _named(d: Diagnostic, inside: Iterable[Document], library: Library) -> Diagnostic:
    document = next((each for each in inside if d.span is not None and each.source == d.span.source), None)
    if d.code != UNKNOWN or d.span is None or document is None or document.kind == "frame":
        return d
    owners = _owners(d.span.text.strip(), document, inside, library)
    if not owners:
        return d
    help = _needs(owners) if document.kind == "rule" else f"add {listing(owners)} to `uses`"
    return replace(d, help=f"`{d.span.text.strip()}` belongs to {listing(owners)}; {help}", fixes=())


def _needs(owners: list[str]) -> str:
    return f"add `needs: [{owners[0]}]`" if len(owners) == 1 else "add one of them to `needs`"


def _owners(name: str, document: Document, inside: Iterable[Document], library: Library) -> list[str]:
    """Return the rules outside a mix that declare a name and fit the frames of a document."""
    present = {other.id for other in inside} | {document.id}
    others = library.rules_for(frame.id for frame in frames_of(document, library))
    return [rule.id for rule in others if rule.id not in present and _declares(rule, name)]


def _declares(rule: Document, name: str) -> bool:
    entries = (entry for section in SECTIONS for entry in doc.entries_in(rule.node.get(section)))
    return any(heading_name(entry.key.value) == name and not _replaces(entry.value) for entry in entries)


def _replaces(value: doc.Node) -> bool:
    return not {"instead", "is", "union"}.isdisjoint(doc.keys_in(value))
