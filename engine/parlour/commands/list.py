"""`parlour list`: lists the games, frames, decks and rules of the library."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterable, Sequence

from parlour.base.diagnostics import diagnostic_data, did_you_mean, has_errors, listing
from parlour.documents.composition import Kind
from parlour.library.library import Library
from parlour.reporting.printed_findings import print_notes
from parlour.rulebook.entries import ListedRuleset, Told, by_family, chain, entries_of, mentioning
from parlour.rulebook.meanings import Entries, one_line, text_by_default
from parlour.terminal.console import Console

INDENT = 6 * " "
LONGEST = 20  # id for which all lines of games leave room
LEAST = 16  # characters of a meaning that say something
HEADINGS: dict[Kind, str] = {
    "game": "Games",
    "frame": "Frames (the basis of games and rules)",
    "rule": "House rules",
    "deck": "Decks",
}


def run(asked: Namespace, console: Console) -> int:
    library = Library.standard()
    known = entries_of(library)
    of_kind = [e for e in known if asked.kind in (None, e.listed.kind)]
    entries, about = mentioning(asked.words, known, of_kind)
    frames = [entry.id for entry in known if entry.listed.kind == "frame" and entry.is_called(asked.words)]
    if frames:  # the page of a family
        of_family = [e for e in entries if {*frames} & {e.id, *e.wanted, *e.extended}]
        entries = of_family or entries
    notes = [note for entry in entries for note in entry.notes] + list(library.problems)
    if asked.json:
        data = {"rulesets": [entry.data() for entry in entries], "notes": [diagnostic_data(note) for note in notes]}
        console.say_json(data)
        return 1 if has_errors(notes) else 0
    by_id = {entry.id: entry for entry in known}
    if not asked.words and asked.kind in (None, "game"):
        _print_games(by_id, console)
    elif entries:
        _print_matches(asked.words, entries, by_id, about, console)
        for titles, family in _families(asked.words, entries, known):
            console.say(f"\nFor the house rules of {listing(titles, 'and', '')}: parlour list {family}")
    else:
        console.say_lines(_nothing(asked.words, asked.kind, known))
    print_notes(notes, console)
    return 1 if has_errors(notes) else 0


def _print_games(entries: Entries, console: Console) -> None:
    """Print a line for each game, by family: its id, its title, and as much of its meaning as fits."""
    games = by_family(entries)
    every = [game for some in games.values() for game in some]
    width = min(LONGEST, max((len(game.id) for game in every), default=0))
    first = [game.id for game in every if game.is_first]
    if first:
        console.paragraph(f"Start here: {', '.join(sorted(first))}")
    for family, some in games.items():
        rules = sum(family in entry.wanted for entry in entries.values())
        console.say()
        console.say(entries[family].title if family else "Other games", "bold")
        for game in some:
            id, title = f"  {game.id:<{width}}  ", f"{game.title}{_remark(game)}"
            room = console.width - len(id) - len(title) - 2
            meaning = one_line(text_by_default(game, entries), room) if room > LEAST else ""
            console.say_parts((id,), (title, "bold"), (f": {meaning}" if meaning else "",))
        if rules:
            console.say(f"  with {rules} house rule{'s' if rules > 1 else ''}: parlour list {family}", "dim")
    console.say("\nTo play: parlour play GAME. The decks: parlour list --kind deck")


def _print_matches(
    words: Sequence[str], entries: Sequence[ListedRuleset], known: Entries, about: Told, console: Console
) -> None:
    """Print the results of a search: those with the words in their names come first. If one is called so, those that
    only mention the words don't matter."""
    named = [entry for entry in entries if entry.has_in_names(words)]
    others = [entry for entry in entries if entry not in named]
    _print(named or others, known, about, console)
    if named and others and not any(entry.is_called(words) for entry in named):
        console.say(f"\nOthers whose texts mention {listing(words, 'and')}:\n", "bold")
        _print(others, known, about, console)


def _families(
    words: Sequence[str], entries: Sequence[ListedRuleset], known: Sequence[ListedRuleset]
) -> Iterable[tuple[list[str], str]]:
    """Return the games that the words name, with the family of their house rules, if the list lacks some of them."""
    titles: dict[str, list[str]] = {}
    rules = [entry for entry in known if entry.listed.kind == "rule"]
    families = {family for rule in rules for family in rule.wanted}
    above = {entry.id: entry for entry in known if entry.listed.kind in ("frame", "game")}
    for game in entries if words else ():
        family = next((id for id in chain(above, game.id) if id in families), None)
        if game.listed.kind != "game" or family is None or not game.named(words):
            continue
        if any(family in rule.wanted and rule not in entries for rule in rules):
            titles.setdefault(family, []).append(game.title)
    return [(some, family) for family, some in titles.items()]


def _nothing(words: Sequence[str], kind: Kind | None, known: Sequence[ListedRuleset]) -> Iterable[str]:
    """Say that nothing matches, with suggestions."""
    of_kind = [entry for entry in known if kind in (None, entry.listed.kind)]
    if not of_kind or not words:
        yield f"No {kind or 'ruleset'} found."
        return
    strange = [word for word in words if not any(entry.mentions([word]) for entry in of_kind)]
    missing = listing(strange) if strange else f"all of {listing(words, 'and')}"
    yield f"No {kind or 'ruleset'} mentions {missing}."
    others = [entry for entry in known if entry.mentions(words)]
    if others:
        names = [f"the {entry.listed.kind} `{entry.listed.id}`" for entry in others[:3]]
        rest = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield f"  without --kind you also get {', '.join(names)}{rest}"
        return
    called = {name for entry in of_kind if entry.summary for name in entry.names}
    vocabulary = called | {word for name in called for word in re.findall(r"\w{3,}", name)}
    for word in strange:
        help = did_you_mean(word, vocabulary)
        if help:
            yield f"  {help}"


def _print(entries: Sequence[ListedRuleset], known: Entries, about: Told, console: Console) -> None:
    """Print rulesets by kind, each with its other names, its meaning, and its options that a search is `about`."""
    width = max((len(entry.id) for entry in entries), default=0)
    first = True
    for kind in ("game", "frame", "deck", "rule"):
        for heading, group in _groups(kind, [entry for entry in entries if entry.listed.kind == kind]):
            if not first:
                console.say()
            first = False
            console.say(heading, "bold")
            for entry in group:
                names = f", also called {listing(entry.other_names, quote='')}" if entry.other_names else ""
                console.say(f"  {entry.id:<{width}}  {entry.title}{_remark(entry)}{names}")
                if meaning := one_line(text_by_default(entry, known), console.width - len(INDENT)):
                    console.say(f"{INDENT}{meaning}", "dim")
                for name, meaning in about.get(entry.id, ()):
                    console.say(f"{INDENT}option {name}: {meaning}")


def _groups(kind: Kind, entries: Sequence[ListedRuleset]) -> Iterable[tuple[str, Sequence[ListedRuleset]]]:
    if kind != "rule":
        return [(HEADINGS[kind], entries)] if entries else []
    families = sorted({entry.wanted for entry in entries})
    return [
        (f"{HEADINGS[kind]} for {', '.join(family) or '?'}", [e for e in entries if e.wanted == family])
        for family in families
    ]


def _remark(entry: ListedRuleset) -> str:
    experimental = entry.summary is not None and entry.summary.status == "experimental"
    group = entry.listed.group if entry.listed.kind == "rule" else None
    return (", experimental" if experimental else "") + (f" ({group})" if group else "")
