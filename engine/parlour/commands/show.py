"""`parlour show`: describes a game, a frame, a rule or a deck; shows its parts, and where each comes from."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from parlour.base.diagnostics import (
    Diagnostic,
    RulesetError,
    containing,
    diagnostic_data,
    did_you_mean,
    has_errors,
    listing,
)
from parlour.base.printable import picked, printable, value_word
from parlour.base.source import Span, short_path
from parlour.base.usage import UsageError
from parlour.checking.playable import Sizes, at_table, sizes_of
from parlour.commands.arguments import mix_of
from parlour.decks.deck_reader import ReadDeck, read_deck
from parlour.documents.composition import KINDS, Composition, Document, Member, OptionSetting, Use, scalars
from parlour.documents.document import string_at
from parlour.documents.option_types import takes
from parlour.documents.prose import options_by_name, text_of, value_text
from parlour.game import made
from parlour.library.library import Library, is_path
from parlour.library.loading import shown
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import recipes_for
from parlour.program import NO_INT, NONE, CardValue
from parlour.reporting.printed_findings import print_notes
from parlour.rulebook.entries import joined, meant
from parlour.rulebook.meanings import about_option, values_in_words
from parlour.rulebook.relations import HEADINGS, Relation, relations_of
from parlour.terminal.console import Console

INDENT = "  "
BESIDE = 30  # characters of an option beside which its meaning stands


def _word(document: Document, key: str) -> str | None:
    """Return the single word under a key."""
    return next((item.value for item in scalars(document.node.get(key))), None)


def setter_of(setting: OptionSetting) -> str:
    return setting.set_by if isinstance(setting.set_by, str) else setting.set_by.id


def print_head(document: Document, composition: Composition, sizes: Sizes, console: Console) -> None:
    frames, group = listing(document.strings("for"), quote=""), _word(document, "group")
    of_group = f", group {group}" if group else ""
    kinds = {"game": f"for {sizes.words} players", "frame": "a frame", "rule": f"a rule for {frames}{of_group}"}
    status = ", experimental" if _word(document, "status") == "experimental" else ""
    console.say(f"{document.title} ({document.id}), {kinds[document.kind]}{status}", "bold")
    names = document.strings("also-called")
    called = f"Also called {listing(names, quote='')}." if names else ""
    for paragraph in filter(None, (text_of(document, composition), sizes.not_for, called)):
        console.paragraph(INDENT + paragraph, 0)


def print_documents(composition: Composition, console: Console, places: bool) -> None:
    """Print the frames, games and rules of a mix; with `places`, also the file of each."""
    console.say("\nDocuments", "bold")
    origins = {use.rule.id: _origin(use, composition) for use in composition.uses}
    rows = [(d.id, d.title, f"{d.kind}{origins.get(d.id, '')}") for d in composition.documents]
    paths = [(printable(shown(d.path)),) if places else () for d in composition.documents]
    rows = [(*row, *path) for row, path in zip(rows, paths, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        console.say(INDENT + "  ".join(f"{c:<{width}}" for c, width in zip(cells, widths, strict=True)).rstrip())


def _origin(use: Use, composition: Composition) -> str:
    """Return which game, rule or option brings a rule, and for a rule that play switches, its state at the start."""
    if use.listed_by is not None:
        return f" that {use.listed_by.id} switches, off at the start"
    origin = f" used by {use.by.id}" if use.by else " added by --with"
    return f"{origin}, on at the start" if use.rule.id in composition.switchable else origin


def print_relations(relations: Sequence[Relation], console: Console) -> None:
    for kind, heading in HEADINGS.items():
        same = [relation for relation in relations if relation.kind == kind]
        if same:
            console.say(f"\n{heading}", "bold")
        for relation in same:
            reason = f": {relation.reason}." if relation.reason else ""
            console.paragraph(INDENT + f"{relation.other.title} ({relation.other.id}){reason}", 4)


def print_options(settings: Mapping[str, OptionSetting], console: Console) -> None:
    if not settings:
        return
    console.say("\nOptions", "bold")
    by = {name: "" if s.set_by == "default" else f"set by {setter_of(s)}" for name, s in settings.items()}
    rows = [(f"{n} = {value_text(s)}", about_option(s, by[n]).replace("`", "")) for n, s in settings.items()]
    width = max(len(value) for value, _ in rows)
    beside = width <= BESIDE
    for (value, about), setting in zip(rows, settings.values(), strict=True):
        if beside:
            console.paragraph(INDENT + f"{value:<{width}}  {about}", width + 2)
        else:  # a long name leaves no room for what it means
            console.say(INDENT + value)
            console.paragraph(INDENT + f"    {about}", 0)
        for word, meaning in values_in_words(setting.type):
            console.paragraph(INDENT + f"{'':<{width + 2 if beside else 6}}{word}: {meaning}", 2)


MOST_SUGGESTED = 6  # rulesets that several words can mean

# Sections with an output of their own.
APART = ("options", "players", "examples", "needs", "excludes", "advises", "advises-against", "sheet", "chart")


def run(asked: Namespace, console: Console) -> int:
    if asked.code:
        return _show_code(asked, console)
    if asked.players is not None:
        raise UsageError("`parlour show --players` works only with --code")
    library = Library.standard()
    subject, parts = _subject(library, [asked.subject, *asked.parts])
    deck = _deck(library, subject)
    if deck is not None:
        if parts:
            raise UsageError("a deck has no parts to show")
        print_deck(deck, asked.json, console)
        return 0
    composition, rule, mix = _composed(library, subject, mix_of(asked))
    sections = (members for section, members in composition.sections.items() if section not in APART)
    members = [m for some in sections for m in some if rule is None or m.document.id == rule.id]
    settings = {n: s for n, s in options_by_name(composition).items() if rule is None or s.document.id == rule.id}
    if parts and not asked.json:
        _print_parts(members, parts, composition, library, console)
        return 0
    sizes = sizes_of(composition, lambda: mix.compiled().program) if rule is None or asked.json else Sizes()
    if asked.json:
        relations = relations_of(rule, library.rules_for(rule.strings("for"))) if rule is not None else ()
        console.say_json(_data(composition, sizes, rule, members, settings, relations))
        return 0
    print_head(rule or composition.subject, composition, sizes, console)
    if rule is None:
        print_documents(composition, console, asked.members)
    else:
        print_relations(relations_of(rule, library.rules_for(rule.strings("for"))), console)
    print_options(settings, console)
    if asked.members:
        _print_members(members, console)
    if rule is None and composition.subject.kind == "frame":
        console.say(f"\nIts games and house rules: parlour list {composition.subject.id}", "dim")
    if members and not asked.members:
        console.say("\nAdd --members to see its parts, each with its file and line.", "dim")
    nobody_chose = "compose-advises" if rule is not None else None  # the mix is only there to show the rule
    print_notes((note for note in composition.notes if note.code != nobody_chose), console)
    return 0


def _subject(library: Library, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the ruleset that some words name, and the parts that follow."""
    subject, parts = joined(library, words)
    known, problems = (None, ()) if is_path(subject) else library.find(subject, KINDS)
    if is_path(subject) or known is not None or (not parts and any(problem.help for problem in problems)):
        return subject, parts
    ids = [entry.id for entry in meant(library, words)]
    if len(words) > 1 and len(ids) == 1:
        return ids[0], ()
    if 0 < len(ids) <= MOST_SUGGESTED:
        name = " ".join(words)
        raise UsageError(f"no ruleset is called `{name}`", f"`parlour list {name}` finds {listing(ids, 'and')}")
    return subject, parts


