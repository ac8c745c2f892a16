"""Finding rulesets: by id or another name on a search path, or by the path of a file.

The user's own folder comes first, then the working directory, then the rulesets that come with Parlour.
Listing reads only the beginning of each file; a whole file is read once, on demand. Nothing here knows how
documents are combined.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, containing, did_you_mean, has_errors, listing, respelling
from parlour.base.place import elsewhere, expanded, real, shipped, whole
from parlour.base.source import Span
from parlour.documents.composition import Document, Kind
from parlour.documents.contents import STDIN, path_of
from parlour.library.loading import Found, Texts, alike, load, referred, shown
from parlour.library.shelves import ENDINGS, Folder, FolderSearch, Listed
from parlour.library.spellings import spelling, spoken_words
from parlour.storage import observed
from parlour.storage.observed import Observed


class Library:
    """The rulesets of some folders; earlier folders take precedence, and `named` folders come before all others."""

    def __init__(self, folders: Iterable[Folder | Path], named: Sequence[Folder] = ()) -> None:
        self.path = tuple(f if isinstance(f, Folder) else Folder(f) for f in folders)
        self.named = tuple(named)
        self.folders = (*named, *self.path)
        self.texts: Texts | None = None
        """The rulesets in memory, which stay there as long as a library has them."""
        self._beside: dict[Path, Library] = {}
        self._homes: dict[Path, Library] = {}
        self._listed: dict[tuple[Kind, ...], tuple[Listed, ...]] = {}
        self._searches: dict[tuple[Folder, ...], FolderSearch] = {}
        self.answers: dict[Hashable, tuple[object, Observed]] = {}
        """For `recalled`: answers about this library, and what they depend on."""

    @classmethod
    def standard(cls, cwd: Path | None = None, environ: Mapping[str, str] = os.environ) -> Library:
        """Return the library of `$PARLOUR_PATH`, the user's folder, the working directory, and the shipped rulesets."""
        cwd, place = cwd if cwd is not None else Path(), elsewhere()
        environ = environ if place is None else place.environ
        own = [cwd / expanded(entry) for entry in environ.get("PARLOUR_PATH", "").split(os.pathsep) if entry]
        config = environ.get("XDG_CONFIG_HOME") or None
        home = environ.get("HOME") or expanded("~")
        own.append((Path(config) if config else Path(home) / ".config") / "parlour" / "rulesets")
        theirs, here = shipped("rulesets") if place is None else Path(place.own), cwd / "rulesets"
        apart = real(here) != real(theirs)  # not in a checkout of Parlour
        return cls((*own, *([Folder(here)] if apart else []), *family_folders(cwd), Folder(theirs)))

    def beside(self, path: Path) -> Library:
        """Return a library that searches the family folder of a file first, then the folders of this one."""
        folder = family_folder(path)
        if folder not in self._beside:
            self._beside[folder] = self._also(Library((*family_folders(folder), *self.folders)))
        return self._beside[folder]

    def home(self, path: Path) -> Library:
        """Return the library for references from a file: this one, if its search path includes the file's family."""
        folder = family_folder(path)
        if folder not in self._homes:
            self._homes[folder] = self if any(_covers(known, folder) for known in self.path) else self.beside(path)
        return self._homes[folder]

    def with_texts(self, texts: Texts) -> Library:
        """Return a library that searches these rulesets in memory first, then their real folder."""
        behind = family_folders(texts.folder) if texts.folder is not None else ()
        return self._also(Library(self.path, (Folder(texts.root), *behind, *self.named)), texts)

    def over(self, folders: Sequence[Path]) -> Library:
        """Return a library that searches these folders and their subfolders first."""
        named: list[Folder] = []
        for path in folders:
            family = family_folder(path / "any")
            named += [Folder(path)] if family == path else [Folder(family, depth=0), Folder(path)]
        return self._also(Library(self.path, named)) if named else self

    def including(self, files: Sequence[Path]) -> Library:
        """Return a library that finds the rulesets in these files by their ids, before all others. It searches the
        family folders of the files last, for what these rulesets need."""
        if not files:
            return self
        named = (*(Folder(file, depth=0) for file in files), *self.named)
        beside = (folder for file in files for folder in family_folders(family_folder(file)))
        return self._also(Library((*self.path, *beside), named))

    def _also(self, other: Library, texts: Texts | None = None) -> Library:
        """Share the results of searches with another library."""
        other._searches = self._searches
        other.texts = texts or self.texts
        return other

    # Listing

    @property
    def _shelves(self) -> tuple[tuple[dict[str, list[Listed]], ...], tuple[Diagnostic, ...]]:
        """The content of each folder by id, and the problems with folders."""
        search = self.search(self.folders)
        return search.shelves, search.problems

    def digest(self, folders: observed.Folders) -> str:
        """Return a digest of the content of these folders, judging by the beginnings of the files."""
        return self._search(tuple(Folder(Path(path), depth) for path, depth in folders)).digest

    def _search(self, folders: tuple[Folder, ...]) -> FolderSearch:
        if folders not in self._searches:
            self._searches[folders] = FolderSearch.of(folders)
        return self._searches[folders]

    def search(self, folders: Sequence[Folder]) -> FolderSearch:
        """Return the content of these folders, which can differ from those of this library."""
        search = self._search(tuple(folders))
        observed.search(tuple((str(folder.path), folder.depth) for folder in folders), search.digest)
        return search

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Folders and files that can't be read, and every duplicate id in a folder."""
        shelves, problems = self._shelves
        return (*problems, *(self._twice(files, None) for s in shelves for files in s.values() if len(files) > 1))

    def repeated_ids(self) -> tuple[Diagnostic, ...]:
        """Return a finding for every id that two files of one family have. Two families can use the same ids."""
        families: defaultdict[tuple[Path, str], list[Listed]] = defaultdict(list)
        for shelf in self._shelves[0]:
            for listed in chain.from_iterable(shelf.values()):
                families[family_folder(listed.path), listed.id].append(listed)
        return tuple(self._twice(files, None) for files in families.values() if len(files) > 1)

    def listed(self, *kinds: Kind) -> tuple[Listed, ...]:
        """Return every ruleset that can be found by its id, sorted by id."""
        shelves, _ = self._shelves
        if kinds not in self._listed:
            first: dict[tuple[str, str], Listed] = {}
            for shelf in shelves:
                for files in shelf.values():
                    first.setdefault((files[0].id, files[0].kind), files[0])
            self._listed[kinds] = tuple(first[key] for key in sorted(first) if not kinds or first[key].kind in kinds)
        return self._listed[kinds]

    def ids(self, *kinds: Kind) -> tuple[str, ...]:
        return tuple(listed.id for listed in self.listed(*kinds))

    def rules_for(self, frames: Iterable[str]) -> Iterator[Document]:
        """Yield the rules for any of these frames, sorted by id."""
        wanted = {*frames}
        for listed in self.listed("rule"):
            rule, _ = load(listed.path)
            if rule is not None and wanted & {*rule.strings("for")}:
                yield rule

    def has(self, document: Document) -> bool:
        """True if this library finds exactly this document by its id."""
        document_here, _ = self.find(document.id, (document.kind,))
        return document_here is not None and real(document_here.path) == real(document.path)

    def knows(self, rule: str, speaker: Document) -> bool:
        """True if there is a rule with this id, here or near the document that mentions it."""
        return rule in self.ids("rule") or rule in self.beside(speaker.path).ids("rule")

    def hides_others(self, listed: Listed) -> bool:
        """True if a later folder has another ruleset of the same kind and id."""
        there = [x for shelf in self._shelves[0] for x in shelf.get(listed.id, ()) if x.kind == listed.kind]
        return len(there) > 1

    # Finding one

    def find(
        self, reference: str | Path, kinds: Sequence[Kind], at: Span | None = None, beside: Path | None = None,
        fits: Callable[[Document], bool] | None = None,
    ) -> Found:
        """Return the document with this id or name, or at this path (relative to `beside`), and diagnostics.

        `at` is the place of the reference. If several have the name, those that `fits` accepts come first.
        """
        if isinstance(reference, Path) or is_path(reference):
            path = referred(beside, reference) if beside else path_of(reference)
            return self._of_kind(load(path, at), kinds, str(reference), at)
        others: list[Listed] = []
        shelves = self._shelves[0]
        for number, shelf in enumerate(shelves):
            files = shelf.get(reference, [])
            if len(files) > 1:
                return None, (self._twice(files, at),)
            if files and files[0].kind in kinds:
                loaded = load(files[0].path, at)
                hidden = [x for later in shelves[number + 1 :] for x in later.get(reference, ())]
                hidden = [x for x in hidden if x.kind == files[0].kind and not alike(x.path, files[0].path)]
                if loaded[0] is not None and hidden:
                    loaded = loaded[0], (*loaded[1], _shadowed(loaded[0], hidden))
                return self._of_kind(loaded, kinds, reference, at)
            others.extend(files)
        wanted = listing(kinds, quote="")
        if others:
            message = f"expected a {wanted}, found the {others[0].kind} `{reference}`"
            help = self._instead(others[0].kind, kinds, reference)
            return None, (Diagnostic("library-wrong-kind", message, at, help=help),)
        named = self._named(reference, kinds, _typed(at))
        if len(named) > 1 and fits is not None:
            named = [x for x in named if (document := load(x.path)[0]) is not None and fits(document)] or named
        if len(named) == 1:
            return self._of_kind(load(named[0].path, at), kinds, reference, at)
        if named:
            message = f"`{reference}` is ambiguous: it names {listing([x.id for x in named], 'and')}"
            ids = ", ".join(f"`{x.id}` ({x.title})" if x.title else f"`{x.id}`" for x in named)
            return None, (Diagnostic("library-unknown", message, at, help=f"use one of these ids: {ids}"),)
        known = self.ids(*kinds)
        help = self._on_topic(reference, kinds) or did_you_mean(reference, known) or containing(reference, known)
        fixes = respelling(reference, known, at) if at is not None and not at.source.outside else ()
        return None, (Diagnostic("library-unknown", f"no {wanted} `{reference}`", at, help=help, fixes=fixes),)

    def _named(self, name: str, kinds: Sequence[Kind], typed: bool) -> list[Listed]:
        """Return the rulesets with a name. If somebody typed it, it can also be a title, or a name in another
        spelling."""
        titled = [x for x in self.listed(*kinds) if x.title == name] if typed else []
        if len(titled) == 1:
            return titled
        return self._called(name, kinds) or ((self._titled(name, kinds) or self._worded(name, kinds)) if typed else [])

    def _called(self, name: str, kinds: Sequence[Kind]) -> list[Listed]:
        """Return the rulesets with this id or other name, ignoring case."""
        return [x for x in self.listed(*kinds) if name.casefold() in (x.id, *_other_names(x))]

    def _titled(self, name: str, kinds: Sequence[Kind]) -> list[Listed]:
        """Return the rulesets with this title, or with this name in another spelling. Only for what people type: a
        ruleset names others by their ids."""
        wanted = spelling(name)
        return [x for x in self.listed(*kinds) if wanted in map(spelling, (x.id, x.title, *_other_names(x))) and wanted]

    def _worded(self, name: str, kinds: Sequence[Kind]) -> list[Listed]:
        """Return the rulesets whose names have all of several words, in any order: `transparent threes`."""
        wanted = spoken_words(name)
        if len(name.split()) < 2:
            return []
        return [x for x in self.listed(*kinds) if wanted <= spoken_words(" ".join((x.id, x.title, *_other_names(x))))]

    def _on_topic(self, topic: str, kinds: Sequence[Kind]) -> str | None:
        """Return a help text that lists the rulesets with this topic, or None."""
        ids = [x.id for x in self.listed(*kinds) if topic.casefold() in _said_in(x, "topics")]
        return f"name one of these: {listing(ids)}" if ids else None

    def _instead(self, kind: Kind, wanted: Sequence[Kind], reference: str) -> str | None:
        """Return what to do about a rule in place of a game."""
        if kind != "rule" or "game" not in wanted:
            return None
        return containing(reference, self.ids("game")) or "name a game, and add the rule with `--with`"

    def _of_kind(self, loaded: Found, kinds: Sequence[Kind], reference: str, at: Span | None) -> Found:
        document, problems = loaded
        if document is None or has_errors(problems) or document.kind in kinds:
            return document, problems
        what = "a file of examples" if document.kind == "examples" else f"the {document.kind}"
        message = f"expected a {listing(kinds, quote='')}, found {what} `{reference}`"
        related = (Related(document.id_span, "its declaration"),) if at is not None else ()
        help = self._instead(document.kind, kinds, reference)
        return None, (Diagnostic("library-wrong-kind", message, at or document.id_span, related=related, help=help),)

    def _twice(self, files: list[Listed], at: Span | None) -> Diagnostic:
        paths = listing([shown(file.path) for file in files], "and", quote="")
        message = f"{len(files)} files have the id `{files[0].id}`: {paths}"
        places = [Related(d.id_span, "another file with this id") for x in files if (d := load(x.path)[0]) is not None]
        if at is None and places:
            at, places = places[0].span, places[1:]
        return Diagnostic("library-twice", message, at, related=tuple(places), help="give one of them another id")


