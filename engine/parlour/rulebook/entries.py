"""Lists the rulesets of a library from the beginnings of their files, and finds those that words name or mention:
`last card call`, `zeros rotate hands`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.base.diagnostics import Diagnostic
from parlour.documents import document as doc
from parlour.documents.composition import KINDS
from parlour.documents.document import Scalar
from parlour.documents.option_types import option_type
from parlour.library.description import Summary, read_summary, sheet_text
from parlour.library.library import Library, is_path
from parlour.library.loading import shown
from parlour.library.shelves import Listed
from parlour.library.spellings import says, spelling, spoken_words, stem

FIRST = "start here"
"""The topic of games for people who don't know any yet."""


@dataclass(frozen=True)
class ListedRuleset:
    """A ruleset of the library, with its line in a list."""

    listed: Listed
    summary: Summary | None
    notes: tuple[Diagnostic, ...]
    extended: frozenset[str] = frozenset()
    """The frames and games that a game extends, directly or not."""

    @property
    def id(self) -> str:
        return self.listed.id

    @property
    def title(self) -> str:
        if self.summary is None:
            return "(has errors: see `parlour check`)"
        return self.summary.title or self.listed.id

    @property
    def is_first(self) -> bool:
        """True for a game for people who don't know any yet."""
        return self.summary is not None and FIRST in self.summary.topics

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.summary.wanted if self.summary else ()

    @property
    def other_names(self) -> tuple[str, ...]:
        """Return its other names, without spellings of its id and title."""
        known = {spelling(self.listed.id), spelling(self.title)}
        names = self.summary.also_called if self.summary else ()
        return tuple(name for name in names if spelling(name) not in known)

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
        """Return its id, titles, topics, group and frames."""
        also = (*self.summary.also_called, *self.summary.topics) if self.summary else ()
        group = (self.listed.group,) if self.listed.group else ()
        return (self.listed.id, self.title, *also, *group, *self.wanted)

    def named(self, words: Iterable[str], inside: bool = False) -> bool:
        """True if the id, the title and the other names of the entry have all these words, as in `mentions`."""
        return _has_all(words, "\n".join((self.listed.id, self.title, *self.other_names)), inside)

    def is_called(self, words: Iterable[str]) -> bool:
        """True if these words are its id, its title or another name of it."""
        wanted = spelling("".join(words))
        return wanted in map(spelling, (self.listed.id, self.title, *self.other_names))

    def has_in_names(self, words: Iterable[str]) -> bool:
        """True if the names of the entry, which include topics and families, have all these words."""
        return _has_all(words, "\n".join((*self.names, *sorted(self.extended))))

    def mentions(self, words: Iterable[str], inside: bool = False) -> bool:
        """True if the names and the text of the entry have all these words, in any order, singular or plural. `inside`:
        also in the middle of longer words."""
        wanted = list(words)
        return _has_all(wanted, self._told(wanted), inside)

    def mentions_stems(self, words: Iterable[str]) -> bool:
        """True if the names and the text of the entry have all these words with any endings: `burns` for `burning`."""
        wanted = list(words)
        stems = set(map(stem, spoken_words(self._told(wanted))))
        return all(stem(word) in stems for each in wanted for word in spoken_words(each))

    def sheet_has(self, words: Iterable[str]) -> bool:
        """True if the texts for the rule sheet have all these words, singular or plural, and `ice-pick` as a phrase."""
        text = sheet_text(self.listed.path)
        return all(says(text, word) for word in words)

    def _told(self, wanted: Sequence[str]) -> str:
        """Return the names and the text of the entry.

        The text of a deck counts only without numbers: which ranks a deck has says nothing about `eights`.
        """
        is_numbered = any(word.isdecimal() for each in wanted for word in spoken_words(each))
        text = self.summary.text if self.summary and not (self.listed.kind == "deck" and is_numbered) else ""
        return "\n".join((*self.names, *sorted(self.extended), text))

    def options_about(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the options or their values that mention all these words: `pickup=when-stuck` and what it means."""
        declared = self.summary.options if self.summary is not None else None
        for entry in declared.entries if declared is not None else ():
            type_ = option_type(entry.value) if isinstance(entry.value, doc.Mapping) else None
            text = doc.node_at(entry.value, "text")
            if type_ is None or not isinstance(text, Scalar):
                continue
            name = entry.key.value if self.listed.kind != "rule" else f"{self.id}.{entry.key.value}"
            meaning = " ".join(text.value.split())
            known = [(f"{name}={word}", f"{meaning}: {type_.meaning(word) or word}") for word in type_.words]
            fitting = [each for each in known if _has_all(words, " ".join(each))]
            if _has_all(words, f"{name} {meaning}"):
                yield name, meaning
            else:
                yield from fitting


def _has_all(words: Iterable[str], text: str, inside: bool = False) -> bool:
    """True if a string has all these words, whole or as beginnings of words; one with a sign, such as `+2`, as
    written. `inside`: anywhere in words, so that `hit` is in `White`."""
    heard, spoken = spoken_words(text), f"{text}\n{text.replace('-', ' ')}".casefold()
    single = [word for each in words for word in each.split()]
    begins = "" if inside else r"(?<!\w)"
    return all(
        re.search(begins + re.escape(word.casefold()), spoken) or (word[0] != "+" and spoken_words(word) <= heard)
        for word in single
    )


def entries_of(library: Library) -> tuple[ListedRuleset, ...]:
    """Return the entries of a library. A word that finds a family also finds all its games."""
    known = [_read(library, listed) for listed in library.listed()]
    entries = {entry.id: entry for entry in known if entry.listed.kind != "rule"}
    games = (entry.listed.kind == "game" for entry in known)
    return tuple(
        replace(entry, extended=frozenset(chain(entries, entry.id))) if game else entry
        for entry, game in zip(known, games, strict=True)
    )


def _read(library: Library, listed: Listed) -> ListedRuleset:
    summary = read_summary(listed.path)
    notes = library.find(listed.id, (listed.kind,))[1] if summary and library.hides_others(listed) else ()
    return ListedRuleset(listed, summary, tuple(d for d in notes if d.code == "library-shadowed"))


def by_family(entries: Mapping[str, ListedRuleset]) -> dict[str, list[ListedRuleset]]:
    """Return the games by the id of their nearest frame, or by nothing, in the order of titles."""
    games: dict[str, list[ListedRuleset]] = {}
    for entry in sorted(entries.values(), key=lambda entry: entry.title.casefold()):
        if entry.listed.kind == "game":
            frames = (id for id in chain(entries, entry.id) if id in entries and entries[id].listed.kind == "frame")
            games.setdefault(next(frames, ""), []).append(entry)
    return dict(sorted(games.items(), key=lambda item: entries[item[0]].title.casefold() if item[0] else "~"))


def chain(entries: Mapping[str, ListedRuleset], id: str) -> Sequence[str]:
    """Return a game or frame and all documents that it extends, directly or not, the nearest first."""
    passed = [id]
    while (entry := entries.get(id)) and entry.summary and entry.summary.extends:
        id = entry.summary.extends
        if id in passed:
            break
        passed.append(id)
    return passed


Told = Mapping[str, list[tuple[str, str]]]
"""Options and what they mean, by the id of their ruleset."""


def joined(library: Library, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the name that most of the first words make, and the others. If several make no name, or the first one is a
    file, it is the name."""
    for number in range(len(words), 1, -1) if not is_path(words[0]) else ():
        name = "-".join(words[:number]).casefold()
        if _known(library, name):
            return name, words[number:]
    return words[0], words[1:]


def _known(library: Library, name: str) -> bool:
    document, findings = library.find(name, KINDS)
    return document is not None or not any(finding.code == "library-unknown" for finding in findings)


def meant(library: Library, words: Sequence[str]) -> Sequence[ListedRuleset]:
    """Return the rulesets whose names have all these words, or else those that mention them."""
    entries = entries_of(library)
    return [entry for entry in entries if entry.named(words)] or mentioning(words, entries, entries)[0]


def mentioning(
    words: Sequence[str], known: Sequence[ListedRuleset], of_kind: Sequence[ListedRuleset]
) -> tuple[list[ListedRuleset], Told]:
    """Return the rulesets of a kind that mention all these words, and the options that mention them.

    Looks in names and texts first. Only if nothing is there, in the texts of options; then for other endings of the
    words, in the texts for the rule sheet, and at last inside of words.
    """
    matches = [entry for entry in of_kind if entry.mentions(words)]
    about = {} if matches else {entry.id: options for entry in of_kind if (options := [*entry.options_about(words)])}
    matches = matches or [entry for entry in of_kind if entry.id in about]
    matches = matches or [entry for entry in of_kind if entry.mentions_stems(words)]
    matches = matches or _with_sheets(words, known, of_kind)
    return matches or [entry for entry in of_kind if entry.mentions(words, inside=True)], about


def _with_sheets(
    words: Sequence[str], known: Sequence[ListedRuleset], of_kind: Sequence[ListedRuleset]
) -> list[ListedRuleset]:
    """Return the rulesets whose texts for the rule sheet have all the words, and the games that extend them."""
    ids = {entry.id for entry in known if entry.sheet_has(words)}
    return [entry for entry in of_kind if entry.id in ids or entry.extended & ids]