def _deck(library: Library, subject: str) -> Document | None:
    """Return the deck with this name, unless it is also the name of something to play."""
    deck, _ = library.find(subject, ("deck",))
    other = library.find(subject, ("game", "frame", "rule"))[0] if deck is not None else None
    return deck if other is None else None


def _show_code(asked: Namespace, console: Console) -> int:
    from parlour.python.listing import code_of  # slow to import, and only --code lists source

    if asked.json or asked.parts:
        raise UsageError("--code always shows the whole game", "remove --json and the parts")
    game = made(mix_of(asked))
    with at_table(game, asked.players):
        players = game.admitted(asked.players)
    console.say(code_of(game.program, players).rstrip("\n"))
    return 0


def _composed(library: Library, subject: str, changes: Recipe) -> tuple[Composition, Document | None, Recipe]:
    """Return the composition (for a rule: the smallest that works), the rule, and the mix."""
    rule, _ = library.find(subject, ("rule",))
    other, _ = library.find(subject, ("game", "frame"))
    document, findings = other or rule, tuple[Diagnostic, ...]()
    if document is None:
        raise RulesetError(library.find(subject, KINDS)[1])
    for mix in recipes_for(document, subject, changes, library.home(document.path) if document is rule else library):
        composition, findings = mix.composed()
        if composition is not None:
            return composition, rule if document is rule else None, mix
    if not findings:
        raise UsageError(f"no game works with `{document.id}`", f"see `parlour check {subject}`")
    raise RulesetError(findings)