def frames_of(document: Document, library: Library) -> tuple[Document, ...]:
    """Return the frames and games that a document is for or extends, directly or not, the nearest first. A frame or
    game is the first one itself."""
    frames, left = list[Document](), [document]
    for one in left:
        frames += [one] if one.kind != "rule" else []
        for name in (*one.strings("for"), *one.strings("extends")):
            other, _ = library.find(name, ("frame", "game"), None, one.path.parent)
            left += [other] if other is not None and other not in left else []
    return tuple(frames)


def family_folder(path: Path) -> Path:
    """Return the folder of a file; for a file in a folder `rules`, the parent folder, which has its frame or game."""
    folder = path.parent
    here = Path(whole(folder))
    if here.name != "rules":
        return folder
    return folder.parent if folder.name == "rules" else here.parent


def family_folders(folder: Path) -> tuple[Folder, Folder]:
    """Return the folders of a family: this one, and its subfolder `rules`."""
    return Folder(folder, depth=0), Folder(folder / "rules")


def is_path(reference: str) -> bool:
    """True if a reference is the path of a file, not an id. The path of standard input is one too."""
    named = (".", "..", STDIN, str(path_of(STDIN)))
    return reference in named or "/" in reference or os.sep in reference or reference.endswith(ENDINGS)


def _typed(at: Span | None) -> bool:
    """True if a reference comes from the command line, not from a ruleset."""
    return at is None or at.source.outside


def _other_names(listed: Listed) -> tuple[str, ...]:
    return _said_in(listed, "also-called")


def _said_in(listed: Listed, key: str) -> tuple[str, ...]:
    """Return the names under a key of a ruleset in lower case. Only the few files that have some are read."""
    document, _ = load(listed.path) if listed.has_names else (None, ())
    return tuple(name.strip().casefold() for name in document.strings(key)) if document is not None else ()


def _covers(known: Folder, folder: Path) -> bool:
    """True if a search of one folder also searches the other."""
    above, below = whole(known.path), whole(folder)
    if above == below:
        return True
    inside = os.path.relpath(below, above).split(os.sep)
    return len(inside) <= known.depth and not any(part.startswith((".", "__")) for part in inside)


def _shadowed(document: Document, hidden: list[Listed]) -> Diagnostic:
    where = " and ".join(shown(listed.path) for listed in hidden)
    message = f"Parlour loads `{document.id}` from this file, which hides {where}"
    return Diagnostic("library-shadowed", message, document.id_span, "note")
