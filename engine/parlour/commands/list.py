"""`parlour list`: lists the games, frames and rules of the library."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.base.diagnostics import Diagnostic, did_you_mean, has_errors, listing
from parlour.cli.console import Console
from parlour.cli.findings import diagnostic_data, print_notes
from parlour.commands import Command
from parlour.documents.composition import KINDS, Kind
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.library.shelves import Listed

HEADINGS: dict[Kind, str] = {"game": "Games", "frame": "Frames (the basis of games and rules)", "rule": "House rules"}


@dataclass(frozen=True)
class ListedRuleset:
    """A ruleset of the library, with what the list shows of it."""

    listed: Listed
    summary: Summary | None
    notes: tuple[Diagnostic, ...]
    extended: frozenset[str] = frozenset()
    """The frames and games that a game extends, directly or not."""

    @property
    def title(self) -> str:
        if self.summary is None:
            return "(has errors: see `parlour check`)"
        return self.summary.title or self.listed.id

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.summary.wanted if self.summary else ()

    def data(self) -> dict[str, object]:
        data: dict[str, object] = {"kind": self.listed.kind, "id": self.listed.id}
        data |= {"title": self.title if self.summary else None, "text": self.summary.text if self.summary else None}
        if self.listed.kind == "rule":
            data |= {"for": list(self.wanted), "group": self.listed.group}
        else:
            data["extends"] = self.summary.extends if self.summary else None
        data["status"] = self.summary.status if self.summary else None
        return data | {"path": shown(self.listed.path)}

    @property
    def names(self) -> tuple[str, ...]:
        """Return its id, titles, group and frames."""
        also = self.summary.also_called if self.summary else ()
        group = (self.listed.group,) if self.listed.group else ()
        return (self.listed.id, self.title, *also, *group, *self.wanted)

    def mentions(self, words: Iterable[str]) -> bool:
        parts = [*self.names, *sorted(self.extended), self.summary.text if self.summary else ""]
        text = "\n".join(" ".join(part.split()) for part in parts)
        spoken = f"{text}\n{text.replace('-', ' ')}".casefold()  # `last card` is in `last-card-call` too
        return all(" ".join(word.split()).casefold() in spoken for word in words)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="*",
                        help="only rulesets with all these words in id, title, text, group or family")  # fmt: skip
    parser.add_argument("--kind", choices=KINDS, help="only rulesets of this kind")
    parser.add_argument("--json", action="store_true", help="output for programs")


def run(asked: Namespace, console: Console) -> int:
    library = Library.standard()
    known = _with_extended([_read(library, listed) for listed in library.listed()])
    entries = [e for e in known if asked.kind in (None, e.listed.kind) and e.mentions(asked.words)]
    notes = [note for entry in entries for note in entry.notes] + list(library.problems)
    if asked.json:
        found = [entry.data() for entry in entries]
        console.say_json({"rulesets": found, "notes": [diagnostic_data(note) for note in notes]})
    else:
        _print(entries, console)
        if not entries:
            for line in _nothing(asked.words, asked.kind, known):
                console.say(line)
        print_notes(notes, console)
    return 1 if has_errors(notes) else 0


def _read(library: Library, listed: Listed) -> ListedRuleset:
    summary = read_summary(listed.path)
    notes = library.find(listed.id, (listed.kind,))[1] if summary and library.hides_others(listed) else ()
    return ListedRuleset(listed, summary, tuple(d for d in notes if d.code == "library-shadowed"))


def _with_extended(known: Sequence[ListedRuleset]) -> list[ListedRuleset]:
    """Add to each game what it extends. A word that finds a family then finds all its games."""
    entries = {entry.listed.id: entry for entry in known if entry.listed.kind != "rule"}
    games = (entry.listed.kind == "game" for entry in known)
    return [
        replace(entry, extended=frozenset(_extended(entries, entry.listed.id))) if game else entry
        for entry, game in zip(known, games, strict=True)
    ]


def family(library: Library, frame: str) -> dict[str, str]:
    """Return the titles of the games that extend a frame, directly or not, by their ids."""
    entries = {listed.id: _read(library, listed) for listed in library.listed("frame", "game")}
    return {id: entries[id].title for id in library.ids("game") if frame in _extended(entries, id)}


def _extended(entries: Mapping[str, ListedRuleset], id: str) -> set[str]:
    """Return the ids of all documents that a game extends, directly or not."""
    passed: set[str] = set()
    while (entry := entries.get(id)) and entry.summary and entry.summary.extends and id not in passed:
        passed.add(id)
        id = entry.summary.extends
    return passed | {id}


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
        found = [f"the {entry.listed.kind} `{entry.listed.id}`" for entry in others[:3]]
        rest = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield f"  without --kind you also get {', '.join(found)}{rest}"
        return
    names = {name for entry in of_kind if entry.summary for name in entry.names}
    vocabulary = names | {word for name in names for word in re.findall(r"\w{3,}", name)}
    for word in strange:
        help = did_you_mean(word, vocabulary)
        if help:
            yield f"  {help}"


def _print(entries: Sequence[ListedRuleset], console: Console) -> None:
    width = max((len(entry.listed.id) for entry in entries), default=0)
    first = True
    for kind in ("game", "frame", "rule"):
        for heading, group in _groups(kind, [entry for entry in entries if entry.listed.kind == kind]):
            if not first:
                console.say()
            first = False
            console.say(heading, "bold")
            for entry in group:
                console.say(f"  {entry.listed.id:<{width}}  {entry.title}{_remark(entry)}")


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


COMMAND = Command(
    "list",
    "Lists games, frames and house rules. A word in brackets is the group of a rule: a mix has one rule of each group.",
    (
        ("parlour list", "everything, by kind"),
        ("parlour list --kind rule draw", "the house rules that mention drawing"),
        ("parlour list --json", "print data for programs"),
    ),
    arguments,
    run,
)