def _line(span: Span) -> str:
    return f"{short_path(span.source.name)}:{span.line}"


# ---------------------------------------------------------------- members


def _print_members(members: Sequence[Member], console: Console) -> None:
    for section, some in groupby(members, key=lambda member: member.section):
        console.say(f"\n{section}", "bold")
        for member in some:
            console.say("  " + "  ".join(part for part in _described(member) if part))


def _described(member: Member) -> tuple[str, ...]:
    name = member.key.value if member.key.value != member.section else f"{member.section} {member.name}"
    over, mixed = (
        " and ".join(f"{m.document.id} ({_line(m.key.span)})" for m in reversed(of))
        for of in (member.over, member.mixed)
    )
    return (
        f"{' '.join(name.split()):<26}",
        _line(member.key.span),
        f"replaces {over}" if over else "",
        f"with changes of {mixed}" if mixed else "",
        f"because of {member.only_with}" if member.only_with else "",
        f"({text})" if (text := string_at(member.value, "text")) else "",
    )


def _print_parts(
    members: Sequence[Member], parts: Sequence[str], composition: Composition, library: Library, console: Console
) -> None:
    """Print the source of the members with these names, or of all members of these documents."""
    for part in parts:
        chosen = [m for m in members if part in (m.section, m.name, m.key.value)]
        chosen = chosen or [m for m in members if m.document.id == part]
        if not chosen:
            raise _missing(part, members, composition, library)
        for member in chosen:
            for one in (*member.over, *member.mixed, member):
                part = " (replaced)" if one in member.over else " (mixed in)" if one in member.mixed else ""
                console.say(f"# {one.document.id}, {_line(one.key.span)}{part}", "dim")
                console.say(_written(one))
                console.say()


def _missing(part: str, members: Sequence[Member], composition: Composition, library: Library) -> UsageError:
    """Return the error for an unknown part, with suggestions among parts and rules."""
    rule, _ = library.find(part, ("rule",))
    if rule is not None:
        there = {document.id for document in composition.documents}
        frames = rule.strings("for")
        alone = f"`parlour show {part}` shows the rule by itself"
        if rule.id in there:
            return UsageError(f"the rule `{rule.id}` adds no members to this mix", alone)
        if there & set(frames):
            return UsageError(f"the rule `{rule.id}` is not in this mix", f"add it: --with {part}; {alone}")
        return UsageError(f"the rule `{rule.id}` is for {listing(frames, 'and')}, not for this game", alone)
    known = {word for m in members for word in (m.section, m.name, m.key.value, m.document.id)}
    every = known | set(library.ids("rule"))
    sections = listing(list(dict.fromkeys(m.section for m in members)), "and")
    help = did_you_mean(part, known) or did_you_mean(part, every) or containing(part, known) or containing(part, every)
    return UsageError(f"unknown part `{part}`", help or f"name a member, or one of the sections {sections}")


def _written(member: Member) -> str:
    """Return the source of a member without its indentation."""
    span = member.span
    lines = span.text.rstrip().splitlines()
    indent = span.column - 1
    return "\n".join([lines[0], *(line[indent:] if not line[:indent].strip() else line for line in lines[1:])])


# ---------------------------------------------------------------- a deck


def print_deck(document: Document, json: bool, console: Console) -> None:
    deck = read_deck(document)
    if has_errors(deck.problems):
        raise RulesetError(deck.problems)
    if json:
        console.say_json(_deck_data(document, deck))
        return
    console.say(f"{document.id}: {document.title}", "bold")
    if document.text:
        console.paragraph(f"  {' '.join(document.text.split())}", 0)
    console.say(f"deck, {printable(shown(document.path))}", "dim")
    design = deck.design
    console.say(f"\n{sum(deck.copies)} cards")
    if design.suits:
        suits = (f"{suit.sign}{f' ({suit.word})' if suit.word != suit.sign else ''}" for suit in design.suits)
        console.say(f"suits  {'  '.join(suits)}")
    if design.ordered:
        console.say(f"ranks  {' '.join(design.rank_names[: design.ordered])}")
    for suit in [*range(len(design.suits)), NONE]:
        faces = [(face, n) for face, n in zip(design.faces, deck.copies, strict=True) if face.suit == suit and n]
        if faces:
            console.paragraph(f"  {'  '.join(face.name if n == 1 else f'{face.name} ×{n}' for face, n in faces)}", 0)
    for fact in design.facts:
        console.say(f"fact   {fact.name}: {_values_of(fact)}")
        rows = list(_by_value(deck, fact))
        width = max(len(value) for value, _ in rows)
        for value, cards in rows:
            first, others = f"  {value:<{width}}  ", " " * (width + 4)
            for line in textwrap.wrap(cards, console.width - width - 4, break_on_hyphens=False):
                console.say(first + line)
                first = others


def _values_of(fact: CardValue) -> str:
    """Return `0 to 50`, or the words that cards have."""
    there = sorted({value for value in fact.values if value != NO_INT})
    if fact.words:
        return listing(fact.words, quote="")
    if fact.type.kind == "bool":
        return "true or false"
    ends = " to ".join(dict.fromkeys(map(str, (there[0], there[-1]))))
    return f"{ends}{' or none' if fact.type.optional else ''}"


def _by_value(deck: ReadDeck, fact: CardValue) -> Iterator[tuple[str, str]]:
    """Yield each value with its cards: numbers from the highest, words in their order. The value of most cards is last,
    without their names."""
    groups: dict[int, list[str]] = {}
    for face, number, value in zip(deck.design.faces, deck.copies, fact.values, strict=True):
        if number:
            groups.setdefault(value, []).append(face.name)
    rest = max(groups, key=lambda value: len(groups[value]))
    for value in sorted(groups.keys() - {rest}, reverse=not fact.words):
        yield value_word(_fact_value(fact, value)), "  ".join(groups[value])
    yield value_word(_fact_value(fact, rest)), "all other cards" if len(groups) > 1 else "all cards"


def _fact_value(fact: CardValue, value: int) -> str | int | bool | None:
    """Return a value as data for programs."""
    if fact.words:
        return fact.words[value]
    if fact.type.kind == "bool":
        return bool(value)
    return None if value == NO_INT else value


def _deck_data(document: Document, deck: ReadDeck) -> dict[str, object]:
    design = deck.design
    return {
        "id": document.id,
        "kind": "deck",
        "title": document.title,
        "cards": sum(deck.copies),
        "suits": list(design.signs),
        "ranks": list(design.rank_names[: design.ordered]),
        "faces": [
            {"name": face.name, "copies": number, **{f.name: _fact_value(f, f.values[place]) for f in design.facts}}
            for place, (face, number) in enumerate(zip(design.faces, deck.copies, strict=True))
        ],
    }


# ---------------------------------------------------------------- for programs


def _data(
    composition: Composition,
    sizes: Sizes,
    rule: Document | None,
    members: Sequence[Member],
    settings: dict[str, OptionSetting],
    relations: Sequence[Relation],
) -> dict[str, object]:
    subject = rule or composition.subject
    by = {use.rule.id: use.listed_by or use.by for use in composition.uses}
    return {
        **picked(subject, "kind", "id", "title", "text"),
        "status": _word(subject, "status"),
        "players": sizes.words or None,
        "players_refused": [{"players": players, "why": why} for players, why in sizes.refused.items()],
        "digest": composition.digest,
        "documents": [
            {
                **picked(d, "kind", "id", "title"),
                "path": shown(d.path),
                "asked_for_by": (asker.id if (asker := by[d.id]) else "command line") if d.kind == "rule" else None,
                "at_start": {True: "on", False: "off", None: None}[composition.switchable.get(d.id)],
            }
            for d in composition.documents
        ],
        "options": [
            {
                "name": name,
                "value": value_text(setting),
                "takes": takes(setting.type),
                "meanings": dict(values_in_words(setting.type)) or None,
                "set_by": setter_of(setting),
                "at": setting.span.data,
            }
            for name, setting in settings.items()
        ],
        "relations": [{"kind": r.kind, "rule": r.other.id, "reason": r.reason or None} for r in relations],
        "members": [_member_data(member) for member in members],
        "notes": [diagnostic_data(note) for note in composition.notes],
    }


def _member_data(member: Member) -> dict[str, object]:
    return {
        "section": member.section,
        "name": member.name,
        "heading": member.key.value,
        "document": member.document.id,
        "at": member.key.span.data,
        "text": _written(member),
        "only_with": member.only_with,
        "instead_of": [{"document": m.document.id, "at": m.key.span.data} for m in member.over],
        "mixed_with": [{"document": m.document.id, "at": m.key.span.data} for m in member.mixed],
    }
